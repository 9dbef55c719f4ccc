"""Which requests are not ours to answer, and what does every answer forbid the browser?"""

from urllib.parse import urlsplit

from flask import Response, abort, request

from companion import lan
from companion.web.context import get_companion

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def refuse_foreign() -> None:
    """Refuse a Host that is not ours (DNS rebinding), and a write that another site's page has sent."""
    if not lan.is_local_host_header(request.headers.get("Host", ""), names=_own_names()):
        abort(400)
    if request.method not in SAFE_METHODS and not _is_same_origin():
        abort(403)


def add_headers(response: Response) -> Response:
    """Add the headers that every answer carries; pages are never kept by the browser."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _own_names() -> frozenset[str]:
    companion = get_companion()
    printed = urlsplit(companion.base_url).hostname or ""
    return lan.own_names() | companion.settings.host_names | {printed}


def _is_same_origin() -> bool:
    # Sec-Fetch-Site is not sent to a plain-http address of a local network, Origin is.
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return False
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    try:
        parts = urlsplit(source)
    except ValueError:  # "http://[" and the like
        return False
    return parts.scheme in {"http", "https"} and parts.netloc.lower() == request.headers["Host"].lower()
