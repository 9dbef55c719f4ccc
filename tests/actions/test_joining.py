import pytest

from companion.actions import joining
from companion.actions.desk import Missing, Refused, Who
from companion.actions.joining import (
    ANIMALS,
    add_player,
    answer_claim,
    claim_seat,
    mark_seen,
    sit_down,
    sit_down_as_new,
    watch,
)
from companion.rules.errors import RuleError
from companion.store import devices
from tests.actions.circle import operation, phone_of


def sit_as_new(circle, name, token_hash="new phone"):
    sit_down_as_new(circle.desk, operation("sit"), table_id=circle.table_id, token_hash=token_hash, name=name)


def sit_as(circle, name, token_hash="new phone"):
    sit_down(
        circle.desk,
        operation("sit"),
        table_id=circle.table_id,
        token_hash=token_hash,
        player_id=circle.ids[name],
    )


def watch_on(circle, token_hash):
    watch(circle.desk, operation("watch"), table_id=circle.table_id, token_hash=token_hash)


def add(circle, name, who=None):
    who = who or circle.who("Ana")
    return add_player(circle.desk, operation("add"), table_id=circle.table_id, who=who, name=name)


def test_a_new_player_is_there_under_the_name_as_it_is_kept(circle):
    sit_as_new(circle, "  Dan   Lee ")

    assert [player.name for player in circle.players] == ["Ana", "Bea", "Carlo", "Dan Lee"]


def test_the_phone_of_a_new_player_plays_for_them(circle):
    sit_as_new(circle, "Dan")

    device = circle.find_device("new phone")
    assert (device.role, device.owner_id) == ("player", circle.find_player("Dan").id)


def test_another_phone_can_be_a_players_too(circle):
    sit_as(circle, "Ana")

    owners = {circle.find_device(token).owner_id for token in ("new phone", phone_of("Ana"))}
    assert owners == {circle.ids["Ana"]}


def test_a_phone_can_become_somebody_elses(circle):
    sit_as(circle, "Bea", token_hash=phone_of("Ana"))

    assert circle.find_device(phone_of("Ana")).player_ids == (circle.ids["Bea"],)


def test_a_phone_that_only_watches_belongs_to_nobody(circle):
    watch_on(circle, "new phone")

    device = circle.find_device("new phone")
    assert (device.role, device.player_ids) == ("watcher", ())


def test_a_player_can_go_over_to_watching(circle):
    watch_on(circle, phone_of("Ana"))

    device = circle.find_device(phone_of("Ana"))
    assert (device.role, device.player_ids) == ("watcher", ())


def test_a_watcher_can_sit_down(circle):
    watch_on(circle, "new phone")

    sit_as(circle, "Ana")

    device = circle.find_device("new phone")
    assert (device.role, device.owner_id) == ("player", circle.ids["Ana"])


@pytest.mark.parametrize(
    "act",
    [lambda circle: watch_on(circle, "host-phone"), lambda circle: sit_as(circle, "Ana", "host-phone")],
    ids=["watches", "sits down"],
)
def test_a_hosts_phone_stays_host_when_it(circle, act):
    act(circle)

    assert circle.find_device("host-phone").role == "host"


def test_a_phone_is_kept_once_however_often_it_joins(circle):
    before = len(devices.list_devices(circle.desk.db, circle.table_id))

    for name in ("Ana", "Bea", "Carlo"):
        sit_as(circle, name)

    assert len(devices.list_devices(circle.desk.db, circle.table_id)) == before + 1


def test_the_player_of_another_table_cannot_be_taken(circle):
    ana = circle.ids["Ana"]
    circle.open("Sunday")
    circle.ids["Ana"] = ana

    with pytest.raises(Missing) as refusal:
        sit_as(circle, "Ana")

    assert refusal.value.code == "no_such_player"
    assert devices.find_device(circle.desk.db, circle.table_id, "new phone") is None


def test_a_player_who_is_added_needs_no_phone(circle):
    player_id = add(circle, "Dan")

    assert circle.find_player("Dan").id == player_id
    assert player_id not in devices.list_player_ids_with_phone(circle.desk.db, circle.table_id)


def test_the_phone_that_names_a_player_acts_for_them_after_its_owner(circle):
    added = [add(circle, name) for name in ("Dan", "Emma")]

    assert circle.find_device(phone_of("Ana")).player_ids == (circle.ids["Ana"], *added)


@pytest.mark.parametrize("whose", ["the server's host", "a host without a seat"])
def test_a_host_who_does_not_play_acts_for_nobody(circle, whose):
    host = circle.find_device("host-phone")

    add(circle, "Dan", Who() if whose == "the server's host" else Who(host.id))

    assert circle.find_device("host-phone").player_ids == ()


@pytest.mark.parametrize("name", ["Ana", " ana ", "ANA", "ＡＮＡ", "Ana\ufe0f"], ids=ascii)
@pytest.mark.parametrize("join", [sit_as_new, add], ids=["who sits down", "who is added"])
def test_a_name_that_is_alike_by_case_or_width_is_refused(circle, join, name):
    before = circle.everything()

    with pytest.raises(Refused) as refusal:
        join(circle, name)

    assert (refusal.value.code, dict(refusal.value.params)) == ("name_taken", {"name": "Ana"})
    assert circle.everything() == before


