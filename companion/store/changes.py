"""What was changed at a table, when and by whom? (Codes and parameters, never sentences.)"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlite_utils import Database

from companion.store.things import Stamp, State

_COLUMNS = """id, kind, match_id, hand_id, player_id, params, parts, by_player_id, changed_at, undoes,
    undone_by, device_id"""


@dataclass(frozen=True)
class Part:
    """One thing of a change: its state before and after."""

    thing: str
    key: tuple[str, ...]
    before: State
    after: State


@dataclass(frozen=True)
class Change:
    """What happened (kind and params), to what (ids), and every thing that changed with it."""

    kind: str
    match_id: str | None = None
    hand_id: str | None = None
    player_id: str | None = None
    params: Mapping[str, Any] | None = None
    undoes: int | None = None


@dataclass(frozen=True)
class ChangeRow:
    """A change as it was kept; `at` in UTC, ISO 8601; on no phone where the server's own host made it."""

    id: int
    change: Change
    parts: tuple[Part, ...]
    by_player_id: str | None
    at: str
    undone_by: int | None
    device_id: str | None = None


def add_change(db: Database, change: Change, parts: tuple[Part, ...], *, table_id: str, stamp: Stamp) -> int:
    """Keep a change and return its number."""
    cursor = db.execute(
        """INSERT INTO change (table_id, match_id, hand_id, player_id, kind, params, parts, undoes,
            device_id, by_player_id, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            table_id,
            change.match_id,
            change.hand_id,
            change.player_id,
            change.kind,
            _json(dict(change.params or {})),
            _json([asdict(part) for part in parts]),
            change.undoes,
            stamp.device_id,
            stamp.player_id,
            stamp.at,
        ],
    )
    if change.undoes is not None:
        db.execute("UPDATE change SET undone_by = ? WHERE id = ?", [cursor.lastrowid, change.undoes])
    return int(cursor.lastrowid or 0)


def find_change(db: Database, table_id: str, change_id: int) -> ChangeRow | None:
    """Return one change of a table."""
    sql = f"SELECT {_COLUMNS} FROM change WHERE table_id = ? AND id = ?"
    return next((_row(row) for row in db.query(sql, [table_id, change_id])), None)


def list_changes(
    db: Database, table_id: str, *, limit: int, match_id: str | None = None
) -> tuple[ChangeRow, ...]:
    """Return a table's last changes (of one match, where it is given), the newest first."""
    sql = f"""SELECT {_COLUMNS} FROM change WHERE table_id = :table
        AND (:match IS NULL OR match_id = :match) ORDER BY id DESC LIMIT :limit"""
    params = {"table": table_id, "match": match_id, "limit": limit}
    return tuple(_row(row) for row in db.query(sql, params))


def _row(row: Mapping[str, Any]) -> ChangeRow:
    change = Change(
        kind=row["kind"],
        match_id=row["match_id"],
        hand_id=row["hand_id"],
        player_id=row["player_id"],
        params=json.loads(row["params"]),
        undoes=row["undoes"],
    )
    parts = tuple(
        Part(part["thing"], tuple(part["key"]), part["before"], part["after"])
        for part in json.loads(row["parts"])
    )
    return ChangeRow(
        row["id"], change, parts, row["by_player_id"], row["changed_at"], row["undone_by"], row["device_id"]
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
