"""Questions as people type them, in every language that has a rulebook."""

import pytest

from companion.rulebook.book import read_contents
from companion.rulebook.library import Library
from tests.rulebook.reading import HERE, LANGUAGES, read_toml

LEAST_QUESTIONS = 25
LEAST_FIRST, LEAST_AMONG_THREE = 0.90, 0.98
LOTS = {lang: read_toml(HERE / f"questions.{lang}.toml") for lang in LANGUAGES}
QUESTIONS = {
    lang: {asked: ids.split("|") for lot in lots.values() for asked, ids in lot.items()}
    for lang, lots in LOTS.items()
}
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, list[str]]]:
    """What each question finds, best first."""
    library = Library()
    return {
        lang: {asked: [hit.entry.id for hit in library.search(asked, lang).hits] for asked in questions}
        for lang, questions in QUESTIONS.items()
    }


@every_language
def test_there_are_enough_questions_and_their_entries_exist(lang: str) -> None:
    assert len(QUESTIONS[lang]) >= LEAST_QUESTIONS
    assert {each for ids in QUESTIONS[lang].values() for each in ids} <= {slot.id for slot in read_contents()}


def list_missed(lang: str, found: dict, *, among: int) -> dict[str, list[str]]:
    """Return the questions whose entry is not among the first so many, and what they find instead."""
    first = {asked: found[lang][asked][:among] for asked in QUESTIONS[lang]}
    return {asked: ids for asked, ids in first.items() if set(QUESTIONS[lang][asked]).isdisjoint(ids)}


@every_language
def test_most_questions_find_their_entry_first(lang: str, found: dict) -> None:
    missed = list_missed(lang, found, among=1)

    assert 1 - len(missed) / len(QUESTIONS[lang]) >= LEAST_FIRST, missed


@every_language
def test_nearly_all_questions_find_their_entry_among_the_first_three(lang: str, found: dict) -> None:
    missed = list_missed(lang, found, among=3)

    assert 1 - len(missed) / len(QUESTIONS[lang]) >= LEAST_AMONG_THREE, missed
