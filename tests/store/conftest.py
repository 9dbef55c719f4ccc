"""A file at the newest schema, empty or with a small table in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store.connection import FILE_NAME, connect, prepare, write
from tests.store.stock import fill


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Prepare a file and hold it open as the server does."""
    file = tmp_path / FILE_NAME
    anchor = prepare(file)
    yield file
    anchor.close()


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    """Connect to a file in which nothing is stored yet."""
    db = connect(path)
    yield db
    db.close()


@pytest.fixture
def stocked(db: Database) -> Database:
    """Connect to a file in which Ana and Bea play their first hand."""
    with write(db):
        fill(db)
    return db
