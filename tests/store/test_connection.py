import contextlib
import sqlite3
import threading
import time

import pytest

from companion.store import connection
from companion.store.connection import connect, prepare, write

THREADS = 8
WRITES = 25


def pragma(db, name):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.fixture(params=["anchor", "request"])
def either(request, path):
    """Each of the two kinds of connection."""
    db = prepare(path) if request.param == "anchor" else connect(path)
    yield db
    db.close()


def test_the_journal_is_a_write_ahead_log(either):
    assert pragma(either, "journal_mode") == "wal"


def test_every_commit_is_on_the_disk_before_it_is_told(either):
    full = 2

    assert pragma(either, "synchronous") == full


def test_foreign_keys_are_watched(either):
    assert pragma(either, "foreign_keys") == 1


def test_what_is_written_is_there_for_other_connections(stocked, path):
    with write(stocked):
        stocked.execute("UPDATE game_table SET name = 'Sunday'")

    assert read_elsewhere(path, "SELECT name FROM game_table") == "Sunday"


def test_a_write_is_not_seen_before_it_is_whole(stocked, path):
    with write(stocked):
        stocked.execute("UPDATE game_table SET name = 'Sunday'")

        assert read_elsewhere(path, "SELECT name FROM game_table") == "Friday"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt], ids=["a fault", "Ctrl-C"])
def test_a_write_that_breaks_leaves_nothing_half_written(stocked, path, error):
    def break_in_the_middle():
        with write(stocked):
            stocked.execute("UPDATE game_table SET name = 'Sunday'")
            stocked.execute("DELETE FROM pile")
            raise error

    with pytest.raises(error):
        break_in_the_middle()

    assert read_elsewhere(path, "SELECT name FROM game_table") == "Friday"
    assert read_elsewhere(path, "SELECT count(*) FROM pile") == 1


def test_a_write_that_is_refused_at_the_very_end_leaves_nothing(stocked, path):
    def leave_a_pile_without_a_seat():
        with write(stocked):
            stocked.execute("UPDATE game_table SET name = 'Sunday'")
            stocked.execute("DELETE FROM hand_seat WHERE player_id = 'ana'")

    with pytest.raises(sqlite3.IntegrityError):
        leave_a_pile_without_a_seat()

    assert read_elsewhere(path, "SELECT name FROM game_table") == "Friday"


def test_the_next_write_goes_through_after_one_that_broke(stocked, path):
    with pytest.raises(RuntimeError), write(stocked):
        raise RuntimeError

    with write(stocked):
        stocked.execute("UPDATE game_table SET name = 'Sunday'")

    assert read_elsewhere(path, "SELECT name FROM game_table") == "Sunday"


def test_eight_threads_read_and_then_write_without_losing_one(stocked, path):
    errors = add_at_once(path, threads=THREADS)

    assert errors == []
    assert read_elsewhere(path, "SELECT revision FROM game_table") == 1 + THREADS * WRITES


def test_writers_that_share_no_lock_read_and_then_write_without_losing_one(stocked, path, monkeypatch):
    # Another process has a lock of its own: there SQLite alone keeps the order.
    monkeypatch.setattr(connection, "_write_lock", contextlib.nullcontext())

    errors = add_at_once(path, threads=2)

    assert errors == []
    assert read_elsewhere(path, "SELECT revision FROM game_table") == 1 + 2 * WRITES


def test_a_write_waits_for_another_program_that_is_writing(stocked, path):
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE game_table SET revision = 7")
    end = threading.Timer(0.2, other.execute, ["COMMIT"])
    end.start()

    with write(stocked):
        seen = stocked.execute("SELECT revision FROM game_table").fetchone()[0]

    end.join()
    other.close()
    assert seen == 7


def test_reading_does_not_wait_for_a_write(stocked, path):
    with write(stocked):
        started = time.monotonic()
        read_elsewhere(path, "SELECT name FROM game_table")
        took = time.monotonic() - started

    assert took < connection.BUSY_SECONDS / 2


def read_elsewhere(path, sql):
    db = connect(path)
    value = db.execute(sql).fetchone()[0]
    db.close()
    return value


def add_at_once(path, *, threads):
    """Count a revision up in several threads; return the errors of SQLite."""
    start = threading.Barrier(threads)
    errors = []

    def add_again_and_again():
        db = connect(path)
        start.wait()
        try:
            for _ in range(WRITES):
                with write(db):
                    revision = db.execute("SELECT revision FROM game_table").fetchone()[0]
                    db.execute("UPDATE game_table SET revision = ?", [revision + 1])
        except sqlite3.OperationalError as error:
            errors.append(error)
        finally:
            db.close()

    workers = [threading.Thread(target=add_again_and_again) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return errors
