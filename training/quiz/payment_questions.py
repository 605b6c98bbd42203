"""Questions about payment: how much a wager is paid, and what becomes of it."""

from fractions import Fraction
from functools import lru_cache
from random import Random

from training.quiz.questions import Asked, Facts, Form, Option, Said
from training.quiz.situations import coup_where
from training.quiz.subjects import Payment
from training.rules.coup import Coup, Outcome
from training.rules.errors import Illegal
from training.rules.payment import MINOR, Box, Fate, Settlement, Wager, format_amount, settle
from training.rules.ruleset import PayTable, Rounding, Ruleset

STAKES = tuple(units * MINOR for units in (5, 10, 20, 25, 40, 50, 60, 75, 100, 120, 150, 200, 250, 300, 500, 750, 1000))
"""Usual stakes, in minor units."""
SEATS = range(1, 8)
_TWO_AT_A_SEAT = 0.5
_FATES = (
    Option("paid", "It is paid"),
    Option("pushed", "It stays: a push"),
    Option("taken", "It is taken"),
)


def payment(ruleset: Ruleset, subject: Payment, rng: Random) -> Asked:
    """One wager after a coup: the amount paid, or, for a push, what becomes of it; half of these are ties."""
    table = _table(ruleset)
    if subject.what == "push":
        tie = rng.random() < 0.5
        coup = coup_where(ruleset, rng, lambda coup: (coup.outcome is Outcome.TIE) is tie)
    else:
        wins = rng.random() < 0.8
        coup = coup_where(ruleset, rng, lambda coup: (coup.outcome.value == subject.what) is wins)
    return _ask(table, subject, coup, (), rng)


def payment_of(ruleset: Ruleset, coup: Coup, said: tuple[Said, ...], rng: Random) -> tuple[Payment, Asked]:
    """One wager on this very coup, half the time one that wins, and the subject that the question is about."""
    won = coup.outcome.value
    subject = Payment(rng.choice((won, won, str(rng.choice(tuple(Box))), "push")))
    return subject, _ask(_table(ruleset), subject, coup, said, rng)


def _table(ruleset: Ruleset) -> PayTable:
    if ruleset.payment is None:
        raise Illegal(f"{ruleset.id} has no payment")
    return ruleset.payment


def _ask(table: PayTable, subject: Payment, coup: Coup, said: tuple[Said, ...], rng: Random) -> Asked:
    fate_asked = subject.what == "push"
    box = rng.choice(tuple(Box)) if fate_asked else Box(subject.what)
    wagers = _wagers(table, rng, box)
    asked = rng.choice(wagers if fate_asked else [wager for wager in wagers if wager.on is box])
    settled = settle(table, coup.outcome, asked)
    at_seat = [wager for wager in wagers if wager.seat == asked.seat]
    told = " and ".join(f"{format_amount(wager.stake)} on {wager.on.capitalize()}" for wager in at_seat)
    rounding = _rounding_sentence(table) if asked.on is Box.BANKER and not fate_asked else ""
    it = "it" if len(at_seat) == 1 and not rounding else f"the wager on {asked.on.capitalize()}"
    what = f"What becomes of {it}?" if fate_asked else f"How much is paid on {it}, besides the stake?"
    return Asked(
        facts=Facts(coup.player.cards, coup.banker.cards, said, wagers=wagers, seat=asked.seat, on=asked.on),
        prompt=" ".join(filter(None, (f"Seat {asked.seat} has {told}.", rounding, what))),
        options=_FATES if fate_asked else (),
        expected=(str(settled.fate) if fate_asked else format_amount(settled.paid),),
        citation=table.reference.citation,
        provenance=table.reference.provenance,
        explanation=_explanation(table, settled, coup.outcome),
        hint="On a tie, wagers on the hands do not lose." if fate_asked else _hint(table),
        form=Form.CHOICE if fate_asked else Form.AMOUNT,
    )


