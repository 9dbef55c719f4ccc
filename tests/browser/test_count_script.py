"""Does a phone that counts a pile end up right, whatever happens to it and to the Wi-Fi?"""

import json
import re

import pytest

from .gestures import lock, sum_of, tap, unlock, wait_until, wait_until_saved, watch_errors
from .script_stub import serve
from .script_table import Table

pytestmark = pytest.mark.browser

DONE = "[data-done-button]"
NEWEST = "[data-taps] .is-newest"


@pytest.fixture
def table():
    return Table(body_data={"data-retry-ms": "100", "data-unsaved-ms": "300", "data-poll-ms": "100"})


@pytest.fixture
def base_url(table):
    with serve(table) as port:
        yield f"http://lan.test:{port}"


@pytest.fixture
def phone(new_phone):
    return new_phone()


@pytest.fixture
def page(phone):
    page = phone.new_page()
    errors = watch_errors(page)
    yield page
    assert errors == []


@pytest.fixture
def pile(page, base_url):
    """The page of a pile, fresh."""
    page.goto(f"{base_url}/pile")
    return page


def kept(page) -> dict | None:
    text = page.evaluate("localStorage.getItem('companion:pile:hand1:ana')")
    return text and json.loads(text)


def is_shown(page, selector: str) -> bool:
    return page.locator(selector).is_visible()


# ---- tapping


def test_a_tap_is_shown_and_saved(pile, table):
    tap(pile, "red")
    wait_until_saved(pile)

    assert sum_of(pile) == "3"
    assert pile.text_content("[data-count=red]") == "1"
    assert pile.text_content("[data-cards-sum]") == "1 card"
    assert pile.text_content(DONE) == "Done: 3 points"
    assert table.counts["red"] == 1


def test_forty_taps_in_four_seconds_are_forty(pile, table):
    table.delay = 0.1

    pile.evaluate("""async () => {
      for (let i = 0; i < 40; i += 1) {
        document.querySelector('[data-type=plain]').click();
        await new Promise((next) => setTimeout(next, 90));
      }
    }""")
    wait_until_saved(pile)

    assert table.counts["plain"] == 40
    assert sum_of(pile) == "40"


def test_fast_fingers_lose_no_tap(pile, table):
    tap(pile, *["plain", "plain", "red"] * 8)
    wait_until_saved(pile)

    assert (table.counts["plain"], table.counts["red"]) == (16, 8)


def test_only_the_latest_state_is_sent_and_one_request_at_a_time(pile, table):
    table.is_holding = True
    tap(pile, *["plain"] * 10)

    table.release()
    wait_until_saved(pile)

    assert table.most_at_once == 1
    assert [save["plain"] for save in table.saves] == ["1", "10"]
    assert table.saves[0]["op"] != table.saves[1]["op"]


def test_cards_are_tapped_with_the_keyboard_too(pile, table):
    pile.focus("[data-type=five]")
    pile.keyboard.press("Enter")
    pile.keyboard.press("Space")
    wait_until_saved(pile)

    assert table.counts["five"] == 2


def test_a_full_type_takes_no_more_and_says_why(pile, table):
    tap(pile, "red_five", "red_five")
    wait_until_saved(pile)

    assert table.counts["red_five"] == 1
    assert pile.text_content("#full-note") == "Only 1 red_five are in the box."
    assert is_shown(pile, "#full-note")
    assert "is-full" in pile.get_attribute("[data-type=red_five]", "class")


def test_the_reason_goes_with_the_next_tap(pile):
    tap(pile, "red_five", "red_five", "plain")

    assert not is_shown(pile, "#full-note")


def test_the_strip_shows_the_last_taps_and_takes_back_the_newest(pile, table):
    tap(pile, "plain", "red", "tweak")
    assert pile.locator("[data-taps] li").all_text_contents() == ["+1", "+3", "+2"]

    pile.tap(NEWEST)
    wait_until_saved(pile)

    assert pile.locator("[data-taps] li").all_text_contents() == ["+1", "+3"]
    assert table.counts == {"plain": 1, "red": 1, "five": 0, "red_five": 0, "tweak": 0}
    assert pile.locator("[data-taps] button").count() == 1
    assert pile.get_attribute(NEWEST, "aria-label") == "Take back red"


def test_all_taps_can_be_taken_back_by_keyboard(pile, table):
    tap(pile, "plain", "red")

    pile.focus(NEWEST)
    pile.keyboard.press("Enter")
    pile.keyboard.press("Enter")
    wait_until_saved(pile)

    assert table.counts["plain"] == 0
    assert pile.text_content(DONE) == "Done: no cards"


