"""The commands of `flask …`. Every group is a `HouseGroup`, so that all of them fail alike.

One module a group; each exposes its click object as `commands` and `training.web` registers it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import click
from flask.cli import AppGroup

from training.rules.errors import ThirdCardError


class CommandFailed(click.ClickException):
    """One line `Error: …` on standard error and exit code 2."""

    exit_code = 2


class HouseGroup(AppGroup):
    """A group whose commands may raise any `ThirdCardError`; the person sees its sentence, never a traceback.

    Commands print only when their work is done, so that a failed one leaves standard output empty.
    """

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; its `ThirdCardError` becomes one line and exit code 2."""
        with _told():
            return super().invoke(ctx)


class HouseCommand(click.Command):
    """A command that stands alone, like `flask serve`, and fails as those of a `HouseGroup` do."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; its `ThirdCardError` becomes one line and exit code 2."""
        with _told():
            return super().invoke(ctx)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except ThirdCardError as error:
        raise CommandFailed(str(error)) from error


json_option = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")


def print_json(facts: object) -> None:
    """Print facts as one JSON document, readable and with its own letters kept."""
    click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
