"""A whole coup, asked as it happens. The coup is already played: its steps decide what there is to ask.

Where patrons look at their hands and speak, their words and the dealer's repeats are asked; where the cards lie open,
the dealer counts, checks for naturals and moves both hands himself. Where wagers are paid, one is at the end. After
a wrong answer the coup goes on from the correct state by itself, since the next question was made from what happened.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from training.quiz.asking import as_question
from training.quiz.call_questions import ask_announcement, ask_line, ask_repeat, on_the_table
from training.quiz.call_skills import repeat_of
from training.quiz.card_questions import ask_banker, ask_count, ask_natural, ask_outcome, ask_player
from training.quiz.payment_questions import payment_of
from training.quiz.questions import Asked, Facts, Question, Said
from training.quiz.skills import skill_about
from training.quiz.subjects import (
    Announcement,
    BankerCell,
    CountHand,
    Line,
    NaturalCheck,
    OutcomeOf,
    PlayerRule,
    Subject,
)
from training.rules.calls import LOOKS, Moment, Who
from training.rules.calls import Call as CallLine
from training.rules.cards import Hand
from training.rules.coup import Act, Coup, Step
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action


def questions_of(ruleset: Ruleset, coup: Coup, rng: Random) -> tuple[Question, ...]:
    """Every decision and announcement of a coup, in order, then one payment; `rng` shuffles options and lays wagers."""
    return tuple(_Asking(ruleset, coup, rng).questions())


class _Asking:
    def __init__(self, ruleset: Ruleset, coup: Coup, rng: Random) -> None:
        self.ruleset, self.coup, self.rng = ruleset, coup, rng
        self.said: tuple[Said, ...] = ()
        self.open_cards = not any(step.moment in LOOKS for step in coup.steps)
        self.player, self.banker = Hand(coup.player.cards[:2]), Hand(coup.banker.cards[:2])

    def questions(self) -> Iterator[Question]:
        for moment in Moment:
            if moment is Moment.RESULT:
                yield self._ask(OutcomeOf(), ask_outcome(self.ruleset, self.coup.player, self.coup.banker, self.said))
            elif moment is Moment.INITIAL_COUNTS and self.open_cards:
                yield from self._counts()
            steps = [step for step in self.coup.steps if step.moment is moment]
            for step in steps:
                yield from self._decision(step)
                yield from self._call(step)
                if step.call is not None:
                    self.said = (*self.said, Said(str(step.who), step.call))
            if moment is Moment.INITIAL_COUNTS and self.open_cards:
                yield self._ask(NaturalCheck(), ask_natural(self.ruleset, self.player, self.banker, self.said))
        if self.ruleset.payment is not None:
            yield self._ask(*payment_of(self.ruleset, self.coup, self.said, self.rng))

    def _ask(self, subject: Subject, asked: Asked) -> Question:
        return as_question(self.ruleset, skill_about(self.ruleset)[subject], asked)

    def _counts(self) -> Iterator[Question]:
        for name in ("player", "banker"):
            yield self._ask(CountHand(), ask_count(self.ruleset, self.player, self.banker, name, self.said))

    def _decision(self, step: Step) -> Iterator[Question]:
        """Draw or stand, asked before it is done; what the Player's hand does is not asked once it was said."""
        if step.act not in (Act.DEAL, Act.STAND):
            return
        if step.moment is Moment.BANKER_ACTS:
            third = None if self.coup.player.third is None else self.coup.player.third.value
            cell = BankerCell(self.banker.first_count, third)
            asked = ask_banker(self.ruleset, self.coup.player, self.banker, self.said)
            yield self._with_choice(self._ask(cell, asked), f"This {step.who} {_DONE[step.act]}.")
        elif self.open_cards:
            asked = ask_player(self.ruleset, self.player, self.banker, self.said)
            yield self._ask(PlayerRule(self.player.first_count), asked)

    def _call(self, step: Step) -> Iterator[Question]:
        line = step.line
        if line is None or not line.asked or not self._is_known(step, line):
            return
        facts = Facts(*on_the_table(self.coup, step.moment), self.said)
        if step.act is Act.REPEAT:
            yield self._ask(repeat_of(self.ruleset, line), ask_repeat(self.ruleset, line, facts, self.rng))
        elif line.who is Who.DEALER:
            yield self._ask(Line(line), ask_line(self.ruleset, line, facts, self.rng))
        else:
            count = (self.player if step.moment is Moment.PLAYER_LOOKS else self.banker).first_count
            subject = Announcement(line.who, step.moment, count)
            asked = ask_announcement(self.ruleset, subject, self.player, self.banker, self.said, self.rng)
            yield self._with_choice(self._ask(subject, asked), f"This {line.who} says “{line.words}”.")

    def _is_known(self, step: Step, line: CallLine) -> bool:
        """Whether there is a skill for it: a house's script may hold what no question asks."""
        if step.act is Act.REPEAT:
            return step.who is Who.DEALER and line.at in LOOKS
        return line.who is not Who.DEALER or Line(line) in skill_about(self.ruleset)

    def _with_choice(self, question: Question, what_happens: str) -> Question:
        """Where both answers are right, tell which one it is in this coup, so that what follows makes sense."""
        if len(question.expected) == 1:
            return question
        return replace(question, explanation=f"{question.explanation} {what_happens}")


_DONE = {Act.DEAL: str(Action.DRAW) + "s", Act.STAND: str(Action.STAND) + "s"}
