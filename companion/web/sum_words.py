"""How is said what a declared sum adds up to, and what is wrong with it?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cards import DECK_EMPTY_TARGET
from companion.rules.declared import SUM_FROM
from companion.rules.errors import Problem
from companion.rules.kinds import Card
from companion.rules.sums import Step
from companion.web import wording
from companion.web.language import gettext as _
from companion.web.language import ngettext
from companion.web.rulebook import rule_url

Params = Mapping[str, object]


@dataclass(frozen=True)
class Reason:
    """One thing that is wrong: in short, in detail, beside a drawn card, with its entry in the rules.

    `drawn` is what is printed on that card, `look` is "plain", "red", "black" or "blue".
    """

    short: str
    detail: str = ""
    drawn: str = ""
    look: str = "black"
    entry: str | None = None

    @property
    def rule_url(self) -> str | None:
        """Where the rule is."""
        return rule_url(self.entry) if self.entry else None


def say_steps(steps: Sequence[Step]) -> list[str]:
    """Say a sum as it is said at the table, a line for each card: "4", "plus 2 is 6"."""
    return [_say_step(step) if place else str(step.card.value) for place, step in enumerate(steps)]


def say_sum(steps: Sequence[Step]) -> str:
    """Say a whole sum in one sentence: "4 plus 2 is 6, plus 3 is 9"."""
    if len(steps) < SUM_FROM:
        return "".join(say_steps(steps))
    first, second, *others = steps
    begin = _("%(a)s plus %(b)s is %(sum)s", a=first.card.value, b=second.card.value, sum=second.total)
    return ", ".join([begin, *map(_say_step, others)])


def say_over(number: int) -> str:
    """Say by how much a sum has passed every target."""
    return _("Too much by %(number)s", number=number)


def name_card(card: Card) -> str:
    """Name a card: its number, and that it is red."""
    return _("red %(number)s", number=card.value) if card.is_red else str(card.value)


def forms() -> dict[str, str]:
    """Return what the script says by itself, still with its placeholders."""
    return {
        "step": _("plus %(b)s is %(sum)s"),
        "over": _("Too much by %(number)s"),
        "drop": _("Take away: %(card)s"),
        "drop-hand": _("Take away: %(card)s, the hand card"),
        "red": _("red %(number)s"),
        "away": _("Not connected: added up, but not checked."),
        "failed": _("Not taken yet. Tap again when the Wi-Fi is back: it counts once."),
    }


def say_reasons(problems: Iterable[Problem]) -> list[Reason]:
    """Say everything that is wrong with a sum; not how far it is from a target that no turn has."""
    found = tuple(problems)
    is_no_target = any(problem.code == "target_out_of_range" for problem in found)
    return [
        _say_reason(problem) for problem in found if not (is_no_target and problem.code == "not_the_target")
    ]


def _say_reason(problem: Problem) -> Reason:
    say = _REASONS.get(problem.code)
    return say(problem.params) if say else Reason(wording.problem(problem))


def _say_step(step: Step) -> str:
    return _("plus %(b)s is %(sum)s", b=step.card.value, sum=step.total)


def _say_no_target(params: Params) -> Reason:
    plain, moved = _numbers(params, "targets"), _numbers(params, "joker_targets")
    if params["deck_empty"]:
        detail = _("%(least)s or %(most)s with a Joker.", least=min(moved), most=max(moved))
        return _say_deck_empty(detail)
    return Reason(
        _("%(number)s is no target.", number=params["target"]),
        _(
            "Targets go from %(low)s to %(high)s, with a Joker from %(least)s to %(most)s.",
            low=min(plain),
            high=max(plain),
            least=min(moved),
            most=max(moved),
        ),
        drawn=str(params["target"]),
        entry="target-sum",
    )


def _say_missed(params: Params) -> Reason:
    total, target = params["total"], params["target"]
    missed = (
        _(
            "That makes %(total)s: %(number)s more than %(target)s.",
            number=params["over_by"],
            total=total,
            target=target,
        )
        if params["over_by"]
        else _(
            "That makes %(total)s: %(number)s less than %(target)s.",
            number=params["short_by"],
            total=total,
            target=target,
        )
    )
    if params["deck_empty"] and target == DECK_EMPTY_TARGET:
        return _say_deck_empty(missed)
    return Reason(missed, drawn=str(target), entry="make-a-sum")


def _say_deck_empty(detail: str) -> Reason:
    short = _("The deck is empty: the target is %(number)s.", number=DECK_EMPTY_TARGET)
    return Reason(short, detail, drawn=str(DECK_EMPTY_TARGET), look="blue", entry="deck-empty")


def _say_no_cards(_params: Params) -> Reason:
    return Reason(_("No cards yet."), _("Tap the cards of the sum, in any order."), entry="make-a-sum")


def _say_no_table_card(params: Params) -> Reason:
    return Reason(
        _("One card alone is no sum."),
        _("A sum is one card from your hand and at least one from the table."),
        drawn=str(params["value"]),
        look=_look(params),
        entry="sum-size",
    )


def _say_too_many_alike(params: Params) -> Reason:
    used, value, most = params["used"], params["value"], int(str(params["in_play"]))
    short = (
        ngettext(
            "%(used)s red %(value)ss: only %(num)s is in play.",
            "%(used)s red %(value)ss: only %(num)s are in play.",
            most,
            used=used,
            value=value,
        )
        if params["is_red"]
        else ngettext(
            "%(used)s %(value)ss that are not red: only %(num)s is in play.",
            "%(used)s %(value)ss that are not red: only %(num)s are in play.",
            most,
            used=used,
            value=value,
        )
    )
    return Reason(short, drawn=str(value), look=_look(params), entry="number-cards")


def _say_unreadable(params: Params) -> Reason:
    # Translators: %(example)s is how a red 5 is typed, such as r5.
    letter = _("r").split()[0]
    detail = _("Type the numbers 1 to 6; a red 5 is %(example)s.", example=letter + "5")
    return Reason(_("“%(part)s” cannot be read as cards.", part=params["part"]), detail)


def _say_too_many_cards(params: Params) -> Reason:
    most = int(str(params["most"]))
    return Reason(
        ngettext("The box holds %(num)s number card.", "The box holds %(num)s number cards.", most),
        entry="box",
    )


def _say_too_many_in_hand(params: Params) -> Reason:
    most = int(str(params["most"]))
    return Reason(
        ngettext("A hand has %(num)s card at most.", "A hand has %(num)s cards at most.", most),
        entry="set-up",
    )


def _say_one_hand_card(params: Params) -> Reason:
    if params["number"]:
        return Reason(_("Only one card comes from the hand."), entry="one-hand-card")
    return Reason(_("One card comes from the hand."), entry="make-a-sum")


def _say_cards_left(params: Params) -> Reason:
    left = int(str(params["number"]))
    return Reason(
        _("That is a sum."),
        ngettext(
            "%(num)s card is still on the table. A TWEAK takes them all.",
            "%(num)s cards are still on the table. A TWEAK takes them all.",
            left,
        ),
        entry="tweak",
    )


def _say_box(params: Params) -> Reason:
    reason = wording.problem(Problem("more_than_in_box", params))
    return Reason(reason, _("More than that was taken with the sums before."), entry="box")


def _look(params: Params) -> str:
    return "red" if params["is_red"] else "plain"


def _numbers(params: Params, key: str) -> tuple[int, ...]:
    numbers = params[key]
    return tuple(map(int, numbers)) if isinstance(numbers, tuple) else ()


_REASONS: dict[str, Callable[[Params], Reason]] = {
    "target_out_of_range": _say_no_target,
    "not_the_target": _say_missed,
    "no_cards": _say_no_cards,
    "no_table_card": _say_no_table_card,
    "more_of_a_kind_than_in_play": _say_too_many_alike,
    "one_hand_card": _say_one_hand_card,
    "cards_left": _say_cards_left,
    "unreadable_card": _say_unreadable,
    "too_many_cards": _say_too_many_cards,
    "too_many_in_hand": _say_too_many_in_hand,
    "more_than_in_box": _say_box,
}
