"""What are the piles of a hand worth, and can they all be right?"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.cards import CardType, Colour
from companion.rules.deck import count_number_cards, in_play
from companion.rules.errors import Problem
from companion.rules.pile import Count, check_count

__all__ = ["SUM_AT_LEAST", "Count", "HandCheck", "check_count", "check_hand"]

SUM_AT_LEAST = 2
"""Number cards that a sum takes at least, and so a TWEAK card costs."""


@dataclass(frozen=True)
class HandCheck:
    """What all piles of a hand say together.

    `left` is the number cards that nobody has won (below zero: too many are counted); `problems` are
    warnings, since the table may close as counted.
    """

    left: int
    problems: tuple[Problem, ...]


def check_hand(piles: Mapping[str, Count], colours: Collection[Colour]) -> HandCheck:
    """Compare the piles of a hand, by player, with the cards in play.

    The rules, "What follows from the facts". Codes: `more_than_in_play` (card_type, counted, in_play,
    surplus, players: who counted any of that type), `tweak_without_sums` (player, tweak, number_cards,
    at_most: the most TWEAK cards those number cards can have won). Whether the box could hold a pile is
    `check_count`'s question.

    >>> check_hand({"ana": Count(plain=30), "bea": Count(five=4)}, tuple(Colour)).left
    20
    """
    counted = sum(piles.values(), Count())
    return HandCheck(
        left=count_number_cards(colours) - counted.number_cards,
        problems=(*_find_surplus(piles, counted, most=in_play(colours)), *_find_tweaks_without_sums(piles)),
    )


def _find_surplus(piles: Mapping[str, Count], counted: Count, *, most: Count) -> Iterator[Problem]:
    for card_type in CardType:
        surplus = counted.of(card_type) - most.of(card_type)
        if surplus > 0:
            yield Problem(
                "more_than_in_play",
                {
                    "card_type": card_type,
                    "counted": counted.of(card_type),
                    "in_play": most.of(card_type),
                    "surplus": surplus,
                    "players": tuple(player for player, pile in piles.items() if pile.of(card_type)),
                },
            )


def _find_tweaks_without_sums(piles: Mapping[str, Count]) -> Iterator[Problem]:
    for player, pile in piles.items():
        at_most = pile.number_cards // SUM_AT_LEAST
        if pile.tweak > at_most:
            yield Problem(
                "tweak_without_sums",
                {
                    "player": player,
                    "tweak": pile.tweak,
                    "number_cards": pile.number_cards,
                    "at_most": at_most,
                },
            )
