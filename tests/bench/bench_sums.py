"""How long do one check, over HTTP too, and the search among 54 open cards take? Run it with `python -m`:

python -m tests.bench.bench_sums
"""

import contextlib
import http.client
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from urllib.parse import quote_plus, urlencode

from companion.rules.cards import COLOURS
from companion.rules.kinds import Card
from companion.rules.possible import find_sums
from companion.rules.sums import check_sum, format_cards, parse_cards
from tests.bench.figures import Figure, percentile
from tests.running import Running

KINDS = parse_cards("1 2 3 4 5 6 r1 r2 r3 r4 r5 r6")
DECK = parse_cards("112233456" * 5 + "r1r1r2r2r3r3r4r5r6")
TIMES = 2_000


def take_figures() -> Iterator[Figure]:
    """Yield how long the hardest search takes: 1,740 sums."""
    worst = parse_cards("1 r1 2")
    times = [timed(partial(search, worst, joker=True)) for _ in range(300)]
    yield Figure("every sum on the table, all 54 cards open, p95", percentile(times, 95), 5)


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
    with playing() as table:
        addresses = [f"{table.home}check?cards={quote_plus(text)}" for text in sums]
        show("one tap over HTTP", [timed(partial(table.get, f"{each}&part=answer")) for each in addresses])
        show("its page over HTTP", [timed(partial(table.get, each)) for each in addresses])


class Table:
    """A phone of a real server, in the first hand of a match, on one open line."""

    def __init__(self, running: Running) -> None:
        self.origin = {"Origin": f"http://127.0.0.1:{running.port}"}
        self.line = http.client.HTTPConnection("127.0.0.1", running.port)
        self.cookie = ""
        invitation = "/j/" + running.join_url.partition("/j/")[2]
        self.home = self.send(invitation, new="Ana")
        self.send(f"{self.home}new/player", name="Bea")
        names = re.findall(
            r'value="pick:(\w+)"', self.get(self.home + "new?" + urlencode(self._seats(), doseq=True))
        )
        self.send(
            f"{self.home}new", seat=names, dealer=names[0], by="table", target=100, after="", colour=COLOURS
        )

    def _seats(self) -> dict[str, list[str]]:
        return {"seat": re.findall(r'value="add:(\w+)"', self.get(f"{self.home}new"))}

    def get(self, path: str) -> str:
        """Open a page."""
        self.line.request("GET", path, headers={"Cookie": self.cookie})
        answer = self.line.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, answer.status
        return text

    def send(self, path: str, **form: object) -> str:
        """Send a form and return where it leads."""
        headers = {**self.origin, "Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self.line.request("POST", path, urlencode({"op": path, **form}, doseq=True), headers)
        answer = self.line.getresponse()
        answer.read()
        self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
        return answer.headers.get("Location", "")


@contextlib.contextmanager
def playing() -> Iterator[Table]:
    """Start a server on an empty folder and a match at its table."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data", "--port", "0", "--host", "127.0.0.1")
        try:
            yield Table(running)
        finally:
            running.end()


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
