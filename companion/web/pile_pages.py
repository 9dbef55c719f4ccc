"""What do the pages of a pile show: by cards, by numbers, or two versions of it?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.actions.desk import Stale
from companion.actions.piles import get_hand, warnings_of
from companion.rules.cards import IN_BOX, CardType
from companion.rules.errors import Problem
from companion.rules.match import HandState, hand_number
from companion.rules.pile import Count
from companion.store import tables
from companion.store.rows import HandRow, MatchRow, PileRow
from companion.web import wording
from companion.web.access import get_visitor
from companion.web.board import show_seats
from companion.web.context import get_companion, get_db
from companion.web.forms import list_wrong_types, read_number, read_text
from companion.web.language import plural_forms, say_time
from companion.web.running import find_running
from companion.web.shown import PlayerView, name_of, show_colours, show_players, show_types

Players = Mapping[str, PlayerView]
LONG_BEGUN = timedelta(minutes=3)


@dataclass(frozen=True)
class PileView:
    """A pile as shown; `touched` is when it was last changed (UTC, ISO 8601) or empty.

    `taken` is what checked sums took for the player, by type: a start for the count.
    """

    player: PlayerView
    hand_id: str
    hand_number: int
    counts: Mapping[str, int]
    points: int
    cards: int
    revision: int
    is_done: bool
    is_mine: bool
    touched: str
    save_url: str
    tap_url: str
    pad_url: str
    taken: Mapping[str, int]
    taken_cards: int
    taken_url: str


@dataclass(frozen=True)
class VersionView:
    """One of two versions of a pile: whose phone (None: this one), and when."""

    who: str | None
    when: str | None
    counts: Mapping[str, int]
    points: int
    is_done: bool


def show_pile_page(
    template: str,
    table_id: str,
    player_id: str,
    *,
    asks_begun: bool = False,
    typed: Mapping[str, object] | None = None,
    problems: tuple[Problem, ...] = (),
) -> str | Answer:
    """Render a pile's page; scores instead where nothing runs. `typed` is kept as it was sent."""
    match = find_running(table_id)
    if match is None:
        return redirect(url_for("scores.scores", table_id=table_id), 303)
    hand = match.open_hand
    if player_id not in hand.seats:
        abort(404)
    if asks_begun and _is_long_begun(hand.piles.get(player_id)):
        template = "count/begun.html"
    players = show_players(tables.list_players(get_db(), table_id))
    names = {player.id: player.name for player in players.values()}
    asks = "ask" in request.args
    me = get_visitor().me
    is_pad = template == "count/pad.html"
    return render_template(
        template,
        pile=show_pile(match, hand, players[player_id]),
        typed=typed,
        problem=wording.all_problems(problems, names),
        wrong_types=list_wrong_types(problems),
        warnings=wording.problems(warnings_of(hand, player_id), names) if asks else [],
        colours=show_colours(hand.colours),
        types=show_types(),
        seats=show_seats(
            table_id,
            hand,
            players,
            me=me.id if me else None,
            endpoint="count.pad" if is_pad else "count.pile",
        ),
        full_texts=_full_texts(),
        card_forms=plural_forms("%(num)s card", "%(num)s cards"),
        done_forms=plural_forms("Done: %(num)s point", "Done: %(num)s points"),
        current="count",
    )


def _is_long_begun(pile: PileRow | None) -> bool:
    """Whether a pile was left so long ago that it may be another's, or counted half."""
    if pile is None or pile.is_done or not pile.count.cards:
        return False
    return get_companion().clock() - datetime.fromisoformat(pile.touched_at) > LONG_BEGUN


def _full_texts() -> dict[str, str]:
    return {
        card_type.value: wording.problem(
            Problem("more_than_in_box", {"card_type": card_type, "in_box": IN_BOX[card_type]})
        )
        for card_type in CardType
    }


def show_pile(match: MatchRow, hand: HandRow, player: PlayerView) -> PileView:
    """Return a pile as shown, counted or not."""
    stored = hand.piles.get(player.id)
    count = stored.count if stored else Count()
    taken = hand.taken.get(player.id, Count())
    me = get_visitor().me
    table_id, player_id = match.table_id, player.id
    return PileView(
        player=player,
        hand_id=hand.id,
        hand_number=hand_number(match.rules, match.hands.index(hand)),
        counts=_by_type(count),
        points=count.points,
        cards=count.cards,
        revision=stored.revision if stored else 0,
        is_done=bool(stored and stored.is_done),
        is_mine=me is not None and me.id == player.id,
        touched=stored.touched_at if stored else "",
        save_url=url_for("count.save", table_id=table_id, hand_id=hand.id, player_id=player_id),
        tap_url=url_for("count.pile", table_id=table_id, player_id=player_id),
        pad_url=url_for("count.pad", table_id=table_id, player_id=player_id),
        taken=_by_type(taken),
        taken_cards=taken.cards,
        taken_url=url_for("taken.list_all", table_id=table_id, player_id=player_id),
    )


def _by_type(count: Count) -> dict[str, int]:
    return {card_type.value: count.of(card_type) for card_type in CardType}


def show_versions_page(match: MatchRow, hand_id: str, player_id: str, error: Stale) -> str:
    """Render both versions of a pile, or that its hand is closed; what was counted stays on the page."""
    players = show_players(tables.list_players(get_db(), match.table_id))
    hand = get_hand(match, hand_id)
    pile = show_pile(match, hand, players[player_id])
    is_closed = hand.state is not HandState.OPEN
    if is_closed:
        url = url_for("sheet.save", table_id=match.table_id, hand_id=hand_id, player_id=player_id)
        pile = replace(pile, save_url=url)
    return render_template(
        "count/versions.html",
        pile=pile,
        is_closed=is_closed,
        reason=wording.problem(error.problem) if error.code == "hand_closed" else None,
        mine=_show_mine(),
        theirs=_show_theirs(hand.piles.get(player_id), players),
        types=show_types(),
        current="count",
    )


def _show_mine() -> VersionView:
    numbers = {card_type.value: read_number(card_type.value) or 0 for card_type in CardType}
    count = Count(**numbers)
    return VersionView(None, None, _by_type(count), count.points, is_done=bool(read_text("done")))


def _show_theirs(stored: PileRow | None, players: Players) -> VersionView:
    count = stored.count if stored else Count()
    return VersionView(
        who=name_of(players, stored.by_player_id) if stored else None,
        when=say_time(stored.touched_at) if stored else None,
        counts=_by_type(count),
        points=count.points,
        is_done=bool(stored and stored.is_done),
    )
