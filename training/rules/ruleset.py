"""A ruleset: everything that decides a coup, as one immutable value. `rulesets` makes it from TOML."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property

from training.rules.calls import Call, Condition, Moment, Who
from training.rules.shoe import Procedure
from training.rules.tableau import Action, Provenance, Rule, Tableau, column_words


@dataclass(frozen=True, slots=True)
class Source:
    """A text that rules are cited from; `note` says what of it was seen."""

    id: str
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a rule stands that is the same in every ruleset, and how well that is founded."""

    citation: str
    provenance: Provenance


@unique
class Rounding(StrEnum):
    """How the commission on a Banker win is rounded, once."""

    EXACT = "exact"
    UP_TO_CHIP = "up-to-chip"
    PAYMENT_UP = "payment-up"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """What a winning wager is paid: prices as (win, stake) by box, and the commission kept from a Banker win."""

    prices: Mapping[str, tuple[int, int]]
    commission_percent: int
    rounding: Rounding
    smallest_chip: int
    reference: Reference


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """The rules of one game in one house.

    `player` holds ten rules by count, `dealt_by` is who handles the cards after the first four, `base` the ruleset
    this one extends, `claims` the name of the reference tableau it says it equals. `fingerprint` is the SHA-256 of the
    canonical content: two rulesets with one fingerprint grade alike. `procedures` and `irregularities` say where each
    rule of the shoe and each subregulation stands; they are empty where the sources have none.
    """

    id: str
    title: str
    game: str
    jurisdiction: str
    version: str
    decks: int
    dealt_by: Who
    sources: tuple[Source, ...]
    player: tuple[Rule, ...]
    tableau: Tableau
    calls: tuple[Call, ...]
    counting: Reference
    procedure: Procedure | None
    procedures: Mapping[str, Reference]
    irregularities: Mapping[int, Reference]
    payment: PayTable | None
    outcome: Reference
    claims: str | None
    base: "Ruleset | None"
    fingerprint: str

    @cached_property
    def script(self) -> Mapping[tuple[Moment, Condition], tuple[Call, ...]]:
        """What is said at a moment under a condition, in the order of the file."""
        lines: dict[tuple[Moment, Condition], tuple[Call, ...]] = {}
        for call in self.calls:
            lines[call.at, call.when] = (*lines.get((call.at, call.when), ()), call)
        return lines

    def lines(self, moment: Moment, condition: Condition) -> tuple[Call, ...]:
        """What is said at a moment under a condition; empty where the script has nothing for it."""
        return self.script.get((moment, condition), ())

    @cached_property
    def speakers(self) -> tuple[Who, ...]:
        """Who says anything at all, in the order of the table."""
        return tuple(who for who in Who if any(who in (call.who, call.repeated_by) for call in self.calls))

    @cached_property
    def optional_rules(self) -> tuple[str, ...]:
        """The places that leave a choice, in words; empty for a game without options."""
        player = [f"Player {count}" for count, rule in enumerate(self.player) if rule.action is Action.OPTIONAL]
        banker = [
            f"Banker {count} with {column_words(third)}"
            for count, third, rule in self.tableau.cells()
            if rule.action is Action.OPTIONAL
        ]
        return (*player, *banker)

    @cached_property
    def player_counts_without_third(self) -> tuple[int, ...]:
        """The two-card counts at which the Player's hand may stand without ending the coup."""
        return tuple(count for count, rule in enumerate(self.player) if Action.STAND in rule.right)

    @cached_property
    def player_counts_with_third(self) -> tuple[int, ...]:
        """The two-card counts at which the Player's hand may draw."""
        return tuple(count for count, rule in enumerate(self.player) if Action.DRAW in rule.right)
