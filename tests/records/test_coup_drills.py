"""A coup as a drill: its questions in order, no sign of how many there are, and a hint that does not count as known."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.quiz.coups import asked_of, told_of
from tests.records.drill_support import CHEMIN_DE_FER, ask_next, give, right_answer, start_drill
from tests.records.support import make_person
from training.quiz.rounds import Exercise
from training.records import drills
from training.records.answers import answers_of
from training.records.drills import Help
from training.records.progress import tallies
from training.rules.rulesets import load_rulesets

RULESETS = load_rulesets()


@pytest.fixture
def nadia(db):
    db.execute("PRAGMA synchronous = OFF")  # hundreds of writes, and no power cut is tested here
    return make_person(db)


def load(db, person, drill):
    return drills.load(db, drill, person_id=person.id)


def go_through(db, person, drill, answer=right_answer):
    """Answer to the end; yields the drill with each question open, and again when it is answered."""
    while not (mine := load(db, person, drill)).finished:
        yield mine
        give(db, person, drill, answer(mine))
        yield load(db, person, drill)
        ask_next(db, person, drill, mine.number, seed=mine.number)


def last_option(drill):
    """An answer that may be right or wrong."""
    return drill.question.options[-1].id if drill.question.options else "0"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_the_cards_left_do_not_tell_how_long_the_coup_will_be(db, nadia, ruleset):
    """Is the number the same from the first question of a coup to its last verdict, and then less by its cards?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=10, ruleset=ruleset)
    left: dict[int, set[int]] = {}
    used: dict[int, int] = {}
    for mine in go_through(db, nadia, drill):
        left.setdefault(mine.round, set()).add(mine.cards_left)
        facts = mine.question.facts
        used[mine.round] = len(facts.player) + len(facts.banker)
    assert list(left) == list(range(1, 11))
    assert all(len(numbers) == 1 for numbers in left.values())
    in_turn = [numbers.pop() for numbers in left.values()]
    assert [one - other for one, other in pairwise(in_turn)] == list(used.values())[:-1]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
@pytest.mark.parametrize("answer", [right_answer, last_option], ids=["right", "anyhow"])
def test_the_questions_come_in_the_order_of_the_coup(db, nadia, ruleset, answer):
    """However they are answered, is each question the one of the state that is right, in order, to the coup's end?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=5, ruleset=ruleset, seed=3)
    asked = {}
    for mine in go_through(db, nadia, drill, answer):
        if not mine.answered:
            asked.setdefault(mine.round, []).append(mine.question)
    assert len(asked) == 5
    for questions in asked.values():
        assert asked_of(questions) == told_of(ruleset.id, questions[-1].facts).asked
    assert (load(db, nadia, drill).right == sum(map(len, asked.values()))) is (answer is right_answer)


def test_an_answer_with_a_hint_does_not_count_as_known(db, nadia):
    """Is it kept, and left out of what the trainee knows?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, help=Help.GUIDED, length=1)
    hinted, known = [], []
    for mine in go_through(db, nadia, drill):
        if mine.answered:
            (hinted if mine.hinted else known).append(mine.question.skill)
        elif mine.number % 2:
            drills.take_hint(db, drill, person_id=nadia.id, number=mine.number)
    assert [answer.hinted for answer in answers_of(db, mine.id)] == [
        number % 2 == 0 for number in range(len(known + hinted))
    ]
    assert {skill: tally.asked for skill, tally in tallies(db, nadia.id).items() if tally.asked} == Counter(known)
    assert hinted
    assert known


def test_a_watched_shoe_ends_without_an_answer(db, nadia):
    """Are all its coups shown, a question at a time, and nothing written of them?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, help=Help.WATCH, length=5, ruleset=CHEMIN_DE_FER)
    seen = []
    while not (mine := load(db, nadia, drill)).finished:
        seen.append((mine.round, mine.question))
        ask_next(db, nadia, drill, mine.number, seed=mine.number)
    for number in range(1, 6):
        questions = [question for coup, question in seen if coup == number]
        assert asked_of(questions) == told_of("chemin-de-fer", questions[-1].facts).asked
    assert answers_of(db, mine.id) == []
    assert tallies(db, nadia.id) == {}
