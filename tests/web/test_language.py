"""In which language a phone is answered, and where it goes after choosing one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, g

from companion.i18n import Catalogues
from companion.web.language import join_list, say_day, say_time
from tests.conftest import BASE_URL, Phone
from tests.web.browsing import Browser
from tests.web.markup import parse
from tests.web.pseudo import Pseudo
from tests.web.scene import open_app

TONGUES = {"it": Pseudo(), "pt-BR": Pseudo()}
FOREIGN_ADDRESSES = (
    "http://evil.example/",
    "//evil.example/",
    "//static/companion.css",
    "static/companion.css",
    "/\\evil.example/",
    "/\t/evil.example/",
    "/\n/evil.example/",
    "/\r\nSet-Cookie: a=b",
    "/static/\nX: y",
    "javascript:alert(1)",
    "evil",
    "",
    "/nowhere",
    "/code",
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A companion that knows three languages."""
    with open_app(tmp_path / "data", catalogues=Catalogues(tmp_path, more=TONGUES)) as app:
        app.testing = True
        yield app


def language_of(phone: Phone, path: str = "/", **headers: str) -> str:
    return parse(phone.get(path, headers=headers).text).one("html")["lang"]


def test_a_phone_is_answered_in_the_language_of_its_settings(stranger: Phone) -> None:
    settings = {"Accept-Language": "it-IT,it;q=0.9,en;q=0.8"}

    lang = language_of(stranger, **settings)

    assert lang == "it"


def test_a_phone_of_an_unknown_language_is_answered_in_english(stranger: Phone) -> None:
    settings = {"Accept-Language": "ja,zh;q=0.9"}

    lang = language_of(stranger, **settings)

    assert lang == "en"


def test_a_phone_that_says_nothing_is_answered_in_english(stranger: Phone) -> None:
    assert language_of(stranger) == "en"


@pytest.mark.parametrize("settings", ["it;q=x", ";;;", "q", "*", "it" * 5000])
def test_settings_that_make_no_sense_still_get_a_page(stranger: Phone, settings: str) -> None:
    answer = stranger.get("/", headers={"Accept-Language": settings})

    assert answer.status_code == 200


def test_the_chosen_language_is_remembered(stranger: Phone) -> None:
    stranger.post("/language", {"lang": "pt-BR", "back": "/"})

    lang = language_of(stranger)

    assert lang == "pt-BR"


def test_the_chosen_language_counts_more_than_the_settings(stranger: Phone) -> None:
    stranger.post("/language", {"lang": "en", "back": "/"})

    lang = language_of(stranger, **{"Accept-Language": "it"})

    assert lang == "en"


def test_a_language_that_is_not_there_is_not_remembered(stranger: Phone) -> None:
    answer = stranger.post("/language", {"lang": "xx", "back": "/"})

    assert "companion-language" not in str(answer.headers)


def test_a_cookie_with_another_language_is_not_believed(stranger: Phone) -> None:
    stranger.client.set_cookie("companion-language", "../../etc")

    lang = language_of(stranger)

    assert lang == "en"


def test_two_phones_at_one_table_may_speak_two_languages(ana: Phone, bea: Phone) -> None:
    ana.post("/language", {"lang": "it", "back": "/"})

    spoken = [language_of(phone, ana.home) for phone in (ana, bea)]

    assert spoken == ["it", "en"]


def test_the_cookie_of_the_language_cannot_be_read_by_scripts(stranger: Phone) -> None:
    answer = stranger.post("/language", {"lang": "it", "back": "/"})

    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]


def test_after_the_choice_the_same_page_is_shown(ana: Phone) -> None:
    answer = ana.post("/language", {"lang": "it", "back": f"{ana.home}count"})

    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{ana.home}count"


@pytest.mark.parametrize("back", FOREIGN_ADDRESSES)
def test_no_choice_leads_to_another_site_or_to_no_page(stranger: Phone, back: str) -> None:
    answer = stranger.post("/language", {"lang": "it", "back": back})

    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"


def test_a_language_is_one_tap_on_the_first_page(stranger: Phone) -> None:
    browser = Browser(stranger).open("/").tap("Italiano")

    assert browser.page.one("html")["lang"] == "it"


def test_a_language_chosen_after_a_wrong_code_leads_to_a_page(stranger: Phone) -> None:
    refused = Browser(stranger).open("/").tap("Come in", code="AAAAAA")

    browser = refused.tap("Italiano")

    assert browser.status == 200


def test_the_languages_are_called_by_their_own_names(stranger: Phone) -> None:
    page = parse(stranger.get("/").text)

    names = [button.text for button in page.all("button", name="lang")]

    assert names == ["English", "Italiano", "Português (Brasil)"]


def test_with_one_language_there_is_nothing_to_choose(tmp_path: Path) -> None:
    with open_app(tmp_path / "alone", catalogues=Catalogues(tmp_path)) as app:
        page = parse(app.test_client().get("/").text)

    assert page.all("button", name="lang") == []


def test_a_server_may_have_another_language_for_phones_that_say_nothing(tmp_path: Path) -> None:
    with open_app(tmp_path / "home", catalogues=Catalogues(tmp_path, more=TONGUES), lang="it") as app:
        page = parse(app.test_client().get("/").text)

    assert page.one("html")["lang"] == "it"


def test_a_language_chosen_while_searching_keeps_what_was_typed(stranger: Phone) -> None:
    page = f"{BASE_URL}/rules?q=%D0%BA%D0%B0%D1%80%D1%82%D1%8B"

    answer = stranger.post("/language", {"lang": "it", "back": "/rules"}, headers={"Referer": page})

    assert answer.headers["Location"] == "/rules?q=%D0%BA%D0%B0%D1%80%D1%82%D1%8B"


def test_a_language_chosen_on_a_page_that_has_only_an_answer_leads_to_a_page(stranger: Phone) -> None:
    answer = stranger.post(
        "/language", {"lang": "it", "back": "/code"}, headers={"Referer": f"{BASE_URL}/code?q=1"}
    )

    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("lang", "names", "said"),
    [
        ("en", ["Ana", "Bea", "Carlo"], "Ana, Bea and Carlo"),
        ("es", ["Ana", "Bea"], "Ana y Bea"),
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Inés", "Ana y Hilda"], "Inés y Ana y Hilda"),
        ("es", ["Ana", "Hilda"], "Ana e Hilda"),
        ("es", ["Ana", "Ian"], "Ana y Ian"),
        ("es", ["Inés"], "Inés"),
    ],
)
def test_names_are_joined_as_the_language_joins_them(
    app: Flask, lang: str, names: list[str], said: str
) -> None:
    with app.test_request_context():
        g.lang = lang

        assert join_list(names) == said


def test_english_writes_the_day_first_and_the_hours_to_24(app: Flask) -> None:
    with app.test_request_context():
        g.lang = "en"

        assert say_day("2026-11-30T12:00:00.000+00:00") == "30 Nov 2026"
        assert len(say_time("2026-11-30T21:25:00.000+00:00")) == len("21:25")
