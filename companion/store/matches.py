"""How are matches read and begun?"""

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from companion.rules.match import Choice, Hand, HandState, Match
from companion.store import hands
from companion.store.connection import snapshot
from companion.store.rows import HandRow, MatchRow

_MATCH = "SELECT id, table_id, target, end_now, started_at FROM match WHERE deleted_at IS NULL"


def find_match(db: Database, match_id: str) -> MatchRow | None:
    """Return one match with all its hands."""
    return next(iter(_read(db, f"{_MATCH} AND id = ?", [match_id])), None)


def find_last_match(db: Database, table_id: str) -> MatchRow | None:
    """Return the match that was started last at a table."""
    return next(iter(list_matches(db, table_id, limit=1)), None)


def find_match_of_hand(db: Database, hand_id: str) -> MatchRow | None:
    """Return the match that a hand belongs to."""
    sql = f"{_MATCH} AND id = (SELECT match_id FROM hand WHERE id = ?)"
    return next(iter(_read(db, sql, [hand_id])), None)


def list_matches(db: Database, table_id: str, *, limit: int) -> tuple[MatchRow, ...]:
    """Return the table's newest matches, the newest first."""
    # Not by started_at: a machine without a battery may wake up with an older time.
    return _read(db, f"{_MATCH} AND table_id = ? ORDER BY rowid DESC LIMIT ?", [table_id, limit])


def is_of_table(db: Database, match_id: str, table_id: str) -> bool:
    """Tell whether a match, put away or not, is this table's."""
    row = db.execute("SELECT 1 FROM match WHERE id = ? AND table_id = ?", [match_id, table_id]).fetchone()
    return row is not None


def remove_match(db: Database, match_id: str) -> None:
    """Delete a match with all its hands and piles for good."""
    db.execute("DELETE FROM match WHERE id = ?", [match_id])


def _read(db: Database, sql: str, params: list[Any]) -> tuple[MatchRow, ...]:
    with snapshot(db):
        return tuple(_match(db, row) for row in db.query(sql, params))


def _match(db: Database, row: Mapping[str, Any]) -> MatchRow:
    stored = hands.list_hands(db, row["id"])
    return MatchRow(
        id=row["id"],
        table_id=row["table_id"],
        started_at=row["started_at"],
        hands=tuple(hand for hand, _ in stored),
        rules=Match(
            target=row["target"],
            start_points=_start_points(db, row["id"]),
            hands=tuple(_rules_hand(hand, choice) for hand, choice in stored),
            end_now=bool(row["end_now"]),
        ),
        leaving=_leaving(db, row["id"]),
    )


def _rules_hand(hand: HandRow, choice: str | None) -> Hand:
    return Hand(
        dealer=hand.dealer_id,
        seats=hand.seats,
        colours=hand.colours,
        state=HandState(hand.state),
        piles={player_id: pile.count for player_id, pile in hand.piles.items()},
        choice=Choice(choice) if choice else None,
    )


def _start_points(db: Database, match_id: str) -> dict[str, int]:
    sql = "SELECT player_id, start_points FROM match_player WHERE match_id = ? ORDER BY position"
    return {row[0]: row[1] for row in db.execute(sql, [match_id])}


def _leaving(db: Database, match_id: str) -> frozenset[str]:
    sql = "SELECT player_id FROM match_player WHERE match_id = ? AND leaves = 1"
    return frozenset(row[0] for row in db.execute(sql, [match_id]))
