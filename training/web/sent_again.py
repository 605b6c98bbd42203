"""What was typed into a form that could not be taken is offered again: the house was busy, a sign-in had ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import current_app, request
from werkzeug.exceptions import HTTPException

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it was sent: to which address, and the fields that its view keeps.

    The field `typed` of a form names the one that somebody typed; pressing a button once more is no loss.
    """

    path: str
    fields: dict[str, str]

    @property
    def typed(self) -> str | None:
        """The name of the field that was typed, if one was."""
        name = self.fields.get("typed")
        return name if name in self.fields else None


def kept(*names: str) -> Callable[[View], View]:
    """Name the fields of a view's form that are offered again when the form could not be taken."""

    def mark(view: View) -> View:
        view.kept = ("typed", *names)  # type: ignore[attr-defined]
        return view

    return mark


def sent_to(path: str) -> Sent | None:
    """Return what this request's form carries for the view at a path; None where that view keeps nothing."""
    try:
        endpoint, _ = current_app.create_url_adapter(request).match(path, method="POST")  # type: ignore[union-attr]
    except HTTPException:
        return None
    names: tuple[str, ...] = getattr(current_app.view_functions[endpoint], "kept", ())
    if request.method != "POST" or not names:
        return None
    return Sent(path, {name: request.form[name] for name in names if name in request.form})


def typed_for(path: str) -> Sent | None:
    """Return what `sent_to` does when somebody typed it, so that it is worth carrying through a sign-in."""
    sent = sent_to(path)
    return sent if sent and sent.typed else None
