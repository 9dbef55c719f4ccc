"""What does somebody find in the rulebook, in their own language, whatever language they ask in?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import RLock, Thread

from companion.rulebook.book import CONTENT, SOURCE, Book, Entry, find_languages, read_book
from companion.rulebook.index import Index
from companion.rulebook.lesson import Step, read_lesson
from companion.rulebook.search import MOST_LETTERS, Found, find_nearest, search
from companion.rulebook.texts import Line, Piece
from companion.rulebook.words import Word, find_words

MOST_HITS = 6
MOST_NEAREST = 3
FULL_FIT = 0.99
MOST_ASKED = 2
"""Of the other languages, when several have a question's words."""


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


class _Shelf:
    """One language's rulebook and its index, each made when first needed; for whoever holds the lock."""

    def __init__(self, lang: str, folder: Path) -> None:
        self.lock = RLock()
        self._lang = lang
        self._folder = folder

    @cached_property
    def book(self) -> Book:
        return read_book(self._lang, self._folder)

    @cached_property
    def lesson(self) -> tuple[Step, ...]:
        return read_lesson(self._lang, self._folder)

    @cached_property
    def index(self) -> Index:
        return Index(self.book)

    def cover(self, words: Sequence[Word]) -> float:
        with self.lock:
            return self.index.cover(words)


class Library:
    """All languages' rulebooks; each is read and indexed when it is first needed."""

    def __init__(self, folder: Path = CONTENT) -> None:
        self.languages = find_languages(folder)
        self._shelves = {lang: _Shelf(lang, folder) for lang in self.languages}
        self._preparing: Thread | None = None

    def get_book(self, lang: str) -> Book:
        """Return the rulebook in a language; the source's where there is none."""
        shelf = self._find_shelf(lang)
        with shelf.lock:
            return shelf.book

    def get_lesson(self, lang: str) -> tuple[Step, ...]:
        """Return the steps for newcomers in a language; the source's where there are none."""
        shelf = self._find_shelf(lang)
        with shelf.lock:
            return shelf.lesson

    def prepare(self) -> Thread:
        """Index all languages in the background, once: somebody is about to search."""
        if self._preparing is None:
            self._preparing = Thread(target=self._prepare, name="rulebook", daemon=True)
            self._preparing.start()
        return self._preparing

    def search(self, question: str, lang: str) -> Findings:
        """Find what a question means, asked in any of the languages, told in this one."""
        own = self._find_shelf(lang)
        with own.lock:
            found = search(own.index, question)
        found = self._ask_others(question, own, found)
        with own.lock:
            if found.ids:
                return Findings(tuple(_show(own, found, MOST_HITS)))
            nearest = find_nearest(own.index, question)
            return Findings(tuple(_show(own, nearest, MOST_NEAREST)), is_near=True)

    def _ask_others(self, question: str, own: _Shelf, found: Found) -> Found:
        """Ask in the languages that have more of these words than this one; the best fit counts.

        Where no language has any of them as they are typed, a slip of the finger is looked for in each.
        """
        if found.fit >= FULL_FIT:
            return found
        words = list(find_words(question[:MOST_LETTERS]))
        covers = {shelf: shelf.cover(words) for shelf in self._shelves.values()}
        most = max(covers.values())
        likely = [shelf for shelf in covers if covers[shelf] == most and shelf is not own]
        if most and most <= covers[own]:
            return found
        best = found
        for other in likely[:MOST_ASKED] if most else likely:
            with other.lock:
                foreign = search(other.index, question)
            if foreign.fit > best.fit:
                best = foreign
        return best

    def _find_shelf(self, lang: str) -> _Shelf:
        return self._shelves.get(lang, self._shelves[SOURCE])

    def _prepare(self) -> None:
        for shelf in self._shelves.values():
            with shelf.lock:
                shelf.index  # noqa: B018  (made by being asked for)


@lru_cache(maxsize=1)
def open_library() -> Library:
    """Return the library that comes with the product."""
    return Library()


def _show(shelf: _Shelf, found: Found, most: int) -> Iterator[Hit]:
    for entry_id in found.ids[:most]:
        entry = shelf.book.find_entry(entry_id)
        if entry:
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
