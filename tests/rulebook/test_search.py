from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.rulebook.book import CONTENT
from companion.rulebook.library import Findings, Library
from companion.rulebook.search import MOST_LETTERS
from companion.rulebook.texts import Line, say_line

ITALIAN = """
[words]
say = "{sum} più {card} fa {total}"
say_on = "più {card} fa {total}"
[search]
ignore = "il, la, un, una"
[entry.thief]
title = "Il Ladro"
answer = "Pesca una carta coperta dalla mano di un altro."
search = "rubare, ladri"
[entry.deck-empty]
title = "Il Mazzo Centrale è finito. Cosa cambia?"
answer = "La Somma Obiettivo è {empty.target}."
search = "vuoto, esaurito"
"""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module")
def two_tongues(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library in English, and in Italian as far as somebody has come with it."""
    folder: Path = tmp_path_factory.mktemp("content")
    (folder / "en.toml").write_bytes((CONTENT / "en.toml").read_bytes())
    (folder / "it.toml").write_text(ITALIAN, encoding="utf-8")
    return Library(folder)


def ids(findings: Findings) -> list[str]:
    return [hit.entry.id for hit in findings.hits]


def marked(line: Line) -> list[str]:
    return [piece.text for piece in line if piece.is_hit]


@pytest.mark.parametrize("typed", ["th", "thi", "thie", "thief", "THIEF", "thiéf"])
def test_a_word_is_found_from_its_beginning_on(typed: str, library: Library) -> None:
    assert "thief" in ids(library.search(typed, "en"))[:2]


@pytest.mark.parametrize("typed", ["theif", "thif", "thieff", "tgief", "hief"])
def test_a_slip_of_the_finger_is_forgiven(typed: str, library: Library) -> None:
    assert ids(library.search(typed, "en"))[0] == "thief"


@pytest.mark.parametrize("typed", ["shfit", "shitf"])
def test_a_slip_in_a_word_still_being_typed_is_forgiven(typed: str, library: Library) -> None:
    assert ids(library.search(typed, "en"))[0] == "shifter"


def test_two_slips_are_not_forgiven(library: Library) -> None:
    assert library.search("zhiefz", "en").is_near


def test_a_word_in_a_title_counts_more_than_in_the_search_words(library: Library) -> None:
    found = ids(library.search("bomb", "en"))

    assert found[0] == "bomb"
    assert found.index("nothing-to-take") < found.index("lost-all-cards")


def test_what_was_searched_for_is_marked_in_the_title(library: Library) -> None:
    best = library.search("shifter", "en").hits[0]

    assert marked(best.title) == ["Shifter"]


def test_an_inflected_word_is_marked_whole(library: Library) -> None:
    best = library.search("deal", "en").hits

    assert ["deals"] in [marked(hit.title) for hit in best]


def test_marking_changes_no_word(library: Library) -> None:
    for hit in library.search("what is the target sum of the deck", "en").hits:
        assert say_line(hit.title) == say_line(hit.entry.title)
        assert say_line(hit.answer) == say_line(hit.entry.answer)


def test_small_words_are_not_marked(library: Library) -> None:
    best = library.search("what is the target sum", "en").hits[0]

    assert marked(best.title) == ["Target", "Sum"]


def test_a_question_of_small_words_alone_is_still_looked_for(library: Library) -> None:
    assert library.search("who", "en").hits


def test_no_more_than_a_few_are_shown(library: Library) -> None:
    assert len(library.search("cards", "en").hits) == 6


def test_nothing_found_gives_what_comes_nearest(library: Library) -> None:
    findings = library.search("xshifters", "en")

    assert findings.is_near
    assert "shifter" in ids(findings)


def test_what_looks_like_nothing_finds_nothing(library: Library) -> None:
    assert library.search("xqzwv", "en") == Findings((), is_near=True)


SIGNS = [
    '"',
    "*",
    "(",
    "^",
    "{",
    "\0",
    "thief OR",
    "NEAR(thief, 2)",
    "title:thief",
    "-thief",
    "a-b",
    "'; DROP",
]


@pytest.mark.parametrize("typed", SIGNS)
def test_signs_of_the_search_engine_mean_nothing(typed: str, library: Library) -> None:
    assert isinstance(library.search(typed, "en"), Findings)


def test_a_very_long_question_is_cut(library: Library) -> None:
    long = library.search("thief" + " " * MOST_LETTERS + "bomb", "en")

    assert long == library.search("thief", "en")


@pytest.mark.parametrize("typed", ["ladro", "ladri", "il Ladro", "LADRO", "ladr"])
def test_a_question_in_another_language_finds_the_entry_in_ones_own(typed: str, two_tongues: Library) -> None:
    hits = two_tongues.search(typed, "en").hits

    assert hits[0].entry.id == "thief"
    assert hits[0].entry.lang == "en"


def test_a_guest_may_ask_in_english(two_tongues: Library) -> None:
    hits = two_tongues.search("thief", "it").hits

    assert (hits[0].entry.id, hits[0].entry.lang) == ("thief", "it")


def test_a_word_of_ones_own_language_needs_no_other(two_tongues: Library) -> None:
    assert ids(two_tongues.search("mazzo vuoto", "it"))[0] == "deck-empty"


def test_a_language_that_understands_less_is_not_followed(two_tongues: Library) -> None:
    assert ids(two_tongues.search("thief xqzwv", "en"))[0] == "thief"


def test_an_entry_that_is_not_translated_yet_is_there_in_english(two_tongues: Library) -> None:
    entry = two_tongues.get_book("it").find_entry("joker")

    assert entry
    assert (entry.lang, say_line(entry.title)) == ("en", "The Joker ±1")


def test_a_language_without_a_rulebook_reads_the_english_one(library: Library) -> None:
    assert library.get_book("ja").lang == "en"
    assert ids(library.search("thief", "ja"))[0] == "thief"


def test_a_rulebook_is_read_when_it_is_first_needed(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_bytes((CONTENT / "en.toml").read_bytes())
    (tmp_path / "it.toml").write_text("this is no rulebook", encoding="utf-8")
    library = Library(tmp_path)

    found = library.search("thief", "en")

    assert ids(found)[0] == "thief"


def test_all_languages_are_prepared_once(two_tongues: Library) -> None:
    preparing = [two_tongues.prepare() for _ in range(3)]

    preparing[0].join()

    assert len(set(preparing)) == 1
    assert two_tongues.search("ladri", "en").hits[0].entry.id == "thief"


def test_many_phones_search_at_once() -> None:
    library = Library()
    library.prepare()
    typed = ["thief", "joker", "deck empty", "forgot tweak"] * 25

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda each: ids(library.search(each, "en"))[0], typed))

    assert found == ["thief", "joker", "deck-empty", "forgot-tweak"] * 25


def test_a_search_phrase_without_a_word_breaks_no_search(tmp_path: Path) -> None:
    text = (CONTENT / "en.toml").read_text(encoding="utf-8")
    (tmp_path / "en.toml").write_text(text.replace('search = "', 'search = "?, ', 1), encoding="utf-8")

    findings = Library(tmp_path).search("what is the aim", "en")

    assert ids(findings)[0] == "goal"
