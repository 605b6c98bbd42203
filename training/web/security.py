"""What every answer carries and every request has to respect: headers, cookies, limits, forged forms."""

from datetime import datetime
from typing import Any, Final

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.exceptions import NotFound as PageNotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from training.web.config import Settings
from training.web.context import now

IDLE_SECONDS: Final = 3 * 60 * 60
"""A sign-in nobody uses ends after this time: a lesson with its talk between the drills."""
RENEW_SECONDS: Final = 5 * 60
"""How old a cookie may be before it is renewed, which moves its idle limit on; signing it costs on every answer."""
CLOCK_STEP_SECONDS: Final = 24 * 60 * 60
"""How far a clock may be set back without signing everybody out."""
MAX_BYTES: Final = 64 * 1024
MAX_FIELDS: Final = 100
STATIC_SECONDS: Final = 60 * 60
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
HSTS: Final = "max-age=31536000"


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, its age told by the app's clock, and not sent along with files that may be cached."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return Flask's serializer, with our clock."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Renew the cookie, which moves its idle limit on."""
        if request.endpoint != "static":
            super().save_session(app, session, response)


class _Signer(TimestampSigner):
    """Flask's signer with our clock, which may be set back: a cookie from a little later is as good as new.

    That lets nobody in for longer: a sign-in's own row says when it ends.
    """

    def get_timestamp(self) -> int:
        return int(now().timestamp())

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        age = (now() - signed_at).total_seconds()
        if max_age is not None and not -CLOCK_STEP_SECONDS <= age <= max_age:
            raise SignatureExpired(f"Signature age {age} s", payload=value, date_signed=signed_at)
        return (value, signed_at) if return_timestamp else value


def configure_limits(app: Flask) -> None:
    """Turn away what no page of ours sends, before anything else looks at it."""
    app.config.update(MAX_CONTENT_LENGTH=MAX_BYTES, MAX_FORM_MEMORY_SIZE=MAX_BYTES, MAX_FORM_PARTS=MAX_FIELDS)
    app.before_request(_limit)
    app.before_request(_renew)


def configure_security(app: Flask, settings: Settings) -> None:
    """Set cookies, headers and the check of every POST. `configure_access` must have come before."""
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="__Host-third-card" if settings.https else "third-card",
        SESSION_COOKIE_SECURE=settings.https,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        PERMANENT_SESSION_LIFETIME=IDLE_SECONDS,
        SESSION_REFRESH_EACH_REQUEST=False,
        PREFERRED_URL_SCHEME="https" if settings.https else "http",
        SEND_FILE_MAX_AGE_DEFAULT=STATIC_SECONDS,
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session: a token of an hour would eat an answer
    )
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    CSRFProtect(app)
    app.after_request(_secure_https if settings.https else _secure)


def _limit() -> None:
    if "__debugger__" in request.args:
        raise PageNotFound
    if request.method == "POST":
        fields = list(request.form.items(multi=True))
        if len(fields) > MAX_FIELDS:
            raise RequestEntityTooLarge
        if len(fields) > len(request.form):
            raise BadRequest("A field was sent twice; nothing was taken.")


def _renew() -> None:
    if session.permanent and request.endpoint != "static":
        at = int(now().timestamp())
        if not 0 <= at - session.get("renewed", 0) < RENEW_SECONDS:
            session["renewed"] = at


def time_left(until: datetime) -> dict[str, int | bool]:
    """Return in how many seconds one is signed out, and whether using the site moves that on.

    It does until the sign-in's own end, `until`, comes before the idle limit.
    """
    at = int(now().timestamp())
    idle = session.get("renewed", at) + IDLE_SECONDS - at  # a session that has just begun has none
    whole = int((until - now()).total_seconds())
    return {"seconds": max(0, min(idle, whole)), "renews": idle < whole}


def _secure(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response


def _secure_https(response: Response) -> Response:
    response.headers["Strict-Transport-Security"] = HSTS
    return _secure(response)
