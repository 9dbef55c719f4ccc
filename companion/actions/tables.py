"""How does a table come to be?"""

from companion.actions.desk import Desk, Operation, Refused, Who, Writing, perform
from companion.rules.names import clean_name
from companion.store import devices, ids, tables
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import DeviceRow, TableRow

MOST_TABLES = 200


def open_table(desk: Desk, operation: Operation, *, name: str, token_hash: str | None, lang: str = "") -> str:
    """Open a table and return its id; the phone with the token becomes its host, `lang` its television's.

    An empty name is that of a table that nobody names. Raises RuleError for the name, and Refused
    "too_many_tables".
    """
    table = _new_table(clean_name(name) if name else "", lang)

    def change(writing: Writing) -> Answer:
        if len(tables.list_tables(writing.db)) >= MOST_TABLES:
            raise Refused("too_many_tables", most=MOST_TABLES)
        tables.add_table(writing.db, table, at=writing.at)
        if token_hash:
            host = DeviceRow(ids.new_id(), "host", ())
            devices.add_device(writing.db, host, table_id=table.id, token_hash=token_hash, at=writing.at)
        writing.record(Change("table_opened", params={"name": table.name}))
        return {"table_id": table.id}

    return str(perform(desk, operation, table_id=table.id, who=Who(), change=change)["table_id"])


def open_first_table(desk: Desk, *, lang: str = "") -> None:
    """Open a nameless table where there is none yet, so that the first QR code already lets people in."""
    if not tables.list_tables(desk.db):
        operation = Operation(ids.new_id(), "open_table", {})
        open_table(desk, operation, name="", token_hash=None, lang=lang)


def _new_table(name: str, lang: str) -> TableRow:
    return TableRow(ids.new_id(), name, ids.new_code(), ids.new_token(), 1, is_locked=False, lang=lang)
