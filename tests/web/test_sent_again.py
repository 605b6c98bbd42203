"""What was typed into a form that could not be taken: it comes back, and one press sends it."""

import sqlite3

import pytest

from tests.records.support import PASSWORD
from tests.web.drill_support import Trainee, answers, form_in, make, put_question, select
from tests.web.support import Visitor, add_person, wait_shortly
from training.records.people import Role

REASON = 'The rule says:\n\n"5" <b>stands</b> & a tie – 和'
CALL = make("punto-banco", "punto-banco/typed/player-draws")
DISPUTE = {"reason": REASON, "typed": "reason"}
WORDS = {"who": "dealer", "answer": "Card  for <i> Player", "number": "1", "typed": "answer"}


@pytest.fixture
def hold(app, nadia, database, monkeypatch):
    """Hold the database as another program would, and let go of it; the app does not wait long for it."""
    wait_shortly(app, monkeypatch)
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


def made_for(visitor, fields):
    """The fields as a page of this trainee carries them."""
    return fields | {"by": visitor.person.public_id}


def test_e8_what_one_person_typed_is_not_shown_to_the_next_who_signs_in(app, nadia, drill, clock):
    """On a shared terminal, are the words gone, and nobody accused of asking for another's drill?"""
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    page = nadia.post(f"/practice/{drill}/1/dispute", made_for(nadia, DISPUTE))
    address, fields = form_in(page.text)
    add_person(app, "ben")
    page = nadia.send(address, fields | {"username": "ben", "password": PASSWORD})
    assert (page.status_code, page.headers["Location"]) == (303, "/")
    home = nadia.get("/").text
    assert "What was typed here before was another person’s" in home
    assert "The rule says" not in home
    assert select(app, "SELECT 1 FROM audit WHERE event = 'access-refused'") == []


def test_e8_what_one_person_typed_is_not_offered_where_another_is_in_already(app, nadia, drill):
    """Does a tab of before, sent while somebody else is signed in, show nothing of it?"""
    nadia.give(drill, "draw")
    old = nadia.kept_token
    nadia.post("/sign-out")
    del nadia.kept_token
    add_person(app, "ben")
    nadia.sign_in("ben")
    page = nadia.send(f"/practice/{drill}/1/dispute", {"csrf_token": old} | made_for(nadia, DISPUTE))
    assert page.status_code == 400
    assert "The rule says" not in page.text
    assert "Send again" not in page.text


def test_c3_an_answer_that_met_a_busy_house_counts_as_sent_when_it_came(app, nadia, hold, clock):
    """Is what was given in time not too late because the house was slow, and the wait no thinking time?"""
    drill = nadia.start(focus="banker", limit="5")
    clock.pass_time(seconds=2)
    hold("BEGIN EXCLUSIVE")
    page = nadia.send(f"/practice/{drill}", {"csrf_token": nadia.kept_token, "number": "1", "answer": "draw"})
    assert page.status_code == 503
    hold("COMMIT")
    clock.pass_time(seconds=30)
    address, fields = form_in(page.text)
    assert nadia.send(address, fields).status_code == 303
    (answer,) = select(app, "SELECT outcome, latency_ms FROM answers")
    assert answer["outcome"] in ("right", "wrong")
    assert answer["latency_ms"] == 2000


@pytest.mark.parametrize(
    ("changed", "later"),
    [({"answer": "stand"}, 30), ({"arrived": "forged"}, 30), ({"arrived": ""}, 30), ({}, 601)],
    ids=["another answer", "forged", "no seal", "much later"],
)
def test_a_seal_is_good_for_that_answer_and_a_while_only(app, nadia, hold, clock, changed, later):
    """Can nobody gain time by it?"""
    drill = nadia.start(focus="banker", limit="5")
    hold("BEGIN EXCLUSIVE")
    page = nadia.send(f"/practice/{drill}", {"csrf_token": nadia.kept_token, "number": "1", "answer": "draw"})
    hold("COMMIT")
    clock.pass_time(seconds=later)
    address, fields = form_in(page.text)
    assert nadia.send(address, fields | changed).status_code == 303
    assert [row["outcome"] for row in select(app, "SELECT outcome FROM answers")] == ["timeout"]


def test_c3_what_is_carried_through_a_sign_in_outlives_a_busy_house(app, nadia, drill, hold, clock):
    """Does the sign-in page come back with the name and the words when the house was busy?"""
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    address, fields = form_in(nadia.post(f"/practice/{drill}/1/dispute", made_for(nadia, DISPUTE)).text)
    hold("BEGIN EXCLUSIVE")
    page = nadia.send(address, fields | {"username": "nadia", "password": PASSWORD})
    assert page.status_code == 503
    assert PASSWORD not in page.text
    hold("COMMIT")
    address, fields = form_in(page.text)
    assert (fields["username"], fields["reason"]) == ("nadia", REASON)
    page = nadia.send(address, fields | {"password": PASSWORD})
    assert form_in(page.text)[1]["reason"] == REASON
