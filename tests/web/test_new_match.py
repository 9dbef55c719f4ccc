"""A match is put together in a page that keeps everything itself: one tap after the other, then Start."""

from collections.abc import Callable

import pytest

from companion.rules.cards import COLOURS
from tests.conftest import Phone
from tests.web.browsing import Browser

NAMES = ("Ana", "Bea", "Carlo", "Dina", "Emil", "Fien", "Greta")
COLOURS_FOR = {2: 4, 3: 4, 4: 5, 5: 6, 6: 6}
TARGET_FOR = {2: 140, 3: 120, 4: 100, 5: 80, 6: 60}


@pytest.fixture
def company(ana: Phone) -> Phone:
    """Ana's phone; the table knows seven people."""
    for name in NAMES[1:]:
        assert ana.post(f"{ana.home}new/player", {"name": name}).status_code == 200
    return ana


@pytest.fixture
def new(company: Phone) -> Browser:
    """Ana's phone on the page of a new match."""
    return Browser(company).open(f"{company.home}new")


def seat(browser: Browser, *names: str) -> Browser:
    for name in names:
        browser.tap(name)
    return browser


def seats_of(browser: Browser) -> list[str]:
    """Who sits, in the order of the seats, by the names on them."""
    ids = {player_id: name for name, player_id in browser.phone.player_ids.items()}
    values = browser.page.one("main").all("form")[0].form()[1].get("seat", [])
    return [ids[value] for value in values]


