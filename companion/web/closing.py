"""How is a hand closed?"""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Stale
from companion.actions.hands import check_piles, close_hand, digest_piles, missing_players
from companion.rules.errors import Problem, RuleError
from companion.store import tables
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.board import open_hand_number, show_seats
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation_id, read_text
from companion.web.running import find_running, get_match
from companion.web.shown import show_players

blueprint = Blueprint("closing", __name__)


@blueprint.get("/t/<table_id>/close")
@needs(Role.PLAYER)
def close(table_id: str) -> Answer | str:
    """Ask whether what nobody has won is what lies on the table."""
    return _render(table_id)


@blueprint.post("/t/<table_id>/hands/<hand_id>/close")
@needs(Role.PLAYER)
def close_now(table_id: str, hand_id: str) -> Answer | tuple[str | Answer, int]:
    """Close the hand; what has changed since it was shown is shown again."""
    get_match(table_id, hand_id)
    try:
        close_hand(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            hand_id=hand_id,
            seen=read_text("seen"),
            as_counted=bool(read_text("as_counted")),
        )
    except Stale as error:
        if error.code == "hand_closed":
            return redirect(url_for("scores.scores", table_id=table_id), 303)
        return _render(table_id, error.problem), 409
    except RuleError as error:
        return _render(table_id, error.problem), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


def _render(table_id: str, problem: Problem | None = None) -> Answer | str:
    match = find_running(table_id)
    if match is None:
        return redirect(url_for("scores.scores", table_id=table_id), 303)
    hand = match.open_hand
    players = show_players(tables.list_players(get_db(), table_id))
    names = {player.id: player.name for player in players.values()}
    check = check_piles(hand)
    me = get_visitor().me
    missing = missing_players(hand)
    return render_template(
        "count/close.html",
        seats=show_seats(table_id, hand, players, me=me.id if me else None),
        hand_number=open_hand_number(match),
        left=check.left,
        warnings=wording.problems(check.problems, names),
        seen=digest_piles(hand),
        can_close=not missing,
        missing=[players[seat] for seat in missing],
        close_url=url_for("closing.close_now", table_id=table_id, hand_id=hand.id),
        problem=wording.problem(problem, names) if problem else None,
        current="count",
    )
