"""Signing in and out, passwords, own sign-ins, as a person does it."""

import re

import pytest

from tests.records.support import PASSWORD
from tests.web.support import Visitor, add_code, add_person, as_role, open_db
from training.records import passwords, people
from training.records.database import rows
from training.records.people import Role

NEW = "gerile-kepano-govefa"


def test_a_person_signs_in_and_out(app, visitor):
    """Does the way lead from the form to the start page, and out again?"""
    add_person(app, "nadia")
    assert visitor.get("/").headers["Location"] == "/sign-in"
    answer = visitor.sign_in("nadia")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "Nadia Tester" in visitor.get("/account").text
    answer = visitor.post("/sign-out")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    assert visitor.get("/account").status_code == 303


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"username": "nadia", "password": "wrong"}, 403, "The user name or the password is not right."),
        ({"username": "ghost", "password": PASSWORD}, 403, "The user name or the password is not right."),
        ({"username": "", "password": ""}, 400, "Type your user name."),
        ({"username": "nadia", "password": "x" * 10_000}, 400, "A password has at most 1024 characters."),
    ],
)
def test_a_wrong_sign_in_says_what_to_do(app, visitor, fields, code, told):
    """Does the page come back with the name kept and the password not?"""
    add_person(app, "nadia")
    answer = visitor.post("/sign-in", fields)
    assert answer.status_code == code
    assert told in answer.text
    assert "x" * 100 not in answer.text
    assert f'value="{fields["username"]}"' in answer.text
    assert "Error: " in answer.text


