"""How does somebody lead a table through the lesson for newcomers?

It is no part of a match: nothing of it stands among the changes, and it cannot be undone.
"""

from datetime import datetime, timedelta

from companion.actions.desk import Desk, Operation, Who, Writing, perform
from companion.store import lessons
from companion.store.operations import Answer
from companion.store.rows import LessonRow

LASTS = timedelta(minutes=30)
"""How long after its last step a lesson that nobody has ended is over."""


def find_lesson(desk: Desk, table_id: str) -> LessonRow | None:
    """Return the lesson that a table is in."""
    lesson = lessons.find_lesson(desk.db, table_id)
    if lesson is None or desk.clock() - datetime.fromisoformat(lesson.moved_at) > LASTS:
        return None
    return lesson


def lead(desk: Desk, operation_id: str, *, table_id: str, who: Who, step: int) -> None:
    """Show a step (from 1 on) to all that follow; whoever does so leads from now on."""

    def change(writing: Writing) -> Answer:
        lesson = LessonRow(step, who.device_id, who.player_id, writing.at)
        lessons.put_lesson(writing.db, table_id, lesson)
        return {}

    operation = Operation(operation_id, "lead_lesson", {"step": step})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def end(desk: Desk, operation_id: str, *, table_id: str, who: Who) -> None:
    """End the lesson on every phone; one that has ended already stays so."""

    def change(writing: Writing) -> Answer:
        lessons.remove_lesson(writing.db, table_id)
        return {}

    perform(desk, Operation(operation_id, "end_lesson", {}), table_id=table_id, who=who, change=change)
