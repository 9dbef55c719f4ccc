"""What can a table change between two hands: seats, players, dealer, colours, target, start points?"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.actions.matches import MOST_TARGET, LineUp, check_line_up, put_match_player
from companion.actions.piles import find_match, get_hand
from companion.rules.deck import format_colours
from companion.rules.match import HandState, Joining, deals_next, joining_points, totals
from companion.store import matches, sums
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import HandRow, MatchRow
from companion.store.tables import list_players


@dataclass(frozen=True)
class Arrangement:
    """How the open hand is to be played. `dealer_by` 'rule' lets the rule name the dealer anew.

    `seen` is the digest of the arrangement that the table was shown, `joining` how newcomers begin.
    """

    hand_id: str
    seen: str
    line_up: LineUp
    joining: Joining = Joining.ZERO


def arrange_hand(desk: Desk, operation_id: str, wish: Arrangement, *, table_id: str, who: Who) -> None:
    """Change how the open hand is played.

    Raises Missing, RuleError for the deal, Refused "hand_has_counts" (players come and go between hands),
    Stale "hand_closed", and Stale "arrangement" where another phone has arranged it meanwhile.
    """

    def change(writing: Writing) -> Answer:
        match = find_match(writing, wish.hand_id)
        hand = get_hand(match, wish.hand_id)
        line_up = _settle_dealer(match, hand, wish.line_up)
        _check(writing, match, hand, wish, line_up)
        joined = _let_join(writing, match, line_up, wish.joining)
        params = {**_differences(match, hand, line_up), "joined": joined}
        writing.set("match", match.id, target=line_up.target)
        writing.put("seating", hand.id, state={"seats": list(line_up.seats)})
        writing.set(
            "hand",
            hand.id,
            dealer_id=line_up.dealer,
            dealer_by=line_up.dealer_by,
            colours=format_colours(line_up.colours),
        )
        writing.record_if_any(Change("arranged", match.id, hand.id, params=params))
        return {}

    operation = Operation(operation_id, "arrange", asdict(wish))
    perform(desk, operation, table_id=table_id, who=who, change=change)


def digest_arrangement(match: MatchRow) -> str:
    """Return a short text that changes with the open hand's seats, dealer, colours and the target."""
    hand = match.open_hand
    shown = (hand.id, hand.seats, hand.dealer_id, format_colours(hand.colours), match.rules.target)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def set_start_points(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, match_id: str, points: Mapping[str, int]
) -> None:
    """Set what players of a match begin with, 0 to 9999 each.

    Raises Missing, Refused "points_out_of_range".
    """

    def change(writing: Writing) -> Answer:
        match = _get_match(writing, match_id)
        if not points.keys() <= match.rules.start_points.keys():
            raise Missing("no_such_player")
        if not all(0 <= start <= MOST_TARGET for start in points.values()):
            raise Refused("points_out_of_range", most=MOST_TARGET)
        for player_id, start in points.items():
            writing.set("match_player", match_id, player_id, start_points=start)
        writing.record_if_any(Change("start_points_set", match_id))
        return {}

    operation = Operation(operation_id, "set_start_points", {"match_id": match_id, "points": dict(points)})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def leave_after_hand(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, match_id: str, player_id: str, leaves: bool
) -> None:
    """Let a player's pile of this hand still be counted, and leave when it is closed (or stay after all)."""

    def change(writing: Writing) -> Answer:
        match = _get_match(writing, match_id)
        if player_id not in match.open_hand.seats:
            raise Missing("no_such_player")
        writing.set("match_player", match_id, player_id, leaves=int(leaves))
        kind = "leaves_after_hand" if leaves else "stays"
        writing.record_if_any(Change(kind, match_id, player_id=player_id))
        return {}

    content = {"match_id": match_id, "player_id": player_id, "leaves": leaves}
    operation = Operation(operation_id, "leave_after_hand", content)
    perform(desk, operation, table_id=table_id, who=who, change=change)


