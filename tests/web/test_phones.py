"""Which phones are at the table, and what its host can do about them and about the table."""

from contextlib import closing

import pytest

from companion.store import devices
from companion.store.connection import connect
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def host(bea: Phone, server_host: Phone) -> Phone:
    """Bea's phone, with which the server's host shares the hosting of the table."""
    server_host.post(f"{bea.home}phones/{device_id(bea, 'Bea')}/role", {"role": "host"})
    return bea


def device_id(phone: Phone, name: str | None) -> str:
    owner = phone.player_ids[name] if name else None
    with closing(connect(phone.app.extensions["companion"].database)) as db:
        known = devices.list_devices(db, phone.table.id)
    return next(device.id for device in known if device.owner_id == owner)


def act(phone: Phone, name: str | None, what: str, **form: str) -> int:
    return phone.post(f"{phone.home}phones/{device_id(phone, name)}/{what}", form).status_code


def may_play(phone: Phone) -> bool:
    return phone.get(f"{phone.home}new").status_code == 200


def phones_page(phone: Phone) -> Browser:
    return Browser(phone).open(f"{phone.home}matches").tap("Phones at the table")


def test_every_phone_is_listed_with_what_it_may(ana: Phone, host: Phone, watcher: Phone) -> None:
    items = [item.text for item in phones_page(ana).page.one("main").one("ul").all("li")]

    assert len(items) == 3
    assert any("Ana" in item and "playing" in item and "this phone" in item for item in items)
    assert any("Bea" in item and "hosts the table" in item for item in items)
    assert any("A phone without a player" in item and "watching" in item for item in items)


def test_any_player_can_set_a_phone_to_watching(ana: Phone, bea: Phone) -> None:
    assert act(ana, "Bea", "watch") == 303
    assert not may_play(bea)


def test_no_player_can_set_a_hosts_phone_to_watching(ana: Phone, host: Phone) -> None:
    assert act(ana, "Bea", "watch") == 403
    assert may_play(host)


@pytest.mark.parametrize("what", ["role", "remove"])
def test_the_rest_is_the_hosts(ana: Phone, bea: Phone, what: str) -> None:
    assert act(ana, "Bea", what, role="watcher") == 403
    assert may_play(bea)


def test_a_host_lets_a_watcher_play(ana: Phone, host: Phone, watcher: Phone) -> None:
    assert act(host, None, "role", role="player") == 303
    assert may_play(watcher)


def test_a_host_shares_the_hosting_in_one_tap(ana: Phone, host: Phone) -> None:
    act(host, "Ana", "role", role="host")

    assert phones_page(ana).offers("New code for guests")


def test_a_role_that_there_is_none_is_refused(ana: Phone, host: Phone) -> None:
    assert act(host, "Ana", "role", role="king") == 400
    assert may_play(ana)


def test_a_phone_that_is_put_out_is_out(ana: Phone, host: Phone) -> None:
    act(host, "Ana", "remove")

    assert ana.get(ana.home).status_code == 403


def test_a_phone_that_was_put_out_can_come_in_again_by_the_link(ana: Phone, host: Phone) -> None:
    act(host, "Ana", "remove")

    assert ana.post(ana.invitation, {"player": ana.player_ids["Ana"]}).status_code == 303
    assert may_play(ana)


@pytest.mark.parametrize("what", ["watch", "role", "remove"])
def test_a_phone_that_is_not_there_is_not_found(host: Phone, what: str) -> None:
    assert host.post(f"{host.home}phones/nobody/{what}", {"role": "player"}).status_code == 404


class TestNewCode:
    def test_the_old_code_and_the_old_link_let_nobody_in(self, host: Phone, stranger: Phone) -> None:
        code = host.table.code
        Browser(host).open(f"{host.home}phones").tap("New code for guests")

        assert stranger.post("/code", {"code": code}).status_code == 422
        assert stranger.get(stranger.invitation).status_code == 404

    def test_the_new_one_is_shown_and_lets_in(self, host: Phone, stranger: Phone) -> None:
        browser = Browser(host).open(f"{host.home}phones").tap("New code for guests")

        code = next(text for text in browser.text.split("and type")[1:])[:12].replace(" ", "")
        assert stranger.post("/code", {"code": code}).status_code == 303

    def test_who_is_in_stays_in(self, ana: Phone, host: Phone) -> None:
        home = ana.home
        Browser(host).open(f"{home}phones").tap("New code for guests")

        assert ana.get(home).status_code == 200


class TestPuttingAway:
    def test_a_table_goes_after_a_second_tap(self, ana: Phone, host: Phone) -> None:
        home = ana.home

        browser = Browser(host).open(f"{home}phones").tap("Yes, put it away")

        assert browser.path == "/"
        assert ana.get(home).status_code == 403

    def test_it_is_not_put_away_unasked(self, host: Phone) -> None:
        assert host.post(f"{host.home}delete").status_code == 400
        assert host.get(host.home).status_code == 200

    def test_nobody_gets_in_any_more(self, host: Phone, stranger: Phone) -> None:
        code = host.table.code
        host.post(f"{host.home}delete", {"sure": "1"})

        assert stranger.post("/code", {"code": code}).status_code == 422
        assert stranger.get(stranger.invitation).status_code == 404

    def test_a_match_can_be_put_away(self, ana: Phone, host: Phone) -> None:
        ana.start_match("Ana", "Bea")

        answer = host.post(f"{host.home}matches/{ana.match.id}/delete")

        assert answer.status_code == 303
        assert "No match yet" in Browser(ana).open(ana.home).text

    def test_a_match_that_was_put_away_can_be_brought_back(self, ana: Phone, host: Phone) -> None:
        ana.start_match("Ana", "Bea")
        host.post(f"{host.home}matches/{ana.match.id}/delete")

        Browser(host).open(f"{host.home}changes").tap("Undo: Match put away")

        assert ana.match.open_hand
