"""Which laws do totals, standings and the end of a match keep?"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.match import (
    Choice,
    Hand,
    HandState,
    Joining,
    Match,
    hand_number,
    joining_points,
    outcome,
    standings,
    totals,
)
from companion.rules.scoring import Count

PLAYERS = ("ana", "bea", "carlo")

piles = st.dictionaries(
    st.sampled_from(PLAYERS), st.builds(Count, plain=st.integers(0, 6), red=st.integers(0, 3))
)
hands = st.builds(
    Hand,
    dealer=st.sampled_from(PLAYERS),
    seats=st.just(PLAYERS),
    colours=st.just(()),
    state=st.sampled_from(HandState),
    piles=piles,
    choice=st.none() | st.sampled_from(Choice),
)
matches = st.builds(
    Match,
    target=st.integers(1, 60),
    start_points=st.fixed_dictionaries({player: st.integers(0, 5) for player in PLAYERS}),
    hands=st.lists(hands, max_size=6).map(tuple),
    end_now=st.booleans(),
)


@given(matches)
def test_a_total_is_the_start_points_and_the_closed_hands(match):
    points = {
        player: sum(
            hand.piles[player].points
            for hand in match.hands
            if hand.state is HandState.CLOSED and player in hand.piles
        )
        for player in PLAYERS
    }

    assert totals(match) == {player: match.start_points[player] + points[player] for player in PLAYERS}


@given(matches)
def test_a_rank_counts_who_is_strictly_better(match):
    total = totals(match)

    table = standings(match)

    assert {standing.player for standing in table} == set(PLAYERS)
    for standing in table:
        assert standing.rank == 1 + sum(points > standing.total for points in total.values())
        assert standing.to_go == max(0, match.target - total[standing.player])


@given(matches)
def test_standings_go_from_best_to_worst_and_equals_by_arrival(match):
    arrival = list(match.start_points)

    order = [(-standing.total, arrival.index(standing.player)) for standing in standings(match)]

    assert order == sorted(order)


@given(matches)
def test_changes_are_what_the_last_closed_hand_has_added(match):
    closed = [index for index, hand in enumerate(match.hands) if hand.state is HandState.CLOSED]
    before = totals(replace(match, hands=match.hands[: closed[-1]])) if closed else {}

    for standing in standings(match):
        assert standing.change == (standing.total - before[standing.player] if closed else None)


@given(matches)
def test_hands_that_are_not_closed_change_nothing(match):
    closed_only = replace(match, hands=tuple(hand for hand in match.hands if hand.state is HandState.CLOSED))

    assert outcome(match) == outcome(closed_only)
    assert standings(match) == standings(closed_only)


@given(matches)
def test_choices_never_change_points(match):
    without = replace(match, hands=tuple(replace(hand, choice=None) for hand in match.hands), end_now=False)

    assert standings(match) == standings(without)


@given(matches)
def test_winners_are_all_who_have_the_highest_total_and_only_at_the_end(match):
    total = totals(match)
    best = tuple(player for player in match.start_points if total[player] == max(total.values()))

    verdict = outcome(match)

    assert verdict.winners == (best if verdict.is_over else ())
    if verdict.is_over:
        assert verdict.is_tie is (len(best) > 1)


@given(matches)
def test_without_choices_a_match_is_over_exactly_when_the_target_is_reached(match):
    hands = tuple(replace(hand, choice=None) for hand in match.hands)
    plain = replace(match, hands=hands, end_now=False)
    is_played = any(hand.state is HandState.CLOSED for hand in hands)

    verdict = outcome(plain)

    assert verdict.is_over is (is_played and max(totals(plain).values()) >= match.target)
    assert verdict.ended_by is None
    assert not verdict.playing_on


@given(matches)
def test_a_match_that_is_not_over_has_a_reason_to_go_on(match):
    verdict = outcome(match)

    if not verdict.is_over:
        assert not verdict.reached or verdict.playing_on or verdict.is_tie


@given(matches)
def test_closed_hands_are_numbered_without_gaps(match):
    numbers = [
        hand_number(match, index) for index, hand in enumerate(match.hands) if hand.state is HandState.CLOSED
    ]

    assert numbers == list(range(1, len(numbers) + 1))


@given(st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 200), min_size=1))
def test_the_average_lies_between_the_lowest_and_the_highest_total(total):
    average = joining_points(total, Joining.AVERAGE)

    assert joining_points(total, Joining.LOWEST) <= average <= max(total.values())
    assert average * len(total) <= sum(total.values())


def test_a_match_of_nobody_has_no_winner():
    match = Match(60, {}, (), end_now=True)

    assert outcome(match).winners == ()
    assert standings(match) == ()
