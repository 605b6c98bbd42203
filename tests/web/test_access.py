"""Who may open what. A new page needs a line in the table below, or the test fails."""

import hashlib

import pytest
from flask import Flask

from tests.records.support import PASSWORD
from tests.web.support import Visitor, add_person, as_role, open_db
from training.records.database import rows
from training.records.people import Role
from training.web import access

PERMISSIONS = {
    "static": "anyone",
    "account.sign_in": "anyone",
    "account.sign_out": "trainee",
    "account.settings": "trainee",
    "account.revoke_sign_in": "trainee",
    "account.choose_deck": "trainee",
    "home.index": "trainee",
    "practice.choose": "trainee",
    "practice.start": "trainee",
    "practice.show": "trainee",
    "practice.answer": "trainee",
    "practice.verdict": "trainee",
    "practice.hint": "trainee",
    "practice.dispute": "trainee",
    "practice.next_question": "trainee",
    "practice.end": "trainee",
    "progress.own": "trainee",
    "reference.index": "trainee",
    "reference.ruleset": "trainee",
    "reference.glossary": "trainee",
    "team.index": "supervisor",
    "team.trainee": "supervisor",
    "disputes.index": "manager",
    "disputes.show": "manager",
    "disputes.decide": "manager",
    "disputes.ask_again": "manager",
}
SAMPLES = {
    "id": "x" * 22,
    "drill": "x" * 22,
    "dispute": "x" * 22,
    "trainee": "x" * 22,
    "ruleset": "punto-banco",
    "number": 1,
    "filename": "x",
}


def paths(app: Flask, method: str) -> dict[str, str]:
    """An address for each endpoint that takes this method."""
    adapter = app.url_map.bind("localhost")
    return {
        rule.endpoint: adapter.build(rule.endpoint, {name: SAMPLES[name] for name in rule.arguments}, method=method)
        for rule in app.url_map.iter_rules()
        if method in (rule.methods or ())
    }


def test_e1_every_page_states_who_may_open_it(app):
    """Is each endpoint in the table above with the permission it states, and no other?"""
    stated = {}
    for rule in app.url_map.iter_rules():
        permission = access.permission_of(app, rule.endpoint)
        assert permission is not None, rule.endpoint
        stated[rule.endpoint] = str(permission.least or "anyone")
    assert stated == PERMISSIONS


def test_e1_a_page_without_a_permission_is_closed_to_everyone(app):
    """Is forgetting the decorator safe?"""
    app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    answer = as_role(app, Role.MANAGER).get("/forgotten")
    assert answer.status_code == 403
    assert "secret" not in answer.text


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_e1_who_is_not_signed_in_is_asked_to_sign_in(app, visitor, method):
    """Does every page but the open ones lead to the sign-in?"""
    for endpoint, path in paths(app, method).items():
        data = {"csrf_token": visitor.token()} if method == "POST" else None
        answer = visitor.client.open(path, method=method, data=data)
        if PERMISSIONS[endpoint] != "anyone":
            assert answer.status_code == 303, endpoint
            assert answer.headers["Location"].startswith("/sign-in"), endpoint


@pytest.mark.parametrize("role", Role)
def test_e1_each_role_opens_its_pages_only(app, role):
    """Is a page of a higher role refused, told and written down?"""
    visitor = as_role(app, role)
    refused = []
    for endpoint, path in paths(app, "GET").items():
        least = PERMISSIONS[endpoint]
        code = visitor.get(path).status_code
        if least == "anyone" or role.reaches(Role(least)):
            assert code in {200, 303, 404}, endpoint
        else:
            assert code == 403, endpoint
            refused.append(endpoint)
    db = open_db(app)
    written = rows(db, "SELECT detail ->> 'endpoint' AS endpoint FROM audit WHERE event = 'access-refused'")
    db.close()
    assert [row["endpoint"] for row in written if PERMISSIONS[row["endpoint"]] != "trainee"] == refused


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_e9_reading_changes_nothing(app, method):
    """Is the database byte for byte the same after a manager has opened every page?"""
    visitor = as_role(app, Role.MANAGER)
    database = app.config["SETTINGS"].database
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    for endpoint, path in paths(app, method).items():
        visitor.client.open(path, method=method)
        assert hashlib.sha256(database.read_bytes()).hexdigest() == before, endpoint


