"""Practice: choose, answer, see the verdict, go on."""

from random import SystemRandom
from typing import Any, Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, StringField
from wtforms.validators import AnyOf, InputRequired, Regexp, ValidationError

from training.quiz.foci import EVERYTHING
from training.quiz.practice import NothingLeft
from training.quiz.questions import Form as AnswerBy
from training.quiz.rounds import LENGTHS, WHOLE_SHOE, Exercise, Offer, offer_of, offers
from training.records import drills
from training.records.answers import answer_to
from training.records.disputes import raise_dispute, withdrawn
from training.records.drills import Drill, Withdrawn
from training.records.plans import LIMITS, Help, Plan
from training.records.progress import last_ruleset
from training.rules.calls import Who
from training.rules.errors import Conflict, Illegal, NotFound
from training.rules.ruleset import Ruleset
from training.web.access import person, signed_in
from training.web.context import bank, get_db, now, rulesets
from training.web.drill_pages import (
    EXERCISES,
    NO_LIMIT,
    about_drill,
    open_drills,
    question_page,
    verdict_page,
)
from training.web.drill_summary import summary_page
from training.web.errors import sentence
from training.web.sent_again import arrived_at, kept
from training.web.shown import DEFAULT_RULESET, ruleset_tabs

blueprint = Blueprint("practice", __name__, url_prefix="/practice")

Page = str | tuple[str, int] | Response

USUAL_LENGTHS: Final = {
    Exercise.QUESTIONS: 20,
    Exercise.COUPS: 5,
    Exercise.PAIRS: 10,
    Exercise.FAULTS: 5,
    Exercise.KNOWLEDGE: 10,
}
LIMIT_CHOICES: Final = {NO_LIMIT if limit is None else str(limit): limit for limit in LIMITS}
HELPS: Final = {
    Help.ALONE: "Alone",
    Help.GUIDED: "Guided: a hint when you ask for one",
    Help.WATCH: "Watch: everything is shown and explained, nothing is asked",
}


REASK: Final = {
    AnswerBy.CHOICE: "Choose one of the answers.",
    AnswerBy.AMOUNT: "Type an amount in figures, for instance 19 or 23.75.",
    AnswerBy.CALL: "Choose who says it, and type the words.",
}


class PlanForm(Form):
    """What to practise, how much, how fast, with how much help."""

    ruleset = StringField("Rules", [InputRequired("Choose the rules.")])
    exercise = StringField(
        "Exercise", [AnyOf(list(Exercise), "Choose one of the exercises.")], default=Exercise.QUESTIONS
    )
    focus = StringField("What to practise", [InputRequired("Choose what to practise.")])
    length = StringField("How many", [InputRequired("Choose how many.")])
    limit = StringField("Time for each", [AnyOf(list(LIMIT_CHOICES), "Choose the time for each question.")])
    help = StringField("Help", [AnyOf(list(Help), "Choose how much help you want.")], default=Help.ALONE)
    counts = BooleanField("Show the point counts", false_values=("", "no"))

    def validate_length(self, field: StringField) -> None:
        """Allow only the lengths of the exercise that was chosen."""
        lengths = [str(length) for length in LENGTHS[_exercise(self.exercise.data)]]
        if field.data not in lengths:
            raise ValidationError(f"Choose how many: {', '.join(lengths)}.")


class AnswerForm(Form):
    """Which question is meant."""

    number = StringField("Question", [InputRequired(), Regexp(r"^[1-9][0-9]{0,3}\Z")])


@blueprint.get("")
@signed_in
def choose() -> Page:
    """Offer what can be practised."""
    last = last_ruleset(get_db(), person().id)
    usual = last if last and last in rulesets() else DEFAULT_RULESET
    ruleset = rulesets()[request.args.get("ruleset", usual)]
    exercise = _exercise(request.args.get("exercise"))
    if not _offers(ruleset, exercise):
        exercise = Exercise.QUESTIONS
    focus = request.args.get("focus", EVERYTHING)
    if focus not in _offers(ruleset, exercise):
        focus = EVERYTHING
    length = str(USUAL_LENGTHS[exercise])
    values = {"focus": focus, "length": length, "limit": NO_LIMIT, "help": Help.ALONE, "counts": False}
    return _choose_page(ruleset, exercise, values, {})


