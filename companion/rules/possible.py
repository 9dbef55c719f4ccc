"""Which sums could have been made with these cards?

Cards are counted by kind, never chosen one by one: there are twelve kinds and no sum passes 11, so that even
a whole deck on the table allows 1,740 different sums at the most. All of them are counted.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from heapq import nsmallest
from itertools import product
from typing import NamedTuple

from companion.rules.cards import POINTS, CardType
from companion.rules.kinds import Card, count_cards, kind_order
from companion.rules.pile import Count
from companion.rules.targets import JOKER_MOVES, turn_targets

BEST_SUMS = 20
"""How many sums are given back unless another number is asked for."""

_TARGETS = frozenset(each.target for each in turn_targets())
_Selection = tuple[int, tuple[Card, ...]]  # what some cards of the table are worth, and the cards


@dataclass(frozen=True, kw_only=True)
class PossibleSum:
    """A sum that the cards allow; `points` include those of a TWEAK card that it wins.

    The table cards go from the biggest value to the smallest.
    """

    hand: Card
    table: tuple[Card, ...]
    target: int
    needs_joker: bool
    is_tweak: bool
    wins_card: bool
    points: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """Give the cards in the spoken order, hand card first."""
        return (self.hand, *self.table)

    @property
    def count(self) -> Count:
        """Count what it would put on the pile, with the TWEAK card if one is won."""
        return count_cards(self.cards, tweak=int(self.wins_card))


@dataclass(frozen=True)
class PossibleSums:
    """How many different sums there are, and the best of them, best first."""

    found: int
    best: tuple[PossibleSum, ...]


class _Choice(NamedTuple):
    """Some cards of the table, and the points for taking them with a hand card."""

    points: int
    is_tweak: bool
    cards: tuple[Card, ...]


def find_sums(
    hand: Collection[Card],
    table: Collection[Card],
    *,
    target: int,
    joker: bool = False,
    tweak_cards_left: bool = True,
    most: int = BEST_SUMS,
) -> PossibleSums:
    """Find every sum of one hand card and cards of the table; say how many, and give the `most` best.

    The rules, "A turn" and "The [T!] cards". With `joker` one could still be played: the neighbours of
    `target` count too. Sums are the same when their hand cards are alike and their table cards are. Best
    is: most points (a TWEAK card that is won included), then a TWEAK, then no Joker, then fewest cards. A
    target that no turn has gives no sum. Whether so many cards are in play is `check_cards`'s question.

    >>> from companion.rules.kinds import format_cards, parse_cards
    >>> possible = find_sums(parse_cards("4 3"), parse_cards("2 r3 5"), target=9)
    >>> possible.found, [format_cards(each.cards) for each in possible.best]
    (2, ['4 5', '4 r3 2'])
    """
    targets = {target, *(target + move for move in JOKER_MOVES if joker)} & _TARGETS
    prize = POINTS[CardType.TWEAK] if tweak_cards_left else 0
    choices = [
        _rate(selections, table_cards=len(table), prize=prize)
        for selections in _add_up(table, up_to=max(targets, default=1) - 1)  # a hand card is 1 at least
    ]
    fitting = {
        (card, each): choices[each - card.value]
        for card, each in product(sorted(hand, key=kind_order), sorted(targets))
    }
    best = (
        PossibleSum(
            hand=card,
            table=choice.cards,
            target=each,
            needs_joker=each != target,
            is_tweak=choice.is_tweak,
            wins_card=choice.is_tweak and tweak_cards_left,
            points=card.points + choice.points,
        )
        for (card, each), its_choices in fitting.items()
        for choice in its_choices[:most]
    )
    return PossibleSums(sum(map(len, fitting.values())), tuple(nsmallest(most, best, key=_rank)))


def _add_up(table: Collection[Card], *, up_to: int) -> list[list[_Selection]]:
    """List the different selections of table cards by what they add up to, from 0 to `up_to`."""
    sums: list[list[_Selection]] = [[(0, ())], *([] for _ in range(up_to))]
    kinds = Counter(table)
    for card in sorted(kinds, key=kind_order, reverse=True):
        value, worth = card.value, card.points
        for total in range(up_to, 0, -1):  # downwards: the smaller totals are still without this kind
            sums[total] += [
                (points + times * worth, cards + times * (card,))
                for times in range(1, min(kinds[card], total // value) + 1)
                for points, cards in sums[total - times * value]
            ]
    return sums


def _rate(selections: list[_Selection], *, table_cards: int, prize: int) -> list[_Choice]:
    """Put the best selection first; no card is none, and all cards of the table win the prize."""
    choices = (
        _Choice(points + prize * is_tweak, is_tweak, cards)
        for points, cards in selections
        for is_tweak in [len(cards) == table_cards]
        if cards
    )
    # No other selection adds up to the whole table, so that a TWEAK needs no place in this order.
    return sorted(choices, key=lambda choice: (-choice.points, len(choice.cards)))


def _rank(possible: PossibleSum) -> tuple[int, bool, bool, int]:
    return -possible.points, not possible.is_tweak, possible.needs_joker, len(possible.table)
