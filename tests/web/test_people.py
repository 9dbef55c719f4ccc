"""What can be done about one player: another name, leaving, somebody who plays on, start points."""

import pytest

from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def playing(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Ana, Bea and Carlo play, Dina looks on."""
    for name in ("Carlo", "Dina"):
        ana.post(f"{ana.home}new/player", {"name": name})
    ana.start_match("Ana", "Bea", "Carlo", dealer="Ana")
    return ana


def person(phone: Phone, name: str) -> Browser:
    return Browser(phone).open(f"{phone.home}players/{phone.player_ids[name]}")


def seats_of(phone: Phone) -> list[str]:
    names = {player_id: name for name, player_id in phone.player_ids.items()}
    return [names[seat] for seat in phone.match.open_hand.seats]


def close_the_hand(phone: Phone, *names: str) -> None:
    for name in names:
        phone.save_pile(name, plain=3)
    phone.close_hand()


def test_a_player_gets_another_name(playing: Phone) -> None:
    person(playing, "Bea").tap("Save the name", name="Beatrix")

    assert list(playing.player_ids) == ["Ana", "Beatrix", "Carlo", "Dina"]


@pytest.mark.parametrize("name", ["ana", "", "x" * 25])
def test_a_name_that_cannot_be_is_refused_and_stays_typed(playing: Phone, name: str) -> None:
    browser = person(playing, "Bea").tap("Save the name", name=name)

    assert browser.status == 422
    assert browser.page.one("input", name="name")["value"] == name
    assert browser.list_refused() == ["name"]
    assert "Bea" in playing.player_ids


def test_who_has_to_go_leaves_when_the_hand_is_counted(playing: Phone) -> None:
    person(playing, "Carlo").tap("Count this hand, then leave")

    close_the_hand(playing, "Ana", "Bea", "Carlo")

    assert seats_of(playing) == ["Ana", "Bea"]


def test_who_wanted_to_leave_may_stay_after_all(playing: Phone) -> None:
    person(playing, "Carlo").tap("Count this hand, then leave")
    person(playing, "Carlo").tap("Stays after all")

    close_the_hand(playing, "Ana", "Bea", "Carlo")

    assert seats_of(playing) == ["Ana", "Bea", "Carlo"]


def test_who_has_left_keeps_points_and_place(playing: Phone) -> None:
    person(playing, "Carlo").tap("Count this hand, then leave")
    close_the_hand(playing, "Ana", "Bea", "Carlo")

    assert "has left" in Browser(playing).open(playing.home).text


def test_somebody_else_plays_on(playing: Phone) -> None:
    playing.save_pile("Carlo", plain=3)

    person(playing, "Carlo").tap("Dina")

    assert seats_of(playing) == ["Ana", "Bea", "Dina"]
    assert playing.stored_pile("Dina").count.plain == 3


def test_who_plays_already_cannot_play_on_for_another(playing: Phone) -> None:
    path = f"{playing.home}players/{playing.player_ids['Carlo']}/hand-over"

    answer = playing.post(path, {"to": playing.player_ids["Bea"]})

    assert answer.status_code == 422
    assert "Both are playing already." in answer.text


def test_start_points_are_set(playing: Phone) -> None:
    person(playing, "Bea").tap("Save the points", points="12")

    assert playing.match.rules.start_points[playing.player_ids["Bea"]] == 12
    assert "12" in Browser(playing).open(playing.home).text


@pytest.mark.parametrize("points", ["-1", "x", "10000", "1.5"])
def test_start_points_that_cannot_be_are_refused_and_stay_typed(playing: Phone, points: str) -> None:
    browser = person(playing, "Bea").tap("Save the points", points=points)

    assert browser.status == 422
    assert browser.page.one("input", name="points")["value"] == points
    assert browser.list_refused() == ["points"]
    assert playing.match.rules.start_points[playing.player_ids["Bea"]] == 0


def test_who_does_not_play_is_offered_a_name_alone(playing: Phone) -> None:
    browser = person(playing, "Dina")

    assert browser.offers("Save the name")
    assert not browser.offers("Count this hand, then leave")
    assert not browser.offers("Save the points")


@pytest.mark.parametrize("act", ["", "/name", "/leave", "/hand-over", "/start-points"])
def test_who_is_not_there_is_not_found(playing: Phone, act: str) -> None:
    path = f"{playing.home}players/nobody{act}"

    answer = playing.post(path, {"name": "Emil", "leaves": "1"}) if act else playing.get(path)

    assert answer.status_code == 404


@pytest.mark.parametrize("act", ["leave", "hand-over", "start-points"])
def test_without_a_match_there_is_nothing_to_leave(ana: Phone, act: str) -> None:
    assert ana.post(f"{ana.home}players/{ana.player_ids['Ana']}/{act}").status_code == 404
