"""Drills: an answer is written once and stays, whatever else arrives."""

import json
import random
import sqlite3
import threading
from datetime import datetime, timedelta

import pytest

from tests.records.drill_support import (
    CHEMIN_DE_FER,
    PUNTO_BANCO,
    ask_next,
    content,
    finish,
    give,
    right_answer,
    start_drill,
    wrong_answer,
)
from tests.records.support import NOON, after, make_person
from training.quiz.asking import make_question
from training.quiz.grading import Result
from training.quiz.rounds import LENGTHS, Exercise
from training.quiz.skills import skills_by_id
from training.records import answers, drills
from training.records.database import connect, one, rows
from training.records.drills import GRACE_MS, LIMITS, Plan
from training.rules.errors import Busy, Conflict, Illegal, NotFound

DRAW_OR_STAND = "banker/6"


@pytest.fixture
def nadia(db):
    return make_person(db)


def load(db, person, drill):
    return drills.load(db, drill, person_id=person.id)


def outcomes(db):
    return [row["outcome"] for row in rows(db, "SELECT outcome FROM answers ORDER BY id")]


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
    found = [drill.public_id for drill in drills.unfinished(db, person_id=nadia.id)]
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


# --- one answer a question


def test_a1_the_same_answer_sent_eight_times_at_once_is_one_row(db, path, nadia):
    """Does a double click, a retry or an impatient network leave one answer, in each of 87 rounds?"""
    length, clients = 88, 8
    drill = start_drill(db, nadia, length=length)
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
                db, PUNTO_BANCO, wanted, person_id=stranger.id, number=1, rng=rng, now=NOON
            ),
        ):
            with pytest.raises(NotFound) as error:
                act(wanted)
            told.add(str(error.value))
    assert told == {"There is no such drill among yours."}
    assert content(db) == before


@pytest.mark.parametrize(
    "given", [None, "", "Draw", "draw ", "DRAW", "draw\n", "maybe", "0", "draw,stand", "x" * 100_000]
)
def test_a29_an_answer_that_is_none_of_the_options_leaves_the_question_open(db, nadia, given):
    """Is nonsense never graded as wrong, and can the question still be answered?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    before = content(db)
    with pytest.raises(Illegal):
        give(db, nadia, drill, given)
    assert content(db) == before
    assert give(db, nadia, drill, right_answer(load(db, nadia, drill))) is True
    assert outcomes(db) == ["right"]


# --- time


@pytest.mark.parametrize("limit", [limit for limit in LIMITS if limit])
@pytest.mark.parametrize(
    ("late_ms", "outcome"),
    [(-1, "right"), (0, "right"), (GRACE_MS - 1, "right"), (GRACE_MS, "right"), (GRACE_MS + 1, "timeout")],
)
def test_b2_an_answer_counts_until_the_limit_and_its_grace(db, nadia, limit, late_ms, outcome):
    """Where exactly does right become too late?"""
    drill = start_drill(db, nadia, limit=limit)
    now = NOON + timedelta(seconds=limit, milliseconds=late_ms)
    assert give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=now) is True
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.latency_ms) == (outcome, limit * 1000 + late_ms)


def test_a_late_answer_is_kept_with_what_was_given(db, nadia):
    """Is a timeout neither right nor wrong, with the answer beside it and no misconception read into it?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND, limit=5)
    given = wrong_answer(load(db, nadia, drill))
    give(db, nadia, drill, given, now=after(seconds=7))
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.verdict.given, answer.verdict.misconceptions) == ("timeout", given, ())
    assert load(db, nadia, drill).right == 0


@pytest.mark.parametrize("late_ms", [1, GRACE_MS, GRACE_MS + 1, 86_400_000])
def test_a_timer_that_runs_out_is_a_timeout_without_an_answer(db, nadia, late_ms):
    """Is what the page sends by itself when the time is over taken, at once and whenever it arrives?"""
    drill = start_drill(db, nadia, limit=5)
    assert give(db, nadia, drill, None, now=after(seconds=5, milliseconds=late_ms)) is True
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.verdict.given) == ("timeout", None)


def test_a30_no_answer_before_the_limit_is_no_answer(db, nadia):
    """Can nobody skip a question by sending nothing, with a limit or without?"""
    for limit in (None, 20):
        drill = start_drill(db, nadia, limit=limit)
        with pytest.raises(Illegal):
            give(db, nadia, drill, None, now=after(seconds=19))
        assert not load(db, nadia, drill).answered


def test_without_a_limit_an_answer_is_never_late(db, nadia):
    """Can one come back tomorrow?"""
    drill = start_drill(db, nadia)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=after(days=30))
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.latency_ms) == ("right", 30 * 86_400_000)


