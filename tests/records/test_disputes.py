"""Disputes: raised once, decided once by somebody else, and what is withdrawn is not asked any more."""

import random
import threading
from datetime import timedelta

import pytest

from tests.records.drill_support import (
    BANK,
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
from tests.records.support import NOON, make_person
from tests.records.test_all_or_nothing import fails_after
from training.quiz.rounds import Exercise
from training.records import answers, audit, disputes, drills
from training.records.database import connect, rows
from training.records.disputes import Decision
from training.records.drills import Help, Plan
from training.records.people import Role
from training.rules.errors import Conflict, Illegal, NotFound, Refused
from training.rules.rulesets import load_rulesets

LATER = NOON + timedelta(minutes=5)
CELL = "punto-banco/banker/4/8"


@pytest.fixture
def boss(db):
    return make_person(db, "boss", Role.MANAGER, team=None)


@pytest.fixture
def answered(db, nadia):
    """A drill of one cell with its first question answered."""
    drill = start_drill(db, nadia, "banker/4/8")
    give(db, nadia, drill, wrong_answer(load(db, nadia, drill)))
    return load(db, nadia, drill)


def dispute(db, person, drill, reason="It is not so.", number=1):
    return disputes.raise_dispute(db, person, drill_id=drill.id, number=number, reason=reason, now=NOON)


def only(db):
    (found,) = disputes.disputes(db)
    return found


def entries(db):
    """The audit's entries about disputes: who, what, about what."""
    sql = "SELECT actor, event, detail FROM audit WHERE event LIKE 'dispute-%' ORDER BY seq"
    return [tuple(row.values()) for row in rows(db, sql)]


def knowledge(db, person, length=10, ruleset=PUNTO_BANCO, seed=1):
    """A drill of the bank."""
    plan = Plan(
        ruleset=ruleset.id,
        exercise=Exercise.KNOWLEDGE,
        focus="everything",
        length=length,
        limit=None,
        show_counts=False,
    )
    rng = random.Random(seed)
    drill = drills.start(db, ruleset, plan, person_id=person.id, rng=rng, now=NOON, bank=BANK)
    return load(db, person, drill)


def go_on(db, person, drill, seed=1):
    mine = load(db, person, drill.public_id)
    rng = random.Random(seed * 1000 + mine.number)
    drills.next_question(
        db, load_rulesets()[mine.plan.ruleset], drill.public_id,
        person_id=person.id, number=mine.number, rng=rng, now=NOON, bank=BANK,
    )  # fmt: skip
    return load(db, person, drill.public_id)


def test_a_dispute_holds_the_answer_and_the_reason(db, nadia, answered):
    """Has the manager the question with its facts and rules, what was given, and why?"""
    assert dispute(db, nadia, answered, "  With 8 the Banker of my house draws.\n") is True
    found = only(db)
    assert (found.by, found.person_id, found.reason) == (
        *("Nadia Tester", nadia.id),
        "With 8 the Banker of my house draws.",
    )
    assert found.answer == answers.answers_of(db, answered.id)[0]
    assert found.answer.question == answered.question
    assert found.answer.question.fingerprint == PUNTO_BANCO.fingerprint
    assert (found.subject, found.raised_at, found.decision, found.decided_by) == (CELL, NOON, None, None)
    assert disputes.dispute_by(db, found.public_id) == found
    assert disputes.disputed(db, answered.id, 1)
    assert not disputes.disputed(db, answered.id, 2)


def test_a_dispute_is_raised_once(db, nadia, answered):
    """Does a second click change nothing, whatever it says?"""
    assert dispute(db, nadia, answered) is True
    before = content(db)
    assert dispute(db, nadia, answered) is False
    assert dispute(db, nadia, answered, "Something else.") is False
    assert content(db) == before


def test_two_clicks_at_once_are_one_dispute(path, db, nadia, answered):
    """From two threads with connections of their own?"""
    sent, barrier = [], threading.Barrier(4)

    def click():
        own = connect(path)
        barrier.wait()
        sent.append(dispute(own, nadia, answered))
        own.close()

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sent) == [False, False, False, True]
    assert len(disputes.disputes(db)) == len(entries(db)) == 1


@pytest.mark.parametrize("reason", ["", " ", "\n\t\u3000", "x" * 2001, "  " + "é" * 2001])
def test_a_reason_is_given_and_not_endless(db, nadia, answered, reason):
    """Is an empty or endless one refused with both numbers, and nothing written?"""
    before = content(db)
    with pytest.raises(Illegal, match="Say what is wrong, in at most 2,000 characters"):
        dispute(db, nadia, answered, reason)
    assert content(db) == before


