"""How people get it wrong: recomputed exactly (rules.md section 9), and named by the wrong answers that fit."""

from collections import Counter
from math import comb
from random import Random

import pytest

from training.quiz.asking import make_question
from training.quiz.misconceptions import MISCONCEPTIONS, Decision, fitting
from training.quiz.questions import Facts, Option, Question
from training.quiz.skills import Kind, skills_by_id
from training.rules.cards import parse_cards
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Provenance

RULESETS = load_rulesets()
RIGHT = {
    "ignores-third-card": 86.9,
    "uses-new-count": 89.3,
    "no-card-as-zero": 94.5,
    "zero-as-no-card": 94.5,
    "row-above": 91.0,
    "chases": 79.3,
    "stands-on-six": 98.6,
    "draws-on-six": 89.7,
    "three-eight": 99.3,
}
"""How many of 100 random Banker decisions somebody with this belief gets right."""

TABLEAU = """
      -    0 1 2 3 4 5 6 7 8 9
  0   D    D D D D D D D D D D
  1   D    D D D D D D D D D D
  2   D    D D D D D D D D D D
  3   D    D D D D D D D D S D
  4   D    S S D D D D D D S S
  5   D    S S S S D D D D S S
  6   S    S S S S S S D D S S
  7   S    S S S S S S S S S S
"""
ROWS = [line.split()[1:] for line in TABLEAU.strip().splitlines()[1:]]
CELLS = {
    (banker, None if column == 0 else column - 1): {"D": "draw", "S": "stand"}[letter]
    for banker, row in enumerate(ROWS)
    for column, letter in enumerate(row)
}


def weigh_all_coups(decks: int) -> tuple[Counter, int, int, int]:
    """Every coup by the values of its cards, each with its number of ordered draws of five cards.

    Returns the Banker's decisions as (his count, third card, Player's count after drawing) → draws; then how many
    draws there are in all, how many end with a natural, and how many somebody misdeals who lets a hand draw by its own
    count against the other's natural.
    """
    shoe = [16 * decks] + [4 * decks] * 9
    fifth = 52 * decks - 4
    decisions: Counter = Counter()
    total = naturals = misdealt = 0
    for p1 in range(10):
        for b1 in range(10):
            for p2 in range(10):
                for b2 in range(10):
                    left, ways = shoe.copy(), 1
                    for value in (p1, b1, p2, b2):
                        ways *= left[value]
                        left[value] -= 1
                    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
                    total += ways * fifth
                    if player > 7 or banker > 7:
                        naturals += ways * fifth
                        lower = banker if player > 7 else player
                        if lower <= 5:
                            misdealt += ways * fifth
                    elif player > 5:
                        decisions[banker, None, player] += ways * fifth
                    else:
                        for third in range(10):
                            decisions[banker, third, (player + third) % 10] += ways * left[third]
    return decisions, total, naturals, misdealt


@pytest.fixture(scope="module")
def coups() -> tuple[Counter, int, int, int]:
    return weigh_all_coups(8)


@pytest.fixture(scope="module")
def decisions(coups) -> Counter:
    return coups[0]


def answer(misconception: str, banker: int, third: int | None, player: int) -> str:
    tableau = RULESETS["punto-banco"].tableau
    return str(MISCONCEPTIONS[misconception].action(tableau, Decision(banker, third, player)))


def share_right(misconception: str, decisions: Counter) -> float:
    right = sum(
        ways
        for (banker, third, player), ways in decisions.items()
        if answer(misconception, banker, third, player) == CELLS[banker, third]
    )
    return 100 * right / decisions.total()


def wrong_cells(misconception: str, decisions: Counter) -> set[tuple[int, int | None]]:
    return {
        (banker, third)
        for banker, third, player in decisions
        if answer(misconception, banker, third, player) != CELLS[banker, third]
    }


def test_every_misconception_of_the_rules_has_a_name_here():
    """Does the product know all twelve (row above and row below apart)?"""
    assert set(MISCONCEPTIONS) == {*RIGHT, "row-below", "majority-of-row", "misses-natural"}
    assert all(name == one.id and one.title and one.text.endswith(".") for name, one in MISCONCEPTIONS.items())
    assert len({one.title for one in MISCONCEPTIONS.values()}) == len(MISCONCEPTIONS)


