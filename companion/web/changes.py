"""What was changed at the table, and how is it taken back?"""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing
from companion.actions.undoing import can_undo
from companion.actions.undoing import undo as undo_change
from companion.rules.errors import Problem, RuleError
from companion.store import changes, tables
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.change_words import ChangeLine, say_change
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation_id, read_text

blueprint = Blueprint("changes", __name__)
MOST_SHOWN = 200
MOST_LOOKED_AT = 20
# After these nothing older is worth a note on the scores; and these say too little for one.
ENDS_NOTE = frozenset({"pile_counted", "sum_taken", "match_started"})
NO_NOTE = frozenset({"table_opened", "player_added", "phone_joined"})


@blueprint.get("/t/<table_id>/changes")
@needs(Role.WATCHER)
def list_all(table_id: str) -> str:
    """List the table's changes, the newest first."""
    return _render(table_id)


@blueprint.post("/t/<table_id>/changes/<int:change_id>/undo")
@needs(Role.PLAYER)
def undo(table_id: str, change_id: int) -> Answer | tuple[str, int]:
    """Take a change back; where something newer stands on it, say what."""
    try:
        undo_change(
            get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, change_id=change_id
        )
    except Missing:
        abort(404)
    except RuleError as error:
        return _render(table_id, problem=error.problem, about=change_id), 409
    back = "scores.scores" if read_text("back") == "scores" else "changes.list_all"
    return redirect(url_for(back, table_id=table_id), 303)


def show_last_change(table_id: str) -> ChangeLine | None:
    """Return the newest change that everybody at the table should know of, until counting goes on."""
    for row in changes.list_changes(get_db(), table_id, limit=MOST_LOOKED_AT):
        if row.change.kind in ENDS_NOTE:
            return None
        if row.change.kind not in NO_NOTE:
            return say_change(row, _names(table_id), can_undo=can_undo(row, get_visitor().who))
    return None


def _render(table_id: str, *, problem: Problem | None = None, about: int | None = None) -> str:
    names = _names(table_id)
    lines = [
        say_change(row, names, can_undo=can_undo(row, get_visitor().who))
        for row in changes.list_changes(get_db(), table_id, limit=MOST_SHOWN)
    ]
    return render_template(
        "people/changes.html",
        lines=lines,
        problem=wording.problem(problem) if problem else None,
        about=about,
    )


def _names(table_id: str) -> dict[str, str]:
    return {player.id: player.name for player in tables.list_players(get_db(), table_id)}
