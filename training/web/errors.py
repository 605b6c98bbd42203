"""What a person sees when something goes wrong: always the same designed page, never how the program is made."""

import secrets
from collections.abc import Callable
from typing import Final

from flask import Flask, current_app, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from training.records.database import DatabaseError, is_locked
from training.records.people import NotYours
from training.records.throttle import TooSoon
from training.rules.errors import Busy, Conflict, Illegal, NotFound, Refused, ThirdCardError, Unreadable
from training.web.access import View, note_refusal, page_of, person
from training.web.sent_again import Sent, held, sent_to

CODES: Final[dict[type[ThirdCardError], int]] = {
    TooSoon: 429,
    Unreadable: 400,
    Illegal: 400,
    NotFound: 404,
    Refused: 403,
    Conflict: 409,
    Busy: 503,
}
TITLES: Final = {
    400: "That could not be read",
    403: "That is not open to you",
    404: "There is no such page",
    405: "This address takes no such request",
    409: "That cannot be done now",
    413: "That was too much at once",
    429: "Please wait a moment",
    500: "Something went wrong here",
    503: "The house is busy",
}
MESSAGES: Final = {
    404: "The address may be mistyped, or the page is not yours to see.",
    405: "It is a form's address. Open the page and send the form from there.",
    413: "What was sent is larger than any form of ours. Nothing was kept.",
    500: "It is our fault, not yours, and it has been written down. What you sent may not have been kept.",
}
OUTDATED: Final = "This page was opened before you last signed in, so what you sent was not counted; send it once more."
NO_REFERRER: Final = (
    "Your browser does not say from which page of ours this was sent (its Referer header is missing or names another"
    " site), so it was not taken. A privacy setting, an add-on or a proxy can do that; allow it here and send it again."
)


def configure_errors(app: Flask) -> None:
    """Map every error to its page."""
    app.register_error_handler(ThirdCardError, _house)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def code_of(error: ThirdCardError) -> int:
    """Return what an error means in HTTP."""
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), 500)


def headers_of(error: ThirdCardError) -> dict[str, str]:
    """Return what an error says in headers: how long to wait."""
    return {"Retry-After": str(error.seconds)} if isinstance(error, TooSoon) else {}


def _house(error: ThirdCardError) -> Response:
    if isinstance(error, NotYours):
        note_refusal(person())
    if isinstance(error, Busy):
        return _busy(error)
    code = code_of(error)
    response = _page(code, sentence(str(error)))
    response.headers.update(headers_of(error))
    return response


def _busy(error: Busy) -> Response:
    """Offer what was sent once more, sealed with the time it came."""
    again = getattr(current_app.view_functions.get(request.endpoint or ""), "asked_again_by", None)
    if again and request.method == "POST" and "present" in g:
        response = current_app.make_response(again(str(error)))
        response.status_code = code_of(error)
        return response
    return _page(code_of(error), sentence(str(error)), sent=held(sent_to(request.path)))


def sentence(text: str) -> str:
    """Return a message as a sentence: a capital first, a full stop last."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def asked_again_by(again: Callable[[str | None], ResponseReturnValue]) -> Callable[[View], View]:
    """Name what a view answers instead when its form is too old, so that what was typed can be offered again.

    It is told what the matter is when it is not the age of the form.
    """

    def mark(view: View) -> View:
        view.asked_again_by = again  # type: ignore[attr-defined]
        return view

    return mark


def _forged(error: CSRFError) -> Response:
    """Ask again, kindly: nearly always this is a page left open, not an attack."""
    told = NO_REFERRER if "referrer" in str(error.description) else None
    view = current_app.view_functions.get(request.endpoint or "")
    if again := getattr(view, "asked_again_by", None):
        return current_app.make_response(again(told))
    return _page(400, told or OUTDATED, title="Please send that again", sent=sent_to(request.path))


def _http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        return error.get_response()  # a redirect that routing asks for
    response = _page(error.code, MESSAGES.get(error.code, error.description or ""))
    allowed = error.get_response().headers.get("Allow")
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _unexpected(error: Exception) -> Response:
    if isinstance(error, DatabaseError) and is_locked(error):
        return _house(Busy("The database is busy; please try again."))
    return _page(500, MESSAGES[500], cause=error)


def _page(
    code: int,
    message: str,
    *,
    title: str | None = None,
    cause: Exception | None = None,
    sent: Sent | None = None,
) -> Response:
    reference = secrets.token_hex(4)
    log = current_app.logger.error if code >= 500 else current_app.logger.info
    log("reference %s: %d %s %s", reference, code, request.method, request.endpoint, exc_info=cause)
    title = title or TITLES.get(code, "That did not work")
    try:
        text = render_template(
            "errors/page.html",
            code=code,
            title=title,
            message=message,
            action=_action(code),
            reference=reference,
            sent=sent,
        )
    except Exception:  # the page itself may be what is broken; then plain words must do
        current_app.logger.exception("reference %s: the error page failed", reference)
        return Response(f"{title}. {message} (reference {reference})\n", code, mimetype="text/plain")
    return Response(text, code, mimetype="text/html")


def _action(code: int) -> dict[str, str]:
    """Return what to do next: after a form that failed, its page; else home."""
    if request.method == "POST" and code not in {404, 405}:
        page = page_of(request.path)
        if page != "/":
            return {"href": page, "text": "Back to the page"}
    if request.method == "GET" and code == 503:
        return {"href": request.full_path.rstrip("?"), "text": "Try again"}
    return {"href": url_for("home.index"), "text": "To the start page"}
