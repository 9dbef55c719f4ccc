"""How do phones get in? The QR code, the address and the typed code; and the server host's own way in."""

import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion import keys, qr
from companion.rules.match import outcome
from companion.store import devices, matches, tables
from companion.store.rows import TableRow
from companion.web.access import Role, get_table, get_visitor, make_server_host, needs
from companion.web.context import get_companion, get_db
from companion.web.shown import PlayerView, show_player

blueprint = Blueprint("host", __name__)


@dataclass(frozen=True)
class Invite:
    """What is shown to somebody who wants in."""

    url: str
    address: str
    code: str
    qr: Markup


@blueprint.get("/host/<token>")
@needs(Role.STRANGER)
def enter(token: str) -> Answer:
    """Make this browser the server's host, and go on to the table that was used last."""
    companion = get_companion()
    if not hmac.compare_digest(token.encode(), keys.host_token(companion.secret).encode()):
        abort(403)
    newest = tables.list_tables(get_db())[:1]
    target = url_for("host.invite", table_id=newest[0].id) if newest else url_for("lobby.start")
    response: Answer = redirect(target, 303)
    make_server_host(response)  # type: ignore[arg-type]
    return response


@blueprint.get("/t/<table_id>/invite")
@needs(Role.PLAYER)
def invite(table_id: str) -> str:
    """Show the QR code, big."""
    match = matches.find_last_match(get_db(), table_id)
    return render_template(
        "host/invite.html",
        invite=make_invite(get_table()),
        players=_arrived(table_id),
        is_server_host=get_visitor().role is Role.SERVER_HOST,
        running=match is not None and not outcome(match.rules).is_over,
    )


@blueprint.get("/t/<table_id>/arrivals")
@needs(Role.PLAYER)
def arrivals(table_id: str) -> str:
    """Return the part of the page that says who has come."""
    return render_template("host/_arrivals.html", players=_arrived(table_id))


@blueprint.get("/healthz")
@needs(Role.STRANGER)
def health() -> Response:
    """Say that the server is there."""
    return Response("ok", mimetype="text/plain")


def make_invite(table: TableRow) -> Invite:
    """Return how to get to a table: under the address that phones can reach."""
    base_url = get_companion().base_url
    url = base_url + url_for("lobby.join", token=table.join_token)
    # The markup is our own; the text in it is a path of squares.
    return Invite(url, urlsplit(base_url).netloc, table.code, Markup(qr.svg(url)))  # noqa: S704


def _arrived(table_id: str) -> list[PlayerView]:
    here = devices.list_player_ids_with_phone(get_db(), table_id)
    return [show_player(player) for player in tables.list_players(get_db(), table_id) if player.id in here]
