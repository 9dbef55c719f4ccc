"""One tap a card, on a phone without scripts: each tap sends the form."""

from collections.abc import Callable

import pytest

from companion.rules.cards import IN_BOX, POINTS, CardType
from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def counting(ana: Phone, bea: Phone) -> Browser:
    """Ana's phone on the page of her pile, the first hand being open."""
    ana.start_match("Ana", "Bea")
    return Browser(ana).open(ana.count_url("Ana"))


def tap(browser: Browser, card_type: CardType) -> Browser:
    return browser.send(browser.page.one("button", name="add", value=card_type))


def test_the_page_says_whose_pile_it_is(counting: Browser) -> None:
    assert counting.page.one("h1").text == "Ana’s pile"


def test_the_pile_starts_at_nothing(counting: Browser) -> None:
    _, fields = counting.page.one("form", id="pile").form()

    assert [fields[card_type] for card_type in CardType] == [["0"]] * 5
    assert fields["base"] == ["0"]


@pytest.mark.parametrize("card_type", list(CardType))
def test_a_tap_on_a_card_adds_one_of_it(counting: Browser, ana: Phone, card_type: CardType) -> None:
    tap(counting, card_type)

    assert ana.stored_pile("Ana").count == Count(**{card_type.value: 1})


@pytest.mark.parametrize("card_type", list(CardType))
def test_a_tap_leads_back_to_the_page_with_its_points(counting: Browser, card_type: CardType) -> None:
    tap(counting, card_type)

    assert counting.page.one("div", id="pile-card").text == str(POINTS[card_type])
    assert "1 card" in counting.text


def test_taps_add_up(counting: Browser, ana: Phone) -> None:
    for card_type in ("plain", "plain", "red", "red_five", "plain", "tweak"):
        tap(counting, CardType(card_type))

    assert ana.stored_pile("Ana").count == Count(plain=3, red=1, red_five=1, tweak=1)


def test_a_tap_does_not_say_that_the_pile_is_done(counting: Browser, ana: Phone) -> None:
    tap(counting, CardType.PLAIN)

    assert not ana.stored_pile("Ana").is_done


def test_each_card_tells_its_points_and_its_number(counting: Browser) -> None:
    tap(counting, CardType.RED)

    button = counting.page.one("button", name="add", value="red")

    assert "3 points each" in button.text
    assert button.one("output").text == "1"


def test_done_says_the_points(counting: Browser) -> None:
    tap(counting, CardType.FIVE)

    assert counting.find("Done: 4 points")


def test_done_says_when_there_are_no_cards(counting: Browser) -> None:
    assert counting.find("Done: no cards")


def test_done_marks_the_pile_as_counted(counting: Browser, ana: Phone) -> None:
    tap(counting, CardType.PLAIN)

    counting.tap("Done: 1 point")

    assert ana.stored_pile("Ana").is_done


def test_a_pile_of_no_cards_can_be_done(counting: Browser, ana: Phone) -> None:
    counting.tap("Done: no cards")

    assert ana.stored_pile("Ana").is_done
    assert ana.stored_pile("Ana").count == Count()


def test_a_tap_after_done_opens_the_pile_again(counting: Browser, ana: Phone) -> None:
    counting.tap("Done: no cards")

    tap(counting.open(ana.count_url("Ana")), CardType.PLAIN)

    assert not ana.stored_pile("Ana").is_done


@pytest.mark.parametrize("card_type", list(CardType))
def test_more_than_the_box_has_is_refused(counting: Browser, ana: Phone, card_type: CardType) -> None:
    ana.save_pile("Ana", done=False, **{card_type.value: IN_BOX[card_type]})

    tap(counting.open(ana.count_url("Ana")), card_type)

    assert counting.status == 422
    assert ana.stored_pile("Ana").count.of(card_type) == IN_BOX[card_type]


def test_a_refused_tap_says_why(counting: Browser, ana: Phone) -> None:
    ana.save_pile("Ana", done=False, red_five=1)

    tap(counting.open(ana.count_url("Ana")), CardType.RED_FIVE)

    assert "Only one red 5 is in the box." in counting.text


def test_a_refused_tap_keeps_the_pile_on_the_page(counting: Browser, ana: Phone) -> None:
    ana.save_pile("Ana", done=False, plain=9, red_five=1)

    tap(counting.open(ana.count_url("Ana")), CardType.RED_FIVE)

    _, fields = counting.page.one("form", id="pile").form()
    assert (fields["plain"], fields["red_five"]) == (["9"], ["1"])


def test_the_same_tap_sent_twice_is_one_card(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")
    form = {"op": "one-tap", "base": 0, "plain": 0, "add": "plain"}

    answers = [ana.post(ana.pile_url("Ana"), form).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert ana.stored_pile("Ana").count == Count(plain=1)


def test_an_unknown_card_adds_nothing(ana: Phone, bea: Phone) -> None:
    ana.start_match("Ana", "Bea")

    ana.post(ana.pile_url("Ana"), {"base": 0, "plain": 2, "add": "joker"})

    assert ana.stored_pile("Ana").count == Count(plain=2)


def test_a_pile_can_be_counted_on_anybodys_phone(counting: Browser, bea: Phone) -> None:
    tap(Browser(bea).open(bea.count_url("Ana")), CardType.PLAIN)

    assert bea.stored_pile("Ana").by_player_id == bea.player_ids["Bea"]


def test_a_pile_of_nobody_is_not_found(counting: Browser, ana: Phone) -> None:
    assert ana.get(f"{ana.home}count/nobody").status_code == 404


def test_a_player_who_does_not_play_has_no_pile(counting: Browser, new_phone: Callable[[], Phone]) -> None:
    carlo = new_phone().sit_down("Carlo")

    assert carlo.get(carlo.count_url("Carlo")).status_code == 404


def test_without_a_match_counting_leads_to_the_scores(ana: Phone) -> None:
    paths = ("count", f"count/{ana.player_ids['Ana']}", f"count/{ana.player_ids['Ana']}/numbers")

    answers = [ana.get(ana.home + path) for path in paths]

    assert [answer.headers.get("Location") for answer in answers] == [ana.home] * 3


def test_the_page_tells_the_scripts_all_forms_of_its_sentences(counting: Browser) -> None:
    form = counting.page.one("form", id="pile")

    assert form["data-text-cards"] == '{"one": "%(num)s card", "other": "%(num)s cards"}'
    assert form.one("button", name="done")["data-text-none"] == "Done: no cards"
