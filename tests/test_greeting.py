import pytest

from companion import greeting, lan
from companion.greeting import Entrance

ENTRANCE = Entrance(
    join_url="http://192.168.1.23:8766/j/token",
    code="K7M4TX",
    table_name="Kitchen",
    base_url="http://192.168.1.23:8766",
    other_urls=("http://10.0.0.5:8766", "http://pi.local:8766"),
    notes=("Port 8765 is not free: this is port 8766.",),
)


@pytest.fixture
def addresses(monkeypatch):
    """Return a function that sets the addresses of this machine, best first, and its name."""

    def set_addresses(*scores, name="pi"):
        found = (*(lan.Address(ip, "", score) for ip, score in scores), lan.Address("127.0.0.1", "", -100))
        monkeypatch.setattr(lan, "find_addresses", lambda: found)
        monkeypatch.setattr(lan, "short_name", lambda: name)

    return set_addresses


def test_the_greeting_holds_everything_that_lets_a_phone_in():
    text = greeting.format_greeting(ENTRANCE, host_link=None)

    for part in (ENTRANCE.join_url, "K7M4TX", "Kitchen", *ENTRANCE.other_urls, *ENTRANCE.notes):
        assert part in text


def test_nothing_is_said_twice():
    text = greeting.format_greeting(ENTRANCE, host_link="http://192.168.1.23:8766/host/x")

    lines = [line for line in text.splitlines() if line]

    assert text.count(ENTRANCE.join_url) == 1
    assert text.count("K7M4TX") == 1
    assert len([line for line in lines if "://" in line]) == len({line for line in lines if "://" in line})


def test_the_host_link_is_shown_when_given():
    text = greeting.format_greeting(ENTRANCE, host_link="http://192.168.1.23:8766/host/secret")

    assert "http://192.168.1.23:8766/host/secret" in text
    assert "companion host-link" not in text


def test_without_a_host_link_its_command_is_named():
    text = greeting.format_greeting(ENTRANCE, host_link=None)

    assert "/host/" not in text
    assert "companion host-link" in text


def test_a_console_that_cannot_show_the_code_leaves_no_hole(monkeypatch):
    monkeypatch.setattr(greeting.qr, "terminal", lambda _text: "")

    text = greeting.format_greeting(ENTRANCE, host_link=None)

    assert "\n\n\n" not in text


def test_other_urls_are_the_further_addresses_and_the_name_but_not_loopback(addresses):
    addresses(("192.168.1.23", 9), ("10.0.0.5", 4))

    urls = greeting.find_other_urls("http://192.168.1.23:8766", port=8766)

    assert urls == ("http://10.0.0.5:8766", "http://pi.local:8766")


@pytest.mark.parametrize("name", ["", "localhost"])
def test_a_machine_without_a_name_of_its_own_offers_none(addresses, name):
    addresses(("192.168.1.23", 9), name=name)

    assert greeting.find_other_urls("http://192.168.1.23:8765", port=8765) == ()


@pytest.mark.parametrize(
    ("asked_port", "base_host", "words"),
    [
        (8765, "192.168.1.23", []),
        (0, "192.168.1.23", []),
        (8700, "192.168.1.23", ["Port 8700 is not free: this is port 8765."]),
        (8765, "127.0.0.1", ["Only this machine"]),
        (8765, "172.17.0.1", ["No home network"]),
    ],
    ids=["usual", "any port", "port taken", "loopback", "virtual network"],
)
def test_only_what_is_unusual_is_noted(addresses, asked_port, base_host, words):
    addresses(("192.168.1.23", 9), ("172.17.0.1", -2))

    notes = greeting.find_notes(asked_port=asked_port, port=8765, base_host=base_host)

    assert len(notes) == len(words)
    assert all(word in note for word, note in zip(words, notes, strict=True))


def test_linux_inside_windows_is_noted(addresses, monkeypatch):
    addresses(("172.28.80.7", 7))
    monkeypatch.setattr(lan, "is_wsl", lambda: True)

    notes = greeting.find_notes(asked_port=8765, port=8765, base_host="172.28.80.7")

    assert len(notes) == 1
    assert "WSL" in notes[0]
