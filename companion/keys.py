"""Which secrets a server has: one random key in the data folder, and what is derived from it."""

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

FILE_NAME = "secret-key"
LENGTH = 32


class DamagedKeyError(ValueError):
    """The key file does not hold a key; removing it makes a new one, and all phones scan again."""


def load_secret(data: Path) -> bytes:
    """Return the 32 secret bytes of this data folder, made at the first call.

    Processes that start at once all get the same. Raises DamagedKeyError, and OSError when the
    folder cannot be written.
    """
    path = data / FILE_NAME
    if not path.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        _publish(_write_draft(data), path)
    secret = path.read_bytes()
    if len(secret) != LENGTH:
        raise DamagedKeyError(f"{path} is damaged: remove it (every phone then has to scan the code again)")
    return secret


def server_id(secret: bytes) -> str:
    """Return eight hexadecimal digits that tell this server's cookies from another's."""
    return _derive(secret, "server id").hex()[:8]


def host_token(secret: bytes) -> str:
    """Return the part of the host link that makes a browser the server's host (URL-safe text)."""
    return _text(_derive(secret, "host link"))


def host_cookie(secret: bytes) -> str:
    """Return the value of the cookie a host's browser keeps; it does not reveal the link."""
    return _text(_derive(secret, "host cookie"))


def _derive(secret: bytes, label: str) -> bytes:
    return hmac.new(secret, label.encode(), hashlib.sha256).digest()


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _write_draft(data: Path) -> Path:
    draft = data / f"{FILE_NAME}.{secrets.token_hex(8)}"
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(opened, "wb") as file:
        file.write(secrets.token_bytes(LENGTH))
        file.flush()
        os.fsync(file.fileno())
    return draft


def _publish(draft: Path, path: Path) -> None:
    """Give the finished draft its name unless another process was first: nobody ever reads half a key."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # FAT and Android know no hard links
        if not path.exists():
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
