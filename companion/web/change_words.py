"""How is a change said in words?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.deck import parse_colours
from companion.rules.kinds import parse_cards
from companion.store.changes import ChangeRow
from companion.web.language import call_language, join_list, ngettext, say_time
from companion.web.language import gettext as _
from companion.web.shown import show_colours
from companion.web.sum_words import name_card
from companion.web.wording import Names, left_out, table_name


@dataclass(frozen=True)
class ChangeLine:
    """One change in words: what, by whom (None: a phone of nobody’s) and when."""

    id: int
    text: str
    by: str | None
    when: str
    can_undo: bool
    is_undone: bool


def say_change(row: ChangeRow, names: Names, *, can_undo: bool) -> ChangeLine:
    """Return a change in words."""
    return ChangeLine(
        id=row.id,
        text=_say(row.change.kind, _params_of(row), names, player_id=row.change.player_id),
        by=names.get(row.by_player_id or "") or (None if row.device_id else _("The host’s computer")),
        when=say_time(row.at),
        can_undo=can_undo,
        is_undone=row.undone_by is not None,
    )


def _params_of(row: ChangeRow) -> dict[str, Any]:
    """Return what a change is said with; a table that nobody named is called after the moment of it."""
    return {**(row.change.params or {}), "at": row.at}


def _say(kind: str, params: Mapping[str, Any], names: Names, *, player_id: str | None) -> str:
    if kind == "undone":
        return _("Undone: %(what)s", what=_say(params["kind"], params["params"], names, player_id=player_id))
    say = _WORDS.get(kind)
    return say(params, names.get(player_id or "", "?"), names) if say else kind


def _say_closed(params: Mapping[str, Any], _name: str, _names: Names) -> str:
    closed = _("Hand %(number)s closed", number=params["number"])
    if params["as_counted"]:
        return _("%(closed)s, as counted", closed=closed)
    left = ngettext("%(num)s card left over", "%(num)s cards left over", params["left"])
    return f"{closed}, {left}" if params["left"] else closed


def _say_counted(params: Mapping[str, Any], name: str, _names: Names) -> str:
    points = ngettext("%(num)s point", "%(num)s points", params["points"])
    return _("%(name)s’s pile counted: %(points)s", name=name, points=points)


def _say_taken(params: Mapping[str, Any], name: str, _names: Names) -> str:
    cards = " + ".join(name_card(card) for card in parse_cards(params["cards"]))
    points = ngettext("%(num)s point", "%(num)s points", params["points"])
    return _("%(name)s takes %(cards)s: %(points)s", name=name, cards=cards, points=points)


def _say_arranged(params: Mapping[str, Any], _name: str, names: Names) -> str:
    said = [
        *(_("%(name)s joins", name=names.get(player, "?")) for player in params["joined"]),
        *(_("%(name)s leaves", name=names.get(player, "?")) for player in params["left"]),
        *([_("seats changed")] if params["reseated"] else []),
        *([_("%(name)s deals", name=names.get(params["dealer"], "?"))] if params["dealer"] else []),
        *([left_out(show_colours(parse_colours(params["colours"])))] if params["colours"] else []),
        *([_("first to %(target)s", target=params["target"])] if params["target"] else []),
    ]
    return join_list(said) if said else _("Nothing changed")


def _say_choice(params: Mapping[str, Any], _name: str, _names: Names) -> str:
    return {
        "shared": _("The win is shared"),
        "one_more": _("One more hand decides"),
        "play_on": _("The match goes on past the target"),
        "end_now": _("The match ends here"),
        None: _("The choice at the end is taken back"),
    }[params["choice"]]


Words = Callable[[Mapping[str, Any], str, Names], str]
_WORDS: dict[str, Words] = {
    "table_opened": lambda params, _name, _names: _(
        "Table opened: %(name)s", name=table_name(params["name"], params["at"])
    ),
    "table_deleted": lambda _params, _name, _names: _("Table put away"),
    "player_added": lambda params, _name, _names: _("New at the table: %(name)s", name=params["name"]),
    "player_renamed": lambda params, _name, _names: _(
        "%(before)s is now called %(after)s", before=params["before"], after=params["after"]
    ),
    "phone_joined": lambda params, name, _names: (
        _("A phone is watching") if params["role"] == "watcher" else _("%(name)s’s phone is here", name=name)
    ),
    "phone_role_set": lambda params, _name, _names: {
        "watcher": _("A phone is set to watching"),
        "player": _("A phone may play"),
        "host": _("A phone shares in hosting"),
    }[params["role"]],
    "phone_removed": lambda _params, _name, _names: _("A phone was removed"),
    "code_renewed": lambda _params, _name, _names: _("New code: the old one lets nobody in"),
    "hands_locked": lambda _params, _name, _names: _("Closed hands are locked"),
    "hands_unlocked": lambda _params, _name, _names: _("Closed hands can be corrected again"),
    "language_set": lambda params, _name, _names: _(
        "The television speaks %(language)s", language=call_language(params["lang"])
    ),
    "match_started": lambda params, _name, _names: _(
        "Match started, first to %(target)s", target=params["target"]
    ),
    "match_deleted": lambda _params, _name, _names: _("Match put away"),
    "match_deleted_for_good": lambda _params, _name, _names: _("Match deleted for good"),
    "hand_closed": _say_closed,
    "hand_void": lambda params, _name, _names: _("Hand %(number)s does not count", number=params["number"]),
    "choice_made": _say_choice,
    "pile_counted": _say_counted,
    "pile_corrected": lambda params, name, _names: _(
        "%(name)s’s pile: %(before)s → %(after)s", name=name, before=params["before"], after=params["points"]
    ),
    "sum_taken": _say_taken,
    "arranged": _say_arranged,
    "start_points_set": lambda _params, _name, _names: _("Start points changed"),
    "leaves_after_hand": lambda _params, name, _names: _("%(name)s leaves after this hand", name=name),
    "stays": lambda _params, name, _names: _("%(name)s stays", name=name),
    "handed_over": lambda params, name, names: _(
        "%(other)s plays on for %(name)s", other=names.get(params["to"], "?"), name=name
    ),
}
