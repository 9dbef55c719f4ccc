"""What does a person do with a page on a phone whose browser runs no scripts?"""

from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin

from werkzeug.test import TestResponse

from tests.conftest import ORIGIN, Phone
from tests.web.markup import Element, parse

MOST_REDIRECTS = 5


@dataclass
class Browser:
    """A browser: it opens addresses, follows redirects, taps links and buttons by their words."""

    phone: Phone
    response: TestResponse = field(init=False)
    path: str = "/"

    def open(self, path: str) -> "Browser":
        return self._show(path, self.phone.get(path))

    def tap(self, words: str, **typed: object) -> "Browser":
        """Tap the link or button with these words, after typing into the fields of its form."""
        target = self.find(words)
        if target.name == "a":
            return self.open(urljoin(self.path, target["href"]))
        return self.send(target, **typed)

    def send(self, button: Element, **typed: object) -> "Browser":
        """Send a button's form as a browser does."""
        form = next(element for element in button.ancestors if element.name == "form")
        action, values = form.form()
        assert set(typed) <= set(values), f"fields {sorted(values)}"
        values.update({name: [str(value)] for name, value in typed.items()})
        if button.has("name"):
            values.setdefault(button["name"], []).append(button.get("value"))
        action = urljoin(self.path, button.get("formaction") or action)
        if (button.get("formmethod") or form.get("method", "get")) == "get":
            return self.open(f"{action}?{urlencode(values, doseq=True)}")
        return self._show(action, self.phone.client.post(action, data=values, headers=ORIGIN))

    @property
    def page(self) -> Element:
        return parse(self.response.text)

    @property
    def text(self) -> str:
        """What the page says below its header."""
        return self.page.one("main").text

    @property
    def status(self) -> int:
        return self.response.status_code

    def find(self, words: str) -> Element:
        """Return the only link or button with these words: exactly these before more, main before header."""
        usable = [found for found in self.page.all("a", "button") if not found.has("disabled")]
        exact = [found for found in usable if found.text == words]
        among = exact or [found for found in usable if words in found.text]
        main = [found for found in among if "main" in {element.name for element in found.ancestors}]
        fitting = main or among
        assert len(fitting) == 1, f"{len(fitting)} times {words!r} in {[found.text for found in usable]}"
        return fitting[0]

    def list_refused(self) -> list[str]:
        """Return the names of the fields that are said to be wrong, each with its reason on the page."""
        fields = self.page.all("input", aria_invalid="true")
        return [field["name"] for field in fields if self.page.one("p", id=field["aria-describedby"]).text]

    def offers(self, words: str) -> bool:
        """Tell whether there is a link or button with these words."""
        return any(words in found.text for found in self.page.all("a", "button") if not found.has("disabled"))

    def _show(self, path: str, response: TestResponse) -> "Browser":
        for _ in range(MOST_REDIRECTS):
            if response.status_code not in {301, 302, 303, 307, 308}:
                break
            path = urljoin(path, response.headers["Location"])
            response = self.phone.get(path)
        self.path, self.response = path, response
        return self
