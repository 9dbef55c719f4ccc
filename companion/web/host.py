"""How do phones get in? The QR code, the address and the typed code; and the server host's own way in."""

import hmac

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion import keys
from companion.store import tables
from companion.web.access import Role, get_table, get_visitor, make_server_host, needs
from companion.web.context import get_companion, get_db
from companion.web.forms import read_text
from companion.web.getting_in import (
    asked_address,
    list_arrived,
    make_invite,
    say_fault,
    show_help,
    show_wifi,
)
from companion.web.running import find_running
from companion.wifi import Fault, Wifi

blueprint = Blueprint("host", __name__)


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
    return _render_invite(table_id)


@blueprint.post("/t/<table_id>/wifi")
@needs(Role.TABLE_HOST)
def keep_wifi(table_id: str) -> Answer | tuple[str, int]:
    """Show a Wi-Fi's code beside the invitation, or forget it; it is stored nowhere."""
    memory = get_companion().wifi
    if read_text("do") == "forget":
        memory.forget(table_id)
    else:
        wifi = Wifi(read_text("name").strip(), read_text("password"))
        fault = next(wifi.find_faults(), None)
        if fault:
            return _render_invite(table_id, typed=wifi, fault=fault), 422
        memory.keep(table_id, wifi)
    return redirect(url_for("host.invite", table_id=table_id, address=asked_address()), 303)


@blueprint.get("/t/<table_id>/arrivals")
@needs(Role.PLAYER)
def arrivals(table_id: str) -> str:
    """Return the part of the page that says who has come."""
    return render_template("host/_arrivals.html", players=list_arrived(table_id))


@blueprint.get("/t/<table_id>/way-on")
@needs(Role.PLAYER)
def way_on(table_id: str) -> str:
    """Return the part of the page that leads on."""
    return render_template("host/_way_on.html", running=find_running(table_id) is not None)


@blueprint.get("/t/<table_id>/help")
@needs(Role.PLAYER)
def getting_in(table_id: str) -> str:
    """Return the part of the page that helps a phone in."""
    return render_template("host/_help.html", help=show_help(table_id), address=asked_address())


@blueprint.get("/healthz")
@needs(Role.STRANGER)
def health() -> Response:
    """Say that the server is there."""
    return Response("ok", mimetype="text/plain")


def _render_invite(table_id: str, *, typed: Wifi | None = None, fault: Fault | None = None) -> str:
    is_host = get_visitor().role >= Role.TABLE_HOST
    wifi = get_companion().wifi.find(table_id) if is_host else None
    return render_template(
        "host/invite.html",
        invite=make_invite(get_table()),
        tv_lang=get_table().lang,
        address=asked_address(),
        players=list_arrived(table_id),
        is_server_host=get_visitor().role is Role.SERVER_HOST,
        running=find_running(table_id) is not None,
        wifi=show_wifi(wifi) if wifi else None,
        typed=typed,
        fault=fault.value if fault else None,
        problem=say_fault(fault) if fault else None,
        help=show_help(table_id),
        is_for_television=request.args.get("for") == "television",
    )
