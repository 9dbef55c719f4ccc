"""Is the page right at once, however its phone sleeps and its stream breaks?"""

import pytest

from .gestures import lock, unlock, wait_until, watch_errors
from .script_stub import serve
from .script_table import Table

pytestmark = pytest.mark.browser

SHORT = {
    "data-watchdog-ms": "600",
    "data-poll-ms": "200",
    "data-asking-ms": "400",
    "data-reopen-ms": "200",
    "data-reopen-most-ms": "800",
    "data-notice-ms": "400",
    "data-fresh-ms": "600",
}
REMEMBER = """
  window.heard = [];
  document.addEventListener('live:changed', (event) => window.heard.push(event.detail.revision));
"""


@pytest.fixture
def table():
    return Table(body_data=dict(SHORT))


@pytest.fixture
def base_url(table):
    with serve(table) as port:
        yield f"http://lan.test:{port}"


@pytest.fixture
def page(new_phone):
    page = new_phone().new_page()
    page.add_init_script(REMEMBER)
    errors = watch_errors(page)
    yield page
    assert errors == []


@pytest.fixture
def scores(page, table, base_url):
    """The scores, with their stream open."""
    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: live(page) == "on" and table.open_streams == 1)
    return page


def live(page) -> str | None:
    return page.get_attribute("body", "data-live")


def shown(page) -> str | None:
    return page.text_content("[data-live-value=revision]")


def heard(page) -> list[int]:
    return page.evaluate("window.heard")


def is_noticed(page) -> bool:
    return page.locator("#live-lost").is_visible()


def wait_until_shown(page, table) -> float:
    return wait_until(page, lambda: shown(page) == str(table.table_revision))


def fetches(table) -> int:
    return table.visits.count("GET /board")


def assert_growing(pauses: list[float]) -> None:
    """Each pause is twice the one before, give or take a quarter, and 0.8 s at most."""
    least = [0.75 * pause for pause in (0.2, 0.4, 0.8, 0.8)]
    assert [pause >= short for pause, short in zip(pauses, least, strict=False)] == [True] * len(pauses)


# ---- hearing


def test_a_change_is_shown_at_once(scores, table):
    table.tell()
    wait_until_shown(scores, table)

    assert heard(scores) == [11]
    assert "GET /revision" not in table.visits


def test_the_revision_of_the_page_itself_is_no_news(scores, table):
    scores.wait_for_timeout(300)

    assert heard(scores) == []
    assert fetches(table) == 0


def test_an_older_revision_is_no_news(scores, table):
    table.table_revision = 4
    with table.changed:
        table.changed.notify_all()
    scores.wait_for_timeout(300)

    assert heard(scores) == []


def test_each_change_is_fetched_once_however_often_the_board_was_morphed(scores, table):
    for _ in range(4):
        table.tell()
        wait_until_shown(scores, table)
    scores.wait_for_timeout(200)

    assert heard(scores) == [11, 12, 13, 14]
    assert fetches(table) == 4


def test_a_script_loaded_twice_listens_once(scores, table):
    scores.evaluate("""() => new Promise((loaded) => {
      const again = document.createElement('script');
      again.src = '/static/live.js';
      again.onload = loaded;
      document.head.appendChild(again);
    })""")
    scores.wait_for_timeout(200)

    assert table.streams == 1


def test_what_has_changed_is_fresh_for_a_while(scores, table):
    table.change_pile(plain=3)
    wait_until_shown(scores, table)

    fresh = scores.locator(".is-fresh")
    assert fresh.evaluate_all("all => all.map((one) => one.dataset.liveValue)") == ["revision", "plain"]
    wait_until(scores, lambda: fresh.count() == 0)


def test_what_is_fresh_stays_so_over_the_next_swap(scores, table):
    table.change_pile(plain=3)
    wait_until_shown(scores, table)
    scores.wait_for_timeout(200)

    table.tell()
    wait_until_shown(scores, table)

    assert scores.locator("[data-live-value=plain].is-fresh").count() == 1


# ---- sleeping and waking


def test_a_hidden_page_holds_no_stream_and_asks_nothing(scores, table):
    lock(scores)
    wait_until(scores, lambda: table.open_streams == 0)
    before = len(table.visits)

    scores.wait_for_timeout(800)

    assert len(table.visits) == before


def test_a_waking_page_opens_a_stream_at_once_and_is_right(scores, table):
    lock(scores)
    wait_until(scores, lambda: table.open_streams == 0)
    table.change_pile(plain=9)
    before = len(table.visits)

    unlock(scores)
    wait_until_shown(scores, table)

    assert table.visits[before:] == ["GET /events", "GET /board"]


def test_a_fetch_that_hung_while_the_phone_slept_does_not_hold_up_the_next(scores, table):
    table.is_board_hanging = True
    table.tell()
    wait_until(scores, lambda: fetches(table) == 1)
    lock(scores)

    unlock(scores)
    wait_until(scores, lambda: fetches(table) == 2)
    table.release()

    wait_until_shown(scores, table)


def test_coming_back_from_the_history_is_waking(scores, table):
    scores.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    wait_until(scores, lambda: table.open_streams == 0)
    table.tell()

    scores.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    wait_until_shown(scores, table)
    assert table.open_streams == 1


# ---- a stream that breaks


