"""Paying wagers, in whole minor units (cents) only: what is paid, pushed or taken, and the commission on a Banker win.

Commission is rounded once, by the house's rule. Usual terms: Player 1:1, Banker 1:1 less 5 % of the win (19:20),
Tie 8:1; on a tie Player and Banker wagers push [002].
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from training.rules.coup import Outcome
from training.rules.errors import Illegal
from training.rules.ruleset import PayTable, Rounding

MINOR = 100
"""Minor units in one unit of money."""


@unique
class Box(StrEnum):
    """What a wager can lie on."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@unique
class Fate(StrEnum):
    """What becomes of a wager."""

    PAID = "paid"
    PUSHED = "pushed"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake, in minor units, on a box at a seat."""

    seat: int
    on: Box
    stake: int

    def __post_init__(self) -> None:
        if self.stake <= 0:
            raise Illegal(f"a wager of {self.stake} minor units; expected more than none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What becomes of a wager; `paid` comes on top of the stake, `commission` was kept from the win."""

    wager: Wager
    fate: Fate
    paid: int = 0
    commission: int = 0


def settle(table: PayTable, outcome: Outcome, wager: Wager) -> Settlement:
    """Settle one wager; `Illegal` where the house's rule would leave a fraction of the smallest unit."""
    if outcome is Outcome.TIE and wager.on is not Box.TIE:
        return Settlement(wager=wager, fate=Fate.PUSHED)
    if outcome.value != wager.on.value:
        return Settlement(wager=wager, fate=Fate.TAKEN)
    win, rest = divmod(wager.stake * table.prices[wager.on][0], table.prices[wager.on][1])
    if rest:
        raise Illegal(f"a stake of {wager.stake} minor units on {wager.on} does not pay a whole number of them")
    commission = commission_on(table, win) if wager.on is Box.BANKER else 0
    return Settlement(wager=wager, fate=Fate.PAID, paid=win - commission, commission=commission)


def commission_on(table: PayTable, win: int) -> int:
    """The commission on a Banker win, in minor units, rounded once.

    `exact` takes it as it is, `up-to-chip` up to the smallest chip, `payment-up` rounds the payment up to the next
    payable amount instead (New South Wales Mini Baccarat 5.7).
    """
    share, chip = win * table.commission_percent, table.smallest_chip
    if table.rounding is Rounding.EXACT:
        if share % 100:
            raise Illegal(f"{table.commission_percent} % of {win} minor units is no whole number of them")
        return share // 100
    if table.rounding is Rounding.UP_TO_CHIP:
        return min(win, -(-share // (100 * chip)) * chip)
    payment = -(-(win * 100 - share) // (100 * chip)) * chip
    return max(0, win - payment)


def format_amount(minor: int) -> str:
    """Minor units as an amount is written: `19`, `23.75`."""
    units, rest = divmod(minor, MINOR)
    return f"{units}.{rest:02}" if rest else str(units)
