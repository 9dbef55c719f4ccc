"""Do the rules keep to themselves, and explain themselves?"""

import ast
import sys
from importlib import import_module
from inspect import getdoc, getmembers, isfunction
from pathlib import Path

import pytest

import companion.rules
from companion.rules.errors import Problem, RuleError

FILES = sorted(Path(companion.rules.__file__).parent.glob("*.py"))
MODULES = [file.stem for file in FILES if file.stem != "__init__"]
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "time",
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_rules_module_imports_only_rules_and_the_pure_part_of_the_standard_library(file):
    names = set(imported(ast.parse(file.read_text("utf-8"))))
    ours = {name for name in names if name.startswith("companion.rules.")}
    roots = {name.split(".")[0] for name in names - ours}

    assert roots <= sys.stdlib_module_names
    assert not roots & IMPURE


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_an_example_that_runs(name):
    module = import_module(f"companion.rules.{name}")
    functions = [
        function
        for _, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and not function.__name__.startswith("_")
    ]

    assert [function.__name__ for function in functions if ">>> " not in getdoc(function)] == []


def test_an_error_carries_its_problem():
    error = RuleError("number_of_players", players=1)

    assert error.problem == Problem("number_of_players", {"players": 1})
    assert (error.code, error.params, str(error)) == (
        "number_of_players",
        {"players": 1},
        "number_of_players",
    )


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module or "."
