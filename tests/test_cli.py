from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion import cli, config, launch
from companion.config import Settings

ROOT = Path(__file__).resolve().parents[1]
DATA = Path("data").resolve()
PUBLIC = "https://tweak.example"


@pytest.fixture
def started(monkeypatch):
    """Return the settings that runs were started with, instead of running them."""
    runs = []
    monkeypatch.setattr(launch, "run", runs.append)
    return runs


def call(*words, **variables):
    return CliRunner().invoke(cli.main, words, env=variables, prog_name="companion")


def all_options():
    commands = [cli.main, *cli.main.commands.values()]
    return [option for command in commands for option in command.params if isinstance(option, click.Option)]


def test_without_options_it_serves_the_network_from_the_usual_folder(started):
    result = call()

    assert result.exit_code == 0
    assert started == [Settings(config.default_data_folder(), "0.0.0.0", 8765, None, "")]
    assert started[0].open_browser
    assert not started[0].private


@pytest.mark.parametrize(
    ("words", "variables", "expected"),
    [
        (["--host", "127.0.0.1"], {"COMPANION_HOST": "127.0.0.1"}, {"host": "127.0.0.1"}),
        (["--port", "9000"], {"COMPANION_PORT": "9000"}, {"port": 9000}),
        (["--port", "0"], {"COMPANION_PORT": "0"}, {"port": 0}),
        (["--public-url", PUBLIC + "/"], {"COMPANION_PUBLIC_URL": PUBLIC + "/"}, {"public_url": PUBLIC}),
        (["--data", "data"], {"COMPANION_DATA": "data"}, {"data": DATA}),
        (["--lang", "it"], {"COMPANION_LANG": "it"}, {"lang": "it"}),
        (["--private"], {"COMPANION_PRIVATE": "1"}, {"private": True}),
        (["--streams", "600"], {"COMPANION_STREAMS": "600"}, {"max_streams": 600}),
        (["--no-open"], {"COMPANION_NO_OPEN": "yes"}, {"open_browser": False}),
    ],
    ids=["host", "port", "any port", "public url", "data", "lang", "private", "streams", "no open"],
)
def test_an_option_and_its_variable_do_the_same(started, words, variables, expected):
    by_option, by_variable = call(*words), call(**variables)

    assert (by_option.exit_code, by_variable.exit_code) == (0, 0)
    for settings in started:
        assert {name: getattr(settings, name) for name in expected} == expected
    assert started[0] == started[1]


def test_an_option_beats_its_variable(started):
    call("--port", "9001", COMPANION_PORT="9000")

    assert started[0].port == 9001


@pytest.mark.parametrize(
    "variable", ["COMPANION_PUBLIC_URL", "COMPANION_DATA", "COMPANION_PORT", "COMPANION_PRIVATE"]
)
def test_an_empty_variable_says_nothing(started, variable):
    result = call(**{variable: ""})

    assert result.exit_code == 0
    assert started == [Settings(config.default_data_folder())]


@pytest.mark.parametrize("value", ["0", "false", "no"])
def test_a_variable_can_say_no(started, value):
    call(COMPANION_PRIVATE=value, COMPANION_NO_OPEN=value)

    assert (started[0].private, started[0].open_browser) == (False, True)


@pytest.mark.parametrize(
    "words",
    [
        *(["--streams", "0"], ["--streams", "1001"]),
        *(["--port", "65536"], ["--port", "-1"], ["--port", "many"], ["--public-url", "tweak.example"]),
        *(
            ["--public-url", "ftp://t.example"],
            ["--public-url", "http://:8765"],
            ["--public-url", "http://t:x"],
        ),
        *(["--public-url", "http://[::1"], ["--nonsense"], ["nonsense"]),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_usage_line(started, words):
    result = call(*words)

    assert result.exit_code == 2
    assert "Usage: companion" in result.output
    assert started == []


def test_a_start_that_fails_ends_with_one_sentence(monkeypatch):
    def fail(_settings):
        raise launch.LaunchError("Cannot listen on nowhere.")

    monkeypatch.setattr(launch, "run", fail)

    result = call()

    assert result.exit_code == 1
    assert result.stderr == "Cannot listen on nowhere.\n"
    assert result.stdout == ""


def test_the_host_link_of_a_server_that_does_not_run_is_kindly_refused(tmp_path):
    result = call("host-link", "--data", str(tmp_path / "nothing"))

    assert result.exit_code == 1
    assert result.stderr == f"No companion is running on {tmp_path / 'nothing'}. Start it with: companion\n"
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        (["host-link", "--data", "data"], {}),
        (["--data", "data", "host-link"], {}),
        (["--data", "other", "host-link", "--data", "data"], {}),
        (["host-link"], {"COMPANION_DATA": "data"}),
    ],
    ids=["after", "before", "nearer wins", "variable"],
)
def test_the_host_link_is_of_the_data_that_were_named(monkeypatch, words, variables):
    monkeypatch.setattr(launch, "get_host_link", lambda folder: f"link of {folder}")

    result = call(*words, **variables)

    assert result.output == f"link of {DATA}\n"


def test_the_version_is_printed_and_nothing_is_started(started):
    result = call("--version")

    assert result.exit_code == 0
    assert result.output.startswith("companion ")
    assert started == []


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["host-link", "--help"]])
def test_the_help_names_every_option_with_its_variable(started, words):
    result = call(*words)

    assert result.exit_code == 0
    assert "COMPANION_DATA" in result.output
    assert started == []


def test_every_option_has_a_help_text():
    assert [option.name for option in all_options() if not option.help] == []


def test_every_option_and_its_variable_is_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = {flag for option in all_options() for flag in option.opts}
    wanted |= {option.envvar for option in all_options() if option.envvar}

    missing = sorted(word for word in wanted if f"`{word}" not in readme)

    assert missing == []


def test_every_command_is_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [name for name in cli.main.commands if f"companion {name}" not in readme] == []


def test_the_readme_knows_no_variable_that_is_not_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    known = {option.envvar for option in all_options()}

    mentioned = {word.strip("`|,.;=") for word in readme.split() if word.startswith("`COMPANION_")}

    assert mentioned <= known
