"""What somebody is weak at, and what to practise now: pure functions over what was answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from training.quiz.foci import EVERYTHING, foci_of
from training.quiz.mastery import Tally, cells_of
from training.quiz.owned import Skill
from training.quiz.pairs import Contrast, contrasts_of
from training.quiz.practice import Standing
from training.quiz.rounds import Exercise
from training.quiz.skills import skill_about, skills_of
from training.quiz.subjects import BankerCell, Kind
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action

MOST_WEAK = 2
"""More drills for weak rules than that are no advice any more."""


@dataclass(frozen=True, slots=True)
class Weak:
    """A skill that fails, under the ruleset it was practised in."""

    ruleset: Ruleset
    skill: Skill
    tally: Tally

    @property
    def text(self) -> str:
        """`Banker 4, no third card: 5 of 5 wrong`."""
        return f"{self.skill.title}: {self.tally.failed} of {self.tally.asked} wrong"


class Exercised(NamedTuple):
    """A drill without its length: the form it is asked in, and what it is narrowed to."""

    exercise: Exercise
    focus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A drill to do now, and why."""

    title: str
    text: str
    ruleset: Ruleset
    drill: Exercised
    length: int


def weakest(rulesets: Sequence[Ruleset], tallied: dict[str, Tally], gone: frozenset[str]) -> list[Weak]:
    """The skills that fail and are not sure, most errors first; of equal ones those that failed last.

    A rule that several rulesets share is named under the first of them; the ones in `gone` were withdrawn.
    """
    found = {
        skill.id: Weak(ruleset, skill, tallied[skill.id])
        for ruleset in reversed(rulesets)
        for skill in skills_of(ruleset)
        if skill.id in tallied.keys() - gone
    }
    failed = [one for one in found.values() if one.tally.failed and one.tally.standing is not Standing.SURE]
    return sorted(failed, key=_badness, reverse=True)


def _badness(one: Weak) -> tuple[int, bool, float]:
    return one.tally.failed, one.tally.standing is Standing.WEAK, one.tally.failed / one.tally.asked


def with_look_alikes(ruleset: Ruleset, skill: Skill, gone: frozenset[str]) -> Exercised:
    """What to practise for a weak skill: a drill in which it comes among others, so that each time one must decide."""
    subject = skill.subject
    if skill.kind is Kind.PROCEDURE:
        return Exercised(Exercise.QUESTIONS, "procedure")
    if not isinstance(subject, BankerCell):
        return Exercised(Exercise.QUESTIONS, skill.path.split("/")[0])
    if subject.third in (None, 0) and _none_or_zero(ruleset, subject, gone):
        return Exercised(Exercise.PAIRS, Contrast.NONE_OR_ZERO)
    row = {
        ruleset.tableau.cell(*cell).action
        for cell, (other, _) in cells_of(ruleset, {}).items()
        if cell[0] == subject.banker and other.id not in gone
    }
    return Exercised(Exercise.QUESTIONS, f"banker/{subject.banker}" if {Action.DRAW, Action.STAND} <= row else "banker")


def _none_or_zero(ruleset: Ruleset, cell: BankerCell, gone: frozenset[str]) -> bool:
    """Whether no card and a card worth zero differ in this row, so that the pair can be asked."""
    if Contrast.NONE_OR_ZERO not in contrasts_of(ruleset):
        return False
    both = [BankerCell(cell.banker, third) for third in (None, 0)]
    actions = {ruleset.tableau.cell(one.banker, one.third).action for one in both}
    return actions == {Action.DRAW, Action.STAND} and not gone & {skill_about(ruleset)[one].id for one in both}


def drill_title(ruleset: Ruleset, drill: Exercised) -> str:
    """What a drill that was advised is called; it names no answer."""
    return (
        Contrast(drill.focus).words(ruleset)
        if drill.exercise is Exercise.PAIRS
        else foci_of(ruleset)[drill.focus].title
    )


def what_now(rulesets: Sequence[Ruleset], tallied: dict[str, Tally], gone: frozenset[str]) -> list[Advice]:
    """What is weak, then what was never asked, then everything; `rulesets` are those practised, the last one first."""
    drills: dict[tuple[str, Exercised], list[Weak]] = {}
    for one in weakest(rulesets, tallied, gone):
        drills.setdefault((one.ruleset.id, with_look_alikes(one.ruleset, one.skill, gone)), []).append(one)
    advice = [
        Advice(
            title=drill_title(weak[0].ruleset, drill),
            text=f"{'; '.join(one.text for one in weak[:2])}.",
            ruleset=weak[0].ruleset,
            drill=drill,
            length=5 if drill.exercise is Exercise.PAIRS else 20,
        )
        for (_, drill), weak in list(drills.items())[:MOST_WEAK]
    ]
    ruleset = rulesets[0]
    everything = Exercised(Exercise.QUESTIONS, EVERYTHING)
    if not tallied:
        text = "Ten questions from all over the game."
        advice.append(Advice(title="Your first drill", text=text, ruleset=ruleset, drill=everything, length=10))
    cells = [found for skill, found in cells_of(ruleset, tallied).values() if skill.id not in gone]
    if new := sum(not found.asked for found in cells):
        text = f"{new} of {len(cells)} cells not asked yet."
        tableau = Exercised(Exercise.QUESTIONS, "banker")
        advice.append(Advice(title="The whole tableau", text=text, ruleset=ruleset, drill=tableau, length=20))
    if tallied:
        text = "Twenty questions from all over the game."
        advice.append(Advice(title="A bit of everything", text=text, ruleset=ruleset, drill=everything, length=20))
    return advice
