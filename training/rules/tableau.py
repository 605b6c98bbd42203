"""The drawing rule as data: what each hand does at each count, and where that stands written."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import takewhile

BANKER_COUNTS = range(8)
POINT_COUNTS = range(10)
THIRDS: tuple[int | None, ...] = (None, *POINT_COUNTS)
"""The eleven columns: no third card, then the value of the Player's third card."""


@unique
class Action(StrEnum):
    """What a hand does; a hand of 8 or 9 is a `natural`, `optional` leaves it to the one who decides."""

    DRAW = "draw"
    STAND = "stand"
    OPTIONAL = "optional"
    NATURAL = "natural"


DECISIONS = (Action.DRAW, Action.STAND)


@unique
class Provenance(StrEnum):
    """How well a rule is founded.

    In a text that was seen; reconstructed; commonly practised while no primary text was seen; a house's custom.
    """

    TEXT = "text"
    RECONSTRUCTED = "reconstructed"
    UNSEEN = "unseen"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Rule:
    """One action with the place it is written in."""

    action: Action
    citation: str
    provenance: Provenance

    @property
    def right(self) -> tuple[Action, ...]:
        """The actions nobody may call wrong: both where the rule leaves the choice."""
        return DECISIONS if self.action is Action.OPTIONAL else (self.action,)


def cited_together(first: str, second: str) -> str:
    """Two citations as one; what the one says already is not said again, nor is the title that both begin with."""
    if first.startswith(second) or second.startswith(first):
        return max(first, second, key=len)
    parts = second.split(", ")
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(parts, first.split(", "), strict=False)))
    return f"{first}; {', '.join(parts[same:])}"


def column_name(third: int | None) -> str:
    """`none` or the value, as rulesets, skills and JSON name a column."""
    return "none" if third is None else str(third)


def column_words(third: int | None) -> str:
    """A column as people say it: `no third card`, `third card 4`."""
    return "no third card" if third is None else f"third card {third}"


@dataclass(frozen=True, slots=True)
class Tableau:
    """Banker's rule: eight rows (two-card counts 0–7) of eleven columns (`none`, then third card 0–9)."""

    rows: tuple[tuple[Rule, ...], ...]

    def __post_init__(self) -> None:
        shape = [len(row) for row in self.rows]
        if shape != [len(THIRDS)] * len(BANKER_COUNTS):
            raise ValueError(f"a tableau has 8 rows of 11 cells, not {shape}")

    def cell(self, banker: int, third: int | None) -> Rule:
        """The rule for Banker's two-card count and the value of the Player's third card (None: no card)."""
        return self.rows[banker][0 if third is None else third + 1]

    def cells(self) -> Iterator[tuple[int, int | None, Rule]]:
        """All 88 cells, row by row, as (banker count, third card's value or None, rule)."""
        for banker, row in enumerate(self.rows):
            for third, rule in zip(THIRDS, row, strict=True):
                yield banker, third, rule
