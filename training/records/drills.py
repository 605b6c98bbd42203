"""Practice as it happens: a drill has one open question, an answer is written once and stays.

The same answer sent twice, an old page, a second tab: the first answer to a question stands, whatever comes later.
"""

import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from training.quiz.bank import Bank
from training.quiz.grading import judge
from training.quiz.practice import NothingLeft
from training.quiz.questions import Question
from training.quiz.rounds import Exercise, another_coup, make_round
from training.records import answers
from training.records.answers import Answer, to_json
from training.records.database import Database, moment, one, rows, stamp, transaction
from training.records.disputes import withdrawn
from training.records.people import NotYours
from training.records.plans import Help, Plan
from training.rules.errors import Conflict, Illegal, NotFound
from training.rules.ruleset import Ruleset
from training.rules.shoe import Shoe

GRACE_MS = 1500
"""How much later than the limit an answer may arrive, for the way from the phone to the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """A drill and its open question, in round `round`; `queue` are the questions left in that round.

    `answered` tells whether the open question has its answer already, `hinted` whether a hint was asked for, `right`
    how many answers were right so far. `shoe` is what coups are dealt from; `cards_left` is what it held when this
    coup began, for what the coup takes is nobody's business yet. `withdrawn`: the open question is not asked any more,
    so that no answer to it is taken.
    """

    id: int
    public_id: str
    person_id: int
    plan: Plan
    round: int
    number: int
    question: Question
    queue: tuple[Question, ...]
    shoe: Shoe | None
    cards_left: int | None
    hinted: bool
    asked_at: datetime
    answered: bool
    withdrawn: bool
    finished: bool
    right: int

    @property
    def last(self) -> bool:
        """Whether nothing comes after the open question."""
        return not self.rest and self.last_round

    @property
    def last_round(self) -> bool:
        """Whether no round comes after this one."""
        return self.round >= self.plan.length or not another_coup(self.shoe)

    @property
    def done(self) -> bool:
        """Whether the open question needs no answer (any more), so that the next one may come."""
        return self.answered or self.withdrawn or self.plan.help is Help.WATCH

    @property
    def rest(self) -> tuple[Question, ...]:
        """What comes after the open question in its round: a pair or a transcript is nothing without its first."""
        return () if self.withdrawn and self.plan.exercise is not Exercise.COUPS else self.queue


class Withdrawn(Conflict):
    """A manager withdrew the question since it was asked; an answer to it counts for nothing."""


_DRILL = """
SELECT drills.*,
  EXISTS (SELECT 1 FROM answers WHERE drill_id = drills.id AND answers.number = drills.number) AS answered,
  (SELECT count(*) FROM answers WHERE drill_id = drills.id AND outcome = 'right') AS right
