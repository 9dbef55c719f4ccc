"""Which number stands behind each placeholder of the texts?"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType

from companion.rules.cards import (
    COLOURS,
    DECK_EMPTY_TARGET,
    IN_BOX,
    MAX_PLAYERS,
    MIN_PLAYERS,
    POINTS,
    TARGET_SUMS,
    TWEAK_CARDS,
    VALUES,
    CardType,
    Colour,
)
from companion.rules.deck import CARDS_EACH, OPEN_CARDS, count_number_cards, in_play, suggest_colours
from companion.rules.pile import Count
from companion.rules.scoring import SUM_AT_LEAST
from companion.rules.targets import JOKER_MOVES, turn_targets

AGE_FROM = 8
AGE_NEVER = 3
MINUTES = (15, 25)
BLUE_CARDS = 1
LEAST_DECK = 1
"""Cards that a deal must leave for the central deck; `plan_deal` refuses fewer."""


def _count_values() -> Iterator[tuple[str, int]]:
    yield from ((f"points.{each}", POINTS[each]) for each in CardType)
    yield from _count_box()
    yield from _count_deal()
    yield from _count_sums()
    yield from _count_deck()


def _count_box() -> Iterator[tuple[str, int]]:
    number_cards = count_number_cards(COLOURS)
    tweak_cards = sum(TWEAK_CARDS.values())
    yield "box.cards", number_cards + tweak_cards + BLUE_CARDS
    yield "box.number_cards", number_cards
    yield "box.tweak", tweak_cards
    yield "box.blue", BLUE_CARDS
    yield "box.colours", len(COLOURS)
    yield "box.each", len(VALUES)
    yield "box.red", IN_BOX[CardType.RED]
    yield "box.red_five", IN_BOX[CardType.RED_FIVE]
    yield from ((f"box.{kind}", number) for kind, number in TWEAK_CARDS.items())
    yield "kind.many", VALUES.count(min(VALUES))
    yield "kind.one", VALUES.count(max(VALUES))
    yield "age.from", AGE_FROM
    yield "age.never", AGE_NEVER
    yield from zip(("minutes.least", "minutes.most"), MINUTES, strict=True)


def _count_deal() -> Iterator[tuple[str, int]]:
    numbers = sorted({len(suggest_colours(players)) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)})
    yield "players.least", MIN_PLAYERS
    yield "players.most", MAX_PLAYERS
    yield from zip(("colours.least", "colours.middle", "colours.most"), numbers, strict=True)
    yield "others.least", numbers[0] - 1
    yield "others.most", numbers[-1] - 1
    yield "cards.each", CARDS_EACH
    yield "cards.open", OPEN_CARDS
    yield "deck.least", LEAST_DECK


def _count_sums() -> Iterator[tuple[str, int]]:
    targets = [each.target for each in turn_targets()]
    final = [each.target for each in turn_targets(deck_empty=True)]
    yield "sum.least", min(TARGET_SUMS)
    yield "sum.most", max(TARGET_SUMS)
    yield "sum.cards", SUM_AT_LEAST
    yield "sum.cards_most", _most_cards(max(targets), suggest_colours(MIN_PLAYERS))
    yield "joker.step", max(JOKER_MOVES)
    yield "joker.least", min(targets)
    yield "joker.most", max(targets)
    yield "empty.target", DECK_EMPTY_TARGET
    yield "empty.less", min(final)
    yield "empty.more", max(final)


def _count_deck() -> Iterator[tuple[str, int]]:
    red, other = in_play((Colour.RED,)), in_play((Colour.BLUE,))
    yield "red.all", _number_card_points(red)
    yield "plain.all", _number_card_points(other)
    yield "plain.each", other.plain
    yield "tweak.all", POINTS[CardType.TWEAK] * IN_BOX[CardType.TWEAK]
    numbers = sorted({len(suggest_colours(players)) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)})
    for name, number in zip(("least", "middle", "most"), numbers, strict=True):
        yield f"deck_points.{name}", _number_card_points(in_play(COLOURS[:number]))


def _number_card_points(count: Count) -> int:
    return count.points - count.tweak * POINTS[CardType.TWEAK]


def _most_cards(target: int, colours: tuple[Colour, ...]) -> int:
    """Count the cards of the longest sum: it is made of the smallest ones."""
    smallest_first = sorted(VALUES * len(colours))
    return sum(total <= target for total in accumulate(smallest_first))


VALUES_IN_TEXTS: Mapping[str, int] = MappingProxyType(dict(_count_values()))
"""The number for each placeholder: `{points.red}` is `VALUES_IN_TEXTS["points.red"]`."""
