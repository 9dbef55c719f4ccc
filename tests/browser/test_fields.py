"""A field that is unfolded is ready to be typed into, a number that is tapped to be replaced."""

import pytest

from .evening import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def ana(house, new_phone):
    """Ana's phone, at a table with nobody else."""
    return Phone(new_phone()).arrive(house.invitation, "Ana")


def test_the_second_guest_types_the_name_at_once(ana, house, new_phone):
    guest = Phone(new_phone())
    guest.scan(house.invitation)
    guest.tap("summary.new-summary")

    guest.page.wait_for_selector("#new:focus")
    guest.page.keyboard.type("Bea")
    guest.page.keyboard.press("Enter")

    guest.page.wait_for_selector("#board")
    assert "Bea" in guest.page.inner_text(".top-me")


def test_a_typed_number_replaces_the_one_that_was_there(ana):
    ana.tap_button("New match")
    ana.page.fill("#new-name", "Bea")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector(".seat:has-text('Bea')")
    ana.tap_button("Start the match")
    ana.page.wait_for_selector(".deal-card")
    ana.page.goto(ana.page.url + "arrange")
    ana.tap(".rows .row:has-text('Bea')")

    ana.tap("#points")
    ana.page.keyboard.type("12")

    assert ana.page.input_value("#points") == "12"
