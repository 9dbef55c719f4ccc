"""How is a pile counted?"""

from dataclasses import asdict, dataclass, replace

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.locking import refuse_locked
from companion.rules.errors import Problem
from companion.rules.match import HandState
from companion.rules.pile import Count, check_count, check_taken
from companion.rules.scoring import check_hand
from companion.store import matches
from companion.store.changes import Change
from companion.store.hands import find_pile
from companion.store.operations import Answer
from companion.store.rows import HandRow, MatchRow, PileRow


@dataclass(frozen=True)
class PileWish:
    """One player's pile as a phone has counted it, on top of the revision it started from (0: none).

    `done` says that the pile is counted; `anyway` that the table has looked at the warnings; `correct` that
    the hand is known to be closed.
    """

    hand_id: str
    player_id: str
    base: int
    count: Count
    done: bool = False
    anyway: bool = False
    correct: bool = False


@dataclass(frozen=True)
class PileSaved:
    """What became of it: the new revision; `asks` where warnings keep it from being done."""

    revision: int
    is_done: bool
    asks: bool


def save_pile(desk: Desk, operation_id: str, wish: PileWish, *, table_id: str, who: Who) -> PileSaved:
    """Save the five counts of a pile.

    Raises Refused "count" (what the box cannot hold: param `problems`), Missing, Stale "hand_closed", and
    Stale "pile" where another phone has saved other counts meanwhile (nothing is changed then).
    """
    operation = Operation(operation_id, "save_pile", asdict(wish))

    def change(writing: Writing) -> Answer:
        match = find_match(writing, wish.hand_id)
        hand = get_hand(match, wish.hand_id)
        _check(hand, wish)
        if wish.correct:
            refuse_locked(writing)
        return asdict(_save(writing, match, hand, wish))

    answer = perform(desk, operation, table_id=table_id, who=who, change=change)
    return PileSaved(int(answer["revision"] or 0), bool(answer["is_done"]), bool(answer["asks"]))


def find_match(writing: Writing, hand_id: str) -> MatchRow:
    """Return the match of a hand of this table, or raise Missing "no_such_hand"."""
    match = matches.find_match_of_hand(writing.db, hand_id)
    if match is None or match.table_id != writing.table_id:
        raise Missing("no_such_hand")
    return match


def get_hand(match: MatchRow, hand_id: str) -> HandRow:
    """Return one hand of a match that has it."""
    return next(hand for hand in match.hands if hand.id == hand_id)


def warnings_of(hand: HandRow, player_id: str) -> tuple[Problem, ...]:
    """Return what does not fit about a pile: to what was taken, alone, and beside the hand's other piles."""
    piles = {pile.player_id: pile.count for pile in hand.piles.values()}
    check = check_hand(piles, hand.colours)
    return (
        *check_taken(piles.get(player_id, Count()), hand.taken.get(player_id, Count())),
        *(problem for problem in check.problems if _concerns(problem, player_id)),
    )


def _concerns(problem: Problem, player_id: str) -> bool:
    players = problem.params.get("players")
    return problem.params.get("player") == player_id or (isinstance(players, tuple) and player_id in players)


def _check(hand: HandRow, wish: PileWish) -> None:
    if wish.player_id not in hand.seats:
        raise Missing("no_such_player")
    if hand.state is not (HandState.CLOSED if wish.correct else HandState.OPEN):
        raise Stale("hand_closed")
    problems = check_count(wish.count)
    if problems:
        raise Refused("count", problems=problems)
    current = hand.piles.get(wish.player_id)
    if wish.base != (current.revision if current else 0) and not _is_same(current, wish):
        raise Stale("pile")


def _is_same(current: PileRow | None, wish: PileWish) -> bool:
    return current is not None and current.count == wish.count


def _save(writing: Writing, match: MatchRow, hand: HandRow, wish: PileWish) -> PileSaved:
    current = hand.piles.get(wish.player_id)
    was_done = current is not None and current.is_done
    if current and was_done and wish.base != current.revision:
        # Another phone has counted the same and is done with it.
        return PileSaved(current.revision, is_done=True, asks=False)
    asks = bool(wish.done and not wish.anyway and warnings_of(_with_count(hand, wish), wish.player_id))
    if current and asks and wish.correct:
        # Points that have counted change only when the table is sure.
        return PileSaved(current.revision, was_done, asks)
    is_done = wish.correct or (wish.done and not asks)
    writing.put("pile", hand.id, wish.player_id, state={**asdict(wish.count), "is_done": int(is_done)})
    if writing.parts and (is_done or was_done):
        kind = "pile_corrected" if was_done else "pile_counted"
        params = {"points": wish.count.points, "before": current.count.points if current else None}
        writing.record(Change(kind, match.id, hand.id, wish.player_id, params))
    saved = find_pile(writing.db, hand.id, wish.player_id)
    return PileSaved(saved.revision if saved else 0, is_done, asks)


def _with_count(hand: HandRow, wish: PileWish) -> HandRow:
    pile = PileRow(wish.player_id, wish.count, is_done=False, revision=0, touched_at="", by_player_id=None)
    return replace(hand, piles={**hand.piles, wish.player_id: pile})
