"""Which laws do the deal and the seats keep?"""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.dealer import mirror, next_dealer, sits_left_of, sits_right_of
from companion.rules.match import Hand, HandState, Match, deals_next

circles = st.permutations(("ana", "bea", "carlo", "dan", "emma", "finn")).flatmap(
    lambda players: st.integers(2, 6).map(lambda n: tuple(players[:n]))
)


@st.composite
def seated(draw):
    seats = draw(circles)
    return seats, draw(st.sampled_from(seats))


@given(seated())
def test_everybody_deals_once_in_as_many_hands_as_players_and_the_deal_goes_right(table):
    seats, dealer = table
    dealt = [dealer]

    for _ in seats:
        dealt.append(next_dealer(seats, last_seats=seats, last_dealer=dealt[-1]))

    assert dealt[-1] == dealer
    assert sorted(dealt[1:]) == sorted(seats)
    assert all(sits_left_of(seats, later) == earlier for earlier, later in pairwise(dealt))


@given(seated(), st.lists(st.sampled_from(HandState), max_size=30))
def test_void_hands_do_not_change_who_deals_the_hands_that_count(table, states):
    seats, dealer = table
    hands = (closed_hand(seats, dealer),)

    for state in states:
        deals = deals_next(Match(100, dict.fromkeys(seats, 0), hands), seats)
        hands += (Hand(deals, seats, (), state, {}),)

    counting = [hand.dealer for hand in hands if hand.state is HandState.CLOSED]
    start = seats.index(dealer)
    assert counting == [seats[(start - turn) % len(seats)] for turn in range(len(counting))]


@given(seated(), st.data())
def test_when_the_dealer_has_left_nobody_still_here_is_passed_over(table, data):
    last_seats, last_dealer = table
    others = [player for player in last_seats if player != last_dealer]
    seats = tuple(
        data.draw(st.permutations(data.draw(st.lists(st.sampled_from(others), min_size=1, unique=True))))
    )

    deals = next_dealer(seats, last_seats=last_seats, last_dealer=last_dealer)

    passed_over = []
    player = sits_right_of(last_seats, last_dealer)
    while player != deals:
        passed_over.append(player)
        player = sits_right_of(last_seats, player)
    assert deals in seats
    assert not set(passed_over) & set(seats)


@given(circles, st.just("guest"))
def test_somebody_seated_always_deals_even_when_the_last_dealer_never_sat(seats, stranger):
    assert next_dealer(seats, last_seats=seats, last_dealer=stranger) == seats[0]


@given(seated())
def test_left_undoes_right(table):
    seats, player = table

    assert sits_left_of(seats, sits_right_of(seats, player)) == player
    assert sits_right_of(seats, sits_left_of(seats, player)) == player


@given(seated(), st.data())
def test_mirroring_twice_changes_nothing_and_once_swaps_left_and_right(table, data):
    seats, keep = table
    player = data.draw(st.sampled_from(seats))

    mirrored = mirror(seats, keep=keep)

    assert mirror(mirrored, keep=keep) == seats
    assert mirrored.index(keep) == seats.index(keep)
    assert sits_right_of(mirrored, player) == sits_left_of(seats, player)


def closed_hand(seats, dealer):
    return Hand(dealer, seats, (), HandState.CLOSED, {})
