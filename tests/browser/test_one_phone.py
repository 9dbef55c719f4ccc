"""One phone keeps the match for the whole table, by numbers."""

import pytest

from .evening import Phone, points

pytestmark = pytest.mark.browser

TWO = ("Ana", "Bea")
SIX = ("Ana", "Bea", "Carlo", "Dina", "Elio", "Fay")
# The most taps a pile may cost by numbers, the last one included.
BUDGET = 7
# Numbers in the order of the pad: all the rest, red, 5 not red, THE red 5, [T!].
PILES_OF_TWO = ((12, 4, 1, 1, 2), (11, 3, 2, 0, 1))
PILES_OF_SIX = (
    (8, 2, 1, 0, 1),
    (7, 1, 1, 0, 0),
    (6, 2, 0, 1, 2),
    (5, 1, 1, 0, 1),
    (7, 1, 2, 0, 0),
    (4, 1, 0, 0, 1),
)


@pytest.fixture
def phone(house, new_phone):
    return Phone(new_phone()).arrive(house.invitation, "Ana")


def add_players(phone, names):
    """The players are typed in, one after the other; each sits to the left of the one before."""
    phone.tap_button("New match")
    phone.page.wait_for_selector("#line-up")
    for name in names[1:]:
        if not phone.page.is_visible("#new-name"):
            phone.tap("#line-up summary")
        phone.page.fill("#new-name", name)
        phone.tap_button("Add")
        phone.page.wait_for_selector(f".seat:has-text('{name}')")
    phone.tap_button("Start the match")
    phone.page.wait_for_selector(".deal-card")


def play_hand_by_numbers(phone, piles):
    """Type every pile; return how many taps each cost."""
    phone.go_to("Count")
    phone.tap(".strip-pad")
    costs = []
    for pile in piles:
        phone.page.wait_for_selector(".digits")
        before = phone.taps
        phone.type_pile(*pile)
        costs.append(phone.taps - before)
    phone.tap(".thumb .button.main")
    phone.page.wait_for_selector("#board")
    return costs


@pytest.mark.parametrize(
    ("names", "piles"), [(TWO, PILES_OF_TWO), (SIX, PILES_OF_SIX)], ids=["two players", "six players"]
)
def test_a_hand_by_numbers_costs_seven_taps_a_pile_at_most(phone, names, piles):
    add_players(phone, names)

    costs = play_hand_by_numbers(phone, piles)

    assert max(costs) <= BUDGET
    phone.wait_standings({name: points(*pile) for name, pile in zip(names, piles, strict=True)})
    assert phone.complaints == []


def test_two_players_reach_the_target_by_numbers(phone):
    add_players(phone, TWO)

    for _ in range(4):
        play_hand_by_numbers(phone, PILES_OF_TWO)

    phone.page.wait_for_selector("h1:has-text('Ana wins')")
    assert phone.page.inner_text(".black-card") == str(4 * points(*PILES_OF_TWO[0]))
