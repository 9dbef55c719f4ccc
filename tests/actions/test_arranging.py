from dataclasses import replace

import pytest

from companion.actions.arranging import (
    digest_arrangement,
    hand_over,
    leave_after_hand,
    set_start_points,
)
from companion.actions.desk import Missing, Refused, Stale
from companion.rules.cards import COLOURS
from companion.rules.errors import RuleError
from companion.rules.match import Joining
from companion.rules.pile import Count
from tests.actions.circle import new_op


@pytest.fixture
def playing(playing):
    """The same three after a hand: Ana 20, Bea 11, Carlo 0; Carlo deals; Dan and Emma look on."""
    playing.play(ana=20, bea=11)
    return playing.seat("Dan", "Emma")


def begin_with(circle, *, match_id=None, **points):
    set_start_points(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        match_id=match_id or circle.match.id,
        points={circle.ids.get(name, name): start for name, start in points.items()},
    )


def leave(circle, name, *, leaves=True, match_id=None):
    leave_after_hand(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        match_id=match_id or circle.match.id,
        player_id=circle.ids.get(name, name),
        leaves=leaves,
    )


def give_over(circle, name, *, to, hand_id=None):
    hand_over(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        hand_id=hand_id or circle.hand.id,
        player_id=circle.ids.get(name, name),
        to=circle.ids.get(to, to),
    )


def test_seats_dealer_colours_and_target_can_be_changed_between_hands(playing):
    line_up = playing.line_up("Bea", "Ana", "Carlo", target=60, colours=COLOURS[:4])

    playing.arrange(line_up)

    assert playing.hand.seats == line_up.seats
    assert (playing.dealer, playing.hand.dealer_by) == ("Bea", "table")
    assert (playing.hand.colours, playing.match.rules.target) == (COLOURS[:4], 60)


def test_the_rule_names_the_dealer_anew_for_new_seats(playing):
    line_up = playing.line_up("Bea", "Ana", "Carlo", dealer_by="rule")

    playing.arrange(line_up)

    # Ana has dealt; Bea sits on her right now.
    assert (playing.dealer, playing.hand.dealer_by) == ("Bea", "rule")


def test_before_any_hand_the_rule_leaves_the_dealer_who_was_drawn(circle):
    circle.start("Ana", "Bea", "Carlo", dealer="Bea")

    circle.arrange(circle.line_up("Carlo", "Bea", "Ana", dealer="Bea", dealer_by="rule"))

    assert circle.dealer == "Bea"


def test_who_is_not_seated_any_more_keeps_their_points(playing):
    playing.arrange(playing.line_up("Ana", "Carlo"))

    assert playing.totals == {"Ana": 20, "Bea": 11, "Carlo": 0}


@pytest.mark.parametrize(
    ("joining", "points"), [(Joining.ZERO, 0), (Joining.LOWEST, 0), (Joining.AVERAGE, 10)]
)
def test_who_joins_begins_as_the_table_says(playing, joining, points):
    playing.arrange(playing.line_up("Ana", "Bea", "Carlo", "Dan"), joining=joining)

    assert playing.totals["Dan"] == points


def test_the_lowest_total_is_of_those_who_play(playing):
    playing.arrange(playing.line_up("Ana", "Bea"))

    playing.arrange(playing.line_up("Ana", "Bea", "Dan"), joining=Joining.LOWEST)

    assert playing.totals["Dan"] == 11


def test_who_comes_back_has_the_points_from_before(playing):
    playing.arrange(playing.line_up("Ana", "Carlo"))

    playing.arrange(playing.line_up("Ana", "Bea", "Carlo"), joining=Joining.AVERAGE)

    assert playing.totals["Bea"] == 11


def test_several_can_join_at_once_and_stand_in_order_of_arrival(playing):
    playing.arrange(playing.line_up("Emma", "Ana", "Dan", "Bea", "Carlo"))

    assert [playing.name_of(player) for player in playing.match.rules.start_points] == [
        "Ana",
        "Bea",
        "Carlo",
        "Emma",
        "Dan",
    ]


