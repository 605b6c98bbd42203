"""A database of one's own, and people in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.support import make_person
from training.records import passwords
from training.records.database import Database, connect, create_file
from training.records.people import Person


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of sign-ins at a tenth of a second each would be most of the run."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=16))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house" / "third-card.db"


@pytest.fixture
def db(path: Path, migrated: bytes) -> Iterator[Database]:
    create_file(path)
    path.write_bytes(migrated)
    opened = connect(path)
    yield opened
    opened.close()


@pytest.fixture
def nadia(db: Database) -> Person:
    return make_person(db)
