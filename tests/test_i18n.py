"""Which languages are there, which one does a phone get, how are its words found?"""

import threading
import time
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.core import Locale

from companion import i18n
from companion.app import TRANSLATIONS
from companion.i18n import SOURCE, Catalogues

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 "
": n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Scores"
msgstr "Счёт"

msgid "%(num)s card"
msgid_plural "%(num)s cards"
msgstr[0] "%(num)s карта"
msgstr[1] "%(num)s карты"
msgstr[2] "%(num)s карт"

msgid "Nobody has said it yet"
msgstr ""

#, fuzzy
msgid "Somebody is not sure"
msgstr "Кто-то не уверен"
"""
BRAZILIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Scores"
msgstr "Placar"
"""


def put(folder: Path, code: str, text: str) -> None:
    path = folder / code / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def catalogues(tmp_path: Path) -> Catalogues:
    """English, Russian and Brazilian Portuguese."""
    put(tmp_path, "ru", RUSSIAN)
    put(tmp_path, "pt-BR", BRAZILIAN)
    return Catalogues(tmp_path)


def test_the_source_comes_first_then_what_is_in_the_folder(catalogues: Catalogues) -> None:
    assert catalogues.codes == ("en", "pt-BR", "ru")


def test_without_a_folder_there_is_the_source_alone(tmp_path: Path) -> None:
    assert Catalogues(tmp_path / "nowhere").codes == (SOURCE,)


def test_the_source_says_a_message_as_it_stands(catalogues: Catalogues) -> None:
    assert catalogues.find("en").gettext("Scores") == "Scores"


@pytest.mark.parametrize(("code", "said"), [("ru", "Счёт"), ("pt-BR", "Placar")])
def test_a_language_says_it_in_its_words(catalogues: Catalogues, code: str, said: str) -> None:
    assert catalogues.find(code).gettext("Scores") == said


@pytest.mark.parametrize(
    ("number", "said"), [(1, "карта"), (2, "карты"), (5, "карт"), (11, "карт"), (21, "карта"), (112, "карт")]
)
def test_a_language_has_its_own_plurals(catalogues: Catalogues, number: int, said: str) -> None:
    translated = catalogues.find("ru").ngettext("%(num)s card", "%(num)s cards", number)

    assert translated == f"%(num)s {said}"


@pytest.mark.parametrize("message", ["Nobody has said it yet", "Somebody is not sure", "Nowhere in the file"])
def test_what_a_language_does_not_know_is_said_as_it_stands(catalogues: Catalogues, message: str) -> None:
    assert catalogues.find("ru").gettext(message) == message


@pytest.mark.parametrize("code", ["xx", "", "../en", "RU"])
def test_an_unknown_language_is_the_source(catalogues: Catalogues, code: str) -> None:
    assert catalogues.find(code).gettext("Scores") == "Scores"


def test_a_language_is_read_when_it_is_first_asked_for(tmp_path: Path) -> None:
    put(tmp_path, "ru", "")
    catalogues = Catalogues(tmp_path)
    (tmp_path / "ru" / "LC_MESSAGES" / "messages.po").write_text(RUSSIAN, encoding="utf-8")

    assert catalogues.find("ru").gettext("Scores") == "Счёт"


def test_a_language_is_read_once(catalogues: Catalogues) -> None:
    assert catalogues.find("ru") is catalogues.find("ru")


def test_threads_that_ask_at_once_have_it_read_once(
    catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def read_slowly(_path: Path, code: str) -> NullTranslations:
        read.append(code)
        time.sleep(0.05)
        return NullTranslations()

    monkeypatch.setattr(i18n, "_compile", read_slowly)
    threads = [threading.Thread(target=catalogues.find, args=("ru",)) for _ in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert read == ["ru"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8", "ru"),
        ("RU", "ru"),
        ("en-GB,ru;q=0.5", "en"),
        ("ja,ru;q=0.1", "ru"),
        ("de-CH,de;q=0.9", "en"),
        ("pt-BR", "pt-BR"),
        ("pt-PT,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("en;q=0.5,ru;q=0.8", "ru"),
        ("*,ru;q=0.5", "ru"),
        ("pt", "pt-BR"),
        ("ru;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("; ,,=;q", "en"),
    ],
)
def test_a_phone_gets_the_best_that_its_settings_ask_for(
    catalogues: Catalogues, settings: str, code: str
) -> None:
    assert catalogues.choose(settings, chosen=None, default="en") == code


def test_what_was_chosen_on_the_phone_counts_more(catalogues: Catalogues) -> None:
    assert catalogues.choose("ru", chosen="pt-BR", default="en") == "pt-BR"


@pytest.mark.parametrize("chosen", ["xx", "", "RU", "../ru"])
def test_what_was_chosen_but_is_not_there_does_not_count(catalogues: Catalogues, chosen: str) -> None:
    assert catalogues.choose("ru", chosen=chosen, default="en") == "ru"


def test_a_phone_that_asks_for_nothing_gets_the_servers_language(catalogues: Catalogues) -> None:
    assert catalogues.choose("", chosen=None, default="ru") == "ru"


def test_a_servers_language_that_is_not_there_is_the_source(catalogues: Catalogues) -> None:
    assert catalogues.choose("", chosen=None, default="xx") == "en"


@pytest.mark.parametrize("code", Catalogues(TRANSLATIONS).codes)
def test_every_language_of_the_product_is_one_that_numbers_and_lists_are_known_of(code: str) -> None:
    assert Locale.parse(code, sep="-").display_name


@pytest.mark.parametrize("code", Catalogues(TRANSLATIONS).codes)
def test_every_language_of_the_product_can_be_read(code: str) -> None:
    assert Catalogues(TRANSLATIONS).find(code).gettext("Scores")
