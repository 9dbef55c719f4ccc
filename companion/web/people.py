"""What can be done about one player: another name, leaving, somebody who plays on, start points?"""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.arranging import hand_over, leave_after_hand, set_start_points
from companion.actions.hosting import rename_player
from companion.rules.errors import Problem, RuleError
from companion.store import tables
from companion.store.rows import MatchRow
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import read_number, read_operation_id, read_text
from companion.web.running import find_running
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("people", __name__)
PATH = "/t/<table_id>/players/<player_id>"


@blueprint.get(PATH)
@needs(Role.PLAYER)
def person(table_id: str, player_id: str) -> str:
    """Show what can be done about a player."""
    return _render(table_id, player_id)


@blueprint.post(f"{PATH}/name")
@needs(Role.PLAYER)
def rename(table_id: str, player_id: str) -> Answer | tuple[str, int]:
    """Give a player another name."""
    name = read_text("name")
    try:
        rename_player(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            player_id=player_id,
            name=name,
        )
    except RuleError as error:
        return _render(table_id, player_id, problem=error.problem, about="name", name=name), 422
    return redirect(url_for("people.person", table_id=table_id, player_id=player_id), 303)


@blueprint.post(f"{PATH}/leave")
@needs(Role.PLAYER)
def leave(table_id: str, player_id: str) -> Answer | tuple[str, int]:
    """Let a player leave when this hand is closed, or stay after all."""
    match = _get_running(table_id)
    try:
        leave_after_hand(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            match_id=match.id,
            player_id=player_id,
            leaves=read_text("leaves") == "1",
        )
    except RuleError as error:
        return _render(table_id, player_id, problem=error.problem), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


@blueprint.post(f"{PATH}/hand-over")
@needs(Role.PLAYER)
def pass_on(table_id: str, player_id: str) -> Answer | tuple[str, int]:
    """Let somebody else play on for a player."""
    try:
        hand_over(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            hand_id=_get_running(table_id).open_hand.id,
            player_id=player_id,
            to=read_text("to"),
        )
    except RuleError as error:
        return _render(table_id, player_id, problem=error.problem), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


@blueprint.post(f"{PATH}/start-points")
@needs(Role.PLAYER)
def start_points(table_id: str, player_id: str) -> Answer | tuple[str, int]:
    """Set what a player began the match with."""
    points = read_number("points")
    try:
        if points is None:
            raise RuleError("not_a_number")
        set_start_points(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            match_id=_get_running(table_id).id,
            points={player_id: points},
        )
    except RuleError as error:
        return _render(table_id, player_id, problem=error.problem, about="points"), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


def _render(
    table_id: str,
    player_id: str,
    *,
    problem: Problem | None = None,
    about: str = "",
    name: str | None = None,
) -> str:
    """Show a player's page; a refusal stands at the field it is `about`, or above all that can be done."""
    players = show_players(tables.list_players(get_db(), table_id))
    if player_id not in players:
        abort(404)
    match = find_running(table_id)
    seats = match.open_hand.seats if match else ()
    player = players[player_id]
    return render_template(
        "people/person.html",
        player=player,
        name=player.name if name is None else name,
        is_playing=player_id in seats,
        leaves=match is not None and player_id in match.leaving,
        start_points=_start_points(match, player_id),
        typed_points=read_text("points"),
        substitutes=_substitutes(players, seats),
        hand_id=match.open_hand.id if match else None,
        problem=wording.problem(problem) if problem else None,
        about=about,
    )


def _start_points(match: MatchRow | None, player_id: str) -> int | None:
    return match.rules.start_points.get(player_id) if match else None


def _substitutes(players: dict[str, PlayerView], seats: tuple[str, ...]) -> list[PlayerView]:
    return [player for player in players.values() if player.id not in seats]


def _get_running(table_id: str) -> MatchRow:
    match = find_running(table_id)
    if match is None:
        abort(404)
    return match
