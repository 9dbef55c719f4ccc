"""What does somebody find in the rulebook, in their own language, whatever language they ask in?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock

from companion.rulebook.book import CONTENT, SOURCE, Book, Entry, find_languages, read_book
from companion.rulebook.index import Index
from companion.rulebook.search import Found, find_nearest, search
from companion.rulebook.texts import Line, Piece
from companion.rulebook.words import find_words

MOST_HITS = 6
MOST_NEAREST = 3
FULL_FIT = 0.99


@dataclass(frozen=True)
class Hit:
    """An entry that was found, its title and answer with the searched words marked."""

    entry: Entry
    title: Line
    answer: Line


@dataclass(frozen=True)
class Findings:
    """What a search gives: the best first. `is_near`: nothing was found, these only come near."""

    hits: tuple[Hit, ...]
    is_near: bool = False


@dataclass(frozen=True)
class _Shelf:
    book: Book
    index: Index
    lock: Lock


class Library:
    """All languages' rulebooks; each is read and indexed when it is first needed."""

    def __init__(self, folder: Path = CONTENT) -> None:
        self._folder = folder
        self._shelves: dict[str, _Shelf] = {}
        self._lock = Lock()
        self.languages = find_languages(folder)

    def get_book(self, lang: str) -> Book:
        """Return the rulebook in a language; the source's where there is none."""
        return self._open(lang).book

    def search(self, question: str, lang: str) -> Findings:
        """Find what a question means, asked in any of the languages, told in this one."""
        own = self._open(lang)
        with own.lock:
            found = search(own.index, question)
        found = self._ask_others(question, own, found)
        if found.ids:
            return Findings(tuple(_show(own, found, MOST_HITS)))
        with own.lock:
            nearest = find_nearest(own.index, question)
        return Findings(tuple(_show(own, nearest, MOST_NEAREST)), is_near=True)

    def _ask_others(self, question: str, own: _Shelf, found: Found) -> Found:
        """Ask in the other languages unless this one has understood every word; the best fit counts."""
        if found.fit >= FULL_FIT:
            return found
        best = found
        for lang in self.languages:
            other = self._open(lang)
            if other is own:
                continue
            with other.lock:
                foreign = search(other.index, question)
            if foreign.fit > best.fit:
                best = foreign
        return best

    def _open(self, lang: str) -> _Shelf:
        known = lang if lang in self.languages else SOURCE
        with self._lock:
            if known not in self._shelves:
                book = read_book(known, self._folder)
                self._shelves[known] = _Shelf(book, Index(book), Lock())
            return self._shelves[known]


@lru_cache(maxsize=1)
def open_library() -> Library:
    """Return the library that comes with the product."""
    return Library()


def _show(shelf: _Shelf, found: Found, most: int) -> Iterator[Hit]:
    for entry_id in found.ids[:most]:
        entry = shelf.book.find_entry(entry_id)
        if entry:
            with shelf.lock:
                title, answer = (_mark(shelf.index, line, found) for line in (entry.title, entry.answer))
            yield Hit(entry, title, answer)


def _mark(index: Index, line: Line, found: Found) -> Line:
    return tuple(piece for whole in line for piece in _mark_piece(index, whole, found))


def _mark_piece(index: Index, whole: Piece, found: Found) -> Iterator[Piece]:
    done = 0
    for word in find_words(whole.text):
        forms = index.forms(word)
        if not (forms.isdisjoint(index.ignored) and found.sense.means(forms)):
            continue
        if word.start > done:
            yield replace(whole, text=whole.text[done : word.start])
        yield replace(whole, text=whole.text[word.start : word.end], is_hit=True)
        done = word.end
    if done < len(whole.text):
        yield replace(whole, text=whole.text[done:])
