import pytest

from companion.actions import joining
from companion.actions.desk import Missing, Refused, Who
from companion.actions.joining import ANIMALS, add_player, mark_seen, sit_down, sit_down_as_new, watch
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
