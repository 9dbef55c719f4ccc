"""Which number cards are in play, and how are they dealt?"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.rules.cards import (
    COLOURS,
    IN_BOX,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VALUES,
    CardType,
    Colour,
    card_type,
)
from companion.rules.errors import RuleError
from companion.rules.pile import Count

CARDS_EACH = 3
OPEN_CARDS = 2

_COLOURS_FOR: Mapping[int, int] = MappingProxyType({2: 4, 3: 4, 4: 5, 5: 6, 6: 6})
_TARGET_FOR: Mapping[int, int] = MappingProxyType({2: 140, 3: 120, 4: 100, 5: 80, 6: 60})


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Where the number cards of a hand lie when it begins, in cards."""

    colours: tuple[Colour, ...]
    players: int
    number_cards: int
    each: int = CARDS_EACH
    open: int = OPEN_CARDS
    central_deck: int


def suggest_colours(players: int) -> tuple[Colour, ...]:
    """Propose the colours in play, red first; the table may choose others.

    The rules, "Colours in play". Raises RuleError `number_of_players` outside 2 to 6.

    >>> format_colours(suggest_colours(3))
    'red orange yellow green'
    """
    _check_players(players)
    return COLOURS[: _COLOURS_FOR[players]]


def suggest_target(players: int) -> int:
    """Propose the points that end the match; the table may choose others.

    The rules, "End of the match". Raises RuleError `number_of_players` outside 2 to 6.

    >>> suggest_target(4)
    100
    """
    _check_players(players)
    return _TARGET_FOR[players]


def count_number_cards(colours: Collection[Colour]) -> int:
    """Count the number cards of these colours: nine of each.

    The rules, "The box: 65 cards".

    >>> count_number_cards(COLOURS)
    54
    """
    return len(VALUES) * len(colours)


def in_play(colours: Collection[Colour]) -> Count:
    """Give the most of each card type that all piles of a hand together can hold.

    The rules, "What follows from the facts". TWEAK cards are all in, whatever the colours.

    >>> in_play(suggest_colours(2))
    Count(plain=24, red=8, five=3, red_five=1, tweak=10)
    """
    types = Counter(card_type(colour, value) for colour in colours for value in VALUES)
    return Count(
        plain=types[CardType.PLAIN],
        red=types[CardType.RED],
        five=types[CardType.FIVE],
        red_five=types[CardType.RED_FIVE],
        tweak=IN_BOX[CardType.TWEAK],
    )


def parse_colours(text: str) -> tuple[Colour, ...]:
    """Read colour ids between spaces, in any order, into the order of the box.

    The rules, "Colours in play": red stays in. The inverse of `format_colours`. Raises RuleError
    `unknown_colour` (word), `colour_twice` (colour) or `red_stays_in`.

    >>> format_colours(parse_colours("blue red"))
    'red blue'
    """
    named = [_parse_colour(word) for word in text.split()]
    for colour in COLOURS:
        if named.count(colour) > 1:
            raise RuleError("colour_twice", colour=colour)
    if Colour.RED not in named:
        raise RuleError("red_stays_in")
    return _box_order(named)


def format_colours(colours: Collection[Colour]) -> str:
    """Write colours as their ids in the order of the box; the inverse of `parse_colours`.

    >>> format_colours((Colour.GREEN, Colour.RED))
    'red green'
    """
    return " ".join(_box_order(colours))


def plan_deal(colours: Collection[Colour], players: int) -> Deal:
    """Say how many cards go where when a hand is dealt.

    The rules, "Preparing a hand": at least one card must reach the central deck. Raises RuleError
    `number_of_players` (players, at_least, at_most) or `too_few_cards` (number_cards, needed).

    >>> plan_deal(suggest_colours(4), 4).central_deck
    31
    """
    _check_players(players)
    number_cards = count_number_cards(colours)
    dealt = CARDS_EACH * players + OPEN_CARDS
    if number_cards <= dealt:
        raise RuleError("too_few_cards", number_cards=number_cards, needed=dealt + 1)
    return Deal(
        colours=_box_order(colours),
        players=players,
        number_cards=number_cards,
        central_deck=number_cards - dealt,
    )


def _box_order(colours: Collection[Colour]) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour in colours)


def _parse_colour(word: str) -> Colour:
    if word not in COLOURS:
        raise RuleError("unknown_colour", word=word)
    return Colour(word)


def _check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("number_of_players", players=players, at_least=MIN_PLAYERS, at_most=MAX_PLAYERS)
