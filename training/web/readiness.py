"""Whether the program is fit to serve. Each reason against it is one line, and the program does not start."""

import hashlib

import click
from flask import Flask

from training.records.database import connect, settle_journal
from training.records.migrations import check_schema
from training.rules.check import check_rulesets
from training.rules.errors import Refused
from training.web.config import Settings, real_secret
from training.web.context import bank, rulesets

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def make_ready(app: Flask) -> None:
    """Give the app its secret after everything it stands on was checked; else raise a `ThirdCardError`."""
    settings: Settings = app.config["SETTINGS"]
    check_debug(app.debug)
    app.secret_key = real_secret(settings)
    with app.app_context():
        check_house(settings)


def check_house(settings: Settings) -> str:
    """Check what does not change while the server runs, and return the journal mode of the database."""
    if not hasattr(hashlib, "scrypt"):
        raise Refused("This Python was built without scrypt; passwords cannot be checked.")
    check_rulesets(rulesets())
    bank()
    db = connect(settings.database)
    try:
        check_schema(db)
        return settle_journal(db)
    finally:
        db.close()


def check_debug(debug: bool) -> None:
    """Refuse the debugger wherever somebody else could reach it."""
    context = click.get_current_context(silent=True)
    if debug and (context is None or context.params.get("host") not in LOOPBACK):
        raise Refused("Debug mode is on (FLASK_DEBUG); it is only for `flask run` on 127.0.0.1.")
