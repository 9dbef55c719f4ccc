"""The rules at hand: before joining, at a table, with and without scripts."""

import pytest

from companion.rulebook.book import read_book, read_contents
from companion.rulebook.texts import say_line
from companion.web.rulebook import TILES
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.markup import Element, parse

PART = {"HX-Request": "true"}
IDS = [slot.id for slot in read_contents()]


def by_class(page: Element, name: str) -> list[Element]:
    return [element for element in page.walk() if name in element.get("class").split()]


def test_anybody_reads_the_rules_without_joining_a_table(stranger: Phone) -> None:
    browser = Browser(stranger).open("/rules").tap("The Joker ±1")

    assert browser.status == 200
    assert "The Target Sum is one more or one less" in browser.text


def test_the_eight_buttons_come_first(stranger: Phone) -> None:
    tiles = by_class(parse(stranger.get("/rules").text), "rule-tile")

    assert [tile["href"] for tile in tiles] == [f"/rules/{entry_id}" for entry_id in TILES]
    assert [tile.text for tile in tiles if tile.text.endswith(("turn", "empty", "Points", "Set-up"))] == [
        tile.text for tile in tiles[4:]
    ]


def test_every_button_has_its_drawing(stranger: Phone) -> None:
    for tile in by_class(parse(stranger.get("/rules").text), "rule-tile"):
        drawing = tile.one("svg")

        assert len(drawing.all("rect", "circle", "path")) > 0


@pytest.mark.parametrize("entry_id", IDS)
def test_every_entry_has_a_page_with_its_title_and_answer(entry_id: str, stranger: Phone) -> None:
    entry = read_book("en").find_entry(entry_id)
    page = parse(stranger.get(f"/rules/{entry_id}").text)

    assert page.one("h1").text == say_line(entry.title)
    assert by_class(page, "answer")[0].text == say_line(entry.answer)


def test_an_entry_that_is_not_there_is_not_found(stranger: Phone) -> None:
    assert stranger.get("/rules/nosuchthing").status_code == 404


def test_every_entry_is_listed_below_the_buttons(stranger: Phone) -> None:
    page = parse(stranger.get("/rules").text)

    listed = [link["href"] for section in page.all("details") for link in section.all("a")]

    assert listed == [f"/rules/{entry_id}" for entry_id in IDS]


def test_at_a_table_the_rules_are_one_tap_from_the_scores(ana: Phone) -> None:
    browser = Browser(ana).open(ana.home).tap("Rules")

    assert browser.path == f"{ana.home}rules"
    assert browser.page.one("a", aria_current="page").text == "Rules"


def test_at_a_table_the_rules_stay_at_the_table(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}rules").tap("Points")

    assert browser.path == f"{ana.home}rules/points"
    assert browser.page.one("nav", aria_label="Places")
    assert {link["href"].startswith(ana.home) for link in by_class(browser.page, "see")[0].all("a")} == {True}


def test_a_sum_can_be_tried_from_its_rule(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}rules/joker").tap("Check a sum")

    assert browser.path == f"{ana.home}check"


def test_a_sum_can_be_tried_from_its_rule_without_a_table(stranger: Phone) -> None:
    assert Browser(stranger).open("/rules/joker").tap("Check a sum").path == "/check"
    assert not Browser(stranger).open("/rules/dealer").offers("Check a sum")


def test_who_watches_reads_the_rules_of_the_table_too(watcher: Phone) -> None:
    assert watcher.get(f"{watcher.home}rules/thief").status_code == 200


def test_a_search_works_without_scripts(stranger: Phone) -> None:
    page = Browser(stranger).open("/rules").page
    form = page.one("form", role="search")

    found = parse(stranger.get(form["action"], query_string={form.one("input")["name"]: "deck empty"}).text)

    best = by_class(found, "best")[0]
    assert best.one("h2").text == "The Central Deck is used up. What changes?"
    assert "The Target Sum is 7 until the hand ends" in best.text
    assert found.one("input", name="q")["value"] == "deck empty"


def test_what_was_searched_for_is_marked(stranger: Phone) -> None:
    best = by_class(parse(stranger.get("/rules?q=shifter").text), "best")[0]

    assert [mark.text for mark in best.all("mark")] == ["Shifter"]


def test_while_one_types_only_the_part_that_changes_is_sent(stranger: Phone) -> None:
    part = stranger.get("/rules?q=thief", headers=PART)

    assert part.status_code == 200
    assert next(child for child in parse(part.text).children if isinstance(child, Element))["id"] == "found"
    assert "<html" not in part.text


@pytest.mark.parametrize("question", ["", "thief", "xshifters", "xqzwv"])
def test_the_part_is_what_the_page_holds(question: str, stranger: Phone) -> None:
    page = stranger.get("/rules", query_string={"q": question}).text

    part = stranger.get("/rules", query_string={"q": question}, headers=PART).text

    assert part.strip() in page