@blueprint.post("")
@signed_in
def start() -> Page:
    """Begin a drill."""
    form = PlanForm(request.form)
    ruleset = rulesets()[form.ruleset.data or DEFAULT_RULESET]
    exercise = _exercise(form.exercise.data)
    form.validate()
    errors = {field.name: str(field.errors[0]) for field in form if field.errors}
    try:
        offer_of(ruleset, exercise, form.focus.data or "", bank())
    except NotFound:
        unknown = f"“{form.focus.data}” cannot be practised with these rules; choose one of the list."
        errors.setdefault("focus", unknown)
    if errors:
        return _choose_page(ruleset, exercise, form.data, errors), 400
    plan = Plan(
        ruleset=ruleset.id,
        exercise=exercise,
        focus=form.focus.data or "",
        help=Help(form.help.data or ""),
        length=int(form.length.data or ""),
        limit=LIMIT_CHOICES[form.limit.data or ""],
        show_counts=form.counts.data,
    )
    try:
        drill = drills.start(get_db(), ruleset, plan, person_id=person().id, rng=SystemRandom(), now=now(), bank=bank())
    except NothingLeft:
        gone = {"focus": "Everything that could be asked here was withdrawn; choose something else."}
        return _choose_page(ruleset, exercise, form.data, gone), 400
    return redirect(url_for("practice.show", drill=drill), 303)


@blueprint.get("/<drill>")
@signed_in
def show(drill: str) -> Page:
    """Show the open question; the verdict when it is answered; the summary when all are."""
    mine = drills.load(get_db(), drill, person_id=person().id)
    if mine.finished:
        return summary_page(mine)
    if mine.answered:
        return redirect(url_for("practice.verdict", drill=drill, number=mine.number), 303)
    return question_page(mine)


@blueprint.post("/<drill>")
@signed_in
@kept("number", "who", "answer")
def answer(drill: str) -> Page:
    """Take an answer."""
    mine = drills.load(get_db(), drill, person_id=person().id)
    number, given = _number(), _given(mine)
    try:
        first = drills.answer(
            get_db(),
            rulesets()[mine.plan.ruleset],
            drill,
            person_id=person().id,
            number=number,
            given=given,
            now=arrived_at(),
        )
    except Withdrawn:
        return redirect(url_for("practice.show", drill=drill), 303)
    except Illegal as error:
        message = REASK[mine.question.form] if given is None else sentence(str(error))
        if mine.question.form is AnswerBy.CHOICE:
            message = REASK[AnswerBy.CHOICE]
        return question_page(mine, message, request.form), 400
    except Conflict as error:
        mine = drills.load(get_db(), drill, person_id=person().id)
        if mine.done:
            raise
        return question_page(mine, str(error)), 409
    return redirect(url_for("practice.verdict", drill=drill, number=number, again=None if first else 1), 303)


@blueprint.get("/<drill>/<int(max=9999):number>")
@signed_in
def verdict(drill: str, number: int) -> Page:
    """Show what became of an answer, and the rule behind it."""
    mine = drills.load(get_db(), drill, person_id=person().id)
    given = answer_to(get_db(), mine.id, number)
    if given is not None:
        return verdict_page(mine, given, again="again" in request.args)
    if number == mine.number:
        return redirect(url_for("practice.show", drill=drill), 303)
    raise NotFound(f"This drill has no answer to a question {number}.")


