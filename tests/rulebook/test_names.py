import pytest

from companion.rulebook.names import PHRASE, Name, Names
from companion.rulebook.senses import Sense


def word(*forms: str) -> frozenset[str]:
    return frozenset(forms)


def ask(*words: str) -> list[Sense]:
    return [Sense(1.0, forms=word(each)) for each in words]


NAMES = Names(
    [
        Name(0, (word("deck"), word("empty")), worth=1.0),
        Name(0, (word("last"), word("cards", "card"))),
        Name(1, (word("deck"),)),
    ]
)


def test_a_title_asked_for_word_by_word_fits_wholly() -> None:
    assert NAMES.fit(ask("empty", "deck"))[0] == 1.0


def test_a_phrase_is_worth_less_than_a_title() -> None:
    assert NAMES.fit(ask("last", "card"))[0] == PHRASE


@pytest.mark.parametrize(
    ("asked", "share"), [(("deck",), 1 / 2), (("empty", "deck", "xqz"), 2 / 3), (("deck", "xqz"), 1 / 4)]
)
def test_words_that_are_missing_on_either_side_fit_less(asked: tuple[str, ...], share: float) -> None:
    assert NAMES.fit(ask(*asked))[0] == pytest.approx(share)


def test_each_entry_has_its_best_name() -> None:
    assert NAMES.fit(ask("deck")) == {0: 1 / 2, 1: PHRASE}


def test_a_beginning_fits_every_word_that_begins_so() -> None:
    begun = [Sense(0.7, beginnings=word("emp")), Sense(0.7, beginnings=word("de"))]

    assert NAMES.fit(begun)[0] == 1.0


def test_a_word_asked_for_twice_is_there_once() -> None:
    assert NAMES.fit(ask("deck", "deck"))[0] == 1 / 2


def test_what_no_name_has_fits_none() -> None:
    assert NAMES.fit(ask("thief")) == {}
