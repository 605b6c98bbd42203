"""What was typed into a form that could not be taken is offered again: the house was busy, a sign-in had ended."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar

from flask import Flask, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import HTTPException

from training.web.context import now

View = TypeVar("View", bound=Callable[..., object])

HELD: Final = timedelta(minutes=10)
"""So long after it first arrived a form that met a busy house still counts as sent then."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it was sent: to which address, and the fields that its view keeps.

    The field `typed` of a form names the one that somebody typed (pressing a button once more is no loss), `by` is the
    public id of the one it was made for, `arrived` is when it came, sealed.
    """

    path: str
    fields: dict[str, str]

    @property
    def typed(self) -> str | None:
        """The name of the field that was typed, if one was."""
        name = self.fields.get("typed")
        return name if name in self.fields else None

    def is_by(self, public_id: str) -> bool:
        """Whether the form was made for this person."""
        return self.fields.get("by", public_id) == public_id


def configure_sending(app: Flask) -> None:
    """Note when each request arrives, before it waits for anything."""

    @app.before_request
    def arrive() -> None:
        g.arrived = now()


def kept(*names: str) -> Callable[[View], View]:
    """Name the fields of a view's form that are offered again when the form could not be taken."""

    def mark(view: View) -> View:
        view.kept = ("typed", "by", *names)  # type: ignore[attr-defined]
        return view

    return mark


def sent_to(path: str) -> Sent | None:
    """Return what this request's form carries for the view at a path.

    None where that view keeps nothing, or where somebody else than the one it was made for is signed in: on a shared
    terminal nobody reads, or sends, what another one typed.
    """
    fields = _fields_for(path)
    if request.method != "POST" or not fields:
        return None
    if "arrived" in request.form:
        fields["arrived"] = request.form["arrived"]
    sent = Sent(path, fields)
    present = g.get("present")
    return None if present and not sent.is_by(present.person.public_id) else sent


def typed_for(path: str) -> Sent | None:
    """Return what `sent_to` does when somebody typed it, so that it is worth carrying through a sign-in."""
    sent = sent_to(path)
    return sent if sent and sent.typed else None


def held(sent: Sent | None) -> Sent | None:
    """The form with the seal that tells when it came: the wait for a busy house is not the sender's."""
    if sent is None or "arrived" in sent.fields:
        return sent
    seal = _seal().dumps([sent.path, sent.fields, g.arrived.isoformat()])
    return Sent(sent.path, sent.fields | {"arrived": str(seal)})


def arrived_at() -> datetime:
    """When this request's form came: now, or when it met a busy house, if it is sent again as it was."""
    at: datetime = g.arrived
    try:
        path, fields, first = _seal().loads(request.form.get("arrived", ""))
    except BadSignature:
        return at
    first = datetime.fromisoformat(first)
    same = path == request.path and fields == _fields_for(path)
    return first if same and timedelta(0) <= at - first <= HELD else at


def _fields_for(path: str) -> dict[str, str]:
    try:
        endpoint, _ = current_app.create_url_adapter(request).match(path, method="POST")  # type: ignore[union-attr]
    except HTTPException:
        return {}
    names: tuple[str, ...] = getattr(current_app.view_functions[endpoint], "kept", ())
    return {name: request.form[name] for name in names if name in request.form}


def _seal() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="arrived")
