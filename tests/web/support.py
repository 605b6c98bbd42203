"""A visitor with a browser of their own, as the tests of the web see one."""

import re
from datetime import datetime, timedelta
from functools import partial

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.records.support import NOON, PASSWORD, make_person
from training.records import people
from training.records.database import Database, connect
from training.records.people import Person, Role
from training.web import context
from training.web.config import Settings

SECRET = "Vq3mZ0x8pL1sT6rY4wN9bK2hJ7cF5dGa"
TOKEN = re.compile(r'name="csrf_token"\s+value="([^"]+)"')


class Clock:
    """The time of the app; it goes only when it is told to."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at

    def pass_time(self, **time: float) -> None:
        self.at += timedelta(**time)


class Visitor:
    """A browser: keeps its cookies, and sends the token of the page with each form."""

    def __init__(self, app: Flask, base_url: str = "http://localhost") -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.base_url = base_url

    def get(self, path: str, **options: object) -> TestResponse:
        return self.client.get(path, base_url=self.base_url, buffered=True, **options)

    def post(self, path: str, fields: dict[str, object] | None = None, **options: object) -> TestResponse:
        data = {"csrf_token": self.token()} | (fields or {})
        return self.send(path, data, **options)

    def send(self, path: str, data: object, **options: object) -> TestResponse:
        headers = {"Referer": self.base_url + path} | dict(options.pop("headers", {}))
        return self.client.post(path, data=data, base_url=self.base_url, headers=headers, buffered=True, **options)

    def token(self) -> str:
        """The token that this browser's pages carry, read from one it may open."""
        text = self.client.get("/account", base_url=self.base_url, follow_redirects=True).text
        found = TOKEN.search(text)
        assert found, text
        return found[1]

    def sign_in(self, username: str, password: str = PASSWORD, **options: object) -> TestResponse:
        return self.post("/sign-in", {"username": username, "password": password}, **options)

    def cookie(self, app: Flask) -> str:
        found = self.client.get_cookie(app.config["SESSION_COOKIE_NAME"])
        assert found is not None
        return found.value


def open_db(app: Flask) -> Database:
    settings: Settings = app.config["SETTINGS"]
    return connect(settings.database)


def wait_shortly(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app give up on a busy database at once, with the connections that it has kept as well."""
    monkeypatch.setattr(context, "connect", partial(connect, busy_seconds=0.05))
    while app.config["IDLE"]:
        app.config["IDLE"].pop()[1].close()


def add_person(app: Flask, username: str, role: Role = Role.TRAINEE, **options: object) -> Person:
    db = open_db(app)
    try:
        return make_person(db, username, role, **options)
    finally:
        db.close()


def add_code(app: Flask, username: str) -> str:
    """Someone who has a code and no password yet."""
    db = open_db(app)
    try:
        return people.add(db, username=username, name="New One", role=Role.TRAINEE, team=None, now=NOON).code
    finally:
        db.close()


def as_role(app: Flask, role: Role) -> Visitor:
    """A signed-in person of this role."""
    add_person(app, f"the-{role}", role)
    visitor = Visitor(app)
    assert visitor.sign_in(f"the-{role}").status_code == 303
    return visitor
