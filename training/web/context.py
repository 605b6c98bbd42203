"""What a view takes from its request: the database, the time, and how a time is written for the reader."""

from datetime import UTC, datetime

from flask import Flask, current_app, g

from training.quiz.bank import Bank, load_bank
from training.records.database import Database, connect
from training.rules.rulesets import Rulesets, load_rulesets
from training.web.config import Settings


def configure_context(app: Flask) -> None:
    """Give the app its clock (tests set `app.config["NOW"]`) and close each request's connection."""
    app.config["NOW"] = lambda: datetime.now(UTC)
    app.teardown_appcontext(_close)


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
    """Return this request's connection; the first call opens it, the end of the request closes it."""
    if "db" not in g:
        g.db = connect(settings().database)
    db: Database = g.db
    return db


def now() -> datetime:
    """Return the time, with its zone."""
    at: datetime = current_app.config["NOW"]()
    return at


def local_time(at: datetime) -> str:
    """Return a time for the reader, in the zone of the installation: `2 Nov 2026, 14:05`."""
    there = at.astimezone(settings().timezone)
    return f"{there.day} {there:%b %Y, %H:%M}"


def _close(_error: BaseException | None) -> None:
    db = g.pop("db", None)
    if db is not None:
        db.close()
