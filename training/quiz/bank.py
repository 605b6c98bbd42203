"""The question bank: authored questions for what no computation asks, and the glossary.

TOML files that a training department edits. Every error of every file is reported, with file and line.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from training.quiz.options import made_options, option_id
from training.quiz.owned import Skill
from training.quiz.practice import NothingLeft
from training.quiz.questions import Facts, Question
from training.quiz.skills import skills_by_id
from training.quiz.subjects import Kind, Knowledge
from training.rules.errors import NotFound, Unreadable
from training.rules.ruleset import Ruleset
from training.rules.rulesets import Rulesets
from training.rules.tableau import Provenance

FOLDER = Path(__file__).resolve().parents[2] / "question_bank"
GLOSSARY = "glossary.toml"
TOPICS = {
    "people": "Who does what",
    "equipment": "What things are for",
    "drawing": "Why hands draw",
    "calls": "About calls",
    "irregularities": "About irregularities",
    "shoe": "About the shoe",
    "payment": "About payment",
}
_FIELDS = ("id", "skill", "prompt", "options", "key", "explanation", "source", "provenance")
_HEADS = ("[[question]]", "[[term]]")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class BrokenBank(Unreadable):
    """A bank that cannot be used; a line each: file, line, what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authored:
    """A question out of the bank, checked; `key` are the right ones of `options`."""

    id: str
    ruleset: str
    skill: Skill
    prompt: str
    options: tuple[str, ...]
    key: tuple[str, ...]
    explanation: str
    citation: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the trade, the forms in which it appears, and what it means."""

    term: str
    forms: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Bank:
    """All authored questions by id, and the glossary in order of the words."""

    questions: Mapping[str, Authored]
    glossary: tuple[Term, ...]

    def of(self, ruleset: Ruleset) -> tuple[Authored, ...]:
        """The questions on one ruleset, in the order of the file."""
        return tuple(one for one in self.questions.values() if one.ruleset == ruleset.id)


def ask_authored(ruleset: Ruleset, authored: Authored, rng: Random) -> Question:
    """An authored question, its options in random order."""
    return Question(
        ruleset=ruleset.id,
        fingerprint=ruleset.fingerprint,
        skill=authored.skill.id,
        kind=Kind.KNOWLEDGE,
        facts=Facts(),
        prompt=authored.prompt,
        options=made_options(rng, authored.options, len(authored.options)),
        expected=tuple(map(option_id, authored.key)),
        citation=authored.citation,
        provenance=authored.provenance,
        explanation=authored.explanation,
        hint="Think of what the rule is there for.",
        authored=authored.id,
    )


def load_bank(rulesets: Rulesets, folder: Path = FOLDER) -> Bank:
    """Read the whole bank; `BrokenBank` with every error of every file."""
    problems: list[str] = []
    questions: dict[str, Authored] = {}
    glossary: list[Term] = []
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        problems.append(f"{folder}: there are no files of questions")
    for path in paths:
        file = _File(path, problems)
        if path.name == GLOSSARY:
            glossary += file.terms()
            continue
        for authored in file.questions(rulesets):
            if authored.id in questions:
                file.wrong(authored.id, "id", f"'{authored.id}' is taken by another question; expected a new id")
            questions[authored.id] = authored
    if problems:
        raise BrokenBank("\n".join(problems))
    return Bank(questions, tuple(sorted(glossary, key=lambda term: term.term.casefold())))


class _File:
    """One file of the bank: its tables, and where they begin."""

    def __init__(self, path: Path, problems: list[str]) -> None:
        self.path, self.problems = path, problems
        self.lines: list[str] = []
        self.document: dict[str, Any] = {}
        try:
            text = path.read_text(encoding="utf-8")
            self.lines = text.splitlines()
            self.document = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            problems.append(f"{path.name}: {error}")
            return
        if not self.document:
            problems.append(f"{path.name}:1: the file is empty; expected questions or terms")

    def wrong(self, place: int | str, key: str, problem: str) -> None:
        """Keep a problem with the line of the key in the table at a place (or of the question with that id)."""
        self.problems.append(f"{self.path.name}:{self._line(place, key)}: {key}: {problem}")

    def _line(self, place: int | str, key: str) -> int:
        heads = [number for number, line in enumerate(self.lines) if line.split("#")[0].strip() in _HEADS]
        if isinstance(place, str):
            found = [number for number, line in enumerate(self.lines) if line.replace(" ", "") == f'id="{place}"']
            return (found[-1] if found else 0) + 1
        if place >= len(heads):
            return 1
        end = heads[place + 1] if place + 1 < len(heads) else len(self.lines)
        own = (at for at in range(heads[place], end) if self.lines[at].split("=")[0].strip() == key)
        return next(own, heads[place]) + 1

    def _tables(self, name: str, known: tuple[str, ...]) -> Iterator[tuple[int, dict[str, Any]]]:
        tables = self.document.get(name, [])
        for key in self.document:
            if key not in (name, "ruleset"):
                self.problems.append(f"{self.path.name}:1: {key}: unknown; expected [[{name}]] tables")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.problems.append(f"{self.path.name}:1: {name}: {tables!r}; expected [[{name}]] tables")
            return
        for place, table in enumerate(tables):
            for key in table:
                if key not in known:
                    self.wrong(place, key, f"unknown field; expected {', '.join(known)}")
            yield place, table

    def _text(self, place: int, table: dict[str, Any], key: str) -> str:
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self.wrong(place, key, f"{'missing' if value is None else repr(value)}; expected some text")
        return ""

    def _texts(self, place: int, table: dict[str, Any], key: str) -> tuple[str, ...]:
        value = table.get(key)
        texts = [value] if isinstance(value, str) else value
        if isinstance(texts, list) and texts and all(isinstance(text, str) and text.strip() for text in texts):
            return tuple(texts)
        self.wrong(place, key, f"{'missing' if value is None else repr(value)}; expected a text or a list of texts")
        return ()

    def _also(self, place: int, table: dict[str, Any]) -> tuple[str, ...]:
        if isinstance(table.get("also", []), list):
            return self._texts(place, table, "also") if table.get("also") else ()
        self.wrong(place, "also", f"{table['also']!r}; expected a list of texts")
        return ()

    def terms(self) -> Iterator[Term]:
        """The glossary's terms."""
        seen: set[str] = set()
        for place, table in self._tables("term", ("term", "also", "meaning", "source")):
            term = self._text(place, table, "term")
            also = self._also(place, table)
            forms = (term, *also)
            for form in forms:
                if form.casefold() in seen:
                    self.wrong(place, "term", f"{form!r} stands here twice; expected each word once")
                seen.add(form.casefold())
            yield Term(term, forms, self._text(place, table, "meaning"))

    def questions(self, rulesets: Rulesets) -> Iterator[Authored]:
        """The file's questions that are whole; what is wrong with the others is kept."""
        ruleset = rulesets.find(str(self.document.get("ruleset")))
        if ruleset is None:
            if self.document:
                found = self.document.get("ruleset")
                self.problems.append(f"{self.path.name}:1: ruleset: {found!r}; expected one of {', '.join(rulesets)}")
            return
        for place, table in self._tables("question", _FIELDS):
            before = len(self.problems)
            authored = self._question(ruleset, place, table)
            if len(self.problems) == before:
                yield authored

    def _question(self, ruleset: Ruleset, place: int, table: dict[str, Any]) -> Authored:
        texts = {key: self._text(place, table, key) for key in ("id", "skill", "prompt", "explanation", "source")}
        options, key = self._texts(place, table, "options"), self._texts(place, table, "key")
        if not set(texts["id"]) <= _LETTERS:
            self.wrong(place, "id", f"{texts['id']!r}; expected lower-case letters, digits and hyphens")
        if len({option_id(option) for option in options}) < len(options):
            self.wrong(place, "options", "two of them are equal after folding; expected different ones")
        if 0 < len(options) < 2:
            self.wrong(place, "options", "there is one; expected two or more")
        if len(set(key)) < len(key):
            self.wrong(place, "key", "the same one stands there twice; expected each once")
        for right in key:
            if options and right not in options:
                self.wrong(place, "key", f"{right!r} is not among the options; expected one of them")
        source, _, where = texts["source"].partition(" ")
        titles = {one.id: one.title for one in ruleset.sources}
        if texts["source"] and (source not in titles or not where.strip()):
            self.wrong(
                place, "source", f"{texts['source']!r}; expected one of {', '.join(titles)}, then the place in it"
            )
        if table.get("provenance") not in list(Provenance):
            self.wrong(place, "provenance", f"{table.get('provenance')!r}; expected one of {', '.join(Provenance)}")
        skill = knowledge_skills(ruleset).get(texts["skill"]) or skills_by_id(ruleset).get(texts["skill"])
        if texts["skill"] and skill is None:
            known = ", ".join(knowledge_skills(ruleset))
            self.wrong(place, "skill", f"unknown skill '{texts['skill']}'; expected one of {ruleset.id}, or of {known}")
        return Authored(
            id=texts["id"],
            ruleset=ruleset.id,
            skill=skill or next(iter(knowledge_skills(ruleset).values())),
            prompt=texts["prompt"],
            options=options,
            key=key,
            explanation=texts["explanation"],
            citation=f"{titles.get(source, '')}, {where}".removesuffix(", "),
            provenance=next((one for one in Provenance if one == table.get("provenance")), Provenance.HOUSE),
        )


@cache
def knowledge_skills(ruleset: Ruleset) -> dict[str, Skill]:
    """The skills that only authored questions ask, by id."""
    skills = (
        Skill(f"{ruleset.id}/knowledge/{topic}", Kind.KNOWLEDGE, title, Knowledge(topic))
        for topic, title in TOPICS.items()
    )
    return {skill.id: skill for skill in skills}


def choose_authored(
    bank: Bank, ruleset: Ruleset, right: Mapping[str, int], last: str | None, withdrawn: frozenset[str], rng: Random
) -> Authored:
    """The authored question to ask next: one of those answered rightly least often, not the last one again."""
    of_ruleset = bank.of(ruleset)
    if not of_ruleset:
        raise NotFound(f"the bank has no questions on {ruleset.title}")
    questions = [one for one in of_ruleset if one.id not in withdrawn]
    if not questions:
        raise NothingLeft(f"every question on {ruleset.title} was withdrawn")
    others = [one for one in questions if one.id != last] or questions
    fewest = min(right.get(one.id, 0) for one in others)
    return rng.choice([one for one in others if right.get(one.id, 0) == fewest])
