"""Which names are taken, as what, and which are alike?"""

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.errors import RuleError
from companion.rules.names import NAME_AT_MOST, clean_name, name_key

PARTS = (
    "a",
    "A",
    "é",
    "e\u0301",
    "\u0345",
    "ß",
    "İ",
    "ı",
    "ﬁ",
    "Ａ",
    " ",
    "\t",
    "\u00a0",
    "👩\u200d👧",
    "❤\ufe0f",
    "ع",
)

visible = st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), max_size=7)
names = st.tuples(
    st.sampled_from("xЖ7"), visible | st.lists(st.sampled_from(PARTS), max_size=7).map("".join)
).map("".join)
anything = st.text(st.characters(), max_size=30)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("Ana", "Ana", id="as typed"),
        pytest.param("  Ana\n", "Ana", id="trimmed"),
        pytest.param("Anna \t\u00a0 Maria", "Anna Maria", id="white space inside is one space"),
        pytest.param("Jose\u0301", "José", id="letters and accents are put together"),
        pytest.param("Żółć", "Żółć", id="Polish"),
        pytest.param("Дарья", "Дарья", id="Russian"),
        pytest.param("A\u2019o-B. 2", "A\u2019o-B. 2", id="punctuation and digits"),
        pytest.param("7", "7", id="a number"),
        pytest.param("Ａna", "Ａna", id="wide letters stay wide"),
        pytest.param("🦊", "🦊", id="an emoji"),
        pytest.param("👩\u200d👧 Mum", "👩\u200d👧 Mum", id="a family is joined"),
        pytest.param("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥", id="a burning heart has a selector and a joiner"),
        pytest.param("1\ufe0f\u20e3", "1\ufe0f\u20e3", id="a keycap"),
        pytest.param(
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            id="a flag with tags",
        ),
        pytest.param("\U0001fabf", "\U0001fabf", id="an emoji newer than our tables"),
        pytest.param("علی\u200cرضا", "علی\u200cرضا", id="Persian needs its non-joiner"),
        pytest.param("क्\u200dष", "क्\u200dष", id="Hindi needs its joiner"),
        pytest.param("x" * 24, "x" * 24, id="the longest"),
        pytest.param(" " * 30 + "x", "x", id="length is counted after trimming"),
        pytest.param("e\u0301" * 24, "é" * 24, id="length is counted after putting together"),
    ],
)
def test_a_name_is_kept_as(text, kept):
    assert clean_name(text) == kept


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("", "name_empty", id="nothing"),
        pytest.param(" \t\u3000", "name_empty", id="only white space"),
        pytest.param("x" * 25, "name_too_long", id="25 letters"),
        pytest.param("q\u0323" * 13, "name_too_long", id="marks that stay apart count"),
        pytest.param("A\x00na", "name_invisible", id="a control character"),
        pytest.param("A\u200bna", "name_invisible", id="a zero-width space"),
        pytest.param("\u202eanA", "name_invisible", id="a turned direction"),
        pytest.param("A\u00adna", "name_invisible", id="a soft hyphen"),
        pytest.param("A\u2028na", "name_invisible", id="a line separator"),
        pytest.param("A\u2029na", "name_invisible", id="a paragraph separator"),
        pytest.param("A\ue000", "name_invisible", id="a private character"),
        pytest.param("A\ud800", "name_invisible", id="half a surrogate pair"),
        pytest.param("A\U000effff", "name_invisible", id="no character"),
        pytest.param("\u3164", "name_invisible", id="the blank letter of Hangul"),
        pytest.param("A\u3164na", "name_invisible", id="a blank letter inside"),
        pytest.param("\u2800", "name_invisible", id="a blank Braille cell"),
        pytest.param("\u0301", "name_invisible", id="a mark on nothing"),
        pytest.param("\u200d", "name_invisible", id="a joiner alone"),
        pytest.param("A\u200dna", "name_invisible", id="a joiner between Latin letters"),
        pytest.param("👩\u200d", "name_invisible", id="a joiner at the end"),
        pytest.param("\ufe0f", "name_invisible", id="a selector alone"),
        pytest.param("A\ufe0f\ufe0f", "name_invisible", id="a selector too many"),
        pytest.param("A\U000e0067", "name_invisible", id="a tag on no flag"),
    ],
)
def test_a_name_is_refused_as(text, code):
    with pytest.raises(RuleError) as refused:
        clean_name(text)

    assert refused.value.code == code


def test_a_name_too_long_says_how_long_it_may_be():
    with pytest.raises(RuleError) as refused:
        clean_name("x" * 30)

    assert refused.value.params == {"most": 24, "counted": 30}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Ana", "ANA", id="case"),
        pytest.param("Ana", "Ａｎａ", id="width"),
        pytest.param("Straße", "STRASSE", id="sharp s"),
        pytest.param("ﬁnn", "Finn", id="ligature"),
        pytest.param("\U0001d400na", "Ana", id="mathematical capital"),
        pytest.param("José", "JOSE\u0301", id="accents apart"),
        pytest.param("❤", "❤\ufe0f", id="selector"),
        pytest.param("Σίσυφος", "ΣΊΣΥΦΟΣ", id="final sigma"),
        pytest.param("علی\u200cرضا", "علیرضا", id="non-joiner"),
    ],
)
def test_names_are_alike_by(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("José", "Jose"), ("Ana B", "AnaB"), ("🦊", "🦝")]
)
def test_names_are_not_alike_by(one, other):
    assert name_key(one) != name_key(other)


@given(anything)
def test_whatever_is_typed_is_a_name_or_refused_with_a_code(text):
    assert refusal(text) in {None, "name_empty", "name_too_long", "name_invisible"}


@given(names)
def test_cleaning_a_clean_name_changes_nothing(text):
    name = cleaned(text)

    assert clean_name(name) == name


@given(names)
def test_a_clean_name_is_short_trimmed_and_put_together(text):
    name = cleaned(text)

    assert 1 <= len(name) <= NAME_AT_MOST
    assert unicodedata.is_normalized("NFC", name)
    assert name.split(" ") == name.split()


@given(names | anything)
def test_the_key_of_a_key_is_the_key(text):
    key = name_key(text)

    assert name_key(key) == key


@given(names)
def test_a_clean_name_has_a_key_that_is_not_empty(text):
    assert name_key(cleaned(text)).strip()


@given(st.text(st.characters(categories=["L"])))
def test_the_key_knows_no_case(text):
    assert name_key(text) == name_key(text.casefold())


def cleaned(text):
    try:
        return clean_name(text)
    except RuleError:
        assume(False)


def refusal(text):
    try:
        clean_name(text)
    except RuleError as refused:
        return refused.code
    return None
