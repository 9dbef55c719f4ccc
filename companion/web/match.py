"""How is a match put together, and which matches has the table played?"""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing, Stale
from companion.actions.joining import add_player as add_new_player
from companion.actions.matches import last_line_up, play_again, start_match
from companion.rules.errors import Problem, RuleError
from companion.rules.match import HandState, outcome, standings
from companion.store import matches, tables
from companion.store.rows import MatchRow
from companion.web import wording
from companion.web.access import Role, get_table, get_visitor, needs
from companion.web.board import show_board
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation, read_operation_id, read_text
from companion.web.language import gettext as _
from companion.web.language import say_day, say_time
from companion.web.line_up import Draft, apply, read_draft, seat_newcomer
from companion.web.line_up_view import Editor, show_line_up
from companion.web.running import find_running
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("match", __name__)
MOST_LISTED = 50
Players = Mapping[str, PlayerView]


@dataclass(frozen=True)
class LastLineUp:
    """The people of the last match, for one tap."""

    players: tuple[PlayerView, ...]
    dealer: PlayerView
    target: int
    match_id: str


@dataclass(frozen=True)
class MatchLine:
    """One match in the list."""

    url: str
    players: tuple[PlayerView, ...]
    winners: tuple[str, ...]
    best: int
    hands: int
    when: str


@blueprint.get("/t/<table_id>/new")
@needs(Role.PLAYER)
def new(table_id: str) -> str:
    """Show the new match as it is put together so far, after the tap in `do`."""
    players = show_players(tables.list_players(get_db(), table_id))
    draft = read_draft(request.args, known=tuple(players))
    if not request.args:
        draft = _begin_draft(draft, players)
    return _render_new(apply(draft, request.args.get("do", "")), players)


@blueprint.post("/t/<table_id>/new/player")
@needs(Role.PLAYER)
def add_player(table_id: str) -> Answer | str | tuple[str, int]:
    """Add a player by name and seat them."""
    name = read_text("name")
    operation = read_operation("add_player", table=table_id, name=name)
    try:
        player_id = add_new_player(get_desk(), operation, table_id=table_id, who=get_visitor().who, name=name)
    except RuleError as error:
        return _render_posted(problem=error.problem, name=name), 422
    draft, players = _posted_draft()
    return _render_new(seat_newcomer(draft, player_id), players)


@blueprint.post("/t/<table_id>/new")
@needs(Role.PLAYER)
def start(table_id: str) -> Answer | tuple[str, int]:
    """Start the match that was put together."""
    draft, players = _posted_draft()
    try:
        start_match(
            get_desk(),
            read_operation_id(),
            draft.finish(),
            table_id=table_id,
            who=get_visitor().who,
            after=read_text("after") or None,
        )
    except Stale as error:
        # The next tap is meant for what this page shows now.
        return _render_new(draft, players, problem=error.problem, after=_last_match_id()), 409
    except RuleError as error:
        return _render_posted(problem=error.problem), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


@blueprint.post("/t/<table_id>/matches/<match_id>/again")
@needs(Role.PLAYER)
def again(table_id: str, match_id: str) -> Answer:
    """Start the next match with the same people, at one tap."""
    try:
        play_again(
            get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, match_id=match_id
        )
    except Missing:
        abort(404)
    except Stale:
        pass  # Another phone was quicker: its match is the one that the scores show.
    return redirect(url_for("scores.scores", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/matches")
@needs(Role.WATCHER)
def list_all(table_id: str) -> str:
    """List the table's matches, running and finished."""
    players = show_players(tables.list_players(get_db(), table_id))
    stored = matches.list_matches(get_db(), table_id, limit=MOST_LISTED)
    over = {match.id for match in stored if outcome(match.rules).is_over}
    return render_template(
        "match/list.html",
        running=[_show_line(match, players) for match in stored if match.id not in over],
        finished=[_show_line(match, players) for match in stored if match.id in over],
        last_match=stored[0].id if stored else None,
    )


@blueprint.get("/t/<table_id>/matches/<match_id>")
@needs(Role.WATCHER)
def shown(table_id: str, match_id: str) -> str:
    """Show one match of the table as it stands or ended."""
    match = matches.find_match(get_db(), match_id)
    if match is None or match.table_id != table_id:
        abort(404)
    players = show_players(tables.list_players(get_db(), table_id))
    return render_template("match/finished.html", board=show_board(match, players, me=None, is_last=False))


def _begin_draft(draft: Draft, players: Players) -> Draft:
    """A player who opens the page sits already: the names go round from them."""
    me = get_visitor().me
    return seat_newcomer(draft, me.id) if me and me.id in players else draft


def _posted_draft() -> tuple[Draft, Players]:
    players = show_players(tables.list_players(get_db(), get_table().id))
    return read_draft(MultiDict(request.form), known=tuple(players)), players


def _render_posted(*, problem: Problem, name: str | None = None) -> str:
    draft, players = _posted_draft()
    return _render_new(draft, players, problem=problem, name=name)


def _last_match_id() -> str:
    last = matches.find_last_match(get_db(), get_table().id)
    return last.id if last else ""


def _render_new(
    draft: Draft,
    players: Players,
    *,
    problem: Problem | None = None,
    name: str | None = None,
    after: str | None = None,
) -> str:
    last = matches.find_last_match(get_db(), get_table().id)
    is_untouched = request.method == "GET" and not request.args
    return render_template(
        "match/new.html",
        line_up=show_line_up(draft, players),
        last=_show_last(last, players) if last and is_untouched else None,
        editor=_editor(request.values.get("after", _last_match_id()) if after is None else after),
        new_name=name,
        running=find_running(get_table().id),
        problem=wording.problem(problem) if problem else None,
    )


def _editor(after: str) -> Editor:
    table_id = get_table().id
    return Editor(
        title=_("New match"),
        url=url_for("match.new", table_id=table_id),
        add_url=url_for("match.add_player", table_id=table_id),
        save_url=url_for("match.start", table_id=table_id),
        save_text=_("Start the match"),
        seen_name="after",
        seen=after,
        is_first_hand=True,
    )


def _show_last(match: MatchRow, players: Players) -> LastLineUp:
    line_up = last_line_up(match)
    return LastLineUp(
        players=tuple(players[seat] for seat in line_up.seats),
        dealer=players[line_up.dealer],
        target=line_up.target,
        match_id=match.id,
    )


def _show_line(match: MatchRow, players: Players) -> MatchLine:
    ranked = standings(match.rules)
    return MatchLine(
        url=url_for("match.shown", table_id=match.table_id, match_id=match.id),
        players=tuple(players[standing.player] for standing in ranked),
        winners=tuple(players[winner].name for winner in outcome(match.rules).winners),
        best=ranked[0].total,
        hands=sum(hand.state is HandState.CLOSED for hand in match.hands),
        when=f"{say_day(match.started_at)}, {say_time(match.started_at)}",
    )
