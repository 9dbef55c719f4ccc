"""What does every request have at hand: the running companion, a connection, a desk to write at?"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import cast

from flask import current_app, g
from sqlite_utils import Database

from companion.actions.desk import Desk
from companion.config import Settings
from companion.hub import Hub
from companion.i18n import Catalogues
from companion.store.connection import connect
from companion.web.throttle import Throttle
from companion.wifi import WifiMemory


@dataclass(frozen=True)
class Companion:
    """One running server; `anchor` keeps the database open between requests."""

    settings: Settings
    base_url: str
    secret: bytes
    server_id: str
    hub: Hub
    catalogues: Catalogues
    database: Path
    anchor: Database
    clock: Callable[[], datetime]
    code_throttle: Throttle
    wifi: WifiMemory = field(default_factory=WifiMemory)


def get_companion() -> Companion:
    """Return the server this request belongs to."""
    return cast("Companion", current_app.extensions["companion"])


def get_db() -> Database:
    """Return this request's connection."""
    if "db" not in g:
        g.db = connect(get_companion().database)
    return cast("Database", g.db)


def get_desk() -> Desk:
    """Return where this request writes."""
    companion = get_companion()
    return Desk(get_db(), companion.clock, companion.hub.tell)


def close_db(_error: BaseException | None = None) -> None:
    """Close this request's connection, if it opened one."""
    db = g.pop("db", None)
    if db is not None:
        db.close()
