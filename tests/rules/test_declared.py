import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import COLOURS
from companion.rules.declared import Declaration, find_target, judge
from companion.rules.kinds import Card, parse_cards
from companion.rules.pile import Count, check_taken
from companion.rules.sums import check_sum

cards = st.lists(st.builds(Card, st.integers(1, 6), is_red=st.booleans()), max_size=12).map(tuple)
counts = st.builds(Count, *[st.integers(0, 40)] * 5)


def declare(text, **more):
    return Declaration(cards=parse_cards(text), **more)


@pytest.mark.parametrize(
    ("text", "deck_empty", "target"),
    [
        ("4 3", False, (7, False)),
        ("4 2", False, (6, True)),
        ("6 5", False, (11, True)),
        ("4 2", True, (6, True)),
        ("4 3", True, (7, False)),
        ("4 4", True, (8, True)),
        ("4 5", True, None),
        ("6 6", False, None),
        ("6", False, None),
        ("", False, None),
    ],
)
def test_the_target_that_cards_meet_says_whether_it_takes_a_joker(text, deck_empty, target):
    assert find_target(declare(text, deck_empty=deck_empty)) == target


@given(cards, st.booleans())
def test_what_is_right_meets_a_target(cards, deck_empty):
    declared = Declaration(cards=cards, deck_empty=deck_empty)

    verdict = judge(declared, COLOURS)

    if verdict.is_right:
        assert find_target(declared).target == verdict.target == verdict.total


@given(cards, st.integers(6, 11), st.booleans())
def test_only_a_target_that_needs_it_is_judged_with_a_joker(cards, target, deck_empty):
    verdict = judge(Declaration(cards=cards, target=target, deck_empty=deck_empty), COLOURS)

    checks = [
        check_sum(cards, target=target, colours=COLOURS, deck_empty=deck_empty, joker=joker).is_right
        for joker in (False, True)
    ]
    assert verdict.is_right == any(checks)


def test_a_sum_is_judged_by_the_target_it_is_compared_with():
    verdict = judge(declare("4 5", target=8), COLOURS)

    assert [problem.code for problem in verdict.problems] == ["not_the_target"]


@given(counts, counts)
def test_a_pile_that_was_added_to_holds_what_was_taken(pile, taken):
    assert check_taken(pile + taken, taken) == ()


@given(counts, counts)
def test_every_type_that_is_short_is_named_once(pile, taken):
    short = [each for each, number in pile.by_type.items() if number < taken.of(each)]

    assert [problem.params["card_type"] for problem in check_taken(pile, taken)] == short
