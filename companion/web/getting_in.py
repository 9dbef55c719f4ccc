"""Which codes and addresses let phones in, who has come, and what helps a phone that cannot?"""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from flask import request, url_for
from markupsafe import Markup

from companion import greeting, lan, qr
from companion.config import WILDCARDS
from companion.store import devices, tables
from companion.store.rows import DeviceRow, TableRow
from companion.web.access import get_visitor
from companion.web.context import get_companion, get_db, get_desk
from companion.web.language import gettext as _
from companion.web.shown import PlayerView, show_player
from companion.wifi import Fault, Wifi

System = Literal["windows", "macos", "linux", "wsl", "other"]
SYSTEMS: dict[str, System] = {"Windows": "windows", "Darwin": "macos", "Linux": "linux"}


@dataclass(frozen=True)
class Invite:
    """What is shown to somebody who wants in."""

    url: str
    address: str
    code: str
    qr: Markup


@dataclass(frozen=True)
class WifiCode:
    """The Wi-Fi as shown beside the invitation."""

    name: str
    qr: Markup


@dataclass(frozen=True)
class AddressLine:
    """One of the server's addresses, with the page that shows its QR code."""

    address: str
    url: str
    is_shown: bool


@dataclass(frozen=True)
class Help:
    """What helps a phone that cannot get in; `is_waiting` as long as no phone has come today."""

    system: System
    port: int
    addresses: tuple[AddressLine, ...]
    is_waiting: bool


def make_invite(table: TableRow) -> Invite:
    """Return how to get to a table, under the address that was asked for."""
    base_url = _base_url()
    url = base_url + url_for("lobby.join", token=table.join_token)
    return Invite(url, _short(base_url), table.code, _draw(url))


def show_wifi(wifi: Wifi) -> WifiCode:
    """Return a Wi-Fi as shown."""
    return WifiCode(wifi.name, _draw(wifi.payload))


def list_arrived(table_id: str) -> list[PlayerView]:
    """Return the players whose phone has been at the table today."""
    here = {device.owner_id for device in _list_phones_of_today(table_id) if device.role != "watcher"}
    return [show_player(player) for player in tables.list_players(get_db(), table_id) if player.id in here]


def show_help(table_id: str) -> Help:
    """Return what helps in this house: the host's own system, its addresses, and whether help is due."""
    base_url = _base_url()
    return Help(
        system=find_system(),
        port=_port(),
        addresses=tuple(
            AddressLine(
                _short(url),
                url_for("host.invite", table_id=table_id, address=_short(url)),
                url == base_url,
            )
            for url in _base_urls()
        ),
        is_waiting=_is_waiting(table_id),
    )


def asked_address() -> str | None:
    """Return the address that the page was asked for, if it is really ours and not the usual one."""
    asked = request.args.get("address")
    return asked if asked and asked in {_short(url) for url in _base_urls()[1:]} else None


def find_system() -> System:
    """Return the system that the server runs on."""
    return "wsl" if lan.is_wsl() else SYSTEMS.get(platform.system(), "other")


def say_fault(fault: Fault) -> str:
    """Say what is wrong with a typed Wi-Fi."""
    return _FAULTS[fault]()


def _base_url() -> str:
    asked, usual = asked_address(), get_companion().base_url
    return next((url for url in _base_urls() if _short(url) == asked), usual) if asked else usual


def _base_urls() -> tuple[str, ...]:
    """Return the usual base URL, then those of the server's other addresses."""
    companion = get_companion()
    if companion.settings.host not in WILDCARDS:
        return (companion.base_url,)
    return (companion.base_url, *greeting.find_other_urls(companion.base_url, port=_port()))


def _port() -> int:
    # The one the server listens on, which the usual base URL need not tell.
    return int(request.environ["SERVER_PORT"])


def _is_waiting(table_id: str) -> bool:
    own = get_visitor().device
    return not any(own is None or device.id != own.id for device in _list_phones_of_today(table_id))


def _list_phones_of_today(table_id: str) -> list[DeviceRow]:
    today = get_desk().now()[:10]
    return [one for one in devices.list_devices(get_db(), table_id) if one.seen_at.startswith(today)]


def _short(url: str) -> str:
    return urlsplit(url).netloc


def _draw(text: str) -> Markup:
    # The markup is our own; the text in it is a path of squares.
    return Markup(qr.svg(text))  # noqa: S704


_FAULTS: dict[Fault, Callable[[], str]] = {
    Fault.NAME_EMPTY: lambda: _("The Wi-Fi’s name is needed."),
    Fault.NAME_TOO_LONG: lambda: _("No Wi-Fi has so long a name."),
    Fault.PASSWORD_LENGTH: lambda: _(
        "A Wi-Fi password has 8 to 63 characters. Leave it empty for an open Wi-Fi."
    ),
    Fault.UNPRINTABLE: lambda: _("A character in it cannot be seen. Type it anew."),
}
