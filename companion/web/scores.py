"""The scores: standings of the running match, the deal, and what comes next."""

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, url_for

from companion.rules.cards import MAX_PLAYERS
from companion.rules.match import outcome
from companion.store import matches, tables
from companion.store.rows import MatchRow
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


class Joining(NamedTuple):
    """Somebody who sits at the table and not in the match; `url` is None while the hand is being counted."""

    name: str
    url: str | None


@blueprint.get("/t/<table_id>/")
@needs(Role.WATCHER)
def scores(table_id: str) -> str:
    """Show the scores page."""
    return _render("scores/scores.html", table_id)


@blueprint.get("/t/<table_id>/board")
@needs(Role.WATCHER)
def board(table_id: str) -> Response:
    """Return the part of the scores page that is live; all anew where the phone is another's now."""
    response = make_response(_render("scores/_board.html", table_id))
    if request.args.get("who", _who()) != _who():
        response.headers["HX-Refresh"] = "true"
    return response


def _who() -> str:
    """Return for whom the page's header and places are drawn."""
    visitor = get_visitor()
    return visitor.me.id if visitor.me else visitor.role.name


def _render(template: str, table_id: str) -> str:
    match = matches.find_last_match(get_db(), table_id)
    return render_template(
        template,
        board=_show(match) if match else None,
        joining=_find_joining(match) if match else None,
        who=_who(),
        company=() if match else show_players(tables.list_players(get_db(), table_id)).values(),
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


def _find_joining(match: MatchRow) -> Joining | None:
    """Return how this phone's player gets into the match, where they are not in it and it goes on."""
    me, hand = get_visitor().me, match.open_hand
    if me is None or me.id in hand.seats or outcome(match.rules).is_over or len(hand.seats) >= MAX_PLAYERS:
        return None
    url = url_for("arranging.arrange", table_id=match.table_id, do=f"add:{me.id}")
    return Joining(me.name, None if hand.piles or hand.taken else url)


def _show(match: MatchRow) -> Board:
    me = get_visitor().me
    players = show_players(tables.list_players(get_db(), get_table().id))
    return show_board(match, players, me=me.id if me else None)
