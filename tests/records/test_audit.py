"""The chain: what is written, and that no change to it stays unseen."""

import hashlib
import json
import sqlite3

import pytest

from tests.records.support import NOON, after, make_person, try_sign_in
from training.records import audit, people, sign_ins
from training.records.audit import GENESIS, Event, Head, append, first_bad, head
from training.records.database import rows, transaction
from training.rules.errors import Refused


@pytest.fixture
def chain(db):
    """Five entries, in a database whose triggers were taken away."""
    for number in range(1, 6):
        with transaction(db):
            append(db, Event.SIGNED_IN, actor="someone", now=after(minutes=number), detail={"number": number, "é": "→"})
    db.execute("DROP TRIGGER audit_is_never_changed")
    db.execute("DROP TRIGGER audit_is_never_deleted")
    return db


def test_an_entry_is_sealed_with_the_one_before(db):
    """Can the hash be computed by anyone who reads the description?"""
    with transaction(db):
        append(db, Event.PERSON_ADDED, actor="command", now=NOON, detail={"role": "trainee", "person": "x"})
    text = (
        '{"actor":"command","at":"2026-11-02T12:00:00.000000+00:00","detail":{"person":"x","role":"trainee"},'
        '"event":"person-added","seq":1}'
    )
    assert head(db) == Head(1, hashlib.sha256((GENESIS + text).encode()).hexdigest())


def test_an_empty_chain_holds(db):
    """Is a new installation's audit in order?"""
    assert first_bad(db) is None
    assert head(db) == Head(0, "0" * 64)


def test_d1_an_untouched_chain_holds(chain):
    """Does the check pass when nothing was changed?"""
    assert first_bad(chain) is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("at", "2026-11-02T12:03:00.000001+00:00"),
        ("actor", "someone else"),
        ("event", "signed-out"),
        ("detail", '{"number":4,"é":"→"}'),
        ("detail", '{"number": 3, "é": "→"}'),
        ("detail", '{"é":"→","number":3}'),
        ("prev_hash", "f" * 64),
        ("hash", "f" * 64),
    ],
)
def test_d1_a_changed_column_is_found(chain, column, value):
    """Is the first bad entry named, whichever column was edited?"""
    chain.execute(f"UPDATE audit SET {column} = ? WHERE seq = 3", [value])
    assert first_bad(chain) == 3


@pytest.mark.parametrize("gone", [1, 3, 4])
def test_d1_a_removed_entry_is_found(chain, gone):
    """Is a hole named by the number that is missing?"""
    chain.execute("DELETE FROM audit WHERE seq = ?", [gone])
    assert first_bad(chain) == gone


def test_d1_swapped_entries_are_found(chain):
    """Does the order count?"""
    chain.execute("UPDATE audit SET seq = 99 WHERE seq = 2")
    chain.execute("UPDATE audit SET seq = 2 WHERE seq = 3")
    chain.execute("UPDATE audit SET seq = 3 WHERE seq = 99")
    assert first_bad(chain) == 2


def test_d1_an_inserted_entry_is_found(chain):
    """Can nothing be slipped in at the end without knowing the seal?"""
    chain.execute("INSERT INTO audit SELECT 6, at, actor, event, detail, hash, ? FROM audit WHERE seq = 5", ["a" * 64])
    assert first_bad(chain) == 6


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE audit SET actor = 'x'",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE seq = 1",
    ],
)
def test_the_database_refuses_to_change_the_chain(db, change):
    """Is the audit append-only for the program itself?"""
    with transaction(db):
        append(db, Event.SIGNED_IN, actor="someone", now=NOON)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(change)


def test_d3_an_entry_is_written_only_with_its_fact(db):
    """Is there no entry without a transaction around it and what it tells of?"""
    with pytest.raises(RuntimeError, match="outside a transaction"):
        append(db, Event.SIGNED_IN, actor="someone", now=NOON)
    with pytest.raises(ZeroDivisionError), transaction(db):
        append(db, Event.SIGNED_IN, actor="someone", now=NOON)
        _ = 1 / 0
    assert head(db) == Head(0, GENESIS)


def test_d4_every_event_of_an_account_is_written(db):
    """Does the audit tell who did what, when and from where?"""
    person, here = make_person(db, password=None), "192.0.2.1"
    people.set_first_password(db, person, "bamodu-kelino-tafise", address=here, now=NOON)
    token = try_sign_in(db, "nadia", "bamodu-kelino-tafise")
    with pytest.raises(Refused):
        try_sign_in(db, "nadia", "wrong")
    with pytest.raises(Refused):
        people.change_password(db, person, current="wrong", new="x", address=here, now=NOON)
    try_sign_in(db, "nadia", "bamodu-kelino-tafise")
    sign_ins.revoke(db, person, sign_ins.open_sign_ins(db, person, NOON)[0].public_id, address=here, now=NOON)
    sign_ins.sign_out(db, sign_ins.person_for(db, token, NOON), address=here, now=NOON)
    people.reset_code(db, person, now=NOON)
    people.disable(db, person, now=after(days=1))
    people.enable(db, person, now=after(days=2))
    told = rows(db, "SELECT event, actor, detail ->> 'address' AS address FROM audit ORDER BY seq")
    assert [tuple(row.values()) for row in told] == [
        ("person-added", "command", None),
        ("password-set", person.public_id, here),
        ("signed-in", person.public_id, here),
        ("sign-in-failed", "nobody", here),
        ("password-change-refused", person.public_id, here),
        ("signed-in", person.public_id, here),
        ("sign-in-revoked", person.public_id, here),
        ("signed-out", person.public_id, here),
        ("code-issued", "command", None),
        ("person-disabled", "command", None),
        ("person-enabled", "command", None),
    ]
    failed = rows(db, "SELECT at, detail FROM audit WHERE event = 'sign-in-failed'")[0]
    assert failed["at"] == "2026-11-02T12:00:00.000000+00:00"
    assert json.loads(failed["detail"]) == {"person": person.public_id, "address": here}


def test_d6_no_secret_and_no_name_is_in_the_audit(db):
    """Could the audit be shown to a regulator as it is?"""
    person = make_person(db)
    token = try_sign_in(db, "nadia", "bamodu-kelino-tafise")
    with pytest.raises(Refused):
        try_sign_in(db, "my-secret-typed-here", "another secret")
    text = json.dumps(rows(db, "SELECT * FROM audit"))
    for secret in (token, sign_ins.token_hash(token), "bamodu", "typed-here", "another", "nadia", "Nadia", "scrypt"):
        assert secret not in text
    assert person.public_id in text


def test_d5_control_characters_cannot_act_in_the_audit(db):
    """Is what a stranger sends stored so that no terminal obeys it?"""
    with transaction(db):
        append(db, Event.SIGN_IN_FAILED, actor=audit.NOBODY, now=NOON, detail={"address": "x\n\x1b[31m2026 ok"})
    assert rows(db, "SELECT detail FROM audit") == [{"detail": '{"address":"x\\n\\u001b[31m2026 ok"}'}]
    assert first_bad(db) is None
