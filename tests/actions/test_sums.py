"""Two kinds of cards lie with a player: what checked sums took, and what somebody counts."""

import pytest

from companion.actions.arranging import hand_over
from companion.actions.desk import Missing, Refused, Stale
from companion.actions.hands import void_hand
from companion.actions.piles import warnings_of
from companion.actions.sums import take_back
from companion.actions.undoing import undo
from companion.rules.cards import COLOURS
from companion.rules.errors import RuleError
from companion.rules.pile import Count
from tests.actions.circle import at_once, new_op


def take_back_sum(circle, sum_id, *, op=None, by="Ana"):
    take_back(circle.desk, op or new_op(), table_id=circle.table_id, who=circle.who(by), sum_id=sum_id)


def undo_last(circle):
    change_id = circle.changes[0].id
    undo(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), change_id=change_id)


def taken_by(circle, name):
    return circle.hand.taken.get(circle.ids[name], Count())


def words(circle):
    """What is taken: the cards of each sum, with whom it is taken for."""
    return [
        (circle.name_of(row.player_id), "".join(str(card.value) for card in row.cards))
        for row in circle.taken
    ]


def test_a_taken_sum_adds_its_cards_by_type(playing):
    playing.take("Ana", "2 r3 5")

    assert taken_by(playing, "Ana") == Count(plain=1, red=1, five=1)


def test_taken_sums_add_up(playing):
    playing.take("Ana", "4 3")
    playing.take("Ana", "r5 3")

    assert taken_by(playing, "Ana") == Count(plain=3, red_five=1)


def test_each_player_has_their_own_sums(playing):
    playing.take("Ana", "4 3")
    playing.take("Bea", "4 4")

    assert (taken_by(playing, "Ana").cards, taken_by(playing, "Bea").cards) == (2, 2)


def test_a_sum_can_be_taken_for_somebody_else(playing):
    playing.take("Carlo", "4 3", by="Ana")

    taken = playing.taken[0]
    assert (taken.player_id, taken.by_player_id) == (playing.ids["Carlo"], playing.ids["Ana"])


def test_a_sum_is_kept_with_its_hand_card_first(playing):
    playing.take("Ana", "4 2 r3", hand=2)

    assert [card.value for card in playing.taken[0].cards] == [3, 4, 2]


def test_a_sum_is_kept_with_the_target_it_meets(playing):
    playing.take("Ana", "4 2")

    assert playing.taken[0].target == 6


def test_a_tweak_adds_its_tweak_card(playing):
    playing.take("Ana", "4 3", takes_all=True)

    assert taken_by(playing, "Ana") == Count(plain=2, tweak=1)


def test_a_tweak_adds_nothing_when_the_tweak_cards_have_run_out(playing):
    playing.take("Ana", "4 3", takes_all=True, tweak_cards_left=False)

    assert taken_by(playing, "Ana") == Count(plain=2)
    assert playing.taken[0].is_tweak


def test_taking_leaves_the_pile_that_is_counted_alone(playing):
    playing.count("Ana", plain=5, done=False)
    before = playing.hand.piles

    playing.take("Ana", "4 3")

    assert playing.hand.piles == before


def test_counting_leaves_what_was_taken_alone(playing):
    playing.take("Ana", "4 3")

    playing.count("Ana", plain=9)

    assert taken_by(playing, "Ana") == Count(plain=2)


REFUSED = {
    "a sum that no target meets": (lambda c: c.take("Ana", "4 1"), Refused, "wrong_sum"),
    "one card alone": (lambda c: c.take("Ana", "6"), Refused, "wrong_sum"),
    "no cards": (lambda c: c.take("Ana", ""), Refused, "wrong_sum"),
    "two red 5s": (lambda c: c.take("Ana", "r5 r5"), Refused, "wrong_sum"),
    "9 after the deck": (lambda c: c.take("Ana", "4 5", deck_empty=True), Refused, "wrong_sum"),
    "a target that the sum does not meet": (lambda c: c.take("Ana", "4 5", target=8), Refused, "wrong_sum"),
    "a hand card that is not among them": (lambda c: c.take("Ana", "4 5", hand=2), RuleError, "no_such_card"),
    "a sum for somebody who does not play": (lambda c: c.take("Dan", "4 5"), Missing, "no_such_player"),
}


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_taken_says_why(playing, act, error, code):
    playing.seat("Dan")

    with pytest.raises(error) as refusal:
        act(playing)

    assert refusal.value.code == code


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_taken_changes_nothing_and_tells_nobody(playing, act, error, code):
    playing.seat("Dan")
    playing.told.clear()
    before = playing.everything()

    with pytest.raises(error):
        act(playing)

    assert playing.everything() == before
    assert playing.told == []


def test_a_wrong_sum_is_refused_with_everything_that_is_wrong(playing):
    with pytest.raises(Refused) as refusal:
        playing.take("Ana", "r5 r5", deck_empty=True)

    assert [problem.code for problem in refusal.value.params["problems"]] == [
        "target_out_of_range",
        "more_of_a_kind_than_in_play",
    ]


