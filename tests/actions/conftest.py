"""Desks on a real file, and a table in the states that tests begin with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.actions.desk import Desk
from companion.store.connection import FILE_NAME, connect, prepare
from tests.actions.circle import Circle, Clock


@pytest.fixture
def new_circle(tmp_path: Path) -> Iterator[Callable[[], Circle]]:
    """Make circles, each on a file of its own in which nothing is stored yet."""
    circles = []

    def make() -> Circle:
        path = tmp_path / str(len(circles)) / FILE_NAME
        path.parent.mkdir()
        anchor, clock, told = prepare(path), Clock(), []
        desk = Desk(connect(path), clock, lambda table_id, revision: told.append((table_id, revision)))
        circles.append(Circle(path, anchor, desk, clock, told))
        return circles[-1]

    yield make
    for circle in circles:
        circle.put_away()


@pytest.fixture
def desk(new_circle: Callable[[], Circle]) -> Desk:
    """A desk at which nothing has been written."""
    return new_circle().desk


@pytest.fixture
def circle(new_circle: Callable[[], Circle]) -> Circle:
    """Ana, Bea and Carlo at a table, each with a phone."""
    return new_circle().open().seat("Ana", "Bea", "Carlo")


@pytest.fixture
def playing(circle: Circle) -> Circle:
    """The three in the first hand of a match to 100: Ana deals, Bea on her left, Carlo on her right."""
    circle.start("Ana", "Bea", "Carlo")
    return circle


@pytest.fixture
def counted(playing: Circle) -> Circle:
    """The three with their piles done: 27, 15 and 30 points, 5 cards left."""
    playing.count("Ana", plain=15, red=4)
    playing.count("Bea", plain=15)
    playing.count("Carlo", plain=10, five=5)
    return playing


@pytest.fixture
def evening(playing: Circle) -> Circle:
    """The three with one hand closed, and the second one with two of Bea's sums and counted; Dan looks on."""
    playing.seat("Dan")
    playing.play(ana=20, bea=10)
    playing.take("Bea", "4 3")
    playing.take("Bea", "4 4")
    playing.count("Ana", plain=15, red=4)
    playing.count("Bea", plain=15)
    playing.count("Carlo", plain=10, five=5)
    playing.told.clear()
    return playing
