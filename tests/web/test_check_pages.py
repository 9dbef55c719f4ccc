"""The declared sum on pages without scripts: checked, judged, taken, undone, looked back at."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from companion.rulebook.library import open_library
from companion.rules.kinds import format_cards
from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.evening import without_operations
from tests.web.markup import parse


@pytest.fixture
def playing(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone in the first hand with Bea."""
    ana.start_match("Ana", "Bea")
    return ana


@pytest.fixture
def checking(playing: Phone) -> Browser:
    """Ana's phone on the page that checks sums."""
    return Browser(playing).open(f"{playing.home}check")


def press(browser: Browser, *buttons: str) -> Browser:
    """Press buttons one after the other: "add=r3", "flip=deck"."""
    for button in buttons:
        name, _, value = button.partition("=")
        browser.send(browser.page.one("button", name=name, value=value))
    return browser


def lit(browser: Browser) -> list[str]:
    return [
        chip["value"]
        for chip in browser.page.all("button", name="target")
        if "is-lit" in chip["class"].split()
    ]


def used(browser: Browser) -> list[str]:
    return [button.text for button in browser.page.all("button", name="drop")]


def taken(phone: Phone) -> list[str]:
    return [format_cards(row.cards) for row in phone.taken_sums]


def answer_of(browser: Browser) -> str:
    return browser.page.one("div", id="sum-answer").text


# ---------------------------------------------------------------- tapping


def test_each_key_adds_its_card(checking: Browser) -> None:
    press(checking, "add=4", "add=2", "add=r3")

    assert used(checking) == ["4", "2", "3"]
    assert checking.page.one("div", id="sum-card").text == "9"


def test_the_sum_is_said_as_at_the_table(checking: Browser) -> None:
    press(checking, "add=4", "add=2", "add=r3")

    lines = checking.page.one("ol", data_spoken="").all("li")
    assert [line.text for line in lines] == ["4", "plus 2 is 6", "plus 3 is 9"]


@pytest.mark.parametrize(
    ("cards", "chips"),
    [("4+3", ["7"]), ("4+2", ["6"]), ("6+5", ["11"]), ("6", []), ("4+1", []), ("6+6", []), ("r5+r5", [])],
)
def test_only_the_chip_of_a_right_sum_is_lit(checking: Browser, cards: str, chips: list[str]) -> None:
    checking.open(f"{checking.path}?cards={cards}")

    assert lit(checking) == chips


@pytest.mark.parametrize(("cards", "chips"), [("4+3", ["7"]), ("4+4", ["8"]), ("4+2", ["6"]), ("4+5", [])])
def test_after_the_deck_7_is_lit_and_6_and_8_with_the_joker(
    checking: Browser, cards: str, chips: list[str]
) -> None:
    checking.open(f"{checking.path}?cards={cards}&deck=1")

    assert lit(checking) == chips


def test_beyond_11_it_is_said_by_how_much(checking: Browser) -> None:
    press(checking, "add=6", "add=6", "add=r1")

    assert "Too much by 2" in checking.text


def test_a_tap_on_a_card_takes_it_away(checking: Browser) -> None:
    press(checking, "add=4", "add=2", "add=r3", "drop=1")

    assert used(checking) == ["4", "3"]


def test_clear_takes_all_cards_away_but_not_that_the_deck_is_empty(checking: Browser) -> None:
    press(checking, "flip=deck", "flip=all", "add=4", "add=3")

    press(checking, "clear=1")

    pressed = {each["value"]: each["aria-pressed"] for each in checking.page.all("button", name="flip")}
    assert (used(checking), pressed) == ([], {"all": "false", "deck": "true"})


@pytest.mark.parametrize("typed", ["R5+2 2", "r5, 2, 2", "r522", " r5 + 22 "])
def test_cards_can_be_typed(checking: Browser, typed: str) -> None:
    checking.send(checking.find("Check the sum"), cards=typed)

    assert used(checking) == ["5", "2", "2"]
    assert lit(checking) == ["9"]