def test_e13_a_waiting_time_is_told_whatever_address_is_claimed(app, visitor, clock):
    """Does a forged X-Forwarded-For header make no second client?"""
    add_person(app, "nadia")
    codes = [
        visitor.sign_in("nadia", "wrong", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
        for number in range(7)
    ]
    assert codes == [403] * 5 + [429] * 2
    early = visitor.sign_in("nadia")
    assert early.status_code == 429
    assert "Please try again in 1 second." in early.text
    assert early.headers["Retry-After"] == "1"
    clock.pass_time(seconds=1)
    assert visitor.sign_in("nadia").status_code == 303


def test_e13_behind_a_configured_proxy_its_header_counts(make_app):
    """Are people behind a reverse proxy told apart?"""
    app = make_app(PROXIES=1)
    add_person(app, "nadia")
    visitor = Visitor(app)
    for number in range(12):
        answer = visitor.sign_in("nadia", "wrong", headers={"X-Forwarded-For": f"203.0.113.9, 198.51.100.{number}"})
        assert answer.status_code == 403
    visitor.sign_in("nadia", headers={"X-Forwarded-For": "198.51.100.77"})
    assert "198.51.100.77" in visitor.get("/account").text


def test_e14_wrong_tries_elsewhere_leave_an_open_sign_in_alone(app, visitor):
    """Does a trainee go on while somebody else guesses?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    other = Visitor(app)
    for _ in range(8):
        other.sign_in("nadia", "wrong")
    assert visitor.get("/account").status_code == 200


def test_e18_a_code_leads_to_choosing_a_password_and_nowhere_else(app, visitor):
    """Is everything closed until the person has a password of their own?"""
    code = add_code(app, "newcomer")
    assert visitor.sign_in("newcomer", code).status_code == 303
    for path in ("/", "/practice", "/progress", "/reference"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/account")
    assert visitor.post("/account/deck", {"four_colour": "yes"}).headers["Location"] == "/account"
    page = visitor.get("/account").text
    assert "Choose your password" in page
    assert 'name="current"' not in page
    assert visitor.post("/account", {"new": NEW, "again": "different"}).status_code == 400
    answer = visitor.post("/account", {"new": NEW, "again": NEW})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert 'name="current"' in visitor.get("/account").text
    assert Visitor(app).sign_in("newcomer", code).status_code == 403
    assert Visitor(app).sign_in("newcomer", NEW).status_code == 303


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"current": "wrong", "new": NEW, "again": NEW}, 403, "The current password is not right."),
        ({"current": PASSWORD, "new": "short", "again": "short"}, 400, "at least 15 characters"),
        ({"current": PASSWORD, "new": "password1234567", "again": "password1234567"}, 400, "easily guessed"),
        ({"current": PASSWORD, "new": NEW, "again": "other"}, 400, "The two new passwords are not the same."),
        ({"current": "", "new": NEW, "again": NEW}, 400, "Type the password you have now."),
        ({"current": PASSWORD, "new": "", "again": ""}, 400, "Choose a password of 15 characters or more."),
    ],
)
def test_e16_a_refused_password_is_explained_beside_its_field(app, visitor, fields, code, told):
    """Does the page say which field is wrong and why, and keep no password in it?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    answer = visitor.post("/account", fields)
    assert answer.status_code == code
    assert told in answer.text
    assert PASSWORD not in answer.text
    assert NEW not in answer.text


def test_e13_guessing_the_current_password_is_told_how_long_to_wait(app, visitor):
    """Does the page of the account say when, to programs as well?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    form = {"current": "wrong", "new": NEW, "again": NEW}
    codes = [visitor.post("/account", form).status_code for _ in range(5)]
    early = visitor.post("/account", form)
    assert [*codes, early.status_code] == [403] * 5 + [429]
    assert early.headers["Retry-After"] == "1"


def test_e4_a_changed_password_ends_the_other_sign_ins(app, visitor):
    """Is the browser that changed it still in, and the other one out?"""
    add_person(app, "nadia")
    other = Visitor(app)
    visitor.sign_in("nadia")
    other.sign_in("nadia")
    assert visitor.post("/account", {"current": PASSWORD, "new": NEW, "again": NEW}).status_code == 303
    page = visitor.get("/account")
    assert page.status_code == 200
    assert "Your password is changed" in page.text
    assert other.get("/account").status_code == 303


def test_e4_a_replayed_cookie_is_refused_after_signing_out(app, visitor):
    """Is the cookie worth nothing once its sign-in has ended?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    cookie = visitor.cookie(app)
    visitor.post("/sign-out")
    thief = Visitor(app)
    thief.client.set_cookie(app.config["SESSION_COOKIE_NAME"], cookie)
    assert thief.get("/account").status_code == 303


def test_e5_signing_in_starts_a_new_session(app, visitor):
    """Does nothing that was in the cookie before count afterwards?"""
    add_person(app, "nadia")
    before = visitor.token()
    visitor.sign_in("nadia")
    first = visitor.cookie(app)
    visitor.post("/sign-out")
    visitor.sign_in("nadia")
    assert visitor.cookie(app) != first
    assert visitor.send("/account/deck", {"csrf_token": before, "four_colour": "yes"}).status_code == 400


def test_own_sign_ins_are_shown_and_can_be_ended(app, visitor):
    """Can one sign out the machine one has left?"""
    add_person(app, "nadia")
    forgotten = Visitor(app)
    forgotten.sign_in("nadia", headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/140.0"})
    visitor.sign_in("nadia", headers={"User-Agent": "Mozilla/5.0 (iPhone; like Mac OS X) Safari/604.1"})
    page = visitor.get("/account").text
    assert "Firefox on Windows, 127.0.0.1" in page
    assert "Safari on iPhone, 127.0.0.1" in page
    assert "since 2 Nov 2026, 12:00" in page
    (address,) = re.findall(r'action="(/account/sign-ins/[^"]+/revoke)"', page)
    assert visitor.post(address).status_code == 303
    assert forgotten.get("/account").status_code == 303
    assert visitor.post(address).status_code == 404


def test_a_strangers_sign_in_cannot_be_ended(app, visitor):
    """Is somebody else's sign-in as good as not there?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    other = as_role(app, Role.TRAINEE)
    other_page = other.get("/account").text
    address = re.search(r'action="(/account/sign-ins/[^"]+/revoke)"', other_page)
    assert address is None
    db = open_db(app)
    (public_id,) = db.execute("SELECT public_id FROM sign_ins WHERE person_id = 1").fetchone()
    for id, written in ((public_id, 1), ("x" * 22, 1)):
        answer = other.post(f"/account/sign-ins/{id}/revoke")
        assert answer.status_code == 404
        assert "There is no such sign-in any more." in answer.text
        found = rows(db, "SELECT detail ->> 'endpoint' AS endpoint FROM audit WHERE event = 'access-refused'")
        assert found == [{"endpoint": "account.revoke_sign_in"}] * written
    db.close()
    assert visitor.get("/account").status_code == 200


@pytest.mark.parametrize(("choice", "code", "four"), [("yes", 303, True), ("no", 303, False), ("pink", 400, False)])
def test_the_deck_is_chosen(app, visitor, choice, code, four):
    """Does the page follow the choice, and nothing else count as one?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    assert visitor.post("/account/deck", {"four_colour": choice}).status_code == code
    body = re.search(r'<body class="([^"]*)"', visitor.get("/account").text)
    assert body is not None
    assert ("four-colour" in body[1]) is four


def test_e3_a_person_disabled_or_demoted_in_mid_session_is_so_at_once(app):
    """Does the next request already know?"""
    visitor = as_role(app, Role.SUPERVISOR)
    assert visitor.get("/team").status_code == 200
    db = open_db(app)
    db.execute("UPDATE people SET role = 'trainee'")
    assert visitor.get("/team").status_code == 403
    people.disable(db, people.everyone(db)[0], now=app.config["NOW"]())
    db.close()
    assert visitor.get("/account").status_code == 303


def test_e6_a_sign_in_ends_when_idle_and_when_old(app, visitor, clock):
    """Is three hours without a request the end, and twelve in any case?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    for _ in range(4):
        clock.pass_time(hours=2.9)
        assert visitor.get("/account").status_code == 200
    clock.pass_time(hours=0.5)
    assert visitor.get("/account").status_code == 303
    visitor.sign_in("nadia")
    clock.pass_time(hours=3.01)
    assert visitor.get("/account").status_code == 303


def test_e11_a_second_sign_in_page_left_open_does_no_harm(app, visitor):
    """Does the other tab's form lead on, too, when one is signed in meanwhile?"""
    add_person(app, "nadia")
    old_token = visitor.token()
    visitor.sign_in("nadia")
    answer = visitor.send("/sign-in", {"csrf_token": old_token, "username": "nadia", "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize(("seconds", "code"), [(2, 200), (3600, 200), (86_400, 200), (86_401, 303)])
def test_b5_a_clock_that_is_set_back_signs_nobody_out(app, visitor, clock, seconds, code):
    """Does a cookie that is some seconds from the future hold, and the sign-in still end when idle?"""
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    clock.pass_time(seconds=-seconds)
    assert visitor.get("/account").status_code == code
    if code == 200:
        clock.pass_time(hours=2.9)
        assert visitor.get("/account").status_code == 200
        clock.pass_time(hours=3.01)
        assert visitor.get("/account").status_code == 303


def test_e11_who_signs_in_while_somebody_else_is_signed_in_is_told_and_asked(app, visitor):
    """Does nobody land on somebody else's page by typing their own name, whichever token the form carries?"""
    zoe, farah = add_person(app, "zoe"), add_person(app, "farah")
    old_token = visitor.token()
    visitor.sign_in("zoe")
    for token in (old_token, visitor.token()):
        answer = visitor.send("/sign-in", {"csrf_token": token, "username": "farah", "password": PASSWORD})
        assert answer.status_code == 409
        assert "You are signed in as Zoe Tester" in answer.text
        assert "was not looked at" in answer.text
        assert PASSWORD not in answer.text
    page = visitor.get("/sign-in?next=/progress")
    assert page.status_code == 200
    assert "You are signed in as Zoe Tester" in page.text
    assert 'href="/progress"' in page.text
    assert "Sign out, then sign in" in page.text
    assert visitor.post("/sign-out").headers["Location"] == "/sign-in"
    assert visitor.sign_in("farah").headers["Location"] == "/"
    assert "Farah Tester" in visitor.get("/account").text
    db = open_db(app)
    told = rows(db, "SELECT actor, event FROM audit WHERE event LIKE 'signed-%' ORDER BY seq")
    db.close()
    assert [(row["actor"], row["event"]) for row in told] == [
        (zoe.public_id, "signed-in"),
        (zoe.public_id, "signed-out"),
        (farah.public_id, "signed-in"),
    ]


def test_e10_a_sign_in_page_that_is_too_old_comes_back_filled(app, visitor):
    """Is a forgotten page asked again, with the name kept, instead of an error?"""
    add_person(app, "nadia")
    answer = visitor.send("/sign-in", {"csrf_token": "old", "username": "nadia", "password": PASSWORD})
    assert answer.status_code == 400
    assert "open for a long time" in answer.text
    assert 'value="nadia"' in answer.text
    assert PASSWORD not in answer.text


def test_coming_by_http_to_an_https_site_is_explained(make_app):
    """Is a site set up for https not simply silent when it is tried by http?"""
    app = make_app(HTTPS=True)
    visitor = Visitor(app)
    answer = visitor.send("/sign-in", {"csrf_token": "lost", "username": "nadia", "password": PASSWORD})
    assert "Open its https address" in answer.text


@pytest.mark.parametrize("headers", [{"Referer": ""}, {"Referer": "https://example.org/"}])
def test_a_browser_that_hides_where_a_form_came_from_is_told_so(make_app, headers):
    """Is it not called a page that was open for long, before signing in and after?"""
    app = make_app(HTTPS=True)
    add_person(app, "nadia")
    visitor = Visitor(app, "https://localhost")
    answer = visitor.sign_in("nadia", headers=headers)
    assert answer.status_code == 400
    assert "Your browser does not say from which page of ours this was sent" in answer.text
    assert "long time" not in answer.text
    assert 'value="nadia"' in answer.text
    assert visitor.sign_in("nadia").status_code == 303
    answer = visitor.post("/account/deck", {"four_colour": "yes"}, headers=headers)
    assert answer.status_code == 400
    assert "Referer header" in answer.text
    assert "opened before" not in answer.text


def test_d6_no_password_or_token_is_logged(app, visitor, caplog):
    """Could the log be sent to somebody?"""
    add_person(app, "nadia")
    with caplog.at_level("DEBUG"):
        visitor.sign_in("nadia", "wrong-but-close-1234")
        visitor.sign_in("nadia")
        cookie = visitor.cookie(app)
        visitor.get("/nowhere")
        visitor.post("/account", {"current": "x", "new": NEW, "again": NEW})
    assert "404 GET" in caplog.text
    for secret in ("wrong-but-close", PASSWORD, NEW, cookie):
        assert secret not in caplog.text


def test_e17_the_page_answers_an_endless_password_without_hashing(app, visitor, monkeypatch):
    """Is a password of 10 kB answered at once?"""
    monkeypatch.setattr(passwords, "_scrypt", None)
    assert visitor.sign_in("nadia", "x" * 10_000).status_code == 400