def test_a_goodbye_is_answered_by_a_new_stream_at_once(scores, table):
    scores.wait_for_timeout(300)
    visits = len(table.visits)
    table.say_goodbye()
    wait_until(scores, lambda: table.streams == 2)

    table.tell()

    wait_until_shown(scores, table)
    assert "GET /revision" not in table.visits[visits:]
    assert not is_noticed(scores)


def test_streams_that_end_as_soon_as_they_begin_are_not_stormed(scores, table):
    table.is_curt = True
    wait_until(scores, lambda: table.streams == 5)

    assert len(table.pauses("GET /events")) == 4
    assert_growing(table.pauses("GET /events")[1:])
    assert live(scores) == "on"


def test_a_refused_stream_is_replaced_by_asking(page, table, base_url):
    table.stream_status = 503
    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: live(page) == "on")

    table.tell()

    wait_until_shown(page, table)
    page.wait_for_timeout(600)
    assert not is_noticed(page)


def test_a_refused_stream_is_tried_again_and_then_nothing_is_asked(page, table, base_url):
    table.stream_status = 503
    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: live(page) == "on")
    table.stream_status = 200
    wait_until(page, lambda: table.open_streams == 1)
    page.wait_for_timeout(300)
    visits = len(table.visits)

    page.wait_for_timeout(600)

    assert table.visits[visits:] == []


def test_tries_for_a_refused_stream_grow_rarer(page, table, base_url):
    table.stream_status = 503

    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: table.visits.count("GET /events") == 5)

    assert_growing(table.pauses("GET /events"))


def test_a_silent_stream_is_noticed_and_replaced(scores, table):
    table.is_silent = True
    scores.wait_for_timeout(100)
    table.tell()

    wait_until_shown(scores, table)

    assert "GET /revision" in table.visits


def test_a_stream_that_never_says_anything_is_noticed(page, table, base_url):
    table.is_silent = True
    table.body_data["data-opening-ms"] = "300"
    page.goto(f"{base_url}/scores")

    table.tell()

    wait_until_shown(page, table)


# ---- a server that is away


def test_a_lost_server_is_said_after_a_while_and_found_again(scores, table):
    table.is_away = True
    wait_until(scores, lambda: live(scores) == "lost")
    assert not is_noticed(scores)
    wait_until(scores, lambda: is_noticed(scores))

    table.table_revision += 5
    table.is_away = False

    wait_until_shown(scores, table)
    assert live(scores) == "on"
    assert not is_noticed(scores)
    wait_until(scores, lambda: table.open_streams == 1)


def test_a_short_loss_is_not_said(scores, table):
    scores.evaluate("""() => {
      window.noticed = 0;
      const notice = document.getElementById('live-lost');
      new MutationObserver(() => { window.noticed += 1; }).observe(notice, { attributes: true });
    }""")
    table.is_away = True
    wait_until(scores, lambda: live(scores) == "lost")
    table.is_away = False
    wait_until(scores, lambda: live(scores) == "on")
    scores.wait_for_timeout(600)

    assert not is_noticed(scores)


def test_a_hanging_server_is_a_lost_one(scores, table):
    table.is_silent = table.is_hanging = True

    wait_until(scores, lambda: live(scores) == "lost")

    table.is_silent = table.is_hanging = False
    wait_until(scores, lambda: live(scores) == "on")


def test_wifi_that_is_back_is_used_at_once(page, table, base_url):
    table.body_data |= {"data-poll-ms": "60000", "data-reopen-ms": "60000", "data-reopen-most-ms": "60000"}
    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: table.open_streams == 1)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    wait_until(page, lambda: live(page) == "lost")
    table.tell()

    page.context.set_offline(False)

    wait_until_shown(page, table)


# ---- fragments


def test_an_error_is_not_put_where_the_numbers_are_and_the_fetch_is_repeated(scores, table):
    table.board_status = 503
    table.tell()
    wait_until(scores, lambda: fetches(table) >= 1)
    scores.wait_for_timeout(100)
    assert shown(scores) == "10"

    table.board_status = 200
    wait_until_shown(scores, table)


def test_a_fetch_that_failed_is_repeated_without_another_change(scores, table):
    table.is_board_cut = True
    table.tell()
    wait_until(scores, lambda: fetches(table) >= 1)
    table.is_board_cut = False

    wait_until_shown(scores, table)


def test_a_board_that_is_gone_loads_the_page_anew(scores, table):
    table.board_status = 404

    with scores.expect_navigation(url="**/scores"):
        table.tell()


# ---- without htmx


@pytest.fixture
def plain_scores(page, table, base_url):
    table.has_htmx = False
    page.goto(f"{base_url}/scores")
    wait_until(page, lambda: table.open_streams == 1)
    return page


def test_without_htmx_the_page_is_loaded_anew(plain_scores, table):
    table.tell()

    wait_until_shown(plain_scores, table)


def test_a_page_is_not_loaded_anew_while_somebody_types(plain_scores, table):
    plain_scores.fill("#note", "Li")
    table.tell()
    plain_scores.wait_for_timeout(500)
    assert shown(plain_scores) == "10"
    assert plain_scores.input_value("#note") == "Li"

    plain_scores.fill("#note", "")
    plain_scores.evaluate("document.activeElement.blur()")
    wait_until_shown(plain_scores, table)


def test_a_page_is_not_loaded_anew_over_something_unsaved(plain_scores, table):
    plain_scores.evaluate("document.getElementById('board').setAttribute('data-unsaved', '')")
    table.tell()
    plain_scores.wait_for_timeout(500)

    assert shown(plain_scores) == "10"
