"""How does a phone hear that something is new? (It only hears a number; what is new it fetches itself.)"""

from flask import Blueprint, Response, request

from companion.store.tables import get_revision
from companion.web.access import Role, get_table, needs
from companion.web.context import close_db, get_companion, get_db

blueprint = Blueprint("live", __name__)
RETRY_SECONDS = "10"


@blueprint.get("/t/<table_id>/events")
@needs(Role.WATCHER)
def events(table_id: str) -> Response:
    """Open a stream of the table's revisions; 503 where all places are taken (the phone then polls)."""
    hub = get_companion().hub
    revision_now = get_table().revision
    if not hub.enter():
        return Response("busy", 503, headers={"Retry-After": RETRY_SECONDS})
    close_db()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(hub.stream(table_id, revision_now, gone), mimetype="text/event-stream")
    response.call_on_close(hub.leave)
    return response


@blueprint.get("/t/<table_id>/revision")
@needs(Role.WATCHER)
def revision(table_id: str) -> Response:
    """Return the table's revision as plain text."""
    return Response(str(get_revision(get_db(), table_id)), mimetype="text/plain")
