"""Disputes: a trainee disagrees with a question, a manager upholds it or withdraws it.

An authored question is withdrawn by its id, a generated one by its skill; answers given before stay as they are.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from typing import Any
from unicodedata import category

from training.records import answers, audit
from training.records.answers import Answer
from training.records.audit import Event
from training.records.database import Database, moment, one, rows, stamp, transaction
from training.records.people import Person, new_public_id
from training.rules.errors import Conflict, Illegal, NotFound, Refused

LONGEST_REASON = 2000


@unique
class Decision(StrEnum):
    """What a manager decides."""

    UPHELD = "upheld"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A disputed answer, who disputes it and why."""

    id: int
    public_id: str
    person_id: int
    by: str
    answer: Answer
    reason: str
    raised_at: datetime
    decision: Decision | None
    decided_by: str | None
    decided_at: datetime | None

    @property
    def subject(self) -> str:
        """What would be withdrawn: `Question.subject`."""
        return self.answer.question.subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """An answer to the same question, or to the same skill: whose, when, how it turned out."""

    by: str
    outcome: str
    answered_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """What is not asked any more: its `Question.subject`, since when, by whose decision, in which dispute."""

    subject: str
    withdrawn_at: datetime
    dispute: str
    by: str


_SELECT = """
SELECT disputes.id AS dispute_id, disputes.public_id, disputes.person_id AS raised_by, raiser.name AS by, reason,
  raised_at, decision, decider.name AS decided_by, decided_at, answers.*
FROM disputes JOIN answers ON answers.id = disputes.answer_id JOIN people AS raiser ON raiser.id = disputes.person_id
LEFT JOIN people AS decider ON decider.id = disputes.decided_by
"""


def raise_dispute(db: Database, person: Person, *, drill_id: int, number: int, reason: str, now: datetime) -> bool:
    """Send the question of one's own answer to the manager; False when it is there already.

    Raises `Illegal` for a reason that is empty or too long, `NotFound` where there is no such answer.
    """
    reason = "".join(letter for letter in reason if letter == "\n" or category(letter)[0] != "C").strip()
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise Illegal(f"Say what is wrong, in at most {LONGEST_REASON:,} characters.")
    with transaction(db):
        sql = "SELECT id FROM answers WHERE drill_id = ? AND number = ? AND person_id = ?"
        answer = one(db, sql, (drill_id, number, person.id))
        if answer is None:
            raise NotFound("There is no such answer among yours.")
        if one(db, "SELECT 1 FROM disputes WHERE answer_id = ?", (answer["id"],)):
            return False
        public_id = new_public_id()
        db.execute(
            "INSERT INTO disputes (public_id, answer_id, person_id, reason, raised_at) VALUES (?, ?, ?, ?, ?)",
            (public_id, answer["id"], person.id, reason, stamp(now)),
        )
        detail = {"dispute": public_id}
        audit.append(db, Event.DISPUTE_RAISED, actor=person.public_id, now=now, detail=detail)
    return True


def disputes(db: Database) -> list[Dispute]:
    """All disputes, the open ones first, then the latest."""
    return [_dispute(row) for row in rows(db, f"{_SELECT} ORDER BY decision IS NOT NULL, raised_at DESC")]


def dispute_by(db: Database, public_id: str) -> Dispute:
    """One dispute."""
    row = one(db, f"{_SELECT} WHERE disputes.public_id = ?", (public_id,))
    if row is None:
        raise NotFound("There is no such dispute.")
    return _dispute(row)


def disputed(db: Database, drill_id: int, number: int) -> str | None:
    """How the dispute about an answer stands: `sent`, `upheld` or `withdrawn`; None where there is none."""
    sql = "SELECT decision FROM disputes JOIN answers ON answers.id = answer_id WHERE drill_id = ? AND number = ?"
    row = one(db, sql, (drill_id, number))
    return None if row is None else row["decision"] or "sent"


