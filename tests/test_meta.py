"""Does the product hold together: templates, their words and addresses, changes and problems in words?"""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from flask import Flask
from jinja2 import nodes

import companion.actions
import companion.web
from companion.config import assets_folder
from companion.rules.errors import Problem
from companion.web import change_words, wording

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = assets_folder() / "templates"
STATIC = assets_folder() / "static"
SOURCES = {
    path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")
}
WEB = "".join(path.read_text("utf-8") for path in Path(companion.web.__path__[0]).glob("*.py"))
ACTIONS = "".join(path.read_text("utf-8") for path in Path(companion.actions.__path__[0]).glob("*.py"))
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
every_template = pytest.mark.parametrize("name", sorted(SOURCES))


def tree_of(app: Flask, name: str) -> nodes.Template:
    return app.jinja_env.parse(SOURCES[name], name)


def texts(node: nodes.Node | None) -> list[str]:
    """The templates that a node may lead to."""
    return [const.value for const in node.find_all(nodes.Const)] if isinstance(node, nodes.Node) else []


def leads_to(tree: nodes.Template) -> Iterator[str]:
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.FromImport, nodes.Import)):
        named = [node.template.value] if isinstance(node.template, nodes.Const) else texts(node.template)
        yield from (name for name in named if isinstance(name, str))


@every_template
def test_a_template_can_be_read(app: Flask, name: str) -> None:
    assert app.jinja_env.get_template(name)


def shown_by_views() -> set[str]:
    """The templates that the code names, also by a name it puts together."""
    said = re.findall(r"\"([\w/{}]+\.html)\"", WEB)
    patterns = [re.sub(r"{\w+}", r"\\w+", name) for name in said]
    found = {name for name in SOURCES for pattern in patterns if re.fullmatch(pattern, name)}
    return found | {name for name in said if "{" not in name}


def test_every_template_is_used(app: Flask) -> None:
    included = {used for name in SOURCES for used in leads_to(tree_of(app, name))}

    assert set(SOURCES) - shown_by_views() - included == set()


def test_no_template_is_used_that_is_not_there(app: Flask) -> None:
    included = {used for name in SOURCES for used in leads_to(tree_of(app, name))}

    assert (shown_by_views() | included) - set(SOURCES) == set()


@every_template
def test_what_a_template_imports_is_there(app: Flask, name: str) -> None:
    missing = [
        (node.template.value, wanted)
        for node in tree_of(app, name).find_all(nodes.FromImport)
        for wanted in node.names
        if f"macro {wanted}(" not in SOURCES[node.template.value]
    ]

    assert missing == []


@every_template
def test_what_a_template_imports_is_called(app: Flask, name: str) -> None:
    tree = tree_of(app, name)
    used = {node.name for node in tree.find_all(nodes.Name)}
    imported = {wanted for node in tree.find_all(nodes.FromImport) for wanted in node.names}

    assert imported - used == set()


def test_every_macro_is_called(app: Flask) -> None:
    trees = [tree_of(app, name) for name in SOURCES]
    defined = {macro.name for tree in trees for macro in tree.find_all(nodes.Macro)}
    called = {
        call.node.name
        for tree in trees
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name)
    }

    assert defined - called == set()


@every_template
def test_the_words_that_a_template_asks_for_exist(name: str) -> None:
    unknown = [word for word in re.findall(r"\bwords\.(\w+)", SOURCES[name]) if not hasattr(wording, word)]

    assert unknown == []


@every_template
def test_the_addresses_that_a_template_asks_for_exist(app: Flask, name: str) -> None:
    asked = re.findall(r"url_for\(\s*['\"]([\w.]+)", SOURCES[name])

    assert [endpoint for endpoint in asked if endpoint not in app.view_functions] == []


@every_template
def test_the_files_that_a_template_asks_for_exist(name: str) -> None:
    asked = re.findall(r"asset\(\s*['\"]([^'\"]+)", SOURCES[name])

    assert [file for file in asked if not (STATIC / file).is_file()] == []


def test_every_static_file_is_used() -> None:
    asked = {file for text in SOURCES.values() for file in re.findall(r"asset\(\s*['\"]([^'\"]+)", text)}
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}

    assert {file for file in files - asked if "LICENSE" not in file} == set()


