"""A table in the middle of an evening, with everybody who might be asking, for tests that share it."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion import keys
from companion.actions.arranging import digest_arrangement
from companion.actions.hands import digest_piles
from companion.app import create_app, first_invite
from companion.config import Settings
from companion.hub import Hub
from companion.i18n import Catalogues
from companion.rules.match import HandState
from companion.store import changes, devices
from companion.store.connection import connect
from companion.store.rows import HandRow
from tests.conftest import BASE_URL, COMPILED, Phone

NAMES = ("Anastasia", "Bartholomew")
HOST_NAME, PHONELESS_NAME = "Dorothea", "Cunegunda"


@contextmanager
def open_app(
    data: Path, *, catalogues: Catalogues | None = None, hub: Hub | None = None, **settings: object
) -> Iterator[Flask]:
    """Run the companion on a folder."""
    given = Settings(data=data, open_browser=False, **settings)
    app = create_app(given, base_url=BASE_URL, hub=hub, catalogues=catalogues)
    app.jinja_env.bytecode_cache = COMPILED
    try:
        yield app
    finally:
        app.extensions["companion"].hub.close()
        app.extensions["companion"].anchor.close()


@dataclass(frozen=True)
class Scene:
    """Two players in their second hand, both piles counted, beside a checked sum; everybody else; and people
    from elsewhere.
    """

    app: Flask
    player: Phone
    second: Phone
    host: Phone
    watcher: Phone
    claimant: Phone
    stranger: Phone
    forger: Phone
    neighbour: Phone
    server_host: Phone

    @property
    def closed_hand(self) -> HandRow:
        return next(hand for hand in self.player.match.hands if hand.state is HandState.CLOSED)

    def arguments_of(self, endpoint: str) -> dict[str, str | int]:
        """Real values for the arguments of an address."""
        is_about_the_past = endpoint.startswith("sheet.")
        hand = self.closed_hand if is_about_the_past else self.player.match.open_hand
        with closing(connect(self.app.extensions["companion"].database)) as db:
            table_id = self.player.table.id
            claimant = next(one for one in devices.list_devices(db, table_id) if one.claims)
            change = changes.list_changes(db, table_id, limit=1)[0]
        tokens = {"lobby.join": self.player.table.join_token, "lobby.sit_down": self.player.table.join_token}
        return {
            "table_id": table_id,
            "match_id": self.player.match.id,
            "hand_id": hand.id,
            "player_id": self.player.player_ids[NAMES[0]],
            "device_id": claimant.id,
            "sum_id": self.player.taken_sums[0].id,
            "change_id": change.id,
            "filename": "companion.css",
            "entry_id": "joker",
            "step_id": "tweak",
            "token": tokens.get(endpoint, keys.host_token(self.app.extensions["companion"].secret)),
        }

    def form_of(self, endpoint: str) -> dict[str, object]:
        """A form with what any of the pages may send, so that each address accepts it."""
        match = self.player.match
        hand = match.open_hand
        seats = list(hand.seats)
        return {
            **{
                "new": "Mallory",
                "name": "Mallory",
                "lang": "en",
                "back": "/",
                "code": self.player.table.code,
            },
            **{"seat": seats, "dealer": seats[0], "by": "table", "target": "100", "after": match.id},
            **{"base": hand.piles[seats[0]].revision, "plain": "3", "done": "1", "colour": [*hand.colours]},
            **{"seen": digest_piles(hand), "as_counted": "1", "sure": "1", "leaves": "1", "points": "7"},
            **{"to": self.player.player_ids[PHONELESS_NAME], "role": "player", "is_right": "1"},
            **{"is_locked": "1", "choice": "end_now", "step": "tweak"},
            **{"cards": "4 3", "player": seats[0], "hand_id": hand.id},
            **self._special_fields().get(endpoint, {}),
        }

    def _special_fields(self) -> Mapping[str, dict[str, object]]:
        closed = self.closed_hand
        return {
            "arranging.save": {"seen": digest_arrangement(self.player.match)},
            "choices.choose": {"after": closed.id},
            "sums.take": {"target": ""},
            "sheet.save": {"base": closed.piles[self.player.player_ids[NAMES[0]]].revision},
        }

    def read_database(self) -> str:
        """Return everything that is stored, as text."""
        with closing(sqlite3.connect(self.app.extensions["companion"].database)) as db:
            return "\n".join(db.iterdump())


def set_scene(app: Flask) -> Scene:
    """Bring everybody to the tables of an empty companion."""
    companion = app.extensions["companion"]
    invitation = first_invite(app).url.removeprefix(BASE_URL)
    scene = Scene(app, *(Phone(app, invitation) for _ in range(9)))
    scene.player.sit_down(NAMES[0])
    scene.second.sit_down(NAMES[1])
    scene.host.sit_down(HOST_NAME)
    scene.watcher.watch()
    scene.player.post(f"{scene.player.home}new/player", {"name": PHONELESS_NAME})
    for name in (f"companion-{companion.server_id}", f"companion-host-{companion.server_id}"):
        scene.forger.client.set_cookie(name, "A" * 22)
    assert scene.neighbour.post("/tables", {"name": "The other table"}).status_code == 303
    assert scene.server_host.get(f"/host/{keys.host_token(companion.secret)}").status_code == 303
    _share_hosting(scene)
    _claim_a_seat(scene)
    _play_a_hand(scene)
    return scene


def _share_hosting(scene: Scene) -> None:
    with closing(connect(scene.app.extensions["companion"].database)) as db:
        known = devices.list_devices(db, scene.player.table.id)
    host = next(one for one in known if one.owner_id == scene.player.player_ids[HOST_NAME])
    shared = scene.server_host.post(f"{scene.player.home}phones/{host.id}/role", {"role": "host"})
    assert shared.status_code == 303


def _claim_a_seat(scene: Scene) -> None:
    """A new phone says it is somebody's while another phone is awake at the table to be asked."""
    with scene.second.get(f"{scene.player.home}events") as awake:
        next(awake.iter_encoded())
        claim = {"player": scene.player.player_ids[NAMES[1]], "sure": "1"}
        assert scene.claimant.post(scene.claimant.invitation, claim).status_code == 303


def _play_a_hand(scene: Scene) -> None:
    scene.player.start_match(*NAMES)
    for is_last in (False, True):
        scene.player.save_pile(NAMES[0], plain=6)
        scene.second.save_pile(NAMES[1], plain=8, red=1)
        if not is_last:
            scene.player.close_hand()
    assert scene.player.take_sum(NAMES[0], "4 3").status_code == 303
