"""How is anything written: once, whole, by whom, and who hears of it?"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from companion.rules.errors import RuleError
from companion.store import changes, operations, tables
from companion.store.changes import Change, Part
from companion.store.connection import write
from companion.store.operations import Answer
from companion.store.things import Stamp, State, read_thing, write_thing


class Refused(RuleError):
    """What was asked cannot be; nothing was changed."""


class Missing(RuleError):
    """What was asked about is not there (any more)."""


class Stale(RuleError):
    """What was asked was meant for an older state; nothing was changed."""


@dataclass(frozen=True)
class Who:
    """The phone that acts and the player it belongs to; both None for the server's own host.

    `is_host` tells whether a host of the table or the server is acting.
    """

    device_id: str | None = None
    player_id: str | None = None
    is_host: bool = False


@dataclass(frozen=True)
class Operation:
    """One wish, under an id that is used once: repeated it changes nothing and is answered the same."""

    id: str
    kind: str
    content: Mapping[str, object]

    @property
    def fingerprint(self) -> str:
        """A digest by which another content under the same id is noticed."""
        text = json.dumps([self.kind, self.content], sort_keys=True, ensure_ascii=False, default=str)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Desk:
    """Where one request writes: its connection, the clock (UTC), and whom to tell of a new revision."""

    db: Database
    clock: Callable[[], datetime]
    tell: Callable[[str, int], None]

    def now(self) -> str:
        """Return the moment as it is stored (UTC, ISO 8601, milliseconds)."""
        return self.clock().isoformat(timespec="milliseconds")


@dataclass
class Writing:
    """One open write: the connection, the moment, the table and who writes; it gathers what changes."""

    db: Database
    at: str
    table_id: str
    who: Who
    parts: list[Part] = field(default_factory=list)

    @property
    def stamp(self) -> Stamp:
        """When and by whom, for what is written; the table's revision rises with every save of a pile."""
        revision = tables.get_revision(self.db, self.table_id) + 1
        return Stamp(self.at, self.who.device_id, self.who.player_id, revision)

    def put(self, thing: str, *key: str, state: State) -> None:
        """Make a thing's state this one and keep what it was before; the same state changes nothing."""
        before = read_thing(self.db, thing, key)
        if before == state:
            return
        write_thing(self.db, thing, key, state=state, stamp=self.stamp)
        self.parts.append(Part(thing, key, before, state))

    def set(self, thing: str, *key: str, **values: Any) -> None:
        """Change some values of a thing that is there."""
        self.put(thing, *key, state={**(read_thing(self.db, thing, key) or {}), **values})

    def record_if_any(self, change: Change) -> None:
        """Keep a change only where something was put: what is wished as it is already is none."""
        if self.parts:
            self.record(change)

    def record(self, change: Change) -> None:
        """Keep what was put since the last record, as one change."""
        parts, self.parts = tuple(self.parts), []
        changes.add_change(self.db, change, parts, table_id=self.table_id, stamp=self.stamp)


def perform(
    desk: Desk,
    operation: Operation,
    *,
    table_id: str,
    who: Who,
    change: Callable[[Writing], Answer],
) -> Answer:
    """Do an operation once, in one transaction, then tell the table's phones.

    Raises what `change` raises, and Stale "operation_reused" where the id was used for something else.
    """
    at = desk.now()
    with write(desk.db) as db:
        done = operations.find_operation(db, operation.id)
        if done:
            return _repeat(operation, done)
        answer = change(Writing(db, at, table_id, who))
        operations.add_operation(
            db, operation.id, table_id=table_id, fingerprint=operation.fingerprint, answer=answer, at=at
        )
        revision = tables.raise_revision(db, table_id)
    desk.tell(table_id, revision)
    return answer


def _repeat(operation: Operation, done: tuple[str, Answer]) -> Answer:
    fingerprint, answer = done
    if fingerprint != operation.fingerprint:
        raise Stale("operation_reused")
    return answer