def test_checked_cards_are_offered_as_a_start(page, table, base_url):
    table.form_data["data-start"] = '{"plain": 6, "red": 1}'
    page.goto(f"{base_url}/pile")

    page.tap("[data-start-button]")
    wait_until_saved(page)

    assert (table.counts["plain"], table.counts["red"]) == (6, 1)
    assert not is_shown(page, "[data-start-button]")


def test_words_follow_the_plurals_of_the_language(page, table, base_url):
    table.lang = "ru"
    page.goto(f"{base_url}/pile")

    tap(page, "plain", "plain")

    assert page.text_content("[data-cards-sum]") == "2 few"


def test_the_numeral_knows_its_number_of_digits(pile):
    tap(pile, "red", "red", "red", "red")

    assert pile.get_attribute("#pile-card", "data-digits") == "2"


def test_one_output_speaks(pile):
    assert pile.get_attribute("[data-count=plain]", "aria-live") == "off"
    assert pile.get_attribute("[data-points-sum]", "aria-live") == "polite"


# ---- without the Wi-Fi


def test_a_count_without_wifi_is_said_to_be_unsaved_and_sent_when_it_is_back(phone, pile, table):
    phone.set_offline(True)
    tap(pile, "plain", "red")
    pile.wait_for_selector("#not-saved", state="visible")
    assert "is-hollow" in pile.get_attribute("#pile-card", "class")
    assert sum_of(pile) == "4"

    phone.set_offline(False)
    wait_until_saved(pile)

    assert not is_shown(pile, "#not-saved")
    assert "is-hollow" not in pile.get_attribute("#pile-card", "class")
    assert (table.counts["plain"], table.counts["red"]) == (1, 1)


def test_a_slow_save_is_said_to_be_unsaved_after_a_while(pile, table):
    table.is_holding = True

    tap(pile, "plain")

    pile.wait_for_selector("#not-saved", state="visible")


def test_a_save_on_its_way_is_not_called_unsaved(page, table, base_url):
    table.body_data["data-unsaved-ms"] = "60000"
    page.goto(f"{base_url}/pile")
    table.is_holding = True

    tap(page, "plain")
    page.wait_for_timeout(300)

    assert not is_shown(page, "#not-saved")


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_server_in_trouble_is_asked_again(pile, table, status):
    table.save_status = status
    tap(pile, "plain")
    pile.wait_for_selector("#not-saved", state="visible")

    table.save_status = 200
    wait_until_saved(pile)

    assert table.counts["plain"] == 1
    assert len({save["op"] for save in table.saves}) == 1


def test_an_answer_that_is_not_ours_saves_nothing(pile, table):
    table.save_answer, table.save_status = {"hello": "hotel Wi-Fi"}, 299
    tap(pile, "plain")

    pile.wait_for_selector("#not-saved", state="visible")
    table.save_status = 200
    wait_until_saved(pile)

    assert table.counts["plain"] == 1


def test_pauses_grow_while_nothing_answers(pile, table):
    table.save_status = 503

    tap(pile, "plain")
    wait_until(pile, lambda: len(table.saves) == 5)

    first, second, third, fourth = table.pauses("POST /pile")
    assert (first >= 0.1, second >= 0.2, third >= 0.4, fourth >= 0.8) == (True, True, True, True)


def test_a_save_whose_answer_got_lost_is_repeated_under_the_same_id(pile, table):
    table.is_losing_answers = True
    tap(pile, "plain")
    wait_until(pile, lambda: table.counts["plain"] == 1)

    table.is_losing_answers = False
    tap(pile, "plain")
    wait_until_saved(pile)

    assert table.counts["plain"] == 2
    assert table.revision == 3 + 2
    assert table.saves[0] == table.saves[1]


def test_a_hanging_request_is_given_up(page, table, base_url):
    table.body_data |= {"data-save-timeout-ms": "300", "data-unsaved-ms": "60000"}
    page.goto(f"{base_url}/pile")
    table.is_hanging = True
    tap(page, "plain")
    page.wait_for_selector("#not-saved", state="visible")

    table.is_hanging = False
    wait_until_saved(page)

    assert table.counts["plain"] == 1


