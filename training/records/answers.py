"""Answers: what was asked and what was answered, written once and for good."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from training.quiz.grading import Result, Verdict
from training.quiz.questions import Question
from training.records.database import Database, moment, one, rows, stamp


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer, final, with the question as it was asked."""

    number: int
    question: Question
    verdict: Verdict
    hinted: bool
    latency_ms: int
    answered_at: datetime


def keep(db: Database, answer: Answer, *, person_id: int, drill_id: int, mode: str) -> None:
    """Write an answer, inside a transaction that the caller holds; a second one to the same question cannot be."""
    verdict = answer.verdict
    db.execute(
        "INSERT INTO answers (person_id, drill_id, number, mode, hinted, question, given, outcome, misconceptions,"
        " latency_ms, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(person_id, drill_id, answer.number, mode, answer.hinted, to_json(answer.question.as_dict())),
            *(verdict.given, verdict.result, to_json(verdict.misconceptions)),
            *(answer.latency_ms, stamp(answer.answered_at)),
        ),
    )


def answers_of(db: Database, drill_id: int) -> list[Answer]:
    """Every answer of a drill, in order."""
    return [read(row) for row in rows(db, "SELECT * FROM answers WHERE drill_id = ? ORDER BY number", (drill_id,))]


def answer_to(db: Database, drill_id: int, number: int) -> Answer | None:
    """The answer to one question of a drill, None where there is none yet."""
    row = one(db, "SELECT * FROM answers WHERE drill_id = ? AND number = ?", (drill_id, number))
    return None if row is None else read(row)


def asked_and_right(db: Database, drill_id: int) -> tuple[dict[str, int], dict[str, int]]:
    """How often each `Question.subject` was answered in a drill, and how often rightly without a hint."""
    sql = (
        "SELECT subject, count(*) AS asked, total(outcome = 'right' AND hinted = 0) AS right FROM answers"
        " WHERE drill_id = ? GROUP BY subject"
    )
    found = rows(db, sql, (drill_id,))
    return {row["subject"]: row["asked"] for row in found}, {row["subject"]: int(row["right"]) for row in found}


def read(row: dict[str, Any]) -> Answer:
    """An answer from its row."""
    question = Question.from_dict(json.loads(row["question"]))
    verdict = Verdict(
        result=Result(row["outcome"]),
        given=row["given"],
        expected=question.expected,
        misconceptions=tuple(json.loads(row["misconceptions"])),
    )
    return Answer(
        number=row["number"],
        question=question,
        verdict=verdict,
        hinted=bool(row["hinted"]),
        latency_ms=row["latency_ms"],
        answered_at=moment(row["answered_at"]),
    )


def to_json(value: object) -> str:
    """A value as it is stored: no spaces, its own letters kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
