"""How does a phone's camera read a Wi-Fi's name and password, and where are they until the server stops?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

MOST_NAME_BYTES = 32
_PASSPHRASE = range(8, 64)
_KEY_DIGITS = 64
_SPECIAL = '\\;,:"'


class Fault(Enum):
    """What is wrong with a typed name or password."""

    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    PASSWORD_LENGTH = "password_length"  # noqa: S105  (a fault, no secret)
    UNPRINTABLE = "unprintable"


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi; without a password it is an open one. The password never shows in a representation."""

    name: str
    password: str = field(default="", repr=False)

    def find_faults(self) -> Iterator[Fault]:
        """Yield what no Wi-Fi can have: a name of 1 to 32 bytes, a password of 8 to 63 or 64 hex digits.

        >>> list(Wifi("Home", "short").find_faults())
        [<Fault.PASSWORD_LENGTH: 'password_length'>]
        """
        if not self.name:
            yield Fault.NAME_EMPTY
        if len(self.name.encode()) > MOST_NAME_BYTES:
            yield Fault.NAME_TOO_LONG
        if self.password and not _can_be_password(self.password):
            yield Fault.PASSWORD_LENGTH
        if not (self.name + self.password).isprintable():
            yield Fault.UNPRINTABLE

    @property
    def payload(self) -> str:
        r"""The text of the QR code.

        >>> print(Wifi("Bob; Ana", "p:ssw\\rd").payload)
        WIFI:T:WPA;S:Bob\; Ana;P:p\:ssw\\rd;;
        """
        if not self.password:
            return f"WIFI:T:nopass;S:{_escape(self.name)};;"
        return f"WIFI:T:WPA;S:{_escape(self.name)};P:{_escape(self.password)};;"


class WifiMemory:
    """The Wi-Fi that each table's host has typed: in memory only, and gone when the server stops."""

    def __init__(self) -> None:
        self._known: dict[str, Wifi] = {}

    def __repr__(self) -> str:
        return f"WifiMemory({len(self._known)})"

    def find(self, table_id: str) -> Wifi | None:
        """Return the table's Wi-Fi, if its host has typed one."""
        return self._known.get(table_id)

    def keep(self, table_id: str, wifi: Wifi) -> None:
        """Keep a table's Wi-Fi in place of the one before."""
        self._known[table_id] = wifi

    def forget(self, table_id: str) -> None:
        """Forget a table's Wi-Fi."""
        self._known.pop(table_id, None)


def _can_be_password(password: str) -> bool:
    is_key = len(password) == _KEY_DIGITS and all(c in "0123456789abcdefABCDEF" for c in password)
    return is_key or len(password.encode()) in _PASSPHRASE


def _escape(text: str) -> str:
    return "".join(f"\\{character}" if character in _SPECIAL else character for character in text)
