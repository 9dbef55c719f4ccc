"""Which cards are in the box, and what is each of them worth?"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Colour(StrEnum):
    """A colour of the number cards; nine cards in the box have it."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"


class CardType(StrEnum):
    """What a won card counts as; the value is its id everywhere."""

    PLAIN = "plain"
    RED = "red"
    FIVE = "five"
    RED_FIVE = "red_five"
    TWEAK = "tweak"


class TweakCard(StrEnum):
    """One of the four kinds of TWEAK card [T!]."""

    THIEF = "thief"
    JOKER = "joker"
    SHIFTER = "shifter"
    BOMB = "bomb"


COLOURS: tuple[Colour, ...] = tuple(Colour)
VALUES: tuple[int, ...] = (1, 1, 2, 2, 3, 3, 4, 5, 6)
FIVE = 5
"""The value that is worth more in every colour."""

POINTS: Mapping[CardType, int] = MappingProxyType(
    {CardType.PLAIN: 1, CardType.RED: 3, CardType.FIVE: 4, CardType.RED_FIVE: 5, CardType.TWEAK: 2}
)
AS_SORTED = (CardType.RED_FIVE, CardType.FIVE, CardType.RED, CardType.PLAIN, CardType.TWEAK)
"""The card types as people sort a pile: number cards, the dearest first and the rest last, then [T!]."""
IN_BOX: Mapping[CardType, int] = MappingProxyType(
    {CardType.PLAIN: 40, CardType.RED: 8, CardType.FIVE: 5, CardType.RED_FIVE: 1, CardType.TWEAK: 10}
)
TWEAK_CARDS: Mapping[TweakCard, int] = MappingProxyType(
    {TweakCard.THIEF: 4, TweakCard.JOKER: 3, TweakCard.SHIFTER: 2, TweakCard.BOMB: 1}
)

TARGET_SUMS: tuple[int, ...] = (7, 8, 9, 10)
DECK_EMPTY_TARGET = 7

MIN_PLAYERS = 2
MAX_PLAYERS = 6


def card_type(colour: Colour, value: int) -> CardType:
    """Say what the number card of this colour and value (1 to 6) counts as.

    The rules, "End of the hand and its count".

    >>> card_type(Colour.RED, 5), card_type(Colour.BLUE, 6)
    (<CardType.RED_FIVE: 'red_five'>, <CardType.PLAIN: 'plain'>)
    """
    if colour is Colour.RED:
        return CardType.RED_FIVE if value == FIVE else CardType.RED
    return CardType.FIVE if value == FIVE else CardType.PLAIN
