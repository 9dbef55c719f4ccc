"""Is a declared sum right, and what does it win?"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from companion.rules.cards import Colour
from companion.rules.errors import Problem, RuleError
from companion.rules.kinds import Card, check_cards, count_cards, format_cards, parse_cards
from companion.rules.pile import Count
from companion.rules.targets import TurnTarget, check_target, matching_targets, over_by, turn_targets

__all__ = [
    "Card",
    "Step",
    "TurnTarget",
    "Verdict",
    "check_cards",
    "check_sum",
    "count_cards",
    "format_cards",
    "matching_targets",
    "over_by",
    "parse_cards",
    "turn_targets",
]


class Step(NamedTuple):
    """One card of a sum as it is said aloud, and the sum up to it."""

    card: Card
    total: int


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a declared sum; `problems` is everything that is wrong with it.

    `steps` are in the spoken order, hand card first. Only a right sum is a TWEAK or wins a TWEAK card.
    """

    target: int
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...]
    is_tweak: bool
    wins_card: bool

    @property
    def is_right(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.problems

    @property
    def total(self) -> int:
        """Give what the cards add up to."""
        return self.steps[-1].total if self.steps else 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """Give the cards in the spoken order."""
        return tuple(step.card for step in self.steps)

    @property
    def count(self) -> Count:
        """Count what goes on the pile, with the TWEAK card if one is won; of a wrong sum, its cards."""
        return count_cards(self.cards, tweak=int(self.wins_card))


def check_sum(
    cards: Sequence[Card],
    *,
    target: int,
    colours: Collection[Colour],
    hand: int = 0,
    deck_empty: bool = False,
    joker: bool = False,
    takes_all: bool = False,
    tweak_cards_left: bool = True,
) -> Verdict:
    """Judge a sum of table cards and one hand card, the one at index `hand`.

    The rules, "A turn", "The [T!] cards", "When the Central Deck is used up", "What follows from the facts"
    and "Silent". `target` is the one of this turn, moved already if a `joker` was played in it; `takes_all`
    says that the sum leaves no card on the table. Codes, in this order: that of `check_target`; `no_cards`;
    `not_the_target` (total, target, over_by, short_by, deck_empty); `no_table_card` (value, is_red); those
    of `check_cards`. Raises RuleError `no_such_card` (hand, cards) for an index outside the cards.

    >>> verdict = check_sum(parse_cards("4 2 r3"), target=9, colours=tuple(Colour), takes_all=True)
    >>> verdict.is_right, [step.total for step in verdict.steps], verdict.count.points
    (True, [4, 6, 9], 7)
    """
    steps = _say(cards, hand=hand)
    problems = (
        *check_target(target, deck_empty=deck_empty, joker=joker),
        *_check_steps(steps, target=target, deck_empty=deck_empty),
        *check_cards(cards, colours),
    )
    is_tweak = takes_all and not problems
    return Verdict(target, steps, problems, is_tweak, wins_card=is_tweak and tweak_cards_left)


def _say(cards: Sequence[Card], *, hand: int) -> tuple[Step, ...]:
    if not cards:
        return ()
    if not 0 <= hand < len(cards):
        raise RuleError("no_such_card", hand=hand, cards=len(cards))
    spoken = (cards[hand], *cards[:hand], *cards[hand + 1 :])
    return tuple(map(Step, spoken, accumulate(card.value for card in spoken)))


def _check_steps(steps: tuple[Step, ...], *, target: int, deck_empty: bool) -> Iterator[Problem]:
    if not steps:
        yield Problem("no_cards")
        return
    card, total = steps[-1]
    if total != target:
        params = {
            "total": total,
            "target": target,
            "over_by": max(0, total - target),
            "short_by": max(0, target - total),
            "deck_empty": deck_empty,
        }
        yield Problem("not_the_target", params)
    if len(steps) == 1:
        yield Problem("no_table_card", {"value": card.value, "is_red": card.is_red})