def test_the_same_name_is_free_at_another_table(circle):
    circle.open("Sunday")

    circle.seat("Ana")

    assert [player.name for player in circle.players] == ["Ana"]


@pytest.mark.parametrize(
    ("name", "code"), [(" ", "name_empty"), ("\u200b", "name_invisible"), ("x" * 25, "name_too_long")]
)
@pytest.mark.parametrize("join", [sit_as_new, add], ids=["who sits down", "who is added"])
def test_a_name_that_nobody_can_have_is_refused(circle, join, name, code):
    before = circle.everything()

    with pytest.raises(RuleError) as refusal:
        join(circle, name)

    assert refusal.value.code == code
    assert circle.everything() == before


def claim(circle, name, token_hash="new phone"):
    claim_seat(
        circle.desk,
        operation("claim"),
        table_id=circle.table_id,
        token_hash=token_hash,
        player_id=circle.ids.get(name, name),
    )


def answer(circle, *, is_right, token_hash="new phone", device_id=None):
    answer_claim(
        circle.desk,
        operation("answer"),
        table_id=circle.table_id,
        who=circle.who("Bea"),
        device_id=device_id or circle.find_device(token_hash).id,
        is_right=is_right,
    )


def test_a_phone_that_says_who_it_is_watches_until_somebody_has_answered(circle):
    claim(circle, "Ana")

    device = circle.find_device("new phone")
    assert (device.role, device.player_ids, device.claims) == ("watcher", (), circle.ids["Ana"])


def test_what_a_phone_says_is_shown_to_the_table(circle):
    claim(circle, "Ana")

    claims = devices.list_claims(circle.desk.db, circle.table_id)
    assert claims == ((circle.find_device("new phone").id, circle.ids["Ana"]),)


def test_a_yes_gives_the_seat_to_the_phone(circle):
    claim(circle, "Ana")

    answer(circle, is_right=True)

    device = circle.find_device("new phone")
    assert (device.role, device.player_ids, device.claims) == ("player", (circle.ids["Ana"],), None)


def test_a_no_leaves_the_phone_watching(circle):
    claim(circle, "Ana")

    answer(circle, is_right=False)

    device = circle.find_device("new phone")
    assert (device.role, device.player_ids, device.claims) == ("watcher", (), None)


def test_a_host_who_gets_a_seat_back_stays_host(circle):
    claim(circle, "Ana", token_hash="host-phone")

    answer(circle, is_right=True, token_hash="host-phone")

    device = circle.find_device("host-phone")
    assert (device.role, device.owner_id) == ("host", circle.ids["Ana"])


def test_a_phone_that_sits_down_says_nothing_more(circle):
    claim(circle, "Ana")

    sit_as(circle, "Bea")

    assert circle.find_device("new phone").claims is None


def test_nobody_can_be_claimed_who_is_not_of_the_table(circle):
    before = circle.everything()

    with pytest.raises(Missing) as refusal:
        claim(circle, "nobody")

    assert refusal.value.code == "no_such_player"
    assert circle.everything() == before


@pytest.mark.parametrize("is_right", [True, False], ids=["yes", "no"])
def test_a_claim_is_answered_once(circle, is_right):
    claim(circle, "Ana")
    answer(circle, is_right=is_right)
    before = circle.everything()

    with pytest.raises(Missing) as refusal:
        answer(circle, is_right=not is_right)

    assert refusal.value.code == "no_such_phone"
    assert circle.everything() == before


def test_a_phone_that_there_is_not_is_not_answered(circle):
    with pytest.raises(Missing) as refusal:
        answer(circle, is_right=True, device_id="nothing")

    assert refusal.value.code == "no_such_phone"


def test_the_number_of_players_of_a_table_is_limited(circle, monkeypatch):
    monkeypatch.setattr(joining, "MOST_PLAYERS_OF_TABLE", 4)
    add(circle, "Dan")

    with pytest.raises(Refused) as refusal:
        add(circle, "Emma")

    assert (refusal.value.code, dict(refusal.value.params)) == ("too_many_players", {"most": 4})


def test_everybody_is_another_animal_until_the_animals_are_used_up(circle):
    for number in range(len(ANIMALS) - len(circle.players)):
        add(circle, f"Player {number}")

    assert [player.animal for player in circle.players] == list(ANIMALS)


def test_after_that_every_animal_is_given_once_more(circle):
    for number in range(2 * len(ANIMALS) - len(circle.players)):
        add(circle, f"Player {number}")

    assert sorted(player.animal for player in circle.players) == sorted(2 * ANIMALS)


def test_refused_and_nobody_hears_of_it(circle):
    circle.told.clear()

    with pytest.raises(Refused):
        sit_as_new(circle, "Ana")

    assert circle.told == []


def test_a_phone_that_is_seen_is_known_to_have_been_here(circle):
    mark_seen(circle.desk, circle.find_device(phone_of("Ana")))

    now = circle.clock.moment.isoformat(timespec="milliseconds")
    assert circle.find_device(phone_of("Ana")).seen_at == now


def test_seeing_a_phone_is_no_change_for_the_table(circle):
    circle.told.clear()
    before = circle.table.revision

    mark_seen(circle.desk, circle.find_device(phone_of("Ana")))

    assert (circle.table.revision, circle.told) == (before, [])
