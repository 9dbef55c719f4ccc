import pytest

from companion.actions import undoing
from companion.actions.desk import Missing, Refused, Stale, Who
from companion.actions.hosting import set_lock
from companion.actions.undoing import can_undo
from tests.actions import acts
from tests.actions.acts import ACTS
from tests.actions.circle import new_op, phone_of

UNDOABLE = (
    "add a player",
    "start a match",
    "play again",
    "save a pile",
    "correct a pile",
    "take a sum",
    "take a sum back",
    "close a hand",
    "void a hand",
    "choose",
    "arrange a hand",
    "set start points",
    "leave after the hand",
    "hand over",
    "rename a player",
    "set a phone's role",
    "lock the hands",
    "put a match away",
    "undo",
)
NOT_UNDOABLE = ("watch", "remove a phone", "renew the code", "delete a match")
every_undoable_act = pytest.mark.parametrize("name", UNDOABLE)


@pytest.fixture
def hosted(evening):
    """The evening with Ana as host."""
    evening.hosts.add("Ana")
    return evening


def undo(circle, change=None, *, by="Ana", op=None):
    """Undo the newest change, or another one."""
    change = change or circle.changes[0]
    undoing.undo(
        circle.desk, op or new_op(), table_id=circle.table_id, who=circle.who(by), change_id=change.id
    )


def last(circle, kind):
    return next(row for row in circle.changes if row.change.kind == kind)


FOR_HOSTS = {
    "locking hands": lambda c: acts.set_lock(c, is_locked=True),
    "sharing in hosting": lambda c: acts.set_device_role(c, "host"),
    "putting a match away": lambda c: acts.delete_match(c, for_good=False),
}
for_hosts = pytest.mark.parametrize("act", FOR_HOSTS.values(), ids=FOR_HOSTS)


def lock(circle):
    set_lock(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), is_locked=True)


@every_undoable_act
def test_undoing_brings_back_what_was_before(hosted, name):
    before = hosted.story()
    ACTS[name][0](hosted)("op")

    undo(hosted)

    assert hosted.story() == before


@every_undoable_act
def test_undoing_the_undoing_brings_back_what_was_done(hosted, name):
    ACTS[name][0](hosted)("op")
    done = hosted.story()
    undo(hosted)

    undo(hosted)

    assert hosted.story() == done


@every_undoable_act
def test_a_change_that_was_undone_is_known_by_what_undid_it(hosted, name):
    ACTS[name][0](hosted)("op")
    done = hosted.changes[0]

    undo(hosted)

    undoing_it = hosted.changes[0]
    assert (undoing_it.change.kind, undoing_it.change.undoes) == ("undone", done.id)
    assert next(row.undone_by for row in hosted.changes if row.id == done.id) == undoing_it.id


@every_undoable_act
def test_a_change_is_offered_for_undoing_until_it_is_undone(hosted, name):
    ACTS[name][0](hosted)("op")
    done = hosted.changes[0]
    offered = can_undo(done, Who(is_host=True))

    undo(hosted)

    assert offered
    assert not can_undo(next(row for row in hosted.changes if row.id == done.id), Who(is_host=True))


@every_undoable_act
def test_nothing_is_undone_twice(hosted, name):
    ACTS[name][0](hosted)("op")
    done = hosted.changes[0]
    undo(hosted)
    stored, told = hosted.everything(), list(hosted.told)

    with pytest.raises(Stale) as refusal:
        undo(hosted, done)

    assert refusal.value.code == "changed_since"
    assert (hosted.everything(), hosted.told) == (stored, told)


def test_a_change_that_was_undone_stays_so_when_the_same_is_done_anew(hosted):
    lock(hosted)
    first = hosted.changes[0]
    undo(hosted)
    lock(hosted)

    with pytest.raises(Stale) as refusal:
        undo(hosted, first)

    assert refusal.value.code == "changed_since"


@pytest.mark.parametrize("name", NOT_UNDOABLE)
def test_what_cannot_be_written_back_is_not_offered(evening, name):
    ACTS[name][0](evening)("op")
    stored = evening.everything()

    with pytest.raises(Missing) as refusal:
        undo(evening)

    assert not can_undo(evening.changes[0], Who(is_host=True))
    assert refusal.value.code == "no_such_change"
    assert evening.everything() == stored


def test_what_was_undone_is_kept_with_what_it_was(counted):
    undo(counted)

    change = counted.changes[0].change
    assert change.params["kind"] == "pile_counted"
    assert (change.match_id, change.player_id) == (counted.match.id, counted.ids["Carlo"])


def start_another(circle):
    circle.start("Ana", "Bea")


