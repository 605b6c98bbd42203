"""What was typed into a form that could not be taken: it comes back, and one press sends it."""

import sqlite3
from functools import partial

import pytest

from tests.records.support import PASSWORD
from tests.web.drill_support import Trainee, answers, form_in, make, put_question, select
from tests.web.support import Visitor
from training.records.database import connect
from training.records.people import Role
from training.web import context

REASON = 'The rule says:\n\n"5" <b>stands</b> & a tie – 和'
CALL = make("punto-banco", "punto-banco/typed/player-draws")
DISPUTE = {"reason": REASON, "typed": "reason"}
WORDS = {"who": "dealer", "answer": "Card  for <i> Player", "number": "1", "typed": "answer"}


@pytest.fixture
def hold(app, nadia, database, monkeypatch):
    """Hold the database as another program would, and let go of it; the app does not wait long for it."""
    monkeypatch.setattr(context, "connect", partial(connect, busy_seconds=0.05))
    while app.config["IDLE"]:
        app.config["IDLE"].pop()[1].close()  # of those that would wait for long
    held = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    yield held.execute
    held.close()


@pytest.fixture
def call(app, nadia):
    drill = nadia.start(focus="typed")
    put_question(app, drill, CALL)
    return drill


def dispute_of(app):
    return [row["reason"] for row in select(app, "SELECT reason FROM disputes")]


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_c3_what_was_typed_comes_back_from_a_busy_database(app, nadia, drill, hold, lock):
    """Is the reason of a dispute in the answer, word for word, and sent by one press a moment later?"""
    nadia.give(drill, "draw")
    hold(lock)
    page = nadia.post(f"/practice/{drill}/1/dispute", DISPUTE)
    assert page.status_code == 503
    assert "<b>stands" not in page.text
    hold("COMMIT")
    address, fields = form_in(page.text)
    assert fields["reason"] == REASON
    assert nadia.send(address, fields).headers["Location"] == f"/practice/{drill}/1"
    assert dispute_of(app) == [REASON]


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_c3_a_typed_call_comes_back_from_a_busy_database(app, nadia, call, hold, lock):
    """Are speaker, words and question all sent again?"""
    hold(lock)
    page = nadia.post(f"/practice/{call}", WORDS)
    assert page.status_code == 503
    hold("COMMIT")
    address, fields = form_in(page.text)
    assert fields.items() >= WORDS.items()
    assert answers(app) == []
    assert nadia.send(address, fields).headers["Location"] == f"/practice/{call}/1"
    assert len(answers(app)) == 1


def test_e10_what_was_typed_comes_back_from_a_page_of_an_earlier_sign_in(app, nadia, drill, call):
    """Is a form with the token of before offered with a new one, for disputes and typed calls alike?"""
    nadia.give(drill, "draw")
    old = nadia.kept_token
    nadia.post("/sign-out")
    del nadia.kept_token
    nadia.sign_in("nadia")
    for path, sent in ((f"/practice/{drill}/1/dispute", DISPUTE), (f"/practice/{call}", WORDS)):
        page = nadia.send(path, {"csrf_token": old} | sent)
        assert page.status_code == 400
        assert "Please send that again" in page.text
        address, fields = form_in(page.text)
        assert (address, fields.items() >= sent.items()) == (path, True)
        assert nadia.send(address, fields).status_code == 303
    assert dispute_of(app) == [REASON]
    assert [row["number"] for row in answers(app)] == [1, 1]


def test_a9_what_was_typed_is_carried_through_the_sign_in(app, nadia, drill, clock):
    """Is a reason written while the sign-in ended offered after the next one, and only then?"""
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    page = nadia.post(f"/practice/{drill}/1/dispute", DISPUTE)
    address, fields = form_in(page.text)
    page = nadia.send(address, fields | {"username": "nadia", "password": "wrong"})
    assert page.status_code == 403
    address, fields = form_in(page.text)
    page = nadia.send(address, fields | {"username": "nadia", "password": PASSWORD})
    assert PASSWORD not in page.text
    assert "You are signed in as Nadia Tester" in page.text
    assert 'data-session-seconds="10800"' in page.text
    address, fields = form_in(page.text)
    assert (address, fields["reason"]) == (f"/practice/{drill}/1/dispute", REASON)
    assert dispute_of(app) == []
    assert nadia.send(address, fields).status_code == 303
    assert dispute_of(app) == [REASON]


def test_e11_who_signed_in_in_another_tab_meanwhile_still_gets_it_back(nadia, drill, clock):
    """Does the sign-in page that carries the words lead on with them when one is in already?"""
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    page = nadia.post(f"/practice/{drill}/1/dispute", DISPUTE)
    address, fields = form_in(page.text)
    del nadia.kept_token
    nadia.sign_in("nadia")
    page = nadia.send(address, fields | {"username": "nadia", "password": PASSWORD})
    assert form_in(page.text)[1]["reason"] == REASON


def test_a21_carried_words_of_somebody_elses_drill_lead_nowhere(app, nadia, drill, clock):
    """Is the drill still not there for whoever signs in at the page that another has left?"""
    other = Trainee(app, "other")
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    address, fields = form_in(other.post(f"/practice/{drill}/1/dispute", DISPUTE).text)
    address, fields = form_in(other.send(address, fields | {"username": "other", "password": PASSWORD}).text)
    assert other.send(address, fields).status_code == 404
    assert dispute_of(app) == []


@pytest.mark.parametrize(
    "sent",
    ["", "/", "/account", "/account/deck", "/nowhere", "//example.org/practice/x", "https://example.org/practice/x"],
)
def test_e12_only_forms_that_keep_their_words_are_offered(app, sent):
    """Can a forged sign-in page make nobody send anything else, nor anywhere else?"""
    visitor, nadia = Visitor(app), Trainee(app)
    form = {"username": "nadia", "password": PASSWORD, "sent": sent, "typed": "reason", "reason": "x", "answer": "y"}
    answer = visitor.post("/sign-in", form)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert nadia.get("/account").status_code == 200


def test_the_forms_say_what_is_typed_into_them(nadia, drill, call):
    """Do a typed answer and a dispute carry the name of their field, and buttons none?"""
    assert 'name="typed"' not in nadia.shown(f"/practice/{drill}")
    assert 'name="typed" value="answer"' in nadia.shown(f"/practice/{call}")
    nadia.give(drill, "draw")
    assert 'name="typed" value="reason"' in nadia.shown(f"/practice/{drill}/1")


def test_no_other_form_is_offered_again(app):
    """Are passwords and decisions never in a page that comes back?"""
    boss = Trainee(app, "boss", Role.MANAGER)
    for path, form in (("/account", {"current": "secret-words"}), ("/disputes/x", {"decision": "secret-words"})):
        page = boss.send(path, {"csrf_token": "old"} | form)
        assert page.status_code == 400
        assert "secret-words" not in page.text
