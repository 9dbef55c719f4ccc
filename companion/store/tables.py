"""How are tables and their players read and written?"""

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from companion.store.rows import PlayerRow, TableRow

_TABLE = (
    "SELECT id, name, code, join_token, revision, is_locked, lang, opened_at"
    " FROM game_table WHERE deleted_at IS NULL"
)


def find_table(db: Database, table_id: str) -> TableRow | None:
    """Return the table, or None where there is none (any more)."""
    return _one(db, f"{_TABLE} AND id = ?", table_id)


def find_table_by_token(db: Database, join_token: str) -> TableRow | None:
    """Return the table that an invitation leads to."""
    return _one(db, f"{_TABLE} AND join_token = ?", join_token)


def find_table_by_code(db: Database, code: str) -> TableRow | None:
    """Return the table with this typed code (as stored: capitals, no spaces)."""
    return _one(db, f"{_TABLE} AND code = ?", code)


def list_tables(db: Database) -> tuple[TableRow, ...]:
    """Return all tables, the one that changed last first."""
    rows = db.query(f"{_TABLE} ORDER BY (SELECT max(id) FROM change WHERE table_id = game_table.id) DESC")
    return tuple(_table(row) for row in rows)


def list_tables_of_token(db: Database, token_hash: str) -> tuple[TableRow, ...]:
    """Return the tables that a phone belongs to, the one it used last first."""
    sql = f"""{_TABLE} AND id IN (SELECT table_id FROM device WHERE token_hash = :token)
        ORDER BY (SELECT seen_at FROM device WHERE token_hash = :token AND table_id = game_table.id) DESC"""
    return tuple(_table(row) for row in db.query(sql, {"token": token_hash}))


def add_table(db: Database, table: TableRow, *, at: str) -> None:
    """Store a new table."""
    db.execute(
        "INSERT INTO game_table (id, name, code, join_token, revision, lang, opened_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [table.id, table.name, table.code, table.join_token, table.revision, table.lang, at],
    )


def set_code(db: Database, table_id: str, *, code: str, join_token: str) -> None:
    """Store a new typed code and invitation."""
    db.execute("UPDATE game_table SET code = ?, join_token = ? WHERE id = ?", [code, join_token, table_id])


def raise_revision(db: Database, table_id: str) -> int:
    """Count the table's revision up and return it."""
    db.execute("UPDATE game_table SET revision = revision + 1 WHERE id = ?", [table_id])
    return get_revision(db, table_id)


def get_revision(db: Database, table_id: str) -> int:
    """Return the table's revision; the table must exist."""
    return int(db.execute("SELECT revision FROM game_table WHERE id = ?", [table_id]).fetchone()[0])


def list_players(db: Database, table_id: str) -> tuple[PlayerRow, ...]:
    """Return the table's players in the order they came."""
    sql = "SELECT id, name, animal FROM player WHERE table_id = ? ORDER BY created_at, rowid"
    return tuple(PlayerRow(**row) for row in db.query(sql, [table_id]))


def find_player_by_key(db: Database, table_id: str, name_key: str) -> PlayerRow | None:
    """Return the player whose name counts as this one."""
    sql = "SELECT id, name, animal FROM player WHERE table_id = ? AND name_key = ?"
    return next((PlayerRow(**row) for row in db.query(sql, [table_id, name_key])), None)


def _one(db: Database, sql: str, key: str) -> TableRow | None:
    return next((_table(row) for row in db.query(sql, [key])), None)


def _table(row: Mapping[str, Any]) -> TableRow:
    return TableRow(**{**row, "is_locked": bool(row["is_locked"])})
