"""How are phones read and written?"""

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from companion.store.rows import DeviceRow

_DEVICE = "SELECT id, role, seen_at, claims_player_id AS claims FROM device"


def find_device(db: Database, table_id: str, token_hash: str) -> DeviceRow | None:
    """Return the phone with this token at this table."""
    rows = db.query(f"{_DEVICE} WHERE table_id = ? AND token_hash = ?", [table_id, token_hash])
    return next((_device(db, row) for row in rows), None)


def list_devices(db: Database, table_id: str) -> tuple[DeviceRow, ...]:
    """Return a table's phones in the order they came."""
    rows = db.query(f"{_DEVICE} WHERE table_id = ? ORDER BY created_at, rowid", [table_id])
    return tuple(_device(db, row) for row in rows)


def list_claims(db: Database, table_id: str) -> tuple[tuple[str, str], ...]:
    """Return the phones that say they are somebody: device id and player id."""
    sql = "SELECT id, claims_player_id FROM device WHERE table_id = ? AND claims_player_id IS NOT NULL"
    return tuple((row[0], row[1]) for row in db.execute(sql, [table_id]))


def remove_device(db: Database, device_id: str) -> None:
    """Forget a phone."""
    db.execute("DELETE FROM device WHERE id = ?", [device_id])


def list_player_ids(db: Database, device_id: str) -> tuple[str, ...]:
    """Return whom a phone acts for, its owner first."""
    sql = "SELECT player_id FROM device_player WHERE device_id = ? ORDER BY position"
    return tuple(row[0] for row in db.execute(sql, [device_id]))


def list_player_ids_with_phone(db: Database, table_id: str) -> frozenset[str]:
    """Return the players who are the owner of some phone at the table."""
    sql = """SELECT device_player.player_id FROM device_player JOIN device ON device.id = device_id
        WHERE table_id = ? AND position = 0 AND role <> 'watcher'"""
    return frozenset(row[0] for row in db.execute(sql, [table_id]))


def add_device(db: Database, device: DeviceRow, *, table_id: str, token_hash: str, at: str) -> None:
    """Store a phone that came to a table."""
    db.execute(
        "INSERT INTO device (id, table_id, token_hash, role, created_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
        [device.id, table_id, token_hash, device.role, at, at],
    )
    set_players(db, device.id, device.player_ids)


def set_claim(db: Database, device_id: str, player_id: str | None) -> None:
    """Store whom a phone says it is, until somebody answers."""
    db.execute("UPDATE device SET claims_player_id = ? WHERE id = ?", [player_id, device_id])


def set_role(db: Database, device_id: str, role: str) -> None:
    """Store what a phone may do: 'watcher', 'player' or 'host'."""
    db.execute("UPDATE device SET role = ? WHERE id = ?", [role, device_id])


def set_players(db: Database, device_id: str, player_ids: tuple[str, ...]) -> None:
    """Store whom a phone acts for, its owner first."""
    db.execute("DELETE FROM device_player WHERE device_id = ?", [device_id])
    for position, player_id in enumerate(player_ids):
        db.execute(
            "INSERT INTO device_player (device_id, player_id, position) VALUES (?, ?, ?)",
            [device_id, player_id, position],
        )


def mark_seen(db: Database, device_id: str, *, at: str) -> None:
    """Store when a phone was last here (UTC, ISO 8601)."""
    db.execute("UPDATE device SET seen_at = ? WHERE id = ?", [at, device_id])


def forget_idle(db: Database, *, before: str) -> None:
    """Delete the phones that have not been here since a moment (UTC, ISO 8601)."""
    db.execute("DELETE FROM device WHERE seen_at < ?", [before])


def _device(db: Database, row: Mapping[str, Any]) -> DeviceRow:
    return DeviceRow(**row, player_ids=list_player_ids(db, row["id"]))
