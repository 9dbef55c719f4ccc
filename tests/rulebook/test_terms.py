"""Does each language say the game's terms as its printed rules do?"""

import pytest

from companion.rulebook.book import SOURCE, read_book
from companion.rulebook.texts import say_line
from tests.rulebook.reading import HERE, LANGUAGES, list_texts, read_toml

TERMS = read_toml(HERE / "terms.toml")
CARDS = ("thief", "joker", "shifter", "bomb")
every_translation = pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != SOURCE])


@every_translation
def test_every_term_is_said_in_the_texts(lang: str) -> None:
    texts = " ".join(text.text for text in list_texts(lang)).casefold()

    assert [term for term in TERMS[lang].values() if term.casefold() not in texts] == []


@every_translation
@pytest.mark.parametrize("card", CARDS)
def test_each_tweak_card_is_called_by_its_name(card: str, lang: str) -> None:
    title = say_line(read_book(lang).find_entry(card).title)

    assert title.startswith(TERMS[lang][card])


@every_translation
def test_the_target_sum_is_called_so_wherever_english_names_it(lang: str) -> None:
    """In Russian and Polish by the beginnings of its two words, since they inflect."""
    term = TERMS[lang]["target-sum"].casefold().split()
    begins = [word[: max(3, len(word) - 2)] for word in term]
    texts = {text.place: text.text.casefold() for text in list_texts(lang)}
    named = [text.place for text in list_texts(SOURCE) if "Target Sum" in text.text]

    assert [place for place in named if not all(begin in texts[place] for begin in begins)] == []
