"""Invented people and answers, for looking at the program. They live in a database file of their own."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from training.quiz.bank import Bank
from training.quiz.foci import EVERYTHING, HARD_CELLS
from training.quiz.misconceptions import MISCONCEPTIONS, decision_of
from training.quiz.questions import Question
from training.records import drills, people
from training.records.database import Database, one, transaction
from training.records.people import Person, Role
from training.records.plans import Plan
from training.rules.errors import NotFound
from training.rules.ruleset import Ruleset

TEAM: Final = "Early shift"


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """An invented person; `shown` ones have their sign-in printed.

    A trainee's history: `drills` drills, slips at a rate of `slips` in a hundred, believes in `misconception`.
    """

    username: str
    name: str
    role: Role
    shown: bool = False
    drills: int = 0
    slips: int = 0
    misconception: str | None = None


PEOPLE: Final = (
    DemoPerson("morgan", "Morgan Achebe", Role.MANAGER, shown=True),
    DemoPerson("sofia", "Sofia Lindqvist", Role.SUPERVISOR, shown=True),
    DemoPerson(
        "amelie", "Amélie Fontaine", Role.TRAINEE, shown=True, drills=7, slips=6, misconception="no-card-as-zero"
    ),
    DemoPerson("ben", "Ben Okafor", Role.TRAINEE, drills=6, slips=4, misconception="ignores-third-card"),
    DemoPerson("chen", "Chen Wei 陈伟", Role.TRAINEE, drills=14, slips=1),
    DemoPerson("dalia", "Dalia Haddad", Role.TRAINEE, drills=5, slips=8, misconception="uses-new-count"),
    DemoPerson("emil", "Emil Novák", Role.TRAINEE, drills=2, slips=30),
    DemoPerson("farah", "Farah Siddiqui", Role.TRAINEE, drills=8, slips=3, misconception="stands-on-six"),
    DemoPerson("george", "George O’Leary", Role.TRAINEE),
    DemoPerson("hana", "Hana Kobayashi", Role.TRAINEE, drills=4, slips=5, misconception="chases"),
)
PLANS: Final = ((EVERYTHING, 20), (HARD_CELLS, 40), ("banker/4", 20), ("banker", 20))


def load(
    db: Database, ruleset: Ruleset, bank: Bank, rng: random.Random, now: datetime, passwords: Mapping[str, str]
) -> None:
    """Make what is missing of the demo; what is there already stays as it is."""
    for demo_person in PEOPLE:
        _make(db, demo_person, passwords[demo_person.username], now)
        person = people.by_username(db, demo_person.username)
        if demo_person.drills and one(db, "SELECT 1 FROM drills WHERE person_id = ?", (person.id,)) is None:
            with transaction(db):
                _practise(db, ruleset, bank, demo_person, person, rng, now)


def _practise(
    db: Database,
    ruleset: Ruleset,
    bank: Bank,
    demo_person: DemoPerson,
    person: Person,
    rng: random.Random,
    now: datetime,
) -> None:
    """A drill every other day, the last one yesterday, answered as somebody with this misconception would."""
    for place in range(demo_person.drills):
        focus_id, length = PLANS[place % len(PLANS)]
        began = now - timedelta(days=2 * (demo_person.drills - place) - 1, minutes=rng.randrange(600))
        plan = Plan(ruleset=ruleset.id, focus=focus_id, length=length, limit=None, show_counts=place == 0)
        _drill(db, ruleset, bank, plan, demo_person, person, rng, began)


def _drill(
    db: Database,
    ruleset: Ruleset,
    bank: Bank,
    plan: Plan,
    demo_person: DemoPerson,
    person: Person,
    rng: random.Random,
    at: datetime,
) -> None:
    drill = drills.begin(db, ruleset, plan, person_id=person.id, rng=rng, now=at, bank=bank)
    for _ in range(plan.length):
        mine = drills.load(db, drill, person_id=person.id)
        at += timedelta(milliseconds=rng.randrange(900, 4500))
        drills.keep_answer(db, ruleset, mine, given=_given(ruleset, demo_person, mine.question, rng), now=at)
        at += timedelta(seconds=rng.randrange(2, 12))
        if mine.number < plan.length:
            drills.ask_next(db, ruleset, mine, rng=rng, now=at, bank=bank)


def _given(ruleset: Ruleset, demo_person: DemoPerson, question: Question, rng: random.Random) -> str:
    if rng.randrange(100) < demo_person.slips:
        return rng.choice(question.options).id if question.options else "0"
    decision = decision_of(question)
    if demo_person.misconception is None or decision is None:
        return question.expected[0]
    return str(MISCONCEPTIONS[demo_person.misconception].action(ruleset.tableau, decision))


def _make(db: Database, person: DemoPerson, password: str, now: datetime) -> None:
    try:
        someone = people.by_username(db, person.username)
    except NotFound:
        team = None if person.role is Role.MANAGER else TEAM
        added = people.add(db, username=person.username, name=person.name, role=person.role, team=team, now=now)
        someone = added.person
    if someone.must_set_password:
        people.set_first_password(db, someone, password, now=now)
