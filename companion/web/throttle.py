"""How are tries at a short code slowed down?"""

import threading
import time
from collections.abc import Callable

MOST_CALLERS = 1000


class Throttle:
    """A bucket of tries for each caller and one for all together, refilled over time."""

    def __init__(
        self,
        *,
        tries: int = 10,
        seconds_per_try: float = 6.0,
        tries_of_all: int = 60,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tries, self._seconds, self._of_all = tries, seconds_per_try, tries_of_all
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def allow(self, caller: str) -> bool:
        """Take one try of a caller (an address); False when there is none left for now."""
        with self._lock:
            if len(self._buckets) > MOST_CALLERS:
                self._buckets.clear()
            # Who is refused takes nothing from the others.
            return self._take(f"caller {caller}", most=self._tries, seconds=self._seconds) and self._take(
                "all", most=self._of_all, seconds=self._seconds * self._tries / self._of_all
            )

    def _take(self, key: str, *, most: int, seconds: float) -> bool:
        now = self._clock()
        left, since = self._buckets.get(key, (float(most), now))
        left = min(float(most), left + (now - since) / seconds)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        return allowed
