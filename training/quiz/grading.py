"""Judging an answer: a verdict has reasons, not a boolean."""

from dataclasses import dataclass
from enum import StrEnum, unique

from training.quiz.amounts import parse_amount
from training.quiz.misconceptions import fitting
from training.quiz.questions import Form, Question
from training.quiz.typed_calls import fold, remarks_on
from training.rules.calls import Who
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset

LONGEST_CALL = 200


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


def judge(ruleset: Ruleset, question: Question, given: str | None, *, in_time: bool = True) -> Verdict:
    """Grade an answer by the question's own key; no answer is only possible when time has run out.

    Raises `Illegal` for an answer that is none of the options, so that nothing of the kind is ever graded wrong.
    """
    if not in_time:
        return Verdict(result=Result.TIMEOUT, given=_late(question, given), expected=question.expected)
    if given is None:
        raise Illegal("choose one of the answers" if question.form is Form.CHOICE else "there is no answer yet")
    _check_form(question, given)
    if _is_right(question, given):
        return Verdict(result=Result.RIGHT, given=given, expected=question.expected)
    reasons = fitting(ruleset, question, given)
    return Verdict(result=Result.WRONG, given=given, expected=question.expected, misconceptions=reasons)


def _late(question: Question, given: str | None) -> str | None:
    """What is kept of a late answer: what was chosen; of half-typed words nothing, since time cut them short."""
    if given is None:
        return None
    try:
        _check_form(question, given)
    except Illegal:
        if question.form is Form.CHOICE:
            raise
        return None
    return given


def _check_form(question: Question, given: str) -> None:
    """Raise `Illegal` for what is no answer at all to a question of this form."""
    options = [option.id for option in question.options]
    if question.form is Form.CHOICE and given not in options:
        raise Illegal(f"{given!r} is none of the answers: {', '.join(options)}")
    if question.form is Form.AMOUNT:
        parse_amount(given)
    if question.form is Form.CALL:
        who, text = split_call(given)
        if who not in list(Who):
            raise Illegal("choose who says it")
        if not fold(text):
            raise Illegal("type the words of the call")
        if len(text) > LONGEST_CALL:
            raise Illegal(f"a call has at most {LONGEST_CALL} characters; these are {len(text)}")


def split_call(given: str) -> tuple[str, str]:
    """A typed call as it is kept, `dealer: Card for Player`, in its two parts."""
    who, _, text = given.partition(":")
    return who.strip(), text.strip()


def _is_right(question: Question, given: str) -> bool:
    if question.form is Form.AMOUNT:
        return parse_amount(given) == parse_amount(question.expected[0])
    if question.form is Form.CALL:
        return not remarks(question, given)
    return given in question.expected


def remarks(question: Question, given: str | None) -> tuple[str, ...]:
    """What is wrong with a typed call, a sentence each; nothing for other questions."""
    if question.call_key is None or given is None:
        return ()
    return remarks_on(question.call_key, *split_call(given))
