"""Are five spoken numbers typed in seven taps, and do they end up right?"""

import pytest

from .gestures import wait_until, wait_until_saved, watch_errors
from .script_stub import serve
from .script_table import Table

pytestmark = pytest.mark.browser

NEXT = "[data-next]"


@pytest.fixture
def table():
    return Table(body_data={"data-retry-ms": "100", "data-unsaved-ms": "300", "data-rest-ms": "0"})


@pytest.fixture
def base_url(table):
    with serve(table) as port:
        yield f"http://lan.test:{port}"


@pytest.fixture
def page(new_phone):
    page = new_phone().new_page()
    errors = watch_errors(page)
    yield page
    assert errors == []


@pytest.fixture
def pad(page, base_url):
    page.goto(f"{base_url}/pad")
    return page


def press(page, keys: str) -> None:
    """Tap digits, "<" for back and ">" for next."""
    for key in keys:
        page.tap({"<": "[data-back]", ">": NEXT}.get(key, f"[data-digit='{key}']"))


def fields(page) -> list[str]:
    names = ("plain", "red", "five", "red_five", "tweak")
    return [page.input_value(f"#field-{name}") for name in names]


def current(page) -> str | None:
    return page.get_attribute("[aria-current]", "name")


def test_five_numbers_take_seven_taps(pad, table):
    press(pad, "174102>")
    pad.wait_for_url("**/scores")

    assert table.counts == {"plain": 17, "red": 4, "five": 1, "red_five": 0, "tweak": 2}
    assert table.done is True


@pytest.mark.parametrize(
    ("keys", "field"),
    [("4", "plain"), ("5", "red"), ("0", "red"), ("40", "red"), ("179", "red"), ("171", "five")],
)
def test_the_pad_moves_on_where_no_further_digit_fits(pad, keys, field):
    press(pad, keys)

    assert current(pad) == field


def test_next_on_an_empty_field_means_none(pad, table):
    press(pad, "12>>>>")
    pad.wait_for_url("**/scores")

    assert table.counts == {"plain": 12, "red": 0, "five": 0, "red_five": 0, "tweak": 0}


def test_the_question_and_the_number_follow_the_field(pad):
    assert pad.text_content("h1") == "Carlo: plain?"

    press(pad, "17")
    assert (pad.text_content("h1"), pad.text_content("[data-typed]")) == ("Carlo: red?", "0")

    pad.tap("#field-plain")
    assert (pad.text_content("h1"), pad.text_content("[data-typed]")) == ("Carlo: plain?", "17")
    assert pad.get_attribute("#pile-card", "data-digits") == "2"


def test_next_becomes_done_with_the_points(pad):
    assert pad.text_content(NEXT) == "None"

    press(pad, "1")
    assert pad.text_content(NEXT) == "Next"

    press(pad, "7410")
    assert pad.text_content(NEXT) == "Done: 33 points"

    press(pad, "2")
    assert pad.text_content(NEXT) == "Done: 37 points"


def test_a_number_that_the_box_cannot_hold_is_refused_with_the_reason(pad):
    press(pad, "41")
    assert pad.text_content("#full-note") == "Only 40 plain are in the box."
    assert fields(pad)[0] == "4"

    press(pad, "0")
    assert not pad.locator("#full-note").is_visible()
    assert fields(pad)[0] == "40"


def test_back_takes_the_last_digit_also_after_the_pad_has_moved_on(pad):
    press(pad, "17<")
    assert (current(pad), fields(pad)[0]) == ("plain", "1")

    press(pad, "8")
    assert (current(pad), fields(pad)[0]) == ("red", "18")


def test_a_tap_right_after_the_pad_has_moved_on_does_not_say_none(page, table, base_url):
    table.body_data["data-rest-ms"] = "60000"
    page.goto(f"{base_url}/pad")

    press(page, "17>")
    assert (current(page), fields(page)[1]) == ("red", "")

    press(page, "4>0")
    assert (current(page), fields(page)[:3]) == ("red_five", ["17", "4", "0"])


def test_back_at_the_start_does_nothing(pad):
    press(pad, "<<")

    assert current(pad) == "plain"
    assert fields(pad)[0] == ""


def test_a_tapped_field_is_typed_anew(pad):
    press(pad, "174")
    pad.tap("#field-plain")

    press(pad, "21")

    assert fields(pad)[:2] == ["21", "4"]


def test_digits_of_a_keyboard_count_too(pad, table):
    pad.keyboard.type("174102")
    pad.keyboard.press("Backspace")
    pad.keyboard.type("3")
    pad.tap(NEXT)
    pad.wait_for_url("**/scores")

    assert table.counts["tweak"] == 3


def test_the_phones_keyboard_stays_away_and_the_plain_button_too(pad):
    assert pad.get_attribute("#field-plain", "readonly") is not None
    assert not pad.locator("[data-done-button]").is_visible()


def test_numbers_are_saved_field_by_field_and_survive_a_reload(pad, table):
    press(pad, "174")
    wait_until_saved(pad)
    assert (table.counts["plain"], table.counts["red"], table.done) == (17, 4, False)

    pad.reload()

    assert fields(pad) == ["17", "4", "0", "0", "0"]


def test_numbers_typed_while_the_server_is_away_survive_a_reload(pad, table):
    table.save_status = 503
    press(pad, "174")
    pad.wait_for_selector("#not-saved", state="visible")
    pad.reload()
    assert fields(pad)[:2] == ["17", "4"]

    table.save_status = 200
    wait_until_saved(pad)

    assert (table.counts["plain"], table.counts["red"]) == (17, 4)


def test_a_counted_pile_is_shown_and_next_keeps_its_numbers(page, table, base_url):
    table.counts = {"plain": 9, "red": 4, "five": 1, "red_five": 0, "tweak": 1}
    page.goto(f"{base_url}/pad")
    assert fields(page) == ["9", "4", "1", "0", "1"]

    press(page, ">2>>>")
    page.wait_for_url("**/scores")

    assert table.counts == {"plain": 9, "red": 2, "five": 1, "red_five": 0, "tweak": 1}


def test_another_phones_numbers_replace_those_of_the_pad(pad, table):
    table.change_pile(plain=11)

    wait_until(pad, lambda: fields(pad)[0] == "11")


def test_the_server_hears_that_the_pad_was_used(pad, table):
    press(pad, "17")
    wait_until_saved(pad)

    assert table.saves[0]["via"] == "pad"
