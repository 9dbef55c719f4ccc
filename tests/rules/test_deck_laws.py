"""Which laws do the deck and the deal keep, whatever the colours?"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import COLOURS, IN_BOX, TWEAK_CARDS, VALUES, CardType, Colour
from companion.rules.deck import (
    count_number_cards,
    format_colours,
    in_play,
    parse_colours,
    plan_deal,
    suggest_colours,
)
from companion.rules.errors import RuleError

decks = st.sets(st.sampled_from(COLOURS)).map(
    lambda colours: tuple(sorted({*colours, Colour.RED}, key=COLOURS.index))
)
numbers_of_players = st.integers(2, 6)


@given(decks)
def test_parsing_undoes_formatting(colours):
    text = format_colours(colours)

    assert parse_colours(text) == colours


@given(st.data(), decks)
def test_formatting_undoes_parsing_but_for_order_and_spaces(data, colours):
    words = data.draw(st.permutations(colours))
    space = data.draw(st.sampled_from([" ", "  ", "\n"]))

    colours_again = parse_colours(space.join(words))

    assert colours_again == colours
    assert format_colours(colours_again) == format_colours(words)


@given(decks)
def test_the_colours_in_play_hold_what_follows_from_the_facts(colours):
    c = len(colours)

    most = in_play(colours)

    assert (most.plain, most.red, most.five, most.red_five, most.tweak) == (8 * (c - 1), 8, c - 1, 1, 10)
    assert most.number_cards == count_number_cards(colours) == 9 * c


def test_all_colours_hold_the_whole_box():
    assert in_play(COLOURS).by_type == IN_BOX


def test_a_colour_has_two_each_of_1_2_and_3_and_one_each_of_4_5_and_6():
    assert Counter(VALUES) == {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1}


def test_the_box_holds_54_number_cards_and_10_tweak_cards():
    assert len(COLOURS) * len(VALUES) == sum(IN_BOX.values()) - IN_BOX[CardType.TWEAK] == 54
    assert sum(TWEAK_CARDS.values()) == IN_BOX[CardType.TWEAK] == 10


@given(decks, numbers_of_players)
def test_a_deal_puts_every_card_somewhere_or_is_refused(colours, players):
    needed = 3 * players + 3

    if count_number_cards(colours) < needed:
        with pytest.raises(RuleError, match="too_few_cards"):
            plan_deal(colours, players)
        return
    deal = plan_deal(colours, players)

    assert deal.each * players + deal.open + deal.central_deck == deal.number_cards
    assert deal.central_deck >= 1


@given(numbers_of_players)
def test_the_suggested_colours_can_be_dealt_and_have_red_in(players):
    colours = suggest_colours(players)

    assert Colour.RED in colours
    assert plan_deal(colours, players).colours == colours
