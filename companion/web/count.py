"""How is a pile counted on a phone, by tapping cards or by numbers?"""

from dataclasses import asdict

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Missing, Refused, Stale
from companion.actions.hands import missing_players
from companion.actions.piles import PileWish, get_hand, save_pile
from companion.rules.cards import CardType
from companion.rules.errors import Problem
from companion.rules.match import HandState
from companion.rules.pile import Count
from companion.store import matches
from companion.store.rows import HandRow, MatchRow
from companion.web import wording
from companion.web.access import Role, get_visitor, needs
from companion.web.context import get_db, get_desk
from companion.web.forms import read_counts, read_number, read_operation_id, read_text, wants_json
from companion.web.pile_pages import show_pile_page, show_versions_page
from companion.web.running import close_url, find_next_url, find_running, get_match

blueprint = Blueprint("count", __name__)
Reply = Answer | str | tuple[str, int] | tuple[Response, int]


@blueprint.get("/t/<table_id>/count")
@needs(Role.PLAYER)
def mine(table_id: str) -> Answer:
    """Go to the pile that is to be counted next on this phone."""
    match = find_running(table_id)
    if match is None:
        return redirect(url_for("scores.scores", table_id=table_id), 303)
    return redirect(
        find_next_url(match, match.open_hand, just_counted=None, pad=False) or close_url(match), 303
    )


@blueprint.get("/t/<table_id>/count/<player_id>")
@needs(Role.PLAYER)
def pile(table_id: str, player_id: str) -> Reply:
    """Show a pile to be counted by tapping."""
    return show_pile_page("count/pile.html", table_id, player_id, asks_begun="go" not in request.args)


@blueprint.get("/t/<table_id>/count/<player_id>/numbers")
@needs(Role.PLAYER)
def pad(table_id: str, player_id: str) -> Reply:
    """Show a pile to be counted by numbers."""
    return show_pile_page("count/pad.html", table_id, player_id)


@blueprint.get("/t/<table_id>/hands/<hand_id>/piles/<player_id>")
@needs(Role.PLAYER)
def read(table_id: str, hand_id: str, player_id: str) -> Reply:
    """Return a pile for the script, or lead a person to its page."""
    match = get_match(table_id, hand_id)
    hand = get_hand(match, hand_id)
    if player_id not in hand.seats:
        abort(404)
    if not wants_json():
        return redirect(url_for("count.pile", table_id=table_id, player_id=player_id), 303)
    stored = hand.piles.get(player_id)
    return jsonify(
        revision=stored.revision if stored else 0,
        counts=asdict(stored.count if stored else Count()),
        done=bool(stored and stored.is_done),
        open=hand.state is HandState.OPEN,
    )


@blueprint.post("/t/<table_id>/hands/<hand_id>/piles/<player_id>")
@needs(Role.PLAYER)
def save(table_id: str, hand_id: str, player_id: str) -> Reply:
    """Save a pile: from the script, from a plain form, or one tap of a phone without scripts."""
    match = get_match(table_id, hand_id)
    try:
        wish = _read_wish(get_hand(match, hand_id), player_id)
        saved = save_pile(get_desk(), read_operation_id(), wish, table_id=table_id, who=get_visitor().who)
    except Refused as error:
        return _refuse(match, player_id, error)
    except Stale as error:
        return _answer_stale(match, hand_id, player_id, error)
    except Missing:
        abort(404)
    goes_on = wish.done or saved.asks
    target = _after_save(match.id, wish, asks=saved.asks) if goes_on else None
    if wants_json():
        return jsonify(revision=saved.revision, done=saved.is_done, next=target)
    return redirect(target or _page_url(table_id, player_id), 303)


def _read_wish(hand: HandRow, player_id: str) -> PileWish:
    count, base, tapped = read_counts(), read_number("base"), read_text("add")
    if base is None:
        raise Refused("count", problems=(Problem("not_a_number"),))
    if tapped in set(CardType):
        count += Count(**{tapped: 1})
    if read_text("start"):
        count = hand.taken.get(player_id, count)
    return PileWish(
        hand_id=hand.id,
        player_id=player_id,
        base=base,
        count=count,
        done=bool(read_text("done") or read_text("anyway")),
        anyway=bool(read_text("anyway")),
    )


def _refuse(match: MatchRow, player_id: str, error: Refused) -> Reply:
    raw = error.params.get("problems")
    problems = raw if isinstance(raw, tuple) else (error.problem,)
    if wants_json():
        return jsonify(message=wording.all_problems(problems)), 422
    typed = {card_type.value: read_text(card_type.value) for card_type in CardType}
    page = show_pile_page("count/pad.html", match.table_id, player_id, typed=typed, problems=problems)
    return (page, 422) if isinstance(page, str) else page


def _answer_stale(match: MatchRow, hand_id: str, player_id: str, error: Stale) -> Reply:
    if wants_json():
        return jsonify(code="stale", reason=error.code), 409
    return show_versions_page(match, hand_id, player_id, error), 409


def _page_url(table_id: str, player_id: str, *, ask: str | None = None) -> str:
    endpoint = "count.pad" if read_text("via") == "pad" else "count.pile"
    return url_for(endpoint, table_id=table_id, player_id=player_id, ask=ask)


def _after_save(match_id: str, wish: PileWish, *, asks: bool) -> str | None:
    match = matches.find_match(get_db(), match_id)
    if match is None:
        return None
    if asks:
        return _page_url(match.table_id, wish.player_id, ask="1")
    hand = get_hand(match, wish.hand_id)
    if hand.state is HandState.OPEN and not missing_players(hand):
        return close_url(match)
    pad = read_text("via") == "pad"
    return find_next_url(match, hand, just_counted=wish.player_id, pad=pad) or url_for(
        "scores.scores", table_id=match.table_id
    )
