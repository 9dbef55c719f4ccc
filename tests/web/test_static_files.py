"""Style sheet, scripts and pictures: small, kept by the phone while they are the same, and not needed."""

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from companion.config import assets_folder
from companion.web import assets
from tests.conftest import Phone
from tests.web.markup import parse

STATIC = assets_folder() / "static"
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
PATHS_OUT = (
    "../pyproject.toml",
    "..%2fpyproject.toml",
    "%2e%2e/pyproject.toml",
    "../templates/base.html",
    "vendor/../../pyproject.toml",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "..\\pyproject.toml",
    "C:/windows/win.ini",
    "%00",
    "companion.css%00.js",
    "vendor",
    "",
)


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_sent_as_it_is(stranger: Phone, name: str) -> None:
    answer = stranger.get(f"/static/{name}")

    assert answer.status_code == 200
    assert answer.data == (STATIC / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "mimetype"),
    [
        ("companion.css", "text/css"),
        ("live.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
        ("manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_browsers_are_told_what_it_is(stranger: Phone, name: str, mimetype: str) -> None:
    answer = stranger.get(f"/static/{name}")

    assert answer.mimetype == mimetype
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", PATHS_OUT)
def test_nothing_outside_the_folder_is_sent(stranger: Phone, path: str) -> None:
    answer = stranger.get(f"/static/{path}", follow_redirects=True)

    assert answer.status_code == 404


def version_of(phone: Phone, name: str) -> str:
    page = parse(phone.get("/").text)
    addresses = [element.get("href") or element.get("src") for element in page.all("link", "script")]
    return next(address for address in addresses if address.startswith(f"/static/{name}?"))


def test_pages_address_a_file_by_its_content(stranger: Phone) -> None:
    assert re.fullmatch(r"/static/companion\.css\?v=[0-9a-f]{12}", version_of(stranger, "companion.css"))


def test_what_is_addressed_by_its_content_is_kept_for_good(stranger: Phone) -> None:
    answer = stranger.get(version_of(stranger, "companion.css"))

    assert "immutable" in answer.headers["Cache-Control"]
    assert "max-age=31536000" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000"])
def test_what_is_addressed_otherwise_is_asked_for_again(stranger: Phone, query: str) -> None:
    answer = stranger.get(f"/static/companion.css{query}")

    assert answer.headers["Cache-Control"] == "no-cache"


def test_another_content_has_another_address(
    stranger: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static").mkdir()
    monkeypatch.setattr(assets, "assets_folder", lambda: tmp_path)
    style = tmp_path / "static" / "companion.css"
    style.write_text("a{}")
    before = version_of(stranger, "companion.css")

    style.write_text("b{}")

    assert version_of(stranger, "companion.css") != before
    assert stranger.get("/static/companion.css").text == "b{}"


def test_without_any_file_every_page_still_works(
    ana: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "assets_folder", lambda: tmp_path)

    answers = [ana.get(page).status_code for page in ("/", ana.home, f"{ana.home}new", f"{ana.home}invite")]

    assert answers == [200, 200, 200, 200]


def test_a_phone_that_can_gets_it_compressed(stranger: Phone) -> None:
    answer = stranger.get("/static/companion.css", headers={"Accept-Encoding": "gzip, deflate"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == (STATIC / "companion.css").read_bytes()
    assert len(answer.data) < len((STATIC / "companion.css").read_bytes()) / 2


@pytest.mark.parametrize("encoding", ["", "identity", "br", "gzip;q=0"])
def test_a_phone_that_cannot_gets_it_as_it_is(stranger: Phone, encoding: str) -> None:
    answer = stranger.get("/static/companion.css", headers={"Accept-Encoding": encoding})

    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/static/companion.css", "/"])
def test_caches_are_told_that_it_differs(stranger: Phone, path: str) -> None:
    assert "Accept-Encoding" in stranger.get(path).headers["Vary"]


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_phone_that_has_it_already_is_sent_nothing(stranger: Phone, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    etag = stranger.get("/static/companion.css", headers=headers).headers["ETag"]

    answer = stranger.get("/static/companion.css", headers={**headers, "If-None-Match": etag})

    assert answer.status_code == 304
    assert answer.data == b""


def test_the_compressed_file_is_another_one_to_caches(stranger: Phone) -> None:
    etags = {
        stranger.get("/static/companion.css", headers={"Accept-Encoding": encoding}).headers["ETag"]
        for encoding in ("", "gzip")
    }

    assert len(etags) == 2


def test_pages_are_compressed_too(ana: Phone) -> None:
    answer = ana.get(ana.home, headers={"Accept-Encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert b"No match yet" in gzip.decompress(answer.data)


def test_small_answers_are_not_compressed(stranger: Phone) -> None:
    answer = stranger.get("/healthz", headers={"Accept-Encoding": "gzip"})

    assert answer.data == b"ok"


def test_pages_are_not_kept_by_the_browser(ana: Phone) -> None:
    assert ana.get(ana.home).headers["Cache-Control"] == "no-store"


def test_the_manifest_names_files_that_are_there(stranger: Phone) -> None:
    manifest = stranger.get("/static/manifest.webmanifest").get_json(force=True)

    answers = [stranger.get(urljoin("/static/", icon["src"])).status_code for icon in manifest["icons"]]

    assert answers
    assert set(answers) == {200}


def test_no_file_speaks_of_another_server() -> None:
    foreign = {
        name: address
        for name in FILES
        if not name.startswith("vendor/")
        for address in re.findall(r"https?://[^\s\"')]+", (STATIC / name).read_text(encoding="utf-8"))
        if address != "http://www.w3.org/2000/svg"
    }

    assert foreign == {}
