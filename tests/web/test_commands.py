"""The commands of an installation: people, records, the demo, the server."""

import json
import re
import signal
import socket
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.records.support import PASSWORD
from tests.serving import PATIENCE, fetch
from tests.web.support import Visitor, add_person, open_db
from tests.web.test_readiness import BIN, run
from training.records.database import connect
from training.records.people import Role
from training.rules.errors import Unreadable
from training.web.commands import demo, serve
from training.web.config import ROOT, read_settings


@pytest.fixture
def call(app):
    """Run a `flask` command within the app."""
    return lambda *words: app.test_cli_runner().invoke(args=list(words))


def test_e18_the_first_manager_is_made_by_command(app, call, visitor):
    """Is there nobody in a fresh house, and does the printed code work once?"""
    assert json.loads(call("people", "list", "--json").stdout) == []
    result = call("people", "add", "boss", "--name", "The Boss", "--role", "manager")
    assert (result.exit_code, result.stderr) == (0, "")
    code = re.search(r"boss signs in with the code ((?:[A-Z2-9]{4}-?){4}) within 7 days", result.stdout)
    assert code is not None
    assert visitor.sign_in("boss", code[1]).headers["Location"] == "/"
    assert visitor.get("/").headers["Location"] == "/account"


def test_people_add_tells_facts_as_json(call):
    """Can a script read the code?"""
    result = call("people", "add", "José", "--name", "José Ñ", "--role", "trainee", "--team", "Early shift", "--json")
    facts = json.loads(result.stdout)
    assert set(facts) == {
        *("id", "username", "name", "role", "team", "must_set_password", "disabled", "code", "days"),
    }
    assert (facts["username"], facts["name"], facts["team"], facts["days"]) == ("José", "José Ñ", "Early shift", 7)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["people", "add", "nadia", "--name", "N", "--role", "trainee"], "Error: The user name 'nadia' is taken."),
        (["people", "add", "x", "--name", "N", "--role", "trainee"], "Error: A user name has 2 to 64 characters"),
        (["people", "add", "new", "--name", "N", "--role", "owner"], "'owner' is not one of"),
        (["people", "reset-code", "ghost"], "Error: There is nobody with the user name 'ghost'."),
        (["people", "enable", "nadia"], "Error: nadia is not disabled."),
        (["people", "enable", "ghost"], "Error: There is nobody with the user name 'ghost'."),
        (["people", "disable", "ghost", "--json"], "Error: There is nobody with the user name 'ghost'."),
    ],
)
def test_a_command_that_fails_says_so_on_the_last_line(app, call, words, told):
    """Is the value named on standard error, standard output empty, the exit code 2?"""
    add_person(app, "nadia")
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr.splitlines()[-1]


def test_e24_a_new_code_forces_a_new_password(app, call, visitor):
    """Does whoever resets it never know the password?"""
    add_person(app, "nadia")
    facts = json.loads(call("people", "reset-code", "NADIA", "--json").stdout)
    assert visitor.sign_in("nadia", PASSWORD).status_code == 403
    assert visitor.sign_in("nadia", facts["code"]).status_code == 303
    assert visitor.get("/practice").headers["Location"] == "/account"


def test_people_are_listed_and_disabled(app, call):
    """Does the list tell who is who?"""
    add_person(app, "nadia")
    assert "disabled" not in call("people", "list").stdout
    assert call("people", "disable", "nadia").stdout == "nadia is disabled and signed out everywhere.\n"
    assert call("people", "list").stdout.split() == [
        "nadia",
        "trainee",
        "Early",
        "shift",
        "Nadia",
        "Tester",
        "disabled",
    ]


def test_a_disabled_person_is_enabled_again(app, call, visitor):
    """Is it said what to sign in with, and is a mistake of one command mended by another?"""
    add_person(app, "nadia")
    add_person(app, "fresh", password=None)
    for name in ("nadia", "fresh"):
        call("people", "disable", name)
    assert visitor.sign_in("nadia").status_code == 403
    assert call("people", "enable", "NADIA").stdout == "nadia is enabled and signs in with the password of before.\n"
    assert visitor.sign_in("nadia").status_code == 303
    told = "fresh is enabled and has no password: flask people reset-code fresh\n"
    assert call("people", "enable", "fresh").stdout == told
    call("people", "disable", "fresh")
    assert json.loads(call("people", "enable", "fresh", "--json").stdout)["disabled"] is False


def test_the_last_manager_stays(app, call):
    """Does the command say why, and what to do?"""
    add_person(app, "boss", Role.MANAGER)
    result = call("people", "disable", "boss")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: boss is the last manager; add another one first.\n"


def test_people_need_a_database(tmp_path):
    """Is a missing database told, and the command that makes it?"""
    ended = run([BIN / "flask", "people", "list"], tmp_path / "none.db", SECRET=None)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("Error: There is no database at")
    assert len(ended.stderr.splitlines()) == 1


def test_records_migrate_makes_the_database_and_then_does_nothing(tmp_path):
    """Is the file made for its owner only, without a secret?"""
    path = tmp_path / "house" / "new.db"
    first = run([BIN / "flask", "records", "migrate", "--json"], path, SECRET=None)
    assert json.loads(first.stdout)["applied"][0] == "0001_people"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second = run([BIN / "flask", "records", "migrate"], path, SECRET=None)
    assert second.stdout == f"{path}: nothing to do\n"


