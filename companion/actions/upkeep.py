"""What is forgotten, and when?"""

from datetime import timedelta

from companion.actions.desk import Desk
from companion.store import devices, operations
from companion.store.connection import write

DEVICE_DAYS = 400
OPERATION_DAYS = 30


def forget_old(desk: Desk) -> None:
    """Forget phones that have long been away, and one-time operations that no phone will repeat."""
    with write(desk.db) as db:
        devices.forget_idle(db, before=_days_ago(desk, DEVICE_DAYS))
        operations.forget_old(db, before=_days_ago(desk, OPERATION_DAYS))


def _days_ago(desk: Desk, days: int) -> str:
    return (desk.clock() - timedelta(days=days)).isoformat(timespec="milliseconds")
