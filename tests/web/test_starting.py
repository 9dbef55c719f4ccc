"""Somebody new is named, the match starts as it was put together; and again, at one tap."""

from collections.abc import Callable

import pytest

from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.lining_up import NAMES, fields_of, seat, seats_of


class TestSomebodyNew:
    def test_a_name_is_added_and_sits_down(self, new: Browser) -> None:
        seat(new, "Bea").tap("Add", name="Hugo")

        assert seats_of(new) == ["Ana", "Bea", "Hugo"]

    def test_what_was_chosen_before_is_still_there(self, new: Browser) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("purple").tap("10 more")

        new.tap("Add", name="Hugo")

        fields = fields_of(new)
        assert fields["colour"] == ["red", "orange", "yellow", "green", "purple"]
        assert fields["target"] == ["130"]
        assert "Bea deals first" in new.text

    @pytest.mark.parametrize("name", ["bea", " ", "x" * 25])
    def test_a_name_that_cannot_be_is_refused_and_everything_stays(self, new: Browser, name: str) -> None:
        seat(new, "Bea", "Carlo").tap("Bea").tap("Deals").tap("purple").tap("10 more")
        before = fields_of(new)

        new.tap("Add", name=name)

        assert new.status == 422
        assert fields_of(new) == before

    def test_an_empty_name_is_asked_for_where_it_is_typed(self, new: Browser) -> None:
        seat(new, "Carlo").tap("Add", name="")

        assert new.list_refused() == ["name"]

    def test_a_refused_name_stays_in_its_field_with_the_reason(self, new: Browser) -> None:
        seat(new, "Carlo").tap("Add", name="bea")

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

    @pytest.mark.parametrize("is_first", [True, False], ids=["the first match", "a later match"])
    def test_nor_when_the_line_up_was_changed_after_it(self, company: Phone, *, is_first: bool) -> None:
        if not is_first:
            company.start_match("Dina", "Emil")
        mine = seat(Browser(company).open(f"{company.home}new"), "Bea")
        company.start_match("Ana", "Carlo")
        started = company.match.id

        seat(mine, "Dina").tap("Start the match")

        assert mine.status == 409
        assert company.match.id == started

    def test_who_still_wants_to_start_taps_once_more(self, company: Phone) -> None:
        mine = seat(Browser(company).open(f"{company.home}new"), "Bea")
        company.start_match("Ana", "Carlo")
        mine.tap("Start the match")

        mine.tap("Start the match")

        assert mine.path == company.home
        assert company.match.open_hand.seats == tuple(company.player_ids[name] for name in ("Ana", "Bea"))

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
        browser = Browser(played).open(f"{played.home}new").tap("Play again: Carlo deals")

        assert browser.path == played.home
        assert [played.match.open_hand.seats, played.match.rules.target] == [
            tuple(played.player_ids[name] for name in NAMES[:3]),
            10,
        ]

    def test_after_a_match_it_is_one_tap_on_the_scores(self, played: Phone) -> None:
        Browser(played).open(played.home).tap("Play again: Carlo deals")

        assert played.match.open_hand.dealer_id == played.player_ids["Carlo"]

    def test_two_phones_that_tap_it_start_one_match(
        self, played: Phone, new_phone: Callable[[], Phone]
    ) -> None:
        other = new_phone().sit_down("Hugo")
        pages = [Browser(phone).open(played.home) for phone in (played, other)]

        paths = [page.tap("Play again: Carlo deals").path for page in pages]

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


def test_before_a_running_match_is_replaced_the_page_says_so(new: Browser, ana: Phone) -> None:
    assert "A match is running." not in new.text
    ana.start_match("Ana", "Bea")

    again = Browser(ana).open(f"{ana.home}new")

    assert "A match is running." in again.text
    assert again.tap("Back to the scores").path == ana.home
