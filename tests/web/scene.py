"""A table in the middle of an evening, with everybody who might be asking, for tests that share it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion import keys
from companion.actions.hands import digest_piles
from companion.app import create_app, first_invite
from companion.config import Settings
from companion.i18n import Catalogues
from tests.conftest import BASE_URL, Phone

NAMES = ("Anastasia", "Bartholomew")


@contextmanager
def open_app(data: Path, *, catalogues: Catalogues | None = None, **settings: object) -> Iterator[Flask]:
    """Run the companion on a folder."""
    given = Settings(data=data, open_browser=False, **settings)
    app = create_app(given, base_url=BASE_URL, catalogues=catalogues)
    try:
        yield app
    finally:
        app.extensions["companion"].hub.close()
        app.extensions["companion"].anchor.close()


@dataclass(frozen=True)
class Scene:
    """Two players in their second hand, both piles counted; a watcher; and people from elsewhere."""

    app: Flask
    player: Phone
    second: Phone
    watcher: Phone
    stranger: Phone
    forger: Phone
    neighbour: Phone
    server_host: Phone

    @property
    def arguments(self) -> dict[str, str]:
        """Real values for the arguments of addresses."""
        return {
            "table_id": self.player.table.id,
            "match_id": self.player.match.id,
            "hand_id": self.player.match.open_hand.id,
            "player_id": self.player.player_ids[NAMES[0]],
            "filename": "companion.css",
        }

    @property
    def form(self) -> dict[str, object]:
        """A form with what any of the pages may send, so that each address accepts it."""
        match = self.player.match
        hand = match.open_hand
        seats = list(hand.seats)
        return {
            **{"new": "Mallory", "name": "Mallory", "lang": "en", "back": "/"},
            **{"seat": seats, "dealer": seats[0], "by": "table", "target": "100", "after": match.id},
            **{"base": hand.piles[seats[0]].revision, "plain": "3", "done": "1", "colour": [*hand.colours]},
            **{"seen": digest_piles(hand), "as_counted": "1", "code": self.player.table.code},
        }

    def read_database(self) -> str:
        """Return everything that is stored, as text."""
        with closing(sqlite3.connect(self.app.extensions["companion"].database)) as db:
            return "\n".join(db.iterdump())


def set_scene(app: Flask) -> Scene:
    """Bring everybody to the tables of an empty companion."""
    companion = app.extensions["companion"]
    invitation = first_invite(app).url.removeprefix(BASE_URL)
    scene = Scene(app, *(Phone(app, invitation) for _ in range(7)))
    scene.player.sit_down(NAMES[0])
    scene.second.sit_down(NAMES[1])
    scene.watcher.watch()
    for name in (f"companion-{companion.server_id}", f"companion-host-{companion.server_id}"):
        scene.forger.client.set_cookie(name, "A" * 22)
    assert scene.neighbour.post("/tables", {"name": "The other table"}).status_code == 303
    assert scene.server_host.get(f"/host/{keys.host_token(companion.secret)}").status_code == 303
    scene.player.start_match(*NAMES)
    for _ in range(2):
        scene.player.save_pile(NAMES[0], plain=6)
        scene.second.save_pile(NAMES[1], plain=8, red=1)
        if scene.player.match.rules.hands[0].state == "open":
            scene.player.close_hand()
    return scene
