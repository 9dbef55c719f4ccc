import pytest

from companion.actions.desk import Missing, Refused, Stale
from companion.actions.hosting import set_lock
from companion.actions.piles import PileSaved, PileWish, save_pile, warnings_of
from companion.actions.undoing import undo
from companion.rules.cards import COLOURS
from companion.rules.pile import Count
from tests.actions.circle import new_op


def pile(circle, name, hand=None):
    return (hand or circle.hand).piles[circle.ids[name]]


def save(circle, wish, name="Ana"):
    return save_pile(circle.desk, new_op(), wish, table_id=circle.table_id, who=circle.who(name))


def correct(circle, name, **more):
    """Correct a pile of the first hand."""
    wish = circle.wish(name, hand=circle.match.hands[0], correct=True, **more)
    return save(circle, wish, name)


def undo_last(circle):
    undo(
        circle.desk,
        new_op(),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        change_id=circle.changes[0].id,
    )


def test_a_pile_is_saved_with_its_five_counts(playing):
    playing.count("Ana", plain=9, red=2, five=1, red_five=1, tweak=3)

    assert pile(playing, "Ana").count == Count(9, 2, 1, 1, 3)


def test_a_pile_says_when_and_by_whom_it_was_counted(playing):
    wish = playing.wish("Ana", plain=9)

    save(playing, wish, "Bea")

    at = playing.clock.moment.isoformat(timespec="milliseconds")
    assert (pile(playing, "Ana").touched_at, pile(playing, "Ana").by_player_id) == (at, playing.ids["Bea"])


def test_a_pile_that_is_still_being_counted_is_not_done(playing):
    saved = playing.count("Ana", plain=9, done=False)

    assert (saved.is_done, pile(playing, "Ana").is_done) == (False, False)


def test_a_pile_is_done_when_its_player_says_so(playing):
    saved = playing.count("Ana", plain=9)

    assert (saved.is_done, pile(playing, "Ana").is_done) == (True, True)


def test_a_pile_of_nothing_can_be_done(playing):
    playing.count("Ana")

    assert (pile(playing, "Ana").count, pile(playing, "Ana").is_done) == (Count(), True)


def test_counting_goes_on_after_done(playing):
    playing.count("Ana", plain=9)

    playing.count("Ana", plain=10, done=False)

    assert (pile(playing, "Ana").count, pile(playing, "Ana").is_done) == (Count(plain=10), False)


def test_the_answer_is_the_revision_to_go_on_from(playing):
    first = playing.count("Ana", plain=9, done=False)

    second = playing.count("Ana", plain=10, base=first.revision)

    assert second.revision == pile(playing, "Ana").revision > first.revision


def test_a_pile_that_nobody_has_begun_has_no_revision_to_go_on_from(playing):
    with pytest.raises(Stale) as refusal:
        playing.count("Ana", plain=9, base=1)

    assert refusal.value.code == "pile"


def test_who_counts_what_is_kept_when_it_is_done(playing):
    playing.count("Ana", plain=9, done=False)

    playing.count("Ana", plain=9, red=1)

    change = playing.changes[0].change
    assert (change.kind, change.player_id) == ("pile_counted", playing.ids["Ana"])
    assert change.params == {"points": 12, "before": 9}


def test_cards_on_the_way_to_done_are_no_change_to_be_listed(playing):
    before = len(playing.changes)

    playing.count("Ana", plain=9, done=False)

    assert len(playing.changes) == before


def test_done_once_more_with_the_same_counts_is_no_change_to_be_listed(playing):
    playing.count("Ana", plain=9)
    before = len(playing.changes)

    playing.count("Ana", plain=9)

    assert len(playing.changes) == before


