"""Who did what, when: an append-only chain, each entry sealed with the hash of the one before.

Entries name people by their public id, never by name: a person can be forgotten without breaking the chain.
Whoever holds the database can rewrite all of it; what catches him is a head that was printed or mailed before.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from typing import Any

from training.records.database import Database, one, rows, stamp

GENESIS = "0" * 64
BY_COMMAND = "command"
"""The actor of what was done on the server's command line."""
NOBODY = "nobody"
"""The actor of what was done by someone who is not signed in."""


@unique
class Event(StrEnum):
    """What can be found in the audit."""

    PERSON_ADDED = "person-added"
    PERSON_DISABLED = "person-disabled"
    PERSON_ENABLED = "person-enabled"
    CODE_ISSUED = "code-issued"
    PASSWORD_SET = "password-set"  # noqa: S105 - the name of an event
    SIGNED_IN = "signed-in"
    PASSWORD_CHANGE_REFUSED = "password-change-refused"  # noqa: S105 - the name of an event
    SIGN_IN_FAILED = "sign-in-failed"
    SIGN_IN_THROTTLED = "sign-in-throttled"
    SIGNED_OUT = "signed-out"
    SIGN_IN_REVOKED = "sign-in-revoked"
    ACCESS_REFUSED = "access-refused"
    DISPUTE_RAISED = "dispute-raised"
    DISPUTE_DECIDED = "dispute-decided"
    ASKED_AGAIN = "asked-again"


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry: how many there are, and the hash that seals them all."""

    seq: int
    hash: str


def append(db: Database, event: Event, *, actor: str, now: datetime, detail: Mapping[str, Any] | None = None) -> None:
    """Add an entry inside the caller's transaction, so that it is kept exactly when the thing itself is."""
    if not db.conn.in_transaction:
        raise RuntimeError(f"audit entry {event} outside a transaction")
    last = head(db)
    entry = {"seq": last.seq + 1, "at": stamp(now), "actor": actor, "event": str(event), "detail": dict(detail or {})}
    db.execute(
        "INSERT INTO audit (seq, at, actor, event, detail, prev_hash, hash)"
        " VALUES (:seq, :at, :actor, :event, :detail, :prev_hash, :hash)",
        entry | {"detail": _canonical(entry["detail"]), "prev_hash": last.hash, "hash": _seal(last.hash, entry)},
    )


def head(db: Database) -> Head:
    """Return the last entry's number and hash; 0 and 64 zeros when there is none."""
    row = one(db, "SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1")
    return Head(**row) if row else Head(0, GENESIS)


def first_bad(db: Database) -> int | None:
    """Return the number of the first entry that is missing or was changed, or None when the chain holds."""
    previous = Head(0, GENESIS)
    for row in rows(db, "SELECT seq, at, actor, event, detail, prev_hash, hash FROM audit ORDER BY seq"):
        expected = previous.seq + 1
        if row["seq"] != expected or row["prev_hash"] != previous.hash or row["hash"] != _seal_row(row):
            return expected
        previous = Head(expected, row["hash"])
    return None


def _seal_row(row: Mapping[str, Any]) -> str | None:
    try:
        detail = json.loads(row["detail"])
    except ValueError:
        return None
    if _canonical(detail) != row["detail"]:
        return None
    entry = {name: row[name] for name in ("seq", "at", "actor", "event")}
    return _seal(row["prev_hash"], entry | {"detail": detail})


def _seal(prev_hash: str, entry: Mapping[str, Any]) -> str:
    return hashlib.sha256(prev_hash.encode() + _canonical(entry).encode()).hexdigest()


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
