"""What is weak, and what to practise now: no drill that answers itself."""

import random

import pytest

from training.quiz.advice import Exercised, drill_title, weakest, what_now, with_look_alikes
from training.quiz.bank_files import load_bank
from training.quiz.grading import Result
from training.quiz.mastery import Tally, cells_of
from training.quiz.rounds import Exercise, make_round, offer_of
from training.quiz.skills import skills_by_id, skills_of
from training.quiz.subjects import Kind
from training.rules.rulesets import load_rulesets

R, W = Result.RIGHT, Result.WRONG
RULESETS = load_rulesets()
BANK = load_bank(RULESETS)
PUNTO_BANCO, CHEMIN_DE_FER, NEW_JERSEY = (RULESETS[id] for id in ("punto-banco", "chemin-de-fer", "nj-minibaccarat"))
NONE = frozenset()


def tallied(**results):
    """Tallies by the path of a skill in punto banco, `_` for `/`: `banker_3_8="WR"`."""
    return {
        f"punto-banco/{path.replace('_', '/')}": Tally([R if letter == "R" else W for letter in letters])
        for path, letters in results.items()
    }


def labels(found):
    return [one.text for one in found]


def test_most_errors_come_first_then_what_failed_last():
    """In which order are weak rules named, and what is sure or never failed left out?"""
    found = tallied(
        banker_3_8="WW", banker_5_4="RW", banker_6_6="WR", banker_4_1="WRRR", banker_4_2="R", natural="W", count="WWWR"
    )
    assert labels(weakest([PUNTO_BANCO], found, NONE)) == [
        "The point count of a hand: 3 of 4 wrong",
        "Banker 3, third card 8: 2 of 2 wrong",
        "A natural stops both hands: 1 of 1 wrong",
        "Banker 5, third card 4: 1 of 2 wrong",
        "Banker 6, third card 6: 1 of 2 wrong",
    ]


def test_weak_rules_of_all_rulesets_are_named_once():
    """Is a rule that two games share named under the one that was practised last, and what is withdrawn not at all?"""
    found = tallied(natural="W", count="WW") | {"chemin-de-fer/banker/4/0": Tally([W, W, W])}
    for first, other in ((PUNTO_BANCO, NEW_JERSEY), (NEW_JERSEY, PUNTO_BANCO)):
        weak = weakest([first, other, CHEMIN_DE_FER], found, NONE)
        assert [(one.ruleset.id, one.skill.id) for one in weak] == [
            ("chemin-de-fer", "chemin-de-fer/banker/4/0"),
            (first.id, "punto-banco/count"),
            (first.id, "punto-banco/natural"),
        ]
    gone = frozenset({"chemin-de-fer/banker/4/0", "punto-banco/count"})
    assert labels(weakest([PUNTO_BANCO, CHEMIN_DE_FER], found, gone)) == ["A natural stops both hands: 1 of 1 wrong"]
    assert weakest([PUNTO_BANCO], {}, NONE) == []


@pytest.mark.parametrize(
    ("ruleset", "path", "gone", "expected"),
    [
        ("punto-banco", "banker/4/none", (), ("pairs", "none-or-zero")),
        ("punto-banco", "banker/5/0", (), ("pairs", "none-or-zero")),
        ("punto-banco", "banker/5/0", ("banker/5/none",), ("questions", "banker/5")),
        ("punto-banco", "banker/3/none", (), ("questions", "banker/3")),
        ("punto-banco", "banker/3/8", (), ("questions", "banker/3")),
        ("punto-banco", "banker/3/7", ("banker/3/8",), ("questions", "banker")),
        ("punto-banco", "banker/6/6", (), ("questions", "banker/6")),
        ("punto-banco", "banker/0/4", (), ("questions", "banker")),
        ("punto-banco", "banker/7/none", (), ("questions", "banker")),
        ("punto-banco", "player/5", (), ("questions", "player")),
        ("punto-banco", "natural", (), ("questions", "natural")),
        ("chemin-de-fer", "irregularity/5", (), ("questions", "irregularity")),
        ("nz-mini-1994", "cutting-card", (), ("questions", "procedure")),
        ("punto-banco", "payment/banker", (), ("questions", "payment")),
    ],
)
def test_a_weak_rule_is_practised_among_its_look_alikes(ruleset, path, gone, expected):
    """Which drill is advised for it?"""
    rules = RULESETS[ruleset]
    (skill,) = [skill for skill in skills_of(rules) if skill.path == path]
    withdrawn = frozenset(f"{ruleset}/{each}" for each in gone)
    assert with_look_alikes(rules, skill, withdrawn) == expected


