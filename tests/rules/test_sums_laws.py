"""Which laws do the text of cards, the check of a sum and the search for sums keep?"""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import COLOURS, Colour
from companion.rules.errors import RuleError
from companion.rules.possible import find_sums
from companion.rules.sums import Card, check_cards, check_sum, format_cards, parse_cards

DECK = parse_cards("112233456" * 5 + "r1r1r2r2r3r3r4r5r6")
SITUATION = {"target": 9, "colours": COLOURS}

kinds = st.builds(Card, st.integers(1, 6), is_red=st.booleans())
sums = st.lists(kinds, max_size=8)
decks = st.sets(st.sampled_from(COLOURS)).map(lambda colours: tuple({*colours, Colour.RED}))
separators = st.text(st.sampled_from(" ,+\t\n"), min_size=1, max_size=3)
hands = st.lists(kinds, max_size=3)
tables = st.lists(kinds, max_size=7)
targets = st.integers(5, 12)


@given(sums)
def test_cards_that_are_written_are_read_back(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(sums, st.data())
def test_cards_are_read_alike_whatever_parts_them(cards, data):
    parted = "".join(data.draw(separators) + format_cards([card]) for card in cards)

    assert (
        parse_cards(parted)
        == parse_cards(format_cards(cards))
        == parse_cards(format_cards(cards).replace(" ", ""))
    )


@given(st.text() | st.text(st.sampled_from("12567rR ,+")))
def test_any_text_is_cards_or_names_the_part_that_is_not(text):
    cards, part = read(text)

    assert part or parse_cards(format_cards(cards)) == cards


@given(sums, st.permutations(range(8)), st.booleans())
def test_the_order_of_the_table_cards_changes_only_how_the_sum_is_said(cards, order, takes_all):
    moved = [cards[0], *(cards[place] for place in order if 0 < place < len(cards))] if cards else []

    one = check_sum(cards, takes_all=takes_all, **SITUATION)
    other = check_sum(moved, takes_all=takes_all, **SITUATION)

    assert sorted(one.cards, key=str) == sorted(other.cards, key=str)
    assert (one.problems, one.total, one.count) == (other.problems, other.total, other.count)
    assert (one.is_tweak, one.wins_card) == (other.is_tweak, other.wins_card)


@given(sums.filter(bool), st.data())
def test_another_hand_card_makes_the_same_sum(cards, data):
    hand = data.draw(st.integers(0, len(cards) - 1))

    verdict = check_sum(cards, hand=hand, **SITUATION)

    assert verdict.steps[0].card == cards[hand]
    assert verdict.problems == check_sum(cards, **SITUATION).problems


@given(sums, decks)
def test_a_card_more_in_play_is_never_a_reason_against_a_sum(cards, colours):
    missing = kinds_of(check_cards(cards, colours))

    missing_from_all = kinds_of(check_cards(cards, COLOURS))

    assert missing_from_all <= missing


@given(hands, tables, targets, st.booleans(), st.booleans())
def test_the_sums_found_are_those_of_trying_every_card_with_every_other(hand, table, target, joker, left):
    tried = try_everything(hand, table, targets=[target - joker, target, target + joker])

    possible = find_sums(hand, table, target=target, joker=joker, tweak_cards_left=left, most=10_000)

    assert {as_text(each) for each in possible.best} == tried
    assert possible.found == len(possible.best) == len(tried)


@given(hands, tables, targets, st.booleans())
def test_every_sum_found_is_right_by_the_check_and_wins_the_same(hand, table, target, joker):
    for each in find_sums(hand, table, target=target, joker=joker).best:
        verdict = check_sum(
            each.cards,
            target=each.target,
            colours=COLOURS * 9,
            joker=each.needs_joker or target in (6, 11),
            takes_all=len(each.table) == len(table),
        )

        assert [problem for problem in verdict.problems if "in_play" not in problem.params] == []
        assert verdict.total == each.target
        assert verdict.count.number_cards == each.count.number_cards
        assert each.is_tweak is (len(each.table) == len(table))


@given(hands, tables, targets, st.booleans(), st.booleans())
def test_the_best_sum_comes_first(hand, table, target, joker, left):
    possible = find_sums(hand, table, target=target, joker=joker, tweak_cards_left=left)

    ranks = [rank(each) for each in possible.best]
    assert ranks == sorted(ranks)
    assert [each.points for each in possible.best] == [each.count.points for each in possible.best]


@given(hands, tables, targets, st.booleans(), st.integers(0, 5))
def test_a_shorter_answer_is_the_beginning_of_a_longer_one(hand, table, target, joker, most):
    long = find_sums(hand, table, target=target, joker=joker)

    short = find_sums(hand, table, target=target, joker=joker, most=most)

    assert short.best == long.best[:most]
    assert short.found == long.found


@given(hands, tables, targets, st.booleans(), st.randoms())
def test_the_order_of_hand_and_table_never_matters(hand, table, target, joker, chance):
    moved_hand, moved_table = chance.sample(hand, len(hand)), chance.sample(table, len(table))

    moved = find_sums(moved_hand, moved_table, target=target, joker=joker)

    assert moved == find_sums(hand, table, target=target, joker=joker)


@pytest.mark.parametrize(
    ("target", "joker", "found"),
    [(10, True, 1740), (11, False, 829), (7, False, 139)],
)
def test_a_whole_deck_on_the_table_allows_a_bounded_number_of_sums(target, joker, found):
    hand = parse_cards("1 r1 2")

    possible = find_sums(hand, DECK, target=target, joker=joker)

    assert possible.found == found
    assert len(possible.best) == 20


@pytest.mark.parametrize("most", [1, 2, 5, 20, 100])
@pytest.mark.parametrize("hand", ["1 r1 2", "3 r3 5", "4 r5 6"])
def test_the_best_of_a_whole_deck_are_the_best_of_all_its_sums(hand, most):
    all_sums = find_sums(parse_cards(hand), DECK, target=10, joker=True, most=10_000).best

    best = find_sums(parse_cards(hand), DECK, target=10, joker=True, most=most).best

    assert [rank(each) for each in best] == sorted(rank(each) for each in all_sums)[:most]


def kinds_of(problems):
    return {(problem.params["value"], problem.params["is_red"]) for problem in problems}


def read(text):
    """Give the cards and no part, or no cards and the part that is not one."""
    try:
        return parse_cards(text), None
    except RuleError as error:
        return (), error.params["part"]


def rank(possible):
    return -possible.count.points, not possible.is_tweak, possible.needs_joker, len(possible.cards)


def try_everything(hand, table, *, targets):
    """Give the different sums of real cards, one by one out of hand and table, as text."""
    return {
        f"{format_cards([card])} | {format_cards(sorted(cards, key=str))}"
        for card in hand
        for size in range(1, len(table) + 1)
        for cards in combinations(table, size)
        if card.value + sum(other.value for other in cards) in {6, 7, 8, 9, 10, 11}.intersection(targets)
    }


def as_text(possible):
    return f"{format_cards([possible.hand])} | {format_cards(sorted(possible.table, key=str))}"
