"""How long does the server think about a request, alone and with 1,000 finished matches in the database?"""

import tempfile
import time
from pathlib import Path

from companion.app import create_app, first_invite
from companion.config import Settings
from tests.bench.figures import Figure, percentile
from tests.conftest import BASE_URL, Phone

ROUNDS = 300
MATCHES = 1000
PILE = {"plain": 9, "red": 3, "five": 2, "tweak": 1}


def take_figures():
    """Yield the figures of one server on an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder), open_browser=False), base_url=BASE_URL)
        phone = Phone(app, first_invite(app).url.removeprefix(BASE_URL))
        phone.sit_down("Ana")
        for name in ("Bea", "Carlo", "Dina", "Elio", "Fay"):
            Phone(app, phone.invitation).sit_down(name)
        names = tuple(phone.player_ids)
        phone.start_match(*names, target=300)
        play(phone, names)
        board, check = f"{phone.home}board", f"{phone.home}check?cards=4+2+r3"
        alone = time_of(phone, board)
        yield Figure("a request that shows a table, p95", alone, 8)
        yield Figure("a request that checks a sum, p95", time_of(phone, f"{check}&part=answer"), 4)
        yield Figure("the page on which sums are checked, p95", time_of(phone, check), 8)
        fill(phone, names)
        full = time_of(phone, board)
        yield Figure("with 1,000 finished matches, times as long", full / alone, 1.1, "x")
        app.extensions["companion"].anchor.close()


def play(phone, names):
    """Count a hand of six and leave it open, as it is in the middle of an evening."""
    for name in names[:4]:
        phone.save_pile(name, **PILE)


def fill(phone, names):
    """Write finished matches straight into the store, as an evening a day for three years leaves them."""
    from companion.store.connection import connect, write

    db = connect(phone.app.extensions["companion"].database)
    ids = phone.player_ids
    with write(db):
        for number in range(MATCHES):
            store_match(db, phone.table.id, number, [ids[name] for name in names])
    db.close()


def store_match(db, table_id, number, players):
    match_id = f"old-{number}"
    at = f"2020-01-01T00:00:00.{number:06d}+00:00"
    db.execute(
        "INSERT INTO match (id, table_id, target, started_at) VALUES (?, ?, 10, ?)", [match_id, table_id, at]
    )
    for place, player in enumerate(players):
        db.execute(
            "INSERT INTO match_player (match_id, player_id, position) VALUES (?, ?, ?)",
            [match_id, player, place],
        )
    for position, state in enumerate(("closed", "closed", "closed", "open")):
        hand_id = f"{match_id}-{position}"
        closed_at = at if state == "closed" else None
        db.execute(
            "INSERT INTO hand (id, match_id, position, dealer_id, dealer_by, colours, state, opened_at,"
            " closed_at) VALUES (?, ?, ?, ?, 'rule', 'red orange yellow green blue purple', ?, ?, ?)",
            [hand_id, match_id, position, players[0], state, at, closed_at],
        )
        for place, player in enumerate(players):
            db.execute(
                "INSERT INTO hand_seat (hand_id, player_id, position) VALUES (?, ?, ?)",
                [hand_id, player, place],
            )
            if state == "closed":
                db.execute(
                    "INSERT INTO pile (hand_id, player_id, plain, is_done, begun_at, touched_at)"
                    " VALUES (?, ?, 6, 1, ?, ?)",
                    [hand_id, player, at, at],
                )


def time_of(phone, path):
    """Return the 95th percentile of a request's time, in ms."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        answer = phone.get(path)
        times.append(1000 * (time.perf_counter() - started))
        assert answer.status_code == 200, answer.text
    return percentile(times, 95)
