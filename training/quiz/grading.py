"""Judging an answer: a verdict has reasons, not a boolean."""

from dataclasses import dataclass
from enum import StrEnum, unique

from training.quiz.misconceptions import fitting
from training.quiz.questions import Question
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset


@unique
class Result(StrEnum):
    """How an answer turned out; a timeout is neither right nor wrong."""

    RIGHT = "right"
    WRONG = "wrong"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was given and expected (ids of options), and the misconceptions a wrong answer fits."""

    result: Result
    given: str | None
    expected: tuple[str, ...]
    misconceptions: tuple[str, ...] = ()

    @property
    def free_choice(self) -> bool:
        """Whether more than one answer is right."""
        return len(self.expected) > 1


def judge(ruleset: Ruleset, question: Question, given: str | None, *, in_time: bool = True) -> Verdict:
    """Grade an answer by the question's own key; no answer is only possible when time has run out.

    Raises `Illegal` for an answer that is none of the options, so that nothing of the kind is ever graded wrong.
    """
    options = [option.id for option in question.options]
    if given is not None and given not in options:
        raise Illegal(f"'{given}' is none of the answers: {', '.join(options)}")
    if not in_time:
        return Verdict(result=Result.TIMEOUT, given=given, expected=question.expected)
    if given is None:
        raise Illegal("choose one of the answers")
    if given in question.expected:
        return Verdict(result=Result.RIGHT, given=given, expected=question.expected)
    reasons = fitting(ruleset, question, given)
    return Verdict(result=Result.WRONG, given=given, expected=question.expected, misconceptions=reasons)
