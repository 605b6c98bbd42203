"""Reading the question bank: TOML files that a training department edits.

Every error of every file is reported, with file and line.
"""

import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from training.quiz.bank import Authored, Bank, Term, knowledge_skills
from training.quiz.options import option_id
from training.quiz.owned import Skill
from training.quiz.skills import skills_by_id
from training.quiz.typed_calls import fold
from training.rules.errors import Unreadable
from training.rules.ruleset import Ruleset
from training.rules.rulesets import Rulesets, parse_toml
from training.rules.tableau import Provenance

FOLDER = Path(__file__).resolve().parents[2] / "question_bank"
GLOSSARY = "glossary.toml"
HOUSE_SOURCE = "house"
"""The id of the source of what is only a house's custom."""
_UNFOUNDED = (Provenance.UNSEEN, Provenance.HOUSE)
_FIELDS = ("id", "skill", "prompt", "options", "key", "explanation", "source", "provenance")
_TERM_FIELDS = ("term", "also", "meaning", "source", "provenance")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")

Table = dict[str, Any]


class BrokenBank(Unreadable):
    """A bank that cannot be used; a line each: file, line, what is wrong."""


def load_bank(rulesets: Rulesets, folder: Path = FOLDER) -> Bank:
    """Read the whole bank; `BrokenBank` with every error of every file."""
    reader = _Reader(rulesets)
    paths = sorted(folder.glob("*.toml"))
    if folder / GLOSSARY not in paths:
        reader.problems.append(f"{folder / GLOSSARY}: there is no glossary")
    questions: list[Authored] = []
    glossary: list[Term] = []
    for path in paths:
        if path.name == GLOSSARY:
            glossary += reader.terms(_File(path, "term", reader))
        else:
            questions += reader.questions(_File(path, "question", reader))
    if not [path for path in paths if path.name != GLOSSARY]:
        reader.problems.append(f"{folder}: there are no files of questions")
    if reader.problems:
        raise BrokenBank("\n".join(reader.problems))
    return Bank({one.id: one for one in questions}, tuple(sorted(glossary, key=lambda term: term.term.casefold())))


class _File:
    """One file of the bank: its tables of one name, and where each of them and each key stands."""

    def __init__(self, path: Path, name: str, reader: "_Reader") -> None:
        self.path, self.name, self.problems = path, name, reader.problems
        document, problems = parse_toml(path)
        for line, problem in problems:
            self.wrong_at(line, problem)
        self.readable = document is not None
        self.document: Table = document or {}

    def wrong_at(self, line: int, problem: str) -> None:
        """Keep a problem with its line."""
        self.problems.append(f"{self.path.name}:{line}: {problem}")

    def wrong(self, place: int, key: str, problem: str) -> None:
        """Keep a problem with the line of a key, or of the head, of the table at a place."""
        table = self._places[place]
        self.wrong_at(table.get(key, table[""]), f"{key}: {problem}")

    def tables(self, known: tuple[str, ...]) -> Iterator[tuple[int, Table]]:
        """The tables; what else stands in the file, or is no table, is a problem."""
        tables = self.document.get(self.name, [])
        for key in self.document:
            if key not in (self.name, "ruleset"):
                self.wrong_at(self._line(key), f"{key}: unknown; expected [[{self.name}]] tables")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.wrong_at(self._line(self.name), f"{self.name}: {tables!r}; expected [[{self.name}]] tables")
            return
        if self.readable and not self.document.keys() - {"ruleset"}:
            self.wrong_at(1, f"there are no [[{self.name}]] tables")
        for place, table in enumerate(tables):
            for key in table:
                if key not in known:
                    self.wrong(place, key, f"unknown field; expected {', '.join(known)}")
            yield place, table

    def ruleset(self, rulesets: Rulesets) -> Ruleset | None:
        """The ruleset that the file names; None where it names none, which is a problem."""
        found = self.document.get("ruleset")
        ruleset = rulesets.find(found) if isinstance(found, str) else None
        if ruleset is None and self.document:
            self.wrong_at(self._line("ruleset"), f"ruleset: {found!r}; expected one of {', '.join(rulesets)}")
        return ruleset

    def _line(self, key: str) -> int:
        """The line in which a key of the document itself begins."""
        return next((number for number, _, said in self._statements if key in said), 1)

    @cached_property
    def _places(self) -> list[dict[str, int]]:
        """For each table the lines of its keys, and of its head under the empty key."""
        places: list[dict[str, int]] = []
        inside = False
        for number, is_head, said in self._statements:
            if is_head:
                inside = self.name in said
                places += [{"": number}] * inside
            elif inside:
                places[-1] = {**dict.fromkeys(said, number), **places[-1]}
            else:  # tables inside an array of the document itself
                places += [{"": number} for _ in said.get(self.name, [])]
        return places

    @cached_property
    def _statements(self) -> list[tuple[int, bool, Table]]:
        """Each statement of the file: its first line, whether it is the head of a table, what it says taken alone."""
        found: list[tuple[int, bool, Table]] = []
        begun: list[str] = []
        for number, line in enumerate(self.path.read_text(encoding="utf-8-sig").splitlines(), start=1):
            if not begun and not line.split("#")[0].strip():
                continue
            begun.append(line)
            try:
                said = tomllib.loads("\n".join(begun))
            except tomllib.TOMLDecodeError:
                continue
            found.append((number - len(begun) + 1, begun[0].lstrip().startswith("["), said))
            begun = []
        return found


