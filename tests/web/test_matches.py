"""Which matches the table has played, and one of them as it ended."""

from collections.abc import Callable

import pytest

from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def evening(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone, after a match that Bea won in two hands, and in the middle of a second one."""
    ana.start_match("Ana", "Bea", target=20)
    for points in ((4, 5), (9, 20)):
        ana.save_pile("Ana", plain=points[0])
        ana.save_pile("Bea", plain=points[1])
        ana.close_hand()
    ana.start_match("Bea", "Ana", target=100)
    return ana


def matches_page(phone: Phone) -> Browser:
    return Browser(phone).open(f"{phone.home}matches")


def test_before_the_first_match_there_is_none(ana: Phone) -> None:
    browser = matches_page(ana)

    assert "No match yet." in browser.text
    assert browser.tap("New match").path == f"{ana.home}new"


def test_the_header_leads_there(ana: Phone) -> None:
    browser = Browser(ana).open(ana.home).tap("Matches and more")

    assert browser.path == f"{ana.home}matches"
    assert browser.page.one("h1").text == ana.table_name


def test_a_running_match_is_listed_with_its_players(evening: Phone) -> None:
    text = matches_page(evening).text

    assert "Playing now" in text
    assert "Bea and Ana" in text


def test_a_finished_match_is_listed_with_winner_points_and_hands(evening: Phone) -> None:
    row = matches_page(evening).find("Bea won")

    assert "25" in row.text
    assert "2 hands" in row.text


def test_a_finished_match_says_its_day(evening: Phone) -> None:
    year = evening.match.started_at[:4]

    assert year in matches_page(evening).find("Bea won").text


def test_a_shared_win_names_both(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea", target=5)
    for name in ("Ana", "Bea"):
        ana.save_pile(name, plain=9)
    ana.close_hand()

    assert matches_page(ana).offers("Ana and Bea won together")


def test_the_newest_stands_first(evening: Phone) -> None:
    text = matches_page(evening).text

    assert text.index("Bea and Ana") < text.index("Bea won")


def test_a_watcher_reads_along(evening: Phone, watcher: Phone) -> None:
    browser = matches_page(watcher)

    assert browser.offers("Bea won")
    assert not browser.offers("New match")


def test_one_match_is_shown_as_it_ended(evening: Phone) -> None:
    browser = matches_page(evening).tap("Bea won")

    assert browser.page.one("h1").text == "Bea wins"
    assert "13" in browser.text


def test_one_match_is_shown_as_it_stands(evening: Phone) -> None:
    browser = matches_page(evening).tap("Bea and Ana")

    assert browser.page.one("h1").text == "Hand 1"


def test_an_old_match_cannot_be_repeated_from_there(evening: Phone) -> None:
    browser = matches_page(evening).tap("Bea won")

    assert not browser.offers("Again")


def test_from_one_match_it_is_one_tap_to_all(evening: Phone) -> None:
    browser = matches_page(evening).tap("Bea won").tap("All matches")

    assert browser.path == f"{evening.home}matches"


def test_a_match_that_is_not_there_is_not_found(evening: Phone) -> None:
    assert evening.get(f"{evening.home}matches/nosuchmatch").status_code == 404


def test_a_match_of_another_table_is_not_found(evening: Phone, new_phone: Callable[[], Phone]) -> None:
    neighbour = new_phone()
    elsewhere = neighbour.post("/tables", {"name": "Elsewhere"}).headers["Location"].removesuffix("invite")

    assert neighbour.get(f"{elsewhere}matches/{evening.match.id}").status_code == 404


def test_no_more_than_fifty_are_listed(ana: Phone, bea: Phone) -> None:
    for _ in range(52):
        ana.start_match("Ana", "Bea")

    links = {link["href"] for link in matches_page(ana).page.all("a") if "Ana and Bea" in link.text}

    assert len(links) == 50
