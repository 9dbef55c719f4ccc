"""How does a match begin?"""

from dataclasses import asdict, dataclass

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.rules.cards import Colour
from companion.rules.deck import format_colours, parse_colours, plan_deal, suggest_colours
from companion.rules.match import HandState, deals_next
from companion.store import ids, matches, tables
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import MatchRow

MOST_TARGET = 9999


@dataclass(frozen=True)
class LineUp:
    """What a match begins with: `seats` clockwise, `dealer_by` 'chance', 'table' or 'rule'."""

    seats: tuple[str, ...]
    dealer: str
    dealer_by: str
    colours: tuple[Colour, ...]
    target: int


def start_match(
    desk: Desk, operation_id: str, line_up: LineUp, *, table_id: str, who: Who, after: str | None
) -> str:
    """Begin a match and return its id; `after` is the match that was the table's last when this was asked.

    Raises Refused (dealer, target), Missing "no_such_player", RuleError for the deal, and Stale
    "match_started" where somebody else was quicker.
    """
    operation = Operation(operation_id, "start_match", {"line_up": asdict(line_up), "after": after})

    def change(writing: Writing) -> Answer:
        return {"match_id": _begin(writing, line_up, after=after)}

    return str(perform(desk, operation, table_id=table_id, who=who, change=change)["match_id"])


def play_again(desk: Desk, operation_id: str, *, table_id: str, who: Who, match_id: str) -> str:
    """Begin a match with the players, colours and target of the last one; the dealer moves on.

    Raises Missing "no_such_match" and Stale "match_started" where another match has begun meanwhile.
    """

    def change(writing: Writing) -> Answer:
        last = matches.find_match(writing.db, match_id)
        if last is None or last.table_id != table_id:
            raise Missing("no_such_match")
        return {"match_id": _begin(writing, last_line_up(last), after=match_id)}

    operation = Operation(operation_id, "play_again", {"match_id": match_id})
    return str(perform(desk, operation, table_id=table_id, who=who, change=change)["match_id"])


def last_line_up(match: MatchRow) -> LineUp:
    """Return what a next match with the same people begins with."""
    hand = match.open_hand
    dealer = deals_next(match.rules, hand.seats)
    return LineUp(hand.seats, dealer, "rule", hand.colours, match.rules.target)


def check_line_up(writing: Writing, line_up: LineUp) -> None:
    """Raise what keeps a line-up from being played: RuleError for the deal, Missing, Refused."""
    plan_deal(line_up.colours, len(line_up.seats))
    parse_colours(format_colours(line_up.colours))
    known = {player.id for player in tables.list_players(writing.db, writing.table_id)}
    if len(set(line_up.seats)) != len(line_up.seats) or not known.issuperset(line_up.seats):
        raise Missing("no_such_player")
    if line_up.dealer not in line_up.seats:
        raise Refused("dealer_not_seated")
    if not 1 <= line_up.target <= MOST_TARGET:
        raise Refused("target_out_of_range", most=MOST_TARGET)


def _begin(writing: Writing, line_up: LineUp, *, after: str | None) -> str:
    check_line_up(writing, line_up)
    last = matches.find_last_match(writing.db, writing.table_id)
    if (last.id if last else None) != after:
        raise Stale("match_started")
    match_id = ids.new_id()
    match = {
        "table_id": writing.table_id,
        "target": line_up.target,
        "end_now": 0,
        "started_at": writing.at,
        "deleted_at": None,
    }
    writing.put("match", match_id, state=match)
    for position, player_id in enumerate(line_up.seats):
        put_match_player(writing, match_id, player_id, position=position, start_points=0)
    put_hand(writing, match_id, line_up, position=0)
    writing.record(Change("match_started", match_id=match_id, params={"target": line_up.target}))
    return match_id


def put_match_player(
    writing: Writing, match_id: str, player_id: str, *, position: int, start_points: int
) -> None:
    """Let a player take part in a match; `position` is their place in the order of arrival."""
    state = {"position": position, "start_points": start_points, "leaves": 0}
    writing.put("match_player", match_id, player_id, state=state)


def put_hand(writing: Writing, match_id: str, line_up: LineUp, *, position: int) -> None:
    """Open a hand behind the match's other hands."""
    hand_id = ids.new_id()
    state = {
        "match_id": match_id,
        "position": position,
        "dealer_id": line_up.dealer,
        "dealer_by": line_up.dealer_by,
        "colours": format_colours(line_up.colours),
        "state": HandState.OPEN.value,
        "as_counted": 0,
        "choice": None,
        "closed_at": None,
        "closed_by": None,
    }
    writing.put("hand", hand_id, state=state)
    writing.put("seating", hand_id, state={"seats": list(line_up.seats)})


def colours_for(colours: tuple[Colour, ...], *, was: int, now: int) -> tuple[Colour, ...]:
    """Return the colours for a new number of players: proposed anew unless the table chose them."""
    return suggest_colours(now) if now != was and colours == suggest_colours(was) else colours