def test_records_verify_names_the_first_bad_entry(app, call):
    """Does the check pass on a sound house and name the entry of a forged one?"""
    add_person(app, "nadia")
    facts = json.loads(call("records", "verify", "--json").stdout)
    assert facts["entries"] == 2
    assert call("records", "verify").stdout == f"The audit holds: 2 entries, head {facts['head']}\n"
    db = open_db(app)
    db.execute("DROP TRIGGER audit_is_never_changed")
    db.execute("UPDATE audit SET actor = 'somebody' WHERE seq = 2")
    db.close()
    result = call("records", "verify")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "Error: The audit is broken at entry 2.\n")


@pytest.fixture
def instance(app, tmp_path):
    """The folder of a demo, with the app around it."""
    with app.app_context():
        yield tmp_path / "demo-house"


def demo_settings(instance):
    return read_settings(
        {
            "INSTANCE": instance,
            "DATABASE": instance / "demo.db",
            "SECRET_FILE": instance / "demo.secret",
            "HTTPS": False,
            "DEMO": True,
        }
    )


def usernames(path):
    db = connect(path)
    found = [row[0] for row in db.execute("SELECT username FROM people ORDER BY id")]
    db.close()
    return found


def test_the_demo_is_made_once_and_for_its_owner_only(instance):
    """Does a second run find everything there, with the same passwords?"""
    settings = demo_settings(instance)
    first = demo.load(settings)
    files = {file.name: (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) for file in instance.iterdir()}
    assert {name: mode for name, (mode, _) in files.items()} == {
        "demo.db": 0o600,
        "demo.secret": 0o600,
        "demo-sign-ins.txt": 0o600,
    }
    assert stat.S_IMODE(instance.stat().st_mode) == 0o700
    assert demo.load(settings) == first
    assert {file.name: (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) for file in instance.iterdir()} == files
    assert usernames(settings.database) == list(first)


def test_the_demo_people_can_sign_in_and_see_the_banner(instance, make_app):
    """Do the printed sign-ins work?"""
    passwords = demo.load(demo_settings(instance))
    app = make_app(INSTANCE=instance, DATABASE=instance / "demo.db", DEMO=True)
    for person in demo.demo.PEOPLE:
        if person.shown:
            visitor = Visitor(app)
            assert visitor.sign_in(person.username, passwords[person.username]).status_code == 303
            page = visitor.get("/account").text
            assert person.name in page
            assert "Demo" in page


def test_the_demo_is_made_anew_when_its_database_was_deleted(instance):
    """Do the passwords of the file go on working?"""
    settings = demo_settings(instance)
    first = demo.load(settings)
    settings.database.unlink()
    assert demo.load(settings) == first
    assert usernames(settings.database) == list(first)


@pytest.mark.parametrize("text", ["", "amelie\n", "amelie one two\n", "somebody else\n", "\xff"])
def test_when_the_file_of_the_demos_passwords_is_damaged_then_it_is_named(instance, text):
    """Is it said what to delete?"""
    settings = demo_settings(instance)
    demo.load(settings)
    (instance / "demo-sign-ins.txt").write_text(text)
    with pytest.raises(Unreadable, match="demo-sign-ins.txt is damaged; delete it and .*demo.db"):
        demo.load(settings)


def test_when_the_demo_is_made_twice_at_once_then_both_find_it_whole(instance, app):
    """Does the second wait for the first?"""
    settings = demo_settings(instance)

    def load(_: int) -> dict[str, str]:
        with app.app_context():
            return demo.load(settings)

    with ThreadPoolExecutor(4) as pool:
        assert len({tuple(found.items()) for found in pool.map(load, range(4))}) == 1


def test_a_demo_password_is_long_and_speakable():
    """Is each one new and at least 15 characters?"""
    passwords = {demo.new_password() for _ in range(100)}
    assert len(passwords) == 100
    assert all(re.fullmatch(r"([a-z]{6}-){2}[a-z]{6}", password) for password in passwords)


def test_a_port_that_is_taken_is_one_line(database):
    """Is the port checked before anything is started?"""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = run([BIN / "flask", "serve", "--port", str(port)], database)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"Error: Port {port} on 127.0.0.1 cannot be used (Address already in use)")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_an_impossible_port_is_named(call, port):
    """Is the value told?"""
    result = call("serve", "--port", port)
    assert result.exit_code == 2
    assert port in result.stderr.splitlines()[-1]


def test_gunicorn_is_started_without_its_control_socket():
    """Are threads, workers and the socket as decided?"""
    command = serve.gunicorn_command("127.0.0.1", 8000)
    assert "--no-control-socket" in command
    assert command[command.index("--bind") + 1] == "127.0.0.1:8000"
    assert command[command.index("--worker-class") + 1] == "gthread"


def test_the_demo_is_served_and_stops(tmp_path):
    """Does `flask demo serve` come up with a page, and end when asked to?"""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {"PATH": "/usr/bin:/bin", "THIRD_CARD_INSTANCE": str(tmp_path / "instance"), "PORT": str(port)}
    server = subprocess.Popen(
        [BIN / "flask", "demo", "serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        page = fetch(f"http://127.0.0.1:{port}/sign-in", server)
        assert "Sign in" in page
        assert "Demo" in page
    finally:
        server.send_signal(signal.SIGTERM)
        output, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert b"Traceback" not in output
