"""How a phone hears that something is new: a number at once, a stream of numbers, or a polite refusal."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import first_invite
from companion.hub import Hub
from tests.conftest import BASE_URL, Phone
from tests.web.scene import open_app


@pytest.fixture
def hub(ana: Phone) -> Hub:
    return ana.app.extensions["companion"].hub


@pytest.fixture
def heard(ana: Phone) -> Iterator[Iterator[str]]:
    """What Ana's phone hears on its stream, one piece after the other."""
    with ana.get(f"{ana.home}events") as answer:
        yield (piece.decode() for piece in answer.iter_encoded())


def test_the_revision_is_a_plain_number(ana: Phone) -> None:
    answer = ana.get(f"{ana.home}revision")

    assert answer.mimetype == "text/plain"
    assert answer.text == str(ana.table.revision)


def test_the_page_knows_its_revision(ana: Phone) -> None:
    assert f'data-revision="{ana.table.revision}"' in ana.get(ana.home).text


def test_every_change_raises_it(ana: Phone, bea: Phone) -> None:
    before = int(ana.get(f"{ana.home}revision").text)

    ana.start_match("Ana", "Bea")

    assert int(ana.get(f"{ana.home}revision").text) == before + 1


def test_looking_does_not_raise_it(ana: Phone) -> None:
    before = ana.table.revision

    for page in ("", "matches", "new", "me", "invite"):
        ana.get(ana.home + page)

    assert ana.table.revision == before


def test_a_watcher_hears_too(ana: Phone, watcher: Phone) -> None:
    assert watcher.get(f"{ana.home}revision").status_code == 200


def test_a_stream_begins_with_how_soon_to_come_back(heard: Iterator[str]) -> None:
    assert next(heard) == "retry: 1500\n\n"


def test_a_stream_tells_the_revision_at_once(heard: Iterator[str], ana: Phone) -> None:
    next(heard)

    assert next(heard) == f"event: revision\ndata: {ana.table.revision}\n\n"


def test_a_stream_tells_of_a_change_on_another_phone(heard: Iterator[str], bea: Phone) -> None:
    for _ in range(2):
        next(heard)

    bea.post(f"{bea.home}new/player", {"name": "Carlo"})

    assert next(heard) == f"event: revision\ndata: {bea.table.revision}\n\n"


def test_a_stream_says_nothing_of_what_has_changed(heard: Iterator[str], bea: Phone) -> None:
    pieces = [next(heard) for _ in range(2)]

    bea.post(f"{bea.home}new/player", {"name": "Carlo"})

    assert "Carlo" not in "".join([*pieces, next(heard)])


def test_another_table_is_not_heard_of(
    heard: Iterator[str], hub: Hub, new_phone: Callable[[], Phone]
) -> None:
    for _ in range(2):
        next(heard)

    new_phone().post("/tables", {"name": "Elsewhere"})
    hub.close()

    assert next(heard).startswith("event: bye\n")


def test_a_stream_is_a_stream(ana: Phone) -> None:
    with ana.get(f"{ana.home}events", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in answer.headers
        assert "Content-Length" not in answer.headers


def test_a_stream_holds_a_place_until_it_is_closed(ana: Phone, hub: Hub) -> None:
    with ana.get(f"{ana.home}events"):
        during = hub.open_streams

    assert (during, hub.open_streams) == (1, 0)


def test_who_only_asks_for_the_head_holds_no_place(ana: Phone, hub: Hub) -> None:
    with ana.client.head(f"{ana.home}events") as answer:
        assert answer.status_code == 200

    assert hub.open_streams == 0


def test_a_stranger_holds_no_place(ana: Phone, stranger: Phone, hub: Hub) -> None:
    with stranger.get(f"{ana.home}events") as answer:
        assert answer.status_code == 403

    assert hub.open_streams == 0


def test_when_all_places_are_taken_the_phone_is_told_to_come_back(tmp_path: Path) -> None:
    with open_app(tmp_path / "data", hub=Hub(0)) as app:
        phone = Phone(app, first_invite(app).url.removeprefix(BASE_URL)).sit_down("Ana")

        answer = phone.get(f"{phone.home}events")

        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert phone.get(f"{phone.home}revision").status_code == 200


def test_a_server_that_stops_opens_no_more_streams(ana: Phone, hub: Hub) -> None:
    hub.close()

    assert ana.get(f"{ana.home}events").status_code == 503