@pytest.mark.parametrize("reason", ["x", "x" * 2000, "  " + "é" * 2000 + "\n", "<script>alert(1)</script>", "'; --"])
def test_a_reason_is_kept_letter_by_letter(db, nadia, answered, reason):
    """Up to 2,000, whatever it holds?"""
    assert dispute(db, nadia, answered, reason)
    assert only(db).reason == reason.strip()


def test_only_ones_own_answers_can_be_disputed(db, nadia, answered):
    """Is somebody else's, an unanswered and a missing one the same `not found`?"""
    other = make_person(db, "omar")
    before = content(db)
    for person, number in ((other, 1), (nadia, 2), (nadia, 0), (nadia, 9999)):
        with pytest.raises(NotFound, match="no such answer among yours"):
            dispute(db, person, answered, number=number)
    assert content(db) == before


def test_the_open_ones_come_first_then_the_latest(db, nadia, boss):
    """In the list, is what must be done on top?"""
    drill = start_drill(db, nadia)
    for number in range(1, 5):
        mine = load(db, nadia, drill)
        give(db, nadia, drill, right_answer(mine))
        disputes.raise_dispute(
            db, nadia, drill_id=mine.id, number=number, reason=f"No. {number}", now=NOON + timedelta(hours=number)
        )
        ask_next(db, nadia, drill, number)
    by_reason = {one.reason: one.public_id for one in disputes.disputes(db)}
    disputes.decide(db, by_reason["No. 4"], Decision.UPHELD, boss, now=LATER)
    assert [one.reason for one in disputes.disputes(db)] == ["No. 3", "No. 2", "No. 1", "No. 4"]


@pytest.mark.parametrize("decision", Decision)
def test_a_dispute_is_decided_once(db, nadia, boss, answered, decision):
    """Does the first decision stand, with who and when?"""
    dispute(db, nadia, answered)
    disputes.decide(db, only(db).public_id, decision, boss, now=LATER)
    found = only(db)
    assert (found.decision, found.decided_by, found.decided_at) == (decision, "Boss Tester", LATER)
    before = content(db)
    for again in Decision:
        with pytest.raises(Conflict, match=f"decided before: {decision}"):
            disputes.decide(db, found.public_id, again, boss, now=LATER)
    assert content(db) == before


def test_nobody_decides_their_own_dispute(db, boss):
    """Not even the manager, though another one may?"""
    drill = start_drill(db, boss)
    give(db, boss, drill, right_answer(load(db, boss, drill)))
    dispute(db, boss, load(db, boss, drill))
    before = content(db)
    with pytest.raises(Refused, match="Nobody decides their own dispute"):
        disputes.decide(db, only(db).public_id, Decision.WITHDRAWN, boss, now=LATER)
    assert content(db) == before
    disputes.decide(db, only(db).public_id, Decision.UPHELD, make_person(db, "boss2", Role.MANAGER), now=LATER)
    assert only(db).decided_by == "Boss2 Tester"


def test_a_dispute_that_is_not_there_is_not_found(db, boss):
    """Is a guessed id told?"""
    for ask in (
        lambda: disputes.dispute_by(db, "x" * 24),
        lambda: disputes.decide(db, "x" * 24, Decision.UPHELD, boss, now=NOON),
    ):
        with pytest.raises(NotFound, match="no such dispute"):
            ask()


@pytest.mark.parametrize("decision", Decision)
def test_what_was_raised_and_decided_is_in_the_audit(db, nadia, boss, answered, decision):
    """Is there an entry each, by public ids, with the subject, and does the chain hold?"""
    dispute(db, nadia, answered)
    public_id = only(db).public_id
    disputes.decide(db, public_id, decision, boss, now=LATER)
    assert entries(db) == [
        (nadia.public_id, "dispute-raised", f'{{"dispute":"{public_id}"}}'),
        (
            boss.public_id,
            "dispute-decided",
            f'{{"decision":"{decision}","dispute":"{public_id}","subject":"{CELL}"}}',
        ),
    ]
    assert audit.first_bad(db) is None


def test_upholding_changes_nothing_else(db, nadia, boss, answered):
    """Is the question asked as before?"""
    dispute(db, nadia, answered)
    disputes.decide(db, only(db).public_id, Decision.UPHELD, boss, now=LATER)
    assert disputes.withdrawn(db) == frozenset()
    assert rows(db, "SELECT * FROM withdrawals") == []


