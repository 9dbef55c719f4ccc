"""How well is a question one of the names that an entry goes by: its title, or a phrase people search for?"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rulebook.senses import Sense

PHRASE = 0.8
"""How much a search phrase is worth beside a title."""


@dataclass(frozen=True)
class Name:
    """A name of the entry in a row of the index: the forms of each of its words."""

    row: int
    words: tuple[frozenset[str], ...]
    worth: float = PHRASE


class Names:
    """All names of a rulebook, found by their words."""

    def __init__(self, names: Sequence[Name]) -> None:
        self._names = tuple(names)
        self._with: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, name in enumerate(self._names):
            for place, forms in enumerate(name.words):
                for form in forms:
                    self._with[form].append((number, 1 << place))
        self._forms = sorted(self._with)

    def fit(self, asked: Sequence[Sense]) -> dict[int, float]:
        """Return how well typed words, a sense for each, are a name of each row that has one of them.

        The share of the name's words that are asked for, times the share of the typed words that are in it;
        1: the title has all of these words and no others, whatever their order.
        """
        named: dict[int, int] = defaultdict(int)
        typed: dict[int, int] = defaultdict(int)
        for bit, sense in enumerate(asked):
            for form in self._list_forms(sense):
                for number, place in self._with[form]:
                    named[number] |= place
                    typed[number] |= 1 << bit
        best: dict[int, float] = defaultdict(float)
        for number, places in named.items():
            name = self._names[number]
            shares = places.bit_count() / len(name.words) * typed[number].bit_count() / len(asked)
            best[name.row] = max(best[name.row], name.worth * shares)
        return best

    def _list_forms(self, sense: Sense) -> Iterator[str]:
        yield from sense.forms & self._with.keys()
        for letters in sense.beginnings:
            for form in self._forms[bisect_left(self._forms, letters) :]:
                if not form.startswith(letters):
                    break
                yield form
