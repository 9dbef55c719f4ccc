"""Is a declared sum right, and who takes it?"""

from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing, Stale
from companion.actions.sums import SumWish, take_sum
from companion.rules.cards import POINTS, CardType
from companion.rules.deck import CARDS_EACH, OPEN_CARDS
from companion.rules.declared import Declaration
from companion.rules.errors import Problem, RuleError
from companion.rules.kinds import format_cards
from companion.store import tables
from companion.store.rows import HandRow
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.declaring import clear, form_fields, read_declared
from companion.web.forms import read_operation_id, read_text
from companion.web.possible import find_url as find_possible_url
from companion.web.running import find_running
from companion.web.shown import PlayerView, show_players
from companion.web.sum_pages import show_check, show_verdict
from companion.web.sum_words import Reason, forms, say_reasons
from companion.web.taken import find_taken

blueprint = Blueprint("sums", __name__)
Page = str | tuple[str, int]


class Taking(NamedTuple):
    """Where a sum is taken, in which hand, and for whom: this phone's own players, then `others`."""

    url: str
    hand_id: str
    takers: list[PlayerView]
    others: list[PlayerView]


@blueprint.get("/check")
@needs(Role.STRANGER)
def alone() -> Page:
    """Check a sum without a table."""
    return _show(None)


@blueprint.get("/t/<table_id>/check")
@needs(Role.WATCHER)
def check(table_id: str) -> Page:
    """Check a sum at a table."""
    return _show(table_id)


@blueprint.post("/t/<table_id>/check/take")
@needs(Role.PLAYER)
def take(table_id: str) -> Answer | Page:
    """Take a right sum for a player; where it cannot be taken, say why."""
    declared = Declaration()
    try:
        declared = read_declared(request.form)
        wish = SumWish(read_text("hand_id"), read_text("player"), declared)
        sum_id = take_sum(get_desk(), read_operation_id(), wish, table_id=table_id, who=get_visitor().who)
    except Missing:
        abort(404)
    except RuleError as error:
        reasons = say_reasons(_problems(error))
        return _render(table_id, declared, reasons), 409 if isinstance(error, Stale) else 422
    if read_text("part"):
        return _render(table_id, clear(declared), taken=sum_id)
    rest: dict[str, Any] = {field.name: field.value for field in form_fields(clear(declared)) if field.value}
    return redirect(url_for("sums.check", table_id=table_id, taken=sum_id, **rest), 303)


def _show(table_id: str | None) -> Page:
    try:
        declared = read_declared(request.args)
    except RuleError as error:
        return _render(table_id, Declaration(), say_reasons([error.problem])), 422
    return _render(table_id, declared, taken=request.args.get("taken"))


def _render(
    table_id: str | None,
    declared: Declaration,
    reasons: list[Reason] | None = None,
    *,
    taken: str | None = None,
) -> str:
    """Render the page, the verdict on a target that was tapped, or only the part that a script asks for."""
    part = request.values.get("part")
    template = "verdict" if declared.target is not None and not reasons else "check"
    match = find_running(table_id) if table_id else None
    hand = match.open_hand if match else None
    is_part = part in {"answer", "verdict"}
    return render_template(
        f"sums/_{part}.html" if is_part else f"sums/{template}.html",
        check=None if is_part else show_check(declared, hand),
        verdict=show_verdict(declared, hand),
        fields=form_fields(declared),
        reasons=reasons,
        url=url_for("sums.check", table_id=table_id) if table_id else url_for("sums.alone"),
        taking=_find_taking(table_id, hand) if table_id and hand else None,
        taken=find_taken(table_id, taken) if table_id and taken else None,
        hand_id=hand.id if hand else "",
        forms=forms(),
        typed=_typed(declared),
        tweak_points=POINTS[CardType.TWEAK],
        draws_to=CARDS_EACH,
        opens=OPEN_CARDS,
        possible_url=None if is_part else find_possible_url(table_id, match),
        current="check",
    )


def _typed(declared: Declaration) -> str:
    """Return the cards to go on typing from."""
    return request.values.get("cards", "") if not declared.cards else format_cards(declared.cards)


def _problems(error: RuleError) -> tuple[Problem, ...]:
    problems = error.params.get("problems")
    return problems if isinstance(problems, tuple) else (error.problem,)


def _find_taking(table_id: str, hand: HandRow) -> Taking | None:
    """Return how this phone takes a sum: for those it acts for, or for anybody where none of them plays."""
    visitor = get_visitor()
    acts_for = visitor.device.player_ids if visitor.device else ()
    takers = [player_id for player_id in acts_for if player_id in hand.seats] or hand.seats
    if visitor.role < Role.PLAYER:
        return None
    players = show_players(tables.list_players(get_db(), table_id))
    return Taking(
        url=url_for("sums.take", table_id=table_id),
        hand_id=hand.id,
        takers=[players[seat] for seat in takers],
        others=[players[seat] for seat in hand.seats if seat not in takers],
    )
