"""How does the computer stay awake while phones are at the table?"""

import contextlib
import threading
from collections.abc import Callable, Iterator

CHECK_SECONDS = 20.0


@contextlib.contextmanager
def keep_awake(is_wanted: Callable[[], bool], *, check_seconds: float = CHECK_SECONDS) -> Iterator[None]:
    """Keep the computer from falling asleep by itself whenever `is_wanted` says so.

    Where the system does not allow it, nothing happens; and no system stays awake with the lid closed.
    """
    stopped = threading.Event()
    thread = threading.Thread(target=_watch, args=(is_wanted, stopped, check_seconds), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(timeout=1)


def _watch(is_wanted: Callable[[], bool], stopped: threading.Event, check_seconds: float) -> None:
    with contextlib.ExitStack() as waking:
        is_kept = False
        while not stopped.wait(check_seconds if is_kept else min(1.0, check_seconds)):
            if is_wanted() and not is_kept:
                is_kept = True
                waking.enter_context(_wake_lock())
            elif is_kept and not is_wanted():
                is_kept = False
                waking.close()


def _wake_lock() -> contextlib.AbstractContextManager[object]:
    # Imported when first wanted: it takes 0.1 s, and a start should not wait for it.
    from wakepy import keep  # noqa: PLC0415

    return keep.running(on_fail="pass")