def fields_of(browser: Browser) -> dict[str, list[str]]:
    return browser.page.one("main").all("form")[0].form()[1]


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
        assert "drawn by chance" in new.text

    def test_the_table_can_name_the_dealer(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals")

        assert "Bea deals first" in new.text
        assert "drawn by chance" not in new.text

    def test_a_named_dealer_stays_when_somebody_comes(self, new: Browser) -> None:
        seat(new, "Bea").tap("Bea").tap("Deals")

        seat(new, "Carlo", "Dina")

        assert "Bea deals first" in new.text

    def test_a_dealer_who_is_taken_out_deals_no_more(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("Bea").tap("Take out")

        assert fields_of(new)["dealer"][0] != new.phone.player_ids["Bea"]
        assert "drawn by chance" in new.text

    def test_the_dealer_can_be_drawn_again(self, new: Browser) -> None:
        seat(new, "Bea").tap("Bea").tap("Deals").tap("Draw again")

        assert "drawn by chance" in new.text

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


class TestSomebodyNew:
    def test_a_name_is_added_and_sits_down(self, new: Browser) -> None:
        seat(new, "Bea").tap("Sit down", name="Hugo")

        assert seats_of(new) == ["Ana", "Bea", "Hugo"]

    def test_what_was_chosen_before_is_still_there(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("purple").tap("10 more")

        new.tap("Sit down", name="Hugo")

        fields = fields_of(new)
        assert fields["colour"] == ["red", "orange", "yellow", "green", "purple"]
        assert fields["target"] == ["130"]
        assert "Bea deals first" in new.text

    @pytest.mark.parametrize("name", ["bea", " ", "x" * 25])
    def test_a_name_that_cannot_be_is_refused_and_everything_stays(self, new: Browser, name: str) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("purple").tap("10 more")
        before = fields_of(new)

        new.tap("Sit down", name=name)

        assert new.status == 422
        assert fields_of(new) == before

    def test_a_refused_name_stays_in_its_field_with_the_reason(self, new: Browser) -> None:
        seat(new, "Carlo").tap("Sit down", name="bea")

        assert new.page.one("input", name="name")["value"] == "bea"
        assert "Bea is at this table already." in new.text

    def test_a_double_tap_adds_one_player(self, company: Phone) -> None:
        form = {"op": "one-tap", "name": "Hugo", "seat": company.player_ids["Ana"]}

        answers = [company.post(f"{company.home}new/player", form).status_code for _ in range(2)]

        assert answers == [200, 200]
        assert list(company.player_ids) == [*NAMES, "Hugo"]


class TestStart:
    def test_start_leads_to_the_deal(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("Start the match")

        assert new.path == new.phone.home
        assert "Bea deals" in new.text

    def test_the_match_is_as_it_was_put_together(self, new: Browser) -> None:
        seat(new, "Carlo", "Bea").tap("Carlo").tap("Deals").tap("purple").tap("10 more").tap(
            "Start the match"
        )

        match = new.phone.match
        ids = new.phone.player_ids
        assert match.open_hand.seats == (ids["Ana"], ids["Carlo"], ids["Bea"])
        assert match.open_hand.dealer_id == ids["Carlo"]
        assert [colour.value for colour in match.open_hand.colours] == [
            "red",
            "orange",
            "yellow",
            "green",
            "purple",
        ]
        assert match.rules.target == 130

    def test_alone_nobody_can_start(self, new: Browser) -> None:
        assert not new.offers("Start the match")

    def test_a_double_tap_starts_one_match(self, company: Phone) -> None:
        ids = [company.player_ids[name] for name in NAMES[:2]]
        form = {"op": "one-tap", "seat": ids, "dealer": ids[0], "after": ""}

        answers = [company.post(f"{company.home}new", form).status_code for _ in range(2)]

        assert answers == [303, 303]
        assert (
            len(
                Browser(company)
                .open(f"{company.home}matches")
                .page.all("a", href=f"{company.home}matches/{company.match.id}")
            )
            == 1
        )

    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({}, "2 to 6 players sit down for a match."),
            ({"seat": ["Ana"]}, "2 to 6 players sit down for a match."),
            ({"seat": ["Ana", "Bea"], "colour": ["orange", "blue"]}, "Red is always in."),
            (
                {"seat": list(NAMES[:6]), "colour": ["red", "blue"]},
                "Too few cards for so many players: add a colour.",
            ),
        ],
        ids=["nobody", "one", "without red", "too few cards"],
    )
    def test_what_cannot_be_played_is_refused(
        self, company: Phone, fields: dict[str, list[str]], reason: str
    ) -> None:
        seats = [company.player_ids[name] for name in fields.get("seat", [])]

        answer = company.post(f"{company.home}new", {**fields, "seat": seats, "after": ""})

        assert answer.status_code == 422
        assert reason in answer.text

    def test_a_match_started_meanwhile_is_not_buried(
        self, company: Phone, new_phone: Callable[[], Phone]
    ) -> None:
        mine = seat(Browser(company).open(f"{company.home}new"), "Bea")
        company.start_match("Ana", "Carlo")
        started = company.match.id

        mine.tap("Start the match")

        assert mine.status == 409
        assert "Another phone has just started a match." in mine.text
        assert company.match.id == started

    def test_what_was_put_together_meanwhile_is_still_there(self, company: Phone) -> None:
        mine = seat(Browser(company).open(f"{company.home}new"), "Bea", "Dina").tap("10 more")
        company.start_match("Ana", "Carlo")

        mine.tap("Start the match")

        assert seats_of(mine) == ["Ana", "Bea", "Dina"]
        assert fields_of(mine)["target"] == ["130"]


class TestAgain:
    @pytest.fixture
    def played(self, company: Phone) -> Phone:
        """Ana, Bea and Carlo have played; Ana dealt the only hand."""
        company.start_match("Ana", "Bea", "Carlo", dealer="Ana", target=10)
        company.save_pile("Ana", plain=12)
        company.save_pile("Bea", plain=3)
        company.save_pile("Carlo", plain=4)
        company.close_hand()
        return company

    def test_the_last_line_up_is_one_tap(self, played: Phone) -> None:
        browser = Browser(played).open(f"{played.home}new").tap("Again: Carlo deals")

        assert browser.path == played.home
        assert [played.match.open_hand.seats, played.match.rules.target] == [
            tuple(played.player_ids[name] for name in NAMES[:3]),
            10,
        ]

    def test_after_a_match_it_is_one_tap_on_the_scores(self, played: Phone) -> None:
        Browser(played).open(played.home).tap("Again: Carlo deals")

        assert played.match.open_hand.dealer_id == played.player_ids["Carlo"]

    def test_two_phones_that_tap_it_start_one_match(
        self, played: Phone, new_phone: Callable[[], Phone]
    ) -> None:
        other = new_phone().sit_down("Hugo")
        pages = [Browser(phone).open(played.home) for phone in (played, other)]

        paths = [page.tap("Again: Carlo deals").path for page in pages]

        assert paths == [played.home, played.home]
        assert (
            len(
                [
                    link
                    for link in Browser(played).open(f"{played.home}matches").page.all("a")
                    if "/matches/" in link["href"] and "sheet" not in link["href"]
                ]
            )
            == 2
        )

    def test_an_unknown_match_is_not_found(self, played: Phone) -> None:
        assert played.post(f"{played.home}matches/nosuchmatch/again").status_code == 404

    def test_a_first_match_has_nothing_to_repeat(self, new: Browser) -> None:
        assert not new.offers("Again")

    def test_once_others_are_chosen_it_is_offered_no_more(self, played: Phone) -> None:
        browser = Browser(played).open(f"{played.home}new").tap("Bea")

        assert not browser.offers("Again")
