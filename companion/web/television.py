"""What does the television show to people three metres away?"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.hands import last_closed
from companion.actions.hosting import set_language
from companion.rules.match import outcome
from companion.store import matches, tables
from companion.store.rows import MatchRow
from companion.web.access import Role, get_table, get_visitor, needs
from companion.web.board import Board, show_board
from companion.web.context import get_companion, get_db, get_desk
from companion.web.forms import read_operation_id, read_text
from companion.web.getting_in import Invite, asked_address, list_arrived, make_invite
from companion.web.language import speak
from companion.web.lesson import LessonView, find_lesson, show_lesson
from companion.web.rule_tables import show_table
from companion.web.rulebook import DRAWN
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("television", __name__)

# A match that ended longer ago is last week's: this evening's guests want the QR code.
END_IS_SHOWN = timedelta(hours=6)


@dataclass(frozen=True)
class Screen:
    """What is on the screen now: the way in, the standings, the end of a match, or the lesson.

    `counting` are the players whose piles are missing, once anybody counts; `is_code_shown` is false
    where the server keeps strangers out.
    """

    shows: Literal["invite", "standings", "over", "lesson"]
    url: str
    invite: Invite
    is_code_shown: bool
    arrived: list[PlayerView]
    board: Board | None
    counting: tuple[PlayerView, ...]
    lesson: LessonView | None


@blueprint.get("/t/<table_id>/tv")
@needs(Role.WATCHER)
def page(table_id: str) -> str:
    """Show the page for a television."""
    return _render("television/tv.html", table_id)


@blueprint.get("/t/<table_id>/tv/screen")
@needs(Role.WATCHER)
def screen(table_id: str) -> str:
    """Return all that is on the screen, which is live as a whole."""
    return _render("television/_screen.html", table_id)


@blueprint.post("/t/<table_id>/tv/language")
@needs(Role.PLAYER)
def choose_language(table_id: str) -> Answer:
    """Let the table's television speak another language."""
    lang = read_text("lang")
    if lang not in get_companion().catalogues.codes:
        abort(404)
    set_language(get_desk(), read_operation_id(), table_id=table_id, who=get_visitor().who, lang=lang)
    return redirect(url_for("host.invite", table_id=table_id, address=asked_address()), 303)


def _render(template: str, table_id: str) -> str:
    """Render in the table's language, whatever the television's browser asks for."""
    speak(get_table().lang)
    screen = _show_screen(table_id)
    return render_template(template, screen=screen, show_table=show_table, drawn=DRAWN)


def _show_screen(table_id: str) -> Screen:
    match = matches.find_last_match(get_db(), table_id)
    players = show_players(tables.list_players(get_db(), table_id))
    board = show_board(match, players, me=None) if match and not _is_long_over(match) else None
    led = find_lesson(table_id)
    return Screen(
        shows="lesson" if led else _choose_view(board),
        url=url_for("television.screen", table_id=table_id, address=asked_address()),
        invite=make_invite(get_table()),
        is_code_shown=not get_companion().settings.private,
        arrived=list_arrived(table_id),
        board=board,
        counting=_still_counting(board) if board else (),
        lesson=show_lesson(table_id, led) if led else None,
    )


def _choose_view(board: Board | None) -> Literal["invite", "standings", "over"]:
    if board is None:
        return "invite"
    return "over" if board.phase == "over" else "standings"


def _still_counting(board: Board) -> tuple[PlayerView, ...]:
    if board.phase != "counting":
        return ()
    return tuple(seat.player for seat in board.seats if seat.state != "done")


def _is_long_over(match: MatchRow) -> bool:
    last = last_closed(match)
    if last is None or last.closed_at is None or not outcome(match.rules).is_over:
        return False
    return get_companion().clock() - datetime.fromisoformat(last.closed_at) > END_IS_SHOWN