class _Reader:
    """Reads files one after another; ids, prompts and words that were taken before are known."""

    def __init__(self, rulesets: Rulesets) -> None:
        self.rulesets = rulesets
        self.problems: list[str] = []
        self.ids: set[str] = set()
        self.prompts: set[tuple[str, tuple[str, ...]]] = set()

    def questions(self, file: _File) -> Iterator[Authored]:
        """The file's questions; each that is not whole has left a problem."""
        ruleset = file.ruleset(self.rulesets)
        for place, table in file.tables(_FIELDS):
            authored = _Fields(file, place, table, self).question(ruleset)
            if authored is not None:
                yield authored

    def terms(self, file: _File) -> Iterator[Term]:
        """The glossary's terms."""
        seen: set[str] = set()
        for place, table in file.tables(_TERM_FIELDS):
            yield _Fields(file, place, table, self).term(seen)


class _Fields:
    """Reads the fields of one table."""

    def __init__(self, file: _File, place: int, table: Table, reader: _Reader) -> None:
        self.file, self.place, self.table, self.reader = file, place, table, reader

    def wrong(self, key: str, problem: str) -> None:
        self.file.wrong(self.place, key, problem)

    def text(self, key: str) -> str:
        value = self.table.get(key)
        if isinstance(value, str) and option_id(value):  # a letter or a digit that can be seen
            return value
        self.wrong(key, f"{_found(value)}; expected some text")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key)
        texts = [value] if isinstance(value, str) else value
        if isinstance(texts, list) and texts and all(isinstance(text, str) and option_id(text) for text in texts):
            return tuple(texts)
        self.wrong(key, f"{_found(value)}; expected a text or a list of texts")
        return ()

    def provenance(self) -> Provenance:
        value = self.table.get("provenance")
        if value in list(Provenance):
            return Provenance(str(value))
        self.wrong("provenance", f"{_found(value)}; expected one of {', '.join(Provenance)}")
        return Provenance.HOUSE

    def citation(self, ruleset: Ruleset, reference: str, expected: str) -> str:
        """`regulation (1)`: the id of a source of the ruleset, then the place in it."""
        source, _, where = reference.partition(" ")
        titles = {one.id: one.title for one in ruleset.sources}
        if reference and (source not in titles or not where.strip()):
            self.wrong(
                "source", f"{self.table['source']!r}; expected {expected}{', '.join(titles)}, then the place in it"
            )
        if source == HOUSE_SOURCE and self.table.get("provenance") in set(Provenance) - {Provenance.HOUSE}:
            self.wrong("provenance", f"{self.table['provenance']!r}; expected house, as the source is")
        return f"{titles.get(source, '')}, {where.strip()}"

    def skill(self, ruleset: Ruleset, skill_id: str) -> Skill | None:
        """A topic or a skill, under the id of the ruleset that it comes from or of the file's own."""
        topics = knowledge_skills(ruleset)
        found = topics | {f"{ruleset.id}/{skill.path}": skill for skill in topics.values()} | skills_by_id(ruleset)
        if skill_id and skill_id not in found:
            known = ", ".join(topics)
            self.wrong("skill", f"unknown skill '{skill_id}'; expected one of {ruleset.id}, or of {known}")
        return found.get(skill_id)

    def question(self, ruleset: Ruleset | None) -> Authored | None:
        """The question; None where the ruleset or the skill is unknown, which was told."""
        texts = {key: self.text(key) for key in ("id", "skill", "prompt", "explanation", "source")}
        options, key = self.texts("options"), self.texts("key")
        self._check_id(texts["id"])
        self._check_options(options, key)
        provenance = self.provenance()
        if ruleset is None:
            return None
        self._check_prompt(ruleset, texts["prompt"])
        citation = self.citation(ruleset, texts["source"], "one of ")
        skill = self.skill(ruleset, texts["skill"])
        if skill is None:
            return None
        return Authored(
            id=texts["id"],
            ruleset=ruleset.id,
            skill=skill,
            prompt=texts["prompt"],
            options=options,
            key=key,
            explanation=texts["explanation"],
            citation=citation,
            provenance=provenance,
        )

    def _check_id(self, question_id: str) -> None:
        if not set(question_id) <= _LETTERS:
            self.wrong("id", f"{question_id!r}; expected lower-case letters, digits and hyphens")
        if question_id in self.reader.ids:
            self.wrong("id", f"'{question_id}' is taken by another question; expected a new id")
        self.reader.ids |= {question_id} - {""}

    def _check_prompt(self, ruleset: Ruleset, prompt: str) -> None:
        folded = (ruleset.id, fold(prompt))
        if prompt and folded in self.reader.prompts:
            self.wrong("prompt", f"{prompt!r} is asked by another question; expected other words")
        self.reader.prompts.add(folded)

    def _check_options(self, options: tuple[str, ...], key: tuple[str, ...]) -> None:
        if len(set(map(fold, options))) < len(options) or len(set(map(option_id, options))) < len(options):
            self.wrong("options", "two of them are equal after folding; expected different ones")
        if len(options) == 1:
            self.wrong("options", "there is one; expected two or more")
        if len(set(key)) < len(key):
            self.wrong("key", "the same one stands there twice; expected each once")
        for right in key:
            if options and right not in options:
                self.wrong("key", f"{right!r} is not among the options; expected one of them")
        if len(set(options)) > 1 and set(options) <= set(key):
            self.wrong("key", "all the options are right; expected a wrong one among them")

    def term(self, seen: set[str]) -> Term:
        """A term of the glossary; `seen` are the words explained so far."""
        term = self.text("term")
        also = self.texts("also") if self.table.get("also") != [] and "also" in self.table else ()
        if isinstance(self.table.get("also"), str):
            self.wrong("also", f"{self.table['also']!r}; expected a list of texts")
        forms = (term, *also)
        for form in forms:
            if form and form.casefold() in seen:
                self.wrong("term", f"{form!r} stands here twice; expected each word once")
            seen.add(form.casefold())
        meaning, provenance = self.text("meaning"), self.provenance()
        return Term(term, forms, meaning, self._term_citation(provenance), provenance)

    def _term_citation(self, provenance: Provenance) -> str | None:
        """`punto-banco tableau naturals`: ruleset, source and place; what no text says needs none."""
        if "source" not in self.table and provenance in _UNFOUNDED:
            return None
        source = self.text("source")
        ruleset_id, _, reference = source.partition(" ")
        ruleset = self.reader.rulesets.find(ruleset_id)
        if ruleset is None:
            if source:
                known = ", ".join(self.reader.rulesets)
                self.wrong("source", f"{source!r}; expected a ruleset ({known}), a source of it, then the place in it")
            return None
        return self.citation(ruleset, reference or " ", f"{ruleset_id}, then one of ")


def _found(value: object) -> str:
    return "missing" if value is None else repr(value)
