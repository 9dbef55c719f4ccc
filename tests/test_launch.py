import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest
from filelock import FileLock

from companion import lan, launch, server
from companion.app import Invite
from companion.config import Settings
from tests.running import COMMAND, ENVIRONMENT, SOON, Running
from tests.scan import NEEDS_ZBAR, scan_terminal, scan_text

POSIX_ONLY = pytest.mark.skipif(
    os.name != "posix", reason="Windows has no terminals to pretend and no SIGINT"
)
LOCAL = ["--host", "127.0.0.1", "--port", "0"]


@pytest.fixture
def start():
    """Return a function that starts the companion; all are ended with the test."""
    running = []

    def start_companion(data, *words):
        running.append(Running(data, *words))
        return running[-1]

    yield start_companion
    for companion in running:
        companion.end()


@pytest.fixture(scope="module")
def companion(tmp_path_factory):
    """Return one companion on loopback that the tests only look at."""
    running = Running(tmp_path_factory.mktemp("launch") / "data", *LOCAL)
    yield running
    running.end()


def test_the_printed_command_gives_the_host_link_of_this_very_server(companion):
    command = re.search("The host link: companion (.*)", companion.said)[1]

    assert run_briefly(*shlex.split(command)).stdout.startswith("http://")


def run_briefly(*words):
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, env=ENVIRONMENT, timeout=SOON, check=False
    )


@NEEDS_ZBAR
def test_the_printed_qr_code_is_the_printed_address(companion):
    assert scan_text(companion.said) == companion.join_url


def test_the_printed_address_lets_a_stranger_in(companion):
    status, _, page = companion.ask("GET", urlsplit(companion.join_url).path)

    assert status == 200
    assert "<form" in page


def test_the_printed_code_lets_a_stranger_in(companion):
    code = re.search(r"the code (\w{6})\n", companion.said).group(1)
    origin = f"http://127.0.0.1:{companion.port}"

    status, headers, _ = companion.ask(
        "POST", "/code", body=f"code={code}", Origin=origin, Content_Type="application/x-www-form-urlencoded"
    )

    assert (status, headers["Location"]) == (303, urlsplit(companion.join_url).path)


def test_every_printed_link_has_the_same_real_port(companion):
    assert {urlsplit(url).port for url in companion.urls} == {companion.port}


def test_no_host_link_is_written_into_a_file_or_a_log(companion):
    assert "/host/" not in companion.said


def test_the_host_link_is_printed_on_demand_and_works(companion):
    done = run_briefly("host-link", "--data", str(companion.data))

    status, _, _ = companion.ask("GET", urlsplit(done.stdout.strip()).path)

    assert (done.returncode, status) == (0, 303)
    assert done.stdout.startswith(f"http://127.0.0.1:{companion.port}/host/")


def test_a_second_start_on_the_same_data_names_the_first(companion):
    done = run_briefly("--data", str(companion.data), *LOCAL)

    assert done.returncode == 1
    assert done.stderr == (
        f"TWEAK! companion is already running on this data: http://127.0.0.1:{companion.port}\n"
    )
    assert done.stdout == ""


def test_a_port_in_use_moves_on_and_every_link_follows(start, tmp_path):
    with contextlib.closing(server.bind("127.0.0.1", 0)) as sock:
        taken = sock.getsockname()[1]

        running = start(tmp_path, "--host", "127.0.0.1", "--port", str(taken))

    assert running.port != taken
    assert f"Port {taken} is not free: this is port {running.port}." in running.said
    assert {urlsplit(url).port for url in running.urls} == {running.port}
    assert running.ask("GET", "/healthz")[0] == 200


def test_the_public_url_is_in_every_link(start, tmp_path):
    running = start(tmp_path, *LOCAL, "--public-url", "https://tweak.example/")

    assert {urlsplit(url).netloc for url in running.urls} == {"tweak.example"}


