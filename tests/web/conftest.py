"""Everybody who may be asking, and a scene with all of them that tests share while they change nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import keys
from tests.conftest import Phone
from tests.web.browsing import Browser
from tests.web.lining_up import NAMES
from tests.web.scene import Scene, open_app, set_scene


@pytest.fixture
def stranger(new_phone: Callable[[], Phone]) -> Phone:
    """A phone that has never been here."""
    return new_phone()


@pytest.fixture
def watcher(new_phone: Callable[[], Phone]) -> Phone:
    """A phone that watches the first table."""
    return new_phone().watch()


@pytest.fixture
def server_host(app: Flask, new_phone: Callable[[], Phone]) -> Phone:
    """A browser that has opened the host link."""
    phone = new_phone()
    phone.get(f"/host/{keys.host_token(app.extensions['companion'].secret)}")
    return phone


@pytest.fixture
def company(ana: Phone) -> Phone:
    """Ana's phone; the table knows seven people."""
    for name in NAMES[1:]:
        assert ana.post(f"{ana.home}new/player", {"name": name}).status_code == 200
    return ana


@pytest.fixture
def new(company: Phone) -> Browser:
    """Ana's phone on the page of a new match."""
    return Browser(company).open(f"{company.home}new")


@pytest.fixture
def scene(app: Flask) -> Scene:
    """The scene, to be changed."""
    return set_scene(app)


@pytest.fixture(scope="session")
def shared_scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The scene, for tests in which everything is refused."""
    folder: Path = tmp_path_factory.mktemp("scene")
    with open_app(folder / "data") as app:
        app.testing = True
        yield set_scene(app)
