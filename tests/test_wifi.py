"""What a phone reads of a Wi-Fi, which names and passwords there can be, and that nothing is kept."""

import pytest

from companion.wifi import Fault, Wifi, WifiMemory

PAYLOADS = {
    "plain": (Wifi("Home", "12345678"), "WIFI:T:WPA;S:Home;P:12345678;;"),
    "open": (Wifi("Home"), "WIFI:T:nopass;S:Home;;"),
    "semicolon": (Wifi("a;b", "12;45678"), r"WIFI:T:WPA;S:a\;b;P:12\;45678;;"),
    "comma": (Wifi("a,b", "12,45678"), r"WIFI:T:WPA;S:a\,b;P:12\,45678;;"),
    "colon": (Wifi("a:b", "12:45678"), r"WIFI:T:WPA;S:a\:b;P:12\:45678;;"),
    "quote": (Wifi('a"b', '12"45678'), r"WIFI:T:WPA;S:a\"b;P:12\"45678;;"),
    "backslash": (Wifi("a\\b", "12\\45678"), r"WIFI:T:WPA;S:a\\b;P:12\\45678;;"),
    "other letters": (Wifi("Дом 🏠", "пароль"), "WIFI:T:WPA;S:Дом 🏠;P:пароль;;"),
}


@pytest.mark.parametrize(("wifi", "payload"), PAYLOADS.values(), ids=PAYLOADS)
def test_a_camera_reads_name_and_password(wifi: Wifi, payload: str) -> None:
    assert wifi.payload == payload


@pytest.mark.parametrize(
    ("wifi", "faults"),
    [
        pytest.param(Wifi("Home", "x" * 8), [], id="shortest password"),
        pytest.param(Wifi("Home", "x" * 63), [], id="longest password"),
        pytest.param(Wifi("Home", "aB" * 32), [], id="a key of 64 digits"),
        pytest.param(Wifi("Home"), [], id="open"),
        pytest.param(Wifi("é" * 16), [], id="a name of 32 bytes"),
        pytest.param(Wifi("Home", "x" * 7), [Fault.PASSWORD_LENGTH], id="too short"),
        pytest.param(Wifi("Home", "x" * 64), [Fault.PASSWORD_LENGTH], id="too long"),
        pytest.param(Wifi("", "x" * 8), [Fault.NAME_EMPTY], id="no name"),
        pytest.param(Wifi("é" * 17), [Fault.NAME_TOO_LONG], id="a name of 34 bytes"),
        pytest.param(Wifi("Ho\nme"), [Fault.UNPRINTABLE], id="a line break in the name"),
        pytest.param(Wifi("Home", "1234\x005678"), [Fault.UNPRINTABLE], id="a zero in the password"),
    ],
)
def test_what_no_wifi_can_have_is_found(wifi: Wifi, faults: list[Fault]) -> None:
    assert list(wifi.find_faults()) == faults


def test_a_representation_shows_no_password() -> None:
    memory = WifiMemory()
    wifi = Wifi("Home", "secret-word")

    memory.keep("table", wifi)

    assert "secret" not in f"{memory!r}{memory}{wifi!r}{wifi}"


def test_each_table_has_its_own_wifi() -> None:
    memory = WifiMemory()

    memory.keep("one", Wifi("Home"))

    assert (memory.find("one"), memory.find("other")) == (Wifi("Home"), None)


def test_the_wifi_typed_last_is_the_one_that_is_kept() -> None:
    memory = WifiMemory()
    memory.keep("table", Wifi("Home"))

    memory.keep("table", Wifi("Guests"))

    assert memory.find("table") == Wifi("Guests")


def test_a_forgotten_wifi_is_gone() -> None:
    memory = WifiMemory()
    memory.keep("table", Wifi("Home"))

    memory.forget("table")

    assert memory.find("table") is None


def test_forgetting_nothing_does_nothing() -> None:
    memory = WifiMemory()

    memory.forget("table")

    assert memory.find("table") is None
