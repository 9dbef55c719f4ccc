import io
import re
import sys
from xml.etree import ElementTree

import pytest

from companion import qr
from tests.scan import NEEDS_ZBAR, scan_rows, scan_terminal, scan_text

URL = "http://192.168.1.23:8765/j/Zx3kPq0vT9uWm2nLrB7cAa"


class _Console(io.StringIO):
    def __init__(self, encoding, *, is_tty):
        super().__init__()
        self._encoding, self._is_tty = encoding, is_tty

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return self._is_tty


@pytest.fixture
def console(monkeypatch):
    """Return a function that makes standard output this kind of console."""

    def set_console(encoding="utf-8", *, is_tty=True):
        monkeypatch.setattr(sys, "stdout", _Console(encoding, is_tty=is_tty))

    return set_console


def drawn(svg):
    """Return the rows of brightnesses of our own SVG."""
    root = ElementTree.fromstring(svg)
    size = int(root.get("viewBox").split()[2])
    rows = [[1] * size for _ in range(size)]
    path = root.findall("{http://www.w3.org/2000/svg}path")[1].get("d")
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", path):
        rows[int(y)][int(x) : int(x) + int(width)] = [0] * int(width)
    return rows


@NEEDS_ZBAR
@pytest.mark.parametrize("text", [URL, "HTTP://10.0.0.5", "http://[fd00::1]:8765/j/x", "l’été à Łódź"])
def test_the_code_on_a_page_reads_as_the_text(text):
    assert scan_rows(drawn(qr.svg(text))) == text


def test_the_code_on_a_page_stands_on_a_white_plate_four_modules_wider():
    rows = drawn(qr.svg(URL))

    margins = [*rows[:4], *rows[-4:], *(row[:4] + row[-4:] for row in rows)]

    assert all(all(row) for row in margins)
    assert 'fill="#fff" d="M0 0h' in qr.svg(URL)


def test_the_code_on_a_page_has_no_style_and_no_script():
    svg = qr.svg(URL)

    assert "style" not in svg
    assert "<script" not in svg
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_code_on_a_page_is_small():
    assert len(qr.svg(URL)) < 10_000


def test_a_label_makes_it_an_image_to_screen_readers():
    root = ElementTree.fromstring(qr.svg(URL, label='Ana & "Bea"'))

    assert root.get("role") == "img"
    assert root.get("aria-label") == 'Ana & "Bea"'


def test_without_a_label_it_is_hidden_from_screen_readers():
    root = ElementTree.fromstring(qr.svg(URL))

    assert root.get("aria-hidden") == "true"
    assert root.get("role") is None


def test_a_text_beyond_level_m_still_gets_a_code():
    assert qr.svg("x" * 2500).startswith("<svg")


def test_a_text_too_long_for_any_code_is_refused():
    with pytest.raises(ValueError, match="too long"):
        qr.svg("x" * 3000)


@NEEDS_ZBAR
def test_a_terminal_shows_it_readable_on_dark_and_on_light(console):
    console()

    lines = qr.terminal(URL).splitlines()

    # The colours are set with each line, so the terminal's own do not matter.
    assert all(line.startswith("\x1b[30;47;107m") and line.endswith("\x1b[0m") for line in lines)
    assert scan_terminal("\n".join(lines)) == URL


@NEEDS_ZBAR
def test_a_log_holds_it_as_plain_text_for_a_dark_background(console):
    console(is_tty=False)

    text = qr.terminal(URL)

    assert "\x1b" not in text
    assert scan_text(text) == URL


def test_a_terminal_of_80_by_24_holds_the_whole_code(console):
    console()

    lines = qr.terminal(URL).splitlines()

    assert len(lines) <= 22
    assert all(len(re.sub(r"\x1b\[[\d;]*m", "", line)) <= 45 for line in lines)


@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "cp850"])
def test_an_encoding_with_half_blocks_shows_it(console, encoding):
    console(encoding)

    assert qr.terminal(URL).encode(encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "iso8859-1", "no-such-encoding", None])
def test_an_encoding_without_half_blocks_shows_nothing(console, encoding):
    console(encoding)

    assert qr.terminal(URL) == ""
