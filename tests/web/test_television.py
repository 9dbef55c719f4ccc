"""What the television shows in each phase of an evening, and to whom."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.app import first_invite
from tests.conftest import BASE_URL, ORIGIN, Phone
from tests.web.browsing import Browser
from tests.web.markup import Element, parse
from tests.web.scene import open_app

HANDS = ({"plain": 9, "red": 3}, {"plain": 12}, {"plain": 4, "five": 1})
NAMES = ("Ana", "Bea", "Carlo")


@pytest.fixture
def carlo(new_phone: Callable[[], Phone], bea: Phone) -> Phone:
    return new_phone().sit_down("Carlo")


@pytest.fixture
def television(watcher: Phone) -> Phone:
    """The television's browser, which watches."""
    return watcher


def screen_of(phone: Phone) -> Element:
    answer = phone.get(f"{phone.home}tv")
    assert answer.status_code == 200
    return parse(answer.text).one("section", id="screen")


def count_all(phone: Phone, *names: str) -> None:
    for name, pile in zip(NAMES, HANDS, strict=True):
        if not names or name in names:
            phone.save_pile(name, **pile)


def side_of(phone: Phone) -> str:
    return screen_of(phone).one("div", **{"class": "tv-side"}).text


def totals_on(screen: Element) -> list[str]:
    return [total.text for total in screen.all("strong") if "tv-total" in total.get("class")]


def arrived_on(screen: Element) -> list[str]:
    return [entry.text for entry in screen.one("ul", aria_label="At the table").all("li")]


def set_clock(app: Flask, **later: float) -> None:
    companion = app.extensions["companion"]
    moment = companion.clock() + timedelta(**later)
    object.__setattr__(companion, "clock", lambda: moment)


def test_before_the_first_hand_the_code_is_the_page(television: Phone) -> None:
    screen = screen_of(television)

    assert screen.one("h1").text == "Scan to sit down"
    assert screen.one("div", role="img")["aria-label"] == f"QR code of {BASE_URL}{television.invitation}"
    assert " ".join(television.table.code) in screen.text


def test_before_the_first_hand_it_shows_who_has_come(ana: Phone, bea: Phone, television: Phone) -> None:
    assert arrived_on(screen_of(television)) == ["🦊 Ana", "🐻 Bea"]


def test_a_player_without_a_phone_has_not_come(ana: Phone, television: Phone) -> None:
    ana.post(f"{ana.home}new/player", {"name": "Grandma"})

    assert "Grandma" not in screen_of(television).text


def test_of_very_many_people_it_names_the_first(new_phone: Callable[[], Phone], television: Phone) -> None:
    for number in range(15):
        new_phone().sit_down(f"Guest {number}")

    assert arrived_on(screen_of(television))[11:] == ["🐱 Guest 11", "and 3 more"]


def test_once_hand_1_is_dealt_it_shows_the_standings(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)

    screen = screen_of(television)

    assert screen.one("h1").text == "Hand 1"
    assert totals_on(screen) == ["0", "0", "0"]
    assert "first to 100" in screen.text


def test_while_a_hand_is_dealt_it_says_how(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)

    said = side_of(television)

    assert "Ana deals" in said
    assert "3 each, 2 face up, the other 43 on the blue card" in said


def test_while_piles_are_counted_it_names_who_is_still_counting(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)
    count_all(carlo, "Bea")

    listed = screen_of(television).one("ul", **{"class": "tv-counting"})

    assert [entry.text for entry in listed.all("li")] == ["🦊Ana", "🐸Carlo"]


def test_who_is_in_the_middle_of_counting_is_still_counting(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)
    count_all(carlo, "Bea", "Carlo")
    carlo.save_pile("Ana", done=False, plain=3)

    assert "Still counting 🦊Ana" in side_of(television)


def test_when_all_are_counted_nobody_is_named(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)
    count_all(carlo)

    said = side_of(television)

    assert "Everybody has counted" in said
    assert not [name for name in NAMES if name in said]


