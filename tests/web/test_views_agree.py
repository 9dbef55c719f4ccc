"""Every page says the same of a match, after a count, a correction, its undo and a choice."""

import re

import pytest

from tests.conftest import Phone

NAMES = ("Ana", "Bea", "Carlo")
FIRST = {
    "Ana": {"plain": 8, "red": 3, "five": 1},
    "Bea": {"plain": 7, "red": 2},
    "Carlo": {"plain": 9, "red": 3},
}
SECOND = {"Ana": {"plain": 6, "red": 2}, "Bea": {"plain": 9, "red": 4, "five": 2}, "Carlo": {"plain": 9}}


@pytest.fixture
def evening(new_phone) -> Phone:
    """Ana's phone in a match of three, two hands closed, so that Bea has reached the target."""
    ana, _bea, _carlo = [new_phone().sit_down(name) for name in NAMES]
    ana.start_match(*NAMES, target=40)
    for hand in (FIRST, SECOND):
        for name, counts in hand.items():
            ana.save_pile(name, **counts)
        ana.close_hand()
    return ana


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", re.sub(r"<[^>]+>", " ", text))]


def seen_on_scores(phone: Phone) -> dict[str, int]:
    """Name -> total, of the lanes, and of the winner's card where there is one."""
    page = phone.get(f"{phone.home}matches/{phone.match.id}").text
    board = phone.get(phone.home).text
    seen = {}
    for name, player_id in phone.player_ids.items():
        lane = re.search(rf'data-live-value="total-{player_id}"[^>]*>(\d+)<', board)
        seen[name] = int(lane[1]) if lane else numbers(re.search(r"<output[^>]*>.*?</output>", page)[0])[0]
    return seen


def seen_on_sheet(phone: Phone) -> dict[str, int]:
    page = phone.get(f"{phone.home}matches/{phone.match.id}/sheet").text
    foot = numbers(re.search(r"<tfoot>.*?</tfoot>", page, re.S)[0])
    heads = re.findall(r'<span class="wide-only">([^<]+)</span></th>', page)
    return dict(zip(heads, foot, strict=True))


def seen_on_television(phone: Phone) -> list[int]:
    page = phone.get(f"{phone.home}tv").text
    found = re.findall(r'data-live-value="total-[^"]*"[^>]*>(\d+)<', page)
    return sorted(map(int, found))


def seen_in_list(phone: Phone) -> int:
    page = phone.get(f"{phone.home}matches").text
    return int(re.search(r'class="row-number">(\d+)<', page)[1])


def points(counts: dict[str, int]) -> int:
    worth = {"plain": 1, "red": 3, "five": 4, "red_five": 5, "tweak": 2}
    return sum(worth[kind] * number for kind, number in counts.items())


def all_views_agree(phone: Phone, expected: dict[str, int]) -> None:
    assert seen_on_sheet(phone) == expected
    assert seen_on_scores(phone) == expected
    assert seen_in_list(phone) == max(expected.values())
    television = seen_on_television(phone)
    assert set(television) <= set(expected.values())


def correct(phone: Phone, name: str, hand: int, **counts: int) -> None:
    closed = [one for one in phone.match.hands if one.closed_at]
    stored = closed[hand]
    player = phone.player_ids[name]
    form = {"base": stored.piles[player].revision, "anyway": "1", **counts}
    answer = phone.post(f"{phone.home}hands/{stored.id}/piles/{player}/correct", form)
    assert answer.status_code == 303, answer.text


def undo_last(phone: Phone) -> None:
    page = phone.get(f"{phone.home}changes").text
    answer = phone.post(re.search(r'action="([^"]+/undo)"', page)[1])
    assert answer.status_code == 303


def test_all_views_agree_after_every_change_of_a_past_hand(evening):
    totals = {name: points(FIRST[name]) + points(SECOND[name]) for name in NAMES}

    all_views_agree(evening, totals)

    correct(evening, "Bea", 1, plain=2)
    all_views_agree(evening, {**totals, "Bea": points(FIRST["Bea"]) + 2})

    correct(evening, "Carlo", 0, plain=12, red=4)
    changed = {**totals, "Bea": points(FIRST["Bea"]) + 2, "Carlo": 24 + points(SECOND["Carlo"])}
    all_views_agree(evening, changed)
    assert f"Carlo’s pile: {points(FIRST['Carlo'])} → 24" in evening.get(f"{evening.home}changes").text

    undo_last(evening)
    all_views_agree(evening, {**totals, "Bea": points(FIRST["Bea"]) + 2})


def test_a_correction_takes_the_winner_from_every_view_and_its_undo_brings_it_back(evening):
    assert "Bea wins" in evening.get(evening.home).text

    correct(evening, "Bea", 1, plain=2)

    for page in (evening.home, f"{evening.home}tv", f"{evening.home}matches"):
        text = evening.get(page).text
        assert "Bea wins" not in text
        assert "Bea won" not in text
    undo_last(evening)
    assert "Bea wins" in evening.get(evening.home).text
    assert "Bea won" in evening.get(f"{evening.home}matches").text
