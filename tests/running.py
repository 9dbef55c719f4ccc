"""The real companion, started as its users start it."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

from companion import keys

SOON = 20.0
COMMAND = [sys.executable, "-m", "companion"]
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
ENVIRONMENT = CLEAN | {"COMPANION_NO_OPEN": "1", "PYTHONIOENCODING": "utf-8"}


class Running:
    """The real companion in a process of its own."""

    def __init__(self, data, *words, cwd=None, environment=ENVIRONMENT):
        self.data = data
        self.process = subprocess.Popen(
            [*COMMAND, "--data", str(data), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
            cwd=cwd,
        )
        self.said = self._listen()

    def _listen(self):
        """Return what it says up to the last line of its greeting."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Ctrl-C"):
                break
        return "".join(lines)

    @property
    def urls(self):
        return re.findall(r"https?://\S+", self.said)

    @property
    def join_url(self):
        return next(url for url in self.urls if "/j/" in url)

    @property
    def port(self):
        return urlsplit(self.join_url).port

    def ask(self, method, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON)
        with contextlib.closing(connection):
            body = headers.pop("body", None)
            connection.request(
                method, path, body, {name.replace("_", "-"): headers[name] for name in headers}
            )
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()

    def become_host(self):
        """Return the cookie of the host, and the path of the newest table."""
        status, headers, _ = self.ask("GET", "/host/" + keys.host_token(keys.load_secret(self.data)))
        assert status == 303
        return headers["Set-Cookie"].partition(";")[0], headers["Location"].removesuffix("/invite")

    def open_stream(self):
        cookie, table = self.become_host()
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=SOON)
        request = f"GET {table}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n\r\n"
        stream.sendall(request.encode())
        heard = b""
        while b"event: revision" not in heard:
            heard += stream.recv(4096)
            assert heard.startswith(b"HTTP/1.1 200"), heard
        return stream

    def stop(self, number=signal.SIGTERM):
        started = time.monotonic()
        self.process.send_signal(number)
        said, complained = self.process.communicate(timeout=SOON)
        return time.monotonic() - started, said, complained

    def end(self):
        self.process.kill()
        self.process.communicate(timeout=SOON)
