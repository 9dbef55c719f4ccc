"""How does a phone get to a table, and how does it say whose it is?"""

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions import joining
from companion.actions.desk import Missing
from companion.actions.tables import open_table as open_new_table
from companion.rules.errors import Problem, RuleError
from companion.store import devices, tables
from companion.store.rows import TableRow
from companion.web import wording
from companion.web.access import Role, get_or_make_token_hash, get_table, get_visitor, needs
from companion.web.context import get_companion, get_db, get_desk
from companion.web.forms import read_code, read_operation, read_own_path, read_text
from companion.web.language import COOKIE as LANGUAGE_COOKIE
from companion.web.language import get_lang
from companion.web.running import find_running
from companion.web.shown import PlayerView, show_player

blueprint = Blueprint("lobby", __name__)


class TableLine(NamedTuple):
    """One of the tables this phone knows."""

    name: str
    url: str
    players: tuple[PlayerView, ...]


@dataclass(frozen=True)
class JoinTile:
    """A player to tap: taken where another phone is theirs."""

    player: PlayerView
    is_taken: bool
    is_me: bool


@blueprint.get("/")
@needs(Role.STRANGER)
def start() -> str:
    """Show the way to a table."""
    get_or_make_token_hash()
    return _render_start()


@blueprint.post("/code")
@needs(Role.STRANGER)
def enter_code() -> Answer | tuple[str, int]:
    """Lead from a typed code to its table; tries are slowed down."""
    code = read_code(read_text("code"))
    if not get_companion().code_throttle.allow(request.remote_addr or ""):
        return _render_start(code=code, problem=Problem("too_many_tries")), 429
    table = tables.find_table_by_code(get_db(), code)
    if table is None:
        return _render_start(code=code, problem=Problem("no_such_code")), 422
    return redirect(url_for("lobby.join", token=table.join_token), 303)


@blueprint.post("/tables")
@needs(Role.STRANGER)
def open_table() -> Answer | tuple[str, int]:
    """Open a table; this phone becomes its host."""
    if not _may_open():
        abort(403)
    name = read_text("name").strip()
    try:
        table_id = open_new_table(
            get_desk(),
            read_operation("open_table", name=name),
            name=name,
            token_hash=get_or_make_token_hash(),
            lang=get_lang(),
        )
    except RuleError as error:
        return _render_start(table_name=name, problem=error.problem), 422
    return redirect(url_for("host.invite", table_id=table_id), 303)


@blueprint.get("/j/<token>")
@needs(Role.STRANGER)
def join(token: str) -> Answer | str:
    """Ask a phone whose it is; one that is known here goes straight to the scores."""
    table = _get_invited(token)
    if devices.find_device(get_db(), table.id, get_or_make_token_hash()):
        return redirect(url_for("scores.scores", table_id=table.id), 303)
    return _render_join(table, url_for("lobby.join", token=token))


@blueprint.post("/j/<token>")
@needs(Role.STRANGER)
def sit_down(token: str) -> Answer | tuple[str, int]:
    """Let a phone sit down or watch."""
    return _sit_down(_get_invited(token), url_for("lobby.join", token=token))


@blueprint.get("/t/<table_id>/me")
@needs(Role.WATCHER)
def me(table_id: str) -> str:
    """Ask a phone of the table anew whose it is."""
    get_or_make_token_hash()
    return _render_join(get_table(), url_for("lobby.me", table_id=table_id))


@blueprint.post("/t/<table_id>/me")
@needs(Role.WATCHER)
def change_me(table_id: str) -> Answer | tuple[str, int]:
    """Let a phone of the table be somebody else's."""
    return _sit_down(get_table(), url_for("lobby.me", table_id=table_id))


@blueprint.post("/language")
@needs(Role.STRANGER)
def choose_language() -> Answer:
    """Remember the language chosen on this phone, and go back to the page it was chosen on."""
    lang = read_text("lang")
    response: Answer = redirect(_find_way_back(), 303)
    if lang in get_companion().catalogues.codes:
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=400 * 24 * 3600, samesite="Lax", httponly=True)
    return response


def _find_way_back() -> str:
    """Return the page a language was chosen on, with what is typed there by now: its address then says so."""
    path = read_own_path("back") or url_for("lobby.start")
    page = urlsplit(request.referrer or "")
    return f"{path}?{page.query}" if page.query and page.path == path else path


