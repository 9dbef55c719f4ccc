"""Whole evenings, drawn at random, come out as with pencil and paper.

EVENINGS=2000 plays more of them.
"""

import copy
import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.actions.arranging import leave_after_hand
from companion.actions.desk import Refused, Stale
from companion.actions.hands import choose, last_closed, void_hand
from companion.actions.matches import play_again
from companion.actions.undoing import undo
from companion.rules.cards import COLOURS
from companion.rules.match import Choice, HandState, Joining, outcome, standings
from tests.actions.circle import new_op
from tests.actions.plain_evening import PaperMatch, in_play, number_cards_of

EVENINGS = int(os.environ.get("EVENINGS", "50"))
STEPS = 30
NAMES = ("Ana", "Bea", "Carlo", "Dan", "Emma", "Finn", "Gus")

piles = st.fixed_dictionaries(
    {
        "plain": st.integers(0, 40),
        "red": st.integers(0, 8),
        "five": st.integers(0, 5),
        "red_five": st.integers(0, 1),
        "tweak": st.integers(0, 10),
    }
)


def fitting_piles(match: PaperMatch):
    """Piles that fit, however often one is drawn for a hand."""
    share = {kind: most // len(match.seats) for kind, most in in_play(match.colours).items()}
    counts = st.fixed_dictionaries({kind: st.integers(0, most) for kind, most in share.items()})
    return counts.map(lambda pile: {**pile, "tweak": min(pile["tweak"], number_cards_of(pile) // 2)})


class Evening(RuleBasedStateMachine):
    """One table, and beside it the paper: the matches so far, and how they were before the last change."""

    def __init__(self, circle):
        super().__init__()
        self.circle = circle.open()
        self.paper: list[PaperMatch] = []
        self.before: list[PaperMatch] | None = None
        self.told = 1

    def teardown(self):
        self.circle.put_away()

    def change(self):
        """Note that something is about to change at the table."""
        self.told += 1
        self.before = copy.deepcopy(self.paper)

    def act(self, act, **content):
        act(
            self.circle.desk,
            new_op(),
            table_id=self.circle.table_id,
            who=self.circle.who(self.newest),
            **content,
        )

    def forget_if_unchanged(self, changes):
        """What was wished as it was already is no change to be undone."""
        if len(self.circle.changes) == changes:
            self.before = None

    @property
    def match(self):
        return self.paper[-1]

    @property
    def newest(self):
        return list(self.circle.ids)[-1]

    @initialize(count=st.integers(2, 3))
    def arrive(self, count):
        self.circle.seat(*NAMES[:count])
        self.told += count

    @precondition(lambda self: len(self.circle.ids) < len(NAMES))
    @rule()
    def join(self):
        self.circle.seat(NAMES[len(self.circle.ids)])
        self.told += 1
        self.before = None

    @rule(name=st.sampled_from(NAMES))
    def join_under_a_name_that_is_taken(self, name):
        if name in self.circle.ids:
            with pytest.raises(Refused):
                self.circle.seat(name.upper())

    @precondition(lambda self: not self.paper or self.match.hands_closed)
    @rule(data=st.data(), colours=st.integers(3, 6), points=st.integers(1, 150))
    def start(self, data, colours, points):
        order = data.draw(st.permutations(list(self.circle.ids)))
        seats = order[: data.draw(st.integers(2, min(6, len(order))))]
        dealer = data.draw(st.sampled_from(seats))
        self.change()
        self.circle.start(*seats, dealer=dealer, colours=COLOURS[:colours], target=points)
        self.paper.append(PaperMatch(seats, dealer, colours, points))

    @precondition(lambda self: self.paper)
    @rule(data=st.data(), pile=piles, done=st.booleans(), anyway=st.booleans())
    def count(self, data, pile, done, anyway):
        name = data.draw(st.sampled_from(self.match.seats))
        was_done = name in self.match.done
        self.change()
        asks = self.match.count(name, pile, done=done, anyway=anyway)
        saved = self.circle.count(name, done=done, anyway=anyway, **pile)
        assert saved.asks is asks
        assert saved.is_done is (name in self.match.done)
        if not saved.is_done and not was_done:
            self.before = None  # Cards on the way to Done are no change to be undone.

    @precondition(lambda self: self.paper)
    @rule(data=st.data())
    def play_a_hand(self, data):
        for name in data.draw(st.permutations(self.match.seats)):
            pile = data.draw(fitting_piles(self.match))
            self.told += 1
            self.match.count(name, pile, done=True, anyway=False)
            self.circle.count(name, **pile)
        self.before = None
        if not self.match.missing:
            self.close(as_counted=not self.match.fits)

    @precondition(lambda self: self.paper)
    @rule(pile=piles)
    def count_the_rest(self, pile):
        for name in self.match.missing:
            self.told += 1
            self.circle.count(name, anyway=True, **pile)
            self.match.count(name, pile, done=True, anyway=True)
        self.before = None

    @precondition(lambda self: self.paper and self.match.piles)
    @rule(data=st.data(), pile=piles)
    def count_on_an_old_page(self, data, pile):
        name = data.draw(st.sampled_from(sorted(self.match.piles)))
        if pile != self.match.piles[name]:
            with pytest.raises(Stale):
                self.circle.count(name, base=0, **pile)

    @precondition(lambda self: self.paper and not self.match.missing)
    @rule(as_counted=st.booleans())
    def close(self, as_counted):
        if not self.match.fits and not as_counted:
            with pytest.raises(Refused):
                self.circle.close(self.newest)
            return
        self.change()
        number = self.circle.close(self.newest, as_counted=as_counted)
        self.match.close()
        assert number == self.match.hands_closed

    @precondition(lambda self: self.paper and self.match.missing)
    @rule()
    def close_too_early(self):
        with pytest.raises(Refused):
            self.circle.close(self.newest, as_counted=True)

    @precondition(lambda self: self.paper and self.match.piles)
    @rule()
    def void(self):
        self.change()
        self.act(void_hand, hand_id=self.circle.hand.id)
        self.match.void()

    @precondition(lambda self: self.paper and self.match.hands_closed)
    @rule()
    def again(self):
        self.change()
        self.act(play_again, match_id=self.circle.match.id)
        self.paper.append(self.match.again())

    @precondition(lambda self: self.paper and not self.match.piles)
    @rule(data=st.data(), colours=st.integers(3, 6), points=st.integers(1, 150), how=st.sampled_from(Joining))
    def sit_otherwise(self, data, colours, points, how):
        """Change seats, come and go: the rule names the dealer where a hand went before."""
        order = data.draw(st.permutations(list(self.circle.ids)))
        seats = list(order[: data.draw(st.integers(2, min(6, len(order))))])
        if not self.match.hands and self.match.dealer not in seats:
            return
        changes = len(self.circle.changes)
        self.change()
        totals = self.match.totals
        stayers = [totals[name] for name in self.match.seats if name in seats]
        start = {"zero": 0, "lowest": min(stayers, default=0), "average": sum(stayers) // (len(stayers) or 1)}
        line_up = self.circle.line_up(
            *seats, dealer=self.match.dealer, dealer_by="rule", colours=COLOURS[:colours], target=points
        )
        self.circle.arrange(line_up, joining=how)
        for name in seats:
            self.match.start.setdefault(name, start[how.value])
        self.match.seats, self.match.colours, self.match.target = seats, colours, points
        if self.match.hands:
            self.match.dealer = self.match.named_by_rule()
        self.forget_if_unchanged(changes)

    @precondition(lambda self: self.paper)
    @rule(data=st.data())
    def name_another_dealer(self, data):
        dealer = data.draw(st.sampled_from(self.match.seats))
        changes = len(self.circle.changes)
        self.change()
        line_up = self.circle.line_up(
            *self.match.seats,
            dealer=dealer,
            colours=COLOURS[: self.match.colours],
            target=self.match.target,
        )
        self.circle.arrange(line_up)
        self.match.dealer = dealer
        self.forget_if_unchanged(changes)

    @precondition(lambda self: self.paper)
    @rule(data=st.data(), leaves=st.booleans())
    def leave_after_this_hand(self, data, leaves):
        name = data.draw(st.sampled_from(self.match.seats))
        changes = len(self.circle.changes)
        self.change()
        self.act(
            leave_after_hand, match_id=self.circle.match.id, player_id=self.circle.ids[name], leaves=leaves
        )
        (self.match.leaving.add if leaves else self.match.leaving.discard)(name)
        self.forget_if_unchanged(changes)

    @precondition(lambda self: self.paper and self.match.closed)
    @rule(data=st.data(), pile=piles)
    def correct(self, data, pile):
        number = data.draw(st.integers(0, self.match.hands_closed - 1))
        name = data.draw(st.sampled_from(sorted(self.match.closed[number].piles)))
        if self.match.closed[number].piles[name] == pile:
            return
        self.change()
        hand = [one for one in self.circle.match.hands if one.state is HandState.CLOSED][number]
        self.circle.count(name, hand=hand, anyway=True, correct=True, **pile)
        self.match.closed[number].piles[name] = pile

    @precondition(lambda self: self.paper and self.match.closed)
    @rule(choice=st.sampled_from([None, *Choice]))
    def choose(self, choice):
        if self.match.closed[-1].choice == choice:
            return
        self.change()
        after = last_closed(self.circle.match).id
        self.act(choose, match_id=self.circle.match.id, after=after, choice=choice)
        self.match.closed[-1].choice = choice.value if choice else None

    @precondition(lambda self: self.before is not None)
    @rule()
    def undo(self):
        before = self.before
        self.change()
        self.act(undo, change_id=self.circle.changes[0].id)
        self.paper = before

    @invariant()
    def everybody_has_heard_of_every_change(self):
        revision = self.circle.table.revision
        assert (revision, len(self.circle.told)) == (self.told + 1, self.told)

    @invariant()
    def the_match_is_as_on_paper(self):
        if not self.paper:
            return
        circle, rules = self.circle, self.circle.match.rules
        assert circle.totals == self.match.totals
        assert {circle.name_of(one.player): one.rank for one in standings(rules)} == self.match.ranks
        assert set(circle.winners) == self.match.winners
        assert outcome(rules).is_over is bool(self.match.winners)

    @invariant()
    def the_open_hand_is_as_on_paper(self):
        if not self.paper:
            return
        hand = self.circle.hand
        assert self.circle.seats_of(hand) == tuple(self.match.seats)
        assert self.circle.dealer == self.match.dealer
        assert hand.colours == COLOURS[: self.match.colours]
        piles = {self.circle.name_of(player): vars(pile.count) for player, pile in hand.piles.items()}
        assert piles == self.match.piles


@pytest.mark.timeout(0)  # as long as the evenings asked for take
def test_every_evening_comes_out_as_with_pencil_and_paper(new_circle):
    run_state_machine_as_test(
        lambda: Evening(new_circle()),
        settings=settings(
            max_examples=EVENINGS,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
