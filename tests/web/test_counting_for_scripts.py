"""What the page's script is answered when it reads and saves a pile."""

from collections.abc import Callable

import pytest

from companion.rules.pile import Count
from tests.conftest import Phone

JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def running_hand(ana: Phone, bea: Phone) -> None:
    """Ana and Bea play; nothing is counted yet."""
    ana.start_match("Ana", "Bea")


def test_a_pile_that_nobody_has_counted_is_empty(ana: Phone) -> None:
    answer = ana.get(ana.pile_url("Ana"), headers=JSON)

    assert answer.json == {
        "revision": 0,
        "counts": {"plain": 0, "red": 0, "five": 0, "red_five": 0, "tweak": 0},
        "done": False,
        "open": True,
    }


def test_a_counted_pile_is_read_as_it_is_stored(ana: Phone, bea: Phone) -> None:
    ana.save_pile("Ana", plain=9, red=1)

    answer = bea.get(bea.pile_url("Ana"), headers=JSON)

    assert answer.json["counts"] == {"plain": 9, "red": 1, "five": 0, "red_five": 0, "tweak": 0}
    assert answer.json["revision"] == ana.stored_pile("Ana").revision
    assert answer.json["done"] is True


def test_the_pile_of_a_closed_hand_says_that_it_is_closed(ana: Phone, bea: Phone) -> None:
    url = ana.pile_url("Ana")
    ana.save_pile("Ana", plain=9)
    bea.save_pile("Bea", plain=9)
    ana.close_hand()

    answer = ana.get(url, headers=JSON)

    assert answer.json["open"] is False


def test_a_person_who_opens_that_address_sees_the_page(ana: Phone) -> None:
    answer = ana.get(ana.pile_url("Ana"))

    assert answer.status_code == 303
    assert answer.headers["Location"] == ana.count_url("Ana")


def test_a_saved_pile_is_answered_with_its_new_revision(ana: Phone) -> None:
    answer = ana.save_pile("Ana", done=False, plain=1)

    assert answer.status_code == 200
    revision = ana.stored_pile("Ana").revision
    assert answer.json == {"revision": revision, "done": False, "next": None}


def test_every_saving_raises_the_revision(ana: Phone) -> None:
    revisions = [ana.save_pile("Ana", done=False, plain=plain).json["revision"] for plain in (1, 2, 3)]

    assert 0 < revisions[0] < revisions[1] < revisions[2]


def test_the_last_counts_win_on_one_phone(ana: Phone) -> None:
    for plain in (1, 2, 3):
        ana.save_pile("Ana", done=False, plain=plain)

    assert ana.stored_pile("Ana").count == Count(plain=3)


def test_done_is_answered_with_where_to_go_next(ana: Phone) -> None:
    answer = ana.save_pile("Ana", plain=1)

    assert answer.json["done"] is True
    assert answer.json["next"] == ana.home


