from dataclasses import replace

import pytest

from companion.actions.arranging import leave_after_hand
from companion.actions.desk import Missing, Refused, Stale
from companion.actions.hands import choose, digest_piles, last_closed, missing_players, void_hand
from companion.rules.cards import COLOURS
from companion.rules.match import Choice, HandState, outcome
from tests.actions.circle import new_op


def void(circle, hand_id=None):
    void_hand(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        hand_id=hand_id or circle.hand.id,
    )


def make_choice(circle, choice, *, after=None, match_id=None):
    last = last_closed(circle.match)
    seen = last.id if last else ""
    choose(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        match_id=match_id or circle.match.id,
        after=seen if after is None else after,
        choice=choice,
    )


def leave(circle, name):
    leave_after_hand(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        match_id=circle.match.id,
        player_id=circle.ids[name],
        leaves=True,
    )


def names(circle, player_ids):
    return tuple(circle.name_of(player_id) for player_id in player_ids)


def test_closing_adds_the_piles_to_the_totals(counted):
    counted.close()

    assert counted.totals == {"Carlo": 30, "Ana": 27, "Bea": 15}


def test_an_open_hand_counts_for_nobody_yet(counted):
    assert counted.totals == {"Ana": 0, "Bea": 0, "Carlo": 0}


def test_closing_gives_the_number_of_the_hand(counted):
    first = counted.close()

    assert (first, counted.play()) == (1, 2)


def test_a_closed_hand_says_when_and_by_whom(counted):
    counted.close("Bea")

    hand = counted.match.hands[0]
    at = counted.clock.moment.isoformat(timespec="milliseconds")
    assert (hand.state, hand.closed_at, hand.closed_by) == (HandState.CLOSED, at, counted.ids["Bea"])


def test_closing_opens_the_next_hand_with_the_same_seats_and_colours(counted):
    before = counted.hand

    counted.close()

    assert counted.hand.id != before.id
    assert (counted.hand.seats, counted.hand.colours) == (before.seats, before.colours)
    assert counted.hand.piles == {}


def test_the_next_hand_is_dealt_on_the_right_of_the_last_dealer(playing):
    dealers = [playing.dealer]

    for _ in range(3):
        playing.play()
        dealers.append(playing.dealer)

    assert dealers == ["Ana", "Carlo", "Bea", "Ana"]
    assert playing.hand.dealer_by == "rule"


@pytest.mark.parametrize(
    ("done", "missing"),
    [((), ("Ana", "Bea", "Carlo")), (("Ana",), ("Bea", "Carlo")), (("Ana", "Carlo"), ("Bea",))],
    ids=["nobody is done", "one is done", "two are done"],
)
def test_closing_before_all_piles_are_done_names_who_is_missing(playing, done, missing):
    for name in done:
        playing.count(name)
    if "Bea" not in done:
        playing.count("Bea", plain=3, done=False)

    with pytest.raises(Refused) as refusal:
        playing.close()

    assert refusal.value.code == "piles_missing"
    assert names(playing, refusal.value.params["players"]) == missing


def test_a_pile_that_has_changed_since_it_was_shown_is_shown_again(counted):
    seen = digest_piles(counted.hand)
    counted.count("Ana", plain=14)

    with pytest.raises(Stale) as refusal:
        counted.close(seen=seen)

    assert refusal.value.code == "piles_changed"


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.count("Ana", plain=15, red=3),
        lambda c: c.count("Ana", plain=15, red=4, done=False),
        lambda c: (c.count("Ana", plain=1), c.count("Ana", plain=15, red=4)),
    ],
    ids=["other cards", "not done any more", "there and back"],
)
def test_the_digest_changes_with_any_pile(counted, change):
    before = digest_piles(counted.hand)

    change(counted)

    assert digest_piles(counted.hand) != before


def test_the_digest_does_not_depend_on_the_order_of_reading(counted):
    hand = counted.hand
    reversed_hand = replace(hand, piles=dict(reversed(hand.piles.items())))

    assert digest_piles(reversed_hand) == digest_piles(hand)


def warned(counted):
    counted.count("Bea", plain=16, anyway=True)


def test_piles_that_do_not_fit_are_not_closed_unasked(counted):
    warned(counted)

    with pytest.raises(Refused) as refusal:
        counted.close()

    assert refusal.value.code == "piles_do_not_fit"


def test_piles_that_do_not_fit_can_be_closed_as_counted(counted):
    warned(counted)

    counted.close(as_counted=True)

    assert counted.match.hands[0].as_counted
    assert counted.totals == {"Carlo": 30, "Ana": 27, "Bea": 16}


def test_piles_that_fit_are_not_noted_as_counted_in_spite_of_warnings(counted):
    counted.close(as_counted=True)

    assert not counted.match.hands[0].as_counted


def test_closing_is_kept_with_the_cards_that_were_left(counted):
    counted.close()

    change = counted.changes[0].change
    assert (change.kind, change.params) == ("hand_closed", {"number": 1, "left": 5, "as_counted": False})


def test_a_second_phone_that_closes_the_same_hand_is_too_late(counted):
    asked = {"hand_id": counted.hand.id, "seen": digest_piles(counted.hand)}
    counted.close("Ana", **asked)

    with pytest.raises(Stale) as refusal:
        counted.close("Bea", **asked)

    assert refusal.value.code == "hand_closed"


