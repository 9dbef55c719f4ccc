import contextlib
import http.client
import logging
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time

import pytest

from companion import server

SOON = 15.0
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="Windows sends Ctrl-C to whole consoles")

APP = textwrap.dedent(
    """
    import os, sys, time
    from flask import Flask, Response, request
    from companion import server
    from companion.hub import Hub

    hub = Hub(int(sys.argv[1]), lifetime=60, beat=10)
    app = Flask("stand_in")

    @app.get("/open")
    def count():
        return str(hub.open_streams)

    @app.get("/events")
    def events():
        if not hub.enter():
            return Response("busy", 503)
        gone = request.environ["waitress.client_disconnected"]
        response = Response(hub.stream("table", 1, gone), mimetype="text/event-stream")
        response.call_on_close(hub.leave)
        return response

    @app.get("/slow")
    def slow():
        time.sleep(0.5)
        print("finished", flush=True)
        return "done"

    sock = server.bind("127.0.0.1", 0)
    print(sock.getsockname()[1], flush=True)
    server.serve(app, sock, hub, max_streams=hub.max_streams)
    print("stopped", hub.open_streams, flush=True)
    """
)


class Running:
    """A stand-in server in a process of its own."""

    def __init__(self, process):
        self.process, self.port = process, int(process.stdout.readline())

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def open_stream(self):
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=SOON)
        stream.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        heard = b""
        while b"event: revision" not in heard:
            heard += stream.recv(4096)
        return stream

    def stop(self, number):
        started = time.monotonic()
        self.process.send_signal(number)
        said, complained = self.process.communicate(timeout=SOON)
        return time.monotonic() - started, said, complained


