"""How are the tables of the rulebook said in words?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.rulebook import tables
from companion.web import wording
from companion.web.language import gettext as _


@dataclass(frozen=True)
class Table:
    """A table as shown; the first of each row is its heading."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def show_table(name: str) -> Table:
    """Return a table of the rulebook by its name."""
    return _TABLES[name]()


def _show_points() -> Table:
    return Table(
        _("What each card is worth"),
        (_("Card"), _("Points"), _("In the box")),
        tuple(
            (wording.card_type(row.card_type), str(row.points), str(row.in_box))
            for row in tables.list_points()
        ),
    )


def _show_colours() -> Table:
    return Table(
        _("How many colours are usual"),
        (_("Players"), _("Colours"), _("Cards")),
        tuple(
            (
                "–".join(dict.fromkeys((str(row.players[0]), str(row.players[-1])))),
                _("red + %(number)s", number=row.others),
                str(row.number_cards),
            )
            for row in tables.list_colours()
        ),
    )


def _show_targets() -> Table:
    return Table(
        _("How many points end the match"),
        (_("Players"), _("Target")),
        tuple((str(row.players), str(row.target)) for row in tables.list_targets()),
    )


_TABLES: Mapping[str, Callable[[], Table]] = {
    "points": _show_points,
    "colours": _show_colours,
    "targets": _show_targets,
}
