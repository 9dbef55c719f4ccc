import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.match import HandState
from companion.rules.pile import Count
from companion.store import hands, matches
from companion.store.connection import connect, write
from companion.store.things import Stamp
from tests.store.stock import (
    ANAS_COUNT,
    AT,
    LATER,
    add_hand,
    add_pile,
    close_first_hand,
    open_hand,
    pile_of,
)

counts = st.builds(
    Count,
    plain=st.integers(0, 40),
    red=st.integers(0, 8),
    five=st.integers(0, 5),
    red_five=st.integers(0, 1),
    tweak=st.integers(0, 10),
)


def read_hand(db, place=0):
    return matches.find_match(db, "match").hands[place]


def play_second_hand(db, hand):
    with write(db):
        close_first_hand(db)
        add_hand(db, hand, position=1)


def test_a_hand_comes_back_as_it_was_stored(stocked):
    play_second_hand(stocked, open_hand("second", dealer="bea"))

    hand = read_hand(stocked, 1)

    assert hand == open_hand("second", dealer="bea", revision=hand.revision)


def test_hands_come_back_in_the_order_they_were_played(stocked):
    play_second_hand(stocked, open_hand("a-second"))

    assert [hand.id for hand in matches.find_match(stocked, "match").hands] == ["hand", "a-second"]


def test_a_closed_hand_says_when_and_by_whom(stocked):
    play_second_hand(stocked, open_hand("second"))

    hand = read_hand(stocked)

    assert (hand.state, hand.closed_at, hand.closed_by) == (HandState.CLOSED, LATER, "bea")


def test_a_hand_that_was_closed_in_spite_of_warnings_says_so(stocked):
    with write(stocked):
        stocked.execute("UPDATE hand SET as_counted = 1")

    assert read_hand(stocked).as_counted is True


def test_a_pile_comes_back_as_it_was_stored(stocked):
    pile = read_hand(stocked).piles["ana"]

    assert pile == pile_of("ana", ANAS_COUNT, revision=pile.revision)


def test_a_pile_that_is_stored_again_takes_the_place_of_the_old_one(stocked):
    before = read_hand(stocked).piles["ana"].revision

    with write(stocked):
        add_pile(stocked, "ana", Count(plain=1))

    assert dict(read_hand(stocked).piles) == {"ana": pile_of("ana", Count(plain=1), revision=before + 1)}


def test_a_pile_keeps_the_moment_it_was_begun(stocked):
    with write(stocked):
        add_pile(stocked, "ana", Count(plain=1), stamp=Stamp(LATER))

    assert stocked.execute("SELECT begun_at, touched_at FROM pile").fetchall() == [(AT, LATER)]


def test_one_pile_is_found_as_it_is_in_its_hand(stocked):
    assert hands.find_pile(stocked, "hand", "ana") == read_hand(stocked).piles["ana"]


@pytest.mark.parametrize(("hand_id", "player_id"), [("hand", "bea"), ("nothing", "ana")])
def test_a_pile_that_nobody_has_begun_is_not_found(stocked, hand_id, player_id):
    assert hands.find_pile(stocked, hand_id, player_id) is None


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mine=counts, theirs=counts)
def test_counts_come_back_through_another_connection_as_the_rules_gave_them(stocked, path, mine, theirs):
    with write(stocked):
        add_pile(stocked, "ana", mine)
        add_pile(stocked, "bea", theirs)

    db = connect(path)
    match = matches.find_match(db, "match")
    db.close()

    assert match.rules.hands[0].piles == {"ana": mine, "bea": theirs}


@pytest.mark.parametrize("statement", range(15))
def test_a_hand_that_closes_while_the_match_is_read_never_shows_a_hand_without_seats(
    stocked, path, statement
):
    reader = connect(path)
    statements = iter(range(statement + 1))

    def close_before_that_statement(_sql):
        if next(statements, None) == statement:
            play_second_hand(stocked, open_hand("second"))

    reader.conn.set_trace_callback(close_before_that_statement)
    match = matches.find_match(reader, "match")
    reader.close()

    assert {hand.seats for hand in match.hands} == {("ana", "bea")}