def test_a_phone_that_wakes_repeats_what_it_waits_for_at_once(pile, table):
    table.is_hanging = True
    tap(pile, "plain")
    pile.wait_for_timeout(1100)
    lock(pile)

    unlock(pile)
    wait_until(pile, lambda: len(table.saves) == 0 and table.visits.count("POST /pile") == 2)
    table.release()
    wait_until_saved(pile)

    assert table.counts["plain"] == 1
    assert table.revision == 3 + 1


# ---- reloads, other pages, other tabs


def test_a_reload_brings_back_what_was_not_saved_and_sends_it(pile, table):
    table.save_status = 503
    tap(pile, "plain", "red", "red")
    pile.reload()

    assert sum_of(pile) == "7"
    assert pile.locator("[data-taps] li").all_text_contents() == ["+1", "+3", "+3"]
    table.save_status = 200
    wait_until_saved(pile)

    assert (table.counts["plain"], table.counts["red"]) == (1, 2)


def test_a_reload_keeps_the_strip_of_what_was_saved(pile):
    tap(pile, "plain", "red")
    wait_until_saved(pile)

    pile.reload()

    assert pile.locator("[data-taps] li").all_text_contents() == ["+1", "+3"]
    assert sum_of(pile) == "4"


def test_taps_after_a_lost_answer_survive_a_reload_without_a_conflict(pile, table):
    table.is_losing_answers = True
    tap(pile, "plain")
    wait_until(pile, lambda: table.counts["plain"] == 1)
    tap(pile, "red")
    pile.reload()

    table.is_losing_answers = False
    wait_until_saved(pile)

    assert (table.counts["plain"], table.counts["red"]) == (1, 1)
    assert "/pile" in pile.url


def test_a_pile_left_unsaved_is_sent_from_any_page_of_the_table(pile, table, base_url):
    table.save_status = 503
    tap(pile, "plain", "plain")
    pile.wait_for_selector("#not-saved", state="visible")
    table.save_status = 200

    pile.goto(f"{base_url}/scores")
    wait_until(pile, lambda: table.counts["plain"] == 2)

    wait_until(pile, lambda: kept(pile)["sending"] is None)


def test_leaving_at_once_after_a_tap_loses_nothing(pile, table):
    table.is_holding = True
    tap(pile, "plain", "plain", "plain")

    pile.tap("#away")
    pile.wait_for_selector("#board")
    table.release()
    wait_until(pile, lambda: table.counts["plain"] == 3)


def test_a_second_tab_shows_and_continues_the_same_count(phone, pile, table, base_url):
    other = phone.new_page()
    other.goto(f"{base_url}/pile")
    table.is_holding = True

    tap(pile, "plain")
    wait_until(other, lambda: sum_of(other) == "1")
    other.bring_to_front()
    tap(other, "red")
    table.release()
    wait_until_saved(other)
    wait_until_saved(pile)

    assert (table.counts["plain"], table.counts["red"]) == (1, 1)
    assert (sum_of(pile), sum_of(other)) == ("4", "4")
    assert "/pile" in pile.url


def test_the_back_button_after_done_shows_what_was_saved(pile, table):
    tap(pile, "plain", "red")
    pile.tap(DONE)
    pile.wait_for_url("**/scores")

    pile.go_back()
    assert sum_of(pile) == "4"
    tap(pile, "plain")
    wait_until_saved(pile)

    assert table.counts["plain"] == 2
    assert table.done is False


def test_a_page_loaded_anew_shows_what_the_server_has_by_now(pile, table, base_url):
    tap(pile, "plain")
    wait_until_saved(pile)
    pile.goto(f"{base_url}/scores")
    table.change_pile(plain=5)
    table.is_holding_reads = True

    pile.go_back()

    assert sum_of(pile) == "5"
    assert pile.locator("[data-taps] li").count() == 0


# ---- done


def test_done_is_sent_and_its_next_page_followed(pile, table):
    tap(pile, "plain")

    pile.tap(DONE)
    pile.wait_for_url("**/scores")

    assert table.done is True
    assert table.saves[-1]["done"] == "1"


def test_done_without_a_next_page_stays(pile, table):
    table.next_url = None
    tap(pile, "plain")

    pile.tap(DONE)
    wait_until(pile, lambda: table.done)
    wait_until_saved(pile)

    assert pile.url.endswith("/pile")


def test_done_without_wifi_is_sent_when_it_is_back_and_followed(phone, pile, table):
    phone.set_offline(True)
    tap(pile, "plain")
    pile.tap(DONE)
    pile.wait_for_selector("#not-saved", state="visible")

    phone.set_offline(False)
    pile.wait_for_url("**/scores")

    assert table.done is True


