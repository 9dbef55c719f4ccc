"""How the host's browser is opened, once the server answers."""

import os
import sys
import threading
import time
import webbrowser
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

SECONDS_TO_COME_UP = 15.0
_SECONDS_TO_ANSWER = 2.0


def has_display() -> bool:
    """Tell whether a browser window has a screen to open on."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_up(link: str, *, base_url: str, local_url: str) -> threading.Thread:
    """Open the link in a thread of its own as soon as the server answers at `local_url`.

    The link begins with `base_url`, so that the cookie it sets belongs to the address phones use;
    when this machine cannot reach that, the same page is opened under `local_url`.
    """
    path = link.removeprefix(base_url)
    thread = threading.Thread(target=_open, args=(path, base_url, local_url), daemon=True, name="browser")
    thread.start()
    return thread


def is_up(base_url: str) -> bool:
    """Tell whether a companion answers at this address within two seconds; proxies are not asked."""
    parts = urlsplit(base_url)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.hostname or "", parts.port, timeout=_SECONDS_TO_ANSWER)
    try:
        connection.request("GET", f"{parts.path}/healthz")
        return connection.getresponse().status == 200  # noqa: PLR2004
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _open(path: str, base_url: str, local_url: str) -> None:
    patience = time.monotonic() + SECONDS_TO_COME_UP
    while not is_up(local_url):
        if time.monotonic() > patience:
            return
        time.sleep(0.1)
    webbrowser.open((base_url if is_up(base_url) else local_url) + path)
