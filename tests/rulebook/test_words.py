import pytest

from companion.rulebook.words import TWEAK_MARK, Stems, find_words, fold

TYPED = {
    "lukasz": "Łukasz",
    "pawel": "Paweł",
    "zolc": "Żółć",
    "федор": "Фёдор",
    "алена": "Алёна",
    "иот": "Йотов",
    "ижак": "Їжакевич",
    "іжак": "Їжакевич",
    "galla": "Gal·la",
    "collell": "Col·lell",
}


@pytest.mark.parametrize(("typed", "name"), TYPED.items(), ids=TYPED)
def test_it_is_found_however_it_is_typed(typed: str, name: str) -> None:
    assert fold(name).startswith(fold(typed))


@pytest.mark.parametrize("text", ["CAFÉ", "cafe\u0301", "Cafe", "ｃａｆé"])
def test_case_marks_and_width_do_not_matter(text: str) -> None:
    assert fold(text) == "cafe"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the dealer’s turn", ["the", "dealers", "turn"]),
        ("can't", ["cant"]),
        ("l'obiettivo dell’altro", ["obiettivo", "dell", "altro"]),
        ("a [T!] card", [TWEAK_MARK, "card"]),
        ("T! or t!", [TWEAK_MARK, "or", TWEAK_MARK]),
        ("a T card", [TWEAK_MARK, "card"]),
        ("карта Т", ["карта", TWEAK_MARK]),
        ("T! и Т!", [TWEAK_MARK, "и", TWEAK_MARK]),
        ("y a-t-il d'autres", ["il", "autres"]),
        ("two 5s", ["two", "5"]),
        ("TWEAK!", ["tweak"]),
        ("±1", ["1"]),
        ("Gal·la", ["galla"]),
        ("…", []),
    ],
)
def test_a_text_has_these_words(text: str, words: list[str]) -> None:
    assert [word.folded for word in find_words(text)] == words


def test_a_word_knows_where_it_stands() -> None:
    text = "the «Żółć» card"

    word = list(find_words(text))[1]

    assert text[word.start : word.end] == "Żółć"


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "cards", "card"),
        ("ru", "карты", "карт"),
        ("pl", "karty", "kart"),
        ("es", "cartas", "carta"),
        ("it", "carte", "carta"),
        ("ca", "cartes", "carta"),
        ("pt-BR", "cartas", "carta"),
        ("fr", "cartes", "carte"),
        ("ru", "синяя", "синей"),
        ("es", "jugadores", "jugador"),
        ("pt-BR", "pontuacao", "pontuação"),
    ],
)
def test_inflected_words_have_a_form_in_common(lang: str, one: str, other: str) -> None:
    stems = Stems(lang)

    forms = [stems.forms(next(find_words(word))) for word in (one, other)]

    assert forms[0] & forms[1]


def test_a_number_is_the_same_in_digits_and_in_words() -> None:
    stems = Stems("en", ("one", "two"))

    forms = [stems.forms(next(find_words(word))) for word in ("2", "two")]

    assert forms[0] == forms[1]


def test_a_language_without_a_stemmer_keeps_its_words() -> None:
    assert Stems("ja").forms(next(find_words("カード"))) == {fold("カード")}
