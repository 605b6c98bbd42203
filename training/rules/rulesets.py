"""Finding and loading rulesets: TOML files, `extends` followed, every error of a file reported at once.

The house's own files lie in `rulesets/` beside this module; a second folder may hold rulesets of a training
department, which may extend these.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from training.rules.call_reading import WORDING
from training.rules.calls import Call
from training.rules.errors import NotFound, Unreadable
from training.rules.reading import SECTIONS, read_ruleset
from training.rules.ruleset import Reference, Ruleset
from training.rules.tableau import Provenance, Rule, Tableau

OWN_FOLDER = Path(__file__).parent / "rulesets"
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)")
_DUPLICATE = re.compile(
    r"(Cannot overwrite a value|Duplicate inline table key .*|(?P<table>Cannot declare .* twice))"
    r" \(at line (?P<line>\d+)"
)
_LEFT_OUT = "given-twice"


class BrokenRulesets(Unreadable):
    """Rulesets that cannot be used; `problems` holds a line each: file, key, what was expected."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Rulesets(Mapping[str, Ruleset]):
    """The loaded rulesets by id; an unknown id raises `NotFound` and names those there are."""

    def __init__(self, rulesets: dict[str, Ruleset]) -> None:
        self._rulesets = rulesets

    def __getitem__(self, ruleset_id: str) -> Ruleset:
        if ruleset_id not in self._rulesets:
            raise NotFound(f"there is no ruleset {ruleset_id!r}; there are {', '.join(self._rulesets)}")
        return self._rulesets[ruleset_id]

    def find(self, ruleset_id: str) -> Ruleset | None:
        """The ruleset of this id, None where there is none (any more)."""
        return self._rulesets.get(ruleset_id)

    def __contains__(self, ruleset_id: object) -> bool:
        return ruleset_id in self._rulesets

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulesets)

    def __len__(self) -> int:
        return len(self._rulesets)


@cache
def load_rulesets(house_folder: Path | None = None) -> Rulesets:
    """Load the product's rulesets and those of `house_folder`; raise `BrokenRulesets` with all errors of all files."""
    folders = [OWN_FOLDER] if house_folder is None else [OWN_FOLDER, house_folder]
    if not folders[-1].is_dir():
        raise BrokenRulesets([f"{house_folder}: no such folder of rulesets"])
    return _Loader([path for folder in folders for path in sorted(folder.glob("*.toml"))]).load()


class _Loader:
    def __init__(self, paths: list[Path]) -> None:
        self.problems: list[str] = []
        self.paths: dict[str, Path] = {}
        self.documents: dict[str, dict[str, Any]] = {}
        self.broken: set[str] = set()
        for path in paths:
            if path.stem in self.paths:
                self.problems.append(f"{path}: the id {path.stem} is taken by {self.paths[path.stem]}")
                continue
            self.paths[path.stem] = path
            document, problems = parse_toml(path)
            self.problems += [f"{path}:{line}: {problem}" for line, problem in problems]
            if problems:
                self.broken.add(path.stem)
            if document is not None:
                self.documents[path.stem] = document
        self.loaded: dict[str, _Loaded] = {}

    def load(self) -> Rulesets:
        for ruleset_id in self.documents:
            self._resolve(ruleset_id, ())
        if self.problems:
            raise BrokenRulesets(self.problems)
        in_order = {name: self.loaded[name].ruleset for name in self.documents}
        return Rulesets({name: ruleset for name, ruleset in in_order.items() if ruleset is not None})

    def _resolve(self, ruleset_id: str, below: tuple[str, ...]) -> "_Loaded":
        """Load a ruleset after the one it extends."""
        if ruleset_id not in self.loaded:
            self.loaded[ruleset_id] = self._build(ruleset_id, (*below, ruleset_id))
        return self.loaded[ruleset_id]

    def _build(self, ruleset_id: str, chain: tuple[str, ...]) -> "_Loaded":
        document, path = self.documents[ruleset_id], self.paths[ruleset_id]
        base = self._base(document, path, chain)
        merged = _merge(
            _without_old_words(_inherit(base.document, document, self.problems, path), document),
            {key: value for key, value in document.items() if key not in ("extends", "inherits")},
        )
        ruleset, problems = read_ruleset(
            ruleset_id, merged, own=document, base=base.ruleset, fingerprint=_fingerprint(merged), whole=base.whole
        )
        self.problems += [f"{path}: {problem}" for problem in problems if problem not in base.problems]
        if ruleset is not None and base.ruleset is not None:
            ruleset = _with_own_citations(ruleset, base.ruleset)
        return _Loaded(ruleset, merged, tuple(problems), base.whole and ruleset_id not in self.broken)

    def _base(self, document: dict[str, Any], path: Path, chain: tuple[str, ...]) -> "_Loaded":
        """What a file extends, sound or not: the rest of the file is read all the same."""
        base_id = document.get("extends")
        if base_id is None:
            if "inherits" in document:
                self.problems.append(f"{path}: inherits: {document['inherits']!r}; expected only together with extends")
            return _NOTHING
        if base_id in chain:
            self.problems.append(f"{path}: extends: a circle, {' extends '.join((*chain, base_id))}")
            return _UNKNOWN
        if not isinstance(base_id, str) or base_id not in self.paths:
            known = ", ".join(self.paths)
            self.problems.append(f"{path}: extends: there is no ruleset {base_id!r}; expected one of {known}")
            return _UNKNOWN
        return self._resolve(base_id, chain) if base_id in self.documents else _UNKNOWN


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A file with what it extends: the ruleset unless something is wrong, the merged document, and what is wrong.

    `whole`: nothing can be missing from it only because a base could not be read.
    """

    ruleset: Ruleset | None
    document: dict[str, Any]
    problems: tuple[str, ...] = ()
    whole: bool = True


_NOTHING = _Loaded(None, {})
_UNKNOWN = _Loaded(None, {}, whole=False)


def parse_toml(path: Path) -> tuple[dict[str, Any] | None, list[tuple[int, str]]]:
    """Read a TOML file (None if it is none) and its problems, each with its line.

    A key or a table given twice is reported and left out, so that the rest of the file is read too.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        return None, [(1, f"cannot be read: {error.strerror}")]
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return None, [(line, f"cannot be read: it is no UTF-8, {error.reason}")]
    problems: list[tuple[int, str]] = []
    while True:
        try:
            document = tomllib.loads(_joined(lines))
        except RecursionError:
            return None, [*problems, (1, "cannot be read: its tables or lists are nested too deeply")]
        except tomllib.TOMLDecodeError as error:
            first = _leave_out_duplicate(lines, str(error))
            if first is None:
                where = _AT_LINE.search(str(error))
                line = int(where[1]) if where else max(1, len(lines))
                return None, [*problems, (line, _AT_LINE.sub("", str(error)))]
            problems.append((first[0], f"duplicate key, '{first[1]}'; expected once"))
        else:
            document.pop(_LEFT_OUT, None)
            return document, problems


