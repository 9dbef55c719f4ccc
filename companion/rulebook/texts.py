"""How does a text with placeholders become words, drawn cards and blocks?"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, groupby

from companion.rulebook.tables import TABLES
from companion.rulebook.values import VALUES_IN_TEXTS
from companion.rules.cards import VALUES
from companion.rules.errors import RuleError
from companion.rules.kinds import Card, parse_cards

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_SUM = re.compile(r"\{sum ([^=]+)=(\d+)\}")


class ContentError(ValueError):
    """Refuse a text that cannot be read, saying where."""


class Drawn(StrEnum):
    """What a piece is drawn as."""

    CARD = "card"
    RED_CARD = "red"
    BACK = "back"


@dataclass(frozen=True)
class Piece:
    """A stretch of text, drawn or not; `is_hit`: somebody has searched for it."""

    text: str
    drawn: Drawn | None = None
    is_hit: bool = False


Line = tuple[Piece, ...]


class BlockKind(StrEnum):
    """What a block of a longer text is."""

    PARAGRAPH = "paragraph"
    ITEMS = "items"
    STEPS = "steps"
    SUM = "sum"
    CARDS = "cards"
    TABLE = "table"


@dataclass(frozen=True)
class Block:
    """Lines that belong together.

    The lines of a sum are one piece for each card, hand card first, and the target; a table has none, only
    its name.
    """

    kind: BlockKind
    lines: tuple[Line, ...] = ()
    table: str = ""


Spoken = Mapping[str, str]


def read_line(text: str, spoken: Spoken) -> Line:
    """Read a text of one line; `spoken` has the words of a spoken sum. Raises ContentError.

    >>> "".join(piece.text for piece in read_line("a {card r5}: {points.red_five}", {}))
    'a 5: 5'
    """
    parts = PLACEHOLDER.split(text)
    pieces = [_fill(part, spoken) if place % 2 else Piece(part) for place, part in enumerate(parts)]
    return _join(piece for piece in pieces if piece.text)


def read_blocks(text: str, spoken: Spoken) -> tuple[Block, ...]:
    """Read a text of several lines. Raises ContentError.

    >>> [block.kind.value for block in read_blocks("Look:\\n- one\\n- two\\n{table points}", {})]
    ['paragraph', 'items', 'table']
    """
    blocks = [_read_block(line.strip(), spoken) for line in text.splitlines() if line.strip()]
    return tuple(_merge(blocks))


def say_line(line: Line) -> str:
    """Return a line as plain text."""
    return "".join(piece.text for piece in line)


def say_sum(cards: tuple[Card, ...], spoken: Spoken) -> str:
    """Say a sum step by step.

    >>> words = {"say": "{sum} plus {card} is {total}", "say_on": "plus {card} is {total}"}
    >>> say_sum(parse_cards("6 3 1"), words)
    '6 plus 3 is 9, plus 1 is 10'
    """
    totals = list(accumulate(card.value for card in cards))
    steps = []
    for place, card in enumerate(cards[1:], start=1):
        step = spoken["say"] if place == 1 else spoken["say_on"]
        for name, number in (("sum", totals[place - 1]), ("card", card.value), ("total", totals[place])):
            step = step.replace(f"{{{name}}}", str(number))
        steps.append(step)
    return ", ".join(steps)


def _fill(placeholder: str, spoken: Spoken) -> Piece:
    name, _, argument = placeholder.partition(" ")
    if not argument and name in VALUES_IN_TEXTS:
        return Piece(str(VALUES_IN_TEXTS[name]))
    if name == "card":
        return _draw(*_read_cards(argument)[:1])
    if name == "black" and argument.isdigit():
        return Piece(argument, Drawn.BACK)
    if name == "say":
        return Piece(say_sum(_read_cards(argument), spoken))
    raise ContentError(f"nobody knows the placeholder {{{placeholder}}}")


def _read_block(line: str, spoken: Spoken) -> Block:
    if line == "{cards}":
        return Block(BlockKind.CARDS, (tuple(_draw(Card(value)) for value in VALUES),))
    if line.startswith("{table "):
        name = line.removeprefix("{table ").removesuffix("}")
        if name not in TABLES:
            raise ContentError(f"nobody knows the table {name}")
        return Block(BlockKind.TABLE, table=name)
    if found := _SUM.fullmatch(line):
        cards = tuple(_draw(card) for card in _read_cards(found[1]))
        return Block(BlockKind.SUM, (cards, (Piece(found[2], Drawn.BACK),)))
    for mark, kind in (("- ", BlockKind.ITEMS), ("#. ", BlockKind.STEPS)):
        if line.startswith(mark):
            return Block(kind, (read_line(line.removeprefix(mark), spoken),))
    return Block(BlockKind.PARAGRAPH, (read_line(line, spoken),))


def _read_cards(text: str) -> tuple[Card, ...]:
    try:
        cards = parse_cards(text)
    except RuleError as error:
        raise ContentError(f"these are no cards: {text!r}") from error
    if not cards:
        raise ContentError("a placeholder without its cards")
    return cards


def _draw(card: Card) -> Piece:
    return Piece(str(card.value), Drawn.RED_CARD if card.is_red else Drawn.CARD)


def _merge(blocks: list[Block]) -> Iterator[Block]:
    """Make one list of the points, or steps, that follow each other."""
    for kind, group in groupby(blocks, key=lambda block: block.kind):
        if kind in (BlockKind.ITEMS, BlockKind.STEPS):
            yield Block(kind, tuple(line for block in group for line in block.lines))
        else:
            yield from group


def _join(pieces: Iterator[Piece]) -> Line:
    """Make one piece of the undrawn ones that follow each other."""
    line: list[Piece] = []
    for piece in pieces:
        if line and not piece.drawn and not line[-1].drawn:
            line[-1] = replace(line[-1], text=line[-1].text + piece.text)
        else:
            line.append(piece)
    return tuple(line)
