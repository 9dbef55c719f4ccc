"""How do style sheet, scripts and pages travel: small, and kept by the phone as long as they are the same?"""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, abort, request, url_for
from werkzeug.security import safe_join

from companion.config import assets_folder
from companion.web.access import Role, needs

KEPT = "public, max-age=31536000, immutable"
CHECKED = "no-cache"
LEAST_COMPRESSED = 1000
COMPRESSED_TYPES = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


def serve_assets(app: Flask) -> None:
    """Add the route of the static files, and `asset` for the templates."""
    app.add_url_rule("/static/<path:filename>", "static", _send)
    app.jinja_env.globals["asset"] = asset


def asset(filename: str) -> str:
    """Return the address of a static file; it changes with the file's content.

    A file that is missing has an address too: the pages work without scripts and without style.
    """
    path = _find(filename)
    return _address(filename, path, path.stat().st_mtime_ns) if path else url_for("static", filename=filename)


def compress(response: Response) -> Response:
    """Compress a page for a phone that can read it so; streams and small answers go as they are."""
    response.vary.add("Accept-Encoding")
    if (
        response.is_streamed
        or response.content_encoding
        or not _accepts_gzip()
        or not (response.mimetype or "").startswith(COMPRESSED_TYPES)
        or (response.content_length or 0) < LEAST_COMPRESSED
    ):
        return response
    response.set_data(gzip.compress(response.get_data(), compresslevel=5, mtime=0))
    response.content_encoding = "gzip"
    return response


class _Asset:
    """A static file in memory, raw and compressed."""

    def __init__(self, path: Path) -> None:
        self.raw = path.read_bytes()
        self.compressed = gzip.compress(self.raw, compresslevel=9, mtime=0)
        self.version = hashlib.sha256(self.raw).hexdigest()[:12]
        self.mimetype = mimetypes.guess_type(path.name)[0] or "application/octet-stream"


@needs(Role.STRANGER)
def _send(filename: str) -> Response:
    path = _find(filename)
    if path is None:
        abort(404)
    loaded = _load(path)
    is_gzip = _accepts_gzip() and len(loaded.compressed) < len(loaded.raw)
    response = Response(loaded.compressed if is_gzip else loaded.raw, mimetype=loaded.mimetype)
    if is_gzip:
        response.content_encoding = "gzip"
    response.headers["Cache-Control"] = KEPT if request.args.get("v") == loaded.version else CHECKED
    response.set_etag(loaded.version + ("-gzip" if is_gzip else ""))
    response.make_conditional(request)
    return response


@lru_cache(maxsize=128)
def _address(filename: str, path: Path, changed: int) -> str:
    return url_for("static", filename=filename, v=_load_version(path, changed).version)


def _find(filename: str) -> Path | None:
    joined = safe_join(str(assets_folder() / "static"), filename)
    return Path(joined) if joined and Path(joined).is_file() else None


def _load(path: Path) -> _Asset:
    return _load_version(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _load_version(path: Path, _changed: int) -> _Asset:
    return _Asset(path)


def _accepts_gzip() -> bool:
    return request.accept_encodings.quality("gzip") > 0