def _leave_out_duplicate(lines: list[str], message: str) -> tuple[int, str] | None:
    """Take out of the lines what TOML says is given twice; return its first line's number and text."""
    found = _DUPLICATE.match(message)
    if found is None:
        return None
    last = int(found["line"])
    if found["table"]:  # its keys must not fall to the table before it
        text, lines[last - 1] = lines[last - 1].strip(), f"[[{_LEFT_OUT}]]"
        return last, text
    for first in range(last, 0, -1):  # a value of several lines is reported where it ends
        text = lines[first - 1].strip()
        without = [*lines[: first - 1], *[""] * (last - first + 1)]
        try:
            tomllib.loads(_joined(without))
        except tomllib.TOMLDecodeError:
            continue
        lines[:last] = without
        return first, text
    return None


def _joined(lines: list[str]) -> str:
    return "\n".join([*lines, ""])


def _inherit(base: dict[str, Any], document: dict[str, Any], problems: list[str], path: Path) -> dict[str, Any]:
    """What comes along of the base: all but its claim, and of the sections only those that `inherits` names."""
    wanted = document.get("inherits", list(SECTIONS))
    if not isinstance(wanted, list) or not all(name in SECTIONS for name in wanted):
        problems.append(f"{path}: inherits: {wanted!r}; expected a list of {', '.join(SECTIONS)}")
        wanted = []
    return {key: value for key, value in base.items() if key != "claims" and (key not in SECTIONS or key in wanted)}


def _without_old_words(inherited: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """A call that is given other words takes nothing over that went with the old ones, perhaps in another language."""
    calls, own = inherited.get("call"), document.get("call")
    if not isinstance(calls, dict) or not isinstance(own, dict):
        return inherited

    def kept(name: str, call: Any) -> Any:
        new = own.get(name)
        if (
            not isinstance(call, dict)
            or not isinstance(new, dict)
            or new.get("words", call.get("words")) == call.get("words")
        ):
            return call
        return {key: value for key, value in call.items() if key not in WORDING}

    return {**inherited, "call": {name: kept(name, call) for name, call in calls.items()}}


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Lay one document over another, table by table; a single value replaces what was there."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = _merge(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


def _fingerprint(document: dict[str, Any]) -> str:
    # Tables have no order but that of the calls: two at one moment are said as they stand.
    ordered = document | {"call": list(table.items()) if isinstance(table := document.get("call"), dict) else table}
    canonical = json.dumps(ordered, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _with_own_citations(ruleset: Ruleset, base: Ruleset) -> Ruleset:
    """Where a rule was changed and no source was given for it, the base's would be a false one: it is the house's."""
    citation = f"{ruleset.title}, the house’s own rule"

    def own(rule: Rule, old: Rule) -> Rule:
        if rule.action is old.action or rule.citation != old.citation:
            return rule
        return Rule(rule.action, citation, Provenance.HOUSE)

    def own_call(call: Call) -> Call:
        old = next((one for one in base.calls if one.id == call.id), call)
        if (call.who, call.at, call.when, call.words) == (old.who, old.at, old.when, old.words):
            return call
        return replace(call, citation=citation, provenance=Provenance.HOUSE) if call.citation == old.citation else call

    payment = ruleset.payment
    if payment and base.payment and payment != base.payment and payment.reference == base.payment.reference:
        payment = replace(payment, reference=Reference(citation, Provenance.HOUSE))
    rows = zip(ruleset.tableau.rows, base.tableau.rows, strict=True)
    return replace(
        ruleset,
        player=tuple(map(own, ruleset.player, base.player)),
        tableau=Tableau(tuple(tuple(map(own, new, old)) for new, old in rows)),
        calls=tuple(map(own_call, ruleset.calls)),
        payment=payment,
    )