@pytest.mark.parametrize(("misconception", "percent"), RIGHT.items())
def test_when_banker_decisions_come_at_random_then_a_misconception_is_right_so_often(decisions, misconception, percent):
    """Does each belief do what its name says, exactly as often as was computed for it? (8 decks, all coups weighed)"""
    assert share_right(misconception, decisions) == pytest.approx(percent, abs=0.1)


HARD_FORTY = [(banker, third) for banker in (3, 4, 5, 6) for third in range(10)]


@pytest.mark.parametrize(
    ("misconception", "cells"),
    [
        ("no-card-as-zero", {(4, None), (5, None)}),
        ("zero-as-no-card", {(4, 0), (5, 0)}),
        ("stands-on-six", {(6, 6), (6, 7)}),
        ("draws-on-six", {(6, None), (6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5), (6, 8), (6, 9)}),
        ("three-eight", {(3, 8)}),
        ("row-above", {(3, 8), (4, 0), (4, 1), (4, 9), (5, 2), (5, 3), (6, 4), (6, 5), (7, 6), (7, 7)}),
        ("row-below", {(2, 8), (3, 0), (3, 1), (3, 9), (4, 2), (4, 3), (5, 4), (5, 5), (6, 6), (6, 7)}),
    ],
)
def test_a_misconception_shows_in_these_cells_and_in_no_others(decisions, misconception, cells):
    """Where does a belief give itself away?"""
    assert wrong_cells(misconception, decisions) == cells


@pytest.mark.parametrize("misconception", ["ignores-third-card", "uses-new-count", "majority-of-row"])
def test_a_misconception_about_the_third_card_shows_in_rows_three_to_six_only(decisions, misconception):
    """Are the easy rows no place to find it?"""
    assert {banker for banker, _ in wrong_cells(misconception, decisions)} == {3, 4, 5, 6}


def test_chasing_shows_in_every_row(decisions):
    """Does somebody who draws only when behind go wrong everywhere?"""
    assert {banker for banker, _ in wrong_cells("chases", decisions)} == set(range(8))


def test_who_ignores_the_third_card_has_27_of_the_hard_forty():
    """How many of the hard cells does one get right by the Banker's count alone?"""
    right = [cell for cell in HARD_FORTY if answer("ignores-third-card", *cell, player=0) == CELLS[cell]]
    assert len(right) == 27


def test_who_gives_each_row_its_commoner_action_has_76_of_all_cells():
    """How far does one get without knowing the table?"""
    assert len([cell for cell in CELLS if answer("majority-of-row", *cell, player=0) == CELLS[cell]]) == 76
    assert len([cell for cell in HARD_FORTY if answer("majority-of-row", *cell, player=0) == CELLS[cell]]) == 29


def test_who_misses_naturals_misdeals_23_of_100_coups(coups):
    """What does it cost not to know that a natural stops both hands?"""
    _, total, naturals, misdealt = coups
    assert 100 * misdealt / total == pytest.approx(23.5, abs=0.1)
    assert 100 * naturals / total == pytest.approx(34.3, abs=0.1)


def test_one_given_hard_cell_comes_once_in_about_220_coups(coups):
    """Why are questions dealt for a skill and not at random?"""
    decisions, total, _, _ = coups
    by_cell: Counter = Counter()
    for (banker, third, _), ways in decisions.items():
        by_cell[banker, third] += ways
    seldom = [total / by_cell[cell] for cell in HARD_FORTY if cell[1] != 0]
    assert min(seldom) > 219
    assert max(seldom) < 225


def test_a_quiz_dealt_at_random_would_pass_who_ignores_the_third_card(decisions):
    """Do 91 of 100 such quizzes of 30 decisions end with 80 % or more?"""
    p = share_right("ignores-third-card", decisions) / 100
    assert sum(comb(30, right) * p**right * (1 - p) ** (30 - right) for right in range(24, 31)) == pytest.approx(
        0.91, abs=0.005
    )


# What a wrong answer is called.