REFUSED = {
    "more than the box holds": (lambda c: c.count("Ana", plain=41), Refused, "count"),
    "less than nothing": (lambda c: c.count("Ana", red=-1), Refused, "count"),
    "a pile of nobody's": (
        lambda c: save(c, PileWish(c.hand.id, "nobody", 0, Count())),
        Missing,
        "no_such_player",
    ),
    "the pile of somebody who does not play": (
        lambda c: save(c, PileWish(c.hand.id, c.ids["Carlo"], 0, Count())),
        Missing,
        "no_such_player",
    ),
    "a pile of no hand": (
        lambda c: save(c, PileWish("nothing", c.ids["Ana"], 0, Count())),
        Missing,
        "no_such_hand",
    ),
    "a hand that is closed": (
        lambda c: c.count("Ana", hand=c.match.hands[0], plain=1),
        Stale,
        "hand_closed",
    ),
    "a correction of a hand that is open": (
        lambda c: c.count("Ana", plain=1, correct=True),
        Stale,
        "hand_closed",
    ),
    "other counts from an old base": (lambda c: c.count("Bea", plain=8, base=0), Stale, "pile"),
    "other counts from a base to come": (lambda c: c.count("Bea", plain=8, base=999), Stale, "pile"),
}


@pytest.fixture
def second_hand(circle):
    """Ana and Bea in their second hand, in which Bea has counted nine cards."""
    circle.start("Ana", "Bea")
    circle.play(ana=10, bea=12)
    circle.count("Bea", plain=9)
    circle.told.clear()
    return circle


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_saved_says_why(second_hand, act, error, code):
    with pytest.raises(error) as refusal:
        act(second_hand)

    assert refusal.value.code == code


