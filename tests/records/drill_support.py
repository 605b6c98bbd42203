"""What tests of drills and progress say in one line."""

import random
from datetime import datetime

from tests.records.support import NOON
from training.quiz.bank_files import load_bank
from training.quiz.questions import Form, Question
from training.quiz.rounds import Exercise
from training.records import drills
from training.records.database import Database, rows
from training.records.drills import Drill, Help, Plan
from training.records.people import Person
from training.rules.ruleset import Ruleset
from training.rules.rulesets import load_rulesets

PUNTO_BANCO = load_rulesets()["punto-banco"]
CHEMIN_DE_FER = load_rulesets()["chemin-de-fer"]
BANK = load_bank(load_rulesets())


def start_drill(
    db: Database,
    person: Person,
    focus: str = "everything",
    *,
    exercise: Exercise = Exercise.QUESTIONS,
    help: Help = Help.ALONE,
    length: int = 10,
    limit: int | None = None,
    ruleset: Ruleset = PUNTO_BANCO,
    seed: int = 1,
    now: datetime = NOON,
) -> str:
    """The public id of a new drill."""
    plan = Plan(
        ruleset=ruleset.id, exercise=exercise, focus=focus, help=help, length=length, limit=limit, show_counts=False
    )
    return drills.start(db, ruleset, plan, person_id=person.id, rng=random.Random(seed), now=now, bank=BANK)


def give(
    db: Database, person: Person, drill: str, given: str | None, *, number: int | None = None, now: datetime = NOON
) -> bool:
    """Answer a question, the open one unless a number is given."""
    mine = drills.load(db, drill, person_id=person.id)
    rules = load_rulesets()[mine.plan.ruleset]
    number = mine.number if number is None else number
    return drills.answer(db, rules, drill, person_id=person.id, number=number, given=given, now=now)


def ask_next(db: Database, person: Person, drill: str, number: int, *, seed: int = 2, now: datetime = NOON) -> None:
    """Go on from question `number`."""
    mine = drills.load(db, drill, person_id=person.id)
    rules = load_rulesets()[mine.plan.ruleset]
    rng = random.Random(seed)
    drills.next_question(db, rules, drill, person_id=person.id, number=number, rng=rng, now=now, bank=BANK)


def load(db: Database, person: Person, drill: str) -> Drill:
    """Somebody's drill as it is now."""
    return drills.load(db, drill, person_id=person.id)


def outcomes(db: Database) -> list[str]:
    """How all answers turned out, oldest first."""
    return [row["outcome"] for row in rows(db, "SELECT outcome FROM answers ORDER BY id")]


def right_answer(drill: Drill) -> str:
    """An answer that is right."""
    return right_to(drill.question)


def wrong_answer(drill: Drill) -> str:
    """An answer that is wrong."""
    return wrong_to(drill.question)


def right_to(question: Question) -> str:
    """A right answer: an option, an amount, or who says what."""
    return question.expected[0]


def wrong_to(question: Question) -> str:
    """A wrong answer that is one all the same."""
    if question.form is Form.CHOICE:
        return next(option.id for option in question.options if option.id not in question.expected)
    return "0.01" if question.form is Form.AMOUNT else "dealer: something else entirely"


def finish(db: Database, person: Person, drill: str, *, now: datetime = NOON) -> None:
    """Answer everything that is left, rightly."""
    while not (mine := drills.load(db, drill, person_id=person.id)).finished:
        if not mine.answered:
            give(db, person, drill, right_answer(mine), now=now)
        ask_next(db, person, drill, mine.number, seed=mine.number, now=now)


def content(db: Database) -> str:
    """All that the database holds, to be compared before and after."""
    return "\n".join(db.conn.iterdump())
