"""How the texts are written: the same shape in every language, and no number typed."""

import re

import pytest

from companion.rulebook.book import SOURCE, read_book, read_contents
from companion.rulebook.texts import BlockKind, say_line
from companion.rules.cards import COLOURS, TWEAK_CARDS
from companion.rules.kinds import parse_cards
from companion.rules.sums import check_sum
from companion.rules.targets import turn_targets
from tests.rulebook.reading import (
    FIELDS,
    LANGUAGES,
    list_placeholders,
    list_texts,
    read_content,
    strip_placeholders,
)

IDS = [slot.id for slot in read_contents()]
SUM = re.compile(r"\{sum ([^=]+)=(\d+)\}")
SPOKEN = re.compile(r"\{say ([^}]+)\}")
NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NOT_OF_THE_RULES = {
    ("lost-all-cards.detail", "two"),
    ("join-or-leave.answer", "two"),
    ("hand-and-match.detail", "two"),
}
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_translation = pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != SOURCE])


@every_language
def test_every_entry_is_there_and_no_other_in_the_order_of_the_contents(lang: str) -> None:
    assert list(read_content(lang)["entry"]) == IDS


@every_language
def test_every_section_has_a_title(lang: str) -> None:
    sections = dict.fromkeys(slot.section for slot in read_contents())

    assert list(read_content(lang)["sections"]) == list(sections)


@every_language
def test_every_entry_has_the_same_fields_as_in_english(lang: str) -> None:
    fields = {entry: list(texts) for entry, texts in read_content(lang)["entry"].items()}

    assert fields == {entry: list(texts) for entry, texts in read_content(SOURCE)["entry"].items()}


@every_language
def test_every_field_is_one_that_is_shown_or_searched(lang: str) -> None:
    fields = {name for texts in read_content(lang)["entry"].values() for name in texts}

    assert fields - {*FIELDS, "search"} == set()


@every_language
def test_every_entry_has_words_that_people_search_for(lang: str) -> None:
    assert [entry for entry, texts in read_content(lang)["entry"].items() if not texts.get("search")] == []


@every_language
def test_the_placeholders_are_those_of_the_english_text(lang: str) -> None:
    source = {text.place: list_placeholders(text.text) for text in list_texts(SOURCE)}

    assert {text.place: list_placeholders(text.text) for text in list_texts(lang)} == source


@every_language
def test_no_digit_is_typed(lang: str) -> None:
    texts = list_texts(lang, *FIELDS, "search")

    assert [text for text in texts if re.search(r"\d", strip_placeholders(text.text))] == []


def test_no_number_of_the_rules_is_typed_as_a_word() -> None:
    typed = [
        (text.place, word)
        for text in list_texts(SOURCE)
        for word in NUMBER_WORDS
        if re.search(rf"\b{word}\b", strip_placeholders(text.text), re.IGNORECASE)
    ]

    assert set(typed) == NOT_OF_THE_RULES


@every_language
def test_an_answer_has_two_sentences_at_most(lang: str) -> None:
    def count_sentences(text: str) -> int:
        plain = re.sub(r"\[T!\]|TWEAK!", "TWEAK", strip_placeholders(text))
        return len(re.findall(r"[.?!…。？！]+(?=\s|$|[”»])", plain.strip())) or 1

    answers = list(list_texts(lang, "answer"))

    assert [text for text in answers if count_sentences(text.text) > 2] == []


@every_language
def test_nothing_is_shouted_but_tweak(lang: str) -> None:
    def shouts(text: str) -> bool:
        return "!" in re.sub(r"\[T!\]|TWEAK!", "", text)

    assert [text for text in list_texts(lang) if shouts(text.text)] == []


@every_language
def test_quotation_marks_and_apostrophes_are_those_of_print(lang: str) -> None:
    assert [text for text in list_texts(lang) if re.search("['\"]", text.text)] == []


@every_language
@pytest.mark.parametrize("card", [str(card) for card in TWEAK_CARDS])
def test_each_tweak_card_says_what_a_used_one_counts(card: str, lang: str) -> None:
    assert "{points.tweak}" in read_content(lang)["entry"][card]["detail"]


@every_language
def test_every_drawn_sum_is_a_right_one(lang: str) -> None:
    targets = {each.target for each in turn_targets()}
    sums = [found for text in list_texts(lang) for found in SUM.findall(text.text)]

    verdicts = [
        check_sum(parse_cards(cards), target=int(total), colours=COLOURS, joker=True) for cards, total in sums
    ]

    assert sums
    assert [(verdict.cards, verdict.total) for verdict in verdicts if verdict.total != verdict.target] == []
    assert {int(target) for _, target in sums} <= targets
    assert all(len(verdict.cards) > 1 for verdict in verdicts)


@every_language
def test_every_spoken_sum_is_one_that_is_drawn(lang: str) -> None:
    for place, text in list_texts(lang, *set(FIELDS) - {"say"}):
        drawn = {cards.replace("r", "") for cards, _ in SUM.findall(text)}

        assert set(SPOKEN.findall(text)) <= drawn, place


@pytest.mark.parametrize("slot", read_contents(), ids=IDS)
def test_what_an_entry_leads_on_to_exists(slot) -> None:
    assert set(slot.see) <= set(IDS) - {slot.id}


def test_every_entry_is_led_to_by_another() -> None:
    led_to = {entry for slot in read_contents() for entry in slot.see}

    assert set(IDS) - led_to - {"goal", "box", "central-deck", "set-up", "won-cards"} == set()


@every_language
def test_two_entries_never_have_the_same_title(lang: str) -> None:
    titles = [say_line(entry.title) for entry in read_book(lang).entries]

    assert len(set(titles)) == len(titles)


@every_language
def test_the_book_can_be_read(lang: str) -> None:
    book = read_book(lang)

    assert {entry.lang for entry in book.entries} == {lang}
    blocks = [block for entry in book.entries for block in entry.detail]
    assert all(block.lines or block.kind is BlockKind.TABLE for block in blocks)


@every_language
def test_the_numbers_are_named_from_one_on(lang: str) -> None:
    assert len(read_book(lang).numbers) >= max(each.target for each in turn_targets())


@every_translation
def test_nothing_is_left_in_english(lang: str) -> None:
    source = {text.place: text.text for text in list_texts(SOURCE)}

    same = [text.place for text in list_texts(lang) if source[text.place] == text.text]

    assert [place for place in same if strip_placeholders(source[place]).strip()] == []
