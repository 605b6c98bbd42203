"""Skills: the smallest things one can know. Every question carries exactly one.

An id is the ruleset that the rule belongs to and a path in it: `punto-banco/banker/4/none`. A ruleset that extends
another keeps the other's id wherever the rule is unchanged, so that what is known carries over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from training.quiz.subjects import (
    Announcement,
    BankerCell,
    CountHand,
    Fault,
    FaultIn,
    Irregularity,
    Kind,
    Line,
    NaturalCheck,
    OutcomeOf,
    Payment,
    PlayerRule,
    ProcedureRule,
    Repeat,
    Speaker,
    Subject,
    Turn,
    TypedCall,
)
from training.rules.calls import LOOKS, Call, Condition, Moment, Who
from training.rules.cards import NATURAL
from training.rules.errors import NotFound
from training.rules.ruleset import PayTable, Ruleset
from training.rules.tableau import BANKER_COUNTS, POINT_COUNTS, THIRDS, Action, column_name


@dataclass(frozen=True, slots=True)
class Skill:
    """One thing to know: its id, the kind of its questions, its name for people, and what it is about."""

    id: str
    kind: Kind
    title: str
    subject: Subject

    @property
    def path(self) -> str:
        """The id without the ruleset: `banker/4/none`."""
        return self.id.partition("/")[2]


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
    5: "a card after “Stay”, the banker must or may draw",
    6: "a card after “Stay”, the banker must stay",
    7: "a card after a mistaken “Card”, the banker must draw",
    8: "a card after a mistaken “Card”, the banker need not draw",
    9: "a card too many that nobody has seen",
    10: "the banker draws for himself after “Card”",
    11: "a card face up in the shoe",
}
_PAYMENTS = {
    "player": "Paying Player",
    "banker": "Paying Banker, less commission",
    "tie": "Paying Tie",
    "push": "Paid, pushed or taken",
}
_PROCEDURES = {
    "burn": "Burning the first cards",
    "cut": "Offering the cut",
    "cutting-card": "Placing the cutting card",
    "shuffle": "When to shuffle",
    "deal-order": "Whose card is which",
    "no-more-bets": "When “No more bets” is said",
}

Rule = Callable[[Ruleset], object]
"""What a skill is about, taken out of a ruleset, so that two rulesets can be compared in it."""


@cache
def skills_of(ruleset: Ruleset) -> tuple[Skill, ...]:
    """Every skill of a ruleset, in the order of a coup."""
    return (
        _skill(ruleset, "natural", Kind.NATURAL, "A natural stops both hands", NaturalCheck(), _naturals),
        *(_player(ruleset, count) for count in POINT_COUNTS if ruleset.player[count].action is not Action.NATURAL),
        *(_banker(ruleset, banker, third) for banker in BANKER_COUNTS for third in THIRDS if _occurs(ruleset, third)),
        _skill(ruleset, "count", Kind.COUNT, "The point count of a hand", CountHand(), lambda _: None),
        *_calls(ruleset),
        _skill(ruleset, "outcome", Kind.OUTCOME, "Which hand wins", OutcomeOf(), lambda _: None),
        *(_irregularity(ruleset, sub) for sub in ruleset.irregularities),
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


def repeat_of(ruleset: Ruleset, call: Call) -> Repeat:
    """The subject under which the dealer's repeat of this call is known."""
    return Repeat(_repeats(ruleset)[call.words])


def matching_skills(ruleset: Ruleset, prefix: str) -> tuple[Skill, ...]:
    """The skills whose id begins with `prefix`; raise `NotFound` when there are none.

    The prefix may name the ruleset that was asked for instead of the one that owns the rule, or no ruleset at all:
    `nj-minibaccarat/banker/4` and `banker/4` find `punto-banco/banker/4/…`.
    """
    found = tuple(
        skill
        for skill in skills_of(ruleset)
        if skill.id.startswith(prefix)
        or f"{ruleset.id}/{skill.path}".startswith(prefix)
        or skill.path.startswith(prefix)
    )
    if not found:
        raise NotFound(f"no skill of {ruleset.id} begins with '{prefix}'")
    return found


def _owner(ruleset: Ruleset, rule: Rule) -> str:
    """The id of the first ruleset, going up the chain of `extends`, in which this rule is the same."""
    while ruleset.base is not None and rule(ruleset.base) == rule(ruleset):
        ruleset = ruleset.base
    return ruleset.id


def _skill(ruleset: Ruleset, path: str, kind: Kind, title: str, subject: Subject, rule: Rule) -> Skill:
    return Skill(f"{_owner(ruleset, rule)}/{path}", kind, title, subject)


def _naturals(ruleset: Ruleset) -> object:
    return [count for count in POINT_COUNTS if ruleset.player[count].action is Action.NATURAL]


def _player(ruleset: Ruleset, count: int) -> Skill:
    title = f"Player {count}"
    return _skill(
        ruleset, f"player/{count}", Kind.ACTION, title, PlayerRule(count), lambda rules: rules.player[count].action
    )


def _occurs(ruleset: Ruleset, third: int | None) -> bool:
    """Whether the Player's rule lets this column happen at all."""
    return bool(ruleset.player_counts_without_third if third is None else ruleset.player_counts_with_third)


def _is_said(ruleset: Ruleset, call: Call) -> bool:
    """Whether the rules ever lead to this call; a script may have words for what never happens."""
    if call.when not in (Condition.DRAW, Condition.STAND):
        return True
    action = Action(call.when)
    if call.at is Moment.BANKER_ACTS:
        cells = ruleset.tableau.cells()
        return any(action in rule.right for _, third, rule in cells if _occurs(ruleset, third))
    return any(action in rule.right for rule in ruleset.player)


