"""The only assembler: puts settings, database, hub, pages and words together."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, url_for

from companion import keys
from companion.actions.desk import Desk
from companion.actions.tables import open_first_table
from companion.actions.upkeep import forget_old
from companion.config import Settings, assets_folder
from companion.hub import Hub
from companion.i18n import Catalogues
from companion.store import tables
from companion.store.connection import FILE_NAME, connect, prepare
from companion.web import (
    access,
    arranging,
    assets,
    changes,
    claims,
    closing,
    components,
    count,
    errors,
    guard,
    host,
    language,
    lesson,
    live,
    lobby,
    match,
    people,
    phones,
    possible,
    rulebook,
    scores,
    sheet,
    sums,
    table_choices,
    taken,
    television,
    wording,
)
from companion.web.context import Companion, close_db
from companion.web.forms import new_operation_id
from companion.web.globals import shared_values
from companion.web.throttle import Throttle

TRANSLATIONS = Path(__file__).resolve().parent / "translations"
MOST_BYTES_SENT = 64 * 1024
BLUEPRINTS = (
    lobby,
    claims,
    host,
    match,
    arranging,
    people,
    scores,
    sheet,
    changes,
    count,
    closing,
    table_choices,
    phones,
    live,
    television,
    rulebook,
    lesson,
    sums,
    taken,
    possible,
)


@dataclass(frozen=True)
class Invite:
    """What the console shows of a table: its invitation, and the code to type."""

    url: str
    code: str
    table_name: str


def create_app(
    settings: Settings,
    *,
    base_url: str,
    hub: Hub | None = None,
    catalogues: Catalogues | None = None,
) -> Flask:
    """Return the WSGI application on the settings' data folder; `base_url` is where phones reach it.

    Makes the folder, the database and the first table where they are missing.
    """
    app = Flask("companion", template_folder=assets_folder() / "templates", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES_SENT)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    companion = _open(settings, base_url, hub or Hub(settings.max_streams), catalogues)
    app.extensions["companion"] = companion
    _add_pages(app)
    _add_words(app)
    _open_house(companion)
    return app


def first_invite(app: Flask) -> Invite:
    """Return the invitation to the table that was used last, in the server's language."""
    companion: Companion = app.extensions["companion"]
    db = connect(companion.database)
    table = tables.list_tables(db)[0]
    db.close()
    with app.test_request_context():
        language.choose_language()
        path = url_for("lobby.join", token=table.join_token)
        name = wording.table_name(table.name, table.opened_at)
    return Invite(companion.base_url + path, table.code, name)


def _open(settings: Settings, base_url: str, hub: Hub, catalogues: Catalogues | None) -> Companion:
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = settings.data / FILE_NAME
    secret = keys.load_secret(settings.data)
    return Companion(
        settings=settings,
        base_url=base_url.rstrip("/"),
        secret=secret,
        server_id=keys.server_id(secret),
        hub=hub,
        catalogues=catalogues or Catalogues(TRANSLATIONS),
        database=database,
        anchor=prepare(database),
        clock=lambda: datetime.now(UTC),
        code_throttle=Throttle(),
    )


def _add_pages(app: Flask) -> None:
    app.before_request(language.choose_language)
    app.before_request(guard.refuse_foreign)
    app.before_request(access.check_access)
    # Run in the reverse order of this list.
    app.after_request(assets.compress)
    app.after_request(guard.add_headers)
    app.after_request(access.set_cookies)
    app.teardown_appcontext(close_db)
    for module in (*BLUEPRINTS, components) if app.debug else BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    assets.serve_assets(app)
    errors.handle_errors(app)


def _add_words(app: Flask) -> None:
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language.translate, language.translate_plural, newstyle=True
    )
    app.jinja_env.globals.update(new_op=new_operation_id, words=wording)
    app.context_processor(shared_values)


def _open_house(companion: Companion) -> None:
    logging.getLogger("waitress").setLevel(logging.ERROR)
    db = connect(companion.database)
    desk = Desk(db, companion.clock, companion.hub.tell)
    open_first_table(desk, lang=companion.settings.lang)
    forget_old(desk)
    db.close()
