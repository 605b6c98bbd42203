"""The program with a database of its own and a clock that stands still."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from tests.web.drill_support import BANKER_FOUR, Trainee, put_question
from tests.web.support import SECRET, Clock, Visitor
from training.records import passwords
from training.records.database import create_file
from training.web import create_app, practice


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of sign-ins at a tenth of a second each would be most of the run."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=16))


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt today is dealt tomorrow: a test that fails once in a hundred deals is found by none."""
    rng = Random(1)
    monkeypatch.setattr(practice, "SystemRandom", lambda: rng)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, migrated: bytes) -> Path:
    path = tmp_path / "instance" / "third-card.db"
    create_file(path)
    path.write_bytes(migrated)
    return path


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """The templates, compiled once for all the apps that tests make."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def make_app(database: Path, clock: Clock, compiled: FileSystemBytecodeCache) -> Callable[..., Flask]:
    def make(**settings: object) -> Flask:
        given = {"INSTANCE": database.parent, "DATABASE": database, "SECRET": SECRET, "HTTPS": False}
        app = create_app(given | settings)
        app.config["NOW"] = clock
        app.jinja_env.bytecode_cache = compiled
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
