"""Which words does a text have, and which forms of them mean the same to a search?"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, normalize

import snowballstemmer
from babel.core import Locale

TWEAK_MARK = "tcard"
"""The word that stands for [T!], also where somebody types T alone, in Latin or Cyrillic letters."""
_LONE_MARKS = frozenset("tт")
_TIES = ("-", "\u2011", "'", "’")

# A few letters after an apostrophe belong to the word (can’t), many are the next one (l’obiettivo).
_WORD = re.compile(r"\[?[tт]!\]?|[^\W_]+(?:·[^\W_]+)*(?:[’'][^\W_]{1,2}(?![^\W_]))?", re.IGNORECASE)
# What Unicode does not take apart into a letter and its mark.
_SPELT = str.maketrans("łđøıіґ", "ldoiиг", "·’'") | str.maketrans({"æ": "ae", "œ": "oe"})


@dataclass(frozen=True)
class Word:
    """A word where it stands in a text: characters `start` to `end`."""

    spelt: str
    folded: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Take case, accents and marks off, so that a word is found however it is typed.

    >>> fold("Żółć"), fold("Gal·la"), fold("Йотов")
    ('zolc', 'galla', 'иотов')
    """
    parts = normalize("NFKD", text.casefold())
    return "".join(each for each in parts if category(each) != "Mn").translate(_SPELT)


def find_words(text: str) -> Iterator[Word]:
    """Find the words of a text; [T!] and T are one, any other single Latin letter is none.

    >>> [word.folded for word in find_words("l’Objectiu, 4 plus a [T!]")]
    ['objectiu', '4', 'plus', 'tcard']
    """
    for found in _WORD.finditer(text):
        folded = _fold_word(found[0], is_alone=_stands_alone(text, found))
        if len(folded) > 1 or not folded.isascii() or folded.isdigit():
            yield Word(found[0], folded, found.start(), found.end())


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether no hyphen or apostrophe ties a word to another, as in "y a-t-il"."""
    return not (text[: found.start()].endswith(_TIES) or text[found.end() :].startswith(_TIES))


def _fold_word(spelt: str, *, is_alone: bool) -> str:
    folded = fold(spelt)
    if "!" in spelt or (is_alone and folded in _LONE_MARKS):
        return TWEAK_MARK
    # Two 5s are fives.
    return folded[:-1] if folded[:-1].isdigit() and folded[-1] == "s" else folded


class Stems:
    """The forms of a language's words, `numbers` those from one on; not for two threads at once."""

    def __init__(self, lang: str, numbers: Sequence[str] = ()) -> None:
        self._stem = _find_stemmer(lang)
        spelt = {str(number): fold(word) for number, word in enumerate(numbers, start=1)}
        self._numbers = {**spelt, **{word: digits for digits, word in spelt.items()}}

    def forms(self, word: Word) -> frozenset[str]:
        """Return the folded word and its stems, of the word as spelt and as folded; a number both ways."""
        spellings = {word.spelt.casefold(), word.folded}
        others = (*(fold(self._stem(spelt)) for spelt in spellings), self._numbers.get(word.folded))
        return frozenset({word.folded, *(form for form in others if form)})


def _find_stemmer(lang: str) -> Callable[[str], str]:
    name = (Locale.parse(lang, sep="-").get_language_name("en") or "").lower()
    if name not in snowballstemmer.algorithms():
        return str
    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return stem
