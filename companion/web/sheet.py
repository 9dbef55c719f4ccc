"""What was counted in each hand of a match, and how is a past pile corrected?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Refused, Stale
from companion.actions.hands import check_piles
from companion.actions.piles import PileWish, get_hand, save_pile
from companion.rules.cards import CardType
from companion.rules.errors import Problem, RuleError
from companion.rules.match import HandState, totals
from companion.rules.pile import Count
from companion.store import matches, tables
from companion.store.rows import HandRow, MatchRow
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import list_wrong_types, read_counts, read_number, read_operation_id, read_text
from companion.web.pile_pages import show_pile, show_versions_page
from companion.web.running import get_match
from companion.web.shown import PlayerView, show_players, show_types

blueprint = Blueprint("sheet", __name__)
CORRECT_PATH = "/t/<table_id>/hands/<hand_id>/piles/<player_id>/correct"
Players = Mapping[str, PlayerView]


@dataclass(frozen=True)
class Cell:
    """One player's count of one hand, and their total after it."""

    points: int
    counts: Mapping[str, int]
    total: int
    url: str
    is_dealer: bool


@dataclass(frozen=True)
class Row:
    """One closed hand; a cell is None where the player did not take part."""

    number: int
    cells: tuple[Cell | None, ...]
    points: int
    left: int
    as_counted: bool


@dataclass(frozen=True)
class Sheet:
    """All hands of a match; players in the order they came."""

    match_id: str
    target: int
    players: tuple[PlayerView, ...]
    start_points: tuple[int, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]


@blueprint.get("/t/<table_id>/matches/<match_id>/sheet")
@needs(Role.WATCHER)
def sheet(table_id: str, match_id: str) -> str:
    """Show the score sheet of a match."""
    match = matches.find_match(get_db(), match_id)
    if match is None or match.table_id != table_id:
        abort(404)
    players = show_players(tables.list_players(get_db(), table_id))
    return render_template("scores/sheet.html", sheet=_show_sheet(match, players), types=show_types())


@blueprint.get(CORRECT_PATH)
@needs(Role.PLAYER)
def correct(table_id: str, hand_id: str, player_id: str) -> str:
    """Show a past pile with its five numbers to be corrected."""
    return _render(get_match(table_id, hand_id), hand_id, player_id)


@blueprint.post(CORRECT_PATH)
@needs(Role.PLAYER)
def save(table_id: str, hand_id: str, player_id: str) -> Answer | tuple[str, int]:
    """Save a corrected pile; what does not fit is asked about first."""
    match = get_match(table_id, hand_id)
    try:
        saved = save_pile(
            get_desk(),
            read_operation_id(),
            _read_wish(hand_id, player_id),
            table_id=table_id,
            who=get_visitor().who,
        )
    except Stale as error:
        return show_versions_page(match, hand_id, player_id, error), 409
    except Refused as error:
        raw = error.params.get("problems")
        problems = raw if isinstance(raw, tuple) else (error.problem,)
        return _render(match, hand_id, player_id, problems=problems, is_typed=True), 422
    except RuleError:
        abort(404)
    if saved.asks:
        return _render(match, hand_id, player_id, asks=True, is_typed=True), 422
    return redirect(url_for("sheet.sheet", table_id=table_id, match_id=match.id), 303)


def _read_wish(hand_id: str, player_id: str) -> PileWish:
    base = read_number("base")
    if base is None:
        raise Refused("count", problems=(Problem("not_a_number"),))
    return PileWish(
        hand_id, player_id, base, read_counts(), done=True, anyway=bool(read_text("anyway")), correct=True
    )


def _render(
    match: MatchRow,
    hand_id: str,
    player_id: str,
    *,
    problems: tuple[Problem, ...] = (),
    asks: bool = False,
    is_typed: bool = False,
) -> str:
    hand = get_hand(match, hand_id)
    if player_id not in hand.seats or hand.state is not HandState.CLOSED:
        abort(404)
    players = show_players(tables.list_players(get_db(), match.table_id))
    pile = replace(
        show_pile(match, hand, players[player_id]),
        save_url=url_for("sheet.save", table_id=match.table_id, hand_id=hand_id, player_id=player_id),
    )
    return render_template(
        "scores/correct.html",
        pile=pile,
        typed={card_type.value: read_text(card_type.value) for card_type in CardType} if is_typed else None,
        base=read_text("base") if is_typed else pile.revision,
        types=show_types(),
        asks=asks,
        warnings=_warnings(hand, player_id, players) if asks else [],
        problem=wording.all_problems(problems),
        wrong_types=list_wrong_types(problems),
        sheet_url=url_for("sheet.sheet", table_id=match.table_id, match_id=match.id),
    )


def _warnings(hand: HandRow, player_id: str, players: Players) -> list[str]:
    names = {player.id: player.name for player in players.values()}
    stored = hand.piles[player_id]
    tried = replace(hand, piles={**hand.piles, player_id: replace(stored, count=read_counts())})
    return wording.problems(check_piles(tried).problems, names)


def _show_sheet(match: MatchRow, players: Players) -> Sheet:
    start_points = match.rules.start_points
    closed = [hand for hand in match.hands if hand.state is HandState.CLOSED]
    columns = {player: _column(match, closed, player) for player in start_points}
    return Sheet(
        match_id=match.id,
        target=match.rules.target,
        players=tuple(players[player] for player in start_points),
        start_points=tuple(start_points.values()),
        rows=tuple(
            _show_row(hand, number, cells=tuple(columns[player][number - 1] for player in columns))
            for number, hand in enumerate(closed, start=1)
        ),
        totals=tuple(totals(match.rules).values()),
    )


def _column(match: MatchRow, closed: list[HandRow], player: str) -> list[Cell | None]:
    counts = [_count_of(hand, player) for hand in closed]
    running = accumulate((count.points for count in counts), initial=match.rules.start_points[player])
    next(running)
    return [
        _show_cell(match, hand, player, count=count, total=total)
        if player in hand.seats or player in hand.piles
        else None
        for hand, count, total in zip(closed, counts, running, strict=True)
    ]


def _show_cell(match: MatchRow, hand: HandRow, player: str, *, count: Count, total: int) -> Cell:
    url = url_for("sheet.correct", table_id=match.table_id, hand_id=hand.id, player_id=player)
    return Cell(
        points=count.points,
        counts={card_type.value: count.of(card_type) for card_type in CardType},
        total=total,
        url=url,
        is_dealer=player == hand.dealer_id,
    )


def _show_row(hand: HandRow, number: int, *, cells: tuple[Cell | None, ...]) -> Row:
    check = check_piles(hand)
    return Row(
        number=number,
        cells=cells,
        points=sum(cell.points for cell in cells if cell),
        left=check.left,
        as_counted=hand.as_counted or bool(check.problems),
    )


def _count_of(hand: HandRow, player: str) -> Count:
    pile = hand.piles.get(player)
    return pile.count if pile else Count()
