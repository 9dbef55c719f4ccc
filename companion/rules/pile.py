"""What is in a counted pile, and could it be in the box?"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import IN_BOX, POINTS, CardType
from companion.rules.errors import Problem


@dataclass(frozen=True)
class Count:
    """How many cards of each type a pile holds; any whole numbers, `check_count` judges them.

    The rules, "End of the hand and its count".

    >>> Count(plain=9, red=2, red_five=1, tweak=1).points
    22
    """

    plain: int = 0
    red: int = 0
    five: int = 0
    red_five: int = 0
    tweak: int = 0

    @property
    def by_type(self) -> Mapping[CardType, int]:
        """Give the five numbers by card type, in the order of `CardType`."""
        return dict(zip(CardType, (self.plain, self.red, self.five, self.red_five, self.tweak), strict=True))

    @property
    def points(self) -> int:
        """Add up what the cards are worth."""
        return sum(POINTS[card_type] * number for card_type, number in self.by_type.items())

    @property
    def number_cards(self) -> int:
        """Count the cards that are not TWEAK cards."""
        return self.plain + self.red + self.five + self.red_five

    @property
    def cards(self) -> int:
        """Count all cards, TWEAK cards too."""
        return self.number_cards + self.tweak

    def of(self, card_type: CardType) -> int:
        """Give the number of cards of one type."""
        return self.by_type[card_type]

    def __add__(self, other: "Count") -> "Count":
        return Count(
            plain=self.plain + other.plain,
            red=self.red + other.red,
            five=self.five + other.five,
            red_five=self.red_five + other.red_five,
            tweak=self.tweak + other.tweak,
        )


def check_count(count: Count) -> tuple[Problem, ...]:
    """Find everything in one count that the box cannot hold.

    The rules, "The box: 65 cards". Codes: `below_zero` (card_type), `more_than_in_box` (card_type, counted,
    in_box).

    >>> check_count(Count(red_five=2))[0].code
    'more_than_in_box'
    """
    problems = (_check_type(card_type, counted) for card_type, counted in count.by_type.items())
    return tuple(problem for problem in problems if problem)


def check_taken(count: Count, taken: Count) -> tuple[Problem, ...]:
    """Find every card type of which a pile holds fewer than were `taken` into it.

    The rules, "A turn": the cards of a sum are won. Code: `fewer_than_taken` (card_type, counted, taken).

    >>> check_taken(Count(plain=9), Count(plain=4, red=1))[0].params["card_type"]
    <CardType.RED: 'red'>
    """
    return tuple(
        Problem(
            "fewer_than_taken", {"card_type": card_type, "counted": counted, "taken": taken.of(card_type)}
        )
        for card_type, counted in count.by_type.items()
        if counted < taken.of(card_type)
    )


def _check_type(card_type: CardType, counted: int) -> Problem | None:
    if counted < 0:
        return Problem("below_zero", {"card_type": card_type})
    in_box = IN_BOX[card_type]
    if counted > in_box:
        return Problem("more_than_in_box", {"card_type": card_type, "counted": counted, "in_box": in_box})
    return None
