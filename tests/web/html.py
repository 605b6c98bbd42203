"""A page as a tree: strict about tags that do not match, so that every page that is read is also checked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    """One element: its attributes, and what is in it in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All words in it, with single spaces."""
        return " ".join("".join(one if isinstance(one, str) else f" {one.text} " for one in self.inside).split())

    def walk(self) -> Iterator["Element"]:
        """This element and all below it."""
        yield self
        for one in self.inside:
            if isinstance(one, Element):
                yield from one.walk()

    def all(self, tag: str, **attributes: str) -> list["Element"]:
        """The elements of a tag (`_class` finds one class of several; `id_`, `for_` and so on lose their `_`)."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        kind = wanted.pop("class", None)
        return [
            one
            for one in self.walk()
            if (one.tag == tag or tag == "*")
            and (kind is None or kind in one.attributes.get("class", "").split())
            and all(one.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **attributes: str) -> "Element":
        """The only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    def rows(self) -> list[list[str]]:
        """The body of a table as the words of its cells."""
        return [[cell.text for cell in row.walk() if cell.tag in ("td", "th")] for row in self.one("tbody").all("tr")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(text: str) -> Element:
    """Read a page; an element that is not closed, or closed twice, is an error."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert [one.tag for one in reader.open] == ["document"]
    return reader.open[0]
