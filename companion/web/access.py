"""Who is asking, and may they?

Every view declares the role it needs with `needs`; one hook before every request denies the rest, and
denies a view that has declared nothing.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar, cast

from flask import Response, abort, current_app, g, request

from companion import keys
from companion.actions.desk import Who
from companion.actions.joining import mark_seen
from companion.store import devices, ids, tables
from companion.store.rows import DeviceRow, PlayerRow, TableRow
from companion.web.context import get_companion, get_db, get_desk

COOKIE_SECONDS = 400 * 24 * 3600
View = TypeVar("View", bound=Callable[..., object])


class Role(IntEnum):
    """What somebody may do at a table; a higher role may do all that a lower one may."""

    STRANGER = 0
    WATCHER = 1
    PLAYER = 2
    TABLE_HOST = 3
    SERVER_HOST = 4


DEVICE_ROLES = {"watcher": Role.WATCHER, "player": Role.PLAYER, "host": Role.TABLE_HOST}


@dataclass(frozen=True)
class Visitor:
    """Who is asking: their role, and at a table's page the table, the phone and the player."""

    role: Role
    token_hash: str | None = None
    table: TableRow | None = None
    device: DeviceRow | None = None
    me: PlayerRow | None = None

    @property
    def who(self) -> Who:
        """The same for the actions."""
        return Who(
            self.device.id if self.device else None,
            self.me.id if self.me else None,
            is_host=self.role >= Role.TABLE_HOST,
        )


def needs(role: Role) -> Callable[[View], View]:
    """Declare the least role that a view asks for."""

    def declare(view: View) -> View:
        view.needed_role = role  # type: ignore[attr-defined]
        return view

    return declare


def check_access() -> None:
    """Find out who is asking and deny what is undeclared (500) or not theirs (403)."""
    g.visitor = _recognise()
    if request.endpoint is None:
        return
    needed = getattr(current_app.view_functions[request.endpoint], "needed_role", None)
    if needed is None:
        abort(500, f"{request.endpoint} declares no role")
    if g.visitor.role < needed:
        abort(403)
    _note_presence(g.visitor)


def get_visitor() -> Visitor:
    """Return who is asking; a stranger where the request was refused before that was found out."""
    return cast("Visitor", g.get("visitor", Visitor(Role.STRANGER)))


def get_table() -> TableRow:
    """Return the table of this page; only for views below a table's address."""
    table = get_visitor().table
    if table is None:
        abort(404)
    return table


def get_or_make_token_hash() -> str:
    """Return the hash of this phone's token; a phone without one gets it with this answer."""
    known = get_visitor().token_hash
    if known:
        return known
    if "new_token" not in g:
        g.new_token = ids.new_token()
    return ids.hash_token(g.new_token)


def make_server_host(response: Response) -> None:
    """Let this browser be the server's host from now on."""
    companion = get_companion()
    _set_cookie(response, _host_cookie_name(), keys.host_cookie(companion.secret))


def set_cookies(response: Response) -> Response:
    """Give a new phone its token, and a known one the same again so that it does not run out."""
    token = g.get("new_token") or (g.get("renew_token") and request.cookies.get(_token_cookie_name()))
    if token:
        _set_cookie(response, _token_cookie_name(), token)
    return response


def _recognise() -> Visitor:
    token = request.cookies.get(_token_cookie_name())
    token_hash = ids.hash_token(token) if token else None
    is_host = _is_server_host()
    table_id = (request.view_args or {}).get("table_id")
    table = tables.find_table(get_db(), table_id) if table_id else None
    if table is None:
        if table_id and is_host:
            abort(404)
        return Visitor(Role.SERVER_HOST if is_host and not table_id else Role.STRANGER, token_hash)
    device = devices.find_device(get_db(), table.id, token_hash) if token_hash else None
    role = DEVICE_ROLES[device.role] if device else Role.STRANGER
    if is_host:
        role = Role.SERVER_HOST
    return Visitor(role, token_hash, table, device, _owner(table, device))


def _owner(table: TableRow, device: DeviceRow | None) -> PlayerRow | None:
    if device is None or device.owner_id is None:
        return None
    players = tables.list_players(get_db(), table.id)
    return next((player for player in players if player.id == device.owner_id), None)


def _note_presence(visitor: Visitor) -> None:
    """Once a day a phone's last day is stored and its cookie renewed."""
    desk = get_desk()
    if visitor.device and visitor.device.seen_at[:10] < desk.now()[:10]:
        mark_seen(desk, visitor.device)
        g.renew_token = True


def _is_server_host() -> bool:
    shown = request.cookies.get(_host_cookie_name(), "")
    return hmac.compare_digest(shown.encode(), keys.host_cookie(get_companion().secret).encode())


def _set_cookie(response: Response, name: str, value: str) -> None:
    # Not "Secure": a plain-http address of a local network would drop the cookie.
    response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")


def _token_cookie_name() -> str:
    # Cookies ignore ports, so that two servers on one machine need two names.
    return f"companion-{get_companion().server_id}"


def _host_cookie_name() -> str:
    return f"companion-host-{get_companion().server_id}"
