"""Contrast pairs: is the one thing different that the pair promises, and is nothing free or impossible in it?"""

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.quiz.dealing_school import GAMES, banker_may, count, player_may
from training.quiz.pairs import Contrast, contrasts_of, make_pair
from training.quiz.questions import Question
from training.rules.errors import NotFound
from training.rules.rulesets import load_rulesets

RULESETS = load_rulesets()
ALL = tuple(GAMES)
OF_THE_TABLEAU = (Contrast.NONE_OR_ZERO, Contrast.SAME_CARD, Contrast.OTHER_CARD)
SEEDS = 500
SAID = {
    False: [("dominant player", "Stay"), ("dealer", "Stay"), ("banker", "Under 8"), ("dealer", "Under 8")],
    True: [("dominant player", "Card"), ("dealer", "Card"), ("banker", "Under 8"), ("dealer", "Under 8")],
}


class Side:
    """One question of a pair, read off its cards."""

    def __init__(self, question: Question) -> None:
        player, banker = map(str, question.facts.player), map(str, question.facts.banker)
        self.question = question
        self.player, self.banker = tuple(player), tuple(banker)
        self.count = count(self.player[:2])
        self.third = count(self.player[2:]) if len(self.player) == 3 else None
        self.row = count(self.banker)
        self.expected = {question.text_of(option) for option in question.expected}


@cache
def pairs(ruleset: str, contrast: Contrast) -> list[tuple[Side, Side]]:
    made = (make_pair(RULESETS[ruleset], contrast, Random(seed)) for seed in range(SEEDS))
    return [(Side(first), Side(second)) for first, second in made]


def each_pair(contrasts):
    every = [(ruleset, contrast) for ruleset in ALL for contrast in contrasts]
    return pytest.mark.parametrize(("ruleset", "contrast"), every)


@each_pair(OF_THE_TABLEAU)
def test_both_questions_are_asked_rightly_about_the_same_cards_of_the_banker(ruleset, contrast):
    """Same Banker's cards, one right answer each, nothing that the rules could not have dealt or said?"""
    game = GAMES[ruleset]
    for pair in pairs(ruleset, contrast):
        assert pair[0].banker == pair[1].banker
        for side in pair:
            assert side.expected == set(banker_may(game, side.row, side.third))
            assert len(side.expected) == 1  # no cell in which the choice is free
            assert side.count < 8
            assert ("Stand" if side.third is None else "Draw") in player_may(game, side.count)
            assert max(Counter((*side.player, *side.banker)).values()) <= game.decks
            column = "none" if side.third is None else side.third
            assert side.question.skill.partition("/")[2] == f"banker/{side.row}/{column}"
            assert side.question.facts.hand == "banker"
            said = [(said.who, said.call) for said in side.question.facts.said]
            assert said == (SAID[side.third is not None] if game.patrons else [])


def differ(pair: tuple[Side, Side]) -> bool:
    return pair[0].expected != pair[1].expected


@pytest.mark.parametrize("ruleset", ALL)
def test_no_card_stands_against_a_zero_card(ruleset):
    """Where they differ, rows 4 and 5 and no others, each as often; every kind of zero card?"""
    rows, alike, zeros = Counter(), set(), Counter()
    for pair in pairs(ruleset, Contrast.NONE_OR_ZERO):
        none, zero = sorted(pair, key=lambda side: len(side.player))
        assert (none.third, zero.third) == (None, 0)
        zeros[zero.player[2][0]] += 1
        if differ(pair):
            assert (none.expected, zero.expected) == ({"Draw"}, {"Stand"})
            rows[none.row] += 1
        else:
            alike.add(none.row)
    assert set(rows) == {4, 5}
    assert alike == {0, 1, 2, 3, 6, 7} - ({6} if ruleset == "chemin-de-fer" else set())
    assert set(zeros) == set("TJQK")
    assert abs(rows[4] - rows.total() / 2) < SEEDS / 10


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("contrast", [Contrast.NONE_OR_ZERO, Contrast.OTHER_CARD])
def test_the_second_answer_does_not_follow_from_the_first(ruleset, contrast):
    """Are the answers of a third of the pairs alike?"""
    alike = sum(not differ(pair) for pair in pairs(ruleset, contrast))
    assert abs(alike - SEEDS / 3) < 3.3 * (SEEDS * 2 / 9) ** 0.5  # p = 0.001


