"""No word reaches a phone but through the catalogues: in a language of brackets none is outside them."""

import json
import re
from collections.abc import Iterator

import pytest

from companion.i18n import Catalogues
from tests.web.evening import LONG, NAMES, Evening, spend
from tests.web.markup import Element
from tests.web.pseudo import PSEUDO, Pseudo
from tests.web.scene import open_app

SPOKEN = ("aria-label", "aria-description", "alt", "placeholder", "title", "content-title", "label")
IN_EVERY_LANGUAGE = ("TWEAK! companion", "TWEAK!", "[T!]", "T!")
OWN_NAME = "日本語"
CODE_CARD = re.compile(r"[A-Z0-9]( [A-Z0-9])*|[A-Z0-9]{3} [A-Z0-9]{3}")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("words")
    with open_app(folder / "data", catalogues=Catalogues(folder, more={PSEUDO: Pseudo()})) as app:
        yield spend(app, language=PSEUDO)


def outside(text: str) -> str:
    """Return what of a text stands outside the brackets, which may be nested."""
    depth, kept = 0, []
    for character in text:
        depth += (character == Pseudo.OPEN) - (character == Pseudo.SHUT)
        kept.append(" " if depth or character == Pseudo.SHUT else character)
    assert depth == 0, text
    return "".join(kept)


def allowed(evening: Evening) -> list[str]:
    """What is the same in every language, the longest first."""
    table = evening.new_phone().table
    short = [f"{name[:6]}…" for name in NAMES]
    typed = ["x" * 40, "x" * 30, "<b>", "<i>", "<u>", "<s>"]
    words = [*NAMES, *short, *typed, table.code, *IN_EVERY_LANGUAGE, OWN_NAME]
    return sorted(words, key=len, reverse=True)


def unspoken(text: str, words: list[str]) -> str:
    """Return the letters of a text that no catalogue has seen."""
    left = outside(text)
    for word in words:
        left = left.replace(word, " ")
    left = re.sub(r"http://\S+|192\.168\.1\.23:8765|\S+\.local\b|p\d+", " ", left)
    return (
        left.strip()
        if any(character.isalpha() for character in left) and not CODE_CARD.fullmatch(left.strip())
        else ""
    )


def language_of(element: Element) -> str:
    """The language that an element says it is in: names of languages, and rules that have no translation."""
    said = (each["lang"] for each in (element, *element.ancestors) if each.has("lang"))
    return next(said, "")


def headings_in_another_language(page: Element) -> list[str]:
    """What the page's title repeats of a rule that has no translation."""
    return [heading.text for heading in page.all("h1") if language_of(heading) != PSEUDO]


def spoken_texts(page: Element) -> Iterator[str]:
    for element in page.walk():
        if language_of(element) != PSEUDO:
            continue
        if element.name not in {"script", "style", "code"}:
            yield from (child for child in element.children if isinstance(child, str))
        yield from (element[name] for name in SPOKEN if element.has(name))
        yield from _texts_for_scripts(element)


def _texts_for_scripts(element: Element) -> Iterator[str]:
    for name, value in element.attributes.items():
        if name.startswith("data-text-"):
            yield from json.loads(value).values() if value.startswith("{") else [value]


def strange_texts(page: Element, words: list[str]) -> list[str]:
    known = [*headings_in_another_language(page), *words]
    return [text for text in spoken_texts(page) if unspoken(text, known)]


def test_no_word_of_a_page_stands_outside_the_catalogues(evening: Evening) -> None:
    words = allowed(evening)

    strange = {
        f"{page.name}: {text.strip()}"
        for page in evening.pages.values()
        for text in strange_texts(page.tree, words)
    }

    assert strange == set()


def test_every_page_says_that_language(evening: Evening) -> None:
    spoken = {page.tree.one("html")["lang"] for page in evening.pages.values()}

    assert spoken == {PSEUDO}


def test_the_brackets_are_met_on_every_page(evening: Evening) -> None:
    silent = [page.name for page in evening.pages.values() if Pseudo.OPEN not in page.tree.one("main").text]

    assert silent == []


def test_a_refused_pile_is_told_to_scripts_in_that_language(evening: Evening) -> None:
    phone = evening.new_phone().sit_down("Hugo")
    phone.start_match("Hugo", LONG)

    answer = phone.save_pile("Hugo", red_five=2)

    assert answer.json["message"] == "⟦Only one red 5 is in the box.⟧"


def test_a_denial_is_told_to_scripts_in_that_language(evening: Evening) -> None:
    phone = evening.new_phone()

    answer = phone.get(phone.home, headers={"Accept": "application/json"})

    assert answer.json["message"].startswith(Pseudo.OPEN)
