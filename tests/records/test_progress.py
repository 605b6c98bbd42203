"""Progress: counted from the answers, equal to any other count of them."""

import json
import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records.drill_support import ask_next, give, right_answer, right_to, start_drill, wrong_answer, wrong_to
from tests.records.support import NOON, after, make_person
from training.quiz.asking import make_question
from training.quiz.grading import Result
from training.quiz.mastery import Tally, together
from training.quiz.practice import Standing
from training.quiz.skills import skills_of
from training.records import answers, drills
from training.records.database import one, transaction
from training.records.plans import LIMITS, Help
from training.records.progress import Totals, recent, tallies, totals
from training.rules.rulesets import load_rulesets

RIGHT, WRONG, TIMEOUT = Result.RIGHT, Result.WRONG, Result.TIMEOUT
RULESETS = ("punto-banco", "nz-mini-1994", "chemin-de-fer")


def answer_at(db, person, *times, wrong=()):
    """One drill in which an answer is given at each of the times; those at the places in `wrong` are wrong."""
    drill = start_drill(db, person, length=88, now=times[0])
    for place, at in enumerate(times):
        mine = drills.load(db, drill, person_id=person.id)
        give(db, person, drill, wrong_answer(mine) if place in wrong else right_answer(mine), now=at)
        ask_next(db, person, drill, mine.number, seed=place, now=at)


def test_f5_without_answers_there_is_nothing_and_no_division_by_zero(db, nadia):
    """Does somebody new get zeros and no percentage?"""
    sums = totals(db, nadia.id, UTC)
    assert sums == Totals(answers=0, right=0, hinted=0, days=0, last=None)
    assert tallies(db, nadia.id) == {}
    assert recent(db, nadia.id, 20) == []
    assert (Tally().asked, Tally().failed, Tally().standing) == (0, 0, Standing.UNSEEN)
    assert together([]) == Tally()


@pytest.mark.parametrize(
    ("asked", "right", "percent"),
    [(0, 0, None), (1, 0, 0), (1, 1, 100), (3, 2, 66), (200, 199, 99), (1000, 999, 99), (1000, 4, 0), (7, 7, 100)],
)
def test_a31_per_cent_is_never_rounded_up(asked, right, percent):
    """Does 100 % mean all of them, and nothing asked no number?"""
    assert Tally([RIGHT] * right + [WRONG] * (asked - right), hinted=5).percent == percent


def test_what_was_helped_by_a_hint_is_told_but_not_counted_as_right(db, nadia):
    """Does whoever asks for a hint each time not look like somebody who knows everything?"""
    drill = start_drill(db, nadia, "banker/4/none", help=Help.GUIDED)
    for number in (1, 2, 3):
        if number < 3:
            drills.take_hint(db, drill, person_id=nadia.id, number=number)
        give(db, nadia, drill, "draw")
        ask_next(db, nadia, drill, number)
    sums = totals(db, nadia.id, UTC)
    assert (sums.answers, sums.right, sums.hinted) == (3, 1, 2)
    assert tallies(db, nadia.id) == {"punto-banco/banker/4/none": Tally([RIGHT], hinted=2)}


@pytest.mark.parametrize(
    ("results", "standing", "right", "failed"),
    [
        ([], "unseen", 0, 0),
        ([WRONG], "weak", 0, 1),
        ([TIMEOUT], "weak", 0, 1),
        ([RIGHT], "learning", 1, 0),
        ([RIGHT, RIGHT, WRONG], "weak", 2, 1),
        ([WRONG, RIGHT, RIGHT], "learning", 2, 1),
        ([WRONG, RIGHT, RIGHT, RIGHT], "sure", 3, 1),
        ([RIGHT, RIGHT, RIGHT, TIMEOUT], "weak", 3, 1),
    ],
)
def test_a_tally_counts_and_judges(results, standing, right, failed):
    """What does a row of results amount to?"""
    tally = Tally(results)
    assert (tally.asked, tally.right, tally.failed, tally.standing) == (len(results), right, failed, standing)
    assert together([tally, Tally([RIGHT])]).right == right + 1


