"""What does a new match begin with while it is being put together?

The draft travels in the page itself, as fields of its form: nothing is stored before the match starts,
the back button works, and a phone without scripts sends the same fields with every tap.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from companion.actions.matches import MOST_TARGET, LineUp
from companion.rules.cards import COLOURS, MAX_PLAYERS, MIN_PLAYERS, Colour
from companion.rules.dealer import mirror
from companion.rules.deck import suggest_colours, suggest_target

TARGET_STEP = 10
DEALER_BY = ("table", "rule", "chance")


NameDealer = Callable[[tuple[str, ...]], tuple[str, str]]


def draw_by_chance(seats: tuple[str, ...]) -> tuple[str, str]:
    """Name a dealer by chance, and say that it was so."""
    return secrets.choice(seats), "chance"


@dataclass(frozen=True)
class Draft:
    """Seats clockwise; `picked` is the seat that was tapped last and waits for what is to happen with it.

    `name_dealer` names who deals, and by what, where the table has not named anybody; `keeps_target` that
    the target does not follow the number of players; `known` are the table's players.
    """

    seats: tuple[str, ...] = ()
    dealer: str | None = None
    dealer_by: str = "chance"
    colours: tuple[Colour, ...] = ()
    target: int = 0
    picked: str | None = None
    name_dealer: NameDealer = field(default=draw_by_chance, compare=False)
    keeps_target: bool = False
    known: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_startable(self) -> bool:
        """Whether enough players sit and one of them deals."""
        return MIN_PLAYERS <= len(self.seats) <= MAX_PLAYERS and self.dealer in self.seats

    def finish(self) -> LineUp:
        """Return it as the match begins with it; for the rules to judge."""
        return LineUp(self.seats, self.dealer or "", self.dealer_by, self.colours, self.target)


def read_draft(
    fields: MultiDict[str, str], *, known: Sequence[str], name_dealer: NameDealer = draw_by_chance
) -> Draft:
    """Return the draft in a form's fields; what cannot be is left out. `known` are the table's players."""
    seats = tuple(dict.fromkeys(seat for seat in fields.getlist("seat") if seat in known))[:MAX_PLAYERS]
    colours = set(fields.getlist("colour"))
    draft = Draft(
        seats=seats,
        dealer=fields.get("dealer") if fields.get("dealer") in seats else None,
        dealer_by=by if (by := fields.get("by", "")) in DEALER_BY else "chance",
        colours=tuple(colour for colour in COLOURS if colour.value in colours),
        target=_read_target(fields.get("target", "")),
        picked=fields.get("picked") if fields.get("picked") in seats else None,
        name_dealer=name_dealer,
        known=tuple(known),
    )
    return _settle(draft, was=len(seats))


def apply(draft: Draft, do: str) -> Draft:
    """Return the draft after one tap; an unknown tap changes nothing."""
    word, _, value = do.partition(":")
    tap = _TAPS.get(word)
    return tap(draft, value) if tap else draft


def seat_newcomer(draft: Draft, player_id: str) -> Draft:
    """Return the draft with one more player, to the left of the last."""
    return _seat(draft, player_id)


def turn_to(seats: tuple[str, ...], player_id: str | None) -> tuple[str, ...]:
    """Return the same round beginning with a player, where they sit in it."""
    if player_id not in seats:
        return seats
    start = seats.index(str(player_id))
    return seats[start:] + seats[:start]


def _read_target(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_TARGET)) else 0


def _settle(draft: Draft, *, was: int) -> Draft:
    """Suggest anew what only followed from the number of players before, and draw a dealer."""
    count = len(draft.seats)
    if count < MIN_PLAYERS:
        return replace(draft, dealer=None, dealer_by="chance")
    had_players = was >= MIN_PLAYERS
    if not draft.colours or (had_players and draft.colours == suggest_colours(was)):
        draft = replace(draft, colours=suggest_colours(count))
    follows = had_players and draft.target == suggest_target(was) and not draft.keeps_target
    if not draft.target or follows:
        draft = replace(draft, target=suggest_target(count))
    if draft.dealer not in draft.seats:
        draft = _draw(draft, "")
    return draft


def _seat(draft: Draft, player_id: str) -> Draft:
    if player_id not in draft.known or player_id in draft.seats or len(draft.seats) >= MAX_PLAYERS:
        return draft
    return _reseat(draft, (*draft.seats, player_id))


def _drop(draft: Draft, _value: str) -> Draft:
    return _reseat(draft, tuple(seat for seat in draft.seats if seat != draft.picked))


def _reseat(draft: Draft, seats: tuple[str, ...]) -> Draft:
    # A dealer drawn among fewer players was not drawn among all: named anew, unless the table has named one.
    keeps_dealer = draft.dealer_by == "table" and draft.dealer in seats
    dealer, by = (draft.dealer, "table") if keeps_dealer else (None, "chance")
    changed = replace(draft, seats=seats, picked=None, dealer=dealer, dealer_by=by)
    return _settle(changed, was=len(draft.seats))


def _pick(draft: Draft, player_id: str) -> Draft:
    if player_id not in draft.seats or player_id == draft.picked:
        return replace(draft, picked=None)
    if draft.picked is None:
        return replace(draft, picked=player_id)
    swap = {draft.picked: player_id, player_id: draft.picked}
    return _follow_rule(
        replace(draft, seats=tuple(swap.get(seat, seat) for seat in draft.seats), picked=None)
    )


def _deal(draft: Draft, _value: str) -> Draft:
    if draft.picked is None:
        return draft
    return replace(draft, dealer=draft.picked, dealer_by="table", picked=None)


def _draw(draft: Draft, _value: str) -> Draft:
    if not draft.seats:
        return draft
    dealer, by = draft.name_dealer(draft.seats)
    return replace(draft, dealer=dealer, dealer_by=by)


def _toggle_colour(draft: Draft, value: str) -> Draft:
    if value not in set(COLOURS) or value == Colour.RED:
        return draft
    colours = set(draft.colours) ^ {Colour(value)}
    return replace(draft, colours=tuple(colour for colour in COLOURS if colour in colours))


def _change_target(draft: Draft, value: str) -> Draft:
    step = {"-10": -TARGET_STEP, "+10": TARGET_STEP}.get(value, 0)
    return replace(draft, target=min(MOST_TARGET, max(TARGET_STEP, draft.target + step)))


def _mirror(draft: Draft, _value: str) -> Draft:
    if not draft.seats:
        return draft
    return _follow_rule(replace(draft, seats=mirror(draft.seats, keep=draft.seats[0])))


def _follow_rule(draft: Draft) -> Draft:
    return _draw(draft, "") if draft.dealer_by == "rule" else draft


_TAPS: dict[str, Callable[[Draft, str], Draft]] = {
    "add": _seat,
    "pick": _pick,
    "drop": _drop,
    "deal": _deal,
    "draw": _draw,
    "colour": _toggle_colour,
    "target": _change_target,
    "mirror": _mirror,
}
