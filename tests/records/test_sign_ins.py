"""Signing in: who gets a token, how long it holds, how guessing is slowed."""

import statistics
import threading
import time
from datetime import timedelta

import pytest

from tests.records.support import NOON, PASSWORD, after, make_person, try_sign_in
from training.records import passwords, people, sign_ins, throttle
from training.records.database import connect, one, rows
from training.records.people import Role
from training.records.throttle import TooSoon
from training.rules.errors import NotFound, Refused

WRONG = "The user name or the password is not right."


def fail(db, username="nadia", *, address="192.0.2.1", now=NOON):
    with pytest.raises(Refused) as refused:
        try_sign_in(db, username, "wrong", address=address, now=now)
    return refused.value


def test_a_token_leads_to_the_person_and_is_not_kept(db):
    """Is the token worth nothing to who reads the database?"""
    person = make_person(db)
    token = try_sign_in(db, "NADIA", PASSWORD)
    present = sign_ins.person_for(db, token, NOON)
    assert present is not None
    assert present.person == person
    assert token not in str(rows(db, "SELECT * FROM sign_ins"))
    assert sign_ins.person_for(db, token + "x", NOON) is None


@pytest.mark.parametrize(
    ("username", "password"),
    [("nadia", "wrong"), ("ghost", PASSWORD), ("nadia", ""), ("", ""), ("no-password", PASSWORD), ("no-password", "")],
)
def test_e15_every_wrong_sign_in_gets_the_same_answer(db, username, password):
    """Is it not told whether the name exists?"""
    make_person(db)
    make_person(db, "no-password", password=None)
    with pytest.raises(Refused) as refused:
        try_sign_in(db, username, password)
    assert str(refused.value) == WRONG


def test_e15_an_unknown_name_costs_as_much_work_as_a_known_one(db, monkeypatch):
    """Do 30 tries each have medians within a factor of two?"""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=2**12))
    make_person(db)
    took = {"nadia": [], "ghost": []}
    for number in range(30):
        for username, times in took.items():
            started = time.thread_time()
            fail(db, username, now=after(hours=number))
            times.append(time.thread_time() - started)
    known, unknown = (statistics.median(times) for times in took.values())
    assert 0.5 < known / unknown < 2


def test_e18_a_code_signs_in_once_and_a_password_must_follow(db):
    """Is the code void after its first use?"""
    code = people.add(db, username="nadia", name="N", role=Role.TRAINEE, team=None, now=NOON).code
    present = sign_ins.person_for(db, try_sign_in(db, "nadia", code.lower().replace("-", " ")), NOON)
    assert present is not None
    assert present.person.must_set_password
    with pytest.raises(Refused):
        try_sign_in(db, "nadia", code)
    people.set_first_password(db, present.person, PASSWORD, now=NOON, keep=present.sign_in_id)
    try_sign_in(db, "nadia", PASSWORD)


@pytest.mark.parametrize(("days", "works"), [(6.99, True), (7, False), (30, False)])
def test_a_code_is_valid_for_a_week(db, days, works):
    """Does an unused code end?"""
    code = people.add(db, username="nadia", name="N", role=Role.TRAINEE, team=None, now=NOON).code
    if works:
        try_sign_in(db, "nadia", code, now=after(days=days))
    else:
        with pytest.raises(Refused, match=WRONG):
            try_sign_in(db, "nadia", code, now=after(days=days))


