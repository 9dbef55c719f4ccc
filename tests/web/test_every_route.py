"""Every address of the product, found by itself: who may ask it, from where, and what a stranger learns."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.access import Role
from tests.conftest import ORIGIN, Phone
from tests.web.markup import parse
from tests.web.scene import HOST_NAME, NAMES, PHONELESS_NAME, Scene, open_app, set_scene

ANYBODY = {
    "GET /": "the start page",
    "GET /check": "checks a sum of one's own",
    "GET /check/possible": "looks for sums of one's own",
    "GET /healthz": "says ok",
    "GET /host/<token>": "asks for the server's secret",
    "GET /j/<token>": "asks for the table's secret",
    "POST /j/<token>": "asks for the table's secret",
    "GET /lesson/<step_id>": "a step of the lesson",
    "GET /rules": "the rules",
    "GET /rules/<entry_id>": "one entry of the rules",
    "GET /static/<path:filename>": "style and scripts",
    "POST /code": "tries a code, slowed down",
    "POST /language": "changes a cookie",
    "POST /tables": "opens a table of one's own",
}
WATCHER_MAY_SEND = {"POST /t/<table_id>/me": "sits down", **ANYBODY}
CHANGES_NOTHING = {
    "POST /code": "leads on to the table",
    "POST /language": "changes a cookie",
    "POST /t/<table_id>/wifi": "is kept in memory only",
}
FOREIGN_SOURCES: Mapping[str, dict[str, str]] = {
    "another site": {"Origin": "http://evil.example"},
    "another port": {"Origin": "http://localhost:8080"},
    "a look-alike": {"Origin": "http://localhost.evil.example"},
    "a sandbox": {"Origin": "null"},
    "nowhere": {},
    "a malformed origin": {"Origin": "http://[localhost"},
    "a foreign referer": {"Referer": "http://evil.example/http://localhost/"},
    "a browser that knows it": {**ORIGIN, "Sec-Fetch-Site": "cross-site"},
}
FOREIGN_NAMES = ("evil.example", "localhost.evil.example", "8.8.8.8", "[::ffff:8.8.8.8]", "")
OUTSIDERS = ("stranger", "forger", "neighbour")
MISSING = {"host.enter": 403, "claims.answer": 303}


class Route(NamedTuple):
    """One method of one address, and who may ask it."""

    method: str
    rule: str
    endpoint: str
    role: Role

    def __str__(self) -> str:
        return f"{self.method} {self.rule}"


def find_routes() -> list[Route]:
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder) / "data") as app:
        return sorted(
            Route(method, rule.rule, rule.endpoint, app.view_functions[rule.endpoint].needed_role)
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        )


ROUTES = find_routes()
WRITES = [route for route in ROUTES if route.method != "GET"]
PAGES = [route for route in ROUTES if route.method == "GET"]
PARTS = [(route, part) for route in ROUTES for part in re.findall("<.+?>", route.rule)]
every_route = pytest.mark.parametrize("route", ROUTES, ids=str)
every_write = pytest.mark.parametrize("route", WRITES, ids=str)
every_hosts_write = pytest.mark.parametrize(
    "route", [route for route in WRITES if route.role is Role.TABLE_HOST], ids=str
)
every_page = pytest.mark.parametrize("route", PAGES, ids=str)
every_private_route = pytest.mark.parametrize(
    "route", [route for route in ROUTES if str(route) not in ANYBODY], ids=str
)
every_part = pytest.mark.parametrize(
    ("route", "part"), PARTS, ids=[f"{route} without {part}" for route, part in PARTS]
)
every_part_of_a_table = pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if re.search("<table_id>.*<(?!entry_id|step_id)", route.rule)],
    ids=str,
)


def ask(phone: Phone, route: Route, scene: Scene, **headers: str) -> TestResponse:
    """Ask with real arguments and a form that is right."""
    arguments = scene.arguments_of(route.endpoint)
    rule = next(rule for rule in scene.app.url_map.iter_rules(route.endpoint) if rule.rule == route.rule)
    unknown = rule.arguments - set(arguments)
    assert not unknown, f"say in scene.py what {unknown} may be"
    return send(phone, route, scene, rule.build(arguments)[1], **headers)


def send(phone: Phone, route: Route, scene: Scene, path: str, **headers: str) -> TestResponse:
    form = (
        {} if route.method == "GET" else {"op": f"{id(scene)} {path}"[-60:], **scene.form_of(route.endpoint)}
    )
    return phone.client.open(path, method=route.method, headers=headers, data=form or None)


@every_write
def test_a_form_of_our_own_is_accepted(route: Route, scene: Scene) -> None:
    phone = scene.host if route.role is Role.TABLE_HOST else scene.player
    before = scene.read_database()

    answer = ask(phone, route, scene, **ORIGIN)

    assert answer.status_code < 400, answer.text
    assert (scene.read_database() != before) is (str(route) not in CHANGES_NOTHING)


@every_write
def test_a_form_from_elsewhere_is_refused(route: Route, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answers = {
        source: ask(shared_scene.server_host, route, shared_scene, **headers).status_code
        for source, headers in FOREIGN_SOURCES.items()
    }

    assert answers == dict.fromkeys(FOREIGN_SOURCES, 403)
    assert shared_scene.read_database() == before


def test_a_form_that_only_tells_its_referer_is_accepted(scene: Scene) -> None:
    home = scene.player.home

    answer = scene.player.client.post(
        f"{home}me", data={"do": "watch"}, headers={"Referer": f"http://localhost{home}me"}
    )

    assert answer.status_code == 303


@every_route
def test_a_foreign_name_of_the_server_is_refused(route: Route, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answers = [
        ask(shared_scene.server_host, route, shared_scene, Host=name, Origin=f"http://{name}")
        for name in FOREIGN_NAMES
    ]

    assert {(answer.status_code, answer.text) for answer in answers} == {(400, "Bad request")}
    assert shared_scene.read_database() == before


@every_private_route
def test_who_is_not_of_the_table_is_denied(route: Route, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answers = {
        who: ask(getattr(shared_scene, who), route, shared_scene, **ORIGIN).status_code for who in OUTSIDERS
    }

    assert answers == dict.fromkeys(OUTSIDERS, 403)
    assert shared_scene.read_database() == before


@every_private_route
def test_who_is_not_of_the_table_learns_nothing_of_it(route: Route, shared_scene: Scene) -> None:
    table, table_name = shared_scene.player.table, shared_scene.player.table_name
    secrets = (*NAMES, HOST_NAME, PHONELESS_NAME, table_name, table.code, table.join_token)

    answers = [ask(getattr(shared_scene, who), route, shared_scene, **ORIGIN) for who in OUTSIDERS]

    said = "".join(answer.text + str(answer.headers) for answer in answers)
    assert not [secret for secret in secrets if secret in said]


def test_the_public_pages_name_nobody(shared_scene: Scene) -> None:
    table = shared_scene.player.table
    secrets = (*NAMES, HOST_NAME, PHONELESS_NAME, table.code, table.id, "The other table")

    said = "".join(shared_scene.stranger.get(path).text for path in ("/", "/healthz", "/nowhere", "/code"))

    assert not [secret for secret in secrets if secret in said]


@every_private_route
def test_asking_what_is_allowed_is_denied_too(route: Route, shared_scene: Scene) -> None:
    asked = route._replace(method="OPTIONS")

    answers = [ask(getattr(shared_scene, who), asked, shared_scene).status_code for who in OUTSIDERS]

    assert answers == [403, 403, 403]


@every_write
def test_a_watcher_changes_nothing_but_who_they_are(route: Route, scene: Scene) -> None:
    before = scene.read_database()

    answer = ask(scene.watcher, route, scene, **ORIGIN)

    may = str(route) in WATCHER_MAY_SEND
    assert (answer.status_code < 400) is may, answer.text
    assert may or scene.read_database() == before


@every_hosts_write
def test_whoever_plays_does_not_host(route: Route, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answer = ask(shared_scene.player, route, shared_scene, **ORIGIN)

    assert answer.status_code == 403
    assert shared_scene.read_database() == before


@every_page
def test_players_and_hosts_see_every_page(route: Route, shared_scene: Scene) -> None:
    answers = []
    for phone in (shared_scene.player, shared_scene.host, shared_scene.server_host):
        with ask(phone, route, shared_scene) as answer:
            answers.append(answer.status_code)

    assert max(answers) < 400


@every_write
def test_the_servers_host_may_do_everything_at_every_table(route: Route, scene: Scene) -> None:
    answer = ask(scene.server_host, route, scene, **ORIGIN)

    assert answer.status_code < 400, answer.text


@every_part
def test_what_is_not_there_is_not_found(route: Route, part: str, shared_scene: Scene) -> None:
    before = shared_scene.read_database()
    path = route.rule.replace(part, "987654")
    for name, value in shared_scene.arguments_of(route.endpoint).items():
        path = re.sub(f"<([a-z]+:)?{name}>", str(value), path)

    answer = send(shared_scene.server_host, route, shared_scene, path, **ORIGIN)

    assert answer.status_code == (MISSING.get(route.endpoint, 404) if part != "<table_id>" else 404)
    assert shared_scene.read_database() == before


@every_part_of_a_table
def test_what_belongs_to_another_table_is_not_found(route: Route, shared_scene: Scene) -> None:
    """The neighbour, host of another table, asks there for what is of this one."""
    before = shared_scene.read_database()
    links = [link["href"] for link in parse(shared_scene.neighbour.get("/").text).all("a")]
    elsewhere = next(link for link in links if link.startswith("/t/"))
    path = route.rule.replace("/t/<table_id>/", elsewhere)
    for name, value in shared_scene.arguments_of(route.endpoint).items():
        path = re.sub(f"<([a-z]+:)?{name}>", str(value), path)

    answer = send(shared_scene.neighbour, route, shared_scene, path, **ORIGIN)

    assert answer.status_code == MISSING.get(route.endpoint, 404) or answer.headers["Location"] == elsewhere
    assert shared_scene.read_database() == before


def test_every_view_declares_whom_it_serves(app: Flask) -> None:
    undeclared = [name for name, view in app.view_functions.items() if not hasattr(view, "needed_role")]

    assert undeclared == []


def test_a_view_that_declares_nothing_is_denied_to_everybody(app: Flask) -> None:
    shown: list[str] = []
    app.add_url_rule("/throwaway", "throwaway", lambda: shown.append("it"))
    scene = set_scene(app)

    answers = [phone.get("/throwaway") for phone in (scene.server_host, scene.player, scene.stranger)]

    assert [answer.status_code for answer in answers] == [500, 500, 500]
    assert shown == []


def test_the_list_of_what_anybody_may_ask_has_nothing_that_is_gone() -> None:
    assert set(WATCHER_MAY_SEND) - {str(route) for route in ROUTES} == set()
