"""Judging: right, wrong, too late, and what is no answer at all."""

from random import Random

import pytest

from training.quiz.asking import make_question
from training.quiz.grading import Result, judge
from training.quiz.questions import Question
from training.quiz.skills import skills_by_id, skills_of
from training.rules.errors import Illegal
from training.rules.rulesets import load_rulesets

RULESETS = load_rulesets()
PUNTO_BANCO = RULESETS["punto-banco"]


def ask(skill: str, seed: int = 1) -> Question:
    ruleset = RULESETS[skill.split("/")[0]]
    return make_question(ruleset, skills_by_id(ruleset)[skill], Random(seed))


def test_when_the_answer_is_the_key_then_it_is_right_and_nothing_is_wrong_with_it():
    """What does a right answer look like?"""
    verdict = judge(PUNTO_BANCO, ask("punto-banco/banker/3/8"), "stand")
    assert (verdict.result, verdict.given, verdict.expected) == (Result.RIGHT, "stand", ("stand",))
    assert verdict.misconceptions == ()


def test_when_the_answer_is_another_then_it_is_wrong_with_what_was_expected_and_its_misconceptions():
    """Does a wrong answer say why?"""
    verdict = judge(PUNTO_BANCO, ask("punto-banco/banker/3/8"), "draw")
    assert (verdict.result, verdict.given, verdict.expected) == (Result.WRONG, "draw", ("stand",))
    assert "three-eight" in verdict.misconceptions
    assert "ignores-third-card" in verdict.misconceptions


@pytest.mark.parametrize("given", ["stand", "draw", None])
def test_when_time_has_run_out_then_it_is_a_timeout_whatever_was_given(given):
    """Is too late neither right nor wrong, and the answer kept?"""
    verdict = judge(PUNTO_BANCO, ask("punto-banco/banker/3/8"), given, in_time=False)
    assert (verdict.result, verdict.given, verdict.expected) == (Result.TIMEOUT, given, ("stand",))
    assert verdict.misconceptions == ()


@pytest.mark.parametrize("given", ["hit", "", "Draw", " draw", "draw ", "0", "none", "None", "DRAW", "draw,stand"])
@pytest.mark.parametrize("in_time", [True, False])
def test_when_an_answer_is_none_of_the_options_then_it_is_refused_and_not_graded_wrong(given, in_time):
    """Is a broken form never held against a trainee?"""
    with pytest.raises(Illegal, match=f"'{given}' is none of the answers: draw, stand"):
        judge(PUNTO_BANCO, ask("punto-banco/banker/3/8"), given, in_time=in_time)


def test_when_there_is_no_answer_in_time_then_one_is_asked_for():
    """Is an empty answer a request to choose, not a mistake?"""
    with pytest.raises(Illegal, match="choose one of the answers"):
        judge(PUNTO_BANCO, ask("punto-banco/banker/3/8"), None)


@pytest.mark.parametrize("cell", ["3/9", "5/4", "6/none"])
@pytest.mark.parametrize("given", ["draw", "stand"])
def test_when_the_cell_is_optional_then_both_answers_are_right_and_it_says_so(cell, given):
    """Is nobody wrong where the banker may choose? (rules.md section 3)"""
    verdict = judge(RULESETS["chemin-de-fer"], ask(f"chemin-de-fer/banker/{cell}"), given)
    assert (verdict.result, verdict.misconceptions) == (Result.RIGHT, ())
    assert verdict.expected == ("draw", "stand")


@pytest.mark.parametrize("given", ["card", "stay"])
def test_when_the_player_has_five_at_chemin_de_fer_then_either_announcement_is_right(given):
    """Is the option of the dominant player his own?"""
    verdict = judge(RULESETS["chemin-de-fer"], ask("chemin-de-fer/call/dominant-player/5"), given)
    assert (verdict.result, verdict.expected) == (Result.RIGHT, ("card", "stay"))
    for other in ("natural", "under-8"):
        assert judge(RULESETS["chemin-de-fer"], ask("chemin-de-fer/call/dominant-player/5"), other).result == "wrong"


def test_a26_when_the_answer_is_zero_then_it_is_an_answer():
    """Is "0" given, right where it is right, and wrong where it is not?"""
    zero = next(q for q in (ask("punto-banco/count", seed) for seed in range(999)) if q.expected == ("0",))
    other = next(q for q in (ask("punto-banco/count", seed) for seed in range(999)) if q.expected != ("0",))
    assert (judge(PUNTO_BANCO, zero, "0").result, judge(PUNTO_BANCO, zero, "0").given) == (Result.RIGHT, "0")
    assert (judge(PUNTO_BANCO, other, "0").result, judge(PUNTO_BANCO, other, "0").given) == (Result.WRONG, "0")


def test_a16_when_the_options_stand_in_another_order_then_the_mark_is_the_same():
    """Is an answer graded by what it is and not by where it stood?"""
    question = ask("chemin-de-fer/call/banker/9").as_dict()
    for places in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]):
        shuffled = Question.from_dict({**question, "options": [question["options"][place] for place in places]})
        results = {
            option.id: judge(RULESETS["chemin-de-fer"], shuffled, option.id).result for option in shuffled.options
        }
        assert results == {"natural": "right", "card": "wrong", "stay": "wrong", "under-8": "wrong"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_when_any_question_is_answered_with_each_option_then_it_is_right_exactly_for_the_key(ruleset):
    """Is the key the only thing that makes an answer right, for every skill?"""
    rules, rng = RULESETS[ruleset], Random(5)
    for skill in skills_of(rules):
        question = make_question(rules, skill, rng)
        for option in question.options:
            verdict = judge(rules, question, option.id)
            assert verdict.result == ("right" if option.id in question.expected else "wrong")
            assert verdict.result is Result.WRONG or verdict.misconceptions == ()


@pytest.mark.parametrize("ruleset", ["punto-banco", "chemin-de-fer"])
def test_when_an_answer_is_right_then_the_question_read_back_from_its_stored_form_says_so_too(ruleset):
    """Can an answer be judged again later from what was kept?"""
    rules, rng = RULESETS[ruleset], Random(6)
    for skill in skills_of(rules):
        question = make_question(rules, skill, rng)
        again = Question.from_dict(question.as_dict())
        assert [judge(rules, again, option.id) for option in again.options] == [
            judge(rules, question, option.id) for option in question.options
        ]
