"""One pile counted on two phones: both versions are shown, and a person chooses."""

import pytest

from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def versions(ana: Phone, bea: Phone) -> Browser:
    """Bea's phone, whose count of Ana's pile comes after Ana's own."""
    ana.start_match("Ana", "Bea")
    browser = Browser(bea).open(f"{bea.count_url('Ana')}/numbers")
    ana.save_pile("Ana", plain=9, five=1)
    return browser.tap("Done", plain="8", five="2")


def choose(browser: Browser, number: int) -> Browser:
    return browser.send(browser.page.one("main").all("form")[number].one("button"))


def test_the_answer_is_a_conflict(versions: Browser) -> None:
    assert versions.status == 409


def test_nothing_is_changed(versions: Browser, ana: Phone) -> None:
    assert ana.stored_pile("Ana").count == Count(plain=9, five=1)
    assert ana.stored_pile("Ana").by_player_id == ana.player_ids["Ana"]


def test_both_versions_are_shown_with_their_points(versions: Browser) -> None:
    buttons = [form.one("button").text for form in versions.page.one("main").all("form")]

    assert [text.split()[:2] for text in buttons] == [["16", "This"], ["13", "Ana’s"]]


def test_both_versions_are_shown_with_all_their_cards(versions: Browser) -> None:
    rows = [[cell.text for cell in row.all("td", "th")] for row in versions.page.one("tbody").all("tr")]

    assert rows == [
        ["0", "THE red 5", "0"],
        ["2", "5, not red", "1"],
        ["0", "red, not the 5", "0"],
        ["8", "all the rest", "9"],
        ["0", "[T!]", "0"],
    ]


def test_this_phones_version_can_be_chosen(versions: Browser, ana: Phone) -> None:
    choose(versions, 0)

    assert ana.stored_pile("Ana").count == Count(plain=8, five=2)
    assert ana.stored_pile("Ana").is_done


def test_the_other_version_can_be_chosen(versions: Browser, ana: Phone) -> None:
    choose(versions, 1)

    assert ana.stored_pile("Ana").count == Count(plain=9, five=1)
    assert ana.stored_pile("Ana").is_done


def test_after_the_choice_the_evening_goes_on(versions: Browser) -> None:
    choose(versions, 0)

    assert versions.status == 200


def test_the_pile_can_be_counted_again(versions: Browser, bea: Phone) -> None:
    versions.tap("Count again")

    assert versions.path == bea.count_url("Ana")


def test_a_choice_that_is_late_itself_is_asked_again(versions: Browser, ana: Phone) -> None:
    ana.save_pile("Ana", plain=10)

    choose(versions, 0)

    assert versions.status == 409
    assert ana.stored_pile("Ana").count == Count(plain=10)


def test_the_script_hands_its_counts_over_to_this_page(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    ana.save_pile("Ana", plain=9)

    answer = bea.post(bea.pile_url("Ana"), {"base": 0, "plain": 8, "ask": 1})

    assert answer.status_code == 409
    assert "Which one is right?" in answer.text


class TestClosedMeanwhile:
    """The hand has been closed while this phone was still counting."""

    @pytest.fixture
    def late(self, ana: Phone, bea: Phone) -> Browser:
        ana.start_match("Ana", "Bea")
        browser = Browser(bea).open(f"{bea.count_url('Ana')}/numbers")
        ana.save_pile("Ana", plain=9)
        ana.save_pile("Bea", plain=9)
        ana.close_hand()
        return browser.tap("Done", plain="7")

    def test_the_answer_is_a_conflict_that_says_so(self, late: Browser) -> None:
        assert late.status == 409
        assert "This hand has been closed meanwhile." in late.text

    def test_both_counts_stay_on_the_page(self, late: Browser) -> None:
        plain = late.page.one("tbody").all("tr")[-2]

        assert [cell.text for cell in plain.all("td")] == ["7", "9"]

    def test_this_phones_count_can_still_correct_the_hand(self, late: Browser, ana: Phone) -> None:
        choose(late, 0)

        assert ana.match.rules.hands[0].piles[ana.player_ids["Ana"]] == Count(plain=7)

    def test_the_hand_can_be_left_as_it_is(self, late: Browser, bea: Phone) -> None:
        late.tap("Leave it as it is")

        assert late.path == bea.home

    def test_neither_hand_is_changed(self, late: Browser, ana: Phone) -> None:
        assert ana.match.rules.hands[0].piles[ana.player_ids["Ana"]] == Count(plain=9)
        assert ana.match.open_hand.piles == {}

    def test_it_is_said_after_the_match_too(self, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea", target=5)
        browser = Browser(bea).open(f"{bea.count_url('Ana')}/numbers")
        ana.save_pile("Ana", plain=9)
        ana.save_pile("Bea", plain=9)
        ana.close_hand()

        browser.tap("Done", plain="7")

        assert browser.status == 409
        assert "This hand has been closed meanwhile." in browser.text
