"""Every address of the product, found by itself: who may ask it, from where, and what a stranger learns."""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import keys
from tests.conftest import ORIGIN, Phone
from tests.web.scene import NAMES, Scene, open_app, set_scene

ANYBODY = {
    "GET /": "the start page",
    "GET /healthz": "says ok",
    "GET /host/<token>": "asks for the server's secret",
    "GET /j/<token>": "asks for the table's secret",
    "POST /j/<token>": "asks for the table's secret",
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
FOREIGN_SOURCES = {
    "another site": {"Origin": "http://evil.example"},
    "another port": {"Origin": "http://localhost:8080"},
    "a look-alike": {"Origin": "http://localhost.evil.example"},
    "a sandbox": {"Origin": "null"},
    "nowhere": {},
    "a malformed origin": {"Origin": "http://[localhost"},
    "a foreign referer": {"Referer": "http://evil.example/http://localhost/"},
    "a browser that knows it": {**ORIGIN, "Sec-Fetch-Site": "cross-site"},
}


class Route(NamedTuple):
    """One method of one address."""

    method: str
    rule: str
    endpoint: str

    def __str__(self) -> str:
        return f"{self.method} {self.rule}"

    @property
    def is_safe(self) -> bool:
        return self.method == "GET"


def find_routes() -> list[Route]:
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder) / "data") as app:
        return sorted(
            Route(method, rule.rule, rule.endpoint)
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        )


ROUTES = find_routes()
every_route = pytest.mark.parametrize("route", ROUTES, ids=str)
every_write = pytest.mark.parametrize("route", [route for route in ROUTES if not route.is_safe], ids=str)
every_page = pytest.mark.parametrize("route", [route for route in ROUTES if route.is_safe], ids=str)
every_private_route = pytest.mark.parametrize(
    "route", [route for route in ROUTES if str(route) not in ANYBODY], ids=str
)
every_part = pytest.mark.parametrize(
    ("route", "part"),
    [
        pytest.param(route, part, id=f"{route} without {part}")
        for route in ROUTES
        for part in re.findall("<.+?>", route.rule)
    ],
)


def ask(phone: Phone, route: Route, scene: Scene, **headers: str) -> TestResponse:
    """Ask with real arguments and a form that is right."""
    secret = scene.app.extensions["companion"].secret
    tokens = {"lobby": scene.player.table.join_token, "host": keys.host_token(secret)}
    arguments = {"token": tokens.get(route.endpoint.split(".")[0], "?"), **scene.arguments}
    rule = next(rule for rule in scene.app.url_map.iter_rules(route.endpoint) if route.method in rule.methods)
    unknown = rule.arguments - set(arguments)
    assert not unknown, f"say in scene.py what {unknown} may be"
    address = rule.build(arguments)[1]
    form = {} if route.is_safe else {"data": {"op": f"walk-{id(headers)}-{route}"[:64], **scene.form}}
    return phone.client.open(address, method=route.method, headers=headers, **form)


@every_write
def test_a_form_of_our_own_is_accepted(route: Route, scene: Scene) -> None:
    before = scene.read_database()

    with ask(scene.player, route, scene, **ORIGIN) as answer:
        assert answer.status_code < 400, answer.text
        assert (scene.read_database() != before) is (str(route) not in CHANGES_NOTHING)


@pytest.mark.parametrize("source", FOREIGN_SOURCES)
@every_write
def test_a_form_from_elsewhere_is_refused(route: Route, source: str, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answer = ask(shared_scene.player, route, shared_scene, **FOREIGN_SOURCES[source])

    assert answer.status_code == 403
    assert shared_scene.read_database() == before


@every_write
def test_a_form_that_only_tells_its_referer_is_accepted(route: Route, scene: Scene) -> None:
    with ask(scene.player, route, scene, Referer="http://localhost/t/x/") as answer:
        assert answer.status_code < 400


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "8.8.8.8", ""])
@every_route
def test_a_foreign_name_of_the_server_is_refused(route: Route, name: str, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answer = ask(shared_scene.player, route, shared_scene, Host=name, Origin=f"http://{name}")

    assert answer.status_code == 400
    assert answer.text == "Bad request"
    assert shared_scene.read_database() == before


@pytest.mark.parametrize("who", ["stranger", "forger", "neighbour"])
@every_private_route
def test_who_is_not_of_the_table_is_denied(route: Route, who: str, shared_scene: Scene) -> None:
    before = shared_scene.read_database()

    answer = ask(getattr(shared_scene, who), route, shared_scene, **ORIGIN)

    assert answer.status_code == 403
    assert shared_scene.read_database() == before


@pytest.mark.parametrize("who", ["stranger", "forger", "neighbour"])
@every_private_route
def test_who_is_not_of_the_table_learns_nothing_of_it(route: Route, who: str, shared_scene: Scene) -> None:
    table = shared_scene.player.table

    answer = ask(getattr(shared_scene, who), route, shared_scene, **ORIGIN)

    said = answer.text + str(answer.headers)
    assert not [secret for secret in (*NAMES, table.name, table.code, table.join_token) if secret in said]


def test_the_public_pages_name_nobody(shared_scene: Scene) -> None:
    table = shared_scene.player.table

    said = "".join(shared_scene.stranger.get(path).text for path in ("/", "/healthz", "/nowhere", "/code"))

    assert not [secret for secret in (*NAMES, table.code, table.id, "The other table") if secret in said]


@pytest.mark.parametrize("who", ["stranger", "forger", "neighbour"])
@every_private_route
def test_asking_what_is_allowed_is_denied_too(route: Route, who: str, shared_scene: Scene) -> None:
    asked = Route("OPTIONS", route.rule, route.endpoint)

    answer = ask(getattr(shared_scene, who), asked._replace(method="OPTIONS"), shared_scene, **ORIGIN)

    assert answer.status_code == 403


@every_write
def test_a_watcher_changes_nothing_but_who_they_are(route: Route, scene: Scene) -> None:
    before = scene.read_database()

    with ask(scene.watcher, route, scene, **ORIGIN) as answer:
        may = str(route) in WATCHER_MAY_SEND
        assert (answer.status_code < 400) is may, answer.text
        assert may or scene.read_database() == before


@pytest.mark.parametrize("who", ["player", "server_host"])
@every_page
def test_players_and_the_servers_host_see_everything(route: Route, who: str, shared_scene: Scene) -> None:
    with ask(getattr(shared_scene, who), route, shared_scene) as answer:
        assert answer.status_code < 400


@every_write
def test_the_servers_host_may_do_everything_at_every_table(route: Route, scene: Scene) -> None:
    with ask(scene.server_host, route, scene, **ORIGIN) as answer:
        assert answer.status_code < 400


@every_part
def test_what_is_not_there_is_not_found(route: Route, part: str, shared_scene: Scene) -> None:
    path = route.rule.replace(part, "nosuchthing")
    for name, value in shared_scene.arguments.items():
        path = path.replace(f"<{name}>", value)

    answer = shared_scene.server_host.client.open(
        path, method=route.method, headers=ORIGIN, data={"op": f"missing-{path}"[:64], **shared_scene.form}
    )

    assert answer.status_code == (403 if route.endpoint == "host.enter" else 404)


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