def test_an_arrangement_is_kept_with_what_is_new(playing):
    playing.arrange(playing.line_up("Ana", "Carlo", "Dan", dealer="Carlo", colours=COLOURS[:5]))

    change = playing.changes[0].change
    assert (change.kind, change.params) == (
        "arranged",
        {
            "left": [playing.ids["Bea"]],
            "joined": [playing.ids["Dan"]],
            "reseated": False,
            "dealer": None,
            "colours": "red orange yellow green blue",
            "target": None,
        },
    )


def test_reseating_is_kept_as_such(playing):
    playing.arrange(playing.line_up("Ana", "Carlo", "Bea", dealer="Carlo"))

    assert playing.changes[0].change.params["reseated"] is True


def test_seats_can_change_while_piles_are_counted(playing):
    playing.count("Ana", plain=9)

    playing.arrange(playing.line_up("Carlo", "Ana", "Bea"))

    assert playing.seats_of(playing.hand) == ("Carlo", "Ana", "Bea")
    assert playing.hand.piles[playing.ids["Ana"]].count == Count(plain=9)


def counted_hand(circle):
    circle.count("Ana", plain=1)


def closed_hand(circle):
    circle.play()


def arranged_hand(circle):
    circle.arrange(circle.line_up("Ana", "Bea", "Carlo", target=70))


ARRANGEMENTS_REFUSED = {
    "nobody plays": ({"seats": ()}, RuleError, "number_of_players"),
    "the deal needs more cards": ({"colours": COLOURS[:1]}, RuleError, "too_few_cards"),
    "a stranger is seated": ({"seats": ("nobody", "x"), "dealer": "x"}, Missing, "no_such_player"),
    "the dealer does not play": ({"dealer": "nobody"}, Refused, "dealer_not_seated"),
    "the target is nothing": ({"target": 0}, Refused, "target_out_of_range"),
}


@pytest.mark.parametrize(
    ("changes", "error", "code"), ARRANGEMENTS_REFUSED.values(), ids=ARRANGEMENTS_REFUSED
)
def test_an_arrangement_is_refused_where(playing, changes, error, code):
    with pytest.raises(error) as refusal:
        playing.arrange(replace(playing.line_up("Ana", "Bea", "Carlo"), **changes))

    assert refusal.value.code == code


@pytest.mark.parametrize("seats", [("Ana", "Bea"), ("Ana", "Bea", "Carlo", "Dan")], ids=["leaves", "joins"])
def test_nobody_comes_or_goes_while_piles_are_counted(playing, seats):
    playing.count("Ana", plain=1)

    with pytest.raises(Refused) as refusal:
        playing.arrange(playing.line_up(*seats))

    assert refusal.value.code == "hand_has_counts"


def test_a_hand_that_another_phone_has_arranged_is_stale(playing):
    seen = digest_arrangement(playing.match)
    arranged_hand(playing)

    with pytest.raises(Stale) as refusal:
        playing.arrange(playing.line_up("Bea", "Ana", "Carlo"), seen=seen)

    assert refusal.value.code == "arrangement"


def test_a_closed_hand_is_not_arranged(playing):
    hand = playing.hand.id
    closed_hand(playing)

    with pytest.raises(Stale) as refusal:
        playing.arrange(playing.line_up("Bea", "Ana", "Carlo"), hand_id=hand)

    assert refusal.value.code == "hand_closed"


@pytest.mark.parametrize(
    "change",
    [
        {"seats": ("Bea", "Ana", "Carlo"), "dealer": "Carlo"},
        {"dealer": "Ana"},
        {"colours": COLOURS[:4]},
        {"target": 101},
    ],
    ids=["seats", "dealer", "colours", "target"],
)
def test_the_digest_changes_with_the(playing, change):
    before = digest_arrangement(playing.match)
    asked = {"seats": ("Ana", "Bea", "Carlo"), "dealer": "Carlo", **change}

    playing.arrange(playing.line_up(*asked.pop("seats"), **asked))

    assert digest_arrangement(playing.match) != before


