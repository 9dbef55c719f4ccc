"""Which new phones say they are somebody, and wait for a yes?"""

from dataclasses import dataclass

from companion.store import devices, tables
from companion.web.access import get_visitor
from companion.web.context import get_db
from companion.web.shown import PlayerView, show_players


@dataclass(frozen=True)
class Claim:
    """A phone that says it belongs to a player."""

    device_id: str
    player: PlayerView


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
