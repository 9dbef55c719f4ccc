"""Photograph the running companion for the README: python -m tools.pictures

Starts the real server on an empty folder, lets a table of four play two hands as their phones would, and
writes docs/pictures/*.png. Needs the packages of the tests, and Chromium with a colour emoji font.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.evening import Phone, find_free_port
from tests.running import Running
from tools.small_png import shrink

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MOST_BYTES = 60 * 1024
ADDRESS = "192.168.1.23:8765"
NAMES = ("Ana", "Bea", "Carlo", "Dina")
# All the rest, red, 5 not red, THE red 5, [T!]: what each has won, hand by hand.
HANDS = (
    ((9, 3, 1, 0, 2), (8, 1, 1, 0, 0), (7, 2, 1, 1, 3), (6, 2, 1, 0, 1)),
    ((7, 2, 1, 0, 1), (9, 3, 0, 1, 1), (8, 2, 2, 0, 2), (5, 1, 1, 0, 0)),
)
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SCREEN = {"viewport": {"width": 1280, "height": 720}}


def main() -> None:
    """Write every picture anew, and say how big each is."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with _house() as (browser, invitation):
        ana = _sit_down(browser, invitation, "Ana")
        bea = _sit_down(browser, invitation, "Bea", color_scheme="dark")
        _start_match(ana)
        for piles in HANDS:
            _play_hand(ana, piles)
        _photograph_phones(ana, bea)
        _photograph_television(browser, invitation)
    for picture in sorted(PICTURES.glob("*.png")):
        print(f"{picture.name}: {picture.stat().st_size // 1024} KB")
        if picture.stat().st_size > MOST_BYTES:
            sys.exit(f"{picture.name} is too big for the README")


@contextmanager
def _house() -> Iterator[tuple[Browser, str]]:
    """Start the companion, and a browser that finds it under the address of a home."""
    port = find_free_port()
    words = ("--host", "127.0.0.1", "--port", str(port), "--public-url", f"http://{ADDRESS}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(Path(folder) / "data", *words)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[f"--host-resolver-rules=MAP {ADDRESS} 127.0.0.1:{port}"],
        )
        try:
            yield browser, running.join_url
        finally:
            browser.close()
            running.end()


def _sit_down(browser: Browser, invitation: str, name: str, **options: str) -> Phone:
    phone = Phone(browser.new_context(**PHONE, locale="en-GB", **options))
    phone.scan(invitation)
    phone.sit_down(name)
    return phone


def _start_match(phone: Phone) -> None:
    phone.tap_button("New match")
    phone.tap(".known-tile:has-text('Bea')")
    for name in NAMES[2:]:
        if not phone.page.is_visible("#new-name"):
            phone.tap("#line-up summary")
        phone.page.fill("#new-name", name)
        phone.tap_button("Add")
        phone.page.wait_for_selector(f".seat:has-text('{name}')")
    phone.tap_button("Start the match")
    phone.page.wait_for_selector(".deal-card")


def _play_hand(phone: Phone, piles: tuple[tuple[int, ...], ...]) -> None:
    """Count every pile on one phone and close the hand."""
    phone.go_to("Count")
    phone.tap(".strip-pad")
    for pile in piles:
        phone.page.wait_for_selector(".digits")
        phone.type_pile(*pile)
    phone.tap(".thumb .button.main")
    phone.page.wait_for_selector("#board h1")


def _photograph_phones(ana: Phone, bea: Phone) -> None:
    bea.page.wait_for_selector("h1:has-text('is counted')")
    bea.page.wait_for_selector(".is-fresh", state="detached")
    _take(bea.page, "scores")
    bea.go_to("Check")
    for card in ("4", "3", "r2"):
        bea.tap(f".card-key[value='{card}']")
    bea.page.wait_for_selector(".black-card.is-lit")
    _take(bea.page, "check")
    ana.go_to("Count")
    ana.tap_cards(plain=7, red=2, five=1)
    ana.wait_saved()
    _take(ana.page, "count")


def _photograph_television(browser: Browser, invitation: str) -> None:
    page = browser.new_context(**SCREEN, locale="en-GB", color_scheme="dark").new_page()
    page.goto(invitation)
    page.click("button:has-text('Just watching')")
    page.goto(page.url + "tv")
    _take(page, "television")


def _take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(400)
    # The pages' own policy forbids them to read a picture: a blank page does.
    reader = page.context.new_page()
    (PICTURES / f"{name}.png").write_bytes(shrink(reader, page.screenshot()))
    reader.close()


if __name__ == "__main__":
    main()
