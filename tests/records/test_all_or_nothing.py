"""Each write is whole: with its audit entry, or not at all."""

import pytest

from tests.records.support import NOON, PASSWORD, make_person, try_sign_in
from training.records import people, sign_ins
from training.records.people import Role

NEW = "gerile-kepano-govefa"


def dump(db):
    return list(db.conn.iterdump())


def add(db, _person):
    people.add(db, username="new", name="New", role=Role.TRAINEE, team="New team", now=NOON)


def reset(db, person):
    people.reset_code(db, person, now=NOON)


def disable(db, person):
    people.disable(db, person, now=NOON)


def enable(db, _person):
    people.enable(db, people.by_username(db, "gone"), now=NOON)


def first_password(db, _person):
    people.set_first_password(db, people.by_username(db, "fresh"), NEW, now=NOON)


def revoke(db, person):
    open_one = sign_ins.open_sign_ins(db, person, NOON)[0]
    sign_ins.revoke(db, person, open_one.public_id, address="192.0.2.1", now=NOON)


@pytest.mark.parametrize("write", [add, reset, disable, enable, first_password, revoke])
def test_c4_d3_a_write_that_fails_at_any_statement_leaves_nothing(db, monkeypatch, write):
    """Is the database as it was, whichever statement of the write fails, and does the write work afterwards?"""
    person = make_person(db)
    make_person(db, "fresh", password=None)
    people.disable(db, make_person(db, "gone"), now=NOON)
    try_sign_in(db, "nadia", PASSWORD)
    before = dump(db)
    statements = 0
    while fails_after(db, statements, lambda: write(db, person), monkeypatch):
        assert dump(db) == before
        statements += 1
    assert statements >= 3
    assert dump(db) != before


def fails_after(db, statements, write, monkeypatch):
    """Let so many statements of a write through and fail at the next; whether there was a next."""
    execute, left = db.execute, iter(range(statements))

    def execute_some(sql, values=()):
        if next(left, None) is None:
            raise InterruptedError
        return execute(sql, values)

    with monkeypatch.context() as patched:
        patched.setattr(db, "execute", execute_some)
        try:
            write()
        except InterruptedError:
            return True
    return False
