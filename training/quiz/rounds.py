"""The exercises, and what a round of each is: a few questions that belong together and come one after another."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random
from typing import NamedTuple

from training.quiz.asking import make_question
from training.quiz.bank import TOPICS, Bank, ask_authored, choose_authored
from training.quiz.coup_questions import questions_of
from training.quiz.faults import make_fault
from training.quiz.foci import EVERYTHING, foci_of, focus_of
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


class Offer(NamedTuple):
    """What an exercise can be narrowed to, where it is offered, how much of it is left to ask (None: not counted)."""

    id: str
    title: str
    group: str = ""
    size: int | None = None


def offers(
    ruleset: Ruleset, exercise: Exercise, bank: Bank, withdrawn: frozenset[str] = frozenset()
) -> dict[str, Offer]:
    """What an exercise can be narrowed to, by id, everything first; nothing where the ruleset has nothing to ask."""
    if exercise is Exercise.QUESTIONS:
        return {
            focus.id: Offer(focus.id, focus.title, focus.group, left)
            for focus in foci_of(ruleset).values()
            if (left := sum(skill.id not in withdrawn for skill in focus.skills))
        }
    parts: list[Offer] = []
    if exercise is Exercise.KNOWLEDGE:
        asked = Counter(one.topic for one in bank.of(ruleset) if one.id not in withdrawn)
        parts = [Offer(topic, title, "", asked[topic]) for topic, title in TOPICS.items() if asked[topic]]
        if not asked:
            return {}
    if exercise is Exercise.PAIRS:
        parts = [Offer(str(contrast), contrast.words(ruleset)) for contrast in contrasts_of(ruleset)]
        if not parts:
            return {}
    return {one.id: one for one in (Offer(EVERYTHING, "Everything"), *parts)}


def offer_of(ruleset: Ruleset, exercise: Exercise, focus: str, bank: Bank) -> Offer:
    """The offer of this id; `NotFound` when the exercise cannot be narrowed so, or not be had at all."""
    found = offers(ruleset, exercise, bank)
    if not found:
        raise NotFound(f"'{focus}': {ruleset.title} has nothing to ask among the {exercise}")
    if focus not in found:
        raise NotFound(f"there is nothing to practise called '{focus}' among the {exercise} of {ruleset.title}")
    return found[focus]


def make_round(
    ruleset: Ruleset,
    exercise: Exercise,
    focus: str,
    rng: Random,
    *,
    bank: Bank,
    shoe: Shoe | None = None,
    asked: Mapping[str, int] | None = None,
    right: Mapping[str, int] | None = None,
    last: str | None = None,
    withdrawn: frozenset[str] = frozenset(),
) -> Round:
    """The next round of an exercise.

    `shoe` is the one that coups are dealt from (None: a new one is shuffled); `asked` and `right` count what was asked
    in this drill and answered rightly, `last` was asked last, all by `Question.subject`; `withdrawn` are the subjects
    that are not asked any more. Raises `NotFound` for an unknown focus, `NothingLeft` where all of it was withdrawn.
    """
    offer_of(ruleset, exercise, focus, bank)
    asked, right = asked or {}, right or {}
    if exercise is Exercise.QUESTIONS:
        skills = [skill for skill in focus_of(ruleset, focus).skills if skill.id not in withdrawn]
        return Round((make_question(ruleset, choose_skill(skills, asked, right, last, rng), rng),))
    if exercise is Exercise.KNOWLEDGE:
        authored = choose_authored(bank, ruleset, focus, right, last, withdrawn, rng)
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
