"""What a table is called: as somebody has named it, else after its first day in the language of who looks."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from companion.store.connection import connect, write
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.markup import parse

A_MONDAY, LATE_ON_A_SUNDAY = "2025-01-06T20:00:00.000+00:00", "2025-01-05T23:30:00.000+00:00"
IN = {"en": "Monday table", "it": "Tavolo del lunedì", "pl": "Poniedziałkowy stół"}
every_language = pytest.mark.parametrize(("lang", "called"), IN.items(), ids=IN)


def open_at(phone: Phone, moment: str) -> None:
    """Let the phone's table have been opened at a moment (UTC)."""
    with closing(connect(phone.app.extensions["companion"].database)) as db, write(db):
        db.execute("UPDATE game_table SET opened_at = ?", [moment])
        db.execute("UPDATE change SET changed_at = ? WHERE kind = 'table_opened'", [moment])


def speak(phone: Phone, lang: str) -> Phone:
    phone.post("/language", {"lang": lang, "back": "/"})
    return phone


def header_of(phone: Phone, path: str) -> str:
    return parse(phone.get(path).text).one("header").text


def title_of(phone: Phone, path: str) -> str:
    return parse(phone.get(path).text).one("title").text


@pytest.fixture
def monday(ana: Phone) -> Phone:
    """Ana's phone at a table that nobody has named, opened on a Monday."""
    open_at(ana, A_MONDAY)
    return ana


@pytest.fixture
def in_rome(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer one hour ahead of UTC."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows takes no TZ")
    monkeypatch.setenv("TZ", "Europe/Rome")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@every_language
class TestATableThatNobodyNamed:
    """Each phone calls it in its own language."""

    def test_in_the_header_and_the_title(self, monday: Phone, lang: str, called: str) -> None:
        speak(monday, lang)

        assert called in header_of(monday, monday.home)
        assert title_of(monday, monday.home).endswith(f"· {called}")

    def test_on_the_page_of_its_matches(self, monday: Phone, lang: str, called: str) -> None:
        page = parse(speak(monday, lang).get(f"{monday.home}matches").text)

        assert page.one("h1").text == called

    def test_in_the_list_of_tables(self, monday: Phone, lang: str, called: str) -> None:
        assert Browser(speak(monday, lang)).open("/").tap(called).path == monday.home

    def test_in_the_servers_hosts_list(
        self, monday: Phone, server_host: Phone, lang: str, called: str
    ) -> None:
        assert Browser(speak(server_host, lang)).open("/").offers(called)

    def test_where_a_phone_is_asked_whose_it_is(
        self, monday: Phone, new_phone: Callable[[], Phone], lang: str, called: str
    ) -> None:
        stranger = speak(new_phone(), lang)

        assert called in header_of(stranger, stranger.invitation)

    def test_among_the_changes(self, monday: Phone, lang: str, called: str) -> None:
        page = parse(speak(monday, lang).get(f"{monday.home}changes").text)

        assert f": {called}" in page.one("main").one("ol").all("li")[-1].text

    def test_on_the_television_in_the_tables_language(
        self, monday: Phone, watcher: Phone, lang: str, called: str
    ) -> None:
        monday.post(f"{monday.home}tv/language", {"lang": lang})
        speak(watcher, "fr")

        assert title_of(watcher, f"{watcher.home}tv").endswith(f"· {called}")


def test_two_phones_at_one_table_call_it_differently(monday: Phone, bea: Phone) -> None:
    speak(bea, "it")

    said = [header_of(phone, phone.home) for phone in (monday, bea)]

    assert "Monday table" in said[0]
    assert "Tavolo del lunedì" in said[1]


def test_the_day_is_the_local_one(monday: Phone, in_rome: None) -> None:
    open_at(monday, LATE_ON_A_SUNDAY)

    assert "Monday table" in header_of(monday, monday.home)


@pytest.mark.parametrize("typed", ["", "  "])
def test_nothing_of_a_suggested_name_is_stored(ana: Phone, server_host: Phone, typed: str) -> None:
    answer = speak(server_host, "it").post("/tables", {"name": typed})

    table_id = answer.headers["Location"].split("/")[2]
    with closing(connect(ana.app.extensions["companion"].database)) as db:
        names = db.execute("SELECT name FROM game_table WHERE id = ?", [table_id]).fetchall()
        params = db.execute("SELECT params FROM change WHERE table_id = ?", [table_id]).fetchall()
    assert (names, params) == ([("",)], [('{"name": ""}',)])


@pytest.mark.parametrize("lang", IN)
def test_a_name_that_was_typed_stays_as_typed(stranger: Phone, lang: str) -> None:
    browser = Browser(stranger).open("/").tap("Open the table", name="Monday table")
    home = browser.path.removesuffix("invite")
    speak(stranger, lang)

    pages = [home, "/", f"{home}matches", f"{home}changes", f"{home}tv"]

    assert [path for path in pages if "Monday table" not in stranger.get(path).text] == []
