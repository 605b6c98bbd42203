"""Making a question for any skill."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from training.quiz import (
    call_questions,
    card_questions,
    irregularity_questions,
    payment_questions,
    procedure_questions,
    typed_questions,
)
from training.quiz.owned import Skill
from training.quiz.questions import Asked, Question
from training.quiz.subjects import (
    Announcement,
    BankerCell,
    CountHand,
    Irregularity,
    Line,
    NaturalCheck,
    OutcomeOf,
    Payment,
    PlayerRule,
    ProcedureRule,
    Repeat,
    Speaker,
    TypedCall,
)
from training.rules.ruleset import Ruleset

_MAKERS: Mapping[type, Callable[[Ruleset, Any, Random], Asked]] = {
    NaturalCheck: card_questions.natural,
    PlayerRule: card_questions.player_action,
    BankerCell: card_questions.banker_action,
    CountHand: card_questions.count,
    OutcomeOf: card_questions.outcome,
    Irregularity: irregularity_questions.irregularity,
    ProcedureRule: procedure_questions.procedure,
    Payment: payment_questions.payment,
    TypedCall: typed_questions.typed_call,
    Announcement: call_questions.announcement,
    Line: call_questions.line,
    Repeat: call_questions.repeat,
    Speaker: call_questions.speaker,
}


def make_question(ruleset: Ruleset, skill: Skill, rng: Random) -> Question:
    """Deal a situation that shows exactly this skill and ask about it; the same generator state, the same question."""
    return as_question(ruleset, skill, _MAKERS[type(skill.subject)](ruleset, skill.subject, rng))


def as_question(ruleset: Ruleset, skill: Skill, asked: Asked) -> Question:
    """What was asked, with the skill it shows and the rules it is graded by."""
    return Question(
        ruleset=ruleset.id,
        fingerprint=ruleset.fingerprint,
        skill=skill.id,
        kind=asked.kind or skill.kind,
        facts=asked.facts,
        prompt=asked.prompt,
        options=asked.options,
        expected=asked.expected,
        citation=asked.citation,
        provenance=asked.provenance,
        explanation=asked.explanation,
        hint=asked.hint,
        form=asked.form,
        call_key=asked.call_key,
    )
