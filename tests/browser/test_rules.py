"""The rules on real phones: an answer while one types, one tap away and back, nothing typed lost."""

from contextlib import suppress

import pytest

from .evening import House, Phone
from .gestures import wait_until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("rules") / "data")
    yield house
    house.stop()


@pytest.fixture
def guest(house, new_phone):
    """A phone that has only the address, on the rules."""
    phone = Phone(new_phone())
    phone.page.goto(f"{house.url}/rules")
    return phone


def type_slowly(phone, text):
    phone.page.locator("#question").press_sequentially(text, delay=40)


def test_the_answer_is_there_without_a_tap(guest):
    type_slowly(guest, "forgot to say tweek")

    guest.page.wait_for_selector(".best h2:has-text('I forgot to say')")

    assert "Usually the [T!] card is still yours" in guest.page.inner_text(".best .answer")
    assert (guest.taps, guest.complaints) == (0, [])


def test_a_late_answer_never_takes_the_place_of_a_newer_one(guest):
    held = []
    guest.page.route("**/rules?q=bomb", lambda route: held.append(route))  # noqa: PLW0108
    type_slowly(guest, "bomb")
    wait_until(guest.page, lambda: held)

    guest.page.fill("#question", "thief")
    guest.page.wait_for_selector(".best h2:has-text('The Thief')")
    with suppress(Exception):  # the phone has given it up
        held[0].continue_()
    guest.page.wait_for_timeout(500)

    assert guest.page.inner_text(".best h2") == "The Thief"


def test_an_emptied_field_shows_the_buttons_again(guest):
    type_slowly(guest, "bomb")
    guest.page.wait_for_selector(".best")

    guest.page.fill("#question", "")

    guest.page.wait_for_selector(".rule-tile")


def test_the_phones_own_back_leads_to_what_was_found(guest):
    type_slowly(guest, "joker")
    guest.page.wait_for_selector(".best h2:has-text('The Joker')")
    guest.tap(".best")
    guest.page.wait_for_selector("h1:has-text('The Joker')")

    guest.page.go_back()

    guest.page.wait_for_selector(".best h2:has-text('The Joker')")
    assert guest.page.input_value("#question") == "joker"
    assert guest.complaints == []


def test_looking_something_up_while_counting_loses_nothing(house, new_phone):
    phone = Phone(new_phone())
    phone.scan(house.invitation)
    phone.sit_down("Ana")
    phone.tap_button("New match")
    phone.page.wait_for_selector("#line-up")
    for name in ("Bea", "Carlo"):
        if not phone.page.is_visible("#line-up ~ * input[name=name], input[name=name]"):
            phone.tap("summary.new-summary")
        phone.page.fill("input[name=name]", name)
        phone.page.press("input[name=name]", "Enter")
        phone.page.wait_for_selector(f".seat:has-text('{name}')")
    phone.tap_button("Start the match")
    phone.page.wait_for_selector("#board")
    phone.go_to("Count")
    phone.tap_cards(plain=3, red_five=1)
    counted = phone.page.inner_text("[data-points-sum]")

    phone.go_to("Rules")
    phone.tap(".rule-tile >> nth=0")
    phone.page.wait_for_selector("h1:has-text('The Thief')")
    phone.go_to("Count")

    wait_until(phone.page, lambda: phone.page.inner_text("[data-points-sum]") == counted)
    assert counted == "8"


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(
    "path", ["/rules", "/rules?q=tweak", "/rules/count-does-not-fit", "/rules/number-cards"]
)
def test_no_page_is_wider_than_the_phone(path, width, house, new_phone):
    page = new_phone(viewport={"width": width, "height": 640}).new_page()

    page.goto(house.url + path)

    # The window of a phone grows with what is too wide.
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/rules", "/rules?q=tweak", "/rules/points", "/rules/joker"])
def test_the_pages_are_accessible(path, scheme, house, new_phone):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = new_phone(color_scheme=scheme).new_page()
    page.goto(house.url + path)

    results = axe.Axe().run(page)

    assert results.violations_count == 0, results.generate_report()
