"""What does a person see where something is not there, not allowed, or broken?"""

from flask import Flask, jsonify, render_template, url_for
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as Answer

from companion.web.forms import wants_json
from companion.web.language import gettext as _


def handle_errors(app: Flask) -> None:
    """Answer every error with a page, or for a script with a message."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Answer | tuple[str, int] | tuple[Answer, int]:
    if error.code is None or error.code < 400:  # noqa: PLR2004  (a redirect, not an error)
        return error.get_response()
    if error.code == 400:  # noqa: PLR2004
        # The name in the request is not ours: nothing of ours is shown under it.
        return "Bad request", 400
    title, sentence = _words(error)
    target = url_for("lobby.start")
    if wants_json():
        return jsonify(message=sentence, url=target), error.code
    page = render_template(
        "error.html", title=title, sentence=sentence, link_url=target, link_text=_("Go to the start page")
    )
    return page, error.code


def _words(error: HTTPException) -> tuple[str, str]:
    if error.code == 403:  # noqa: PLR2004
        return (
            _("This is somebody’s table"),
            _("Scan the QR code at the table, or type its code on the start page. That lets you in."),
        )
    if error.code == 404:  # noqa: PLR2004
        return _("Nothing is here"), _("The page has moved, or the table has been put away.")
    if isinstance(error, InternalServerError):
        return _("Something broke"), _("Nothing that was saved is lost. Go back and try once more.")
    return _("That did not work"), _("Go back and try once more.")
