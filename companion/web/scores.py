"""The scores: standings of the running match, the deal, and what comes next."""

from typing import NamedTuple

from flask import Blueprint, render_template, url_for

from companion.store import matches, tables
from companion.web.access import Role, get_table, get_visitor, needs
from companion.web.board import Board, show_board
from companion.web.changes import show_last_change
from companion.web.claims import find_own_claim, list_claims
from companion.web.context import get_db
from companion.web.lesson import find_leader, find_lesson
from companion.web.shown import show_players

blueprint = Blueprint("scores", __name__)


class Led(NamedTuple):
    """Who explains the game (None: nobody's phone), and where one follows."""

    name: str | None
    url: str


@blueprint.get("/t/<table_id>/")
@needs(Role.WATCHER)
def scores(table_id: str) -> str:
    """Show the scores page."""
    return _render("scores/scores.html", table_id)


@blueprint.get("/t/<table_id>/board")
@needs(Role.WATCHER)
def board(table_id: str) -> str:
    """Return the part of the scores page that is live."""
    return _render("scores/_board.html", table_id)


def _render(template: str, table_id: str) -> str:
    return render_template(
        template,
        board=_board(table_id),
        last_change=show_last_change(table_id),
        claims=list_claims(table_id),
        own_claim=find_own_claim(table_id),
        led_by=_find_led(table_id),
        current="scores",
    )


def _find_led(table_id: str) -> Led | None:
    lesson = find_lesson(table_id)
    if lesson is None:
        return None
    return Led(find_leader(table_id, lesson), url_for("lesson.follow", table_id=table_id))


def _board(table_id: str) -> Board | None:
    match = matches.find_last_match(get_db(), table_id)
    if match is None:
        return None
    me = get_visitor().me
    players = show_players(tables.list_players(get_db(), get_table().id))
    return show_board(match, players, me=me.id if me else None)