def test_a_closed_hand_shows_totals_and_what_it_brought(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)
    count_all(carlo)
    carlo.close_hand()

    screen = screen_of(television)

    assert totals_on(screen) == ["18", "12", "8"]
    assert [change.text for change in screen.all("span", **{"class": "tv-change"})] == ["+18", "+12", "+8"]
    assert screen.one("h1").text == "Hand 2"


def test_the_dealer_wears_the_chip(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES, dealer="Carlo")

    dealing = [lane for lane in screen_of(television).all("li") if "deals" in lane.text]

    assert [lane.one("strong").parent["id"] for lane in dealing] == [f"tv-lane-{carlo.player_ids['Carlo']}"]


def test_the_end_shows_the_winner_and_the_others(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES, target=15)
    count_all(carlo)
    carlo.close_hand()

    screen = screen_of(television)

    assert screen.one("h1").text == "Ana wins"
    assert screen.one("output").text == "18"
    assert totals_on(screen) == ["12", "8"]


def test_the_end_is_a_joy_of_small_cards(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES, target=15)
    count_all(carlo)
    carlo.close_hand()

    falling = screen_of(television).one("svg", **{"class": "falling"})

    assert falling["aria-hidden"] == "true"
    assert len(falling.all("rect")) > 20


def test_a_shared_win_names_everybody(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES, target=10)
    for name in ("Ana", "Bea"):
        carlo.save_pile(name, plain=12)
    carlo.save_pile("Carlo", plain=1)
    carlo.close_hand()

    assert screen_of(television).one("h1").text == "Ana and Bea win together"


def test_an_end_of_long_ago_makes_way_for_the_code(carlo: Phone, television: Phone, app: Flask) -> None:
    carlo.start_match(*NAMES, target=15)
    count_all(carlo)
    carlo.close_hand()

    shown = []
    for hours in (5, 2):
        set_clock(app, hours=hours)
        shown.append(screen_of(television).one("h1").text)

    assert shown == ["Ana wins", "Scan to sit down"]


def test_a_match_that_still_runs_is_shown_a_week_later(carlo: Phone, television: Phone, app: Flask) -> None:
    carlo.start_match(*NAMES)
    count_all(carlo)
    carlo.close_hand()

    set_clock(app, days=7)

    assert screen_of(television).one("h1").text == "Hand 2"


def has_small_code(screen: Element) -> bool:
    return any(element.get("class") == "tv-corner" for element in screen.walk())


def test_during_a_match_the_code_is_small_in_a_corner(carlo: Phone, television: Phone) -> None:
    carlo.start_match(*NAMES)

    assert has_small_code(screen_of(television))


@pytest.mark.parametrize("target", [100, 15])
def test_a_private_server_shows_no_code_during_a_match_and_at_its_end(tmp_path: Path, target: int) -> None:
    with open_app(tmp_path / "private", private=True) as app:
        invitation = first_invite(app).url.removeprefix(BASE_URL)
        ana, *_ = (Phone(app, invitation).sit_down(name) for name in NAMES)
        ana.start_match(*NAMES, target=target)
        count_all(ana)
        ana.close_hand()

        screen = screen_of(ana)

    assert not has_small_code(screen)
    assert invitation not in str([element.attributes for element in screen.walk()])


def test_a_private_server_still_lets_its_guests_in_before_the_match(tmp_path: Path) -> None:
    with open_app(tmp_path / "private", private=True) as app:
        ana = Phone(app, first_invite(app).url.removeprefix(BASE_URL)).sit_down("Ana")

        screen = screen_of(ana)

    assert screen.one("h1").text == "Scan to sit down"


@pytest.mark.parametrize("phase", ["invite", "dealt", "counting", "closed", "over"])
def test_the_screen_alone_is_as_it_is_in_the_page(carlo: Phone, television: Phone, phase: str) -> None:
    if phase != "invite":
        carlo.start_match(*NAMES, target=15 if phase == "over" else 100)
    if phase in {"counting", "closed", "over"}:
        count_all(carlo, *(["Ana"] if phase == "counting" else []))
    if phase in {"closed", "over"}:
        carlo.close_hand()

    page = television.get(f"{television.home}tv").text
    fragment = television.get(screen_of(television)["hx-get"]).text

    assert fragment.strip() in page


