"""A companion on an empty folder, and phones that sit down at its first table."""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from companion.app import create_app, first_invite
from companion.config import Settings
from companion.store import matches, sums, tables
from companion.store.connection import connect
from companion.store.rows import MatchRow, PileRow, TableRow, TakenRow

BASE_URL = "http://192.168.1.23:8765"
ORIGIN = {"Origin": "http://localhost"}
_operations = itertools.count(1)


class CompiledTemplates(BytecodeCache):
    """Templates that were compiled by one test's app, for the next one's: that is most of a first page."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


@dataclass
class Phone:
    """One phone: its cookies, and the paths of the table it sits at."""

    app: Flask
    invitation: str
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def get(self, path: str, **kwargs: object) -> TestResponse:
        return self.client.get(path, **kwargs)

    def post(self, path: str, data: dict[str, object] | None = None, **kwargs: object) -> TestResponse:
        """Send a form; a fresh operation id unless the form has one."""
        form = {"op": f"test-operation-{next(_operations)}", **(data or {})}
        return self.client.post(path, data=form, headers={**ORIGIN, **kwargs.pop("headers", {})}, **kwargs)

    def post_json(self, path: str, data: dict[str, object]) -> TestResponse:
        return self.post(path, data, headers={"Accept": "application/json"})

    def sit_down(self, name: str) -> "Phone":
        answer = self.post(self.invitation, {"new": name})
        assert answer.status_code == 303, answer.text
        return self

    def watch(self) -> "Phone":
        answer = self.post(self.invitation, {"do": "watch"})
        assert answer.status_code == 303, answer.text
        return self

    @property
    def table(self) -> TableRow:
        db = connect(self.app.extensions["companion"].database)
        table = tables.find_table_by_token(db, self.invitation.rsplit("/", 1)[1])
        db.close()
        assert table
        return table

    @property
    def table_name(self) -> str:
        """What an English phone calls the table, which nobody has named."""
        assert self.table.name == ""
        return f"{datetime.fromisoformat(self.table.opened_at).astimezone():%A} table"

    @property
    def home(self) -> str:
        return f"/t/{self.table.id}/"

    @property
    def player_ids(self) -> dict[str, str]:
        """The table's players: name -> id."""
        db = connect(self.app.extensions["companion"].database)
        players = tables.list_players(db, self.table.id)
        db.close()
        return {player.name: player.id for player in players}

    @property
    def match(self) -> MatchRow:
        """The match that was started last."""
        db = connect(self.app.extensions["companion"].database)
        match = matches.find_last_match(db, self.table.id)
        db.close()
        assert match
        return match

    def start_match(self, *names: str, dealer: str | None = None, target: int = 100) -> MatchRow:
        """Start a match; the names in clockwise order, all six colours."""
        ids = self.player_ids
        db = connect(self.app.extensions["companion"].database)
        last = matches.find_last_match(db, self.table.id)
        db.close()
        form = {
            "seat": [ids[name] for name in names],
            "dealer": ids[dealer or names[0]],
            "by": "table",
            "target": str(target),
            "colour": ["red", "orange", "yellow", "green", "blue", "purple"],
            "after": last.id if last else "",
        }
        answer = self.post(f"{self.home}new", form)
        assert answer.status_code == 303, answer.text
        return self.match

    def pile_url(self, name: str) -> str:
        """Where a pile of the open hand is saved."""
        return f"{self.home}hands/{self.match.open_hand.id}/piles/{self.player_ids[name]}"

    def count_url(self, name: str) -> str:
        """The page on which a pile is counted by taps; "/numbers" behind it is the pad."""
        return f"{self.home}count/{self.player_ids[name]}"

    def stored_pile(self, name: str) -> PileRow | None:
        """What is stored of a pile of the open hand."""
        return self.match.open_hand.piles.get(self.player_ids[name])

    def save_pile(self, name: str, *, done: bool = True, **counts: int) -> TestResponse:
        """Save a pile of the open hand on top of what is stored."""
        stored = self.stored_pile(name)
        form = {"base": stored.revision if stored else 0, **counts, **({"done": "1"} if done else {})}
        return self.post_json(self.pile_url(name), form)

    def take_sum(self, name: str, cards: str, **more: object) -> TestResponse:
        """Take a checked sum for a player in the open hand."""
        form = {"hand_id": self.match.open_hand.id, "player": self.player_ids[name], "cards": cards, **more}
        return self.post(f"{self.home}check/take", form)

    @property
    def taken_sums(self) -> list[TakenRow]:
        """The sums taken in the open hand, the first one first."""
        db = connect(self.app.extensions["companion"].database)
        taken = sums.list_taken(db, self.match.open_hand.id)
        db.close()
        return list(taken)

    def close_hand(self) -> TestResponse:
        """Close the open hand as the close page offers it."""
        page = self.get(f"{self.home}close").text
        action = re.search(r'action="([^"]+/close)"', page)
        seen = re.search(r'name="seen" value="([^"]+)"', page)
        assert action, page
        assert seen, page
        as_counted = {"as_counted": "1"} if 'name="as_counted"' in page else {}
        return self.post(action[1], {"seen": seen[1], **as_counted})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", open_browser=False)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings, base_url=BASE_URL)
    app.testing = True
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    app.extensions["companion"].hub.close()
    app.extensions["companion"].anchor.close()


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    """Make a phone that holds the invitation but has not sat down."""
    invitation = first_invite(app).url.removeprefix(BASE_URL)
    return lambda: Phone(app, invitation)


@pytest.fixture
def ana(new_phone: Callable[[], Phone]) -> Phone:
    """Ana's phone, sitting at the first table."""
    return new_phone().sit_down("Ana")


@pytest.fixture
def bea(new_phone: Callable[[], Phone], ana: Phone) -> Phone:
    """Bea's phone, at the same table."""
    return new_phone().sit_down("Bea")
