"""How long do one check and the search among 54 open cards take? Run from the checkout with `python -m`:

python -m tests.bench.bench_sums
"""

import random
from collections.abc import Callable
from functools import partial
from statistics import quantiles
from time import perf_counter

from companion.rules.cards import COLOURS
from companion.rules.kinds import Card
from companion.rules.possible import find_sums
from companion.rules.sums import check_sum, format_cards, parse_cards

KINDS = parse_cards("1 2 3 4 5 6 r1 r2 r3 r4 r5 r6")
DECK = parse_cards("112233456" * 5 + "r1r1r2r2r3r3r4r5r6")
TIMES = 2_000


def main() -> None:
    """Print a line of figures for each question."""
    chance = random.Random(7)
    sums = [format_cards(chance.choices(KINDS, k=chance.randint(1, 6))) for _ in range(TIMES)]
    hands = [tuple(chance.sample(KINDS, 3)) for _ in range(TIMES)]
    worst = parse_cards("1 r1 2")
    print(f"{'milliseconds':34}{'p50':>8}{'p95':>8}{'worst':>8}")
    show("read and check a sum", [timed(partial(check, text)) for text in sums])
    show("54 open, any hand", [timed(partial(search, hand, joker=False)) for hand in hands])
    show("54 open, any hand, a Joker", [timed(partial(search, hand, joker=True)) for hand in hands])
    show("54 open, 1,740 sums, a Joker", [timed(partial(search, worst, joker=True)) for _ in hands])


def check(text: str) -> None:
    """Answer one checked sum, as a page would show it."""
    _ = check_sum(parse_cards(text), target=9, colours=COLOURS, takes_all=True).count.points


def search(hand: tuple[Card, ...], *, joker: bool) -> None:
    """Answer what was possible at the target with the most sums."""
    find_sums(hand, DECK, target=10, joker=joker)


def timed(answer: Callable[[], None]) -> float:
    """Give the milliseconds of one answer."""
    start = perf_counter()
    answer()
    return (perf_counter() - start) * 1_000


def show(question: str, taken: list[float]) -> None:
    """Print one line."""
    cuts = quantiles(taken, n=20)
    print(f"{question:34}{cuts[9]:8.3f}{cuts[18]:8.3f}{max(taken):8.3f}")


if __name__ == "__main__":
    main()
