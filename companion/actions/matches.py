"""How does a match begin?"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from companion.actions.desk import Desk, Missing, Operation, Refused, Stale, Who, Writing, perform
from companion.rules.cards import Colour
from companion.rules.deck import format_colours, plan_deal
from companion.rules.match import HandState, deals_next
from companion.store import hands, ids, matches, tables
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import HandRow, MatchRow

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
        _check(writing, line_up)
        last = matches.find_last_match(writing.db, table_id)
        if (last.id if last else None) != after:
            raise Stale("match_started")
        return {"match_id": _begin(writing, line_up)}

    return str(perform(desk, operation, table_id=table_id, who=who, change=change)["match_id"])


def play_again(desk: Desk, operation_id: str, *, table_id: str, who: Who, match_id: str) -> str:
    """Begin a match with the players, colours and target of the last one; the dealer moves on."""
    last = matches.find_match(desk.db, match_id)
    if last is None or last.table_id != table_id:
        raise Missing("no_such_match")
    return start_match(desk, operation_id, last_line_up(last), table_id=table_id, who=who, after=match_id)


def last_line_up(match: MatchRow) -> LineUp:
    """Return what a next match with the same people begins with."""
    hand = match.open_hand
    dealer = deals_next(match.rules, hand.seats)
    return LineUp(hand.seats, dealer, "rule", hand.colours, match.rules.target)


def _check(writing: Writing, line_up: LineUp) -> None:
    plan_deal(line_up.colours, len(line_up.seats))
    known = {player.id for player in tables.list_players(writing.db, writing.table_id)}
    if len(set(line_up.seats)) != len(line_up.seats) or not known.issuperset(line_up.seats):
        raise Missing("no_such_player")
    if line_up.dealer not in line_up.seats:
        raise Refused("dealer_not_seated")
    if not 1 <= line_up.target <= MOST_TARGET:
        raise Refused("target_out_of_range", most=MOST_TARGET)


def _begin(writing: Writing, line_up: LineUp) -> str:
    match_id = ids.new_id()
    start_points: Mapping[str, int] = dict.fromkeys(line_up.seats, 0)
    matches.add_match(
        writing.db,
        match_id,
        table_id=writing.table_id,
        target=line_up.target,
        start_points=start_points,
        at=writing.at,
    )
    hands.add_hand(
        writing.db,
        new_hand(line_up.dealer, line_up.dealer_by, seats=line_up.seats, colours=line_up.colours),
        match_id=match_id,
        at=writing.at,
    )
    after = {**asdict(line_up), "colours": format_colours(line_up.colours)}
    writing.record(Change("match_started", match_id=match_id, after=after))
    return match_id


def new_hand(
    dealer_id: str, dealer_by: str, *, seats: tuple[str, ...], colours: tuple[Colour, ...]
) -> HandRow:
    """Return an open hand that is not stored yet."""
    return HandRow(
        id=ids.new_id(),
        dealer_id=dealer_id,
        dealer_by=dealer_by,
        seats=seats,
        colours=colours,
        state=HandState.OPEN,
        revision=1,
        as_counted=False,
        closed_at=None,
        closed_by=None,
        piles={},
    )
