import pytest

from companion.actions.joining import mark_seen
from companion.actions.upkeep import forget_old
from companion.store import devices, operations
from tests.actions.circle import phone_of


def has_phone(circle, name):
    return devices.find_device(circle.desk.db, circle.table_id, phone_of(name)) is not None


@pytest.mark.parametrize(("days", "stays"), [(399, True), (401, False)])
def test_a_phone_is_forgotten_after_400_idle_days(circle, days, stays):
    circle.clock.pass_days(days)

    forget_old(circle.desk)

    assert has_phone(circle, "Ana") is stays


def test_a_phone_that_comes_now_and_then_is_never_forgotten(circle):
    circle.clock.pass_days(399)
    mark_seen(circle.desk, circle.find_device(phone_of("Ana")))
    circle.clock.pass_days(2)

    forget_old(circle.desk)

    assert (has_phone(circle, "Ana"), has_phone(circle, "Bea")) == (True, False)


def test_what_a_forgotten_phone_has_counted_stays(counted):
    before = counted.totals, counted.match.rules
    counted.clock.pass_days(401)

    forget_old(counted.desk)

    assert (counted.totals, counted.match.rules) == before


def test_its_player_stays_too(circle):
    circle.clock.pass_days(401)

    forget_old(circle.desk)

    assert [player.name for player in circle.players] == ["Ana", "Bea", "Carlo"]


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_an_operation_is_forgotten_when_no_phone_will_repeat_it(circle, days, stays):
    circle.start("Ana", "Bea", op="start")
    circle.clock.pass_days(days)

    forget_old(circle.desk)

    assert (operations.find_operation(circle.desk.db, "start") is not None) is stays


def test_forgetting_is_no_change_for_the_table(circle):
    circle.told.clear()
    before = circle.table.revision
    circle.clock.pass_days(401)

    forget_old(circle.desk)

    assert (circle.table.revision, circle.told) == (before, [])
