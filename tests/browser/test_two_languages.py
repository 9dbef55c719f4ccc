"""A Russian and a Brazilian phone at one table, and an Italian television: one match, and no foreign word."""

import re

import pytest

from companion.app import TRANSLATIONS
from companion.i18n import Catalogues
from tests.running import SOON

from .evening import Phone, points

pytestmark = pytest.mark.browser

CATALOGUES = Catalogues(TRANSLATIONS)
FIRST, SECOND = {"plain": 12, "red": 4, "five": 2}, {"plain": 8, "red": 2}
WORDS = re.compile(r"msgid \"((?:[^\"\\]|\\.)+)\"")


def list_english():
    """The strings of the product that have no placeholder and are words of English."""
    text = (TRANSLATIONS / "ru" / "LC_MESSAGES" / "messages.po").read_text("utf-8")
    return {each for each in WORDS.findall(text) if "%" not in each and re.search("[a-z]{2}", each)}


ENGLISH = list_english()


def foreign_words(phone, lang):
    """Return what a page says in English although its language has a word of its own for it."""
    translate = CATALOGUES.find(lang).gettext
    lines = {line.strip() for line in phone.page.inner_text("body").splitlines()}
    assert phone.page.get_attribute("html", "lang") == lang
    return {line for line in lines & ENGLISH if translate(line) != line}


@pytest.fixture
def phones(house, new_phone):
    phones = {
        "ru": Phone(new_phone(locale="ru-RU", viewport={"width": 320, "height": 640})),
        "pt-BR": Phone(new_phone(locale="pt-PT", viewport={"width": 320, "height": 640})),
        "it": Phone(new_phone(locale="en", viewport={"width": 1280, "height": 720}, is_mobile=False)),
    }
    for lang, name in (("ru", "Аня"), ("pt-BR", "Bia")):
        phones[lang].scan(house.invitation)
        phones[lang].sit_down_in_any_language(name)
    television = phones["it"].page
    television.goto(house.host_link)
    television.click(".beneath summary >> nth=0")
    with television.expect_navigation():
        television.click("button[lang=it][name=lang]")
    television.goto(house.url + phones["ru"].table_path + "/tv")
    return phones


def each_speaks_its_own(phones):
    found = {lang: foreign_words(phone, lang) for lang, phone in phones.items()}
    assert {lang: words for lang, words in found.items() if words} == {}


def test_a_whole_match_without_a_foreign_word(phones):
    anya, bia = phones["ru"], phones["pt-BR"]
    each_speaks_its_own(phones)

    with anya.page.expect_navigation():
        anya.tap(".thumb .button.main")
    anya.tap(".known-tile:has-text('Bia')")
    anya.page.wait_for_selector(".seat:has-text('Bia')")
    for target in range(130, 20, -10):
        anya.tap("[value='target:-10']")
        anya.page.wait_for_selector(f".stepper output:has-text('{target}')")
    assert foreign_words(anya, "ru") == set()
    anya.tap(".thumb .button.main")
    for phone in (anya, bia):
        phone.page.wait_for_selector(".deal-card")
    phones["it"].page.wait_for_selector(".tv-lanes")
    each_speaks_its_own(phones)

    for phone, pile in ((anya, FIRST), (bia, SECOND)):
        with phone.page.expect_navigation():
            phone.tap(".bar-link >> nth=1")
        phone.tap_cards(**pile)
        phone.wait_saved()
        each_speaks_its_own(phones)
        phone.done()
    each_speaks_its_own(phones)
    with bia.page.expect_navigation():
        bia.tap(".thumb .button.main")

    for phone in (anya, bia):
        if "/t/" in phone.page.url and not phone.page.url.endswith(phone.table_path + "/"):
            phone.page.goto(re.match(r".*/t/[^/]+/", phone.page.url)[0])
        phone.page.wait_for_selector(".winners")
    phones["it"].page.wait_for_selector(".tv-winners", timeout=SOON * 1000)
    each_speaks_its_own(phones)
    assert str(points(**FIRST)) in anya.page.inner_text(".winners")
    assert str(points(**FIRST)) in bia.page.inner_text(".winners")


@pytest.mark.parametrize("lang", ["ru", "pt-BR"])
@pytest.mark.parametrize("place", ["check", "rules", "rules/joker", "matches", "me", "lesson/sum", "invite"])
def test_no_other_page_has_a_foreign_word(place, lang, phones):
    phone = phones[lang]

    phone.page.goto(re.match(r".*/t/[^/]+/", phone.page.url)[0] + place)

    assert foreign_words(phone, lang) == set()
