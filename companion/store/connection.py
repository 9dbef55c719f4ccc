"""How is the database opened, prepared and written to?

SQLite allows one writer. A write therefore starts with `BEGIN IMMEDIATE` (a plain `BEGIN` that reads first
cannot become a writer any more once somebody else has written), and a lock of this process keeps its
threads from waiting inside SQLite. Every commit is on the disk before anybody is told of it.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from sqlite_utils import Database

from companion.store.migrations import migrations

FILE_NAME = "companion.db"
BUSY_SECONDS = 10
WAL_TRIES = 100

_write_lock = threading.Lock()


def connect(path: Path) -> Database:
    """Open a connection for one thread; it is cheap (0.1 ms) and meant for one request."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return Database(connection, execute_plugins=False)


def prepare(path: Path) -> Database:
    """Bring the file to the newest schema and return an anchor connection to keep open.

    Without an open connection every request's close would be the last one and would fold the write-ahead
    log back into the file. Safe when several processes start at once. Raises sqlite3.IntegrityError where a
    migration would leave dangling rows.
    """
    anchor = Database(
        sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False), execute_plugins=False
    )
    try:
        _migrate(anchor)
    except BaseException:
        anchor.close()
        raise
    return anchor


@contextlib.contextmanager
def snapshot(db: Database) -> Iterator[None]:
    """Read several things as they are at one moment, whatever others write meanwhile; also inside a write."""
    db.execute("SAVEPOINT snapshot")
    try:
        yield
    finally:
        db.execute("RELEASE snapshot")


@contextlib.contextmanager
def write(db: Database) -> Iterator[Database]:
    """Hold the one write transaction: commit at the end, roll back on any exception. Not re-entrant."""
    with _write_lock:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.conn.commit()
        except BaseException:
            db.conn.rollback()
            raise


def _migrate(anchor: Database) -> None:
    _enable_wal(anchor)
    anchor.execute("PRAGMA synchronous = FULL")
    anchor.execute("PRAGMA foreign_keys = OFF")
    with write(anchor):
        migrations.apply(anchor)
        if anchor.execute("PRAGMA foreign_key_check").fetchone():
            raise sqlite3.IntegrityError("a migration left dangling rows")
    anchor.execute("PRAGMA foreign_keys = ON")


def _enable_wal(db: Database) -> None:
    # Switching the journal ignores the busy time-out, so processes that start at once have to take turns.
    for attempt in range(1, WAL_TRIES + 1):
        try:
            db.enable_wal()
        except sqlite3.OperationalError:
            if attempt == WAL_TRIES:
                raise
            time.sleep(0.05)
        else:
            return
