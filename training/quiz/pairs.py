"""Contrast pairs: two questions that look alike where one thing that matters, or does not, has changed."""

from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from training.quiz.asking import as_question
from training.quiz.card_questions import ask_banker, said_before_banker
from training.quiz.cases import deal_case
from training.quiz.irregularity_questions import ask_ruling
from training.quiz.questions import Question
from training.quiz.situations import card_of_value, from_one_shoe, request_words, two_cards
from training.quiz.skills import skill_about
from training.quiz.subjects import BankerCell, Irregularity
from training.rules.cards import Card, Hand
from training.rules.errors import NotFound
from training.rules.irregularities import rule_on
from training.rules.ruleset import Ruleset
from training.rules.tableau import BANKER_COUNTS, POINT_COUNTS, Action


@unique
class Contrast(StrEnum):
    """What changes from the first question of a pair to the second."""

    NONE_OR_ZERO = "none-or-zero"
    SAME_CARD = "same-card"
    OTHER_CARD = "other-card"
    STAY_OR_CARD = "stay-or-card"

    def words(self, ruleset: Ruleset) -> str:
        """The contrast as a trainee chooses it."""
        return _TITLES[self].format(**request_words(ruleset))


_TITLES = {
    Contrast.NONE_OR_ZERO: "No third card, or one worth zero",
    Contrast.SAME_CARD: "Same third card, other Player’s count",
    Contrast.OTHER_CARD: "Same Player’s count, other third card",
    Contrast.STAY_OR_CARD: "A card after “{stay}”: repeated, or a mistaken “{card}”",
}


@dataclass(frozen=True, slots=True)
class _Side:
    """One question of a pair: the Player's two-card count and the third card's value (None: he stood)."""

    player: int
    third: int | None


def contrasts_of(ruleset: Ruleset) -> tuple[Contrast, ...]:
    """The contrasts for which a ruleset has a pair."""
    return tuple(
        contrast
        for contrast in Contrast
        if (_option_after_stay(ruleset) if contrast is Contrast.STAY_OR_CARD else _pairs(ruleset, contrast))
    )


def make_pair(ruleset: Ruleset, contrast: Contrast, rng: Random) -> tuple[Question, Question]:
    """Two questions with the same Banker's hand, in random order; `NotFound` when the ruleset has no such pair."""
    if contrast is Contrast.STAY_OR_CARD and _option_after_stay(ruleset):
        return _stay_or_card(ruleset, rng)
    pairs = _pairs(ruleset, contrast)
    if not pairs:
        raise NotFound(f"{ruleset.title} has no pair of the kind '{contrast}'")
    banker_count = rng.choice(sorted({banker for banker, _, _ in pairs}))
    _, *sides = rng.choice([pair for pair in pairs if pair[0] == banker_count])
    rng.shuffle(sides)
    banker = two_cards(rng, (banker_count,))
    first, second = (_question(ruleset, banker, side, rng) for side in sides)
    return first, second


def _option_after_stay(ruleset: Ruleset) -> bool:
    """Whether the dealer's word after “Stay” ever matters: only in an optional cell of the column of no third card."""
    column = [row[0].action for row in ruleset.tableau.rows]
    return bool(ruleset.irregularities) and Action.OPTIONAL in column


def _stay_or_card(ruleset: Ruleset, rng: Random) -> tuple[Question, Question]:
    """The same cards; the dealer has repeated “Stay”, or said “Card” by mistake. It matters in an optional cell."""
    mistaken = deal_case(ruleset, rng.choice((7, 8, 8)), rng)
    cases = [mistaken, replace(mistaken, dealer_said=Action.STAND)]
    rng.shuffle(cases)
    first, second = (
        as_question(ruleset, skill_about(ruleset)[Irregularity(ruling.sub)], ask_ruling(ruleset, case, ruling, rng))
        for case, ruling in ((case, rule_on(ruleset, case)) for case in cases)
    )
    return first, second


def _question(ruleset: Ruleset, banker: tuple[Card, Card], side: _Side, rng: Random) -> Question:
    def deal() -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        third = () if side.third is None else (card_of_value(rng, side.third),)
        return (*two_cards(rng, (side.player,)), *third), banker

    player, hand = from_one_shoe(ruleset, deal)
    said = said_before_banker(ruleset, drew=side.third is not None)
    skill = skill_about(ruleset)[BankerCell(Hand(banker).first_count, side.third)]
    return as_question(ruleset, skill, ask_banker(ruleset, player, hand, said))


def _pairs(ruleset: Ruleset, contrast: Contrast) -> list[tuple[int, _Side, _Side]]:
    """All pairs of a kind as (Banker's count, one side, other side), worked out from the tableau."""
    drew, stood = ruleset.player_counts_with_third, ruleset.player_counts_without_third
    if contrast is Contrast.NONE_OR_ZERO:
        return [
            (banker, _Side(with_none, None), _Side(with_zero, 0))
            for banker in BANKER_COUNTS
            if _differ(ruleset, banker, None, 0)
            for with_none in stood
            for with_zero in drew
        ]
    if contrast is Contrast.SAME_CARD:
        return [
            (banker, _Side(one, third), _Side(other, third))
            for banker in BANKER_COUNTS
            for third in POINT_COUNTS
            if ruleset.tableau.cell(banker, third).action is not Action.OPTIONAL
            for one in drew
            for other in drew
            if one < other and _differ(ruleset, banker, (one + third) % 10, (other + third) % 10)
        ]
    return [
        (banker, _Side(player, one), _Side(player, other))
        for banker in BANKER_COUNTS
        for one in POINT_COUNTS
        for other in POINT_COUNTS
        if one < other and _differ(ruleset, banker, one, other)
        for player in drew
    ]


def _differ(ruleset: Ruleset, banker: int, one: int | None, other: int | None) -> bool:
    """Whether two cells of a row say different things, neither leaving a choice."""
    actions = {ruleset.tableau.cell(banker, third).action for third in (one, other)}
    return len(actions) == 2 and Action.OPTIONAL not in actions
