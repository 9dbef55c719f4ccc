import pytest

from companion.actions.desk import Missing, Refused
from companion.actions.hosting import (
    delete_match,
    delete_table,
    remove_device,
    rename_player,
    renew_code,
    set_device_role,
    set_lock,
)
from companion.rules.errors import RuleError
from companion.store import devices, matches, tables
from tests.actions.circle import new_op, phone_of


def do(circle, act, **content):
    act(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), **content)


def rename(circle, name, *, to):
    do(circle, rename_player, player_id=circle.ids.get(name, name), name=to)


def delete(circle, *, for_good):
    do(circle, delete_match, match_id=circle.match.id, for_good=for_good)


def test_a_player_can_have_another_name(circle):
    rename(circle, "Bea", to="  Beatrice ")

    assert [player.name for player in circle.players] == ["Ana", "Beatrice", "Carlo"]


def test_a_name_that_was_given_up_is_free(circle):
    rename(circle, "Bea", to="Beatrice")

    rename(circle, "Carlo", to="Bea")

    assert [player.name for player in circle.players] == ["Ana", "Beatrice", "Bea"]


def test_a_name_can_be_written_differently(circle):
    rename(circle, "Bea", to="BEA")

    assert [player.name for player in circle.players] == ["Ana", "BEA", "Carlo"]


def test_a_new_name_is_kept_with_the_old_one(circle):
    rename(circle, "Bea", to="Beatrice")

    assert circle.changes[0].change.params == {"before": "Bea", "after": "Beatrice"}


@pytest.mark.parametrize("role", ["watcher", "player", "host"])
def test_a_phone_can_be_given_a_role(circle, role):
    do(circle, set_device_role, device_id=circle.who("Bea").device_id, role=role)

    assert circle.find_device(phone_of("Bea")).role == role


def test_a_phone_that_is_removed_is_not_known_any_more(circle):
    do(circle, remove_device, device_id=circle.who("Bea").device_id)

    assert devices.find_device(circle.desk.db, circle.table_id, phone_of("Bea")) is None


def test_the_player_of_a_removed_phone_stays(circle):
    do(circle, remove_device, device_id=circle.who("Bea").device_id)

    assert [player.name for player in circle.players] == ["Ana", "Bea", "Carlo"]


def test_what_a_removed_phone_has_counted_stays(counted):
    before = counted.match.rules

    do(counted, remove_device, device_id=counted.who("Bea").device_id)

    assert counted.match.rules == before


def test_a_phone_may_remove_itself(circle):
    do(circle, remove_device, device_id=circle.who("Ana").device_id)

    assert devices.find_device(circle.desk.db, circle.table_id, phone_of("Ana")) is None


def test_a_new_code_lets_people_in(circle):
    do(circle, renew_code)

    table = circle.table
    assert tables.find_table_by_code(circle.desk.db, table.code) == table
    assert tables.find_table_by_token(circle.desk.db, table.join_token) == table


def test_the_old_code_lets_nobody_in(circle):
    old = circle.table

    do(circle, renew_code)

    assert tables.find_table_by_code(circle.desk.db, old.code) is None
    assert tables.find_table_by_token(circle.desk.db, old.join_token) is None


def test_a_new_code_leaves_the_phones_in(circle):
    before = devices.list_devices(circle.desk.db, circle.table_id)

    do(circle, renew_code)

    assert devices.list_devices(circle.desk.db, circle.table_id) == before


@pytest.mark.parametrize("is_locked", [True, False], ids=["locked", "unlocked"])
def test_closed_hands_can_be(circle, is_locked):
    do(circle, set_lock, is_locked=not is_locked)

    do(circle, set_lock, is_locked=is_locked)

    assert circle.table.is_locked is is_locked


@pytest.mark.parametrize("for_good", [False, True], ids=["put away", "deleted"])
def test_before_a_match_that_was_removed_comes_the_one_before_it(playing, for_good):
    first = playing.match.id
    playing.start("Ana", "Bea")

    delete(playing, for_good=for_good)

    assert playing.match.id == first


def test_a_match_that_was_put_away_is_still_stored(playing):
    match_id = playing.match.id

    delete(playing, for_good=False)

    assert matches.is_of_table(playing.desk.db, match_id, playing.table_id)


def test_a_match_that_was_deleted_for_good_leaves_nothing(counted):
    delete(counted, for_good=True)

    stored = {
        table: counted.desk.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("match", "match_player", "hand", "hand_seat", "pile")
    }
    assert set(stored.values()) == {0}


def test_a_match_that_was_put_away_can_still_be_deleted_for_good(playing):
    match_id = playing.match.id
    delete(playing, for_good=False)

    do(playing, delete_match, match_id=match_id, for_good=True)

    assert not matches.is_of_table(playing.desk.db, match_id, playing.table_id)


def test_nobody_gets_to_a_table_that_was_deleted(circle):
    table = circle.table

    do(circle, delete_table)

    assert tables.find_table(circle.desk.db, table.id) is None
    assert tables.find_table_by_code(circle.desk.db, table.code) is None
    assert tables.find_table_by_token(circle.desk.db, table.join_token) is None
    assert tables.list_tables(circle.desk.db) == ()


def test_another_table_stays_when_one_is_deleted(circle):
    other = circle.table
    circle.open("Sunday").seat("Ana")

    do(circle, delete_table)

    assert [table.id for table in tables.list_tables(circle.desk.db)] == [other.id]


def role_of_nothing(circle):
    do(circle, set_device_role, device_id="nothing", role="host")


REFUSED = {
    "a name that is taken": (lambda c: rename(c, "Bea", to="ana"), Refused, "name_taken"),
    "no name": (lambda c: rename(c, "Bea", to=" "), RuleError, "name_empty"),
    "a name for a stranger": (lambda c: rename(c, "nobody", to="Zoe"), Missing, "no_such_player"),
    "a role for no phone": (role_of_nothing, Missing, "no_such_phone"),
    "removing no phone": (
        lambda c: do(c, remove_device, device_id="nothing"),
        Missing,
        "no_such_phone",
    ),
    "deleting no match": (
        lambda c: do(c, delete_match, match_id="nothing", for_good=True),
        Missing,
        "no_such_match",
    ),
}


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_says_why(circle, act, error, code):
    with pytest.raises(error) as refusal:
        act(circle)

    assert refusal.value.code == code


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_changes_nothing_and_tells_nobody(circle, act, error, code):
    circle.told.clear()
    before = circle.everything()

    with pytest.raises(error):
        act(circle)

    assert circle.everything() == before
    assert circle.told == []


OF_ANOTHER_TABLE = {
    "a player": lambda c, ids: do(c, rename_player, player_id=ids["player"], name="Zoe"),
    "a phone's role": lambda c, ids: do(c, set_device_role, device_id=ids["phone"], role="host"),
    "a phone": lambda c, ids: do(c, remove_device, device_id=ids["phone"]),
    "a match": lambda c, ids: do(c, delete_match, match_id=ids["match"], for_good=True),
}


@pytest.mark.parametrize("act", OF_ANOTHER_TABLE.values(), ids=OF_ANOTHER_TABLE)
def test_what_is_another_tables_is_missing_here(playing, act):
    ids = {
        "player": playing.ids["Bea"],
        "phone": playing.who("Bea").device_id,
        "match": playing.match.id,
    }
    playing.open("Sunday").seat("Ana")

    with pytest.raises(Missing):
        act(playing, ids)
