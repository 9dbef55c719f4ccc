import sqlite3

import pytest

from companion.rules.kinds import parse_cards
from companion.rules.pile import Count
from companion.store import matches, sums
from companion.store.changes import Change, Part, add_change
from companion.store.connection import write
from companion.store.rows import TakenRow
from companion.store.things import Stamp, read_thing, write_thing
from tests.store.stock import AT, LATER, STAMP, add_hand, add_table, close_first_hand, open_hand


def add_sum(db, sum_id, cards, *, player_id="ana", at=AT, is_tweak=0, wins_card=0):
    """Take a sum to 9 in the first hand, and keep the change; return its number."""
    state = {
        "hand_id": "hand",
        "player_id": player_id,
        "cards": cards,
        "target": 9,
        "is_tweak": is_tweak,
        "wins_card": wins_card,
        "taken_at": at,
    }
    write_thing(db, "taken_sum", (sum_id,), state=state, stamp=STAMP)
    parts = (Part("taken_sum", (sum_id,), None, state),)
    return add_change(
        db, Change("sum_taken", "match", "hand", player_id), parts, table_id="table", stamp=STAMP
    )


def undo(db, change_id):
    return add_change(db, Change("undone", undoes=change_id), (), table_id="table", stamp=STAMP)


def taken_in(db, place=0):
    return dict(matches.find_match(db, "match").hands[place].taken)


def test_a_sum_comes_back_as_it_was_taken(stocked):
    with write(stocked):
        add_sum(stocked, "s", "4 r5", is_tweak=1, wins_card=1)

    assert sums.list_taken(stocked, "hand") == (
        TakenRow("s", "ana", parse_cards("4 r5"), 9, True, True, AT, "ana"),
    )


def test_sums_come_back_in_the_order_they_were_taken(stocked):
    with write(stocked):
        add_sum(stocked, "b", "4 5", at=LATER)
        add_sum(stocked, "c", "4 5")
        add_sum(stocked, "a", "4 5")

    assert [taken.id for taken in sums.list_taken(stocked, "hand")] == ["c", "a", "b"]


def test_sums_add_up_by_player(stocked):
    with write(stocked):
        add_sum(stocked, "a", "4 r5", is_tweak=1, wins_card=1)
        add_sum(stocked, "b", "3 6")
        add_sum(stocked, "c", "5 r4", player_id="bea")

    assert taken_in(stocked) == {"ana": Count(plain=3, red_five=1, tweak=1), "bea": Count(five=1, red=1)}


def test_a_tweak_without_a_tweak_card_adds_none(stocked):
    with write(stocked):
        add_sum(stocked, "a", "4 5", is_tweak=1)

    assert taken_in(stocked)["ana"].tweak == 0


def test_a_hand_in_which_nothing_was_taken_says_so(stocked):
    assert taken_in(stocked) == {}


def test_a_closed_hand_is_known_by_its_piles_alone(stocked):
    with write(stocked):
        add_sum(stocked, "a", "4 5")
        close_first_hand(stocked)
        add_hand(stocked, open_hand("second"), position=1)

    assert [taken_in(stocked, place) for place in (0, 1)] == [{}, {}]


def test_a_sum_is_found_at_its_table(stocked):
    with write(stocked):
        add_sum(stocked, "s", "4 5")
        add_table(stocked, "other", code="BBBBBB")

    assert sums.find_taken(stocked, "table", "s").id == "s"
    assert sums.find_taken(stocked, "other", "s") is None


def test_the_change_that_took_a_sum_is_found(stocked):
    with write(stocked):
        numbers = [add_sum(stocked, name, "4 5") for name in ("a", "b", "c")]

    assert [sums.find_taking(stocked, name) for name in ("a", "b", "c")] == numbers


def test_a_change_that_was_undone_does_not_count(stocked):
    with write(stocked):
        undo(stocked, add_sum(stocked, "s", "4 5"))

    assert sums.find_taking(stocked, "s") is None


def test_a_sum_that_is_not_there_was_not_taken(stocked):
    assert sums.find_taking(stocked, "nothing") is None


def test_a_sum_moves_with_the_seat_and_keeps_who_took_it(stocked):
    with write(stocked):
        add_sum(stocked, "s", "4 5")
        state = {**read_thing(stocked, "taken_sum", ("s",)), "player_id": "bea"}
        write_thing(stocked, "taken_sum", ("s",), state=state, stamp=Stamp(LATER, "phone", "bea"))

    taken = sums.list_taken(stocked, "hand")[0]
    assert (taken.player_id, taken.by_player_id, taken.taken_at) == ("bea", "ana", AT)


def test_a_sum_goes_with_its_match(stocked):
    with write(stocked):
        add_sum(stocked, "s", "4 5")

    with write(stocked):
        stocked.execute("DELETE FROM match")

    assert sums.list_taken(stocked, "hand") == ()


def test_nobody_leaves_a_seat_while_a_sum_belongs_to_it(stocked):
    with write(stocked):
        stocked.execute("DELETE FROM pile")
        add_sum(stocked, "s", "4 5")

    with pytest.raises(sqlite3.IntegrityError), write(stocked):
        stocked.execute("DELETE FROM hand_seat WHERE player_id = 'ana'")
