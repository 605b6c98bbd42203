"""The rule in one sentence, read aloud here once, and held against the cells it is made from."""

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.quiz.explanations import (
    cell_sentence,
    count_sentence,
    natural_sentence,
    none_sentence,
    player_sentence,
    ranges,
    row_sentence,
)
from training.rules.cards import Hand, parse_cards
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action, Provenance, Rule, Tableau

RULESETS = load_rulesets()
CLASSICAL = ("punto-banco", "nj-minibaccarat", "nz-mini-1994")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([0], "0"),
        ([8], "8"),
        ([6, 7], "6 or 7"),
        ([8, 9], "8 or 9"),
        ([0, 9], "0 or 9"),
        ([0, 1, 2], "0–2"),
        ([2, 3, 4, 5, 6, 7], "2–7"),
        ([0, 1, 8, 9], "0, 1, 8 or 9"),
        ([0, 1, 2, 3, 8, 9], "0–3, 8 or 9"),
        ([0, 1, 2, 9], "0–2 or 9"),
        ([1, 3, 5, 7], "1, 3, 5 or 7"),
        ([0, 1, 2, 4, 5, 6], "0–2 or 4–6"),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "0–9"),
        ([7, 6], "6 or 7"),
        ({9, 0, 8}, "0, 8 or 9"),
        (range(2, 8), "2–7"),
    ],
)
def test_numbers_are_said_as_people_say_them(numbers, text):
    """Are runs of three and more drawn together, and pairs not?"""
    assert ranges(numbers) == text


def test_numbers_can_be_joined_with_another_word():
    """Can a sentence say and instead of or?"""
    assert ranges([0, 1, 9], "and") == "0, 1 and 9"


NONE = "When the Player has no third card, Banker draws on 0–5 and stands on 6 or 7."
ROWS = [
    "With 0, Banker draws whatever the Player’s third card is.",
    "With 1, Banker draws whatever the Player’s third card is.",
    "With 2, Banker draws whatever the Player’s third card is.",
    "With 3, Banker draws on every third card except 8.",
    "With 4, Banker draws when the Player’s third card is 2–7 and stands on 0, 1, 8 or 9.",
    "With 5, Banker draws when the Player’s third card is 4–7 and stands on 0–3, 8 or 9.",
    "With 6, Banker draws when the Player’s third card is 6 or 7 and stands on 0–5, 8 or 9.",
    "With 7, Banker stands whatever the Player’s third card is.",
]
TABLE_3 = {
    3: "With 3, Banker draws when the Player’s third card is 0–7, may do either on 9, and stands on 8.",
    5: "With 5, Banker draws when the Player’s third card is 5–7, may do either on 4, and stands on 0–3, 8 or 9.",
}


@pytest.mark.parametrize("ruleset", CLASSICAL)
@pytest.mark.parametrize("banker", range(8))
def test_a_row_of_the_classical_tableau_is_said_so(ruleset, banker):
    """Would a dealer say it like this?"""
    assert row_sentence(RULESETS[ruleset], banker) == ROWS[banker]


@pytest.mark.parametrize("banker", range(8))
def test_a_row_of_table_3_is_said_so(banker):
    """Are the two options of chemin de fer said where they are?"""
    assert row_sentence(RULESETS["chemin-de-fer"], banker) == TABLE_3.get(banker, ROWS[banker])


@pytest.mark.parametrize(
    ("ruleset", "sentence"),
    [
        ("punto-banco", NONE),
        ("nj-minibaccarat", NONE),
        ("nz-mini-1994", NONE),
        (
            "chemin-de-fer",
            "When the Player has no third card, Banker draws on 0–5, may do either on 6, and stands on 7.",
        ),
    ],
)
def test_the_column_of_no_third_card_is_said_so(ruleset, sentence):
    """Is the column that is not a zero said by itself?"""
    assert none_sentence(RULESETS[ruleset]) == sentence


@pytest.mark.parametrize(
    ("ruleset", "sentence"),
    [
        ("punto-banco", "Player draws on 0–5 and stands on 6 or 7."),
        ("nj-minibaccarat", "Player draws on 0–5 and stands on 6 or 7."),
        ("nz-mini-1994", "Player draws on 0–5 and stands on 6 or 7."),
        ("chemin-de-fer", "Player draws on 0–4, may do either on 5, and stands on 6 or 7."),
    ],
)
def test_the_players_rule_is_said_so(ruleset, sentence):
    """Is the Player's rule one sentence?"""
    assert player_sentence(RULESETS[ruleset]) == sentence


NOT_ZERO = " A third card worth zero is not the same as no third card."
FREE = " Here the choice is free: both answers are right."


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", [None, *range(10)])
def test_a_cell_is_explained_by_its_row_or_column_and_by_what_misleads_there(banker, third):
    """Is the trap of zero and no card named in the four cells where it matters, and in no other?"""
    sentence = cell_sentence(RULESETS["punto-banco"], banker, third)
    trap = (banker, third) in {(4, None), (4, 0), (5, None), (5, 0)}
    assert sentence == (NONE if third is None else ROWS[banker]) + (NOT_ZERO if trap else "")


