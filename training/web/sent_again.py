"""What was typed into a form that could not be taken is offered again: the house was busy, a sign-in had ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import current_app, request
from werkzeug.exceptions import HTTPException

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it was sent: to which address, the words that were typed or chosen, and what goes with them."""

    path: str
    typed: tuple[str, str] | None
    beside: dict[str, str]


def kept(typed: str, *beside: str) -> Callable[[View], View]:
    """Name the field of a view's form that a person would not like to fill in twice, and those that go with it."""

    def mark(view: View) -> View:
        view.kept = (typed, *beside)  # type: ignore[attr-defined]
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
    fields = {name: request.form[name] for name in names if name in request.form}
    words = fields.pop(names[0], None)
    return Sent(path, None if words is None else (names[0], words), fields)
