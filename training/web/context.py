"""What a view takes from its request: the database, the time, and how a time is written for the reader."""

import weakref
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, current_app, g

from training.quiz.bank import Bank
from training.quiz.bank_files import load_bank
from training.records.database import Database, connect
from training.rules.rulesets import Rulesets, load_rulesets
from training.web.config import Settings

Idle = list[tuple[tuple[int, int] | None, Database]]
"""Connections between two requests, each with the numbers of the file it was opened on."""


def configure_context(app: Flask) -> None:
    """Give the app its clock (tests set `app.config["NOW"]`) and its connections."""
    app.config["NOW"] = lambda: datetime.now(UTC)
    idle: Idle = []
    app.config["IDLE"] = idle
    weakref.finalize(app, _close_all, idle)
    app.teardown_appcontext(_give_back)


def settings() -> Settings:
    """Return the settings of the running app."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def rulesets() -> Rulesets:
    """Return the rulesets by id, the product's and the house's; the files are read once for each process."""
    return load_rulesets(settings().rulesets)


def bank() -> Bank:
    """Return the question bank; the first call reads the files, once for each process."""
    if "BANK" not in current_app.config:
        current_app.config["BANK"] = load_bank(rulesets())
    found: Bank = current_app.config["BANK"]
    return found


def get_db() -> Database:
    """Return this request's connection, which no other request has until this one ends.

    One that an earlier request has done with is taken again: a new one reads the whole schema and prepares every
    statement anew, which is a third of the time of an answer.
    """
    if "db" not in g:
        g.file = _file(settings().database)
        g.db = _idle(g.file) or connect(settings().database)
    db: Database = g.db
    return db


def _idle(file: tuple[int, int] | None) -> Database | None:
    idle: Idle = current_app.config["IDLE"]
    while idle:
        opened, db = idle.pop()
        if opened == file:
            return db
        db.close()  # the file was replaced since, by a restored one perhaps
    return None


def _file(path: Path) -> tuple[int, int] | None:
    """Which file lies there now, by its numbers in the file system."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def now() -> datetime:
    """Return the time, with its zone."""
    at: datetime = current_app.config["NOW"]()
    return at


def local_time(at: datetime) -> str:
    """Return a time for the reader, in the zone of the installation: `2 Nov 2026, 14:05`."""
    there = at.astimezone(settings().timezone)
    return f"{there.day} {there:%b %Y, %H:%M}"


def _give_back(error: BaseException | None) -> None:
    db = g.pop("db", None)
    if db is None:
        return
    if error or db.conn.in_transaction:
        db.close()
    else:
        current_app.config["IDLE"].append((g.file, db))


def _close_all(idle: Idle) -> None:
    for _, db in idle:
        db.close()