@blueprint.post("/<drill>/<int(max=9999):number>/dispute")
@signed_in
@kept("reason")
def dispute(drill: str, number: int) -> Page:
    """Send a question one disagrees with to the manager."""
    mine = drills.load(get_db(), drill, person_id=person().id)
    reason = request.form.get("reason", "").replace("\r\n", "\n")
    try:
        sent = raise_dispute(get_db(), person(), drill_id=mine.id, number=number, reason=reason, now=now())
    except Illegal as error:
        given = answer_to(get_db(), mine.id, number)
        if given is None:
            raise
        return verdict_page(mine, given, again=False, reason=reason, message=str(error)), 400
    flash("A manager will look at it." if sent else "It was sent before; a manager will look at it.")
    return redirect(url_for("practice.verdict", drill=drill, number=number), 303)


@blueprint.post("/<drill>/hint")
@signed_in
def hint(drill: str) -> Page:
    """Show a hint from now on; the answer is marked as helped."""
    drills.take_hint(get_db(), drill, person_id=person().id, number=_number())
    return redirect(url_for("practice.show", drill=drill), 303)


@blueprint.post("/<drill>/next")
@signed_in
def next_question(drill: str) -> Page:
    """Ask the next question."""
    mine = drills.load(get_db(), drill, person_id=person().id)
    ruleset = rulesets()[mine.plan.ruleset]
    drills.next_question(
        get_db(), ruleset, drill, person_id=person().id, number=_number(), rng=SystemRandom(), now=now(), bank=bank()
    )
    return redirect(url_for("practice.show", drill=drill), 303)


@blueprint.post("/<drill>/end")
@signed_in
def end(drill: str) -> Page:
    """End a drill before all of it was asked."""
    drills.end(get_db(), drill, person_id=person().id, now=now())
    flash("The drill is ended; what you answered in it stays.")
    return redirect(url_for("practice.choose"), 303)


def _given(drill: Drill) -> str | None:
    """What was answered: an option, an amount, or who says which words; None where nothing was."""
    given = request.form.get("answer")
    if drill.question.form is AnswerBy.CHOICE or given is None:
        return given
    if not given.strip():
        return None
    who = request.form.get("who", "")
    return f"{who if who in list(Who) else ''}: {given}" if drill.question.form is AnswerBy.CALL else given


def _number() -> int:
    form = AnswerForm(request.form)
    if not form.validate():
        raise Illegal(f"number: {form.number.data!r}; expected the number of a question, 1 to 9999")
    return int(form.number.data or "")


def _exercise(text: str | None) -> Exercise:
    return Exercise(text) if text in list(Exercise) else Exercise.QUESTIONS


def _offers(ruleset: Ruleset, exercise: Exercise) -> dict[str, Offer]:
    """What an exercise can be narrowed to now."""
    return offers(ruleset, exercise, bank(), withdrawn(get_db()))


def _choose_page(ruleset: Ruleset, exercise: Exercise, values: dict[str, Any], errors: dict[str, str]) -> str:
    if not _offers(ruleset, exercise):
        exercise = Exercise.QUESTIONS
    return render_template(
        "practice/choose.html",
        rulesets=ruleset_tabs(list(rulesets().values())),
        chosen=ruleset.id,
        exercises=[
            {"id": str(one), "title": title, "text": text}
            for one, (title, text) in EXERCISES.items()
            if _offers(ruleset, one)
        ],
        exercise=str(exercise),
        foci=[offer._asdict() for offer in _offers(ruleset, exercise).values()],
        values=values,
        errors=errors,
        lengths=[
            {"value": length, "text": "A whole shoe" if length == WHOLE_SHOE else length}
            for length in LENGTHS[exercise]
        ],
        limits=[
            {"value": value, "text": "No limit" if limit is None else f"{limit} s"}
            for value, limit in LIMIT_CHOICES.items()
        ],
        helps=[{"value": str(one), "text": text} for one, text in HELPS.items()],
        open_drills=[about_drill(drill) for drill in open_drills(most=3)],
    )
