"""Contrast pairs: two questions that look alike where one thing that matters, or does not, has changed."""

from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cache
from itertools import combinations
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
from training.rules.irregularities import banker_action, rule_on
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


_Pair = tuple[int, _Side, _Side]
"""The Banker's count and both sides."""


def contrasts_of(ruleset: Ruleset) -> tuple[Contrast, ...]:
    """The contrasts for which a ruleset has a pair."""
    return tuple(contrast for contrast in Contrast if _has(ruleset, contrast))


def _has(ruleset: Ruleset, contrast: Contrast) -> bool:
    """Whether the tableau shows this contrast: what matters matters somewhere."""
    if contrast is Contrast.STAY_OR_CARD:
        return _option_after_stay(ruleset)
    alike = contrast is Contrast.SAME_CARD
    return any(_alike(ruleset, pair) is alike for pair in _pairs(ruleset, contrast))


def make_pair(ruleset: Ruleset, contrast: Contrast, rng: Random) -> tuple[Question, Question]:
    """Two questions with the same Banker's hand, in random order; `NotFound` when the ruleset has no such pair.

    Where the answers of a contrast may be alike or not, a third of the pairs are alike: the first gives nothing away.
    """
    if not _has(ruleset, contrast):
        raise NotFound(f"{ruleset.title} has no pair of the kind '{contrast}'")
    if contrast is Contrast.STAY_OR_CARD:
        return _stay_or_card(ruleset, rng)
    pairs = _pairs(ruleset, contrast)
    alike = rng.random() < 1 / 3
    pairs = [pair for pair in pairs if _alike(ruleset, pair) is alike] or pairs
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
    column = {row[0].action for row in ruleset.tableau.rows}
    others = sorted(column - {Action.OPTIONAL})
    action = rng.choice(others) if others and rng.random() < 0.5 else Action.OPTIONAL
    mistaken = deal_case(ruleset, 7 if action is Action.DRAW else 8, rng)
    while banker_action(ruleset, mistaken) is not action:
        mistaken = deal_case(ruleset, 8, rng)
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


@cache
def _pairs(ruleset: Ruleset, contrast: Contrast) -> list[_Pair]:
    """All pairs of a contrast of the tableau, worked out from its cells; none of them leaves a choice."""
    drew, stood = ruleset.player_counts_with_third, ruleset.player_counts_without_third
    if contrast is Contrast.NONE_OR_ZERO:
        pairs = [
            (banker, _Side(with_none, None), _Side(with_zero, 0))
            for banker in BANKER_COUNTS
            for with_none in stood
            for with_zero in drew
        ]
    elif contrast is Contrast.SAME_CARD:  # whoever reads the Player's new count is wrong once
        pairs = [
            (banker, _Side(one, third), _Side(other, third))
            for banker in BANKER_COUNTS
            for third in POINT_COUNTS
            for one, other in combinations(drew, 2)
            if _decided(ruleset, banker, (one + third) % 10, (other + third) % 10) == 2
        ]
    else:
        pairs = [
            (banker, _Side(player, one), _Side(player, other))
            for banker in BANKER_COUNTS
            if {Action.DRAW, Action.STAND} <= {ruleset.tableau.cell(banker, third).action for third in POINT_COUNTS}
            for one, other in combinations(POINT_COUNTS, 2)
            for player in drew
        ]
    return [pair for pair in pairs if _decided(ruleset, pair[0], pair[1].third, pair[2].third)]


def _decided(ruleset: Ruleset, banker: int, one: int | None, other: int | None) -> int:
    """How many different things two cells of a row say; 0 where one of them leaves a choice."""
    actions = {ruleset.tableau.cell(banker, third).action for third in (one, other)}
    return 0 if Action.OPTIONAL in actions else len(actions)


def _alike(ruleset: Ruleset, pair: _Pair) -> bool:
    banker, one, other = pair
    return _decided(ruleset, banker, one.third, other.third) == 1
