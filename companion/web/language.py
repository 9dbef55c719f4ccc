"""In which language does this request speak, and how does it say numbers, lists and times?"""

import re
from collections.abc import Sequence
from datetime import datetime
from gettext import NullTranslations
from typing import cast

from babel.core import Locale
from babel.dates import format_date, format_time
from babel.lists import format_list
from flask import g, request

from companion.web.context import get_companion

COOKIE = "companion-language"
_FORMATS = {"en": "en-GB"}
"""Whose dates, times and lists a language writes; its words are British English too."""
# Before a name that begins with the sound of i, a Spanish list has another "and"; CLDR does not know it.
_SPANISH_I = re.compile(r"h?[ií](?![eaou])", re.IGNORECASE)


def choose_language() -> None:
    """Settle the language before anything is said."""
    companion = get_companion()
    g.lang = companion.catalogues.choose(
        request.headers.get("Accept-Language", ""),
        chosen=request.cookies.get(COOKIE),
        default=companion.settings.lang,
    )


def speak(code: str) -> None:
    """Go on in another language, where there is such a one: a table's television is nobody's phone."""
    if code in get_companion().catalogues.codes:
        g.lang = code


def get_lang() -> str:
    """Return the language's code, as in the page's `lang`."""
    return cast("str", g.lang)


def gettext(message: str, **params: object) -> str:
    """Return a message in the request's language, its placeholders filled."""
    return _translations().gettext(message) % params if params else _translations().gettext(message)


def ngettext(singular: str, plural: str, num: int, **params: object) -> str:
    """Return the message for a number in the request's language; `%(num)s` is filled with it."""
    return _translations().ngettext(singular, plural, num) % {"num": num, **params}


def translate(message: str) -> str:
    """Return a template's message in the request's language; the template fills the placeholders."""
    return _translations().gettext(message)


def translate_plural(singular: str, plural: str, num: int) -> str:
    """Return a template's message for a number, its placeholders still to be filled."""
    return _translations().ngettext(singular, plural, num)


def call_language(code: str) -> str:
    """Return a language's own name for itself."""
    own_name = Locale.parse(code, sep="-").display_name or code
    return own_name[:1].upper() + own_name[1:]


def join_list(words: Sequence[str]) -> str:
    """Return "a, b and c" as the language says it."""
    said = format_list(list(words), locale=_locale())
    if get_lang() == "es" and len(words) > 1 and _SPANISH_I.match(words[-1]):
        return f"{said.removesuffix(f' y {words[-1]}')} e {words[-1]}"
    return said


def say_time(moment: str) -> str:
    """Return the local time of day of a stored moment."""
    return format_time(_local(moment), "short", locale=_locale())


def say_day(moment: str) -> str:
    """Return the local day of a stored moment."""
    return format_date(_local(moment), "medium", locale=_locale())


def plural_forms(singular: str, plural: str) -> dict[str, str]:
    """Return a plural message's form for each CLDR category, still with its `%(num)s`, for the scripts."""
    rule = _locale().plural_form
    samples: dict[str, int] = {}
    for number in range(200):
        samples.setdefault(rule(number), number)
    return {
        category: _translations().ngettext(singular, plural, number) for category, number in samples.items()
    }


def _translations() -> NullTranslations:
    return get_companion().catalogues.find(get_lang())


def _local(moment: str) -> datetime:
    return datetime.fromisoformat(moment).astimezone()


def _locale() -> Locale:
    return Locale.parse(_FORMATS.get(get_lang(), get_lang()), sep="-")
