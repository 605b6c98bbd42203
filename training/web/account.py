"""Signing in and out, one's own password, deck and sign-ins."""

import re
from typing import Final

from flask import Blueprint, flash, g, redirect, render_template, request, session, url_for
from flask_login import login_user, logout_user
from werkzeug.wrappers import Response
from wtforms import Form, PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, Length

from training.records import people, sign_ins
from training.records.names import name_key
from training.records.passwords import MAX_BYTES, MIN_LENGTH
from training.rules.errors import Illegal, Refused, Unreadable
from training.web.access import (
    SignedIn,
    SignInFirst,
    anyone,
    page_of,
    person,
    present,
    present_or_none,
    safe_next,
    signed_in,
)
from training.web.context import get_db, local_time, now, settings
from training.web.errors import asked_again_by, code_of, headers_of
from training.web.sent_again import Sent, typed_for

blueprint = Blueprint("account", __name__)

Answer = Response | tuple[str, int] | tuple[str, int, dict[str, str]]

UNSENT: Final = "You were signed out before this reached us, so it was not counted. Sign in and send it once more."
STALE: Final = "This page was open for a long time. Please sign in once more."
NOT_HTTPS: Final = "This site is set up for https, and you came by http. Open its https address."
BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


class SignInForm(Form):
    """Who one is, and the password or one-time code."""

    username = StringField("User name", [InputRequired("Type your user name.")])
    password = PasswordField(
        "Password or code",
        [
            InputRequired("Type your password, or the code a manager gave you."),
            Length(max=MAX_BYTES, message=f"A password has at most {MAX_BYTES} characters."),
        ],
    )


class PasswordForm(Form):
    """The password until now, which someone who came by code has not, and the new one twice."""

    current = PasswordField("Current password", [InputRequired("Type the password you have now.")])
    new = PasswordField("New password", [InputRequired(f"Choose a password of {MIN_LENGTH} characters or more.")])
    again = PasswordField("New password again", [EqualTo("new", "The two new passwords are not the same.")])


def _onward() -> str:
    return safe_next(request.args.get("next")) or url_for("home.index")


@blueprint.app_errorhandler(SignInFirst)
def _sign_in_first(_error: SignInFirst) -> tuple[str, int]:
    """Answer a form that came too late with the sign-in page, which carries on what was typed."""
    return _sign_in_page(SignInForm(), 403, UNSENT, sent=typed_for(request.path))


def _already_in() -> Response | tuple[str, int] | None:
    """Answer whoever opens or sends the sign-in form in a browser in which somebody is signed in; None if nobody is.

    On a shared terminal that may be somebody else, so nobody is led on under a name that they did not type.
    """
    found = present_or_none()
    if found is None:
        return None
    if request.method == "POST" and name_key(request.form.get("username", "")) == name_key(found.person.username):
        return _go_on()
    code = 409 if request.method == "POST" else 200
    return render_template("account/already_in.html", onward=_onward(), tried=code == 409), code


def _sign_in_again(told: str | None) -> Response | tuple[str, int]:
    """Answer a sign-in whose page was too old: the name stays, the form is fresh."""
    if settings().https and not request.is_secure:
        told = NOT_HTTPS
    return _already_in() or _sign_in_page(SignInForm(request.form), 400, told or STALE)


@blueprint.route("/sign-in", methods=["GET", "POST"])
@anyone
@asked_again_by(_sign_in_again)
def sign_in() -> Answer:
    """Show the form; sign in; go on to the page that was asked for."""
    if answer := _already_in():
        return answer
    form = SignInForm(request.form)
    if request.method != "POST":
        return _sign_in_page(form, 200, UNSENT if "unsent" in request.args else None)
    if not form.validate():
        return _sign_in_page(form, 400)
    try:
        token = sign_ins.sign_in(
            get_db(), form.username.data or "", form.password.data or "", address=_address(), agent=_agent(), now=now()
        )
    except Refused as error:
        return *_sign_in_page(form, code_of(error), str(error)), headers_of(error)
    _begin(token)
    return _go_on()