def test_it_serves_the_network_under_the_best_address(start, tmp_path):
    running = start(tmp_path, "--port", "0")

    assert urlsplit(running.join_url).hostname == lan.find_addresses()[0].ip
    assert running.ask("GET", "/healthz")[::2] == (200, "ok")


@POSIX_ONLY
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "kill"])
def test_it_ends_within_two_seconds_with_streams_open(start, tmp_path, number):
    running = start(tmp_path, *LOCAL)
    streams = [running.open_stream() for _ in range(5)]

    seconds, said, complained = running.stop(number)

    assert seconds < 2
    assert said.strip() == "Stopped. Everything is saved."
    assert complained == ""
    assert running.process.returncode == 0
    for stream in streams:
        stream.close()


@POSIX_ONLY
def test_the_end_leaves_the_folder_free_and_nothing_said_about_it(start, tmp_path):
    start(tmp_path, *LOCAL).stop()

    done = run_briefly("host-link", "--data", str(tmp_path))

    assert done.returncode == 1
    assert "No companion is running" in done.stderr
    assert not (tmp_path / "running.json").exists()


def test_the_end_leaves_the_whole_database_in_one_file(monkeypatch, tmp_path):
    monkeypatch.setattr(launch.server, "serve", lambda *_, **__: None)

    launch.run(Settings(tmp_path, host="127.0.0.1", port=0, open_browser=False))

    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(("-wal", "-shm"))] == []


def test_after_a_hard_end_it_starts_again_and_keeps_its_links(start, tmp_path):
    first = start(tmp_path, *LOCAL)
    first.process.kill()
    first.process.wait(SOON)

    done = run_briefly("host-link", "--data", str(tmp_path))
    second = start(tmp_path, *LOCAL)

    assert done.returncode == 1
    assert urlsplit(second.join_url).path == urlsplit(first.join_url).path


def test_of_several_started_at_once_on_one_folder_exactly_one_runs(start, tmp_path):
    companions: list[Running] = []
    threads = [
        threading.Thread(target=lambda: companions.append(start(tmp_path / "new", *LOCAL))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)

    serving = [running for running in companions if running.said]
    refused = [running.process.communicate(timeout=SOON)[1] for running in companions if not running.said]

    assert len(serving) == 1
    assert len(refused) == 3
    assert all("already running on this data" in text for text in refused)


@POSIX_ONLY
def test_two_folders_run_side_by_side(start, tmp_path):
    first = start(tmp_path / "one", *LOCAL)
    second = start(tmp_path / "two", "--host", "127.0.0.1", "--port", str(first.port))

    assert first.port != second.port
    assert second.ask("GET", "/healthz")[0] == 200


@POSIX_ONLY
@NEEDS_ZBAR
def test_a_terminal_shows_the_host_link_and_a_code_in_its_own_colours(tmp_path):
    inside, outside = os.openpty()
    process = subprocess.Popen(
        [*COMMAND, "--data", str(tmp_path), *LOCAL], stdout=outside, stderr=outside, env=ENVIRONMENT
    )
    os.close(outside)
    said = b""
    while b"Ctrl-C stops it." not in said:
        said += os.read(inside, 4096)
    process.terminate()
    process.wait(SOON)
    os.close(inside)

    text = said.decode().replace("\r\n", "\n")

    join_url = re.search(r"http://\S+/j/\S+", text).group()
    assert re.search(r"http://127\.0\.0\.1:\d+/host/[\w-]{43}\n", text)
    assert scan_terminal(text) == join_url


def test_a_table_name_in_letters_the_console_lacks_is_no_failure(monkeypatch, tmp_path):
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="cp1252"))
    monkeypatch.setattr(launch, "first_invite", lambda _: Invite("http://x/j/y", "K7M4TX", "Кухня"))
    monkeypatch.setattr(launch.server, "serve", lambda *_, announce, **__: announce())

    launch.run(Settings(tmp_path, host="127.0.0.1", port=0, open_browser=False))

    assert b"Table: ?????" in printed.getvalue()