history = st.lists(
    st.tuples(
        st.integers(0, 200),  # which skill
        st.integers(0, 9),  # which option
        st.integers(0, 7000),  # after how many milliseconds
        st.integers(0, 100_000),  # minutes until the next question
    ),
    max_size=8,
)


@given(ruleset_id=st.sampled_from(RULESETS), limit=st.sampled_from(LIMITS), history=history)
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_c19_progress_equals_an_independent_count(db, ruleset_id, limit, history):
    """Does each number that progress tells equal one that was counted beside it from what was asked and given?"""
    db.execute("PRAGMA synchronous = OFF")  # thousands of writes that nobody will miss
    ruleset = load_rulesets()[ruleset_id]
    (number,) = db.execute("SELECT count(*) FROM people").fetchone()
    person = make_person(db, f"person-{number}", password=None)
    counted, asked, days, at, zone = [], Counter(), set(), NOON, ZoneInfo("America/New_York")
    for skill_place, option_place, latency_ms, minutes in history:
        skills = skills_of(ruleset)
        skill = skills[skill_place % len(skills)]
        drill = start_drill(db, person, limit=limit, ruleset=ruleset, now=at)
        question = make_question(ruleset, skill, random.Random(skill_place))
        db.execute("UPDATE drills SET question = ? WHERE public_id = ?", [json.dumps(question.as_dict()), drill])
        if question.options:
            given = question.options[option_place % len(question.options)].id
        else:
            given = (right_to, wrong_to)[option_place % 2](question)
        at += timedelta(milliseconds=latency_ms)
        give(db, person, drill, given, now=at)
        late = limit is not None and latency_ms > limit * 1000 + 1500
        counted.append((skill.id, "timeout" if late else "right" if given in question.expected else "wrong"))
        asked[skill.id] += 1
        days.add(at.astimezone(zone).date())
        last = at
        at += timedelta(minutes=minutes)
    found = tallies(db, person.id)
    assert {skill: tally.asked for skill, tally in found.items()} == asked
    assert {skill: [str(result) for result in tally.results] for skill, tally in found.items()} == {
        skill: [outcome for name, outcome in counted if name == skill] for skill in asked
    }
    right = sum(outcome == "right" for _, outcome in counted)
    assert sum(tally.right for tally in found.values()) == right
    assert together(found.values()).failed == len(counted) - right
    sums = totals(db, person.id, zone)
    assert (sums.answers, sums.right, sums.days) == (len(counted), right, len(days))
    assert sums.last == (last if counted else None)
    latest = recent(db, person.id, 5)
    assert [(one.answer.question.skill, one.answer.verdict.result) for one in latest] == counted[::-1][:5]
    columns = "count(*) AS answers, total(outcome = 'right') AS right, count(DISTINCT skill) AS skills"
    sql = f"SELECT {columns} FROM answers JOIN drills ON drills.id = drill_id WHERE drills.person_id = ?"
    assert one(db, sql, [person.id]) == {"answers": len(counted), "right": right, "skills": len(asked)}


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "times", "days"),
    [
        # New York: 8 March has 23 hours, 1 November 25.
        ("America/New_York", ["2026-03-08T04:59:59", "2026-03-08T05:00:00"], 2),
        ("America/New_York", ["2026-03-08T05:00:00", "2026-03-09T03:59:59"], 1),
        ("America/New_York", ["2026-03-09T03:59:59", "2026-03-09T04:00:00"], 2),
        ("America/New_York", ["2026-11-01T03:59:59", "2026-11-01T04:00:00"], 2),
        ("America/New_York", ["2026-11-01T04:00:00", "2026-11-01T05:30:00", "2026-11-01T06:30:00"], 1),
        ("America/New_York", ["2026-11-01T04:00:00", "2026-11-02T04:59:59"], 1),
        ("America/New_York", ["2026-11-02T04:59:59", "2026-11-02T05:00:00"], 2),
        # Macau has no summer time: its day begins at 16:00 UTC.
        ("Asia/Macau", ["2026-06-30T15:59:59", "2026-06-30T16:00:00"], 2),
        ("Asia/Macau", ["2026-06-30T16:00:00", "2026-07-01T15:59:59"], 1),
        # Lord Howe moves by half an hour: +11 until 5 April, then +10:30.
        ("Australia/Lord_Howe", ["2026-04-04T12:59:59", "2026-04-04T13:00:00"], 2),
        ("Australia/Lord_Howe", ["2026-04-04T13:00:00", "2026-04-05T13:29:59"], 1),
        ("Australia/Lord_Howe", ["2026-04-05T13:29:59", "2026-04-05T13:30:00"], 2),
        ("UTC", ["2026-12-31T23:59:59", "2027-01-01T00:00:00"], 2),
        ("UTC", ["2026-11-02T00:00:00", "2026-11-02T12:00:00", "2026-11-02T23:59:59"], 1),
    ],
)
def test_b11_a_day_is_a_day_of_the_site(db, nadia, zone, times, days):
    """Are the days of practice counted by the local calendar, on days of 23, 24 and 25 hours?"""
    answer_at(db, nadia, *map(utc, times))
    sums = totals(db, nadia.id, ZoneInfo(zone))
    assert (sums.days, sums.answers, sums.last) == (days, len(times), utc(times[-1]))