def _go_on() -> Response | tuple[str, int]:
    """Lead on to the page that was asked for, or offer what the same person sent while nobody was signed in."""
    if path := request.form.get("sent"):
        if sent := typed_for(path):
            return render_template("account/send_again.html", sent=sent, onward=page_of(sent.path)), 200
        flash("What was typed here before was another person’s; it was not counted, and it is not kept.")
        return redirect(url_for("home.index"), 303)
    return redirect(_onward(), 303)


def _begin(token: str) -> None:
    """Start a fresh session: nothing from before the sign-in is carried over."""
    found = sign_ins.person_for(get_db(), token, now())
    if found is None:
        raise Refused("This account has just been closed.")
    session.clear()
    session.permanent = True
    login_user(SignedIn(token, found))
    g.present = found


def _sign_in_page(form: SignInForm, code: int, message: str | None = None, sent: Sent | None = None) -> tuple[str, int]:
    sent = sent or typed_for(request.form.get("sent", ""))
    onward = sent and page_of(sent.path)
    return render_template("account/sign_in.html", form=form, message=message, sent=sent, onward=onward), code


@blueprint.post("/sign-out")
@signed_in
def sign_out() -> Response:
    """End this sign-in, here and on the server."""
    sign_ins.sign_out(get_db(), present(), address=_address(), now=now())
    logout_user()
    session.clear()
    return redirect(url_for("account.sign_in"), 303)


@blueprint.route("/account", methods=["GET", "POST"], endpoint="settings")
@signed_in
def own_settings() -> Answer:
    """Show one's account; change the password, or choose the first one after signing in by code."""
    first = person().must_set_password
    form = PasswordForm(request.form)
    if first:
        del form.current
    if request.method != "POST":
        return _settings_page(form, 200)
    if not form.validate():
        return _settings_page(form, 400)
    try:
        _store(form, first=first)
    except Illegal as error:
        form.new.errors = [str(error)]
        return _settings_page(form, code_of(error))
    except Refused as error:
        form.current.errors = [str(error)]
        return *_settings_page(form, code_of(error)), headers_of(error)
    flash(
        "Your password is set." if first else "Your password is changed; you are signed out everywhere else.", "right"
    )
    return redirect(url_for("home.index" if first else "account.settings"), 303)


def _store(form: PasswordForm, *, first: bool) -> None:
    db, someone, keep, new = get_db(), person(), present().sign_in_id, form.new.data or ""
    if first:
        people.set_first_password(db, someone, new, address=_address(), now=now(), keep=keep)
    else:
        current = form.current.data or ""
        people.change_password(db, someone, current=current, new=new, address=_address(), now=now(), keep=keep)


def _settings_page(form: PasswordForm, code: int) -> tuple[str, int]:
    here = present().sign_in_id
    shown = [
        {
            "id": found.public_id,
            "since": local_time(found.since),
            "where": found.where,
            "current": found.public_id == here,
        }
        for found in sign_ins.open_sign_ins(get_db(), person(), now())
    ]
    first = person().must_set_password
    return render_template("account/settings.html", form=form, sign_ins=shown, first=first), code


@blueprint.post("/account/sign-ins/<id>/revoke")
@signed_in
def revoke_sign_in(id: str) -> Response:
    """End one of one's own sign-ins, such as the one left open on a shared machine."""
    sign_ins.revoke(get_db(), person(), id, address=_address(), now=now())
    flash("That sign-in has ended.", "right")
    return redirect(url_for("account.settings"), 303)


@blueprint.post("/account/deck")
@signed_in
def choose_deck() -> Response:
    """Choose two or four colours for the suits."""
    choice = request.form.get("four_colour", "")
    if choice not in {"yes", "no"}:
        raise Unreadable("Choose two colours or four.")
    people.choose_deck(get_db(), person(), four_colour=choice == "yes")
    return redirect(url_for("account.settings"), 303)


def _address() -> str:
    return request.remote_addr or "unknown"


def _agent() -> str:
    """Return what one recognises one's own machine by: `Firefox on Windows`."""
    text = request.user_agent.string
    browser = next((name for mark, name in BROWSERS if mark in text), "A browser")
    system = next((name for mark, name in SYSTEMS if re.search(rf"\b{mark}", text)), "an unknown system")
    return f"{browser} on {system}"