@every_template
def test_no_template_switches_escaping_off(app: Flask, name: str) -> None:
    """`|safe` is for markup of the template's own."""
    tree = tree_of(app, name)
    unsafe = [
        node
        for node in tree.find_all(nodes.Filter)
        if node.name == "safe" and not isinstance(node.node, nodes.Const)
    ]

    assert unsafe == []
    assert not list(tree.find_all(nodes.ScopedEvalContextModifier))


def test_the_pages_speak_no_sql() -> None:
    assert re.findall(r"\.(?:execute|query|executescript)\(", WEB) == []


@pytest.fixture(scope="module")
def messages() -> Catalog:
    """Everything that can be translated."""
    return runpy.run_path(str(ROOT / "tools" / "catalogues.py"))["extract"]()


class TestMessages:
    def test_messages_are_found_in_pages_and_in_code(self, messages: Catalog) -> None:
        places = {Path(place).suffix for message in messages for place, _ in message.locations}

        assert {".html", ".py"} <= places

    def test_singular_and_plural_have_the_same_placeholders(self, messages: Catalog) -> None:
        unlike = [
            message.id
            for message in messages
            if message.pluralizable
            and set(PLACEHOLDER.findall(message.id[0])) != set(PLACEHOLDER.findall(message.id[1]))
        ]

        assert unlike == []

    def test_every_percent_sign_begins_a_placeholder(self, messages: Catalog) -> None:
        strange = [text for text in spoken(messages) if "%" in PLACEHOLDER.sub("", text)]

        assert strange == []

    def test_apostrophes_and_quotes_are_those_of_print(self, messages: Catalog) -> None:
        assert [text for text in spoken(messages) if "'" in text or '"' in text] == []

    def test_nobody_is_shouted_at(self, messages: Catalog) -> None:
        shouted = [text for text in spoken(messages) if "!" in re.sub(r"TWEAK!|\[T!\]", "", text)]

        assert shouted == []

    def test_no_message_begins_or_ends_with_a_space(self, messages: Catalog) -> None:
        assert [text for text in spoken(messages) if text != text.strip()] == []


def spoken(messages: Catalog) -> Iterator[str]:
    for message in messages:
        yield from texts_of(message)


def texts_of(message: Message) -> tuple[str, ...]:
    return tuple(filter(None, (message.id,) if isinstance(message.id, str) else message.id))


EVERYTHING_SAID = {
    **{"most": 24, "name": "Ana", "at_least": 2, "at_most": 6, "counted": 9, "in_box": 8, "in_play": 7},
    **{"players": ("a", "b"), "player": "a", "tweak": 3, "number_cards": 2, "taken": 1, "card_type": "red"},
}


@pytest.mark.parametrize(
    "code", sorted({**wording._ABOUT_NAMES, **wording._ABOUT_TABLES, **wording._ABOUT_COUNTS})
)
def test_every_problem_is_said_in_a_sentence(app: Flask, code: str) -> None:
    with app.test_request_context("/"):
        app.preprocess_request()
        sentence = wording.problem(Problem(code, EVERYTHING_SAID), {"a": "Ana", "b": "Bea"})

    assert re.fullmatch(r"[^%?]+\.", sentence)


def test_an_unknown_problem_is_said_too(app: Flask) -> None:
    with app.test_request_context("/"):
        app.preprocess_request()

        assert (
            wording.problem(Problem("never_heard_of")) == "That did not work. Look at the page and try again."
        )


def test_every_kind_of_change_has_words() -> None:
    either = re.findall(r"(?:kind = |Change\(\s*)\"(\w+)\" if \w+ else \"(\w+)\"", ACTIONS)
    made = {*re.findall(r"Change\(\s*\"(\w+)\"", ACTIONS), *(kind for pair in either for kind in pair)}

    assert "stays" in made
    assert made - set(change_words._WORDS) - {"undone"} == set()


def test_every_kind_of_change_with_words_is_made() -> None:
    gone = [kind for kind in change_words._WORDS if f'"{kind}"' not in ACTIONS]

    assert gone == []
