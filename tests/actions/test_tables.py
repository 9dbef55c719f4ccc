import pytest

from companion.actions import tables as table_actions
from companion.actions.desk import Refused
from companion.actions.hosting import delete_table
from companion.actions.tables import MOST_TABLES, open_first_table, open_table
from companion.rules.errors import RuleError
from companion.store import changes, devices, tables
from tests.actions.circle import new_op, operation


def open_one(desk, name="Friday", token_hash="phone"):
    return open_table(desk, operation("open_table"), name=name, token_hash=token_hash)


def test_a_table_is_opened_under_its_name(desk):
    table_id = open_one(desk, "  Friday   night ")

    assert tables.find_table(desk.db, table_id).name == "Friday night"


def test_the_phone_that_opens_a_table_hosts_it(desk):
    table_id = open_one(desk, token_hash="phone")

    assert devices.find_device(desk.db, table_id, "phone").role == "host"


def test_a_table_can_be_opened_without_a_phone(desk):
    table_id = open_one(desk, token_hash=None)

    assert devices.list_devices(desk.db, table_id) == ()


def test_two_tables_share_neither_code_nor_invitation(desk):
    first, second = (tables.find_table(desk.db, open_one(desk)) for _ in range(2))

    assert first.code != second.code
    assert first.join_token != second.join_token


def test_a_table_without_a_name_is_refused(desk):
    with pytest.raises(RuleError) as refusal:
        open_one(desk, " ")

    assert refusal.value.code == "name_empty"
    assert tables.list_tables(desk.db) == ()


def test_a_table_that_nobody_names_is_stored_without_a_name(desk):
    table_id = open_one(desk, "")

    table = tables.find_table(desk.db, table_id)
    opened = changes.list_changes(desk.db, table_id, limit=1)[0]
    assert (table.name, opened.change.params["name"]) == ("", "")
    assert table.opened_at == opened.at


def test_the_number_of_tables_is_limited(desk, monkeypatch):
    monkeypatch.setattr(table_actions, "MOST_TABLES", 2)
    open_one(desk)
    open_one(desk)

    with pytest.raises(Refused) as refusal:
        open_one(desk)

    assert (refusal.value.code, dict(refusal.value.params)) == ("too_many_tables", {"most": 2})
    assert len(tables.list_tables(desk.db)) == 2
    assert MOST_TABLES >= 100


def test_the_first_start_opens_a_table(desk):
    open_first_table(desk, lang="it")

    assert [(table.name, table.lang) for table in tables.list_tables(desk.db)] == [("", "it")]


def test_the_next_start_opens_no_second_one(desk):
    open_first_table(desk)

    open_first_table(desk)

    assert len(tables.list_tables(desk.db)) == 1


def test_a_start_after_the_last_table_was_deleted_opens_a_new_one(new_circle):
    circle = new_circle()
    open_first_table(circle.desk)
    circle.table_id = tables.list_tables(circle.desk.db)[0].id
    circle.seat("Ana")
    delete_table(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"))

    open_first_table(circle.desk)

    assert circle.table_id not in {table.id for table in tables.list_tables(circle.desk.db)}
    assert len(tables.list_tables(circle.desk.db)) == 1
