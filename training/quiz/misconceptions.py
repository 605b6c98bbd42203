"""How people get it wrong, by name. A misconception is what somebody who has it would do at any decision.

A wrong answer fits a misconception when that is the answer it gives. The list and how often each is right by chance:
section 9 of the product's rules, recomputed exactly in the tests.
"""

from collections.abc import Callable
from dataclasses import dataclass

from training.quiz.questions import Question
from training.quiz.subjects import Kind
from training.rules.cards import Hand
from training.rules.ruleset import Ruleset
from training.rules.tableau import THIRDS, Action, Tableau


@dataclass(frozen=True, slots=True)
class Decision:
    """What lies before somebody who decides for the Banker: the two counts as they are, and the third card's value."""

    banker: int
    third: int | None
    player: int


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief: its id, its name, what it gets wrong, and the action it leads to."""

    id: str
    title: str
    text: str
    action: Callable[[Tableau, Decision], Action]


def _draws(yes: bool) -> Action:
    return Action.DRAW if yes else Action.STAND


def _other_row(by: int) -> Callable[[Tableau, Decision], Action]:
    def action(tableau: Tableau, decision: Decision) -> Action:
        row = decision.banker if decision.third is None else min(7, max(0, decision.banker + by))
        return tableau.cell(row, decision.third).action

    return action


def _new_count(tableau: Tableau, decision: Decision) -> Action:
    return tableau.cell(decision.banker, None if decision.third is None else decision.player).action


def _majority(tableau: Tableau, decision: Decision) -> Action:
    actions = [tableau.cell(decision.banker, third).action for third in THIRDS]
    return _draws(actions.count(Action.DRAW) > actions.count(Action.STAND))


def _on_six(does: Action) -> Callable[[Tableau, Decision], Action]:
    return lambda tableau, at: does if at.banker == 6 else tableau.cell(at.banker, at.third).action


def _three_eight(tableau: Tableau, at: Decision) -> Action:
    return Action.DRAW if (at.banker, at.third) == (3, 8) else tableau.cell(at.banker, at.third).action


BANKER_MISCONCEPTIONS = (
    Misconception(
        "ignores-third-card",
        "The third card is ignored",
        "As if the Banker went by his own count alone, whatever the Player drew.",
        lambda _, at: _draws(at.banker <= 5),
    ),
    Misconception(
        "uses-new-count",
        "The Player’s new count is read",
        "As if the Player’s count after the draw mattered; it is the value of the third card itself that does.",
        _new_count,
    ),
    Misconception(
        "no-card-as-zero",
        "“No third card” is taken for zero",
        "As if a Player who stood had drawn a card worth zero.",
        lambda tableau, at: tableau.cell(at.banker, 0 if at.third is None else at.third).action,
    ),
    Misconception(
        "zero-as-no-card",
        "A ten or court card is taken for no card",
        "As if a Player who drew a card worth zero had not drawn.",
        lambda tableau, at: tableau.cell(at.banker, at.third or None).action,
    ),
    Misconception("row-above", "One row too high", "As if the Banker had one less.", _other_row(-1)),
    Misconception("row-below", "One row too low", "As if the Banker had one more.", _other_row(1)),
    Misconception(
        "chases",
        "The Banker chases",
        "As if the Banker drew when he is behind, and only then; the tableau does not look at that.",
        lambda _, at: _draws(at.banker < at.player),
    ),
    Misconception("stands-on-six", "Banker 6 never draws", "As if the Banker stood on every 6.", _on_six(Action.STAND)),
    Misconception("draws-on-six", "Banker 6 always draws", "As if the Banker drew on every 6.", _on_six(Action.DRAW)),
    Misconception(
        "majority-of-row",
        "The row’s commoner action",
        "As if the answer that is right for most of the row were right for all of it.",
        _majority,
    ),
    Misconception("three-eight", "3 against 8", "As if a Banker of 3 drew on every third card.", _three_eight),
)
MISSES_NATURAL = Misconception(
    "misses-natural",
    "A natural is missed",
    "As if a hand could still draw when a natural lies on the table.",
    lambda _, __: Action.DRAW,
)
MISCONCEPTIONS = {one.id: one for one in (*BANKER_MISCONCEPTIONS, MISSES_NATURAL)}


def decision_of(question: Question) -> Decision | None:
    """The decision for the Banker that a question asks for; None when it asks for something else."""
    if question.kind is not Kind.ACTION or question.facts.hand != "banker":
        return None
    player, banker = Hand(question.facts.player), Hand(question.facts.banker)
    return Decision(banker.first_count, None if player.third is None else player.third.value, player.count)


def fitting(ruleset: Ruleset, question: Question, given: str) -> tuple[str, ...]:
    """The ids of the misconceptions that would have given this wrong answer, or left it free to be given."""
    if question.kind is Kind.NATURAL:
        return (MISSES_NATURAL.id,) if given == "no" else ()
    decision = decision_of(question)
    if decision is None:
        return ()
    fits = (Action(given), Action.OPTIONAL)
    return tuple(one.id for one in BANKER_MISCONCEPTIONS if one.action(ruleset.tableau, decision) in fits)
