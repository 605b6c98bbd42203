"""What comes next in a drill, and how a skill stands."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from training.quiz.foci import focus_of
from training.quiz.grading import Result
from training.quiz.practice import NothingLeft, Standing, choose_skill, part_of, standing
from training.quiz.skills import skills_of
from training.rules.rulesets import load_rulesets

R, W, T = Result.RIGHT, Result.WRONG, Result.TIMEOUT
PUNTO_BANCO = load_rulesets()["punto-banco"]
PARTS_OF = {id: list(dict.fromkeys(map(part_of, skills_of(rules)))) for id, rules in load_rulesets().items()}


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], Standing.UNSEEN),
        ([W], Standing.WEAK),
        ([T], Standing.WEAK),
        ([R], Standing.LEARNING),
        ([R, R], Standing.LEARNING),
        ([R, R, R], Standing.SURE),
        ([W, R, R], Standing.LEARNING),
        ([W, R, R, R], Standing.SURE),
        ([R, R, R, W], Standing.WEAK),
        ([R, R, R, T], Standing.WEAK),
        ([R, R, W, R], Standing.LEARNING),
        ([R, R, T, R, R], Standing.LEARNING),
        ([R, R, R, W, R, R, R], Standing.SURE),
    ],
)
def test_a_skill_stands_as_its_last_answers(results, expected):
    """Is a skill weak after a failure, sure after three right answers running, and being learned between?"""
    assert standing(results) is expected


@pytest.mark.parametrize("ruleset_id", list(load_rulesets()))
def test_every_skill_belongs_to_a_part_of_the_game(ruleset_id):
    """Are the parts rows and topics, so that 88 cells do not crowd out the rest?"""
    skills = skills_of(load_rulesets()[ruleset_id])
    assert {"natural", "player", "count", "outcome"} < set(PARTS_OF[ruleset_id])
    assert len(PARTS_OF[ruleset_id]) < 20
    rows = Counter(part for part in map(part_of, skills) if part.startswith("banker/"))
    assert rows == {f"banker/{count}": 11 for count in range(8)}


def drill(skills, length, rng, fails=lambda skill, number: False):
    """The skills that a drill asks, when those of `fails` are answered wrongly."""
    asked, times, right, last = [], Counter(), Counter(), None
    for number in range(length):
        skill = choose_skill(skills, times, right, last, rng)
        asked.append(skill)
        times[skill.id] += 1
        last = skill.id
        if not fails(skill, number):
            right[skill.id] += 1
    return asked


@pytest.mark.parametrize("focus", ["everything", "banker", "banker/6", "player", "hard-cells", "call"])
@pytest.mark.parametrize("seed", range(5))
def test_no_skill_comes_twice_running(focus, seed):
    """Does the next question not give away the one before, even when that one failed?"""
    skills = focus_of(PUNTO_BANCO, focus).skills
    rng = random.Random(seed)
    asked = drill(skills, 88, rng, fails=lambda skill, number: rng.random() < 0.4)
    assert [one.id for one, other in pairwise(asked) if one is other] == []


FAILS = {
    "nobody": lambda skill, number: False,
    "one part": lambda skill, number: part_of(skill) == "player",
    "all": lambda skill, number: True,
}


@pytest.mark.parametrize("fails", FAILS)
@pytest.mark.parametrize("ruleset_id", list(load_rulesets()))
@pytest.mark.parametrize("seed", range(5))
def test_the_parts_of_the_game_take_turns(ruleset_id, seed, fails):
    """In a drill of everything, is each part asked as often as the others, also by whoever always fails in one?"""
    parts = PARTS_OF[ruleset_id]
    asked = drill(skills_of(load_rulesets()[ruleset_id]), 4 * len(parts), random.Random(seed), FAILS[fails])
    for turn in range(4):
        assert sorted(map(part_of, asked[turn * len(parts) : (turn + 1) * len(parts)])) == sorted(parts)


def test_within_a_part_every_skill_has_its_turn():
    """Does a drill of 88 over the tableau show each cell once?"""
    skills = focus_of(PUNTO_BANCO, "banker").skills
    assert Counter(drill(skills, 88, random.Random(1))) == dict.fromkeys(skills, 1)


def test_what_went_wrong_comes_again_soon():
    """Is a cell that failed the first time asked again while each other one comes once?"""
    skills = focus_of(PUNTO_BANCO, "banker/5").skills
    for seed in range(20):
        failed = random.Random(seed).choice(skills)
        asked = drill(skills, 13, random.Random(seed), fails=lambda skill, number, failed=failed: skill is failed)
        assert asked.count(failed) >= 2


def test_whoever_fails_one_cell_every_time_is_still_asked_the_others():
    """Does one stubborn cell alternate with others instead of taking the whole drill?"""
    skills = focus_of(PUNTO_BANCO, "banker/5").skills
    failed = skills[0]
    asked = drill(skills, 40, random.Random(7), fails=lambda skill, number: skill is failed)
    assert 10 <= asked.count(failed) <= 20
    assert set(asked) == set(skills)


def test_a_drill_of_one_skill_asks_it_every_time():
    """Does the rule that nothing comes twice running not leave a single cell with nothing to ask?"""
    (skill,) = focus_of(PUNTO_BANCO, "banker/4/none").skills
    assert drill((skill,), 10, random.Random(1)) == [skill] * 10


def test_without_skills_there_is_nothing_to_ask():
    """Is an empty drill an error with a sentence (A33)?"""
    with pytest.raises(NothingLeft, match="was withdrawn"):
        choose_skill((), {}, {}, None, random.Random(1))


def test_what_was_asked_in_another_focus_does_not_matter():
    """Are answers to skills that are not in this drill left out of account?"""
    skills = focus_of(PUNTO_BANCO, "player").skills
    five = {"punto-banco/banker/3/8": 5}
    chosen = choose_skill(skills, five, five, "punto-banco/banker/3/8", random.Random(1))
    assert chosen in skills


def test_the_same_chance_gives_the_same_choice():
    """Is the generator the only chance there is?"""
    skills = skills_of(PUNTO_BANCO)
    assert drill(skills, 40, random.Random(11)) == drill(skills, 40, random.Random(11))
    assert len({choose_skill(skills, {}, {}, None, random.Random(seed)).id for seed in range(1000)}) > 100


def test_the_first_question_is_of_any_part_alike():
    """Do 88 cells not make nearly every first question one of the Banker's?"""
    skills = skills_of(PUNTO_BANCO)
    first = Counter(part_of(choose_skill(skills, {}, {}, None, random.Random(seed))) for seed in range(1400))
    expected = 1400 / len(PARTS_OF["punto-banco"])
    assert set(first) == set(PARTS_OF["punto-banco"])
    assert all(0.6 * expected < times < 1.4 * expected for times in first.values()), first
