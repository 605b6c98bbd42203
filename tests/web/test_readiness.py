"""The program starts only when it is fit to serve, and says in one line why not."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import PATIENCE
from tests.web.support import SECRET
from training.records.database import connect
from training.rules.errors import Conflict, Illegal, NotFound, Refused, Unreadable
from training.web.config import ROOT
from training.web.readiness import check_debug

BIN = Path(sys.executable).parent


def run(command, database, **settings):
    """Start something of ours with exactly these settings."""
    given = {"DATABASE": database, "INSTANCE": database.parent, "SECRET": SECRET, "HTTPS": "off"} | settings
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("THIRD_CARD_", "FLASK_"))}
    environment |= {f"THIRD_CARD_{name}": str(value) for name, value in given.items() if value is not None}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)


SERVERS = {
    "plain": [sys.executable, "-c", "import app; app.create_app()"],
    "flask run": [BIN / "flask", "run", "--port", "1"],
    "flask serve": [BIN / "flask", "serve", "--port", "18999"],
    "gunicorn": [BIN / "gunicorn", "app:create_app()", "--bind", "127.0.0.1:0", "--no-control-socket"],
}


@pytest.mark.parametrize("server", SERVERS)
def test_d8_no_server_starts_without_a_secret(database, server):
    """Does every way to start end with one line, without a traceback, and not with 0?"""
    ended = run(SERVERS[server], database, SECRET=None)
    assert ended.returncode != 0
    assert "Error: There is no secret: set THIRD_CARD_SECRET or THIRD_CARD_SECRET_FILE" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize("secret", ["", "change-me", "short", "x" * 40])
def test_d8_a_bad_secret_is_as_good_as_none(make_app, secret):
    """Is there no fallback?"""
    with pytest.raises(Refused, match="secret"):
        make_app(SECRET=secret)


def test_the_rules_need_neither_database_nor_secret(tmp_path):
    """Can the engine be used on a machine where nothing is set up?"""
    ended = run([BIN / "flask", "rules", "list"], tmp_path / "nothing" / "here.db", SECRET=None)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "punto-banco" in ended.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_missing_database_is_named(make_app, tmp_path):
    """Is the command told that makes it, and nothing made by looking?"""
    with pytest.raises(NotFound, match="`flask records migrate` makes it"):
        make_app(DATABASE=tmp_path / "none.db")
    assert list(tmp_path.glob("none*")) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("DELETE FROM _sqlite_migrations WHERE name LIKE '0002%'", "older than this program"),
        ("UPDATE _sqlite_migrations SET name = '0099_later' WHERE name LIKE '0002%'", "newer than this program"),
    ],
)
def test_c9_c17_a_database_of_another_version_is_not_served(make_app, database, change, told):
    """Is a half-migrated or newer database left alone?"""
    db = connect(database)
    db.execute(change)
    db.close()
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    with pytest.raises(Conflict, match=told):
        make_app()
    assert hashlib.sha256(database.read_bytes()).hexdigest() == before


def test_c17_a_damaged_database_is_not_served(make_app, database):
    """Is a file with flipped bytes refused and left as it is?"""
    content = bytearray(database.read_bytes())
    content[4096:8192] = bytes(byte ^ 0xFF for byte in content[4096:8192])
    database.write_bytes(content)
    with pytest.raises(Illegal, match="database"):
        make_app()
    assert database.read_bytes() == bytes(content)


def test_a_broken_ruleset_is_not_served(make_app, tmp_path):
    """Does a house ruleset with an error stop the start, named?"""
    house = tmp_path / "house"
    house.mkdir()
    (house / "mine.toml").write_text('id = "mine"\n')
    with pytest.raises(Unreadable, match=r"mine\.toml"):
        make_app(RULESETS=house)


@pytest.mark.parametrize(
    ("options", "starts"),
    [(["--host", "0.0.0.0"], False), (["--host", "192.0.2.1"], False)],
)
def test_the_debugger_is_not_for_others(database, options, starts):
    """Is debug mode refused on an address others can reach?"""
    ended = run([BIN / "flask", "run", "--debug", "--no-reload", "--port", "1", *options], database)
    assert ended.returncode != 0
    assert "Debug mode is on" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_debug_mode_is_not_for_a_server():
    """Is debug mode refused outside `flask run`, where nobody knows the address?"""
    with pytest.raises(Refused, match="Debug mode"):
        check_debug(debug=True)
    check_debug(debug=False)


def test_importing_the_program_opens_nothing(tmp_path):
    """Can the program be imported where there is nothing?"""
    ended = run([sys.executable, "-c", "import app"], tmp_path / "none" / "x.db", SECRET=None)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
