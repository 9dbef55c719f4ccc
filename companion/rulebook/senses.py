"""What can a typed word mean, and how well do typed words fit a name?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_


@dataclass(frozen=True)
class Sense:
    """What a typed word is taken for: one of these forms, or whatever begins with one of these letters.

    `quality` says how sure that is (0 to 1).
    """

    quality: float
    forms: frozenset[str] = frozenset()
    beginnings: frozenset[str] = frozenset()

    def means(self, forms: frozenset[str]) -> bool:
        """Tell whether a word with these forms is meant."""
        if not self.forms.isdisjoint(forms):
            return True
        beginnings = tuple(self.beginnings)
        return bool(beginnings) and any(form.startswith(beginnings) for form in forms)


NOTHING = Sense(0.0)


def merge_senses(senses: Iterable[Sense]) -> Sense:
    """Make one sense of several, as sure as the surest."""
    every = tuple(senses)
    return Sense(
        max((sense.quality for sense in every), default=0.0),
        forms=frozenset().union(*(sense.forms for sense in every)),
        beginnings=frozenset().union(*(sense.beginnings for sense in every)),
    )


class Question:
    """The words that somebody has typed, a sense for each."""

    def __init__(self, senses: Sequence[Sense]) -> None:
        self.sense = merge_senses(senses)
        self._senses = tuple(senses)
        self._asked: dict[frozenset[str], int] = {}

    def fit(self, name: Sequence[frozenset[str]]) -> float:
        """Return how well the typed words are these words: the share of these times the share of those."""
        asked = [self._ask(forms) for forms in name]
        every = reduce(or_, asked, 0)
        return sum(map(bool, asked)) / len(name) * every.bit_count() / len(self._senses)

    def _ask(self, forms: frozenset[str]) -> int:
        """Tell, a bit for each typed word, whether it means a word with these forms."""
        if forms not in self._asked:
            self._asked[forms] = sum(sense.means(forms) << place for place, sense in enumerate(self._senses))
        return self._asked[forms]
