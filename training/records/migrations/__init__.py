"""The schema, as an ordered list of SQL files that only grows: a file that has been released is never edited.

To change the schema, add the next number here, `0042_….sql`; `tests/records/test_migrations.py` wants its fingerprint.
"""

import hashlib
import json
import sqlite3
from pathlib import Path

from sqlite_utils import Migrations

from training.records.database import Database, one, rows, transaction
from training.rules.errors import Conflict, Illegal

SET_NAME = "third-card"


def load_migrations(folder: Path) -> Migrations:
    """Return the SQL files of a folder as migrations, in the order of their names."""
    migrations = Migrations(SET_NAME)
    for path in sorted(folder.glob("[0-9]*.sql")):
        _register(migrations, path.stem, path.read_text(encoding="utf-8"))
    return migrations


def _register(migrations: Migrations, name: str, sql: str) -> None:
    @migrations(name=name)
    def apply(db: Database) -> None:
        db.executescript(sql)


MIGRATIONS = load_migrations(Path(__file__).parent)


def migrate(db: Database, migrations: Migrations = MIGRATIONS) -> list[str]:
    """Bring the database up to this program and return the names of the migrations applied.

    All of them, their records and the check of foreign keys are one transaction: a second `migrate` at the same
    time waits, and one that fails or is killed leaves the database as it was. `Conflict` when it is newer.
    """
    db.execute("PRAGMA foreign_keys = OFF")  # cannot be switched inside a transaction
    try:
        with transaction(db):
            _refuse_newer(db, migrations)
            names = [migration.name for migration in migrations.pending(db)]
            if names:
                migrations.apply(db)
                _check_foreign_keys(db)
    finally:
        db.execute("PRAGMA foreign_keys = ON")
    return names


def check_schema(db: Database, migrations: Migrations = MIGRATIONS) -> None:
    """Raise `Conflict` unless the database is exactly at this program's schema, `Illegal` when it is damaged."""
    try:
        damage = one(db, "PRAGMA quick_check(1)")
        if damage is None or damage["quick_check"] != "ok":
            raise Illegal(f"The database is damaged: {damage and damage['quick_check']}.")
        _refuse_newer(db, migrations)
        pending = [migration.name for migration in migrations.pending(db)]
    except sqlite3.DatabaseError as error:
        raise Illegal(f"The database cannot be read: {error}.") from error
    if pending:
        raise Conflict(
            f"The database is older than this program ({pending[0]} is missing); run `flask records migrate`."
        )


def _refuse_newer(db: Database, migrations: Migrations) -> None:
    known = {migration.name for migration in migrations._migrations}
    unknown = [migration.name for migration in migrations.applied(db) if migration.name not in known]
    if unknown:
        raise Conflict(
            f"The database is newer than this program: it has {unknown[0]}, which this program does not know."
        )


def _check_foreign_keys(db: Database) -> None:
    broken = one(db, "PRAGMA foreign_key_check")
    if broken is not None:
        raise Illegal(f"The database refers to something that is not there: {broken}.")


def fingerprint(db: Database) -> str:
    """Return the SHA-256 of all tables, indexes and triggers as SQLite keeps them."""
    parts = rows(db, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2")
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
