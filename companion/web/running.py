"""Which match runs, and which pile does this phone count next?"""

from flask import abort, url_for

from companion.actions.hands import missing_players
from companion.rules.match import outcome
from companion.store import devices, matches
from companion.store.rows import HandRow, MatchRow
from companion.web.access import get_visitor
from companion.web.context import get_db


def find_running(table_id: str) -> MatchRow | None:
    """Return the table's match, unless there is none or it is over."""
    match = matches.find_last_match(get_db(), table_id)
    return None if match is None or outcome(match.rules).is_over else match


def get_last_match(table_id: str) -> MatchRow:
    """Return the table's last match, over or not; 404 where it has none."""
    match = matches.find_last_match(get_db(), table_id)
    if match is None:
        abort(404)
    return match


def get_match(table_id: str, hand_id: str) -> MatchRow:
    """Return the match of a hand; 404 where the table has no such hand."""
    match = matches.find_match_of_hand(get_db(), hand_id)
    if match is None or match.table_id != table_id:
        abort(404)
    return match


def find_next_url(match: MatchRow, hand: HandRow, *, just_counted: str | None, pad: bool) -> str | None:
    """Return whose pile this phone counts next: its owner's, then those of players without a phone.

    Who types numbers for others types for all of them, in the order of the seats.
    """
    missing = missing_players(hand)
    me = get_visitor().me
    with_phone = devices.list_player_ids_with_phone(get_db(), match.table_id)
    counts_for_all = me is None or (pad and just_counted is not None and just_counted != me.id)
    waiting = [seat for seat in _from(hand.seats, just_counted) if seat in missing]
    own = [seat for seat in waiting if me and seat == me.id]
    others = [seat for seat in waiting if counts_for_all or seat not in with_phone]
    chosen = (own or others or (waiting if just_counted is None else []))[:1]
    endpoint = "count.pad" if pad else "count.pile"
    return url_for(endpoint, table_id=match.table_id, player_id=chosen[0]) if chosen else None


def _from(seats: tuple[str, ...], player_id: str | None) -> tuple[str, ...]:
    if player_id not in seats:
        return seats
    start = seats.index(player_id) + 1
    return seats[start:] + seats[:start]


def close_url(match: MatchRow) -> str:
    """Return the page that closes the open hand."""
    return url_for("closing.close", table_id=match.table_id)
