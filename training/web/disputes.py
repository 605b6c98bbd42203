"""Disputes, for managers: what is disagreed with, whom it touches, uphold or withdraw."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from training.quiz.grading import remarks
from training.quiz.skills import skills_by_id
from training.records import disputes
from training.records.disputes import Decision, Dispute, Withdrawal
from training.records.people import Role
from training.rules.errors import Illegal
from training.web.access import at_least, person
from training.web.context import bank, get_db, local_time, now, rulesets
from training.web.shown import beside_the_hands, hands, wagers_shown

blueprint = Blueprint("disputes", __name__, url_prefix="/disputes")


@blueprint.get("")
@at_least(Role.MANAGER)
def index() -> str:
    """List all disputes, the open ones first, and what is withdrawn."""
    return render_template(
        "disputes/index.html",
        disputes=[_shown(one) for one in disputes.disputes(get_db())],
        withdrawals=[_withdrawal(one) for one in disputes.withdrawals(get_db())],
    )


@blueprint.get("/<dispute>")
@at_least(Role.MANAGER)
def show(dispute: str) -> str:
    """Show the question with its facts and rules, and the answers it touched."""
    one = disputes.dispute_by(get_db(), dispute)
    question = one.answer.question
    withdrawn = next((each for each in disputes.withdrawals(get_db()) if each.subject == one.subject), None)
    touched = [
        {"by": other.by, "outcome": other.outcome, "when": local_time(other.answered_at)}
        for other in disputes.touched(get_db(), one)
    ]
    return render_template(
        "disputes/page.html",
        dispute=_shown(one),
        question=question,
        hands=hands(question.facts, show_counts=True),
        said=[{"who": said.who, "call": said.call} for said in question.facts.said],
        beside=beside_the_hands(question.facts),
        wagers=wagers_shown(question.facts),
        options=[option.text for option in question.options],
        remarks=remarks(question, one.answer.verdict.given),
        given=one.answer.verdict.given and question.text_of(one.answer.verdict.given),
        expected=" or ".join(question.text_of(option) for option in question.expected),
        touched=touched,
        withdrawn=withdrawn and _withdrawal(withdrawn),
        asked_by=[ruleset.title for ruleset in rulesets().values() if bank().asks(ruleset, one.subject)],
        own=one.person_id == person().id,
    )


@blueprint.post("/<dispute>")
@at_least(Role.MANAGER)
def decide(dispute: str) -> Response:
    """Uphold the question, or withdraw it."""
    decision = request.form.get("decision", "")
    if decision not in list(Decision):
        raise Illegal(f"decision: {decision!r}; expected one of {', '.join(Decision)}")
    disputes.decide(get_db(), dispute, Decision(decision), person(), now=now())
    flash("The question stands." if decision == Decision.UPHELD else "The question will not be asked any more.")
    return redirect(url_for("disputes.show", dispute=dispute), 303)


@blueprint.post("/again")
@at_least(Role.MANAGER)
def ask_again() -> Response:
    """Ask again what was withdrawn."""
    again = disputes.ask_again(get_db(), request.form.get("subject", ""), person(), now=now())
    flash("It is asked again." if again else "It is not withdrawn any more.")
    return redirect(url_for("disputes.index"), 303)


def _withdrawal(one: Withdrawal) -> dict[str, str]:
    authored = bank().questions.get(one.subject)
    found = (skills_by_id(ruleset).get(one.subject) for ruleset in rulesets().values())
    title = authored.prompt if authored else next((skill.title for skill in found if skill), one.subject)
    return {
        "subject": one.subject,
        "title": title,
        "when": local_time(one.withdrawn_at),
        "by": one.by,
        "dispute": one.dispute,
    }


def _shown(one: Dispute) -> dict[str, str | bool | None]:
    question = one.answer.question
    return {
        "id": one.public_id,
        "by": one.by,
        "reason": one.reason,
        "raised": local_time(one.raised_at),
        "prompt": question.prompt,
        "subject": one.subject,
        "authored": question.authored is not None,
        "decision": one.decision and str(one.decision),
        "decided_by": one.decided_by,
        "decided": None if one.decided_at is None else local_time(one.decided_at),
    }
