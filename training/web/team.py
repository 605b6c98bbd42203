"""The team: how far each trainee is, and on which rule somebody is stuck."""

from typing import Any

from flask import Blueprint, render_template

from training.records import people
from training.records.people import NotYours, Person, Role, Team
from training.records.progress import tallies
from training.rules.errors import NotFound
from training.web.access import at_least, person
from training.web.context import get_db, rulesets
from training.web.progress import progress_page, totals_shown, weakest
from training.web.shown import DEFAULT_RULESET

blueprint = Blueprint("team", __name__, url_prefix="/team")


@blueprint.get("")
@at_least(Role.SUPERVISOR)
def index() -> str:
    """Show one's own team; to a manager, all teams."""
    teams = [_rows(team.name, people.members(get_db(), team.id)) for team in _teams()]
    if person().role is Role.MANAGER:
        without = [one for one in people.everyone(get_db()) if one.team_id is None and one.role is Role.TRAINEE]
        teams += [_rows("Without a team", without)] if without else []
    return render_template("team/index.html", teams=teams)


@blueprint.get("/<trainee>")
@at_least(Role.SUPERVISOR)
def trainee(trainee: str) -> str:
    """Show one trainee's progress."""
    someone = people.by_public_id(get_db(), trainee)
    mine = person().role is Role.MANAGER or someone.team_id in [team.id for team in _teams()]
    if someone.role is not Role.TRAINEE or not mine:
        raise (NotFound if mine else NotYours)("There is no such person.")
    return progress_page(someone, own=False)


def _teams() -> list[Team]:
    teams = people.teams(get_db())
    return teams if person().role is Role.MANAGER else [team for team in teams if team.id == person().team_id]


def _rows(name: str, members: list[Person]) -> dict[str, Any]:
    trainees = [one for one in members if one.role is Role.TRAINEE and not one.disabled]
    return {"name": name, "trainees": [_row(one) for one in trainees]}


def _row(someone: Person) -> dict[str, Any]:
    sums = totals_shown(someone)
    weak = weakest(rulesets()[DEFAULT_RULESET], tallies(get_db(), someone.id), own=False)
    return {
        "id": someone.public_id,
        "name": someone.name,
        "answers": sums["answers"],
        "right_percent": sums["percent"],
        "last": sums["last"],
        "weakest": weak[0]["label"] if weak else None,
    }
