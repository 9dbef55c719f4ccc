from datetime import timedelta

from companion.actions import lessons
from companion.actions.lessons import LASTS, find_lesson
from tests.actions.circle import new_op


def lead(circle, step, *, name="Ana", op=None):
    lessons.lead(circle.desk, op or new_op(), table_id=circle.table_id, who=circle.who(name), step=step)


def end(circle, *, name="Ana"):
    lessons.end(circle.desk, new_op(), table_id=circle.table_id, who=circle.who(name))


def step_of(circle):
    lesson = find_lesson(circle.desk, circle.table_id)
    return lesson and (lesson.step, lesson.player_id)


def test_nobody_is_led_at_first(circle):
    assert step_of(circle) is None


def test_who_shows_a_step_leads(circle):
    lead(circle, 1)
    lead(circle, 2, name="Bea")

    assert step_of(circle) == (2, circle.ids["Bea"])


def test_a_step_that_is_sent_twice_is_shown_once(circle):
    lead(circle, 2, op="one")
    lead(circle, 3)
    lead(circle, 2, op="one")

    assert step_of(circle) == (3, circle.ids["Ana"])


def test_every_step_is_told_to_the_phones(circle):
    circle.told.clear()

    lead(circle, 1)

    assert [table for table, _ in circle.told] == [circle.table_id]


def test_a_lesson_ends_for_all(circle):
    lead(circle, 7)

    end(circle, name="Bea")

    assert step_of(circle) is None


def test_a_lesson_that_nobody_ended_is_over_after_a_while(circle):
    lead(circle, 3)
    circle.clock.moment += LASTS - timedelta(seconds=5)
    before = step_of(circle)

    circle.clock.moment += timedelta(seconds=5)

    assert before == (3, circle.ids["Ana"])
    assert step_of(circle) is None


def test_a_lesson_is_no_change_of_the_match(circle):
    before = circle.changes

    lead(circle, 1)
    end(circle)

    assert circle.changes == before
