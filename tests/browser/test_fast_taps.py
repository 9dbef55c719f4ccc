"""Fast tapping, two phones at once, and a sending that comes twice."""

import pytest

from .evening import Phone, points
from .gestures import wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(house, new_phone):
    """Ana and Bea in a match of their own, Ana's and Bea's piles open."""
    ana, bea = Phone(new_phone()), Phone(new_phone())
    for phone, name in ((ana, "Ana"), (bea, "Bea")):
        phone.scan(house.invitation)
        phone.sit_down(name)
    ana.tap_button("New match")
    ana.tap(".known-tile:has-text('Bea')")
    ana.page.wait_for_selector(".seat:has-text('Bea')")
    ana.tap_button("Start the match")
    ana.page.wait_for_selector(".deal-card")
    return ana, bea


def tap_fast(phone, card_type, *, times, seconds):
    """Touch a card again and again, as fast as a finger can."""
    phone.page.evaluate(
        """([selector, times, pause]) => new Promise(done => {
            const card = document.querySelector(selector);
            let left = times;
            const timer = setInterval(() => {
                card.click();
                left -= 1;
                if (!left) { clearInterval(timer); done(); }
            }, pause);
        })""",
        [f".count-cards [value={card_type}]", times, 1000 * seconds / times],
    )


def test_forty_taps_in_four_seconds_are_forty_cards_on_every_phone(phones):
    ana, bea = phones
    ana.go_to("Count")

    tap_fast(ana, "plain", times=40, seconds=4)
    ana.wait_saved()

    assert ana.page.inner_text("[data-count=plain]") == "40"
    bea.page.wait_for_selector(".seat-tile:has-text('40 cards')")


def test_two_phones_that_count_different_piles_at_once_both_count(phones):
    ana, bea = phones
    for phone in phones:
        phone.go_to("Count")

    for _ in range(6):
        ana.tap_cards(plain=1)
        bea.tap_cards(red=1)
    for phone in phones:
        phone.wait_saved()

    for phone in phones:
        phone.go_to("Scores")
        phone.page.wait_for_selector(".seat-tile:has-text('Ana'):has-text('6 cards')")
        phone.page.wait_for_selector(".seat-tile:has-text('Bea'):has-text('6 cards')")


def test_a_sending_that_comes_twice_counts_once(phones):
    ana, bea = phones
    ana.go_to("Count")
    sent = []
    ana.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    ana.tap_cards(plain=1)
    ana.wait_saved()

    again = ana.page.evaluate(
        """([url, body]) => fetch(url, {method: 'POST', body, headers: {
            'Accept': 'application/json', 'Content-Type': 'application/x-www-form-urlencoded'}})
            .then(answer => answer.status)""",
        [sent[0].url, sent[0].post_data],
    )

    assert again == 200
    bea.page.wait_for_selector(".seat-tile:has-text('Ana'):has-text('1 card')")


def test_a_pile_is_shown_on_the_other_phone_while_it_is_counted(phones):
    ana, bea = phones
    ana.go_to("Count")

    ana.tap_cards(plain=2, red=1)

    wait_until(bea.page, lambda: "3 cards" in bea.page.inner_text(".seat-tiles"))
    assert ana.page.inner_text("[data-points-sum]") == str(points(plain=2, red=1))
