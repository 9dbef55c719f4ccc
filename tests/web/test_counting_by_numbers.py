"""Five numbers are typed; what the box cannot hold is refused, and everything typed is still there."""

import pytest

from companion.rules.cards import AS_SORTED, IN_BOX, CardType
from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser

TYPED = {"plain": "9", "red": "2", "five": "3", "red_five": "1", "tweak": "4"}
TOO_MANY = {
    "plain": "Only 40 cards of this kind are in the box.",
    "red": "Only 8 red cards besides the 5 are in the box.",
    "five": "Only 5 5s that are not red are in the box.",
    "red_five": "Only one red 5 is in the box.",
    "tweak": "Only 10 [T!] cards are in the box.",
}
NO_NUMBERS = ("-1", "+1", "1.5", "1e1", "0x3", "abc", "٣", "²", "1 2", "99999999999999999999", "NaN", "１")


@pytest.fixture
def pad(ana: Phone, bea: Phone) -> Browser:
    """Ana's phone on the pad of her pile, the first hand being open."""
    ana.start_match("Ana", "Bea")
    return Browser(ana).open(f"{ana.count_url('Ana')}/numbers")


def fields_of(browser: Browser) -> dict[str, str]:
    fields = browser.page.one("form", id="pile").all("input")
    return {field["name"]: field["value"] for field in fields if field["name"] in TYPED}


def test_the_pad_says_whose_pile_it_is(pad: Browser) -> None:
    assert pad.page.one("h1").text == "Ana’s pile"


def test_the_pad_has_a_field_for_each_kind_of_card(pad: Browser) -> None:
    assert list(fields_of(pad)) == [card_type.value for card_type in AS_SORTED]


def test_five_numbers_are_saved(pad: Browser, ana: Phone) -> None:
    pad.tap("Done", **TYPED)

    assert ana.stored_pile("Ana").count == Count(plain=9, red=2, five=3, red_five=1, tweak=4)
    assert ana.stored_pile("Ana").is_done


def test_an_empty_field_is_none(pad: Browser, ana: Phone) -> None:
    pad.tap("Done", plain="7", red="", five=" ", red_five="", tweak="")

    assert ana.stored_pile("Ana").count == Count(plain=7)


def test_spaces_round_a_number_do_not_matter(pad: Browser, ana: Phone) -> None:
    pad.tap("Done", plain=" 7 ")

    assert ana.stored_pile("Ana").count == Count(plain=7)


@pytest.mark.parametrize("card_type", list(CardType))
def test_as_many_as_the_box_has_are_accepted(pad: Browser, ana: Phone, card_type: CardType) -> None:
    pad.tap("Done", **{card_type.value: IN_BOX[card_type]})

    assert ana.stored_pile("Ana").count.of(card_type) == IN_BOX[card_type]


@pytest.mark.parametrize("card_type", list(CardType))
def test_more_than_the_box_has_is_refused_with_the_reason(
    pad: Browser, ana: Phone, card_type: CardType
) -> None:
    pad.tap("Done", **{card_type.value: IN_BOX[card_type] + 1})

    assert pad.status == 422
    assert TOO_MANY[card_type] in pad.text
    assert ana.stored_pile("Ana") is None


def test_every_reason_is_said_at_once(pad: Browser) -> None:
    pad.tap("Done", plain="41", red="9", five="6", red_five="2", tweak="11")

    assert [reason for reason in TOO_MANY.values() if reason not in pad.text] == []


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_refused(pad: Browser, ana: Phone, text: str) -> None:
    pad.tap("Done", plain=text)

    assert pad.status == 422
    assert "Whole numbers only, 0 or more." in pad.text
    assert pad.list_refused() == ["plain"]
    assert ana.stored_pile("Ana") is None


def test_a_refused_form_keeps_everything_that_was_typed(pad: Browser) -> None:
    pad.tap("Done", **{**TYPED, "red": "9"})

    assert fields_of(pad) == {**TYPED, "red": "9"}


def test_a_refused_form_keeps_what_is_no_number_too(pad: Browser) -> None:
    pad.tap("Done", **{**TYPED, "plain": '"><script>'})

    assert fields_of(pad) == {**TYPED, "plain": '"><script>'}


def test_a_refused_form_can_be_mended_and_sent(pad: Browser, ana: Phone) -> None:
    pad.tap("Done", **{**TYPED, "red": "9"})

    pad.tap("Done", red="8")

    assert ana.stored_pile("Ana").count == Count(plain=9, red=8, five=3, red_five=1, tweak=4)


def test_a_form_with_a_broken_base_is_refused(pad: Browser, ana: Phone) -> None:
    answer = ana.post(ana.pile_url("Ana"), {"base": "x", **TYPED})

    assert answer.status_code == 422
    assert ana.stored_pile("Ana") is None


def test_the_pad_shows_what_is_counted_already(pad: Browser, ana: Phone) -> None:
    ana.save_pile("Ana", plain=12, tweak=1)

    pad.open(pad.path)

    assert fields_of(pad) == {"plain": "12", "red": "", "five": "", "red_five": "", "tweak": "1"}


def test_the_pad_leads_to_everybodys_pile(pad: Browser, ana: Phone) -> None:
    links = [link["href"] for link in pad.page.all("a")]

    assert {f"{ana.count_url(name)}/numbers" for name in ("Ana", "Bea")} <= set(links)


def test_from_the_cards_the_pad_is_one_tap_away(pad: Browser, ana: Phone) -> None:
    browser = Browser(ana).open(ana.count_url("Ana"))

    assert browser.tap("Type five numbers").path == f"{ana.count_url('Ana')}/numbers"


def test_a_pad_of_nobody_is_not_found(pad: Browser, ana: Phone) -> None:
    assert ana.get(f"{ana.home}count/nobody/numbers").status_code == 404
