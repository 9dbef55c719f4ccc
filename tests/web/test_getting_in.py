"""How phones get in: other addresses, the Wi-Fi's code, and the help for a phone that cannot."""

import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import Markup

from companion import lan, qr
from companion.app import first_invite
from companion.config import Settings
from tests.conftest import BASE_URL, Phone
from tests.web.browsing import Browser
from tests.web.markup import Element, parse
from tests.web.scene import open_app

HOME_WIFI = {"name": "Home; sweet", "password": "long-enough"}
PAYLOAD = r"WIFI:T:WPA;S:Home\; sweet;P:long-enough;;"
FIRST, SECOND = "192.168.1.23", "10.8.0.3"


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two addresses and a name, on Linux."""
    found = (lan.Address(FIRST, "wlan0", 9), lan.Address(SECOND, "tun0", -2))
    monkeypatch.setattr(lan, "find_addresses", lambda: found)
    monkeypatch.setattr(lan, "short_name", lambda: "gamebox")
    set_system(monkeypatch, "Linux")


def set_system(monkeypatch: pytest.MonkeyPatch, name: str, release: str = "6.1.0") -> None:
    monkeypatch.setattr("platform.system", lambda: name)
    monkeypatch.setattr("platform.release", lambda: release)


def invite_of(phone: Phone, query: str = "") -> Element:
    answer = phone.get(f"{phone.home}invite{query}")
    assert answer.status_code == 200
    return parse(answer.text)


def invitation_of(app: Flask) -> str:
    return first_invite(app).url.removeprefix(BASE_URL)


def shows(page: Element, text: str) -> bool:
    """Tell whether the QR code of a text is on a page."""
    drawn = parse(Markup(qr.svg(text))).one("svg").all("path")[1]["d"]
    return any(path.get("d") == drawn for path in page.all("path"))


def help_of(phone: Phone) -> str:
    return parse(phone.get(f"{phone.home}help").text).text


def test_the_first_address_is_the_one_for_links(ana: Phone) -> None:
    page = invite_of(ana)

    assert shows(page, BASE_URL + ana.invitation)
    assert "192.168.1.23:8765" in page.text


def test_every_other_address_has_its_own_qr_code(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}invite").tap(SECOND)

    assert shows(browser.page, f"http://{SECOND}{ana.invitation}")
    assert not shows(browser.page, BASE_URL + ana.invitation)


def test_the_machines_name_is_one_of_its_addresses(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}invite").tap("gamebox.local")

    assert shows(browser.page, f"http://gamebox.local{ana.invitation}")


def test_from_another_address_a_tap_leads_back(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}invite?address={SECOND}").tap("192.168.1.23:8765")

    assert shows(browser.page, BASE_URL + ana.invitation)


@pytest.mark.parametrize("address", ["evil.example", "10.8.0.3:99", "10.8.0.4", "", "<b>", "10.8.0.3@evil"])
def test_an_address_that_is_not_ours_is_not_shown(ana: Phone, address: str) -> None:
    answer = ana.client.get(f"{ana.home}invite", query_string={"address": address})

    page = parse(answer.text)
    assert shows(page, BASE_URL + ana.invitation)
    assert page.one("p", **{"class": "address"}).text == "192.168.1.23:8765"


def test_a_server_kept_to_one_address_offers_no_other(tmp_path: Path) -> None:
    with open_app(tmp_path / "alone", host="127.0.0.1") as app:
        phone = Phone(app, invitation_of(app)).sit_down("Ana")

        said = help_of(phone)

    assert "Another address" not in said


def test_the_television_is_found_from_every_players_invite_page(bea: Phone) -> None:
    link = next(a for a in invite_of(bea).all("a") if a.text == "Or show it on this screen")

    assert link["href"] == f"{bea.home}tv"


def test_a_player_is_told_how_the_television_gets_in(bea: Phone) -> None:
    browser = Browser(bea).open(f"{bea.home}matches").tap("Show on a television")

    fold = browser.page.one("details", id="television")
    assert fold.has("open")
    assert "On the television’s browser open 192.168.1.23:8765, type the code" in fold.text


def test_a_television_that_has_typed_the_code_says_what_it_is(stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("This screen is a television")

    assert browser.path == f"{stranger.home}tv"
    assert "is-tv" in browser.page.one("body")["class"]


def test_the_television_shows_the_address_that_was_chosen(ana: Phone) -> None:
    page = invite_of(ana, f"?address={SECOND}")

    link = next(a for a in page.all("a") if a.text == "Or show it on this screen")
    assert shows(parse(ana.get(link["href"]).text), f"http://{SECOND}{ana.invitation}")


# The Wi-Fi


@pytest.fixture
def host(server_host: Phone) -> Phone:
    """The browser that has opened the host link."""
    return server_host


def test_a_host_is_offered_a_code_for_the_wifi(host: Phone) -> None:
    form = invite_of(host).one("form", action=f"{host.home}wifi")

    assert [field.get("name") for field in form.all("input")] == ["op", "name", "password"]


def test_a_player_is_not_offered_a_code_for_the_wifi(bea: Phone) -> None:
    assert "Wi-Fi" not in invite_of(bea).one("main").one("div", **{"class": "beneath"}).text


def test_the_wifis_code_stands_beside_the_tables(host: Phone) -> None:
    browser = Browser(host).open(f"{host.home}invite").tap("Show its QR code here", **HOME_WIFI)

    assert browser.status == 200
    assert shows(browser.page, PAYLOAD)
    assert shows(browser.page, BASE_URL + host.invitation)


def test_an_open_wifi_needs_no_password(host: Phone) -> None:
    host.post(f"{host.home}wifi", {"name": "Open house", "password": ""})

    assert shows(invite_of(host), "WIFI:T:nopass;S:Open house;;")


def test_the_host_of_the_table_sees_it_too(host: Phone, stranger: Phone) -> None:
    opened = stranger.post("/tables", {"name": "Mine"}).headers["Location"]

    stranger.post(opened.replace("/invite", "/wifi"), HOME_WIFI)

    assert shows(parse(stranger.get(opened).text), PAYLOAD)
    assert shows(parse(host.get(opened).text), PAYLOAD)


def test_the_host_of_another_table_does_not_see_it(host: Phone, stranger: Phone) -> None:
    host.post(f"{host.home}wifi", HOME_WIFI)

    opened = stranger.post("/tables", {"name": "Mine"}).headers["Location"]

    assert not shows(parse(stranger.get(opened).text), PAYLOAD)


def test_a_player_does_not_see_it(host: Phone, bea: Phone) -> None:
    host.post(f"{host.home}wifi", HOME_WIFI)

    page = invite_of(bea)

    assert not shows(page, PAYLOAD)
    assert "Home; sweet" not in page.text


def test_a_player_cannot_set_it(host: Phone, bea: Phone) -> None:
    answer = bea.post(f"{bea.home}wifi", HOME_WIFI)

    assert answer.status_code == 403
    assert not shows(invite_of(host), PAYLOAD)


def test_it_can_be_forgotten(host: Phone) -> None:
    host.post(f"{host.home}wifi", HOME_WIFI)

    browser = Browser(host).open(f"{host.home}invite").tap("Forget this Wi-Fi")

    assert not shows(browser.page, PAYLOAD)
    assert not browser.offers("Forget this Wi-Fi")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"name": " ", "password": "long-enough"}, "The Wi-Fi’s name is needed."),
        ({"name": "x" * 33, "password": "long-enough"}, "No Wi-Fi has so long a name."),
        ({"name": "Home", "password": "short"}, "A Wi-Fi password has 8 to 63 characters."),
        ({"name": "Home", "password": "a\tb-long-enough"}, "A character in it cannot be seen."),
    ],
)
def test_what_no_wifi_can_have_is_refused_with_the_reason(
    host: Phone, typed: dict[str, object], why: str
) -> None:
    answer = host.post(f"{host.home}wifi", typed)

    assert answer.status_code == 422
    assert why in parse(answer.text).text


def test_what_was_refused_is_still_typed(host: Phone) -> None:
    typed = {"name": "Home", "password": "short"}

    browser = Browser(host).open(f"{host.home}invite").tap("Show its QR code here", **typed)

    _, fields = browser.page.one("form", action=f"{host.home}wifi").form()
    assert (fields["name"], fields["password"]) == (["Home"], ["short"])
    assert browser.page.one("details", **{"class": "fold wifi"}).has("open")


def test_the_typed_password_is_not_looked_up_by_the_browser(host: Phone) -> None:
    field = invite_of(host).one("input", name="password")

    assert (field["spellcheck"], field["autocomplete"]) == ("false", "off")


def test_the_password_is_never_stored(host: Phone, app: Flask, settings: Settings) -> None:
    host.post(f"{host.home}wifi", HOME_WIFI)

    with closing(sqlite3.connect(app.extensions["companion"].database)) as db:
        stored = "\n".join(db.iterdump())
    files = [path.read_bytes() for path in settings.data.rglob("*") if path.is_file()]
    assert "sweet" not in stored
    assert not [content for content in files if b"long-enough" in content or b"sweet" in content]


def test_the_password_is_never_logged(host: Phone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    host.post(f"{host.home}wifi", HOME_WIFI)
    host.get(f"{host.home}invite")

    assert "long-enough" not in caplog.text


def test_the_wifi_is_gone_when_the_server_has_stopped(tmp_path: Path) -> None:
    for is_first in (True, False):
        with open_app(tmp_path / "house") as app:
            phone = Phone(app, invitation_of(app))
            opened = phone.post("/tables", {"name": "Mine"}).headers["Location"]
            if is_first:
                phone.post(opened.replace("/invite", "/wifi"), HOME_WIFI)
            assert shows(parse(phone.get(opened).text), PAYLOAD) is is_first


# The help


@pytest.mark.parametrize(
    ("system", "release", "words"),
    [
        ("Windows", "11", "allow Python in private networks"),
        ("Darwin", "24.1.0", "let Python accept connections"),
        ("Linux", "6.1.0", "sudo ufw allow 80/tcp"),
        ("Linux", "5.15-microsoft-standard-WSL2", "Start the companion in Windows itself."),
        ("FreeBSD", "14.1", "Let port 80 in"),
    ],
)
def test_the_help_speaks_of_the_hosts_own_system(
    ana: Phone, monkeypatch: pytest.MonkeyPatch, system: str, release: str, words: str
) -> None:
    set_system(monkeypatch, system, release)

    assert words in help_of(ana)


def test_the_help_speaks_of_one_system_only(ana: Phone) -> None:
    said = help_of(ana)

    assert not [word for word in ("Windows", "Mac", "WSL") if word in said]


def test_the_help_names_what_keeps_phones_out(ana: Phone) -> None:
    said = help_of(ana)

    missing = [
        word
        for word in ("guest network", "mobile data", "VPN", "Firewall", "stay connected")
        if word not in said
    ]
    assert missing == []


def is_awaited(phone: Phone) -> bool:
    return "is-awaited" in invite_of(phone).one("section", id="help")["class"]


def test_before_any_phone_has_come_the_help_opens_by_itself(host: Phone) -> None:
    assert is_awaited(host)


def test_the_hosts_own_phone_does_not_count_as_come(ana: Phone) -> None:
    assert is_awaited(ana)


def test_a_phone_that_has_come_ends_the_waiting(ana: Phone, bea: Phone) -> None:
    assert not is_awaited(ana)


def test_a_phone_that_only_watches_has_come_too(host: Phone, watcher: Phone) -> None:
    assert not is_awaited(host)


def test_phones_of_another_day_are_awaited_again(ana: Phone, bea: Phone, app: Flask) -> None:
    companion = app.extensions["companion"]
    later = companion.clock() + timedelta(days=7)
    object.__setattr__(companion, "clock", lambda: later)

    assert is_awaited(ana)


def test_at_the_table_are_those_whose_phone_has_come_today(ana: Phone, bea: Phone, app: Flask) -> None:
    companion = app.extensions["companion"]
    later = companion.clock() + timedelta(days=7)
    object.__setattr__(companion, "clock", lambda: later)

    ana.get(ana.home)

    assert invite_of(ana).one("section", id="arrivals").text == "🦊 1 at the table"


def test_the_help_alone_is_as_it_is_on_the_page(ana: Phone) -> None:
    fragment = ana.get(f"{ana.home}help?address={SECOND}").text

    assert fragment.strip() in ana.get(f"{ana.home}invite?address={SECOND}").text
