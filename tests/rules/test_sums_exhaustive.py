"""Is every sum of a hand card and up to four table cards judged as a deck of real cards would judge it?

The model lays out one card after another from a deck of strings and knows nothing of kinds, counts or ranges.
"""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from companion.rules.deck import parse_colours
from companion.rules.sums import check_sum, matching_targets, parse_cards

KINDS = ("1", "2", "3", "4", "5", "6", "r1", "r2", "r3", "r4", "r5", "r6")
DECK = (
    "r1 r1 r2 r2 r3 r3 r4 r5 r6",
    "1 1 2 2 3 3 4 5 6",
    "1 1 2 2 3 3 4 5 6",
    "1 1 2 2 3 3 4 5 6",
)
COLOURS = parse_colours("red orange yellow green")
WORTH = {"r5": 5, "5": 4} | dict.fromkeys(("r1", "r2", "r3", "r4", "r6"), 3)
SITUATIONS = {
    "the deck": ({7, 8, 9, 10}, {}),
    "a Joker": ({6, 7, 8, 9, 10, 11}, {"joker": True}),
    "the blue 7": ({7}, {"deck_empty": True}),
    "a Joker on the blue 7": ({6, 8}, {"deck_empty": True, "joker": True}),
}


@pytest.mark.parametrize("target", range(6, 12))
def test_every_sum_is_right_exactly_when_the_cards_on_the_table_make_it(target):
    for cards, total, missing in every_sum():
        verdict = check_sum(parse(cards), target=target, colours=COLOURS, joker=True)

        assert verdict.is_right is (total == target and len(cards) > 1 and not missing), cards
        assert verdict.total == total


def test_every_reason_against_a_sum_is_given():
    for cards, total, missing in every_sum():
        reasons = {
            "not_the_target": total != 10,
            "no_table_card": len(cards) == 1,
            "more_of_a_kind_than_in_play": bool(missing),
        }

        verdict = check_sum(parse(cards), target=10, colours=COLOURS)

        assert {problem.code for problem in verdict.problems} == {
            code for code, holds in reasons.items() if holds
        }, cards


def test_every_kind_that_the_deck_lacks_is_named():
    for cards, total, missing in every_sum():
        problems = check_sum(parse(cards), target=total, colours=COLOURS).problems

        named = {
            f"{'r' * problem.params['is_red']}{problem.params['value']}"
            for problem in problems
            if problem.code == "more_of_a_kind_than_in_play"
        }
        assert named == missing, cards


def test_every_sum_is_worth_its_cards_and_two_more_for_a_tweak():
    for cards, total, missing in every_sum():
        verdict = check_sum(parse(cards), target=total, colours=COLOURS, joker=True, takes_all=True)

        is_right = 6 <= total <= 11 and len(cards) > 1 and not missing
        assert verdict.count.points == sum(WORTH.get(card, 1) for card in cards) + 2 * is_right, cards


def test_every_sum_begins_with_its_hand_card_and_ends_with_its_total():
    for cards, total, _ in every_sum():
        steps = check_sum(parse(cards), target=9, colours=COLOURS).steps

        assert [step.card for step in steps] == list(parse(cards))
        assert steps[-1].total == total


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("target", range(-1, 20))
def test_a_target_is_refused_exactly_when_the_situation_does_not_have_it(situation, target):
    targets, given = SITUATIONS[situation]

    codes = [problem.code for problem in check_sum((), target=target, colours=COLOURS, **given).problems]

    assert ("target_out_of_range" in codes) is (target not in targets)


@pytest.mark.parametrize("total", range(-1, 20))
@pytest.mark.parametrize("deck_empty", [False, True])
def test_a_target_lights_up_exactly_when_some_situation_has_it(total, deck_empty):
    plain, moved = ("the blue 7", "a Joker on the blue 7") if deck_empty else ("the deck", "a Joker")
    plain_targets, moved_targets = SITUATIONS[plain][0], SITUATIONS[moved][0]

    lit = matching_targets(total, deck_empty=deck_empty)

    assert lit == tuple(
        (target, target not in plain_targets) for target in plain_targets | moved_targets if target == total
    )


@cache
def parse(cards):
    return parse_cards(" ".join(cards))


@cache
def every_sum():
    """List all of them: cards (the hand card first), what they add up to, the kinds the deck ran out of."""
    return tuple(
        ((hand, *table), *lay_out(hand, *table))
        for hand in KINDS
        for size in range(5)
        for table in combinations_with_replacement(KINDS, size)
    )


def lay_out(*cards):
    deck = " ".join(DECK).split()
    total, missing = 0, set()
    for card in cards:
        total += int(card[-1])
        if card in deck:
            deck.remove(card)
        else:
            missing.add(card)
    return total, missing
