"""How somebody stands by their answers: stuck, not started, learning or steady."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.quiz.grading import Result
from training.quiz.mastery import (
    STATUS_WORDS,
    Past,
    Status,
    Tally,
    cells_of,
    known,
    named_most,
    status,
    tally,
    together,
)
from training.quiz.practice import Standing
from training.rules.rulesets import load_rulesets

R, W, T = Result.RIGHT, Result.WRONG, Result.TIMEOUT
RESULTS = {"R": R, "W": W, "T": T}
PUNTO_BANCO = load_rulesets()["punto-banco"]
CELLS = [skill.id for skill, _ in cells_of(PUNTO_BANCO, {}).values()]
NOON = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


def past(results, skill="punto-banco/natural", **more):
    """Answers to one skill, written as `RRW`; or to one skill after the other, where `skill` is None."""
    return [
        Past(
            skill=skill or f"punto-banco/call/{place}",
            ruleset="punto-banco",
            result=RESULTS[letter],
            at=NOON + timedelta(minutes=place),
            **more,
        )
        for place, letter in enumerate(results)
    ]


def sure(cells):
    """Answers that make so many cells sure."""
    return [answer for skill in CELLS[:cells] for answer in past("RRR", skill)]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], "not started"),
        (past("RRRRR", hinted=True), "not started"),
        (past("R"), "learning"),
        (past("WW"), "learning"),
        (past("WWW"), "stuck"),
        (past("WTW"), "stuck"),
        (past("RRRWWW"), "stuck"),
        (past("WWWR"), "learning"),
        (past("WWW", hinted=True) + past("R"), "learning"),
        (past("WWRW"), "learning"),
        # one rule failed three times running, whatever else is right
        (sure(88) + past("WWW"), "stuck"),
        # many rules failed once: more than a quarter of the last forty
        (past("W" * 9, None), "learning"),
        (past("W" * 10, None), "stuck"),
        (past("R" * 9 + "W" * 3, None), "learning"),
        (past("R" * 9 + "W" * 4, None), "stuck"),
        (past("W" * 60 + "R" * 30 + "W" * 10, None), "learning"),
        (past("W" * 60 + "R" * 29 + "W" * 11, None), "stuck"),
        # steady: half the cells known, two of the last forty failed at most
        (sure(43), "learning"),
        (sure(44), "steady"),
        (sure(44) + past("W" * 2, None), "steady"),
        (sure(44) + past("W" * 3, None), "learning"),
        (sure(44) + past("W" * 3 + "R" * 37, None), "learning"),
        (sure(44) + past("W" * 3 + "R" * 38, None), "steady"),
        (past("R" * 500, None), "learning"),
    ],
)
def test_the_status_follows_from_the_answers(answers, expected):
    """Is the rule, as the page states it, the rule that is applied?"""
    assert status(answers, [PUNTO_BANCO]) == expected


def test_the_rule_of_every_status_is_in_words():
    """Do the words name the numbers that decide?"""
    assert list(STATUS_WORDS) == list(Status)
    assert STATUS_WORDS[Status.STUCK] == (
        "failed the same rule 3 times running, or more than 25 % of the last 40 answers (of 10 at least)"
    )
    assert STATUS_WORDS[Status.STEADY] == (
        "failed at most 5 % of the last 40 answers, and knows half the cells: right 3 times running"
    )


def test_cells_count_as_known_once_they_are_sure():
    """Are three right answers running needed, and 88 all there are?"""
    assert known(PUNTO_BANCO, {}) == 0
    assert known(PUNTO_BANCO, tally(sure(5) + past("RR", CELLS[5]) + past("RRRW", CELLS[6]))) == 5
    assert known(PUNTO_BANCO, tally(sure(88))) == 88


def test_a_tally_keeps_hints_apart():
    """Is an answer with a hint neither asked nor right, and told all the same?"""
    tallied = tally(past("RW") + past("RRR", hinted=True))
    assert tallied == {"punto-banco/natural": Tally([R, W], hinted=3)}
    (found,) = tallied.values()
    assert (found.asked, found.right, found.failed, found.hinted, found.standing) == (2, 1, 1, 3, Standing.WEAK)
    assert together([found, found]) == Tally([R, W, R, W], hinted=6)


def test_the_beliefs_named_most_come_first_and_one_mistake_is_none():
    """Are they counted over the latest answers alone?"""
    answers = (
        past("WWW", misconceptions=("chases", "row-above"))
        + past("W", misconceptions=("row-above",))
        + past("W", misconceptions=("row-below",))
    )
    assert named_most(answers, 3) == [("row-above", 4), ("chases", 3)]
    assert named_most(answers, 1) == [("row-above", 4)]
    assert named_most(answers + past("R" * 200), 3) == []
    assert named_most([], 3) == []


@given(st.text("RWT", max_size=60), st.text("RWT", max_size=60))
def test_nobody_is_steady_who_is_wrong_more_often(first, then):
    """Does the status never get better when the last answers turn from right to wrong?"""
    order = list(Status)
    right, wrong = (past(first + letters, None) for letters in (then.replace("W", "R").replace("T", "R"), then))
    if first + then:
        better = {name: order.index(status(answers, [PUNTO_BANCO])) for name, answers in (("R", right), ("W", wrong))}
        assert better["R"] >= better["W"]
