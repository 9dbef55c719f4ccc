"""The rules at hand: eight drawn buttons, a search that answers as one types, an entry for each question."""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for

from companion.rulebook.book import Book, Entry
from companion.rulebook.library import Findings, open_library
from companion.rulebook.search import MOST_LETTERS
from companion.rulebook.texts import Line
from companion.rules.cards import DECK_EMPTY_TARGET, POINTS, TARGET_SUMS, CardType
from companion.rules.targets import JOKER_MOVES
from companion.web.access import Role, get_visitor, needs
from companion.web.language import get_lang
from companion.web.rule_tables import show_table

TILES = ("thief", "joker", "shifter", "bomb", "my-turn", "deck-empty", "points", "set-up")
_JOKER_TARGET = TARGET_SUMS[-2]

blueprint = Blueprint("rulebook", __name__)


@dataclass(frozen=True)
class Tile:
    """A drawn button; `lang` is its words'."""

    url: str
    lang: str
    words: Line
    drawing: str


@dataclass(frozen=True)
class Drawn:
    """The numbers in the drawings."""

    joker: tuple[int, int, int] = (
        _JOKER_TARGET + min(JOKER_MOVES),
        _JOKER_TARGET,
        _JOKER_TARGET + max(JOKER_MOVES),
    )
    deck_empty: int = DECK_EMPTY_TARGET
    plain: int = POINTS[CardType.PLAIN]
    targets: tuple[int, ...] = TARGET_SUMS


DRAWN = Drawn()


@blueprint.get("/rules")
@needs(Role.STRANGER)
def contents() -> str:
    """Show the rules to anybody."""
    return _show_contents()


@blueprint.get("/rules/<entry_id>")
@needs(Role.STRANGER)
def entry(entry_id: str) -> str:
    """Show one entry to anybody."""
    return _show_entry(entry_id)


@blueprint.get("/t/<table_id>/rules")
@needs(Role.WATCHER)
def table_contents(table_id: str) -> str:  # noqa: ARG001
    """Show the rules at a table."""
    return _show_contents()


@blueprint.get("/t/<table_id>/rules/<entry_id>")
@needs(Role.WATCHER)
def table_entry(table_id: str, entry_id: str) -> str:  # noqa: ARG001
    """Show one entry at a table."""
    return _show_entry(entry_id)


def rules_url(question: str | None = None) -> str:
    """Return where the rules are, below the table that the page belongs to; with what was asked there."""
    table = _find_table_id()
    if table:
        return url_for("rulebook.table_contents", table_id=table, q=question or None)
    return url_for("rulebook.contents", q=question or None)


def rule_url(entry_id: str, question: str | None = None) -> str:
    """Return where an entry is; with the question that led there, so that its page leads back to it."""
    table = _find_table_id()
    if table:
        return url_for("rulebook.table_entry", table_id=table, entry_id=entry_id, q=question or None)
    return url_for("rulebook.entry", entry_id=entry_id, q=question or None)


@blueprint.app_context_processor
def _addresses() -> dict[str, object]:
    return {"rules_url": rules_url, "rule_url": rule_url}


def _show_contents() -> str:
    question = _read_question()
    book = _open_book()
    is_part = request.headers.get("HX-Request") == "true"
    open_library().prepare()
    return render_template(
        "rules/_found.html" if is_part else "rules/contents.html",
        question=question,
        findings=_search(question),
        tiles=[_show_tile(book, entry_id) for entry_id in TILES],
        sections=book.sections,
        drawn=DRAWN,
        current="rules",
    )


def _show_entry(entry_id: str) -> str:
    book = _open_book()
    found = book.find_entry(entry_id) or abort(404)
    return render_template(
        "rules/entry.html",
        entry=found,
        see=[each for each in map(book.find_entry, found.see) if each],
        back=rules_url(_read_question()),
        show_table=show_table,
        drawn=DRAWN,
        current="rules",
    )


def _search(question: str) -> Findings | None:
    return open_library().search(question, get_lang()) if question else None


def _open_book() -> Book:
    return open_library().get_book(get_lang())


def _show_tile(book: Book, entry_id: str) -> Tile:
    shown: Entry = book.find_entry(entry_id) or abort(404)
    return Tile(rule_url(entry_id), shown.lang, shown.short, shown.drawing)


def _read_question() -> str:
    return request.args.get("q", "").strip()[:MOST_LETTERS]


def _find_table_id() -> str | None:
    visitor = get_visitor()
    return visitor.table.id if visitor.table and visitor.role >= Role.WATCHER else None
