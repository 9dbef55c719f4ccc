"""Closing a hand: whose count is missing, what is left on the table, as counted, changed meanwhile."""

from collections.abc import Callable

import pytest

from companion.rules.match import HandState
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def playing(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Ana and Bea play with all 54 cards."""
    ana.start_match("Ana", "Bea", dealer="Ana")
    return ana


def close_page(phone: Phone) -> Browser:
    return Browser(phone).open(f"{phone.home}close")


def states(phone: Phone) -> list[HandState]:
    return [hand.state for hand in phone.match.hands]


def test_without_a_match_closing_leads_to_the_scores(ana: Phone) -> None:
    assert close_page(ana).path == ana.home


def test_after_a_match_closing_leads_to_the_scores(playing: Phone) -> None:
    playing.start_match("Ana", "Bea", target=5)
    playing.save_pile("Ana", plain=9)
    playing.save_pile("Bea")
    playing.close_hand()

    assert close_page(playing).path == playing.home


class TestMissing:
    def test_it_says_who_is_still_counting(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=9)

        assert "Bea is still counting." in close_page(playing).text

    def test_it_names_everybody(self, playing: Phone) -> None:
        assert "Ana and Bea are still counting." in close_page(playing).text

    def test_it_leads_to_their_piles(self, playing: Phone) -> None:
        assert close_page(playing).tap("Bea’s pile").path == playing.count_url("Bea")

    def test_it_cannot_be_closed(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=9)

        assert close_page(playing).page.one("main").all("form") == []

    def test_a_form_that_closes_it_all_the_same_is_refused(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=9)

        answer = playing.post(f"{playing.home}hands/{playing.match.open_hand.id}/close", {"seen": "x"})

        assert answer.status_code == 422
        assert "Not counted yet: Bea." in answer.text
        assert states(playing) == [HandState.OPEN]


class TestCardsLeft:
    @pytest.fixture
    def counted(self, playing: Phone) -> Phone:
        playing.save_pile("Ana", plain=20, red=2)
        playing.save_pile("Bea", plain=19, five=5)
        return playing

    def test_it_asks_whether_they_lie_on_the_table(self, counted: Phone) -> None:
        assert "Are 8 cards left on the table?" in close_page(counted).text

    def test_it_shows_every_pile_with_its_points(self, counted: Phone) -> None:
        text = close_page(counted).text

        assert "+26" in text
        assert "+39" in text

    def test_one_yes_closes(self, counted: Phone) -> None:
        browser = close_page(counted).tap("Yes, 8 are left: close")

        assert browser.path == counted.home
        assert browser.page.one("h1").text == "Hand 1 is counted"
        assert states(counted) == [HandState.CLOSED, HandState.OPEN]

    def test_one_card_is_asked_about_in_the_singular(self, counted: Phone) -> None:
        counted.save_pile("Ana", plain=20, red=8, red_five=1)

        browser = close_page(counted)

        assert "Is 1 card left on the table?" in browser.text
        assert browser.offers("Yes, 1 is left: close")

    def test_no_card_is_asked_about_too(self, counted: Phone) -> None:
        counted.save_pile("Ana", plain=21, red=8, red_five=1)

        browser = close_page(counted)

        assert "Is no card left on the table?" in browser.text
        assert browser.offers("Yes, none is left: close")

    def test_another_number_leads_to_the_piles(self, counted: Phone) -> None:
        browser = close_page(counted)

        assert "No, another number" in browser.text
        assert browser.tap("Ana’s pile").path == counted.count_url("Ana")

    def test_a_double_tap_closes_one_hand(self, counted: Phone) -> None:
        browser = close_page(counted)
        button = browser.find("Yes, 8 are left: close")

        paths = [browser.send(button).path for _ in range(2)]

        assert paths == [counted.home, counted.home]
        assert states(counted) == [HandState.CLOSED, HandState.OPEN]

    def test_two_phones_that_close_close_one_hand(self, counted: Phone, bea: Phone) -> None:
        pages = [close_page(phone) for phone in (counted, bea)]

        paths = [page.tap("Yes, 8 are left: close").path for page in pages]

        assert paths == [counted.home, counted.home]
        assert states(counted) == [HandState.CLOSED, HandState.OPEN]

    def test_the_next_hand_has_the_next_dealer(self, counted: Phone) -> None:
        close_page(counted).tap("Yes, 8 are left: close")

        assert counted.match.open_hand.dealer_id == counted.player_ids["Bea"]

    def test_it_is_noted_who_closed(self, counted: Phone, bea: Phone) -> None:
        close_page(bea).tap("Yes, 8 are left: close")

        assert counted.match.hands[0].closed_by == bea.player_ids["Bea"]


class TestDoesNotFit:
    @pytest.fixture
    def counted(self, playing: Phone) -> Phone:
        playing.save_pile("Ana", plain=20, red=5)
        playing.save_pile("Bea", plain=19, red=4, anyway=1)
        return playing

    def test_it_says_what_does_not_fit_and_in_seat_order_who_counted_it(self, counted: Phone) -> None:
        text = close_page(counted).text

        assert "Red, not the 5: 9 counted, but only 8 are in play." in text
        assert "Ana and Bea" in text

    def test_the_table_can_close_as_counted(self, counted: Phone) -> None:
        close_page(counted).tap("Close as counted")

        assert states(counted) == [HandState.CLOSED, HandState.OPEN]
        assert counted.match.hands[0].as_counted

    def test_that_is_noted_for_everybody(self, counted: Phone, bea: Phone) -> None:
        browser = close_page(counted).tap("Close as counted")

        assert "Hand 1 closed, as counted" in browser.text

    def test_it_is_not_closed_by_a_yes_to_the_cards_on_the_table(self, counted: Phone) -> None:
        browser = close_page(counted)
        action, fields = browser.page.one("main").one("form").form()
        del fields["as_counted"]

        answer = counted.post(action, fields)

        assert answer.status_code == 422
        assert states(counted) == [HandState.OPEN]

    def test_more_cards_than_are_in_play_are_said(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=40)
        playing.save_pile("Bea", red=8, five=5, red_five=1)
        playing.save_pile("Bea", plain=2, red=8, five=5, red_five=1, anyway=1)

        assert "2 more cards are counted than are in play." in close_page(playing).text


class TestChangedMeanwhile:
    @pytest.fixture
    def late(self, playing: Phone, bea: Phone) -> Browser:
        """Ana's phone has asked; then Bea has counted again."""
        playing.save_pile("Ana", plain=20)
        playing.save_pile("Bea", plain=19)
        browser = close_page(playing)
        bea.save_pile("Bea", plain=18)
        return browser.tap("Yes, 15 are left: close")

    def test_the_answer_is_a_conflict_that_says_so(self, late: Browser) -> None:
        assert late.status == 409
        assert "A pile has changed meanwhile. Look at it once more." in late.text

    def test_nothing_is_closed(self, late: Browser, ana: Phone) -> None:
        assert states(ana) == [HandState.OPEN]

    def test_the_new_number_is_asked_about(self, late: Browser, ana: Phone) -> None:
        late.tap("Yes, 16 are left: close")

        assert states(ana) == [HandState.CLOSED, HandState.OPEN]

    def test_a_pile_that_is_counted_again_keeps_the_hand_open(self, playing: Phone, bea: Phone) -> None:
        playing.save_pile("Ana", plain=20)
        playing.save_pile("Bea", plain=19)
        browser = close_page(playing)
        bea.save_pile("Bea", plain=18, done=False)

        browser.tap("Yes, 15 are left: close")

        assert browser.status == 422
        assert "Bea is still counting." in browser.text


def test_the_hand_of_another_table_is_not_closed(playing: Phone, new_phone: Callable[[], Phone]) -> None:
    playing.save_pile("Ana", plain=20)
    playing.save_pile("Bea", plain=19)
    action, fields = close_page(playing).page.one("main").one("form").form()
    neighbour = new_phone()
    elsewhere = neighbour.post("/tables", {"name": "Elsewhere"}).headers["Location"].removesuffix("invite")

    answer = neighbour.post(action.replace(playing.home, elsewhere), fields)

    assert answer.status_code == 404
    assert states(playing) == [HandState.OPEN]
