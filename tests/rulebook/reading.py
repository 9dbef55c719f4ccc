"""The content files as they are written, for the tests that read them."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.rulebook.book import CONTENT, find_languages
from companion.rulebook.texts import PLACEHOLDER

LANGUAGES = find_languages()
HERE = Path(__file__).resolve().parent
FIELDS = ("title", "short", "answer", "detail", "example", "open", "say")


class Text(NamedTuple):
    """One text of a content file, and where it stands."""

    place: str
    text: str


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_content(lang: str) -> Mapping[str, Any]:
    return read_toml(CONTENT / f"{lang}.toml")


def list_texts(lang: str, *fields: str) -> Iterator[Text]:
    """Yield the texts of the lesson and of all entries; all that a reader sees unless fields are named."""
    content = read_content(lang)
    steps = {f"lesson {step_id}": texts for step_id, texts in content["lesson"].items()}
    for place, texts in {**steps, **content["entry"]}.items():
        yield from (Text(f"{place}.{name}", texts[name]) for name in fields or FIELDS if name in texts)


def list_placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def strip_placeholders(text: str) -> str:
    return PLACEHOLDER.sub("", text)


SOURCE_PLACEHOLDERS = {each for text in list_texts("en") for each in list_placeholders(text.text)}
