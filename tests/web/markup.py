"""What stands on a page? The page as a tree, and the few questions that the tests ask of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)
UNSPOKEN = frozenset({"script", "style", "template", "title"})


@dataclass(eq=False)
class Element:
    """An element with its attributes (a bare one is ""), children and parent."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element | str"] = field(default_factory=list)
    parent: "Element | None" = None

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    def get(self, attribute: str, default: str = "") -> str:
        return self.attributes.get(attribute, default)

    def has(self, attribute: str) -> bool:
        return attribute in self.attributes

    def walk(self) -> Iterator["Element"]:
        """Yield this element and all below it, as they stand in the page."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *names: str, **attributes: str) -> list["Element"]:
        """Return every element of these names (none: any) with these attributes (data_x is data-x)."""
        return [
            element
            for element in self.walk()
            if (not names or element.name in names)
            and all(
                element.attributes.get(key.replace("_", "-")) == value for key, value in attributes.items()
            )
        ]

    def one(self, *names: str, **attributes: str) -> "Element":
        """Return the only such element."""
        found = self.all(*names, **attributes)
        assert len(found) == 1, f"{len(found)} of {names} {attributes} in:\n{self.text}"
        return found[0]

    def texts(self) -> Iterator[str]:
        """Yield the texts that a reader meets, outside scripts."""
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.name not in UNSPOKEN:
                yield from child.texts()

    @property
    def text(self) -> str:
        """The words in it, white space folded."""
        return " ".join("".join(self.texts()).split())

    @property
    def ancestors(self) -> list["Element"]:
        return [self.parent, *self.parent.ancestors] if self.parent else []

    def form(self) -> tuple[str, dict[str, list[str]]]:
        """Return a form's action and the values that it sends by itself, by name."""
        values: dict[str, list[str]] = {}
        for entry in self.all("input"):
            if entry.has("name") and not entry.has("disabled"):
                values.setdefault(entry["name"], []).append(entry.get("value"))
        return self["action"], values


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("document")
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)
        if tag not in VOID:
            self.open = self.open.children[-1]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self.open.name != tag or self.open.parent is None:
            self.faults.append(f"</{tag}> closes <{self.open.name}> in line {self.getpos()[0]}")
            return
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self.faults += [f"<{tag}> has {name} twice" for name in set(names) if names.count(name) > 1]
        attributes = {name: value or "" for name, value in attrs}
        self.open.children.append(Element(tag, attributes, parent=self.open))


def parse(markup: str) -> Element:
    """Return a page or a part of one as a tree; every element has to be closed where it was opened."""
    builder = _Builder()
    builder.feed(markup)
    builder.close()
    faults = builder.faults + ([f"<{builder.open.name}> stays open"] if builder.open.parent else [])
    assert not faults, faults
    return builder.root
