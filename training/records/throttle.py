"""Guessing passwords is made slow, without shutting anyone out: after failures one waits, ever longer.

What is counted, and how many failures are free: one account from one address 5, one account from anywhere 20,
one address for any account within the hour 50 (a training room shares its address). Open sign-ins are not touched.
"""

import hashlib
from datetime import datetime, timedelta

from training.records.database import Database, moment, one, stamp, transaction
from training.records.names import name_key
from training.rules.errors import Refused

FREE_HERE, FREE_ANYWHERE, FREE_ADDRESS = 5, 20, 50
LONGEST_WAIT = timedelta(minutes=15)
TOO_MANY = 100
WAIT_AFTER_TOO_MANY = timedelta(hours=24)
"""NIST SP 800-63B: no more than 100 failures in a row; from there on one guess a day."""
REMEMBERED = timedelta(days=30)


class TooSoon(Refused):
    """Too many failures; `wait` says how long until the next try is looked at."""

    def __init__(self, wait: timedelta) -> None:
        """Say how long to wait, in whole seconds rounded up."""
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(f"Too many tries that were not right. Please wait {_in_words(self.seconds)} and try again.")


def _in_words(seconds: int) -> str:
    amount, unit = (seconds, "second") if seconds < 120 else (-(-seconds // 60), "minute")
    return f"{amount} {unit}{'' if amount == 1 else 's'}"


def wait_after(failures: int, free: int) -> timedelta:
    """Return how long the next try has to wait after so many failures."""
    if failures >= TOO_MANY:
        return WAIT_AFTER_TOO_MANY
    if failures < free:
        return timedelta(0)
    return min(timedelta(seconds=2 ** min(failures - free, 20)), LONGEST_WAIT)


def count_try(db: Database, username: str, *, address: str, now: datetime) -> int:
    """Count a try as failed **before** it is looked at, so that many at once count as many; return its number.

    `TooSoon` when it comes too early; then it is neither counted nor looked at. `forgive` clears a right one.
    """
    account = account_hash(username)
    at, hour_ago = stamp(now), stamp(now - timedelta(hours=1))
    with transaction(db):
        db.execute("DELETE FROM sign_in_failures WHERE at < ?", [stamp(now - REMEMBERED)])
        _wait(db, "account = ? AND address = ?", [account, address], FREE_HERE, now)
        _wait(db, "account = ?", [account], FREE_ANYWHERE, now)
        _wait(db, "address = ? AND at > ?", [address, hour_ago], FREE_ADDRESS, now)
        cursor = db.execute(
            "INSERT INTO sign_in_failures (account, address, at) VALUES (?, ?, ?)", [account, address, at]
        )
        return int(cursor.lastrowid or 0)


def _wait(db: Database, condition: str, values: list[str], free: int, now: datetime) -> None:
    row = one(db, f"SELECT count(*) AS failures, max(at) AS last FROM sign_in_failures WHERE {condition}", values)  # noqa: S608
    if row and row["failures"]:
        wait = moment(row["last"]) + wait_after(row["failures"], free) - now
        if wait > timedelta(0):
            raise TooSoon(wait)


def forgive(db: Database, username: str) -> None:
    """Forget an account's failures after a right password, inside the caller's transaction."""
    db.execute("DELETE FROM sign_in_failures WHERE account = ?", [account_hash(username)])


def account_hash(username: str) -> str:
    """Return what is kept of the name typed: people type their password there, too."""
    return hashlib.sha256(name_key(username).encode(errors="replace")).hexdigest()