def test_the_colours_of_the_hand_say_how_many_of_a_kind_there_are(circle):
    circle.start("Ana", "Bea", colours=COLOURS[:2])

    with pytest.raises(Refused) as refusal:
        circle.take("Ana", "4 4")

    assert [problem.code for problem in refusal.value.params["problems"]] == ["more_of_a_kind_than_in_play"]


def test_no_more_is_taken_than_the_box_holds(playing):
    playing.take("Ana", "r5 2")

    with pytest.raises(Refused) as refusal:
        playing.take("Ana", "r5 3")

    assert refusal.value.code == "too_much_taken"
    assert [problem.params["card_type"] for problem in refusal.value.params["problems"]] == ["red_five"]
    assert len(playing.taken) == 1


def test_what_another_player_has_taken_refuses_nothing(playing):
    playing.take("Ana", "r5 2")

    playing.take("Bea", "r5 2")

    assert [taken_by(playing, name).red_five for name in ("Ana", "Bea")] == [1, 1]


def test_no_sum_is_taken_in_a_hand_that_is_closed(counted):
    closed = counted.hand
    counted.close()

    with pytest.raises(Stale) as refusal:
        counted.take("Ana", "4 3", in_hand=closed)

    assert refusal.value.code == "hand_closed"


def test_no_sum_is_taken_in_a_hand_that_does_not_count(playing):
    voided = playing.hand
    void_hand(playing.desk, new_op(), table_id=playing.table_id, who=playing.who("Ana"), hand_id=voided.id)

    with pytest.raises(Stale) as refusal:
        playing.take("Ana", "4 3", in_hand=voided)

    assert refusal.value.code == "hand_closed"


def test_no_sum_is_taken_in_the_hand_of_another_table(playing):
    elsewhere = playing.hand
    playing.open("Sunday").seat("Ana")

    with pytest.raises(Missing) as refusal:
        playing.take("Ana", "4 3", in_hand=elsewhere)

    assert refusal.value.code == "no_such_hand"


def test_the_next_hand_begins_with_nothing_taken(counted):
    counted.take("Ana", "4 3")

    counted.close()

    assert counted.hand.taken == {}


def test_what_was_taken_before_a_hand_was_closed_is_there_when_that_is_undone(counted):
    counted.take("Ana", "4 3")
    counted.close()

    undo_last(counted)

    assert taken_by(counted, "Ana") == Count(plain=2)


# ---------------------------------------------------------------- back again


def test_a_sum_is_taken_back_alone(playing):
    first = playing.take("Ana", "4 3")
    playing.take("Ana", "r5 3")

    take_back_sum(playing, first)

    assert words(playing) == [("Ana", "53")]
    assert taken_by(playing, "Ana") == Count(plain=1, red_five=1)


def test_any_phone_takes_a_sum_back(playing):
    first = playing.take("Ana", "4 3")

    take_back_sum(playing, first, by="Carlo")

    assert words(playing) == []


def test_a_sum_that_was_taken_back_is_in_the_list_of_changes(playing):
    first = playing.take("Ana", "4 r3")

    take_back_sum(playing, first)

    undone, taken = playing.changes[:2]
    assert (taken.change.kind, taken.change.params) == (
        "sum_taken",
        {"cards": "4 r3", "points": 4, "is_tweak": False},
    )
    assert (undone.change.kind, undone.change.undoes, undone.change.params["kind"]) == (
        "undone",
        taken.id,
        "sum_taken",
    )


def test_a_sum_is_taken_back_once(playing):
    first = playing.take("Ana", "4 3")
    take_back_sum(playing, first)

    with pytest.raises(Missing) as refusal:
        take_back_sum(playing, first)

    assert refusal.value.code == "no_such_change"


def test_a_sum_that_was_taken_back_comes_again(playing):
    first = playing.take("Ana", "4 3")
    take_back_sum(playing, first)

    undo_last(playing)

    assert words(playing) == [("Ana", "43")]


def test_a_sum_that_came_again_can_be_taken_back_again(playing):
    first = playing.take("Ana", "4 3")
    take_back_sum(playing, first)
    undo_last(playing)

    take_back_sum(playing, first)

    assert words(playing) == []


def test_the_sum_of_another_table_is_not_taken_back(playing):
    first = playing.take("Ana", "4 3")
    playing.open("Sunday").seat("Ana")

    with pytest.raises(Missing):
        take_back_sum(playing, first)


# ---------------------------------------------------------------- at the same moment


def test_two_phones_take_for_the_same_player_at_once(playing):
    at_once(
        playing,
        lambda own: own.take("Carlo", "4 3", by="Ana"),
        lambda own: own.take("Carlo", "r5 2 2", by="Bea"),
    )

    assert sorted(words(playing)) == [("Carlo", "43"), ("Carlo", "522")]