NEWER = {
    "a pile that was counted on": ("pile_counted", ["Carlo"], lambda c: c.count("Carlo", plain=1)),
    "a pile of a hand that was closed": ("pile_counted", ["Carlo"], lambda c: c.close()),
    "a hand after which was counted": ("hand_closed", [], lambda c: c.count("Ana", plain=1)),
    "a hand after which was played": ("hand_closed", [], lambda c: c.play()),
    "a match in which was counted": ("match_started", [], lambda c: c.count("Ana", plain=1)),
    "a match in which a hand was closed": ("match_started", [], lambda c: c.play()),
    "a player who plays": ("player_added", [], lambda c: None),
}


@pytest.fixture(params=NEWER.values(), ids=NEWER)
def stood_on(request, counted):
    """A change on which something newer stands."""
    kind, _, then = request.param
    if kind == "hand_closed":
        counted.close()
    if kind == "match_started":
        start_another(counted)
    change = last(counted, kind)
    then(counted)
    counted.told.clear()
    return counted, change


def test_what_something_newer_stands_on_is_not_undone(stood_on):
    circle, change = stood_on

    with pytest.raises(Stale) as refusal:
        undo(circle, change)

    assert refusal.value.code == "changed_since"


def test_what_something_newer_stands_on_stays_as_it_is(stood_on):
    circle, change = stood_on
    before = circle.everything()

    with pytest.raises(Stale):
        undo(circle, change)

    assert circle.everything() == before
    assert circle.told == []


def test_what_is_not_as_it_was_left_is_named(counted):
    change = counted.changes[0]
    counted.count("Carlo", plain=1)

    with pytest.raises(Stale) as refusal:
        undo(counted, change)

    assert refusal.value.params["things"] == ("pile",)


def test_closing_is_undone_with_the_piles_as_they_were(counted):
    before = counted.hand
    counted.close()

    undo(counted)

    assert counted.hand.id == before.id
    assert counted.hand.piles == before.piles


def test_a_hand_whose_closing_was_undone_can_be_closed_again(counted):
    counted.close()
    undo(counted)

    number = counted.close()

    assert number == 1
    assert counted.totals == {"Carlo": 30, "Ana": 27, "Bea": 15}


def test_the_last_closing_is_undone_and_the_one_before_it_stays(playing):
    playing.play(ana=1)
    playing.play(ana=2)

    undo(playing, last(playing, "hand_closed"))

    assert playing.totals["Ana"] == 1


def test_other_things_may_have_changed_since(evening):
    acts.rename_player(evening, "Beatrice")("op")
    renamed = evening.changes[0]
    evening.close()

    undo(evening, renamed)

    assert [player.name for player in evening.players] == ["Ana", "Bea", "Carlo", "Dan"]


@pytest.mark.parametrize("name", ["close a hand", "correct a pile"])
def test_locked_hands_are_not_changed_back_by_a_player(evening, name):
    ACTS[name][0](evening)("op")
    done = evening.changes[0]
    lock(evening)

    with pytest.raises(Refused) as refusal:
        undo(evening, done)

    assert refusal.value.code == "hands_locked"


@pytest.mark.parametrize("name", ["close a hand", "correct a pile"])
def test_locked_hands_are_changed_back_by_a_host(evening, name):
    before = evening.story()
    ACTS[name][0](evening)("op")
    done = evening.changes[0]
    lock(evening)
    evening.hosts.add("Ana")

    undo(evening, done)
    undo(evening, last(evening, "hands_locked"))

    assert evening.story() == before


def test_a_change_that_there_is_not_is_missing(counted):
    row = counted.changes[0]
    counted.open("Sunday").seat("Ana")

    with pytest.raises(Missing) as refusal:
        undo(counted, row)

    assert refusal.value.code == "no_such_change"


@for_hosts
def test_what_only_hosts_may_do_is_not_undone_by_a_player(evening, act):
    act(evening)("op")
    before = evening.everything()

    with pytest.raises(Refused) as refusal:
        undo(evening)

    assert refusal.value.code == "only_for_hosts"
    assert evening.everything() == before


@for_hosts
def test_what_only_hosts_may_do_is_not_done_again_by_a_player(evening, act):
    act(evening)("op")
    evening.hosts.add("Bea")
    undo(evening, by="Bea")

    with pytest.raises(Refused) as refusal:
        undo(evening, by="Ana")

    assert refusal.value.code == "only_for_hosts"


@for_hosts
def test_what_only_hosts_may_do_is_offered_to_hosts_alone(evening, act):
    act(evening)("op")

    offered = [can_undo(evening.changes[0], Who(is_host=is_host)) for is_host in (True, False)]

    assert offered == [True, False]


def test_a_phone_that_was_set_to_watching_by_mistake_is_set_back_by_a_player(evening):
    acts.set_device_role(evening, "watcher")("op")

    undo(evening)

    assert evening.find_device(phone_of("Carlo")).role == "player"
