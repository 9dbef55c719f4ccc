"""The header says whose phone it is, and one tap there changes it."""

from collections.abc import Callable

from tests.conftest import Phone
from tests.web.browsing import Browser


def test_one_tap_in_the_header_asks_who_one_is(ana: Phone) -> None:
    browser = Browser(ana).open(ana.home).tap("Change who you are")

    assert browser.page.one("h1").text == "Who are you?"


def test_the_page_shows_who_one_is_now(ana: Phone, bea: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me")

    assert "that’s you" in browser.find("Ana").text
    assert "on another phone" in browser.find("Bea").text


def test_ones_own_name_is_not_asked_about(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me").tap("Ana")

    assert browser.path == ana.home


def test_a_phone_can_become_somebody_elses(ana: Phone, bea: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me").tap("Bea")

    browser.tap("Yes, I’m Bea")

    assert "Bea" in browser.page.one("header").text


def test_a_phone_can_become_somebody_news(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me").tap("Sit down", new="Carlo")

    assert "Carlo" in browser.page.one("header").text


def test_the_player_stays_when_the_phone_becomes_anothers(ana: Phone) -> None:
    Browser(ana).open(f"{ana.home}me").tap("Sit down", new="Carlo")

    assert list(ana.player_ids) == ["Ana", "Carlo"]


def test_a_player_can_just_watch(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me").tap("Just watching")

    assert "Watching" in browser.page.one("header").text
    assert ana.get(f"{ana.home}new").status_code == 403


def test_a_watcher_can_sit_down(ana: Phone, watcher: Phone) -> None:
    browser = Browser(watcher).open(ana.home).tap("Watching").tap("Sit down", new="Carlo")

    assert "Carlo" in browser.page.one("header").text
    assert watcher.get(f"{ana.home}new").status_code == 200


def test_a_refused_name_is_shown_with_its_reason(ana: Phone, bea: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}me").tap("Sit down", new="bea")

    assert browser.status == 422
    assert "Bea is at this table already." in browser.text


def test_the_host_of_a_table_stays_its_host_as_anybody(new_phone: Callable[[], Phone]) -> None:
    host = new_phone()
    opened = Browser(host).open("/").tap("Open the table", name="Ours")
    home = opened.path.removesuffix("invite")

    browser = Browser(host).open(f"{home}me").tap("Sit down", new="Ana")

    assert "Ana" in browser.page.one("header").text
    assert Browser(host).open(f"{home}phones").offers("New code for guests")


def test_a_long_name_is_short_for_the_eye_and_whole_for_the_ear(new_phone: Callable[[], Phone]) -> None:
    phone = new_phone().sit_down("Maximiliane")

    header = Browser(phone).open(phone.home).page.one("header")

    assert "Maximi…" in header.text
    assert "Maximiliane" in header.text


def test_who_has_to_go_finds_the_way_behind_their_own_name(ana: Phone, bea: Phone) -> None:
    assert not Browser(ana).open(f"{ana.home}me").offers("I have to go")
    ana.start_match("Ana", "Bea")

    browser = Browser(ana).open(f"{ana.home}me").tap("Another name, or I have to go")

    assert browser.offers("Count this hand, then leave")
