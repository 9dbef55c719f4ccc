"""How a phone gets to a table by its link: as somebody new, as somebody known, or to watch."""

from collections.abc import Callable
from contextlib import closing

import pytest

from companion.store import devices
from companion.store.connection import connect
from companion.store.rows import DeviceRow
from tests.conftest import Phone
from tests.web.browsing import Browser

NewPhone = Callable[[], Phone]


def phones_of(phone: Phone) -> tuple[DeviceRow, ...]:
    with closing(connect(phone.app.extensions["companion"].database)) as db:
        return devices.list_devices(db, phone.table.id)


def header_of(browser: Browser) -> str:
    return browser.page.one("header").text


def test_a_link_asks_a_new_phone_whose_it_is(stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation)

    assert browser.status == 200
    assert browser.page.one("h1").text == "Who are you?"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_link_leads_nowhere(stranger: Phone, method: str) -> None:
    answer = getattr(stranger, method)("/j/AAAAAAAAAAAAAAAAAAAAAA")

    assert answer.status_code == 404


@pytest.mark.parametrize("token", ["", "%00", "..%2f..", "'%20OR%201=1", "%F0%9F%98%80"])
def test_a_broken_link_leads_nowhere(stranger: Phone, token: str) -> None:
    assert stranger.get(f"/j/{token}").status_code == 404


def test_the_typed_code_is_no_link(stranger: Phone) -> None:
    assert stranger.get(f"/j/{stranger.table.code}").status_code == 404


