"""How do the scripts behave when the server does what real ones do on a bad evening?

A server with one table and one pile that obeys the knobs of its `Table`.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from flask import Flask, Response, abort, jsonify, redirect, request, send_from_directory
from werkzeug.serving import WSGIRequestHandler, make_server

from .script_pages import error_html, pad_html, pile_html, scores_html, versions_html
from .script_table import Table, save

STATIC = Path(__file__).resolve().parents[2] / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)


def create_stub(table: Table) -> Flask:
    app = Flask("stub", static_folder=None)
    app.before_request(partial(obey_the_knobs, table))
    app.after_request(add_headers)
    app.add_url_rule("/static/<path:path>", "static", partial(send_from_directory, STATIC))
    pages: dict[str, Callable[[Table], object]] = {
        "/events": show_events,
        "/revision": lambda table: Response(str(table.table_revision), mimetype="text/plain"),
        "/scores": scores_html,
        "/board": show_board,
        "/pile": show_pile,
        "/pad": pad_html,
        "/gone": error_html,
    }
    for path, page in pages.items():
        app.add_url_rule(path, path, partial(page, table), methods=["GET"])
    app.add_url_rule("/pile", "save", partial(save_pile, table), methods=["POST"])
    return app


def obey_the_knobs(table: Table) -> None:
    """Note the visit; hang or drop the line where the table says so. Files are always served."""
    if request.path.startswith("/static"):
        return
    table.note_visit(f"{request.method} {request.path}")
    wait_while(lambda: table.is_hanging)
    if table.is_away:
        cut_line()
        abort(503)


def wait_while(is_so: Callable[[], bool]) -> None:
    while is_so():
        time.sleep(0.02)


def cut_line() -> None:
    """Drop the connection of this request, as a lost Wi-Fi does."""
    request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)


def add_headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-store"
    return response


def show_events(table: Table) -> Response:
    if table.stream_status != 200:
        return Response("busy", table.stream_status)
    table.count_stream(1)
    response = Response(follow(table), mimetype="text/event-stream")
    response.call_on_close(partial(table.count_stream, -1))
    return response


def follow(table: Table) -> Iterator[str]:
    """Say "revision n" now and at every newer one, until the knobs say otherwise."""
    sent, byes = None, table.byes
    yield "retry: 1500\n\n"
    while not table.is_away and table.stream_status == 200:
        if table.byes > byes or (table.is_curt and sent):
            yield "event: bye\ndata: \n\n"
            return
        if not table.is_silent:
            is_new, sent = sent != table.table_revision, table.table_revision
            yield f"event: revision\ndata: {sent}\n\n" if is_new else "event: beat\ndata: \n\n"
        table.wait_for_change(0.05)


def show_board(table: Table) -> str | Response:
    wait_while(lambda: table.is_board_hanging)
    if table.is_board_cut:
        cut_line()
    if table.board_status != 200:
        return Response("<p>broken</p>", table.board_status)
    return scores_html(table, is_fragment=True)


def show_pile(table: Table) -> str | tuple[Response, int]:
    if request.headers["Accept"] != "application/json":
        return pile_html(table)
    wait_while(lambda: table.is_holding_reads)
    answer = {
        "revision": table.revision,
        "counts": table.counts,
        "done": table.done,
        "open": table.is_open,
    }
    return jsonify(answer if table.read_status == 200 else {}), table.read_status


def save_pile(table: Table) -> Response | tuple[Response, int]:
    form = request.form.to_dict()
    table.saves.append(form)
    if request.headers["Accept"] != "application/json":
        return save_plain(table, form)
    with table.counted_at_once():
        time.sleep(table.delay)
        wait_while(lambda: table.is_holding)
        if table.save_status != 200:
            return jsonify(table.save_answer), table.save_status
        answer, status = save(table, form)
    if table.is_losing_answers:
        cut_line()
    return jsonify(answer), status


def save_plain(table: Table, form: dict[str, str]) -> Response:
    answer, status = save(table, form)
    if status == 409:
        return Response(versions_html(table, form), 409)
    return redirect(str(answer["next"] or "/pile"), 303)


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_args: object) -> None:
        pass


@contextmanager
def serve(table: Table) -> Iterator[int]:
    """Run the stub and give its port."""
    server = make_server("127.0.0.1", 0, create_stub(table), threaded=True, request_handler=Quiet)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server.port
    table.release()
    table.is_away = True
    server.shutdown()
    server.server_close()
    thread.join()
