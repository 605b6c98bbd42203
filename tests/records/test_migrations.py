"""The schema: how it comes to be, that it is whole, that nothing half-done is served."""

import hashlib
import multiprocessing
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from training.records import migrations
from training.records.database import connect, create_file, rows
from training.records.migrations import MIGRATIONS, check_schema, fingerprint, load_migrations, migrate
from training.rules.errors import Conflict, Illegal

FOLDER = Path(migrations.__file__).parent
FINGERPRINTS = {
    "0001_people": "3c2228b33c0b2daff26b96ffc14c20b614e01eec798f32e0dd7bc36f78e71c2c",
    "0002_drills": "8a87ad986a6ae03aab481a205cdbe13863d4b18a2621f23955730978463fbbf2",
    "0003_disputes": "df141414e5870af1c2a0de0ee455235d086f3222fd1d1bf612992cba3239f7d6",
}
TRIGGERS = {
    "audit_is_never_changed",
    "audit_is_never_deleted",
    "answers_are_never_changed",
    "answers_are_never_deleted",
}


@pytest.fixture
def empty(path):
    create_file(path)
    db = connect(path)
    yield db
    db.close()


def names(set_of_migrations):
    return [migration.name for migration in set_of_migrations._migrations]


def test_c10_every_migration_leaves_exactly_the_schema_it_should(empty):
    """Has each migration a known fingerprint, so that no trigger, index or check is lost unseen?"""
    assert names(MIGRATIONS) == list(FINGERPRINTS)
    seen = {}
    for name, following in zip(FINGERPRINTS, [*list(FINGERPRINTS)[1:], None], strict=True):
        MIGRATIONS.apply(empty, stop_before=following)
        seen[name] = fingerprint(empty)
    assert seen == FINGERPRINTS


def test_c10_the_tables_are_strict_and_the_triggers_there(db):
    """Does the database itself refuse wrong types and changed history?"""
    tables = rows(db, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE '%sqlite_%'")
    assert [table["name"] for table in tables if not table["strict"]] == []
    assert {row["name"] for row in rows(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'")} == TRIGGERS


def test_migrating_twice_does_nothing_the_second_time(empty):
    """Can `make run` migrate each time?"""
    assert migrate(empty) == list(FINGERPRINTS)
    assert migrate(empty) == []
    assert empty.execute("PRAGMA foreign_keys").fetchone() == (1,)


@pytest.fixture
def three_steps(tmp_path):
    """A set of three migrations of which the third fails at its second statement, and the same set mended."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("CREATE TABLE one (id INTEGER) STRICT;")
    (folder / "0002_two.sql").write_text("CREATE TABLE two (id INTEGER) STRICT; INSERT INTO one VALUES (1);")
    (folder / "0003_three.sql").write_text("CREATE TABLE three (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);")
    broken = load_migrations(folder)
    (folder / "0003_three.sql").write_text("CREATE TABLE three (id INTEGER) STRICT;")
    return broken, load_migrations(folder)


def test_c9_a_migration_that_fails_leaves_nothing_and_runs_after_it_is_mended(empty, three_steps):
    """Is a half-done migration rolled back whole, records included?"""
    broken, mended = three_steps
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(empty, broken)
    assert rows(empty, "SELECT name FROM sqlite_schema") == []
    with pytest.raises(Conflict, match=r"older than this program \(0001_one is missing\)"):
        check_schema(empty, mended)
    assert migrate(empty, mended) == ["0001_one", "0002_two", "0003_three"]
    check_schema(empty, mended)


@pytest.mark.parametrize("failing", range(5))
def test_c9_a_migration_may_fail_at_any_statement(empty, tmp_path, failing):
    """Does no statement before the failing one stay?"""
    statements = ["CREATE TABLE one (id INTEGER) STRICT", "INSERT INTO one VALUES (1)", "CREATE INDEX i ON one (id)"]
    statements += ["CREATE TRIGGER t BEFORE DELETE ON one BEGIN SELECT RAISE(ABORT, 'no; never'); END", "SELECT 1"]
    statements[failing] = "INSERT INTO nowhere VALUES (1)"
    (tmp_path / "0001_one.sql").write_text(";\n".join(statements) + ";")
    with pytest.raises(sqlite3.OperationalError):
        migrate(empty, load_migrations(tmp_path))
    assert rows(empty, "SELECT name FROM sqlite_schema") == []


KILLED = """
import sys, time
from pathlib import Path
from training.records.database import connect
from training.records.migrations import load_migrations, migrate

migrations = load_migrations(Path(sys.argv[2]))

@migrations()
def endless(db):
    db.execute("INSERT INTO one VALUES (1)")
    print("in it", flush=True)
    time.sleep(60)

db = connect(Path(sys.argv[1]))
db.execute("PRAGMA cache_size = 1")  # pages go to the file before the commit
migrate(db, migrations)
"""


def test_c9_a_migration_that_is_killed_leaves_nothing_and_runs_again(empty, path, tmp_path):
    """Is kill -9 in the middle as if it had never begun?"""
    many = "".join(f"INSERT INTO one VALUES ({number});" for number in range(3000))
    (tmp_path / "0001_one.sql").write_text(f"CREATE TABLE one (id INTEGER) STRICT; {many}")
    script = [sys.executable, "-c", KILLED, path, tmp_path]
    process = subprocess.Popen(script, cwd=FOLDER.parents[2], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "in it\n"
    finally:
        process.kill()
        process.communicate()
    assert rows(empty, "SELECT name FROM sqlite_schema") == []
    assert migrate(empty, load_migrations(tmp_path)) == ["0001_one"]
    check_schema(empty, load_migrations(tmp_path))


def test_c9_a_missing_migration_is_named(db, three_steps):
    """Does a database that is behind say which step it lacks, and how to take it?"""
    db.execute("DELETE FROM _sqlite_migrations WHERE name = '0003_disputes'")
    with pytest.raises(Conflict, match=r"0003_disputes is missing.*flask records migrate"):
        check_schema(db)


def test_c17_a_newer_database_is_refused_and_not_touched(db, path):
    """Is an old program kept from working on a database that it does not understand?"""
    db.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('third-card', '0999_future', '')"
    )
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    for refuse in (check_schema, migrate):
        with pytest.raises(Conflict, match="newer than this program: it has 0999_future"):
            refuse(db)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


@pytest.mark.parametrize("page", [0, 1, 3])
def test_c17_a_damaged_file_is_refused_and_not_touched(db, path, tmp_path, page):
    """Are flipped bytes noticed before anything is served?"""
    db.close()
    damaged = tmp_path / "damaged.db"
    shutil.copy(path, damaged)
    content = bytearray(damaged.read_bytes())
    for at in range(page * 4096, page * 4096 + 4096):
        content[at] ^= 0xFF
    damaged.write_bytes(content)
    with pytest.raises(Illegal, match="database"):
        check_schema_of(damaged)
    assert damaged.read_bytes() == bytes(content)


def check_schema_of(path):
    opened = connect(path)
    try:
        check_schema(opened)
    finally:
        opened.close()


def migrate_file(path):
    opened = connect(path)
    try:
        return migrate(opened)
    finally:
        opened.close()


def test_two_processes_that_migrate_at_once_do_it_once(path):
    """Does a second `migrate` wait for the first instead of failing?"""
    create_file(path)
    with multiprocessing.get_context("fork").Pool(4) as pool:
        applied = pool.map(migrate_file, [path] * 4)
    assert sorted(applied) == [[], [], [], list(FINGERPRINTS)]
