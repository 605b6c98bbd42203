"""The team: who may deal what, who is stuck, and on which rule."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from flask import Blueprint, render_template, request

from training.quiz.advice import weakest
from training.quiz.bank import knowledge_skills
from training.quiz.mastery import NAMED_IN, STATUS_WORDS, Status, cells_of, known, named_most, status, tally, together
from training.quiz.skills import skills_by_id
from training.records import people
from training.records.disputes import withdrawn
from training.records.people import NotYours, Person, Role, Team
from training.records.progress import history
from training.rules.errors import NotFound
from training.rules.ruleset import Ruleset
from training.web.access import at_least, person
from training.web.context import get_db, local_time, rulesets
from training.web.drill_pages import misconception_shown
from training.web.progress import practised, progress_page
from training.web.shown import ruleset_tabs

blueprint = Blueprint("team", __name__, url_prefix="/team")

Row = dict[str, Any]
WORST: Final = 5
SORTS: Final[dict[str, tuple[str, Callable[[Row], Any]]]] = {
    "name": ("Trainee", lambda row: row["name"].casefold()),
    "status": ("Status", lambda row: (list(Status).index(row["status"]), _percent(row))),
    "right": ("Right", lambda row: _percent(row)),
    "known": ("Cells known", lambda row: max((number for _, number, _ in row["known"]), default=-1)),
    "weakest": ("Weakest rule", lambda row: -row["weakest"].tally.failed if row["weakest"] else 0),
    "misconception": ("Misconception", lambda row: -row["misconception"][1] if row["misconception"] else 0),
    "last": ("Last practised", lambda row: (row["at"] is not None, row["at"])),
}
"""The columns and what each sorts by: names by the alphabet, all else with the worst first."""


@blueprint.get("")
@at_least(Role.SUPERVISOR)
def index() -> str:
    """Show one's own team; to a manager, all teams; over all rulesets or one."""
    wanted = request.args.get("ruleset")
    ruleset = rulesets()[wanted] if wanted else None
    sort = request.args.get("sort", "")
    sort = sort if sort in SORTS else "status"
    teams = [{"name": name, "trainees": _rows(trainees, ruleset, sort)} for name, trainees in _trainees()]
    return render_template(
        "team/index.html",
        teams=teams,
        rulesets=ruleset_tabs(list(rulesets().values())),
        chosen=ruleset.id if ruleset else "",
        columns=[(name, title) for name, (title, _) in SORTS.items()],
        sort=sort,
        meanings=STATUS_WORDS,
        named_in=NAMED_IN,
    )


@blueprint.get("/<trainee>")
@at_least(Role.SUPERVISOR)
def trainee(trainee: str) -> str:
    """Show one trainee's progress."""
    someone = people.by_public_id(get_db(), trainee)
    mine = person().role is Role.MANAGER or someone.team_id in [team.id for team in _teams()]
    if someone.role is not Role.TRAINEE or not mine:
        raise (NotFound if mine else NotYours)("There is no such person.")
    return progress_page(someone, own=False)


def worst() -> list[Row]:
    """The few trainees that need somebody most, of all that one may see."""
    return _rows([one for _, trainees in _trainees() for one in trainees], None, "status")[:WORST]


def _teams() -> list[Team]:
    teams = people.teams(get_db())
    return teams if person().role is Role.MANAGER else [team for team in teams if team.id == person().team_id]


def _trainees() -> list[tuple[str, list[Person]]]:
    """The trainees one may see, by the name of their team."""
    found = [(team.name, people.members(get_db(), team.id)) for team in _teams()]
    if person().role is Role.MANAGER:
        without = [one for one in people.everyone(get_db()) if one.team_id is None and one.role is Role.TRAINEE]
        found += [("Without a team", without)] if without else []
    return [
        (name, [one for one in members if one.role is Role.TRAINEE and not one.disabled]) for name, members in found
    ]


def _rows(trainees: Sequence[Person], ruleset: Ruleset | None, sort: str) -> list[Row]:
    _, key = SORTS[sort]
    gone = withdrawn(get_db())
    return sorted((_row(one, ruleset, gone) for one in trainees), key=key)


def _row(someone: Person, ruleset: Ruleset | None, gone: frozenset[str]) -> Row:
    """How somebody stands over all they have practised, or by the rules of one ruleset, wherever they met them."""
    past = [one for one in history(get_db(), someone.id) if ruleset is None or one.skill in _asked_by(ruleset)]
    mine = practised(past) if ruleset is None else [ruleset]
    counted = [one for one in past if one.skill not in gone]
    tallied = tally(counted)
    sums = together(tallied.values())
    return {
        "id": someone.public_id,
        "name": someone.name,
        "status": status(counted, mine),
        "sums": sums,
        "known": [(one.title, known(one, tallied), len(cells_of(one, tallied))) for one in mine] if counted else [],
        "weakest": next(iter(weakest(mine, tallied, gone)), None),
        "misconception": next(((misconception_shown(name), times) for name, times in named_most(counted, 1)), None),
        "at": past[-1].at if past else None,
        "last": local_time(past[-1].at) if past else None,
    }


@cache
def _asked_by(ruleset: Ruleset) -> frozenset[str]:
    """The ids of all skills that a ruleset asks, of those that it shares with another as well."""
    return frozenset(skills_by_id(ruleset)) | frozenset(knowledge_skills(ruleset))


def _percent(row: Row) -> int:
    percent: int | None = row["sums"].percent
    return -1 if percent is None else percent
