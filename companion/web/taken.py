"""Which checked sums were taken for a player in this hand, and how is one taken back?"""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing
from companion.actions.sums import take_back
from companion.rules.cards import COLOURS
from companion.rules.declared import Declaration, judge
from companion.rules.errors import Problem, RuleError
from companion.rules.pile import Count
from companion.rules.scoring import check_hand
from companion.store import sums, tables
from companion.store.rows import HandRow, TakenRow
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.board import open_hand_number
from companion.web.context import get_db, get_desk
from companion.web.declaring import form_fields
from companion.web.forms import read_operation_id, read_text
from companion.web.language import say_time
from companion.web.running import find_running
from companion.web.shown import PlayerView, name_of, show_players
from companion.web.sum_pages import CardView, show_card
from companion.web.sum_words import say_sum

blueprint = Blueprint("taken", __name__)
BACK_TO_LIST = "list"


@dataclass(frozen=True)
class TakenView:
    """A taken sum as shown; `by` is who took it, None for the host's computer."""

    player: PlayerView
    spoken: str
    cards: list[CardView]
    card_count: int
    points: int
    is_tweak: bool
    wins_card: bool
    by: str | None
    when: str
    undo_url: str
    list_url: str


@blueprint.get("/t/<table_id>/check/taken/<player_id>")
@needs(Role.WATCHER)
def list_all(table_id: str, player_id: str) -> str:
    """List the sums that a player took in the hand that is played, so that a doubt can be settled."""
    return _render(table_id, player_id)


@blueprint.post("/t/<table_id>/check/sums/<sum_id>/undo")
@needs(Role.PLAYER)
def undo(table_id: str, sum_id: str) -> Answer | tuple[str, int]:
    """Take a sum back: to its cards on the check page, or to the list it was tapped in."""
    row = sums.find_taken(get_db(), table_id, sum_id)
    if row is None:
        abort(404)
    try:
        take_back(get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, sum_id=sum_id)
    except Missing:
        abort(404)
    except RuleError as error:
        return _render(table_id, row.player_id, problem=error.problem), 409
    if read_text("back") == BACK_TO_LIST:
        return redirect(url_for("taken.list_all", table_id=table_id, player_id=row.player_id), 303)
    return redirect(url_for("sums.check", table_id=table_id, **_declare_again(row)), 303)


def find_taken(table_id: str, sum_id: str) -> TakenView | None:
    """Return a sum that was taken just now, as shown; None where it is taken back already."""
    row = sums.find_taken(get_db(), table_id, sum_id)
    return _show(table_id, row, show_players(tables.list_players(get_db(), table_id))) if row else None


def _show(table_id: str, row: TakenRow, players: dict[str, PlayerView]) -> TakenView:
    return TakenView(
        player=players[row.player_id],
        spoken=say_sum(judge(Declaration(cards=row.cards), COLOURS).steps),
        cards=[show_card(card) for card in row.cards],
        card_count=row.count.cards,
        points=row.count.points,
        is_tweak=row.is_tweak,
        wins_card=row.wins_card,
        by=name_of(players, row.by_player_id),
        when=say_time(row.taken_at),
        undo_url=url_for("taken.undo", table_id=table_id, sum_id=row.id),
        list_url=url_for("taken.list_all", table_id=table_id, player_id=row.player_id),
    )


def _declare_again(row: TakenRow) -> dict[str, Any]:
    declared = Declaration(
        cards=row.cards, takes_all=row.is_tweak, tweak_cards_left=row.wins_card or not row.is_tweak
    )
    return {field.name: field.value for field in form_fields(declared) if field.value}


def _render(table_id: str, player_id: str, *, problem: Problem | None = None) -> str:
    players = show_players(tables.list_players(get_db(), table_id))
    if player_id not in players:
        abort(404)
    match = find_running(table_id)
    hand = match.open_hand if match else None
    rows = sums.list_taken(get_db(), hand.id) if hand else ()
    names = {player.id: player.name for player in players.values()}
    return render_template(
        "sums/taken.html",
        player=players[player_id],
        hand_number=open_hand_number(match) if match else None,
        taken=[_show(table_id, row, players) for row in rows if row.player_id == player_id],
        count=hand.taken.get(player_id, Count()) if hand else Count(),
        others=[players[seat] for seat in (hand.seats if hand else ()) if seat != player_id],
        warnings=wording.problems(_misfits(hand), names) if hand else [],
        problem=wording.problem(problem) if problem else None,
        back_to=BACK_TO_LIST,
        current="count",
    )


def _misfits(hand: HandRow) -> tuple[Problem, ...]:
    """Return what was taken by all together more often than it is in play."""
    taken = {seat: hand.taken[seat] for seat in hand.seats if seat in hand.taken}
    return check_hand(taken, hand.colours).problems
