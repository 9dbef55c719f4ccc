"""The scores in every phase of a match: dealt, counting, all counted, just closed, over."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.conftest import Phone
from tests.web.browsing import Browser

THREE = ("Ana", "Bea", "Carlo")


@dataclass(frozen=True)
class Line:
    """One player's line among the standings."""

    rank: int
    name: str
    total: int
    words: str


def lines_of(browser: Browser) -> list[Line]:
    names = {player_id: name for name, player_id in browser.phone.player_ids.items()}
    lines = []
    for total in browser.page.one("main").all("strong"):
        player_id = total.get("data-live-value").removeprefix("total-")
        if player_id in names:
            item = next(element for element in total.ancestors if element.name == "li")
            rank = int(item.all("span")[0].text)
            lines.append(Line(rank, names[player_id], int(total.text), item.text))
    return lines


@pytest.fixture
def three(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Ana, Bea and Carlo sit in this order, Ana deals, the target is 50."""
    ana.post(f"{ana.home}new/player", {"name": "Carlo"})
    ana.start_match(*THREE, dealer="Ana", target=50)
    return ana


@pytest.fixture
def dina(new_phone: Callable[[], Phone], three: Phone) -> Phone:
    """The phone of Dina, who has come after the match had started."""
    return new_phone().sit_down("Dina")


def count(phone: Phone, *points: int) -> None:
    """Count a hand's piles, in plain cards."""
    for name, plain in zip(THREE, points, strict=True):
        assert phone.save_pile(name, plain=plain).json["done"]


def scores(phone: Phone) -> Browser:
    return Browser(phone).open(phone.home)


class TestNoMatch:
    def test_a_player_is_offered_to_start_one(self, ana: Phone) -> None:
        browser = scores(ana)

        assert "No match yet" in browser.text
        assert "Start one once everybody is seated." in browser.text
        assert browser.tap("New match").path == f"{ana.home}new"

    def test_a_watcher_is_offered_to_sit_down(self, ana: Phone, watcher: Phone) -> None:
        browser = scores(watcher)

        assert not browser.offers("New match")
        assert browser.tap("Sit down").path == f"{ana.home}me"


class TestDealt:
    def test_it_says_who_deals(self, three: Phone) -> None:
        assert "Ana deals" in scores(three).text

    def test_a_dealer_by_chance_is_said_to_be(self, ana: Phone, bea: Phone) -> None:
        ids = list(ana.player_ids.values())
        ana.post(f"{ana.home}new", {"seat": ids, "dealer": ids[0], "by": "chance", "after": ""})

        assert "drawn at random" in scores(ana).text

    def test_it_says_which_cards_go_where(self, three: Phone) -> None:
        text = scores(three).text

        assert "all six colours" in text
        assert "54 cards" in text
        assert "3 each, 2 face up, the other 43 on the blue card" in text

    def test_colours_left_in_the_box_are_named(self, ana: Phone, bea: Phone) -> None:
        ids = list(ana.player_ids.values())
        colours = ["red", "orange", "yellow", "green", "blue"]
        form = {"seat": ids, "dealer": ids[0], "colour": colours, "after": ""}
        ana.post(f"{ana.home}new", form)

        assert "all but purple" in scores(ana).text

    def test_it_says_how_far_the_match_goes(self, three: Phone) -> None:
        assert "first to 50" in scores(three).text

    def test_everybody_stands_at_nothing_on_the_same_place(self, three: Phone) -> None:
        lines = lines_of(scores(three))

        assert [(line.rank, line.name, line.total) for line in lines] == [(1, name, 0) for name in THREE]
        assert [line for line in lines if "50 to go" not in line.words] == []


class TestCounting:
    def test_it_says_which_hand_and_who_dealt_it(self, three: Phone) -> None:
        three.save_pile("Ana", plain=5)

        browser = scores(three)

        assert browser.page.one("h1").text == "Hand 1"
        assert "Ana deals" in browser.text

    def test_it_says_who_has_counted_what(self, three: Phone) -> None:
        three.save_pile("Ana", plain=5, red=1)
        three.save_pile("Bea", plain=1, done=False)

        tiles = {link["href"]: link.text for link in scores(three).page.all("a")}

        assert tiles[three.count_url("Ana")].endswith("counted 8")
        assert "1 card" in tiles[three.count_url("Bea")]
        assert "card" not in tiles[three.count_url("Carlo")]

    def test_a_watcher_sees_it_without_links(self, three: Phone, watcher: Phone) -> None:
        three.save_pile("Ana", plain=5)

        links = {link.get("href") for link in scores(watcher).page.all("a")}

        assert three.count_url("Ana") not in links

    def test_totals_stay_until_the_hand_is_closed(self, three: Phone) -> None:
        three.save_pile("Ana", plain=5)

        assert {line.total for line in lines_of(scores(three))} == {0}


class TestAllCounted:
    def test_closing_is_one_tap_away(self, three: Phone) -> None:
        count(three, 5, 6, 7)

        assert scores(three).tap("Close hand 1").path == f"{three.home}close"

    def test_a_watcher_cannot_close(self, three: Phone, watcher: Phone) -> None:
        count(three, 5, 6, 7)

        assert not scores(watcher).offers("Close hand")


class TestClosed:
    @pytest.fixture
    def closed(self, three: Phone) -> Phone:
        count(three, 9, 20, 9)
        three.close_hand()
        return three

    def test_it_says_that_the_hand_is_counted(self, closed: Phone) -> None:
        assert scores(closed).page.one("h1").text == "Hand 1 is counted"

    def test_equal_totals_share_a_place_and_the_next_is_left_out(self, three: Phone) -> None:
        count(three, 15, 9, 15)
        three.close_hand()

        ranks = [(line.rank, line.name, line.total) for line in lines_of(scores(three))]

        assert ranks == [(1, "Ana", 15), (1, "Carlo", 15), (3, "Bea", 9)]

    def test_the_best_stands_first_with_what_the_hand_brought(self, closed: Phone) -> None:
        first = lines_of(scores(closed))[0]

        assert (first.name, first.total) == ("Bea", 20)
        assert "+20" in first.words
        assert "30 to go" in first.words

    def test_the_right_hand_neighbour_deals_next(self, closed: Phone) -> None:
        text = scores(closed).text

        assert "Hand 2: Carlo deals" in text
        assert "on Ana’s right" in text

    def test_it_says_who_closed_it_and_what_was_left_over(self, closed: Phone) -> None:
        text = scores(closed).text

        assert "Hand 1 closed, 16 cards left over" in text
        assert "Ana, " in text

    def test_it_can_be_undone_from_there(self, closed: Phone) -> None:
        browser = scores(closed).tap("Undo")

        assert browser.path == closed.home
        assert browser.offers("Close hand 1")

    def test_a_watcher_can_undo_nothing(self, closed: Phone, watcher: Phone) -> None:
        assert not scores(watcher).offers("Undo")

    def test_once_counting_goes_on_it_is_the_next_hand(self, closed: Phone) -> None:
        closed.save_pile("Ana", plain=1)

        assert scores(closed).page.one("h1").text == "Hand 2"

    def test_totals_add_up_over_hands(self, closed: Phone) -> None:
        count(closed, 1, 2, 3)
        closed.close_hand()

        assert [(line.name, line.total) for line in lines_of(scores(closed))] == [
            ("Bea", 22),
            ("Carlo", 12),
            ("Ana", 10),
        ]


class TestOver:
    def test_the_winner_is_named(self, three: Phone) -> None:
        three.save_pile("Ana", plain=20)
        three.save_pile("Bea", plain=19, red=8, five=5, red_five=1)
        three.save_pile("Carlo")
        three.close_hand()

        browser = scores(three)

        assert browser.page.one("h1").text == "Bea wins"
        assert "68" in browser.text

    def test_the_others_stand_beneath(self, three: Phone) -> None:
        three.save_pile("Ana", plain=20)
        three.save_pile("Bea", plain=19, red=8, five=5, red_five=1)
        three.save_pile("Carlo", plain=1)
        three.close_hand()

        lines = lines_of(scores(three))

        assert [(line.rank, line.name, line.total) for line in lines] == [(2, "Ana", 20), (3, "Carlo", 1)]

    def test_equal_totals_win_together(self, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea", target=20)
        for name in ("Ana", "Bea"):
            ana.save_pile(name, plain=20)
        ana.close_hand()

        assert scores(ana).page.one("h1").text == "Ana and Bea win together"

    def test_equal_totals_can_play_one_more_hand(self, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea", target=20)
        for name in ("Ana", "Bea"):
            ana.save_pile(name, plain=20)
        ana.close_hand()

        browser = scores(ana).tap("One more hand")

        assert "Hand 2" in browser.text

    def test_a_won_match_can_be_played_on(self, three: Phone) -> None:
        three.save_pile("Ana", plain=20)
        three.save_pile("Bea", plain=19, red=8, five=5, red_five=1)
        three.save_pile("Carlo")
        three.close_hand()

        browser = scores(three).tap("Play on")

        assert "wins" not in browser.page.one("h1").text
        assert "at the target" in browser.text

    def test_a_watcher_is_offered_nothing(self, three: Phone, watcher: Phone) -> None:
        three.save_pile("Ana", plain=20)
        three.save_pile("Bea", plain=19, red=8, five=5, red_five=1)
        three.save_pile("Carlo")
        three.close_hand()

        browser = scores(watcher)

        assert browser.page.one("main").all("form") == []
        assert not browser.offers("New match")

    def test_nobody_wins_before_a_hand_is_closed(self, three: Phone) -> None:
        three.save_pile("Ana", plain=20, red=8, five=5, red_five=1)

        assert "wins" not in scores(three).text


def test_the_hand_is_shown_to_everybody_in_the_same_words(three: Phone, bea: Phone) -> None:
    three.save_pile("Ana", plain=5)

    assert scores(three).text == scores(bea).text


def test_the_live_part_alone_is_what_the_page_shows(three: Phone) -> None:
    part = three.get(f"{three.home}board").text

    assert part.strip() in three.get(three.home).text


def test_a_table_that_was_put_away_shows_nothing_any_more(three: Phone, server_host: Phone) -> None:
    home = three.home
    server_host.post(f"{home}delete", {"sure": "1"})

    answers = [phone.get(home).status_code for phone in (three, server_host)]

    assert answers == [403, 404]


class TestNotInTheMatch:
    def test_who_sits_down_late_is_led_into_the_next_hand(self, three: Phone, dina: Phone) -> None:
        browser = scores(dina)
        assert "Dina is not in this match." in browser.text

        browser.tap("Play from this hand on").tap("Save the changes")

        assert dina.player_ids["Dina"] in three.match.open_hand.seats
        assert "is not in this match" not in scores(dina).text

    def test_while_a_hand_is_counted_they_wait(self, three: Phone, dina: Phone) -> None:
        three.save_pile("Ana", plain=4)

        browser = scores(dina)

        assert "Players come and go between two hands." in browser.text
        assert not browser.offers("Play from this hand on")

    def test_who_plays_is_not_asked(self, three: Phone) -> None:
        assert "is not in this match" not in scores(three).text


def test_a_stray_tap_that_is_taken_back_ends_no_dealing(three: Phone) -> None:
    three.save_pile("Ana", plain=1, done=False)
    assert "3 each, 2 face up" not in scores(three).text

    three.save_pile("Ana", plain=0, done=False)

    assert "3 each, 2 face up" in scores(three).text
    assert "still counting" not in scores(three).text


def test_the_score_sheet_is_one_tap_from_the_scores(three: Phone) -> None:
    assert not scores(three).offers("Score sheet")
    count(three, 5, 4, 3)
    three.close_hand()

    assert scores(three).tap("Score sheet").path.endswith("/sheet")


def test_a_table_without_a_match_shows_who_is_there(ana: Phone, bea: Phone) -> None:
    company = scores(ana).page.one("ul", **{"class": "company"})

    assert [item.text for item in company.all("li")] == ["🦊 Ana", "🐻 Bea"]