def test_done_survives_a_reload(pile, table):
    table.save_status = 503
    tap(pile, "plain")
    pile.tap(DONE)
    pile.reload()

    table.save_status = 200
    pile.wait_for_url("**/scores")

    assert table.done is True


def test_done_whose_answer_got_lost_is_followed_after_a_reload(pile, table):
    tap(pile, "plain")
    wait_until_saved(pile)
    table.is_losing_answers = True
    pile.tap(DONE)
    wait_until(pile, lambda: table.done)
    pile.reload()

    table.is_losing_answers = False
    pile.wait_for_url("**/scores")

    assert table.revision == 3 + 2


def test_done_tapped_twice_is_done_once(pile, table):
    tap(pile, "plain")
    wait_until_saved(pile)
    table.is_holding = True

    pile.tap(DONE)
    pile.tap(DONE)
    table.release()
    pile.wait_for_url("**/scores")

    assert table.revision == 3 + 2


def test_a_tap_after_done_keeps_the_pile_open(pile, table):
    tap(pile, "plain")
    wait_until_saved(pile)
    table.is_holding = True

    pile.tap(DONE)
    tap(pile, "plain")
    table.release()
    wait_until_saved(pile)

    assert table.done is False
    assert table.counts["plain"] == 2
    assert pile.url.endswith("/pile")


def test_leave_it_so_is_sent_with_done(pile, table):
    pile.tap("[name=anyway]")
    pile.wait_for_url("**/scores")

    assert (table.saves[-1]["done"], table.saves[-1]["anyway"]) == ("1", "1")


# ---- others at the same pile


def test_another_phones_change_is_shown_at_once(pile, table):
    tap(pile, "red")
    wait_until_saved(pile)

    table.change_pile(plain=7)
    wait_until(pile, lambda: sum_of(pile) == "10")

    assert "is-fresh" in pile.get_attribute("[data-type=plain]", "class")
    assert "is-fresh" not in pile.get_attribute("[data-type=red]", "class")
    assert pile.locator("[data-taps] li").count() == 0


def test_a_look_for_changes_that_failed_is_repeated(pile, table):
    table.read_status = 503
    table.change_pile(plain=7)
    wait_until(pile, lambda: "GET /pile" in table.visits[1:])

    table.read_status = 200

    wait_until(pile, lambda: sum_of(pile) == "7")


def test_a_tap_during_the_look_for_changes_is_kept_and_asked_about(pile, table):
    table.is_holding = table.is_holding_reads = True
    table.change_pile(plain=7)
    wait_until(pile, lambda: "GET /pile" in table.visits[1:])

    tap(pile, "red")
    table.is_holding_reads = False
    pile.wait_for_timeout(300)
    assert sum_of(pile) == "3"

    table.release()
    pile.wait_for_selector("#mine")

    assert pile.locator("form:has(#mine) [name=red]").input_value() == "1"


def test_a_conflict_in_the_middle_of_tapping_asks_with_every_tap(pile, table):
    table.is_holding = True
    tap(pile, "plain")
    table.counts, table.revision = {**table.counts, "tweak": 2}, 4
    tap(pile, "plain", "red")
    table.release()
    pile.wait_for_selector("#mine")

    mine = pile.locator("form:has(#mine)")
    assert mine.locator("[name=plain]").input_value() == "2"
    assert mine.locator("[name=red]").input_value() == "1"
    assert table.saves[-1]["ask"] == "1"


@pytest.fixture
def conflict(pile, table):
    """The page that asks which version is right: 1 plain here, 2 [T!] on another phone."""
    table.save_status = 503
    tap(pile, "plain")
    pile.wait_for_selector("#not-saved", state="visible")
    table.change_pile(tweak=2)
    table.save_status = 200
    pile.wait_for_selector("#mine")
    return pile


@pytest.mark.parametrize(("choice", "points"), [("mine", "1"), ("theirs", "4")])
def test_a_decided_conflict_is_not_asked_about_again(conflict, table, choice, points):
    conflict.tap(f"#{choice}")
    conflict.wait_for_selector("#pile")
    conflict.wait_for_timeout(300)

    assert conflict.locator("#pile").count() == 1
    assert sum_of(conflict) == points


def test_counting_again_drops_this_phones_version(conflict):
    conflict.tap("#again")
    conflict.wait_for_selector("#pile")
    conflict.wait_for_timeout(300)

    assert sum_of(conflict) == "4"


