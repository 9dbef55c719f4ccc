"""Every page works with JavaScript off, and with the htmx file blocked."""

import pytest

from .evening import points

pytestmark = pytest.mark.browser


@pytest.fixture(params=["JavaScript off", "htmx blocked"])
def page(request, new_phone):
    context = new_phone(java_script_enabled=request.param != "JavaScript off")
    if request.param == "htmx blocked":
        context.route("**/htmx*", lambda route: route.abort())
    return context.new_page()


def press(page, text):
    page.click(f"button:has-text('{text}'):visible, a:has-text('{text}'):visible")


def sit_down(page, house, name):
    page.goto(house.invitation)
    page.fill("input[name=new]", name)
    press(page, "Sit down")


def start_match(page, other):
    press(page, "New match")
    page.wait_for_selector("#line-up")
    if not page.is_visible("#new-name"):
        page.click("#line-up summary")
    page.fill("#new-name", other)
    press(page, "Add")
    press(page, "Draw again")
    page.click("button[value='target:+10']")
    press(page, "Start the match")


def count_by_taps(page, taps):
    page.click(".bar-link:has-text('Count')")
    for number, card_type in enumerate(taps, start=1):
        page.click(f".count-cards [value={card_type}]")
        page.wait_for_selector(f"[data-cards-sum]:has-text('{number} card')")
    with page.expect_navigation(wait_until="load"):
        page.click("[data-done-button]")


def count_by_numbers(page, *numbers):
    with page.expect_navigation(wait_until="load"):  # whatever scripts there are have made the pad
        page.click(".strip-pad")
    if page.is_visible(".digits"):
        for number in numbers:  # each so large that the pad jumps on by itself
            page.click(f"[data-digit='{number}']")
        page.click("[data-next]")
        return
    for field, number in zip(page.locator(".pad-fields input").all(), numbers, strict=True):
        field.fill(str(number))
    page.click("[data-done-button]:visible")


def test_a_whole_hand_is_played(page, house):
    sit_down(page, house, "Ana")
    start_match(page, "Bea")
    assert "first to 150" in page.inner_text("main")

    count_by_taps(page, ["plain", "plain", "red", "five", "tweak"])
    count_by_numbers(page, 1, 1, 2, 5, 2)  # THE red 5, 5, red, the rest, [T!]
    page.wait_for_selector("h1:has-text('counted')")
    page.click(".thumb .button.main")

    text = page.inner_text("#board")
    assert f"+{points(2, 1, 1, 0, 1)}" in text
    assert f"+{points(5, 2, 1, 1, 2)}" in text
    press(page, "Undo")
    page.wait_for_selector(".seat-tiles")


def test_the_pages_of_the_table_open(page, house):
    sit_down(page, house, "Ana")
    start_match(page, "Bea")
    table = page.url

    for path in ("matches", "invite", "me", "phones", "changes", "arrange", "void", "end", "new", "close"):
        answer = page.goto(table + path)
        assert answer.status == 200, path
        assert page.locator("h1").count() == 1, path
