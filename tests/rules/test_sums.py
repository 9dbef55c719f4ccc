"""Do the sums give the answers of the worked examples in `sums.toml`?"""

import tomllib
from pathlib import Path

import pytest

from companion.rules.deck import suggest_colours
from companion.rules.errors import RuleError
from companion.rules.possible import find_sums
from companion.rules.sums import Card, check_sum, format_cards, matching_targets, over_by, parse_cards

BOOK = tomllib.loads(Path(__file__).with_name("sums.toml").read_text("utf-8"))
EXAMPLES = [
    pytest.param(kind, example, id=f"{kind}: {example['fact']}")
    for kind, examples in BOOK.items()
    for example in examples
]
CLAUSES = {
    "The box: 65 cards",
    "A turn",
    "The [T!] cards",
    "When the Central Deck is used up",
    "End of the hand and its count",
    "What follows from the facts",
    "Silent",
}


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_the_sums_give_the_answer_of_the_worked_example(kind, example):
    ask = globals()[f"ask_{kind}"]

    answers = answer(ask, example["given"])

    assert {question: answers.get(question) for question in example["expect"]} == example["expect"]


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_a_worked_example_of_a_sum_names_its_clause_and_expects_something(kind, example):
    assert set(example) == {"fact", "clause", "given", "expect"}
    assert example["clause"] in CLAUSES
    assert example["expect"]


@pytest.mark.parametrize("value", [0, 7, -1])
def test_no_number_card_has_another_value_than_1_to_6(value):
    with pytest.raises(RuleError) as refusal:
        Card(value)

    assert (refusal.value.code, refusal.value.params) == ("no_such_value", {"value": value})


def answer(ask, given):
    try:
        return as_written(ask(**given))
    except RuleError as error:
        return as_written({"refused": error.code, **error.params})


def as_written(value):
    """Turn an answer into what TOML can write."""
    if isinstance(value, dict):
        return {key: as_written(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [as_written(inner) for inner in value]
    return value


def ask_sum(cards, players=2, **situation):
    verdict = check_sum(parse_cards(cards), colours=suggest_colours(players), **situation)
    problems = [{"code": problem.code, **problem.params} for problem in verdict.problems]
    return {
        "is_right": verdict.is_right,
        "total": verdict.total,
        "spoken": spoken(verdict.steps),
        "count": vars(verdict.count),
        "points": verdict.count.points,
        "is_tweak": verdict.is_tweak,
        "wins_card": verdict.wins_card,
        "problems": problems,
        "codes": [problem["code"] for problem in problems],
        "needs_joker": problems[0].get("needs_joker") if problems else None,
        "surplus_of": [
            format_cards([Card(problem["value"], is_red=problem["is_red"])])
            for problem in problems
            if "in_play" in problem
        ],
    }


def ask_chips(total, **situation):
    return {"lit": matching_targets(total, **situation), "over_by": over_by(total, **situation)}


def ask_text(text, **letters):
    return {"cards": format_cards(parse_cards(text, **letters))}


def ask_possible(hand, table, **situation):
    possible = find_sums(parse_cards(hand), parse_cards(table), **situation)
    return {
        "found": possible.found,
        "best": [format_cards(each.cards) for each in possible.best],
        "points": [each.points for each in possible.best],
        "targets": [each.target for each in possible.best],
        "tweaks": [format_cards(each.cards) for each in possible.best if each.is_tweak],
    }


def spoken(steps):
    first = [format_cards([card]) for card, _ in steps[:1]]
    return first + [f"{format_cards([card])} is {total}" for card, total in steps[1:]]
