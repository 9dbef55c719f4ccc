"""A real companion under a plain host name, and the phones around its table, with their taps counted."""

import contextlib
import re
import socket
import time

from tests.running import Running

from .conftest import LAN_HOST

LANES = ".lane"
PATIENCE = 20_000  # ms; a busy machine is no fault of the page
MOST = (40, 8, 5, 1, 10)


def find_free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class House:
    """One server on one data folder, that can be stopped and started again at the same address."""

    def __init__(self, data):
        self.data = data
        self.port = find_free_port()
        self.url = f"http://{LAN_HOST}:{self.port}"
        self.start()

    def start(self):
        self.running = Running(self.data, "--port", str(self.port), "--public-url", self.url)

    def stop(self):
        self.running.end()

    @property
    def invitation(self):
        return self.running.join_url

    @property
    def host_link(self):
        from companion import keys

        return f"{self.url}/host/{keys.host_token(keys.load_secret(self.data))}"


class Phone:
    """A phone's page; `taps` counts every touch, typing aside, as the design's budgets do."""

    def __init__(self, context):
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.taps = 0
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message):
        # A server that is away is what some tests are about.
        if message.type == "error" and "ERR_" not in message.text and "status of" not in message.text:
            self.complaints.append(message.text)

    def tap(self, selector):
        self.taps += 1
        self.page.tap(selector)

    def tap_button(self, text):
        self.tap(f"button:has-text('{text}'):visible, a.button:has-text('{text}'):visible")

    def go_to(self, place):
        with self.page.expect_navigation(wait_until="load"):
            self.tap(f".bar-link:has-text('{place}')")

    def scan(self, invitation):
        self.page.goto(invitation)

    def arrive(self, invitation, name):
        """Scan the code of a table and sit down there; return the phone."""
        self.scan(invitation)
        self.sit_down(name)
        return self

    def sit_down(self, name):
        self._type_name(name)
        self.tap_button("Sit down")
        self.page.wait_for_selector("#board")

    def sit_down_in_any_language(self, name):
        self._type_name(name)
        self.page.press("input[name=new]", "Enter")
        self.page.wait_for_selector("#board")

    def _type_name(self, name):
        if not self.page.is_visible("input[name=new]"):
            self.tap(".new-tile summary")
        self.page.fill("input[name=new]", name)

    def tap_cards(self, **counts):
        for card_type, times in counts.items():
            for _ in range(times):
                self.tap(f".count-cards [value={card_type}]")

    def wait_saved(self):
        self.page.wait_for_selector("#pile:not([data-unsaved])", state="attached")

    def done(self):
        """Tap Done and wait for the page after it."""
        with self.page.expect_navigation():
            self.tap("[data-done-button]")

    def type_pile(self, *numbers):
        """Type five numbers on the pad and send them; it jumps on by itself where no more digit fits.

        They are given plain cards first, and typed in the order of the pad.
        """
        plain, red, five, red_five, tweak = zip(numbers, MOST, strict=True)
        for number, most in (red_five, five, red, plain):
            self._type_digits(number)
            if 0 < number * 10 <= most:
                self.tap("[data-next]")
        self._type_digits(tweak[0])
        with self.page.expect_navigation():
            self.tap("[data-next]")

    def _type_digits(self, number):
        for digit in str(number):
            self.tap(f"[data-digit='{digit}']")

    @property
    def standings(self):
        """What the scores page says: name -> total, in the order of the lanes."""
        lanes = self.page.locator(LANES).evaluate_all(
            """lanes => lanes.map(lane => [
                lane.querySelector('.lane-name').firstChild.textContent.trim(),
                Number(lane.querySelector('.lane-total').textContent)])"""
        )
        return dict(lanes)

    def wait_standings(self, expected):
        """Wait until the page shows these totals; a wrong page says what it shows instead."""
        self.page.wait_for_load_state()
        give_up = time.monotonic() + PATIENCE / 1000
        while self.standings != expected and time.monotonic() < give_up:
            self.page.wait_for_timeout(50)
        assert self.standings == expected

    @property
    def table_path(self):
        return re.match(r"https?://[^/]+(/t/[^/]+)/", self.page.url)[1]


def points(plain=0, red=0, five=0, red_five=0, tweak=0):
    """The printed points of a pile, added here once more by hand."""
    return plain + 3 * red + 4 * five + 5 * red_five + 2 * tweak
