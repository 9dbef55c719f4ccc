"""The television as a browser draws it: nothing cut, legible from afar, live, and three seconds of joy."""

import logging
import subprocess
import threading

import pytest
from werkzeug.serving import make_server

from companion.app import first_invite
from companion.config import Settings
from tests.conftest import BASE_URL
from tests.conftest import Phone as Guest
from tests.scan import NEEDS_ZBAR

from .conftest import LAN_HOST

pytestmark = pytest.mark.browser

LONG = (
    "Maximiliane-Konstantinaa",
    "Александра-Константинова",
    "Małgorzata-Władysława Zą",
    "Žofie Ďurďovičová Šťasná",
    "Жужжащий Щеглощёлкающий",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
)
SHORT = ("Ana", "Bea", "Carlo", "Dina")
PILES = (
    {"plain": 9, "red": 3},
    {"plain": 12},
    {"plain": 4, "five": 1},
    {"plain": 3, "tweak": 1},
    {"plain": 2},
    {"plain": 1},
)
SIZES = {"1280x720": (1280, 720), "1920x1080": (1920, 1080), "3840x2160": (3840, 2160), "4:3": (1024, 768)}
PHASES = ("invite", "dealt", "closed", "counting", "ready", "over")

# What sticks out of the screen or of its own box, and which blocks lie on each other.
FAULTS = """() => {
    const name = (element) => `${element.tagName}.${element.getAttribute('class')}`;
    const shown = [...document.querySelectorAll('#screen, #screen *')].filter((element) =>
        !element.closest('.falling, .visually-hidden') && element.getClientRects().length);
    const outside = shown.filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    });
    const cut = shown.filter((element) => !(element instanceof SVGElement) &&
        getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 2);
    const overlaps = [...document.querySelectorAll('.tv-lanes, .tv-rest, .tv-side, .tv-others, .tv-counting')]
        .flatMap((list) => [...list.children].slice(1).filter((child) => child.getBoundingClientRect().top <
            child.previousElementSibling.getBoundingClientRect().bottom - 1));
    const page = document.documentElement;
    const scrolls = page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
    return [...outside.map((e) => `outside ${name(e)}`), ...cut.map((e) => `cut ${name(e)}`),
        ...overlaps.map((e) => `overlapped ${name(e)}`), ...(scrolls ? ['scrolls'] : [])];
}"""

# How high the digits of the smallest total are, as a part of the screen's height.
DIGITS = """() => Math.min(...[...document.querySelectorAll('.tv-total')].map((total) => {
    const pen = document.createElement('canvas').getContext('2d');
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(total);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText('0').actualBoundingBoxAscent / innerHeight;
}))"""
FALL_ENDS = """() => document.getAnimations()
    .filter((animation) => animation.animationName === 'fall')
    .map((animation) => animation.effect.getComputedTiming().endTime)"""
STILL_SEEN = """() => [...document.querySelectorAll('.falling rect')].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
}).length"""


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path / "data", open_browser=False, public_url=f"http://{LAN_HOST}")


