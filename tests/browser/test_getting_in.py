"""The help for a phone that cannot get in: it opens by itself, on a tap, and leaves when a phone has come."""

import pytest

from .evening import Phone

pytestmark = pytest.mark.browser

LATER = "() => document.getAnimations().forEach((animation) => { animation.currentTime = %d })"
PASSED = "() => document.getAnimations().find((one) => one.animationName === 'appear').currentTime"
NEWS = "() => document.body.dispatchEvent(new CustomEvent('live:changed', { bubbles: true }))"
HELP = "#help h2"


@pytest.fixture
def host(house, new_phone):
    """The host's browser, on the page with the QR code, while nobody has come."""
    host = Phone(new_phone())
    host.scan(house.host_link)
    host.page.wait_for_selector("#help.is-awaited", state="attached")
    return host


@pytest.mark.parametrize(("seconds", "is_open"), [(59, False), (61, True)])
def test_the_help_opens_when_nobody_has_come_for_a_minute(host, seconds, is_open):
    host.page.evaluate(LATER % (seconds * 1000))

    assert host.page.is_visible(HELP) is is_open


def test_it_takes_no_room_before_it_opens(host):
    assert host.page.evaluate("() => document.getElementById('help').offsetHeight") == 0


def test_without_scripts_it_opens_by_itself_too(house, new_phone):
    page = new_phone(java_script_enabled=False).new_page()

    page.goto(house.host_link)

    delay = page.locator("#help").evaluate("help => getComputedStyle(help).animationDelay")
    assert delay == "60s"


def test_it_opens_on_a_tap(host):
    host.tap_button("A phone can’t get in?")

    assert host.page.is_visible(HELP)


def test_a_phone_that_comes_closes_what_has_opened_by_itself(house, host, new_phone):
    host.page.evaluate(LATER % 61_000)
    host.page.wait_for_selector("body[data-live=on]")

    guest = Phone(new_phone())
    guest.scan(house.invitation)
    guest.sit_down("Ana")

    host.page.wait_for_selector(HELP, state="hidden", timeout=2000)
    assert "1 at the table" in host.page.inner_text("#arrivals")


def test_a_phone_that_comes_leaves_open_what_was_opened_by_hand(house, host, new_phone):
    host.tap_button("A phone can’t get in?")
    host.page.wait_for_selector("body[data-live=on]")

    guest = Phone(new_phone())
    guest.scan(house.invitation)
    guest.sit_down("Ana")

    host.page.wait_for_selector("#help:not(.is-awaited)", state="attached", timeout=2000)
    assert host.page.is_visible(HELP)


def test_news_do_not_let_the_minute_begin_anew(host):
    host.page.evaluate(LATER % 50_000)

    with host.page.expect_response(lambda answer: answer.url.endswith("/help")):
        host.page.evaluate(NEWS)
    host.page.wait_for_timeout(300)

    assert host.page.evaluate(PASSED) > 50_000
