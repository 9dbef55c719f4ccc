"""What a scanner reads in a QR code of text characters (zbarimg does the reading)."""

import re
import shutil
import subprocess

import pytest

NEEDS_ZBAR = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="zbarimg is not installed")

# What each character shows of its upper and its lower module; 1 is light.
_LIGHT_ON_DARK = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
_DARK_ON_LIGHT = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
_SCALE = 6


def scan_rows(rows):
    """Return what is read in these rows of modules (1 is light)."""
    wide = [bytes(255 * cell for cell in row for _ in range(_SCALE)) for row in rows for _ in range(_SCALE)]
    image = f"P5 {len(wide[0])} {len(wide)} 255\n".encode() + b"".join(wide)
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "pgm:-"], input=image, capture_output=True, check=False
    )
    return done.stdout.decode().strip()


def scan_text(text):
    """Return what is read from a dark screen that shows this text, other lines and all."""
    lines = [line for line in text.splitlines() if line and set(line) <= set(_LIGHT_ON_DARK)]
    return scan_rows([[_LIGHT_ON_DARK[c][half] for c in line] for line in lines for half in (0, 1)])


def scan_terminal(text):
    """Return what is read from a terminal of any colours, where the code sets its own."""
    lines = re.findall(r"\x1b\[30;47;107m(.*?)\x1b\[0m", text)
    return scan_rows([[_DARK_ON_LIGHT[c][half] for c in line] for line in lines for half in (0, 1)])
