"""How is the table changed between two hands: who sits where, who comes, who deals, which cards, how far?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.actions.arranging import Arrangement, arrange_hand, digest_arrangement, totals_of_stayers
from companion.actions.desk import Stale
from companion.actions.joining import add_player as add_new_player
from companion.rules.errors import Problem, RuleError
from companion.rules.match import Joining, deals_next, joining_points
from companion.store import tables
from companion.store.rows import MatchRow
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.board import open_hand_number
from companion.web.context import get_db, get_desk
from companion.web.forms import read_operation, read_operation_id, read_text
from companion.web.language import gettext as _
from companion.web.language import ngettext
from companion.web.line_up import Draft, NameDealer, apply, draw_by_chance, read_draft, seat_newcomer
from companion.web.line_up_view import Editor, show_line_up
from companion.web.running import get_last_match
from companion.web.shown import PlayerView, show_players

blueprint = Blueprint("arranging", __name__)
Players = Mapping[str, PlayerView]


@dataclass(frozen=True)
class JoiningOption:
    """One way for newcomers to begin."""

    id: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Person:
    """A seated player, and the page about them."""

    player: PlayerView
    url: str
    leaves: bool


@blueprint.get("/t/<table_id>/arrange")
@needs(Role.PLAYER)
def arrange(table_id: str) -> str:
    """Show the open hand's arrangement, after the tap in `do`."""
    match = get_last_match(table_id)
    players = show_players(tables.list_players(get_db(), table_id))
    if not request.args:
        return _render(match, _present(match), players, seen=digest_arrangement(match))
    if "seat" in request.args:
        draft, seen = _read(match, request.args, players), request.args.get("seen", "")
    else:
        draft, seen = replace(_present(match), known=tuple(players)), digest_arrangement(match)
    return _render(match, apply(draft, request.args.get("do", "")), players, seen=seen)


@blueprint.post("/t/<table_id>/arrange/player")
@needs(Role.PLAYER)
def add_player(table_id: str) -> str | tuple[str, int]:
    """Add a player by name and seat them."""
    match = get_last_match(table_id)
    name = read_text("name")
    operation = read_operation("add_player", table=table_id, name=name)
    try:
        player_id = add_new_player(get_desk(), operation, table_id=table_id, who=get_visitor().who, name=name)
    except RuleError as error:
        return _render_posted(match, problem=error.problem, name=name), 422
    players = show_players(tables.list_players(get_db(), table_id))
    draft = seat_newcomer(_read(match, MultiDict(request.form), players), player_id)
    return _render(match, draft, players, seen=read_text("seen"))


@blueprint.post("/t/<table_id>/arrange")
@needs(Role.PLAYER)
def save(table_id: str) -> Answer | tuple[str, int]:
    """Save the arrangement; where another phone was quicker, both are shown."""
    match = get_last_match(table_id)
    players = show_players(tables.list_players(get_db(), table_id))
    draft = _read(match, MultiDict(request.form), players)
    joining = Joining(read_text("joining")) if read_text("joining") in set(Joining) else Joining.ZERO
    wish = Arrangement(match.open_hand.id, read_text("seen"), draft.finish(), joining)
    try:
        arrange_hand(get_desk(), read_operation_id(), wish, table_id=table_id, who=get_visitor().who)
    except Stale:
        return _render(match, draft, players, seen=digest_arrangement(match), theirs=_present(match)), 409
    except RuleError as error:
        return _render_posted(match, problem=error.problem), 422
    return redirect(url_for("scores.scores", table_id=table_id), 303)


def _present(match: MatchRow) -> Draft:
    hand = match.open_hand
    return Draft(
        hand.seats,
        hand.dealer_id,
        hand.dealer_by,
        hand.colours,
        match.rules.target,
        name_dealer=_dealer_of(match),
        keeps_target=True,
    )


def _read(match: MatchRow, fields: MultiDict[str, str], players: Players) -> Draft:
    draft = read_draft(fields, known=tuple(players), name_dealer=_dealer_of(match))
    return replace(draft, keeps_target=True)


def _dealer_of(match: MatchRow) -> NameDealer:
    """The rule names the dealer wherever a hand went before; before the first one chance does."""
    earlier = match.rules.hands[: match.hands.index(match.open_hand)]
    if not earlier:
        return draw_by_chance
    rules = replace(match.rules, hands=earlier)
    return lambda seats: (deals_next(rules, seats), "rule")


def _render_posted(match: MatchRow, *, problem: Problem, name: str | None = None) -> str:
    players = show_players(tables.list_players(get_db(), match.table_id))
    draft = _read(match, MultiDict(request.form), players)
    return _render(match, draft, players, seen=read_text("seen"), problem=problem, name=name)


def _render(
    match: MatchRow,
    draft: Draft,
    players: Players,
    *,
    seen: str,
    theirs: Draft | None = None,
    problem: Problem | None = None,
    name: str | None = None,
) -> str:
    newcomers = [players[seat] for seat in draft.seats if seat not in match.rules.start_points]
    is_untouched = request.method == "GET" and not request.args
    return render_template(
        "match/arrange.html",
        editor=_editor(match, seen),
        line_up=show_line_up(draft, players),
        theirs=show_line_up(theirs, players) if theirs else None,
        newcomers=newcomers if open_hand_number(match) > 1 else [],
        joining_options=_joining_options(match, draft),
        people=_people(match, players) if is_untouched else [],
        new_name=name,
        problem=wording.problem(problem) if problem else None,
    )


def _editor(match: MatchRow, seen: str) -> Editor:
    number = open_hand_number(match)
    return Editor(
        title=_("Hand %(number)s", number=number),
        url=url_for("arranging.arrange", table_id=match.table_id),
        add_url=url_for("arranging.add_player", table_id=match.table_id),
        save_url=url_for("arranging.save", table_id=match.table_id),
        save_text=_("Save the changes"),
        seen_name="seen",
        seen=seen,
        is_first_hand=number == 1,
    )


def _joining_options(match: MatchRow, draft: Draft) -> list[JoiningOption]:
    here = totals_of_stayers(match, draft.seats)
    chosen = read_text("joining") or Joining.ZERO.value
    words = {
        Joining.ZERO: "%(points)s",
        Joining.LOWEST: _("%(points)s, the same as the lowest total"),
        Joining.AVERAGE: _("%(points)s, the average"),
    }
    return [
        JoiningOption(
            how.value, words[how] % {"points": _say_points(joining_points(here, how))}, how == chosen
        )
        for how in Joining
    ]


def _say_points(points: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", points)


def _people(match: MatchRow, players: Players) -> list[Person]:
    return [
        Person(
            players[seat],
            url_for("people.person", table_id=match.table_id, player_id=seat),
            leaves=seat in match.leaving,
        )
        for seat in match.open_hand.seats
    ]
