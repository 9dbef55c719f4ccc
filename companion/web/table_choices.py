"""What does the table choose about a whole hand or match: it is void, one more hand, play on, end now?"""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions import hosting
from companion.actions.desk import Missing, Stale
from companion.actions.hands import choose as choose_end
from companion.actions.hands import last_closed, void_hand
from companion.rules.match import Choice
from companion.web.access import Role, get_visitor, needs
from companion.web.board import open_hand_number
from companion.web.context import get_desk
from companion.web.forms import read_operation_id, read_text
from companion.web.running import find_running

blueprint = Blueprint("choices", __name__)


@blueprint.get("/t/<table_id>/void")
@needs(Role.PLAYER)
def ask_void(table_id: str) -> Answer | str:
    """Ask whether the open hand shall count for nothing."""
    match = find_running(table_id)
    if match is None:
        return _go_back(table_id)
    hand = match.open_hand
    return render_template("match/void.html", hand_id=hand.id, hand_number=open_hand_number(match))


@blueprint.post("/t/<table_id>/hands/<hand_id>/void")
@needs(Role.PLAYER)
def void(table_id: str, hand_id: str) -> Answer:
    """Let the open hand count for nothing; one that another phone has closed meanwhile stays closed."""
    try:
        void_hand(get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, hand_id=hand_id)
    except Missing:
        abort(404)
    except Stale:
        pass  # The scores show what has become of it.
    return _go_back(table_id)


@blueprint.post("/t/<table_id>/matches/<match_id>/choice")
@needs(Role.PLAYER)
def choose(table_id: str, match_id: str) -> Answer:
    """Keep the table's choice at the end of a match; "" takes it back."""
    wanted = read_text("choice")
    if wanted not in {"", *Choice}:
        abort(400)
    try:
        choose_end(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            match_id=match_id,
            after=read_text("after"),
            choice=Choice(wanted) if wanted else None,
        )
    except Missing:
        abort(404)
    except Stale:
        pass  # Another hand has been closed meanwhile: the scores ask anew.
    return _go_back(table_id)


@blueprint.get("/t/<table_id>/end")
@needs(Role.PLAYER)
def ask_end(table_id: str) -> Answer | str:
    """Ask whether the match shall end now."""
    match = find_running(table_id)
    if match is None:
        return _go_back(table_id)
    closed = last_closed(match)
    return render_template("match/end.html", match_id=match.id, after=closed.id if closed else "")


@blueprint.post("/t/<table_id>/matches/<match_id>/delete")
@needs(Role.TABLE_HOST)
def delete_match(table_id: str, match_id: str) -> Answer:
    """Put a match away, or delete it for good."""
    try:
        hosting.delete_match(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            match_id=match_id,
            for_good=read_text("for_good") == "1",
        )
    except Missing:
        abort(404)
    return redirect(url_for("match.list_all", table_id=table_id), 303)


def _go_back(table_id: str) -> Answer:
    return redirect(url_for("scores.scores", table_id=table_id), 303)
