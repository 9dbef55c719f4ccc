"""Which entries of one language's rulebook have a word, in their title, their search words or their text?"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from companion.rulebook.book import Book, Entry, split_list
from companion.rulebook.names import PHRASE, Name, Names
from companion.rulebook.senses import Sense
from companion.rulebook.texts import Block, BlockKind, say_line
from companion.rulebook.words import Stems, Word, find_words

LEAST_BEGINNING = 2
LEAST_SLIP = 4
"""Letters that a word must have before a slip of the finger in it is forgiven."""

SPELT, BEGUN, SLIPPED = 1.0, 0.7, 0.5
_IN_TITLE, _IN_SEARCH, _IN_TEXT = 9.0, 6.0, 1.0


class Index:
    """A full-text index in memory of what is in the book's own language; for one thread at a time."""

    def __init__(self, book: Book) -> None:
        entries = [entry for entry in book.entries if entry.lang == book.lang]
        self.ids = tuple(entry.id for entry in entries)
        self.ignored = frozenset(word.folded for phrase in book.ignored for word in find_words(phrase))
        self._stems = Stems(book.lang, book.numbers)
        self._known: dict[str, frozenset[str]] = {}
        self.names = Names(
            [name for row, entry in enumerate(entries) for name in self._read_names(row, entry)]
        )
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(
            "CREATE VIRTUAL TABLE entry"
            " USING fts5(title, search, body, tokenize = 'unicode61 remove_diacritics 0')"
        )
        self._db.executemany(
            "INSERT INTO entry (rowid, title, search, body) VALUES (?, ?, ?, ?)",
            ((row, *map(self._join, _texts(entry))) for row, entry in enumerate(entries)),
        )
        self._letters = sorted({letter for word in self._known for letter in word})
        self._beginnings = {word[:end] for word in self._known for end in range(LEAST_SLIP, len(word))}

    def forms(self, word: Word) -> frozenset[str]:
        """Return the forms of a word."""
        return self._known.get(word.folded) or self._stems.forms(word)

    def cover(self, words: Sequence[Word]) -> float:
        """Return which share of typed words this language has, as they are typed (0 to 1)."""
        known = [word for word in words if word.folded in self._known or word.folded in self.ignored]
        begun = bool(words) and words[-1] not in known and words[-1].folded in self._beginnings
        return (len(known) + BEGUN * begun) / max(1, len(words))

    def find_senses(self, word: Word, *, is_last: bool) -> tuple[Sense, ...]:
        """Say what a typed word can be: itself, the beginning of one, else one with a slip of the finger.

        Only the last word, still being typed, is a beginning although there is a word like that.
        """
        senses = [Sense(SPELT, forms=self.forms(word))]
        is_known = bool(self.match(senses[0]))
        if (is_last or not is_known) and len(word.folded) >= LEAST_BEGINNING:
            senses.append(Sense(BEGUN, beginnings=frozenset({word.folded})))
            is_known = is_known or bool(self.match(senses[1]))
        if not is_known and len(word.folded) >= LEAST_SLIP:
            senses.append(self._forgive(word.folded))
        return tuple(senses)

    def match(self, sense: Sense) -> Mapping[int, float]:
        """Score the entries (by row) that have a word; an entry scores more where fewer have it."""
        asked = [f'"{form}"' for form in sense.forms] + [f'"{letters}"*' for letters in sense.beginnings]
        if not asked:
            return {}
        rows = self._db.execute(
            "SELECT rowid, -bm25(entry, ?, ?, ?) FROM entry WHERE entry MATCH ?",
            (_IN_TITLE, _IN_SEARCH, _IN_TEXT, " OR ".join(asked)),
        )
        return dict(rows.fetchall())

    def list_words(self) -> Mapping[str, frozenset[str]]:
        """Return all words of the book with their forms."""
        return self._known

    def _forgive(self, typed: str) -> Sense:
        slips = set(_list_slips(typed, self._letters))
        words = slips & self._known.keys()
        if words:
            return Sense(SLIPPED, forms=frozenset(words))
        return Sense(SLIPPED * BEGUN, beginnings=frozenset(slips & self._beginnings))

    def _read(self, words: Sequence[Word]) -> list[frozenset[str]]:
        """Return the forms of each word of the book's own text, and remember them."""
        for word in words:
            if word.folded not in self._known:
                self._known[word.folded] = self._stems.forms(word)
        return [self._known[word.folded] for word in words]

    def _read_names(self, row: int, entry: Entry) -> Iterator[Name]:
        """List title, short title and search phrases; a phrase in which there is no word is none."""
        titles = (say_line(entry.title), say_line(entry.short))
        named = [(title, 1.0) for title in titles] + [(phrase, PHRASE) for phrase in split_list(entry.search)]
        for text, worth in named:
            words = self._read_name(text)
            if words:
                yield Name(row, tuple(words), worth)

    def _read_name(self, text: str) -> list[frozenset[str]]:
        words = list(find_words(text))
        meant = [word for word in words if word.folded not in self.ignored]
        return self._read(meant or words)

    def _join(self, text: str) -> str:
        return " ".join(form for forms in self._read(list(find_words(text))) for form in sorted(forms))


def _texts(entry: Entry) -> tuple[str, str, str]:
    body = [say_line(entry.answer), *_say_blocks((*entry.detail, *entry.example, *entry.open))]
    title = " ".join(dict.fromkeys((say_line(entry.title), say_line(entry.short))))
    return title, " ".join(split_list(entry.search)), " ".join(body)


def _say_blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEMS, BlockKind.STEPS):
            yield from map(say_line, block.lines)


def _list_slips(word: str, letters: list[str]) -> Iterator[str]:
    """List every word that is one letter too many, too few, wrong or swapped away."""
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