def test_somebody_new_sits_down_by_name(stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Sit down", new="Ana")

    assert browser.path == stranger.home
    assert list(stranger.player_ids) == ["Ana"]


def test_the_header_says_who_one_is(stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Sit down", new="Ana")

    assert "Ana" in header_of(browser)


def test_the_name_is_kept_tidy(stranger: Phone) -> None:
    Browser(stranger).open(stranger.invitation).tap("Sit down", new="  Anna   Maria ")

    assert list(stranger.player_ids) == ["Anna Maria"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "A name is needed, one letter at least."),
        ("   ", "A name is needed, one letter at least."),
        ("\u200b\u200b", "This name has characters that cannot be seen. Type it again."),
        ("x" * 25, "A name has 24 characters at most."),
        ("ANA", "Ana is at this table already. Take another name, or tap Ana if that is you."),
        ("<script>alert(1)</script>", "A name has 24 characters at most."),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(
    ana: Phone, stranger: Phone, name: str, reason: str
) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Sit down", new=name)

    assert browser.status == 422
    assert reason in browser.text
    assert list(ana.player_ids) == ["Ana"]


def test_a_refused_name_stays_in_its_field(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Sit down", new='"ana" <b>' + "x" * 20)

    assert browser.page.one("input", name="new")["value"] == '"ana" <b>' + "x" * 20


def test_a_double_tap_makes_one_player(stranger: Phone) -> None:
    form = {"op": "one-tap", "new": "Ana", "do": "new"}
    stranger.get(stranger.invitation)

    answers = [stranger.post(stranger.invitation, form).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert list(stranger.player_ids) == ["Ana"]


def test_a_double_tap_to_watch_makes_one_phone(stranger: Phone) -> None:
    stranger.get(stranger.invitation)

    for _ in range(2):
        stranger.post(stranger.invitation, {"op": "one-tap", "do": "watch"})

    assert len(phones_of(stranger)) == 1


def test_a_phone_that_is_known_goes_straight_to_the_scores(ana: Phone) -> None:
    answer = ana.get(ana.invitation)

    assert answer.status_code == 303
    assert answer.headers["Location"] == ana.home


def test_who_is_at_the_table_can_be_tapped(ana: Phone, bea: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation)

    assert browser.offers("Ana")
    assert browser.offers("Bea")


def test_a_player_without_a_phone_sits_down_in_one_tap(ana: Phone, stranger: Phone) -> None:
    ana.post(f"{ana.home}new/player", {"name": "Carlo"})

    browser = Browser(stranger).open(stranger.invitation).tap("Carlo")

    assert browser.path == ana.home
    assert "Carlo" in header_of(browser)


def test_a_player_who_has_a_phone_is_asked_about_first(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Ana")

    assert browser.page.one("h1").text == "Are you Ana too?"
    assert len(phones_of(ana)) == 1


def test_a_player_may_have_two_phones(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Ana")

    browser.tap("Yes, I’m Ana")

    assert browser.path == ana.home
    assert "Ana" in header_of(browser)
    assert "Ana" in header_of(Browser(ana).open(ana.home))


def test_who_taps_the_wrong_name_can_go_back(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Ana")

    browser.tap("No, I’m somebody else")

    assert browser.page.one("h1").text == "Who are you?"


def test_a_player_who_is_not_of_the_table_is_not_found(ana: Phone, stranger: Phone) -> None:
    answer = stranger.post(stranger.invitation, {"player": "nobody"})

    assert answer.status_code == 404


def test_a_phone_may_just_watch(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(stranger.invitation).tap("Just watching")

    assert browser.path == ana.home
    assert "Watching" in header_of(browser)


def test_watching_makes_no_player(ana: Phone, watcher: Phone) -> None:
    assert list(ana.player_ids) == ["Ana"]


def test_a_phone_stays_itself_after_the_server_has_started_anew(ana: Phone, new_phone: NewPhone) -> None:
    cookie = ana.client.get_cookie(f"companion-{ana.app.extensions['companion'].server_id}")

    again = new_phone()
    again.client.set_cookie(cookie.key, cookie.value)

    assert "Ana" in header_of(Browser(again).open(ana.home))


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_from_elsewhere(stranger: Phone) -> None:
    cookie = stranger.get(stranger.invitation).headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_database_does_not_hold_what_the_cookie_says(ana: Phone) -> None:
    companion = ana.app.extensions["companion"]
    token = ana.client.get_cookie(f"companion-{companion.server_id}").value

    stored = b"".join(path.read_bytes() for path in companion.settings.data.glob("companion.db*"))

    assert token.encode() not in stored


def test_the_table_hears_that_somebody_has_come(ana: Phone, stranger: Phone) -> None:
    before = ana.table.revision

    stranger.post(stranger.invitation, {"new": "Bea"})

    assert ana.table.revision > before


def test_a_phone_that_sends_its_name_before_it_has_a_cookie_is_known_from_then_on(stranger: Phone) -> None:
    stranger.post(stranger.invitation, {"new": "Ana"})

    assert stranger.get(stranger.home).status_code == 200


class TestAskedBack:
    """A new phone says it is somebody who has one, while others are awake at the table."""

    @pytest.fixture
    def asking(self, ana: Phone, bea: Phone, stranger: Phone) -> Phone:
        with bea.get(f"{bea.home}events") as awake:
            next(awake.iter_encoded())
            answer = stranger.post(stranger.invitation, {"player": ana.player_ids["Ana"], "sure": "1"})
        assert answer.status_code == 303
        return stranger

    def test_it_watches_until_somebody_answers(self, asking: Phone) -> None:
        assert asking.get(asking.home).status_code == 200
        assert asking.get(f"{asking.home}new").status_code == 403

    def test_it_is_told_to_wait(self, asking: Phone) -> None:
        assert "Ana" in Browser(asking).open(asking.home).text

    def test_a_yes_gives_it_the_seat(self, asking: Phone, bea: Phone) -> None:
        device = next(one for one in phones_of(bea) if one.claims)

        bea.post(f"{bea.home}phones/{device.id}/answer", {"is_right": "1"})

        assert "Ana" in header_of(Browser(asking).open(asking.home))
        assert asking.get(f"{asking.home}new").status_code == 200

    def test_a_yes_is_seen_at_once_on_the_phone_that_waits(self, asking: Phone, bea: Phone) -> None:
        live = Browser(asking).open(asking.home).page.one("section", id="board")["hx-get"]
        assert "HX-Refresh" not in asking.get(live).headers
        device = next(one for one in phones_of(bea) if one.claims)

        bea.post(f"{bea.home}phones/{device.id}/answer", {"is_right": "1"})

        assert asking.get(live).headers["HX-Refresh"] == "true"

    def test_a_no_leaves_it_watching(self, asking: Phone, bea: Phone) -> None:
        device = next(one for one in phones_of(bea) if one.claims)

        bea.post(f"{bea.home}phones/{device.id}/answer", {"is_right": "0"})

        assert "Watching" in header_of(Browser(asking).open(asking.home))
        assert asking.get(f"{asking.home}new").status_code == 403

    def test_it_cannot_answer_for_itself(self, asking: Phone, bea: Phone) -> None:
        device = next(one for one in phones_of(bea) if one.claims)

        answer = asking.post(f"{bea.home}phones/{device.id}/answer", {"is_right": "1"})

        assert answer.status_code == 403
