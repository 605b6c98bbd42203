"""What somebody knows: one's own progress, and a trainee's for those who teach."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Blueprint, render_template, request, url_for

from training.quiz.advice import Exercised, Weak, weakest, with_look_alikes
from training.quiz.explanations import cell_sentence
from training.quiz.foci import foci_of
from training.quiz.mastery import Past, Tally, cells_of, named_most, tally, together
from training.quiz.practice import Standing
from training.quiz.skills import skills_by_id
from training.quiz.subjects import BankerCell
from training.records.disputes import withdrawn
from training.records.people import Person
from training.records.progress import Recent, history, recent, totals
from training.rules.ruleset import Ruleset
from training.web.access import person, signed_in
from training.web.context import get_db, local_time, rulesets, settings
from training.web.drill_pages import misconception_shown
from training.web.shown import DEFAULT_RULESET, Cell, heat_grid, ruleset_tabs

blueprint = Blueprint("progress", __name__, url_prefix="/progress")

RECENT: Final = 20
WEAKEST: Final = 5
MISCONCEPTIONS_SHOWN: Final = 3
WORDS: Final = {
    Standing.UNSEEN: "not asked yet",
    Standing.WEAK: "weak",
    Standing.LEARNING: "learning",
    Standing.SURE: "sure",
}


@blueprint.get("")
@signed_in
def own() -> str:
    """Show one's own progress."""
    return progress_page(person(), own=True)


def progress_page(of: Person, *, own: bool) -> str:
    """One person's answers over the tableau of one ruleset; links to practise only on one's own page."""
    past = history(get_db(), of.id)
    ruleset = rulesets()[request.args.get("ruleset", practised(past)[0].id)]
    tallied = tally(past)
    weak = weakest([ruleset], tallied, withdrawn(get_db()))
    return render_template(
        "progress/page.html",
        of=of,
        own=own,
        rulesets=ruleset_tabs(list(rulesets().values())),
        chosen=ruleset.id,
        grid=heat(ruleset, tallied, own=own),
        totals=totals_shown(of),
        weakest=[_weak(one, own=own) for one in weak[:WEAKEST]],
        misconceptions=[
            misconception_shown(name) | {"times": times} for name, times in named_most(past, MISCONCEPTIONS_SHOWN)
        ],
        groups=_groups(ruleset, tallied),
        recent=[_recent(one, ruleset, own=own) for one in recent(get_db(), of.id, RECENT)],
        table=[
            {"label": skill.title, "asked": found.asked, "right": found.right, "wrong": found.failed}
            for skill, found in cells_of(ruleset, tallied).values()
            if found.asked
        ],
    )


def practised(past: Sequence[Past]) -> list[Ruleset]:
    """The rulesets that somebody has practised and that are still there, the last one first; else the usual one."""
    ids = dict.fromkeys(one.ruleset for one in reversed(past))
    found = [ruleset for ruleset in map(rulesets().find, ids) if ruleset]
    return found or [rulesets()[DEFAULT_RULESET]]


def heat(ruleset: Ruleset, tallied: dict[str, Tally], *, own: bool) -> dict[str, Any]:
    """The tableau as a map of how each cell stands, told in words too; a withdrawn one leads nowhere."""
    gone = withdrawn(get_db())
    shown: dict[Cell, dict[str, Any]] = {}
    for cell, (skill, found) in cells_of(ruleset, tallied).items():
        label = f"{skill.title}: {WORDS[found.standing]}"
        if found.asked:
            label += f", {found.right} of {found.asked} right"
        elif found.hinted:
            label = f"{skill.title}: asked only with a hint"
        href = url_for("practice.choose", ruleset=ruleset.id, focus=skill.path) if own else None
        if skill.id in gone:
            shown[cell] = {
                "tone": "withdrawn",
                "text": "×",
                "label": f"{label}; withdrawn, not asked any more",
                "href": None,
            }
            continue
        shown[cell] = {"tone": str(found.standing), "label": label, "href": href}
    return heat_grid(ruleset, f"{ruleset.title}: how each cell stands", shown)


def _weak(one: Weak, *, own: bool) -> dict[str, Any]:
    subject = one.skill.subject
    drill = with_look_alikes(one.ruleset, one.skill, withdrawn(get_db()))
    return {
        "label": one.skill.title,
        "asked": one.tally.asked,
        "wrong": one.tally.failed,
        "sentence": cell_sentence(one.ruleset, *_cell(subject)) if isinstance(subject, BankerCell) else "",
        "href": _choose(one.ruleset, drill) if own else None,
    }


def _cell(subject: BankerCell) -> Cell:
    return subject.banker, subject.third


def _choose(ruleset: Ruleset, drill: Exercised) -> str:
    return url_for("practice.choose", ruleset=ruleset.id, exercise=str(drill.exercise), focus=drill.focus)


def _groups(ruleset: Ruleset, tallied: dict[str, Tally]) -> list[dict[str, Any]]:
    topics = [
        focus for focus in foci_of(ruleset).values() if focus.group == "Topics" and "banker" not in focus.skills[0].path
    ]
    sums = [(focus.title, together(tallied.get(skill.id, Tally()) for skill in focus.skills)) for focus in topics]
    return [
        {"title": title, "asked": found.asked, "right": found.right, "hinted": found.hinted} for title, found in sums
    ]


def totals_shown(of: Person) -> dict[str, Any]:
    """The sums of a person's practice, over all rulesets."""
    sums = totals(get_db(), of.id, settings().timezone)
    return {
        "answers": sums.answers,
        "right": sums.right,
        "hinted": sums.hinted,
        "days": sums.days,
        "last": None if sums.last is None else local_time(sums.last),
    }


def _recent(one: Recent, shown: Ruleset, *, own: bool) -> dict[str, Any]:
    question, verdict = one.answer.question, one.answer.verdict
    ruleset = rulesets().find(question.ruleset)
    skill = skills_by_id(ruleset).get(question.skill) if ruleset else None
    notes = ["with a hint"] if one.answer.hinted else []
    if question.ruleset != shown.id:
        notes.append(ruleset.title if ruleset else question.ruleset)
    return {
        "when": local_time(one.answer.answered_at),
        "prompt": skill.title if skill else question.prompt,
        "given": verdict.given and question.text_of(verdict.given),
        "notes": notes,
        "outcome": str(verdict.result),
        "href": own and url_for("practice.verdict", drill=one.drill, number=one.answer.number),
    }
