"""The address of a static file changes with what is in it, so that phones may keep it for ever."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.web import assets


@pytest.fixture
def style(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A style sheet in a folder of its own."""
    (tmp_path / "static").mkdir()
    path = tmp_path / "static" / "style.css"
    path.write_text("a { color: red }")
    monkeypatch.setattr(assets, "_folder", lambda: tmp_path / "static")
    return path


@pytest.fixture
def address(app: Flask) -> Callable[[str], str]:
    """Give the address of a static file as a page would."""

    def find(filename: str) -> str:
        with app.test_request_context():
            return assets.asset(filename)

    return find


def change(path: Path, text: str) -> None:
    path.write_text(text)
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))


def test_a_file_that_stays_the_same_keeps_its_address(style: Path, address: Callable[[str], str]) -> None:
    assert address("style.css") == address("style.css")


def test_a_file_that_is_changed_gets_another_address(style: Path, address: Callable[[str], str]) -> None:
    before = address("style.css")

    change(style, "a { color: blue }")

    assert address("style.css") != before


def test_a_file_that_is_changed_back_gets_its_address_back(
    style: Path, address: Callable[[str], str]
) -> None:
    before, text = address("style.css"), style.read_text()
    change(style, "a { color: blue }")

    change(style, text)

    assert address("style.css") == before


def test_a_file_that_is_missing_has_an_address_too(style: Path, address: Callable[[str], str]) -> None:
    assert address("nothing.css") == "/static/nothing.css"


def test_nothing_outside_the_folder_has_a_version(style: Path, address: Callable[[str], str]) -> None:
    (style.parent.parent / "secret.css").write_text("secret")

    assert "?" not in address("../secret.css")
