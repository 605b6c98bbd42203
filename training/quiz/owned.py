"""A skill as a value, and whose it is: a ruleset that extends another keeps its ids wherever the rule is unchanged."""

from collections.abc import Callable
from dataclasses import dataclass

from training.quiz.subjects import Kind, Subject
from training.rules.ruleset import Ruleset

Rule = Callable[[Ruleset], object]
"""What a skill is about, taken out of a ruleset, so that two rulesets can be compared in it."""


@dataclass(frozen=True, slots=True)
class Skill:
    """One thing to know: its id, the kind of its questions, its name for people, and what it is about."""

    id: str
    kind: Kind
    title: str
    subject: Subject

    @property
    def path(self) -> str:
        """The id without the ruleset: `banker/4/none`."""
        return self.id.partition("/")[2]


def _owner(ruleset: Ruleset, rule: Rule) -> str:
    """The id of the first ruleset, going up the chain of `extends`, in which this rule is the same."""
    while ruleset.base is not None and rule(ruleset.base) == rule(ruleset):
        ruleset = ruleset.base
    return ruleset.id


def owned_skill(ruleset: Ruleset, path: str, kind: Kind, title: str, subject: Subject, rule: Rule) -> Skill:
    """The skill of one rule, under the id of the ruleset that the rule comes from."""
    return Skill(f"{_owner(ruleset, rule)}/{path}", kind, title, subject)
