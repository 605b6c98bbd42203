"""What a trainee knows, counted from the answers alone: nothing here is kept that could differ from them."""

import json
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from training.quiz.grading import Result
from training.quiz.mastery import Past, Tally, tally
from training.records import answers
from training.records.answers import Answer
from training.records.database import Database, moment, one, rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The whole of somebody's practice; `days` are days of the site's own time zone.

    Of the `answers`, `hinted` were helped by a hint, and `right` are those that were right without one.
    """

    answers: int
    right: int
    hinted: int
    days: int
    last: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A recent answer and where it was given."""

    drill: str
    answer: Answer


def history(db: Database, person_id: int) -> list[Past]:
    """All answers of a person, oldest first, as far as they count."""
    sql = (
        "SELECT skill, drills.ruleset, outcome, answers.hinted, misconceptions, answered_at FROM answers"
        " JOIN drills ON drills.id = drill_id WHERE answers.person_id = ? ORDER BY answers.id"
    )
    return [
        Past(
            skill=row["skill"],
            ruleset=row["ruleset"],
            result=Result(row["outcome"]),
            at=moment(row["answered_at"]),
            hinted=bool(row["hinted"]),
            misconceptions=tuple(json.loads(row["misconceptions"])),
        )
        for row in rows(db, sql, (person_id,))
    ]


def last_ruleset(db: Database, person_id: int) -> str | None:
    """The id of the ruleset of somebody's latest drill."""
    row = one(db, "SELECT ruleset FROM drills WHERE person_id = ? ORDER BY id DESC LIMIT 1", (person_id,))
    return None if row is None else str(row["ruleset"])


def tallies(db: Database, person_id: int) -> dict[str, Tally]:
    """All answers of a person by skill id."""
    return tally(history(db, person_id))


def totals(db: Database, person_id: int, zone: tzinfo) -> Totals:
    """Count a person's answers and the days on which they were given."""
    sql = "SELECT outcome, hinted, answered_at FROM answers WHERE person_id = ? ORDER BY id"
    found = rows(db, sql, (person_id,))
    times = [moment(row["answered_at"]) for row in found]
    days: set[date] = {at.astimezone(zone).date() for at in times}
    return Totals(
        answers=len(found),
        right=sum(row["outcome"] == Result.RIGHT and not row["hinted"] for row in found),
        hinted=sum(row["hinted"] for row in found),
        days=len(days),
        last=times[-1] if times else None,
    )


def recent(db: Database, person_id: int, most: int) -> list[Recent]:
    """The latest answers, newest first."""
    sql = (
        "SELECT answers.*, drills.public_id AS drill FROM answers JOIN drills ON drills.id = answers.drill_id"
        " WHERE answers.person_id = ? ORDER BY answers.id DESC LIMIT ?"
    )
    return [Recent(drill=row["drill"], answer=answers.read(row)) for row in rows(db, sql, (person_id, most))]
