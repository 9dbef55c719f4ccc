"""What does the scores page show of a match?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from flask import url_for

from companion.actions.hands import check_piles, last_closed, missing_players
from companion.actions.matches import last_line_up
from companion.rules.dealer import sits_left_of
from companion.rules.deck import plan_deal
from companion.rules.match import HandState, Outcome, Standing, hand_number, outcome, standings
from companion.rules.pile import Count
from companion.store.rows import HandRow, MatchRow
from companion.web.shown import ColourView, PlayerView, name_of, show_colours

Phase = Literal["deal", "counting", "ready", "closed", "over"]
Players = Mapping[str, PlayerView]


@dataclass(frozen=True)
class Lane:
    """One player's way to the target; the shares are parts of the track from 0 to 100."""

    player: PlayerView
    rank: int
    total: int
    change: int | None
    to_go: int
    share: float
    old_share: float
    is_fresh: bool
    is_dealer: bool
    is_winner: bool
    has_left: bool


@dataclass(frozen=True)
class DealCard:
    """Who deals the open hand, and what is dealt."""

    hand_number: int
    dealer: PlayerView
    right_of: PlayerView | None
    is_first_hand: bool
    is_drawn: bool
    colours: tuple[ColourView, ...]
    colour_count: int
    number_cards: int
    central_deck: int


@dataclass(frozen=True)
class SeatCount:
    """How far one player's pile is counted."""

    player: PlayerView
    state: Literal["waiting", "counting", "done"]
    cards: int
    points: int
    url: str
    is_me: bool


@dataclass(frozen=True)
class ClosedNote:
    """How the last hand was closed."""

    number: int
    by: str | None
    left: int
    as_counted: bool


@dataclass(frozen=True)
class Again:
    """The next match with the same people."""

    dealer: PlayerView
    url: str
    match_id: str


@dataclass(frozen=True)
class Board:
    """Everything of a match that the scores page shows."""

    match_id: str
    phase: Phase
    hand_number: int
    target: int
    lanes: tuple[Lane, ...]
    deal: DealCard
    seats: tuple[SeatCount, ...]
    waits_for: tuple[PlayerView, ...]
    closed: ClosedNote | None
    winners: tuple[Lane, ...]
    is_shared: bool
    again: Again | None
    after: str
    choice_url: str
    sheet_url: str
    is_playing_on: bool
    is_tie: bool
    count_url: str
    close_url: str


def show_board(match: MatchRow, players: Players, *, me: str | None, is_last: bool = True) -> Board:
    """Return a match as shown to the player `me`; only the table's last match can be played again."""
    result = outcome(match.rules)
    phase = find_phase(match, result)
    lanes = tuple(
        _show_lane(standing, match, players, is_fresh=phase in {"closed", "over"}, winners=result.winners)
        for standing in standings(match.rules)
    )
    return Board(
        match_id=match.id,
        phase=phase,
        hand_number=open_hand_number(match),
        target=match.rules.target,
        lanes=lanes,
        deal=_show_deal(match, players),
        seats=show_seats(match.table_id, match.open_hand, players, me=me),
        waits_for=tuple(players[player] for player in missing_players(match.open_hand)),
        closed=_show_closed(match, players),
        winners=tuple(lane for lane in lanes if lane.is_winner),
        is_shared=len(result.winners) > 1,
        again=_show_again(match, players) if result.is_over and is_last else None,
        after=closed.id if (closed := last_closed(match)) else "",
        choice_url=url_for("choices.choose", table_id=match.table_id, match_id=match.id),
        sheet_url=url_for("sheet.sheet", table_id=match.table_id, match_id=match.id),
        is_playing_on=result.playing_on,
        is_tie=result.is_tie,
        count_url=url_for("count.mine", table_id=match.table_id),
        close_url=url_for("closing.close", table_id=match.table_id),
    )


def find_phase(match: MatchRow, result: Outcome) -> Phase:
    """Return how far the match is: dealing, counting, ready to close, just closed, or over."""
    if result.is_over:
        return "over"
    hand = match.open_hand
    if hand.taken or any(pile.is_begun for pile in hand.piles.values()):
        return "counting" if missing_players(hand) else "ready"
    return "closed" if open_hand_number(match) > 1 else "deal"


def open_hand_number(match: MatchRow) -> int:
    """Return the number of the open hand, from 1."""
    return hand_number(match.rules, match.hands.index(match.open_hand))


def show_seats(
    table_id: str, hand: HandRow, players: Players, *, me: str | None, endpoint: str = "count.pile"
) -> tuple[SeatCount, ...]:
    """Return how far each pile of a hand is counted, in the order of the seats."""
    return tuple(
        _show_seat(table_id, hand, players[seat], is_me=seat == me, endpoint=endpoint) for seat in hand.seats
    )


def _show_seat(table_id: str, hand: HandRow, player: PlayerView, *, is_me: bool, endpoint: str) -> SeatCount:
    pile = hand.piles.get(player.id)
    count = pile.count if pile else Count()
    return SeatCount(
        player=player,
        state="waiting" if pile is None or not pile.is_begun else "done" if pile.is_done else "counting",
        cards=count.cards,
        points=count.points,
        url=url_for(endpoint, table_id=table_id, player_id=player.id),
        is_me=is_me,
    )


def _show_lane(
    standing: Standing, match: MatchRow, players: Players, *, is_fresh: bool, winners: Collection[str]
) -> Lane:
    hand = match.open_hand
    return Lane(
        player=players[standing.player],
        rank=standing.rank,
        total=standing.total,
        change=standing.change,
        to_go=standing.to_go,
        share=_share(standing.total, match.rules.target),
        old_share=_share(standing.total - (standing.change or 0), match.rules.target),
        is_fresh=is_fresh and bool(standing.change),
        is_dealer=standing.player == hand.dealer_id and not winners,
        is_winner=standing.player in winners,
        has_left=standing.player not in hand.seats,
    )


def _share(points: int, target: int) -> float:
    return round(min(100.0, 100 * points / target), 2)


def _show_deal(match: MatchRow, players: Players) -> DealCard:
    hand = match.open_hand
    number = open_hand_number(match)
    deal = plan_deal(hand.colours, len(hand.seats))
    return DealCard(
        hand_number=number,
        dealer=players[hand.dealer_id],
        right_of=players[sits_left_of(hand.seats, hand.dealer_id)] if number > 1 else None,
        is_first_hand=number == 1,
        is_drawn=hand.dealer_by == "chance",
        colours=show_colours(hand.colours),
        colour_count=len(hand.colours),
        number_cards=deal.number_cards,
        central_deck=deal.central_deck,
    )


def _show_closed(match: MatchRow, players: Players) -> ClosedNote | None:
    closed = [hand for hand in match.hands if hand.state is HandState.CLOSED]
    if not closed:
        return None
    last = closed[-1]
    return ClosedNote(
        number=len(closed),
        by=name_of(players, last.closed_by),
        left=check_piles(last).left,
        as_counted=last.as_counted,
    )


def _show_again(match: MatchRow, players: Players) -> Again:
    return Again(
        dealer=players[last_line_up(match).dealer],
        url=url_for("match.again", table_id=match.table_id, match_id=match.id),
        match_id=match.id,
    )
