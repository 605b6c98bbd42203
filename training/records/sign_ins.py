"""Who is signed in: one row a sign-in, found by the hash of its token, ended by time, by its owner or by a manager."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from training.records import audit, passwords, people, throttle
from training.records.audit import Event
from training.records.database import Database, moment, one, rows, stamp, transaction
from training.records.names import name_key
from training.records.people import NotYours, Person
from training.rules.errors import NotFound, Refused

LIFETIME: Final = timedelta(hours=12)
"""A sign-in ends after this time, however busy it was."""

WRONG: Final = "The user name or the password is not right."
"""One sentence for every reason, so that nobody learns which names exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """An open sign-in as its owner sees it."""

    public_id: str
    since: datetime
    where: str


@dataclass(frozen=True, slots=True)
class Present:
    """The person behind a token, the public id of that sign-in, and when it ends in any case."""

    person: Person
    sign_in_id: str
    until: datetime


def sign_in(db: Database, username: str, password: str, *, address: str, agent: str, now: datetime) -> str:
    """Sign in with a password or a one-time code and return the token; it is not kept in readable form.

    `Refused` when anything is wrong, `TooSoon` after too many failures. Takes the same time for unknown names.
    """
    if passwords.too_long(password):
        raise Refused(WRONG)
    throttle.count_try(db, username, address=address, now=now)
    row = _account(db, username)
    fits = passwords.verify(password, row["password_hash"] if row else None)
    by_code = bool(row and row["code_hash"] and row["code_hash"] == passwords.hash_code(password))
    if row is None or not (fits or by_code):
        _note_failure(db, row, address=address, now=now)
        raise Refused(WRONG)
    outdated = fits and passwords.is_outdated(row["password_hash"])
    renewed = passwords.hash_password(passwords.normal(password)) if outdated else row["password_hash"]
    token = secrets.token_urlsafe(32)
    with transaction(db):
        # Compare-and-swap on what was just checked: a code counts once, a password changed meanwhile does not count.
        changed = db.execute(
            "UPDATE people SET code_hash = NULL, code_expires_at = NULL, password_hash = :renewed"
            " WHERE id = :id AND password_hash IS :password_hash AND code_hash IS :code_hash AND disabled_at IS NULL"
            " AND (code_expires_at IS NULL OR code_expires_at > :now)",
            row | {"renewed": renewed, "now": stamp(now)},
        )
        if changed.rowcount == 1:
            throttle.forgive(db, username)
            sign_in_id = _open(db, row["id"], token, where=f"{agent}, {address}", now=now)
            detail = {"sign_in": sign_in_id, "by": "code" if by_code else "password", "address": address}
            audit.append(db, Event.SIGNED_IN, actor=row["public_id"], now=now, detail=detail)
    if changed.rowcount != 1:
        _note_failure(db, row, address=address, now=now)
        raise Refused(WRONG)
    return token


def _account(db: Database, username: str) -> dict[str, Any] | None:
    return one(
        db,
        "SELECT id, public_id, password_hash, code_hash FROM people WHERE username_key = ?",
        [name_key(username)],
    )


def _note_failure(db: Database, row: dict[str, Any] | None, *, address: str, now: datetime) -> None:
    detail = {"person": row["public_id"] if row else None, "address": address}
    with transaction(db):
        audit.append(db, Event.SIGN_IN_FAILED, actor=audit.NOBODY, now=now, detail=detail)


def _open(db: Database, person_id: int, token: str, *, where: str, now: datetime) -> str:
    public_id = people.new_public_id()
    db.execute(
        "INSERT INTO sign_ins (public_id, person_id, token_hash, where_from, created_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [public_id, person_id, token_hash(token), where, stamp(now), stamp(now + LIFETIME)],
    )
    return public_id


def token_hash(token: str) -> str:
    """Return the stored form of a token; 256 random bits need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def person_for(db: Database, token: str, now: datetime) -> Present | None:
    """Return who holds this token; None when it is unknown, over or revoked, or the person is disabled."""
    row = one(
        db,
        f"SELECT {people.COLUMNS}, sign_ins.public_id AS sign_in_id, expires_at FROM sign_ins"  # noqa: S608 - a constant
        " JOIN people ON people.id = sign_ins.person_id LEFT JOIN teams ON teams.id = people.team_id"
        " WHERE sign_ins.token_hash = ? AND sign_ins.revoked_at IS NULL AND sign_ins.expires_at > ?"
        " AND people.disabled_at IS NULL",
        [token_hash(token), stamp(now)],
    )
    if row is None:
        return None
    sign_in_id, until = row.pop("sign_in_id"), moment(row.pop("expires_at"))
    return Present(people.from_row(row), sign_in_id, until)


def open_sign_ins(db: Database, person: Person, now: datetime) -> list[SignIn]:
    """Return a person's open sign-ins, the newest first."""
    found = rows(
        db,
        "SELECT public_id, created_at, where_from FROM sign_ins"
        " WHERE person_id = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY id DESC",
        [person.id, stamp(now)],
    )
    return [
        SignIn(public_id=row["public_id"], since=moment(row["created_at"]), where=row["where_from"]) for row in found
    ]


def revoke(db: Database, person: Person, sign_in_id: str, *, address: str, now: datetime) -> None:
    """End one of one's own sign-ins; `NotFound` when it is over, `NotYours` when it is somebody else's."""
    _end(db, person, sign_in_id, Event.SIGN_IN_REVOKED, address=address, now=now)


def sign_out(db: Database, present: Present, *, address: str, now: datetime) -> None:
    """End the sign-in one is using."""
    _end(db, present.person, present.sign_in_id, Event.SIGNED_OUT, address=address, now=now)


def _end(db: Database, person: Person, sign_in_id: str, event: Event, *, address: str, now: datetime) -> None:
    with transaction(db):
        changed = db.execute(
            "UPDATE sign_ins SET revoked_at = ? WHERE public_id = ? AND person_id = ? AND revoked_at IS NULL",
            [stamp(now), sign_in_id, person.id],
        )
        if changed.rowcount != 1:
            foreign = one(db, "SELECT 1 FROM sign_ins WHERE public_id = ? AND person_id <> ?", [sign_in_id, person.id])
            raise (NotYours if foreign else NotFound)("There is no such sign-in any more.")
        detail = {"sign_in": sign_in_id, "address": address}
        audit.append(db, event, actor=person.public_id, now=now, detail=detail)
