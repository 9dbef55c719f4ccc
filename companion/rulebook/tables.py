"""What stands in the tables of the texts, in numbers?"""

from dataclasses import dataclass
from itertools import groupby

from companion.rules.cards import AS_SORTED, IN_BOX, MAX_PLAYERS, MIN_PLAYERS, POINTS, CardType
from companion.rules.deck import count_number_cards, suggest_colours, suggest_target

TABLES = ("points", "colours", "targets")
_PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


@dataclass(frozen=True)
class PointsRow:
    """What a card counts, and how many of them the box holds."""

    card_type: CardType
    points: int
    in_box: int


@dataclass(frozen=True)
class ColoursRow:
    """For how many players (one number or more) how many colours beside red are proposed."""

    players: tuple[int, ...]
    others: int
    number_cards: int


@dataclass(frozen=True)
class TargetRow:
    """For how many players how many points are proposed."""

    players: int
    target: int


def list_points() -> tuple[PointsRow, ...]:
    """List the five card types, as people sort a pile.

    >>> list_points()[2]
    PointsRow(card_type=<CardType.RED: 'red'>, points=3, in_box=8)
    """
    return tuple(PointsRow(each, POINTS[each], IN_BOX[each]) for each in AS_SORTED)


def list_colours() -> tuple[ColoursRow, ...]:
    """List the proposals, with the numbers of players that share one in one row.

    >>> list_colours()[0]
    ColoursRow(players=(2, 3), others=3, number_cards=36)
    """
    return tuple(
        ColoursRow(tuple(players), len(colours) - 1, count_number_cards(colours))
        for colours, players in groupby(_PLAYERS, key=suggest_colours)
    )


def list_targets() -> tuple[TargetRow, ...]:
    """List the proposals.

    >>> list_targets()[0]
    TargetRow(players=2, target=140)
    """
    return tuple(TargetRow(players, suggest_target(players)) for players in _PLAYERS)
