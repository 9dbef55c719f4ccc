"""What do the stored things look like outside the database?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.cards import Colour
from companion.rules.kinds import Card, count_cards
from companion.rules.match import HandState, Match
from companion.rules.pile import Count


@dataclass(frozen=True)
class TableRow:
    """A circle of people that meets again; `revision` says only that something is new.

    `name` is "" where nobody has named it; `lang` is the language of its television, "" where nobody has
    chosen one; `opened_at` in UTC, ISO 8601.
    """

    id: str
    name: str
    code: str
    join_token: str
    revision: int
    is_locked: bool
    lang: str = ""
    opened_at: str = ""


@dataclass(frozen=True)
class LessonRow:
    """Where a table's lesson is: its step (from 1 on), and which phone leads, whose it is.

    `moved_at` in UTC, ISO 8601; the ids are None for the server's own host.
    """

    step: int
    device_id: str | None
    player_id: str | None
    moved_at: str


@dataclass(frozen=True)
class PlayerRow:
    """A person of one table."""

    id: str
    name: str
    animal: str


@dataclass(frozen=True)
class DeviceRow:
    """A phone (or laptop) at one table; the first of `player_ids` is its owner, if it has one.

    `claims` is the player it says it is, until somebody at the table says yes; `seen_at` in UTC, ISO 8601.
    """

    id: str
    role: str
    player_ids: tuple[str, ...]
    seen_at: str = ""
    claims: str | None = None

    @property
    def owner_id(self) -> str | None:
        """The player whose phone this is."""
        return self.player_ids[0] if self.player_ids else None


@dataclass(frozen=True)
class PileRow:
    """What is counted of one player's pile in one hand; `touched_at` in UTC, ISO 8601."""

    player_id: str
    count: Count
    is_done: bool
    revision: int
    touched_at: str
    by_player_id: str | None

    @property
    def is_begun(self) -> bool:
        """Whether there is anything of it: a card, or somebody's word that there is none."""
        return self.is_done or self.count.cards > 0


@dataclass(frozen=True)
class TakenRow:
    """A checked sum that was taken for a player: its cards, hand card first; `taken_at` in UTC, ISO 8601."""

    id: str
    player_id: str
    cards: tuple[Card, ...]
    target: int
    is_tweak: bool
    wins_card: bool
    taken_at: str
    by_player_id: str | None

    @property
    def count(self) -> Count:
        """What it puts on the pile, with the TWEAK card if it won one."""
        return count_cards(self.cards, tweak=int(self.wins_card))


@dataclass(frozen=True)
class HandRow:
    """One hand with its facts; `seats` clockwise; `closed_at` in UTC, ISO 8601.

    `taken` is what players took by checked sums while the hand is open: a pile is counted apart from it.
    """

    id: str
    dealer_id: str
    dealer_by: str
    seats: tuple[str, ...]
    colours: tuple[Colour, ...]
    state: HandState
    revision: int
    as_counted: bool
    closed_at: str | None
    closed_by: str | None
    piles: Mapping[str, PileRow]
    taken: Mapping[str, Count] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchRow:
    """One match: its rows, and the same as a value of the rules (hands in the same order).

    `leaving` are the players who leave when the open hand is closed.
    """

    id: str
    table_id: str
    started_at: str
    hands: tuple[HandRow, ...]
    rules: Match
    leaving: frozenset[str] = frozenset()

    @property
    def open_hand(self) -> HandRow:
        """The one hand that is played, or would be played next."""
        return next(hand for hand in self.hands if hand.state is HandState.OPEN)
