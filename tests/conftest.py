"""Settings of the whole test run, and a checkout to type commands in. Other fixtures live beside their tests."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from training.records.database import connect, create_file
from training.records.migrations import migrate

ROOT = Path(__file__).resolve().parents[1]
PERSONAL = ("THIRD_CARD_", "MAKE", "MFLAGS", "FLASK_", "PORT", "PYTEST", "GUNICORN", "WEB_CONCURRENCY")

# The time limit per example says more about a busy machine than about the code.
settings.register_profile("third-card", deadline=None)
settings.load_profile("third-card")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """An empty database at the newest schema, made once and copied by each test that wants one."""
    path = tmp_path_factory.mktemp("migrated") / "third-card.db"
    create_file(path)
    db = connect(path)
    migrate(db)
    db.close()
    return path.read_bytes()


@pytest.fixture
def checkout(tmp_path):
    """A copy of the checkout with our virtual environment, and without our data."""
    ignored = (".git", *(line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()))
    copy = tmp_path / "third-card"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*ignored))
    (copy / ".venv").symlink_to(ROOT / ".venv")
    return copy


@pytest.fixture
def terminal():
    """The environment of a person who has just opened a terminal."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PERSONAL)}
