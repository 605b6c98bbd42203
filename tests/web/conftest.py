"""The program with a database of its own and a clock that stands still."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.web.drill_support import BANKER_FOUR, Trainee, put_question
from tests.web.support import SECRET, Clock, Visitor
from training.records import passwords
from training.records.database import connect, create_file
from training.records.migrations import migrate
from training.web import create_app


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of sign-ins at a tenth of a second each would be most of the run."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=16))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "instance" / "third-card.db"
    create_file(path)
    db = connect(path)
    migrate(db)
    db.close()
    return path


@pytest.fixture
def make_app(database: Path, clock: Clock) -> Callable[..., Flask]:
    def make(**settings: object) -> Flask:
        given = {"INSTANCE": database.parent, "DATABASE": database, "SECRET": SECRET, "HTTPS": False}
        app = create_app(given | settings)
        app.config["NOW"] = clock
        return app

    return make


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture
def nadia(app: Flask) -> Trainee:
    return Trainee(app)


@pytest.fixture
def drill(app: Flask, nadia: Trainee) -> str:
    """A drill of nadia's, with a question open whose answer is draw."""
    started = nadia.start()
    put_question(app, started, BANKER_FOUR)
    return started
