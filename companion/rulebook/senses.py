"""What can a typed word mean?"""

from collections.abc import Iterable
from dataclasses import dataclass


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
