"""Several phones in the same moment, each with a connection and a thread of its own."""

import pytest

from companion.actions.desk import Refused, Stale
from companion.actions.hands import digest_piles
from companion.actions.hosting import delete_match
from companion.actions.joining import sit_down_as_new
from companion.actions.matches import play_again, start_match
from companion.rules.match import HandState
from companion.rules.pile import Count
from tests.actions.circle import at_once, new_op, operation


def codes(results):
    """The codes of what was refused, in no order."""
    return sorted(error.code for error in results if isinstance(error, (Stale, Refused)))


@pytest.mark.parametrize("_time", range(5))
def test_two_phones_save_two_piles_and_both_count(playing, _time):
    results = at_once(
        playing,
        lambda circle: circle.count("Ana", plain=9),
        lambda circle: circle.count("Bea", plain=8),
    )

    assert [saved.is_done for saved in results] == [True, True]
    counts = {playing.name_of(player): pile.count.plain for player, pile in playing.hand.piles.items()}
    assert counts == {"Ana": 9, "Bea": 8}


@pytest.mark.parametrize("_time", range(5))
def test_two_phones_save_the_same_pile_and_one_wins(playing, _time):
    base = playing.count("Ana", plain=1, done=False).revision

    results = at_once(
        playing,
        lambda circle: circle.count("Ana", plain=9, base=base),
        lambda circle: circle.count("Ana", plain=8, base=base),
    )

    assert codes(results) == ["pile"]
    won = 9 if not isinstance(results[0], Stale) else 8
    assert playing.hand.piles[playing.ids["Ana"]].count == Count(plain=won)


def test_the_one_who_was_too_late_is_told_nothing_was_changed(playing):
    at_once(
        playing,
        lambda circle: circle.count("Ana", plain=9, base=0),
        lambda circle: circle.count("Ana", plain=8, base=0),
    )

    assert [row.change.kind for row in playing.changes].count("pile_counted") == 1


def test_two_phones_save_the_same_counts_of_the_same_pile_and_nobody_is_asked(playing):
    results = at_once(
        playing,
        lambda circle: circle.count("Ana", plain=9, base=0),
        lambda circle: circle.count("Ana", plain=9, base=0),
    )

    assert [saved.is_done for saved in results] == [True, True]


def test_a_form_that_is_sent_twice_at_once_is_done_once(playing):
    wish = {"plain": 9, "base": 0, "op": "the same"}

    results = at_once(
        playing,
        lambda circle: circle.count("Ana", **wish),
        lambda circle: circle.count("Ana", **wish),
    )

    assert results[0] == results[1]
    assert [row.change.kind for row in playing.changes].count("pile_counted") == 1


@pytest.mark.parametrize("_time", range(3))
def test_two_phones_close_the_same_hand_and_it_is_closed_once(counted, _time):
    asked = {"hand_id": counted.hand.id, "seen": digest_piles(counted.hand)}

    results = at_once(
        counted,
        lambda circle: circle.close("Ana", **asked),
        lambda circle: circle.close("Bea", **asked),
    )

    assert codes(results) == ["hand_closed"]
    assert [hand.state for hand in counted.match.hands] == [HandState.CLOSED, HandState.OPEN]


@pytest.mark.parametrize("_time", range(5))
def test_a_pile_is_never_changed_unseen_while_the_hand_is_closed(counted, _time):
    asked = {"hand_id": counted.hand.id, "seen": digest_piles(counted.hand)}
    hand = counted.hand

    results = at_once(
        counted,
        lambda circle: circle.close("Ana", **asked),
        lambda circle: circle.count("Bea", hand=hand, plain=1),
    )

    # Either the pile was first and is shown again, or the hand is closed as it was shown.
    assert codes(results) in (["piles_changed"], ["hand_closed"])
    closed = counted.match.hands[0].state is HandState.CLOSED
    assert counted.match.hands[0].piles[counted.ids["Bea"]].count.plain == (15 if closed else 1)


def start_first(circle, *names):
    return start_match(
        circle.desk,
        new_op(),
        circle.line_up(*names),
        table_id=circle.table_id,
        who=circle.who("Ana"),
        after=None,
    )


def test_two_phones_start_a_match_and_one_begins(circle):
    results = at_once(
        circle,
        lambda circle: start_first(circle, "Ana", "Bea"),
        lambda circle: start_first(circle, "Bea", "Carlo"),
    )

    assert codes(results) == ["match_started"]
    assert circle.desk.db.execute("SELECT count(*) FROM match").fetchone() == (1,)


def again(circle, match_id):
    return play_again(
        circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), match_id=match_id
    )


def test_six_phones_play_again_and_one_match_begins(playing):
    first = playing.match.id

    results = at_once(playing, *[lambda circle: again(circle, first)] * 6)

    assert codes(results) == ["match_started"] * 5
    assert playing.desk.db.execute("SELECT count(*) FROM match").fetchone() == (2,)


def sit_as_new(circle, name, token_hash):
    sit_down_as_new(circle.desk, operation("sit"), table_id=circle.table_id, token_hash=token_hash, name=name)


def test_two_phones_take_the_same_new_name_and_one_gets_it(circle):
    results = at_once(
        circle,
        lambda circle: sit_as_new(circle, "Dan", "one phone"),
        lambda circle: sit_as_new(circle, "DAN", "another phone"),
    )

    assert codes(results) == ["name_taken"]
    assert len(circle.players) == 4


def test_six_newcomers_sit_down_as_six_different_animals(circle):
    names = ("Dan", "Emma", "Finn", "Gus", "Hanna", "Ida")

    results = at_once(circle, *[lambda circle, name=name: sit_as_new(circle, name, name) for name in names])

    assert results == [None] * 6
    assert len({player.animal for player in circle.players}) == 9


def test_a_match_that_is_deleted_meanwhile_loses_nobody_elses_act(counted):
    match_id = counted.match.id

    results = at_once(
        counted,
        lambda circle: delete_match(
            circle.desk,
            new_op(),
            table_id=circle.table_id,
            who=circle.who("Ana"),
            match_id=match_id,
            for_good=True,
        ),
        lambda circle: sit_as_new(circle, "Dan", "new phone"),
    )

    assert results == [None, None]
    assert [player.name for player in counted.players] == ["Ana", "Bea", "Carlo", "Dan"]


def test_every_change_of_many_at_once_raises_the_revision_by_one(playing):
    before = playing.table.revision
    playing.told.clear()

    at_once(
        playing,
        *[lambda circle, name=name: circle.count(name, plain=3) for name in ("Ana", "Bea", "Carlo")],
        *[lambda circle, name=name: sit_as_new(circle, name, name) for name in ("Dan", "Emma", "Finn")],
    )

    assert playing.table.revision == before + 6
    assert sorted(revision for _, revision in playing.told) == list(range(before + 1, before + 7))
