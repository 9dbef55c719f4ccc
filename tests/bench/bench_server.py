"""How fast is the server up, how much memory does it hold, how soon do phones hear of a change?"""

import contextlib
import http.client
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.bench.figures import Figure, percentile
from tests.running import Running

SAVES = 100
LINUX = sys.platform == "linux"


def take_figures():
    """Yield the figures of a real server in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        Running(Path(folder), "--port", "0", "--host", "127.0.0.1").stop()
        started = time.perf_counter()
        running = Running(Path(folder), "--port", "0", "--host", "127.0.0.1")
        assert running.ask("GET", "/healthz")[0] == 200
        yield Figure("companion -> first page served", time.perf_counter() - started, 0.7, "s")
        if LINUX:
            yield Figure("memory, idle", memory_of(running), 60, "MB")
        yield from wire(running, phones=6, tables=1, budget=30)
        if LINUX:
            yield from wire(running, phones=200, tables=100, budget=100)
            yield Figure("memory, with 200 streams", memory_of(running), 110, "MB")
        running.stop()
    if LINUX:
        with tempfile.TemporaryDirectory() as folder:
            running = Running(Path(folder), "--port", "0", "--host", "127.0.0.1", "--streams", "600")
            yield from wire(running, phones=600, tables=100, budget=100)
            yield Figure("memory, with 600 streams", memory_of(running), 110, "MB")
            running.stop()


def memory_of(running):
    """Return the resident memory of the server in MB."""
    for line in Path(f"/proc/{running.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


class Listener(threading.Thread):
    """One phone's stream: keeps when it heard of each revision."""

    def __init__(self, running, cookie, path):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        self.connection.request("GET", f"{path}/events", headers={"Cookie": cookie})
        self.stream = self.connection.getresponse()
        self.is_open = self.stream.status == 200
        self.heard = {}

    def run(self):
        # Closed under its reader, the stream raises whatever it was in the middle of.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            while line := self.stream.readline():
                if line.startswith(b"data:"):
                    self.heard.setdefault(int(line[5:]), time.perf_counter())


def wire(running, *, phones, tables, budget):
    """Yield how long a change takes to the last of the phones of its table."""
    cookie, path = running.become_host()
    paths = [path, *(open_table(running, cookie) for _ in range(tables - 1))]
    listeners = {one: [] for one in paths}
    for number in range(phones):
        one = paths[number % len(paths)]
        listener = Listener(running, cookie, one)
        if listener.is_open:
            listener.start()
            listeners[one].append(listener)
    opened = sum(map(len, listeners.values()))
    delays = []
    for number in range(SAVES):
        started = time.perf_counter()
        revision = change(running, cookie, path, number)
        time.sleep(0.05)
        delays += [1000 * (one.heard[revision] - started) for one in listeners[path] if revision in one.heard]
    yield Figure(
        f"a save on the wire, {opened} streams of {phones} phones at {tables} tables, p99",
        percentile(delays, 99),
        budget,
    )
    for one in (listener for group in listeners.values() for listener in group):
        one.stream.close()


def change(running, cookie, path, number):
    """Change the table as cheaply as can be and return the revision it has then."""
    post(running, cookie, f"{path}/lock", f"is_locked={number % 2}&op=bench-{time.time_ns()}")
    return int(running.ask("GET", f"{path}/revision", Cookie=cookie)[2])


def open_table(running, cookie):
    headers = post(running, cookie, "/tables", f"name=Bench&op=bench-{time.time_ns()}")
    return headers["Location"].removesuffix("/invite")


def post(running, cookie, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    origin = f"http://127.0.0.1:{running.port}"
    kind = "application/x-www-form-urlencoded"
    connection.request("POST", path, body, {"Cookie": cookie, "Origin": origin, "Content-Type": kind})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 303, answer.status
    headers = dict(answer.getheaders())
    connection.close()
    return headers
