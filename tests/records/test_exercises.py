"""Coups, pairs and transcripts as drills: several questions a round, hints, and drills that are only watched."""

import random
from collections import Counter

import pytest

from tests.records.drill_support import (
    CHEMIN_DE_FER,
    PUNTO_BANCO,
    ask_next,
    content,
    finish,
    give,
    load,
    right_answer,
    start_drill,
    wrong_answer,
)
from training.quiz.rounds import LENGTHS, MOST_CARDS, WHOLE_SHOE, Exercise
from training.records import answers, drills
from training.records.database import rows
from training.records.drills import Help
from training.rules.cards import PACK
from training.rules.errors import Conflict

SHORTEST = {
    exercise: min(length for length in lengths if length > 1)
    for exercise, lengths in LENGTHS.items()
    if exercise is not Exercise.KNOWLEDGE  # asks what a house has written itself
}


@pytest.mark.parametrize("ruleset", [PUNTO_BANCO, CHEMIN_DE_FER], ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("exercise", SHORTEST)
def test_every_exercise_comes_to_its_end(db, nadia, ruleset, exercise):
    """Do the answers of each exercise have their numbers without gaps, and is the last one the end?"""
    drill = start_drill(db, nadia, exercise=exercise, length=SHORTEST[exercise], ruleset=ruleset)
    finish(db, nadia, drill)
    done = load(db, nadia, drill)
    kept = answers.answers_of(db, done.id)
    assert (done.round, done.queue, done.last) == (SHORTEST[exercise], (), True)
    assert [answer.number for answer in kept] == list(range(1, done.number + 1))
    assert done.right == done.number >= SHORTEST[exercise]
    assert rows(db, "SELECT DISTINCT mode FROM answers") == [{"mode": str(exercise)}]


def test_after_a_wrong_step_the_coup_goes_on_from_the_right_state(db, nadia):
    """Are the questions of a coup the same, however they are answered?"""
    asked = []
    for answer in (right_answer, wrong_answer):
        drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=1)
        asked.append([])
        while not (mine := load(db, nadia, drill)).finished:
            asked[-1].append(mine.question)
            give(db, nadia, drill, answer(mine))
            ask_next(db, nadia, drill, mine.number)
    assert asked[0] == asked[1]
    assert len(asked[0]) > 2


def test_a_whole_shoe_is_dealt_to_its_end(db, nadia):
    """Is every card dealt at most as often as it lies in eight decks, and no coup begun without enough cards?"""
    db.execute("PRAGMA synchronous = OFF")
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=WHOLE_SHOE)
    before, dealt = 8 * 52, Counter()
    while not (mine := load(db, nadia, drill)).finished:
        assert mine.cards_left <= before
        if not mine.queue:
            facts = mine.question.facts
            dealt.update((*facts.player, *facts.banker))
            assert mine.cards_left - len(mine.shoe) == len(facts.player) + len(facts.banker)
        before = mine.cards_left
        give(db, nadia, drill, right_answer(mine))
        ask_next(db, nadia, drill, mine.number)
    left = Counter(mine.shoe.cards)
    assert left.total() < MOST_CARDS
    assert dealt + left == Counter(PACK * 8)
    assert mine.round < WHOLE_SHOE


def test_a_hint_is_recorded_with_the_answer_it_helped_and_no_other(db, nadia):
    """Does an answer say that it was helped, and is the next one given without?"""
    drill = start_drill(db, nadia, "banker/4", help=Help.GUIDED)
    take = lambda number: drills.take_hint(db, drill, person_id=nadia.id, number=number)  # noqa: E731
    assert not load(db, nadia, drill).hinted
    take(1)
    assert load(db, nadia, drill).hinted
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    before = content(db)
    take(1)
    assert content(db) == before
    ask_next(db, nadia, drill, 1)
    assert not load(db, nadia, drill).hinted
    before = content(db)
    for stale in (0, 1, 3):
        take(stale)
    assert content(db) == before
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    assert [answer.hinted for answer in answers.answers_of(db, load(db, nadia, drill).id)] == [True, False]


@pytest.mark.parametrize("help", [Help.ALONE, Help.WATCH])
def test_without_guidance_there_is_no_hint(db, nadia, help):
    """Can a hint not be had where none was chosen?"""
    drill = start_drill(db, nadia, help=help)
    before = content(db)
    with pytest.raises(Conflict, match="without hints"):
        drills.take_hint(db, drill, person_id=nadia.id, number=1)
    assert content(db) == before


def test_a_drill_that_is_watched_is_never_answered(db, nadia):
    """Does watching leave no answer behind, and come to its end?"""
    drill = start_drill(db, nadia, help=Help.WATCH)
    with pytest.raises(Conflict, match="only shown"):
        give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    for number in range(1, 11):
        assert not load(db, nadia, drill).finished
        ask_next(db, nadia, drill, number)
    done = load(db, nadia, drill)
    assert (done.finished, done.number, done.answered, done.right) == (True, 10, False, 0)
    assert answers.answers_of(db, done.id) == []


def test_pairs_keep_their_two_questions_together(db, nadia):
    """Does the second question of a pair follow the first, and belong to the same round?"""
    for seed in range(5):
        drill = start_drill(db, nadia, exercise=Exercise.PAIRS, length=5, seed=seed)
        rounds = []
        rng = random.Random(seed)
        while not (mine := load(db, nadia, drill)).finished:
            rounds.append(mine.round)
            give(db, nadia, drill, rng.choice(mine.question.options).id)
            ask_next(db, nadia, drill, mine.number, seed=seed * 100 + mine.number)
        assert rounds == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
