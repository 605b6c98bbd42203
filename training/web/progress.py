"""What somebody knows: one's own progress, and a trainee's for those who teach."""

from typing import Any, Final

from flask import Blueprint, render_template, request, url_for

from training.quiz.explanations import cell_sentence
from training.quiz.foci import foci_of
from training.quiz.owned import Skill
from training.quiz.practice import Standing
from training.quiz.skills import skills_by_id, skills_of
from training.quiz.subjects import BankerCell
from training.records.disputes import withdrawn
from training.records.people import Person
from training.records.progress import Recent, Tally, recent, tallies, together, totals
from training.rules.ruleset import Ruleset
from training.web.access import person, signed_in
from training.web.context import get_db, local_time, rulesets, settings
from training.web.shown import DEFAULT_RULESET, Cell, heat_grid, ruleset_tabs

blueprint = Blueprint("progress", __name__, url_prefix="/progress")

RECENT: Final = 20
WEAKEST: Final = 5
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
    ruleset = rulesets()[request.args.get("ruleset", DEFAULT_RULESET)]
    tallied = tallies(get_db(), of.id)
    cells = cells_of(ruleset, tallied)
    return render_template(
        "progress/page.html",
        of=of,
        own=own,
        rulesets=ruleset_tabs(list(rulesets().values())),
        chosen=ruleset.id,
        grid=heat(ruleset, tallied, own=own),
        totals=totals_shown(of),
        weakest=weakest(ruleset, tallied, own=own),
        groups=_groups(ruleset, tallied),
        recent=[_recent(one, own=own) for one in recent(get_db(), of.id, RECENT)],
        table=[
            {"label": skill.title, "asked": tally.asked, "right": tally.right, "wrong": tally.failed}
            for skill, tally in cells.values()
            if tally.asked
        ],
    )


def cells_of(ruleset: Ruleset, tallied: dict[str, Tally]) -> dict[Cell, tuple[Skill, Tally]]:
    """The 88 cells with their skills and what was answered there."""
    return {
        (skill.subject.banker, skill.subject.third): (skill, tallied.get(skill.id, Tally()))
        for skill in skills_of(ruleset)
        if isinstance(skill.subject, BankerCell)
    }


def heat(ruleset: Ruleset, tallied: dict[str, Tally], *, own: bool) -> dict[str, Any]:
    """The tableau as a map of how each cell stands, told in words too; a withdrawn one leads nowhere."""
    gone = withdrawn(get_db())
    shown: dict[Cell, dict[str, Any]] = {}
    for cell, (skill, tally) in cells_of(ruleset, tallied).items():
        label = f"{skill.title}: {WORDS[tally.standing]}"
        if tally.asked:
            label += f", {tally.right} of {tally.asked} right"
        href = url_for("practice.choose", ruleset=ruleset.id, focus=skill.path) if own else None
        if skill.id in gone:
            shown[cell] = {
                "tone": "withdrawn",
                "text": "×",
                "label": f"{label}; withdrawn, not asked any more",
                "href": None,
            }
            continue
        shown[cell] = {"tone": str(tally.standing), "label": label, "href": href}
    return heat_grid(ruleset, f"{ruleset.title}: how each cell stands", shown)


def weakest(ruleset: Ruleset, tallied: dict[str, Tally], *, own: bool) -> list[dict[str, Any]]:
    """The skills with the most errors a question, those that failed last before the others; not withdrawn ones."""
    gone = withdrawn(get_db())
    found = [(skill, tallied[skill.id]) for skill in skills_of(ruleset) if skill.id in tallied.keys() - gone]
    failed = [(skill, tally) for skill, tally in found if tally.failed and tally.standing is not Standing.SURE]
    failed.sort(key=lambda pair: (pair[1].standing is Standing.WEAK, pair[1].failed / pair[1].asked), reverse=True)
    return [
        {
            "label": skill.title,
            "asked": tally.asked,
            "wrong": tally.failed,
            "focus": _focus(ruleset, skill),
            "sentence": _sentence(ruleset, skill),
            "href": own and url_for("practice.choose", ruleset=ruleset.id, focus=_focus(ruleset, skill)),
        }
        for skill, tally in failed[:WEAKEST]
    ]


def _focus(ruleset: Ruleset, skill: Skill) -> str:
    """What to practise for a skill: itself, or the topic it belongs to."""
    return skill.path if skill.path in foci_of(ruleset) else skill.path.split("/")[0]


def _sentence(ruleset: Ruleset, skill: Skill) -> str:
    subject = skill.subject
    return cell_sentence(ruleset, subject.banker, subject.third) if isinstance(subject, BankerCell) else ""


def _groups(ruleset: Ruleset, tallied: dict[str, Tally]) -> list[dict[str, Any]]:
    topics = [
        focus for focus in foci_of(ruleset).values() if focus.group == "Topics" and "banker" not in focus.skills[0].path
    ]
    sums = [(focus.title, together(tallied.get(skill.id, Tally()) for skill in focus.skills)) for focus in topics]
    return [{"title": title, "asked": tally.asked, "right": tally.right} for title, tally in sums]


def totals_shown(of: Person) -> dict[str, Any]:
    """The sums of a person's practice, over all rulesets."""
    sums = totals(get_db(), of.id, settings().timezone)
    last = None if sums.last is None else local_time(sums.last)
    return {"answers": sums.answers, "right": sums.right, "days": sums.days, "percent": sums.percent, "last": last}


def _recent(one: Recent, *, own: bool) -> dict[str, Any]:
    question, verdict = one.answer.question, one.answer.verdict
    ruleset = rulesets().find(question.ruleset)
    skill = skills_by_id(ruleset).get(question.skill) if ruleset else None
    return {
        "when": local_time(one.answer.answered_at),
        "prompt": skill.title if skill else question.prompt,
        "given": verdict.given and question.text_of(verdict.given),
        "outcome": str(verdict.result),
        "href": own and url_for("practice.verdict", drill=one.drill, number=one.answer.number),
    }
