"""What is there after the app was made, and after it was made again on the same folder?"""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app, first_invite
from companion.config import Settings
from companion.hub import Hub
from companion.i18n import Catalogues
from tests.conftest import BASE_URL, Phone
from tests.web.pseudo import PSEUDO, Pseudo

Start = Callable[..., Flask]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a companion, by default always on the same folder."""
    with ExitStack() as running:

        def start(
            *,
            base_url: str = BASE_URL,
            hub: Hub | None = None,
            catalogues: Catalogues | None = None,
            **given: object,
        ) -> Flask:
            settings = Settings(**{"data": tmp_path / "data", **given})
            app = create_app(settings, base_url=base_url, hub=hub, catalogues=catalogues)
            running.callback(app.extensions["companion"].anchor.close)
            running.callback(app.extensions["companion"].hub.close)
            return app

        yield start


def phone_at(app: Flask) -> Phone:
    return Phone(app, first_invite(app).url.removeprefix(BASE_URL))


def test_the_first_start_makes_its_folder_and_a_table(start: Start, tmp_path: Path) -> None:
    app = start(data=tmp_path / "far" / "away")

    assert phone_at(app).get("/").status_code == 200
    assert first_invite(app).table_name.endswith("day table")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_on_the_machine_may_look_into_the_folder(start: Start, tmp_path: Path) -> None:
    start()

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_the_invitation_leads_in(start: Start) -> None:
    phone = phone_at(start())

    assert phone.get(phone.invitation).status_code == 200


@pytest.mark.parametrize("base_url", ["http://10.0.0.7", "http://10.0.0.7/", "https://games.example:444"])
def test_the_invitation_begins_with_the_address_of_the_server(start: Start, base_url: str) -> None:
    invite = first_invite(start(base_url=base_url))

    assert invite.url.startswith(f"{base_url.rstrip('/')}/j/")


def test_the_code_of_the_invitation_is_the_tables(start: Start) -> None:
    app = start()

    assert first_invite(app).code == phone_at(app).table.code


def test_a_second_start_finds_the_same_table(start: Start) -> None:
    invites = [first_invite(start()) for _ in range(2)]

    assert invites[0] == invites[1]


def test_a_second_start_knows_the_phones_again(start: Start) -> None:
    ana = phone_at(start()).sit_down("Ana")
    cookies = dict(ana.client._cookies)

    again = phone_at(start())
    again.client._cookies.update(cookies)

    assert again.get(again.home).status_code == 200


def test_the_table_that_was_used_last_is_the_first(start: Start) -> None:
    app = start()
    opened = phone_at(app).post("/tables", {"name": "Kitchen"})

    assert opened.status_code == 303
    assert first_invite(app).table_name == "Kitchen"


def test_after_the_last_table_was_put_away_a_start_makes_another(start: Start) -> None:
    app = start()
    before = first_invite(app)
    host = phone_at(app)
    with closing(sqlite3.connect(app.extensions["companion"].database)) as db, db:
        db.execute("UPDATE game_table SET deleted_at = opened_at WHERE id = ?", [host.table.id])

    assert first_invite(start()).code != before.code


def test_two_folders_are_two_servers(start: Start, tmp_path: Path) -> None:
    ids = {start(data=tmp_path / name).extensions["companion"].server_id for name in ("a", "b")}

    assert len(ids) == 2


def test_phones_of_one_server_are_unknown_to_another(start: Start, tmp_path: Path) -> None:
    ana = phone_at(start()).sit_down("Ana")

    other = phone_at(start(data=tmp_path / "other"))
    other.client._cookies.update(ana.client._cookies)

    assert other.get(other.home).status_code == 403


def test_phones_that_were_away_too_long_are_forgotten_at_a_start(start: Start) -> None:
    app = start()
    ana = phone_at(app).sit_down("Ana")
    long_ago = (datetime.now(UTC) - timedelta(days=401)).isoformat()
    with closing(sqlite3.connect(app.extensions["companion"].database)) as db, db:
        db.execute("UPDATE device SET seen_at = ?", [long_ago])

    start()

    assert ana.get(ana.home).status_code == 403


def test_a_phone_that_comes_back_is_kept_from_that_day_on(start: Start) -> None:
    app = start()
    ana = phone_at(app).sit_down("Ana")
    yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    with closing(sqlite3.connect(app.extensions["companion"].database)) as db, db:
        db.execute("UPDATE device SET seen_at = ?", [yesterday])

    answer = ana.get(ana.home)

    assert "Max-Age=34560000" in answer.headers["Set-Cookie"]
    with closing(sqlite3.connect(app.extensions["companion"].database)) as db:
        assert db.execute("SELECT max(seen_at) FROM device").fetchone()[0] > yesterday


def test_on_the_same_day_a_page_writes_nothing(start: Start) -> None:
    app = start()
    ana = phone_at(app).sit_down("Ana")
    with closing(sqlite3.connect(app.extensions["companion"].database)) as db:
        before = "".join(db.iterdump())

        ana.get(ana.home)

        assert "".join(db.iterdump()) == before


def test_the_first_table_is_named_in_the_servers_language(start: Start, tmp_path: Path) -> None:
    app = start(lang=PSEUDO, catalogues=Catalogues(tmp_path, more={PSEUDO: Pseudo()}))

    assert first_invite(app).table_name.startswith(Pseudo.OPEN)


def test_the_terminal_calls_the_first_table_after_the_day_in_the_servers_language(start: Start) -> None:
    app = start(lang="it")

    assert first_invite(app).table_name.startswith("Tavolo ")
    assert phone_at(app).table.name == ""


def test_the_hub_that_was_given_is_the_one_that_is_told(start: Start) -> None:
    hub = Hub(3)

    app = start(hub=hub)

    assert app.extensions["companion"].hub is hub


def test_otherwise_it_has_as_many_places_as_the_settings_say(start: Start) -> None:
    assert start(max_streams=7).extensions["companion"].hub.max_streams == 7


def test_names_are_escaped_in_every_template(start: Start) -> None:
    environment = start().jinja_env

    assert all(environment.autoescape(name) for name in environment.list_templates())


def test_no_connection_stays_open_after_a_request(start: Start) -> None:
    app = start()
    phone = phone_at(app)

    for path in ("/", phone.home, "/nowhere", phone.invitation):
        phone.get(path)

    with app.app_context():
        from flask import g

        assert "db" not in g
