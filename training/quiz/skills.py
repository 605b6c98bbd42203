"""Skills: the smallest things one can know. Every question carries exactly one.

An id is the ruleset that the rule belongs to and a path in it: `punto-banco/banker/4/none`. A ruleset that extends
another keeps the other's id wherever the rule is unchanged, so that what is known carries over.
"""

from functools import cache

from training.quiz.call_skills import call_skills, occurs, typed_skills
from training.quiz.owned import Skill, owned_skill
from training.quiz.situations import request_words
from training.quiz.subjects import (
    BankerCell,
    CountHand,
    Fault,
    FaultIn,
    Irregularity,
    Kind,
    NaturalCheck,
    OutcomeOf,
    Payment,
    PlayerRule,
    ProcedureRule,
    Subject,
)
from training.rules.errors import NotFound
from training.rules.irregularities import AFTER_STAY
from training.rules.ruleset import PayTable, Ruleset
from training.rules.tableau import BANKER_COUNTS, POINT_COUNTS, THIRDS, Action, column_name, column_words

_FAULTS = {
    Fault.WRONG_COUNT: "a wrong count",
    Fault.WRONG_CALL: "wrong words",
    Fault.WRONG_ORDER: "the wrong order",
    Fault.MISSING_REPEAT: "a missing repeat",
    Fault.WRONG_REPEAT: "a wrong repeat",
    Fault.WRONG_ACT: "a wrong act",
    Fault.CALL_AFTER_NATURAL: "a call after a natural",
    Fault.CARD_AFTER_NATURAL: "a card after a natural",
}

_IRREGULARITIES = {
    1: "the banker takes cards in the wrong order",
    2: "the banker takes too many cards",
    3: "the dominant player is given three cards",
    4: "the banker draws two cards",
    5: "a card after “{stay}”, the banker must or may draw",
    6: "a card after “{stay}”, the banker must stay",
    7: "a card after a mistaken “{card}”, the banker must draw",
    8: "a card after a mistaken “{card}”, the banker need not draw",
    9: "one card too many, seen by nobody",
    10: "the banker draws for himself after “{card}”",
    11: "a card face up in the shoe",
}
_PAYMENTS = {
    "player": "Paying Player",
    "banker": "Paying Banker, less commission",
    "tie": "Paying Tie",
    "push": "Paid, pushed or taken",
}
PROCEDURES = {
    "burn": "Burning the first cards",
    "cut": "Offering the cut",
    "cutting-card": "Placing the cutting card",
    "shuffle": "When to shuffle",
    "deal-order": "Whose card is which",
    "no-more-bets": "When “No more bets” is said",
}


@cache
def skills_of(ruleset: Ruleset) -> tuple[Skill, ...]:
    """Every skill of a ruleset, in the order of a coup."""
    return (
        owned_skill(ruleset, "natural", Kind.NATURAL, "A natural stops both hands", NaturalCheck(), _naturals),
        *(_player(ruleset, count) for count in POINT_COUNTS if ruleset.player[count].action is not Action.NATURAL),
        *(_banker(ruleset, banker, third) for banker in BANKER_COUNTS for third in THIRDS if occurs(ruleset, third)),
        owned_skill(ruleset, "count", Kind.COUNT, "The point count of a hand", CountHand(), lambda _: None),
        *call_skills(ruleset),
        owned_skill(ruleset, "outcome", Kind.OUTCOME, "Which hand wins", OutcomeOf(), lambda _: None),
        *(_irregularity(ruleset, sub) for sub in ruleset.irregularities if _is_ruled(ruleset, sub)),
        *(_procedure(ruleset, name) for name in ruleset.procedures),
        *(_payment(ruleset, what) for what in _PAYMENTS if ruleset.payment is not None),
    )


@cache
def skills_by_id(ruleset: Ruleset) -> dict[str, Skill]:
    """All skills of a ruleset by their id, those of typing calls and of finding faults included."""
    return {
        skill.id: skill for skill in (*skills_of(ruleset), *typed_skills(ruleset), *skill_in_fault(ruleset).values())
    }


@cache
def skill_in_fault(ruleset: Ruleset) -> dict[Fault, Skill]:
    """The skills of finding a fault in a transcript; a fault is made in a whole coup and never asked alone."""
    return {
        fault: Skill(f"{ruleset.id}/fault/{fault}", Kind.CALL, f"Find the fault: {name}", FaultIn(fault))
        for fault, name in _FAULTS.items()
    }


