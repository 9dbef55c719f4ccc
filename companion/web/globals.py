"""Which values does every page get?"""

from dataclasses import dataclass

from companion.web.access import Role, get_visitor
from companion.web.context import get_companion
from companion.web.language import call_language, get_lang
from companion.web.shown import show_player, show_table


@dataclass(frozen=True)
class Can:
    """What somebody may do here."""

    watch: bool
    play: bool
    host: bool


def shared_values() -> dict[str, object]:
    """Return what the base page needs to know of who is asking."""
    visitor = get_visitor()
    return {
        "can": Can(
            watch=visitor.role >= Role.WATCHER,
            play=visitor.role >= Role.PLAYER,
            host=visitor.role >= Role.TABLE_HOST,
        ),
        "me": show_player(visitor.me) if visitor.me else None,
        "table": show_table(visitor.table) if visitor.table and visitor.role >= Role.WATCHER else None,
        "lang": get_lang(),
        "languages": _languages(),
    }


def _languages() -> list[tuple[str, str]]:
    codes = get_companion().catalogues.codes
    if len(codes) < 2:  # noqa: PLR2004  (nothing to choose from)
        return []
    return [(code, call_language(code)) for code in codes]