def test_the_field_asks_for_that_part(stranger: Phone) -> None:
    field = parse(stranger.get("/rules").text).one("input", name="q")

    assert (field["hx-get"], field["hx-target"]) == ("/rules", "#found")


def test_the_way_back_from_an_entry_leads_to_what_was_found(ana: Phone) -> None:
    browser = Browser(ana).open(f"{ana.home}rules?q=robber").tap("The Thief")

    browser.tap("Back")

    assert browser.page.one("input", name="q")["value"] == "robber"
    assert by_class(browser.page, "best")


def test_nothing_found_offers_the_nearest_and_all_sections(stranger: Phone) -> None:
    page = parse(stranger.get("/rules?q=xshifters").text)

    assert "Nothing found" in page.one("main").text
    assert "/rules/shifter?q=xshifters" in [link["href"] for link in page.all("a")]
    assert len(page.all("details", **{"class": "section"})) == len(read_book("en").sections)


def test_what_the_rules_do_not_say_is_marked_on_the_page(stranger: Phone) -> None:
    page = parse(stranger.get("/rules/joker").text)

    assert "The rules leave this open" in by_class(page, "left-open")[0].text


def test_the_points_stand_in_a_table(stranger: Phone) -> None:
    rows = parse(stranger.get("/rules/points").text).one("tbody").all("tr")

    assert [[cell.text for cell in row.all("th", "td")][:2] for row in rows] == [
        ["THE red 5", "5"],
        ["5, not red", "4"],
        ["red, not the 5", "3"],
        ["all the rest", "1"],
        ["[T!]", "2"],
    ]


def test_the_colours_stand_in_a_table(stranger: Phone) -> None:
    rows = parse(stranger.get("/rules/colours").text).one("tbody").all("tr")

    assert [[cell.text for cell in row.all("th", "td")] for row in rows] == [
        ["2–3", "red + 3", "36"],
        ["4", "red + 4", "45"],
        ["5–6", "red + 5", "54"],
    ]


def test_the_targets_stand_in_a_table(stranger: Phone) -> None:
    rows = parse(stranger.get("/rules/end-of-match").text).one("tbody").all("tr")

    assert [[cell.text for cell in row.all("th", "td")] for row in rows] == [
        ["2", "140"],
        ["3", "120"],
        ["4", "100"],
        ["5", "80"],
        ["6", "60"],
    ]


def test_a_sum_is_drawn_with_its_cards(stranger: Phone) -> None:
    row = by_class(parse(stranger.get("/rules/make-a-sum").text), "card-row")[0]

    assert row.text == "5 + 1 + 2 = 8"
    assert [card["class"] for card in by_class(row, "row-card")] == [
        "row-card is-card",
        "row-card is-red",
        "row-card is-card",
        "row-card is-back",
    ]


def test_a_language_without_a_rulebook_shows_the_english_one_as_english(stranger: Phone) -> None:
    page = parse(stranger.get("/rules/joker").text)

    assert page.one("article")["lang"] == "en"


def test_what_was_typed_cannot_break_out_of_the_page(stranger: Phone) -> None:
    text = stranger.get("/rules", query_string={"q": '"><script>x()</script>'}).text

    assert "<script>x()" not in text


def test_the_deal_card_leads_to_the_set_up(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    page = parse(ana.get(ana.home).text)

    assert by_class(page, "deal-layout")[0].one("a")["href"] == f"{ana.home}rules/set-up"


def test_what_cannot_be_in_a_pile_leads_to_its_rule(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    ana.save_pile("Ana", done=False, tweak=3)

    page = parse(ana.get(f"{ana.count_url('Ana')}?ask=1").text)

    assert by_class(page, "rule-link")[0]["href"] == f"{ana.home}rules/count-does-not-fit"


def test_what_cannot_be_in_all_piles_leads_to_its_rule(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    for name in ("Ana", "Bea"):
        ana.save_pile(name, five=4, anyway=1)

    page = parse(ana.get(f"{ana.home}close").text)

    assert by_class(page, "rule-link")[0]["href"] == f"{ana.home}rules/count-does-not-fit"


@pytest.mark.parametrize(("cards", "entry_id"), [(12, "end-of-match"), (13, "several-reach")])
def test_the_end_of_the_match_leads_to_its_rule(cards: int, entry_id: str, ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea", target=10)
    ana.save_pile("Ana", plain=13)
    ana.save_pile("Bea", plain=cards)
    ana.close_hand()

    page = parse(ana.get(ana.home).text)

    assert by_class(page, "rule-link")[0]["href"] == f"{ana.home}rules/{entry_id}"