@pytest.fixture
def url(app):
    """Serve the companion and return where."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{LAN_HOST}:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def sit_down(app):
    """Bring people to the table; return the phone of the first."""
    invitation = first_invite(app).url.removeprefix(BASE_URL)

    def arrive(names):
        first, *_ = (Guest(app, invitation).sit_down(name) for name in names)
        return first

    return arrive


@pytest.fixture
def turn_on(url, new_phone):
    """Turn on a television at the table and return its page."""

    def make(phone, *, size=(1280, 720), **options):
        viewport = dict(zip(("width", "height"), size, strict=True))
        screen = {"viewport": viewport, "device_scale_factor": 1, "is_mobile": False, "has_touch": False}
        page = new_phone(**{**screen, **options}).new_page()
        page.goto(url + phone.invitation)
        page.click("button:has-text('Just watching')")
        page.goto(f"{url}{phone.home}tv")
        return page

    return make


def count(phone, names):
    for name, pile in zip(names, PILES, strict=False):
        phone.save_pile(name, **pile, anyway=1)


def bring_to(phase, phone, names):
    """Play up to a phase."""
    if phase == "invite":
        return
    phone.start_match(*names, target=15 if phase == "over" else 100)
    if phase == "dealt":
        return
    count(phone, names)
    if phase != "ready":
        phone.close_hand()
    if phase == "counting":
        phone.save_pile(names[0], done=False, plain=1)


@pytest.mark.parametrize("names", [LONG, SHORT[:2]], ids=["six", "two"])
@pytest.mark.parametrize("phase", PHASES)
def test_nothing_is_cut_and_nothing_scrolls(sit_down, turn_on, phase, names):
    phone = sit_down(names)
    bring_to(phase, phone, names)

    page = turn_on(phone, reduced_motion="reduce")

    faults = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[size] = page.evaluate(FAULTS)
    assert faults == {size: [] for size in SIZES}


@pytest.mark.parametrize(("names", "least"), [(LONG, 0.08), (SHORT, 0.1)], ids=["six", "four"])
@pytest.mark.parametrize("phase", ["closed", "over"])
def test_totals_are_legible_from_three_metres(sit_down, turn_on, phase, names, least):
    phone = sit_down(names)
    bring_to(phase, phone, names)

    page = turn_on(phone)

    assert page.evaluate(DIGITS) >= (least if phase == "closed" else 0.08)


def test_a_table_that_has_very_many_people_still_fits_the_code(sit_down, turn_on):
    page = turn_on(sit_down([f"{number} {LONG[0]}"[:24] for number in range(14)]))

    assert page.evaluate(FAULTS) == []


@NEEDS_ZBAR
@pytest.mark.parametrize("phase", ["invite", "counting", "over"])
def test_the_code_on_the_screen_can_be_scanned(sit_down, turn_on, tmp_path, phase):
    phone = sit_down(SHORT)
    bring_to(phase, phone, SHORT)
    page = turn_on(phone, reduced_motion="reduce")
    page.screenshot(path=tmp_path / "screen.png")

    words = ("zbarimg", "--quiet", "--raw", str(tmp_path / "screen.png"))
    read = subprocess.run(words, capture_output=True, text=True, check=True)

    assert read.stdout.strip() == BASE_URL + phone.invitation


def test_what_is_counted_on_a_phone_is_seen_at_once(sit_down, turn_on):
    phone = sit_down(SHORT)
    phone.start_match(*SHORT)
    page = turn_on(phone)

    page.wait_for_selector("body[data-live=on]")
    phone.save_pile("Ana", plain=9)

    page.wait_for_selector("h2:has-text('Still counting')", timeout=1500)
    assert page.inner_text(".tv-counting").split() == ["🐻", "Bea", "🐸", "Carlo", "🐼", "Dina"]


def test_a_match_that_begins_takes_the_place_of_the_code(sit_down, turn_on):
    phone = sit_down(SHORT)
    page = turn_on(phone)

    page.wait_for_selector("body[data-live=on]")
    phone.start_match(*SHORT)

    page.wait_for_selector("h1:has-text('Hand 1')", timeout=1500)


def test_at_the_end_small_cards_fall_for_three_seconds(sit_down, turn_on):
    phone = sit_down(SHORT)
    phone.start_match(*SHORT, target=15)
    count(phone, SHORT)
    page = turn_on(phone)
    page.wait_for_selector("body[data-live=on]")

    phone.close_hand()

    page.wait_for_selector("h1:has-text('Ana wins')")
    ends = page.evaluate(FALL_ENDS)
    assert len(ends) > 20
    assert 2500 < max(ends) <= 3000
    page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish())")
    assert page.evaluate(STILL_SEEN) == 0


def test_news_do_not_let_the_cards_fall_anew(sit_down, turn_on):
    phone = sit_down(SHORT)
    bring_to("over", phone, SHORT)
    page = turn_on(phone)
    page.wait_for_selector("body[data-live=on]")
    page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish())")

    sit_down(["Emil"])
    page.wait_for_timeout(600)

    assert page.evaluate(STILL_SEEN) == 0


def test_with_reduced_motion_nothing_falls(sit_down, turn_on):
    phone = sit_down(SHORT)
    bring_to("over", phone, SHORT)

    page = turn_on(phone, reduced_motion="reduce")

    assert page.evaluate(FALL_ENDS) == []
    assert not page.is_visible(".falling")
