"""Home answers one question: what should I do now?"""

from typing import Any

from flask import Blueprint, render_template, url_for

from training.quiz.foci import EVERYTHING
from training.quiz.practice import Standing
from training.records import drills
from training.records.disputes import withdrawn
from training.records.people import Role
from training.records.progress import Tally, tallies
from training.rules.ruleset import Ruleset
from training.web.access import person, signed_in
from training.web.context import get_db, now, rulesets, settings
from training.web.drill_pages import NO_LIMIT, about_drill, open_drills
from training.web.progress import cells_of, heat, totals_shown, weakest
from training.web.shown import DEFAULT_RULESET

blueprint = Blueprint("home", __name__)

GREETINGS = ((5, "Good night"), (12, "Good morning"), (18, "Good afternoon"), (24, "Good evening"))


@blueprint.get("/")
@signed_in
def index() -> str:
    """Show what to do now and what one knows."""
    ruleset = rulesets()[DEFAULT_RULESET]
    tallied = tallies(get_db(), person().id)
    hour = now().astimezone(settings().timezone).hour
    greeting = next(words for until, words in GREETINGS if hour < until)
    return render_template(
        "home/index.html",
        greeting=f"{greeting}, {person().name}",
        now=_what_now(ruleset, tallied),
        grid=heat(ruleset, tallied, own=True),
        totals=totals_shown(person()),
    )


def _what_now(ruleset: Ruleset, tallied: dict[str, Tally]) -> list[dict[str, Any]]:
    """What is begun, then what is weak, then what was never asked, then everything."""
    todo = [_go_on(drill) for drill in open_drills(most=1)]
    weak = weakest(ruleset, tallied, own=True)
    todo += [_task(ruleset, one["label"], f"{one['wrong']} of {one['asked']} wrong.", one["focus"]) for one in weak[:2]]
    gone = withdrawn(get_db())
    cells = [tally for skill, tally in cells_of(ruleset, tallied).values() if skill.id not in gone]
    unseen = sum(tally.standing is Standing.UNSEEN for tally in cells)
    if not tallied:
        todo.append(
            _task(ruleset, "Your first drill", "Naturals, then both hands: ten questions to begin with.", EVERYTHING)
        )
    elif unseen:
        todo.append(
            _task(
                ruleset, "The whole tableau", f"{unseen} of {len(cells)} cells were never asked.", "banker", length=20
            )
        )
    todo.append(
        _task(ruleset, "A bit of everything", "Twenty questions from all over the game.", EVERYTHING, length=20)
    )
    if person().role.reaches(Role.SUPERVISOR):
        text = "Who practises, who is stuck, and on which rule."
        todo.insert(
            0, {"title": "Your team", "text": text, "action": "Look", "href": url_for("team.index"), "post": None}
        )
    return [task | {"first": place == 0} for place, task in enumerate(todo[:4])]


def _go_on(drill: drills.Drill) -> dict[str, Any]:
    about = about_drill(drill)
    return {
        "title": f"Go on: {about['title']}",
        "text": f"{about['ruleset_title']}, {about['position'].lower()}.",
        "action": "Go on",
        "href": url_for("practice.show", drill=drill.public_id),
        "post": None,
    }


def _task(ruleset: Ruleset, title: str, text: str, focus: str, length: int = 10) -> dict[str, Any]:
    post = {"ruleset": ruleset.id, "focus": focus, "length": length, "limit": NO_LIMIT, "counts": "no"}
    return {"title": title, "text": text, "action": f"Practise {length}", "href": None, "post": post}
