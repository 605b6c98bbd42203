"""What several tests of the records say in one line."""

from datetime import UTC, datetime, timedelta

from training.records import people, sign_ins
from training.records.database import Database
from training.records.people import Person, Role

NOON = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
PASSWORD = "bamodu-kelino-tafise"


def make_person(
    db: Database,
    username: str = "nadia",
    role: Role = Role.TRAINEE,
    *,
    team: str | None = "Early shift",
    password: str | None = PASSWORD,
) -> Person:
    """Someone with an account and, unless None is asked for, a password."""
    added = people.add(db, username=username, name=f"{username.title()} Tester", role=role, team=team, now=NOON)
    if password:
        people.set_first_password(db, added.person, password, now=NOON)
    return people.by_public_id(db, added.person.public_id)


def try_sign_in(db: Database, username: str, password: str, *, address: str = "192.0.2.1", now: datetime = NOON) -> str:
    return sign_ins.sign_in(db, username, password, address=address, agent="Firefox on Linux", now=now)


def after(**time: float) -> datetime:
    return NOON + timedelta(**time)
