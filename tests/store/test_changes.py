import pytest

from companion.store.changes import Change, Part, add_change, find_change, list_changes
from companion.store.connection import write
from companion.store.things import Stamp
from tests.store.stock import AT, LATER, STAMP, add_table

PARTS = (
    Part("pile", ("hand", "ana"), {"plain": 1, "is_done": 0}, {"plain": 2, "is_done": 1}),
    Part("seating", ("hand",), None, {"seats": ["ana", "bea"]}),
)


def keep(db, change, parts=(), *, table_id="table", stamp=STAMP):
    with write(db):
        return add_change(db, change, parts, table_id=table_id, stamp=stamp)


def test_a_change_comes_back_as_it_was_kept(stocked):
    change = Change("pile_counted", "match", "hand", "ana", params={"points": 27, "before": None})

    number = keep(stocked, change, PARTS)

    kept = find_change(stocked, "table", number)
    assert (kept.id, kept.change, kept.parts) == (number, change, PARTS)


def test_a_change_says_when_and_by_whom(stocked):
    number = keep(stocked, Change("pile_counted"), stamp=Stamp(LATER, "phone", "bea"))

    kept = find_change(stocked, "table", number)
    assert (kept.at, kept.by_player_id) == (LATER, "bea")


def test_words_of_any_language_are_kept_as_they_are(stocked):
    number = keep(stocked, Change("player_renamed", params={"before": "Zoë", "after": "Зоя"}))

    assert find_change(stocked, "table", number).change.params == {"before": "Zoë", "after": "Зоя"}
    assert stocked.execute("SELECT params LIKE '%Зоя%' FROM change").fetchone() == (1,)


def test_a_change_that_is_undone_knows_by_which(stocked):
    done = keep(stocked, Change("pile_counted"))

    undoing = keep(stocked, Change("undone", undoes=done))

    assert find_change(stocked, "table", done).undone_by == undoing
    assert find_change(stocked, "table", undoing).change.undoes == done


def test_changes_are_listed_from_the_newest_up_to_the_limit(stocked):
    numbers = [keep(stocked, Change(kind), stamp=Stamp(AT)) for kind in ("first", "second", "third")]

    listed = list_changes(stocked, "table", limit=2)

    assert [row.id for row in listed] == numbers[:0:-1]


def test_the_changes_of_one_match_can_be_listed_alone(stocked):
    keep(stocked, Change("player_added"))
    number = keep(stocked, Change("hand_closed", match_id="match"))
    keep(stocked, Change("hand_closed", match_id="another"))

    assert [row.id for row in list_changes(stocked, "table", limit=9, match_id="match")] == [number]


@pytest.fixture
def other(stocked):
    """A second table beside the first."""
    with write(stocked):
        add_table(stocked, "other", code="BBBBBB")
    return stocked


def test_a_change_is_found_at_its_own_table_only(other):
    number = keep(other, Change("player_added"))

    assert find_change(other, "other", number) is None


def test_changes_are_listed_at_their_own_table_only(other):
    keep(other, Change("player_added"))

    assert list_changes(other, "other", limit=9) == ()


def test_a_change_outlives_the_phone_it_was_made_on(stocked):
    number = keep(stocked, Change("player_added"))

    with write(stocked):
        stocked.execute("DELETE FROM device")

    assert find_change(stocked, "table", number).by_player_id == "ana"