def test_a_withdrawal_leaves_answers_as_they_are(db, nadia, boss, answered):
    """Is nothing that was answered rewritten?"""
    before = rows(db, "SELECT * FROM answers")
    dispute(db, nadia, answered)
    disputes.decide(db, only(db).public_id, Decision.WITHDRAWN, boss, now=LATER)
    assert rows(db, "SELECT * FROM answers") == before
    assert disputes.withdrawn(db) == {CELL}


def test_two_disputes_about_one_question_withdraw_it_once(db, nadia, boss, answered):
    """Is the second withdrawal no error, and the first one's kept?"""
    omar = make_person(db, "omar")
    drill = start_drill(db, omar, "banker/4/8")
    give(db, omar, drill, right_answer(load(db, omar, drill)))
    dispute(db, nadia, answered)
    dispute(db, omar, load(db, omar, drill))
    for one in disputes.disputes(db):
        disputes.decide(db, one.public_id, Decision.WITHDRAWN, boss, now=LATER)
    assert len(rows(db, "SELECT * FROM withdrawals")) == 1
    assert {one.decision for one in disputes.disputes(db)} == {Decision.WITHDRAWN}
    assert audit.first_bad(db) is None


def withdraw(db, subject):
    """Withdraw something straight away."""
    (answer_id,) = db.execute("SELECT id FROM answers LIMIT 1").fetchone()
    (person_id,) = db.execute("SELECT person_id FROM answers LIMIT 1").fetchone()
    db.execute(
        "INSERT OR IGNORE INTO disputes (public_id, answer_id, person_id, reason, raised_at) VALUES (?, ?, ?, 'x', ?)",
        ("d" * 24, answer_id, person_id, "2026-11-02T12:00:00.000000+00:00"),
    )
    db.execute(
        "INSERT INTO withdrawals VALUES (?, (SELECT id FROM disputes), ?)",
        (subject, "2026-11-02T12:00:00.000000+00:00"),
    )


def test_a_withdrawn_cell_is_not_asked_in_single_questions(db, nadia, answered):
    """In its row, is every other cell asked, over many drills?"""
    db.execute("PRAGMA synchronous = OFF")
    withdraw(db, CELL)
    seen = set()
    for seed in range(25):
        drill = start_drill(db, nadia, "banker/4", seed=seed)
        for number in (1, 2, 3):
            seen.add(load(db, nadia, drill).question.skill)
            give(db, nadia, drill, right_answer(load(db, nadia, drill)))
            ask_next(db, nadia, drill, number, seed=seed * 10 + number)
    assert seen == {f"punto-banco/banker/4/{third}" for third in ("none", *range(10))} - {CELL}


@pytest.mark.parametrize(
    ("exercise", "ruleset", "gone"),
    [
        (Exercise.COUPS, PUNTO_BANCO, "punto-banco/count"),
        (Exercise.COUPS, PUNTO_BANCO, "punto-banco/outcome"),
        (Exercise.COUPS, CHEMIN_DE_FER, "chemin-de-fer/natural"),
        (Exercise.PAIRS, PUNTO_BANCO, "punto-banco/banker/5/none"),
        (Exercise.FAULTS, CHEMIN_DE_FER, "chemin-de-fer/fault/wrong-count"),
    ],
)
def test_what_is_withdrawn_is_in_no_exercise(db, nadia, answered, exercise, ruleset, gone):
    """Do coups go on without that question, and are no pair and no transcript with it made?"""
    withdraw(db, gone)
    seen = set()
    for seed in range(40):
        drill = load(db, nadia, start_drill(db, nadia, exercise=exercise, length=5, ruleset=ruleset, seed=seed))
        seen |= {question.skill for question in (drill.question, *drill.queue)}
    assert seen
    assert gone not in seen


def test_an_authored_question_is_withdrawn_by_its_id(db, nadia, boss):
    """Is it gone from every drill of the bank, and are the others of its topic still asked?"""
    db.execute("PRAGMA synchronous = OFF")
    drill = knowledge(db, nadia)
    gone, topic = drill.question.authored, drill.question.skill
    give(db, nadia, drill.public_id, right_answer(drill))
    dispute(db, nadia, drill)
    assert only(db).subject == gone
    disputes.decide(db, only(db).public_id, Decision.WITHDRAWN, boss, now=LATER)
    assert disputes.withdrawn(db) == {gone}
    asked, topics = set(), set()
    for seed in range(200):
        question = knowledge(db, nadia, seed=seed).question
        asked.add(question.authored)
        topics.add(question.skill)
    assert asked == {one.id for one in BANK.of(PUNTO_BANCO)} - {gone}
    assert topic in topics


def test_a_drill_that_goes_on_does_not_ask_it_again(db, nadia, boss):
    """Answered wrongly and withdrawn, does it not come again in the same drill?"""
    nj = load_rulesets()["nj-minibaccarat"]
    drill = knowledge(db, nadia, length=20, ruleset=nj)
    gone = drill.question.authored
    give(db, nadia, drill.public_id, wrong_answer(drill))
    dispute(db, nadia, drill)
    disputes.decide(db, only(db).public_id, Decision.WITHDRAWN, boss, now=LATER)
    asked = []
    while not (mine := go_on(db, nadia, drill)).finished:
        asked.append(mine.question.authored)
        give(db, nadia, drill.public_id, right_answer(mine))
        if mine.last:
            break
    assert len(asked) == 19
    assert gone not in asked
    assert len(set(asked)) == 9


def test_a_drill_of_the_bank_asks_each_question_before_one_comes_again(db, nadia):
    """From the database too: are ten questions ten different ones, and the next ten the same ten?"""
    drill = knowledge(db, nadia, length=20, ruleset=load_rulesets()["nj-minibaccarat"])
    asked, mine = [], drill
    while True:
        asked.append(mine.question.authored)
        give(db, nadia, drill.public_id, right_answer(mine))
        if mine.last:
            break
        mine = go_on(db, nadia, drill)
    assert len(set(asked[:10])) == 10
    assert set(asked[10:]) == set(asked[:10])
    assert outcomes(db) == ["right"] * 20


def test_touched_answers_are_all_to_the_question_and_no_others(db, nadia, boss, answered):
    """Of everybody, the latest first, with how each turned out, whenever it was given?"""
    omar = make_person(db, "omar")
    for person, focus, answer in (
        (omar, "banker/4/8", right_answer),
        (omar, "banker/4/9", right_answer),
        (nadia, "banker/4/8", right_answer),
        (nadia, "banker/3/8", wrong_answer),
    ):
        drill = start_drill(db, person, focus)
        give(db, person, drill, answer(load(db, person, drill)), now=LATER)
    dispute(db, nadia, answered)
    found = [(one.by, one.outcome, one.answered_at) for one in disputes.touched(db, only(db))]
    assert found == [
        ("Nadia Tester", "right", LATER),
        ("Omar Tester", "right", LATER),
        ("Nadia Tester", "wrong", NOON),
    ]


def test_touched_by_an_authored_question_are_only_its_own_answers(db, nadia):
    """And not those to other questions of the same topic?"""
    drill = knowledge(db, nadia, length=20)
    mine = drill
    while True:
        give(db, nadia, drill.public_id, right_answer(mine))
        if mine.last:
            break
        mine = go_on(db, nadia, drill)
    dispute(db, nadia, drill)
    given = answers.answers_of(db, drill.id)
    times = sum(one.question.authored == drill.question.authored for one in given)
    assert len(disputes.touched(db, only(db))) == times == 1
    assert sum(one.question.skill == drill.question.skill for one in given) > 1


def raise_it(db, nadia, boss, drill):
    dispute(db, nadia, drill)


def decide_it(db, nadia, boss, drill):
    disputes.decide(db, only(db).public_id, Decision.WITHDRAWN, boss, now=LATER)


def ask_it_again(db, nadia, boss, drill):
    assert disputes.ask_again(db, CELL, boss, now=LATER)


@pytest.mark.parametrize("write", [raise_it, decide_it, ask_it_again])
def test_c4_a_write_that_fails_at_any_statement_leaves_nothing(db, monkeypatch, nadia, boss, answered, write):
    """Is there never a dispute without its audit entry, nor a decision without its withdrawal?"""
    if write is not raise_it:
        dispute(db, nadia, answered)
    if write is ask_it_again:
        decide_it(db, nadia, boss, answered)
    before = content(db)
    statements = 0
    while fails_after(db, statements, lambda: write(db, nadia, boss, answered), monkeypatch):
        assert content(db) == before
        statements += 1
    assert statements >= 3
    assert content(db) != before
    assert audit.first_bad(db) is None


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("UPDATE disputes SET decision = 'upheld'", "disputes_decided_whole"),
        (
            "UPDATE disputes SET decision = 'maybe', decided_by = 2, decided_at = raised_at",
            "disputes_decision_is_known",
        ),
        (
            "UPDATE disputes SET decision = 'upheld', decided_by = person_id, decided_at = raised_at",
            "disputes_not_decided_by_oneself",
        ),
        ("UPDATE disputes SET reason = ''", "disputes_reason_is_given"),
        ("UPDATE disputes SET public_id = 'short'", "disputes_public_id_is_random"),
        ("UPDATE disputes SET raised_at = 'yesterday'", "disputes_raised_at_is_utc"),
        ("INSERT INTO withdrawals VALUES ('x', 99, '2026-11-02T12:00:00.000000+00:00')", "FOREIGN KEY"),
    ],
)
def test_the_database_itself_refuses_what_cannot_be(db, nadia, boss, answered, sql, name):
    """Are the rules CHECKs, too?"""
    dispute(db, nadia, answered)
    with pytest.raises(Exception, match=name):
        db.execute(sql)