FROM drills
"""


def start(db: Database, ruleset: Ruleset, plan: Plan, *, person_id: int, rng: Random, now: datetime, bank: Bank) -> str:
    """Begin a drill with its first question and return its public id; `NotFound` for an unknown focus."""
    with transaction(db):
        return begin(db, ruleset, plan, person_id=person_id, rng=rng, now=now, bank=bank)


def begin(db: Database, ruleset: Ruleset, plan: Plan, *, person_id: int, rng: Random, now: datetime, bank: Bank) -> str:
    """`start` inside a transaction that the caller holds."""
    public_id = secrets.token_urlsafe(18)
    first = make_round(ruleset, plan.exercise, plan.focus, rng, bank=bank, withdrawn=withdrawn(db))
    values = {
        "public_id": public_id,
        "person_id": person_id,
        "ruleset": ruleset.id,
        "exercise": plan.exercise,
        "focus": plan.focus,
        "help": plan.help,
        "length": plan.length,
        "limit_seconds": plan.limit,
        "show_counts": plan.show_counts,
        "question": to_json(first.questions[0].as_dict()),
        "queue": to_json([question.as_dict() for question in first.questions[1:]]),
        "shoe": None if first.shoe is None else first.shoe.as_text(),
        "cards_left": first.cards_left,
        "now": stamp(now),
    }
    db.execute(
        "INSERT INTO drills (public_id, person_id, ruleset, exercise, focus, help, length, limit_seconds, show_counts,"
        " round, number, question, queue, shoe, cards_left, hinted, asked_at, started_at)"
        " VALUES (:public_id, :person_id, :ruleset, :exercise, :focus, :help, :length, :limit_seconds, :show_counts,"
        " 1, 1, :question, :queue, :shoe, :cards_left, 0, :now, :now)",
        values,
    )
    return public_id


def load(db: Database, public_id: str, *, person_id: int) -> Drill:
    """Read one's own drill; `NotFound` when there is none, `NotYours` when it is somebody else's."""
    row = one(db, f"{_DRILL} WHERE public_id = ?", (public_id,))
    if row is None or row["person_id"] != person_id:
        raise (NotYours if row else NotFound)("There is no such drill among yours.")
    return _drill(row, withdrawn(db))


def unfinished(db: Database, *, person_id: int, most: int) -> list[Drill]:
    """One's drills that can be gone on with, the latest first."""
    sql = f"{_DRILL} WHERE person_id = ? AND finished_at IS NULL ORDER BY started_at DESC LIMIT ?"
    gone = withdrawn(db)
    return [_drill(row, gone) for row in rows(db, sql, (person_id, most))]


def answer(
    db: Database, ruleset: Ruleset, public_id: str, *, person_id: int, number: int, given: str | None, now: datetime
) -> bool:
    """Judge and keep the answer to question `number`; False when it has one already, which stands.

    Raises `NotFound` for a drill that is not one's own, `Conflict` for a question that is not the open one,
    `Withdrawn` for one that is not asked any more, `Illegal` for an answer that is none of the options; then nothing
    is written and the question stays open.
    """
    with transaction(db):
        drill = load(db, public_id, person_id=person_id)
        if number < drill.number or (number == drill.number and drill.answered):
            return False
        if number != drill.number:
            raise Conflict(f"Question {number} is not open; question {drill.number} is.")
        if drill.finished:
            raise Conflict("This drill was ended; nothing more is answered in it.")
        if drill.withdrawn:
            raise Withdrawn("A manager withdrew this question; go on to the next one.")
        if drill.plan.help is Help.WATCH:
            raise Conflict("This drill is only shown; there is nothing to answer.")
        keep_answer(db, ruleset, drill, given=given, now=now)
    return True


def keep_answer(db: Database, ruleset: Ruleset, drill: Drill, *, given: str | None, now: datetime) -> None:
    """Judge and write the answer to the open question, inside a transaction that the caller holds."""
    latency_ms = max(0, round((now - drill.asked_at).total_seconds() * 1000))
    limit = drill.plan.limit
    grace_ms = 0 if given is None else GRACE_MS  # without an answer it is the timer that ran out: nothing is on its way
    in_time = limit is None or latency_ms <= limit * 1000 + grace_ms
    try:
        verdict = judge(ruleset, drill.question, given, in_time=in_time)
    except Illegal:
        if limit is None or latency_ms <= limit * 1000:
            raise
        verdict = judge(ruleset, drill.question, None, in_time=False)  # cut short by the end of the time
    answer = Answer(
        number=drill.number,
        question=drill.question,
        verdict=verdict,
        hinted=drill.hinted,
        latency_ms=latency_ms,
        answered_at=now,
    )
    answers.keep(db, answer, person_id=drill.person_id, drill_id=drill.id, mode=drill.plan.exercise)
    if drill.last:
        _finish(db, drill, now)


def _finish(db: Database, drill: Drill, now: datetime) -> None:
    db.execute("UPDATE drills SET finished_at = ? WHERE id = ?", (stamp(now), drill.id))


