"""What `make` says when the machine is not ready; each time in a copy of the checkout."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bare_checkout(tmp_path):
    """The files that make needs to build its environment, and nothing else."""
    for name in ("Makefile", "pyproject.toml", "requirements.txt", "requirements-test.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def make(terminal):
    """Run make; return its exit code and what it says on standard error, without its own closing line."""

    def run(folder, *arguments, **environment):
        done = subprocess.run(
            ["make", *arguments], cwd=folder, env=terminal | environment, capture_output=True, text=True, check=False
        )
        return done.returncode, [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]

    return run


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (
            "Python 3.9.2",
            "Third Card needs Python 3.11 or newer, and old-python is Python 3.9.2: "
            "install it or name one with PYTHON=…",
        ),
        (
            "",
            "Third Card needs Python 3.11 or newer, and old-python is missing: install it or name one with PYTHON=…",
        ),
    ],
)
def test_an_old_or_missing_python_is_named_in_one_line(bare_checkout, make, version, said):
    """Does a person with the wrong Python learn what is wrong?"""
    commands = bare_checkout / "commands"
    commands.mkdir()
    if version:
        (commands / "old-python").write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "{version}"\nexit 1\n')
        (commands / "old-python").chmod(0o755)
    status, lines = make(bare_checkout, "packages", "PYTHON=old-python", PATH=f"{commands}:{os.environ['PATH']}")
    assert status != 0
    assert lines == [said]
    assert not (bare_checkout / ".venv").exists()


def test_without_a_network_one_line_names_the_log_and_nothing_half_made_is_trusted(bare_checkout, make):
    """Does a person without a network learn where to look, and is the environment made anew next time?"""
    status, lines = make(bare_checkout, "packages", PIP_CONFIG_FILE=os.devnull, PIP_FIND_LINKS="", PIP_NO_INDEX="1")
    assert status != 0
    assert lines == [
        "Could not install the packages of requirements.txt (is the network there?); "
        "pip's own words are in .venv/setup.log"
    ]
    assert "ERROR" in (bare_checkout / ".venv" / "setup.log").read_text()
    assert list((bare_checkout / ".venv").glob("installed-*")) == []


def test_a_port_in_use_is_named_in_one_line(checkout, make):
    """Does a person whose port is taken learn which one?"""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, lines = make(checkout, "run", f"PORT={port}")
    assert status != 0
    assert len(lines) == 1
    assert port in lines[0]