def test_one_code_used_twice_at_once_signs_in_once(db, path):
    """Do two clients with one code get one sign-in?"""
    code = people.add(db, username="nadia", name="N", role=Role.TRAINEE, team=None, now=NOON).code
    barrier, outcomes = threading.Barrier(4), []

    def use(number):
        own = connect(path)
        barrier.wait()
        try:
            outcomes.append(bool(try_sign_in(own, "nadia", code, address=f"192.0.2.{number}")))
        except Refused:
            outcomes.append(False)
        finally:
            own.close()

    threads = [threading.Thread(target=use, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False, False, False, True]


@pytest.mark.parametrize(("hours", "present"), [(0, True), (11.99, True), (12, False), (100, False)])
def test_e6_a_sign_in_ends_after_twelve_hours(db, hours, present):
    """Is there an absolute limit?"""
    make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    assert (sign_ins.person_for(db, token, after(hours=hours)) is not None) is present


def test_e4_a_signed_out_token_is_dead(db):
    """Is a copied cookie worthless after signing out?"""
    make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    present = sign_ins.person_for(db, token, NOON)
    sign_ins.sign_out(db, present, address="192.0.2.1", now=NOON)
    assert sign_ins.person_for(db, token, NOON) is None
    with pytest.raises(NotFound):
        sign_ins.sign_out(db, present, address="192.0.2.1", now=NOON)


def test_own_sign_ins_are_listed_and_can_be_ended(db):
    """Can one end the sign-in left open elsewhere, and nobody else's?"""
    nadia, other = make_person(db), make_person(db, "other")
    first = try_sign_in(db, "nadia", PASSWORD)
    second = try_sign_in(db, "nadia", PASSWORD, now=after(minutes=5))
    listed = sign_ins.open_sign_ins(db, nadia, after(minutes=6))
    assert [(found.since, found.where) for found in listed] == [
        (after(minutes=5), "Firefox on Linux, 192.0.2.1"),
        (NOON, "Firefox on Linux, 192.0.2.1"),
    ]
    with pytest.raises(NotFound):
        sign_ins.revoke(db, other, listed[1].public_id, address="192.0.2.1", now=NOON)
    sign_ins.revoke(db, nadia, listed[1].public_id, address="192.0.2.1", now=NOON)
    assert sign_ins.person_for(db, first, NOON) is None
    assert sign_ins.person_for(db, second, NOON) is not None


def test_finding_the_person_is_one_indexed_lookup(db):
    """Does each request cost one search by key?"""
    sql = "SELECT 1 FROM sign_ins JOIN people ON people.id = sign_ins.person_id WHERE sign_ins.token_hash = 'x'"
    plan = [row["detail"] for row in rows(db, f"EXPLAIN QUERY PLAN {sql}")]
    assert [step.split()[0] for step in plan] == ["SEARCH", "SEARCH"]


def test_e17_a_password_of_an_older_cost_is_stored_anew_at_sign_in(db, monkeypatch):
    """Do stored passwords follow when the cost is raised?"""
    make_person(db)
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=32))
    try_sign_in(db, "nadia", PASSWORD)
    assert one(db, "SELECT password_hash FROM people")["password_hash"].startswith("scrypt:32:8:1$")
    try_sign_in(db, "nadia", PASSWORD)


def test_e17_an_endless_password_costs_nothing(db, monkeypatch):
    """Is a password of 10 kB refused before it is hashed?"""
    make_person(db)
    monkeypatch.setattr(passwords, "_scrypt", None)
    with pytest.raises(Refused, match=WRONG):
        try_sign_in(db, "nadia", "x" * 10_000)


@pytest.mark.parametrize(
    ("failures", "free", "seconds"),
    [(0, 5, 0), (4, 5, 0), (5, 5, 1), (6, 5, 2), (9, 5, 16), (14, 5, 512), (15, 5, 900), (99, 5, 900), (100, 5, 86400)],
)
def test_e13_the_wait_grows(failures, free, seconds):
    """How long does the next try wait?"""
    assert throttle.wait_after(failures, free) == timedelta(seconds=seconds)


def test_e13_five_wrong_tries_are_free_and_the_sixth_waits(db):
    """Is a right password refused while the wait lasts, and taken afterwards?"""
    make_person(db)
    for _ in range(5):
        assert str(fail(db)) == WRONG
    with pytest.raises(TooSoon, match="Too many failed attempts. Please try again in 1 second.") as early:
        try_sign_in(db, "nadia", PASSWORD)
    assert early.value.seconds == 1
    try_sign_in(db, "nadia", PASSWORD, now=after(seconds=1))
    assert str(fail(db, now=after(seconds=2))) == WRONG


def test_e13_an_early_try_is_neither_looked_at_nor_counted(db, monkeypatch):
    """Does hammering neither guess nor lengthen the wait?"""
    make_person(db)
    for _ in range(5):
        fail(db)
    monkeypatch.setattr(passwords, "verify", None)
    for _ in range(50):
        assert isinstance(fail(db), TooSoon)
    assert one(db, "SELECT count(*) AS rows FROM sign_in_failures WHERE address <> ''") == {"rows": 5}


def test_d4_a_throttled_account_is_one_entry_a_window(db):
    """Is it written who was tried and from where, once for each wait, not once for each try?"""
    person = make_person(db)
    for _ in range(5):
        fail(db)
    for _ in range(3):
        assert isinstance(fail(db), TooSoon)
    assert str(fail(db, now=after(seconds=1))) == WRONG
    for _ in range(3):
        assert isinstance(fail(db, now=after(seconds=2)), TooSoon)
    written = rows(db, "SELECT actor, detail FROM audit WHERE event = 'sign-in-throttled'")
    detail = f'{{"address":"192.0.2.1","person":"{person.public_id}"}}'
    assert written == [{"actor": "nobody", "detail": detail}] * 2


