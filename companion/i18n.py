"""Which languages are there, which one does a phone get, and how are its words found?

English is the source and needs no catalogue. Every other language is a folder with a gettext catalogue
(`<code>/LC_MESSAGES/messages.po`), compiled in memory when a phone first asks for it.
"""

import io
import threading
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

SOURCE = "en"


class Catalogues:
    """The languages found in a folder; `more` adds ready ones by code."""

    def __init__(self, folder: Path, *, more: Mapping[str, NullTranslations] | None = None) -> None:
        self._files = {path.parts[-3]: path for path in sorted(folder.glob("*/LC_MESSAGES/messages.po"))}
        self._loaded: dict[str, NullTranslations] = {SOURCE: NullTranslations(), **(more or {})}
        self._lock = threading.Lock()
        self.codes = tuple(dict.fromkeys((*self._loaded, *self._files)))

    def find(self, code: str) -> NullTranslations:
        """Return the words of a language; the source's where the code is unknown."""
        with self._lock:
            if code not in self._loaded and code in self._files:
                self._loaded[code] = _compile(self._files[code], code)
            return self._loaded.get(code, self._loaded[SOURCE])

    def choose(self, accept_language: str, *, chosen: str | None, default: str) -> str:
        """Return the code for a phone: chosen on it, else from its settings, else the default."""
        if chosen in self.codes:
            return str(chosen)
        accepted = parse_accept_header(accept_language, LanguageAccept)
        served = (self._find_code(tag) for tag, quality in accepted if quality)
        return next(filter(None, served), default if default in self.codes else SOURCE)

    def _find_code(self, tag: str) -> str | None:
        """Return the code that serves a tag of a phone's settings: itself, or the same language elsewhere."""
        alike = [code for code in self.codes if _language_of(code) == _language_of(tag)]
        return next((code for code in alike if code.lower() == tag.lower()), alike[0] if alike else None)


def _language_of(tag: str) -> str:
    return tag.lower().partition("-")[0]


def _compile(path: Path, code: str) -> GNUTranslations:
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=Locale.parse(code, sep="-")))
    compiled.seek(0)
    return GNUTranslations(compiled)