def banker_question(player: str, banker: str, ruleset: str = "punto-banco") -> Question:
    """Banker to act: the Player's two or three cards and the Banker's two."""
    return Question(
        ruleset=ruleset,
        fingerprint="0" * 64,
        skill=f"{ruleset}/banker",
        kind=Kind.ACTION,
        facts=Facts(parse_cards(player), parse_cards(banker), (), "banker"),
        prompt="Banker’s hand: draw or stand?",
        options=(Option("draw", "Draw"), Option("stand", "Stand")),
        expected=("draw",),
        citation="a book",
        provenance=Provenance.TEXT,
        explanation="Because.",
        hint="Think.",
    )


@pytest.mark.parametrize(
    ("player", "banker", "given", "names"),
    [
        pytest.param(
            *("5h Kd 8s", "Kc 3c", "draw"),
            {"ignores-third-card", "uses-new-count", "row-above", "majority-of-row", "three-eight"},
            id="3/8 drawn, Player 3",
        ),
        pytest.param(
            *("2h Kd 8s", "Kc 3c", "draw"),
            {"ignores-third-card", "uses-new-count", "row-above", "majority-of-row", "three-eight"},
            id="3/8 drawn, Player 0",
        ),
        pytest.param(
            *("Kh Kd 8s", "Kc 3c", "draw"),
            {"ignores-third-card", "row-above", "majority-of-row", "three-eight", "chases"},
            id="3/8 drawn, Player 8",
        ),
        pytest.param("6h Kd", "Kc 4c", "stand", {"no-card-as-zero"}, id="4/none stood"),
        pytest.param("6h Kd", "Kc 5c", "stand", {"no-card-as-zero", "majority-of-row"}, id="5/none stood"),
        pytest.param(
            *("Kh Kd Qs", "Kc 4c", "draw"),
            {"ignores-third-card", "zero-as-no-card", "row-above", "majority-of-row"},
            id="4/0 drawn, Player 0",
        ),
        pytest.param(
            *("5h Kd Qs", "Kc 4c", "draw"),
            {"ignores-third-card", "uses-new-count", "zero-as-no-card", "row-above", "chases", "majority-of-row"},
            id="4/0 drawn, Player 5",
        ),
        pytest.param("Kh Kd Ts", "Kc 5c", "draw", {"ignores-third-card", "zero-as-no-card"}, id="5/0 drawn, Player 0"),
        pytest.param(
            *("Kh Kd 6s", "Kc 6c", "stand"),
            {"ignores-third-card", "row-below", "chases", "stands-on-six", "majority-of-row"},
            id="6/6 stood, Player 6",
        ),
        pytest.param(
            *("5h Kd 7s", "Kc 6c", "stand"),
            {"ignores-third-card", "uses-new-count", "row-below", "chases", "stands-on-six", "majority-of-row"},
            id="6/7 stood, Player 2",
        ),
        pytest.param("6h Kd", "Kc 6c", "draw", {"draws-on-six"}, id="6/none drawn, level"),
        pytest.param("7h Kd", "Kc 6c", "draw", {"draws-on-six", "chases"}, id="6/none drawn, behind"),
        pytest.param("2h Kd 5s", "Kc 6c", "draw", {"uses-new-count", "row-above", "chases", "draws-on-six"}, id="6/5"),
        pytest.param("Kh Kd 5s", "Kc 6c", "draw", {"row-above", "draws-on-six"}, id="6/5 drawn, Player 5"),
        pytest.param("Kh Kd As", "Kc 2c", "stand", {"chases"}, id="2/1 stood, ahead"),
        pytest.param("Kh Kd 8s", "Kc 2c", "stand", {"row-below"}, id="2/8 stood"),
        pytest.param("Kh Kd 6s", "Kc 7c", "draw", {"row-above"}, id="7/6 drawn, Player 6"),
        pytest.param("2h Kd 6s", "Kc 7c", "draw", {"row-above", "chases"}, id="7/6 drawn, Player 8"),
        pytest.param("Kh Kd 9s", "Kc Qc", "stand", set(), id="0/9 stood: nobody would"),
        pytest.param("7h Kd", "Kc 7c", "draw", set(), id="7/none drawn: nobody would"),
        pytest.param("6h Kd", "Kc 3c", "stand", set(), id="3/none stood: nobody would"),
    ],
)
def test_when_an_answer_is_wrong_then_exactly_the_misconceptions_it_fits_are_named(player, banker, given, names):
    """Is a slip read as what it may have been, and as nothing else?"""
    fits = fitting(RULESETS["punto-banco"], banker_question(player, banker), given)
    assert set(fits) == names
    assert len(fits) == len(names)


