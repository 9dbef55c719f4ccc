import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.running import ENVIRONMENT, Running

ROOT = Path(__file__).resolve().parents[1]
VENDOR = ROOT / "static" / "vendor"
# Of dist/htmx.min.js in the npm package htmx.org 4.0.1.
HTMX_SHA256 = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"
RUN = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/companion"
TEST = 'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest'
LOCAL = ["--host", "127.0.0.1", "--port", "0"]
SOON = 120


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=SOON, check=False, **options)


def python_with(folder):
    """Return an environment in which our package comes from this folder."""
    return ENVIRONMENT | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    words = ("-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    done = run(sys.executable, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    """Return a folder with the installed wheel and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    words = ("install", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", str(folder))
    done = run(sys.executable, "-m", "pip", *words, str(wheel))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(params=["wheel", "checkout"])
def package_folder(request):
    return request.getfixturevalue("site") if request.param == "wheel" else ROOT


@pytest.fixture
def companion(package_folder, tmp_path):
    """Return the companion of this package, started from a folder that is none of ours."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    running = Running(tmp_path / "data", *LOCAL, cwd=elsewhere, environment=python_with(package_folder))
    yield running
    running.end()


def files_under(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_started_from_another_folder_it_serves_health_pages_and_static_files(companion):
    health = companion.ask("GET", "/healthz")
    page = companion.ask("GET", "/j/" + companion.join_url.rpartition("/")[2])
    static = re.findall(r'(?:href|src)="(/static/[^"]+)"', page[2])

    assert (health[0], health[2]) == (200, "ok")
    assert page[0] == 200
    assert static
    assert {companion.ask("GET", path)[0] for path in static} == {200}


def test_the_package_that_runs_is_the_one_meant(package_folder, tmp_path):
    done = run(
        sys.executable,
        "-c",
        "import companion; print(companion.__file__)",
        cwd=tmp_path,
        env=python_with(package_folder),
    )

    assert Path(done.stdout.strip()) == package_folder / "companion" / "__init__.py"


def test_an_installed_wheel_keeps_its_data_out_of_its_own_folder(site, tmp_path):
    done = run(
        sys.executable,
        "-c",
        "from companion import config; print(config.default_data_folder())",
        cwd=tmp_path,
        env=python_with(site),
    )

    folder = Path(done.stdout.strip())
    assert folder.name == "tweak-companion"
    assert site not in folder.parents
    assert ROOT not in folder.parents


@pytest.mark.parametrize("name", ["templates", "static"])
def test_the_wheel_holds_every_template_and_static_file(site, name):
    packed = files_under(site / "companion" / "_assets" / name)

    assert packed == files_under(ROOT / name)


def test_the_wheel_holds_every_module_and_catalogue(site):
    ours = {name for name in files_under(ROOT / "companion") if "__pycache__" not in name}

    packed = {name for name in files_under(site / "companion") if "__pycache__" not in name}

    assert {name for name in packed if not name.startswith("_assets/")} == ours


def test_the_wheel_holds_both_licences_and_the_command_but_no_tests(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        entry_points = next(name for name in names if name.endswith("entry_points.txt"))
        commands = archive.read(entry_points).decode()

    assert "companion = companion.cli:main" in commands
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("LICENSE.htmx.txt") and "licenses" in name for name in names)
    assert not any(name.startswith(("tests/", "instance/")) for name in names)


def test_the_vendored_htmx_is_the_published_file():
    content = (VENDOR / "htmx-4.0.1.min.js").read_bytes()

    assert hashlib.sha256(content).hexdigest() == HTMX_SHA256


def test_the_licence_of_htmx_lies_beside_it():
    licence = (VENDOR / "LICENSE.htmx.txt").read_text(encoding="utf-8")

    assert "Zero-Clause BSD" in licence


@pytest.mark.parametrize("command", [RUN, TEST], ids=["run", "test"])
def test_the_readme_has_one_line_that_does_everything(command):
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()

    assert readme.count(command) == 1


def test_the_checks_run_the_test_command_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

    assert TEST in script


def test_every_link_of_the_documents_leads_to_a_file():
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")

        linked = [target for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]

        assert [target for target in linked if not (ROOT / target.partition("#")[0]).exists()] == []
