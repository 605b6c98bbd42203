"""The one way to the database: how it is opened, how a write is one transaction, how a time is stored."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from training.rules.errors import Busy, Illegal, NotFound

__all__ = [
    "Database",
    "DatabaseError",
    "connect",
    "create_file",
    "is_locked",
    "moment",
    "one",
    "rows",
    "settle_journal",
    "stamp",
    "transaction",
    "wal_is_safe",
]

DatabaseError = sqlite3.Error
"""What SQLite raises; the web asks `is_locked` about it and imports no sqlite3 of its own."""

BUSY_SECONDS = 5.0
BUSY = "The database is busy; nothing was written, please try again."
Values = Sequence[Any] | dict[str, Any]


def create_file(path: Path) -> None:
    """Make the empty file of a database, readable by its owner alone; one that exists only gets its mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    path.chmod(0o600)


def connect(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Database:
    """Open an existing database, with foreign keys on; `NotFound` when there is no such file."""
    if not path.is_file():
        raise NotFound(f"There is no database at {path}; `flask records migrate` makes it.")
    # The web keeps connections between requests: one thread after another uses it, never two at once.
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=busy_seconds, check_same_thread=False
    )
    try:
        # Without plugins: what is installed beside us must not run in here. `recursive_triggers` (on by default
        # in sqlite-utils) lets the triggers that forbid deletion see a REPLACE as well.
        db = Database(connection, execute_plugins=False)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        connection.close()
        if is_locked(error):
            raise Busy(BUSY) from error
        raise Illegal(f"The database at {path} cannot be opened: {error}.") from error
    return db


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite's write-ahead log is free of the bug that can corrupt it when a checkpoint is restarted.

    Mended in 3.51.3 and carried back to 3.50.7 and 3.44.6 (https://sqlite.org/wal.html).
    """
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51, 0) or (3, 44, 6) <= version < (3, 45, 0)


def settle_journal(db: Database, version: tuple[int, int, int] | None = None) -> str:
    """Put the file into the journal mode that this SQLite does well, and return it: `wal` or `delete`.

    The mode is kept in the file, so this is done when migrating and when the server starts, not by each request.
    """
    wanted = "wal" if wal_is_safe(version or sqlite3.sqlite_version_info) else "delete"
    with _locked_is_busy():
        (mode,) = db.execute(f"PRAGMA journal_mode = {wanted}").fetchone()
    return str(mode)


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    """One write: everything in the block is kept, or nothing. `Busy` when another one holds the database for long.

    IMMEDIATE, because a deferred transaction that reads first and writes then fails at once when it meets another.
    """
    with _locked_is_busy():
        db.conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        with _locked_is_busy():
            db.conn.execute("COMMIT")
    except BaseException:
        db.conn.rollback()
        raise


@contextmanager
def _locked_is_busy() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_locked(error):
            raise Busy(BUSY) from error
        raise


def is_locked(error: BaseException) -> bool:
    """Whether an error says only that somebody else is writing."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


def rows(db: Database, sql: str, values: Values = ()) -> list[dict[str, Any]]:
    """Return all rows of a query, each as a dict of its columns."""
    cursor = db.execute(sql, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def one(db: Database, sql: str, values: Values = ()) -> dict[str, Any] | None:
    """Return the first row of a query as a dict, or None."""
    cursor = db.execute(sql, values)
    row = cursor.fetchone()
    return row and dict(zip((column[0] for column in cursor.description), row, strict=True))


def stamp(at: datetime) -> str:
    """Return the stored form of a time: UTC, to the microsecond, with its offset. A naive time is an error."""
    if at.tzinfo is None:
        raise ValueError(f"a time without its zone cannot be stored: {at!r}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    """Return the time that `stamp` stored."""
    return datetime.fromisoformat(text)
