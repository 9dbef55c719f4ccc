"""Where Done leads: with a phone each, with one phone for all, and after the last pile."""

from collections.abc import Callable

import pytest

from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def carlo(ana: Phone) -> str:
    """A player without a phone, named on Ana's."""
    ana.post(f"{ana.home}new/player", {"name": "Carlo"})
    return "Carlo"


def finish(phone: Phone, name: str, **form: str) -> str:
    """Send a pile as done and return where that leads."""
    stored = phone.stored_pile(name)
    base = stored.revision if stored else 0
    answer = phone.post(phone.pile_url(name), {"base": base, "plain": "4", "done": "1", **form})
    assert answer.status_code == 303
    return answer.headers["Location"]


def count_page(phone: Phone) -> str:
    return phone.get(f"{phone.home}count").headers["Location"]


def test_counting_begins_with_ones_own_pile(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    pages = [count_page(phone) for phone in (ana, bea)]

    assert pages == [ana.count_url("Ana"), bea.count_url("Bea")]


def test_with_a_phone_each_done_leads_to_the_scores(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    assert finish(ana, "Ana") == ana.home


def test_after_ones_own_come_the_piles_of_players_without_a_phone(ana: Phone, bea: Phone, carlo: str) -> None:
    ana.start_match("Ana", "Bea", carlo)

    assert finish(ana, "Ana") == ana.count_url(carlo)


def test_counting_another_pile_comes_back_to_ones_own(ana: Phone, bea: Phone, carlo: str) -> None:
    ana.start_match("Ana", "Bea", carlo)

    assert finish(ana, carlo) == ana.count_url("Ana")


def test_ones_own_pile_comes_before_those_without_a_phone(ana: Phone, bea: Phone, carlo: str) -> None:
    ana.post(f"{ana.home}new/player", {"name": "Dina"})
    ana.start_match("Ana", "Bea", carlo, "Dina")

    assert finish(ana, carlo) == ana.count_url("Ana")


def test_the_last_done_leads_to_closing(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    finish(ana, "Ana")

    assert finish(bea, "Bea") == f"{bea.home}close"


def test_when_all_are_counted_counting_is_closing(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    finish(ana, "Ana")
    finish(bea, "Bea")

    assert count_page(ana) == f"{ana.home}close"


def test_who_has_counted_may_go_on_with_who_has_not(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    finish(ana, "Ana")

    assert count_page(ana) == ana.count_url("Bea")


def test_one_phone_for_all_goes_round_the_seats(ana: Phone, new_phone: Callable[[], Phone]) -> None:
    for name in ("Bea", "Carlo", "Dina"):
        ana.post(f"{ana.home}new/player", {"name": name})
    ana.start_match("Bea", "Ana", "Carlo", "Dina")

    way = [finish(ana, name, via="pad") for name in ("Ana", "Carlo", "Dina", "Bea")]

    pads = [f"{ana.count_url(name)}/numbers" for name in ("Carlo", "Dina", "Bea")]
    assert way == [*pads, f"{ana.home}close"]


def test_who_types_for_others_types_for_those_with_a_phone_too(
    ana: Phone, bea: Phone, new_phone: Callable[[], Phone]
) -> None:
    new_phone().sit_down("Carlo")
    ana.start_match("Ana", "Bea", "Carlo")
    finish(ana, "Ana", via="pad")

    assert finish(ana, "Bea", via="pad") == f"{ana.count_url('Carlo')}/numbers"


def test_ones_own_numbers_do_not_make_one_type_for_all(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    assert finish(ana, "Ana", via="pad") == ana.home


def test_the_servers_host_types_for_all(ana: Phone, bea: Phone, server_host: Phone) -> None:
    ana.start_match("Ana", "Bea")

    assert count_page(server_host) == ana.count_url("Ana")
    assert finish(server_host, "Ana") == ana.count_url("Bea")


def test_a_tap_without_done_stays_on_the_page(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    assert finish(ana, "Ana", done="", add="plain") == ana.count_url("Ana")


class TestWarnings:
    """What the hand cannot hold is asked once, at Done."""

    @pytest.fixture(autouse=True)
    def running_hand(self, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea")

    @pytest.fixture
    def asked(self, ana: Phone) -> Browser:
        """Ana has said done with more [T!] cards than her number cards can have won."""
        browser = Browser(ana).open(f"{ana.count_url('Ana')}/numbers")
        return browser.tap("Done", plain="3", tweak="2")

    def test_taps_are_not_warned_about(self, ana: Phone) -> None:
        assert finish(ana, "Ana", done="", tweak="2") == ana.count_url("Ana")

    def test_at_done_the_table_is_asked(self, asked: Browser) -> None:
        sentence = "Ana: 2 [T!] cards for 3 number cards. Each [T!] card takes a sum of two cards at least."

        assert sentence in asked.text

    def test_what_was_counted_is_saved_but_not_done(self, asked: Browser, ana: Phone) -> None:
        assert ana.stored_pile("Ana").count == Count(plain=3, tweak=2)
        assert not ana.stored_pile("Ana").is_done

    def test_the_table_can_look_again(self, asked: Browser, ana: Phone) -> None:
        asked.tap("Look again")

        assert asked.path.startswith(ana.count_url("Ana"))
        assert asked.page.one("form", id="pile")

    def test_the_table_can_leave_it_so(self, asked: Browser, ana: Phone) -> None:
        asked.tap("Keep this count")

        assert ana.stored_pile("Ana").is_done
        assert ana.stored_pile("Ana").count == Count(plain=3, tweak=2)

    def test_a_script_is_sent_to_the_question(self, ana: Phone) -> None:
        answer = ana.save_pile("Ana", plain=3, tweak=2)

        assert answer.json["done"] is False
        assert "2 [T!] cards for 3 number cards" in ana.get(answer.json["next"]).text

    def test_more_than_is_in_play_names_kind_surplus_and_players(self, ana: Phone, bea: Phone) -> None:
        bea.save_pile("Bea", red=5)

        answer = ana.save_pile("Ana", red=4)

        page = Browser(ana).open(answer.json["next"])
        assert "Red, not the 5: 9 counted, but only 8 are in play. Counted by" in page.text
        assert "Ana and Bea" in page.text or "Bea and Ana" in page.text

    def test_without_warnings_the_question_is_not_asked(self, ana: Phone) -> None:
        ana.save_pile("Ana", plain=3)

        page = Browser(ana).open(f"{ana.count_url('Ana')}?ask=1")

        assert not page.offers("Keep this count")

    def test_one_phone_for_all_goes_on_with_the_pad_after_it(self, ana: Phone) -> None:
        browser = Browser(ana).open(f"{ana.count_url('Bea')}/numbers")
        browser.tap("Done", plain="3", tweak="2")

        browser.tap("Keep this count")

        assert browser.path == f"{ana.count_url('Ana')}/numbers"

    def test_looking_again_comes_back_to_the_pad(self, asked: Browser, ana: Phone) -> None:
        asked.tap("Look again")

        assert asked.path == f"{ana.count_url('Ana')}/numbers"
