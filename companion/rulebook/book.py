"""What does the rulebook of one language say?"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.rulebook.texts import Block, ContentError, Line, read_blocks, read_line

FOLDER = Path(__file__).resolve().parent
CONTENT = FOLDER / "content"
SOURCE = "en"


@dataclass(frozen=True)
class Slot:
    """An entry's place: what is the same in every language."""

    id: str
    section: str
    see: tuple[str, ...]
    drawing: str
    has_check: bool


@dataclass(frozen=True)
class Entry:
    """One question with its answer; `lang` is the source's where a translation lacks it."""

    id: str
    lang: str
    title: Line
    short: Line
    answer: Line
    detail: tuple[Block, ...]
    example: tuple[Block, ...]
    open: tuple[Block, ...]
    search: str
    see: tuple[str, ...]
    drawing: str
    has_check: bool
    """Whether a sum is what it is about."""


@dataclass(frozen=True)
class Section:
    """A part of the rulebook, its entries in reading order; `lang` is the title's."""

    id: str
    lang: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Book:
    """The rulebook in one language; `numbers` are words from one on, `ignored` mean nothing to a search."""

    lang: str
    sections: tuple[Section, ...]
    numbers: tuple[str, ...]
    ignored: tuple[str, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in reading order."""
        return tuple(entry for section in self.sections for entry in section.entries)

    def find_entry(self, entry_id: str) -> Entry | None:
        """Return an entry, or None."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)


def find_languages(folder: Path = CONTENT) -> tuple[str, ...]:
    """Return the languages that have a rulebook, the source first."""
    codes = sorted(path.stem for path in folder.glob("*.toml"))
    return (SOURCE, *(code for code in codes if code != SOURCE))


@lru_cache(maxsize=1)
def read_contents() -> tuple[Slot, ...]:
    """Read which entries there are, in reading order."""
    sections = tomllib.loads((FOLDER / "contents.toml").read_text(encoding="utf-8"))
    return tuple(
        Slot(entry_id, section, tuple(slot["see"]), slot.get("drawing", ""), slot.get("check", False))
        for section, slots in sections.items()
        for entry_id, slot in slots.items()
    )


def read_book(lang: str, folder: Path = CONTENT) -> Book:
    """Read a language's rulebook; the source's words stand where it has none. Raises ContentError."""
    source, own = read_content(folder, SOURCE), read_content(folder, lang)
    slots = read_contents()
    titles = {section: (SOURCE, title) for section, title in source["sections"].items()}
    titles.update((section, (lang, title)) for section, title in own.get("sections", {}).items())
    entries = {slot.id: _read_entry(slot, _pick(slot.id, lang, own, source)) for slot in slots}
    return Book(
        lang=lang,
        sections=tuple(
            Section(section, *titles[section], tuple(entries[slot.id] for slot in group))
            for section, group in groupby(slots, key=lambda slot: slot.section)
        ),
        numbers=split_list(own.get("search", {}).get("numbers", "")),
        ignored=split_list(own.get("search", {}).get("ignore", "")),
    )


def split_list(text: str) -> tuple[str, ...]:
    """Split words or phrases between commas.

    >>> split_list("plus one, jolly")
    ('plus one', 'jolly')
    """
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


@dataclass(frozen=True)
class _Source:
    """The texts of one entry, as they stand in the file of a language."""

    lang: str
    texts: Mapping[str, str]
    spoken: Mapping[str, str]


def _pick(entry_id: str, lang: str, own: Mapping[str, Any], source: Mapping[str, Any]) -> _Source:
    for code, content in ((lang, own), (SOURCE, source)):
        if entry_id in content.get("entry", {}):
            return _Source(code, content["entry"][entry_id], content.get("words", {}))
    raise ContentError(f"{SOURCE}.toml has no entry {entry_id}")


def _read_entry(slot: Slot, source: _Source) -> Entry:
    texts, spoken = source.texts, source.spoken
    try:
        return Entry(
            id=slot.id,
            lang=source.lang,
            title=read_line(texts["title"], spoken),
            short=read_line(texts.get("short", texts["title"]), spoken),
            answer=read_line(texts["answer"], spoken),
            detail=read_blocks(texts.get("detail", ""), spoken),
            example=read_blocks(texts.get("example", ""), spoken),
            open=read_blocks(texts.get("open", ""), spoken),
            search=texts.get("search", ""),
            see=slot.see,
            drawing=slot.drawing,
            has_check=slot.has_check,
        )
    except (KeyError, ContentError) as error:
        raise ContentError(f"{source.lang}.toml, {slot.id}: {error}") from error


def read_content(folder: Path, lang: str) -> Mapping[str, Any]:
    """Read the file of a language. Raises ContentError where it is no TOML."""
    path = folder / f"{lang}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path.name}: {error}") from error
