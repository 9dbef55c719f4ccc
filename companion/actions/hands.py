"""How does a hand end: closed, void, or by the table's choice the match's last one?"""

import hashlib
from dataclasses import replace

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.matches import LineUp, colours_for, put_hand
from companion.actions.piles import find_match, get_hand
from companion.rules.cards import MIN_PLAYERS
from companion.rules.match import Choice, HandState, deals_next, hand_number
from companion.rules.scoring import HandCheck, check_hand
from companion.store import matches
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import HandRow, MatchRow


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
        number = hand_number(match.rules, match.hands.index(hand))
        _close(writing, match, hand)
        check = check_piles(hand)
        params = {"number": number, "left": check.left, "as_counted": bool(check.problems)}
        writing.record(Change("hand_closed", match.id, hand_id, params=params))
        return {"number": number}

    operation = Operation(operation_id, "close_hand", content)
    return int(perform(desk, operation, table_id=table_id, who=who, change=change)["number"] or 0)


def void_hand(desk: Desk, operation_id: str, *, table_id: str, who: Who, hand_id: str) -> None:
    """Let the open hand count for nothing; the same player deals again under the same number.

    Raises Missing "no_such_hand" and Stale "hand_closed".
    """

    def change(writing: Writing) -> Answer:
        match = find_match(writing, hand_id)
        hand = get_hand(match, hand_id)
        if hand.state is not HandState.OPEN:
            raise Stale("hand_closed")
        number = hand_number(match.rules, match.hands.index(hand))
        writing.set("hand", hand_id, state=HandState.VOID.value)
        line_up = LineUp(hand.seats, hand.dealer_id, hand.dealer_by, hand.colours, match.rules.target)
        put_hand(writing, match.id, line_up, position=len(match.hands))
        writing.record(Change("hand_void", match.id, hand_id, params={"number": number}))
        return {}

    operation = Operation(operation_id, "void_hand", {"hand_id": hand_id})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def choose(
    desk: Desk,
    operation_id: str,
    *,
    table_id: str,
    who: Who,
    match_id: str,
    after: str,
    choice: Choice | None,
) -> None:
    """Keep what the table has chosen behind the last closed hand: `after` is its id, "" before any.

    Whether a choice still holds the rules judge each time. Raises Missing "no_such_match" and Stale
    "hand_closed" where another hand has been closed meanwhile.
    """
    content = {"match_id": match_id, "after": after, "choice": choice}

    def change(writing: Writing) -> Answer:
        match = matches.find_match(writing.db, match_id)
        if match is None or match.table_id != table_id:
            raise Missing("no_such_match")
        last = last_closed(match)
        if (last.id if last else "") != after:
            raise Stale("hand_closed")
        if last:
            writing.set("hand", last.id, choice=choice.value if choice else None)
        else:
            writing.set("match", match_id, end_now=int(choice is Choice.END_NOW))
        params = {"choice": choice.value if choice else None}
        writing.record_if_any(Change("choice_made", match_id, last.id if last else None, params=params))
        return {}

    operation = Operation(operation_id, "choose", content)
    perform(desk, operation, table_id=table_id, who=who, change=change)


def last_closed(match: MatchRow) -> HandRow | None:
    """Return the hand that was closed last."""
    return next((hand for hand in reversed(match.hands) if hand.state is HandState.CLOSED), None)


def digest_piles(hand: HandRow) -> str:
    """Return a short text that changes with any pile of the hand."""
    piles = sorted((pile.player_id, pile.revision, pile.is_done) for pile in hand.piles.values())
    return hashlib.sha256(repr(piles).encode()).hexdigest()[:16]


def check_piles(hand: HandRow) -> HandCheck:
    """Return what the rules say of the hand's piles as they are, players named in the order of the seats."""
    order = {player: place for place, player in enumerate(hand.seats)}
    piles = sorted(hand.piles.values(), key=lambda pile: order.get(pile.player_id, len(order)))
    return check_hand({pile.player_id: pile.count for pile in piles}, hand.colours)


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


def _close(writing: Writing, match: MatchRow, hand: HandRow) -> None:
    writing.set(
        "hand",
        hand.id,
        state=HandState.CLOSED.value,
        as_counted=int(bool(check_piles(hand).problems)),
        closed_at=writing.at,
        closed_by=writing.who.player_id,
    )
    place = match.hands.index(hand)
    closed = replace(match.rules.hands[place], state=HandState.CLOSED)
    rules = replace(match.rules, hands=(*match.rules.hands[:place], closed))
    seats = _let_leave(writing, match, hand)
    colours = colours_for(hand.colours, was=len(hand.seats), now=len(seats))
    line_up = LineUp(seats, deals_next(rules, seats), "rule", colours, match.rules.target)
    put_hand(writing, match.id, line_up, position=len(match.hands))


def _let_leave(writing: Writing, match: MatchRow, hand: HandRow) -> tuple[str, ...]:
    """Return who plays the next hand: all but those who wanted to leave, where enough are left."""
    seats = tuple(seat for seat in hand.seats if seat not in match.leaving)
    if len(seats) < MIN_PLAYERS:
        return hand.seats
    for player_id in sorted(match.leaving):
        writing.set("match_player", match.id, player_id, leaves=0)
    return seats