@pytest.mark.parametrize(("act", "error", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_saved_changes_nothing_and_tells_nobody(second_hand, act, error, code):
    before = second_hand.everything()

    with pytest.raises(error):
        act(second_hand)

    assert second_hand.everything() == before
    assert second_hand.told == []


def test_every_count_that_the_box_cannot_hold_is_named(playing):
    with pytest.raises(Refused) as refusal:
        playing.count("Ana", plain=41, red_five=2)

    problems = refusal.value.params["problems"]
    assert [problem.params["card_type"] for problem in problems] == ["plain", "red_five"]


def test_the_hand_of_another_table_cannot_be_counted(playing):
    wish = playing.wish("Ana", plain=1)
    playing.open("Sunday").seat("Ana")

    with pytest.raises(Missing) as refusal:
        save(playing, wish)

    assert refusal.value.code == "no_such_hand"


def test_the_same_counts_from_an_old_base_are_no_conflict(playing):
    playing.count("Ana", plain=9, done=False)

    saved = playing.count("Ana", plain=9, base=0)

    assert (saved.is_done, pile(playing, "Ana").count) == (True, Count(plain=9))


def test_the_same_counts_from_an_old_base_leave_a_pile_done(playing):
    playing.count("Ana", plain=9)

    saved = playing.count("Ana", plain=9, base=0, done=False)

    assert (saved.is_done, pile(playing, "Ana").is_done) == (True, True)


def test_a_pile_that_was_taken_back_is_never_mistaken_for_the_one_that_is_counted_anew(playing):
    old = playing.count("Ana", plain=9)
    undo_last(playing)
    playing.count("Ana", plain=20)

    with pytest.raises(Stale) as refusal:
        playing.count("Ana", plain=10, base=old.revision)

    assert refusal.value.code == "pile"
    assert pile(playing, "Ana").count == Count(plain=20)


WARNED = {
    "two [T!] for three cards": {"plain": 3, "tweak": 2},
    "41 of 40 plain cards on the table": {"plain": 32},
}


@pytest.mark.parametrize("counts", WARNED.values(), ids=WARNED)
def test_done_with_a_warning_asks_first(playing, counts):
    playing.count("Bea", plain=9)

    saved = playing.count("Ana", **counts)

    assert saved == PileSaved(pile(playing, "Ana").revision, is_done=False, asks=True)


@pytest.mark.parametrize("counts", WARNED.values(), ids=WARNED)
def test_what_is_asked_about_is_saved_but_not_done(playing, counts):
    playing.count("Bea", plain=9)

    playing.count("Ana", **counts)

    assert (pile(playing, "Ana").count, pile(playing, "Ana").is_done) == (Count(**counts), False)


@pytest.mark.parametrize("counts", WARNED.values(), ids=WARNED)
def test_anyway_is_done_without_asking(playing, counts):
    playing.count("Bea", plain=9)

    saved = playing.count("Ana", **counts, anyway=True)

    assert (saved.is_done, saved.asks) == (True, False)


@pytest.mark.parametrize("counts", WARNED.values(), ids=WARNED)
def test_warnings_never_come_while_counting(playing, counts):
    playing.count("Bea", plain=9)

    saved = playing.count("Ana", **counts, done=False)

    assert not saved.asks


def test_a_warning_that_is_not_ones_own_is_not_asked_about(playing):
    playing.count("Bea", plain=3, tweak=2, anyway=True)

    saved = playing.count("Ana", plain=9)

    assert (saved.is_done, saved.asks) == (True, False)


def test_who_has_none_of_the_surplus_is_not_asked_about_it(circle):
    circle.start("Ana", "Bea", colours=COLOURS[:4])
    circle.count("Bea", five=4, anyway=True)

    assert warnings_of(circle.hand, circle.ids["Ana"]) == ()
    assert [problem.code for problem in warnings_of(circle.hand, circle.ids["Bea"])] == ["more_than_in_play"]


def test_a_past_pile_can_be_corrected(second_hand):
    correct(second_hand, "Ana", plain=11)

    assert second_hand.totals == {"Ana": 11, "Bea": 12}


def test_a_correction_is_kept_with_before_and_after(second_hand):
    correct(second_hand, "Ana", plain=11)

    change = second_hand.changes[0].change
    assert (change.kind, change.params) == ("pile_corrected", {"points": 11, "before": 10})


def test_a_correction_that_is_asked_about_changes_nothing_yet(second_hand):
    saved = correct(second_hand, "Ana", plain=3, tweak=2)

    assert saved.asks
    assert second_hand.totals == {"Ana": 10, "Bea": 12}


def test_a_correction_that_is_asked_about_goes_through_anyway(second_hand):
    asked = correct(second_hand, "Ana", plain=3, tweak=2)

    saved = correct(second_hand, "Ana", plain=3, tweak=2, base=asked.revision, anyway=True)

    assert not saved.asks
    assert second_hand.totals == {"Ana": 7, "Bea": 12}


def test_a_corrected_pile_stays_done(second_hand):
    correct(second_hand, "Ana", plain=11, done=False)

    assert pile(second_hand, "Ana", second_hand.match.hands[0]).is_done


def test_every_correction_is_listed(second_hand):
    correct(second_hand, "Ana", plain=11, done=False)
    correct(second_hand, "Ana", plain=12, done=False)

    assert [row.change.kind for row in second_hand.changes[:2]] == ["pile_corrected"] * 2


def lock(circle):
    set_lock(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), is_locked=True)


def test_locked_hands_are_not_corrected_by_a_player(second_hand):
    lock(second_hand)

    with pytest.raises(Refused) as refusal:
        correct(second_hand, "Ana", plain=11)

    assert refusal.value.code == "hands_locked"
    assert second_hand.totals == {"Ana": 10, "Bea": 12}


def test_locked_hands_are_corrected_by_a_host(second_hand):
    lock(second_hand)
    second_hand.hosts.add("Ana")

    correct(second_hand, "Ana", plain=11)

    assert second_hand.totals == {"Ana": 11, "Bea": 12}


def test_a_lock_leaves_the_open_hand_free(second_hand):
    lock(second_hand)

    saved = second_hand.count("Ana", plain=5)

    assert saved.is_done
