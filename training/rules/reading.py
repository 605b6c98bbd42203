"""From a TOML document to a `Ruleset`: every field checked, every problem kept, so that a file is mended in one go."""

from collections.abc import Iterable, Sequence
from string import Formatter
from typing import Any, TypeVar

from training.rules.calls import ACTS, CONDITIONS, COUNT_FIELDS, LOOKS, Call, Condition, Moment, Who
from training.rules.cards import NATURAL
from training.rules.ruleset import Reference, Ruleset, Source
from training.rules.shoe import DECK, MOST_DECKS, Procedure
from training.rules.tableau import (
    BANKER_COUNTS,
    POINT_COUNTS,
    THIRDS,
    Action,
    Provenance,
    Rule,
    Tableau,
    column_name,
)

Word = TypeVar("Word", Who, Moment, Condition, Provenance)

SECTIONS = ("player", "banker", "call", "counting", "outcome", "procedure", "irregularity")
PROCEDURES = ("burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets")
SUBREGULATIONS = range(1, 12)
_FACTS = ("title", "game", "jurisdiction", "version")
_FIELDS = ("id", *_FACTS, "decks", "dealt_by", "claims", "extends", "inherits", "source", *SECTIONS)
_RULE_FIELDS = ("source", "provenance")
_CALL_FIELDS = ("who", "at", "when", "words", "wrong", "repeated_by", "repeat_source", "asked", *_RULE_FIELDS)
_NATURALS = [str(count) for count in POINT_COUNTS if count >= NATURAL]


def read_ruleset(
    ruleset_id: str, document: dict[str, Any], *, own: dict[str, Any], base: Ruleset | None, fingerprint: str
) -> tuple[Ruleset | None, list[str]]:
    """Make a ruleset of a merged document (`own` is the file's part of it), or tell all that is wrong with it."""
    reader = _Reader(document)
    reader.unknown_fields("", own, _FIELDS)
    if own.get("id") != ruleset_id:
        reader.wrong("id", own.get("id"), f"'{ruleset_id}', the name of the file")
    facts = {name: reader.text(document, "", name) for name in _FACTS}
    decks = document.get("decks")
    if not isinstance(decks, int) or isinstance(decks, bool) or not 1 <= decks <= MOST_DECKS:
        reader.wrong("decks", decks, f"a whole number, 1 to {MOST_DECKS}")
    dealt_by = reader.word(document, "", "dealt_by", Who)
    claims = reader.text(document, "", "claims") if "claims" in document else None
    sources = reader.sources()
    player = reader.player()
    rows = reader.banker()
    calls = reader.calls(dealt_by)
    procedure, procedures = reader.procedure()
    irregularities = reader.irregularities()
    counting, outcome = (reader.reference(key, document) for key in ("counting", "outcome"))
    if reader.problems:
        return None, reader.problems
    ruleset = Ruleset(
        id=ruleset_id,
        **facts,
        decks=document["decks"],
        dealt_by=dealt_by,
        sources=sources,
        player=player,
        tableau=Tableau(rows),
        calls=calls,
        counting=counting,
        procedure=procedure,
        procedures=procedures,
        irregularities=irregularities,
        outcome=outcome,
        claims=claims,
        base=base,
        fingerprint=fingerprint,
    )
    return ruleset, []