def test_the_same_operation_sent_again_is_answered_the_same(ana: Phone) -> None:
    form = {"op": "once", "base": 0, "plain": 4}

    answers = [ana.post_json(ana.pile_url("Ana"), form) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json == answers[1].json == answers[2].json


def test_an_operation_sent_again_raises_nothing(ana: Phone) -> None:
    form = {"op": "once", "base": 0, "plain": 4}
    ana.post_json(ana.pile_url("Ana"), form)
    before = ana.table.revision

    ana.post_json(ana.pile_url("Ana"), form)

    assert ana.table.revision == before


def test_the_same_operation_with_other_counts_is_a_conflict(ana: Phone) -> None:
    ana.post_json(ana.pile_url("Ana"), {"op": "once", "base": 0, "plain": 4})

    answer = ana.post_json(ana.pile_url("Ana"), {"op": "once", "base": 0, "plain": 5})

    assert answer.status_code == 409
    assert ana.stored_pile("Ana").count == Count(plain=4)


def test_counts_on_top_of_an_older_pile_are_a_conflict(ana: Phone, bea: Phone) -> None:
    ana.save_pile("Ana", done=False, plain=4)

    answer = bea.post_json(bea.pile_url("Ana"), {"base": 0, "plain": 5})

    assert answer.status_code == 409
    assert answer.json["code"] == "stale"
    assert ana.stored_pile("Ana").count == Count(plain=4)


def test_the_same_counts_on_top_of_an_older_pile_are_no_conflict(ana: Phone, bea: Phone) -> None:
    ana.save_pile("Ana", done=False, plain=4)

    answer = bea.post_json(bea.pile_url("Ana"), {"base": 0, "plain": 4})

    assert answer.status_code == 200


def test_two_phones_that_count_two_piles_do_not_disturb_each_other(ana: Phone, bea: Phone) -> None:
    answers = [ana.save_pile("Ana", plain=4), bea.save_pile("Bea", plain=5)]

    assert [answer.status_code for answer in answers] == [200, 200]


def test_counts_for_a_closed_hand_are_a_conflict(ana: Phone, bea: Phone) -> None:
    url = ana.pile_url("Ana")
    ana.save_pile("Ana", plain=9)
    bea.save_pile("Bea", plain=9)
    ana.close_hand()

    answer = ana.post_json(url, {"base": 1, "plain": 10})

    assert answer.status_code == 409
    assert answer.json["reason"] == "hand_closed"


def test_more_than_the_box_has_is_refused_in_words(ana: Phone) -> None:
    answer = ana.save_pile("Ana", red_five=2)

    assert answer.status_code == 422
    assert answer.json == {"message": "Only one red 5 is in the box."}
    assert ana.stored_pile("Ana") is None


def test_what_is_no_number_is_refused_in_words(ana: Phone) -> None:
    answer = ana.post_json(ana.pile_url("Ana"), {"base": 0, "plain": "-1"})

    assert answer.status_code == 422
    assert answer.json == {"message": "Whole numbers only, 0 or more."}


def test_a_phone_that_only_watches_is_told_where_to_go(ana: Phone, watcher: Phone) -> None:
    answer = watcher.post_json(ana.pile_url("Ana"), {"base": 0, "plain": 1})

    assert answer.status_code == 403
    assert watcher.get(answer.json["url"]).status_code == 200


def test_a_phone_of_no_table_is_told_where_to_go(ana: Phone, stranger: Phone) -> None:
    answer = stranger.post_json(ana.pile_url("Ana"), {"base": 0, "plain": 1})

    assert answer.status_code == 403
    assert answer.json["message"]


@pytest.mark.parametrize("part", ["hand", "player"])
def test_a_pile_that_is_not_there_is_not_found(ana: Phone, part: str) -> None:
    ids = {"hand": ana.match.open_hand.id, "player": ana.player_ids["Ana"], part: "nosuchthing"}
    path = f"{ana.home}hands/{ids['hand']}/piles/{ids['player']}"

    answers = [ana.get(path, headers=JSON), ana.post_json(path, {"base": 0, "plain": 1})]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[1].json["url"] == "/"


def test_a_player_who_does_not_play_has_no_pile(ana: Phone, new_phone: Callable[[], Phone]) -> None:
    new_phone().sit_down("Carlo")

    answer = ana.post_json(ana.pile_url("Carlo"), {"base": 0, "plain": 1})

    assert answer.status_code == 404


def test_the_hand_of_another_table_is_not_found(ana: Phone, stranger: Phone) -> None:
    opened = stranger.post("/tables", {"name": "Elsewhere"})
    elsewhere = opened.headers["Location"].removesuffix("invite")

    path = ana.pile_url("Ana").replace(ana.home, elsewhere)

    assert stranger.post_json(path, {"base": 0, "plain": 1}).status_code == 404
    assert ana.stored_pile("Ana") is None


def test_a_broken_server_answers_scripts_in_words(ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    url = ana.pile_url("Ana")
    ana.app.testing = False
    monkeypatch.setattr("companion.web.count.save_pile", lambda *_args, **_named: 1 / 0)

    answer = ana.post_json(url, {"base": 0, "plain": 1})

    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert answer.json["message"]
