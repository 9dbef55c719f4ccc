"""What was changed at a table, when and by whom? (Codes and parameters, never sentences.)"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database


@dataclass(frozen=True)
class Change:
    """One change: what it was about (ids), its kind, and the thing before and after."""

    kind: str
    match_id: str | None = None
    hand_id: str | None = None
    player_id: str | None = None
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None


def add_change(
    db: Database,
    change: Change,
    *,
    table_id: str,
    device_id: str | None,
    by_player_id: str | None,
    at: str,
) -> None:
    """Store a change and who made it."""
    db.execute(
        """INSERT INTO change (table_id, match_id, hand_id, player_id, kind, before, after,
            device_id, by_player_id, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            table_id,
            change.match_id,
            change.hand_id,
            change.player_id,
            change.kind,
            _json(change.before),
            _json(change.after),
            device_id,
            by_player_id,
            at,
        ],
    )


def list_kinds(db: Database, table_id: str) -> tuple[str, ...]:
    """Return the kinds of all changes of a table, oldest first."""
    sql = "SELECT kind FROM change WHERE table_id = ? ORDER BY id"
    return tuple(row[0] for row in db.execute(sql, [table_id]))


def _json(value: Mapping[str, Any] | None) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
