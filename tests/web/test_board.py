"""What the scores page is given of a match: places, parts of the way, the phase."""

from collections.abc import Callable
from contextlib import closing

import pytest

from companion.store import tables
from companion.store.connection import connect
from companion.web.board import Board, Lane, show_board
from companion.web.shown import show_players
from tests.conftest import Phone

NAMES = ("Ana", "Bea", "Carlo")
Show = Callable[[], Board]


@pytest.fixture
def playing(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; Ana, Bea and Carlo play to 40, and Ana deals."""
    ana.post(f"{ana.home}new/player", {"name": "Carlo"})
    ana.start_match(*NAMES, dealer="Ana", target=40)
    return ana


@pytest.fixture
def board(playing: Phone) -> Show:
    def show() -> Board:
        with closing(connect(playing.app.extensions["companion"].database)) as db:
            players = show_players(tables.list_players(db, playing.table.id))
        with playing.app.test_request_context():
            playing.app.preprocess_request()
            return show_board(playing.match, players, me=playing.player_ids["Bea"])

    return show


def close_hand(phone: Phone, *points: int) -> None:
    for name, plain in zip(NAMES, points, strict=True):
        phone.save_pile(name, plain=plain)
    phone.close_hand()


def lane_of(board: Board, name: str) -> Lane:
    return next(lane for lane in board.lanes if lane.player.name == name)


def test_a_match_goes_through_its_phases(playing: Phone, board: Show) -> None:
    phases = [board().phase]
    for name in NAMES:
        playing.save_pile(name, plain=10)
        phases.append(board().phase)
    playing.close_hand()
    phases.append(board().phase)
    close_hand(playing, 38, 0, 1)

    assert [*phases, board().phase] == ["deal", "counting", "counting", "ready", "closed", "over"]


def test_a_place_is_a_part_of_the_way_to_the_target(playing: Phone, board: Show) -> None:
    close_hand(playing, 10, 20, 5)
    close_hand(playing, 5, 0, 1)

    lane = lane_of(board(), "Ana")

    assert (lane.old_share, lane.share) == (25.0, 37.5)


def test_nobody_runs_past_the_target(playing: Phone, board: Show) -> None:
    playing.save_pile("Ana", plain=30, red=8)
    playing.save_pile("Bea")
    playing.save_pile("Carlo")
    playing.close_hand()

    lane = lane_of(board(), "Ana")

    assert (lane.total, lane.share, lane.to_go) == (54, 100.0, 0)


def test_what_the_last_hand_brought_is_lit_until_counting_goes_on(playing: Phone, board: Show) -> None:
    close_hand(playing, 10, 20, 0)

    lit = [lane.player.name for lane in board().lanes if lane.is_fresh]
    playing.save_pile("Ana", plain=1)

    assert lit == ["Bea", "Ana"]
    assert not any(lane.is_fresh for lane in board().lanes)


def test_the_dealer_of_the_open_hand_is_marked(playing: Phone, board: Show) -> None:
    dealers = [[lane.player.name for lane in board().lanes if lane.is_dealer]]
    close_hand(playing, 1, 2, 3)
    dealers.append([lane.player.name for lane in board().lanes if lane.is_dealer])

    assert dealers == [["Ana"], ["Carlo"]]


def test_after_the_end_nobody_deals(playing: Phone, board: Show) -> None:
    close_hand(playing, 40, 0, 0)

    assert not any(lane.is_dealer for lane in board().lanes)
    assert [lane.player.name for lane in board().winners] == ["Ana"]


def test_ones_own_seat_is_marked(board: Show) -> None:
    assert [seat.player.name for seat in board().seats if seat.is_me] == ["Bea"]


def test_an_old_match_is_not_offered_again(playing: Phone) -> None:
    close_hand(playing, 40, 0, 0)
    with closing(connect(playing.app.extensions["companion"].database)) as db:
        players = show_players(tables.list_players(db, playing.table.id))

    with playing.app.test_request_context():
        playing.app.preprocess_request()
        offers = [show_board(playing.match, players, me=None, is_last=last).again for last in (True, False)]

    assert offers[0]
    assert offers[1] is None
