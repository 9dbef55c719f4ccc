"""The page of all components: there for who works on the look, and for nobody else."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.markup import Element, parse
from tests.web.scene import open_app

# What the look names, by the class that draws it.
COMPONENTS = (
    *("top", "bar", "black-card", "button main", "button second", "button third", "tile", "code-card"),
    *("drawn-table", "toggles", "chip", "deal-card", "lane", "corner", "count-card", "strip", "pad-field"),
    *("card-key", "target-chip", "used-card", "switch", "verdict", "note", "note is-warning", "field"),
    *("not-saved", "version", "rule-tile", "left-open", "seat-tile is-done", "seat-tile is-counting"),
)
STATES = ("is-hollow", "is-lit", "is-blue", "is-refused", "is-newest", "is-out", "is-current", "is-calm")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Element]:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    with open_app(tmp_path / "data") as app:
        answer = app.test_client().get("/components")
        assert answer.status_code == 200
        yield parse(answer.text)


def classes_on(page: Element) -> list[set[str]]:
    return [set(element.get("class").split()) for element in page.walk()]


def test_without_debug_it_is_not_there(tmp_path: Path) -> None:
    with open_app(tmp_path / "data") as app:
        answer = app.test_client().get("/components")

    assert answer.status_code == 404


@pytest.mark.parametrize("component", COMPONENTS)
def test_every_component_of_the_look_stands_on_it(page: Element, component: str) -> None:
    assert any(set(component.split()) <= classes for classes in classes_on(page))


@pytest.mark.parametrize("state", STATES)
def test_states_that_come_and_go_stand_on_it(page: Element, state: str) -> None:
    assert any(state in name for classes in classes_on(page) for name in classes)


def test_it_has_no_style_and_no_script_of_its_own(page: Element) -> None:
    assert not [element for element in page.walk() if element.has("style") or element.name == "style"]
    assert not [script for script in page.all("script") if not script.get("src")]


def test_every_id_is_there_once(page: Element) -> None:
    counted = Counter(element["id"] for element in page.walk() if element.has("id"))

    assert [name for name, number in counted.items() if number > 1] == []
