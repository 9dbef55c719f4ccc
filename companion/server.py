"""How the companion answers on a socket, and how it stops."""

import contextlib
import errno
import logging
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import waitress

from companion.hub import Hub

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PORTS_TO_TRY = 20
SPARE_THREADS = 16
LARGEST_BODY = 2 * 1024 * 1024

_MOST_PORT = 65535
_BACKLOG = 128
# The second: a port below 1024 without the right to it, or one that Windows keeps for itself.
_NOT_FREE = frozenset({errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)})


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket at this port, else at one of the next 20, else at any free one.

    Raises OSError when the host is not an address of this machine.
    """
    tried = range(port, min(port + PORTS_TO_TRY, _MOST_PORT) + 1) if port else ()
    for candidate in tried:
        with contextlib.suppress(_PortTakenError):
            return _listen(host, candidate)
    return _listen(host, 0)


def make_server(app: "WSGIApplication", sock: socket.socket, *, max_streams: int) -> Any:
    """Return the waitress server of this listening socket, not yet running (`.run()` blocks)."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return waitress.create_server(
        app,
        sockets=[sock],
        threads=max_streams + SPARE_THREADS,
        connection_limit=_connection_limit(max_streams),
        max_request_body_size=LARGEST_BODY,
        asyncore_use_poll=True,
        channel_request_lookahead=1,  # at least 1 makes a stream notice that its phone has gone
        ident=None,
    )


def serve(
    app: "WSGIApplication",
    sock: socket.socket,
    hub: Hub,
    *,
    max_streams: int,
    announce: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests until Ctrl-C or a polite kill; streams are ended first, so that it stops at once.

    `announce` is called when all is in place: whoever hears of the server may stop it at that moment.
    """
    server = make_server(app, sock, max_streams=max_streams)
    try:
        with _stopped_by_signals(hub), contextlib.suppress(KeyboardInterrupt):
            announce()
            server.run()
    finally:
        server.close()


class _PortTakenError(OSError):
    """This port is not to be had; another may be."""


def _listen(host: str, port: int) -> socket.socket:
    family, address = _resolve(host, port)
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        _prepare(sock)
        sock.bind(address)
        sock.listen(_BACKLOG)  # here, because of two that bind at once only one may listen
    except OSError as error:
        sock.close()
        if port and error.errno in _NOT_FREE:
            raise _PortTakenError from error
        raise
    return sock


def _resolve(host: str, port: int) -> tuple[socket.AddressFamily, Any]:
    """Return family and socket address of a host, IPv4 first when a name has both."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    return family, address


def _prepare(sock: socket.socket) -> None:
    if sys.platform == "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sock.family == socket.AF_INET6:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)


def _connection_limit(max_streams: int) -> int:
    """Return room for two connections a stream; Windows, without poll(), can watch about 512 sockets."""
    return max(512, 2 * max_streams + 112) if hasattr(select, "poll") else 400


@contextlib.contextmanager
def _stopped_by_signals(hub: Hub) -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGBREAK into KeyboardInterrupt after closing the hub."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, n)]

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        for number in numbers:  # a second Ctrl-C must not cut the closing short
            signal.signal(number, signal.SIG_IGN)
        hub.close()
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous if previous is not None else signal.SIG_DFL)
