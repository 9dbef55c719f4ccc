"""What do newcomers hear before their first hand, step by step?"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rulebook.book import CONTENT, SOURCE, read_content
from companion.rulebook.texts import Block, ContentError, Line, read_blocks, read_line
from companion.rules.kinds import parse_cards
from companion.rules.practice import Practice


@dataclass(frozen=True)
class Place:
    """What a step is in every language: its id, what is drawn above it, and the sum to try."""

    id: str
    drawing: str
    practice: Practice | None = None


@dataclass(frozen=True)
class Step:
    """One step to read aloud; `lang` is the source's where a translation lacks it."""

    place: Place
    number: int
    lang: str
    title: Line
    say: tuple[Block, ...]


_SUM = Practice(parse_cards("4 6 r2"), parse_cards("3 1 5"), target=9)
_TWEAK = Practice(parse_cards("6 3 5"), parse_cards("2 4 1"), target=10, wants_tweak=True)
PLACES = (
    Place("goal", "goal"),
    Place("target", "targets"),
    Place("sum", "turn", _SUM),
    Place("no-sum", "no-sum"),
    Place("tweak", "tweak", _TWEAK),
    Place("tweak-cards", "tweak-cards"),
    Place("points", "points"),
)


def read_lesson(lang: str, folder: Path = CONTENT) -> tuple[Step, ...]:
    """Read all steps in a language; the source's words stand where it has none. Raises ContentError."""
    source, own = read_content(folder, SOURCE), read_content(folder, lang)
    return tuple(
        _read_step(place, number, *((lang, own) if place.id in own.get("lesson", {}) else (SOURCE, source)))
        for number, place in enumerate(PLACES, start=1)
    )


def _read_step(place: Place, number: int, lang: str, content: Mapping[str, Any]) -> Step:
    spoken = content.get("words", {})
    try:
        texts = content["lesson"][place.id]
        return Step(place, number, lang, read_line(texts["title"], spoken), read_blocks(texts["say"], spoken))
    except (KeyError, ContentError) as error:
        raise ContentError(f"{lang}.toml, lesson {place.id}: {error}") from error
