"""Does a phone that counts a pile end up right, whatever happens to it and to the Wi-Fi?"""

import pytest

from .script_stub import Table, serve

pytestmark = pytest.mark.browser


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def base_url(table):
    with serve(table) as port:
        yield f"http://lan.test:{port}"


def test_a_tap_is_shown_and_saved(new_phone, table, base_url):
    page = new_phone().new_page()
    page.on("console", lambda m: print(m.text))
    page.goto(base_url + "/pile")

    page.tap("[data-type=red]")
    page.wait_for_selector("#pile:not([data-unsaved])", state="attached")

    assert page.text_content("[data-points-sum]") == "3"
    assert table.counts["red"] == 1
