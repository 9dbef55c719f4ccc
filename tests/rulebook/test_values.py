"""The numbers of the texts, as the rules of the game state them."""

import pytest

from companion.rulebook.values import LEAST_DECK, VALUES_IN_TEXTS
from companion.rules.deck import plan_deal, suggest_colours
from companion.rules.errors import RuleError
from tests.rulebook.reading import SOURCE_PLACEHOLDERS

STATED = {
    **{"points.plain": 1, "points.red": 3, "points.five": 4, "points.red_five": 5, "points.tweak": 2},
    **{
        "box.cards": 65,
        "box.number_cards": 54,
        "box.tweak": 10,
        "box.blue": 1,
        "box.colours": 6,
        "box.each": 9,
    },
    **{"box.red": 8, "box.red_five": 1, "box.thief": 4, "box.joker": 3, "box.shifter": 2, "box.bomb": 1},
    **{"kind.many": 2, "kind.one": 1, "age.from": 8, "age.never": 3, "minutes.least": 15, "minutes.most": 25},
    **{"players.least": 2, "players.most": 6, "colours.least": 4, "colours.middle": 5, "colours.most": 6},
    **{"others.least": 3, "others.most": 5, "cards.each": 3, "cards.open": 2, "deck.least": 1},
    **{"sum.least": 7, "sum.most": 10, "sum.cards": 2, "sum.cards_most": 9, "joker.step": 1},
    **{"joker.least": 6, "joker.most": 11, "empty.target": 7, "empty.less": 6, "empty.more": 8},
    **{"red.all": 29, "plain.all": 12, "plain.each": 8, "tweak.all": 20},
    **{"deck_points.least": 65, "deck_points.middle": 77, "deck_points.most": 89},
}


def test_every_number_is_what_the_rules_state() -> None:
    assert dict(VALUES_IN_TEXTS) == STATED


def test_every_number_is_used_by_a_text() -> None:
    assert set(VALUES_IN_TEXTS) - SOURCE_PLACEHOLDERS == set()


def test_a_deal_that_leaves_fewer_cards_for_the_deck_is_refused() -> None:
    least = min(
        plan_deal(suggest_colours(6)[:number], 6).central_deck
        for number in range(1, 7)
        if number * 9 > 3 * 6 + 2
    )

    assert least >= LEAST_DECK
    with pytest.raises(RuleError, match="too_few_cards"):
        plan_deal(suggest_colours(2)[:2], 6)