def test_a_server_without_any_console_still_starts(monkeypatch, tmp_path):
    announced = []
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(launch.server, "serve", lambda *_, announce, **__: announced.append(announce()))

    launch.run(Settings(tmp_path, host="127.0.0.1", port=0, open_browser=False))

    assert announced == [None]


def test_a_console_without_half_blocks_still_starts(tmp_path):
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    process = subprocess.Popen(
        [*COMMAND, "--data", str(tmp_path), *LOCAL],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )

    lines = list(iter(process.stdout.readline, "Ctrl-C stops it.\n"))
    process.kill()
    process.communicate()

    assert any("/j/" in line for line in lines)
    assert not any("█" in line or "??" in line for line in lines)


@pytest.mark.parametrize(
    ("host", "public_url", "expected"),
    [
        ("0.0.0.0", None, "http://192.168.1.23:8766"),
        ("::", None, "http://192.168.1.23:8766"),
        ("127.0.0.1", None, "http://127.0.0.1:8766"),
        ("fd00::7", None, "http://[fd00::7]:8766"),
        ("0.0.0.0", "https://tweak.example", "https://tweak.example"),
    ],
)
def test_the_base_url_is_the_public_one_or_the_hosts_or_the_best(
    monkeypatch, tmp_path, host, public_url, expected
):
    best = (lan.Address("192.168.1.23", "wlan0", 9), lan.Address("127.0.0.1", "loopback", -100))
    monkeypatch.setattr(lan, "find_addresses", lambda: best)

    url = launch.choose_base_url(Settings(tmp_path, host=host, public_url=public_url), port=8766)

    assert url == expected


def test_a_host_that_is_not_ours_is_one_sentence(tmp_path):
    with pytest.raises(launch.LaunchError, match=r"^Cannot listen on 203\.0\.113\.77: "):
        launch.run(Settings(tmp_path, host="203.0.113.77"))


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(launch.LaunchError, match=r"^Cannot write to "):
        launch.run(Settings(tmp_path / "file" / "data", host="127.0.0.1", port=0))


def test_a_damaged_key_is_one_sentence_and_the_folder_is_free_again(tmp_path):
    (tmp_path / "secret-key").write_bytes(b"short")

    with pytest.raises(launch.LaunchError, match="is damaged: remove it"):
        launch.run(Settings(tmp_path, host="127.0.0.1", port=0))

    with FileLock(tmp_path / "companion.lock", timeout=0):
        pass


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"url"', "{}"])
def test_a_server_that_is_just_starting_has_no_host_link_yet(tmp_path, content):
    if content is not None:
        (tmp_path / "running.json").write_text(content)

    with FileLock(tmp_path / "companion.lock"), pytest.raises(launch.LaunchError, match="just starting"):
        launch.get_host_link(tmp_path)


def test_what_a_running_server_leaves_in_the_folder_holds_no_secret(companion):
    left = json.loads((companion.data / "running.json").read_text())

    assert left == {"url": f"http://127.0.0.1:{companion.port}", "pid": companion.process.pid}


@pytest.mark.parametrize(("wants_browser", "has_display", "opens"), [(1, 1, 1), (1, 0, 0), (0, 1, 0)])
def test_the_browser_opens_at_the_host_link_where_wanted_and_possible(
    monkeypatch, tmp_path, wants_browser, has_display, opens
):
    opened = []
    monkeypatch.setattr(launch.browser, "has_display", lambda: bool(has_display))
    monkeypatch.setattr(launch.browser, "open_when_up", lambda link, **_: opened.append(link))
    monkeypatch.setattr(launch.server, "serve", lambda *_, announce, **__: announce())

    launch.run(Settings(tmp_path, host="127.0.0.1", port=0, open_browser=bool(wants_browser)))

    assert len(opened) == opens
    assert all(re.fullmatch(r"http://127\.0\.0\.1:\d+/host/[\w-]{43}", link) for link in opened)