def _wagers(table: PayTable, rng: Random, box: Box) -> tuple[Wager, ...]:
    """Three seats with a wager each, one of them on `box`; now and then one seat has two, on a hand and on Tie."""
    boxes = [box, rng.choice(tuple(Box)), rng.choice(tuple(Box))]
    rng.shuffle(boxes)
    seats = sorted(rng.sample(SEATS, len(boxes)))
    with_two = rng.choice(seats) if rng.random() < _TWO_AT_A_SEAT else None
    wagers: list[Wager] = []
    for seat, on in zip(seats, boxes, strict=True):
        both = {on, rng.choice((Box.PLAYER, Box.BANKER)) if on is Box.TIE else Box.TIE}
        lie_there = [one for one in Box if one in both] if seat == with_two else [on]
        wagers += [Wager(seat, one, rng.choice(_payable(table, one))) for one in lie_there]
    return tuple(wagers)


@lru_cache(maxsize=64)
def _stakes(win: int, stake: int, percent: int, rounding: str) -> tuple[int, ...]:
    exact = rounding == Rounding.EXACT
    return tuple(one for one in STAKES if not one * win % stake and not (exact and one * win // stake * percent % 100))


def _payable(table: PayTable, on: Box) -> tuple[int, ...]:
    """The usual stakes that pay a whole number of minor units on a box."""
    percent = table.commission_percent if on is Box.BANKER else 0
    return _stakes(*table.prices[on], percent, str(table.rounding)) or (MINOR * 100 * table.prices[on][1],)


def _explanation(table: PayTable, settled: Settlement, outcome: Outcome) -> str:
    wager, on = settled.wager, settled.wager.on.capitalize()
    ended = "The coup is a tie" if outcome is Outcome.TIE else f"{outcome.capitalize()} wins"
    if settled.fate is Fate.PUSHED:
        return f"{ended}: the wager on {on} stays; it is neither paid nor taken."
    if settled.fate is Fate.TAKEN:
        return f"{ended}: the wager on {on} loses and is taken, nothing is paid."
    win, stake = table.prices[wager.on]
    text = f"{ended}: {on} pays {win}:{stake}"
    if wager.on is Box.BANKER and table.commission_percent:
        text += _commission(table, settled)
    return f"{text}, which makes {format_amount(settled.paid)}."


def _commission(table: PayTable, settled: Settlement) -> str:
    """What is kept of a win, and how it was rounded: `, less commission (5 % of the win is 7.50, rounded up to 10)`."""
    percent, won = table.commission_percent, settled.paid + settled.commission
    exact = Fraction(won * percent, 100)
    if settled.commission == exact:
        return f", less {percent} % of the win ({format_amount(settled.commission)})"
    if table.rounding is Rounding.PAYMENT_UP:
        limit = "" if settled.commission else " to no more than the win"
        left = f"the payment of {_written(won - exact)} is rounded up{limit}"
        return f", less {percent} % of the win ({_written(exact)}); {left}"
    limit = ", the whole win" if settled.commission == won else ""
    rounded = f"rounded up to {format_amount(settled.commission)}{limit}"
    return f", less commission ({percent} % of the win is {_written(exact)}, {rounded})"


def _written(minor: Fraction) -> str:
    """An exact amount that may have more decimals than are paid: `7.50`, `0.125`."""
    units, rest = divmod(int(minor * 100), MINOR * 100)  # a whole per cent of whole minor units has no finer parts
    return f"{units}.{f'{rest:04}'.rstrip('0'):0<2}" if rest else str(units)


def _rounding_sentence(table: PayTable) -> str:
    """How the house rounds, once; empty where it does not."""
    if table.rounding is Rounding.EXACT or not table.commission_percent:
        return ""
    what = "commission" if table.rounding is Rounding.UP_TO_CHIP else "payment"
    return f"The {what} is rounded up to a multiple of {format_amount(table.smallest_chip)}, the smallest chip."


def _price_list(table: PayTable) -> str:
    return ", ".join(f"{box.capitalize()} {win}:{stake}" for box, (win, stake) in table.prices.items())


def payment_rule(table: PayTable) -> str:
    """All that a house pays, in words, as the reference page tells it."""
    kept = f", less {table.commission_percent} % commission on a Banker win" if table.commission_percent else ""
    return f"{_price_list(table)}{kept}. {_rounding_sentence(table)}".rstrip()


def _hint(table: PayTable) -> str:
    kept = f"; {table.commission_percent} % of a Banker win is kept" if table.commission_percent else ""
    told = (f"{_price_list(table)}{kept}.", _rounding_sentence(table), "What loses or pushes is paid nothing.")
    return " ".join(filter(None, told))
