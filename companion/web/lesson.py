"""How do newcomers learn the game: alone, or led through it on every phone and the television?"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions import lessons
from companion.rulebook.lesson import PLACES, Step
from companion.rulebook.library import open_library
from companion.rules.kinds import Card
from companion.rules.practice import Practice, judge_practice
from companion.store import tables
from companion.store.rows import LessonRow
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation_id, read_text
from companion.web.language import get_lang
from companion.web.rule_tables import show_table
from companion.web.rulebook import DRAWN
from companion.web.shown import name_of, show_players
from companion.web.sum_pages import CardView, show_card
from companion.web.sum_words import Reason, say_reasons, say_sum

blueprint = Blueprint("lesson", __name__)
Page = str | Response
Mode = Literal["alone", "lead", "follow"]


@dataclass(frozen=True)
class Pick:
    """A card to pick for a sum."""

    card: CardView
    place: int
    is_picked: bool


@dataclass(frozen=True)
class PracticeView:
    """A sum to try; `is_right` is None before anything is picked."""

    target: int
    hand: list[Pick]
    table: list[Pick]
    is_right: bool | None
    spoken: str
    reasons: list[Reason]


@dataclass(frozen=True)
class LessonView:
    """One step as shown; `url` is its own address, `turns` are the addresses of the steps around it.

    `mode` tells who turns the page: this phone for itself, this phone for all, or another for this one.
    """

    step: Step
    steps: int
    mode: Mode
    url: str
    before: Step | None
    after: Step | None
    leader: str | None
    practice: PracticeView | None


@blueprint.get("/lesson/<step_id>")
@needs(Role.STRANGER)
def alone(step_id: str) -> str:
    """Show a step to anybody."""
    return _render_own(step_id, url_for("lesson.alone", step_id=step_id), None)


@blueprint.get("/t/<table_id>/lesson/<step_id>")
@needs(Role.WATCHER)
def own(table_id: str, step_id: str) -> str:
    """Show a step to somebody at a table who reads alone."""
    return _render_own(step_id, url_for("lesson.own", table_id=table_id, step_id=step_id), table_id)


@blueprint.get("/t/<table_id>/lesson")
@needs(Role.WATCHER)
def follow(table_id: str) -> Page:
    """Show the step that somebody leads the table to; to a page that shows it already, nothing."""
    lesson = find_lesson(table_id)
    view = show_lesson(table_id, lesson) if lesson else None
    if request.args.get("shown") == (view.step.place.id if view else ""):
        return Response(status=204)
    return _render(view, is_led=True)


@blueprint.post("/t/<table_id>/lesson")
@needs(Role.PLAYER)
def lead(table_id: str) -> Answer:
    """Show a step on every phone that follows, or end the lesson."""
    who = get_visitor().who
    if read_text("do") == "end":
        lessons.end(get_desk(), read_operation_id(), table_id=table_id, who=who)
        return redirect(url_for("scores.scores", table_id=table_id), 303)
    step = _find_step(read_text("step"))
    lessons.lead(get_desk(), read_operation_id(), table_id=table_id, who=who, step=step.number)
    return redirect(url_for("lesson.follow", table_id=table_id), 303)


def find_lesson(table_id: str) -> LessonRow | None:
    """Return the lesson that a table is in."""
    return lessons.find_lesson(get_desk(), table_id)


def find_leader(table_id: str, lesson: LessonRow) -> str | None:
    """Return who leads a lesson; None where it is nobody's phone."""
    return name_of(show_players(tables.list_players(get_db(), table_id)), lesson.player_id)


def show_lesson(table_id: str, lesson: LessonRow) -> LessonView:
    """Return the step that a table is led to, as this phone shows it."""
    steps = _list_steps()
    device = get_visitor().device
    is_mine = lesson.device_id == (device.id if device else None)
    return _show(
        steps[min(lesson.step, len(steps)) - 1],
        mode="lead" if is_mine else "follow",
        url=url_for("lesson.follow", table_id=table_id),
        leader=find_leader(table_id, lesson),
    )


@blueprint.app_context_processor
def _addresses() -> dict[str, object]:
    return {"lesson_url": _lesson_url}


def _lesson_url(step: Step | None = None) -> str:
    """Return where somebody reads a step alone, the first where none is named."""
    visitor = get_visitor()
    step_id = step.place.id if step else PLACES[0].id
    if visitor.table and visitor.role >= Role.WATCHER:
        return url_for("lesson.own", table_id=visitor.table.id, step_id=step_id)
    return url_for("lesson.alone", step_id=step_id)


def _render_own(step_id: str, url: str, table_id: str | None) -> str:
    lesson = find_lesson(table_id) if table_id else None
    leader = find_leader(table_id, lesson) if table_id and lesson else None
    view = _show(_find_step(step_id), mode="alone", url=url, leader=leader)
    return _render(view, is_led=lesson is not None)


def _render(view: LessonView | None, *, is_led: bool) -> str:
    is_part = request.headers.get("HX-Request") == "true"
    part = "try" if request.args.get("part") == "try" else "lesson"
    return render_template(
        f"lesson/_{part}.html" if is_part else "lesson/lesson.html",
        lesson=view,
        is_led=is_led,
        show_table=show_table,
        drawn=DRAWN,
    )


def _show(step: Step, *, mode: Mode, url: str, leader: str | None) -> LessonView:
    steps = _list_steps()
    return LessonView(
        step=step,
        steps=len(steps),
        mode=mode,
        url=url,
        before=steps[step.number - 2] if step.number > 1 else None,
        after=steps[step.number] if step.number < len(steps) else None,
        leader=leader,
        practice=_show_practice(step.place.practice) if step.place.practice else None,
    )


def _show_practice(practice: Practice) -> PracticeView:
    hand, table = _read_places("hand"), _read_places("table")
    verdict = judge_practice(practice, hand, table)
    is_tried = "try" in request.args
    return PracticeView(
        target=practice.target,
        hand=_show_picks(practice.hand, hand),
        table=_show_picks(practice.table, table),
        is_right=verdict.is_right if is_tried else None,
        spoken=say_sum(verdict.steps),
        reasons=say_reasons(verdict.problems) if is_tried else [],
    )


def _show_picks(cards: Collection[Card], places: Collection[int]) -> list[Pick]:
    return [Pick(show_card(card), place, place in places) for place, card in enumerate(cards)]


def _read_places(name: str) -> set[int]:
    return {int(text) for text in request.args.getlist(name) if text.isascii() and text.isdigit()}


def _find_step(step_id: str) -> Step:
    return next((step for step in _list_steps() if step.place.id == step_id), None) or abort(404)


def _list_steps() -> tuple[Step, ...]:
    return open_library().get_lesson(get_lang())
