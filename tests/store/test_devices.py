import pytest

from companion.store import devices
from companion.store.connection import write
from companion.store.rows import DeviceRow
from tests.store.stock import AT, LATER, add_table


@pytest.fixture
def stocked(stocked):
    """Ana's phone, and a second one that watches."""
    with write(stocked):
        add(stocked, DeviceRow("watching", "watcher", ()), "watching hash")
    return stocked


def add(db, device, token_hash, *, table_id="table", at=AT):
    devices.add_device(db, device, table_id=table_id, token_hash=token_hash, at=at)


def find(db, token_hash="hash"):
    return devices.find_device(db, "table", token_hash)


def test_a_phone_is_found_by_what_is_stored_of_its_token(stocked):
    assert find(stocked) == DeviceRow("phone", "player", ("ana",), seen_at=AT)


def test_a_phone_is_not_known_at_another_table(stocked):
    with write(stocked):
        add_table(stocked, "other", code="BBBBBB")

    assert devices.find_device(stocked, "other", "hash") is None


def test_an_unknown_phone_is_not_found(stocked):
    assert find(stocked, "another") is None


def test_phones_are_listed_in_the_order_they_came(stocked):
    with write(stocked):
        add(stocked, DeviceRow("a third", "host", ("bea",)), "third hash", at=LATER)

    assert [device.id for device in devices.list_devices(stocked, "table")] == [
        "phone",
        "watching",
        "a third",
    ]


def test_the_first_player_of_a_phone_is_its_owner(stocked):
    with write(stocked):
        devices.set_players(stocked, "phone", ("bea", "ana"))

    assert find(stocked).owner_id == "bea"
    assert devices.list_player_ids(stocked, "phone") == ("bea", "ana")


def test_a_phone_that_watches_has_no_owner(stocked):
    assert find(stocked, "watching hash").owner_id is None


def test_new_players_of_a_phone_take_the_place_of_the_old_ones(stocked):
    with write(stocked):
        devices.set_players(stocked, "phone", ())

    assert find(stocked).player_ids == ()


@pytest.mark.parametrize("role", ["watcher", "player", "host"])
def test_a_role_is_stored(stocked, role):
    with write(stocked):
        devices.set_role(stocked, "phone", role)

    assert find(stocked).role == role


@pytest.mark.parametrize(
    ("players", "role", "expected"),
    [
        (("ana",), "player", {"ana"}),
        (("ana",), "host", {"ana"}),
        (("ana", "bea"), "player", {"ana"}),
        (("ana",), "watcher", set()),
        ((), "player", set()),
    ],
    ids=["a player's", "a host's", "for somebody else too", "only watching", "nobody's"],
)
def test_who_has_a_phone_is_its_owner(stocked, players, role, expected):
    with write(stocked):
        devices.set_players(stocked, "phone", players)
        devices.set_role(stocked, "phone", role)

    assert devices.list_player_ids_with_phone(stocked, "table") == expected


def test_what_a_phone_says_it_is_is_stored(stocked):
    with write(stocked):
        devices.set_claim(stocked, "watching", "bea")

    assert find(stocked, "watching hash").claims == "bea"
    assert devices.list_claims(stocked, "table") == (("watching", "bea"),)


def test_what_a_phone_has_said_can_be_taken_away(stocked):
    with write(stocked):
        devices.set_claim(stocked, "watching", "bea")
        devices.set_claim(stocked, "watching", None)

    assert devices.list_claims(stocked, "table") == ()


def test_a_phone_that_is_removed_is_gone_with_whom_it_acted_for(stocked):
    with write(stocked):
        devices.remove_device(stocked, "phone")

    assert find(stocked) is None
    assert devices.list_player_ids(stocked, "phone") == ()


def test_a_phone_that_was_seen_later_says_so(stocked):
    with write(stocked):
        devices.mark_seen(stocked, "phone", at=LATER)

    assert find(stocked).seen_at == LATER


def test_only_phones_that_were_not_seen_since_are_forgotten(stocked):
    with write(stocked):
        devices.mark_seen(stocked, "phone", at=LATER)
        devices.forget_idle(stocked, before=LATER)

    assert [device.id for device in devices.list_devices(stocked, "table")] == ["phone"]
