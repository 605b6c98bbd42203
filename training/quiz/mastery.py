"""What somebody's answers amount to: each skill, the whole, and how the person stands. Pure functions over answers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum, unique

from training.quiz.grading import Result
from training.quiz.owned import Skill
from training.quiz.practice import SURE_AFTER, Standing, standing
from training.quiz.skills import skills_of
from training.quiz.subjects import BankerCell
from training.rules.ruleset import Ruleset

LATEST = 40
"""So many of the latest answers tell how somebody stands now."""
ENOUGH = 10
"""With fewer answers than that, errors say little."""
STUCK_ABOVE = 25
"""More errors than that in a hundred of the latest answers: stuck."""
STEADY_BELOW = 5
"""At most so many errors in a hundred of the latest answers: steady, where half the cells are known too."""
NAMED_IN = 200
"""Misconceptions are counted over so many of the latest answers: older ones are overcome, or come again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One answer, as far as it counts: what was asked under which rules, and how and when it turned out."""

    skill: str
    ruleset: str
    result: Result
    at: datetime
    hinted: bool = False
    misconceptions: tuple[str, ...] = ()


@dataclass(slots=True)
class Tally:
    """All answers to one skill, or to several: the results oldest first, and how many more were helped by a hint."""

    results: list[Result] = field(default_factory=list)
    hinted: int = 0

    @property
    def asked(self) -> int:
        """How often it was asked, and answered without a hint."""
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
    def percent(self) -> int | None:
        """Whole per cent of the answers without a hint that were right, rounded down; None where there are none."""
        return 100 * self.right // self.asked if self.asked else None

    @property
    def standing(self) -> Standing:
        """How the skill stands."""
        return standing(self.results)

    @property
    def stuck(self) -> bool:
        """Whether it failed as often running as would make it sure."""
        last = self.results[-SURE_AFTER:]
        return len(last) == SURE_AFTER and Result.RIGHT not in last


def tally(past: Iterable[Past]) -> dict[str, Tally]:
    """Answers, oldest first, by skill id."""
    found: dict[str, Tally] = {}
    for one in past:
        of_skill = found.setdefault(one.skill, Tally())
        if one.hinted:
            of_skill.hinted += 1
        else:
            of_skill.results.append(one.result)
    return found


def together(parts: Iterable[Tally]) -> Tally:
    """Several tallies as one; the order of answers across them is lost."""
    found = Tally()
    for part in parts:
        found.results += part.results
        found.hinted += part.hinted
    return found


def cells_of(ruleset: Ruleset, tallied: dict[str, Tally]) -> dict[tuple[int, int | None], tuple[Skill, Tally]]:
    """The 88 cells with their skills and what was answered there."""
    return {
        (skill.subject.banker, skill.subject.third): (skill, tallied.get(skill.id, Tally()))
        for skill in skills_of(ruleset)
        if isinstance(skill.subject, BankerCell)
    }


def known(ruleset: Ruleset, tallied: dict[str, Tally]) -> int:
    """How many cells are sure."""
    return sum(found.standing is Standing.SURE for _, found in cells_of(ruleset, tallied).values())


@unique
class Status(StrEnum):
    """How somebody stands, the worst first."""

    STUCK = "stuck"
    NOT_STARTED = "not started"
    LEARNING = "learning"
    STEADY = "steady"


STATUS_WORDS = {
    Status.STUCK: f"failed the same rule {SURE_AFTER} times running, or more than {STUCK_ABOVE} % of the last {LATEST}"
    f" answers (of {ENOUGH} at least)",
    Status.NOT_STARTED: "has answered nothing without a hint",
    Status.LEARNING: "neither stuck nor steady",
    Status.STEADY: f"failed at most {STEADY_BELOW} % of the last {LATEST} answers, and knows half the cells: right"
    f" {SURE_AFTER} times running",
}
"""The rule of `status`, in words for the page that shows it."""


def status(past: Sequence[Past], rulesets: Sequence[Ruleset]) -> Status:
    """How somebody stands in rulesets by all answers, oldest first: see `STATUS_WORDS`."""
    tallied = tally(past)
    latest = [one.result for one in past if not one.hinted][-LATEST:]
    failed = 100 * (len(latest) - latest.count(Result.RIGHT))
    if not latest:
        return Status.NOT_STARTED
    if any(found.stuck for found in tallied.values()):
        return Status.STUCK
    if len(latest) >= ENOUGH and failed > STUCK_ABOVE * len(latest):
        return Status.STUCK
    half = any(2 * known(ruleset, tallied) >= len(cells_of(ruleset, tallied)) for ruleset in rulesets)
    return Status.STEADY if half and failed <= STEADY_BELOW * len(latest) else Status.LEARNING


def named_most(past: Sequence[Past], most: int) -> list[tuple[str, int]]:
    """The misconceptions that several of the latest answers fit, and how many: the commonest first."""
    times = Counter(name for one in past[-NAMED_IN:] for name in one.misconceptions)
    return [(name, count) for name, count in times.most_common(most) if count > 1]