@pytest.mark.parametrize("ruleset", ["punto-banco", "nj-minibaccarat", "nz-mini-1994"])
def test_when_all_decisions_are_answered_wrong_then_the_names_are_those_that_give_that_answer(decisions, ruleset):
    """Do grading and the percentages above speak of the same beliefs, at every decision there is?"""
    rank, hands = "TA23456789", {}
    for banker, third, player in decisions:
        first = player if third is None else (player - third) % 10
        cards = f"{rank[first]}h Kd" if third is None else f"{rank[first]}h Kd {rank[third]}s"
        hands[banker, third, player] = banker_question(cards, f"Kc {rank[banker]}c", ruleset)
    for (banker, third, player), question in hands.items():
        wrong = {"draw": "stand", "stand": "draw"}[CELLS[banker, third]]
        named = set(fitting(RULESETS[ruleset], question, wrong))
        believed = {one for one in MISCONCEPTIONS if one != "misses-natural"}
        assert named == {one for one in believed if answer(one, banker, third, player) == wrong}


def test_when_chemin_de_fer_is_played_then_its_own_tableau_decides_what_is_wrong():
    """Is a belief about the row above read from the ruleset's own table?"""
    rules = RULESETS["chemin-de-fer"]
    assert "zero-as-no-card" in fitting(rules, banker_question("Kh Kd Qs", "Kc 4c", "chemin-de-fer"), "draw")
    assert "draws-on-six" in fitting(rules, banker_question("Kh Kd 5s", "Kc 6c", "chemin-de-fer"), "draw")
    assert set(fitting(rules, banker_question("7h Kd", "Kc 7c", "chemin-de-fer"), "draw")) == set()


def question_of(ruleset: str, skill: str, wanted: str) -> Question:
    """A question of a skill whose key is `wanted`."""
    rules, rng = RULESETS[ruleset], Random(1)
    while True:
        question = make_question(rules, skills_by_id(rules)[f"{ruleset}/{skill}"], rng)
        if question.expected == (wanted,):
            return question


def test_when_a_natural_is_overlooked_then_that_is_its_name_and_the_other_way_round_has_none():
    """Is only the slip that lets a hand draw called a missed natural?"""
    rules = RULESETS["punto-banco"]
    assert fitting(rules, question_of("punto-banco", "natural", "yes"), "no") == ("misses-natural",)
    assert fitting(rules, question_of("punto-banco", "natural", "no"), "yes") == ()


@pytest.mark.parametrize(
    ("skill", "right", "given"),
    [
        ("player/5", "draw", "stand"),
        ("player/6", "stand", "draw"),
        ("count", "0", "9"),
        ("outcome", "tie", "player"),
        ("call/player-draws", "card-for-player", "player-stands"),
    ],
)
def test_when_the_banker_is_not_asked_about_then_no_misconception_of_his_tableau_is_named(skill, right, given):
    """Is a slip elsewhere left without a name it does not deserve?"""
    assert fitting(RULESETS["punto-banco"], question_of("punto-banco", skill, right), given) == ()


@pytest.mark.parametrize(
    ("player", "banker", "named"),
    [
        ("Kh Kd 9s", "Kc 4c", "row-above"),  # reads 3 against 9
        ("Kh Kd 4s", "Kc 6c", "row-above"),  # reads 5 against 4
        ("Kh Kd Qs", "Kc 6c", "zero-as-no-card"),  # reads 6 and no third card
    ],
)
def test_when_a_misconception_reads_an_optional_cell_then_drawing_fits_it(player, banker, named):
    """Is who reads the wrong cell told so where that cell leaves him free?"""
    rules = RULESETS["chemin-de-fer"]
    assert named in fitting(rules, banker_question(player, banker, "chemin-de-fer"), "draw")