def cell_title(banker: int, third: int | None) -> str:
    """A cell in words: `Banker 4, no third card`."""
    return f"Banker {banker}, {'no third card' if third is None else f'third card {third}'}"


def _banker(ruleset: Ruleset, banker: int, third: int | None) -> Skill:
    return _skill(
        ruleset,
        f"banker/{banker}/{column_name(third)}",
        Kind.ACTION,
        cell_title(banker, third),
        BankerCell(banker, third),
        lambda rules: rules.tableau.cell(banker, third).action,
    )


def _irregularity(ruleset: Ruleset, sub: int) -> Skill:
    return _skill(
        ruleset,
        f"irregularity/{sub}",
        Kind.RULING,
        f"Irregularity ({sub}): {_IRREGULARITIES[sub]}",
        Irregularity(sub),
        lambda rules: (sub in rules.irregularities, [rule.action for _, _, rule in rules.tableau.cells()]),
    )


def _procedure(ruleset: Ruleset, name: str) -> Skill:
    subject = ProcedureRule(name)
    return _skill(ruleset, name, Kind.PROCEDURE, _PROCEDURES[name], subject, lambda rules: rules.procedure)


def _payment(ruleset: Ruleset, what: str) -> Skill:
    return _skill(
        ruleset, f"payment/{what}", Kind.PAYMENT, _PAYMENTS[what], Payment(what), lambda rules: _paid(rules.payment)
    )


def _paid(table: PayTable | None) -> object:
    return table and (sorted(table.prices.items()), table.commission_percent, table.rounding, table.smallest_chip)


@cache
def typed_skills(ruleset: Ruleset) -> tuple[Skill, ...]:
    """The calls as they are typed from memory; asked for only where a trainee chooses to type."""
    return tuple(
        _skill(ruleset, f"typed/{call.id}", Kind.CALL, f"Typed: {call.id.replace('-', ' ')}", TypedCall(call), rule)
        for call, rule in ((call, _spoken(call.id)) for call in ruleset.calls)
        if call.asked and _is_said(ruleset, call)
    )


def _calls(ruleset: Ruleset) -> list[Skill]:
    """What patrons announce by count, the dealer's own lines, the dealer's repeats, and whose word is next."""
    skills = [
        _skill(
            ruleset,
            f"call/{who.slug}/{count}",
            Kind.CALL,
            f"What the {who} announces with {count}",
            Announcement(who, moment, count),
            _announced(moment, count),
        )
        for moment, who in _patrons(ruleset)
        for count in POINT_COUNTS
    ]
    skills += [
        _skill(
            ruleset,
            f"call/{call.id}",
            Kind.CALL,
            f"The dealer’s call: {call.id.replace('-', ' ')}",
            Line(call),
            _spoken(call.id),
        )
        for call in ruleset.calls
        if call.who is Who.DEALER and call.asked and _is_said(ruleset, call)
    ]
    repeats = _repeats(ruleset)
    skills += [
        _skill(
            ruleset,
            f"call/dealer/{words.lower().replace(' ', '-')}",
            Kind.CALL,
            f"The dealer repeats “{words}”",
            Repeat(calls),
            _repeated(words),
        )
        for words, calls in repeats.items()
    ]
    if repeats:
        titles = {
            Turn.FIRST: "Who speaks first",
            Turn.REPEAT: "Who repeats an announcement",
            Turn.ANSWER: "Who speaks after “Card” was repeated",
        }
        skills += [
            _skill(ruleset, f"call/who/{turn}", Kind.CALL, title, Speaker(turn), lambda rules: bool(_repeats(rules)))
            for turn, title in titles.items()
        ]
    return skills


def _patrons(ruleset: Ruleset) -> list[tuple[Moment, Who]]:
    """The moments at which somebody other than the dealer looks at a hand and speaks."""
    speakers = {call.at: call.who for call in ruleset.calls if call.at in LOOKS and call.who is not Who.DEALER}
    return [(moment, speakers[moment]) for moment in LOOKS if moment in speakers]


def _announced(moment: Moment, count: int) -> Rule:
    """The words for what is decided at this count; at the Banker's, only whether it is a natural."""
    of_banker = (Action.NATURAL if count >= NATURAL else Action.DRAW,)

    def words(rules: Ruleset) -> object:
        actions = of_banker if moment is Moment.BANKER_LOOKS else rules.player[count].right
        lines = {action: rules.script.get((moment, Condition(action)), ()) for action in actions}
        return {action: [(call.who, call.words) for call in calls] for action, calls in lines.items()}

    return words


def _spoken(call_id: str) -> Rule:
    return lambda rules: [(call.who, call.at, call.when, call.words) for call in rules.calls if call.id == call_id]


def _repeated(words: str) -> Rule:
    return lambda rules: [(call.id, call.repeated_by) for call in _repeats(rules).get(words, ())]


def _repeats(ruleset: Ruleset) -> dict[str, tuple[Call, ...]]:
    """The patrons' calls that the dealer repeats, by their words."""
    repeats: dict[str, tuple[Call, ...]] = {}
    for call in ruleset.calls:
        if call.repeated_by is Who.DEALER and call.asked and call.at in LOOKS and _is_said(ruleset, call):
            repeats[call.words] = (*repeats.get(call.words, ()), call)
    return repeats
