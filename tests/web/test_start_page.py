"""The first page: which table, by code, by name, or a new one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion import keys
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.markup import parse
from tests.web.scene import open_app

NewPhone = Callable[[], Phone]


def test_a_stranger_is_asked_for_a_code(stranger: Phone) -> None:
    browser = Browser(stranger).open("/")

    assert browser.page.one("h1").text == "Which table?"
    assert browser.page.one("input", name="code")["value"] == ""


def test_a_stranger_sees_no_table(ana: Phone, stranger: Phone) -> None:
    links = [link.get("href") for link in parse(stranger.get("/").text).all("a")]

    assert ana.home not in links


def test_a_phone_sees_its_own_tables(ana: Phone) -> None:
    browser = Browser(ana).open("/").tap(ana.table_name)

    assert browser.path == ana.home


def test_a_phone_sees_none_of_the_others(ana: Phone, new_phone: NewPhone) -> None:
    new_phone().post("/tables", {"name": "Elsewhere"})

    assert "Elsewhere" not in ana.get("/").text


def test_the_servers_host_sees_all_tables(ana: Phone, server_host: Phone, new_phone: NewPhone) -> None:
    new_phone().post("/tables", {"name": "Elsewhere"})

    browser = Browser(server_host).open("/")

    assert browser.offers("Elsewhere")
    assert browser.tap(ana.table_name).path == ana.home


def test_who_was_put_out_sees_the_table_no_more(ana: Phone, server_host: Phone) -> None:
    Browser(server_host).open(f"{ana.home}phones").tap("Remove this phone")

    assert not Browser(ana).open("/").offers(ana.table_name)


class TestOpeningTables:
    def test_a_table_is_opened_by_name(self, stranger: Phone) -> None:
        browser = Browser(stranger).open("/").tap("Open the table", name="Kitchen")

        assert browser.path.endswith("/invite")
        assert "Kitchen" in browser.page.one("header").text

    def test_without_a_name_it_is_called_after_the_day(self, stranger: Phone) -> None:
        suggested = parse(stranger.get("/").text).one("input", name="name")["placeholder"]

        browser = Browser(stranger).open("/").tap("Open the table")

        assert suggested.endswith("day table")
        assert suggested in browser.page.one("header").text

    def test_who_opens_it_is_its_host(self, stranger: Phone) -> None:
        browser = Browser(stranger).open("/").tap("Open the table", name="Kitchen")

        phones = browser.open(browser.path.replace("invite", "phones"))

        assert phones.offers("Lock closed hands")

    def test_who_opens_it_hosts_no_other_table(self, ana: Phone, stranger: Phone) -> None:
        Browser(stranger).open("/").tap("Open the table", name="Kitchen")

        assert stranger.get(f"{ana.home}phones").status_code == 403

    @pytest.mark.parametrize(
        ("name", "reason"),
        [("x" * 25, "24 characters at most"), ("\u200b", "cannot be seen"), ("\u202eabc", "cannot be seen")],
    )
    def test_a_name_that_cannot_be_is_refused_and_stays(
        self, stranger: Phone, name: str, reason: str
    ) -> None:
        browser = Browser(stranger).open("/").tap("Open the table", name=name)

        assert browser.status == 422
        assert reason in browser.text
        assert browser.page.one("input", name="name")["value"] == name

    def test_a_double_tap_opens_one_table(self, stranger: Phone, server_host: Phone) -> None:
        stranger.get("/")
        answers = [stranger.post("/tables", {"op": "one-tap", "name": "Kitchen"}) for _ in range(2)]

        assert answers[0].headers["Location"] == answers[1].headers["Location"]
        assert (
            len([link for link in parse(server_host.get("/").text).all("a") if "Kitchen" in link.text]) == 1
        )

    def test_a_server_has_room_for_so_many(self, stranger: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.actions.tables.MOST_TABLES", 2)
        stranger.post("/tables", {"name": "Kitchen"})

        browser = Browser(stranger).open("/").tap("Open the table", name="Attic")

        assert browser.status == 422
        assert "This server has no room for another table." in browser.text

    def test_no_room_is_said_where_the_table_was_to_be_named(
        self, stranger: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.actions.tables.MOST_TABLES", 1)

        page = Browser(stranger).open("/").tap("Open the table").page

        assert page.one("input", name="name").get("aria-invalid") == "true"
        assert page.one("input", name="name")["value"] == ""
        assert page.one("details", **{"class": "fold new-tile"}).has("open")

    def test_a_private_server_offers_strangers_none(self, tmp_path: Path) -> None:
        with open_app(tmp_path / "data", private=True) as app:
            page = parse(app.test_client().get("/").text)

        assert page.all("input", name="name") == []

    def test_a_private_server_refuses_strangers(self, tmp_path: Path) -> None:
        with open_app(tmp_path / "data", private=True) as app:
            answer = Phone(app, "").post("/tables", {"name": "Kitchen"})

        assert answer.status_code == 403

    def test_a_private_server_lets_its_host_open_one(self, tmp_path: Path) -> None:
        with open_app(tmp_path / "data", private=True) as app:
            host = Phone(app, "")
            host.get(f"/host/{keys.host_token(app.extensions['companion'].secret)}")

            browser = Browser(host).open("/").tap("Open the table", name="Kitchen")

            assert "Kitchen" in browser.page.one("header").text
