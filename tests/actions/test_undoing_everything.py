"""Undoing every change of an evening, the newest first, leads back to its start."""

import copy

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.actions.arranging import leave_after_hand, set_start_points
from companion.actions.hands import choose, last_closed, void_hand
from companion.actions.undoing import undo
from companion.rules.cards import COLOURS
from companion.rules.match import Choice
from tests.actions.circle import new_op

NAMES = ("Ana", "Bea", "Carlo", "Dan")


def act(circle, action, **content):
    action(circle.desk, new_op(), table_id=circle.table_id, who=circle.who("Ana"), **content)


def play(circle, number):
    circle.play(ana=number, bea=20 - number)


def turn_round(circle, number):
    hand = circle.hand
    seats = [circle.name_of(seat) for seat in reversed(hand.seats)]
    circle.arrange(circle.line_up(*seats, colours=COLOURS[: 3 + number % 4], target=50 + number))


def let_a_guest_in(circle, _number):
    seats = [circle.name_of(seat) for seat in circle.hand.seats]
    circle.arrange(circle.line_up(*dict.fromkeys((*seats, "Dan"))))


def void(circle, _number):
    act(circle, void_hand, hand_id=circle.hand.id)


def choose_something(circle, number):
    last = last_closed(circle.match)
    choice = list(Choice)[number % len(Choice)]
    act(circle, choose, match_id=circle.match.id, after=last.id if last else "", choice=choice)


def correct(circle, number):
    last = last_closed(circle.match)
    if last:
        first = circle.name_of(last.seats[0])  # Ana, unless she has left
        circle.count(first, hand=last, anyway=True, correct=True, plain=number)


def leave(circle, number):
    player = circle.hand.seats[number % len(circle.hand.seats)]
    act(circle, leave_after_hand, match_id=circle.match.id, player_id=player, leaves=True)


def give_start_points(circle, number):
    points = {circle.hand.seats[0]: number}
    act(circle, set_start_points, match_id=circle.match.id, points=points)


STEPS = (play, turn_round, let_a_guest_in, void, choose_something, correct, leave, give_start_points)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@example(steps=[(leave, 0), (play, 0), (play, 0), (correct, 0)])
@given(steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 20)), max_size=12))
def test_undoing_everything_leads_back_to_the_start(new_circle, steps):
    circle = new_circle().open().seat(*NAMES)
    start = copy.deepcopy(circle.story())
    newest = circle.changes[0].id
    circle.start("Ana", "Bea", "Carlo")
    for step, number in steps:
        step(circle, number)

    for change in [one for one in circle.changes if one.id > newest]:
        act(circle, undo, change_id=change.id)

    assert circle.story() == start
    circle.put_away()
