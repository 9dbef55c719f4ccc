"""Which target sums may a turn have, and which does a sum meet?"""

from typing import NamedTuple

from companion.rules.cards import DECK_EMPTY_TARGET, TARGET_SUMS
from companion.rules.errors import Problem

JOKER_MOVES = (-1, 1)
"""What a Joker adds to the target sum, as its player chooses."""


class TurnTarget(NamedTuple):
    """A target sum that a turn may have, and whether only a Joker gives it."""

    target: int
    needs_joker: bool


def turn_targets(*, deck_empty: bool = False) -> tuple[TurnTarget, ...]:
    """List the target sums that a turn may have, smallest first.

    The rules, "The box: 65 cards" and "The [T!] cards"; with an empty deck, "When the Central Deck is used
    up" and, for the Joker on the final 7, our reading in "Silent".

    >>> [tuple(target) for target in turn_targets(deck_empty=True)]
    [(6, True), (7, False), (8, True)]
    """
    plain = _plain(deck_empty=deck_empty)
    return tuple(
        TurnTarget(target, needs_joker=target not in plain) for target in sorted({*plain, *_moved(plain)})
    )


def matching_targets(total: int, *, deck_empty: bool = False) -> tuple[TurnTarget, ...]:
    """List the targets that cards adding up to `total` meet: one, or none.

    Whether those cards can be a sum at all is not asked here (one card never is).

    >>> matching_targets(11)
    (TurnTarget(target=11, needs_joker=True),)
    """
    return tuple(each for each in turn_targets(deck_empty=deck_empty) if each.target == total)


def over_by(total: int, *, deck_empty: bool = False) -> int:
    """Say by how much a sum has passed every target that a turn may have; 0 while it has not.

    With the deck empty there is one target that everybody sees: it is counted from that one.

    >>> over_by(13), over_by(11), over_by(9, deck_empty=True), over_by(8, deck_empty=True)
    (2, 0, 2, 0)
    """
    most = turn_targets(deck_empty=deck_empty)[-1].target
    if total <= most:
        return 0
    return total - (DECK_EMPTY_TARGET if deck_empty else most)


def check_target(target: int, *, deck_empty: bool = False, joker: bool = False) -> tuple[Problem, ...]:
    """Find out whether a turn can have this target, moved already if a `joker` was played in it.

    Code: `target_out_of_range` (target, deck_empty, joker, needs_joker: one would allow it, targets: those
    of the deck, joker_targets: those that a Joker makes of them).

    >>> [problem.params["needs_joker"] for problem in check_target(6)]
    [True]
    """
    plain = _plain(deck_empty=deck_empty)
    moved = _moved(plain)
    if target in (moved if joker else plain):
        return ()
    params = {
        "target": target,
        "deck_empty": deck_empty,
        "joker": joker,
        "needs_joker": target in moved,
        "targets": plain,
        "joker_targets": moved,
    }
    return (Problem("target_out_of_range", params),)


def _plain(*, deck_empty: bool) -> tuple[int, ...]:
    return (DECK_EMPTY_TARGET,) if deck_empty else TARGET_SUMS


def _moved(targets: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({target + move for target in targets for move in JOKER_MOVES}))
