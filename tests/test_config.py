from pathlib import Path

import pytest
from platformdirs import user_data_path

from companion import config
from companion.config import Settings

ROOT = Path(__file__).resolve().parents[1]


def test_a_checkout_keeps_its_data_in_its_instance_folder():
    folder = config.default_data_folder()

    assert folder == ROOT / "instance"


def test_a_checkout_finds_its_templates_and_static_files_at_the_root():
    folder = config.assets_folder()

    assert folder == ROOT
    assert (folder / "static" / "vendor").is_dir()


def test_an_installed_wheel_keeps_its_data_in_the_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "_IN_WHEEL", tmp_path)

    folder = config.default_data_folder()

    assert folder == user_data_path("tweak-companion", appauthor=False)


def test_an_installed_wheel_finds_its_assets_inside_the_package(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "_IN_WHEEL", tmp_path)

    assert config.assets_folder() == tmp_path


@pytest.mark.parametrize(("platform", "streams"), [("linux", 200), ("win32", 64), ("darwin", 64)])
def test_the_cap_of_streams_fits_the_system(monkeypatch, platform, streams):
    monkeypatch.setattr(config.sys, "platform", platform)

    assert Settings(Path("data")).max_streams == streams


@pytest.mark.parametrize(
    ("host", "public_url", "names"),
    [
        ("0.0.0.0", None, set()),
        ("::", None, set()),
        ("0.0.0.0", "https://Tweak.Example.org/games", {"tweak.example.org"}),
        ("Raspberry.local", None, {"raspberry.local"}),
        ("10.0.0.7", "http://[fd00::1]:8000", {"10.0.0.7", "fd00::1"}),
    ],
)
def test_the_names_given_from_outside_are_ours_but_no_wildcard_is(host, public_url, names):
    settings = Settings(Path("data"), host=host, public_url=public_url)

    assert settings.host_names == names
