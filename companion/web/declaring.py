"""What is declared on the page, and what does one tap change of it?

The declared sum travels in the page itself, as fields of its form: a phone without scripts sends the same
fields with every tap, and a page that is loaded again shows the same cards.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.rules.declared import Declaration
from companion.rules.errors import RuleError
from companion.rules.kinds import Card, format_cards, parse_cards
from companion.web.language import gettext as _

MOST_CARDS = 54

Fields = Mapping[str, str]


class FormField(NamedTuple):
    """One hidden field of a form."""

    name: str
    value: str


def read_declared(fields: Fields) -> Declaration:
    """Return what a form's fields declare, after the tap among them; what cannot be is left out.

    Raises RuleError "unreadable_card" and "too_many_cards" (most).
    """
    declared = Declaration(
        cards=read_cards(fields.get("cards", "")),
        hand=_read_place(fields.get("hand", "")) or 0,
        target=_read_place(fields.get("target", "")),
        deck_empty=bool(fields.get("deck")),
        takes_all=bool(fields.get("all")),
        tweak_cards_left=not fields.get("none"),
    )
    for name, tap in _TAPS.items():
        if name in fields:
            declared = tap(declared, fields[name])
    return declared if declared.hand < len(declared.cards) else replace(declared, hand=0)


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards as they are typed in this phone's language. Raises as `read_declared` does."""
    cards = parse_cards(text, red_letters=red_letters())
    if len(cards) > MOST_CARDS:
        raise RuleError("too_many_cards", most=MOST_CARDS)
    return cards


def red_letters() -> tuple[str, ...]:
    """Return the letters that mark a red card in this phone's language; English r always does."""
    # Translators: what is typed before a red card, as in r5; the first letters of "red", blanks between.
    return tuple(_("r").split())


def form_fields(declared: Declaration) -> list[FormField]:
    """Return the hidden fields that say the same; the inverse of `read_declared`, but for the target."""
    fields = {
        "cards": format_cards(declared.cards),
        "hand": str(declared.hand),
        "deck": "1" if declared.deck_empty else "",
        "all": "1" if declared.takes_all else "",
        "none": "" if declared.tweak_cards_left else "1",
    }
    return [FormField(name, value) for name, value in fields.items()]


def clear(declared: Declaration, _value: str = "") -> Declaration:
    """Take all cards away, and what was said of them; what has run out stays so."""
    return Declaration(deck_empty=declared.deck_empty, tweak_cards_left=declared.tweak_cards_left)


def _read_place(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None  # noqa: PLR2004


def _add(declared: Declaration, value: str) -> Declaration:
    cards = declared.cards + parse_cards(value)
    return replace(declared, cards=cards) if len(cards) <= MOST_CARDS else declared


def _drop(declared: Declaration, value: str) -> Declaration:
    place = _read_place(value)
    if place is None or place >= len(declared.cards):
        return declared
    cards = declared.cards[:place] + declared.cards[place + 1 :]
    # The mark stays with its card; when that one goes, the first card bears it again.
    hand = 0 if place == declared.hand else declared.hand - int(place < declared.hand)
    return replace(declared, cards=cards, hand=hand)


def _mark(declared: Declaration, value: str) -> Declaration:
    return replace(declared, hand=_read_place(value) or 0)


def _flip(declared: Declaration, value: str) -> Declaration:
    if value == "all":
        return replace(declared, takes_all=not declared.takes_all)
    if value == "deck":
        return replace(declared, deck_empty=not declared.deck_empty)
    if value == "none":
        return replace(declared, tweak_cards_left=not declared.tweak_cards_left)
    return declared


_TAPS: dict[str, Callable[[Declaration, str], Declaration]] = {
    "add": _add,
    "drop": _drop,
    "mark": _mark,
    "clear": clear,
    "flip": _flip,
}
