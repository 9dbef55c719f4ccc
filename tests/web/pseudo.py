"""A language whose every message stands in ⟦brackets⟧, to see which words go past the catalogues."""

from gettext import NullTranslations

PSEUDO = "ja"
"""Under the code of Japanese, whose lists and dates have no letters of their own."""


class Pseudo(NullTranslations):
    """English in brackets; a text is in it when it stands between them."""

    OPEN, SHUT = "⟦", "⟧"

    def gettext(self, message: str) -> str:
        return f"{self.OPEN}{message}{self.SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{self.OPEN}{msgid1 if n == 1 else msgid2}{self.SHUT}"


class Longer(NullTranslations):
    """English with two fifths more letters to each message."""

    FILLER = "lorem ipsum dolor amet "

    def gettext(self, message: str) -> str:
        more = round(0.4 * len(message))
        return f"{message} {self.FILLER * 20}"[: len(message) + more].rstrip()

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
