"""What a person sees when something goes wrong."""

import re
import sqlite3

import pytest

from tests.records.support import PASSWORD
from tests.web.support import add_person, as_role, wait_shortly
from training.records.database import connect
from training.records.people import Role
from training.rules.errors import Busy, Conflict, Illegal, NotFound, Refused, ThirdCardError, Unreadable
from training.web import access


def break_with(app, error):
    @access.anyone
    def broken():
        raise error

    app.add_url_rule("/broken", "broken", broken, methods=["GET", "POST"])


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Unreadable("‘11h’ is no card."), 400),
        (Illegal("Seven aces are no shoe."), 400),
        (NotFound("There is no ruleset ‘x’."), 404),
        (Refused("Not yours."), 403),
        (Conflict("The first answer stands."), 409),
        (Busy("Please try again."), 503),
        (ThirdCardError("Something else."), 500),
    ],
)
def test_each_error_of_the_house_has_its_page(app, visitor, error, code):
    """Is the error's own sentence on a designed page with a way on?"""
    break_with(app, error)
    answer = visitor.get("/broken")
    assert answer.status_code == code
    assert answer.mimetype == "text/html"
    assert str(error) in answer.text
    assert 'class="button' in answer.text


def test_e19_an_unexpected_error_tells_nothing_but_a_reference(app, visitor, caplog):
    """Is the traceback in the log, under the reference the person can tell us, and nowhere else?"""
    break_with(app, ZeroDivisionError("secret detail"))
    answer = visitor.get("/broken")
    assert answer.status_code == 500
    for inside in ("secret detail", "ZeroDivisionError", "Traceback", ".py"):
        assert inside not in answer.text
    reference = re.search(r"<code>([0-9a-f]{8})</code>", answer.text)
    assert reference is not None
    assert f"reference {reference[1]}: 500 GET broken" in caplog.text
    assert "ZeroDivisionError: secret detail" in caplog.text


def test_e19_there_is_no_debugger(visitor):
    """Does the debugger's own address find nothing?"""
    for path in ("/?__debugger__=yes&cmd=resource&f=debugger.js", "/console"):
        assert visitor.get(path).status_code == 404


def test_an_error_page_that_fails_itself_is_plain_words(app, visitor, monkeypatch):
    """Is there an answer even when the template is broken?"""
    break_with(app, ZeroDivisionError())
    monkeypatch.setattr("training.web.errors.render_template", None)
    answer = visitor.get("/broken")
    assert answer.status_code == 500
    assert re.fullmatch(r"Something went wrong here\. .* \(reference [0-9a-f]{8}\)\n", answer.text)


def test_an_unknown_page_knows_who_is_signed_in(app):
    """Does one find the way back from a mistyped address?"""
    page = as_role(app, Role.TRAINEE).get("/nowhere")
    assert page.status_code == 404
    assert "The-Trainee Tester" in page.text


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_c3_a_locked_database_is_a_page_that_asks_to_try_again(app, visitor, database, monkeypatch, lock):
    """Is a writer, and with the second lock a reader as well, told to try again, and works it then?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    token = visitor.token()
    wait_shortly(app, monkeypatch)
    held = sqlite3.connect(database, isolation_level=None)
    held.execute(lock)
    form = {"csrf_token": token, "four_colour": "yes"}
    answer = visitor.send("/account/deck", form)
    assert answer.status_code == 503
    assert "please try again" in answer.text
    assert visitor.get("/account").status_code == (200 if lock == "BEGIN IMMEDIATE" else 503)
    held.execute("COMMIT")
    held.close()
    assert visitor.send("/account/deck", form).status_code == 303


def test_e20_a_name_is_text_on_every_page(app, visitor):
    """Is markup in a name shown, not obeyed?"""
    add_person(app, "nadia")
    db = connect(app.config["SETTINGS"].database)
    db.execute("UPDATE people SET name = ?", ["<img src=x onerror=alert(1)>\"'{{7*7}}"])
    db.close()
    visitor.sign_in("nadia", PASSWORD)
    for path in ("/account", "/", "/nowhere"):
        text = visitor.get(path).text
        assert "<img src=x" not in text
        assert "&lt;img src=x onerror=alert(1)&gt;&#34;&#39;{{7*7}}" in text
