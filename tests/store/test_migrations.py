import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.store.connection import FILE_NAME, connect, prepare, write
from companion.store.migrations import migrations
from tests.store.stock import fill

CHECKOUT = Path(__file__).parents[2]
PROCESSES = 6
NEWEST = ["m001_first_schema", "m002_language_and_lesson", "m003_tables_without_a_name"]
PREPARE_WHEN_TOLD = """
import sys
from pathlib import Path
from companion.store.connection import prepare

print("here", flush=True)
sys.stdin.readline()
prepare(Path(sys.argv[1])).close()
"""


def schema(path):
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    connection.close()
    return rows


def applied(path):
    db = connect(path)
    names = [migration.name for migration in migrations.applied(db)]
    db.close()
    return names


def later(change):
    return migrations._Migration("m999_later", change)


def prepare_in_another_process(path):
    return subprocess.Popen(
        [sys.executable, "-c", PREPARE_WHEN_TOLD, str(path)],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_an_empty_file_is_brought_to_the_newest_schema(tmp_path):
    path = tmp_path / FILE_NAME

    prepare(path).close()

    assert applied(path) == NEWEST


def test_a_file_that_is_new_enough_stays_as_it_is(path):
    before = schema(path)

    prepare(path).close()

    assert schema(path) == before


def test_what_is_stored_outlives_another_start(stocked, path):
    prepare(path).close()

    assert stocked.execute("SELECT name FROM player ORDER BY id").fetchall() == [("Ana",), ("Bea",)]


def test_a_table_named_before_names_could_be_missing_keeps_its_name(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME
    with monkeypatch.context() as before:
        before.setattr(migrations, "_migrations", migrations._migrations[:2])
        prepare(path).close()
        db = connect(path)
        with write(db):
            fill(db)

    prepare(path).close()

    assert db.execute("SELECT name, code FROM game_table").fetchall() == [("Friday", "AAAAAA")]
    assert db.execute("SELECT count(*) FROM player").fetchone() == (2,)
    db.close()


def test_six_processes_can_prepare_the_same_empty_file_at_once(tmp_path):
    path = tmp_path / FILE_NAME
    processes = [prepare_in_another_process(path) for _ in range(PROCESSES)]
    for process in processes:
        process.stdout.readline()

    for process in processes:
        process.stdin.write("now\n")
        process.stdin.flush()
    ends = [process.communicate(timeout=60)[1] for process in processes]

    assert ends == [""] * PROCESSES
    assert [process.returncode for process in processes] == [0] * PROCESSES
    assert applied(path) == NEWEST


def test_preparing_waits_for_another_process_that_is_preparing(tmp_path):
    path = tmp_path / FILE_NAME
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    end = threading.Timer(0.2, other.execute, ["COMMIT"])
    end.start()

    prepare(path).close()

    end.join()
    other.close()
    assert applied(path) == NEWEST


def test_a_migration_that_fails_leaves_the_file_empty(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME

    def fail(db):
        db.execute("CREATE TABLE half (id TEXT) STRICT")
        raise RuntimeError("power cut")

    monkeypatch.setattr(migrations, "_migrations", [*migrations._migrations, later(fail)])
    with pytest.raises(RuntimeError, match="power cut"):
        prepare(path)

    assert schema(path) == []


def test_a_migration_that_would_leave_dangling_rows_is_taken_back(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME
    prepare(path).close()
    db = connect(path)
    with write(db):
        fill(db)
    db.close()

    def lose_bea(db):
        db.execute("DELETE FROM player WHERE id = 'bea'")

    monkeypatch.setattr(migrations, "_migrations", [*migrations._migrations, later(lose_bea)])
    with pytest.raises(sqlite3.IntegrityError, match="dangling"):
        prepare(path)

    assert applied(path) == NEWEST


def test_a_file_that_cannot_be_prepared_is_let_go(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME

    def fail(db):
        raise RuntimeError("power cut")

    monkeypatch.setattr(migrations, "_migrations", [later(fail)])
    with pytest.raises(RuntimeError):
        prepare(path)

    # Only who is alone with the file may change its journal.
    with sqlite3.connect(path, timeout=0) as alone:
        assert alone.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    alone.close()


def test_every_table_is_strict(db):
    tables = db.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").fetchall()
    # The list of migrations belongs to sqlite-utils, the other one to SQLite.
    ours = {name: strict for name, strict in tables if name not in ("_sqlite_migrations", "sqlite_schema")}

    assert "pile" in ours
    assert set(ours.values()) == {1}


def test_every_reference_has_something_to_refer_to(db):
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for name in names:
        targets = {row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})")}
        assert targets <= names


def test_any_sqlite_tool_reads_names_and_counts(stocked, path):
    tool = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    rows = tool.execute(
        """SELECT player.name, plain, red, five, red_five, tweak
        FROM pile JOIN player ON player.id = pile.player_id"""
    ).fetchall()
    tool.close()

    assert rows == [("Ana", 9, 2, 1, 1, 3)]


def test_after_the_server_has_stopped_one_file_holds_everything(tmp_path):
    path = tmp_path / FILE_NAME
    anchor = prepare(path)
    with write(anchor):
        fill(anchor)

    anchor.close()

    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]
    with sqlite3.connect(path) as copy:
        assert copy.execute("SELECT count(*) FROM player").fetchone() == (2,)
    copy.close()
