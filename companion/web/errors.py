"""What does a person see where something is not there, not allowed, or broken?"""

from flask import Flask, jsonify, render_template, url_for
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as Answer

from companion.web.access import Role, get_visitor
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
    target, target_text = _way_on(error)
    if wants_json():
        return jsonify(message=sentence, url=target), error.code
    page = render_template(
        "error.html", title=title, sentence=sentence, link_url=target, link_text=target_text
    )
    return page, error.code


def _way_on(error: HTTPException) -> tuple[str, str]:
    visitor = get_visitor()
    if error.code == 403 and visitor.table and visitor.role is Role.WATCHER:  # noqa: PLR2004
        return url_for("lobby.me", table_id=visitor.table.id), _("Sit down")
    return url_for("lobby.start"), _("Go to the start page")


def _words(error: HTTPException) -> tuple[str, str]:
    if error.code == 403:  # noqa: PLR2004
        return _words_of_denial()
    if error.code == 404:  # noqa: PLR2004
        return _("There is nothing here"), _("The page has moved, or the table has been put away.")
    if isinstance(error, InternalServerError):
        return _("Something broke"), _("Nothing that was saved is lost. Go back and try once more.")
    return _("That did not work"), _("Go back and try once more.")


def _words_of_denial() -> tuple[str, str]:
    role = get_visitor().role
    if role is Role.WATCHER:
        return _("This phone is watching"), _("Sit down at the table to do this.")
    if role is Role.PLAYER:
        return _("Not from this phone"), _("Only the table’s host can do this.")
    return (
        _("You are not at this table yet"),
        _("Scan the QR code at the table, or type its code on the start page. That lets you in."),
    )
