"""Reading a TOML document field by field: every problem is kept, so that a file is mended in one go."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from training.rules.calls import Condition, Moment, Who
from training.rules.ruleset import Reference, Rounding, Source
from training.rules.tableau import Action, Provenance, Rule

Word = TypeVar("Word", Who, Moment, Condition, Provenance, Rounding)

RULE_FIELDS = ("source", "provenance")


class Reader:
    """Reads the parts of one document; `problems` holds a line each: key, value, what was expected.

    Where the document is not `whole`, what is missing may stand in the part that could not be read.
    """

    def __init__(self, document: dict[str, Any], *, whole: bool = True) -> None:
        self.document = document
        self.whole = whole
        self.problems: list[str] = []
        self.titles: dict[str, str] = {}

    def wrong(self, key: str, value: object, expected: str) -> None:
        """Keep a problem: the key, the value found there, what was expected."""
        if value is not None:
            self.problems.append(f"{key}: {value!r}; expected {expected}")
        elif self.whole:
            self.problems.append(f"{key}: missing; expected {expected}")

    def table(self, parent: dict[str, Any], path: str, key: str) -> dict[str, Any]:
        """A table inside another; empty where it is none."""
        value = parent.get(key)
        if isinstance(value, dict):
            return value
        self.wrong(f"{path}{key}", value, "a table")
        return {}

    def text(self, table: dict[str, Any], path: str, key: str) -> str:
        """Some text; empty where there is none."""
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self.wrong(f"{path}{key}", value, "some text")
        return ""

    def word(self, table: dict[str, Any], path: str, key: str, words: type[Word]) -> Word:
        """A word of a closed set; where it is none, the first one stands in so that reading goes on."""
        try:
            return words(str(table.get(key)))
        except ValueError:
            self.wrong(f"{path}{key}", table.get(key), f"one of {listed(words)}")
            return next(iter(words))

    def unknown_fields(self, path: str, table: dict[str, Any], known: Sequence[str]) -> None:
        """Keep every key that has no meaning here."""
        for key in table:
            if key not in known:
                self.problems.append(f"{path}{key}: unknown field; expected one of {', '.join(known)}")

    def sources(self) -> tuple[Source, ...]:
        """The texts that rules may be cited from."""
        found = []
        for key, value in self.table(self.document, "", "source").items():
            path = f"source.{key}."
            if not isinstance(value, dict):
                self.wrong(path[:-1], value, "a table with title and note")
                continue
            self.unknown_fields(path, value, ("title", "note"))
            self.titles[key] = self.text(value, path, "title")
            found.append(Source(key, self.titles[key], self.text(value, path, "note")))
        return tuple(found)

    def citation(self, reference: object, path: str) -> str:
        """`regulation (1)(a)`: the id of a source, then the place in it; the id is replaced by the source's title."""
        source, _, place = str(reference or "").partition(" ")
        if source not in self.titles and self.whole:
            known = ", ".join(self.titles)
            self.wrong(f"{path}source", reference, f"the id of a source ({known}), then the place in it")
        return f"{self.titles.get(source, '')}, {place}".removesuffix(", ")

    def rule(self, section: dict[str, Any], path: str, key: str, expected: Sequence[Action], place: str) -> Rule:
        """One action, given as a word or as a table with its own source and provenance."""
        value = section.get(key)
        own = value if isinstance(value, dict) else {"action": value}
        self.unknown_fields(f"{path}{key}.", own, ("action", *RULE_FIELDS))
        if own.get("action") not in list(expected):
            self.wrong(f"{path}{key}", own.get("action"), f"one of {', '.join(expected)}")
            return Rule(expected[0], "", Provenance.HOUSE)
        table = {**section, **own}
        provenance = self.word(table, f"{path}{key}.", "provenance", Provenance)
        citation = self.citation(table.get("source"), f"{path}{key}.")
        return Rule(Action(str(own["action"])), f"{citation}{place}", provenance)

    def reference(self, key: str, parent: dict[str, Any], path: str = "") -> Reference:
        """A source and how well a rule is founded in it."""
        table = self.table(parent, path, key)
        self.unknown_fields(f"{path}{key}.", table, RULE_FIELDS)
        provenance = self.word(table, f"{path}{key}.", "provenance", Provenance)
        return Reference(self.citation(table.get("source"), f"{path}{key}."), provenance)

    def texts(self, table: dict[str, Any], path: str, key: str) -> tuple[str, ...]:
        """A list of texts, empty where the key is missing."""
        value = table.get(key, [])
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        self.wrong(f"{path}{key}", value, "a list of texts")
        return ()

    def number(self, table: dict[str, Any], path: str, key: str, least: int, most: int) -> int:
        """A whole number between two others; where it is none, the least one stands in."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.wrong(f"{path}{key}", value, f"a whole number, {least} to {most}")
        return least


def listed(words: Iterable[str]) -> str:
    """Words as an error names them."""
    return ", ".join(str(word) for word in words)
