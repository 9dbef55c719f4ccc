import pytest

from companion.store import tables
from companion.store.changes import Change, add_change
from companion.store.connection import write
from companion.store.devices import add_device
from companion.store.rows import DeviceRow, PlayerRow, TableRow
from companion.store.things import Stamp
from tests.store.stock import AT, LATER, add_player, add_table

FINDERS = {
    "by its id": lambda db: tables.find_table(db, "table"),
    "by its invitation": lambda db: tables.find_table_by_token(db, f"{'table':-<22}"),
    "by its code": lambda db: tables.find_table_by_code(db, "AAAAAA"),
    "in the list": lambda db: next(iter(tables.list_tables(db)), None),
    "by a phone of it": lambda db: next(iter(tables.list_tables_of_token(db, "hash")), None),
}


@pytest.fixture
def two(stocked):
    """A second table, 'other', to which the phone belongs too."""
    with write(stocked):
        add_table(stocked, "other", code="BBBBBB")
        add_device(
            stocked, DeviceRow("phone-there", "watcher", ()), table_id="other", token_hash="hash", at=AT
        )
    return stocked


def touch(db, table_id):
    with write(db):
        add_change(db, Change("player_added"), (), table_id=table_id, stamp=Stamp(AT))


@pytest.mark.parametrize("find", FINDERS.values(), ids=FINDERS)
def test_a_table_is_found(stocked, find):
    stored = TableRow("table", "Friday", "AAAAAA", f"{'table':-<22}", 1, is_locked=False, opened_at=AT)

    assert find(stocked) == stored


@pytest.mark.parametrize("find", FINDERS.values(), ids=FINDERS)
def test_a_table_that_was_deleted_is_not_found(stocked, find):
    with write(stocked):
        stocked.execute("UPDATE game_table SET deleted_at = ?", [LATER])

    assert find(stocked) is None


@pytest.mark.parametrize(
    "find",
    [
        lambda db: tables.find_table(db, "nothing"),
        lambda db: tables.find_table_by_token(db, "nothing"),
        lambda db: tables.find_table_by_code(db, "ZZZZZZ"),
    ],
    ids=["by its id", "by its invitation", "by its code"],
)
def test_a_table_that_there_is_not_is_not_found(stocked, find):
    assert find(stocked) is None


def test_a_table_that_is_locked_says_so(stocked):
    with write(stocked):
        stocked.execute("UPDATE game_table SET is_locked = 1")

    assert tables.find_table(stocked, "table").is_locked is True


@pytest.mark.parametrize("last", ["table", "other"])
def test_the_table_that_changed_last_comes_first(two, last):
    touch(two, {"table": "other", "other": "table"}[last])
    touch(two, last)

    assert tables.list_tables(two)[0].id == last


def test_a_table_in_which_nothing_has_changed_yet_is_listed_too(two):
    touch(two, "table")

    assert [table.id for table in tables.list_tables(two)] == ["table", "other"]


@pytest.mark.parametrize(("device", "first"), [("phone", "table"), ("phone-there", "other")])
def test_the_table_that_a_phone_used_last_comes_first(two, device, first):
    with write(two):
        two.execute("UPDATE device SET seen_at = ? WHERE id = ?", [LATER, device])

    assert tables.list_tables_of_token(two, "hash")[0].id == first


def test_a_phone_sees_no_table_that_it_does_not_belong_to(two):
    assert tables.list_tables_of_token(two, "another") == ()


def test_a_revision_rises_by_one(stocked):
    with write(stocked):
        raised = tables.raise_revision(stocked, "table")

    assert (raised, tables.get_revision(stocked, "table")) == (2, 2)


def test_a_revision_rises_at_its_own_table_only(two):
    with write(two):
        tables.raise_revision(two, "table")

    assert tables.get_revision(two, "other") == 1


def test_a_new_code_takes_the_place_of_the_old_one(stocked):
    with write(stocked):
        tables.set_code(stocked, "table", code="CCCCCC", join_token="x" * 22)

    table = tables.find_table(stocked, "table")
    assert (table.code, table.join_token) == ("CCCCCC", "x" * 22)


def test_players_are_listed_in_the_order_they_came(stocked):
    with write(stocked):
        add_player(stocked, "Aaron", at=LATER)
        add_player(stocked, "Abel", at=LATER)

    assert [player.name for player in tables.list_players(stocked, "table")] == [
        "Ana",
        "Bea",
        "Aaron",
        "Abel",
    ]


def test_players_are_listed_at_their_own_table_only(two):
    assert tables.list_players(two, "other") == ()


def test_a_player_is_found_by_what_their_name_counts_as(stocked):
    assert tables.find_player_by_key(stocked, "table", "ana") == PlayerRow("ana", "Ana", "🦊")


@pytest.mark.parametrize(("table_id", "key"), [("table", "zoe"), ("other", "ana")])
def test_a_player_is_not_found_by_another_name_or_at_another_table(two, table_id, key):
    assert tables.find_player_by_key(two, table_id, key) is None
