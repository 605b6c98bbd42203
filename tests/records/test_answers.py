"""Answers are final: what is kept with them, and that all of a write is kept or nothing."""

import json
import random
import sqlite3

import pytest

from tests.records.drill_support import (
    CHEMIN_DE_FER,
    PUNTO_BANCO,
    ask_next,
    content,
    give,
    load,
    right_answer,
    start_drill,
    wrong_answer,
)
from tests.records.support import after
from training.quiz.asking import make_question
from training.quiz.skills import skills_by_id
from training.records import answers
from training.records.database import connect, rows
from training.rules.errors import Busy

DRAW_OR_STAND = "banker/6"


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
    assert (answer.verdict.result, answer.verdict.expected) == ("right", ("draw", "stand"))


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
