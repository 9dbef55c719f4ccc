"""Is what a newcomer picks in a practice sum right?"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from companion.rules.cards import COLOURS
from companion.rules.errors import Problem
from companion.rules.kinds import Card
from companion.rules.sums import Verdict, check_sum

FROM_HAND = 1
"""Cards of the hand in every sum."""


@dataclass(frozen=True)
class Practice:
    """Cards to find a sum with; `wants_tweak`: one that takes every card of the table."""

    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    target: int
    wants_tweak: bool = False


def judge_practice(practice: Practice, hand: Collection[int], table: Collection[int]) -> Verdict:
    """Judge the cards picked, by their places in the hand and on the table; places outside are ignored.

    The rules, "A turn". Codes, besides those of `check_sum`: `one_hand_card` (number) where not exactly one
    card of the hand is picked, and nothing else then; `cards_left` (number) where a TWEAK is wanted and a
    right sum leaves cards on the table.

    >>> practice = Practice((Card(4),), (Card(3), Card(2)), 9)
    >>> judge_practice(practice, [0], [0, 1]).is_right
    True
    """
    from_hand = [card for place, card in enumerate(practice.hand) if place in hand]
    from_table = [card for place, card in enumerate(practice.table) if place in table]
    left = len(practice.table) - len(from_table)
    verdict = check_sum(
        (*from_hand, *from_table), target=practice.target, colours=COLOURS, takes_all=left == 0
    )
    return replace(verdict, problems=tuple(_find_problems(practice, verdict, len(from_hand), left)))


def _find_problems(practice: Practice, verdict: Verdict, from_hand: int, left: int) -> Iterator[Problem]:
    if verdict.cards and from_hand != FROM_HAND:
        yield Problem("one_hand_card", {"number": from_hand})
        return
    yield from verdict.problems
    if practice.wants_tweak and left and verdict.is_right:
        yield Problem("cards_left", {"number": left})
