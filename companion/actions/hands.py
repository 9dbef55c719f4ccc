"""How does a hand end?"""

import hashlib

from companion.actions.desk import Desk, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.matches import new_hand
from companion.actions.piles import find_match, get_hand
from companion.rules.match import HandState, deals_next, hand_number
from companion.rules.scoring import HandCheck, check_hand
from companion.store import hands, matches
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import HandRow


def close_hand(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, hand_id: str, seen: str, as_counted: bool
) -> int:
    """Close a hand whose piles are all done, open the next one, and return the closed hand's number.

    `seen` is the digest of the piles that the table was shown; `as_counted` closes in spite of warnings.
    Raises Missing, Stale "hand_closed" and "piles_changed", Refused "piles_missing" and "piles_do_not_fit".
    """
    content = {"hand_id": hand_id, "seen": seen, "as_counted": as_counted}

    def change(writing: Writing) -> Answer:
        match = find_match(writing, hand_id)
        hand = get_hand(match, hand_id)
        _check(hand, seen=seen, as_counted=as_counted)
        check = check_piles(hand)
        hands.close_hand(
            writing.db, hand_id, as_counted=bool(check.problems), by=who.player_id, at=writing.at
        )
        writing.record(Change("hand_closed", match.id, hand_id, after={"left": check.left}))
        _open_next(writing, match.id, hand)
        return {"number": hand_number(match.rules, match.hands.index(hand))}

    operation = Operation(operation_id, "close_hand", content)
    return int(perform(desk, operation, table_id=table_id, who=who, change=change)["number"] or 0)


def digest_piles(hand: HandRow) -> str:
    """Return a short text that changes with any pile of the hand."""
    piles = sorted((pile.player_id, pile.revision, pile.is_done) for pile in hand.piles.values())
    return hashlib.sha256(repr(piles).encode()).hexdigest()[:16]


def check_piles(hand: HandRow) -> HandCheck:
    """Return what the rules say of the hand's piles as they are."""
    return check_hand({pile.player_id: pile.count for pile in hand.piles.values()}, hand.colours)


def missing_players(hand: HandRow) -> tuple[str, ...]:
    """Return whose pile is not done, in the order of the seats."""
    return tuple(seat for seat in hand.seats if seat not in hand.piles or not hand.piles[seat].is_done)


def _check(hand: HandRow, *, seen: str, as_counted: bool) -> None:
    if hand.state is not HandState.OPEN:
        raise Stale("hand_closed")
    if missing_players(hand):
        raise Refused("piles_missing", players=missing_players(hand))
    if digest_piles(hand) != seen:
        raise Stale("piles_changed")
    if check_piles(hand).problems and not as_counted:
        raise Refused("piles_do_not_fit")


def _open_next(writing: Writing, match_id: str, closed: HandRow) -> None:
    match = matches.find_match(writing.db, match_id)
    if match is None:
        return
    dealer = deals_next(match.rules, closed.seats)
    hand = new_hand(dealer, "rule", seats=closed.seats, colours=closed.colours)
    hands.add_hand(writing.db, hand, match_id=match_id, at=writing.at)
