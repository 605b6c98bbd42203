"""Guessing passwords is made slow, without shutting anyone out: after failures one waits, ever longer.

What is counted, and how many failures are free: one account from one address 5, one account from anywhere 20,
one address for any account within the hour 50 (a training room shares its address). Open sign-ins are not touched, and
where the account lately signed in itself, failures elsewhere do not count: nobody keeps a colleague out.
"""

import hashlib
from datetime import datetime, timedelta

from training.records import audit
from training.records.audit import Event
from training.records.database import Database, moment, one, stamp, transaction
from training.records.names import name_key
from training.rules.errors import Refused

FREE_HERE, FREE_ANYWHERE, FREE_ADDRESS = 5, 20, 50
LONGEST_WAIT = timedelta(minutes=15)
TOO_MANY = 100
WAIT_AFTER_TOO_MANY = timedelta(hours=24)
"""NIST SP 800-63B: no more than 100 failures in a row; from there on one guess a day.

An address where the account lately signed in has a hundred of its own.
"""
REMEMBERED = timedelta(days=30)
UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))


class TooSoon(Refused):
    """Too many failures; `wait` says how long until the next try is looked at."""

    def __init__(self, wait: timedelta) -> None:
        """Say how long to wait, in whole seconds rounded up."""
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(f"Too many failed attempts. Please try again in {_in_words(self.seconds)}.")


def _in_words(seconds: int) -> str:
    length, unit = next((length, unit) for length, unit in UNITS if seconds >= 2 * length or length == 1)
    amount = -(-seconds // length)
    return f"{amount} {unit}{'' if amount == 1 else 's'}"


def wait_after(failures: int, free: int) -> timedelta:
    """Return how long the next try has to wait after so many failures."""
    if failures >= TOO_MANY:
        return WAIT_AFTER_TOO_MANY
    if failures < free:
        return timedelta(0)
    return min(timedelta(seconds=2 ** min(failures - free, 20)), LONGEST_WAIT)


def count_try(db: Database, username: str, *, address: str, now: datetime) -> None:
    """Count a try as failed **before** it is looked at, so that many at once count as many.

    `TooSoon` when it comes too early; then it is neither counted nor looked at. `forgive` clears a right one.
    """
    account = account_hash(username)
    limits = {
        "account = ? AND address = ?": ([account, address], FREE_HERE),
        "account = ?": ([account], FREE_ANYWHERE),
        "address = ? AND at > ?": ([address, stamp(now - timedelta(hours=1))], FREE_ADDRESS),
    }
    with transaction(db):
        db.execute("DELETE FROM sign_in_failures WHERE at < ?", [stamp(now - REMEMBERED)])
        if _is_known(db, username, address, now):
            del limits["account = ?"]
        waits = {condition: _wait(db, condition, *limit, now) for condition, limit in limits.items()}
        condition = max(waits, key=lambda one: waits[one])
        wait = waits[condition]
        if wait <= timedelta(0):
            db.execute(
                "INSERT INTO sign_in_failures (account, address, at) VALUES (?, ?, ?)", [account, address, stamp(now)]
            )
            return
        _note(db, condition, limits[condition][0], username, address=address, now=now)
    raise TooSoon(wait)


def _note(db: Database, condition: str, values: list[str], username: str, *, address: str, now: datetime) -> None:
    """Write one entry a window into the audit; that it is written is kept as a row of no account and no address."""
    mark = hashlib.sha256(f"noted: {condition} {values[0]}".encode()).hexdigest()
    newest = f"SELECT max(at) FROM sign_in_failures WHERE {condition}"  # noqa: S608
    if one(db, f"SELECT 1 FROM sign_in_failures WHERE account = ? AND at >= ({newest})", [mark, *values]):  # noqa: S608
        return
    db.execute("INSERT INTO sign_in_failures (account, address, at) VALUES (?, '', ?)", [mark, stamp(now)])
    person = one(db, "SELECT public_id FROM people WHERE username_key = ?", [name_key(username)])
    detail = {"person": person and person["public_id"], "address": address}
    audit.append(db, Event.SIGN_IN_THROTTLED, actor=audit.NOBODY, now=now, detail=detail)


def _is_known(db: Database, username: str, address: str, now: datetime) -> bool:
    """Whether this account lately signed in from this address: failures elsewhere do not slow it down here."""
    known = one(
        db,
        "SELECT 1 FROM sign_ins JOIN people ON people.id = person_id WHERE username_key = ? AND sign_ins.created_at > ?"
        " AND substr(where_from, -length(?3)) = ?3",
        [name_key(username), stamp(now - REMEMBERED), f", {address}"],
    )
    return known is not None


def _wait(db: Database, condition: str, values: list[str], free: int, now: datetime) -> timedelta:
    row = one(db, f"SELECT count(*) AS failures, max(at) AS last FROM sign_in_failures WHERE {condition}", values)  # noqa: S608
    if not row or not row["failures"]:
        return timedelta(0)
    return moment(row["last"]) + wait_after(row["failures"], free) - now


def forgive(db: Database, username: str) -> None:
    """Forget an account's failures after a right password, inside the caller's transaction."""
    db.execute("DELETE FROM sign_in_failures WHERE account = ?", [account_hash(username)])


def account_hash(username: str) -> str:
    """Return what is kept of the name typed: people type their password there, too."""
    return hashlib.sha256(name_key(username).encode(errors="replace")).hexdigest()
