"""A trainee at their drills, and what is kept of them."""

import hashlib
import json
import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.records.drill_support import right_to, wrong_to
from tests.records.support import make_person
from tests.web.html import read
from tests.web.support import Visitor, open_db
from training.quiz.asking import make_question
from training.quiz.questions import Question
from training.quiz.skills import skills_by_id
from training.records.database import rows
from training.records.people import Person, Role
from training.rules.rulesets import load_rulesets

PLAN = {"ruleset": "punto-banco", "focus": "banker/4", "length": "10", "limit": "none", "counts": "no"}
TOKENS = re.compile(r'(name="csrf_token"\s+value=)"[^"]*"')


class Trainee(Visitor):
    """A signed-in person who drills; the token of the forms is read once."""

    def __init__(self, app: Flask, username: str = "nadia", role: Role = Role.TRAINEE, **options: Any) -> None:
        super().__init__(app)
        db = open_db(app)
        self.person: Person = make_person(db, username, role, **options)
        db.close()
        assert self.sign_in(username).status_code == 303
        self.kept_token = super().token()

    def token(self) -> str:
        return getattr(self, "kept_token", None) or super().token()

    def start(self, **changes: str) -> str:
        """Begin a drill and return its id."""
        answer = self.post("/practice", PLAN | changes)
        assert answer.status_code == 303, answer.text
        found = re.fullmatch(r"/practice/([\w-]{22,})", answer.headers["Location"])
        assert found
        return found[1]

    def give(self, drill: str, answer: str | None, number: object = 1, **extra: object) -> TestResponse:
        """Send an answer; None leaves the field out, as a timer does; `dealer: Card` is who speaks and the words."""
        fields = {"number": number} | ({} if answer is None else {"answer": answer}) | extra
        if answer is not None and ": " in answer:
            fields |= dict(zip(("who", "answer"), answer.split(": ", 1), strict=True))
        return self.post(f"/practice/{drill}", fields)

    def go_on(self, drill: str, number: object) -> TestResponse:
        return self.post(f"/practice/{drill}/next", {"number": number})

    def shown(self, path: str) -> str:
        """The page, as it would be with another token."""
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.headers.get("Location"))
        return without_tokens(answer.text)

    def finish(self, drill: str, wrong: Callable[[int], bool] = lambda number: False) -> None:
        """Answer all that is left, wrongly where `wrong` says so."""
        length = int(select(self.app, "SELECT length FROM drills WHERE public_id = ?", drill)[0]["length"])
        for number in range(int(open_row(self.app, drill)["number"]), length + 1):
            question = open_question(self.app, drill)
            assert self.give(drill, bad(question) if wrong(number) else good(question), number).status_code == 303
            assert self.go_on(drill, number).status_code == 303


def without_tokens(text: str) -> str:
    return TOKENS.sub(r'\1"…"', text)


def select(app: Flask, sql: str, *values: object) -> list[dict[str, Any]]:
    db = open_db(app)
    try:
        return rows(db, sql, values)
    finally:
        db.close()


def execute(app: Flask, sql: str, *values: object) -> None:
    db = open_db(app)
    try:
        db.execute(sql, values)
    finally:
        db.close()


def open_row(app: Flask, drill: str) -> dict[str, Any]:
    return select(app, "SELECT * FROM drills WHERE public_id = ?", drill)[0]


def open_question(app: Flask, drill: str) -> Question:
    return Question.from_dict(json.loads(open_row(app, drill)["question"]))


def put_question(app: Flask, drill: str, question: Question) -> None:
    execute(app, "UPDATE drills SET question = ? WHERE public_id = ?", json.dumps(question.as_dict()), drill)


def make(ruleset_id: str, skill_id: str, accept: Callable[[Question], bool] = lambda question: True) -> Question:
    """The first question of a skill that `accept` likes."""
    ruleset = load_rulesets()[ruleset_id]
    skill = skills_by_id(ruleset)[skill_id]
    made = (make_question(ruleset, skill, random.Random(seed)) for seed in range(1000))
    return next(question for question in made if accept(question))


good, bad = right_to, wrong_to


def answers(app: Flask) -> list[dict[str, Any]]:
    """Every answer that was kept."""
    return select(app, "SELECT number, given, outcome, latency_ms FROM answers ORDER BY id")


def database_hash(app: Flask) -> str:
    return hashlib.sha256(app.config["SETTINGS"].database.read_bytes()).hexdigest()


def buttons(text: str) -> list[str]:
    """The answers that a page offers."""
    return re.findall(r'name="answer"\s+value="([^"]*)"', text)


FIRST_STANDS = "This question was answered before; the first answer stands."
BANKER_FOUR = make("punto-banco", "punto-banco/banker/4/none")
"""A question whose answer is draw."""


def words(text: str) -> str:
    """The words of a page, whatever marks them up."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", text)).split())


def form_in(text: str) -> tuple[str, dict[str, str]]:
    """Where the form in the middle of a page goes, and what it carries before anything is filled in."""
    form = read(text).one("main").one("form")
    fields = {one.attributes["name"]: one.attributes.get("value", "") for one in form.all("input")}
    fields |= {one.attributes["name"]: "".join(map(str, one.inside)).removeprefix("\n") for one in form.all("textarea")}
    return form.attributes["action"], fields
