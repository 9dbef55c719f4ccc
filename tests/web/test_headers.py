"""Which names of the server are ours, and what every answer forbids the browser."""

import socket
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.hub import Hub
from tests.conftest import ORIGIN, Phone
from tests.web.scene import open_app

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
    "img-src": "'self' data:",
}


@pytest.fixture
def answers(ana: Phone, stranger: Phone) -> dict[str, TestResponse]:
    """One answer of each kind that the server gives."""
    etag = stranger.get("/static/live.js").headers["ETag"]
    return {
        "a page": ana.get(ana.home),
        "a part of a page": ana.get(f"{ana.home}board"),
        "a redirect": ana.get(f"{ana.home}count"),
        "a saved form": ana.post(f"{ana.home}me", {"do": "new", "new": "Bea"}),
        "a refused form": ana.post(f"{ana.home}me", {"new": ""}),
        "plain text": ana.get(f"{ana.home}revision"),
        "health": stranger.get("/healthz"),
        "json": stranger.get("/nowhere", headers={"Accept": "application/json"}),
        "a script": stranger.get("/static/live.js"),
        "a script that is known": stranger.get("/static/live.js", headers={"If-None-Match": etag}),
        "not found": stranger.get("/nowhere"),
        "denied": stranger.get(ana.home),
        "from elsewhere": stranger.client.post("/code", headers={"Origin": "http://evil.example"}),
        "under a foreign name": stranger.get("/", headers={"Host": "evil.example"}),
        "a method not offered": stranger.get("/code"),
        "methods": stranger.client.options("/"),
        "head": stranger.client.head("/"),
        "too big": stranger.post("/code", {"code": "x" * 70_000}),
        "no such file": stranger.get("/static/nosuch.js"),
    }


def test_each_kind_of_answer_is_what_it_is_called(answers: dict[str, TestResponse]) -> None:
    statuses = [answer.status_code for answer in answers.values()]

    assert sorted(set(statuses)) == [200, 303, 304, 400, 403, 404, 405, 413, 422]


def test_every_answer_says_what_a_page_may_load(answers: dict[str, TestResponse]) -> None:
    policies = {
        kind: dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
        for kind, answer in answers.items()
    }

    assert policies == dict.fromkeys(answers, DIRECTIVES)


@pytest.mark.parametrize(
    ("header", "value"),
    [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")],
)
def test_every_answer_carries(answers: dict[str, TestResponse], header: str, value: str) -> None:
    assert {kind: answer.headers.get(header) for kind, answer in answers.items()} == dict.fromkeys(
        answers, value
    )


def test_every_answer_says_whether_it_may_be_kept(answers: dict[str, TestResponse]) -> None:
    unsaid = [kind for kind, answer in answers.items() if not answer.headers.get("Cache-Control")]

    assert unsaid == []


def test_no_answer_tells_other_sites_anything(answers: dict[str, TestResponse]) -> None:
    open_to_all = [
        kind for kind, answer in answers.items() if "Access-Control-Allow-Origin" in answer.headers
    ]

    assert open_to_all == []


def test_a_stream_carries_them_too(ana: Phone) -> None:
    with ana.get(f"{ana.home}events") as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_refused_stream_carries_them_too(ana: Phone) -> None:
    ana.app.extensions["companion"].hub.close()

    answer = ana.get(f"{ana.home}events")

    assert answer.status_code == 503
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.23:8765",
        "192.168.1.23",
        "10.0.0.5:80",
        "172.16.3.4:8765",
        "100.64.1.2:8765",
        "169.254.7.7",
        "127.0.0.1:8765",
        "[::1]:8765",
        "[fe80::1]:8765",
        "[fd00::2]",
        "localhost:8765",
        "LOCALHOST:1",
        socket.gethostname(),
        f"{socket.gethostname()}.local:8765",
    ],
)
def test_local_addresses_and_our_own_names_are_ours(stranger: Phone, host: str) -> None:
    assert stranger.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "192.168.1.23.evil.example",
        "192.168.1.23@evil.example",
        "localhost.evil.example",
        "8.8.8.8",
        "172.32.0.1",
        "[2001:4860:4860::8888]",
        "0.0.0.0",
        "3232235799",
        "192.168.1.23:99999",
        "192.168.1.23:x",
        "a b",
        "",
    ],
)
def test_other_names_are_not(stranger: Phone, host: str) -> None:
    assert stranger.get("/healthz", headers={"Host": host}).status_code == 400


def test_a_name_that_was_given_as_public_is_ours(tmp_path: Path) -> None:
    with open_app(tmp_path / "data", hub=Hub(1), public_url="https://Games.example/") as app:
        answers = [
            app.test_client().get("/healthz", headers={"Host": host}).status_code
            for host in ("games.example", "games.example:443", "www.games.example")
        ]

    assert answers == [200, 200, 400]


@pytest.mark.parametrize(
    "origin",
    ["http://192.168.1.23:8765", "https://192.168.1.23:8765", "HTTP://192.168.1.23:8765"],
)
def test_a_form_of_the_same_address_is_accepted(stranger: Phone, origin: str) -> None:
    headers = {"Host": "192.168.1.23:8765", "Origin": origin}

    answer = stranger.client.post("/code", data={"code": "AAAAAA"}, headers=headers)

    assert answer.status_code == 422


@pytest.mark.parametrize(
    "origin",
    [
        "http://192.168.1.23",
        "http://192.168.1.24:8765",
        "ftp://192.168.1.23:8765",
        "192.168.1.23:8765",
        "//192.168.1.23:8765",
    ],
)
def test_a_form_of_another_address_is_refused(stranger: Phone, origin: str) -> None:
    headers = {"Host": "192.168.1.23:8765", "Origin": origin}

    answer = stranger.client.post("/code", data={"code": "AAAAAA"}, headers=headers)

    assert answer.status_code == 403


def test_an_origin_counts_more_than_a_referer(stranger: Phone) -> None:
    headers = {"Origin": "http://evil.example", "Referer": "http://localhost/"}

    assert stranger.client.post("/code", headers=headers).status_code == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_the_browser_says_of_our_own_forms_is_fine(stranger: Phone, site: str) -> None:
    answer = stranger.client.post("/code", headers={**ORIGIN, "Sec-Fetch-Site": site})

    assert answer.status_code == 422


@pytest.mark.parametrize("site", ["cross-site", "same-site", "other"])
def test_what_the_browser_says_of_foreign_forms_is_believed(stranger: Phone, site: str) -> None:
    answer = stranger.client.post("/code", headers={**ORIGIN, "Sec-Fetch-Site": site})

    assert answer.status_code == 403
