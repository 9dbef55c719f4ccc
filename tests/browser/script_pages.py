"""What markup do the scripts find? Just enough of the product's pages for them to work on."""

import json
from html import escape
from secrets import token_hex

TYPES = ("plain", "red", "five", "red_five", "tweak")
POINTS = dict(zip(TYPES, (1, 3, 4, 5, 2), strict=True))
MOST = dict(zip(TYPES, (40, 8, 5, 1, 10), strict=True))
POINTS_TEXT = json.dumps({"one": "Done: %(num)s point", "other": "Done: %(num)s points"})
CARDS_TEXT = json.dumps({"one": "%(num)s card", "few": "%(num)s few", "other": "%(num)s cards"})


def attributes(values: dict[str, object]) -> str:
    return "".join(f' {name}="{escape(str(value))}"' for name, value in values.items())


def page_html(table, main: str, *scripts: str) -> str:
    htmx = ("vendor/htmx-4.0.1.min.js",) if table.has_htmx else ()
    names = (*htmx, "live.js", "pile.js", "leftovers.js", *scripts)
    tags = "".join(f'<script defer src="/static/{name}"></script>' for name in names)
    live = {
        "data-events": "/events",
        "data-revisions": "/revision",
        "data-revision": table.table_revision,
        **table.body_data,
    }
    config = escape('{"includeIndicatorCSS":false,"allowEval":false,"history":false}')
    return (
        f'<!doctype html><html lang="{table.lang}"><head><meta charset="utf-8"><title>Stub</title>'
        '<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">'
        f'<meta name="htmx-config" content="{config}">{tags}</head>'
        f"<body{attributes(live)}><main>{main}</main>"
        '<p id="live-lost" hidden>Not connected.</p><p id="unsaved-pile" hidden><button>Look</button></p>'
        '<a id="away" href="/scores">Scores</a></body></html>'
    )


def scores_html(table, *, is_fragment: bool = False) -> str:
    board = (
        '<section id="board" data-live hx-get="/board" hx-trigger="live:changed from:body" '
        'hx-swap="outerMorph">'
        f'<b data-live-value="revision">{table.table_revision}</b>'
        '<b data-live-value="title">Scores</b>'
        f'<b data-live-value="plain">{table.counts["plain"]}</b></section>'
    )
    note = '<input id="note" type="text" value=""><b id="outside" data-live-value="outside">0</b>'
    return board if is_fragment else page_html(table, board + note)


def error_html(table) -> str:
    return page_html(table, "<h1>This hand is closed.</h1>")


def versions_html(table, form: dict[str, str]) -> str:
    def version(name: str, counts: dict[str, object]) -> str:
        fields = {"op": token_hex(8), "base": table.revision, **{each: counts[each] for each in TYPES}}
        button = f'<button id="{name}">{name}</button>'
        return f'<form method="post" action="/pile">{hidden_html(fields)}{button}</form>'

    again = '<a id="again" href="/pile">Count again</a>'
    return page_html(table, version("mine", form) + version("theirs", table.counts) + again)


def form_start(table, css: str) -> str:
    full = {f"data-text-full-{name}": f"Only {most} {name} are in the box." for name, most in MOST.items()}
    remove = {f"data-text-remove-{name}": f"Take back {name}" for name in TYPES}
    values = {
        "id": "pile",
        "class": css,
        "method": "post",
        "action": "/pile",
        "autocomplete": "off",
        "data-key": "hand1:ana",
        "data-revision": table.revision,
        "data-closed": "/scores",
        "data-done": int(table.done),
        "data-touched": "2026-01-01T20:00:00" if any(table.counts.values()) else "",
        "data-text-cards": CARDS_TEXT,
        **full,
        **remove,
        **table.form_data,
    }
    return f"<form{attributes(values)}>{hidden_html({'op': token_hex(8), 'base': table.revision})}"


def hidden_html(fields: dict[str, object]) -> str:
    return "".join(
        f'<input type="hidden"{attributes({"name": name, "value": value})}>' for name, value in fields.items()
    )


def field_html(table, name: str, **values: str) -> str:
    shared = {
        "id": f"field-{name}",
        "name": name,
        "value": table.counts[name],
        "data-most": MOST[name],
        "data-points": POINTS[name],
    }
    return f"<input{attributes({**values, **shared})}>"


def pile_html(table) -> str:
    fields = "".join(field_html(table, name, type="hidden") for name in TYPES)
    cards = "".join(
        f'<button name="add" value="{name}" class="count-card" data-type="{name}">{name} '
        f'<output data-count="{name}">{table.counts[name]}</output></button>'
        for name in reversed(TYPES)
    )
    points = sum(POINTS[name] * table.counts[name] for name in TYPES)
    main = (
        f"{form_start(table, 'count')}{fields}"
        '<div id="pile-card" data-digits="1">'
        f'<output data-points-sum data-live-value="sum" aria-live="polite">{points}</output></div>'
        '<p data-cards-sum></p><div id="not-saved" hidden>Not saved yet</div>'
        '<div id="strip"><button type="button" data-start-button hidden>Start</button><ol data-taps></ol>'
        f'<p id="full-note" hidden></p></div>{cards}'
        f"<button name='done' value='1' data-done-button data-text-points='{POINTS_TEXT}'"
        " data-text-none='Done: no cards'>Done</button>"
        '<button name="anyway" value="1">Leave it so</button></form>'
    )
    return page_html(table, main, "count-view.js", "count.js", "pad.js")


def pad_html(table) -> str:
    text = {"type": "text", "inputmode": "numeric", "pattern": "[0-9]*", "maxlength": "2"}
    fields = "".join(f"<label data-field>{field_html(table, name, **text)}</label>" for name in TYPES)
    questions = attributes({f"data-text-{name}": f"Carlo: {name}?" for name in TYPES})
    keys = "".join(f'<button type="button" data-digit="{digit}">{digit}</button>' for digit in "1234567890")
    main = (
        f"{form_start(table, 'count pad')}<h1{questions}>Carlo’s pile</h1>"
        '<input type="hidden" name="via" value="pad"><div id="pile-card" data-digits="1">'
        f"<output data-typed>0</output></div>{fields}"
        '<p id="full-note" hidden></p><div id="not-saved" hidden>Not saved yet</div>'
        f'<div class="digits" data-digits hidden>{keys}<button type="button" data-back>Back</button>'
        "<button type='button' data-next data-text-zero='None'"
        f" data-text-points='{POINTS_TEXT}' data-text-none='Done: no cards'>"
        'Next</button></div><button name="done" value="1" data-done-button>Done</button></form>'
    )
    return page_html(table, main, "count-view.js", "count.js", "pad.js")
