"""Four phones, one whole evening: two counts of one pile, correction, void, guests, a tie, again."""

import re

import pytest

from .evening import Phone, points

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Bea", "Carlo", "Dina")
# Piles of a real deck of five colours (32 plain, 8 red besides the 5, 4 fives), in the order of the names.
FIRST = (
    {"plain": 8, "red": 2, "five": 1},
    {"plain": 8, "red": 2},
    {"plain": 7, "red": 2, "red_five": 1},
    {"plain": 5, "red": 2},
)
SECOND = (
    {"plain": 10, "red": 3, "five": 2, "red_five": 1},
    {"plain": 7, "red": 2},
    {"plain": 8, "red": 1},
    {"plain": 6, "red": 1},
)


@pytest.fixture
def phones(house, new_phone):
    phones = {name: Phone(new_phone(color_scheme="dark" if name == "Bea" else "light")) for name in NAMES}
    for name, phone in phones.items():
        phone.scan(house.invitation)
        phone.sit_down(name)
    return phones


@pytest.fixture
def evening(phones):
    """A match of four that ends at 50 points, so that an evening is short."""
    ana = phones["Ana"]
    ana.tap_button("New match")
    for name in NAMES[1:]:
        ana.tap(f".known-tile:has-text('{name}')")
        ana.page.wait_for_selector(f".seat:has-text('{name}')")
    for target in (90, 80, 70, 60, 50):
        ana.tap("[value='target:-10']")
        ana.page.wait_for_selector(f".stepper output:has-text('{target}')")
    ana.tap_button("Start the match")
    ana.page.wait_for_selector(".deal-card")
    return phones


def count(phone, pile):
    phone.go_to("Count")
    phone.tap_cards(**pile)
    phone.done()


def go_to_scores(phone):
    if "/t/" in phone.page.url and not re.search(r"/t/[^/]+/$", phone.page.url):
        phone.page.goto(re.match(r".*/t/[^/]+/", phone.page.url)[0])
    phone.page.wait_for_selector("#board")


def play_hand(phones, piles):
    for phone, pile in zip(phones.values(), piles, strict=True):
        count(phone, pile)
    close(list(phones.values())[-1])


def close(phone):
    phone.tap(".thumb .button.main")
    phone.page.wait_for_selector("#board")


def all_show(phones, expected):
    for phone in phones.values():
        go_to_scores(phone)
        phone.wait_standings(expected)


def totals(*hands):
    return {name: sum(points(**hand[seat]) for hand in hands) for seat, name in enumerate(NAMES)}


def test_two_phones_at_one_pile_see_both_and_choose(evening):
    ana, bea = evening["Ana"], evening["Bea"]
    pile = evening["Ana"].table_path + "/count/"
    ana.go_to("Count")
    bea.page.goto(ana.page.url)
    assert pile in bea.page.url
    bea.page.context.set_offline(True)
    bea.tap_cards(red=2)
    ana.tap_cards(plain=3)
    ana.wait_saved()

    bea.page.context.set_offline(False)
    bea.page.wait_for_selector("h1:has-text('counted twice')")

    assert sorted(bea.page.locator(".version .black-card").all_inner_texts()) == ["3", "6"]
    with bea.page.expect_navigation():
        bea.tap(".version:has-text('This phone')")
    ana.go_to("Scores")
    ana.page.wait_for_selector(".seat-tile:has-text('Ana'):has-text('2 cards')")


def test_a_correction_and_its_undo_are_right_on_every_phone(evening):
    play_hand(evening, FIRST)
    all_show(evening, totals(FIRST))
    bea = evening["Bea"]

    bea.tap(".top-name")
    bea.tap("text=Score sheet")
    bea.tap("tbody .sheet-points >> nth=2")
    bea.page.fill("[name=plain]", "9")
    bea.tap_button("Save the correction")
    bea.page.wait_for_selector(".sheet")
    corrected = {**totals(FIRST), "Carlo": totals(FIRST)["Carlo"] + 2}
    all_show(evening, corrected)

    evening["Ana"].tap_button("Undo")
    all_show(evening, totals(FIRST))


