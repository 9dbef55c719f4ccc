"""Which one-time operations are done already, and what was answered?"""

import json
from collections.abc import Mapping

from sqlite_utils import Database

Answer = Mapping[str, str | int | bool | None]


def find_operation(db: Database, operation_id: str) -> tuple[str, Answer] | None:
    """Return fingerprint and answer of an operation that was done before."""
    sql = "SELECT fingerprint, answer FROM operation WHERE id = ?"
    row = db.execute(sql, [operation_id]).fetchone()
    return (row[0], json.loads(row[1])) if row else None


def add_operation(
    db: Database, operation_id: str, *, table_id: str | None, fingerprint: str, answer: Answer, at: str
) -> None:
    """Remember that an operation is done."""
    db.execute(
        "INSERT INTO operation (id, table_id, fingerprint, answer, done_at) VALUES (?, ?, ?, ?, ?)",
        [operation_id, table_id, fingerprint, json.dumps(answer), at],
    )


def forget_old(db: Database, *, before: str) -> None:
    """Delete the operations done before a moment (UTC, ISO 8601)."""
    db.execute("DELETE FROM operation WHERE done_at < ?", [before])
