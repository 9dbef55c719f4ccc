"""What a person, and what a script, is told when something is not there, not allowed, or broken."""

import logging

import pytest

from tests.conftest import ORIGIN, Phone
from tests.web.browsing import Browser

JSON = {"Accept": "application/json"}
TELLTALE = ("Traceback", "ZeroDivisionError", "sqlite", "werkzeug", "flask", "File &#34;", ".py")


@pytest.fixture
def broken(ana: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Phone:
    """Ana's phone at a server whose scores page fails."""
    caplog.set_level(logging.CRITICAL)
    ana.app.testing = False
    monkeypatch.setattr("companion.web.scores._render", lambda *_args: 1 / 0)
    return ana


def test_a_page_that_is_not_there_says_so(stranger: Phone) -> None:
    browser = Browser(stranger).open("/nowhere")

    assert browser.status == 404
    assert browser.page.one("h1").text == "There is nothing here"


def test_it_leads_back_to_the_first_page(stranger: Phone) -> None:
    browser = Browser(stranger).open("/nowhere").tap("Go to the start page")

    assert browser.path == "/"
    assert browser.status == 200


def test_a_table_that_is_not_ones_own_says_how_to_get_in(ana: Phone, stranger: Phone) -> None:
    browser = Browser(stranger).open(ana.home)

    assert browser.status == 403
    assert "Scan the QR code at the table" in browser.text


def test_a_table_that_is_not_there_looks_the_same_to_strangers(ana: Phone, stranger: Phone) -> None:
    real, unreal = stranger.get(ana.home), stranger.get("/t/nosuchtable/")

    assert real.status_code == unreal.status_code == 403
    assert real.text.replace(ana.home, "/t/nosuchtable/") == unreal.text


def test_who_watches_is_told_to_sit_down(ana: Phone, watcher: Phone) -> None:
    browser = Browser(watcher).open(f"{ana.home}new")

    assert browser.status == 403
    assert browser.tap("Sit down").path == f"{ana.home}me"


def test_who_plays_is_told_what_only_the_host_can_do(ana: Phone) -> None:
    answer = ana.post(f"{ana.home}lock", {"is_locked": "1"})

    assert answer.status_code == 403
    assert "host" in answer.text


def test_a_form_from_elsewhere_is_told_so(ana: Phone) -> None:
    answer = ana.client.post(f"{ana.home}new", headers={"Origin": "http://evil.example"})

    assert answer.status_code == 403
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    ("method", "path"), [("get", "/code"), ("post", "/"), ("put", "/"), ("delete", "/code")]
)
def test_a_method_that_is_not_offered_is_refused(stranger: Phone, method: str, path: str) -> None:
    answer = getattr(stranger.client, method)(path, headers=ORIGIN)

    assert answer.status_code == 405
    assert "<h1" in answer.text


def test_a_form_that_is_too_big_is_refused(ana: Phone) -> None:
    answer = ana.post(f"{ana.home}me", {"new": "x" * 100_000})

    assert answer.status_code == 413
    assert list(ana.player_ids) == ["Ana"]


def test_a_form_of_too_many_parts_is_refused(ana: Phone) -> None:
    answer = ana.post(f"{ana.home}new", {"seat": ["x"] * 6000})

    assert answer.status_code in {413, 422}


@pytest.mark.parametrize("body", [b"\xff\xfe\x00=\x80", b"a" * 100, b"=&&&=="])
def test_a_form_that_is_none_is_refused_or_read_as_empty(ana: Phone, body: bytes) -> None:
    answer = ana.client.post(
        f"{ana.home}me", data=body, headers=ORIGIN, content_type="application/x-www-form-urlencoded"
    )

    assert answer.status_code == 422


def test_a_broken_page_says_so_kindly(broken: Phone) -> None:
    browser = Browser(broken).open(broken.home)

    assert browser.status == 500
    assert "Nothing that was saved is lost." in browser.text


def test_a_broken_page_tells_nothing_of_the_inside(broken: Phone) -> None:
    page = broken.get(broken.home).text

    assert [word for word in TELLTALE if word in page] == []


def test_a_broken_page_breaks_no_other(broken: Phone) -> None:
    broken.get(broken.home)

    assert broken.get(f"{broken.home}matches").status_code == 200


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/t/nosuchtable/", 403), ("/code", 405)], ids=str
)
def test_a_script_is_told_in_json(stranger: Phone, path: str, status: int) -> None:
    answer = stranger.get(path, headers=JSON)

    assert answer.status_code == status
    assert answer.json["url"] == "/"
    assert answer.json["message"]


def test_a_script_is_told_in_json_what_broke(broken: Phone) -> None:
    answer = broken.get(broken.home, headers=JSON)

    assert answer.status_code == 500
    assert [word for word in TELLTALE if word in answer.text] == []


@pytest.mark.parametrize("accept", ["text/html", "*/*", "", "text/html,application/json;q=0.9"])
def test_a_person_is_told_in_a_page(stranger: Phone, accept: str) -> None:
    answer = stranger.get("/nowhere", headers={"Accept": accept})

    assert answer.mimetype == "text/html"


def test_a_foreign_name_of_the_server_is_shown_nothing_of_ours(stranger: Phone) -> None:
    answer = stranger.get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert answer.text == "Bad request"