def test_after_stay_half_of_the_pairs_are_in_the_cell_where_the_word_matters():
    """Six without a third card: does the dealer's word decide there, and only there? [001 (5)-(8)]"""
    optional = 0
    for seed in range(SEEDS):
        pair = make_pair(RULESETS["chemin-de-fer"], Contrast.STAY_OR_CARD, Random(seed))
        of_six = count(tuple(map(str, pair[0].facts.banker))) == 6
        assert of_six is (pair[0].expected != pair[1].expected)
        optional += of_six
    assert abs(optional - SEEDS / 2) < 3.3 * (SEEDS / 4) ** 0.5  # p = 0.001


def test_where_there_are_no_irregularities_no_pair_about_them_is_made():
    with pytest.raises(NotFound, match="stay-or-card"):
        make_pair(RULESETS["punto-banco"], Contrast.STAY_OR_CARD, Random(1))


@pytest.mark.parametrize("ruleset", ALL)
def test_the_same_card_is_answered_alike_where_the_new_count_would_not(ruleset):
    """Same value, same answer, other counts, and whoever reads the Player's new count gets one of the two wrong?"""
    game, rows = GAMES[ruleset], Counter()
    for one, other in pairs(ruleset, Contrast.SAME_CARD):
        assert one.third == other.third is not None
        assert one.expected == other.expected
        assert one.count != other.count
        misread = [banker_may(game, side.row, count(side.player)) for side in (one, other)]
        assert len(misread[0]) == len(misread[1]) == 1
        assert misread[0] != misread[1]
        rows[one.row] += 1
    assert set(rows) == {3, 4, 5, 6}


@pytest.mark.parametrize("ruleset", ALL)
def test_another_card_to_the_same_count(ruleset):
    """Same Player's count, other third card; each row in which the card decides?"""
    rows = Counter()
    for one, other in pairs(ruleset, Contrast.OTHER_CARD):
        assert one.count == other.count
        assert None not in (one.third, other.third)
        assert one.third != other.third
        rows[one.row] += 1
    assert set(rows) == {3, 4, 5, 6}


@each_pair(OF_THE_TABLEAU)
def test_the_order_is_left_to_chance(ruleset, contrast):
    """Does either side come first as often as the other?"""

    def key(side: Side) -> tuple[int, int]:
        return (-1 if side.third is None else side.third, side.count)

    first = sum(key(one) < key(other) for one, other in pairs(ruleset, contrast))
    assert abs(first - SEEDS / 2) < 3.3 * (SEEDS / 4) ** 0.5  # p = 0.001


@each_pair(OF_THE_TABLEAU)
def test_rows_come_equally_often(ruleset, contrast):
    """Does a row with many cells not crowd out the row with one?"""
    rows = Counter(pair[0].row for pair in pairs(ruleset, contrast) if differ(pair) or contrast is Contrast.SAME_CARD)
    fair = rows.total() / len(rows)
    assert sum((times - fair) ** 2 / fair for times in rows.values()) < 16.3  # chi squared, 3 degrees, p = 0.001


@pytest.mark.parametrize("ruleset", ALL)
def test_a_ruleset_offers_the_contrasts_it_has(ruleset):
    """Is the pair about a card after “Stay” offered where there are such irregularities only?"""
    with_irregularities = {Contrast.STAY_OR_CARD} if ruleset == "chemin-de-fer" else set()
    assert set(contrasts_of(RULESETS[ruleset])) == {*OF_THE_TABLEAU, *with_irregularities}


def test_a_house_without_the_contrast_offers_and_makes_none(house):
    """Where no card and a zero are the same, is there nothing to ask?"""
    ruleset = house('[banker.4]\nnone = "stand"\n[banker.5]\nnone = "stand"\n')
    assert Contrast.NONE_OR_ZERO not in contrasts_of(ruleset)
    with pytest.raises(NotFound, match="none-or-zero"):
        make_pair(ruleset, Contrast.NONE_OR_ZERO, Random(1))


@each_pair(OF_THE_TABLEAU)
def test_the_same_seed_makes_the_same_pair(ruleset, contrast):
    assert make_pair(RULESETS[ruleset], contrast, Random(9)) == make_pair(RULESETS[ruleset], contrast, Random(9))
