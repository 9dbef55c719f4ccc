"""How are codes, colours and problems said in words?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from companion.rules.cards import CardType, Colour
from companion.rules.errors import Problem
from companion.web.language import gettext as _
from companion.web.language import join_list, ngettext

Names = Mapping[str, str]
SOFT_HYPHEN = "\u00ad"
Say = Callable[[Mapping[str, object], Names], str]


def colour(value: Colour) -> str:
    """Name a colour."""
    return {
        Colour.RED: _("red"),
        Colour.ORANGE: _("orange"),
        Colour.YELLOW: _("yellow"),
        Colour.GREEN: _("green"),
        Colour.BLUE: _("blue"),
        Colour.PURPLE: _("purple"),
    }[value]


def card_type(value: CardType) -> str:
    """Name a card type as the count cards do, without the breaks for their narrow places."""
    name = {
        CardType.PLAIN: _("all the rest"),
        CardType.RED: _("red, not the 5"),
        CardType.FIVE: _("5, not red"),
        CardType.RED_FIVE: _("THE red 5"),
        CardType.TWEAK: _("[T!]"),
    }[value]
    return name.replace(SOFT_HYPHEN, "")


class ColourShown(Protocol):
    """A colour as the pages have it: its name in words, and whether it is in play."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def is_in(self) -> bool: ...  # noqa: D102


def left_out(colours: Sequence[ColourShown]) -> str:
    """Say which of the colours are in play by naming the fewer: those left in the box, those in, or all."""
    playing = [shown.name for shown in colours if shown.is_in]
    boxed = [shown.name for shown in colours if not shown.is_in]
    if not boxed:
        return _("all six colours")
    if len(boxed) > len(playing):
        return join_list(playing)
    return _("all but %(colours)s", colours=join_list(boxed))


def table_name(name: str, opened_at: str) -> str:
    """Call a table as somebody has named it, else after the local day it was opened on (UTC, ISO 8601)."""
    return name or suggest_table_name(datetime.fromisoformat(opened_at).astimezone())


def suggest_table_name(day: datetime) -> str:
    """Name a table after the day it is opened on."""
    return (
        _("Monday table"),
        _("Tuesday table"),
        _("Wednesday table"),
        _("Thursday table"),
        _("Friday table"),
        _("Saturday table"),
        _("Sunday table"),
    )[day.weekday()]


def problem(value: Problem, names: Names | None = None) -> str:
    """Say a problem in one or two sentences; `names` are the players' names by id."""
    known = {**_ABOUT_NAMES, **_ABOUT_TABLES, **_ABOUT_COUNTS}
    say = known.get(value.code)
    return say(value.params, names or {}) if say else _("That did not work. Look at the page and try again.")


def problems(values: Iterable[Problem], names: Names | None = None) -> list[str]:
    """Say several problems."""
    return [problem(value, names) for value in values]


def all_problems(values: Iterable[Problem], names: Names | None = None) -> str | None:
    """Say several problems as one text, each sentence once; None where there is none."""
    return " ".join(dict.fromkeys(problems(values, names))) or None


