import re

import pytest

from companion.store import ids

MANY = 2000


@pytest.mark.parametrize("make", [ids.new_id, ids.new_token], ids=["id", "token"])
def test_no_two_are_alike(make):
    assert len({make() for _ in range(MANY)}) == MANY


def test_an_id_can_stand_in_an_address():
    assert all(re.fullmatch(r"[a-z2-9]{12}", ids.new_id()) for _ in range(MANY))


def test_a_token_can_stand_in_an_address():
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", ids.new_token()) for _ in range(MANY))


def test_a_code_has_six_characters_that_are_taken_for_no_others():
    letters = set().union(*(ids.new_code() for _ in range(MANY)))

    assert letters <= set(ids.CODE_LETTERS)
    assert not letters & set("0O1IL2Z5S8B")
    assert {len(ids.new_code()) for _ in range(100)} == {6}


def test_every_letter_of_a_code_comes_up():
    assert set().union(*(ids.new_code() for _ in range(MANY))) == set(ids.CODE_LETTERS)


def test_what_is_stored_of_a_token_does_not_tell_it():
    token = ids.new_token()

    assert token not in ids.hash_token(token)
    assert re.fullmatch(r"[0-9a-f]{64}", ids.hash_token(token))


def test_the_same_token_is_stored_the_same():
    assert ids.hash_token("token") == ids.hash_token("token") != ids.hash_token("Token")
