"""Drills: they begin, go on and end, and each question is answered once, whatever else arrives."""

import random
import threading

import pytest

from tests.records.drill_support import (
    BANK,
    PUNTO_BANCO,
    ask_next,
    content,
    finish,
    give,
    load,
    outcomes,
    right_answer,
    start_drill,
    wrong_answer,
)
from tests.records.support import NOON, after, make_person
from training.quiz.grading import Result
from training.quiz.rounds import LENGTHS, Exercise
from training.records import answers, drills
from training.records.database import connect, one, rows
from training.records.drills import Plan
from training.records.plans import Help
from training.rules.errors import Conflict, Illegal, NotFound

DRAW_OR_STAND = "banker/6"


# --- a drill begins, goes on and ends


def test_a_drill_begins_with_its_first_question_open(db, nadia):
    """Is there something to answer at once?"""
    drill = load(db, nadia, start_drill(db, nadia, DRAW_OR_STAND, length=20, limit=10))
    assert (drill.number, drill.answered, drill.finished, drill.right) == (1, False, False, 0)
    assert drill.question.skill.startswith("punto-banco/banker/6/")
    assert drill.plan == Plan(ruleset="punto-banco", focus="banker/6", length=20, limit=10, show_counts=False)
    assert drill.asked_at == NOON
    assert len(drill.public_id) >= 22


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"length": 15}, "length: 15; expected one of 10, 20, 40, 88"),
        ({"length": 0}, "length: 0"),
        ({"length": 10**9}, "length: 1000000000"),
        ({"limit": 7}, "limit: 7 seconds"),
        ({"limit": 0}, "limit: 0 seconds"),
        ({"limit": -5}, "limit: -5 seconds"),
    ],
)
def test_a_plan_that_is_not_offered_is_refused(changed, told):
    """Is a bad value named, 0 among them?"""
    plan = {"ruleset": "punto-banco", "focus": "everything", "length": 10, "limit": None, "show_counts": False}
    with pytest.raises(Illegal, match=told):
        Plan(**plan | changed)


@pytest.mark.parametrize("length", LENGTHS[Exercise.QUESTIONS])
def test_a3_the_numbers_of_a_finished_drill_have_no_gap(db, nadia, length):
    """Does each question of a drill have its one answer?"""
    drill = start_drill(db, nadia, length=length)
    finish(db, nadia, drill, now=after(seconds=3))
    done = load(db, nadia, drill)
    assert (done.finished, done.answered, done.number, done.right) == (True, True, length, length)
    assert [answer.number for answer in answers.answers_of(db, done.id)] == list(range(1, length + 1))
    assert {answer.latency_ms for answer in answers.answers_of(db, done.id)} <= {0, 3000}
    assert one(db, "SELECT finished_at FROM drills") == {"finished_at": "2026-11-02T12:00:03.000000+00:00"}


def test_what_can_be_gone_on_with_is_ones_own_and_the_latest_first(db, nadia):
    """Does the list of open drills leave out finished ones and other people's?"""
    started = [start_drill(db, nadia, now=after(minutes=minute)) for minute in range(5)]
    start_drill(db, make_person(db, "other"), now=after(minutes=9))
    finish(db, nadia, started[4])
    found = [drill.public_id for drill in drills.unfinished(db, person_id=nadia.id, most=3)]
    assert found == [started[3], started[2], started[1]]
    assert len(drills.unfinished(db, person_id=nadia.id, most=1)) == 1


def test_a_finished_drill_takes_nothing_more(db, nadia):
    """Does a replayed answer, a later number or a next change nothing after the end (A20)?"""
    drill = start_drill(db, nadia)
    finish(db, nadia, drill)
    before = content(db)
    for number in range(1, 11):
        assert give(db, nadia, drill, "draw", number=number) is False
        ask_next(db, nadia, drill, number)
    with pytest.raises(Conflict):
        give(db, nadia, drill, "draw", number=11)
    assert content(db) == before