def test_b5_a_clock_that_steps_back_gives_no_negative_time(db, nadia):
    """Does a server's clock that is set back an hour leave a latency of zero and a right answer?"""
    drill = start_drill(db, nadia, limit=5)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=after(hours=-1))
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.latency_ms, answer.answered_at) == ("right", 0, after(hours=-1))


def test_b6_the_time_of_a_question_begins_when_it_is_asked(db, nadia):
    """Does the time for the second question not begin with the first?"""
    drill = start_drill(db, nadia, limit=5)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=after(seconds=4))
    ask_next(db, nadia, drill, 1, now=after(minutes=3))
    give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=after(minutes=3, seconds=2))
    assert [answer.latency_ms for answer in answers.answers_of(db, load(db, nadia, drill).id)] == [4000, 2000]


def test_b10_a_time_without_its_zone_is_refused(db, nadia):
    """Is a naive time an error that leaves nothing behind?"""
    drill = start_drill(db, nadia)
    naive = datetime(2026, 11, 2, 12, 0)  # noqa: DTZ001 - that is the point
    before = content(db)
    with pytest.raises((ValueError, TypeError)):
        give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=naive)
    with pytest.raises(ValueError, match="without its zone"):
        start_drill(db, nadia, now=naive)
    assert content(db) == before


# --- what is kept


def test_an_answer_holds_everything_it_was_graded_by(db, nadia):
    """Can an answer be read and checked years later without the program that asked it (A22)?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    asked = load(db, nadia, drill)
    give(db, nadia, drill, wrong_answer(asked), now=after(milliseconds=2345))
    (row,) = rows(db, "SELECT * FROM answers")
    question = json.loads(row["question"])
    assert question == json.loads(json.dumps(asked.question.as_dict()))
    assert (row["skill"], row["ruleset"]) == (asked.question.skill, "punto-banco")
    assert row["fingerprint"] == PUNTO_BANCO.fingerprint
    assert json.loads(row["facts"]) == question["facts"]
    assert json.loads(row["expected"]) == question["expected"]
    assert (row["person_id"], row["mode"], row["outcome"]) == (nadia.id, "questions", "wrong")
    assert (row["given"], row["latency_ms"]) == (wrong_answer(asked), 2345)
    assert row["answered_at"] == "2026-11-02T12:00:02.345000+00:00"
    (answer,) = answers.answers_of(db, asked.id)
    assert answer == answers.answer_to(db, asked.id, 1)
    assert (answer.question, answer.verdict.expected) == (asked.question, asked.question.expected)
    assert answers.answer_to(db, asked.id, 2) is None


def put_question(db, ruleset, skill, accept=lambda question: True):
    """Make the open question of the only drill one of this skill that `accept` likes."""
    made = (make_question(ruleset, skills_by_id(ruleset)[skill], random.Random(seed)) for seed in range(1000))
    question = next(question for question in made if accept(question))
    db.execute("UPDATE drills SET question = ?", [json.dumps(question.as_dict())])


def test_a26_zero_is_an_answer(db, nadia):
    """Is a count of 0 given, kept and right like any other?"""
    drill = start_drill(db, nadia, "count")
    put_question(db, PUNTO_BANCO, "punto-banco/count", lambda question: question.expected == ("0",))
    give(db, nadia, drill, "0")
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.given, answer.verdict.result) == ("0", "right")


@pytest.mark.parametrize("given", ["draw", "stand"])
def test_both_answers_are_right_where_the_choice_is_free(db, nadia, given):
    """Is nobody told wrong in an optional cell?"""
    drill = start_drill(db, nadia, "banker", ruleset=CHEMIN_DE_FER)
    optional = next(
        f"banker/{banker}/{third}" for banker, third, rule in CHEMIN_DE_FER.tableau.cells() if len(rule.right) == 2
    )
    put_question(db, CHEMIN_DE_FER, next(id for id in skills_by_id(CHEMIN_DE_FER) if id.endswith(optional)))
    give(db, nadia, drill, given)
    (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
    assert (answer.verdict.result, answer.verdict.free_choice) == ("right", True)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE answers SET outcome = 'right'",
        "UPDATE answers SET given = given",
        "DELETE FROM answers",
        "INSERT OR REPLACE INTO answers (person_id, drill_id, number, mode, hinted, question, given, outcome,"
        " misconceptions, latency_ms, answered_at) SELECT person_id, drill_id, number, mode, hinted, question, given,"
        " 'right', misconceptions, latency_ms, answered_at FROM answers",
        "UPDATE OR REPLACE answers SET number = 1",
        "DELETE FROM drills",
        "DELETE FROM people",
        "DELETE FROM teams",
    ],
)
def test_c12_answers_are_never_changed_nor_deleted(db, nadia, change):
    """Does the database itself hold on to every answer, and to all that it belongs to?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    give(db, nadia, drill, wrong_answer(load(db, nadia, drill)))
    before = content(db)
    with pytest.raises(sqlite3.IntegrityError, match="answers are never|FOREIGN KEY"):
        db.execute(change)
    assert content(db) == before


