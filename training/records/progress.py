"""What a trainee knows, counted from the answers alone: nothing here is kept that could differ from them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo

from training.quiz.grading import Result
from training.quiz.practice import Standing, standing
from training.records import answers
from training.records.answers import Answer
from training.records.database import Database, moment, rows


@dataclass(slots=True)
class Tally:
    """All answers to one skill, or to several: the results oldest first."""

    results: list[Result] = field(default_factory=list)

    @property
    def asked(self) -> int:
        """How often it was asked."""
        return len(self.results)

    @property
    def right(self) -> int:
        """How many answers were right."""
        return self.results.count(Result.RIGHT)

    @property
    def failed(self) -> int:
        """How many answers were wrong or came too late."""
        return self.asked - self.right

    @property
    def standing(self) -> Standing:
        """How the skill stands."""
        return standing(self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The whole of somebody's practice; `days` are days of the site's own time zone."""

    answers: int
    right: int
    days: int
    last: datetime | None

    @property
    def percent(self) -> int | None:
        """Whole per cent of answers that were right, rounded down; None without answers."""
        return 100 * self.right // self.answers if self.answers else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A recent answer and where it was given."""

    drill: str
    answer: Answer


def tallies(db: Database, person_id: int) -> dict[str, Tally]:
    """All answers of a person by skill id, but those that were helped by a hint."""
    found: dict[str, Tally] = {}
    for skill, outcome in db.execute(
        "SELECT skill, outcome FROM answers WHERE person_id = ? AND hinted = 0 ORDER BY id", (person_id,)
    ):
        found.setdefault(skill, Tally()).results.append(Result(outcome))
    return found


def together(parts: Iterable[Tally]) -> Tally:
    """Several tallies as one; the order of answers across them is lost."""
    return Tally([result for part in parts for result in part.results])


def totals(db: Database, person_id: int, zone: tzinfo) -> Totals:
    """Count a person's answers and the days on which they were given."""
    sql = "SELECT outcome, answered_at FROM answers WHERE person_id = ? ORDER BY id"
    answered = [(row["outcome"], moment(row["answered_at"])) for row in rows(db, sql, (person_id,))]
    days: set[date] = {at.astimezone(zone).date() for _, at in answered}
    return Totals(
        answers=len(answered),
        right=sum(outcome == Result.RIGHT for outcome, _ in answered),
        days=len(days),
        last=answered[-1][1] if answered else None,
    )


def recent(db: Database, person_id: int, most: int) -> list[Recent]:
    """The latest answers, newest first."""
    sql = (
        "SELECT answers.*, drills.public_id AS drill FROM answers JOIN drills ON drills.id = answers.drill_id"
        " WHERE answers.person_id = ? ORDER BY answers.id DESC LIMIT ?"
    )
    return [Recent(drill=row["drill"], answer=answers.read(row)) for row in rows(db, sql, (person_id, most))]
