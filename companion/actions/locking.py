"""May closed hands still be changed?"""

from companion.actions.desk import Refused, Writing
from companion.store import tables


def refuse_locked(writing: Writing) -> None:
    """Raise Refused "hands_locked" where the table's host has locked closed hands and somebody else asks."""
    table = tables.find_table(writing.db, writing.table_id)
    if table and table.is_locked and not writing.who.is_host:
        raise Refused("hands_locked")
