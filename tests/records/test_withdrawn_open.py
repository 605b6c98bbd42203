"""A manager withdraws a question while it lies open in a drill: no answer to it counts, and the drill goes on."""

import pytest

from tests.records.drill_support import (
    CHEMIN_DE_FER,
    PUNTO_BANCO,
    ask_next,
    content,
    give,
    load,
    outcomes,
    right_answer,
    start_drill,
    wrong_answer,
)
from tests.records.test_disputes import withdraw
from training.quiz.rounds import Exercise
from training.records.drills import Help, Withdrawn


@pytest.fixture
def disputed(db, nadia):
    """An answer that somebody can have disputed: a withdrawal needs one."""
    drill = start_drill(db, nadia, "banker/0")
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    return drill


@pytest.mark.parametrize("exercise", Exercise)
def test_an_open_question_that_was_withdrawn_is_not_graded(db, nadia, disputed, exercise):
    """In every exercise: is an answer refused with the reason, is nothing written, and does the drill go on?"""
    drill = start_drill(db, nadia, exercise=exercise, length=10, seed=4)
    mine = load(db, nadia, drill)
    withdraw(db, mine.question.subject)
    before = content(db)
    for answer in (right_answer, wrong_answer):
        with pytest.raises(Withdrawn, match="A manager withdrew this question; go on to the next one."):
            give(db, nadia, drill, answer(mine))
    assert content(db) == before
    assert (load(db, nadia, drill).withdrawn, load(db, nadia, drill).done) == (True, True)
    ask_next(db, nadia, drill, 1)
    ask_next(db, nadia, drill, 1)
    then = load(db, nadia, drill)
    assert (then.number, then.withdrawn, then.answered) == (2, False, False)
    assert then.question.subject != mine.question.subject
    assert give(db, nadia, drill, right_answer(mine), number=1) is False
    assert give(db, nadia, drill, right_answer(then)) is True
    assert outcomes(db) == ["right", "right"]


@pytest.mark.parametrize(
    ("exercise", "ruleset", "round"),
    [
        (Exercise.PAIRS, PUNTO_BANCO, 2),
        (Exercise.FAULTS, CHEMIN_DE_FER, 2),
        (Exercise.COUPS, PUNTO_BANCO, 1),
    ],
)
def test_a_pair_or_transcript_goes_as_a_whole_and_a_coup_goes_on(db, nadia, disputed, exercise, ruleset, round):
    """Is the second question of a pair not asked without the first, and the rest of a coup asked?"""
    drill = start_drill(db, nadia, exercise=exercise, length=5, ruleset=ruleset, seed=4)
    withdraw(db, load(db, nadia, drill).question.subject)
    ask_next(db, nadia, drill, 1)
    assert load(db, nadia, drill).round == round


def test_after_an_answer_a_withdrawal_changes_nothing(db, nadia, disputed):
    """Is what was answered before still answered, with its verdict, and the same answer no error?"""
    drill = start_drill(db, nadia, "banker/6")
    mine = load(db, nadia, drill)
    give(db, nadia, drill, right_answer(mine))
    withdraw(db, mine.question.subject)
    assert not load(db, nadia, drill).withdrawn
    assert give(db, nadia, drill, wrong_answer(mine)) is False


@pytest.mark.parametrize("help", [Help.ALONE, Help.WATCH])
def test_the_last_question_of_a_drill_may_be_withdrawn(db, nadia, disputed, help):
    """Does going on from it end the drill, once?"""
    drill = start_drill(db, nadia, "banker/6", help=help)
    while (mine := load(db, nadia, drill)).number < 10:
        if help is Help.ALONE:
            give(db, nadia, drill, right_answer(mine))
        ask_next(db, nadia, drill, mine.number, seed=mine.number)
    withdraw(db, mine.question.subject)
    assert not load(db, nadia, drill).finished
    ask_next(db, nadia, drill, 10)
    before = content(db)
    ask_next(db, nadia, drill, 10)
    assert content(db) == before
    done = load(db, nadia, drill)
    assert (done.finished, done.number, done.right) == (True, 10, 9 if help is Help.ALONE else 0)


def test_the_last_round_ends_when_all_that_is_left_of_it_was_withdrawn(db, nadia, disputed):
    """Is no round begun that was not asked for?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=1, seed=4)
    mine = load(db, nadia, drill)
    for subject in {question.subject for question in mine.queue} - {mine.question.subject}:
        withdraw(db, subject)
    while not (mine := load(db, nadia, drill)).finished:
        give(db, nadia, drill, right_answer(mine))
        ask_next(db, nadia, drill, mine.number)
    assert mine.round == 1


def test_the_cards_left_stay_the_same_when_the_end_of_a_coup_was_withdrawn(db, nadia, disputed):
    """Does the number of cards before a coup not come from its last question, which may be missing?"""
    for path in ("outcome", "call/player-wins", "call/banker-wins", "call/tie", "call/banker-draws"):
        withdraw(db, f"punto-banco/{path}")
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=1, seed=4)
    assert load(db, nadia, drill).cards_left == 416
