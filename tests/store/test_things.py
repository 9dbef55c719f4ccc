import sqlite3

import pytest

from companion.store.connection import write
from companion.store.things import SEATING, THINGS, Stamp, has_counts, is_sound, read_thing, write_thing
from tests.store.stock import AT, LATER, STAMP

KEYS = {
    "table": ("table",),
    "table_lang": ("table",),
    "player": ("bea",),
    "match": ("match",),
    "match_player": ("match", "bea"),
    "hand": ("hand",),
    "pile": ("hand", "ana"),
    "device": ("phone",),
    SEATING: ("hand",),
}
OTHER = {
    "table": {"name": "Sunday"},
    "table_lang": {"lang": "it"},
    "player": {"name": "Beatrice"},
    "match": {"target": 60},
    "match_player": {"start_points": 9},
    "hand": {"state": "void"},
    "pile": {"plain": 1},
    "device": {"role": "host"},
    SEATING: {"seats": ["bea", "ana"]},
}
REMOVABLE = {"match": ("match",), "match_player": ("match", "bea"), "pile": ("hand", "ana")}
every_thing = pytest.mark.parametrize("kind", KEYS)


def put(db, kind, key, state, stamp=STAMP):
    with write(db):
        write_thing(db, kind, key, state=state, stamp=stamp)


def test_every_kind_of_thing_is_tried_here_or_with_the_sums():
    assert {*KEYS, "taken_sum"} == {*THINGS, SEATING}


@every_thing
def test_what_is_written_is_read_again(stocked, kind):
    changed = {**read_thing(stocked, kind, KEYS[kind]), **OTHER[kind]}

    put(stocked, kind, KEYS[kind], changed)

    assert read_thing(stocked, kind, KEYS[kind]) == changed


@every_thing
def test_writing_back_what_was_read_is_as_if_nothing_had_been(stocked, kind):
    before = read_thing(stocked, kind, KEYS[kind])
    put(stocked, kind, KEYS[kind], {**before, **OTHER[kind]})

    put(stocked, kind, KEYS[kind], before)

    assert read_thing(stocked, kind, KEYS[kind]) == before


@every_thing
def test_a_thing_that_is_not_there_has_no_state(stocked, kind):
    assert read_thing(stocked, kind, ("nothing",) * len(KEYS[kind])) is None


@pytest.mark.parametrize("kind", REMOVABLE)
def test_a_thing_without_a_state_is_not_there_any_more(stocked, kind):
    put(stocked, kind, KEYS[kind], None)

    assert read_thing(stocked, kind, KEYS[kind]) is None


@pytest.mark.parametrize("kind", REMOVABLE)
def test_a_thing_can_come_back(stocked, kind):
    before = read_thing(stocked, kind, KEYS[kind])
    put(stocked, kind, KEYS[kind], None)

    put(stocked, kind, KEYS[kind], before)

    assert read_thing(stocked, kind, KEYS[kind]) == before


@pytest.mark.parametrize("kind", ["player", "match", "hand"])
def test_every_write_counts_the_revision_up(stocked, kind):
    before = stocked.execute(f"SELECT revision FROM {kind} WHERE id = ?", KEYS[kind]).fetchone()[0]

    put(stocked, kind, KEYS[kind], {**read_thing(stocked, kind, KEYS[kind]), **OTHER[kind]})

    after = stocked.execute(f"SELECT revision FROM {kind} WHERE id = ?", KEYS[kind]).fetchone()[0]
    assert after == before + 1


def test_a_pile_begins_at_the_revision_that_is_given(stocked):
    put(stocked, "pile", ("hand", "bea"), read_thing(stocked, "pile", ("hand", "ana")), Stamp(AT, revision=7))

    assert stocked.execute("SELECT revision FROM pile WHERE player_id = 'bea'").fetchone() == (7,)


def test_a_pile_goes_on_from_its_own_revision(stocked):
    before = stocked.execute("SELECT revision FROM pile").fetchone()[0]
    state = read_thing(stocked, "pile", ("hand", "ana"))

    put(stocked, "pile", ("hand", "ana"), {**state, "plain": 1}, Stamp(LATER, revision=99))

    assert stocked.execute("SELECT revision FROM pile").fetchone() == (before + 1,)


def test_a_pile_keeps_when_and_by_whom_it_was_touched(stocked):
    state = read_thing(stocked, "pile", ("hand", "ana"))

    put(stocked, "pile", ("hand", "ana"), {**state, "plain": 1}, Stamp(LATER, None, "bea"))

    columns = "begun_at, touched_at, device_id, by_player_id"
    assert stocked.execute(f"SELECT {columns} FROM pile").fetchone() == (AT, LATER, None, "bea")


def test_a_player_who_plays_cannot_be_removed(stocked):
    with pytest.raises(sqlite3.IntegrityError):
        put(stocked, "player", ("bea",), None)

    assert read_thing(stocked, "player", ("bea",)) is not None


def test_seats_can_change_although_piles_belong_to_them(stocked):
    put(stocked, SEATING, ("hand",), {"seats": ["bea", "ana"]})

    assert read_thing(stocked, SEATING, ("hand",)) == {"seats": ["bea", "ana"]}


def test_a_seat_cannot_go_while_a_pile_belongs_to_it(stocked):
    with pytest.raises(sqlite3.IntegrityError):
        put(stocked, SEATING, ("hand",), {"seats": ["bea"]})

    assert read_thing(stocked, SEATING, ("hand",)) == {"seats": ["ana", "bea"]}


@pytest.mark.parametrize(
    ("seats", "sound"), [(["bea", "ana"], True), (["bea"], False)], ids=["all there", "one gone"]
)
def test_whether_a_pile_has_lost_its_seat_shows_before_the_write_ends(stocked, seats, sound):
    stocked.execute("BEGIN")
    write_thing(stocked, SEATING, ("hand",), state={"seats": seats}, stamp=STAMP)

    found = is_sound(stocked, "hand")
    stocked.conn.rollback()

    assert found is sound


def test_a_hand_in_which_a_pile_was_begun_has_counts(stocked):
    assert has_counts(stocked, "hand")


def test_a_hand_without_piles_has_none(stocked):
    put(stocked, "pile", ("hand", "ana"), None)

    assert not has_counts(stocked, "hand")
