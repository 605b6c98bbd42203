"""The commands of `flask …`. Every group is a `HouseGroup`, so that all of them fail alike.

One module a group; each exposes its click object as `commands` and `training.web` registers it.
"""

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from flask.cli import AppGroup

from training.rules.errors import ThirdCardError


class CommandFailed(click.ClickException):
    """One line `Error: …` on standard error and exit code 2."""

    exit_code = 2


class Whole(click.IntRange):
    """A whole number in plain digits; what Python takes for one besides (`1_0`, ` 8`, `٨`) is a slip of the hand."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or say what was wrong with which value."""
        if isinstance(value, str) and not re.fullmatch("[0-9]+", value):
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        return super().convert(value, param, ctx)


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
    _show_any_letter()
    try:
        yield
    except ThirdCardError as error:
        raise CommandFailed(str(error)) from error
    except BrokenPipeError:
        raise  # whoever read along has had enough; click ends quietly
    except OSError as error:
        raise CommandFailed(f"{error.filename or 'standard output'}: {error.strerror}") from error


def _show_any_letter() -> None:
    """Let a terminal that lacks a letter show its number instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


json_option = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")


def print_json(facts: object) -> None:
    """Print facts as one JSON document, for people to read as well."""
    click.echo(json_text(facts, indent=2))


def json_text(facts: object, *, indent: int | None = None) -> str:
    """Return facts as JSON, with their own letters where standard output can take them."""
    ascii_only = (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8")
    return json.dumps(facts, ensure_ascii=ascii_only, indent=indent)
