"""The people of the house: trainees, supervisors, managers, and the teams they are in.

Nobody gets a password from somebody else: a new person, or one who forgot, gets a one-time code and chooses then.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique
from typing import Any, Final

from training.records import audit, passwords, throttle
from training.records.audit import Event
from training.records.database import Database, one, rows, stamp, transaction
from training.records.names import clean_name, clean_username, name_key
from training.rules.errors import Conflict, Illegal, NotFound, Refused

CODE_LIFETIME: Final = timedelta(days=7)


class NotYours(NotFound):
    """It exists, but is somebody else's: told as if it did not, and written into the audit.

    The entry takes time that a thing that does not exist does not. That tells nobody anything: an id has 128 random
    bits, and who holds a real one knows that it is real.
    """


@unique
class Role(StrEnum):
    """What a person may do; each role may also do what the ones before it may."""

    TRAINEE = "trainee"
    SUPERVISOR = "supervisor"
    MANAGER = "manager"

    def reaches(self, least: "Role") -> bool:
        """Whether this role may do what `least` may."""
        order = list(Role)
        return order.index(self) >= order.index(least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A group of trainees with their supervisors."""

    id: int
    public_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Someone with an account. `id` is for other records, `public_id` for addresses and the audit."""

    id: int
    public_id: str
    username: str
    name: str
    role: Role
    team_id: int | None
    team: str | None
    four_colour: bool
    must_set_password: bool
    disabled: bool


@dataclass(frozen=True, slots=True)
class Added:
    """A new person and the code with which they sign in for the first time; it is not kept in readable form."""

    person: Person
    code: str


COLUMNS: Final = (
    "people.id, people.public_id, people.username, people.name, people.role, people.team_id, teams.name AS team,"
    " people.four_colour, people.password_hash IS NULL AS must_set_password, people.disabled_at IS NOT NULL AS disabled"
)
_SELECT: Final = f"SELECT {COLUMNS} FROM people LEFT JOIN teams ON teams.id = people.team_id"  # noqa: S608 - constants


def from_row(row: dict[str, Any]) -> Person:
    """Return the person of a row that has `COLUMNS`."""
    switches = {name: bool(row[name]) for name in ("four_colour", "must_set_password", "disabled")}
    return Person(**row | switches | {"role": Role(row["role"])})


def new_public_id() -> str:
    """Return an id that cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)


def by_username(db: Database, username: str) -> Person:
    """Return the person with this user name in any spelling of it."""
    row = one(db, f"{_SELECT} WHERE people.username_key = ?", [name_key(username)])
    if row is None:
        raise NotFound(f"There is nobody with the user name {username!r}.")
    return from_row(row)


def by_public_id(db: Database, public_id: str) -> Person:
    """Return the person with this public id."""
    row = one(db, f"{_SELECT} WHERE people.public_id = ?", [public_id])
    if row is None:
        raise NotFound("There is no such person.")
    return from_row(row)


def everyone(db: Database) -> list[Person]:
    """Return all people, by name."""
    return [from_row(row) for row in rows(db, f"{_SELECT} ORDER BY people.name, people.id")]


def members(db: Database, team_id: int) -> list[Person]:
    """Return the people of one team, by name."""
    return [from_row(row) for row in rows(db, f"{_SELECT} WHERE people.team_id = ? ORDER BY people.name", [team_id])]


def teams(db: Database) -> list[Team]:
    """Return all teams, by name."""
    return [Team(**row) for row in rows(db, "SELECT id, public_id, name FROM teams ORDER BY name")]


def add(
    db: Database,
    *,
    username: str,
    name: str,
    role: Role,
    team: str | None,
    now: datetime,
) -> Added:
    """Add a person, and their team when it is new; `Conflict` when the user name is taken."""
    code = passwords.new_code()
    fields: dict[str, Any] = {
        "public_id": new_public_id(),
        "username": clean_username(username),
        "username_key": name_key(username),
        "name": clean_name(name),
        "role": str(role),
        "code_hash": passwords.hash_code(code),
        "code_expires_at": stamp(now + CODE_LIFETIME),
        "created_at": stamp(now),
    }
    with transaction(db):
        if one(db, "SELECT 1 AS taken FROM people WHERE username_key = ?", [fields["username_key"]]):
            raise Conflict(f"The user name {fields['username']!r} is taken.")
        fields["team_id"] = None if team is None else _team_id(db, clean_name(team, "team"), now)
        db.execute(
            "INSERT INTO people (public_id, username, username_key, name, role, team_id, code_hash, code_expires_at,"
            " created_at) VALUES (:public_id, :username, :username_key, :name, :role, :team_id, :code_hash,"
            " :code_expires_at, :created_at)",
            fields,
        )
        detail = {"person": fields["public_id"], "role": fields["role"], "team": fields["team_id"]}
        audit.append(db, Event.PERSON_ADDED, actor=audit.BY_COMMAND, now=now, detail=detail)
        return Added(by_public_id(db, fields["public_id"]), code)


def _team_id(db: Database, name: str, now: datetime) -> int:
    key = name_key(name)
    db.execute(
        "INSERT INTO teams (public_id, name, name_key, created_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (name_key) DO NOTHING",
        [new_public_id(), name, key, stamp(now)],
    )
    row = one(db, "SELECT id FROM teams WHERE name_key = ?", [key])
    assert row is not None  # noqa: S101 - it was just made
    return int(row["id"])


