"""Which phones are at the table, what may they do, and what else can its host do?"""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions import hosting
from companion.actions.desk import Missing
from companion.store import devices, tables
from companion.store.rows import DeviceRow
from companion.web.access import DEVICE_ROLES, Role, get_table, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation_id, read_text
from companion.web.language import say_day
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("phones", __name__)


@dataclass(frozen=True)
class PhoneLine:
    """One phone: whose it is (None: nobody's), what it may do, when it was last here."""

    id: str
    player: PlayerView | None
    role: str
    seen: str
    is_mine: bool


@blueprint.get("/t/<table_id>/phones")
@needs(Role.PLAYER)
def list_all(table_id: str) -> str:
    """List the table's phones."""
    players = show_players(tables.list_players(get_db(), table_id))
    own = get_visitor().device
    return render_template(
        "people/phones.html",
        phones=[
            _show(device, players, is_mine=own is not None and own.id == device.id)
            for device in devices.list_devices(get_db(), table_id)
        ],
        is_locked=get_table().is_locked,
    )


@blueprint.post("/t/<table_id>/phones/<device_id>/watch")
@needs(Role.PLAYER)
def set_to_watching(table_id: str, device_id: str) -> Answer:
    """Let a phone only watch; a host's phone only by a host."""
    device = next((one for one in devices.list_devices(get_db(), table_id) if one.id == device_id), None)
    if device is not None and DEVICE_ROLES[device.role] > get_visitor().role:
        abort(403)
    return _set_role(table_id, device_id, "watcher")


@blueprint.post("/t/<table_id>/phones/<device_id>/role")
@needs(Role.TABLE_HOST)
def set_role(table_id: str, device_id: str) -> Answer:
    """Let a phone watch, play or share in hosting."""
    if read_text("role") not in DEVICE_ROLES:
        abort(400)
    return _set_role(table_id, device_id, read_text("role"))


@blueprint.post("/t/<table_id>/phones/<device_id>/remove")
@needs(Role.TABLE_HOST)
def remove(table_id: str, device_id: str) -> Answer:
    """Put a phone out of the table."""
    return _do(
        table_id,
        lambda: hosting.remove_device(
            get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, device_id=device_id
        ),
    )


@blueprint.post("/t/<table_id>/code")
@needs(Role.TABLE_HOST)
def renew_code(table_id: str) -> Answer:
    """Make a new code; who is in stays in."""
    hosting.renew_code(get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who)
    return redirect(url_for("host.invite", table_id=table_id), 303)


@blueprint.post("/t/<table_id>/lock")
@needs(Role.TABLE_HOST)
def lock(table_id: str) -> Answer:
    """Lock closed hands, or unlock them."""
    return _do(
        table_id,
        lambda: hosting.set_lock(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            is_locked=read_text("is_locked") == "1",
        ),
    )


@blueprint.post("/t/<table_id>/delete")
@needs(Role.TABLE_HOST)
def delete_table(table_id: str) -> Answer:
    """Put the whole table away, when the page has asked."""
    if read_text("sure") != "1":
        abort(400)
    hosting.delete_table(get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who)
    return redirect(url_for("lobby.start"), 303)


def _set_role(table_id: str, device_id: str, role: str) -> Answer:
    return _do(
        table_id,
        lambda: hosting.set_device_role(
            get_desk(),
            read_operation_id(),
            table_id=table_id,
            who=get_visitor().who,
            device_id=device_id,
            role=role,
        ),
    )


def _do(table_id: str, action: Callable[[], None]) -> Answer:
    try:
        action()
    except Missing:
        abort(404)
    return redirect(url_for("phones.list_all", table_id=table_id), 303)


def _show(device: DeviceRow, players: dict[str, PlayerView], *, is_mine: bool) -> PhoneLine:
    return PhoneLine(
        id=device.id,
        player=players.get(device.owner_id or ""),
        role=device.role,
        seen=say_day(device.seen_at),
        is_mine=is_mine,
    )