@pytest.mark.parametrize("ruleset_id", list(RULESETS))
def test_no_drill_that_is_advised_answers_itself(ruleset_id):
    """Is each there to be had, and does something in it turn on the cards, which its title does not tell?"""
    rules = RULESETS[ruleset_id]
    for skill in skills_of(rules):
        drill = with_look_alikes(rules, skill, NONE)
        assert offer_of(rules, drill.exercise, drill.focus, BANK)
        assert drill_title(rules, drill) != skill.title or skill.kind is not Kind.ACTION
    cells = {drill for skill, _ in cells_of(rules, {}).values() for drill in [with_look_alikes(rules, skill, NONE)]}
    for exercise, focus in cells:
        made = [make_round(rules, exercise, focus, random.Random(seed), bank=BANK).questions for seed in range(40)]
        expected = {question.expected for questions in made for question in questions}
        assert {("draw",), ("stand",)} <= expected, (exercise, focus)


def told(advice):
    return [(one.title, one.text, one.drill.focus, one.length) for one in advice]


FIRST = ("Your first drill", "Ten questions from all over the game.", "everything", 10)
ALL = ("A bit of everything", "Twenty questions from all over the game.", "everything", 20)


def test_who_is_new_begins_with_everything():
    """Do the words say what the drill asks?"""
    tableau = ("The whole tableau", "88 of 88 cells not asked yet.", "banker", 20)
    assert told(what_now([PUNTO_BANCO], {}, NONE)) == [FIRST, tableau]
    assert what_now([CHEMIN_DE_FER], {}, NONE)[0].ruleset is CHEMIN_DE_FER


def test_what_is_weak_comes_before_what_is_new():
    """Are the two worst drills advised, each with the rules that it is for, then the rest of the tableau, then all?"""
    found = tallied(banker_4_none="WW", banker_5_0="W", banker_3_8="W", banker_6_6="WWW", banker_6_7="W", count="R")
    gone = frozenset({"punto-banco/banker/0/0"})
    assert told(what_now([PUNTO_BANCO], found, gone)) == [
        (
            "Banker 6",
            "Banker 6, third card 6: 3 of 3 wrong; Banker 6, third card 7: 1 of 1 wrong.",
            "banker/6",
            20,
        ),
        (
            "No third card, or one worth zero",
            "Banker 4, no third card: 2 of 2 wrong; Banker 5, third card 0: 1 of 1 wrong.",
            "none-or-zero",
            5,
        ),
        ("The whole tableau", "82 of 87 cells not asked yet.", "banker", 20),
        ALL,
    ]


def test_who_has_been_asked_every_cell_goes_on_with_everything():
    """Is there always something to do?"""
    found = {skill.id: Tally([R, R, R]) for skill, _ in cells_of(PUNTO_BANCO, {}).values()}
    assert told(what_now([PUNTO_BANCO], found, NONE)) == [ALL]


def test_the_weakest_rule_of_another_ruleset_is_practised_there():
    """Does the advice say under which rules, though others were practised last?"""
    found = {"chemin-de-fer/banker/4/0": Tally([W]), "punto-banco/natural": Tally([R])}
    first, *rest = what_now([PUNTO_BANCO, CHEMIN_DE_FER], found, NONE)
    assert (first.ruleset, first.drill) == (CHEMIN_DE_FER, Exercised(Exercise.PAIRS, "none-or-zero"))
    assert {one.ruleset for one in rest} == {PUNTO_BANCO}
    assert "chemin-de-fer/banker/4/0" in skills_by_id(CHEMIN_DE_FER)
