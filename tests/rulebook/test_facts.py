"""Every fact of the game is told by an entry, in every language."""

import pytest

from companion.rulebook.book import read_contents
from tests.rulebook.reading import FIELDS, HERE, LANGUAGES, list_placeholders, read_content, read_toml

FACTS = [(clause, fact) for clause, facts in read_toml(HERE / "facts.toml").items() for fact in facts]
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_language
@pytest.mark.parametrize(("clause", "fact"), FACTS, ids=[fact["fact"] for _, fact in FACTS])
def test_the_fact_has_its_entry(clause: str, fact: dict, lang: str) -> None:
    texts = read_content(lang)["entry"][fact["entry"]]

    placeholders = {each for name in FIELDS for each in list_placeholders(texts.get(name, ""))}

    assert set(fact.get("needs", [])) - placeholders == set()


@every_language
@pytest.mark.parametrize("entry", sorted({fact["entry"] for clause, fact in FACTS if clause == "silent"}))
def test_what_the_rules_do_not_say_is_marked_as_open(entry: str, lang: str) -> None:
    assert read_content(lang)["entry"][entry].get("open")


@every_language
def test_nothing_else_is_marked_as_open(lang: str) -> None:
    silent = {fact["entry"] for clause, fact in FACTS if clause == "silent"}

    marked = {entry for entry, texts in read_content(lang)["entry"].items() if "open" in texts}

    assert marked == silent


def test_every_entry_tells_a_fact() -> None:
    assert {slot.id for slot in read_contents()} == {fact["entry"] for _, fact in FACTS}
