"""Which sums were possible? Asked only while no match is played: what was overlooked is lost by the rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.rules.cards import COLOURS, DECK_EMPTY_TARGET, TARGET_SUMS
from companion.rules.deck import CARDS_EACH
from companion.rules.declared import Declaration, judge
from companion.rules.errors import Problem, RuleError
from companion.rules.kinds import Card, check_cards, format_cards
from companion.rules.possible import PossibleSum, find_sums
from companion.store import tables
from companion.store.rows import MatchRow
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db
from companion.web.declaring import MOST_CARDS, FormField, read_cards
from companion.web.running import find_running
from companion.web.sum_pages import KEYS, CardView, show_card
from companion.web.sum_words import say_reasons, say_sum

blueprint = Blueprint("possible", __name__)
Page = str | Answer | tuple[str, int]


@dataclass(frozen=True)
class Question:
    """Which cards a player had, and which lay open; taps go to the hand until it is full, or `to_table`."""

    hand: tuple[Card, ...] = ()
    table: tuple[Card, ...] = ()
    target: int | None = None
    deck_empty: bool = False
    to_table: bool = False

    @property
    def feeds_table(self) -> bool:
        """Whether the next card goes to the table."""
        return self.to_table or len(self.hand) >= CARDS_EACH


@dataclass(frozen=True)
class PossibleView:
    """One sum that was possible, as shown."""

    spoken: str
    cards: list[CardView]
    target: int
    points: int
    needs_joker: bool
    is_tweak: bool


@dataclass(frozen=True)
class Typed:
    """What was typed for one place: its cards, or the text as it stands and why it is refused."""

    cards: tuple[Card, ...] = ()
    text: str = ""
    problem: Problem | None = None


@blueprint.get("/check/possible")
@needs(Role.STRANGER)
def alone() -> Page:
    """Look for sums without a table."""
    return _show(None)


@blueprint.get("/t/<table_id>/check/possible")
@needs(Role.WATCHER)
def at_table(table_id: str) -> Page:
    """Look for sums at a table that plays no match now."""
    return _show(table_id)


def find_url(table_id: str | None, running: MatchRow | None) -> str | None:
    """Return where to look for sums; None while this phone's people are playing."""
    if table_id:
        return None if running else url_for("possible.at_table", table_id=table_id)
    return None if _is_playing() else url_for("possible.alone")


def _is_playing() -> bool:
    token_hash = get_visitor().token_hash
    known = tables.list_tables_of_token(get_db(), token_hash) if token_hash else ()
    return any(find_running(table.id) for table in known)


def _show(table_id: str | None) -> Page:
    running = find_running(table_id) if table_id else None
    url = find_url(table_id, running)
    check_url = url_for("sums.check", table_id=table_id) if table_id else url_for("sums.alone")
    if url is None:
        return redirect(check_url, 303)
    hand = _read_typed("hand", most=CARDS_EACH)
    table = _read_typed("table")
    question = Question(
        hand=hand.cards,
        table=table.cards,
        target=_read_target(request.args.get("target", "")),
        deck_empty=bool(request.args.get("deck")),
        to_table=request.args.get("to") == "table",
    )
    refused = {place: typed for place, typed in (("hand", hand), ("table", table)) if typed.problem}
    page = _render(_tap(question, request.args), url, check_url, refused=refused)
    return (page, 422) if refused else page


def _read_typed(place: str, *, most: int = MOST_CARDS) -> Typed:
    text = request.args.get(place, "")
    try:
        cards = read_cards(text)
    except RuleError as error:
        return Typed(text=text, problem=error.problem)
    if len(cards) > most:
        return Typed(text=text, problem=Problem("too_many_in_hand", {"most": most}))
    return Typed(cards)


def _read_target(text: str) -> int | None:
    return int(text) if text in map(str, TARGET_SUMS) else None


def _tap(question: Question, fields: Mapping[str, str]) -> Question:
    for name, tap in _TAPS.items():
        if name in fields:
            return tap(question, fields[name])
    return question


def _add(question: Question, value: str) -> Question:
    added = _KEYS.get(value, ())
    if question.feeds_table:
        return replace(question, table=question.table + added)
    return replace(question, hand=question.hand + added)


_KEYS = {key.id: (key.card,) for key in KEYS}


def _drop(question: Question, value: str) -> Question:
    place, _, index = value.partition(":")
    if place not in {"hand", "table"} or not (index.isascii() and index.isdigit()):
        return question
    cards = question.hand if place == "hand" else question.table
    kept = cards[: int(index)] + cards[int(index) + 1 :]
    return replace(question, hand=kept) if place == "hand" else replace(question, table=kept)


_TAPS: dict[str, Callable[[Question, str], Question]] = {
    "add": _add,
    "drop": _drop,
    "aim": lambda question, value: replace(question, target=_read_target(value)),
    "into": lambda question, value: replace(question, to_table=value == "table"),
    "flip": lambda question, _value: replace(question, deck_empty=not question.deck_empty),
    "clear": lambda _question, _value: Question(),
}


def _fields(question: Question, refused: Mapping[str, Typed]) -> list[FormField]:
    fields = {
        "hand": format_cards(question.hand),
        "table": format_cards(question.table),
        "target": str(question.target or ""),
        "deck": "1" if question.deck_empty else "",
        "to": "table" if question.to_table else "",
    }
    kept = {place: typed.text for place, typed in refused.items()}
    return [FormField(name, kept.get(name, value)) for name, value in fields.items()]


def _render(question: Question, url: str, check_url: str, *, refused: Mapping[str, Typed]) -> str:
    target = DECK_EMPTY_TARGET if question.deck_empty else question.target
    found = find_sums(question.hand, question.table, target=target, joker=True) if target else None
    return render_template(
        "sums/possible.html",
        question=question,
        url=url,
        check_url=check_url,
        fields=_fields(question, refused),
        hand=[show_card(card, place=place) for place, card in enumerate(question.hand)],
        table_cards=[show_card(card, place=place) for place, card in enumerate(question.table)],
        keys=KEYS,
        targets=TARGET_SUMS,
        target=target,
        hand_most=CARDS_EACH,
        found=found.found if found else None,
        best=[_show_possible(each) for each in found.best] if found else [],
        reasons=say_reasons(check_cards((*question.hand, *question.table), COLOURS)),
        refused={place: say_reasons([typed.problem])[0] for place, typed in refused.items() if typed.problem},
        current="check",
    )


def _show_possible(possible: PossibleSum) -> PossibleView:
    steps = judge(Declaration(cards=possible.cards, target=possible.target), COLOURS).steps
    return PossibleView(
        spoken=say_sum(steps),
        cards=[show_card(card) for card in possible.cards],
        target=possible.target,
        points=possible.points,
        needs_joker=possible.needs_joker,
        is_tweak=possible.is_tweak,
    )
