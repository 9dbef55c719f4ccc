"""What does the page show on which a sum is checked?"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from companion.rules.cards import COLOURS, DECK_EMPTY_TARGET, VALUES, Colour
from companion.rules.declared import Declaration, find_target, judge
from companion.rules.kinds import Card, format_cards
from companion.rules.sums import Verdict
from companion.rules.targets import over_by, turn_targets
from companion.store.rows import HandRow
from companion.web.sum_words import Reason, name_card, say_over, say_reasons, say_steps, say_sum

ALIKE = "more_of_a_kind_than_in_play"


@dataclass(frozen=True)
class CardView:
    """A card as it is drawn; `id` is how it is written, `place` where it stands in the declared order."""

    card: Card
    id: str
    place: int = 0
    is_hand: bool = False

    @property
    def value(self) -> int:
        """Its number."""
        return self.card.value

    @property
    def is_red(self) -> bool:
        """Whether it is drawn as a red card."""
        return self.card.is_red

    @property
    def points(self) -> int:
        """What it is worth once it is won."""
        return self.card.points

    @property
    def name(self) -> str:
        """Its name in words."""
        return name_card(self.card)


@dataclass(frozen=True)
class ChipView:
    """A target sum to compare with.

    `full` says what gives it while the deck lasts, `empty` what afterwards: "deck", "joker" or "nothing".
    """

    target: int
    full: str
    empty: str
    is_lit: bool


@dataclass(frozen=True)
class CheckView:
    """A declared sum as it is being tapped; it `is_lit` where it is right for one of the targets."""

    declared: Declaration
    total: int
    is_lit: bool
    is_blue: bool
    needs_joker: bool
    spoken: list[str]
    over: str
    used: list[CardView]
    chips: Sequence[ChipView]
    keys: Sequence[CardView]


@dataclass(frozen=True)
class VerdictView:
    """A judged sum: everything that is wrong, or what it wins; its cards in the spoken order.

    It `is_open` while its cards meet no target yet and it was not compared with one.
    """

    declared: Declaration
    target: int
    is_right: bool
    is_open: bool
    is_blue: bool
    needs_joker: bool
    spoken: str
    reasons: list[Reason]
    cards: list[CardView]
    card_count: int
    points: int
    is_tweak: bool
    wins_card: bool


def show_check(declared: Declaration, hand: HandRow | None) -> CheckView:
    """Return a declared sum as it is being tapped; `hand` is the one that is played, if any."""
    verdict = _judge(declared, hand.colours if hand else COLOURS)
    target = find_target(declared)
    is_lit = target is not None and verdict.is_right
    over = over_by(declared.total, deck_empty=declared.deck_empty)
    return CheckView(
        declared=declared,
        total=declared.total,
        is_lit=is_lit,
        is_blue=is_lit and _is_blue(declared.total, declared),
        needs_joker=bool(target and target.needs_joker),
        spoken=say_steps(verdict.steps),
        over=say_over(over) if over else "",
        used=_show_cards(declared, range(len(declared.cards))),
        chips=show_chips(declared.total if is_lit else None),
        keys=KEYS,
    )


def show_verdict(declared: Declaration, hand: HandRow | None) -> VerdictView:
    """Return what is to be said of a declared sum; `hand` is the one that is played, if any."""
    verdict = _judge(declared, hand.colours if hand else COLOURS)
    is_open = declared.target is None and find_target(declared) is None
    others = [place for place in range(len(declared.cards)) if place != declared.hand]
    return VerdictView(
        declared=declared,
        target=verdict.target,
        is_right=verdict.is_right,
        is_open=is_open,
        is_blue=_is_blue(verdict.target, declared),
        needs_joker=verdict.target in _joker_targets(deck_empty=declared.deck_empty),
        spoken=say_sum(verdict.steps),
        reasons=say_reasons(each for each in verdict.problems if not is_open or each.code == ALIKE),
        cards=_show_cards(declared, [declared.hand, *others] if declared.cards else []),
        card_count=verdict.count.cards,
        points=verdict.count.points,
        is_tweak=verdict.is_tweak,
        wins_card=verdict.wins_card,
    )


def show_card(card: Card, *, place: int = 0, is_hand: bool = False) -> CardView:
    """Return a card as drawn."""
    return CardView(card, format_cards([card]), place, is_hand)


@lru_cache
def show_chips(lit: int | None) -> tuple[ChipView, ...]:
    """Return the targets that a turn may ever have."""
    full, empty = (
        {each.target: "joker" if each.needs_joker else "deck" for each in turn_targets(deck_empty=deck_empty)}
        for deck_empty in (False, True)
    )
    return tuple(
        ChipView(target, full.get(target, "nothing"), empty.get(target, "nothing"), is_lit=target == lit)
        for target in sorted({*full, *empty})
    )


@lru_cache
def _judge(declared: Declaration, colours: tuple[Colour, ...]) -> Verdict:
    return judge(declared, colours)


def _show_cards(declared: Declaration, places: Collection[int]) -> list[CardView]:
    return [show_card(declared.cards[place], place=place, is_hand=place == declared.hand) for place in places]


def _is_blue(target: int, declared: Declaration) -> bool:
    return declared.deck_empty and target == DECK_EMPTY_TARGET


def _joker_targets(*, deck_empty: bool) -> set[int]:
    return {each.target for each in turn_targets(deck_empty=deck_empty) if each.needs_joker}


KEYS = tuple(show_card(Card(value, is_red=red)) for red, value in product((False, True), sorted(set(VALUES))))