@pytest.fixture
def start():
    """Return a function that starts a server with so many streams; all are ended with the test."""
    processes = []

    def start_server(max_streams=8):
        process = subprocess.Popen(
            [sys.executable, "-c", APP, str(max_streams)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return Running(process)

    yield start_server
    for process in processes:
        process.kill()
        process.communicate()


def wait_until(is_so):
    deadline = time.monotonic() + SOON
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


@pytest.fixture
def taken():
    """Return a listening port that has another free one above it."""
    with contextlib.closing(server.bind("127.0.0.1", 0)) as sock:
        yield sock.getsockname()[1]


def test_a_free_port_is_taken_as_asked():
    with contextlib.closing(server.bind("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]

    with contextlib.closing(server.bind("127.0.0.1", port)) as again:
        assert again.getsockname()[1] == port


def test_a_port_in_use_moves_on_to_one_of_the_next_twenty(taken):
    with contextlib.closing(server.bind("127.0.0.1", taken)) as sock:
        assert taken < sock.getsockname()[1] <= taken + 20


def test_when_the_next_twenty_are_in_use_too_any_free_port_does(monkeypatch):
    def refuse_numbers(host, port, listen=server._listen):
        if port:
            raise server._PortTakenError
        return listen(host, port)

    monkeypatch.setattr(server, "_listen", refuse_numbers)

    with contextlib.closing(server.bind("127.0.0.1", 8765)) as sock:
        assert sock.getsockname()[1] not in {0, *range(8765, 8786)}


def test_a_port_at_the_very_end_does_not_run_over_it(monkeypatch):
    tried = []

    def refuse(_host, port):
        tried.append(port)
        if port:
            raise server._PortTakenError

    monkeypatch.setattr(server, "_listen", refuse)

    server.bind("127.0.0.1", 65530)

    assert tried == [65530, 65531, 65532, 65533, 65534, 65535, 0]


def test_of_two_that_bind_at_once_each_gets_a_port_of_its_own(taken):
    with contextlib.ExitStack() as stack:
        socks = [stack.enter_context(contextlib.closing(server.bind("127.0.0.1", taken))) for _ in range(5)]

        assert len({sock.getsockname()[1] for sock in socks} | {taken}) == 6


def test_the_socket_listens_from_the_beginning(taken):
    with socket.create_connection(("127.0.0.1", taken), timeout=SOON) as connection:
        assert connection.getpeername()[1] == taken


def test_a_host_that_is_not_ours_is_an_error_at_once():
    with pytest.raises(OSError, match=r"."):
        server.bind("203.0.113.77", 8765)


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_all_ipv6_addresses_include_the_ipv4_ones():
    try:
        sock = server.bind("::", 0)
    except OSError:
        pytest.skip("no IPv6 here")

    with (
        contextlib.closing(sock),
        socket.create_connection(("127.0.0.1", sock.getsockname()[1])) as connection,
    ):
        assert connection.getpeername()[0] == "127.0.0.1"


def test_a_host_name_listens_on_ipv4_where_it_has_both(monkeypatch):
    both = [
        (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 0, 0, 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0)),
    ]
    monkeypatch.setattr(server.socket, "getaddrinfo", lambda *_, **__: both)

    with contextlib.closing(server.bind("kitchen.local", 0)) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"


def test_threads_and_connections_leave_room_beyond_the_streams(taken):
    sock = server.bind("127.0.0.1", 0)

    running = server.make_server(lambda *_: [], sock, max_streams=4)

    settings = running.adj
    with contextlib.closing(running):
        assert settings.threads == 4 + server.SPARE_THREADS
        assert settings.connection_limit >= 400
        assert settings.channel_request_lookahead >= 1
        assert settings.asyncore_use_poll
        assert settings.ident is None
        running.task_dispatcher.shutdown()


def test_a_burst_of_requests_is_no_warning_on_the_terminal():
    sock = server.bind("127.0.0.1", 0)

    with contextlib.closing(server.make_server(lambda *_: [], sock, max_streams=1)) as running:
        running.task_dispatcher.shutdown()

    assert not logging.getLogger("waitress.queue").isEnabledFor(logging.WARNING)


@POSIX_ONLY
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "kill"])
def test_it_stops_at_once_and_quietly_with_streams_open(start, number):
    running = start()
    streams = [running.open_stream() for _ in range(8)]

    seconds, said, complained = running.stop(number)

    # Streams that are not told to end hold a stop up for five seconds.
    assert seconds < 4.5
    assert said.split() == ["stopped", "0"]
    assert complained == ""
    assert running.process.returncode == 0
    for stream in streams:
        stream.close()


@POSIX_ONLY
@pytest.mark.parametrize("presses", [1, 2, 3])
def test_a_request_under_way_is_finished_however_often_ctrl_c_is_pressed(start, presses):
    running = start()
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=SOON)
    connection.request("GET", "/slow")
    time.sleep(0.2)
    for _ in range(presses - 1):
        running.process.send_signal(signal.SIGINT)
        time.sleep(0.05)

    _, said, complained = running.stop(signal.SIGINT)

    assert said.split() == ["finished", "stopped", "0"]
    assert complained == ""
    connection.close()


def test_the_place_of_a_phone_that_hangs_up_comes_free_within_two_seconds(start):
    running = start()
    streams = [running.open_stream() for _ in range(4)]
    assert running.get("/open") == (200, "4")
    started = time.monotonic()

    for stream in streams:
        stream.close()

    assert wait_until(lambda: running.get("/open") == (200, "0"))
    assert time.monotonic() - started < 2


def test_pages_are_served_when_every_stream_is_taken(start):
    running = start(2)
    streams = [running.open_stream() for _ in range(2)]

    refused = running.get("/events")
    page = running.get("/open")

    assert refused == (503, "busy")
    assert page == (200, "2")
    for stream in streams:
        stream.close()


def test_answers_do_not_name_the_server_software(start):
    running = start()
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=SOON)

    with contextlib.closing(connection):
        connection.request("GET", "/open")
        answer = connection.getresponse()
        answer.read()

    assert answer.getheader("Server") is None
