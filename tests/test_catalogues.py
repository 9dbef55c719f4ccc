"""Are all strings found by the tool for catalogues, and translated whole in every language?"""

import re
import runpy
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
CALLED = re.compile(r"""\b(?:_|ngettext)\((?:"([^"]+)"|'([^']+)')""")
SOURCES = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "templates").rglob("*.html")}


CATALOGUES = {path.parts[-3]: path for path in (ROOT / "companion" / "translations").rglob("*.po")}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(scope="module")
def template() -> Catalog:
    """All strings, untranslated."""
    return runpy.run_path(str(ROOT / "tools" / "catalogues.py"))["extract"]()


@pytest.fixture(scope="module")
def extracted(template: Catalog) -> set[str]:
    """The strings that the tool finds, of those with a plural the singular."""
    ids = [message.id for message in template if message.id]
    return {each if isinstance(each, str) else each[0] for each in ids}


@pytest.fixture(params=sorted(CATALOGUES))
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    """The catalogue of one language."""
    with CATALOGUES[request.param].open("rb") as file:
        return read_po(file, locale=request.param.replace("-", "_"))


def forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_every_string_of_a_template_is_extracted(source: str, extracted: set[str]) -> None:
    called = {double or single for double, single in CALLED.findall(SOURCES[source].read_text("utf-8"))}

    assert called - extracted == set()


def test_a_catalogue_has_every_string_and_no_other(template: Catalog, catalogue: Catalog) -> None:
    wanted = {message.id for message in template if message.id}

    assert {message.id for message in catalogue if message.id} == wanted


def test_no_form_of_a_string_is_left_empty_or_uncertain(catalogue: Catalog) -> None:
    for message in catalogue:
        wanted = catalogue.num_plurals if message.pluralizable else 1

        assert len(forms(message.string)) == wanted, message.id
        assert all(forms(message.string)) or not message.id, message.id
        assert not message.fuzzy or not message.id, message.id


def test_a_translation_has_the_placeholders_of_its_source(catalogue: Catalog) -> None:
    for message in catalogue:
        source = set(PLACEHOLDER.findall(forms(message.id)[-1]))

        for form in forms(message.string):
            # A plural form may say its number in words: "one card".
            assert set(PLACEHOLDER.findall(form)) | {"num"} == source | {"num"}, message.id
