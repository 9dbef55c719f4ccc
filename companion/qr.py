"""How a text looks as a QR code, on a page and in a terminal."""

import sys
from html import escape
from itertools import groupby

import qrcode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.exceptions import DataOverflowError

# Both colours are set, so that the code reads the same on dark and on light terminals; 47 is for
# those that do not know the brighter 107.
_COLOURS_ON, _COLOURS_OFF = "\x1b[30;47;107m", "\x1b[0m"
_PAPER = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_LIGHT = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}

Matrix = tuple[tuple[bool, ...], ...]


def svg(text: str, *, label: str = "") -> str:
    """Return inline SVG markup on a white plate, sized by its surroundings.

    With a label it is an image to screen readers, without one it is hidden from them. Raises
    ValueError when the text is too long for any QR code.
    """
    matrix = _matrix(text, border=4)
    size, seen = len(matrix), f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {size} {size}" {seen} '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path fill="#000" d="{"".join(_runs(matrix))}"/></svg>'
    )


def terminal(text: str) -> str:
    """Return the code as lines of text for standard output, or "" when it cannot show them.

    On a terminal it sets its colours; into a file or a log it is plain text for a dark background.
    """
    if not _can_show("".join(_PAPER.values())):
        return ""
    lines = _half_lines(_matrix(text, border=2))
    if sys.stdout.isatty():
        drawn = (f"{_COLOURS_ON}{''.join(_PAPER[pair] for pair in line)}{_COLOURS_OFF}" for line in lines)
    else:
        drawn = ("".join(_LIGHT[pair] for pair in line) for line in lines)
    return "\n".join(drawn)


def _matrix(text: str, *, border: int) -> Matrix:
    for level in (ERROR_CORRECT_M, ERROR_CORRECT_L):
        code = qrcode.QRCode(error_correction=level, border=border)
        code.add_data(text)
        try:
            code.make()
        except (DataOverflowError, ValueError):
            continue
        return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())
    raise ValueError("too long for a QR code")


def _runs(matrix: Matrix) -> list[str]:
    """Return one SVG path piece for each horizontal run of dark modules."""
    pieces = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                pieces.append(f"M{x} {y}h{width}v1H{x}z")
            x += width
    return pieces


def _half_lines(matrix: Matrix) -> list[list[tuple[bool, bool]]]:
    """Pair the rows: each character shows an upper and a lower module."""
    blank = (False,) * len(matrix)
    rows = (*matrix, blank) if len(matrix) % 2 else matrix
    return [list(zip(upper, lower, strict=True)) for upper, lower in zip(rows[::2], rows[1::2], strict=True)]


def _can_show(characters: str) -> bool:
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
