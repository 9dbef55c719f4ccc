"""A family plays a match: one command, a QR code, three phones, a winner."""

import pytest

from .evening import Phone, points
from .gestures import lock, unlock

pytestmark = pytest.mark.browser

# Piles of a real deck of four colours (36 cards, 24 plain, 8 red besides the 5, 3 fives): ana, bea, carlo.
HANDS = (
    (
        {"plain": 9, "red": 3, "five": 1, "tweak": 2},
        {"plain": 8, "red": 2, "five": 1},
        {"plain": 6, "red": 2},
    ),
    (
        {"plain": 7, "red": 2, "red_five": 1},
        {"plain": 8, "red": 3, "five": 2, "tweak": 3},
        {"plain": 8, "red": 3},
    ),
    (
        {"plain": 8, "red": 3, "five": 2},
        {"plain": 8, "red": 3, "tweak": 1},
        {"plain": 7, "red": 2, "red_five": 1},
    ),
    (
        {"plain": 9, "red": 3, "five": 1},
        {"plain": 8, "red": 4, "five": 2, "red_five": 1},
        {"plain": 5, "red": 1},
    ),
    ({"plain": 6, "red": 2}, {"plain": 11, "red": 5, "five": 3, "red_five": 1}, {"plain": 6, "red": 1}),
)
NAMES = ("Ana", "Bea", "Carlo")


@pytest.fixture
def phones(house, new_phone):
    """Ana's phone came by the host link, Bea's and Carlo's by the QR code."""
    ana, bea, carlo = (Phone(new_phone(color_scheme=scheme)) for scheme in ("light", "dark", "light"))
    ana.scan(house.host_link)
    ana.page.click(".top-me")
    ana.sit_down("Ana")
    for phone, name in ((bea, "Bea"), (carlo, "Carlo")):
        phone.scan(house.invitation)
        phone.sit_down(name)
    return ana, bea, carlo


def start_match(phone, *others):
    phone.tap_button("New match")
    for name in others:
        phone.tap(f".known-tile:has-text('{name}')")
        phone.page.wait_for_selector(f".seat:has-text('{name}')")
    phone.tap_button("Start the match")
    phone.page.wait_for_selector(".deal-card")


def count(phone, pile):
    phone.go_to("Count")
    phone.tap_cards(**pile)
    phone.done()


def close(phone):
    phone.tap(".thumb .button.main")
    phone.page.wait_for_selector("#board")


def play_hand(phones, piles):
    """Everybody counts, one after the other; the last one closes."""
    for phone, pile in zip(phones, piles, strict=True):
        count(phone, pile)
    close(phones[-1])


def totals_after(number):
    return {name: sum(points(**piles[seat]) for piles in HANDS[:number]) for seat, name in enumerate(NAMES)}


def test_a_match_from_the_qr_code_to_the_winner(house, phones):
    ana, bea, carlo = phones
    start_match(ana, "Bea", "Carlo")
    bea.page.wait_for_selector(".deal-card")

    play_hand(phones, HANDS[0])
    for phone in phones:
        phone.wait_standings(totals_after(1))

    lock(bea.page)
    count(ana, HANDS[1][0])
    count(carlo, HANDS[1][2])
    unlock(bea.page)
    bea.page.wait_for_selector(".seat-tile.is-done:has-text('Carlo')", timeout=1000)
    count(bea, HANDS[1][1])
    close(bea)
    for phone in phones:
        phone.wait_standings(totals_after(2))

    count(ana, HANDS[2][0])
    house.stop()
    house.start()
    play_hand([bea, carlo], HANDS[2][1:])
    for phone in phones:
        phone.wait_standings(totals_after(3))

    play_hand(phones, HANDS[3])
    for phone in phones:
        phone.wait_standings(totals_after(4))

    play_hand(phones, HANDS[4])
    for phone in phones:
        phone.page.wait_for_selector("h1:has-text('Bea wins')")
        assert phone.page.inner_text(".black-card") == str(totals_after(5)["Bea"])
    assert [phone.complaints for phone in phones] == [[], [], []]


def test_joining_costs_one_tap_for_a_known_name(house, phones, new_phone):
    ana = phones[0]
    start_match(ana, "Bea", "Carlo")
    guest = Phone(new_phone())

    guest.scan(house.invitation)
    guest.tap_button("Just watching")

    guest.page.wait_for_selector(".deal-card")
    assert guest.taps == 1


def test_a_new_match_costs_a_tap_a_name_and_two(phones):
    ana = phones[0]
    before = ana.taps

    start_match(ana, "Bea", "Carlo")

    # Ana opened the page and sits already: two names, and the two.
    assert ana.taps - before == len(NAMES) - 1 + 2


def test_the_same_players_again_cost_one_tap(phones):
    ana = phones[0]
    start_match(ana, "Bea", "Carlo")
    for piles in HANDS:
        play_hand(phones, piles)
    before = ana.taps

    ana.tap_button("Again")

    ana.page.wait_for_selector(".deal-card")
    assert ana.taps - before == 1
    ana.wait_standings(dict.fromkeys(NAMES, 0))
