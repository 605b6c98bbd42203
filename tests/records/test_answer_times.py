"""When an answer came: in time, too late, by a clock that steps."""

from datetime import datetime, timedelta

import pytest

from tests.records.drill_support import (
    ask_next,
    content,
    give,
    load,
    right_answer,
    start_drill,
    wrong_answer,
)
from tests.records.support import NOON, after
from training.records import answers
from training.records.drills import GRACE_MS
from training.rules.errors import Illegal

DRAW_OR_STAND = "banker/6"


def test_b2_an_answer_counts_until_the_limit_and_its_grace(db, nadia):
    """Where exactly does right become too late?"""
    told = {}
    for limit in (20, 10, 5):
        for late_ms in (-1, 0, 1499, 1500, 1501):
            drill = start_drill(db, nadia, limit=limit)
            now = NOON + timedelta(seconds=limit, milliseconds=late_ms)
            assert give(db, nadia, drill, right_answer(load(db, nadia, drill)), now=now) is True
            (answer,) = answers.answers_of(db, load(db, nadia, drill).id)
            assert answer.latency_ms == limit * 1000 + late_ms
            told[limit, late_ms] = str(answer.verdict.result)
    assert {late_ms for (_, late_ms), outcome in told.items() if outcome == "timeout"} == {1501}
    assert set(told.values()) == {"right", "timeout"}


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
