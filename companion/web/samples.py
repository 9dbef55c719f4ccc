"""What stands on the page of all components? Values for its macros, each in a state worth seeing."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.cards import COLOURS
from companion.rules.declared import Declaration
from companion.rules.kinds import parse_cards
from companion.web.board import DealCard, Lane, SeatCount
from companion.web.line_up_view import LineUpView
from companion.web.rulebook import Drawn
from companion.web.shown import ColourView, PlayerView, TableView, TypeView, show_colours, show_types
from companion.web.sum_pages import CheckView, VerdictView, show_check, show_verdict

ANA, BEA, CARLO, DINA, EMIL, FIEN, LONG = (
    PlayerView("ana", "Ana", "🦊"),
    PlayerView("bea", "Bea", "🐻"),
    PlayerView("carlo", "Carlo", "🐸"),
    PlayerView("dina", "Dina", "🐼"),
    PlayerView("emil", "Emil", "🐰"),
    PlayerView("fien", "Fien", "🐵"),
    PlayerView("long", "Maximiliane-Konstantinaa", "🦁"),
)
FOUR_COLOURS = COLOURS[:-2]


@dataclass(frozen=True)
class Samples:
    """Everything that the page shows; the sums are judged by the rules themselves."""

    table: TableView
    me: PlayerView
    lanes: tuple[Lane, ...]
    fresh: Lane
    calm: Lane
    deals: tuple[DealCard, ...]
    seats: tuple[SeatCount, ...]
    colours: tuple[ColourView, ...]
    types: tuple[TypeView, ...]
    counts: dict[str, int]
    line_up: LineUpView
    checks: tuple[CheckView, ...]
    verdicts: tuple[VerdictView, ...]
    drawn: Drawn
    long: PlayerView


def make_samples() -> Samples:
    """Return the values, worded in the request's language."""
    return Samples(
        table=TableView("sample", "Sunday table", 0),
        me=ANA,
        lanes=_make_lanes(),
        fresh=_make_lane(EMIL, 1, 52, change=21),
        calm=_make_lane(FIEN, 2, 95, change=22),
        deals=(_make_deal(1, right_of=None), _make_deal(4, right_of=BEA)),
        seats=(
            SeatCount(ANA, "done", 15, 27, "#counting", is_me=True),
            SeatCount(BEA, "counting", 6, 9, "#counting", is_me=False),
            SeatCount(CARLO, "waiting", 0, 0, "#counting", is_me=False),
        ),
        colours=show_colours(FOUR_COLOURS),
        types=show_types(),
        counts={"plain": 12, "red": 8, "five": 1, "red_five": 0, "tweak": 2},
        line_up=_make_line_up(),
        checks=(
            show_check(_declare("4"), None),
            show_check(_declare("4 3 r2"), None),
            show_check(_declare("4 3", deck_empty=True), None),
            show_check(_declare("6 6 5"), None),
        ),
        verdicts=(
            show_verdict(_declare("4 3 r2", target=9, takes_all=True), None),
            show_verdict(_declare("r5 r5", target=9, deck_empty=True), None),
        ),
        drawn=Drawn(),
        long=LONG,
    )


def _declare(cards: str, **more: Any) -> Declaration:
    return Declaration(cards=parse_cards(cards), **more)


def _make_lanes() -> tuple[Lane, ...]:
    """Return a winner, a hand just closed, at rest with the dealer's chip, a long name, and one who left."""
    return (
        replace(_make_lane(CARLO, 1, 104, change=21), is_winner=True),
        _make_lane(ANA, 2, 73, change=21),
        replace(_make_lane(BEA, 3, 41, change=9), is_fresh=False, is_dealer=True),
        replace(_make_lane(LONG, 4, 28, change=0), is_fresh=False),
        replace(_make_lane(DINA, 5, 0, change=0), is_fresh=False, has_left=True, change=None),
    )


def _make_lane(player: PlayerView, rank: int, total: int, *, change: int) -> Lane:
    return Lane(
        player=player,
        rank=rank,
        total=total,
        change=change,
        to_go=100 - total,
        share=min(100.0, total),
        old_share=total - change,
        is_fresh=True,
        is_dealer=False,
        is_winner=False,
        has_left=False,
    )


def _make_deal(number: int, *, right_of: PlayerView | None) -> DealCard:
    return DealCard(
        hand_number=number,
        dealer=ANA,
        right_of=right_of,
        is_first_hand=number == 1,
        is_drawn=True,
        colours=show_colours(FOUR_COLOURS),
        colour_count=4,
        number_cards=36,
        central_deck=22,
    )


def _make_line_up() -> LineUpView:
    return LineUpView(
        seats=(ANA, BEA, CARLO, DINA),
        dealer=BEA,
        dealer_by="chance",
        picked=CARLO,
        others=(EMIL, LONG),
        colours=show_colours(FOUR_COLOURS),
        colour_count=4,
        number_cards=36,
        target=100,
        can_start=True,
        is_full=False,
        problem=None,
        needs_more=None,
    )
