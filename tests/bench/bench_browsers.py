"""How soon is a number right on another phone, and what does a first visit cost? (Six real browsers.)"""

import shutil
import tempfile
import time
from pathlib import Path

from tests.bench.figures import Figure, percentile
from tests.browser.conftest import LAN_HOST
from tests.browser.evening import House, Phone

PHONES = ("Ana", "Bea", "Carlo", "Dina", "Elio", "Fay")
SAVES = 40


def take_figures():
    """Yield the figures; nothing where there is no Chromium."""
    executable = shutil.which("chromium")
    if executable is None:
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder) / "data")
        rules = f"--host-resolver-rules=MAP {LAN_HOST} 127.0.0.1"
        browsers = [playwright.chromium.launch(executable_path=executable, args=[rules]) for _ in PHONES]
        yield from visit(browsers[0], house)
        phones = sit_down(browsers, house)
        times = measure(phones)
        yield Figure("save on one phone -> right number on another, p50", percentile(times, 50), 120)
        yield Figure("save on one phone -> right number on another, p95", percentile(times, 95), 250)
        for browser in browsers:
            browser.close()
        house.stop()


def visit(browser, house):
    """Yield what a first visit of the join page transfers."""
    context = browser.new_context()
    page = context.new_page()
    sizes, hosts = [], set()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(house.invitation, wait_until="networkidle")
    page.fill("input[name=new]", "Guest")
    page.click("button[value=new]")
    page.wait_for_selector("#board")
    page.wait_for_timeout(500)
    yield Figure("first visit, join and scores: transferred", sum(sizes) / 1024, 60, "KB")
    yield Figure("first visit: foreign hosts", len(hosts) - 1, 0, "")
    context.close()


def sit_down(browsers, house):
    phones = [
        Phone(browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True))
        for browser in browsers
    ]
    for phone, name in zip(phones, PHONES, strict=True):
        phone.scan(house.invitation)
        phone.sit_down(name)
    first = phones[0]
    first.tap_button("New match")
    for name in PHONES[1:]:
        first.tap(f".known-tile:has-text('{name}')")
        first.page.wait_for_selector(f".seat:has-text('{name}')")
    first.tap_button("Start the match")
    first.page.wait_for_selector(".deal-card")
    return phones


def measure(phones):
    """Return how many ms pass from a tap on one phone to the right number on another, for many taps."""
    first, *others = phones
    first.go_to("Count")
    times = []
    for number in range(1, SAVES + 1):
        other = others[number % len(others)]
        started = time.perf_counter()
        first.page.evaluate("document.querySelector('.count-cards [value=plain]').click()")
        other.page.wait_for_function(
            "text => document.querySelector('.seat-tiles')?.textContent.includes(text)",
            arg=f"{number} card",
            polling=5,
        )
        times.append(1000 * (time.perf_counter() - started))
    return times
