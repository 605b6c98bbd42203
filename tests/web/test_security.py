"""What every answer carries, and what is not taken in."""

import re
from urllib.parse import urlencode

import pytest
from werkzeug.test import encode_multipart

from tests.records.support import PASSWORD
from tests.web.html import read
from tests.web.support import Visitor, add_person, as_role
from training.records.people import Role

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGES = ["/sign-in", "/", "/account", "/nowhere", "/sign-out", "/static/nothing.css", "/static/css/tokens.css"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("https", [True, False])
def test_e7_every_answer_has_the_headers(make_app, path, https):
    """Are pages, redirects, errors and files all protected?"""
    headers = Visitor(make_app(HTTPS=https), "https://localhost").get(path).headers
    assert headers["Content-Security-Policy"] == CSP
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers.get("Strict-Transport-Security") == ("max-age=31536000" if https else None)


def test_e6_the_cookie_is_for_https_and_this_host_only(make_app):
    """Are all flags of the cookie set, and the token of the form taken over https?"""
    app = make_app(HTTPS=True)
    add_person(app, "nadia")
    visitor = Visitor(app, "https://localhost")
    answer = visitor.sign_in("nadia")
    assert answer.status_code == 303
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("__Host-third-card=")
    flags = {part.strip() for part in cookie.split(";")[1:]}
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= flags
    assert not [flag for flag in flags if flag.startswith("Domain")]
    assert [flag for flag in flags if flag.startswith("Expires")]


def test_e6_without_https_the_cookie_is_named_plainly(app, visitor):
    """Does the demo's cookie work on http, with the other flags kept?"""
    add_person(app, "nadia")
    (cookie,) = visitor.sign_in("nadia").headers.getlist("Set-Cookie")
    assert cookie.startswith("third-card=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_b9_each_page_tells_when_one_is_signed_out(app, visitor, clock):
    """Is it the idle limit, moved on by use, until the sign-in's own end is nearer; and nothing where nobody is in?"""

    def told():
        page = read(visitor.get("/account").text)
        (place,) = page.all("div", _class="session-end")
        renews = place.attributes.get("data-session-renews")
        return int(place.attributes["data-session-seconds"]), renews

    assert "data-session" not in visitor.get("/sign-in").text
    add_person(app, "nadia")
    visitor.sign_in("nadia")
    assert told() == (3 * 3600, "/account")
    clock.pass_time(minutes=4)
    assert told() == (3 * 3600 - 240, "/account")
    for hours in (2.5, 2.5, 2.5, 1.4):
        clock.pass_time(hours=hours)
        assert told() == (3 * 3600, "/account")
    clock.pass_time(hours=1)
    assert told() == (7200 - 240 + 360, None)
    clock.pass_time(seconds=7319)
    assert told() == (1, None)
    clock.pass_time(seconds=1)
    assert visitor.get("/account").status_code == 303


def test_e9_a_form_from_another_site_is_refused_over_https(make_app):
    """Is the referring page checked, too?"""
    app = make_app(HTTPS=True)
    add_person(app, "nadia")
    visitor = Visitor(app, "https://localhost")
    answer = visitor.sign_in("nadia", headers={"Referer": "https://example.org/"})
    assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/", "/account", "/practice", "/progress", "/reference", "/nowhere"])
def test_e8_a_signed_in_page_is_kept_nowhere(app, path):
    """Does Back on a shared machine show nothing after signing out?"""
    assert as_role(app, Role.TRAINEE).get(path).headers["Cache-Control"] == "no-store"


def test_files_may_be_kept_and_carry_no_cookie(app):
    """Is the cookie not handed out with what a cache may store, and does a changed file get a new address?"""
    visitor = as_role(app, Role.TRAINEE)
    addresses = re.findall(r'href="(/static/css/[^"]+)"', visitor.get("/account").text)
    assert addresses
    for address in addresses:
        assert re.fullmatch(r"/static/css/\w+\.css\?v=[0-9a-f]+", address)
        answer = visitor.get(address)
        assert "max-age=3600" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
        assert "Vary" not in answer.headers


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"username": "x" * 5_000_000}, 413),
        ({f"field-{number}": "x" for number in range(5000)}, 413),
        ({f"f{number}": "x" for number in range(101)}, 413),
        ({"username": ["a", "b"]}, 400),
    ],
)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_e22_large_and_odd_forms_are_refused(app, visitor, data, code, kind):
    """Is a huge body, a flood of fields or a repeated field turned away?"""
    fields = {"csrf_token": visitor.token(), "password": PASSWORD} | data
    if kind == "multipart/form-data":
        boundary, body = encode_multipart(fields)
        kind = f"{kind}; boundary={boundary}"
    else:
        body = urlencode(fields, doseq=True).encode()
    answer = visitor.send("/sign-in", body, content_type=kind)
    assert answer.status_code == code


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/instance/third-card.db",
        "/third-card.db",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/instance/demo.secret",
        "/static//etc/passwd",
        "/app.py",
        "/training/web/config.py",
        "/templates/base.html",
    ],
)
def test_e23_nothing_but_static_files_is_served(visitor, path):
    """Are database, secrets and program out of reach?"""
    answer = visitor.get(path, follow_redirects=True)
    assert answer.status_code == 404
    assert "flask" not in answer.text.lower()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(visitor, method):
    """Is there no way in besides reading pages and sending forms?"""
    answer = visitor.client.open("/sign-in", method=method)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert visitor.client.open("/account", method=method).status_code == 405
