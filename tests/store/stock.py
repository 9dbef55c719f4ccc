"""Ana and Bea at a table, with Ana's phone, in their first hand: small rows to store."""

from dataclasses import asdict

from sqlite_utils import Database

from companion.rules.cards import COLOURS
from companion.rules.deck import format_colours
from companion.rules.match import HandState
from companion.rules.pile import Count
from companion.store import devices, tables
from companion.store.rows import DeviceRow, HandRow, PileRow, TableRow
from companion.store.things import Stamp, write_thing

AT = "2025-01-06T20:00:00.000+00:00"
LATER = "2025-01-06T21:00:00.000+00:00"
STAMP = Stamp(AT, "phone", "ana")
ANAS_COUNT = Count(plain=9, red=2, five=1, red_five=1, tweak=3)


def fill(db: Database) -> None:
    """Store them; every id is the lower-case word for the thing ('table', 'ana', 'hand', ...)."""
    add_table(db, "table", code="AAAAAA")
    add_player(db, "Ana")
    add_player(db, "Bea")
    devices.add_device(db, DeviceRow("phone", "player", ("ana",)), table_id="table", token_hash="hash", at=AT)
    add_match(db, "match")
    add_hand(db, open_hand("hand"), position=0)
    add_pile(db, "ana", ANAS_COUNT)


def add_table(db: Database, table_id: str, *, code: str) -> None:
    token = f"{table_id:-<22}"
    tables.add_table(db, TableRow(table_id, "Friday", code, token, revision=1, is_locked=False), at=AT)


def add_player(db: Database, name: str, *, table_id: str = "table", at: str = AT) -> None:
    state = {"table_id": table_id, "name": name, "name_key": name.lower(), "animal": "🦊"}
    write_thing(db, "player", (name.lower(),), state=state, stamp=Stamp(at))


def add_match(
    db: Database, match_id: str, *, at: str = AT, players: tuple[str, ...] = ("ana", "bea")
) -> None:
    """Start a match to 140 in which everybody begins with five points more than the one before."""
    match = {"table_id": "table", "target": 140, "end_now": 0, "started_at": at, "deleted_at": None}
    write_thing(db, "match", (match_id,), state=match, stamp=STAMP)
    for position, player_id in enumerate(players):
        state = {"position": position, "start_points": 5 * position, "leaves": 0}
        write_thing(db, "match_player", (match_id, player_id), state=state, stamp=STAMP)


def add_hand(db: Database, hand: HandRow, *, position: int, match_id: str = "match") -> None:
    state = {
        "match_id": match_id,
        "position": position,
        "dealer_id": hand.dealer_id,
        "dealer_by": hand.dealer_by,
        "colours": format_colours(hand.colours),
        "state": hand.state.value,
        "as_counted": int(hand.as_counted),
        "choice": None,
        "closed_at": hand.closed_at,
        "closed_by": hand.closed_by,
    }
    write_thing(db, "hand", (hand.id,), state=state, stamp=STAMP)
    write_thing(db, "seating", (hand.id,), state={"seats": list(hand.seats)}, stamp=STAMP)


def add_pile(db: Database, player_id: str, count: Count, *, stamp: Stamp = STAMP) -> None:
    """Count a pile of the first hand, done; again takes the place of the old count."""
    write_thing(db, "pile", ("hand", player_id), state={**asdict(count), "is_done": 1}, stamp=stamp)


def open_hand(hand_id: str, *, dealer: str = "ana", revision: int = 1) -> HandRow:
    return HandRow(
        id=hand_id,
        dealer_id=dealer,
        dealer_by="chance",
        seats=("ana", "bea"),
        colours=COLOURS[:4],
        state=HandState.OPEN,
        revision=revision,
        as_counted=False,
        closed_at=None,
        closed_by=None,
        piles={},
    )


def close_first_hand(db: Database) -> None:
    db.execute(
        "UPDATE hand SET state = 'closed', closed_at = ?, closed_by = 'bea' WHERE id = 'hand'", [LATER]
    )


def pile_of(player_id: str, count: Count, *, revision: int = 1, at: str = AT) -> PileRow:
    return PileRow(player_id, count, is_done=True, revision=revision, touched_at=at, by_player_id="ana")
