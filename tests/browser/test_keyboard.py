"""Everything that an evening needs, by the keyboard alone."""

import pytest

pytestmark = pytest.mark.browser

MOST_TABS = 80
IS_WANTED = """([selector, text]) => {
  const element = document.activeElement;
  return element.matches(selector) && element.textContent.includes(text);
}"""
SHOWS_FOCUS = """() => {
  const element = document.activeElement;
  const drawn = [element, ...element.querySelectorAll('*'), element.nextElementSibling].filter(Boolean);
  return drawn.some((one) => {
    const style = getComputedStyle(one);
    const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    return isOutlined || style.boxShadow !== 'none';
  });
}"""


class Keys:
    """A page that is used with Tab, Enter, the space bar and typing."""

    def __init__(self, page):
        self.page = page
        self.unseen = []

    def reach(self, selector, text=""):
        """Press Tab until this has the focus, and note where the focus cannot be seen."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement !== document.body") and not self.page.evaluate(
                SHOWS_FOCUS
            ):
                self.unseen.append(self.page.evaluate("document.activeElement.outerHTML.slice(0, 80)"))
            if self.page.evaluate(IS_WANTED, [selector, text]):
                return
        raise AssertionError(f"Tab never comes to {selector} {text}")

    def press(self, selector, text="", *, key="Enter"):
        self.reach(selector, text)
        self.page.keyboard.press(key)

    def go(self, selector, text=""):
        """Press it and wait for the page that it leads to."""
        self.reach(selector, text)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


@pytest.fixture
def keys(house, new_phone):
    page = new_phone(is_mobile=False, has_touch=False, viewport={"width": 1024, "height": 800}).new_page()
    page.set_default_timeout(20_000)
    page.goto(house.invitation)
    return Keys(page)


@pytest.fixture
def seated(keys):
    keys.reach("input[name=new]")
    keys.page.keyboard.type("Ana")
    with keys.page.expect_navigation():
        keys.page.keyboard.press("Enter")
    return keys


@pytest.fixture
def playing(seated):
    seated.go(".button", "New match")
    seated.reach("#new-name")
    seated.page.keyboard.type("Bea")
    seated.page.keyboard.press("Enter")
    seated.page.wait_for_selector(".seat:has-text('Bea')")
    seated.go("button", "Start the match")
    return seated


def count(keys):
    """Count one card of a pile by its button, then say that it is done: the next pile follows."""
    keys.press("[value=plain]")
    keys.page.wait_for_selector("#pile:not([data-unsaved])", state="attached")
    keys.go("[data-done-button]")


def test_a_match_from_the_invitation_to_a_closed_hand(playing):
    playing.go(".bar-link", "Count")
    count(playing)
    count(playing)

    playing.go(".button.main")

    playing.page.wait_for_selector("#board")
    assert "Hand 1 is counted" in playing.page.inner_text("main")
    assert playing.unseen == []


def test_a_sum_is_checked_and_judged(playing):
    playing.go(".bar-link", "Check")
    for value in ("4", "3"):
        playing.press(f"[name=add][value='{value}']")
    playing.page.wait_for_selector(".black-card:has-text('7')")

    playing.press(".target-chip", "7")

    playing.page.wait_for_selector(".verdict-word:has-text('Right')")
    assert playing.unseen == []


def test_a_rule_is_searched_and_read(seated):
    seated.go(".bar-link", "Rules")
    seated.reach("#question")
    seated.page.keyboard.type("joker")
    seated.page.wait_for_selector(".best")

    seated.go(".best")

    assert seated.page.inner_text("h1") == "The Joker ±1"
    assert seated.unseen == []


def test_the_lesson_is_led_and_a_sum_is_tried(seated):
    seated.go("a", "New to the game")
    seated.go("button", "Show this to the whole table")
    seated.go("button", "Next, for everybody")
    seated.go("button", "Next, for everybody")
    seated.press("[name=table][value='2']", key="Space")
    seated.press("[name=hand][value='0']", key="Space")

    seated.press("button", "Is it a sum?")

    seated.page.wait_for_selector(".try-right")
    assert seated.unseen == []
