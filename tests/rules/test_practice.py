from itertools import chain, combinations

import pytest

from companion.rulebook.lesson import PLACES
from companion.rules.kinds import parse_cards
from companion.rules.practice import Practice, judge_practice

PRACTICE = Practice(parse_cards("6 3 5"), parse_cards("2 4 1"), target=10, wants_tweak=True)
SIMPLE = Practice(parse_cards("4 6 r2"), parse_cards("3 1 5"), target=9)


def codes(practice, hand, table):
    return [problem.code for problem in judge_practice(practice, hand, table).problems]


def every_choice(cards):
    places = range(len(cards))
    return chain.from_iterable(combinations(places, size) for size in range(len(cards) + 1))


@pytest.mark.parametrize(
    ("hand", "table", "found"),
    [
        ([0], [2], []),
        ([1], [0], []),
        ([0], [0], ["not_the_target"]),
        ([0], [], ["not_the_target", "no_table_card"]),
        ([], [0, 1, 2], ["one_hand_card"]),
        ([0, 2], [0], ["one_hand_card"]),
        ([], [], ["no_cards"]),
        ([0, 7], [2, 9], []),
    ],
)
def test_a_practice_sum_is_judged_like_any_other(hand, table, found):
    assert codes(SIMPLE, hand, table) == found


def test_a_sum_that_leaves_cards_is_no_tweak():
    verdict = judge_practice(PRACTICE, [0], [1])

    assert [(each.code, each.params["number"]) for each in verdict.problems] == [("cards_left", 2)]


def test_a_sum_of_all_cards_is_the_tweak_that_was_asked_for():
    verdict = judge_practice(PRACTICE, [1], [0, 1, 2])

    assert verdict.is_right
    assert verdict.is_tweak


def test_a_wrong_sum_is_not_told_of_cards_left():
    assert codes(PRACTICE, [0], [0]) == ["not_the_target"]


@pytest.mark.parametrize(
    "practice", [place.practice for place in PLACES if place.practice], ids=lambda each: str(each.target)
)
def test_every_sum_of_the_lesson_can_be_found(practice):
    right = [
        (hand, table)
        for hand in every_choice(practice.hand)
        for table in every_choice(practice.table)
        if judge_practice(practice, hand, table).is_right
    ]

    assert right
    assert all(len(hand) == 1 for hand, _ in right)