def _begin(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _number(params: Mapping[str, object], key: str) -> int:
    return int(str(params[key]))


def _all_names(params: Mapping[str, object], names: Names) -> str:
    players = params["players"]
    return (
        join_list([names.get(str(player), "?") for player in players]) if isinstance(players, tuple) else ""
    )


def _say_more_than_in_box(params: Mapping[str, object], _names: Names) -> str:
    most = _number(params, "in_box")
    return {
        CardType.PLAIN: ngettext(
            "Only %(num)s card of this kind is in the box.",
            "Only %(num)s cards of this kind are in the box.",
            most,
        ),
        CardType.RED: ngettext(
            "Only %(num)s red card besides the 5 is in the box.",
            "Only %(num)s red cards besides the 5 are in the box.",
            most,
        ),
        CardType.FIVE: ngettext(
            "Only %(num)s 5 that is not red is in the box.",
            "Only %(num)s 5s that are not red are in the box.",
            most,
        ),
        CardType.RED_FIVE: _("Only one red 5 is in the box."),
        CardType.TWEAK: ngettext(
            "Only %(num)s [T!] card is in the box.", "Only %(num)s [T!] cards are in the box.", most
        ),
    }[CardType(str(params["card_type"]))]


def _say_more_than_in_play(params: Mapping[str, object], names: Names) -> str:
    fits = ngettext("only %(num)s is in play", "only %(num)s are in play", _number(params, "in_play"))
    return _(
        "%(kind)s: %(counted)s counted, but %(fits)s. Counted by %(players)s.",
        kind=_begin(card_type(CardType(str(params["card_type"])))),
        counted=params["counted"],
        fits=fits,
        players=_all_names(params, names),
    )


def _say_tweak_without_sums(params: Mapping[str, object], names: Names) -> str:
    return _(
        "%(name)s: %(tweaks)s for %(cards)s. Each [T!] card takes a sum of two cards at least.",
        name=names.get(str(params["player"]), "?"),
        tweaks=ngettext("%(num)s [T!] card", "%(num)s [T!] cards", _number(params, "tweak")),
        cards=ngettext("%(num)s number card", "%(num)s number cards", _number(params, "number_cards")),
    )


def _say_fewer_than_taken(params: Mapping[str, object], _names: Names) -> str:
    return _(
        "%(kind)s: %(counted)s counted, but %(taken)s taken with checked sums.",
        kind=_begin(card_type(CardType(str(params["card_type"])))),
        counted=params["counted"],
        taken=params["taken"],
    )


_ABOUT_NAMES: dict[str, Say] = {
    "name_empty": lambda _params, _names: _("A name is needed, one letter at least."),
    "name_invisible": lambda _params, _names: _(
        "This name has characters that cannot be seen. Type it again."
    ),
    "name_too_long": lambda params, _names: ngettext(
        "A name has %(num)s character at most.",
        "A name has %(num)s characters at most.",
        _number(params, "most"),
    ),
    "name_taken": lambda params, _names: _(
        "%(name)s is at this table already. Take another name, or tap %(name)s if that is you.",
        name=params["name"],
    ),
    "too_many_players": lambda params, _names: ngettext(
        "A table knows %(num)s player at most.",
        "A table knows %(num)s players at most.",
        _number(params, "most"),
    ),
}
_ABOUT_TABLES: dict[str, Say] = {
    "no_such_code": lambda _params, _names: _("No table has this code. Look at it once more."),
    "too_many_tries": lambda _params, _names: _("Too many tries. Wait a moment, then try again."),
    "too_many_tables": lambda _params, _names: _("This server has no room for another table."),
    "no_such_player": lambda _params, _names: _("This player is not at the table any more."),
    "no_such_match": lambda _params, _names: _("This match is not there any more."),
    "no_such_hand": lambda _params, _names: _("This hand is not there any more."),
    "match_started": lambda _params, _names: _("Another phone has just started a match."),
    "dealer_not_seated": lambda _params, _names: _("Choose who deals first."),
    "number_of_players": lambda params, _names: _(
        "%(at_least)s to %(at_most)s players sit down for a match.",
        at_least=params["at_least"],
        at_most=params["at_most"],
    ),
    "too_few_cards": lambda _params, _names: _("Too few cards for so many players: add a colour."),
    "red_stays_in": lambda _params, _names: _("Red is always in."),
    "target_out_of_range": lambda params, _names: _(
        "The target is a number from 1 to %(most)s.", most=params["most"]
    ),
    "no_such_phone": lambda _params, _names: _("This phone is not at the table any more."),
    "no_such_change": lambda _params, _names: _("This change cannot be undone."),
    "changed_since": lambda _params, _names: _(
        "Later changes build on it, so it cannot be undone by itself. Correct it on the score sheet."
    ),
    "hands_locked": lambda _params, _names: _("Closed hands are locked. The table’s host can change them."),
    "only_for_hosts": lambda _params, _names: _("Only the table’s host can undo this."),
    "hand_has_counts": lambda _params, _names: _(
        "This hand is being counted. Players come and go when it is closed."
    ),
    "already_playing": lambda _params, _names: _("Both are playing already."),
    "points_out_of_range": lambda params, _names: _(
        "Start points are a number from 0 to %(most)s.", most=params["most"]
    ),
    "operation_reused": lambda _params, _names: _("This page was too old. Look at it and tap once more."),
}
_ABOUT_COUNTS: dict[str, Say] = {
    "below_zero": lambda _params, _names: _("Whole numbers only, 0 or more."),
    "not_a_number": lambda _params, _names: _("Whole numbers only, 0 or more."),
    "more_than_in_box": _say_more_than_in_box,
    "more_than_in_play": _say_more_than_in_play,
    "fewer_than_taken": _say_fewer_than_taken,
    "tweak_without_sums": _say_tweak_without_sums,
    "hand_closed": lambda _params, _names: _("This hand has been closed meanwhile."),
    "piles_missing": lambda params, names: _(
        "Not counted yet: %(players)s.", players=_all_names(params, names)
    ),
    "piles_changed": lambda _params, _names: _("A pile has changed meanwhile. Look at it once more."),
    "piles_do_not_fit": lambda _params, _names: _("Something does not fit yet. Look at the note."),
}
