"""How one run of the server comes up on a data folder, and how others find it there."""

import contextlib
import io
import json
import os
import shlex
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click
from filelock import FileLock, Timeout
from flask import Flask

from companion import browser, greeting, keys, lan, server
from companion.app import create_app, first_invite
from companion.awake import keep_awake
from companion.config import WILDCARDS, Settings, default_data_folder
from companion.hub import Hub

LOCK_FILE = "companion.lock"
RUNNING_FILE = "running.json"


class LaunchError(Exception):
    """Why the server cannot start, or cannot be found, in one sentence for a person."""


def run(settings: Settings) -> None:
    """Serve until stopped. Raises LaunchError when that cannot begin."""
    _show_any_letter()
    with _alone_on(settings.data), contextlib.closing(_bind(settings)) as sock:
        port = sock.getsockname()[1]
        base_url = choose_base_url(settings, port=port)
        link = _host_link(settings.data, base_url)
        hub = Hub(settings.max_streams)
        app = create_app(settings, base_url=base_url, hub=hub)
        announce = _House(settings=settings, app=app, base_url=base_url, port=port, host_link=link).announce
        # Closing the last connection folds the write-ahead log back into the database file.
        anchor = contextlib.closing(app.extensions["companion"].anchor)
        awake = keep_awake(lambda: hub.open_streams > 0)
        with anchor, awake, _announced(settings.data, base_url):
            server.serve(app, sock, hub, max_streams=settings.max_streams, announce=announce)
    click.echo("\nStopped. Everything is saved.")


def choose_base_url(settings: Settings, *, port: int) -> str:
    """Return the address for links: the public one, else the host's, else the likeliest found."""
    if settings.public_url:
        return settings.public_url
    if settings.host not in WILDCARDS:
        return lan.format_url(settings.host, port)
    return lan.format_url(lan.find_addresses()[0].ip, port)


def get_host_link(data: Path) -> str:
    """Return the host link of the server that runs on this data; LaunchError when none does."""
    if not _is_running(data):
        raise LaunchError(f"No companion is running on {data}. Start it with: companion")
    base_url = _find_base_url(data)
    if base_url is None:
        raise LaunchError("The companion is just starting. Try again in a moment.")
    return _host_link(data, base_url)


@dataclass(frozen=True, kw_only=True)
class _House:
    """A server that is about to answer, as its host gets to see it."""

    settings: Settings
    app: Flask
    base_url: str
    port: int
    host_link: str

    def announce(self) -> None:
        """Print how phones get in, and open the host's browser where that is wanted and possible."""
        is_terminal = sys.stdout is not None and sys.stdout.isatty()
        host_link = self.host_link if is_terminal else None
        click.echo(greeting.format_greeting(self._entrance(), host_link=host_link))
        if self.settings.open_browser and browser.has_display():
            local_url = lan.format_url(lan.reach(self.settings.host), self.port)
            browser.open_when_up(self.host_link, base_url=self.base_url, local_url=local_url)

    def _entrance(self) -> greeting.Entrance:
        invite, base_host = first_invite(self.app), urlsplit(self.base_url).hostname or ""
        is_open = self.settings.host in WILDCARDS
        is_usual = self.settings.data == default_data_folder().resolve()
        where = () if is_usual else ("--data", str(self.settings.data))
        return greeting.Entrance(
            link_command=shlex.join(("companion", "host-link", *where)),
            join_url=invite.url,
            code=invite.code,
            table_name=invite.table_name,
            base_url=self.base_url,
            other_urls=greeting.find_other_urls(self.base_url, port=self.port) if is_open else (),
            notes=greeting.find_notes(asked_port=self.settings.port, port=self.port, base_host=base_host),
        )


def _host_link(data: Path, base_url: str) -> str:
    try:
        return f"{base_url}/host/{keys.host_token(keys.load_secret(data))}"
    except keys.DamagedKeyError as error:
        raise LaunchError(str(error)) from error


@contextlib.contextmanager
def _alone_on(data: Path) -> Iterator[None]:
    """Hold the data folder, made if need be, for this process alone."""
    lock = FileLock(data / LOCK_FILE)
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        where = _find_base_url(data)
        address = f": {where}" if where else "."
        raise LaunchError(f"TWEAK! companion is already running on this data{address}") from None
    except OSError as error:
        raise LaunchError(f"Cannot write to {data}: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()


def _is_running(data: Path) -> bool:
    if not (data / LOCK_FILE).exists():
        return False
    try:
        with FileLock(data / LOCK_FILE, timeout=0):
            return False
    except Timeout:
        return True


@contextlib.contextmanager
def _announced(data: Path, base_url: str) -> Iterator[None]:
    """Leave the base URL in the data folder for as long as the server runs."""
    path = data / RUNNING_FILE
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps({"url": base_url, "pid": os.getpid()}), encoding="utf-8")
    draft.replace(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _find_base_url(data: Path) -> str | None:
    try:
        return str(json.loads((data / RUNNING_FILE).read_text(encoding="utf-8"))["url"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _bind(settings: Settings) -> socket.socket:
    try:
        return server.bind(settings.host, settings.port)
    except OSError as error:
        reason = error.strerror or error
        raise LaunchError(f"Cannot listen on {settings.host}: {reason}") from error


def _show_any_letter() -> None:
    """Let a console that lacks a letter print a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
