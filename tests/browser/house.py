"""The demo, served in this process out of a folder of its own: for the browser tests and for the pictures."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import click
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.records.support import PASSWORD, make_person
from training.quiz.bank import Bank
from training.quiz.rounds import Exercise
from training.records import drills, passwords, people, sign_ins
from training.records.database import Database, connect
from training.records.drills import Help, Plan
from training.records.people import Person, Role
from training.rules.rulesets import load_rulesets
from training.web import create_app, practice
from training.web.commands.demo import demo_settings, load
from training.web.config import as_texts


class Quiet(WSGIRequestHandler):
    """Says nothing of each request."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        """Not needed."""


@dataclass
class Clock:
    """The server's clock, which can be put forward."""

    ahead: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@dataclass(frozen=True)
class House:
    """A running demo: where it is, and its records."""

    url: str
    app: Flask
    clock: Clock
    passwords: dict[str, str]

    def db(self) -> Database:
        return connect(self.app.config["SETTINGS"].database)

    def person(self, username: str) -> Person:
        with _closing(self.db()) as db:
            return people.by_username(db, username)

    def newcomer(self, role: Role = Role.TRAINEE, team: str | None = "Early shift") -> Person:
        """Somebody without a history."""
        with _closing(self.db()) as db:
            (number,) = db.execute("SELECT count(*) FROM people").fetchone()
            return make_person(db, f"new-{number}", role, team=team)

    def cookie(self, person: Person) -> dict[str, Any]:
        """What the browser of somebody holds who has just signed in."""
        with _closing(self.db()) as db, self.app.app_context():
            password = self.passwords.get(person.username, PASSWORD)
            token = sign_ins.sign_in(
                db, person.username, password, address="127.0.0.1", agent="Chromium on Linux", now=self.clock()
            )
            serializer = self.app.session_interface.get_signing_serializer(self.app)
            value = serializer.dumps({"_user_id": token, "_fresh": True, "_permanent": True})
        return {"name": self.app.config["SESSION_COOKIE_NAME"], "value": value, "url": self.url}

    def start(self, person: Person, focus: str = "everything", **changes: Any) -> str:
        """A drill of somebody, and its id."""
        usual = {"ruleset": "punto-banco", "exercise": Exercise.QUESTIONS, "help": Help.ALONE, "length": 10}
        plan = Plan(focus=focus, **usual | {"limit": None, "show_counts": False} | changes)
        with _closing(self.db()) as db:
            ruleset = load_rulesets()[plan.ruleset]
            return drills.start(
                db, ruleset, plan, person_id=person.id, rng=Random(1), now=self.clock(), bank=Bank({}, ())
            )


@contextmanager
def _closing(db: Database) -> Iterator[Database]:
    try:
        yield db
    finally:
        db.close()


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Make the demo in a folder and serve it on a free port until the block ends."""
    rng = Random(1)  # what is dealt today is dealt tomorrow
    with (
        patch.object(passwords, "COST", passwords.Cost(n=16)),
        patch.object(practice, "SystemRandom", lambda: rng),
    ):
        with click.Context(click.Command("demo")):  # inside of a command the app is made without a secret
            outside = create_app({"INSTANCE": folder})
        with outside.app_context():
            settings = replace(demo_settings(), timezone=UTC)
            printed = load(settings)
        app = create_app(as_texts(settings))
        clock = Clock()
        app.config["NOW"] = clock
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield House(f"http://127.0.0.1:{server.server_port}", app, clock, printed)
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
