"""Bring the catalogues up to date with the strings of the code: python tools/catalogues.py [new language …]

Reads every gettext string of companion/ and templates/, merges it into each companion/translations/<code>/
LC_MESSAGES/messages.po (keeping what is translated), and says what each still lacks. A language named on the
command line gets its first catalogue.
"""

import sys
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "companion" / "translations"
METHODS = [("companion/**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"templates/**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "plural_forms": (1, 2)}


# Without dates and people: they would change with every run and say nothing that Git does not know.
HEADER = """# The words of the TWEAK! companion.
msgid ""
msgstr ""
"Project-Id-Version: TWEAK! companion\\n"
"Language: {code}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def extract() -> Catalog:
    """Return a catalogue of all strings, untranslated."""
    template = Catalog(project="TWEAK! companion", charset="utf-8")
    for folder in ("companion", "templates"):
        found = extract_from_dir(
            ROOT / folder,
            [(pattern.split("/", 1)[1], method) for pattern, method in METHODS if pattern.startswith(folder)],
            {key.split("/", 1)[1]: options for key, options in OPTIONS.items()},
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            directory_filter=lambda _folder: True,
        )
        for filename, line, message, comments, context in found:
            template.add(
                message, None, [(f"{folder}/{filename}", line)], auto_comments=comments, context=context
            )
    return template


def update(path: Path, template: Catalog) -> Catalog:
    """Merge the strings into a language's file and return it; nothing is guessed from likeness."""
    code = path.parts[-3]
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=code.replace("-", "_"))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=Locale.parse(code, sep="-"), project="TWEAK! companion", charset="utf-8")
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        file.write(HEADER.format(code=code, plural_forms=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False, omit_header=True)
    return catalogue


def main(codes: list[str]) -> None:
    """Update every catalogue and print what is missing."""
    template = extract()
    known = [path.parts[-3] for path in TRANSLATIONS.glob("*/LC_MESSAGES/messages.po")]
    print(f"{len(template)} strings")
    for code in sorted({*known, *codes}):
        catalogue = update(TRANSLATIONS / code / "LC_MESSAGES" / "messages.po", template)
        missing = [message for message in catalogue if message.id and not _is_translated(message)]
        print(f"{code}: {len(missing)} to translate")


def _is_translated(message: object) -> bool:
    text = message.string  # type: ignore[attr-defined]
    return all(text) if isinstance(text, tuple) else bool(text)


if __name__ == "__main__":
    main(sys.argv[1:])