def test_the_digest_does_not_change_with_a_pile(playing):
    before = digest_arrangement(playing.match)

    playing.count("Ana", plain=9)

    assert digest_arrangement(playing.match) == before


def test_start_points_are_added_to_the_hands(playing):
    begin_with(playing, Ana=5, Carlo=30)

    assert playing.totals == {"Carlo": 30, "Ana": 25, "Bea": 11}


@pytest.mark.parametrize("points", [-1, 10_000])
def test_start_points_out_of_range_are_refused(playing, points):
    with pytest.raises(Refused) as refusal:
        begin_with(playing, Ana=points)

    assert refusal.value.code == "points_out_of_range"


def test_who_wants_to_leave_is_known_until_the_hand_is_closed(playing):
    leave(playing, "Bea")

    assert playing.match.leaving == {playing.ids["Bea"]}
    assert playing.seats_of(playing.hand) == ("Ana", "Bea", "Carlo")


def test_who_wants_to_leave_can_stay_after_all(playing):
    leave(playing, "Bea")

    leave(playing, "Bea", leaves=False)

    assert playing.match.leaving == frozenset()


def test_somebody_can_play_on_for_a_player(playing):
    playing.count("Bea", plain=9, red=1)

    give_over(playing, "Bea", to="Dan")

    assert playing.seats_of(playing.hand) == ("Ana", "Dan", "Carlo")
    assert playing.hand.piles[playing.ids["Dan"]].count == Count(plain=9, red=1)


def test_who_plays_on_has_the_points_of_the_one_before(playing):
    give_over(playing, "Bea", to="Dan")

    assert playing.totals["Dan"] == 11


def test_who_plays_on_deals_where_the_one_before_dealt(playing):
    give_over(playing, "Carlo", to="Dan")

    assert playing.dealer == "Dan"


def test_who_plays_on_for_a_player_is_counted_once(playing):
    playing.count("Bea", plain=9)

    give_over(playing, "Bea", to="Dan")

    assert list(playing.hand.piles) == [playing.ids["Dan"]]


def test_a_pile_stays_done_when_it_is_handed_over(playing):
    playing.count("Bea", plain=9)

    give_over(playing, "Bea", to="Dan")

    assert playing.hand.piles[playing.ids["Dan"]].is_done


REFUSED = {
    "points of a stranger": (lambda c: begin_with(c, nobody=3), Missing, "no_such_player"),
    "points in no match": (lambda c: begin_with(c, match_id="nothing", Ana=3), Missing, "no_such_match"),
    "who does not play leaves": (lambda c: leave(c, "Dan"), Missing, "no_such_player"),
    "leaving no match": (lambda c: leave(c, "Ana", match_id="nothing"), Missing, "no_such_match"),
    "playing on in no hand": (
        lambda c: give_over(c, "Ana", to="Dan", hand_id="nothing"),
        Missing,
        "no_such_hand",
    ),
    "playing on in a closed hand": (
        lambda c: give_over(c, "Ana", to="Dan", hand_id=c.match.hands[0].id),
        Stale,
        "hand_closed",
    ),
    "playing on for who does not play": (lambda c: give_over(c, "Dan", to="Emma"), Missing, "no_such_player"),
    "playing on by who plays": (lambda c: give_over(c, "Ana", to="Bea"), Refused, "already_playing"),
    "playing on by nobody": (lambda c: give_over(c, "Ana", to="nobody"), Missing, "no_such_player"),
}


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_says_why(playing, act, error, code):
    with pytest.raises(error) as refusal:
        act(playing)

    assert refusal.value.code == code


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_changes_nothing_and_tells_nobody(playing, act, error, code):
    playing.told.clear()
    before = playing.everything()

    with pytest.raises(error):
        act(playing)

    assert playing.everything() == before
    assert playing.told == []


def test_nobody_of_another_table_can_play_on(playing):
    here = playing.table_id
    playing.open("Sunday").seat("Zoe")
    playing.table_id = here

    with pytest.raises(Missing) as refusal:
        give_over(playing, "Bea", to="Zoe")

    assert refusal.value.code == "no_such_player"
