"""Learning the game: alone and without scripts, and led together on every phone and the television."""

import pytest

from companion.rulebook.lesson import PLACES, read_lesson
from companion.rulebook.texts import say_line
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.markup import parse

PART = {"HX-Request": "true"}
STEPS = read_lesson("en")


def title_of(phone: Phone, path: str) -> str:
    return parse(phone.get(path).text).one("h1").text


def lead(phone: Phone, step_id: str) -> None:
    assert phone.post(f"{phone.home}lesson", {"step": step_id}).status_code == 303


def test_a_stranger_reads_from_the_rules_through_all_steps(stranger: Phone) -> None:
    browser = Browser(stranger).open("/rules").tap("New to the game? Learn it in two minutes")
    titles = [browser.page.one("h1").text]

    while len(titles) < len(STEPS):
        titles.append(browser.tap("Next step").page.one("h1").text)

    assert titles == [say_line(step.title) for step in STEPS]
    assert browser.tap("Done").path == "/rules"


def test_there_is_a_way_back(stranger: Phone) -> None:
    browser = Browser(stranger).open("/lesson/target").tap("Back")

    assert browser.path.endswith("/lesson/goal")


def test_a_table_without_a_match_offers_the_lesson(ana: Phone) -> None:
    browser = Browser(ana).open(ana.home).tap("New to the game? Learn it in two minutes")

    assert browser.page.one("h1").text == say_line(STEPS[0].title)


def test_a_step_that_is_not_there_is_not_found(ana: Phone) -> None:
    assert ana.get("/lesson/nosuchstep").status_code == 404
    assert ana.post(f"{ana.home}lesson", {"step": "nosuchstep"}).status_code == 404


@pytest.mark.parametrize("place", PLACES, ids=[place.id for place in PLACES])
def test_every_step_is_drawn(place, stranger: Phone) -> None:
    drawing = parse(stranger.get(f"/lesson/{place.id}").text).one("svg", **{"class": "rule-drawing"})

    assert drawing.all("rect", "path")


@pytest.mark.parametrize(
    ("picked", "said"),
    [
        ("hand=0&table=2", "Right: 4 plus 5 is 9"),
        ("hand=0&table=0", "That makes 7: 2 less than 9."),
        ("table=0&table=2", "One card comes from the hand."),
        ("hand=0&hand=1&table=0", "Only one card comes from the hand."),
        ("", "No cards yet."),
    ],
)
def test_a_sum_is_tried_without_scripts(picked: str, said: str, stranger: Phone) -> None:
    page = parse(stranger.get(f"/lesson/sum?{picked}&try=1").text)

    assert said in page.one("form", id="try").text


def test_what_was_picked_stays_picked(stranger: Phone) -> None:
    page = parse(stranger.get("/lesson/sum?hand=0&table=2&try=1").text)

    picked = [(box["name"], box["value"]) for box in page.all("input") if box.has("checked")]
    assert picked == [("table", "2"), ("hand", "0")]


def test_a_sum_that_leaves_cards_is_not_the_tweak(stranger: Phone) -> None:
    page = parse(stranger.get("/lesson/tweak?hand=0&table=1&try=1").text)

    assert "2 cards are still on the table" in page.one("form", id="try").text


def test_nothing_is_judged_before_the_button_is_tapped(stranger: Phone) -> None:
    assert "No cards yet." not in stranger.get("/lesson/sum").text


def test_a_script_gets_the_sum_alone(stranger: Phone) -> None:
    part = stranger.get("/lesson/sum?hand=0&table=2&try=1&part=try", headers=PART).text

    assert "<html" not in part
    assert "Right" in part


def test_whoever_leads_turns_the_page_of_all_who_follow(ana: Phone, bea: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}lesson/goal").tap("Show this to the whole table")

    browser.tap("Next, for everybody")

    for phone in (ana, bea):
        assert title_of(phone, f"{phone.home}lesson") == say_line(STEPS[1].title)


def test_who_follows_is_told_who_leads(ana: Phone, bea: Phone) -> None:
    lead(ana, "goal")

    followed = Browser(bea).open(f"{bea.home}lesson").text
    assert "Ana turns the pages" in followed
    assert "Next, for everybody" not in followed
    assert "everybody following sees this" in Browser(ana).open(f"{ana.home}lesson").text


def test_the_scores_of_every_phone_lead_to_the_lesson(ana: Phone, watcher: Phone) -> None:
    lead(ana, "tweak")

    browser = Browser(watcher).open(watcher.home)

    assert "Ana explains the game" in browser.text
    assert browser.tap("Follow on this phone").page.one("h1").text == say_line(STEPS[4].title)


def test_somebody_else_can_go_on_leading(ana: Phone, bea: Phone) -> None:
    lead(ana, "goal")

    browser = Browser(bea).open(f"{bea.home}lesson").tap("Turn the pages myself")

    assert "Next, for everybody" in browser.text
    assert "Bea turns the pages" in Browser(ana).open(f"{ana.home}lesson").text


def test_a_watcher_follows_but_does_not_lead(ana: Phone, watcher: Phone) -> None:
    lead(ana, "goal")

    page = Browser(watcher).open(f"{watcher.home}lesson").text

    assert "Turn the pages myself" not in page
    assert watcher.post(f"{watcher.home}lesson", {"step": "sum"}).status_code == 403


def test_a_page_that_shows_the_step_already_is_left_alone(ana: Phone, bea: Phone) -> None:
    lead(ana, "sum")

    same = bea.get(f"{bea.home}lesson?shown=sum", headers=PART)
    other = bea.get(f"{bea.home}lesson?shown=target", headers=PART)

    assert (same.status_code, same.text) == (204, "")
    assert say_line(STEPS[2].title) in other.text


def test_when_it_is_over_every_page_says_so_once(ana: Phone, bea: Phone) -> None:
    lead(ana, "points")
    Browser(ana).open(f"{ana.home}lesson").tap("Done")

    over = bea.get(f"{bea.home}lesson?shown=points", headers=PART)
    again = bea.get(f"{bea.home}lesson?shown=", headers=PART)

    assert "That was the lesson" in over.text
    assert again.status_code == 204


def test_the_television_shows_the_step_that_is_led(ana: Phone, watcher: Phone) -> None:
    lead(ana, "sum")
    screen = parse(watcher.get(f"{watcher.home}tv").text).one("section", id="screen")

    assert screen.one("h1").text == say_line(STEPS[2].title)
    assert "3 / 7" in screen.text


def test_each_phone_reads_in_its_own_language(ana: Phone, bea: Phone) -> None:
    lead(ana, "tweak")

    page = parse(bea.get(f"{bea.home}lesson", headers={"Accept-Language": "it"}).text)

    assert page.one("h1").text == say_line(read_lesson("it")[4].title)
