"""Every page in every state: accessible in light and dark, and whole on every phone in every language."""

import pytest

from companion.app import TRANSLATIONS
from companion.i18n import Catalogues
from tests.web.pseudo import PSEUDO, Longer

from .conftest import launch
from .every_page import FIND_FAULTS, LONG_NAMES, spend_evening

pytestmark = pytest.mark.browser

LANGUAGES = Catalogues(TRANSLATIONS).codes
TELEVISION = (1280, 720)
SIZES = {"a small phone": (320, 640), "a phone on its side": (844, 390), "a tablet": (768, 1024)}
BIG_TEXT = "--blink-settings=defaultFontSize=32"  # 200 %, as set in the browser


@pytest.fixture(scope="module")
def chromium_with_big_text(chromium):
    browser = launch(chromium.browser_type, BIG_TEXT)
    yield browser
    browser.close()


def find_faults(browser, house, size, *, television=False):
    """Show all pages, or those of the television, and list whatever cannot be read or tapped."""
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)))
    page = context.new_page()
    faults = {}
    for name, shown in house.pages.items():
        if shown.is_for_television is television:
            house.show(page, shown)
            faults[name] = page.evaluate(FIND_FAULTS)
    context.close()
    return {name: found for name, found in faults.items() if found}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(scheme, chromium):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    house = spend_evening()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    found = {}
    for name, shown in house.pages.items():
        if shown.is_for_television:
            page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
        house.show(page, shown)
        results = axe.Axe().run(page)
        found[name] = [violation["id"] for violation in results.response["violations"]]
    context.close()

    assert {name: ids for name, ids in found.items() if ids} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_with_text_twice_as_big(language, chromium_with_big_text):
    assert find_faults(chromium_with_big_text, spend_evening(language, LONG_NAMES), (320, 640)) == {}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_every_page_is_whole_in_a_language_with_longer_words(size, chromium):
    house = spend_evening(PSEUDO, LONG_NAMES, Longer())

    assert find_faults(chromium, house, size) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_television_is_whole(language, chromium):
    house = spend_evening(language, LONG_NAMES)

    assert find_faults(chromium, house, TELEVISION, television=True) == {}


def test_no_page_asks_for_what_the_policy_forbids(chromium):
    house = spend_evening()
    context = chromium.new_context()
    page = context.new_page()
    complaints = []
    page.on(
        "console", lambda message: complaints.append(message.text) if "ERR_" not in message.text else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))

    for shown in house.pages.values():
        house.show(page, shown)
    context.close()

    assert complaints == []
