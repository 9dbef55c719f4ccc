"""How is a change taken back?"""

import sqlite3

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.locking import refuse_locked
from companion.rules.match import HandState
from companion.store import changes
from companion.store.changes import Change, ChangeRow, Part
from companion.store.operations import Answer
from companion.store.things import has_counts, is_sound, read_thing


def undo(desk: Desk, operation_id: str, *, table_id: str, who: Who, change_id: int) -> None:
    """Write back what was before a change, as a new change that can itself be undone.

    Raises Missing "no_such_change", Refused "hands_locked" and "only_for_hosts", and Stale "changed_since"
    (param `things`: what is no more as the change left it) - nothing is changed then.
    """

    def change(writing: Writing) -> Answer:
        write_undoing(writing, change_id)
        return {}

    operation = Operation(operation_id, "undo", {"change_id": change_id})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def write_undoing(writing: Writing, change_id: int | None) -> None:
    """Undo a change within an open write; raises what `undo` raises."""
    done = changes.find_change(writing.db, writing.table_id, change_id) if change_id else None
    if done is None or not done.parts:
        raise Missing("no_such_change")
    if _is_for_hosts(done) and not writing.who.is_host:
        raise Refused("only_for_hosts")
    if done.change.kind in LOCKABLE:
        refuse_locked(writing)
    moved = [part.thing for part in done.parts if not _is_as_left(writing, part)]
    if moved or done.undone_by:
        raise Stale("changed_since", things=tuple(moved))
    _write_back(writing, done.parts)
    writing.record(_undoing(done))


LOCKABLE = frozenset({"hand_closed", "pile_corrected", "undone"})


def can_undo(row: ChangeRow, who: Who) -> bool:
    """Tell whether undoing may be offered to somebody; whether it still can be shows when it is tried."""
    return bool(row.parts) and row.undone_by is None and (who.is_host or not _is_for_hosts(row))


def _is_for_hosts(row: ChangeRow) -> bool:
    """Tell whether undoing would do what only hosts may: with the table, a match put away, a host's phone."""
    return any(
        part.thing == "table"
        or (part.thing == "device" and "host" in _both(part, "role"))
        or (part.thing == "match" and any(_both(part, "deleted_at")))
        for part in row.parts
    )


def _both(part: Part, value: str) -> tuple[object, ...]:
    return tuple(state[value] for state in (part.before, part.after) if state)


def _write_back(writing: Writing, parts: tuple[Part, ...]) -> None:
    try:
        for part in reversed(parts):
            writing.put(part.thing, *part.key, state=part.before)
    except sqlite3.IntegrityError as error:  # something newer stands on it
        raise Stale("changed_since", things=()) from error
    if not all(is_sound(writing.db, hand_id) for hand_id in _hands(parts)):
        raise Stale("changed_since", things=("pile",))


def _hands(parts: tuple[Part, ...]) -> set[str]:
    """Return the hands in which a seat, or what belongs to one, was written."""
    of_hand = {part.key[0] for part in parts if part.thing in {"seating", "pile"}}
    states = [state for part in parts if part.thing == "taken_sum" for state in (part.before, part.after)]
    return of_hand | {state["hand_id"] for state in states if state}


def _undoing(done: ChangeRow) -> Change:
    about = done.change
    return Change(
        "undone",
        about.match_id,
        about.hand_id,
        about.player_id,
        params={"kind": about.kind, "params": dict(about.params or {})},
        undoes=done.id,
    )


def _leaves_gap(writing: Writing, part: Part) -> bool:
    """Tell whether a hand that is not open any more would miss a pile, or have one that is not done."""
    if part.thing != "pile" or (part.before and part.before["is_done"]):
        return False
    hand = read_thing(writing.db, "hand", part.key[:1])
    return hand is None or hand["state"] != HandState.OPEN


def _is_as_left(writing: Writing, part: Part) -> bool:
    if read_thing(writing.db, part.thing, part.key) != part.after or _leaves_gap(writing, part):
        return False
    # A hand that would go away takes its piles and sums with it: it may only while there are none.
    return not (part.thing == "hand" and part.before is None and has_counts(writing.db, part.key[0]))
