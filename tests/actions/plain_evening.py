"""An evening kept with pencil and paper: the rules once more, as plainly as they can be written down.

Nothing of the product is used here, so that it can be held against it.
"""

from dataclasses import dataclass, field

POINTS = {"plain": 1, "red": 3, "five": 4, "red_five": 5, "tweak": 2}
MOST_TWEAKS = 10

Pile = dict[str, int]


def points_of(pile: Pile) -> int:
    return sum(POINTS[kind] * number for kind, number in pile.items())


def number_cards_of(pile: Pile) -> int:
    return pile["plain"] + pile["red"] + pile["five"] + pile["red_five"]


def in_play(colours: int) -> Pile:
    """With c colours: 8(c-1) plain cards, eight reds and the red 5, c-1 other fives, all [T!] cards."""
    return {
        "plain": 8 * (colours - 1),
        "red": 8,
        "five": colours - 1,
        "red_five": 1,
        "tweak": MOST_TWEAKS,
    }


SUGGESTED_COLOURS = {2: 4, 3: 4, 4: 5, 5: 6, 6: 6}


@dataclass
class PaperHand:
    """A hand that is over: who sat where, who dealt, what was counted (nothing counts of a void one)."""

    seats: list[str]
    dealer: str
    piles: dict[str, Pile]
    is_void: bool = False
    choice: str | None = None


@dataclass
class PaperMatch:
    """One match: seats clockwise, the hands so far, and the piles on the table (and which are done)."""

    seats: list[str]
    dealer: str
    colours: int
    target: int
    start: dict[str, int] = field(default_factory=dict)
    hands: list[PaperHand] = field(default_factory=list)
    piles: dict[str, Pile] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    leaving: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.start = self.start or dict.fromkeys(self.seats, 0)

    @property
    def closed(self) -> list[PaperHand]:
        return [hand for hand in self.hands if not hand.is_void]

    @property
    def hands_closed(self) -> int:
        return len(self.closed)

    @property
    def totals(self) -> dict[str, int]:
        return self.totals_after(self.hands_closed)

    def totals_after(self, hands: int) -> dict[str, int]:
        return {
            name: start
            + sum(points_of(hand.piles[name]) for hand in self.closed[:hands] if name in hand.piles)
            for name, start in self.start.items()
        }

    def surplus(self, kind: str) -> bool:
        return sum(pile[kind] for pile in self.piles.values()) > in_play(self.colours)[kind]

    def has_too_many_tweaks(self, name: str) -> bool:
        return 2 * self.piles[name]["tweak"] > number_cards_of(self.piles[name])

    def is_asked(self, name: str) -> bool:
        """Whether something about this player's pile does not fit."""
        pile = self.piles[name]
        return self.has_too_many_tweaks(name) or any(pile[kind] and self.surplus(kind) for kind in POINTS)

    @property
    def fits(self) -> bool:
        return not any(map(self.surplus, POINTS)) and not any(map(self.has_too_many_tweaks, self.piles))

    @property
    def missing(self) -> list[str]:
        return [name for name in self.seats if name not in self.done]

    def count(self, name: str, pile: Pile, *, done: bool, anyway: bool) -> bool:
        """Write a pile down; return whether it has to be asked about before it is done."""
        self.piles[name] = pile
        asks = done and not anyway and self.is_asked(name)
        self.done.discard(name)
        if done and not asks:
            self.done.add(name)
        return asks

    def close(self) -> None:
        self._lay_aside(is_void=False)
        stay = [name for name in self.seats if name not in self.leaving]
        if len(stay) >= 2:
            self.leaving = set()
            self.sit(stay)
        else:
            self.dealer = self.right_of(self.dealer)

    def void(self) -> None:
        self._lay_aside(is_void=True)

    def _lay_aside(self, *, is_void: bool) -> None:
        self.hands.append(PaperHand(list(self.seats), self.dealer, self.piles, is_void))
        self.piles, self.done = {}, set()

    def right_of(self, name: str) -> str:
        """To the right: who sits before, going clockwise."""
        return self.seats[self.seats.index(name) - 1]

    def sit(self, seats: list[str]) -> None:
        """Take other seats after a hand; colours nobody has chosen follow the number of players."""
        if self.colours == SUGGESTED_COLOURS[len(self.seats)] and len(seats) != len(self.seats):
            self.colours = SUGGESTED_COLOURS[len(seats)]
        self.seats = seats
        self.dealer = self.named_by_rule()

    def named_by_rule(self) -> str:
        """The last dealer’s right-hand neighbour; of a void hand the same; or the next one to the right."""
        last = self.hands[-1]
        if last.is_void and last.dealer in self.seats:
            return last.dealer
        if last.dealer in self.seats:
            return self.right_of(last.dealer)
        at = last.seats.index(last.dealer)
        rightwards = [last.seats[at - steps] for steps in range(1, len(last.seats))]
        return next((name for name in rightwards if name in self.seats), self.seats[0])

    def again(self) -> "PaperMatch":
        return PaperMatch(list(self.seats), self.dealer, self.colours, self.target)

    @property
    def ranks(self) -> dict[str, int]:
        order = sorted(self.totals.values(), reverse=True)
        return {name: order.index(total) + 1 for name, total in self.totals.items()}

    @property
    def winners(self) -> set[str]:
        if not self.closed:
            return set()
        best = max(self.totals.values())
        winners = {name for name, total in self.totals.items() if total == best}
        choice = self.closed[-1].choice
        if choice == "end_now":
            return winners
        if best < self.target or self.plays_on:
            return set()
        return set() if choice == "one_more" and len(winners) > 1 else winners

    @property
    def plays_on(self) -> bool:
        return any(
            hand.choice == "play_on" and max(self.totals_after(number).values()) >= self.target
            for number, hand in enumerate(self.closed, start=1)
        )