def _get_invited(token: str) -> TableRow:
    table = tables.find_table_by_token(get_db(), token)
    if table is None:
        abort(404)
    return table


def _sit_down(table: TableRow, action: str) -> Answer | tuple[str, int]:
    player_id = read_text("player")
    if player_id and _is_taken(table, player_id) and not read_text("sure"):
        return _render_join(table, action, asked=player_id), 200
    try:
        _take_seat(table, player_id)
    except RuleError as error:
        status = 404 if isinstance(error, Missing) else 422
        return _render_join(table, action, problem=error.problem), status
    page = "television.page" if read_text("do") == "tv" else "scores.scores"
    return redirect(url_for(page, table_id=table.id), 303)


def _take_seat(table: TableRow, player_id: str) -> None:
    desk, token_hash, do = get_desk(), get_or_make_token_hash(), read_text("do")
    if player_id and _is_taken(table, player_id) and _must_be_known(table):
        operation = read_operation("claim_seat", table=table.id, player=player_id, token=token_hash)
        joining.claim_seat(desk, operation, table_id=table.id, token_hash=token_hash, player_id=player_id)
    elif player_id:
        operation = read_operation("sit_down", table=table.id, player=player_id, token=token_hash)
        joining.sit_down(desk, operation, table_id=table.id, token_hash=token_hash, player_id=player_id)
    elif do in {"watch", "tv"}:
        operation = read_operation("watch", table=table.id, token=token_hash)
        joining.watch(desk, operation, table_id=table.id, token_hash=token_hash)
    else:
        name = read_text("new")
        operation = read_operation("sit_down_as_new", table=table.id, name=name, token=token_hash)
        joining.sit_down_as_new(desk, operation, table_id=table.id, token_hash=token_hash, name=name)


def _must_be_known(table: TableRow) -> bool:
    """A strange phone needs a yes for somebody's seat, as long as anybody is there to say it."""
    device = devices.find_device(get_db(), table.id, get_or_make_token_hash())
    is_strange = device is None or device.role == "watcher"
    return is_strange and get_companion().hub.watching(table.id) > 0


def _is_taken(table: TableRow, player_id: str) -> bool:
    own = get_visitor().me
    is_mine = own is not None and own.id == player_id
    return not is_mine and player_id in devices.list_player_ids_with_phone(get_db(), table.id)


def _render_join(
    table: TableRow, action: str, *, asked: str | None = None, problem: Problem | None = None
) -> str:
    players = tables.list_players(get_db(), table.id)
    with_phone = devices.list_player_ids_with_phone(get_db(), table.id)
    device = devices.find_device(get_db(), table.id, get_or_make_token_hash())
    mine = device.owner_id if device else None
    tiles = [
        JoinTile(
            show_player(player),
            is_taken=player.id in with_phone and player.id != mine,
            is_me=player.id == mine,
        )
        for player in players
    ]
    return render_template(
        "lobby/join.html",
        action=action,
        join_table=wording.table_name(table.name, table.opened_at),
        tiles=tiles,
        new_name=read_text("new"),
        problem=wording.problem(problem) if problem else None,
        asked=next((tile.player for tile in tiles if tile.player.id == asked), None),
        my_page=_find_my_page(table, mine),
    )


def _find_my_page(table: TableRow, mine: str | None) -> str | None:
    """Return the page about this phone's own player while they play."""
    match = find_running(table.id)
    if match is None or mine not in match.open_hand.seats:
        return None
    return url_for("people.person", table_id=table.id, player_id=mine)


def _render_start(*, code: str = "", table_name: str | None = None, problem: Problem | None = None) -> str:
    return render_template(
        "lobby/start.html",
        tables=_own_tables(),
        code=code,
        table_name=table_name,
        suggested_name=wording.suggest_table_name(get_companion().clock().astimezone()),
        may_open=_may_open(),
        problem=wording.problem(problem) if problem else None,
    )


def _own_tables() -> list[TableLine]:
    visitor = get_visitor()
    if visitor.role is Role.SERVER_HOST:
        known = tables.list_tables(get_db())
    else:
        known = tables.list_tables_of_token(get_db(), visitor.token_hash or "")
    return [
        TableLine(
            wording.table_name(table.name, table.opened_at),
            url_for("scores.scores", table_id=table.id),
            tuple(show_player(player) for player in tables.list_players(get_db(), table.id)),
        )
        for table in known
    ]


def _may_open() -> bool:
    return get_visitor().role is Role.SERVER_HOST or not get_companion().settings.private