class _Reader:
    """Reads the parts of one document and keeps what is wrong, each line naming key, value and what was expected."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.problems: list[str] = []
        self.titles: dict[str, str] = {}

    def wrong(self, key: str, value: object, expected: str) -> None:
        found = "missing" if value is None else repr(value)
        self.problems.append(f"{key}: {found}; expected {expected}")

    def table(self, parent: dict[str, Any], path: str, key: str) -> dict[str, Any]:
        value = parent.get(key)
        if isinstance(value, dict):
            return value
        self.wrong(f"{path}{key}", value, "a table")
        return {}

    def text(self, table: dict[str, Any], path: str, key: str) -> str:
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
            self.wrong(f"{path}{key}", table.get(key), f"one of {_listed(words)}")
            return next(iter(words))

    def unknown_fields(self, path: str, table: dict[str, Any], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                self.problems.append(f"{path}{key}: unknown field; expected one of {', '.join(known)}")

    def sources(self) -> tuple[Source, ...]:
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
        if source not in self.titles:
            known = ", ".join(self.titles)
            self.wrong(f"{path}source", reference, f"the id of a source ({known}), then the place in it")
        return f"{self.titles.get(source, '')}, {place}".removesuffix(", ")

    def rule(self, section: dict[str, Any], path: str, key: str, expected: Sequence[Action], place: str) -> Rule:
        """One action, given as a word or as a table with its own source and provenance."""
        value = section.get(key)
        own = value if isinstance(value, dict) else {"action": value}
        self.unknown_fields(f"{path}{key}.", own, ("action", *_RULE_FIELDS))
        if own.get("action") not in list(expected):
            self.wrong(f"{path}{key}", own.get("action"), f"one of {', '.join(expected)}")
            return Rule(expected[0], "", Provenance.HOUSE)
        table = {**section, **own}
        provenance = self.word(table, f"{path}{key}.", "provenance", Provenance)
        citation = self.citation(table.get("source"), f"{path}{key}.")
        return Rule(Action(str(own["action"])), f"{citation}{place}", provenance)

    def reference(self, key: str, parent: dict[str, Any], path: str = "") -> Reference:
        table = self.table(parent, path, key)
        self.unknown_fields(f"{path}{key}.", table, _RULE_FIELDS)
        provenance = self.word(table, f"{path}{key}.", "provenance", Provenance)
        return Reference(self.citation(table.get("source"), f"{path}{key}."), provenance)

    def procedure(self) -> tuple[Procedure | None, dict[str, Reference]]:
        """The shoe's procedure: its two distances, and where each of its rules stands."""
        section = self.document.get("procedure")
        if section is None:
            return None, {}
        distances = ("cut_from_either_end", "cutting_card_from_back")
        self.unknown_fields("procedure.", section, (*distances, *PROCEDURES))
        for name in distances:
            if not isinstance(section.get(name), int) or not 1 <= section[name] <= DECK:
                self.wrong(f"procedure.{name}", section.get(name), f"a number of cards, 1 to {DECK}")
        references = {name: self.reference(name, section, "procedure.") for name in PROCEDURES}
        if self.problems:
            return None, references
        return Procedure(**{name: section[name] for name in distances}), references

    def irregularities(self) -> dict[int, Reference]:
        """Where each subregulation on irregularities stands, all of them or none."""
        section = self.document.get("irregularity")
        if section is None:
            return {}
        subs = [str(sub) for sub in SUBREGULATIONS]
        self.unknown_fields("irregularity.", section, subs)
        return {int(sub): self.reference(sub, section, "irregularity.") for sub in subs}

    def player(self) -> tuple[Rule, ...]:
        section = self.table(self.document, "", "player")
        counts = [str(count) for count in POINT_COUNTS]
        self._no_other("player.", section, counts, "a point count, 0 to 9")
        return tuple(self.rule(section, "player.", count, _actions(natural=count in _NATURALS), "") for count in counts)

    def banker(self) -> tuple[tuple[Rule, ...], ...]:
        section = self.table(self.document, "", "banker")
        self._no_other("banker.", section, [str(count) for count in BANKER_COUNTS], "a two-card count, 0 to 7")
        return tuple(self._row(section, count) for count in BANKER_COUNTS)

    def _row(self, section: dict[str, Any], count: int) -> tuple[Rule, ...]:
        path = f"banker.{count}."
        row = self.table(section, "banker.", str(count))
        columns = {third: column_name(third) for third in THIRDS}
        self._no_other(path, row, list(columns.values()), "none or the value of a third card, 0 to 9")
        defaults = {key: section[key] for key in _RULE_FIELDS if key in section}
        return tuple(
            self.rule({**defaults, **row}, path, column, _actions(natural=False), f", row {count}, {_column(third)}")
            for third, column in columns.items()
        )

    def _no_other(self, path: str, table: dict[str, Any], keys: Sequence[str], expected: str) -> None:
        for key in table:
            if key not in keys and key not in _RULE_FIELDS:
                self.problems.append(f"{path}{key}: no such key; expected {expected}")

    def calls(self, dealt_by: Who) -> tuple[Call, ...]:
        section = self.document.get("call", {})
        if not isinstance(section, dict):
            self.wrong("call", section, "a table of calls by id")
            return ()
        calls = [self._call(key, self.table(section, "call.", key), dealt_by) for key in section]
        self._complete_looks(calls)
        acts = [(call.at, call.when) for call in calls if call.at in ACTS]
        for at, when in sorted(set(acts)):
            if acts.count((at, when)) > 1:
                self.problems.append(
                    f"call: {acts.count((at, when))} calls at {at} when {when}; expected one at the most"
                )
        return tuple(sorted(calls, key=lambda call: list(Moment).index(call.at)))

    def _complete_looks(self, calls: Sequence[Call]) -> None:
        """Where a patron speaks on looking at a hand, he has words for everything he may see there."""
        for at in LOOKS:
            spoken = {call.when for call in calls if call.at is at}
            for when in CONDITIONS[at]:
                if spoken and when not in spoken:
                    self.problems.append(
                        f"call: nothing is said at {at} when {when}; expected a call for each condition"
                    )

    def _call(self, key: str, table: dict[str, Any], dealt_by: Who) -> Call:
        path = f"call.{key}."
        self.unknown_fields(path, table, _CALL_FIELDS)
        who = self.word(table, path, "who", Who)
        at = self.word(table, path, "at", Moment)
        when = self.word({"when": Condition.ALWAYS, **table}, path, "when", Condition)
        if when not in CONDITIONS[at]:
            self.wrong(f"{path}when", str(when), f"one of {_listed(CONDITIONS[at])} at the moment {at}")
        if at in LOOKS and who is Who.DEALER:
            self.wrong(f"{path}who", str(who), f"a patron, who looks at his hand, at the moment {at}")
        if at in ACTS and who is not dealt_by:
            self.wrong(f"{path}who", str(who), f"'{dealt_by}', who deals, at the moment {at}")
        repeated_by = self.word(table, path, "repeated_by", Who) if "repeated_by" in table else None
        wrong, asked = table.get("wrong", []), table.get("asked", True)
        if not isinstance(wrong, list) or not all(isinstance(words, str) for words in wrong):
            self.wrong(f"{path}wrong", wrong, "a list of words that are not the call")
            wrong = []
        if not isinstance(asked, bool):
            self.wrong(f"{path}asked", asked, "true or false")
        words = self.text(table, path, "words")
        for template in (words, *wrong):
            self._fields(path, template)
        citation = self.citation(table.get("source"), path)
        return Call(
            id=key,
            who=who,
            at=at,
            when=when,
            words=words,
            wrong=tuple(wrong),
            repeated_by=repeated_by,
            asked=bool(asked),
            citation=citation,
            repeat_citation=self.citation(table["repeat_source"], path) if "repeat_source" in table else citation,
            provenance=self.word(table, path, "provenance", Provenance),
        )

    def _fields(self, path: str, template: str) -> None:
        try:
            parts = Formatter().parse(template)
            names = {f"{name}{spec}{conversion or ''}" for _, name, spec, conversion in parts if name is not None}
        except ValueError:
            names = {template}
        if not names <= set(COUNT_FIELDS):
            self.wrong(f"{path}words", template, f"no braces but {', '.join(COUNT_FIELDS)}")


def _actions(*, natural: bool) -> tuple[Action, ...]:
    return (Action.NATURAL,) if natural else (Action.DRAW, Action.STAND, Action.OPTIONAL)


def _column(third: int | None) -> str:
    return "no third card" if third is None else f"third card {third}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(str(word) for word in words)
