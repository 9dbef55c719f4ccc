"""What was changed at the table, by whom, and the way back."""

from contextlib import closing

import pytest

from companion.rules.match import HandState
from companion.store import changes
from companion.store.connection import connect
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def played(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Bea has closed the first hand."""
    ana.start_match("Ana", "Bea", dealer="Ana", target=100)
    ana.save_pile("Ana", plain=9)
    ana.save_pile("Bea", plain=4)
    bea.close_hand()
    return ana


def list_page(phone: Phone) -> Browser:
    return Browser(phone).open(f"{phone.home}matches").tap("What was changed")


def lines_of(browser: Browser) -> list[str]:
    return [item.text for item in browser.page.one("main").one("ol").all("li")]


def last_change_id(phone: Phone) -> int:
    with closing(connect(phone.app.extensions["companion"].database)) as db:
        return changes.list_changes(db, phone.table.id, limit=1)[0].id


def test_the_newest_stands_first(played: Phone) -> None:
    lines = lines_of(list_page(played))

    assert lines[0].startswith("Hand 1 closed")
    assert lines[1].startswith("Bea’s pile counted: 4 points")
    assert lines[2].startswith("Ana’s pile counted: 9 points")
    assert lines[3].startswith("Match started, first to 100")


def test_every_change_says_whose_phone_made_it(played: Phone) -> None:
    lines = lines_of(list_page(played))

    assert "Bea," in lines[0]
    assert "Ana," in lines[1]


def test_the_servers_own_changes_are_the_hosts_computers(played: Phone) -> None:
    assert "The host’s computer" in lines_of(list_page(played))[-1]


def test_a_watcher_reads_along(played: Phone, watcher: Phone) -> None:
    browser = Browser(watcher).open(f"{played.home}changes")

    assert any(line.startswith("Hand 1 closed") for line in lines_of(browser))
    assert not browser.offers("Undo")


def test_a_change_can_be_undone(played: Phone) -> None:
    browser = list_page(played).tap("Undo: Hand 1 closed, 41 cards left over")

    assert [hand.state for hand in played.match.hands] == [HandState.OPEN]
    assert lines_of(browser)[0].startswith("Undone: Hand 1 closed")


def test_an_undone_change_is_marked_and_offered_no_more(played: Phone) -> None:
    undone = last_change_id(played)

    browser = list_page(played).tap("Undo: Hand 1 closed, 41 cards left over")

    assert "(undone)" in lines_of(browser)[1]
    assert len(browser.page.all("form", action=f"{played.home}changes/{undone}/undo")) == 0


def test_undoing_can_itself_be_undone(played: Phone) -> None:
    list_page(played).tap("Undo: Hand 1 closed, 41 cards left over")

    list_page(played).tap("Undo: Undone: Hand 1 closed, 41 cards left over")

    assert [hand.state for hand in played.match.hands] == [HandState.CLOSED, HandState.OPEN]


def test_what_something_newer_stands_on_is_refused_in_words(played: Phone) -> None:
    close_change = last_change_id(played)
    played.save_pile("Ana", plain=1)

    answer = played.post(f"{played.home}changes/{close_change}/undo")

    assert answer.status_code == 409
    assert "Later changes build on it" in answer.text
    assert [hand.state for hand in played.match.hands] == [HandState.CLOSED, HandState.OPEN]


def test_a_double_tap_undoes_once(played: Phone) -> None:
    path = f"{played.home}changes/{last_change_id(played)}/undo"

    answers = [played.post(path, {"op": "one-tap"}).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert [hand.state for hand in played.match.hands] == [HandState.OPEN]


@pytest.mark.parametrize("change_id", ["999999", "0", "-1", "x"])
def test_a_change_that_is_not_there_is_not_found(played: Phone, change_id: str) -> None:
    assert played.post(f"{played.home}changes/{change_id}/undo").status_code == 404


def test_the_scores_tell_of_the_last_change_on_every_phone(watcher: Phone, bea: Phone, played: Phone) -> None:
    pages = [Browser(phone).open(played.home).text for phone in (played, bea, watcher)]

    assert [page for page in pages if "Hand 1 closed" not in page] == []


def test_locked_hands_are_undone_by_the_host_alone(played: Phone, server_host: Phone) -> None:
    close_change = last_change_id(played)
    server_host.post(f"{played.home}lock", {"is_locked": "1"})

    answers = [
        phone.post(f"{played.home}changes/{close_change}/undo").status_code for phone in (played, server_host)
    ]

    assert answers == [409, 303]