def decide(db: Database, public_id: str, decision: Decision, manager: Person, *, now: datetime) -> None:
    """Uphold the question or withdraw it, once; nobody decides their own dispute.

    What was withdrawn before can only be withdrawn: `Conflict` where it should be right all the same.
    """
    with transaction(db):
        dispute = dispute_by(db, public_id)
        if dispute.decision is not None:
            raise Conflict(f"This dispute was decided before: {dispute.decision}.")
        if dispute.person_id == manager.id:
            raise Refused("Nobody decides their own dispute; ask another manager.")
        if decision is Decision.UPHELD and dispute.subject in withdrawn(db):
            raise Conflict("This was withdrawn before; ask it again first, if it is right.")
        db.execute(
            "UPDATE disputes SET decision = ?, decided_by = ?, decided_at = ? WHERE id = ?",
            (decision, manager.id, stamp(now), dispute.id),
        )
        if decision is Decision.WITHDRAWN:
            db.execute(
                "INSERT INTO withdrawals (subject, dispute_id, withdrawn_at) VALUES (?, ?, ?)"
                " ON CONFLICT (subject) DO NOTHING",
                (dispute.subject, dispute.id, stamp(now)),
            )
        detail = {"dispute": public_id, "decision": str(decision), "subject": dispute.subject}
        audit.append(db, Event.DISPUTE_DECIDED, actor=manager.public_id, now=now, detail=detail)


def undecided(db: Database, manager: Person) -> int:
    """How many disputes wait for this manager, who does not decide their own."""
    row = one(db, "SELECT count(*) AS number FROM disputes WHERE decision IS NULL AND person_id <> ?", (manager.id,))
    return int(row["number"]) if row else 0


def withdrawn(db: Database) -> frozenset[str]:
    """The subjects, of questions, that are not asked any more."""
    return frozenset(row["subject"] for row in rows(db, "SELECT subject FROM withdrawals"))


def ask_again(db: Database, subject: str, manager: Person, *, now: datetime) -> bool:
    """Take a withdrawal back; False where it is asked already. The disputes stay as they were decided.

    Where the question lies open in a drill, its time begins anew.
    """
    with transaction(db):
        if not db.execute("DELETE FROM withdrawals WHERE subject = ?", (subject,)).rowcount:
            return False
        open_in = "coalesce(question ->> 'authored', question ->> 'skill') = ? AND finished_at IS NULL"
        db.execute(f"UPDATE drills SET asked_at = ? WHERE {open_in}", (stamp(now), subject))  # noqa: S608 - a constant
        audit.append(db, Event.ASKED_AGAIN, actor=manager.public_id, now=now, detail={"subject": subject})
    return True


def withdrawals(db: Database) -> list[Withdrawal]:
    """What is withdrawn now, the latest first."""
    sql = """
SELECT withdrawals.subject, withdrawn_at, disputes.public_id AS dispute, people.name AS by FROM withdrawals
JOIN disputes ON disputes.id = withdrawals.dispute_id JOIN people ON people.id = disputes.decided_by
ORDER BY withdrawn_at DESC, subject
"""
    return [Withdrawal(**row | {"withdrawn_at": moment(row["withdrawn_at"])}) for row in rows(db, sql)]


def touched(db: Database, dispute: Dispute) -> list[Touched]:
    """Every answer ever given to the question, or to the skill, in dispute, the latest first."""
    sql = (
        "SELECT people.name AS by, outcome, answered_at FROM answers JOIN people ON people.id = answers.person_id"
        " WHERE subject = ? ORDER BY answers.id DESC"
    )
    return [
        Touched(by=row["by"], outcome=row["outcome"], answered_at=moment(row["answered_at"]))
        for row in rows(db, sql, (dispute.subject,))
    ]


def _dispute(row: dict[str, Any]) -> Dispute:
    return Dispute(
        id=row["dispute_id"],
        public_id=row["public_id"],
        person_id=row["raised_by"],
        by=row["by"],
        answer=answers.read(row),
        reason=row["reason"],
        raised_at=moment(row["raised_at"]),
        decision=None if row["decision"] is None else Decision(row["decision"]),
        decided_by=row["decided_by"],
        decided_at=None if row["decided_at"] is None else moment(row["decided_at"]),
    )
