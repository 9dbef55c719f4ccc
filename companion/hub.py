"""Who is listening to a table right now, and how they hear that it has changed."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

RETRY = "retry: 1500\n\n"


@dataclass
class _Channel:
    """One table: its newest revision known here, and a bell that only its own streams hear."""

    bell: threading.Condition = field(default_factory=threading.Condition)
    revision: int = 0
    watchers: int = 0


class Hub:
    """Carry table revisions to open streams; knows nothing of what has changed.

    `max_streams` caps the streams, `lifetime` and `beat` are seconds, and `check` is how many
    seconds at most pass before a phone that has gone is noticed.
    """

    def __init__(
        self, max_streams: int, *, lifetime: float = 60.0, beat: float = 10.0, check: float = 1.0
    ) -> None:
        self.max_streams = max_streams
        self._lifetime, self._beat, self._check = lifetime, beat, check
        # close() runs inside a signal handler: the main thread may already hold a lock then.
        self._lock = threading.RLock()
        self._channels: dict[str, _Channel] = {}
        self._open = 0
        self._is_closing = False

    @property
    def open_streams(self) -> int:
        """Return how many streams hold a place now."""
        return self._open

    def watching(self, table_id: str) -> int:
        """Return how many streams of this table are running now."""
        with self._lock:
            channel = self._channels.get(table_id)
            return channel.watchers if channel else 0

    def enter(self) -> bool:
        """Take a place for one stream; False when all are taken or the server is stopping."""
        with self._lock:
            if self._is_closing or self._open >= self.max_streams:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give the place back; to be called once for every enter() that was True."""
        with self._lock:
            self._open = max(0, self._open - 1)

    def tell(self, table_id: str, revision: int) -> None:
        """Say that the table has reached this revision; an older one than known is ignored."""
        channel = self._channel(table_id)
        with channel.bell:
            if revision > channel.revision:
                channel.revision = revision
                channel.bell.notify_all()

    def close(self) -> None:
        """End every stream now and let no new one in; safe inside a signal handler."""
        with self._lock:
            self._is_closing = True
            channels = tuple(self._channels.values())
        for channel in channels:
            with channel.bell:
                channel.bell.notify_all()

    def stream(self, table_id: str, revision: int, gone: Callable[[], bool]) -> Iterator[str]:
        """Yield server-sent events: the revision at once and whenever newer, beats, and a goodbye.

        `revision` is the table's as just read, `gone` tells whether the phone has disconnected.
        """
        channel = self._channel(table_id)
        with channel.bell:
            channel.revision = max(channel.revision, revision)
            channel.watchers += 1
        try:
            yield RETRY
            yield from self._events(channel, gone)
        finally:
            with channel.bell:
                channel.watchers -= 1

    def _events(self, channel: _Channel, gone: Callable[[], bool]) -> Iterator[str]:
        sent, started = -1, time.monotonic()
        spoke = started
        while not gone():
            current = self._wait(channel, sent)
            now = time.monotonic()
            if self._is_closing or now - started >= self._lifetime:
                yield _event("bye", current)
                return
            if current != sent:
                sent, spoke = current, now
                yield _event("revision", current)
            elif now - spoke >= self._beat:
                spoke = now
                yield _event("beat", current)

    def _wait(self, channel: _Channel, sent: int) -> int:
        with channel.bell:
            channel.bell.wait_for(lambda: self._is_closing or channel.revision != sent, self._check)
            return channel.revision

    def _channel(self, table_id: str) -> _Channel:
        with self._lock:
            return self._channels.setdefault(table_id, _Channel())


def _event(name: str, revision: int) -> str:
    return f"event: {name}\ndata: {revision}\n\n"
