"""README.md is true: its commands run, and it names every setting and every command."""

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import click

from tests.serving import PATIENCE, fetch
from training.web import create_app
from training.web.config import NAMES, PREFIX

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
NOT_RUN = {
    "make run\n": "serves until it is stopped: test_make_run_serves_the_demo does that",
    "make test\n": "is what runs this test",
}


def test_the_blocks_that_are_not_run_are_still_there():
    """Is every exception below still one?"""
    assert set(NOT_RUN) <= set(BLOCKS)
    assert len(BLOCKS) > len(NOT_RUN)


def test_the_commands_run_in_their_order(checkout, terminal):
    """Does a person who types what README says get what it promises?"""
    for block in BLOCKS:
        if block in NOT_RUN:
            continue
        done = subprocess.run(
            ["sh", "-e"],
            input=block,
            cwd=checkout,
            env=terminal,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        assert done.stderr == ""


def test_make_run_serves_the_demo(checkout, terminal):
    """Does one command lead to a page to sign in at, and three ways to sign in?"""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with (checkout / "said").open("w+") as said:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": said, "stderr": said}
        server = subprocess.Popen(
            ["make", "run", f"PORT={port}"], cwd=checkout, env=terminal, start_new_session=True, **quiet
        )
        try:
            page = fetch(f"http://127.0.0.1:{port}/sign-in", server)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=PATIENCE)
    words = (checkout / "said").read_text()
    assert 'name="password"' in page
    assert "demo" in page.lower()
    for role in ("trainee", "supervisor", "manager"):
        assert len([line for line in words.splitlines() if role in line.lower()]) == 1, words


def test_every_setting_is_in_the_table():
    """Can an installer find every setting, and none that is gone?"""
    table = re.findall(rf"^\| `{PREFIX}(\w+)` \|", README, re.MULTILINE)
    assert sorted(table) == sorted(NAMES)


def leaves(group, path):
    """The full names of all commands below `group`."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from leaves(command, [*path, name])
        else:
            yield " ".join([*path, name])


def test_every_command_is_in_the_table():
    """Can a person find every command, and none that is gone?"""
    with click.Context(click.Command("any")):  # inside of a command the app is made without a secret
        commands = sorted(leaves(create_app().cli, ["flask"]))
    table = re.findall(r"^\| `(flask [^`]+?)(?: [A-Z-][^`]*)?` \|", README, re.MULTILINE)
    assert sorted(table) == commands


def test_the_picture_is_there():
    """Does README show the program?"""
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []
