"""How the database is opened, and what a write is."""

import re
import sqlite3
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.records.support import NOON
from training.records.database import connect, create_file, moment, one, settle_journal, stamp, transaction, wal_is_safe
from training.rules.errors import Busy, Illegal, NotFound

RECORDS = Path(__file__).parents[2] / "training" / "records"
HOLD = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
held.execute("COMMIT")
"""


def count(db, table):
    return one(db, f"SELECT count(*) AS rows FROM {table}")["rows"]


def add_team(db, name):
    db.execute(
        "INSERT INTO teams (public_id, name, name_key, created_at) VALUES (?, ?, ?, ?)",
        ["x" * 22 + name, name, name, stamp(NOON)],
    )


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 44, 9), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 0), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_c5_wal_is_used_only_where_sqlite_is_mended(db, version, safe):
    """Does each version of SQLite get the journal that cannot corrupt the file?"""
    assert wal_is_safe(version) is safe
    assert settle_journal(db, version) == ("wal" if safe else "delete")


def test_c5_a_wal_file_goes_back_to_the_rollback_journal_on_an_affected_sqlite(db, path):
    """Is a file that a newer SQLite left in WAL mode made safe again?"""
    settle_journal(db, (3, 51, 3))
    db.close()
    again = connect(path)
    assert settle_journal(again, (3, 40, 1)) == "delete"
    assert again.execute("PRAGMA synchronous").fetchone() == (2,)
    again.close()


def test_c11_every_connection_has_foreign_keys_and_waits(db):
    """Are the pragmas set that SQLite does not set by itself?"""
    assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert db.execute("PRAGMA busy_timeout").fetchone() == (5000,)
    assert db.execute("PRAGMA recursive_triggers").fetchone() == (1,)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_c11_sqlite_is_opened_in_one_place_only():
    """Could a connection without foreign keys come from anywhere else in the program?"""
    opened = {
        path.name
        for path in (RECORDS.parent).rglob("*.py")
        if re.search(r"sqlite3\.connect|Database\(", path.read_text())
    }
    assert opened == {"database.py"}


def test_c12_nothing_replaces_cascades_or_adds_columns():
    """Is there no statement that deletes or reshapes records as a side effect?"""
    forbidden = r"OR REPLACE|REPLACE INTO|CASCADE|replace=True|alter=True|\.upsert|\.transform"
    files = [*RECORDS.rglob("*.py"), *RECORDS.rglob("*.sql")]
    assert [path.name for path in files if re.search(forbidden, path.read_text(), re.IGNORECASE)] == []


def test_a_missing_database_is_not_made_by_opening_it(path):
    """Does a mistyped path end in a sentence, not in an empty database?"""
    with pytest.raises(NotFound, match="There is no database at .*; `flask records migrate` makes it."):
        connect(path)
    assert not path.exists()


def test_a_file_that_is_no_database_is_named(tmp_path):
    """Is a wrong file told from a missing one?"""
    wrong = tmp_path / "letter.db"
    wrong.write_text("Dear sir, " * 200)
    with pytest.raises(Illegal, match=r"letter\.db cannot be opened: file is not a database"):
        connect(wrong)


def test_e23_only_the_owner_can_read_the_file(path):
    """Is the database closed to others, also when it was open before?"""
    create_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    create_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_transaction_keeps_all_or_nothing(db):
    """Is a write that fails in the middle gone, and is the next one fine?"""
    with pytest.raises(RuntimeError), transaction(db):
        add_team(db, "one")
        raise RuntimeError
    assert count(db, "teams") == 0
    with transaction(db):
        add_team(db, "two")
    assert count(db, "teams") == 1


def test_c3_readers_that_then_write_never_meet_a_locked_database(db, path):
    """Do 4 threads with 25 read-then-write transactions each all get through?"""
    with transaction(db):
        add_team(db, "0")
    errors = []

    def work():
        own = connect(path)
        try:
            for _ in range(25):
                with transaction(own):
                    name = one(own, "SELECT name FROM teams")["name"]
                    own.execute("UPDATE teams SET name = ?", [str(int(name) + 1)])
        except Exception as error:
            errors.append(error)
        finally:
            own.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert one(db, "SELECT name FROM teams") == {"name": "100"}


@pytest.mark.parametrize(("held", "waits", "comes_through"), [(0.4, 5.0, True), (5.0, 0.3, False)])
def test_c3_another_process_holds_the_lock(db, path, held, waits, comes_through):
    """Does a write wait for another process, and end as Busy with nothing written when that takes too long?"""
    holder = subprocess.Popen([sys.executable, "-c", HOLD, path, str(held)], stdout=subprocess.PIPE, text=True)
    own = connect(path, busy_seconds=waits)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        if comes_through:
            with transaction(own):
                add_team(own, "waited")
        else:
            with pytest.raises(Busy, match="nothing was written"), transaction(own):
                add_team(own, "waited")
    finally:
        holder.kill()
        holder.communicate()
        own.close()
    assert count(db, "teams") == int(comes_through)


@pytest.mark.parametrize(
    ("at", "stored"),
    [
        (datetime(2026, 11, 2, 12, 0, tzinfo=UTC), "2026-11-02T12:00:00.000000+00:00"),
        (datetime(2026, 11, 2, 0, 0, 0, 5, tzinfo=timezone(timedelta(hours=8))), "2026-11-01T16:00:00.000005+00:00"),
    ],
)
def test_b10_times_are_stored_in_utc_with_their_offset(at, stored):
    """Does every time have one form, that sorts as text?"""
    assert stamp(at) == stored
    assert moment(stored) == at


def test_b10_a_naive_time_is_refused():
    """Is a time that could mean anything caught before it is stored?"""
    with pytest.raises(ValueError, match="without its zone"):
        stamp(datetime(2026, 11, 2, 12, 0))  # noqa: DTZ001 - that is the point


def test_b10_the_table_refuses_what_is_not_utc(db):
    """Would the database itself catch a local time?"""
    with pytest.raises(sqlite3.IntegrityError, match="teams_created_at_is_utc"):
        db.execute(
            "INSERT INTO teams (public_id, name, name_key, created_at) VALUES (?, 'a', 'a', '2026-11-02T12:00:00')",
            ["x" * 22],
        )


def test_opening_a_folder_is_an_error_for_a_person(tmp_path):
    """Does a path that is no file end in a sentence?"""
    with pytest.raises(NotFound, match="There is no database"):
        connect(tmp_path)
