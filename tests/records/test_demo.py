"""The demo: invented people who practise as people do; loading it again completes it and adds nothing."""

import json
import os
import random
import sqlite3
from collections import Counter
from multiprocessing import get_context

import pytest

from tests.records.drill_support import BANK, PUNTO_BANCO, content
from tests.records.support import NOON, PASSWORD, after, try_sign_in
from training.records import demo, drills, passwords, people
from training.records.database import connect, create_file, one, rows
from training.records.migrations import migrate
from training.records.people import Role

PASSWORDS = {person.username: PASSWORD for person in demo.PEOPLE}


def load(db, seed=3, now=NOON):
    demo.load(db, PUNTO_BANCO, BANK, random.Random(seed), now, PASSWORDS)


def planned(person):
    """How many answers an invented person has given."""
    return sum(demo.PLANS[place % len(demo.PLANS)][1] for place in range(person.drills))


def answers_by_username(db):
    joined = "people LEFT JOIN answers ON person_id = people.id"
    found = rows(db, f"SELECT username, count(answers.id) AS answers FROM {joined} GROUP BY username")
    return {row["username"]: row["answers"] for row in found}


EVERYONE = {person.username: planned(person) for person in demo.PEOPLE}


@pytest.fixture(scope="module")
def demo_db(tmp_path_factory):
    """One demo for all tests that only look at it."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    create_file(path)
    opened = connect(path)
    migrate(opened)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COST", passwords.Cost(n=16))
        load(opened)
    yield opened
    opened.close()


def test_the_demo_has_a_manager_a_supervisor_and_a_team_with_histories(demo_db):
    """Is there something to see for each role, an empty history and much practice among them?"""
    everyone = people.everyone(demo_db)
    assert Counter(str(person.role) for person in everyone) == {"manager": 1, "supervisor": 1, "trainee": 8}
    assert {person.team for person in everyone if person.role is not Role.MANAGER} == {"Early shift"}
    assert [str(person.role) for person in demo.PEOPLE if person.shown] == ["manager", "supervisor", "trainee"]
    assert answers_by_username(demo_db) == EVERYONE
    assert min(EVERYONE.values()) == 0
    assert max(EVERYONE.values()) > 200


def test_everyone_can_sign_in_with_the_password_that_is_printed(demo_db):
    """Are the passwords those that were given?"""
    for person in demo.PEOPLE:
        assert try_sign_in(demo_db, person.username, PASSWORD, now=after(minutes=1))


def test_the_histories_are_those_of_finished_drills_in_the_past(demo_db):
    """Do the invented answers keep all that real ones keep?"""
    assert one(demo_db, "SELECT count(*) AS open FROM drills WHERE finished_at IS NULL") == {"open": 0}
    assert one(demo_db, "SELECT max(answered_at) < '2026-11-02' AS past FROM answers") == {"past": 1}
    backwards = (
        "SELECT count(*) AS backwards FROM answers AS one JOIN answers AS other ON other.person_id = one.person_id"
        " AND other.id > one.id AND other.answered_at <= one.answered_at"
    )
    assert one(demo_db, backwards) == {"backwards": 0}
    assert one(demo_db, "SELECT min(latency_ms) >= 900 AND max(latency_ms) < 4500 AS human FROM answers") == {
        "human": 1
    }
    gaps = "SELECT max(number) - count(*) AS gap FROM answers GROUP BY drill_id HAVING gap <> 0"
    assert rows(demo_db, gaps) == []


@pytest.mark.parametrize(
    "person", [person for person in demo.PEOPLE if person.misconception], ids=lambda one: one.username
)
def test_a_misconception_can_be_found_in_the_answers(demo_db, person):
    """Does somebody who believes something answer by that belief, and mostly right all the same?"""
    someone = people.by_username(demo_db, person.username)
    wrong = rows(demo_db, "SELECT misconceptions FROM answers WHERE person_id = ? AND outcome = 'wrong'", [someone.id])
    assert sum(person.misconception in json.loads(row["misconceptions"]) for row in wrong) >= 2
    assert len(wrong) < planned(person) / 2


def test_loaded_twice_it_adds_nothing(db):
    """Does `make run` tomorrow find the demo as it was, whatever chance and clock say, with a visitor's own drill?"""
    load(db)
    george = people.by_username(db, "george")
    plan = drills.Plan(ruleset="punto-banco", focus="everything", length=10, limit=None, show_counts=False)
    drills.start(db, PUNTO_BANCO, plan, person_id=george.id, rng=random.Random(1), now=NOON, bank=BANK)
    before = content(db)
    load(db, seed=4, now=after(days=1))
    assert content(db) == before


def killed_load(path, module_and_function, calls):
    """Load in this process, and die without a word at the n-th call of a function."""
    module, function = module_and_function
    original, left = getattr(module, function), [calls]

    def deadly(*arguments, **named):
        left[0] -= 1
        if left[0] < 0:
            os._exit(9)
        return original(*arguments, **named)

    setattr(module, function, deadly)
    load(connect(path))


@pytest.mark.parametrize(
    ("where", "calls", "people_made"),
    [
        ((people, "set_first_password"), 0, 1),
        ((people, "add"), 3, 3),
        ((drills, "keep_answer"), 77, 3),
        ((drills, "keep_answer"), 300, 4),
        ((drills, "begin"), 45, 10),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else str(value),
)
def test_killed_half_way_it_is_completed_by_loading_again(db, path, where, calls, people_made):
    """Does a demo whose making was killed come out whole the second time, without halves of a history?"""
    process = get_context("fork").Process(target=killed_load, args=(path, where, calls))
    process.start()
    process.join()
    assert process.exitcode == 9
    so_far = answers_by_username(db)
    assert len(so_far) == people_made
    assert {name: answers for name, answers in so_far.items() if answers not in (0, EVERYONE[name])} == {}
    load(db)
    assert answers_by_username(db) == EVERYONE
    assert one(db, "SELECT count(*) AS codes FROM people WHERE password_hash IS NULL") == {"codes": 0}
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM answers")