def test_d4_a_throttled_address_is_one_entry_whatever_names_it_tries(db):
    """Can a stranger not fill the audit with names that do not exist?"""
    for number in range(80):
        fail(db, f"name-{number}")
    written = rows(db, "SELECT detail FROM audit WHERE event = 'sign-in-throttled'")
    assert written == [{"detail": '{"address":"192.0.2.1","person":null}'}]


def test_e13_tries_from_everywhere_are_counted_together(db):
    """Is an account that is tried from 200 addresses closed to guessing after 20?"""
    make_person(db)
    looked_at = [number for number in range(200) if not isinstance(fail(db, address=f"198.51.100.{number}"), TooSoon)]
    assert len(looked_at) == 20


def test_e13_at_most_a_hundred_failures_come_within_a_day(db):
    """How many guesses has someone who waits exactly as long as asked, for a day?"""
    make_person(db)
    at, looked_at = NOON, 0
    while at < after(days=1):
        error = fail(db, now=at)
        if isinstance(error, TooSoon):
            at += timedelta(seconds=error.seconds)
        else:
            looked_at += 1
    assert looked_at == 100


def test_e13_one_address_cannot_try_every_account(db):
    """Is spraying one password over many names slowed, too?"""
    tried = [fail(db, f"name-{number}") for number in range(60)]
    assert [isinstance(error, TooSoon) for error in tried] == [False] * 50 + [True] * 10


def test_e14_failures_elsewhere_do_not_keep_the_owner_out(db):
    """Can a colleague not be shut out by ten wrong tries on another machine, nor a running sign-in be ended?"""
    make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    for number in range(10):
        fail(db, address="203.0.113.9", now=after(minutes=20 * number))
    later = after(minutes=181)
    assert sign_ins.person_for(db, token, later) is not None
    try_sign_in(db, "nadia", PASSWORD, now=later)


def test_e14_where_one_lately_signed_in_failures_elsewhere_make_nobody_wait(db):
    """Can a colleague who fails on purpose, from as many machines as there are, not keep one from one's own?"""
    make_person(db)
    try_sign_in(db, "nadia", PASSWORD, address="192.0.2.77")
    for number in range(40):
        fail(db, address=f"203.0.113.{number}")
    for address in ("192.0.2.7", "2.0.2.77"):
        assert isinstance(fail(db, address=address), TooSoon)
    for _ in range(5):
        assert str(fail(db, address="192.0.2.77")) == WRONG
    assert isinstance(fail(db, address="192.0.2.77"), TooSoon)
    try_sign_in(db, "nadia", PASSWORD, address="192.0.2.77", now=after(seconds=1))


def test_e14_an_address_is_forgotten_after_a_month(db):
    """Does an address count as one's own only while it was lately used?"""
    make_person(db)
    try_sign_in(db, "nadia", PASSWORD, address="192.0.2.77")
    later = after(days=31)
    for number in range(40):
        fail(db, address=f"203.0.113.{number}", now=later)
    assert isinstance(fail(db, address="192.0.2.77", now=later), TooSoon)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "in 1 second."),
        (119, "in 119 seconds."),
        (120, "in 2 minutes."),
        (900, "in 15 minutes."),
        (7199, "in 120 minutes."),
        (7200, "in 2 hours."),
        (86_400, "in 24 hours."),
    ],
)
def test_a_wait_is_told_in_words(seconds, told):
    """Is nobody told to wait 1440 minutes?"""
    assert str(TooSoon(timedelta(seconds=seconds))) == f"Too many failed attempts. Please try again {told}"


def test_e13_guesses_at_once_count_as_many(db, path):
    """Does a burst of parallel guesses get no more looked at than one after the other?"""
    make_person(db)
    barrier, kinds = threading.Barrier(12), []

    def guess():
        own = connect(path)
        barrier.wait()
        try:
            try_sign_in(own, "nadia", "wrong")
        except Refused as error:
            kinds.append(type(error))
        finally:
            own.close()

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kind.__name__ for kind in kinds) == ["Refused"] * 5 + ["TooSoon"] * 7


def test_a_new_code_clears_the_wait(db):
    """Can a manager help someone at once?"""
    person = make_person(db)
    for _ in range(5):
        fail(db)
    code = people.reset_code(db, person, now=NOON)
    try_sign_in(db, "nadia", code)


def test_d6_a_password_typed_as_a_name_is_not_kept(db):
    """Is what was typed into the wrong field stored as a hash only?"""
    fail(db, "my own password 123")
    assert "my own" not in str(rows(db, "SELECT * FROM sign_in_failures"))