def test_an_error_does_not_pass_for_the_end_of_a_drill(db, nadia, monkeypatch):
    """Where the next question cannot be made, is the drill not quietly finished?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))

    def fail(*args, **options):
        raise Illegal("seven aces are no shoe")

    monkeypatch.setattr(drills, "make_round", fail)
    before = content(db)
    with pytest.raises(Illegal, match="seven aces"):
        ask_next(db, nadia, drill, 1)
    assert content(db) == before


# --- one answer a question


def test_a1_the_same_answer_sent_eight_times_at_once_is_one_row(db, path, nadia):
    """Does a double click, a retry or an impatient network leave one answer, in each of 87 rounds?"""
    length, clients = 88, 8
    drill = start_drill(db, nadia, "banker", length=length)
    barrier, taken, errors = threading.Barrier(clients, timeout=60), [], []

    def send():
        own = connect(path)
        try:
            for number in range(1, length):
                barrier.wait()
                taken.append((number, give(own, nadia, drill, load(own, nadia, drill).question.options[0].id)))
                if barrier.wait() == 0:
                    ask_next(own, nadia, drill, number)
                barrier.wait()
        except Exception as error:
            errors.append(error)
            barrier.abort()
        finally:
            own.close()

    threads = [threading.Thread(target=send) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(taken) == sorted((number, client == 0) for number in range(1, length) for client in range(clients))
    assert [row["number"] for row in rows(db, "SELECT number FROM answers ORDER BY id")] == list(range(1, length))


def test_a1_of_different_answers_at_once_exactly_one_stands(db, path, nadia):
    """Do two tabs that answer differently at the same moment leave what the first one said?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND, length=20)
    barrier, first = threading.Barrier(2, timeout=60), []

    def send(given):
        own = connect(path)
        for number in range(1, 20):
            barrier.wait()
            if give(own, nadia, drill, given, number=number):
                first.append(given)
            barrier.wait()
            ask_next(own, nadia, drill, number)  # both go on at once, too
            barrier.wait()
        own.close()

    threads = [threading.Thread(target=send, args=[given]) for given in ("draw", "stand")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = rows(db, "SELECT number, given FROM answers ORDER BY number")
    assert kept == [{"number": number, "given": given} for number, given in enumerate(first, start=1)]
    assert len(kept) == 19
    assert load(db, nadia, drill).number == 20


def test_a4_the_first_answer_stands(db, nadia):
    """Does a second, better answer change nothing: at once, after going on, after the end?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    asked = load(db, nadia, drill)
    assert give(db, nadia, drill, wrong_answer(asked)) is True
    before = content(db)
    assert give(db, nadia, drill, right_answer(asked), now=after(seconds=9)) is False
    assert content(db) == before
    ask_next(db, nadia, drill, 1)
    before = content(db)
    assert give(db, nadia, drill, right_answer(asked), number=1) is False
    assert content(db) == before
    finish(db, nadia, drill)
    assert give(db, nadia, drill, right_answer(asked), number=1) is False
    assert answers.answer_to(db, load(db, nadia, drill).id, 1).verdict.result is Result.WRONG
    assert load(db, nadia, drill).right == 9


@pytest.mark.parametrize("number", [4, 5, 10, 11, 10**9])
def test_a5_a_question_that_is_not_open_yet_is_a_conflict(db, nadia, number):
    """Can nobody answer ahead, and is nothing written when they try?"""
    drill = start_drill(db, nadia)
    for done in (1, 2):
        give(db, nadia, drill, right_answer(load(db, nadia, drill)))
        ask_next(db, nadia, drill, done)
    before = content(db)
    with pytest.raises(Conflict, match=rf"Question {number} is not open; question 3 is\."):
        give(db, nadia, drill, "draw", number=number)
    assert content(db) == before


@pytest.mark.parametrize("number", [-1, 0, 1, 2])
def test_a6_an_old_page_writes_nothing(db, nadia, number):
    """Does a page that was kept open not answer the question that is open now?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    for done in (1, 2):
        give(db, nadia, drill, right_answer(load(db, nadia, drill)))
        ask_next(db, nadia, drill, done)
    before = content(db)
    assert give(db, nadia, drill, "draw", number=number) is False
    assert content(db) == before


def test_going_on_twice_asks_one_question(db, nadia):
    """Do a double click on Next, an old page's Next and a Next without an answer change nothing?"""
    drill = start_drill(db, nadia)
    before = content(db)
    ask_next(db, nadia, drill, 1)
    assert content(db) == before
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    for number in (0, 2, 99):
        ask_next(db, nadia, drill, number)
    assert load(db, nadia, drill).number == 1
    ask_next(db, nadia, drill, 1, seed=5)
    before = content(db)
    ask_next(db, nadia, drill, 1, seed=6)
    assert content(db) == before
    assert load(db, nadia, drill).number == 2


def test_a11_the_open_question_stays_the_same(db, path, nadia):
    """Does reloading thirty times, from any connection, at any time, show the same question?"""
    drill = start_drill(db, nadia)
    first = load(db, nadia, drill)
    other = connect(path)
    assert {load(where, nadia, drill).question for where in (db, other) for _ in range(15)} == {first.question}
    assert load(other, nadia, drill).asked_at == NOON
    other.close()


def test_a21_somebody_elses_drill_is_not_found(db, nadia):
    """Is a foreign drill neither read nor written, and told apart from a missing one by nothing?"""
    drill = start_drill(db, nadia)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    stranger = make_person(db, "stranger")
    before, rng = content(db), random.Random(1)
    told = set()
    for wanted in (drill, "x" * 24, "", "' OR 1=1 --"):
        for act in (
            lambda wanted: drills.load(db, wanted, person_id=stranger.id),
            lambda wanted: drills.answer(
                db, PUNTO_BANCO, wanted, person_id=stranger.id, number=1, given="draw", now=NOON
            ),
            lambda wanted: drills.next_question(
                db, PUNTO_BANCO, wanted, person_id=stranger.id, number=1, rng=rng, now=NOON, bank=BANK
            ),
        ):
            with pytest.raises(NotFound) as error:
                act(wanted)
            told.add(str(error.value))
    assert told == {"There is no such drill among yours."}
    assert content(db) == before


def test_a29_an_answer_that_is_none_of_the_options_leaves_the_question_open(db, nadia):
    """Is nonsense never graded as wrong, and can the question still be answered?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    before = content(db)
    for given in (None, "", "Draw", "draw ", "DRAW", "draw\n", "maybe", "0", "draw,stand", "x" * 100_000):
        with pytest.raises(Illegal):
            give(db, nadia, drill, given)
    assert content(db) == before
    assert give(db, nadia, drill, right_answer(load(db, nadia, drill))) is True
    assert outcomes(db) == ["right"]


def test_a_right_answer_with_a_hint_is_asked_but_not_counted_as_right(db, nadia):
    """Does what was only known with help come again like what went wrong?"""
    drill = start_drill(db, nadia, "banker/4", help=Help.GUIDED)
    subjects = []
    for number in (1, 2):
        mine = load(db, nadia, drill)
        subjects.append(mine.question.subject)
        if number == 1:
            drills.take_hint(db, drill, person_id=nadia.id, number=1)
        give(db, nadia, drill, right_answer(mine))
        ask_next(db, nadia, drill, number)
    helped, alone = subjects
    assert answers.asked_and_right(db, mine.id) == ({helped: 1, alone: 1}, {helped: 0, alone: 1})


def test_a_drill_that_was_ended_takes_no_answer_and_keeps_those_it_has(db, nadia):
    """Is it gone from the drills to go on with, ended twice as once, and can an old page write nothing into it?"""
    drill = start_drill(db, nadia, "banker/4", length=20)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    ask_next(db, nadia, drill, 1)
    drills.end(db, drill, person_id=nadia.id, now=after(minutes=1))
    ended = content(db)
    drills.end(db, drill, person_id=nadia.id, now=after(minutes=2))
    with pytest.raises(Conflict, match="was ended"):
        give(db, nadia, drill, "draw")
    ask_next(db, nadia, drill, 2)
    assert content(db) == ended
    assert drills.unfinished(db, person_id=nadia.id, most=3) == []
    assert outcomes(db) == ["right"]


def test_nobody_ends_somebody_elses_drill(db, nadia):
    """Is it not to be found, and still open?"""
    drill = start_drill(db, nadia, "banker/4")
    with pytest.raises(NotFound):
        drills.end(db, drill, person_id=make_person(db, "other").id, now=NOON)
    assert not load(db, nadia, drill).finished
