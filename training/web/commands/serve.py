"""`flask serve`: gunicorn with our settings, after everything that could stop it was looked at."""

import os
import socket
import sys
from typing import NoReturn

import click
from flask import current_app
from flask.cli import with_appcontext

from training.rules.errors import Conflict
from training.web.commands import HouseCommand, Whole
from training.web.config import PREFIX, ROOT, Settings, as_texts, real_secret
from training.web.context import settings
from training.web.readiness import check_house

WORKERS, THREADS = 2, 4
"""SQLite takes one writer at a time; more workers would only wait for each other."""

port_option = click.option("--port", type=Whole(1, 65535), default=8000, envvar="PORT", show_envvar=True)
host_option = click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")


@click.command("serve", cls=HouseCommand)
@port_option
@host_option
@with_appcontext
def commands(port: int, host: str) -> None:
    """Serve the program with gunicorn."""
    real_secret(settings())
    serve(current_app.config["SETTINGS"], host, port)


def serve(settings: Settings, host: str, port: int) -> NoReturn:
    """Check what could go wrong, say where the program is, and become gunicorn."""
    check_port(host, port)
    if check_house(settings) != "wal":
        click.echo("This SQLite's write-ahead log has a known fault; the rollback journal is used instead.", err=True)
    click.echo(f"Serving on http://{host}:{port} – stop with Ctrl+C", err=True)
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execve(sys.executable, gunicorn_command(host, port), environment(settings))  # noqa: S606


def gunicorn_command(host: str, port: int) -> list[str]:
    """Return the command line of the server."""
    return [
        *(sys.executable, "-m", "gunicorn", "app:create_app()", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", str(WORKERS), "--threads", str(THREADS)),
        *("--no-control-socket", "--log-level", "warning"),
    ]


def environment(settings: Settings) -> dict[str, str]:
    """Return this process's environment with exactly these settings in it, for the server's processes."""
    others = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    return others | {PREFIX + name: text for name, text in as_texts(settings).items()}


def check_port(host: str, port: int) -> None:
    """Raise `Conflict` when something else listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = error.strerror or error
            raise Conflict(
                f"Port {port} on {host} cannot be used ({reason}); choose another one with PORT=…."
            ) from error
