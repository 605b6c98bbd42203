"""What a trainee chose to practise, and with how much help."""

from dataclasses import dataclass
from enum import StrEnum, unique

from training.quiz.rounds import LENGTHS, Exercise
from training.rules.errors import Illegal

LIMITS = (None, 20, 10, 5)
"""Seconds for a question; None: no limit."""


@unique
class Help(StrEnum):
    """How much help a trainee wants: none, a hint when asked for, or everything shown and nothing asked."""

    ALONE = "alone"
    GUIDED = "guided"
    WATCH = "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a trainee chose to practise: `length` rounds of an exercise, narrowed to `focus`."""

    ruleset: str
    exercise: Exercise = Exercise.QUESTIONS
    focus: str
    help: Help = Help.ALONE
    length: int
    limit: int | None
    show_counts: bool

    def __post_init__(self) -> None:
        lengths = LENGTHS[self.exercise]
        if self.length not in lengths:
            raise Illegal(f"length: {self.length}; expected one of {', '.join(map(str, lengths))}")
        if self.limit not in LIMITS:
            raise Illegal(f"limit: {self.limit} seconds; expected one of {', '.join(str(limit) for limit in LIMITS)}")