@pytest.mark.parametrize("token", [None, "", "x", "IjEyMyI.xxx.yyy"])
def test_e9_no_form_is_taken_without_its_token(app, token):
    """Is every POST checked, and nothing changed by one that another site made?"""
    visitor = as_role(app, Role.MANAGER)
    database = app.config["SETTINGS"].database
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    for endpoint, path in paths(app, "POST").items():
        answer = visitor.send(path, {} if token is None else {"csrf_token": token})
        expected = 409 if endpoint == "account.sign_in" else 400  # who is signed in already is told so
        assert answer.status_code == expected, endpoint
        assert hashlib.sha256(database.read_bytes()).hexdigest() == before, endpoint


def test_e11_an_outdated_form_is_asked_for_again_kindly(app):
    """Is the way back to the page shown instead of a bare error?"""
    visitor = as_role(app, Role.TRAINEE)
    answer = visitor.send("/account/deck", {"csrf_token": "old", "four_colour": "yes"})
    assert answer.status_code == 400
    assert "Please send that again" in answer.text
    assert 'href="/account"' in answer.text


def test_e10_a_token_lives_as_long_as_the_sign_in(app, clock):
    """Is an answer given after two hours on one page still taken?"""
    visitor = as_role(app, Role.TRAINEE)
    token = visitor.token()
    clock.pass_time(hours=2)
    assert visitor.send("/account/deck", {"csrf_token": token, "four_colour": "yes"}).status_code == 303


def test_a9_a_form_sent_after_the_sign_in_ended_is_said_to_be_unsent(app, clock):
    """Is what was sent neither stored nor lost silently, and the page found again?"""
    add_person(app, "nadia")
    visitor = Visitor(app)
    visitor.sign_in("nadia")
    token = visitor.token()
    clock.pass_time(hours=4)
    answer = visitor.send("/account/deck", {"csrf_token": token, "four_colour": "yes"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in?next=/account&unsent=1")
    page = visitor.get(answer.headers["Location"])
    assert "was not counted" in page.text
    again = visitor.send(
        answer.headers["Location"], {"csrf_token": visitor.token(), "username": "nadia", "password": PASSWORD}
    )
    assert again.headers["Location"] == "/account"
    db = open_db(app)
    assert rows(db, "SELECT four_colour FROM people") == [{"four_colour": 0}]
    db.close()


@pytest.mark.parametrize(
    ("asked", "next_page"),
    [
        ("/progress?ruleset=punto-banco", "/sign-in?next=/progress?ruleset%3Dpunto-banco"),
        ("/reference/punto-banco", "/sign-in?next=/reference/punto-banco"),
        ("/", "/sign-in"),
    ],
)
def test_the_page_that_was_asked_for_is_kept(visitor, asked, next_page):
    """Does a link lead where it should, after signing in?"""
    assert visitor.get(asked).headers["Location"] == next_page


@pytest.mark.parametrize(
    "target",
    ["/account", "/progress?ruleset=punto-banco", "/", "/reference/punto-banco"],
)
def test_e12_the_next_page_is_one_of_this_site(app, target):
    """Is a page of ours gone on to?"""
    assert signed_in_at(app, target) == target


@pytest.mark.parametrize(
    "target",
    [
        "//example.org",
        "////example.org",
        "///example.org/account",
        "/\\example.org",
        "\\\\example.org",
        "https:example.org",
        "https://example.org/account",
        "http:\\\\example.org",
        "http:///example.org",
        "javascript:alert(1)",
        "data:text/html,x",
        "@example.org",
        "/@example.org",
        "account",
        " /account",
        "\t/account",
        "/\t/example.org",
        "/\n/example.org",
        "/\r/example.org",
        "/account\r\nX-Header: 1",
        "/\x00/example.org",
        "/\x1f/example.org",
        "/account\x7f",
        "/account\\@example.org",
        "//localhost/account",
        "/nowhere",
        "/sign-out",
        "/account/deck",
        "/account/../../x",
        "",
    ],
)
def test_e12_any_other_next_page_leads_home(app, target):
    """Can a link to our sign-in not lead to somebody else's page?"""
    assert signed_in_at(app, target) == "/"


def signed_in_at(app: Flask, target: str) -> str:
    """Where one lands who signs in with this `next`."""
    add_person(app, "nadia")
    visitor = Visitor(app)
    data = {"csrf_token": visitor.token(), "username": "nadia", "password": PASSWORD}
    return visitor.send("/sign-in", data, query_string={"next": target}).headers["Location"]


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/practice/abc/next", "/practice/abc"),
        ("/practice/abc", "/practice/abc"),
        ("/account/sign-ins/abc/revoke", "/account"),
        ("/sign-out", "/"),
    ],
)
def test_a_form_belongs_to_the_nearest_page_above_it(app, path, page):
    """Where is one led back to from an address that takes forms only?"""
    with app.test_request_context():
        assert access.page_of(path) == page
