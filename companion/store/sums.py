"""Which checked sums were taken in a hand, and for whom?"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlite_utils import Database

from companion.rules.kinds import count_cards, parse_cards
from companion.rules.pile import Count
from companion.store.rows import TakenRow

_TAKEN = """SELECT id, player_id, cards, target, is_tweak, wins_card, taken_at, by_player_id
    FROM taken_sum"""


def list_taken(db: Database, hand_id: str) -> tuple[TakenRow, ...]:
    """Return all sums taken in a hand, the first one first."""
    rows = db.query(f"{_TAKEN} WHERE hand_id = ? ORDER BY taken_at, rowid", [hand_id])
    return tuple(_taken(row) for row in rows)


def find_taken(db: Database, table_id: str, sum_id: str) -> TakenRow | None:
    """Return one sum taken at a table."""
    sql = f"""{_TAKEN} WHERE id = ? AND hand_id IN
        (SELECT hand.id FROM hand JOIN match ON match.id = match_id WHERE table_id = ?)"""
    return next((_taken(row) for row in db.query(sql, [sum_id, table_id])), None)


def count_taken(db: Database, match_id: str) -> Mapping[str, Mapping[str, Count]]:
    """Return what the sums taken in a match's open hand add up to: hand id -> player id -> count."""
    sql = """SELECT hand_id, player_id, cards, wins_card FROM hand JOIN taken_sum ON hand_id = hand.id
        WHERE match_id = ? AND state = 'open'"""
    counts: dict[str, dict[str, Count]] = defaultdict(lambda: defaultdict(Count))
    for hand_id, player_id, cards, wins_card in db.execute(sql, [match_id]):
        counts[hand_id][player_id] += _count(cards, wins_card)
    return {hand_id: dict(by_player) for hand_id, by_player in counts.items()}


def find_taking(db: Database, sum_id: str) -> int | None:
    """Return the number of the change by which a sum came to be taken; None where it is not (any more)."""
    sql = """SELECT max(change.id) FROM taken_sum
        JOIN change ON change.hand_id = taken_sum.hand_id
        JOIN json_each(change.parts) AS part
        WHERE taken_sum.id = ? AND undone_by IS NULL
            AND json_extract(part.value, '$.thing') = 'taken_sum'
            AND json_extract(part.value, '$.key[0]') = taken_sum.id
            AND json_extract(part.value, '$.before') IS NULL"""
    row = db.execute(sql, [sum_id]).fetchone()
    return row[0] if row else None


@lru_cache(maxsize=4096)
def _count(cards: str, wins_card: int) -> Count:
    return count_cards(parse_cards(cards), tweak=wins_card)


def _taken(row: Mapping[str, Any]) -> TakenRow:
    return TakenRow(
        id=row["id"],
        player_id=row["player_id"],
        cards=parse_cards(row["cards"]),
        target=row["target"],
        is_tweak=bool(row["is_tweak"]),
        wins_card=bool(row["wins_card"]),
        taken_at=row["taken_at"],
        by_player_id=row["by_player_id"],
    )
