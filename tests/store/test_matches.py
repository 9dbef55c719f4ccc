import pytest

from companion.rules.cards import COLOURS
from companion.rules.match import Choice, Hand, HandState, Match
from companion.store import matches
from companion.store.connection import write
from tests.store.stock import (
    ANAS_COUNT,
    AT,
    LATER,
    add_hand,
    add_match,
    add_table,
    close_first_hand,
    open_hand,
)

EARLIER = "2025-01-06T19:00:00.000+00:00"


def stored_match(db):
    return matches.find_match(db, "match")


def run(db, statement):
    with write(db):
        db.execute(statement)


def test_a_match_comes_back_as_a_value_of_the_rules(stocked):
    hand = Hand("ana", ("ana", "bea"), COLOURS[:4], HandState.OPEN, {"ana": ANAS_COUNT})

    assert stored_match(stocked).rules == Match(140, {"ana": 0, "bea": 5}, (hand,))


def test_the_players_of_a_match_keep_their_order_of_arrival(stocked):
    with write(stocked):
        add_match(stocked, "other", players=("bea", "ana"))

    assert list(matches.find_match(stocked, "other").rules.start_points) == ["bea", "ana"]


@pytest.mark.parametrize("choice", Choice)
def test_a_choice_comes_back_with_the_hand_it_follows(stocked, choice):
    run(stocked, f"UPDATE hand SET choice = '{choice.value}'")

    assert stored_match(stocked).rules.hands[0].choice is choice


@pytest.mark.parametrize("state", [HandState.CLOSED, HandState.VOID])
def test_a_hand_that_is_not_open_comes_back_in_its_state(stocked, state):
    closed_at = f"'{LATER}'" if state is HandState.CLOSED else "NULL"

    run(stocked, f"UPDATE hand SET state = '{state.value}', closed_at = {closed_at}")

    assert stored_match(stocked).rules.hands[0].state is state


def test_a_match_that_is_ended_before_any_hand_comes_back_so(stocked):
    run(stocked, "UPDATE match SET end_now = 1")

    assert stored_match(stocked).rules.end_now


def test_the_rows_and_the_rules_of_a_match_agree(stocked):
    match = stored_match(stocked)

    pairs = [(row.dealer_id, row.seats, row.colours, row.state) for row in match.hands]
    assert pairs == [(hand.dealer, hand.seats, hand.colours, hand.state) for hand in match.rules.hands]


def test_the_open_hand_is_the_one_after_the_closed_ones(stocked):
    with write(stocked):
        close_first_hand(stocked)
        add_hand(stocked, open_hand("second"), position=1)

    assert stored_match(stocked).open_hand.id == "second"


def test_a_match_is_found_by_a_hand_of_it(stocked):
    assert matches.find_match_of_hand(stocked, "hand") == stored_match(stocked)


@pytest.mark.parametrize(
    "find",
    [
        lambda db: matches.find_match(db, "nothing"),
        lambda db: matches.find_match_of_hand(db, "nothing"),
        lambda db: matches.find_last_match(db, "nothing"),
    ],
    ids=["by its id", "by a hand", "by the table"],
)
def test_a_match_that_is_not_there_is_not_found(stocked, find):
    assert find(stocked) is None


@pytest.mark.parametrize(
    "find",
    [
        lambda db: matches.find_match(db, "match"),
        lambda db: matches.find_match_of_hand(db, "hand"),
        lambda db: matches.find_last_match(db, "table"),
        lambda db: next(iter(matches.list_matches(db, "table", limit=9)), None),
    ],
    ids=["by its id", "by a hand", "by the table", "in the list"],
)
def test_a_match_that_was_deleted_is_not_found(stocked, find):
    run(stocked, f"UPDATE match SET deleted_at = '{LATER}'")

    assert find(stocked) is None


@pytest.mark.parametrize(
    "at", [LATER, AT, EARLIER], ids=["later", "in the same moment", "after the clock was set back"]
)
def test_the_last_match_is_the_one_that_was_started_last(stocked, at):
    with write(stocked):
        add_match(stocked, "a-second", at=at)

    assert matches.find_last_match(stocked, "table").id == "a-second"


@pytest.mark.parametrize("at", [LATER, EARLIER], ids=["later", "after the clock was set back"])
def test_matches_are_listed_from_the_newest_up_to_the_limit(stocked, at):
    with write(stocked):
        add_match(stocked, "second", at=at)
        add_match(stocked, "a-third", at=at)

    assert [match.id for match in matches.list_matches(stocked, "table", limit=2)] == ["a-third", "second"]


def test_the_matches_of_other_tables_are_not_listed(stocked):
    with write(stocked):
        add_table(stocked, "other", code="BBBBBB")

    assert matches.list_matches(stocked, "other", limit=9) == ()


def test_who_leaves_after_the_hand_comes_back_with_the_match(stocked):
    run(stocked, "UPDATE match_player SET leaves = 1 WHERE player_id = 'bea'")

    assert stored_match(stocked).leaving == {"bea"}


def test_a_match_that_was_put_away_is_still_its_tables(stocked):
    run(stocked, f"UPDATE match SET deleted_at = '{LATER}'")

    assert matches.is_of_table(stocked, "match", "table")


@pytest.mark.parametrize(("match_id", "table_id"), [("match", "other"), ("nothing", "table")])
def test_a_match_is_of_no_other_table(stocked, match_id, table_id):
    assert not matches.is_of_table(stocked, match_id, table_id)


def test_a_match_that_is_removed_takes_its_hands_and_piles_along(stocked):
    with write(stocked):
        matches.remove_match(stocked, "match")

    counts = [stocked.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("hand", "pile")]
    assert counts == [0, 0]
