"""What can be changed and changed back: each thing's state as plain values, read and written whole.

A state holds what people mean by the thing and not what goes with every write (revision, who, when).
`None` is the state of a thing that is not there. Every write counts the thing's revision up.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

State = Mapping[str, Any] | None


@dataclass(frozen=True)
class Stamp:
    """When something is written (UTC, ISO 8601), on which phone and by which player.

    `revision` is where a new pile begins: above all that a pile taken back may have had before it.
    """

    at: str
    device_id: str | None = None
    player_id: str | None = None
    revision: int = 1


@dataclass(frozen=True)
class Thing:
    """A kind of thing: where it is stored, and the columns that make up its key and its state."""

    table: str
    key: tuple[str, ...]
    state: tuple[str, ...]
    stamp: Callable[[Stamp], Mapping[str, Any]] = lambda _stamp: {}
    first_stamp: Callable[[Stamp], Mapping[str, Any]] = lambda _stamp: {}
    has_revision: bool = True


THINGS: Mapping[str, Thing] = {
    "table": Thing("game_table", ("id",), ("name", "is_locked", "deleted_at"), has_revision=False),
    "table_lang": Thing("game_table", ("id",), ("lang",), has_revision=False),
    "player": Thing(
        "player",
        ("id",),
        ("table_id", "name", "name_key", "animal"),
        first_stamp=lambda stamp: {"created_at": stamp.at},
    ),
    "match": Thing("match", ("id",), ("table_id", "target", "end_now", "started_at", "deleted_at")),
    "match_player": Thing(
        "match_player", ("match_id", "player_id"), ("position", "start_points", "leaves"), has_revision=False
    ),
    "hand": Thing(
        "hand",
        ("id",),
        (
            "match_id",
            "position",
            "dealer_id",
            "dealer_by",
            "colours",
            "state",
            "as_counted",
            "choice",
            "closed_at",
            "closed_by",
        ),
        first_stamp=lambda stamp: {"opened_at": stamp.at},
    ),
    "pile": Thing(
        "pile",
        ("hand_id", "player_id"),
        ("plain", "red", "five", "red_five", "tweak", "is_done"),
        stamp=lambda stamp: {
            "touched_at": stamp.at,
            "device_id": stamp.device_id,
            "by_player_id": stamp.player_id,
        },
        first_stamp=lambda stamp: {"begun_at": stamp.at, "revision": stamp.revision},
    ),
    "taken_sum": Thing(
        "taken_sum",
        ("id",),
        ("hand_id", "player_id", "cards", "target", "is_tweak", "wins_card", "taken_at"),
        first_stamp=lambda stamp: {"device_id": stamp.device_id, "by_player_id": stamp.player_id},
        has_revision=False,
    ),
    "device": Thing("device", ("id",), ("role",), has_revision=False),
}
SEATING = "seating"


def read_thing(db: Database, kind: str, key: tuple[str, ...]) -> State:
    """Return a thing's state; None where it is not there."""
    if kind == SEATING:
        return _read_seating(db, key[0])
    thing = THINGS[kind]
    sql = f"SELECT {', '.join(thing.state)} FROM {thing.table} WHERE {_match_key(thing)}"
    return next((dict(row) for row in db.query(sql, list(key))), None)


def write_thing(db: Database, kind: str, key: tuple[str, ...], *, state: State, stamp: Stamp) -> None:
    """Make a thing's state this one: insert, update or delete it.

    Raises sqlite3.IntegrityError where other things still depend on one that is to be deleted.
    """
    if kind == SEATING:
        _write_seating(db, key[0], state)
        return
    thing = THINGS[kind]
    if state is None:
        db.execute(f"DELETE FROM {thing.table} WHERE {_match_key(thing)}", list(key))
    elif read_thing(db, kind, key) is None:
        _insert(db, thing, key, {**state, **thing.stamp(stamp), **thing.first_stamp(stamp)})
    else:
        _update(db, thing, key, {**state, **thing.stamp(stamp)})


def has_counts(db: Database, hand_id: str) -> bool:
    """Tell whether anything has been counted or taken in a hand."""
    sql = "SELECT 1 FROM pile WHERE hand_id = :hand UNION SELECT 1 FROM taken_sum WHERE hand_id = :hand"
    return db.execute(sql, {"hand": hand_id}).fetchone() is not None


def is_sound(db: Database, hand_id: str) -> bool:
    """Tell whether a hand's piles and sums belong to seats; otherwise only checked when a write ends."""
    sql = """SELECT 1 FROM (
            SELECT player_id FROM pile WHERE hand_id = :hand
            UNION ALL SELECT player_id FROM taken_sum WHERE hand_id = :hand
        ) WHERE player_id NOT IN (SELECT player_id FROM hand_seat WHERE hand_id = :hand)"""
    return db.execute(sql, {"hand": hand_id}).fetchone() is None


def _match_key(thing: Thing) -> str:
    return " AND ".join(f"{column} = ?" for column in thing.key)


def _insert(db: Database, thing: Thing, key: tuple[str, ...], values: Mapping[str, Any]) -> None:
    row = {**dict(zip(thing.key, key, strict=True)), **values}
    places = ", ".join("?" for _ in row)
    db.execute(f"INSERT INTO {thing.table} ({', '.join(row)}) VALUES ({places})", list(row.values()))


def _update(db: Database, thing: Thing, key: tuple[str, ...], values: Mapping[str, Any]) -> None:
    changes = [f"{column} = ?" for column in values]
    if thing.has_revision:
        changes.append("revision = revision + 1")
    sql = f"UPDATE {thing.table} SET {', '.join(changes)} WHERE {_match_key(thing)}"
    db.execute(sql, [*values.values(), *key])


def _read_seating(db: Database, hand_id: str) -> State:
    sql = "SELECT player_id FROM hand_seat WHERE hand_id = ? ORDER BY position"
    seats = [row[0] for row in db.execute(sql, [hand_id])]
    return {"seats": seats} if seats else None


def _write_seating(db: Database, hand_id: str, state: State) -> None:
    # Piles point at seats; the check waits for the end of the transaction.
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.execute("DELETE FROM hand_seat WHERE hand_id = ?", [hand_id])
    for position, player_id in enumerate(state["seats"] if state else ()):
        db.execute(
            "INSERT INTO hand_seat (hand_id, player_id, position) VALUES (?, ?, ?)",
            [hand_id, player_id, position],
        )
    db.execute("UPDATE hand SET seating_revision = seating_revision + 1 WHERE id = ?", [hand_id])
