"""How is a line-up drawn while it is put together?"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import MAX_PLAYERS, MIN_PLAYERS
from companion.rules.deck import count_number_cards, plan_deal, suggest_target
from companion.rules.errors import Problem, RuleError
from companion.web import wording
from companion.web.access import get_visitor
from companion.web.line_up import Draft, turn_to
from companion.web.shown import ColourView, PlayerView, show_colours

Players = Mapping[str, PlayerView]


@dataclass(frozen=True)
class LineUpView:
    """A draft as shown."""

    seats: tuple[PlayerView, ...]
    dealer: PlayerView | None
    dealer_by: str
    picked: PlayerView | None
    others: tuple[PlayerView, ...]
    colours: tuple[ColourView, ...]
    colour_count: int
    number_cards: int
    target: int
    can_start: bool
    is_full: bool
    problem: str | None
    needs_more: str | None
    """How many it takes, while one sits there alone."""


@dataclass(frozen=True)
class Editor:
    """Where the page's forms go, what its button says, and what it was begun from (`seen`)."""

    title: str
    url: str
    add_url: str
    save_url: str
    save_text: str
    seen_name: str
    seen: str
    is_first_hand: bool


def show_line_up(draft: Draft, players: Players) -> LineUpView:
    """Return a draft as shown, beginning with who is asking."""
    me = get_visitor().me
    seats = turn_to(draft.seats, me.id if me else None)
    problem = _find_problem(draft)
    return LineUpView(
        seats=tuple(players[seat] for seat in seats),
        dealer=players[draft.dealer] if draft.dealer else None,
        dealer_by=draft.dealer_by,
        picked=players[draft.picked] if draft.picked else None,
        others=tuple(player for player in players.values() if player.id not in draft.seats),
        colours=show_colours(draft.colours),
        colour_count=len(draft.colours),
        number_cards=count_number_cards(draft.colours),
        target=draft.target,
        can_start=draft.is_startable and problem is None,
        is_full=len(draft.seats) >= MAX_PLAYERS,
        problem=wording.problem(problem) if problem else None,
        needs_more=_say_how_many(len(seats)) if 0 < len(seats) < MIN_PLAYERS else None,
    )


def _say_how_many(players: int) -> str | None:
    try:
        suggest_target(players)
    except RuleError as error:
        return wording.problem(error.problem)
    return None


def _find_problem(draft: Draft) -> Problem | None:
    if not draft.is_startable:
        return None
    try:
        plan_deal(draft.colours, len(draft.seats))
    except RuleError as error:
        return error.problem
    return None
