"""The web pair of `make bench`: an answer sent, the redirect, the verdict's page.

Ours does it for a signed-in trainee with everything that is checked on the way: sign-in, form token, the drill, the one
answer. The bare app beside it has none of that: a connection a request with the same pragmas, one INSERT in a
BEGIN IMMEDIATE, and the same template with the same things to show. It is measured twice: with cards and tableau out of
the same store as ours, which the bar is about, and drawing them anew on each page.
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from flask import Flask, redirect, render_template, request, template_rendered, url_for
from werkzeug.wrappers import Response

from tests.web.drill_support import Trainee
from tests.web.support import SECRET
from training.records.database import connect, create_file
from training.records.migrations import migrate
from training.web import create_app
from training.web.config import ROOT
from training.web.shown import configure_drawing, drawn_card, drawn_tableau

AT_LEAST = 0.5
"""Of the bare pair's speed."""
PAIRS, WARM_UP = 400, 40
PLAN = {"focus": "banker", "length": "88"}
Pair = Callable[[], str]
"""Send an answer, follow the redirect, return the page."""


@dataclass(frozen=True)
class Speed:
    """Pairs a second: ours, the bare app's with our store of drawings, the bare app's that draws for itself."""

    ours: float
    bare: float
    drawing: float

    @property
    def ratio(self) -> float:
        """What the bar is about."""
        return self.ours / self.bare

    def __str__(self) -> str:
        return (
            f"answer and verdict over the web: {self.ours:.0f} a second, a bare app {self.bare:.0f}: "
            f"{self.ratio:.2f} of it (at least {AT_LEAST}); "
            f"of one that draws cards and tableau anew: {self.ours / self.drawing:.2f}"
        )


def measure() -> Speed:
    """Measure one after the other in turn, so that a busy machine slows all; the fast tenth counts for each."""
    with tempfile.TemporaryDirectory() as folder:
        app, ours, context, prepare = our_pair(Path(folder))
        bare, drawing = (bare_pair(Path(folder), app, context, stored=stored) for stored in (True, False))
        times: dict[Pair, list[float]] = {ours: [], bare: [], drawing: []}
        for _ in range(PAIRS + WARM_UP):
            prepare()
            for pair, taken in times.items():
                start = perf_counter()
                page = pair()
                taken.append(perf_counter() - start)
                if 'class="tableau"' not in page or "verdict-headline" not in page:
                    sys.exit("the page of the verdict is not whole: nothing to measure")
        return Speed(*(1 / sorted(taken[WARM_UP:])[PAIRS // 10] for taken in times.values()))


def our_pair(folder: Path) -> tuple[Flask, Pair, dict[str, Any], Callable[[], None]]:
    """Our app; its pair; what its page was made of; what makes the next question ready, which is not measured."""
    database = folder / "third-card.db"
    create_file(database)
    db = connect(database)
    migrate(db)
    db.close()
    app = create_app({"INSTANCE": folder, "DATABASE": database, "SECRET": SECRET, "HTTPS": False})
    nadia = Trainee(app)
    place = {"drill": nadia.start(**PLAN), "number": 0}

    def prepare() -> None:
        if place["number"] == int(PLAN["length"]):
            place.update(drill=nadia.start(**PLAN), number=1)
        else:
            nadia.go_on(place["drill"], place["number"] or 1)
            place["number"] += 1

    def pair() -> str:
        answer = nadia.give(place["drill"], "draw", place["number"])
        return nadia.get(answer.headers["Location"]).text

    with rendered(app) as contexts:
        prepare()
        pair()
    return app, pair, contexts[-1], prepare


@contextmanager
def rendered(app: Flask) -> Iterator[list[dict[str, Any]]]:
    """What every page was made of while the block runs."""
    contexts: list[dict[str, Any]] = []

    def keep(_: Flask, context: dict[str, Any], **__: object) -> None:
        contexts.append(context)

    with template_rendered.connected_to(keep, app):
        yield contexts


def bare_pair(folder: Path, ours: Flask, context: dict[str, Any], *, stored: bool) -> Pair:
    """The same page by a program that does nothing else."""
    app = bare_app(folder / f"bare-{stored}.db", ours, context)
    if not stored:
        app.jinja_env.globals.update(drawn_card=drawn_card.__wrapped__, drawn_tableau=drawn_tableau.__wrapped__)
    client = app.test_client()
    fields = {"csrf_token": "x" * 91, "number": "1", "answer": "draw"}

    def pair() -> str:
        answer = client.post("/practice/drill", data=fields, headers={"Referer": "http://localhost/practice/drill"})
        return client.get(answer.headers["Location"]).text

    return pair


def bare_app(database: Path, ours: Flask, context: dict[str, Any]) -> Flask:
    """Two views of its own; what our template asks for besides (addresses, filters, settings) is lent by our app."""
    app = Flask("bare", root_path=str(ROOT), template_folder="templates", static_folder="static")
    app.secret_key = SECRET
    app.config.update({name: value for name, value in ours.config.items() if name not in app.config})
    app.jinja_env.filters.update(ours.jinja_env.filters)
    configure_drawing(app)
    app.jinja_env.globals["csrf_token"] = lambda: "x" * 91
    app.jinja_env.globals["static_file"] = ours.jinja_env.globals["static_file"]
    for rule in ours.url_map.iter_rules():
        if rule.endpoint not in ("static", "practice.answer", "practice.verdict"):
            app.add_url_rule(rule.rule, rule.endpoint, lambda **_: "", methods=rule.methods)
    own = ("hands", "question", "verdict", "drill", "number")
    facts = json.dumps({name: context[name] for name in own if name in context})
    rest = {name: value for name, value in context.items() if name in CONSTANT or name not in (*own, *FLASKS)}

    def open_database() -> sqlite3.Connection:
        connection = sqlite3.connect(database, isolation_level=None)
        for pragma in ("foreign_keys = ON", "synchronous = FULL", "recursive_triggers = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    db = open_database()
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY, number INTEGER, given TEXT, facts TEXT) STRICT")
    db.close()

    @app.post("/practice/<drill>", endpoint="practice.answer")
    def answer(drill: str) -> Response:
        db = open_database()
        db.execute("BEGIN IMMEDIATE")
        values = (int(request.form["number"]), request.form["answer"], facts)
        number = db.execute("INSERT INTO answers (number, given, facts) VALUES (?, ?, ?)", values).lastrowid
        db.execute("COMMIT")
        db.close()
        return redirect(url_for("practice.verdict", drill=drill, number=number), 303)

    @app.get("/practice/<drill>/<int:number>", endpoint="practice.verdict")
    def verdict(drill: str, number: int) -> str:
        db = open_database()
        (kept,) = db.execute("SELECT facts FROM answers WHERE id = ?", (number,)).fetchone()
        db.close()
        return render_template("practice/question.html", **rest | json.loads(kept))

    return app


CONSTANT = ("person", "demo")
FLASKS = ("g", "request", "session", "csrf_token", "config", "url_for", "get_flashed_messages")


if __name__ == "__main__":
    print(measure())
