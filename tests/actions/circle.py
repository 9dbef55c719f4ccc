"""The people of one table, who act in one line each and are called by their names."""

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion.actions.arranging import Arrangement, arrange_hand, digest_arrangement
from companion.actions.desk import Desk, Operation, Who
from companion.actions.hands import close_hand, digest_piles
from companion.actions.joining import sit_down_as_new
from companion.actions.matches import LineUp, start_match
from companion.actions.piles import PileSaved, PileWish, save_pile
from companion.actions.sums import SumWish, take_sum
from companion.actions.tables import open_table
from companion.rules.cards import COLOURS
from companion.rules.declared import Declaration
from companion.rules.errors import RuleError
from companion.rules.kinds import parse_cards
from companion.rules.match import outcome, standings
from companion.rules.pile import Count
from companion.store import changes, devices, matches, sums, tables
from companion.store.changes import ChangeRow
from companion.store.connection import connect
from companion.store.rows import DeviceRow, HandRow, MatchRow, PlayerRow, TableRow, TakenRow

_operations = itertools.count(1)


class Clock:
    """A clock that is a second further at every look."""

    def __init__(self) -> None:
        self.moment = datetime(2025, 1, 6, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment

    def pass_days(self, days: int) -> None:
        self.moment += timedelta(days=days)


def new_op() -> str:
    return f"operation-{next(_operations)}"


def operation(kind: str, op: str | None = None, **content: object) -> Operation:
    """What a form asks for, under a fresh id unless one is given."""
    return Operation(op or new_op(), kind, content)


@dataclass
class Circle:
    """One table; `told` is what its phones have heard (table and revision), `hosts` act as such."""

    path: Path
    anchor: Database
    desk: Desk
    clock: Clock
    told: list[tuple[str, int]]
    table_id: str = ""
    ids: dict[str, str] = field(default_factory=dict)
    hosts: set[str] = field(default_factory=set)

    def open(self, name: str = "Friday") -> "Circle":
        self.table_id = open_table(self.desk, operation("open_table"), name=name, token_hash="host-phone")
        return self

    def seat(self, *names: str) -> "Circle":
        """Let people sit down, each with a phone of their own."""
        for name in names:
            sit_down_as_new(
                self.desk, operation("sit"), table_id=self.table_id, token_hash=phone_of(name), name=name
            )
            self.ids[name] = self.find_player(name).id
        return self

    def who(self, name: str) -> Who:
        return Who(self.find_device(phone_of(name)).id, self.ids[name], is_host=name in self.hosts)

    def line_up(self, *names: str, dealer: str | None = None, target: int = 100, **more: object) -> LineUp:
        """Seats clockwise; the first deals unless somebody else is named, with all six colours."""
        line_up = LineUp(
            seats=tuple(self.ids[name] for name in names),
            dealer=self.ids[dealer or names[0]],
            dealer_by="table",
            colours=COLOURS,
            target=target,
        )
        return replace(line_up, **more)

    def start(self, *names: str, op: str | None = None, **more: object) -> str:
        """Start a match behind the last one; return its id."""
        last = matches.find_last_match(self.desk.db, self.table_id)
        return start_match(
            self.desk,
            op or new_op(),
            self.line_up(*names, **more),
            table_id=self.table_id,
            who=self.who(names[0]),
            after=last.id if last else None,
        )

    def count(self, name: str, *, op: str | None = None, **more: object) -> PileSaved:
        """Save a pile of the open hand on top of what is stored; done unless said otherwise."""
        wish = self.wish(name, **more)
        return save_pile(self.desk, op or new_op(), wish, table_id=self.table_id, who=self.who(name))

    def wish(
        self,
        name: str,
        *,
        hand: HandRow | None = None,
        base: int | None = None,
        done: bool = True,
        anyway: bool = False,
        correct: bool = False,
        **counts: int,
    ) -> PileWish:
        hand = hand or self.hand
        stored = hand.piles.get(self.ids[name])
        known = stored.revision if stored else 0
        return PileWish(
            hand_id=hand.id,
            player_id=self.ids[name],
            base=known if base is None else base,
            count=Count(**counts),
            done=done,
            anyway=anyway,
            correct=correct,
        )

    def take(
        self,
        name: str,
        cards: str,
        *,
        op: str | None = None,
        by: str | None = None,
        in_hand: HandRow | None = None,
        **more: object,
    ) -> str:
        """Take a sum for a player in the open hand, on their own phone, unless said otherwise."""
        declared = Declaration(cards=parse_cards(cards), **more)
        wish = SumWish((in_hand or self.hand).id, self.ids[name], declared)
        return take_sum(self.desk, op or new_op(), wish, table_id=self.table_id, who=self.who(by or name))

    def close(
        self, name: str = "Ana", *, op: str | None = None, as_counted: bool = False, **more: str
    ) -> int:
        """Close the open hand as it is stored (or another one, or as it was seen)."""
        asked = {"hand_id": self.hand.id, "seen": digest_piles(self.hand), **more}
        return close_hand(
            self.desk,
            op or new_op(),
            table_id=self.table_id,
            who=self.who(name),
            as_counted=as_counted,
            **asked,
        )

    def play(self, **plain_cards: int) -> int:
        """Count plain cards for everybody (ana=3; none unless said) and close; return the hand's number."""
        for seat in self.hand.seats:
            name = self.name_of(seat)
            self.count(name, plain=plain_cards.get(name.lower(), 0), anyway=True)
        return self.close(as_counted=True)

    def arrange(self, line_up: LineUp, *, op: str | None = None, **more: object) -> None:
        """Arrange the open hand as it was seen just now (unless `seen` says otherwise)."""
        asked = {"hand_id": self.hand.id, "seen": digest_arrangement(self.match), "line_up": line_up, **more}
        arrange_hand(
            self.desk, op or new_op(), Arrangement(**asked), table_id=self.table_id, who=self.who("Ana")
        )

    @property
    def table(self) -> TableRow:
        table = tables.find_table(self.desk.db, self.table_id)
        assert table
        return table

    @property
    def players(self) -> tuple[PlayerRow, ...]:
        return tables.list_players(self.desk.db, self.table_id)

    @property
    def match(self) -> MatchRow:
        """The match that was started last."""
        match = matches.find_last_match(self.desk.db, self.table_id)
        assert match
        return match

    @property
    def hand(self) -> HandRow:
        """The hand that is played now."""
        return self.match.open_hand

    @property
    def taken(self) -> tuple[TakenRow, ...]:
        """All sums taken in the open hand, the first one first."""
        return sums.list_taken(self.desk.db, self.hand.id)

    @property
    def changes(self) -> tuple[ChangeRow, ...]:
        """All changes, the newest first."""
        return changes.list_changes(self.desk.db, self.table_id, limit=1000)

    @property
    def totals(self) -> dict[str, int]:
        return {self.name_of(one.player): one.total for one in standings(self.match.rules)}

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.name_of(winner) for winner in outcome(self.match.rules).winners)

    @property
    def dealer(self) -> str:
        return self.name_of(self.hand.dealer_id)

    def seats_of(self, hand: HandRow) -> tuple[str, ...]:
        return tuple(self.name_of(seat) for seat in hand.seats)

    def find_player(self, name: str) -> PlayerRow:
        return next(player for player in self.players if player.name == name)

    def find_device(self, token_hash: str) -> DeviceRow:
        device = devices.find_device(self.desk.db, self.table_id, token_hash)
        assert device
        return device

    def name_of(self, player_id: str) -> str:
        return next(name for name, known in self.ids.items() if known == player_id)

    def everything(self) -> tuple[str, ...]:
        """All that is stored, to the last column."""
        return tuple(self.desk.db.conn.iterdump())

    def story(self) -> object:
        """What the stored things mean, without what goes with every write (revision, when, by whom)."""
        stored = matches.list_matches(self.desk.db, self.table_id, limit=1000)
        roles = {device.id: device.role for device in devices.list_devices(self.desk.db, self.table_id)}
        return (
            self.table.name,
            self.table.is_locked,
            self.players,
            roles,
            [(match.id, match.rules, match.leaving, list(map(_meaning, match.hands))) for match in stored],
        )

    def hear(self, tell: Callable[[str, int], None]) -> None:
        """Let somebody else hear of new revisions."""
        self.desk = replace(self.desk, tell=tell)

    def put_away(self) -> None:
        """Close the file."""
        self.desk.db.close()
        self.anchor.close()

    def elsewhere(self) -> "Circle":
        """The same table over another connection, to be closed; for the thread it is made in."""
        return replace(self, desk=replace(self.desk, db=connect(self.path)))


def _meaning(hand: HandRow) -> tuple[object, ...]:
    done = {player_id: pile.is_done for player_id, pile in hand.piles.items()}
    return hand.id, hand.dealer_by, hand.as_counted, hand.closed_at, hand.closed_by, done, hand.taken


def phone_of(name: str) -> str:
    """The hash of the token of somebody's phone."""
    return f"{name}-phone"


def at_once(circle: Circle, *acts: Callable[[Circle], object]) -> list[object]:
    """Do things at the same moment, each in a thread of its own; return the answers or refusals in order."""
    start = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def do(place: int) -> None:
        own = circle.elsewhere()
        start.wait()
        try:
            results[place] = acts[place](own)
        except RuleError as refusal:
            results[place] = refusal
        finally:
            own.desk.db.close()

    threads = [threading.Thread(target=do, args=[place]) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
