"""Between two hands: who sits where, who comes and goes, who deals, which cards, how far; and the end."""

import pytest

from companion.rules.match import HandState
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def playing(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Ana, Bea and Carlo have closed a hand that Ana dealt, with 9, 4 and 6 points."""
    for name in ("Carlo", "Dina"):
        ana.post(f"{ana.home}new/player", {"name": name})
    ana.start_match("Ana", "Bea", "Carlo", dealer="Ana", target=100)
    for name, plain in (("Ana", 9), ("Bea", 4), ("Carlo", 6)):
        ana.save_pile(name, plain=plain)
    ana.close_hand()
    return ana


def arrange(phone: Phone) -> Browser:
    return Browser(phone).open(f"{phone.home}matches").tap("Seats, players, colours, target")


def pick(browser: Browser, *names: str) -> Browser:
    """Tap seats."""
    for name in names:
        browser.send(browser.page.one("button", value=f"pick:{browser.phone.player_ids[name]}"))
    return browser


def seats_of(phone: Phone) -> list[str]:
    names = {player_id: name for name, player_id in phone.player_ids.items()}
    return [names[seat] for seat in phone.match.open_hand.seats]


def dealer_of(phone: Phone) -> str:
    names = {player_id: name for name, player_id in phone.player_ids.items()}
    return names[phone.match.open_hand.dealer_id]


class TestArranging:
    def test_it_shows_the_hand_as_it_is_to_be_played(self, playing: Phone) -> None:
        browser = arrange(playing)

        assert browser.page.one("h1").text == "Hand 2"
        assert "Carlo deals" in browser.text
        assert "in turn" in browser.text

    def test_seats_can_be_swapped(self, playing: Phone) -> None:
        pick(arrange(playing), "Bea", "Carlo").tap("Save the changes")

        assert seats_of(playing) == ["Ana", "Carlo", "Bea"]

    def test_the_dealer_in_turn_follows_the_seats(self, playing: Phone) -> None:
        pick(arrange(playing), "Bea", "Carlo").tap("Save the changes")

        assert dealer_of(playing) == "Bea"

    def test_another_dealer_can_be_named(self, playing: Phone) -> None:
        pick(arrange(playing), "Bea").tap("Deals").tap("Save the changes")

        assert dealer_of(playing) == "Bea"

    def test_the_other_way_round_mirrors_the_seats(self, playing: Phone) -> None:
        arrange(playing).tap("Other way round").tap("Save the changes")

        assert seats_of(playing) == ["Ana", "Carlo", "Bea"]

    def test_somebody_can_leave(self, playing: Phone) -> None:
        pick(arrange(playing), "Carlo").tap("Take out").tap("Save the changes")

        assert seats_of(playing) == ["Ana", "Bea"]

    @pytest.mark.parametrize(("joining", "points"), [("zero", 0), ("lowest", 4), ("average", 6)])
    def test_somebody_can_join_with_points_of_the_tables_choice(
        self, playing: Phone, joining: str, points: int
    ) -> None:
        browser = arrange(playing).tap("Dina")
        form = browser.find("Save the changes").ancestors[0]
        action, fields = form.form()

        answer = playing.post(action, {**fields, "joining": joining})

        assert answer.status_code == 303
        assert seats_of(playing) == ["Ana", "Bea", "Carlo", "Dina"]
        assert playing.match.rules.start_points[playing.player_ids["Dina"]] == points

    def test_somebody_new_can_be_named_and_joins(self, playing: Phone) -> None:
        arrange(playing).tap("Add", name="Emil").tap("Save the changes")

        assert seats_of(playing) == ["Ana", "Bea", "Carlo", "Emil"]

    def test_a_refused_name_keeps_what_was_arranged(self, playing: Phone) -> None:
        browser = pick(arrange(playing), "Bea", "Carlo").tap("Add", name="dina")

        assert browser.status == 422
        browser.tap("Save the changes")
        assert seats_of(playing) == ["Ana", "Carlo", "Bea"]

    def test_the_target_stays_when_the_number_of_players_changes(self, playing: Phone) -> None:
        playing.start_match("Ana", "Bea", "Carlo", target=120)  # what is suggested for three

        arrange(playing).tap("Dina").tap("Save the changes")

        assert playing.match.rules.target == 120

    def test_the_target_can_be_changed(self, playing: Phone) -> None:
        arrange(playing).tap("10 more").tap("Save the changes")

        assert playing.match.rules.target == 110

    def test_colours_can_be_changed(self, playing: Phone) -> None:
        arrange(playing).tap("purple").tap("Save the changes")

        assert "purple" not in [colour.value for colour in playing.match.open_hand.colours]

    def test_two_phones_that_arrange_at_once_are_shown_both(self, playing: Phone, bea: Phone) -> None:
        mine, theirs = arrange(playing), arrange(bea)
        pick(theirs, "Carlo").tap("Take out").tap("Save the changes")

        mine.tap("10 more").tap("Save the changes")

        assert mine.status == 409
        assert "Another phone has changed the table meanwhile." in mine.text
        assert (playing.match.rules.target, sorted(seats_of(playing))) == (100, ["Ana", "Bea"])

    def test_of_two_arrangements_one_can_be_chosen(self, playing: Phone, bea: Phone) -> None:
        mine, theirs = arrange(playing), arrange(bea)
        pick(theirs, "Carlo").tap("Take out").tap("Save the changes")
        mine.tap("10 more").tap("Save the changes")

        mine.tap("Save the changes")

        assert (playing.match.rules.target, seats_of(playing)) == (110, ["Ana", "Bea", "Carlo"])

    def test_the_other_phones_can_be_kept(self, playing: Phone, bea: Phone) -> None:
        mine, theirs = arrange(playing), arrange(bea)
        pick(theirs, "Carlo").tap("Take out").tap("Save the changes")
        mine.tap("10 more").tap("Save the changes")

        mine.tap("Keep the other phone’s")

        assert mine.path == playing.home

    def test_once_counting_has_begun_nobody_comes_or_goes(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=1)

        browser = arrange(playing).tap("Dina").tap("Save the changes")

        assert browser.status == 422
        assert "This hand is being counted." in browser.text
        assert seats_of(playing) == ["Ana", "Bea", "Carlo"]

    def test_what_cannot_be_dealt_is_refused(self, playing: Phone) -> None:
        seen = arrange(playing).page.all("input", name="seen")[0]["value"]

        answer = playing.post(f"{playing.home}arrange", {"seen": seen, "seat": playing.player_ids["Ana"]})

        assert answer.status_code == 422

    def test_without_a_match_there_is_nothing_to_arrange(self, ana: Phone) -> None:
        assert ana.get(f"{ana.home}arrange").status_code == 404

    @pytest.mark.parametrize("do", ["add:nobody", "pick:nobody", "fly", "target:x"])
    def test_a_tap_that_makes_no_sense_changes_nothing(self, playing: Phone, do: str) -> None:
        ids = [playing.player_ids[name] for name in ("Ana", "Bea", "Carlo")]

        query = "&".join(f"seat={player_id}" for player_id in ids)
        browser = Browser(playing).open(f"{playing.home}arrange?{query}&do={do}")

        assert browser.status == 200


class TestVoid:
    def test_a_hand_that_does_not_count_is_dealt_again_by_the_same_player(self, playing: Phone) -> None:
        browser = Browser(playing).open(f"{playing.home}matches").tap("Scrap this hand")

        browser.tap("Yes, deal again")

        assert [hand.state for hand in playing.match.hands] == [
            HandState.CLOSED,
            HandState.VOID,
            HandState.OPEN,
        ]
        assert dealer_of(playing) == "Carlo"

    def test_it_has_the_same_number(self, playing: Phone) -> None:
        browser = Browser(playing).open(f"{playing.home}void")

        browser.tap("Yes, deal again")

        assert "Hand 2" in browser.text

    def test_it_can_be_brought_back(self, playing: Phone) -> None:
        playing.save_pile("Ana", plain=5)
        Browser(playing).open(f"{playing.home}void").tap("Yes, deal again")

        Browser(playing).open(playing.home).tap("Undo")

        assert playing.stored_pile("Ana").count.plain == 5

    def test_a_hand_that_is_closed_meanwhile_stays_closed(self, playing: Phone, bea: Phone) -> None:
        browser = Browser(playing).open(f"{playing.home}void")
        for name in ("Ana", "Bea", "Carlo"):
            bea.save_pile(name, plain=1)
        bea.close_hand()

        browser.tap("Yes, deal again")

        assert browser.path == playing.home
        assert [hand.state for hand in playing.match.hands] == [
            HandState.CLOSED,
            HandState.CLOSED,
            HandState.OPEN,
        ]

    def test_without_a_match_it_leads_to_the_scores(self, ana: Phone) -> None:
        assert Browser(ana).open(f"{ana.home}void").path == ana.home


class TestEnd:
    def test_a_match_can_be_ended_now(self, playing: Phone) -> None:
        browser = Browser(playing).open(f"{playing.home}matches").tap("End the match now")

        browser.tap("Yes, end it")

        assert browser.path == playing.home
        assert browser.page.one("h1").text == "Ana wins"

    def test_that_can_be_undone(self, playing: Phone) -> None:
        browser = Browser(playing).open(f"{playing.home}end").tap("Yes, end it")

        browser.tap("Undo")

        assert "wins" not in browser.page.one("h1").text

    def test_a_choice_that_there_is_none_is_refused(self, playing: Phone) -> None:
        answer = playing.post(f"{playing.home}matches/{playing.match.id}/choice", {"choice": "burn"})

        assert answer.status_code == 400

    def test_a_choice_for_an_older_hand_changes_nothing(self, playing: Phone) -> None:
        path = f"{playing.home}matches/{playing.match.id}/choice"

        answer = playing.post(path, {"choice": "end_now", "after": "nosuchhand"})

        assert answer.status_code == 303
        assert "wins" not in Browser(playing).open(playing.home).text

    def test_without_a_match_it_leads_to_the_scores(self, ana: Phone) -> None:
        assert Browser(ana).open(f"{ana.home}end").path == ana.home
