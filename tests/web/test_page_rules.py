"""What holds for every page of an evening, in every phase of it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion.web
from tests.web.evening import LONG, QUOTES, SCRIPT, Evening, Page, spend, without_operations
from tests.web.markup import Element
from tests.web.scene import open_app

Rule = Callable[[Page], Iterator[str]]
REFUSED = {"refused": 422, "wrong code": 422, "same name": 422, "nobody sits": 422, "meanwhile": 409}
STATUS = {
    **{"versions": 409, "too many tries": 429, "denied": 403, "from elsewhere": 403, "not found": 404},
    **{"wrong method": 405, "broken": 500, "too big": 413, **REFUSED},
}
ADDRESSES = ("action", "background", "cite", "data", "formaction", "href", "hx-get", "hx-post", "poster")
MORE_ADDRESSES = ("src", "srcset", "xlink:href", "data-events", "data-revisions", "manifest", "ping")
REFERENCES = ("for", "aria-describedby", "aria-labelledby", "aria-controls", "list")
SAVES_NOTHING = "/language"
"""The choice of a language stays on the phone: sent twice, it is the same."""


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with open_app(tmp_path_factory.mktemp("evening") / "data") as app:
        yield spend(app)


def faults(evening: Evening, rule: Rule) -> list[str]:
    """Return what breaks a rule, and on which page."""
    return [f"{page.name}: {fault}" for page in evening.pages.values() for fault in rule(page)]


def test_every_page_is_answered_as_it_should_be(evening: Evening) -> None:
    expected = {
        name: next((status for words, status in STATUS.items() if words in name), 200)
        for name in evening.pages
    }

    statuses = {name: page.status for name, page in evening.pages.items()}

    assert statuses == expected


def test_the_evening_meets_every_page_that_a_view_shows(evening: Evening) -> None:
    views = "".join(path.read_text(encoding="utf-8") for path in Path(companion.web.__path__[0]).glob("*.py"))

    shown = set(re.findall(r'"(\w+/\w+\.html|\w+\.html)"', views))

    assert shown - evening.templates == {"components/all.html"}  # only in debug


def test_no_page_has_a_script_of_its_own(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for script in page.tree.all("script"):
            if not script.get("src") or "".join(map(str, script.children)).strip():
                yield f"script {script.attributes}"

    assert faults(evening, rule) == []


def test_no_page_has_a_style_of_its_own(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        yield from ("<style>" for _ in page.tree.all("style"))
        yield from (f"style on <{element.name}>" for element in page.tree.walk() if element.has("style"))

    assert faults(evening, rule) == []


def test_no_attribute_of_a_page_is_run(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for element in page.tree.walk():
            names = [name for name in element.attributes if name.startswith(("on", "hx-on", "hx-vals"))]
            yield from (f"{name} on <{element.name}>" for name in names)
            if "[" in element.get("hx-trigger"):
                yield f"hx-trigger {element['hx-trigger']}"

    assert faults(evening, rule) == []


def test_no_page_leads_to_another_server(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for element in page.tree.walk():
            for name in (*ADDRESSES, *MORE_ADDRESSES):
                address = element.get(name, "#")
                if not re.match(r"(#|\?|/(?!/))", address):
                    yield f"{name}={address!r} on <{element.name}>"

    assert faults(evening, rule) == []


def test_every_id_is_there_once(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        counted = Counter(element["id"] for element in page.tree.walk() if element.has("id"))
        yield from (name for name, number in counted.items() if number > 1 or not name)

    assert faults(evening, rule) == []


def test_whatever_is_referred_to_is_on_the_page(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        ids = {element.get("id") for element in page.tree.walk()}
        for element in page.tree.walk():
            for name in REFERENCES:
                yield from (f"{name}={wanted}" for wanted in element.get(name).split() if wanted not in ids)
            if element.get("href").startswith("#") and element["href"][1:] not in ids:
                yield f"href={element['href']}"

    assert faults(evening, rule) == []


def is_labelled(field: Element, page: Element) -> bool:
    labels = [label for label in page.all("label") if label.get("for") == field.get("id", "?")]
    around = [element for element in field.ancestors if element.name == "label"]
    return bool(field.get("aria-label") or any(label.text for label in (*labels, *around)))


def test_every_field_has_a_label(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        tree = page.tree
        for field in tree.all("input", "select", "textarea"):
            if field.get("type") != "hidden" and not is_labelled(field, tree):
                yield field.get("name")

    assert faults(evening, rule) == []


def test_every_link_and_button_has_words(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for element in page.tree.all("a", "button", "summary"):
            if not (element.text or element.get("aria-label")):
                yield f"<{element.name}> {element.attributes}"

    assert faults(evening, rule) == []


def test_every_page_has_one_heading(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        headings = page.tree.all("h1")
        if len(headings) != 1 or not headings[0].text:
            yield f"{len(headings)} h1"

    assert faults(evening, rule) == []


def test_every_page_has_a_title(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        title = "".join(map(str, page.tree.one("title").children))
        if not re.fullmatch(r"\S.* · \S.*", title):
            yield title

    assert faults(evening, rule) == []


def test_every_page_says_its_language(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        lang = page.tree.one("html").get("lang")
        if lang != "en":
            yield lang

    assert faults(evening, rule) == []


def test_every_form_that_is_posted_has_a_one_time_id(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        ids = []
        for form in page.tree.all("form", method="post"):
            if form["action"] == SAVES_NOTHING:
                continue
            found = [field.get("value") for field in form.all("input", name="op")]
            ids += found
            if len(found) != 1 or not found[0]:
                yield form["action"]
        if len(set(ids)) != len(ids):
            yield "one id in two forms"

    assert faults(evening, rule) == []


def test_no_button_sends_a_form_that_has_no_id(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for button in page.tree.all("button", formmethod="post"):
            form = next(element for element in button.ancestors if element.name == "form")
            if not form.all("input", name="op"):
                yield button.text

    assert faults(evening, rule) == []


def test_every_form_says_where_and_how_it_goes(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for form in page.tree.all("form"):
            if form.get("method") not in {"get", "post"} or not form.get("action"):
                yield str(form.attributes)

    assert faults(evening, rule) == []


def test_no_form_is_inside_another(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for form in page.tree.all("form"):
            if any(element.name == "form" for element in form.ancestors):
                yield form["action"]

    assert faults(evening, rule) == []


def test_every_address_on_a_page_answers(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        yield from page.dead

    assert faults(evening, rule) == []


def test_every_live_part_alone_is_as_it_is_in_its_page(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for name, fragment in page.fragments.items():
            if without_operations(fragment) not in without_operations(page.markup):
                yield name

    assert faults(evening, rule) == []


def test_live_parts_are_found_in_the_evening(evening: Evening) -> None:
    met = {name for page in evening.pages.values() for name in page.fragments}

    assert {"board", "arrivals", "help", "screen"} <= met


def test_the_form_that_someone_types_in_is_in_no_live_part(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for field in page.tree.all("input", "textarea"):
            if field.get("type") != "hidden" and any(element.has("data-live") for element in field.ancestors):
                yield field.get("name")

    assert faults(evening, rule) == []


def test_no_page_shows_what_only_a_program_says(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        text = page.tree.text
        yield from (word for word in ("None", "Undefined", "%(", "Traceback") if word in text)
        if re.search(r"\b(object at|<\w+ )", text.replace(SCRIPT, "")):
            yield text

    assert faults(evening, rule) == []


@pytest.mark.parametrize("name", [SCRIPT, QUOTES, LONG])
def test_a_name_is_shown_as_it_was_typed(evening: Evening, name: str) -> None:
    pages = ("join", "me", "scores, dealt", "scores, over", "new match, three players", "close, cards left")

    missing = [page for page in pages[2:] if name not in evening.pages[page].tree.text]

    assert missing == []


def test_what_the_scripts_are_told_can_be_read(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        for element in page.tree.walk():
            for name, value in element.attributes.items():
                if value.startswith("{") and name.startswith(("data-", "content")):
                    json.loads(value)
        yield from ()

    assert faults(evening, rule) == []


def test_pages_of_a_table_know_where_to_hear_of_news(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        body = page.tree.one("body")
        is_table = not page.name.startswith(("start", "join", "error"))
        if is_table is not body.has("data-events"):
            yield str(body.attributes)

    assert faults(evening, rule) == []


def test_who_watches_is_offered_nothing_that_is_denied(evening: Evening) -> None:
    watched = [page for page in evening.pages.values() if page.name.endswith("watching")]

    forms = [form["action"] for page in watched for form in page.tree.all("form", method="post")]

    assert {action.rsplit("/", 1)[1] for action in forms} <= {"me", "language"}


def test_every_page_carries_the_security_headers(evening: Evening) -> None:
    def rule(page: Page) -> Iterator[str]:
        policy = page.answer.headers.get("Content-Security-Policy", "")
        if "default-src 'none'" not in policy or "unsafe" in policy:
            yield policy
        if page.answer.headers.get("Cache-Control") != "no-store":
            yield "kept by the browser"

    assert faults(evening, rule) == []