IMPOSSIBLE_ANSWERS = {
    "number": 0,
    "mode": "exam",
    "hinted": 2,
    "question": "no json",
    "given": None,
    "outcome": "maybe",
    "misconceptions": "no json",
    "latency_ms": -1,
    "answered_at": "2026-11-02T12:00:00",
    "person_id": 99,
    "drill_id": 99,
}


@pytest.mark.parametrize(
    ("column", "value"),
    [*IMPOSSIBLE_ANSWERS.items(), ("latency_ms", "soon"), ("number", 1), ("question", "{}")],
)
def test_c13_the_database_refuses_impossible_answers(db, nadia, column, value):
    """Are the rules of an answer in the database itself: ranges, words, times, one a question?"""
    drill = start_drill(db, nadia, DRAW_OR_STAND)
    give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    names = list(IMPOSSIBLE_ANSWERS)
    (row,) = rows(db, f"SELECT {', '.join(names)} FROM answers")
    fine = row | {"number": 2}
    sql = f"INSERT INTO answers ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})"
    with pytest.raises((sqlite3.IntegrityError, sqlite3.OperationalError)):
        db.execute(sql, fine | {column: value})
    db.execute(sql, fine)


@pytest.mark.parametrize(
    "change",
    [
        "number = 0",
        "round = 0",
        "round = 11",
        "exercise = 'exam'",
        "help = 'all of it'",
        "hinted = 1",
        "queue = '['",
        "length = 0",
        "length = 201",
        "limit_seconds = 0",
        "limit_seconds = 301",
        "limit_seconds = 'ten'",
        "show_counts = 2",
        "question = '{'",
        "asked_at = '2026-11-02 12:00'",
        "finished_at = 'now'",
        "public_id = 'short'",
        "person_id = 99",
    ],
)
def test_c13_the_database_refuses_impossible_drills(db, nadia, change):
    """And those of a drill?"""
    start_drill(db, nadia)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(f"UPDATE drills SET {change}")


# --- all or nothing


class DiskFull(Exception):
    """What the n-th statement raises."""


def fail_at(db, monkeypatch, statement):
    """Let the n-th statement of what follows fail after it was carried out, and tell how many there were."""
    ran, execute = [], db.execute

    def counted(sql, *values):
        result = execute(sql, *values)
        ran.append(sql)
        if len(ran) == statement:
            raise DiskFull
        return result

    monkeypatch.setattr(db, "execute", counted)
    return ran


ACTS = {
    "start": (lambda db, nadia, drill: start_drill(db, nadia), 1),
    "answer": (lambda db, nadia, drill: give(db, nadia, drill, right_answer(load(db, nadia, drill)), number=9), 4),
    "last answer": (lambda db, nadia, drill: give(db, nadia, drill, right_answer(load(db, nadia, drill))), 5),
    "next": (lambda db, nadia, drill: ask_next(db, nadia, drill, 9), 4),
}


@pytest.mark.parametrize("act", ACTS)
def test_c4_whichever_statement_fails_nothing_is_half_written(db, nadia, act):
    """Is all of a write undone when any statement of it fails, and does it work afterwards?"""
    run, least = ACTS[act]
    drill = start_drill(db, nadia)
    for number in range(1, 9):
        give(db, nadia, drill, right_answer(load(db, nadia, drill)))
        ask_next(db, nadia, drill, number)
    if act != "answer":
        give(db, nadia, drill, right_answer(load(db, nadia, drill)))
    if act == "last answer":
        ask_next(db, nadia, drill, 9)
    before = content(db)
    for statement in range(1, 20):
        with pytest.MonkeyPatch.context() as patch:
            ran = fail_at(db, patch, statement)
            try:
                run(db, nadia, drill)
            except DiskFull:
                assert not db.conn.in_transaction
            else:
                break
        assert content(db) == before, ran
    assert statement > least
    assert content(db) != before
    assert load(db, nadia, drill).finished is (act == "last answer")


def test_c3_an_answer_that_cannot_be_kept_says_so_and_can_be_sent_again(db, path, nadia):
    """Does a reader that holds up the commit end in Busy, with nothing written?"""
    drill = start_drill(db, nadia)
    given = right_answer(load(db, nadia, drill))
    before = content(db)
    hasty, reader = connect(path, busy_seconds=0.05), connect(path)
    reader.conn.execute("BEGIN")
    reader.conn.execute("SELECT count(*) FROM drills").fetchone()
    with pytest.raises(Busy, match="nothing was written"):
        give(hasty, nadia, drill, given)
    reader.conn.execute("COMMIT")
    assert content(db) == before
    assert give(hasty, nadia, drill, given) is True
    hasty.close()
    reader.close()