def test_what_is_only_watched_cannot_be_disputed(db, nadia):
    """Is there no answer to disagree with?"""
    drill = load(db, nadia, start_drill(db, nadia, help=Help.WATCH))
    with pytest.raises(NotFound):
        dispute(db, nadia, drill)


def test_a_round_under_way_leaves_out_what_was_withdrawn(db, nadia, answered):
    """From then on means from then on?"""
    drill = start_drill(db, nadia, exercise=Exercise.COUPS, length=5)
    gone = load(db, nadia, drill).queue[-1].skill
    withdraw(db, gone)
    while (mine := load(db, nadia, drill)).round == 1:
        assert mine.question.skill != gone or mine.number == 1
        give(db, nadia, drill, right_answer(mine))
        ask_next(db, nadia, drill, mine.number)


def test_a_drill_of_nothing_but_what_was_withdrawn_comes_to_an_end(db, nadia, answered):
    """Is the trainee who disagreed, and was right, not left with a drill that only shows an error?"""
    withdraw(db, CELL)
    ask_next(db, nadia, answered.public_id, 1)
    assert load(db, nadia, answered.public_id).finished


# --- withdrawn before, and asked again


@pytest.fixture
def twice(db, nadia, boss, answered):
    """A second dispute about what has been withdrawn after a first one."""
    dispute(db, nadia, answered)
    first = only(db).public_id
    omar = make_person(db, "omar")
    drill = start_drill(db, omar, "banker/4/8")
    give(db, omar, drill, right_answer(load(db, omar, drill)))
    dispute(db, omar, load(db, omar, drill))
    disputes.decide(db, first, Decision.WITHDRAWN, boss, now=LATER)
    return next(one.public_id for one in disputes.disputes(db) if one.public_id != first)


def test_what_is_withdrawn_cannot_be_found_right(db, boss, twice):
    """Do two disputes about one question never contradict each other?"""
    before = content(db)
    with pytest.raises(Conflict, match="withdrawn before; ask it again first"):
        disputes.decide(db, twice, Decision.UPHELD, boss, now=LATER)
    assert content(db) == before
    assert disputes.ask_again(db, CELL, boss, now=LATER) is True
    disputes.decide(db, twice, Decision.UPHELD, boss, now=LATER)
    assert {one.decision for one in disputes.disputes(db)} == {Decision.WITHDRAWN, Decision.UPHELD}


def test_a_withdrawal_is_listed_and_can_be_taken_back_once(db, boss, twice):
    """Are subject, manager, time and dispute told, is it asked again, audited once, and a second click no error?"""
    (one,) = disputes.withdrawals(db)
    assert (one.subject, one.by, one.withdrawn_at) == (CELL, "Boss Tester", LATER)
    assert disputes.dispute_by(db, one.dispute).subject == CELL
    assert disputes.ask_again(db, CELL, boss, now=LATER) is True
    assert disputes.withdrawals(db) == []
    before = content(db)
    assert disputes.ask_again(db, CELL, boss, now=LATER) is False
    assert disputes.ask_again(db, "no such thing", boss, now=LATER) is False
    assert content(db) == before
    (entry,) = rows(db, "SELECT actor, detail FROM audit WHERE event = 'asked-again'")
    assert tuple(entry.values()) == (boss.public_id, f'{{"subject":"{CELL}"}}')
    assert audit.first_bad(db) is None


def test_what_is_asked_again_can_be_withdrawn_again(db, nadia, boss, twice):
    """Is the next withdrawal the one of the next dispute?"""
    disputes.ask_again(db, CELL, boss, now=LATER)
    disputes.decide(db, twice, Decision.WITHDRAWN, boss, now=LATER)
    (one,) = disputes.withdrawals(db)
    assert one.dispute == twice
