"""The connection of a request: its own, kept warm between requests, never that of a file or a write left behind."""

import gc
import shutil

import pytest

from training.records import audit
from training.records.database import one, transaction
from training.web import context
from training.web.context import get_db


@pytest.fixture
def opened(monkeypatch):
    """How many connections were opened, and closed since."""
    made = []
    connect = context.connect
    monkeypatch.setattr(context, "connect", lambda path: made.append(connect(path)) or made[-1])
    return made


def closed(db):
    try:
        db.execute("SELECT 1")
    except Exception as error:
        return "closed" in str(error)
    return False


def test_when_one_request_is_over_then_the_next_takes_its_connection(app, opened):
    """Does nobody wait for the schema to be read again?"""
    with app.app_context():
        first = get_db()
        assert get_db() is first
    with app.app_context():
        assert get_db() is first
    assert len(opened) == 1


def test_when_two_requests_run_at_once_then_each_has_its_own(app, opened):
    """Can one never read what the other has not finished writing?"""
    with app.app_context():
        first = get_db()
        with app.app_context():
            assert get_db() is not first
    assert len(opened) == 2


def test_when_a_request_failed_then_its_connection_is_closed(app, opened):
    """Is what a failure may have left open not handed to the next one?"""
    with pytest.raises(ZeroDivisionError), app.app_context():
        get_db()
        raise ZeroDivisionError
    assert closed(opened[0])


def test_when_a_write_was_left_open_then_it_is_undone(app, opened):
    """Is half a write never finished by somebody else's?"""
    with app.app_context():
        get_db().conn.execute("BEGIN IMMEDIATE")
        get_db().conn.execute("UPDATE people SET name = 'half written'")
    assert closed(opened[0])
    with app.app_context():
        assert one(get_db(), "SELECT 1 FROM people WHERE name = 'half written'") is None


def test_when_the_file_was_replaced_then_the_new_one_is_read(app, opened, clock):
    """Does a restored database count at once, and no answer go into the one that was taken away?"""
    path = app.config["SETTINGS"].database
    with app.app_context():
        get_db().execute("SELECT 1")
    copy = path.with_suffix(".restored")
    shutil.copy(path, copy)
    copy.replace(path)
    with app.app_context(), transaction(get_db()):
        audit.append(get_db(), audit.Event.SIGNED_OUT, actor=audit.NOBODY, now=clock.at)
    assert closed(opened[0])
    db = context.connect(path)
    assert one(db, "SELECT event FROM audit ORDER BY seq DESC")["event"] == "signed-out"
    db.close()


def test_when_the_program_goes_then_its_connections_are_closed(make_app, opened):
    """Is nothing left to be closed by chance?"""
    app = make_app()
    with app.app_context():
        get_db()
    del app
    gc.collect()
    assert closed(opened[0])
