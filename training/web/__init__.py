"""The fourth floor: what people see. Flask lives only here.

A view loads, checks access, makes one call to the floor below, and renders or redirects. It neither decides a rule
nor writes SQL.
"""

from collections.abc import Mapping
from functools import cache

import click
from flask import Flask, g, url_for
from flask.cli import run_command
from jinja2 import StrictUndefined

from training.records.sign_ins import Present
from training.web import account, disputes, home, practice, progress, reference, team
from training.web.access import configure_access, may_open
from training.web.commands import demo, people, questions, records, rules, serve
from training.web.config import ROOT, Settings, read_settings
from training.web.context import configure_context
from training.web.errors import configure_errors
from training.web.glossed import configure_glossary
from training.web.readiness import make_ready
from training.web.security import configure_limits, configure_security, time_left
from training.web.sent_again import configure_sending
from training.web.shown import configure_drawing

VIEWS = (
    home.blueprint,
    practice.blueprint,
    progress.blueprint,
    team.blueprint,
    disputes.blueprint,
    reference.blueprint,
    account.blueprint,
)
PLACES = {
    "home.index": "Home",
    "practice.choose": "Practice",
    "progress.own": "Progress",
    "reference.index": "Reference",
    "team.index": "Team",
    "disputes.index": "Disputes",
}
"""Where one can go from every page, as far as one may."""
COMMANDS = (
    rules.commands,
    questions.commands,
    people.commands,
    records.commands,
    serve.commands,
    demo.commands,
)


def create_app(given: Mapping[str, object] | None = None) -> Flask:
    """Return the program; raise a `ThirdCardError` when it is asked to serve and is not fit for it."""
    settings = read_settings(given)
    app = Flask(
        "third_card",
        root_path=str(ROOT),
        template_folder="templates",
        static_folder="static",
        instance_path=str(settings.instance),
    )
    app.config["SETTINGS"] = settings
    configure_context(app)
    configure_sending(app)  # before all that may have to wait
    configure_limits(app)
    configure_access(app)  # before security: who is not signed in hears that, not that a token is missing
    configure_security(app, settings)
    configure_errors(app)
    configure_templates(app, settings)
    configure_drawing(app)
    configure_glossary(app)
    for blueprint in VIEWS:
        app.register_blueprint(blueprint)
    for commands in COMMANDS:
        app.cli.add_command(commands)
    if about_to_serve():
        make_ready(app)
    return app


def about_to_serve() -> bool:
    """Whether this process will answer requests, and so needs a secret and a database.

    Every `flask` command makes the app, only to find out which commands there are; `flask rules …` must work on a
    machine that has neither. Outside of commands (gunicorn, a test) and in `flask run` the app is made to serve.
    """
    context = click.get_current_context(silent=True)
    return context is None or context.command is run_command


def configure_templates(app: Flask, settings: Settings) -> None:
    """Make a forgotten name in a template an error, and tell every page who is signed in."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True  # a third of a page would be indentation

    @app.context_processor
    def everywhere() -> dict[str, object]:
        found: Present | None = g.get("present")  # not asked for here: an error page must not need the database
        return {
            "person": found and found.person,
            "places": [(endpoint, name) for endpoint, name in PLACES.items() if found and may_open(found, endpoint)],
            "ends": found and time_left(found.until),
            "demo": settings.demo,
        }

    app.jinja_env.globals["static_file"] = static_file


@cache
def static_file(filename: str) -> str:
    """The address of a static file, which changes with the file so that browsers may keep it.

    Looked up once a process: a page has a dozen of them.
    """
    path = ROOT / "static" / filename
    return url_for("static", filename=filename, v=f"{path.stat().st_mtime_ns // 1_000_000:x}")