REFUSED = {
    "piles are missing": (lambda c: c.count("Ana", done=False), lambda c: c.close()),
    "a pile has changed": (lambda c: None, lambda c: c.close(seen="as it was")),
    "the piles do not fit": (warned, lambda c: c.close()),
    "it is closed": (lambda c: c.close(), lambda c: c.close(hand_id=c.match.hands[0].id)),
    "there is no such hand": (lambda c: None, lambda c: c.close(hand_id="nothing")),
    "a void one is closed": (lambda c: c.close(), lambda c: void(c, c.match.hands[0].id)),
    "none is there to be void": (lambda c: None, lambda c: void(c, "nothing")),
    "the choice is for an older hand": (lambda c: c.close(), lambda c: make_choice(c, None, after="")),
    "the choice is for no match": (lambda c: None, lambda c: make_choice(c, None, match_id="nothing")),
}


@pytest.mark.parametrize(("before", "act"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_changes_nothing_and_tells_nobody_when(counted, before, act):
    before(counted)
    stored, told = counted.everything(), list(counted.told)

    with pytest.raises((Refused, Stale, Missing)):
        act(counted)

    assert counted.everything() == stored
    assert counted.told == told


@pytest.mark.parametrize("act", [lambda c, hand: c.close(hand_id=hand), void], ids=["closed", "void"])
def test_the_hand_of_another_table_cannot_be(counted, act):
    hand = counted.hand.id
    counted.open("Sunday").seat("Ana", "Bea")
    counted.start("Ana", "Bea")

    with pytest.raises(Missing) as refusal:
        act(counted, hand)

    assert refusal.value.code == "no_such_hand"


def test_who_leaves_after_the_hand_is_counted_once_more(counted):
    leave(counted, "Bea")

    counted.close()

    assert counted.totals == {"Carlo": 30, "Ana": 27, "Bea": 15}


def test_who_leaves_after_the_hand_does_not_sit_in_the_next(counted):
    leave(counted, "Bea")

    counted.close()

    assert counted.seats_of(counted.hand) == ("Ana", "Carlo")
    assert counted.match.leaving == frozenset()


def test_when_the_next_dealer_has_left_the_nearest_on_the_right_deals(counted):
    leave(counted, "Carlo")

    counted.close()

    assert counted.dealer == "Bea"


def test_when_the_last_dealer_has_left_the_one_on_their_right_deals(counted):
    leave(counted, "Ana")

    counted.close()

    assert counted.dealer == "Carlo"


def test_nobody_leaves_where_too_few_would_be_left(counted):
    leave(counted, "Ana")
    leave(counted, "Bea")

    counted.close()

    assert counted.seats_of(counted.hand) == ("Ana", "Bea", "Carlo")


def test_colours_are_proposed_anew_when_somebody_has_left(circle):
    circle.seat("Dan")
    circle.start("Ana", "Bea", "Carlo", "Dan", colours=COLOURS[:5])
    leave(circle, "Dan")

    circle.play()

    assert circle.hand.colours == COLOURS[:4]


def test_a_void_hand_counts_for_nobody(counted):
    void(counted)

    assert counted.match.hands[0].state is HandState.VOID
    assert counted.totals == {"Ana": 0, "Bea": 0, "Carlo": 0}


def test_after_a_void_hand_the_same_player_deals_the_same_number(playing):
    playing.play()
    void(playing)

    assert playing.dealer == "Carlo"
    assert playing.play() == 2


def test_a_void_hand_is_followed_by_one_with_the_same_seats_and_colours(playing):
    before = playing.hand

    void(playing)

    assert playing.hand.id != before.id
    assert (playing.hand.seats, playing.hand.colours) == (before.seats, before.colours)


def test_a_closed_hand_cannot_be_made_void(counted):
    counted.close()

    with pytest.raises(Stale) as refusal:
        void(counted, counted.match.hands[0].id)

    assert refusal.value.code == "hand_closed"


@pytest.fixture
def tied(circle):
    """Ana and Bea have both reached the target of 20, Carlo has not."""
    circle.start("Ana", "Bea", "Carlo", target=20)
    circle.play(ana=20, bea=20, carlo=3)
    return circle


def test_equal_best_totals_share_the_win(tied):
    assert tied.winners == ("Ana", "Bea")


def test_one_more_hand_can_be_played_for_it(tied):
    make_choice(tied, Choice.ONE_MORE)

    assert tied.winners == ()


def test_one_more_hand_decides_it(tied):
    make_choice(tied, Choice.ONE_MORE)

    tied.play(carlo=20)

    assert tied.winners == ("Carlo",)


def test_the_table_can_play_on(tied):
    make_choice(tied, Choice.PLAY_ON)

    tied.play(ana=1)

    assert outcome(tied.match.rules).playing_on
    assert tied.winners == ()


def test_the_table_can_end_it_now(playing):
    playing.play(bea=5)

    make_choice(playing, Choice.END_NOW)

    assert playing.winners == ("Bea",)


def test_the_table_can_end_it_before_any_hand(playing):
    make_choice(playing, Choice.END_NOW)

    assert playing.match.rules.end_now
    assert playing.winners == ("Ana", "Bea", "Carlo")


@pytest.mark.parametrize("hands", [0, 1], ids=["before any hand", "after a hand"])
def test_a_choice_can_be_taken_back(playing, hands):
    for _ in range(hands):
        playing.play(bea=5)
    make_choice(playing, Choice.END_NOW)

    make_choice(playing, None)

    assert playing.winners == ()


def test_a_choice_for_a_hand_that_is_not_the_last_any_more_is_stale(tied):
    first = last_closed(tied.match).id
    make_choice(tied, Choice.ONE_MORE)
    tied.play()

    with pytest.raises(Stale) as refusal:
        make_choice(tied, Choice.PLAY_ON, after=first)

    assert refusal.value.code == "hand_closed"


def test_whose_pile_is_missing_is_told_in_the_order_of_the_seats(playing):
    playing.count("Bea")

    assert names(playing, missing_players(playing.hand)) == ("Ana", "Carlo")
