"""May somebody be called that, and are two names alike?"""

import unicodedata

from companion.rules.errors import RuleError

NAME_AT_MOST = 24
"""Code points of a clean name, combining marks included."""

_WHITE_SPACE = "\t\n\v\f\r"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS = "\u200c\u200d"
_BLACK_FLAG = "\U0001f3f4"
_VIRAMA = 9


def clean_name(text: str) -> str:
    """Give the name as it is kept: NFC, trimmed, each inner white space one space.

    Raises RuleError `name_empty`, `name_invisible` (a character that nobody sees, or no character that
    anybody sees) or `name_too_long` (most, counted: code points). Joiners and variation selectors stay
    where they shape what is seen.

    >>> clean_name("  Anna   Maria ")
    'Anna Maria'
    """
    spaced = "".join(map(_plain_space, unicodedata.normalize("NFC", text)))
    name = " ".join(word for word in spaced.split(" ") if word)
    if not name:
        raise RuleError("name_empty")
    if len(name) > NAME_AT_MOST:
        raise RuleError("name_too_long", most=NAME_AT_MOST, counted=len(name))
    if not _is_seen(name):
        raise RuleError("name_invisible")
    return name


def name_key(name: str) -> str:
    """Give what names have in common that differ by case, width or invisible characters only.

    >>> name_key("ＡＮＡ") == name_key("Ana")
    True
    """
    seen = "".join(character for character in name if not _shapes_only(character))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


def _plain_space(character: str) -> str:
    is_space = character in _WHITE_SPACE or unicodedata.category(character) == "Zs"
    return " " if is_space else character


def _is_seen(name: str) -> bool:
    all_stay = all(_may_stay(name[:place], name[place], name[place + 1 :]) for place in range(len(name)))
    return all_stay and any(map(_is_visible, name))


def _may_stay(before: str, character: str, after: str) -> bool:
    if character in _JOINERS:
        return _joins(before.rstrip("\ufe0f"), after)
    if _is_variation_selector(character):
        return _is_visible(before[-1:])
    if _is_tag(character):
        return before[-1:] == _BLACK_FLAG or _is_tag(before[-1:])
    if character in _BLANK_LETTERS:
        return False
    return _is_new_emoji(character) or unicodedata.category(character) not in _INVISIBLE


def _joins(before: str, after: str) -> bool:
    """Tell whether a joiner is seen between these: in an emoji, after a virama, between Arabic letters."""
    if not before or not after:
        return False
    left, right = before[-1], after[0]
    is_emoji = _is_symbol(left) and _is_symbol(right)
    is_arabic = unicodedata.bidirectional(left) == unicodedata.bidirectional(right) == "AL"
    return is_emoji or is_arabic or unicodedata.combining(left) == _VIRAMA


def _is_visible(character: str) -> bool:
    if not character or character in _BLANK_LETTERS:
        return False
    return _is_new_emoji(character) or unicodedata.category(character)[0] in "LNPS"


def _is_symbol(character: str) -> bool:
    return _is_new_emoji(character) or unicodedata.category(character)[0] == "S"


def _is_new_emoji(character: str) -> bool:
    """Tell whether a phone may know this emoji although the Unicode tables here are too old for it."""
    return "\U0001f000" <= character <= "\U0001faff" and unicodedata.category(character) == "Cn"


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007f"


def _is_variation_selector(character: str) -> bool:
    is_common = "\ufe00" <= character <= "\ufe0f" or "\u180b" <= character <= "\u180d"
    return is_common or character == "\u180f" or "\U000e0100" <= character <= "\U000e01ef"


def _shapes_only(character: str) -> bool:
    return character in _JOINERS or _is_variation_selector(character)
