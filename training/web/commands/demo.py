"""`flask demo …`: a house to look around in, in files of its own, on this machine only."""

import fcntl
import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from training.records import demo
from training.records.database import connect, create_file
from training.records.migrations import migrate
from training.rules.errors import Unreadable
from training.web.commands import HouseGroup
from training.web.commands.serve import host_option, port_option, serve
from training.web.config import Settings
from training.web.context import bank, now, rulesets, settings

commands = HouseGroup("demo", help="A house to look around in: invented people and answers in files of their own.")

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
SYLLABLES, IN_A_WORD = 9, 3
"""Nine syllables of 70 are 55 bits."""
SEED: Final = 3
DEMO_RULESET: Final = "punto-banco"


@commands.command("load")
def load_command() -> None:
    """Make the demo's files unless they are there, and print three sign-ins."""
    passwords = load(demo_settings())
    for person in demo.PEOPLE:
        if person.shown:
            click.echo(f"{person.role:<10}  {person.username:<8}  {passwords[person.username]}")


@commands.command("serve")
@port_option
@host_option
def serve_command(port: int, host: str) -> None:
    """Serve the demo; only to this machine unless a host is given."""
    load(demo_settings())
    serve(demo_settings(), host, port)


def demo_settings() -> Settings:
    """Return the settings of the demo: its own files, plain http, a banner on every page."""
    here = settings().instance
    return replace(
        settings(),
        database=here / "demo.db",
        secret=None,
        secret_file=here / "demo.secret",
        https=False,
        demo=True,
        proxies=0,
    )


def load(settings: Settings) -> dict[str, str]:
    """Make what is missing of the demo's database, secret and passwords; return the passwords by user name."""
    settings.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(settings.instance):
        return _make_missing(settings)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let two that make the demo at once come one after the other."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _make_missing(settings: Settings) -> dict[str, str]:
    assert settings.secret_file is not None  # noqa: S101 - demo_settings sets it
    if not settings.secret_file.exists():
        _write(settings.secret_file, secrets.token_urlsafe(48) + "\n")
    passwords = _passwords(settings.instance / "demo-sign-ins.txt", new_database=not settings.database.exists())
    create_file(settings.database)
    db = connect(settings.database)
    try:
        migrate(db)
        demo.load(db, rulesets()[DEMO_RULESET], bank(), random.Random(SEED), now(), passwords)
    finally:
        db.close()
    return passwords


def _passwords(path: Path, *, new_database: bool) -> dict[str, str]:
    """Return the passwords of the file; made on first run, and kept, so that a second run prints the same."""
    if path.exists():
        words = path.read_text(encoding="utf-8", errors="replace").split()
        passwords = dict(zip(words[::2], words[1::2], strict=False))
        if set(passwords) != {person.username for person in demo.PEOPLE}:
            raise Unreadable(f"{path} is damaged; delete it and {path.parent / 'demo.db'}, and the demo is made anew.")
    elif new_database:
        passwords = {person.username: new_password() for person in demo.PEOPLE}
        _write(path, "".join(f"{username} {password}\n" for username, password in passwords.items()))
    else:
        raise Unreadable(f"{path} is gone; delete {path.parent / 'demo.db'} too, and the demo is made anew.")
    return passwords


def new_password() -> str:
    """Return a password that can be read out and typed: three invented words."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES)]
    return "-".join("".join(syllables[at : at + IN_A_WORD]) for at in range(0, SYLLABLES, IN_A_WORD))


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner may read, all of it or nothing."""
    partial = path.with_suffix(".partial")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    partial.replace(path)