def hand_over(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, hand_id: str, player_id: str, to: str
) -> None:
    """Let somebody play on for a player: their seat, pile and points go to the other one.

    Raises Missing "no_such_player", Refused "already_playing", Stale "hand_closed".
    """

    def change(writing: Writing) -> Answer:
        match = find_match(writing, hand_id)
        hand = get_hand(match, hand_id)
        _check_hand_over(writing, hand, player_id, to=to)
        if to not in match.rules.start_points:
            total = totals(match.rules)[player_id]
            _put_newcomer(writing, match, to, start_points=total)
        seats = [to if seat == player_id else seat for seat in hand.seats]
        _move_pile(writing, hand, player_id, to=to)
        _move_sums(writing, hand, player_id, to=to)
        writing.put("seating", hand_id, state={"seats": seats})
        if hand.dealer_id == player_id:
            writing.set("hand", hand_id, dealer_id=to)
        writing.record(Change("handed_over", match.id, hand_id, player_id, params={"to": to}))
        return {}

    content = {"hand_id": hand_id, "player_id": player_id, "to": to}
    operation = Operation(operation_id, "hand_over", content)
    perform(desk, operation, table_id=table_id, who=who, change=change)


def _settle_dealer(match: MatchRow, hand: HandRow, line_up: LineUp) -> LineUp:
    earlier = match.rules.hands[: match.hands.index(hand)]
    if line_up.dealer_by != "rule" or not earlier or not line_up.seats:
        return line_up
    rules = replace(match.rules, hands=earlier)
    return replace(line_up, dealer=deals_next(rules, line_up.seats))


def _check(writing: Writing, match: MatchRow, hand: HandRow, wish: Arrangement, line_up: LineUp) -> None:
    if hand.state is not HandState.OPEN:
        raise Stale("hand_closed")
    if digest_arrangement(match) != wish.seen:
        raise Stale("arrangement")
    check_line_up(writing, line_up)
    if (hand.piles or hand.taken) and set(hand.seats) != set(line_up.seats):
        raise Refused("hand_has_counts")


def _let_join(writing: Writing, match: MatchRow, line_up: LineUp, joining: Joining) -> list[str]:
    newcomers = [seat for seat in line_up.seats if seat not in match.rules.start_points]
    start_points = joining_points(totals_of_stayers(match, line_up.seats), joining)
    for place, player_id in enumerate(newcomers):
        position = len(match.rules.start_points) + place
        put_match_player(writing, match.id, player_id, position=position, start_points=start_points)
    return newcomers


def totals_of_stayers(match: MatchRow, seats: tuple[str, ...]) -> dict[str, int]:
    """Return the totals of those who play now and go on playing, which newcomers may begin like."""
    stay = set(seats) & set(match.open_hand.seats)
    return {player: total for player, total in totals(match.rules).items() if player in stay}


def _put_newcomer(writing: Writing, match: MatchRow, player_id: str, *, start_points: int) -> None:
    position = len(match.rules.start_points)
    put_match_player(writing, match.id, player_id, position=position, start_points=start_points)


def _differences(match: MatchRow, hand: HandRow, line_up: LineUp) -> dict[str, object]:
    """Return what of the arrangement is new, for the list of changes."""
    stayed = [seat for seat in line_up.seats if seat in hand.seats]
    return {
        "left": [seat for seat in hand.seats if seat not in line_up.seats],
        "reseated": stayed != [seat for seat in hand.seats if seat in line_up.seats],
        "dealer": line_up.dealer if line_up.dealer != hand.dealer_id else None,
        "colours": format_colours(line_up.colours) if line_up.colours != hand.colours else None,
        "target": line_up.target if line_up.target != match.rules.target else None,
    }


def _check_hand_over(writing: Writing, hand: HandRow, player_id: str, *, to: str) -> None:
    if hand.state is not HandState.OPEN:
        raise Stale("hand_closed")
    known = {player.id for player in list_players(writing.db, writing.table_id)}
    if player_id not in hand.seats or to not in known:
        raise Missing("no_such_player")
    if to in hand.seats:
        raise Refused("already_playing")


def _move_pile(writing: Writing, hand: HandRow, player_id: str, *, to: str) -> None:
    pile = hand.piles.get(player_id)
    if pile:
        writing.put("pile", hand.id, player_id, state=None)
        writing.put("pile", hand.id, to, state={**asdict(pile.count), "is_done": int(pile.is_done)})


def _move_sums(writing: Writing, hand: HandRow, player_id: str, *, to: str) -> None:
    for taken in sums.list_taken(writing.db, hand.id):
        if taken.player_id == player_id:
            writing.set("taken_sum", taken.id, player_id=to)


def _get_match(writing: Writing, match_id: str) -> MatchRow:
    match = matches.find_match(writing.db, match_id)
    if match is None or match.table_id != writing.table_id:
        raise Missing("no_such_match")
    return match
