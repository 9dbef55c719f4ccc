import contextlib
import http.server
import threading

import pytest

from companion import browser, server

SOON = 10.0


class _Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def healthy_server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Healthy) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


@pytest.fixture
def opened(monkeypatch):
    """Return the links that were opened, instead of opening them."""
    links = []
    monkeypatch.setattr(browser.webbrowser, "open", links.append)
    return links


@pytest.fixture
def silent_url():
    """Return the address of a port where nobody answers."""
    with contextlib.closing(server.bind("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    return f"http://127.0.0.1:{port}"


def test_the_host_link_opens_at_the_address_phones_use(opened):
    with healthy_server() as local_url:
        base_url = local_url.replace("127.0.0.1", "localhost")

        browser.open_when_up(f"{base_url}/host/x", base_url=base_url, local_url=local_url).join(SOON)

    assert opened == [f"{base_url}/host/x"]


def test_it_opens_locally_when_that_address_cannot_be_reached(opened, silent_url):
    with healthy_server() as local_url:
        browser.open_when_up(f"{silent_url}/host/x", base_url=silent_url, local_url=local_url).join(SOON)

    assert opened == [f"{local_url}/host/x"]


def test_nothing_opens_when_the_server_never_answers(opened, silent_url, monkeypatch):
    monkeypatch.setattr(browser, "SECONDS_TO_COME_UP", 0.2)

    browser.open_when_up(f"{silent_url}/host/x", base_url=silent_url, local_url=silent_url).join(SOON)

    assert opened == []


def test_a_proxy_of_the_environment_is_not_asked(monkeypatch, silent_url):
    monkeypatch.setenv("http_proxy", silent_url)

    with healthy_server() as local_url:
        assert browser.is_up(local_url)


def test_a_page_of_somebody_else_is_not_a_companion():
    with healthy_server() as local_url:
        assert not browser.is_up(f"{local_url}/other")


@pytest.mark.parametrize("url", ["https://127.0.0.1:9", "http://127.0.0.1:1"])
def test_what_cannot_be_reached_is_not_up(url):
    assert not browser.is_up(url)


@pytest.mark.parametrize(
    ("platform", "variables", "has_display"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_a_browser_needs_a_display_where_there_may_be_none(monkeypatch, platform, variables, has_display):
    monkeypatch.setattr(browser.sys, "platform", platform)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert browser.has_display() is has_display