@pytest.mark.parametrize("phase", ["invite", "dealt", "over"])
def test_there_is_nothing_to_tap(carlo: Phone, television: Phone, phase: str) -> None:
    if phase != "invite":
        carlo.start_match(*NAMES, target=15)
    if phase == "over":
        count_all(carlo)
        carlo.close_hand()

    page = parse(television.get(f"{television.home}tv").text)

    found = page.all("a", "button", "input", "summary")
    shown = [each for each in found if not any(around.has("hidden") for around in each.ancestors)]
    assert [each.get("class") for each in shown] == ["skip"]


def test_the_page_hears_of_news(television: Phone) -> None:
    page = parse(television.get(f"{television.home}tv").text)

    assert page.one("body")["data-events"] == f"{television.home}events"
    assert page.one("section", id="screen")["hx-trigger"] == "live:changed from:body"


def test_a_phone_that_only_watches_finds_it_behind_the_tables_name(television: Phone) -> None:
    menu = parse(television.get(f"{television.home}matches").text)

    link = next(a for a in menu.all("a") if a.text == "Show on a television")

    assert link["href"] == f"{television.home}tv"


def test_a_stranger_sees_no_screen(stranger: Phone) -> None:
    answers = [stranger.get(f"{stranger.home}{path}") for path in ("tv", "tv/screen")]

    assert [answer.status_code for answer in answers] == [403, 403]


class TestLanguage:
    """The television is nobody's phone: it speaks the table's language."""

    def choose(self, phone: Phone, lang: str) -> int:
        return phone.post(f"{phone.home}tv/language", {"lang": lang}).status_code

    def test_it_speaks_the_language_chosen_for_the_table(self, ana: Phone, television: Phone) -> None:
        self.choose(ana, "it")
        television.client.set_cookie("companion-language", "ru")

        page = parse(television.get(f"{television.home}tv", headers={"Accept-Language": "pl"}).text)

        assert page.one("html")["lang"] == "it"
        assert page.one("h1").text == "Inquadra e siediti"

    def test_its_live_part_speaks_it_too(self, ana: Phone, television: Phone) -> None:
        self.choose(ana, "it")

        assert "Inquadra e siediti" in television.get(f"{television.home}tv/screen").text

    def test_a_phone_keeps_its_own_language(self, ana: Phone) -> None:
        self.choose(ana, "it")

        assert parse(ana.get(ana.home).text).one("html")["lang"] == "en"

    def test_before_anybody_chose_it_speaks_its_browsers(self, television: Phone) -> None:
        page = parse(television.get(f"{television.home}tv", headers={"Accept-Language": "ru"}).text)

        assert page.one("html")["lang"] == "ru"

    def test_a_table_begins_in_the_language_of_who_opens_it(self, new_phone: Callable[[], Phone]) -> None:
        phone = new_phone()
        answer = phone.client.post(
            "/tables", data={"name": "Sunday"}, headers={**ORIGIN, "Accept-Language": "fr"}
        )

        table = answer.location.removesuffix("invite")
        assert parse(phone.get(f"{table}tv").text).one("html")["lang"] == "fr"

    def test_the_first_table_begins_in_the_servers(self, tmp_path: Path) -> None:
        with open_app(tmp_path / "other", lang="it") as app:
            phone = Phone(app, first_invite(app).url.removeprefix(BASE_URL)).sit_down("Ana")
            page = parse(phone.get(f"{phone.home}tv", headers={"Accept-Language": "pl"}).text)

        assert page.one("html")["lang"] == "it"

    def test_a_language_that_is_not_there_is_not_found(self, ana: Phone) -> None:
        assert self.choose(ana, "tlh") == 404

    def test_the_choice_can_be_undone(self, ana: Phone, television: Phone) -> None:
        self.choose(ana, "it")
        Browser(ana).open(ana.home).tap("Undo")

        page = parse(television.get(f"{television.home}tv", headers={"Accept-Language": "ru"}).text)

        assert page.one("html")["lang"] == "ru"
