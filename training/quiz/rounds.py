"""The exercises, and what a round of each is: a few questions that belong together and come one after another."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from training.quiz.asking import make_question
from training.quiz.bank import Bank, ask_authored, choose_authored
from training.quiz.coup_questions import questions_of
from training.quiz.faults import make_fault
from training.quiz.foci import EVERYTHING, focus_of
from training.quiz.pairs import Contrast, contrasts_of, make_pair
from training.quiz.practice import NothingLeft, choose_skill
from training.quiz.questions import Question
from training.rules.coup import Choices, play
from training.rules.errors import NotFound
from training.rules.ruleset import Ruleset
from training.rules.shoe import Shoe, prepare
from training.rules.tableau import DECISIONS

MOST_CARDS = 6
"""No coup takes more; with fewer left in the shoe, no coup is begun."""
WHOLE_SHOE = 200
"""More coups than any shoe holds."""


@unique
class Exercise(StrEnum):
    """What can be practised, by the form it is asked in."""

    QUESTIONS = "questions"
    COUPS = "coups"
    PAIRS = "pairs"
    FAULTS = "faults"
    KNOWLEDGE = "knowledge"


LENGTHS: Mapping[Exercise, tuple[int, ...]] = {
    Exercise.QUESTIONS: (10, 20, 40, 88),
    Exercise.COUPS: (1, 5, 10, WHOLE_SHOE),
    Exercise.PAIRS: (5, 10, 20),
    Exercise.FAULTS: (5, 10, 20),
    Exercise.KNOWLEDGE: (10, 20),
}
"""How many rounds of an exercise one may choose."""


@dataclass(frozen=True, slots=True)
class Round:
    """Questions in the order they come; the shoe as it is after the coup, and how many cards it held before."""

    questions: tuple[Question, ...]
    shoe: Shoe | None = None
    cards_left: int | None = None


def focus_titles(ruleset: Ruleset, exercise: Exercise) -> dict[str, str]:
    """What an exercise can be narrowed to, besides everything: ids and titles."""
    if exercise is Exercise.PAIRS:
        return {str(contrast): contrast.words(ruleset) for contrast in contrasts_of(ruleset)}
    return {}


def check_focus(ruleset: Ruleset, exercise: Exercise, focus: str) -> None:
    """Raise `NotFound` when the exercise cannot be narrowed so."""
    if exercise is Exercise.QUESTIONS:
        focus_of(ruleset, focus)
    elif focus != EVERYTHING and focus not in focus_titles(ruleset, exercise):
        raise NotFound(f"there is nothing to practise called '{focus}' among the {exercise} of {ruleset.title}")


def make_round(
    ruleset: Ruleset,
    exercise: Exercise,
    focus: str,
    rng: Random,
    *,
    bank: Bank,
    shoe: Shoe | None = None,
    right: Mapping[str, int] | None = None,
    last: str | None = None,
    withdrawn: frozenset[str] = frozenset(),
) -> Round:
    """The next round of an exercise.

    `shoe` is the one that coups are dealt from (None: a new one is shuffled), `right` and `last` are what was answered
    rightly in this drill and asked last, by `Question.subject`; `withdrawn` are the subjects that are not asked any
    more. Raises `NotFound` for an unknown focus, `NothingLeft` where all of it was withdrawn.
    """
    check_focus(ruleset, exercise, focus)
    right = right or {}
    if exercise is Exercise.QUESTIONS:
        skills = [skill for skill in focus_of(ruleset, focus).skills if skill.id not in withdrawn]
        return Round((make_question(ruleset, choose_skill(skills, right, last, rng), rng),))
    if exercise is Exercise.KNOWLEDGE:
        authored = choose_authored(bank, ruleset, right, last, withdrawn, rng)
        return Round((ask_authored(ruleset, authored, rng),))
    for _ in range(_TRIES):
        made = _together(ruleset, exercise, focus, rng, shoe)
        kept = tuple(question for question in made.questions if question.subject not in withdrawn)
        # the questions of a pair or a transcript belong together; a coup can do without one
        if kept and (exercise is Exercise.COUPS or len(kept) == len(made.questions)):
            return replace(made, questions=kept)
    raise NothingLeft("everything that could be asked here was withdrawn")


_TRIES = 100


def _together(ruleset: Ruleset, exercise: Exercise, focus: str, rng: Random, shoe: Shoe | None) -> Round:
    if exercise is Exercise.PAIRS:
        contrast = rng.choice(contrasts_of(ruleset)) if focus == EVERYTHING else Contrast(focus)
        return Round(make_pair(ruleset, contrast, rng))
    if exercise is Exercise.FAULTS:
        return Round(make_fault(ruleset, rng))
    return _coup(ruleset, prepare(ruleset.decks, ruleset.procedure, rng) if shoe is None else shoe, rng)


def _coup(ruleset: Ruleset, shoe: Shoe, rng: Random) -> Round:
    choices = Choices(on_five=rng.choice(DECISIONS), option=rng.choice(DECISIONS))
    cards_left = len(shoe)
    coup = play(ruleset, shoe.cards[:MOST_CARDS], choices)
    shoe.play_round(coup.cards_used)
    return Round(questions_of(ruleset, coup, rng), shoe, cards_left)


def another_coup(shoe: Shoe | None) -> bool:
    """Whether the shoe surely holds the cards of another coup."""
    return shoe is None or (len(shoe) >= MOST_CARDS and not shoe.over)
