"""What do people and their phones do: lock the screen, lose the Wi-Fi, tap fast, wait?"""

import time

HIDING = """is_hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => is_hidden });
  Object.defineProperty(document, 'visibilityState',
    { configurable: true, get: () => is_hidden ? 'hidden' : 'visible' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}"""


def lock(page) -> None:
    """Hide the page as a locked screen does."""
    page.evaluate(HIDING, True)


def unlock(page) -> None:
    page.evaluate(HIDING, False)


def tap(page, *names: str) -> None:
    """Tap count cards, one after the other."""
    for name in names:
        page.tap(f"[data-type={name}]")


def wait_until(page, is_so, *, seconds: float = 5.0) -> float:
    """Let the page run until something is so; return how long it took, in seconds."""
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() - start < seconds, "it never came to be so"
        page.wait_for_timeout(10)
    return time.monotonic() - start


def wait_until_saved(page) -> None:
    page.wait_for_selector("#pile:not([data-unsaved])", state="attached")


def sum_of(page) -> str | None:
    return page.text_content("[data-points-sum], [data-typed]")


def watch_errors(page) -> list[str]:
    """Collect what the page's scripts and its content policy complain about."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: _keep(message, errors))
    return errors


def _keep(message, errors: list[str]) -> None:
    if message.type == "error" and "Content Security Policy" in message.text:
        errors.append(message.text)
