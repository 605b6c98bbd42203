"""A word before one is signed out, and one press to stay."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.checks import axe, scrolls_sideways
from tests.browser.moves import click_through
from tests.records.support import PASSWORD

pytestmark = pytest.mark.browser

NEARLY_THREE_HOURS = timedelta(hours=2, minutes=58, seconds=30)


@pytest.fixture
def clock(house):
    """The clock of the house, put back afterwards."""
    before = house.clock.ahead
    yield house.clock
    house.clock.ahead = before


def pass_time(page, clock, time):
    clock.ahead += time
    page.clock.fast_forward(int(time.total_seconds() * 1000))


def test_a9_what_was_typed_is_sent_after_signing_in_again(house, visit):
    """Is the reason of a dispute carried from page to page, each of them without a fault, also in the dark?"""
    person = house.newcomer()
    drill = house.start(person, "banker/4")
    page = visit(person, 390)
    page.goto(f"/practice/{drill}")
    click_through(page, "[data-drill-answers] button")
    page.click("text=I disagree")
    page.fill("[name=reason]", "The table says\nsomething else.")
    page.context.clear_cookies()
    click_through(page, "text=Send it to a manager")
    expect(page.locator("h1")).to_have_text("Sign in")
    look_at(page)
    page.fill("[name=username]", person.username)
    page.fill("[name=password]", PASSWORD)
    click_through(page, "main button[type=submit]")
    expect(page.locator("h1")).to_have_text("Please send that again")
    assert page.input_value("[name=reason]") == "The table says\nsomething else."
    look_at(page)
    click_through(page, "text=Send again")
    expect(page.locator(".drill-side")).to_contain_text("You disagreed with this question")
    page.goto("/sign-in")
    expect(page.locator("h1")).to_have_text(f"You are signed in as {person.name}")
    look_at(page)


def look_at(page):
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert list(axe(page, {})) == []
    assert scrolls_sideways(page) is None
    assert "You are signed out" not in page.inner_text("body")


@pytest.mark.parametrize("width", [390, 1280])
def test_b9_one_is_warned_and_stays_by_one_press(house, visit, clock, width):
    """Is nothing said before, what was typed kept, and the sign-in good for as long again?"""
    page = visit(house.newcomer(), width)
    page.clock.install()
    page.goto("/account")
    page.fill("[name=new]", "half typed")
    page.clock.run_for(5000)
    expect(page.locator(".session-end")).to_be_empty()
    pass_time(page, clock, NEARLY_THREE_HOURS)
    expect(page.locator(".session-end")).to_contain_text("You will be signed out in 2 minutes")
    assert page.locator(".session-end").get_attribute("role") == "status"
    assert list(axe(page, {})) == []
    assert scrolls_sideways(page) is None
    page.click("text=Stay signed in")
    expect(page.locator(".session-end")).to_be_empty()
    assert page.input_value("[name=new]") == "half typed"
    pass_time(page, clock, NEARLY_THREE_HOURS)
    expect(page.locator(".session-end")).to_contain_text("You will be signed out")
    page.goto("/account")
    assert page.url.endswith("/account")


def test_b9_a_sign_in_that_ends_in_any_case_says_so_without_a_button(house, visit, clock):
    """Is the end told, and nothing promised that cannot be kept?"""
    page = visit(house.newcomer())
    page.clock.install()
    page.goto("/reference")
    for _ in range(4):
        pass_time(page, clock, timedelta(hours=2.9))
        page.goto("/reference")
    pass_time(page, clock, timedelta(minutes=22, seconds=30))
    expect(page.locator(".session-end")).to_contain_text("as long as one may")
    assert page.locator(".session-end button").count() == 0
    pass_time(page, clock, timedelta(minutes=2))
    expect(page.locator(".session-end")).to_have_text(re.compile("You are signed out"))
