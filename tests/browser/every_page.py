"""Every page of an evening in a real browser, without a server: in any language, with any names."""

import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

from companion.app import TRANSLATIONS
from companion.i18n import SOURCE, Catalogues
from tests.web import evening as usual_evening
from tests.web.markup import parse
from tests.web.scene import open_app

from .conftest import LAN_HOST

LONG_NAMES = (
    "Wawrzyniec Szczebrzeszyn",
    "Александра-Владимировна",
    "Przemysława Wąchocka-Łęc",
    "Екатерина Преображенская",
    "Mieczysława Grzegżółkowa",
    "Константин Вознесенский",
    "Stanisława Brzęczyszczyk",
)
URL = f"http://{LAN_HOST}/shown"
# What nobody can read: off the page, cut off, or under something else that can be tapped.
FIND_FAULTS = """() => {
  const faults = [], root = document.documentElement, width = root.clientWidth;
  const isTelevision = document.body.classList.contains('is-tv');
  const say = (what, element) => faults.push(what + ': <' + element.tagName.toLowerCase() + ' class="' +
    (element.getAttribute('class') || '') + '"> ' + element.textContent.trim().slice(0, 40));
  const isHidden = (element) => element.closest('.visually-hidden, .skip, [hidden], svg, .falling') ||
    !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const scrolls = (element) => {
    for (let one = element; one && one !== root; one = one.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  };
  const hasText = (element) => Array.from(element.childNodes).some((node) =>
    node.nodeType === 3 && node.textContent.trim());
  if (root.scrollWidth > width + 1) faults.push('the page scrolls sideways: ' + root.scrollWidth);
  const seen = Array.from(document.body.querySelectorAll('*')).filter((element) => !isHidden(element));
  seen.forEach((element) => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (!box.width || !box.height || scrolls(element)) return;
    if (box.right > width + 1 || box.left < -1) say('beyond the edge', element);
    if (isTelevision && box.bottom > window.innerHeight + 1) say('below the screen', element);
    if (!hasText(element) || style.display === 'inline') return;
    const isWide = element.scrollWidth > element.clientWidth + 1;
    const isHigh = element.scrollHeight > element.clientHeight + 3;
    if (isWide && style.textOverflow !== 'ellipsis') say('too wide', element);
    if (isHigh && /hidden|clip/.test(style.overflowY)) say('cut', element);
  });
  const isFixed = (element) => {
    for (let one = element; one && one !== root; one = one.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(one).position)) return true;
    }
    return false;
  };
  const tapped = seen.filter((element) => element.matches('a, button, input:not([type=hidden]), summary') &&
    !isFixed(element) && !element.closest('.seats, .search') && getComputedStyle(element).opacity !== '0');
  tapped.forEach((one, place) => tapped.slice(place + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (x > 3 && y > 3) say('over "' + other.textContent.trim().slice(0, 20) + '"', one);
  }));
  return Array.from(new Set(faults));
}"""


@dataclass(frozen=True)
class Shown:
    """A page as it was answered."""

    name: str
    markup: str
    headers: dict[str, str]

    @property
    def is_for_television(self) -> bool:
        return self.name.startswith("television")


@dataclass(frozen=True)
class House:
    """All pages of one evening, and the files that they ask for."""

    pages: dict[str, Shown]
    files: dict[str, tuple[bytes, str]]

    def show(self, page, shown: Shown) -> None:
        """Open one of the pages in a browser's page; what is asked for besides files is never answered."""

        def answer(route):
            path = "/" + route.request.url.split("/", 3)[3].partition("?")[0]
            if path == "/shown":
                route.fulfill(body=shown.markup, headers=shown.headers)
            elif path in self.files:
                body, kind = self.files[path]
                route.fulfill(body=body, content_type=kind)
            else:
                route.abort()

        page.unroute_all()
        page.route("**/*", answer)
        page.goto(URL)


@cache
def spend_evening(language: str = SOURCE, names: tuple[str, ...] | None = None, more=None) -> House:
    """Spend an evening in a language, among people of these names (seven), and return its house."""
    evening = _with_names(names) if names else usual_evening
    catalogues = Catalogues(TRANSLATIONS, more={language: more} if more else None)
    with open_app(Path(mkdtemp()) / "data", catalogues=catalogues) as app:
        spent = evening.spend(app, language=language)
        pages = {name: Shown(name, page.markup, _headers(page.answer)) for name, page in spent.pages.items()}
        files = {}
        client = app.test_client()
        for path in _list_files(pages):
            answer = client.get(path)
            files[path.partition("?")[0]] = (answer.data, answer.content_type)
    return House(pages, files)


def _headers(answer) -> dict[str, str]:
    kept = ("Content-Type", "Content-Security-Policy", "Referrer-Policy")
    return {name: answer.headers[name] for name in kept if name in answer.headers}


def _list_files(pages: dict[str, Shown]) -> set[str]:
    found = set()
    for page in pages.values():
        for element in parse(page.markup).all("link", "script"):
            path = element.get("href") or element.get("src")
            found.update({path} if path.startswith("/static/") else ())
    return found


def _with_names(names: tuple[str, ...]) -> ModuleType:
    """The evening once more, with other people in it."""
    spec = importlib.util.spec_from_file_location("evening_with_names", usual_evening.__file__)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.SCRIPT, module.QUOTES, module.LONG = names[:3]
    module.NAMES = names
    return module
