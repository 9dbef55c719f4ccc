"""Which new phones say they are somebody, and wait for a yes?"""

import contextlib
from dataclasses import dataclass

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing
from companion.actions.joining import answer_claim
from companion.store import devices, tables
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation, read_text
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("claims", __name__)


@dataclass(frozen=True)
class Claim:
    """A phone that says it belongs to a player."""

    device_id: str
    player: PlayerView


@blueprint.post("/t/<table_id>/phones/<device_id>/answer")
@needs(Role.PLAYER)
def answer(table_id: str, device_id: str) -> Answer:
    """Say whether a new phone is whose it says it is."""
    is_right = read_text("is_right") == "1"
    operation = read_operation("answer_claim", table=table_id, device=device_id, is_right=is_right)
    with contextlib.suppress(Missing):  # Another phone has answered already.
        answer_claim(
            get_desk(),
            operation,
            table_id=table_id,
            who=get_visitor().who,
            device_id=device_id,
            is_right=is_right,
        )
    return redirect(url_for("scores.scores", table_id=table_id), 303)


def list_claims(table_id: str) -> list[Claim]:
    """Return the phones that wait for an answer."""
    claims = devices.list_claims(get_db(), table_id)
    players = show_players(tables.list_players(get_db(), table_id)) if claims else {}
    return [Claim(device_id, players[player_id]) for device_id, player_id in claims]


def find_own_claim(table_id: str) -> PlayerView | None:
    """Return whom the asking phone itself waits to be."""
    device = get_visitor().device
    if device is None or device.claims is None:
        return None
    return show_players(tables.list_players(get_db(), table_id)).get(device.claims)
