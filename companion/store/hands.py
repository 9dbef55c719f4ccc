"""How are hands and their piles read?"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from companion.rules.deck import parse_colours
from companion.rules.match import HandState
from companion.rules.pile import Count
from companion.store import sums
from companion.store.rows import HandRow, PileRow

_PILE = """SELECT hand_id, player_id, plain, red, five, red_five, tweak, is_done, pile.revision, touched_at,
    by_player_id FROM pile"""


def list_hands(db: Database, match_id: str) -> list[tuple[HandRow, str | None]]:
    """Return a match's hands in order, each with the table's choice that follows it."""
    seats = _seats_by_hand(db, match_id)
    piles = _piles_by_hand(db, match_id)
    taken = sums.count_taken(db, match_id)
    sql = """SELECT id, dealer_id, dealer_by, colours, state, as_counted, choice, revision, closed_at,
        closed_by FROM hand WHERE match_id = ? ORDER BY position"""
    return [
        (
            _hand(row, seats=seats[row["id"]], piles=piles[row["id"]], taken=taken.get(row["id"], {})),
            row["choice"],
        )
        for row in db.query(sql, [match_id])
    ]


def find_pile(db: Database, hand_id: str, player_id: str) -> PileRow | None:
    """Return what is counted of one pile; None where nobody has begun it."""
    rows = db.query(f"{_PILE} WHERE hand_id = ? AND player_id = ?", [hand_id, player_id])
    return next((_pile(row) for row in rows), None)


def _hand(
    row: Mapping[str, Any],
    *,
    seats: tuple[str, ...],
    piles: Mapping[str, PileRow],
    taken: Mapping[str, Count],
) -> HandRow:
    return HandRow(
        id=row["id"],
        dealer_id=row["dealer_id"],
        dealer_by=row["dealer_by"],
        seats=seats,
        colours=parse_colours(row["colours"]),
        state=HandState(row["state"]),
        revision=row["revision"],
        as_counted=bool(row["as_counted"]),
        closed_at=row["closed_at"],
        closed_by=row["closed_by"],
        piles=piles,
        taken=taken,
    )


def _seats_by_hand(db: Database, match_id: str) -> Mapping[str, tuple[str, ...]]:
    sql = """SELECT hand_id, player_id FROM hand_seat JOIN hand ON hand.id = hand_id
        WHERE match_id = ? ORDER BY hand_seat.position"""
    seats: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for hand_id, player_id in db.execute(sql, [match_id]):
        seats[hand_id] += (player_id,)
    return seats


def _piles_by_hand(db: Database, match_id: str) -> Mapping[str, dict[str, PileRow]]:
    piles: dict[str, dict[str, PileRow]] = defaultdict(dict)
    for row in db.query(f"{_PILE} JOIN hand ON hand.id = hand_id WHERE match_id = ?", [match_id]):
        piles[row["hand_id"]][row["player_id"]] = _pile(row)
    return piles


def _pile(row: Mapping[str, Any]) -> PileRow:
    return PileRow(
        player_id=row["player_id"],
        count=Count(row["plain"], row["red"], row["five"], row["red_five"], row["tweak"]),
        is_done=bool(row["is_done"]),
        revision=row["revision"],
        touched_at=row["touched_at"],
        by_player_id=row["by_player_id"],
    )