def test_typing_keeps_that_the_deck_is_empty(checking: Browser) -> None:
    press(checking, "flip=deck")

    checking.send(checking.find("Check the sum"), cards="4 5")

    assert lit(checking) == []


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("4 7", "“7” cannot be read as cards."),
        ("x", "Type the numbers 1 to 6; a red 5 is r5."),
        ("1" * 55, "The box holds 54 number cards."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(checking: Browser, typed: str, sentence: str) -> None:
    checking.send(checking.find("Check the sum"), cards=typed)

    assert (checking.status, sentence in answer_of(checking)) == (422, True)
    assert checking.page.one("input", id="typed-cards")["value"] == typed


@pytest.mark.parametrize(
    "query", ["drop=9", "drop=x", "mark=7", "hand=5", "flip=all2", "target=x", "deck=&all="]
)
def test_a_tap_on_what_is_not_there_changes_nothing(checking: Browser, query: str) -> None:
    checking.open(f"{checking.path}?cards=4+3&{query}")

    assert (checking.status, used(checking)) == (200, ["4", "3"])


# ---------------------------------------------------------------- the verdict

RIGHT = {
    "the sum as it is spoken": ("cards=4+2+r3&target=9", "4 plus 2 is 6, plus 3 is 9"),
    "the hand card first": ("cards=4+2+r3&hand=2&target=9", "3 plus 4 is 7, plus 2 is 9"),
    "its points": ("cards=4+2+r3&target=9", "5 points"),
    "each card's points": ("cards=4+2+r3&target=9", "4+1 2+1 3+3"),
    "that it takes a Joker": ("cards=4+2&target=6", "with the Joker"),
    "the [T!] card of a TWEAK": ("cards=4+3&target=7&all=1", "Take one [T!] card"),
    "what is drawn after a TWEAK": ("cards=4+3&target=7&all=1", "Draw back up to 3"),
    "what is laid out after a TWEAK": ("cards=4+3&target=7&all=1", "2 deck cards go on the table"),
    "that no [T!] card is left": ("cards=4+3&target=7&all=1&none=1", "No [T!] card is left to take"),
    "that nobody draws any more": ("cards=4+3&target=7&all=1&deck=1", "Nobody draws: the deck is empty"),
}
WRONG = {
    "a sum that is too much": ("cards=4+2+r3&target=8", "That makes 9: 1 more than 8.", "make-a-sum"),
    "a sum that is too little": ("cards=4+2&target=8", "That makes 6: 2 less than 8.", "make-a-sum"),
    "no cards": ("target=8", "No cards yet.", "make-a-sum"),
    "one card, even a 6 on a Joker's 6": ("cards=6&target=6", "One card alone is no sum.", "sum-size"),
    "another target after the deck": (
        "cards=4+5&target=9&deck=1",
        "The deck is empty: the target is 7.6 or 8 with a Joker.",
        "deck-empty",
    ),
    "too much after the deck": (
        "cards=4+5&target=7&deck=1",
        "The deck is empty: the target is 7.That makes 9: 2 more than 7.",
        "deck-empty",
    ),
    "a target that there is not": ("cards=6+6&target=12", "12 is no target.", "target-sum"),
    "two red 5s": ("cards=r5+r5&target=10", "2 red 5s: only 1 is in play.", "number-cards"),
    "six 5s": (
        "cards=5+5+5+5+5+5&target=10",
        "6 5s that are not red: only 5 are in play.",
        "number-cards",
    ),
}


@pytest.mark.parametrize(("query", "words"), RIGHT.values(), ids=RIGHT)
def test_a_right_sum_is_told(checking: Browser, query: str, words: str) -> None:
    checking.open(f"{checking.path}?{query}")

    assert checking.page.one("h1").text == "Right"
    assert words in checking.text


@pytest.mark.parametrize(("query", "words", "entry"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_rule(checking: Browser, query: str, words: str, entry: str) -> None:
    checking.open(f"{checking.path}?{query}")

    assert checking.page.one("h1").text == "Not this time"
    assert words in checking.text
    assert f"/rules/{entry}" in checking.response.text


@pytest.mark.parametrize("entry", sorted({entry for _, _, entry in WRONG.values()} | {"tweak", "box"}))
def test_a_rule_that_is_led_to_is_there(entry: str) -> None:
    assert open_library().get_book("en").find_entry(entry)


def test_everything_that_is_wrong_is_told_but_not_the_way_to_a_target_that_is_none(checking: Browser) -> None:
    checking.open(f"{checking.path}?cards=r5+r5&target=9&deck=1")

    reasons = [
        reason.one("p", **{"class": "strong"}).text
        for reason in checking.page.all("li", **{"class": "reason"})
    ]
    assert reasons == [
        "The deck is empty: the target is 7.",
        "2 red 5s: only 1 is in play.",
    ]


def test_a_wrong_sum_is_not_offered_to_be_taken(checking: Browser) -> None:
    checking.open(f"{checking.path}?cards=4+2&target=8")

    assert not checking.offers("Take it")


def test_the_verdict_leads_back_to_the_same_cards(checking: Browser) -> None:
    checking.open(f"{checking.path}?cards=4+2+r3&target=8")

    checking.tap("Change the cards")

    assert used(checking) == ["4", "2", "3"]


def test_the_hand_card_can_be_changed_in_the_verdict(checking: Browser) -> None:
    checking.open(f"{checking.path}?cards=4+2+r3&target=9")

    press(checking, "mark=2")

    assert "3 plus 4 is 7, plus 2 is 9" in checking.text


def test_a_tweak_can_be_ticked_in_the_verdict(checking: Browser) -> None:
    checking.open(f"{checking.path}?cards=4+2+r3&target=9")

    press(checking, "flip=all")

    assert checking.offers("Take it: 4 cards, 7 points")


# ---------------------------------------------------------------- taking


def test_a_right_sum_is_taken_with_one_tap(checking: Browser, playing: Phone) -> None:
    press(checking, "add=4", "add=2", "add=r3")

    checking.tap("Take it: 3 cards, 5 points")

    assert taken(playing) == ["4 2 r3"]
    assert answer_of(checking) == "Ana: 3 cards, 5 points Undo"


def test_after_taking_the_page_is_ready_for_the_next_sum(checking: Browser) -> None:
    press(checking, "flip=deck", "flip=all", "add=4", "add=3")

    checking.tap("Take it: 3 cards, 4 points")

    pressed = {each["value"]: each["aria-pressed"] for each in checking.page.all("button", name="flip")}
    assert (used(checking), pressed) == ([], {"all": "false", "deck": "true"})


def test_undo_on_the_spot_brings_the_cards_back(checking: Browser, playing: Phone) -> None:
    press(checking, "add=4", "add=2", "add=r3", "flip=all")
    checking.tap("Take it: 4 cards, 7 points")

    checking.tap("Undo")

    assert (taken(playing), used(checking)) == ([], ["4", "2", "3"])
    assert checking.offers("Take it: 4 cards, 7 points")


def test_the_same_tap_sent_twice_takes_once(checking: Browser, playing: Phone) -> None:
    press(checking, "add=4", "add=3")
    page, path = checking.response, checking.path

    checking.tap("Take it")
    checking.response, checking.path = page, path
    checking.tap("Take it")

    assert taken(playing) == ["4 3"]


def test_a_phone_takes_for_any_player_it_acts_for(playing: Phone) -> None:
    playing.post(f"{playing.home}new/player", {"name": "Carlo"})
    playing.start_match("Ana", "Bea", "Carlo")
    page = Browser(playing).open(f"{playing.home}check?cards=4+3")

    names = [button.text for button in page.page.all("button", name="player")]
    page.tap("Carlo")

    assert names == ["🦊Ana", "🐸Carlo"]
    assert playing.taken_sums[0].player_id == playing.player_ids["Carlo"]


def test_a_phone_that_is_nobodys_takes_for_any_player(playing: Phone, server_host: Phone) -> None:
    page = Browser(server_host).open(f"{playing.home}check?cards=4+3")

    page.tap("Bea")

    assert playing.taken_sums[0].player_id == playing.player_ids["Bea"]


def test_who_does_not_play_this_hand_takes_for_those_who_do(
    playing: Phone, new_phone: Callable[[], Phone]
) -> None:
    dan = new_phone().sit_down("Dan")

    page = Browser(dan).open(f"{playing.home}check?cards=4+3")

    assert [button.text for button in page.page.all("button", name="player")] == ["🦊Ana", "🐻Bea"]


def test_who_watches_checks_but_does_not_take(playing: Phone, watcher: Phone) -> None:
    page = Browser(watcher).open(f"{playing.home}check?cards=4+3")

    assert answer_of(page) == "Right: 2 cards, 2 points"
    assert watcher.take_sum("Ana", "4 3").status_code == 403


def test_between_matches_sums_are_checked_but_not_taken(ana: Phone) -> None:
    page = Browser(ana).open(f"{ana.home}check?cards=4+3")

    assert answer_of(page) == "Right: 2 cards, 2 points"


def test_a_sum_that_is_wrong_is_refused(playing: Phone) -> None:
    answer = playing.take_sum("Ana", "r5 r5")

    assert answer.status_code == 422
    assert "2 red 5s: only 1 is in play." in answer.text
    assert taken(playing) == []


def test_more_than_the_box_holds_is_refused_with_its_reason(playing: Phone) -> None:
    playing.take_sum("Ana", "r5 2")

    answer = playing.take_sum("Ana", "r5 3")

    assert answer.status_code == 422
    assert "Only one red 5 is in the box." in answer.text
    assert taken(playing) == ["r5 2"]


def test_a_hand_that_was_closed_meanwhile_is_said_to_be(playing: Phone) -> None:
    old = playing.match.open_hand.id
    for name in ("Ana", "Bea"):
        playing.save_pile(name, plain=4)
    playing.close_hand()

    answer = playing.take_sum("Ana", "4 3", hand_id=old)

    assert answer.status_code == 409
    assert "This hand has been closed meanwhile." in answer.text


@pytest.mark.parametrize("wrong", [{"hand_id": "nothing"}, {"player": "nobody"}])
def test_what_is_not_there_is_not_found(playing: Phone, wrong: dict[str, str]) -> None:
    assert playing.take_sum("Ana", "4 3", **wrong).status_code == 404


def test_a_script_gets_what_it_shows_instead_of_a_page(playing: Phone) -> None:
    answer = playing.take_sum("Ana", "4 3", part="answer")

    told = parse(answer.text).one("div", id="sum-answer")
    assert (answer.status_code, told["data-state"], told["data-hand"]) == (
        200,
        "taken",
        playing.match.open_hand.id,
    )


@pytest.mark.parametrize("query", ["cards=4+3", "cards=4", "cards=r5+r5", "cards=4+3&deck=1&all=1"])
def test_what_a_script_shows_is_what_the_page_shows(checking: Browser, query: str) -> None:
    checking.open(f"{checking.path}?{query}")

    part = checking.phone.get(f"{checking.path}&part=answer").text

    assert without_operations(part) in without_operations(checking.response.text)


# ---------------------------------------------------------------- behind the player's name


def open_list(phone: Phone, name: str) -> Browser:
    return Browser(phone).open(f"{phone.home}check/taken/{phone.player_ids[name]}")


def test_the_sums_of_a_player_are_listed(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    playing.take_sum("Ana", "r5 2", all="1")
    playing.take_sum("Bea", "4 4")

    page = open_list(playing, "Ana")

    assert "4 plus 2 is 6, plus 3 is 9" in page.text
    assert "5 plus 2 is 7. TWEAK!" in page.text
    assert "4 plus 4" not in page.text
    assert "In all: 6 cards, 13 points" in page.text


def test_a_player_without_sums_has_an_empty_list(playing: Phone) -> None:
    assert "No sums for Bea yet." in open_list(playing, "Bea").text


def test_a_sum_is_undone_in_the_list(playing: Phone) -> None:
    playing.take_sum("Ana", "4 3")
    page = open_list(playing, "Ana")

    page.tap("Undo")

    assert taken(playing) == []
    assert "No sums for Ana yet." in page.text


def test_a_sum_that_was_undone_meanwhile_is_not_there(playing: Phone) -> None:
    playing.take_sum("Ana", "4 3")
    page, other = open_list(playing, "Ana"), open_list(playing, "Ana")
    other.tap("Undo")

    page.tap("Undo")

    assert page.status == 404


def test_a_card_that_two_players_took_is_pointed_out(playing: Phone) -> None:
    playing.take_sum("Ana", "r5 2")
    playing.take_sum("Bea", "r5 2")

    page = open_list(playing, "Ana")

    assert "THE red 5: 2 counted, but only 1 is in play. Counted by Ana and Bea." in page.text


def test_the_list_is_for_the_table_alone(playing: Phone, stranger: Phone) -> None:
    answer = stranger.get(f"{playing.home}check/taken/{playing.player_ids['Ana']}")

    assert answer.status_code == 403


# ---------------------------------------------------------------- counting


def test_what_was_taken_is_offered_as_the_start_of_a_count(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    page = Browser(playing).open(playing.count_url("Ana"))

    page.tap("Start with 3 checked cards")

    assert playing.stored_pile("Ana").count == Count(plain=2, red=1)


def test_nothing_is_counted_before_that(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")

    assert playing.stored_pile("Ana") is None


def test_no_start_is_offered_where_nothing_was_taken(playing: Phone) -> None:
    playing.take_sum("Bea", "4 3")

    assert not Browser(playing).open(playing.count_url("Ana")).offers("Start with")


def test_no_start_is_offered_once_something_is_counted(playing: Phone) -> None:
    playing.take_sum("Ana", "4 3")
    playing.save_pile("Ana", done=False, plain=1)

    button = parse(playing.get(playing.count_url("Ana")).text).one("button", name="start")

    assert button.has("hidden")


def test_the_script_is_told_what_to_start_with(playing: Phone) -> None:
    playing.take_sum("Ana", "4 r3", all="1")

    form = parse(playing.get(playing.count_url("Ana")).text).one("form", id="pile")

    assert form["data-start"] == '{"five": 0, "plain": 1, "red": 1, "red_five": 0, "tweak": 1}'


def test_a_pile_with_less_than_was_taken_is_asked_about(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    page = Browser(playing).open(playing.count_url("Ana"))
    press(page, "add=plain", "add=plain")

    page.tap("Done: 2 points")

    assert "Red, not the 5: 0 counted, but 1 taken with checked sums." in page.text
    assert page.offers("Ana’s sums")


def test_a_pile_with_less_than_was_taken_can_be_left_so(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    page = Browser(playing).open(playing.count_url("Ana"))
    press(page, "add=plain", "add=plain")
    page.tap("Done: 2 points")

    page.tap("Keep this count")

    assert playing.stored_pile("Ana").is_done


def test_the_count_leads_to_what_was_taken(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    page = Browser(playing).open(playing.count_url("Ana"))

    page.tap("3 checked cards")

    assert page.page.one("h1").text == "🦊 Ana’s sums"


# ---------------------------------------------------------------- on the other pages


def test_the_first_sum_ends_the_dealing(playing: Phone) -> None:
    assert "on the blue card" in playing.get(playing.home).text

    playing.take_sum("Ana", "4 3")

    assert "on the blue card" not in playing.get(playing.home).text


def test_a_taken_sum_is_among_the_changes(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")

    page = Browser(playing).open(f"{playing.home}changes")

    assert "Ana takes 4 + 2 + red 3: 5 points" in page.text


def test_a_taken_sum_is_undone_among_the_changes(playing: Phone) -> None:
    playing.take_sum("Ana", "4 2 r3")
    page = Browser(playing).open(f"{playing.home}changes")

    page.tap("Undo: Ana takes 4 + 2 + red 3: 5 points")

    assert taken(playing) == []


def test_the_check_is_in_the_bar(playing: Phone) -> None:
    page = Browser(playing).open(playing.home)

    page.tap("Check")

    assert page.path == f"{playing.home}check"


# ---------------------------------------------------------------- without a table


def test_the_start_page_leads_to_the_check(stranger: Phone) -> None:
    page = Browser(stranger).open("/").tap("Check a sum")

    press(page, "add=4", "add=2", "add=r3")

    assert answer_of(page) == "Right: 3 cards, 5 points"


def test_a_table_is_nothing_to_a_stranger(playing: Phone, stranger: Phone) -> None:
    assert stranger.get(f"{playing.home}check").status_code == 403


# ---------------------------------------------------------------- what was possible


def sums_shown(browser: Browser) -> list[str]:
    return [row.all("p")[1].text for row in browser.page.all("li", **{"class": "change"})]


def test_what_was_possible_is_listed_best_first(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible?hand=4+3&table=2+r3+5&target=9")

    assert sums_shown(page)[:3] == [
        "3 plus 5 is 8, plus 2 is 10",
        "4 plus 5 is 9",
        "4 plus 3 is 7, plus 2 is 9",
    ]


def test_a_sum_that_takes_a_joker_says_so(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible?hand=4&table=4+1&target=7")

    assert sums_shown(page) == ["4 plus 4 is 8"]
    assert "with the Joker" in page.text


def test_a_tweak_is_marked(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible?hand=4&table=3&target=7")

    assert sums_shown(page) == ["4 plus 3 is 7. TWEAK!"]
    assert "4 points" in page.text


def test_cards_go_to_the_hand_until_it_is_full(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible")

    press(page, "add=4", "add=3", "add=r2", "add=1", "add=r5", "aim=9")

    assert (field(page, "hand"), field(page, "table")) == ("4 3 r2", "1 r5")
    assert sums_shown(page)[0] == "2 plus 5 is 7, plus 1 is 8. TWEAK!"


def field(browser: Browser, name: str) -> str:
    return browser.page.one("form", id="possible").one("input", name=name)["value"]


def test_cards_go_to_the_table_where_it_is_chosen(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible")

    press(page, "add=4", "into=table", "add=3", "drop=hand:0", "add=5")

    assert (field(page, "hand"), field(page, "table")) == ("", "3 5")


def test_after_the_deck_only_7_and_its_neighbours_are_looked_for(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible?hand=4+5&table=3+5&target=10&deck=1")

    assert sums_shown(page) == ["5 plus 3 is 8", "4 plus 3 is 7"]


def test_the_whole_deck_can_lie_open(stranger: Phone) -> None:
    deck = "112233456" * 5 + "+r1r1r2r2r3r3r4r5r6"

    page = Browser(stranger).open(f"/check/possible?hand=1+2+3&table={deck}&target=10")

    assert page.status == 200
    assert len(sums_shown(page)) == 20


@pytest.mark.parametrize(
    ("place", "typed", "sentence"),
    [
        ("hand", "4444", "A hand has 3 cards at most."),
        ("table", "7", "“7” cannot be read as cards."),
        ("table", "1" * 55, "The box holds 54 number cards."),
    ],
)
def test_cards_that_cannot_be_are_refused_and_everything_stays(
    stranger: Phone, place: str, typed: str, sentence: str
) -> None:
    sent = {"hand": "4 3", "table": "2 r3", "target": "9", place: typed}

    page = Browser(stranger).open(f"/check/possible?{urlencode(sent)}")

    assert (page.status, sentence in page.text) == (422, True)
    assert page.list_refused() == [place]
    shown = {name: page.page.one("input", id=f"typed-{name}")["value"] for name in ("hand", "table")}
    assert shown == {name: sent[name] for name in shown}
    assert field(page, "target") == "9"


def test_a_key_that_is_no_card_adds_none(stranger: Phone) -> None:
    page = Browser(stranger).open("/check/possible?hand=4&add=9")

    assert (page.status, field(page, "hand")) == (200, "4")


def test_during_a_match_it_is_not_offered_at_the_table(checking: Browser) -> None:
    assert not checking.offers("What was possible?")


def test_during_a_match_it_is_not_answered_at_the_table(playing: Phone) -> None:
    answer = playing.get(f"{playing.home}check/possible?hand=4&table=3&target=7")

    assert (answer.status_code, answer.headers["Location"]) == (303, f"{playing.home}check")


def test_during_a_match_it_is_not_answered_beside_the_table_either(playing: Phone) -> None:
    answer = playing.get("/check/possible?hand=4&table=3&target=7")

    assert (answer.status_code, answer.headers["Location"]) == (303, "/check")


def test_between_matches_it_is_offered_at_the_table(ana: Phone) -> None:
    page = Browser(ana).open(f"{ana.home}check")

    page.tap("What was possible?")

    assert page.path == f"{ana.home}check/possible"


def test_a_sum_can_be_taken_for_somebody_who_has_a_phone_too(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    page = Browser(ana).open(f"{ana.home}check?cards=4+3+r2&target=9")

    page.send(page.page.one("details").one("button", name="player"))

    assert "Bea: 3 cards, 5 points" in page.text


def test_a_sum_that_meets_no_target_says_how_to_hear_why(ana: Phone) -> None:
    hint = "Tap a target to hear what is wrong."

    assert hint in Browser(ana).open(f"{ana.home}check?cards=1+2").text
    assert hint not in Browser(ana).open(f"{ana.home}check?cards=1").text
