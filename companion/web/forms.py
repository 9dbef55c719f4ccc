"""How is a form read?"""

import secrets
from collections.abc import Iterable

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from companion.actions.desk import Operation, Refused
from companion.rules.cards import CardType
from companion.rules.errors import Problem
from companion.rules.pile import Count

_LOOK_ALIKE = str.maketrans("АСЕНКМРТУХΑΕΗΚΜΡΤΥΧ", "ACEHKMPTYXAEHKMPTYX")


def read_text(name: str) -> str:
    """Return a field as it was sent, "" where it is missing."""
    return request.form.get(name, "")


def read_code(text: str) -> str:
    """Return a table's code as it is stored, however it was typed.

    Letters of a Russian or Greek keyboard that look like Latin ones count as these.

    >>> read_code(" ас3-нк4 ")
    'AC3HK4'
    """
    return "".join(each for each in text.upper() if not each.isspace() and each != "-").translate(_LOOK_ALIKE)


def read_number(name: str, *, default: int = 0) -> int | None:
    """Return a whole number, the default for an empty field, None for anything else."""
    text = read_text(name).strip()
    if not text:
        return default
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None  # noqa: PLR2004


def read_counts() -> Count:
    """Return the form's five counts. Raises Refused "count" (problems: "not_a_number" for each card_type)."""
    numbers = {card_type: read_number(card_type.value) for card_type in CardType}
    counts = {card_type.value: number for card_type, number in numbers.items() if number is not None}
    if len(counts) < len(numbers):
        wrong = [card_type for card_type, number in numbers.items() if number is None]
        raise Refused("count", problems=tuple(Problem("not_a_number", {"card_type": each}) for each in wrong))
    return Count(**counts)


def list_wrong_types(problems: Iterable[Problem]) -> list[CardType]:
    """Return the card types whose fields are refused."""
    return [CardType(str(each.params["card_type"])) for each in problems if "card_type" in each.params]


def read_own_path(name: str) -> str | None:
    """Return the address of a page of ours, None for anything else (and for what is only sent to)."""
    path = read_text(name)
    adapter = current_app.create_url_adapter(request)
    is_plain = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    if adapter is None or not is_plain:
        return None
    try:
        adapter.match(path.partition("?")[0], method="GET")
    except HTTPException:
        return None
    return path


def read_operation_id() -> str:
    """Return the form's one-time id; a form without one is taken as new each time."""
    return read_text("op")[:64] or new_operation_id()


def read_operation(kind: str, **content: object) -> Operation:
    """Return the operation a form asks for."""
    return Operation(read_operation_id(), kind, content)


def new_operation_id() -> str:
    """Return a fresh one-time id for a form."""
    return secrets.token_urlsafe(12)


def wants_json() -> bool:
    """Tell whether a script of ours is asking, and not a page."""
    return request.accept_mimetypes.best == "application/json"