@pytest.mark.parametrize("place", [0, 1])
def test_either_of_two_that_were_taken_at_once_can_be_taken_back(playing, place):
    sums = at_once(
        playing,
        lambda own: own.take("Carlo", "4 3", by="Ana"),
        lambda own: own.take("Carlo", "r5 2 2", by="Bea"),
    )

    take_back_sum(playing, sums[place])

    assert [row.id for row in playing.taken] == [sums[1 - place]]


def test_one_is_taken_while_another_is_taken_back(playing):
    first = playing.take("Carlo", "4 3")

    at_once(
        playing,
        lambda own: take_back_sum(own, first),
        lambda own: own.take("Carlo", "r5 2 2", by="Bea"),
    )

    assert words(playing) == [("Carlo", "522")]


def test_two_phones_that_take_the_only_red_5_at_once_take_one(playing):
    results = at_once(
        playing,
        lambda own: own.take("Carlo", "r5 3", by="Ana"),
        lambda own: own.take("Carlo", "r5 2", by="Bea"),
    )

    assert taken_by(playing, "Carlo").red_five == 1
    assert [result.code for result in results if isinstance(result, Exception)] == ["too_much_taken"]


def test_the_same_operation_from_two_threads_counts_once(playing):
    ids = at_once(playing, *[lambda own: own.take("Ana", "4 3", op="once")] * 2)

    assert [row.id for row in playing.taken] == [ids[0]] == [ids[1]]


# ---------------------------------------------------------------- beside counting and seats


def test_done_with_fewer_cards_than_were_taken_asks_first(playing):
    playing.take("Ana", "4 r3")

    saved = playing.count("Ana", plain=9)

    assert (saved.is_done, saved.asks) == (False, True)


def test_what_is_asked_names_what_was_taken(playing):
    playing.take("Ana", "4 r3")
    playing.count("Ana", plain=9)

    problem = warnings_of(playing.hand, playing.ids["Ana"])[0]

    assert (problem.code, problem.params) == (
        "fewer_than_taken",
        {"card_type": "red", "counted": 0, "taken": 1},
    )


def test_nothing_is_asked_while_counting(playing):
    playing.take("Ana", "4 r3")

    assert not playing.count("Ana", plain=1, done=False).asks


def test_as_many_cards_as_were_taken_are_done(playing):
    playing.take("Ana", "4 r3")

    assert playing.count("Ana", plain=1, red=1).is_done


def test_fewer_cards_than_were_taken_are_done_anyway(playing):
    playing.take("Ana", "4 r3")

    assert playing.count("Ana", plain=1, anyway=True).is_done


def test_what_others_have_taken_is_not_asked_about(playing):
    playing.take("Ana", "4 r3")

    assert playing.count("Bea", plain=9).is_done


def test_who_plays_on_for_somebody_has_their_sums(playing):
    playing.seat("Dan")
    playing.take("Ana", "4 3")

    play_on(playing, "Ana", to="Dan")

    assert (taken_by(playing, "Ana"), taken_by(playing, "Dan")) == (Count(), Count(plain=2))


def play_on(circle, name, *, to):
    hand_over(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who(name),
        hand_id=circle.hand.id,
        player_id=circle.ids[name],
        to=circle.ids[to],
    )


def test_playing_on_is_undone_with_the_sums(playing):
    playing.seat("Dan")
    playing.take("Ana", "4 3")
    play_on(playing, "Ana", to="Dan")

    undo_last(playing)

    assert taken_by(playing, "Ana") == Count(plain=2)


def test_playing_on_is_not_undone_once_the_other_has_taken_a_sum(playing):
    playing.seat("Dan")
    play_on(playing, "Ana", to="Dan")
    playing.take("Dan", "4 3")
    change_id = playing.changes[1].id

    with pytest.raises(Stale) as refusal:
        undo(playing.desk, new_op(), table_id=playing.table_id, who=playing.who("Bea"), change_id=change_id)

    assert refusal.value.code == "changed_since"
    assert words(playing) == [("Dan", "43")]


def test_nobody_comes_or_goes_once_a_sum_is_taken(playing):
    playing.take("Ana", "4 3")

    with pytest.raises(Refused) as refusal:
        playing.arrange(playing.line_up("Bea", "Carlo"))

    assert refusal.value.code == "hand_has_counts"


def test_seats_are_still_changed_once_a_sum_is_taken(playing):
    playing.take("Ana", "4 3")

    playing.arrange(playing.line_up("Ana", "Carlo", "Bea"))

    assert playing.seats_of(playing.hand) == ("Ana", "Carlo", "Bea")
    assert taken_by(playing, "Ana") == Count(plain=2)


def test_closing_is_not_undone_once_the_next_hand_has_a_sum(counted):
    counted.close()
    change_id = counted.changes[0].id
    counted.take("Ana", "4 3")

    with pytest.raises(Stale) as refusal:
        undo(counted.desk, new_op(), table_id=counted.table_id, who=counted.who("Bea"), change_id=change_id)

    assert refusal.value.code == "changed_since"
    assert len(counted.taken) == 1
