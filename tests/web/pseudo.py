"""A language whose every message stands in ⟦brackets⟧, to see which words go past the catalogues."""

from gettext import NullTranslations

PSEUDO = "xx"
OPEN, SHUT = "⟦", "⟧"


class Pseudo(NullTranslations):
    """English in brackets; a text is in it when it stands between them."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{SHUT}"
