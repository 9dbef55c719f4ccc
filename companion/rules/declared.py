"""What does somebody say who declares a sum, and is it right?"""

from collections.abc import Collection
from dataclasses import dataclass

from companion.rules.cards import Colour
from companion.rules.kinds import Card
from companion.rules.sums import Verdict, check_sum
from companion.rules.targets import TurnTarget, matching_targets, turn_targets

SUM_FROM = 2
"""Cards from which on they can be a sum at all."""


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """A declared sum in the order in which its cards were named; the one at index `hand` is the hand card.

    `target` is the target sum it is compared with, None while that is the one it adds up to; `takes_all`
    that no card is left on the table, `tweak_cards_left` that the TWEAK cards have not run out.
    """

    cards: tuple[Card, ...] = ()
    hand: int = 0
    target: int | None = None
    deck_empty: bool = False
    takes_all: bool = False
    tweak_cards_left: bool = True

    @property
    def total(self) -> int:
        """Add up the printed numbers."""
        return sum(card.value for card in self.cards)


def find_target(declared: Declaration) -> TurnTarget | None:
    """Find the target sum that the cards meet, if they can be a sum.

    The rules, "A turn" and "What follows from the facts": a single card never is.

    >>> find_target(Declaration(cards=(Card(4), Card(2)))).needs_joker
    True
    """
    matching = matching_targets(declared.total, deck_empty=declared.deck_empty)
    return matching[0] if matching and len(declared.cards) >= SUM_FROM else None


def judge(declared: Declaration, colours: Collection[Colour]) -> Verdict:
    """Judge a declared sum as `check_sum` does, with a Joker wherever only a Joker gives its target.

    The rules, "The [T!] cards" and "When the Central Deck is used up". Raises RuleError `no_such_card`.

    >>> judge(Declaration(cards=(Card(4), Card(3)), deck_empty=True), tuple(Colour)).is_right
    True
    """
    target = declared.total if declared.target is None else declared.target
    with_joker = {each.target for each in turn_targets(deck_empty=declared.deck_empty) if each.needs_joker}
    return check_sum(
        declared.cards,
        target=target,
        colours=colours,
        hand=declared.hand,
        deck_empty=declared.deck_empty,
        joker=target in with_joker,
        takes_all=declared.takes_all,
        tweak_cards_left=declared.tweak_cards_left,
    )