@cache
def skill_about(ruleset: Ruleset) -> dict[Subject, Skill]:
    """The skills of a ruleset by what they are about."""
    return {skill.subject: skill for skill in skills_of(ruleset)}


def matching_skills(ruleset: Ruleset, prefix: str) -> tuple[Skill, ...]:
    """The skills whose id begins with `prefix`; raise `NotFound` when there are none.

    Where no id does, the prefix may name the ruleset that was asked for instead of the one that owns the rule, or no
    ruleset at all: `nj-minibaccarat/banker/4` and `banker/4` find `punto-banco/banker/4/…`.
    """
    skills = skills_of(ruleset)
    found = tuple(skill for skill in skills if skill.id.startswith(prefix)) or tuple(
        skill for skill in skills if f"{ruleset.id}/{skill.path}".startswith(prefix) or skill.path.startswith(prefix)
    )
    if not found:
        raise NotFound(f"no skill of {ruleset.id} begins with {prefix!r}")
    return found


def _naturals(ruleset: Ruleset) -> object:
    return [count for count in POINT_COUNTS if ruleset.player[count].action is Action.NATURAL]


def _player(ruleset: Ruleset, count: int) -> Skill:
    title = f"Player {count}"
    return owned_skill(
        ruleset, f"player/{count}", Kind.ACTION, title, PlayerRule(count), lambda rules: rules.player[count].action
    )


def cell_title(banker: int, third: int | None) -> str:
    """A cell in words: `Banker 4, no third card`."""
    return f"Banker {banker}, {column_words(third)}"


def _banker(ruleset: Ruleset, banker: int, third: int | None) -> Skill:
    return owned_skill(
        ruleset,
        f"banker/{banker}/{column_name(third)}",
        Kind.ACTION,
        cell_title(banker, third),
        BankerCell(banker, third),
        lambda rules: rules.tableau.cell(banker, third).action,
    )


def _irregularity(ruleset: Ruleset, sub: int) -> Skill:
    return owned_skill(
        ruleset,
        f"irregularity/{sub}",
        Kind.RULING,
        f"Irregularity ({sub}): {_IRREGULARITIES[sub].format(**request_words(ruleset))}",
        Irregularity(sub),
        lambda rules: (sub in rules.irregularities, _table_of(rules, sub)),
    )


def _table_of(ruleset: Ruleset, sub: int) -> list[Action]:
    """The cells that a subregulation turns on: (4) to (8) on the column of no third card, (10) on all, others none."""
    cells = [(third, rule.action) for _, third, rule in ruleset.tableau.cells()]
    return [action for third, action in cells if sub == 10 or (4 <= sub <= 8 and third is None)]


def _is_ruled(ruleset: Ruleset, sub: int) -> bool:
    """Whether the table ever leads to it: a card after “Stay” is ruled on by what the banker must or may do."""
    if sub == 4:  # a banker who never draws takes no second card
        columns = (
            [rule for _, third, rule in ruleset.tableau.cells() if (third is None) is none] for none in (True, False)
        )
        return all(any(rule.action is not Action.STAND for rule in column) for column in columns)
    if sub == 10:
        return any(action is not Action.OPTIONAL for action in _table_of(ruleset, sub))
    return sub not in AFTER_STAY or any(action in _table_of(ruleset, sub) for action in AFTER_STAY[sub])


def _procedure(ruleset: Ruleset, name: str) -> Skill:
    subject = ProcedureRule(name)
    return owned_skill(
        ruleset,
        name,
        Kind.PROCEDURE,
        PROCEDURES[name],
        subject,
        lambda rules: (name in rules.procedures, rules.procedure if name == "cutting-card" else None),
    )


def _payment(ruleset: Ruleset, what: str) -> Skill:
    free = ruleset.payment is not None and not ruleset.payment.commission_percent
    title = "Paying Banker" if what == "banker" and free else _PAYMENTS[what]
    return owned_skill(
        ruleset, f"payment/{what}", Kind.PAYMENT, title, Payment(what), lambda rules: _paid(rules.payment)
    )


def _paid(table: PayTable | None) -> object:
    return table and (sorted(table.prices.items()), table.commission_percent, table.rounding, table.smallest_chip)
