from dataclasses import replace

import pytest

from companion.actions.desk import Missing, Refused, Stale
from companion.actions.matches import colours_for, last_line_up, play_again, start_match
from companion.rules.cards import COLOURS
from companion.rules.errors import RuleError
from companion.rules.match import HandState, outcome
from companion.store import matches
from tests.actions.circle import new_op


def start(circle, line_up, *, after=None, op=None):
    return start_match(
        circle.desk,
        op or new_op(),
        line_up,
        table_id=circle.table_id,
        who=circle.who("Ana"),
        after=after,
    )


def again(circle, match_id=None, *, op=None):
    return play_again(
        circle.desk,
        op or new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        match_id=match_id or circle.match.id,
    )


def test_a_match_begins_with_its_line_up(circle):
    line_up = circle.line_up("Bea", "Ana", dealer="Ana", target=60, colours=COLOURS[:4])

    match_id = start(circle, line_up)

    match = matches.find_match(circle.desk.db, match_id)
    assert (match.rules.target, match.open_hand.seats) == (60, line_up.seats)
    assert (match.open_hand.dealer_id, match.open_hand.colours) == (line_up.dealer, COLOURS[:4])


def test_a_match_begins_with_one_open_hand_and_no_points(playing):
    assert [hand.state for hand in playing.match.hands] == [HandState.OPEN]
    assert playing.totals == {"Ana": 0, "Bea": 0, "Carlo": 0}


@pytest.mark.parametrize("by", ["chance", "table", "rule"])
def test_a_match_keeps_how_its_dealer_was_found(circle, by):
    start(circle, circle.line_up("Ana", "Bea", dealer_by=by))

    assert circle.hand.dealer_by == by


def test_colours_are_kept_in_the_order_of_the_box(circle):
    start(circle, circle.line_up("Ana", "Bea", colours=COLOURS[::-1]))

    assert circle.hand.colours == COLOURS


def test_a_new_match_comes_behind_the_last_one(playing):
    first = playing.match.id

    second = start(playing, playing.line_up("Ana", "Bea"), after=first)

    assert playing.match.id == second != first


REFUSED = {
    "one player": (lambda c: c.line_up("Ana"), RuleError, "number_of_players"),
    "nobody": (lambda c: c.line_up("Ana", seats=()), RuleError, "number_of_players"),
    "too few cards": (
        lambda c: c.line_up("Ana", "Bea", "Carlo", colours=COLOURS[:1]),
        RuleError,
        "too_few_cards",
    ),
    "a player twice": (lambda c: c.line_up("Ana", "Bea", "Ana"), Missing, "no_such_player"),
    "a player of no table": (
        lambda c: replace(c.line_up("Ana", "Bea"), seats=(c.ids["Ana"], "nobody")),
        Missing,
        "no_such_player",
    ),
    "a dealer who does not play": (
        lambda c: c.line_up("Ana", "Bea", dealer="Carlo"),
        Refused,
        "dealer_not_seated",
    ),
    "a target of nothing": (lambda c: c.line_up("Ana", "Bea", target=0), Refused, "target_out_of_range"),
    "a target of five digits": (
        lambda c: c.line_up("Ana", "Bea", target=10_000),
        Refused,
        "target_out_of_range",
    ),
}


@pytest.mark.parametrize(("line_up", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_a_line_up_that_cannot_be_played_says_why(circle, line_up, error, code):
    with pytest.raises(error) as refusal:
        start(circle, line_up(circle))

    assert refusal.value.code == code


@pytest.mark.parametrize(("line_up", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_a_line_up_that_cannot_be_played_changes_nothing_and_tells_nobody(circle, line_up, error, code):
    circle.told.clear()
    before = circle.everything()

    with pytest.raises(error):
        start(circle, line_up(circle))

    assert circle.everything() == before
    assert circle.told == []


def test_the_players_of_another_table_cannot_be_seated(circle):
    strangers = circle.line_up("Ana", "Bea")
    circle.open("Sunday").seat("Ana", "Bea")

    with pytest.raises(Missing) as refusal:
        start(circle, strangers)

    assert refusal.value.code == "no_such_player"


@pytest.mark.parametrize("after", [None, "another"], ids=["no match yet", "another match"])
def test_a_match_that_was_put_together_before_another_began_is_stale(playing, after):
    before = playing.everything()

    with pytest.raises(Stale) as refusal:
        start(playing, playing.line_up("Ana", "Bea"), after=after)

    assert refusal.value.code == "match_started"
    assert playing.everything() == before


def test_again_plays_with_the_same_people_colours_and_target(circle):
    circle.start("Ana", "Bea", "Carlo", target=60, colours=COLOURS[:5])

    again(circle)

    assert circle.seats_of(circle.hand) == ("Ana", "Bea", "Carlo")
    assert (circle.match.rules.target, circle.hand.colours) == (60, COLOURS[:5])


def test_again_begins_without_points(playing):
    playing.play(ana=20)

    again(playing)

    assert playing.totals == {"Ana": 0, "Bea": 0, "Carlo": 0}


def test_again_the_right_hand_neighbour_of_the_last_dealer_deals(playing):
    playing.play()
    playing.play()

    again(playing)

    # Ana has dealt, then Carlo on her right.
    assert (playing.dealer, playing.hand.dealer_by) == ("Bea", "rule")


def test_again_before_any_hand_the_same_player_deals(playing):
    again(playing)

    assert playing.dealer == "Ana"


def test_again_of_a_match_that_is_not_the_last_any_more_is_stale(playing):
    first = playing.match.id
    again(playing)

    with pytest.raises(Stale) as refusal:
        again(playing, first)

    assert refusal.value.code == "match_started"


def test_again_of_no_match_is_missing(circle):
    with pytest.raises(Missing) as refusal:
        again(circle, "nothing")

    assert refusal.value.code == "no_such_match"


def test_again_of_another_tables_match_is_missing(playing):
    first = playing.match.id
    playing.open("Sunday").seat("Ana")

    with pytest.raises(Missing) as refusal:
        again(playing, first)

    assert refusal.value.code == "no_such_match"


def test_again_repeated_gives_the_same_match_even_when_more_has_been_played(playing):
    first = playing.match
    second = again(playing, op="again")
    playing.count("Ana", hand=first.open_hand, plain=1)

    assert again(playing, first.id, op="again") == second


def test_the_last_line_up_is_what_would_be_played_next(playing):
    playing.play()

    line_up = last_line_up(playing.match)

    assert line_up == playing.line_up("Ana", "Bea", "Carlo", dealer="Carlo", dealer_by="rule")


def test_a_match_that_is_over_can_be_followed_by_another(circle):
    circle.start("Ana", "Bea", target=10)
    circle.play(ana=12)
    assert outcome(circle.match.rules).is_over

    again(circle)

    assert not outcome(circle.match.rules).is_over


@pytest.mark.parametrize(
    ("colours", "now", "expected"),
    [
        (COLOURS[:4], 4, COLOURS[:5]),
        (COLOURS[:4], 2, COLOURS[:4]),
        (COLOURS[:4], 3, COLOURS[:4]),
        (COLOURS, 4, COLOURS),
    ],
    ids=["more players", "as many in fewer", "nobody came or went", "the table chose"],
)
def test_colours_follow_the_number_of_players_unless_the_table_chose_them(colours, now, expected):
    assert colours_for(colours, was=3, now=now) == expected
