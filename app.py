"""Where `flask` and gunicorn (`app:create_app()`) find the program. Nothing is opened when this is imported."""

import sys
from collections.abc import Mapping

import click
from flask import Flask

from training import web
from training.rules.errors import ThirdCardError

COMMAND_FAILED = 2
WORKER_CANNOT_BOOT = 3
"""gunicorn gives up at this exit code of a worker; at any other it would start the next one, for ever."""


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Return the program, or end the process with one line that says what is missing."""
    try:
        return web.create_app(settings)
    except ThirdCardError as error:
        print(f"Error: {error}", file=sys.stderr, flush=True)
        sys.exit(COMMAND_FAILED if click.get_current_context(silent=True) else WORKER_CANNOT_BOOT)
