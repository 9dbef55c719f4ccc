"""The link that the server prints for its own host, and the page with the QR code."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion import keys
from tests.conftest import BASE_URL, Phone
from tests.web.browsing import Browser


@pytest.fixture
def link(app: Flask) -> str:
    return f"/host/{keys.host_token(app.extensions['companion'].secret)}"


def test_the_link_leads_to_the_qr_code(stranger: Phone, link: str) -> None:
    browser = Browser(stranger).open(link)

    assert browser.path == f"{stranger.home}invite"
    assert browser.page.one("h1").text == "Scan to sit down"


def test_it_leads_to_the_table_that_was_used_last(
    stranger: Phone, new_phone: Callable[[], Phone], link: str
) -> None:
    opened = new_phone().post("/tables", {"name": "Kitchen"}).headers["Location"]

    assert Browser(stranger).open(link).path == opened


def test_without_any_table_it_leads_to_the_first_page(stranger: Phone, server_host: Phone, link: str) -> None:
    server_host.post(f"{stranger.home}delete", {"sure": "1"})

    assert Browser(stranger).open(link).path == "/"


def test_the_link_is_not_kept_in_the_address(stranger: Phone, link: str) -> None:
    answer = stranger.get(link)

    assert answer.status_code == 303
    assert link not in answer.headers["Location"]


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_from_elsewhere(stranger: Phone, link: str) -> None:
    cookie = stranger.get(link).headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_cookie_does_not_say_the_link(stranger: Phone, link: str) -> None:
    assert link.removeprefix("/host/") not in stranger.get(link).headers["Set-Cookie"]


@pytest.mark.parametrize("token", ["AAAA", "%C3%A9", "x" * 500, "..%2f"])
def test_a_wrong_link_is_denied(stranger: Phone, token: str) -> None:
    answer = stranger.get(f"/host/{token}")

    assert answer.status_code in {403, 404}
    assert "Set-Cookie" not in answer.headers


def test_a_cookie_made_up_is_nobodys(app: Flask, stranger: Phone) -> None:
    server_id = app.extensions["companion"].server_id
    for value in ("", "1", "é", keys.host_token(app.extensions["companion"].secret)):
        stranger.client.set_cookie(f"companion-host-{server_id}", value)

        assert stranger.get(f"{stranger.home}invite").status_code == 403


def test_the_servers_host_need_not_sit_down(server_host: Phone) -> None:
    browser = Browser(server_host).open(f"{server_host.home}invite")

    assert browser.offers("New match")


def test_the_servers_host_can_sit_down_too(server_host: Phone) -> None:
    browser = Browser(server_host).open(server_host.home).tap("Sit down")

    browser.tap("Sit down", new="Ana")

    assert "Ana" in browser.page.one("header").text


class TestInvitation:
    @pytest.fixture
    def page(self, ana: Phone) -> Browser:
        return Browser(ana).open(ana.home).tap("QR code for the next guest")

    def test_every_player_can_show_it(self, page: Browser) -> None:
        assert page.page.one("h1").text == "Scan to sit down"

    def test_it_has_the_address_for_typing(self, page: Browser) -> None:
        assert BASE_URL.removeprefix("http://") in page.text

    def test_it_has_the_code_for_typing(self, page: Browser, ana: Phone) -> None:
        assert " ".join(ana.table.code) in page.text

    def test_the_qr_code_is_the_link_under_the_printed_address(self, page: Browser, ana: Phone) -> None:
        label = page.page.all(role="img")[0]["aria-label"]

        assert f"{BASE_URL}{ana.invitation}" in label

    def test_it_says_who_has_come(self, page: Browser, bea: Phone) -> None:
        assert "1 at the table" in page.text
        assert "2 at the table" in page.open(page.path).text

    def test_who_has_no_phone_has_not_come(self, page: Browser, ana: Phone) -> None:
        ana.post(f"{ana.home}new/player", {"name": "Carlo"})

        assert "1 at the table" in page.open(page.path).text

    def test_the_live_part_alone_is_what_the_page_shows(self, page: Browser, ana: Phone) -> None:
        assert ana.get(f"{ana.home}arrivals").text.strip() in page.response.text

    def test_it_leads_to_a_new_match(self, page: Browser, ana: Phone) -> None:
        assert page.tap("New match").path == f"{ana.home}new"

    def test_while_a_match_runs_it_leads_to_the_scores(self, page: Browser, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea")

        page.open(page.path)

        assert not page.offers("New match")
        assert page.tap("To the scores").path == ana.home

    def test_nobody_has_come_yet_is_said_too(self, server_host: Phone) -> None:
        assert "Nobody at the table yet" in Browser(server_host).open(f"{server_host.home}invite").text

    def test_the_drawn_code_has_no_style_of_its_own(self, page: Browser) -> None:
        svg = re.search(r"<svg.*?</svg>", page.response.text.split('role="img"', 1)[1], re.DOTALL)

        assert svg
        assert "style" not in svg[0]


def test_the_server_says_that_it_is_there(stranger: Phone) -> None:
    answer = stranger.get("/healthz")

    assert (answer.status_code, answer.text) == (200, "ok")
