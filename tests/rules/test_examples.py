"""Do the rules give the answers of the worked examples in `examples.toml`?"""

import tomllib
from pathlib import Path

import pytest

from companion.rules.dealer import mirror, next_dealer, sits_left_of, sits_right_of
from companion.rules.deck import (
    count_number_cards,
    format_colours,
    in_play,
    parse_colours,
    plan_deal,
    suggest_colours,
    suggest_target,
)
from companion.rules.errors import RuleError
from companion.rules.match import (
    Choice,
    Hand,
    HandState,
    Joining,
    Match,
    deals_next,
    hand_number,
    joining_points,
    outcome,
    standings,
    totals,
)
from companion.rules.scoring import Count, check_count, check_hand

BOOK = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
EXAMPLES = [
    pytest.param(kind, example, id=f"{kind}: {example['fact']}")
    for kind, examples in BOOK.items()
    for example in examples
]
CLAUSES = {
    "The box: 65 cards",
    "Colours in play",
    "Preparing a hand",
    "End of the hand and its count",
    "End of the match",
    "What follows from the facts",
    "Silent",
}


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_the_rules_give_the_answer_of_the_worked_example(kind, example):
    ask = globals()[f"ask_{kind}"]

    answers = answer(ask, example["given"])

    assert {question: answers.get(question) for question in example["expect"]} == example["expect"]


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_a_worked_example_names_its_clause_and_expects_something(kind, example):
    assert set(example) == {"fact", "clause", "given", "expect"}
    assert example["clause"] in CLAUSES
    assert example["expect"]


def answer(ask, given):
    try:
        return as_written(ask(**given))
    except RuleError as error:
        return as_written({"refused": error.code, **error.params})


def as_written(value):
    """Turn an answer into what TOML can write: lists, tables, and "" for nothing."""
    if isinstance(value, dict):
        return {key: as_written(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [as_written(inner) for inner in value]
    return "" if value is None else value


def ask_deck(players):
    colours = suggest_colours(players)
    return {
        "colours": format_colours(colours),
        "number_cards": count_number_cards(colours),
        "target": suggest_target(players),
    }


def ask_colours(text):
    colours = parse_colours(text)
    return {
        "colours": format_colours(colours),
        "in_play": vars(in_play(colours)),
        "points": in_play(colours).points,
    }


def ask_deal(players, colours=None):
    return vars(plan_deal(parse_colours(colours) if colours else suggest_colours(players), players))


def ask_count(pile):
    count = Count(**pile)
    return {
        "points": count.points,
        "cards": count.cards,
        "number_cards": count.number_cards,
        "problems": as_tables(check_count(count)),
    }


def ask_hand(colours, piles):
    check = check_hand(read_piles(piles), parse_colours(colours))
    return {"left": check.left, "problems": as_tables(check.problems)}


def ask_dealer(seats, last_dealer, last_seats=None):
    last = tuple(last_seats or seats)
    return {"deals": next_dealer(tuple(seats), last_seats=last, last_dealer=last_dealer)}


def ask_mirror(seats, keep):
    mirrored = mirror(tuple(seats), keep=keep)
    return {
        "seats": mirrored,
        "left": sits_left_of(mirrored, keep),
        "right": sits_right_of(mirrored, keep),
    }


def ask_match(target, start, hands, end_now=False, seats=None):
    everybody = tuple(start)
    match = Match(target, start, tuple(read_hand(hand, everybody) for hand in hands), end_now)
    table = standings(match)
    return vars(outcome(match)) | {
        "totals": totals(match),
        "order": tuple(standing.player for standing in table),
        "ranks": {standing.player: standing.rank for standing in table},
        "changes": {standing.player: standing.change for standing in table},
        "to_go": {standing.player: standing.to_go for standing in table},
        "numbers": tuple(hand_number(match, index) for index in range(len(hands))),
        "deals_next": deals_next(match, tuple(seats or everybody)),
    }


def ask_joining(totals, how):
    return {"points": joining_points(totals, Joining(how))}


def read_hand(hand, everybody):
    return Hand(
        dealer=hand["dealer"],
        seats=tuple(hand.get("seats", everybody)),
        colours=suggest_colours(len(everybody)),
        state=HandState(hand.get("state", "closed")),
        piles=read_piles(hand.get("piles", {})),
        choice=Choice(hand["choice"]) if "choice" in hand else None,
    )


def read_piles(piles):
    return {
        player: Count(plain=pile) if isinstance(pile, int) else Count(**pile)
        for player, pile in piles.items()
    }


def as_tables(problems):
    return tuple({"code": problem.code, **problem.params} for problem in problems)
