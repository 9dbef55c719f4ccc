"""How does a match stand, is it over, and who deals next?

Everything is derived from the hands each time, so that a correction of any of them is enough.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.cards import Colour
from companion.rules.dealer import next_dealer
from companion.rules.pile import Count


class HandState(StrEnum):
    """Whether a hand is being played, has been counted, or does not count."""

    OPEN = "open"
    CLOSED = "closed"
    VOID = "void"


class Choice(StrEnum):
    """What the table has chosen after a closed hand."""

    SHARED = "shared"
    ONE_MORE = "one_more"
    PLAY_ON = "play_on"
    END_NOW = "end_now"


class Joining(StrEnum):
    """With how many points a player joins a match that has begun."""

    ZERO = "zero"
    LOWEST = "lowest"
    AVERAGE = "average"


@dataclass(frozen=True)
class Hand:
    """One deal: who dealt and sat where (clockwise), with which colours, and the pile each player counted."""

    dealer: str
    seats: tuple[str, ...]
    colours: tuple[Colour, ...]
    state: HandState
    piles: Mapping[str, Count]
    choice: Choice | None = None


@dataclass(frozen=True)
class Match:
    """All hands of a match in order; `start_points` names its players, in order of arrival.

    `end_now` is the table's choice before any hand is closed; afterwards the last closed hand carries it.
    """

    target: int
    start_points: Mapping[str, int]
    hands: tuple[Hand, ...]
    end_now: bool = False


@dataclass(frozen=True)
class Standing:
    """Where a player stands, in points; `change` is None for who was not in the last closed hand."""

    player: str
    total: int
    change: int | None
    rank: int
    to_go: int


@dataclass(frozen=True)
class Outcome:
    """Whether the match is over, and why.

    `winners` is empty while it is not over. `is_tie`: they share the win, or play one more hand for it.
    `reached`: who is at the target or past it. `ended_by`: the choice that ended it (None: the target did).
    `playing_on`: the target no longer ends it.
    """

    is_over: bool
    winners: tuple[str, ...]
    is_tie: bool
    reached: tuple[str, ...]
    ended_by: Choice | None
    playing_on: bool


def totals(match: Match) -> dict[str, int]:
    """Add up each player's start points and closed hands; a pile that is missing holds nothing.

    The rules, "End of the match". Piles of who is not in `start_points` are not looked at.

    >>> totals(Match(100, {"ana": 10, "bea": 0}, ()))
    {'ana': 10, 'bea': 0}
    """
    return _totals(match, _closed(match))


def standings(match: Match) -> tuple[Standing, ...]:
    """Rank the players, best first; equal totals share a rank (1, 1, 3) and stand in order of arrival.

    >>> [(s.player, s.rank) for s in standings(Match(100, {"ana": 1, "bea": 7, "carlo": 7}, ()))]
    [('bea', 1), ('carlo', 1), ('ana', 3)]
    """
    total = totals(match)
    last = _closed(match)[-1:]
    return tuple(
        Standing(
            player=player,
            total=total[player],
            change=next((_points(hand, player) for hand in last if _took_part(hand, player)), None),
            rank=1 + sum(other > total[player] for other in total.values()),
            to_go=max(0, match.target - total[player]),
        )
        for player in sorted(total, key=lambda player: -total[player])
    )


def hand_number(match: Match, index: int) -> int:
    """Number the hand at this index from 1; a void hand shares the number of the one that replaces it.

    >>> hand_number(Match(100, {}, (Hand("ana", ("ana",), (), HandState.VOID, {}),)), 1)
    1
    """
    return 1 + len(_closed(match, before=index))


def outcome(match: Match) -> Outcome:
    """Judge the match at its last closed hand; a choice that has lost its cause is ignored.

    The rules, "End of the match"; what they leave silent is the table's choice: equal highest totals share
    the win unless ONE_MORE was chosen, PLAY_ON lifts the target for good, END_NOW ends at any closed hand.

    >>> outcome(Match(100, {"ana": 3, "bea": 8}, (), end_now=True)).winners
    ('bea',)
    """
    closed = _closed(match)
    total = _totals(match, closed)
    choice = _choice(match, closed)
    reached = _reached(match, closed)
    playing_on = _plays_on(match, closed)
    is_judged = choice is Choice.END_NOW or (bool(reached) and not playing_on)
    best = _best(total) if is_judged else ()
    is_tie = len(best) > 1
    is_over = is_judged and not (is_tie and choice is Choice.ONE_MORE)
    return Outcome(
        is_over=is_over,
        winners=best if is_over else (),
        is_tie=is_tie,
        reached=reached,
        ended_by=_ended_by(choice, is_tie=is_tie) if is_over else None,
        playing_on=playing_on,
    )


def deals_next(match: Match, seats: tuple[str, ...]) -> str:
    """Name who deals the next hand, or deals a hand again that came to nothing.

    The rules, "Preparing a hand". A last hand that is void (or open) moves nothing on: its dealer deals
    again; has that one left, the nearest on their right who is still here. Before the first hand it is the
    first seat: whom chance picks is not asked here.

    >>> deals_next(Match(100, {}, (Hand("ana", ("ana", "bea"), (), HandState.CLOSED, {}),)), ("ana", "bea"))
    'bea'
    """
    if not match.hands:
        return seats[0]
    last = match.hands[-1]
    if last.state is not HandState.CLOSED and last.dealer in seats:
        return last.dealer
    return next_dealer(seats, last_seats=last.seats, last_dealer=last.dealer)


def joining_points(totals: Mapping[str, int], how: Joining) -> int:
    """Give the start points of who joins players with these totals; an average is rounded down.

    >>> joining_points({"ana": 10, "bea": 25}, Joining.AVERAGE)
    17
    """
    if how is Joining.ZERO or not totals:
        return 0
    if how is Joining.LOWEST:
        return min(totals.values())
    return sum(totals.values()) // len(totals)


def _closed(match: Match, *, before: int | None = None) -> tuple[Hand, ...]:
    return tuple(hand for hand in match.hands[:before] if hand.state is HandState.CLOSED)


def _totals(match: Match, hands: Iterable[Hand]) -> dict[str, int]:
    played = tuple(hands)
    return {
        player: start + sum(_points(hand, player) for hand in played)
        for player, start in match.start_points.items()
    }


def _points(hand: Hand, player: str) -> int:
    return hand.piles.get(player, Count()).points


def _took_part(hand: Hand, player: str) -> bool:
    return player in hand.seats or player in hand.piles


def _best(total: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(player for player, points in total.items() if points == max(total.values()))


def _reached(match: Match, closed: tuple[Hand, ...]) -> tuple[str, ...]:
    """Name who is at the target or past it after these hands; nobody before any: only a hand ends it."""
    total = _totals(match, closed) if closed else {}
    return tuple(player for player, points in total.items() if points >= match.target)


def _plays_on(match: Match, closed: tuple[Hand, ...]) -> bool:
    return any(
        hand.choice is Choice.PLAY_ON and _reached(match, closed[: place + 1])
        for place, hand in enumerate(closed)
    )


def _choice(match: Match, closed: tuple[Hand, ...]) -> Choice | None:
    if closed:
        return closed[-1].choice
    return Choice.END_NOW if match.end_now else None


def _ended_by(choice: Choice | None, *, is_tie: bool) -> Choice | None:
    if choice is Choice.END_NOW or (choice is Choice.SHARED and is_tie):
        return choice
    return None
