"""Which entries does a question mean, and which come nearest when it means none?"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from companion.rulebook.index import Index
from companion.rulebook.senses import NOTHING, Sense, merge_senses
from companion.rulebook.words import Word, find_words

MOST_LETTERS = 120
MOST_WORDS = 12
LEAST_SHARE = 0.25
"""What an entry must score, of the best one's score, to be shown."""
LEAST_LIKENESS = 0.34
NAME = 8.0
"""How much more an entry scores when the question is its title or one of its search phrases."""


@dataclass(frozen=True)
class Found:
    """The ids of the entries, best first, and what the question's words were taken for, all together.

    `fit` is how much of the question the best entry answers (0 to 1).
    """

    ids: tuple[str, ...] = ()
    sense: Sense = NOTHING
    fit: float = 0.0


def search(index: Index, question: str) -> Found:
    """Find the entries that have the question's words; none where they have none of them.

    An entry scores for each word, and more where the question is what it is called.
    """
    words = _read(index, question)
    scores: dict[int, float] = defaultdict(float)
    fits: dict[int, float] = defaultdict(float)
    meant: list[Sense] = []
    for word in words:
        senses = index.find_senses(word, is_last=word is words[-1])
        meant.append(merge_senses(senses))
        for row, (score, quality) in _score(index, senses).items():
            scores[row] += score
            fits[row] += quality / len(words)
    if not scores:
        return Found()
    named = index.names.fit(meant)
    for row in scores:
        scores[row] *= 1 + NAME * named.get(row, 0.0)
    rows = _rank(scores)
    enough = scores[rows[0]] * LEAST_SHARE
    shown = tuple(index.ids[row] for row in rows if scores[row] >= enough)
    return Found(shown, merge_senses(meant), fits[rows[0]])


def find_nearest(index: Index, question: str) -> Found:
    """Find the entries with words that look most like those of a question that means nothing."""
    forms: set[str] = set()
    for word in _read(index, question):
        alike = {known: _compare(word.folded, known) for known in index.list_words()}
        best = max(alike.values(), default=0.0)
        if best >= LEAST_LIKENESS:
            forms |= {known for known, likeness in alike.items() if likeness == best}
    sense = Sense(0.0, forms=frozenset(forms))
    return Found(tuple(index.ids[row] for row in _rank(index.match(sense))), sense)


def _read(index: Index, question: str) -> list[Word]:
    words = list(find_words(question[:MOST_LETTERS]))[:MOST_WORDS]
    return [word for word in words if word.folded not in index.ignored] or words


def _score(index: Index, senses: tuple[Sense, ...]) -> dict[int, tuple[float, float]]:
    """Return for each row that has the word its best score, and how sure that is."""
    best: dict[int, tuple[float, float]] = {}
    for sense in senses:
        for row, score in index.match(sense).items():
            best[row] = max(best.get(row, (0.0, 0.0)), (sqrt(score) * sense.quality, sense.quality))
    return best


def _rank(scores: Mapping[int, float]) -> list[int]:
    return sorted(scores, key=lambda row: (-scores[row], row))


def _compare(word: str, other: str) -> float:
    """Return how alike two words are, by the pairs of letters they share (0 to 1)."""
    mine, theirs = ({each[place : place + 2] for place in range(len(each) - 1)} for each in (word, other))
    return 2 * len(mine & theirs) / ((len(mine) + len(theirs)) or 1)
