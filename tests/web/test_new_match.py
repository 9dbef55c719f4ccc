"""A match is put together in a page that keeps everything itself, one tap after the other."""

import pytest

from companion.rules.cards import COLOURS
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.lining_up import NAMES, fields_of, seat, seats_of

COLOURS_FOR = {2: 4, 3: 4, 4: 5, 5: 6, 6: 6}
TARGET_FOR = {2: 140, 3: 120, 4: 100, 5: 80, 6: 60}


class TestSeats:
    def test_a_player_who_opens_the_page_sits_already(self, new: Browser) -> None:
        assert seats_of(new) == ["Ana"]

    def test_everybody_else_can_be_tapped(self, new: Browser) -> None:
        assert [name for name in NAMES[1:] if not new.offers(name)] == []

    def test_the_servers_host_sits_nowhere(self, company: Phone, server_host: Phone) -> None:
        assert seats_of(Browser(server_host).open(f"{company.home}new")) == []

    def test_names_sit_down_in_the_order_of_the_taps(self, new: Browser) -> None:
        seat(new, "Carlo", "Bea", "Dina")

        assert seats_of(new) == ["Ana", "Carlo", "Bea", "Dina"]

    def test_who_sits_is_no_longer_offered_to_sit_down(self, new: Browser) -> None:
        seat(new, "Bea")

        assert new.find("Bea")["value"].startswith("pick:")

    def test_six_is_the_most(self, new: Browser) -> None:
        seat(new, *NAMES[1:6])

        assert len(seats_of(new)) == 6
        assert not new.offers("Greta")

    def test_a_seventh_is_left_out(self, company: Phone) -> None:
        ids = [company.player_ids[name] for name in NAMES]

        browser = Browser(company).open(f"{company.home}new?{'&'.join(f'seat={one}' for one in ids)}")

        assert seats_of(browser) == list(NAMES[:6])

    def test_one_alone_is_told_how_many_it_takes(self, new: Browser) -> None:
        assert "2 to 6 players sit down for a match." in new.text
        assert "2 to 6 players" not in seat(new, "Bea").text

    def test_nobody_sits_twice(self, company: Phone) -> None:
        ana = company.player_ids["Ana"]

        browser = Browser(company).open(f"{company.home}new?seat={ana}&seat={ana}&do=add:{ana}")

        assert seats_of(browser) == ["Ana"]

    def test_who_is_not_of_the_table_sits_nowhere(self, company: Phone) -> None:
        browser = Browser(company).open(f"{company.home}new?seat=nobody&do=add:nobody")

        assert seats_of(browser) == []

    def test_a_tap_on_a_seat_asks_what_to_do_with_it(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea")

        assert "Bea: tap another seat to swap" in new.text

    def test_a_tap_on_another_seat_swaps_both(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Carlo")

        assert seats_of(new) == ["Ana", "Carlo", "Bea"]

    def test_a_second_tap_on_a_seat_lets_it_be(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea")
        new.send(new.page.one("button", value=f"pick:{new.phone.player_ids['Bea']}"))

        assert seats_of(new) == ["Ana", "Bea", "Carlo"]
        assert "swap" not in new.text

    def test_a_seat_can_be_taken_out(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Take out")

        assert seats_of(new) == ["Ana", "Carlo"]
        assert new.find("Bea")["value"].startswith("add:")

    def test_the_other_way_round_keeps_oneself_in_place(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo", "Dina").tap("Other way round")

        assert seats_of(new) == ["Ana", "Dina", "Carlo", "Bea"]

    def test_the_page_begins_with_whoever_looks_at_it(self, company: Phone) -> None:
        ids = [company.player_ids[name] for name in ("Bea", "Ana", "Carlo")]

        browser = Browser(company).open(f"{company.home}new?{'&'.join(f'seat={one}' for one in ids)}")

        assert seats_of(browser) == ["Ana", "Carlo", "Bea"]

    @pytest.mark.parametrize(
        "do", ["", "drop", "deal", "draw", "pick:", "add:", "mirror", "fly:1", "target:x"]
    )
    def test_a_tap_that_makes_no_sense_changes_nothing(self, company: Phone, do: str) -> None:
        ids = [company.player_ids[name] for name in NAMES[:2]]

        browser = Browser(company).open(f"{company.home}new?seat={ids[0]}&seat={ids[1]}&do={do}")

        assert browser.status == 200
        assert seats_of(browser) == ["Ana", "Bea"]


class TestDealer:
    def test_alone_nobody_deals(self, new: Browser) -> None:
        assert "deals" not in new.text

    def test_chance_names_one_of_the_seated(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo")

        assert fields_of(new)["dealer"][0] in [new.phone.player_ids[name] for name in NAMES[:3]]
        assert "drawn at random" in new.text

    def test_the_table_can_name_the_dealer(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals")

        assert "Bea deals first" in new.text
        assert "drawn at random" not in new.text

    def test_a_named_dealer_stays_when_somebody_comes(self, new: Browser) -> None:
        seat(new, "Bea").tap("Bea").tap("Deals")

        seat(new, "Carlo", "Dina")

        assert "Bea deals first" in new.text

    def test_a_dealer_who_is_taken_out_deals_no_more(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("Bea").tap("Take out")

        assert fields_of(new)["dealer"][0] != new.phone.player_ids["Bea"]
        assert "drawn at random" in new.text

    def test_the_dealer_can_be_drawn_again(self, new: Browser) -> None:
        seat(new, "Bea").tap("Bea").tap("Deals").tap("Draw again")

        assert "drawn at random" in new.text

    def test_chance_names_everybody_in_time(self, new: Browser) -> None:
        seat(new, "Bea")

        drawn = {fields_of(new.tap("Draw again"))["dealer"][0] for _ in range(40)}

        assert drawn == {new.phone.player_ids[name] for name in ("Ana", "Bea")}

    def test_chance_draws_anew_among_all_when_somebody_comes(
        self, new: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("secrets.choice", lambda seats: seats[-1])

        seat(new, "Bea", "Carlo")

        assert "Carlo deals first" in new.text


class TestSuggestions:
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_colours_and_target_follow_the_number_of_players(self, new: Browser, players: int) -> None:
        seat(new, *NAMES[1:players])

        fields = fields_of(new)
        assert fields["colour"] == [colour.value for colour in COLOURS[: COLOURS_FOR[players]]]
        assert fields["target"] == [str(TARGET_FOR[players])]

    def test_the_number_of_cards_is_said(self, new: Browser) -> None:
        seat(new, "Bea")

        assert "4 colours" in new.text
        assert "36 cards" in new.text

    def test_a_colour_can_be_put_in_and_taken_out(self, new: Browser) -> None:
        seat(new, "Bea").tap("purple").tap("orange")

        assert fields_of(new)["colour"] == ["red", "yellow", "green", "purple"]

    def test_red_is_always_in(self, new: Browser) -> None:
        seat(new, "Bea")

        assert new.page.one("button", value="colour:red").has("disabled")

    def test_red_stays_in_even_when_it_is_tapped(self, new: Browser) -> None:
        seat(new, "Bea")
        red = new.page.one("button", value="colour:red")

        new.send(red)

        assert fields_of(new)["colour"][0] == "red"

    def test_chosen_colours_stay_when_somebody_comes(self, new: Browser) -> None:
        seat(new, "Bea").tap("green")

        seat(new, "Carlo", "Dina", "Emil")

        assert fields_of(new)["colour"] == ["red", "orange", "yellow"]

    def test_the_target_goes_up_and_down_by_ten(self, new: Browser) -> None:
        seat(new, "Bea").tap("10 more").tap("10 more").tap("10 fewer")

        assert fields_of(new)["target"] == ["150"]

    def test_a_chosen_target_stays_when_somebody_comes(self, new: Browser) -> None:
        seat(new, "Bea").tap("10 more")

        seat(new, "Carlo")

        assert fields_of(new)["target"] == ["150"]

    @pytest.mark.parametrize(("target", "do", "then"), [("10", "-10", "10"), ("9999", "%2B10", "9999")])
    def test_the_target_stays_within_reason(self, company: Phone, target: str, do: str, then: str) -> None:
        ids = [company.player_ids[name] for name in NAMES[:2]]
        query = f"seat={ids[0]}&seat={ids[1]}&target={target}&do=target:{do}"

        browser = Browser(company).open(f"{company.home}new?{query}")

        assert fields_of(browser)["target"] == [then]

    @pytest.mark.parametrize("target", ["-5", "abc", "99999", "1e3", ""])
    def test_a_target_that_is_none_is_suggested_anew(self, company: Phone, target: str) -> None:
        ids = [company.player_ids[name] for name in NAMES[:2]]

        browser = Browser(company).open(f"{company.home}new?seat={ids[0]}&seat={ids[1]}&target={target}")

        assert fields_of(browser)["target"] == ["140"]

    def test_too_few_cards_are_said_and_cannot_be_started(self, new: Browser) -> None:
        seat(new, *NAMES[1:6])

        for colour in ("orange", "yellow", "green", "blue"):
            new.tap(colour)

        assert "Too few cards for so many players: add a colour." in new.text
        assert not new.offers("Start the match")