def end(db: Database, public_id: str, *, person_id: int, now: datetime) -> None:
    """End a drill before all of it was asked: its answers stay, nothing more is asked. Twice is the same as once."""
    with transaction(db):
        drill = load(db, public_id, person_id=person_id)
        if not drill.finished:
            _finish(db, drill, now)


def take_hint(db: Database, public_id: str, *, person_id: int, number: int) -> None:
    """Record that a hint to the open question was asked for; `Conflict` where there is none to be had."""
    with transaction(db):
        drill = load(db, public_id, person_id=person_id)
        if drill.plan.help is not Help.GUIDED:
            raise Conflict("This drill is done without hints.")
        if drill.number == number and not (drill.answered or drill.finished or drill.withdrawn):
            db.execute("UPDATE drills SET hinted = 1 WHERE id = ?", (drill.id,))


def next_question(
    db: Database,
    ruleset: Ruleset,
    public_id: str,
    *,
    person_id: int,
    number: int,
    rng: Random,
    now: datetime,
    bank: Bank,
) -> None:
    """Go on from question `number`; asked twice, an old page or an unanswered question change nothing."""
    with transaction(db):
        drill = load(db, public_id, person_id=person_id)
        if drill.number != number or not drill.done or drill.finished:
            return
        try:
            ask_next(db, ruleset, drill, rng=rng, now=now, bank=bank)
        except NothingLeft:
            _finish(db, drill, now)


def ask_next(db: Database, ruleset: Ruleset, drill: Drill, *, rng: Random, now: datetime, bank: Bank) -> None:
    """Open the next question of the round, or the first of the next, inside a transaction that the caller holds.

    Raises `NothingLeft` where the drill is at its end, or everything that was left to ask has been withdrawn.
    """
    gone = withdrawn(db)
    queue = tuple(question for question in drill.rest if question.subject not in gone)
    shoe, cards_left, same_round = drill.shoe, drill.cards_left, bool(queue)
    if not queue:
        if drill.last_round:
            raise NothingLeft("the drill is at its end")
        exercise, focus, last = drill.plan.exercise, drill.plan.focus, drill.question.subject
        asked, right = answers.asked_and_right(db, drill.id)
        made = make_round(
            ruleset, exercise, focus, rng, bank=bank, shoe=shoe, asked=asked, right=right, last=last, withdrawn=gone
        )
        queue, shoe, cards_left = made.questions, made.shoe, made.cards_left
    values = {
        "id": drill.id,
        "round": drill.round + (not same_round),
        "question": to_json(queue[0].as_dict()),
        "queue": to_json([question.as_dict() for question in queue[1:]]),
        "shoe": None if shoe is None else shoe.as_text(),
        "cards_left": cards_left,
        "now": stamp(now),
    }
    db.execute(
        "UPDATE drills SET number = number + 1, round = :round, question = :question, queue = :queue, shoe = :shoe,"
        " cards_left = :cards_left, hinted = 0, asked_at = :now WHERE id = :id",
        values,
    )


def _drill(row: dict[str, Any], gone: frozenset[str]) -> Drill:
    question, answered = Question.from_dict(json.loads(row["question"])), bool(row["answered"])
    plan = Plan(
        ruleset=row["ruleset"],
        exercise=Exercise(row["exercise"]),
        focus=row["focus"],
        help=Help(row["help"]),
        length=row["length"],
        limit=row["limit_seconds"],
        show_counts=bool(row["show_counts"]),
    )
    return Drill(
        id=row["id"],
        public_id=row["public_id"],
        person_id=row["person_id"],
        plan=plan,
        round=row["round"],
        number=row["number"],
        question=question,
        queue=tuple(map(Question.from_dict, json.loads(row["queue"]))),
        shoe=None if row["shoe"] is None else Shoe.from_text(row["shoe"]),
        cards_left=row["cards_left"],
        hinted=bool(row["hinted"]),
        asked_at=moment(row["asked_at"]),
        answered=answered,
        withdrawn=not answered and question.subject in gone,
        finished=row["finished_at"] is not None,
        right=row["right"],
    )
