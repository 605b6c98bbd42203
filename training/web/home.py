"""Home answers one question: what should I do now?"""

from datetime import timedelta
from typing import Any, Final

from flask import Blueprint, render_template, url_for

from training.quiz.advice import Advice, what_now
from training.quiz.mastery import tally
from training.quiz.rounds import Exercise
from training.records.disputes import undecided, withdrawn
from training.records.drills import Drill
from training.records.people import Role
from training.records.progress import history
from training.web.access import person, signed_in
from training.web.context import get_db, now, settings
from training.web.drill_pages import NO_LIMIT, about_drill, open_drills
from training.web.progress import heat, practised, totals_shown
from training.web.team import worst

blueprint = Blueprint("home", __name__)

GREETINGS: Final = ((5, "Good evening"), (12, "Good morning"), (18, "Good afternoon"), (24, "Good evening"))
FRESH: Final = timedelta(days=1)
"""A drill that was left longer ago than that is not what to do first."""
MOST: Final = 4


@blueprint.get("/")
@signed_in
def index() -> str:
    """Show what to do now, and what one knows; to those who only teach, how their trainees stand."""
    past = history(get_db(), person().id)
    tallied, mine = tally(past), practised(past)
    hour = now().astimezone(settings().timezone).hour
    greeting = next(words for until, words in GREETINGS if hour < until)
    teaches = person().role.reaches(Role.SUPERVISOR)
    advice = [_task(one) for one in what_now(mine, tallied, withdrawn(get_db()))]
    todo = (_duties() if teaches else []) + _with_what_is_open(advice)[:MOST]
    return render_template(
        "home/index.html",
        greeting=f"{greeting}, {person().name}",
        now=[task | {"first": place == 0} for place, task in enumerate(todo)],
        grid=heat(mine[0], tallied, own=True) if past or not teaches else None,
        team=worst() if teaches and not past else [],
        totals=totals_shown(person()),
    )


def _with_what_is_open(advice: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The advice with the drill to go on with: before all where it was just left, else after the first."""
    for drill in open_drills(most=1):
        place = 0 if now() - drill.asked_at <= FRESH else 1
        return [*advice[:place], _go_on(drill), *advice[place:]]
    return advice


def _duties() -> list[dict[str, Any]]:
    """What those who teach have to look after."""
    duties = [_link("Your team", "Who practises, who is stuck, and on which rule.", "Look", url_for("team.index"))]
    waiting = undecided(get_db(), person()) if person().role is Role.MANAGER else 0
    if waiting:
        title = "1 dispute to decide" if waiting == 1 else f"{waiting} disputes to decide"
        duties.insert(
            0, _link(title, "Somebody disagrees with how a question is graded.", "Decide", url_for("disputes.index"))
        )
    return duties


def _go_on(drill: Drill) -> dict[str, Any]:
    about = about_drill(drill)
    text = f"{about['ruleset_title']}, {about['position'].lower()}."
    return _link(f"Go on: {about['title']}", text, "Go on", url_for("practice.show", drill=drill.public_id))


def _link(title: str, text: str, action: str, href: str) -> dict[str, Any]:
    return {"title": title, "text": text, "action": action, "href": href, "post": None}


def _task(advice: Advice) -> dict[str, Any]:
    drill = {"exercise": str(advice.drill.exercise), "focus": advice.drill.focus, "length": advice.length}
    return {
        "title": advice.title,
        "text": f"{advice.ruleset.title}. {advice.text}",
        "action": f"Practise {advice.length}{' pairs' if advice.drill.exercise is Exercise.PAIRS else ''}",
        "href": None,
        "post": {"ruleset": advice.ruleset.id, "limit": NO_LIMIT, "counts": "no"} | drill,
    }
