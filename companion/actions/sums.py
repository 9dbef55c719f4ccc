"""How is a checked sum taken, and how is that taken back?

What is taken is kept apart from the piles: a pile is what somebody counts, and no count changes by itself.
Each taken sum is a row of its own, so that phones which take for the same player never disturb each other;
what the rows add up to is offered as the start of a count.
"""

from dataclasses import asdict, dataclass

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.piles import find_match, get_hand
from companion.actions.undoing import write_undoing
from companion.rules.declared import Declaration, judge
from companion.rules.kinds import format_cards
from companion.rules.match import HandState
from companion.rules.pile import Count, check_count
from companion.rules.sums import Verdict
from companion.store import ids, sums
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import HandRow, MatchRow


@dataclass(frozen=True)
class SumWish:
    """A declared sum that is to be taken for a player of a hand."""

    hand_id: str
    player_id: str
    declared: Declaration


def take_sum(desk: Desk, operation_id: str, wish: SumWish, *, table_id: str, who: Who) -> str:
    """Take a right sum for a player and return its id.

    Raises Missing "no_such_hand" and "no_such_player", Stale "hand_closed", and Refused: "wrong_sum", and
    "too_much_taken" for what the box cannot hold together with what is taken (both: param `problems`).
    """

    def change(writing: Writing) -> Answer:
        match = find_match(writing, wish.hand_id)
        hand = get_hand(match, wish.hand_id)
        _check_hand(hand, wish.player_id)
        verdict = judge(wish.declared, hand.colours)
        _check_verdict(verdict, taken=hand.taken.get(wish.player_id, Count()))
        return {"sum_id": _take(writing, match, hand, verdict, player_id=wish.player_id)}

    operation = Operation(operation_id, "take_sum", asdict(wish))
    return str(perform(desk, operation, table_id=table_id, who=who, change=change)["sum_id"])


def take_back(desk: Desk, operation_id: str, *, table_id: str, who: Who, sum_id: str) -> None:
    """Undo the taking of one sum, whatever was taken since.

    Raises Missing "no_such_change" where it is undone already, and what `undo` raises.
    """

    def change(writing: Writing) -> Answer:
        write_undoing(writing, sums.find_taking(writing.db, sum_id))
        return {}

    operation = Operation(operation_id, "take_back", {"sum_id": sum_id})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def _check_hand(hand: HandRow, player_id: str) -> None:
    if player_id not in hand.seats:
        raise Missing("no_such_player")
    if hand.state is not HandState.OPEN:
        raise Stale("hand_closed")


def _check_verdict(verdict: Verdict, *, taken: Count) -> None:
    if not verdict.is_right:
        raise Refused("wrong_sum", problems=verdict.problems)
    problems = check_count(taken + verdict.count)
    if problems:
        raise Refused("too_much_taken", problems=problems)


def _take(writing: Writing, match: MatchRow, hand: HandRow, verdict: Verdict, *, player_id: str) -> str:
    sum_id = ids.new_id()
    state = {
        "hand_id": hand.id,
        "player_id": player_id,
        "cards": format_cards(verdict.cards),
        "target": verdict.target,
        "is_tweak": int(verdict.is_tweak),
        "wins_card": int(verdict.wins_card),
        "taken_at": writing.at,
    }
    writing.put("taken_sum", sum_id, state=state)
    params = {"cards": state["cards"], "points": verdict.count.points, "is_tweak": verdict.is_tweak}
    writing.record(Change("sum_taken", match.id, hand.id, player_id, params))
    return sum_id