@pytest.mark.parametrize(("banker", "third"), [(3, 9), (5, 4), (6, None)])
def test_an_optional_cell_says_that_the_choice_is_free(banker, third):
    """Is it said that both answers are right?"""
    assert FREE in cell_sentence(RULESETS["chemin-de-fer"], banker, third)


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("5h 3d", "5 + 3 = 8."),
        ("Kh Qd", "0 + 0 = 0."),
        ("9h Ad", "9 + 1 = 10, and only the last digit counts: 0."),
        ("7h 8d", "7 + 8 = 15, and only the last digit counts: 5."),
        ("9h 9d 9s", "9 + 9 + 9 = 27, and only the last digit counts: 7."),
        ("Ah 2d Ts", "1 + 2 + 0 = 3."),
    ],
)
def test_a_count_is_explained_card_by_card(cards, sentence):
    """Can a trainee follow the sum?"""
    assert count_sentence(Hand(parse_cards(cards))) == sentence


STOPS = "a natural 8 or 9 in either hand stops both hands; no more cards are dealt."


@pytest.mark.parametrize(
    ("player", "banker", "sentence"),
    [
        (8, 0, f"Player has 8: {STOPS}"),
        (0, 9, f"Banker has 9: {STOPS}"),
        (9, 8, f"Player has 9 and Banker has 8: {STOPS}"),
        (0, 7, "Player has 0 and Banker 7: without an 8 or 9 on the first two cards the coup goes on."),
    ],
)
def test_a_natural_is_explained_with_the_hand_that_has_it(player, banker, sentence):
    """Is the hand named that stops the coup?"""
    assert natural_sentence(player, banker) == sentence


# No sentence contradicts its cells.


def numbers_after(words: str, sentence: str) -> set[int]:
    """The numbers named after some words, ranges written out; empty when the words do not come."""
    found = re.search(rf"{words} ((?:\d(?:–\d)?(?:, | or )?)+)", sentence)
    named: set[int] = set()
    for first, last in re.findall(r"(\d)(?:–(\d))?", found[1] if found else ""):
        named.update(range(int(first), int(last or first) + 1))
    return named


def read_row(sentence: str) -> dict[str, set[int]]:
    """What a sentence about a row claims: third cards by action."""
    if "draws whatever" in sentence:
        return {"draw": set(range(10)), "optional": set(), "stand": set()}
    if "stands whatever" in sentence:
        return {"draw": set(), "optional": set(), "stand": set(range(10))}
    optional, stands = numbers_after("either on", sentence), numbers_after("stands on", sentence)
    if "except" in sentence:
        stands = numbers_after("except", sentence)
        return {"draw": set(range(10)) - stands, "optional": set(), "stand": stands}
    return {"draw": numbers_after("third card is", sentence), "optional": optional, "stand": stands}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("banker", range(8))
def test_the_sentence_of_a_row_names_exactly_the_cells_of_that_row(ruleset, banker):
    """Could somebody who knows the sentence alone fill in the row?"""
    rules = RULESETS[ruleset]
    claimed = read_row(row_sentence(rules, banker))
    for third in range(10):
        assert third in claimed[rules.tableau.cell(banker, third).action]
    assert sum(map(len, claimed.values())) == 10


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_sentence_of_no_third_card_names_exactly_that_column(ruleset):
    """Could somebody who knows the sentence alone fill in the column?"""
    sentence = none_sentence(RULESETS[ruleset])
    claimed = {
        "draw": numbers_after("draws on", sentence),
        "optional": numbers_after("either on", sentence),
        "stand": numbers_after("stands on", sentence),
    }
    for banker in range(8):
        assert banker in claimed[RULESETS[ruleset].tableau.cell(banker, None).action]
    assert sum(map(len, claimed.values())) == 8


def with_row(actions):
    """Punto banco with another row 4."""
    base = RULESETS["punto-banco"]
    rows = list(base.tableau.rows)
    rows[4] = tuple(Rule(action, "a book", Provenance.HOUSE) for action in (Action.DRAW, *actions))
    return dataclasses.replace(base, tableau=Tableau(tuple(rows)))


ACTIONS = st.lists(st.sampled_from([Action.DRAW, Action.STAND, Action.OPTIONAL]), min_size=10, max_size=10)


@given(ACTIONS)
def test_whatever_row_a_house_writes_its_sentence_names_exactly_its_cells(actions):
    """Is the sentence true of any row that somebody may put into a file?"""
    if Action.STAND not in actions and Action.OPTIONAL in actions:
        return  # the test below
    sentence = row_sentence(with_row(actions), 4)
    claimed = read_row(sentence)
    assert {name: claimed[name] for name in ("draw", "optional", "stand")} == {
        name: {third for third, action in enumerate(actions) if action == name}
        for name in ("draw", "optional", "stand")
    }, sentence
    assert sentence.startswith("With 4, Banker ")
    assert sentence.endswith(".")
    assert not re.search(r"  | \.|,,| ,", sentence), sentence


@pytest.mark.parametrize("row", ["DDDDDDDDDO", "OOOOOOOOOO", "DDDDDOOOOO"])
def test_when_a_row_never_stands_then_its_sentence_is_still_one(row):
    """Does a house that lets the banker choose against a nine read a whole sentence?"""
    sentence = row_sentence(with_row([{"D": Action.DRAW, "O": Action.OPTIONAL}[letter] for letter in row]), 4)
    assert "stands on ." not in sentence
