"""Does the tool that brings catalogues up to date find every string?"""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CALLED = re.compile(r"""\b(?:_|ngettext)\((?:"([^"]+)"|'([^']+)')""")
SOURCES = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "templates").rglob("*.html")}


@pytest.fixture(scope="module")
def extracted() -> set[str]:
    """The strings that the tool finds, of those with a plural the singular."""
    catalogue = runpy.run_path(str(ROOT / "tools" / "catalogues.py"))["extract"]()
    ids = [message.id for message in catalogue if message.id]
    return {each if isinstance(each, str) else each[0] for each in ids}


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_every_string_of_a_template_is_extracted(source: str, extracted: set[str]) -> None:
    called = {double or single for double, single in CALLED.findall(SOURCES[source].read_text("utf-8"))}

    assert called - extracted == set()
