"""The end of a drill: the sums, what was missed, what the mistakes have in common, and what to do next."""

from collections import Counter
from typing import Any

from flask import render_template, url_for

from training.quiz.grading import Result
from training.quiz.rounds import offers
from training.quiz.skills import skills_by_id
from training.records.answers import Answer, answers_of
from training.records.disputes import withdrawn
from training.records.drills import Drill
from training.records.plans import Plan
from training.web.context import bank, get_db, rulesets
from training.web.drill_pages import NO_LIMIT, about_drill, misconception_shown
from training.web.shoe_shown import end_of_shoe


def summary_page(drill: Drill) -> str:
    """How a drill went: the sums, what was missed, and what the mistakes have in common."""
    answers = answers_of(get_db(), drill.id)
    results = Counter(str(one.verdict.result) for one in answers)
    reasons = Counter(reason for one in answers for reason in one.verdict.misconceptions)
    plan, ruleset = drill.plan, rulesets()[drill.plan.ruleset]
    can_again = plan.focus in offers(ruleset, plan.exercise, bank(), withdrawn(get_db()))
    return render_template(
        "practice/summary.html",
        drill=about_drill(drill),
        ended=end_of_shoe(drill) or _cut_short(drill, can_again=can_again),
        result={
            **{name: results[name] for name in ("right", "wrong", "timeout")},
            "asked": len(answers),
            "hinted": sum(one.hinted for one in answers),
        },
        missed=[_missed(drill, one) for one in answers if one.verdict.result is not Result.RIGHT],
        misconceptions=[
            misconception_shown(one) | {"times": times} for one, times in reasons.most_common(3) if times > 1
        ],
        again=_again(plan) if can_again else None,
    )


def _cut_short(drill: Drill, *, can_again: bool) -> str | None:
    """Why a drill came to its end before all of it was asked; None where it did not."""
    if drill.done and drill.last:
        return None
    return "It was ended before all of it was asked." if can_again else "A manager has withdrawn what was left to ask."


def _again(plan: Plan) -> dict[str, Any]:
    """The fields that begin the same drill once more."""
    return {
        "ruleset": plan.ruleset,
        "exercise": str(plan.exercise),
        "focus": plan.focus,
        "length": plan.length,
        "limit": NO_LIMIT if plan.limit is None else plan.limit,
        "help": str(plan.help),
        "counts": "yes" if plan.show_counts else "no",
    }


def _missed(drill: Drill, answer: Answer) -> dict[str, Any]:
    question, given = answer.question, answer.verdict.given
    ruleset = rulesets().find(question.ruleset)
    skill = skills_by_id(ruleset).get(question.skill) if ruleset else None
    return {
        "number": answer.number,
        "prompt": f"{skill.title}: {question.prompt}" if skill else question.prompt,
        "given": given and question.text_of(given),
        "expected": " or ".join(question.text_of(option) for option in question.expected),
        "href": url_for("practice.verdict", drill=drill.public_id, number=answer.number),
    }
