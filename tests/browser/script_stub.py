"""How do the scripts behave when the server does what real ones do on a bad evening?

A server with one table and one pile, and knobs to make it slow, deaf, forgetful or absent.
"""

import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, Response, abort, jsonify, redirect, request, send_from_directory
from werkzeug.serving import WSGIRequestHandler, make_server

from .script_pages import TYPES, error_html, pad_html, pile_html, scores_html, versions_html

STATIC = Path(__file__).resolve().parents[2] / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)


@dataclass
class Table:
    """The state behind the pages, and the knobs."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 0))
    revision: int = 3
    done: bool = False
    table_revision: int = 10
    is_open: bool = True
    next_url: str | None = "/scores"
    body_data: dict[str, str] = field(default_factory=dict)
    form_data: dict[str, str] = field(default_factory=dict)
    has_htmx: bool = True
    lang: str = "en"

    delay: float = 0.0  # seconds before a save is looked at
    read_delay: float = 0.0
    save_status: int = 200  # anything else: the answer, and nothing is saved
    save_answer: dict[str, object] = field(default_factory=dict)
    is_losing_answers: bool = False  # saves are committed, then the line drops
    is_away: bool = False  # every line drops at once
    is_hanging: bool = False  # nothing is answered while this is set
    stream_status: int = 200
    is_silent: bool = False  # streams stay open and say nothing
    is_curt: bool = False  # streams say goodbye at once
    board_status: int = 200

    saves: list[dict[str, str]] = field(default_factory=list)
    answers: dict[str, dict[str, object]] = field(default_factory=dict)
    visits: list[str] = field(default_factory=list)
    streams: int = 0  # opened so far
    open_streams: int = 0
    byes: int = 0
    at_once: int = 0
    most_at_once: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def tell(self) -> None:
        """Raise the table's revision, as every change does."""
        with self.changed:
            self.table_revision += 1
            self.changed.notify_all()

    def say_goodbye(self) -> None:
        with self.changed:
            self.byes += 1
            self.changed.notify_all()

    def change_pile(self, **counts: int) -> None:
        """Let another phone change the pile."""
        self.counts = {**self.counts, **counts}
        self.revision += 1
        self.tell()

def cut_line() -> None:
    """Drop the connection of this request, as a lost Wi-Fi does."""
    request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)


def follow(table: Table):
    """Say "revision n" now and at every newer one, until the knobs say otherwise."""
    sent, byes = None, table.byes
    yield "retry: 1500\n\n"
    while not table.is_away and table.stream_status == 200:
        if table.is_curt:
            yield f"event: revision\ndata: {table.table_revision}\n\nevent: bye\ndata: \n\n"
            return
        if table.byes > byes:
            yield "event: bye\ndata: \n\n"
            return
        if not table.is_silent and sent != table.table_revision:
            sent = table.table_revision
            yield f"event: revision\ndata: {sent}\n\n"
        with table.changed:
            table.changed.wait(0.05)
        if not table.is_silent:
            yield "event: beat\ndata: \n\n"


def save(table: Table, form: dict[str, str]) -> tuple[dict[str, object], int]:
    """Answer one save as the product does: the same operation gets the same answer."""
    if form["op"] in table.answers:
        return table.answers[form["op"]], 200
    counts = {name: int(form[name]) for name in TYPES}
    if int(form["base"]) != table.revision and counts != table.counts:
        return {"code": "stale"}, 409
    table.counts = counts
    table.done = form.get("done") == "1"
    table.revision += 1
    table.tell()
    answer = {"revision": table.revision, "done": table.done, "next": table.next_url if table.done else None}
    table.answers[form["op"]] = answer
    return answer, 200


def create_stub(table: Table) -> Flask:
    app = Flask("stub", static_folder=None)

    @app.before_request
    def obey_the_knobs() -> None:
        if not request.path.startswith("/static"):
            table.visits.append(f"{request.method} {request.path}")
        while table.is_hanging and not request.path.startswith("/static"):
            time.sleep(0.02)
        if table.is_away:
            cut_line()
            abort(503)

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.get("/static/<path:name>")
    def static_file(name: str):
        return send_from_directory(STATIC, name)

    @app.get("/events")
    def events():
        if table.stream_status != 200:
            return Response("busy", table.stream_status)
        with table.changed:
            table.streams += 1
            table.open_streams += 1
        response = Response(follow(table), mimetype="text/event-stream")

        @response.call_on_close
        def leave() -> None:
            with table.changed:
                table.open_streams -= 1

        return response

    @app.get("/revision")
    def revision():
        return Response(str(table.table_revision), mimetype="text/plain")

    @app.get("/scores")
    def scores():
        return scores_html(table)

    @app.get("/board")
    def board():
        if table.board_status != 200:
            return Response("<p>broken</p>", table.board_status)
        return scores_html(table, is_fragment=True)

    @app.get("/pad")
    def pad():
        return pad_html(table)

    @app.get("/gone")
    def gone():
        return error_html(table)

    @app.get("/pile")
    def pile():
        if request.headers["Accept"] == "application/json":
            time.sleep(table.read_delay)
            return jsonify(
                revision=table.revision, counts=table.counts, done=table.done, open=table.is_open
            )
        return pile_html(table)

    @app.post("/pile")
    def save_pile():
        form = request.form.to_dict()
        table.saves.append(form)
        if request.headers["Accept"] != "application/json":
            return save_plain(table, form)
        with count_at_once(table):
            time.sleep(table.delay)
            if table.save_status != 200:
                return jsonify(table.save_answer), table.save_status
            answer, status = save(table, form)
        if table.is_losing_answers:
            cut_line()
        return jsonify(answer), status

    return app


def save_plain(table: Table, form: dict[str, str]):
    answer, status = save(table, form)
    if status == 409:
        return Response(versions_html(table, form), 409)
    return redirect(str(answer["next"] or "/pile"), 303)


@contextmanager
def count_at_once(table: Table):
    table.at_once += 1
    table.most_at_once = max(table.most_at_once, table.at_once)
    yield
    table.at_once -= 1


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_args) -> None:
        pass


@contextmanager
def serve(table: Table):
    """Run the stub and give its port."""
    server = make_server("127.0.0.1", 0, create_stub(table), threaded=True, request_handler=Quiet)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server.port
    table.is_away, table.is_hanging = True, False
    server.shutdown()
    server.server_close()
    thread.join()
