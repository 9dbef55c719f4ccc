"""Real browsers for the tests that need one: Chromium, and phones in it."""

import os
import shutil

import pytest

LAN_HOST = "lan.test"  # a plain name: no secure context, as on a table's network


def _find_chromium() -> str:
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        reason = "Chromium is not installed"
        if os.environ.get("COMPANION_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return executable


def launch(kind, *switches: str):
    """Start a browser that finds `lan.test` on this machine."""
    rules = f"--host-resolver-rules=MAP {LAN_HOST} 127.0.0.1"
    return kind.launch(executable_path=_find_chromium(), args=[rules, *switches])


@pytest.fixture(scope="session")
def chromium():
    """Start one browser for the session; it finds `lan.test` on this machine."""
    if os.environ.get("COMPANION_REQUIRE_BROWSER") != "1":
        pytest.importorskip("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    _find_chromium()
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


def _settle(page) -> None:
    """End what a page is doing: closed in the middle of a navigation, its browser may never answer."""
    from playwright.sync_api import Error

    for _ in range(3):
        try:
            page.goto("about:blank")
        except Error:  # the navigation that was under way came first
            continue
        return


@pytest.fixture
def new_phone(chromium):
    """Make phones: `new_phone(locale="ru-RU")` gives a browser context of its own."""
    contexts = []

    def make(*, locale="en-GB", **options):
        size = {"width": 390, "height": 844}
        phone = {"viewport": size, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
        context = chromium.new_context(**{**phone, "locale": locale, **options})
        context.set_default_timeout(5000)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        for page in context.pages:
            _settle(page)
        context.close()


@pytest.fixture
def house(tmp_path):
    """Start a real companion on an empty folder; it ends with the test."""
    from .evening import House  # it needs this module itself

    house = House(tmp_path / "data")
    yield house
    house.stop()
