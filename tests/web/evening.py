"""One evening at a table, from the first visit to the second match: every page in every phase of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property

from flask import Flask, template_rendered
from werkzeug.test import TestResponse

from companion import keys
from companion.app import first_invite
from companion.rulebook.lesson import read_lesson
from tests.conftest import BASE_URL, ORIGIN, Phone
from tests.web.markup import Element, parse

SCRIPT, QUOTES, LONG = "<script>x()</script>", "\"Q' onx='1\" &amp; {{q}}", "Maximiliane-Konstantinaa"
NAMES = (SCRIPT, QUOTES, LONG, "Dina", "Emil", "Fien", "Greta")
ADDRESSES = ("href", "src", "hx-get", "data-revisions")


@dataclass(frozen=True)
class Page:
    """A page as a phone got it; `dead` are its local addresses that did not answer at that moment."""

    name: str
    markup: str
    status: int
    answer: TestResponse
    dead: tuple[str, ...]
    fragments: dict[str, str]

    @cached_property
    def tree(self) -> Element:
        return parse(self.markup)


@dataclass
class Evening:
    """The pages met so far, by what they are, and the templates that they were made of."""

    app: Flask
    language: str | None = None
    pages: dict[str, Page] = field(default_factory=dict)
    templates: set[str] = field(default_factory=set)
    invitation: str = field(init=False)
    _known: dict[tuple[int, int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.app.add_url_rule("/broken", "broken", lambda: "a view that declares no role")
        self.invitation = first_invite(self.app).url.removeprefix(BASE_URL)

    def new_phone(self) -> Phone:
        phone = Phone(self.app, self.invitation)
        if self.language:
            phone.client.set_cookie("companion-language", self.language)
        return phone

    def see(self, name: str, phone: Phone, path: str) -> None:
        """Open a page and keep it under a name."""
        self.keep(name, phone, phone.get(path))

    def keep(self, name: str, phone: Phone, answer: TestResponse) -> None:
        """Keep a page, after trying where it leads."""
        assert name not in self.pages
        page = parse(answer.text)
        dead = [url for url in set(_local_addresses(page)) if self._try(phone, url) >= 400]
        live = [element for element in page.all() if element.has("data-live")]
        fragments = {element["id"]: phone.get(element["hx-get"]).text for element in live}
        self.pages[name] = Page(name, answer.text, answer.status_code, answer, tuple(sorted(dead)), fragments)

    def _try(self, phone: Phone, url: str) -> int:
        key = (id(phone), phone.table.revision, url)
        if key not in self._known:
            with phone.get(url) as answer:
                self._known[key] = answer.status_code
        return self._known[key]


def _local_addresses(page: Element) -> Iterator[str]:
    for element in page.walk():
        yield from (element[name] for name in ADDRESSES if element.get(name).startswith("/"))
        if element.name == "form" and element.get("method", "get") == "get":
            yield element["action"]


def spend(app: Flask, *, language: str | None = None) -> Evening:
    """Spend the evening and return its pages."""
    evening = Evening(app, language)

    def note(_app: Flask, template: object, **_context: object) -> None:
        evening.templates.add(str(getattr(template, "name", "")))

    with template_rendered.connected_to(note, app):
        _arrive(evening)
        first, second, watcher = _sit_down(evening)
        _play(evening, first, second, watcher)
        _look_back(evening, first, watcher)
        _arrange(evening, first, second, watcher)
        _share_the_table(evening, first, second, watcher)
        _read_the_rules(evening, first, watcher)
        _check_alone(evening)
        _go_astray(evening)
    return evening


def _arrive(evening: Evening) -> None:
    stranger = evening.new_phone()
    evening.see("start", stranger, "/")
    evening.keep("start, wrong code", stranger, stranger.post("/code", {"code": "<b>"}))
    evening.keep("start, refused name", stranger, stranger.post("/tables", {"name": "x" * 30}))
    evening.see("join, nobody yet", stranger, evening.invitation)


def _sit_down(evening: Evening) -> tuple[Phone, Phone, Phone]:
    first, second, watcher = (evening.new_phone() for _ in range(3))
    first.sit_down(SCRIPT)
    evening.see("join", second, evening.invitation)
    asked = second.post(evening.invitation, {"player": first.player_ids[SCRIPT]})
    evening.keep("join, taken name", second, asked)
    evening.keep("join, refused name", second, second.post(evening.invitation, {"new": " \u200b "}))
    evening.keep("join, same name", second, second.post(evening.invitation, {"new": SCRIPT}))
    second.sit_down(QUOTES)
    watcher.watch()
    evening.see("start, known tables", first, "/")
    evening.see("me", first, f"{first.home}me")
    evening.see("me, watching", watcher, f"{first.home}me")
    for phone, who in ((first, ""), (watcher, ", watching")):
        evening.see(f"scores, no match{who}", phone, first.home)
        evening.see(f"matches, none{who}", phone, f"{first.home}matches")
    evening.see("invite, no match", first, f"{first.home}invite")
    evening.see("television, no match, watching", watcher, f"{first.home}tv")
    evening.see("denied to a watcher", watcher, f"{first.home}count")
    return first, second, watcher


def _play(evening: Evening, first: Phone, second: Phone, watcher: Phone) -> None:
    _line_up(evening, first)
    first.start_match(SCRIPT, QUOTES, LONG, target=60)
    evening.see("scores, dealt", first, first.home)
    evening.see("television, dealt", first, f"{first.home}tv")
    evening.see("scores, dealt, watching", watcher, first.home)
    evening.see("invite, match running", first, f"{first.home}invite")
    evening.see("matches, one running", watcher, f"{first.home}matches")
    evening.see("match, running", watcher, f"{first.home}matches/{first.match.id}")
    _check_sums(evening, first, watcher)
    _count(evening, first, second)
    _close(evening, first, second, watcher)
    _finish(evening, first, watcher)


def _line_up(evening: Evening, first: Phone) -> None:
    new = f"{first.home}new"
    evening.see("new match", first, new)
    for name in NAMES[2:]:
        added = first.post(f"{new}/player", {"name": name, "seat": first.player_ids[SCRIPT]})
    evening.keep("new match, player added", first, added)
    evening.keep("new match, refused name", first, first.post(f"{new}/player", {"name": QUOTES}))
    ids = [first.player_ids[name] for name in NAMES]
    three = "&".join(f"seat={player_id}" for player_id in ids[:3])
    six = "&".join(f"seat={player_id}" for player_id in ids[:6])
    evening.see("new match, three players", first, f"{new}?{three}")
    evening.see("new match, a seat tapped", first, f"{new}?{three}&do=pick:{ids[1]}")
    evening.see("new match, six players", first, f"{new}?{six}")
    evening.see("new match, too few cards", first, f"{new}?{six}&colour=red&colour=blue")
    evening.keep("new match, nobody sits", first, first.post(new, {"target": "100"}))


def _check_sums(evening: Evening, first: Phone, watcher: Phone) -> None:
    check = f"{first.home}check"
    evening.see("check, nothing yet", first, check)
    evening.see("check, not yet", first, f"{check}?cards=4&add=r2")
    evening.see("check, lit", first, f"{check}?cards=4+3+r2&hand=2")
    evening.see("check, lit, watching", watcher, f"{check}?cards=4+3+r2")
    evening.see("check, deck empty", first, f"{check}?cards=4+3&flip=deck")
    evening.see("check, too much", first, f"{check}?cards=6+6+5")
    evening.see("check, wrong", first, f"{check}?cards=r5+r5")
    evening.see("check, refused cards", first, f"{check}?cards=%3Cb%3E7")
    evening.see("verdict, right", first, f"{check}?cards=4+3+r2&target=9")
    evening.see("verdict, watching", watcher, f"{check}?cards=4+3+r2&target=9")
    evening.see("verdict, TWEAK", first, f"{check}?cards=4+3+r2&target=9&all=1")
    evening.see("verdict, TWEAK without a card", first, f"{check}?cards=4+3&target=7&all=1&none=1&deck=1")
    evening.see("verdict, wrong", first, f"{check}?cards=r5+r5&target=9&deck=1")
    evening.see("verdict, no cards", first, f"{check}?target=9")
    evening.keep("check, refused sum", first, first.take_sum(SCRIPT, "4 1"))
    taken = first.take_sum(SCRIPT, "4 3").headers["Location"]
    evening.see("check, taken", first, taken)
    list_url = evening.pages["check, taken"].tree.one("a", **{"class": "taken-link"})["href"]
    evening.see("taken sums", first, list_url)
    evening.see("taken sums, watching", watcher, list_url)
    evening.see("taken sums, none", first, list_url.replace(first.player_ids[SCRIPT], first.player_ids[LONG]))


def _check_alone(evening: Evening) -> None:
    stranger = evening.new_phone()
    evening.see("start, check", stranger, "/check")
    evening.see("start, check, right", stranger, "/check?cards=4+3")
    evening.see("start, verdict", stranger, "/check?cards=4+3&target=8")
    evening.see("start, possible", stranger, "/check/possible")
    evening.see("start, possible sums", stranger, "/check/possible?hand=4+3+r2&table=1+r5+2&target=9")
    evening.see("start, possible, none", stranger, "/check/possible?hand=1&table=1&target=9")
    evening.see("start, possible, refused cards", stranger, "/check/possible?hand=4444&table=x")


def _count(evening: Evening, first: Phone, second: Phone) -> None:
    page, pad = first.count_url(SCRIPT), f"{first.count_url(SCRIPT)}/numbers"
    evening.see("count, nothing yet", first, page)
    evening.see("numbers, nothing yet", first, pad)
    refused = first.post(first.pile_url(SCRIPT), {"base": 0, "plain": "<i>", "red": 99, "via": "pad"})
    evening.keep("numbers, refused", first, refused)
    first.save_pile(SCRIPT, done=False, plain=3, tweak=2)
    evening.see("count, some cards", first, page)
    evening.see("scores, counting", first, first.home)
    evening.see("television, counting", first, f"{first.home}tv")
    evening.see("count, asked", first, f"{page}?ask=1")
    evening.see("numbers, asked", first, f"{pad}?ask=1")
    stale = second.post(first.pile_url(SCRIPT), {"base": 0, "plain": 4})
    evening.keep("two versions", second, stale)
    evening.see("close, somebody is missing", first, f"{first.home}close")


def _close(evening: Evening, first: Phone, second: Phone, watcher: Phone) -> None:
    old_url = first.pile_url(SCRIPT)
    first.save_pile(SCRIPT, plain=20, red=3)
    first.save_pile(QUOTES, plain=10, five=2)
    first.save_pile(LONG, plain=5, red_five=1, tweak=2)
    evening.see("scores, all counted", first, first.home)
    evening.see("television, all counted", first, f"{first.home}tv")
    evening.see("scores, all counted, watching", watcher, first.home)
    evening.see("close, cards left", first, f"{first.home}close")
    stale = first.post(f"{first.home}hands/{first.match.open_hand.id}/close", {"seen": "another"})
    evening.keep("close, changed meanwhile", first, stale)
    first.close_hand()
    evening.see("scores, hand closed", first, first.home)
    evening.see("television, hand closed", first, f"{first.home}tv")
    evening.keep("two versions, hand closed", second, second.post(old_url, {"base": 0, "plain": 4}))
    first.save_pile(SCRIPT, plain=40, anyway=1)
    first.save_pile(QUOTES, plain=14, anyway=1)
    first.save_pile(LONG, plain=0)
    evening.see("close, no cards left", first, f"{first.home}close")
    first.save_pile(LONG, plain=10, anyway=1)
    evening.see("close, too many cards", first, f"{first.home}close")
    first.save_pile(SCRIPT, plain=20, red_five=1, tweak=9, anyway=1)
    first.save_pile(LONG, plain=1, tweak=2, anyway=1)


def _finish(evening: Evening, first: Phone, watcher: Phone) -> None:
    old_match = first.match
    first.close_hand()
    evening.see("scores, over", first, first.home)
    evening.see("television, over", first, f"{first.home}tv")
    evening.see("scores, over, watching", watcher, first.home)
    evening.see("new match, again offered", first, f"{first.home}new")
    again = f"{first.home}matches/{old_match.id}/again"
    assert first.post(again).status_code == 303
    ids = [first.player_ids[name] for name in NAMES[:2]]
    late = first.post(f"{first.home}new", {"seat": ids, "dealer": ids[0], "after": old_match.id})
    evening.keep("new match, started meanwhile", first, late)
    first.start_match(SCRIPT, QUOTES, LONG, target=10)
    for name in (SCRIPT, QUOTES):
        first.save_pile(name, plain=12)
    first.save_pile(LONG, plain=1)
    first.close_hand()
    evening.see("scores, shared win", first, first.home)
    evening.see("television, shared win", first, f"{first.home}tv")
    evening.see("matches, finished", first, f"{first.home}matches")
    evening.see("match, finished", first, f"{first.home}matches/{old_match.id}")
    evening.see("match, shared win", first, f"{first.home}matches/{first.match.id}")


def _look_back(evening: Evening, first: Phone, watcher: Phone) -> None:
    match = first.match
    sheet = f"{first.home}matches/{match.id}/sheet"
    hand, player_id = match.hands[0], first.player_ids[SCRIPT]
    correct = f"{first.home}hands/{hand.id}/piles/{player_id}/correct"
    base = hand.piles[player_id].revision
    evening.see("sheet", first, sheet)
    evening.see("sheet, watching", watcher, sheet)
    evening.see("correction", first, correct)
    evening.keep("correction, refused", first, first.post(correct, {"base": base, "plain": "<u>", "red": 9}))
    asked = first.post(correct, {"base": base, "plain": 1, "tweak": 3})
    evening.keep("correction, asked: refused", first, asked)
    late = first.post(correct, {"base": base - 1, "plain": 2})
    evening.keep("two versions, corrected meanwhile", first, late)
    assert first.post(correct, {"base": base, "plain": 11}).status_code == 303
    evening.see("scores, corrected", first, first.home)
    evening.see("changes", first, f"{first.home}changes")
    evening.see("changes, watching", watcher, f"{first.home}changes")
    undo = re.findall(rf"{first.home}changes/\d+/undo", evening.pages["changes"].markup)
    evening.keep("changes, changed meanwhile", first, first.post(undo[-1]))


def _arrange(evening: Evening, first: Phone, second: Phone, watcher: Phone) -> None:
    arrange = f"{first.home}arrange"
    first.start_match(SCRIPT, QUOTES, LONG, target=200)
    evening.see("arrange, first hand", first, arrange)
    for name in (SCRIPT, QUOTES, LONG):
        first.save_pile(name, plain=4)
    first.close_hand()
    evening.see("arrange", first, arrange)
    seen = parse(evening.pages["arrange"].markup).all("input", name="seen")[0]["value"]
    ids = [first.player_ids[name] for name in NAMES]
    seats = "&".join(f"seat={player_id}" for player_id in ids[:3])
    form = {"seen": seen, "seat": ids[:2], "dealer": ids[0], "by": "table", "target": "50"}
    evening.see("arrange, somebody joins", first, f"{arrange}?{seats}&target=200&seen={seen}&do=add:{ids[4]}")
    evening.keep("arrange, refused name", first, first.post(f"{arrange}/player", {**form, "name": QUOTES}))
    assert second.post(arrange, form).status_code == 303
    evening.keep("arrange, changed meanwhile", first, first.post(arrange, {**form, "seat": ids[:4]}))
    person = f"{first.home}players/{ids[1]}"
    evening.see("person", first, person)
    evening.see("person, not playing", first, f"{first.home}players/{ids[5]}")
    evening.keep("person, refused name", first, first.post(f"{person}/name", {"name": "x" * 40}))
    evening.keep("person, refused points", first, first.post(f"{person}/start-points", {"points": "<s>"}))
    assert first.post(f"{person}/leave", {"leaves": "1"}).status_code == 303
    evening.see("person, leaves", first, person)
    evening.see("arrange, somebody leaves", first, arrange)
    evening.see("void", first, f"{first.home}void")
    evening.see("end", first, f"{first.home}end")
    first.save_pile(SCRIPT, done=False, plain=3)
    with _much_later(evening.app):
        evening.see("count, begun long ago", first, first.count_url(SCRIPT))


def _share_the_table(evening: Evening, first: Phone, second: Phone, watcher: Phone) -> None:
    claimant, server_host = evening.new_phone(), evening.new_phone()
    server_host.get(f"/host/{keys.host_token(evening.app.extensions['companion'].secret)}")
    with second.get(f"{first.home}events") as awake:
        next(awake.iter_encoded())
        claim = {"player": first.player_ids[QUOTES], "sure": "1"}
        assert claimant.post(evening.invitation, claim).status_code == 303
    evening.see("scores, a phone asks", first, first.home)
    evening.see("scores, asking, watching", claimant, first.home)
    evening.see("phones", first, f"{first.home}phones")
    for name, path in (("phones", "phones"), ("invite", "invite"), ("matches", "matches"), ("start", "/")):
        evening.see(f"{name}, servers host", server_host, path if path == "/" else first.home + path)
    evening.see("scores, servers host", server_host, first.home)


def _read_the_rules(evening: Evening, first: Phone, watcher: Phone) -> None:
    rules = f"{first.home}rules"
    evening.see("rules", first, rules)
    evening.see("rules, watching", watcher, rules)
    evening.see("rules, asked", first, f"{rules}?q=forgot+tweak")
    evening.see("rules, something near", first, f"{rules}?q=xshifters")
    evening.see("rules, nothing", first, f"{rules}?q=%3Cb%3E+xqzwv")
    for entry_id in ("joker", "points", "colours", "end-of-match", "number-cards"):
        evening.see(f"rule, {entry_id}", first, f"{rules}/{entry_id}")
    first.get(f"{rules}?q=tweak", headers={"HX-Request": "true"})
    _learn(evening, first, watcher)
    evening.see("start, rules", evening.new_phone(), "/rules")
    evening.see("start, rule", evening.new_phone(), "/rules/thief?q=robber")


def _learn(evening: Evening, first: Phone, watcher: Phone) -> None:
    lesson = f"{first.home}lesson"
    for step in read_lesson("en"):
        evening.see(f"lesson, {step.place.id}", first, f"{lesson}/{step.place.id}")
        first.post(lesson, {"step": step.place.id})
        evening.see(f"lesson led, {step.place.id}", first, lesson)
        evening.see(f"lesson followed, {step.place.id}", watcher, lesson)
        evening.see(f"television, lesson, {step.place.id}", first, f"{first.home}tv")
    for name, picked in (("nothing", ""), ("too many", "&hand=0&hand=1"), ("right", "&hand=0&table=2")):
        evening.see(f"lesson, tried {name}", watcher, f"{lesson}/sum?try=1{picked}")
    evening.see("lesson, cards left", first, f"{lesson}/tweak?try=1&hand=0&table=1")
    evening.see("lesson, led elsewhere", watcher, f"{lesson}/goal")
    evening.see("scores, lesson", watcher, first.home)
    first.post(lesson, {"do": "end"})
    evening.see("lesson, over", watcher, lesson)
    evening.see("start, lesson", evening.new_phone(), "/lesson/sum")


@contextmanager
def _much_later(app: Flask) -> Iterator[None]:
    now = app.extensions["companion"]
    app.extensions["companion"] = replace(now, clock=lambda: datetime.now(UTC) + timedelta(hours=1))
    yield
    app.extensions["companion"] = now


def _go_astray(evening: Evening) -> None:
    stranger = evening.new_phone()
    home = stranger.home
    evening.see("error, not found", stranger, "/nowhere")
    evening.see("error, denied", stranger, home)
    evening.see("error, wrong method", stranger, "/code")
    evening.see("error, broken", stranger, "/broken")
    evening.keep("error, from elsewhere", stranger, stranger.client.post("/code", data={"code": "x"}))
    evening.keep("error, too big", stranger, stranger.post("/code", {"code": "x" * 70_000}))
    for _ in range(20):
        answer = stranger.client.post("/code", data={"code": "AAAAAA"}, headers=ORIGIN)
    evening.keep("start, too many tries", stranger, answer)


def without_operations(markup: str) -> str:
    """Return markup without the one-time ids, which differ each time."""
    return re.sub(r'name="op" value="[^"]*"', "", markup).strip()