def test_an_undecided_conflict_is_asked_about_again(conflict, base_url):
    conflict.goto(f"{base_url}/pile")

    conflict.wait_for_selector("#mine")


def test_another_page_only_points_at_a_conflict(conflict, base_url):
    conflict.goto(f"{base_url}/scores")

    conflict.wait_for_selector("#unsaved-pile", state="visible")
    conflict.tap("#unsaved-pile button")
    conflict.wait_for_selector("#mine")


def test_the_same_count_from_two_phones_is_no_conflict(pile, table):
    table.save_status = 503
    tap(pile, "plain")
    table.change_pile(plain=1)
    table.save_status = 200

    wait_until_saved(pile)

    assert pile.locator("#pile").count() == 1


def test_a_closed_hand_leads_to_the_scores_and_not_into_the_next_one(pile, table):
    table.is_open = False

    with pile.expect_navigation(url="**/scores"):
        table.tell()


# ---- refusals


def test_what_the_server_refuses_is_said_and_not_repeated(pile, table):
    table.save_status, table.save_answer = 422, {"message": "Only 8 red cards are in the box."}

    tap(pile, "plain")
    pile.wait_for_selector("#full-note", state="visible")
    table.tell()
    pile.wait_for_timeout(400)

    assert pile.text_content("#full-note") == "Only 8 red cards are in the box."
    assert len(table.saves) == 1


def test_a_tap_after_a_refusal_is_sent(pile, table):
    table.save_status, table.save_answer = 422, {"message": "No."}
    tap(pile, "plain")
    pile.wait_for_selector("#full-note", state="visible")

    table.save_status = 200
    pile.tap(NEWEST)
    wait_until_saved(pile)

    assert table.revision == 4


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_pile_that_is_gone_leads_to_the_page_that_says_so(pile, table, status):
    table.save_status, table.save_answer = status, {"message": "Closed.", "url": "/gone"}

    tap(pile, "plain")

    pile.wait_for_url("**/gone")
    assert kept(pile)["counts"]["plain"] == 1


# ---- the phone's storage

NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } });"
FULL_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


@pytest.mark.parametrize("trouble", [NO_STORAGE, FULL_STORAGE], ids=["forbidden", "full"])
def test_counting_works_without_storage(page, table, base_url, trouble):
    page.add_init_script(trouble)
    page.goto(f"{base_url}/pile")
    table.save_status = 503

    tap(page, "plain", "red", "red")
    page.wait_for_selector("#not-saved", state="visible")
    page.tap(NEWEST)
    table.save_status = 200
    wait_until_saved(page)

    assert (table.counts["plain"], table.counts["red"]) == (1, 1)


def test_a_full_storage_leaves_no_older_state_behind(pile, table):
    table.save_status = 503
    tap(pile, "plain", "plain")
    pile.evaluate("() => {" + FULL_STORAGE + "}")
    tap(pile, "plain")
    table.save_status = 200
    wait_until_saved(pile)

    pile.reload()
    wait_until_saved(pile)

    assert sum_of(pile) == "3"
    assert table.counts["plain"] == 3


@pytest.mark.parametrize("text", ["{", "null", '{"counts":{"plain":"x"}}', '{"url":"/pile","base":3}'])
def test_nonsense_in_storage_is_ignored(page, table, base_url, text):
    page.goto(f"{base_url}/gone")
    page.evaluate("text => localStorage.setItem('companion:pile:hand1:ana', text)", text)

    page.goto(f"{base_url}/pile")
    tap(page, "plain")
    wait_until_saved(page)

    assert table.counts["plain"] == 1


KEEP_OLD_PILES = """() => {
  const day = 24 * 3600 * 1000;
  for (let i = 0; i < 20; i += 1) {
    localStorage.setItem('companion:pile:old' + i, JSON.stringify({
      url: '/elsewhere', counts: { plain: 1 }, done: false, taps: [], base: 1,
      dirty: i >= 15, sending: null, refused: true, at: Date.now() - i * day / 2.2 }));
  }
  localStorage.setItem('other', 'stays');
}"""


def test_old_leftovers_are_cleaned_up_but_nothing_young_and_unsaved(page, table, base_url):
    page.goto(f"{base_url}/gone")
    page.evaluate(KEEP_OLD_PILES)

    page.goto(f"{base_url}/scores")
    names = page.evaluate("Object.keys(localStorage)")

    numbers = sorted(int(found[1]) for name in names if (found := re.fullmatch(r".*:old(\d+)", name)))
    assert numbers == [*range(12), 15]
    assert "other" in names