def test_the_same_answers_may_lie_on_different_days_elsewhere(db, nadia):
    """Does the zone alone decide?"""
    answer_at(db, nadia, utc("2026-06-30T15:00:00"), utc("2026-06-30T17:00:00"))
    assert {zone: totals(db, nadia.id, ZoneInfo(zone)).days for zone in ("UTC", "Asia/Macau")} == {
        "UTC": 1,
        "Asia/Macau": 2,
    }
    assert utc("2026-06-30T17:00:00").astimezone(ZoneInfo("Asia/Macau")).date() == date(2026, 7, 1)


def test_nobody_elses_answers_are_counted(db, nadia):
    """Does each person's progress hold their own answers and no others?"""
    other = make_person(db, "other")
    answer_at(db, other, NOON, after(minutes=1), wrong={1})
    answer_at(db, nadia, NOON)
    assert (totals(db, nadia.id, UTC).answers, totals(db, other.id, UTC).answers) == (1, 2)
    assert sum(tally.asked for tally in tallies(db, nadia.id).values()) == 1
    assert len(recent(db, nadia.id, 20)) == 1


def test_the_latest_answers_come_first_and_say_where_they_were_given(db, nadia):
    """Are there as many as asked for, newest first, each with its drill?"""
    answer_at(db, nadia, *(after(minutes=minute) for minute in range(6)), wrong={4})
    found = recent(db, nadia.id, 3)
    assert [(each.answer.number, str(each.answer.verdict.result)) for each in found] == [
        (6, "right"),
        (5, "wrong"),
        (4, "right"),
    ]
    drill = drills.load(db, found[0].drill, person_id=nadia.id)
    assert answers.answer_to(db, drill.id, 6) == found[0].answer


def test_a_skill_of_a_ruleset_that_extends_another_counts_for_both(db, nadia):
    """Is what was learned in punto banco known in New Jersey, where the rule is the same?"""
    mini = load_rulesets()["nj-minibaccarat"]
    drill = start_drill(db, nadia, "banker/4/none", ruleset=mini)
    give(db, nadia, drill, "draw")
    assert list(tallies(db, nadia.id)) == ["punto-banco/banker/4/none"]


def test_counting_is_one_indexed_search(db, nadia):
    """Is progress read by an index and not by going through everybody's answers?"""
    plan = db.execute("EXPLAIN QUERY PLAN SELECT skill, outcome FROM answers WHERE person_id = ? ORDER BY id", [1])
    assert next(plan)[3].split()[0] == "SEARCH"


def test_reading_progress_writes_nothing(db, path, nadia):
    """Can progress be looked at inside a transaction that is rolled back, the file unchanged?"""
    answer_at(db, nadia, NOON)
    before = path.read_bytes()
    with transaction(db):
        totals(db, nadia.id, UTC)
        tallies(db, nadia.id)
        recent(db, nadia.id, 5)
    assert path.read_bytes() == before
