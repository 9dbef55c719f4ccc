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


@dataclass
class PaperMatch:
    """One match: seats clockwise, totals so far, and the piles on the table (with whether they are done)."""

    seats: list[str]
    dealer: str
    colours: int
    target: int
    totals: dict[str, int] = field(default_factory=dict)
    hands_closed: int = 0
    piles: dict[str, Pile] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.totals = self.totals or dict.fromkeys(self.seats, 0)

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
        for name, pile in self.piles.items():
            self.totals[name] += points_of(pile)
        self.hands_closed += 1
        self.void()
        # To the right: who sits before the dealer, going clockwise.
        self.dealer = self.seats[self.seats.index(self.dealer) - 1]

    def void(self) -> None:
        self.piles, self.done = {}, set()

    def again(self) -> "PaperMatch":
        return PaperMatch(list(self.seats), self.dealer, self.colours, self.target)

    @property
    def ranks(self) -> dict[str, int]:
        order = sorted(self.totals.values(), reverse=True)
        return {name: order.index(total) + 1 for name, total in self.totals.items()}

    @property
    def winners(self) -> set[str]:
        best = max(self.totals.values())
        if not self.hands_closed or best < self.target:
            return set()
        return {name for name, total in self.totals.items() if total == best}