def reset_code(db: Database, person: Person, *, now: datetime) -> str:
    """Return a new one-time code; the old password and all sign-ins end at once."""
    code = passwords.new_code()
    with transaction(db):
        if by_public_id(db, person.public_id).disabled:
            raise Refused(f"{person.username} is disabled and gets no code.")
        db.execute(
            "UPDATE people SET password_hash = NULL, code_hash = ?, code_expires_at = ? WHERE id = ?",
            [passwords.hash_code(code), stamp(now + CODE_LIFETIME), person.id],
        )
        end_sign_ins(db, person, now=now)
        throttle.forgive(db, person.username)
        audit.append(db, Event.CODE_ISSUED, actor=audit.BY_COMMAND, now=now, detail={"person": person.public_id})
    return code


def disable(db: Database, person: Person, *, now: datetime) -> None:
    """Close an account: it cannot sign in, its open sign-ins end, its records stay.

    `Refused` for the last manager: nobody in the house could decide a dispute or see all teams any more.
    """
    with transaction(db):
        found = by_public_id(db, person.public_id)
        if found.disabled:
            raise Conflict(f"{person.username} is already disabled.")
        others = "SELECT 1 FROM people WHERE role = ? AND disabled_at IS NULL AND id <> ?"
        if found.role is Role.MANAGER and not one(db, others, [Role.MANAGER, person.id]):
            raise Refused(f"{person.username} is the last manager; add another one first.")
        db.execute(
            "UPDATE people SET disabled_at = ?, code_hash = NULL, code_expires_at = NULL WHERE id = ?",
            [stamp(now), person.id],
        )
        end_sign_ins(db, person, now=now)
        audit.append(db, Event.PERSON_DISABLED, actor=audit.BY_COMMAND, now=now, detail={"person": person.public_id})


def enable(db: Database, person: Person, *, now: datetime) -> None:
    """Open a closed account again, with the password it had; who had none needs a new code."""
    with transaction(db):
        if not by_public_id(db, person.public_id).disabled:
            raise Conflict(f"{person.username} is not disabled.")
        db.execute("UPDATE people SET disabled_at = NULL WHERE id = ?", [person.id])
        audit.append(db, Event.PERSON_ENABLED, actor=audit.BY_COMMAND, now=now, detail={"person": person.public_id})


def set_first_password(
    db: Database, person: Person, new: str, *, now: datetime, address: str | None = None, keep: str | None = None
) -> None:
    """Choose the password after signing in by code; `Conflict` when there is one already."""
    _store_password(db, person, new, replaces=None, address=address, now=now, keep=keep)


def change_password(
    db: Database, person: Person, *, current: str, new: str, address: str, now: datetime, keep: str | None = None
) -> None:
    """Change one's own password; all sign-ins but `keep` (a sign-in's public id) end.

    `Refused` when `current` is wrong (counted like a failed sign-in), `Illegal` when `new` is not good enough.
    """
    throttle.count_try(db, person.username, address=address, now=now)
    row = one(db, "SELECT password_hash FROM people WHERE id = ?", [person.id])
    stored = row["password_hash"] if row else None
    if passwords.too_long(current) or not passwords.verify(current, stored):
        with transaction(db):
            detail = {"address": address}
            audit.append(db, Event.PASSWORD_CHANGE_REFUSED, actor=person.public_id, now=now, detail=detail)
        raise Refused("The current password is not right.")
    with transaction(db):
        throttle.forgive(db, person.username)
    _store_password(db, person, new, replaces=stored, address=address, now=now, keep=keep)


def _store_password(
    db: Database,
    person: Person,
    new: str,
    *,
    replaces: str | None,
    address: str | None,
    now: datetime,
    keep: str | None,
) -> None:
    new = passwords.check(new, username=person.username, name=person.name)
    if replaces and passwords.verify(new, replaces):
        raise Illegal("The new password is the old one.")
    stored = passwords.hash_password(new)  # takes a tenth of a second: not while holding the database
    with transaction(db):
        changed = db.execute(
            "UPDATE people SET password_hash = ?, code_hash = NULL, code_expires_at = NULL"
            " WHERE id = ? AND password_hash IS ?",
            [stored, person.id, replaces],
        )
        if changed.rowcount != 1:
            raise Conflict("The password was changed meanwhile; please sign in again.")
        end_sign_ins(db, person, now=now, keep=keep)
        audit.append(db, Event.PASSWORD_SET, actor=person.public_id, now=now, detail={"address": address})


def end_sign_ins(db: Database, person: Person, *, now: datetime, keep: str | None = None) -> None:
    """Revoke a person's sign-ins, except one, inside the caller's transaction."""
    db.execute(
        "UPDATE sign_ins SET revoked_at = ? WHERE person_id = ? AND revoked_at IS NULL AND public_id IS NOT ?",
        [stamp(now), person.id, keep],
    )


def choose_deck(db: Database, person: Person, *, four_colour: bool) -> None:
    """Choose whether each suit has its own colour."""
    with transaction(db):
        db.execute("UPDATE people SET four_colour = ? WHERE id = ?", [int(four_colour), person.id])