def test_correcting_the_hand_that_ended_the_match_takes_the_end_away(evening):
    play_hand(evening, FIRST)
    play_hand(evening, SECOND)
    for phone in evening.values():
        phone.page.wait_for_selector("h1:has-text('Ana wins')")
    dina = evening["Dina"]

    dina.tap_button("Correct a score")
    dina.tap("tbody tr:nth-child(2) .sheet-points >> nth=0")
    dina.page.fill("[name=plain]", "0")
    dina.page.fill("[name=five]", "0")
    dina.tap_button("Save the correction")
    dina.page.wait_for_selector(".sheet")

    for phone in evening.values():
        go_to_scores(phone)
        phone.page.wait_for_selector("h1:has-text('Hand 2 is counted')")
    evening["Carlo"].tap_button("Undo")
    for phone in evening.values():
        phone.page.wait_for_selector("h1:has-text('Ana wins')")


def test_a_void_hand_is_dealt_again_by_the_same_player(evening):
    ana = evening["Ana"]
    before = ana.page.inner_text(".deal-card h2")

    ana.tap(".top-name")
    ana.tap("text=Scrap this hand")
    ana.tap_button("Yes, deal again")

    for phone in evening.values():
        phone.page.wait_for_selector("text=Hand 1 does not count")
        assert phone.page.inner_text(".deal-card h2") == before
    ana.tap_button("Undo")
    evening["Bea"].page.wait_for_selector("text=Undone: Hand 1 does not count")


def test_somebody_leaves_and_somebody_joins_at_the_lowest_total(evening, house, new_phone):
    play_hand(evening, FIRST)
    ana = evening["Ana"]
    ana.tap(".top-name")
    ana.tap("text=Seats, players, colours, target")
    ana.tap(".seat-button:has-text('Dina')")
    ana.page.wait_for_selector(".picked")
    ana.tap(".picked >> text=Take out")
    ana.page.wait_for_selector(".known-tile:has-text('Dina')")

    ana.tap(".new-tile summary")
    ana.page.fill("#new-name", "Elio")
    ana.tap_button("Add")
    ana.page.wait_for_selector(".seat:has-text('Elio')")
    ana.tap("label:has-text('the same as the lowest total')")
    ana.tap_button("Save the changes")

    ana.page.wait_for_selector("#board")
    lowest = min(total for name, total in totals(FIRST).items() if name != "Dina")
    all_show(evening, {**totals(FIRST), "Elio": lowest})


def test_a_tie_is_settled_by_one_more_hand_and_the_same_people_play_again(evening):
    tie = (
        {"plain": 9, "red": 3, "five": 2},
        {"plain": 9, "red": 3, "five": 2},
        {"plain": 6, "red": 1},
        {"plain": 5, "red": 1},
    )
    level = (
        {"plain": 10, "red": 2, "five": 2},
        {"plain": 10, "red": 2, "five": 2},
        {"plain": 6, "red": 2},
        {"plain": 5, "red": 1},
    )
    decider = (
        {"plain": 9, "red": 3, "five": 2},
        {"plain": 6, "red": 2},
        {"plain": 6, "red": 1},
        {"plain": 5, "red": 1},
    )
    play_hand(evening, tie)
    play_hand(evening, level)
    for phone in evening.values():
        phone.page.wait_for_selector("h1:has-text('Ana and Bea win')")

    evening["Bea"].tap_button("One more hand")
    for phone in evening.values():
        phone.page.wait_for_selector("h1:has-text('Hand 2 is counted')")
    play_hand(evening, decider)
    for phone in evening.values():
        phone.page.wait_for_selector("h1:has-text('Ana wins')")

    evening["Carlo"].tap_button("Again")
    all_show(evening, dict.fromkeys(NAMES, 0))
