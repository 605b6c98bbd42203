"""Questions about payment: how much a wager is paid, and what becomes of it."""

from functools import lru_cache
from random import Random

from training.quiz.questions import Asked, Facts, Form, Option
from training.quiz.situations import coup_where
from training.quiz.subjects import Payment
from training.rules.coup import Outcome
from training.rules.errors import Illegal
from training.rules.payment import MINOR, Box, Fate, Settlement, Wager, format_amount, settle
from training.rules.ruleset import PayTable, Rounding, Ruleset

STAKES = tuple(units * MINOR for units in (5, 10, 20, 25, 40, 50, 60, 75, 100, 120, 150, 200, 250, 300, 500, 750, 1000))
"""Usual stakes, in minor units."""
SEATS = range(1, 8)
_FATES = (
    Option("paid", "It is paid"),
    Option("pushed", "It stays: a push"),
    Option("taken", "It is taken"),
)


def payment(ruleset: Ruleset, subject: Payment, rng: Random) -> Asked:
    """One seat's wager after a coup: the amount paid, or, for a push, what becomes of it."""
    table = ruleset.payment
    if table is None:
        raise Illegal(f"{ruleset.id} has no payment")
    if subject.what == "push":
        return _fate(ruleset, table, rng)
    box = Box(subject.what)
    wins = rng.random() < 0.8
    coup = coup_where(ruleset, rng, lambda coup: (coup.outcome.value == box.value) is wins)
    wagers = _wagers(table, rng, box)
    asked = next(wager for wager in wagers if wager.on is box)
    settled = settle(table, coup.outcome, asked)
    return Asked(
        facts=Facts(coup.player.cards, coup.banker.cards, wagers=wagers, seat=asked.seat),
        prompt=f"{_told(asked)} How much is paid on it, besides the stake?",
        options=(),
        expected=(format_amount(settled.paid),),
        citation=table.reference.citation,
        provenance=table.reference.provenance,
        explanation=_explanation(table, settled, coup.outcome),
        hint=_hint(table),
        form=Form.AMOUNT,
    )


def _fate(ruleset: Ruleset, table: PayTable, rng: Random) -> Asked:
    """Half of them ties, so that a push is as common as the rest."""
    tie = rng.random() < 0.5
    coup = coup_where(ruleset, rng, lambda coup: (coup.outcome is Outcome.TIE) is tie)
    wagers = _wagers(table, rng, rng.choice(tuple(Box)))
    asked = rng.choice(wagers)
    settled = settle(table, coup.outcome, asked)
    return Asked(
        facts=Facts(coup.player.cards, coup.banker.cards, wagers=wagers, seat=asked.seat),
        prompt=f"{_told(asked)} What becomes of it?",
        options=_FATES,
        expected=(str(settled.fate),),
        citation=table.reference.citation,
        provenance=table.reference.provenance,
        explanation=_explanation(table, settled, coup.outcome),
        hint="On a tie, wagers on the hands do not lose.",
    )


def _wagers(table: PayTable, rng: Random, box: Box) -> tuple[Wager, ...]:
    """Three seats with a wager each, one of them on `box`."""
    boxes = [box, rng.choice(tuple(Box)), rng.choice(tuple(Box))]
    rng.shuffle(boxes)
    seats = sorted(rng.sample(SEATS, len(boxes)))
    return tuple(Wager(seat, on, rng.choice(_payable(table, on))) for seat, on in zip(seats, boxes, strict=True))


@lru_cache(maxsize=64)
def _stakes(win: int, stake: int, percent: int, rounding: str) -> tuple[int, ...]:
    exact = rounding == Rounding.EXACT
    return tuple(one for one in STAKES if not one * win % stake and not (exact and one * win // stake * percent % 100))


def _payable(table: PayTable, on: Box) -> tuple[int, ...]:
    """The usual stakes that pay a whole number of minor units on a box."""
    percent = table.commission_percent if on is Box.BANKER else 0
    return _stakes(*table.prices[on], percent, str(table.rounding)) or (MINOR * 100 * table.prices[on][1],)


def _told(wager: Wager) -> str:
    return f"Seat {wager.seat} has {format_amount(wager.stake)} on {wager.on.capitalize()}."


def _explanation(table: PayTable, settled: Settlement, outcome: Outcome) -> str:
    wager = settled.wager
    ended = "The coup is a tie" if outcome is Outcome.TIE else f"{outcome.capitalize()} wins"
    if settled.fate is Fate.PUSHED:
        return f"{ended}: wagers on Player and Banker push, nothing is paid and nothing is taken."
    if settled.fate is Fate.TAKEN:
        return f"{ended}: the wager on {wager.on.capitalize()} loses and is taken, nothing is paid."
    win, stake = table.prices[wager.on]
    text = f"{ended}: {wager.on.capitalize()} pays {win}:{stake}"
    if settled.commission:
        text += f", less {table.commission_percent} % of the win ({format_amount(settled.commission)})"
    return f"{text}, which makes {format_amount(settled.paid)}."


def _hint(table: PayTable) -> str:
    prices = ", ".join(f"{box.capitalize()} {win}:{stake}" for box, (win, stake) in table.prices.items())
    return f"{prices}; {table.commission_percent} % of a Banker win is kept. What loses or pushes is paid nothing."
