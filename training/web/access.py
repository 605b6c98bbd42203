"""Who may do what. Every view states its permission; a view without one is refused to everybody.

@blueprint.get("/team")
@at_least(Role.SUPERVISOR)
def index() -> str: ...
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, redirect, request, url_for
from flask_login import LoginManager, current_user
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from training.records import audit, sign_ins
from training.records.audit import Event
from training.records.database import transaction
from training.records.people import Person, Role
from training.records.sign_ins import Present
from training.rules.errors import Busy, Refused
from training.web.context import get_db, now
from training.web.sent_again import typed_for

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may call a view: anyone (`least` is None) or the signed-in from a role upwards."""

    least: Role | None


ANYONE: Final = Permission(None)
ALLOWED_WITHOUT_PASSWORD: Final = frozenset({"account.settings", "account.sign_out", "static"})


def anyone(view: View) -> View:
    """Open a view to people who are not signed in."""
    return _permit(view, ANYONE)


def signed_in(view: View) -> View:
    """Open a view to everyone who is signed in."""
    return _permit(view, Permission(Role.TRAINEE))


def at_least(least: Role) -> Callable[[View], View]:
    """Open a view to a role and those above it."""
    return lambda view: _permit(view, Permission(least))


def _permit(view: View, permission: Permission) -> View:
    view.permission = permission  # type: ignore[attr-defined]
    return view


def permission_of(app: Flask, endpoint: str) -> Permission | None:
    """Return the permission that a view states, or None when it states none."""
    return getattr(app.view_functions.get(endpoint), "permission", None)


def may_open(present: Present, endpoint: str) -> bool:
    """Whether the person signed in may call a view; closed where it states no permission."""
    permission = permission_of(current_app, endpoint)
    return permission is not None and (permission.least is None or present.person.role.reaches(permission.least))


class SignedIn:
    """What Flask-Login wants of a user: the session holds the token, never the person's id."""

    is_authenticated = True
    is_active = True
    is_anonymous = False

    def __init__(self, token: str, present: Present) -> None:
        """Tie a token to the person it stands for."""
        self.token = token
        self.present = present

    def get_id(self) -> str:
        """Return what the session keeps."""
        return self.token


def configure_access(app: Flask) -> None:
    """Check each request before anything else looks at it."""
    login = LoginManager()
    # Phones change their address between two questions; a stolen cookie is met by short limits and by revocation.
    login.session_protection = None
    login.login_view = "account.sign_in"
    login.user_loader(_load)
    login.init_app(app, add_context_processor=False)
    if app.has_static_folder:
        anyone(app.view_functions["static"])
    app.before_request(_check)


def _load(token: str) -> SignedIn | None:
    present = sign_ins.person_for(get_db(), token, now())
    return SignedIn(token, present) if present else None


def present_or_none() -> Present | None:
    """Return who is signed in and by which sign-in, if anyone."""
    if "present" not in g:
        g.present = current_user.present if current_user.is_authenticated else None
    present: Present | None = g.present
    return present


def present() -> Present:
    """Return who is signed in and by which sign-in; only for views that are not open to anyone."""
    found = present_or_none()
    if found is None:
        raise Refused("Please sign in.")
    return found


def person() -> Person:
    """Return the person signed in; only for views that are not open to anyone."""
    return present().person


def _check() -> Response | None:
    endpoint = request.endpoint
    if endpoint == "static":
        return None
    found = present_or_none()
    if endpoint is None:
        return None  # no such page; the one that says so shows who is signed in
    permission = permission_of(current_app, endpoint)
    if permission is None:
        current_app.logger.error("%s states no permission", endpoint)
        raise Refused("This page is closed.")
    if permission.least is None:
        return None
    if found is None:
        return _ask_to_sign_in()
    if found.person.must_set_password and endpoint not in ALLOWED_WITHOUT_PASSWORD:
        return redirect(url_for("account.settings"), 303)
    if not found.person.role.reaches(permission.least):
        note_refusal(found.person)
        raise Refused(f"This page is for a {permission.least}; you are signed in as a {found.person.role}.")
    return None


def note_refusal(someone: Person) -> None:
    """Write into the audit that someone asked for what is not theirs."""
    db, detail = get_db(), {"endpoint": request.endpoint, "address": request.remote_addr}
    try:
        with transaction(db):
            audit.append(db, Event.ACCESS_REFUSED, actor=someone.public_id, now=now(), detail=detail)
    except Busy:
        current_app.logger.warning("refusal not written, database busy: %s %s", someone.public_id, request.endpoint)


class SignInFirst(Refused):
    """A form came from somebody who is not signed in any more, and what it carries is worth keeping."""


def _ask_to_sign_in() -> Response:
    """Send to the sign-in page and back afterwards.

    What a POST carried is not kept, and the page says so, unless it was typed and is kept: then `SignInFirst`.
    """
    if typed_for(request.path):
        raise SignInFirst("Please sign in.")
    if request.method in {"GET", "HEAD"}:
        back, unsent = request.full_path.rstrip("?"), None
    else:
        back, unsent = page_of(request.path), 1
    return redirect(url_for("account.sign_in", next=None if back == "/" else back, unsent=unsent), 303)


def page_of(path: str) -> str:
    """Return the nearest page at or above a path that can be opened: a form's address may be none."""
    while path != "/":
        if _opens(path):
            return path
        path = path.rpartition("/")[0] or "/"
    return path


def safe_next(target: str | None) -> str | None:
    """Return the address to go on to when it is a page of this site, else None."""
    if not target or not target.startswith("/") or target.startswith("//"):
        return None
    if "\\" in target or any(character <= " " or character == "\x7f" for character in target):
        return None
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return target if not parts.scheme and not parts.netloc and _opens(parts.path) else None


def _opens(path: str) -> bool:
    try:
        current_app.create_url_adapter(request).match(path, method="GET")  # type: ignore[union-attr]
    except (NotFound, MethodNotAllowed, RequestRedirect, HTTPException):
        return False
    return True
