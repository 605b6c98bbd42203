"""Finding and loading rulesets: TOML files, `extends` followed, every error of a file reported at once.

The house's own files lie in `rulesets/` beside this module; a second folder may hold rulesets of a training
department, which may extend these.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from training.rules.calls import Call
from training.rules.errors import NotFound, Unreadable
from training.rules.reading import SECTIONS, read_ruleset
from training.rules.ruleset import Reference, Ruleset
from training.rules.tableau import Provenance, Rule, Tableau

OWN_FOLDER = Path(__file__).parent / "rulesets"
_DUPLICATE = re.compile(r"Cannot overwrite a value \(at line (\d+)")


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
            raise NotFound(f"there is no ruleset '{ruleset_id}'; there are {', '.join(self._rulesets)}")
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
            self.problems += problems
            if problems:
                self.broken.add(path.stem)
            if document is not None:
                self.documents[path.stem] = document
        self.loaded: dict[str, tuple[Ruleset, dict[str, Any]] | None] = {}

    def load(self) -> Rulesets:
        for ruleset_id in self.documents:
            self._resolve(ruleset_id, ())
        if self.problems:
            raise BrokenRulesets(self.problems)
        in_order = {name: self.loaded[name] for name in self.documents}
        return Rulesets({name: pair[0] for name, pair in in_order.items() if pair is not None})

    def _resolve(self, ruleset_id: str, below: tuple[str, ...]) -> tuple[Ruleset, dict[str, Any]] | None:
        """Load a ruleset after the one it extends; None when either is broken (the reasons are in `problems`)."""
        if ruleset_id not in self.loaded:
            self.loaded[ruleset_id] = None
            self.loaded[ruleset_id] = self._build(ruleset_id, (*below, ruleset_id))
        return self.loaded[ruleset_id]

    def _build(self, ruleset_id: str, chain: tuple[str, ...]) -> tuple[Ruleset, dict[str, Any]] | None:
        document, path = self.documents[ruleset_id], self.paths[ruleset_id]
        base_id, base, inherited = document.get("extends"), None, {}
        if base_id is None and "inherits" in document:
            self.problems.append(f"{path}: inherits: {document['inherits']!r}; expected only together with extends")
        if base_id in chain:
            self.problems.append(f"{path}: extends: a circle, {' extends '.join((*chain, base_id))}")
            return None
        if base_id is not None:
            if not isinstance(base_id, str) or base_id not in self.paths:
                known = ", ".join(self.paths)
                self.problems.append(f"{path}: extends: there is no ruleset {base_id!r}; expected one of {known}")
                return None
            pair = self._resolve(base_id, chain) if base_id in self.documents else None
            if pair is None:
                return None
            base, inherited = pair[0], _inherit(pair[1], document, self.problems, path)
        merged = _merge(
            inherited, {key: value for key, value in document.items() if key not in ("extends", "inherits")}
        )
        ruleset, problems = read_ruleset(ruleset_id, merged, own=document, base=base, fingerprint=_fingerprint(merged))
        self.problems += [f"{path}: {problem}" for problem in problems]
        if ruleset is None or ruleset_id in self.broken:
            return None
        return (ruleset if base is None else _with_own_citations(ruleset, base)), merged


def parse_toml(path: Path) -> tuple[dict[str, Any] | None, list[str]]:
    """Read a TOML file (None if it is none) and its problems.

    A key given twice is reported and left out, so that the rest of the file is read too.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        return None, [f"{path}: cannot be read: {error}"]
    problems: list[str] = []
    while True:
        try:
            return tomllib.loads("\n".join([*lines, ""])), problems
        except tomllib.TOMLDecodeError as error:
            duplicate = _DUPLICATE.match(str(error))
            number = int(duplicate[1]) - 1 if duplicate else -1
            if duplicate is None or not lines[number].strip():
                return None, [*problems, f"{path}: {error}"]
            problems.append(f"{path}: line {number + 1}: duplicate key, '{lines[number].strip()}'")
            lines[number] = ""


def _inherit(base: dict[str, Any], document: dict[str, Any], problems: list[str], path: Path) -> dict[str, Any]:
    """What comes along of the base: all but its claim, and of the sections only those that `inherits` names."""
    wanted = document.get("inherits", list(SECTIONS))
    if not isinstance(wanted, list) or not all(name in SECTIONS for name in wanted):
        problems.append(f"{path}: inherits: {wanted!r}; expected a list of {', '.join(SECTIONS)}")
        wanted = []
    return {key: value for key, value in base.items() if key != "claims" and (key not in SECTIONS or key in wanted)}


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Lay one document over another, table by table; a single value replaces what was there."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = _merge(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


def _fingerprint(document: dict[str, Any]) -> str:
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
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
