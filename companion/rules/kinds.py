"""How are the cards of a sum written, what do they count as, and are there that many?"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from unicodedata import normalize

from companion.rules.cards import POINTS, VALUES, CardType, Colour, card_type
from companion.rules.errors import Problem, RuleError
from companion.rules.pile import Count

_RED_LETTER = "r"
_NOT_RED = Colour.BLUE  # stands for all five: they count alike


@dataclass(frozen=True)
class Card:
    """A number card as a sum sees it: its value (1 to 6) and whether it is red. There are twelve kinds.

    Raises RuleError `no_such_value` (value) for any other, the blue 7 too: nobody plays it.
    """

    value: int
    is_red: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.value not in VALUES:
            raise RuleError("no_such_value", value=self.value)

    @property
    def card_type(self) -> CardType:
        """Say what the card counts as once it is won."""
        return card_type(Colour.RED if self.is_red else _NOT_RED, self.value)

    @property
    def points(self) -> int:
        """Give what the card is worth once it is won."""
        return POINTS[self.card_type]


def parse_cards(text: str, *, red_letters: Collection[str] = ()) -> tuple[Card, ...]:
    """Read cards, a digit each, between blanks, commas and pluses, or run together; no text, no cards.

    An `r`, or one of `red_letters`, right before its digit makes a card red; case and width do not matter.
    The inverse of `format_cards`. Raises RuleError `unreadable_card` (part: the word that is not cards).

    >>> format_cards(parse_cards("4, R3+22"))
    '4 r3 2 2'
    """
    letters = "|".join(map(re.escape, (_RED_LETTER, *red_letters)))
    words = re.split(r"[\s,+]+", normalize("NFKC", text))
    return tuple(card for word in words if word for card in _parse_word(word, f"({letters})?([1-6])"))


def format_cards(cards: Collection[Card]) -> str:
    """Write cards in their order, a word each; the inverse of `parse_cards`.

    >>> format_cards((Card(4), Card(3, is_red=True)))
    '4 r3'
    """
    return " ".join(f"{_RED_LETTER if card.is_red else ''}{card.value}" for card in cards)


def kind_order(card: Card) -> tuple[int, bool]:
    """Give the key that sorts cards by value, the red one after its like.

    >>> format_cards(sorted(parse_cards("r3 5 3 r1"), key=kind_order))
    'r1 3 r3 5'
    """
    return card.value, card.is_red


def count_cards(cards: Collection[Card], *, tweak: int = 0) -> Count:
    """Count number cards, and `tweak` TWEAK cards with them, as a pile does.

    The rules, "End of the hand and its count".

    >>> count_cards(parse_cards("r5 2 2"), tweak=1).points
    9
    """
    types = Counter(card.card_type for card in cards) + Counter({CardType.TWEAK: tweak})
    return Count(*(types[each] for each in CardType))


def check_cards(cards: Collection[Card], colours: Collection[Colour]) -> tuple[Problem, ...]:
    """Find every kind of card that there are more of than the colours in play hold, smallest value first.

    The rules, "What follows from the facts". Code: `more_of_a_kind_than_in_play` (value, is_red, used,
    in_play).

    >>> [problem.params["used"] for problem in check_cards(parse_cards("r5 r5"), tuple(Colour))]
    [2]
    """
    used = Counter(cards)
    return tuple(
        Problem(
            "more_of_a_kind_than_in_play",
            {"value": card.value, "is_red": card.is_red, "used": used[card], "in_play": most},
        )
        for card in sorted(used, key=kind_order)
        if used[card] > (most := _in_play(card, colours))
    )


def _parse_word(word: str, card: str) -> Iterator[Card]:
    if not re.fullmatch(f"(?:{card})+", word, re.IGNORECASE):
        raise RuleError("unreadable_card", part=word)
    for red, digit in re.findall(card, word, re.IGNORECASE):
        yield Card(int(digit), is_red=bool(red))


def _in_play(card: Card, colours: Collection[Colour]) -> int:
    """Count the cards of this kind in these colours."""
    return VALUES.count(card.value) * sum((colour is Colour.RED) is card.is_red for colour in colours)
