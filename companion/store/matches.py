"""How are matches read and begun?"""

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from companion.rules.match import Choice, Hand, HandState, Match
from companion.store import hands
from companion.store.rows import HandRow, MatchRow

_MATCH = "SELECT id, table_id, target, end_now, started_at FROM match WHERE deleted_at IS NULL"


def find_match(db: Database, match_id: str) -> MatchRow | None:
    """Return one match with all its hands."""
    return next((_match(db, row) for row in db.query(f"{_MATCH} AND id = ?", [match_id])), None)


def find_last_match(db: Database, table_id: str) -> MatchRow | None:
    """Return the match that was started last at a table."""
    sql = f"{_MATCH} AND table_id = ? ORDER BY started_at DESC, rowid DESC LIMIT 1"
    return next((_match(db, row) for row in db.query(sql, [table_id])), None)


def find_match_of_hand(db: Database, hand_id: str) -> MatchRow | None:
    """Return the match that a hand belongs to."""
    sql = f"{_MATCH} AND id = (SELECT match_id FROM hand WHERE id = ?)"
    return next((_match(db, row) for row in db.query(sql, [hand_id])), None)


def list_matches(db: Database, table_id: str, *, limit: int) -> tuple[MatchRow, ...]:
    """Return the table's newest matches, the newest first."""
    sql = f"{_MATCH} AND table_id = ? ORDER BY started_at DESC, rowid DESC LIMIT ?"
    return tuple(_match(db, row) for row in db.query(sql, [table_id, limit]))


def add_match(
    db: Database, match_id: str, *, table_id: str, target: int, start_points: Mapping[str, int], at: str
) -> None:
    """Store a new match and its players; its first hand is added apart."""
    db.execute(
        "INSERT INTO match (id, table_id, target, started_at) VALUES (?, ?, ?, ?)",
        [match_id, table_id, target, at],
    )
    for position, (player_id, points) in enumerate(start_points.items()):
        db.execute(
            "INSERT INTO match_player (match_id, player_id, position, start_points) VALUES (?, ?, ?, ?)",
            [match_id, player_id, position, points],
        )


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
