"""What is true behind the stub's pages, and what can go wrong there?"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from .script_pages import TYPES

Answer = dict[str, object]


@dataclass
class Table:
    """One table with one pile: its state, the knobs, and what was seen of the phones."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 0))
    revision: int = 3
    done: bool = False
    is_open: bool = True
    table_revision: int = 10
    next_url: str | None = "/scores"

    body_data: dict[str, str] = field(default_factory=dict)
    form_data: dict[str, str] = field(default_factory=dict)
    has_htmx: bool = True
    lang: str = "en"

    delay: float = 0.0  # seconds before a save is looked at
    is_holding: bool = False  # saves wait while this is set
    save_status: int = 200  # anything else is the answer, and nothing is saved
    save_answer: Answer = field(default_factory=dict)
    is_losing_answers: bool = False  # saves are committed, then the line drops
    is_holding_reads: bool = False
    read_status: int = 200
    is_away: bool = False  # every line drops at once
    is_hanging: bool = False  # nothing is answered while this is set
    stream_status: int = 200
    is_silent: bool = False  # streams stay open and say nothing
    is_curt: bool = False  # streams say goodbye at once
    board_status: int = 200
    is_board_hanging: bool = False
    is_board_cut: bool = False

    visits: list[str] = field(default_factory=list)
    saves: list[dict[str, str]] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    times: list[tuple[str, float]] = field(default_factory=list)  # of the visits, in seconds
    streams: int = 0  # opened so far
    open_streams: int = 0
    byes: int = 0
    at_once: int = 0
    most_at_once: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def note_visit(self, visit: str) -> None:
        self.visits.append(visit)
        self.times.append((visit, time.monotonic()))

    def pauses(self, visit: str) -> list[float]:
        """Return the seconds between visits of one kind."""
        times = [moment for kind, moment in self.times if kind == visit]
        return [after - before for before, after in pairwise(times)]

    def tell(self) -> None:
        """Raise the table's revision, as every change does."""
        with self.changed:
            self.table_revision += 1
            self.changed.notify_all()

    def say_goodbye(self) -> None:
        with self.changed:
            self.byes += 1
            self.changed.notify_all()

    def release(self) -> None:
        """Let everything go that is held back."""
        self.is_holding = self.is_holding_reads = self.is_hanging = self.is_board_hanging = False

    def wait_for_change(self, seconds: float) -> None:
        with self.changed:
            self.changed.wait(seconds)

    def change_pile(self, **counts: int) -> None:
        """Let another phone change the pile."""
        self.counts = {**self.counts, **counts}
        self.revision += 1
        self.tell()

    def count_stream(self, change: int) -> None:
        with self.changed:
            self.streams += max(0, change)
            self.open_streams += change

    @contextmanager
    def counted_at_once(self) -> Iterator[None]:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            yield
        finally:
            self.at_once -= 1


def save(table: Table, form: dict[str, str]) -> tuple[Answer, int]:
    """Answer one save as the product does: the same operation gets the same answer."""
    if form["op"] in table.answers:
        return table.answers[form["op"]], 200
    counts = {name: int(form[name]) for name in TYPES}
    if int(form["base"]) != table.revision and counts != table.counts:
        return {"code": "stale"}, 409
    table.counts = counts
    table.done = form.get("done") == "1"
    table.revision += 1
    table.tell()
    answer: Answer = {
        "revision": table.revision,
        "done": table.done,
        "next": table.next_url if table.done else None,
    }
    table.answers[form["op"]] = answer
    return answer, 200
