"""How long does a search of the rules take, once every language is indexed?"""

import time

from companion.rulebook.library import Library
from tests.bench.figures import Figure, percentile

ROUNDS = 40
QUESTIONS = (
    "thief",
    "two special cards in one turn",
    "shiffter lst crad of teh dekc xqzwv",
    "bomba sin cartas en la mano del otro",
    "можно ли сыграть две спецкарты за один ход",
    "воришьку",
)


def take_figures():
    """Yield a figure for a word, a question, and one full of slips."""
    library = Library()
    library.prepare().join()
    for question in QUESTIONS:
        times = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            library.search(question, "en")
            times.append(1000 * (time.perf_counter() - started))
        yield Figure(f"search: {question}, p95", percentile(times, 95), 10)
