"""The question bank: authored questions for what no computation asks, and the glossary. `bank_files` reads them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from training.quiz.foci import EVERYTHING
from training.quiz.options import made_options, option_id
from training.quiz.owned import Rule, Skill, owned_skill
from training.quiz.practice import NothingLeft
from training.quiz.questions import Facts, Question
from training.quiz.skills import skills_by_id
from training.quiz.subjects import Kind, Knowledge
from training.rules.ruleset import Ruleset
from training.rules.tableau import Provenance

TOPICS = {
    "people": "Who does what",
    "equipment": "What things are for",
    "drawing": "Why hands draw",
    "calls": "About calls",
    "irregularities": "About irregularities",
    "shoe": "About the shoe",
    "payment": "About payment",
}
_SHOE: Rule = lambda rules: (rules.decks, rules.procedure, rules.procedures)  # noqa: E731
_DRAWING: Rule = lambda rules: (rules.dealt_by, rules.player, rules.tableau)  # noqa: E731
_RESTS_ON: Mapping[str, Rule] = {
    "people": lambda rules: (_DRAWING(rules), rules.calls, rules.irregularities, _SHOE(rules)),
    "equipment": lambda rules: (rules.irregularities, _SHOE(rules)),
    "drawing": _DRAWING,
    "calls": lambda rules: (_DRAWING(rules), rules.calls),
    "irregularities": lambda rules: (_DRAWING(rules), rules.calls, rules.irregularities),
    "shoe": _SHOE,
    "payment": lambda rules: rules.payment,
}
"""What the questions of a topic are about: where a house has changed it, or where it stands, they are not its own."""


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

    @property
    def topic(self) -> str | None:
        """What it is about, of `TOPICS`; None for a question to a skill that the engine asks too."""
        return self.skill.subject.topic if isinstance(self.skill.subject, Knowledge) else None


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the trade, the forms in which it appears, what it means, and where that stands (None: nowhere)."""

    term: str
    forms: tuple[str, ...]
    meaning: str
    citation: str | None
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Bank:
    """All authored questions by id, and the glossary in order of the words."""

    questions: Mapping[str, Authored]
    glossary: tuple[Term, ...]

    def of(self, ruleset: Ruleset) -> tuple[Authored, ...]:
        """The questions on a ruleset, in the order of the files: its own, and its bases' on what it has unchanged."""
        bases = {ruleset.id}
        base = ruleset.base
        while base is not None:
            bases.add(base.id)
            base = base.base
        known = knowledge_skills(ruleset).keys() | skills_by_id(ruleset).keys()
        return tuple(one for one in self.questions.values() if one.ruleset in bases and one.skill.id in known)

    def asks(self, ruleset: Ruleset, subject: str) -> bool:
        """Whether a ruleset asks what has this `Question.subject`: an authored question, or a skill."""
        return subject in skills_by_id(ruleset) or any(one.id == subject for one in self.of(ruleset))


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
        hint=f"{authored.skill.title}: read {authored.citation}.",
        authored=authored.id,
    )


@cache
def knowledge_skills(ruleset: Ruleset) -> dict[str, Skill]:
    """The skills that only authored questions ask, by id."""
    skills = (
        owned_skill(ruleset, f"knowledge/{topic}", Kind.KNOWLEDGE, title, Knowledge(topic), _RESTS_ON[topic])
        for topic, title in TOPICS.items()
    )
    return {skill.id: skill for skill in skills}


def choose_authored(
    bank: Bank,
    ruleset: Ruleset,
    topic: str,
    right: Mapping[str, int],
    last: str | None,
    withdrawn: frozenset[str],
    rng: Random,
) -> Authored:
    """The authored question on a topic, or on everything, to ask next.

    One of those answered rightly least often, not the last one again.
    """
    questions = [one for one in on_topic(bank.of(ruleset), topic) if one.id not in withdrawn]
    if not questions:
        raise NothingLeft(f"every question on {ruleset.title} was withdrawn")
    others = [one for one in questions if one.id != last] or questions
    fewest = min(right.get(one.id, 0) for one in others)
    return rng.choice([one for one in others if right.get(one.id, 0) == fewest])


def on_topic(questions: Iterable[Authored], topic: str) -> list[Authored]:
    """The questions on one topic, or all of them."""
    return [one for one in questions if topic in (EVERYTHING, one.topic)]
