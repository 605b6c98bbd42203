"""Every page in every state: axe finds nothing, in light and dark, wide and narrow; nothing scrolls sideways."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page

from tests.browser.checks import look, look_in_the_dark
from tests.browser.house import House
from tests.browser.moves import click_through
from tests.web.drill_support import bad, good, make, open_question, put_question
from training.quiz.rounds import Exercise
from training.records.drills import Help
from training.records.people import Role
from training.rules.rulesets import load_rulesets

pytestmark = pytest.mark.browser

KINDS = {
    "natural": ("punto-banco", "punto-banco/natural"),
    "player": ("punto-banco", "punto-banco/player/5"),
    "banker": ("chemin-de-fer", "chemin-de-fer/banker/4/8"),
    "count": ("punto-banco", "punto-banco/count"),
    "call": ("chemin-de-fer", "chemin-de-fer/call/dealer/card"),
    "outcome": ("punto-banco", "punto-banco/outcome"),
}
WIDE_AND_DARK = {"sign-in", "/", "/practice", "/progress", "team", "summary", "question banker", "verdict banker"}
"""One state of each kind of page is looked at wide and dark as well."""

States = Iterator[tuple[str, Page]]


def signed_out(house: House, visit: Callable[..., Page]) -> States:
    page = visit()
    page.goto("/sign-in")
    yield "sign-in", page
    click_through(page, "button[type=submit]")
    yield "sign-in empty", page
    page.fill("[name=username]", "amelie")
    page.fill("[name=password]", "wrong")
    click_through(page, "button[type=submit]")
    yield "sign-in wrong", page
    page.goto("/sign-in?unsent=1&next=/practice")
    yield "sign-in unsent", page
    page.goto("/nowhere")
    yield "404 signed out", page


def of_a_trainee(house: House, visit: Callable[..., Page]) -> States:
    page = visit(house.person("amelie"))
    for path in ("/", "/progress", "/progress?ruleset=chemin-de-fer", "/practice", "/account"):
        page.goto(path)
        yield path, page
    click_through(page, "button:has-text('Change the password')")
    yield "account wrong", page
    page.goto("/practice?ruleset=chemin-de-fer&exercise=pairs")
    yield "choose pairs", page
    page.goto("/practice")
    page.evaluate("document.querySelectorAll('[name=focus]').forEach(one => one.checked = false)")
    click_through(page, "button:has-text('Deal')")
    yield "choose wrong", page
    page.goto("/team")
    yield "403", page


def new_and_reading(house: House, visit: Callable[..., Page]) -> States:
    page = visit(house.newcomer())
    for path in ("/", "/progress", "/reference", *(f"/reference/{ruleset}" for ruleset in load_rulesets())):
        page.goto(path)
        yield f"new {path}", page
    page.goto("/nowhere")
    yield "404", page
    view = house.app.view_functions["reference.index"]
    house.app.view_functions["reference.index"] = broken = lambda: 1 / 0
    broken.permission = view.permission
    try:
        page.goto("/reference")
        yield "500", page
    finally:
        house.app.view_functions["reference.index"] = view


def of_teachers(house: House, visit: Callable[..., Page]) -> States:
    page = visit(house.person("sofia"))
    page.goto("/")
    yield "home of a supervisor", page
    page.goto("/team")
    yield "team", page
    click_through(page, "text=Ben Okafor")
    yield "trainee", page
    page.goto("/team")
    click_through(page, "text=George")
    yield "trainee without answers", page
    page = visit(house.newcomer(Role.SUPERVISOR, team=None))
    page.goto("/team")
    yield "no team", page


def kinds_of_questions(house: House, visit: Callable[..., Page]) -> States:
    nadia = house.newcomer()
    page = visit(nadia)
    for kind, (ruleset, skill) in KINDS.items():
        drill = house.start(nadia, ruleset=ruleset)
        put_question(house.app, drill, make(ruleset, skill))
        page.goto(f"/practice/{drill}")
        yield f"question {kind}", page
        right = kind in ("natural", "count", "outcome")
        question = open_question(house.app, drill)
        click_through(page, f".answer[value='{(good if right else bad)(question)}']")
        yield f"verdict {kind}", page


def states_of_a_drill(house: House, visit: Callable[..., Page]) -> States:
    nadia = house.newcomer()
    page = visit(nadia)
    drill = house.start(nadia, "banker/4", limit=5)
    page.goto(f"/practice/{drill}")
    yield "question with a timer", page
    house.clock.ahead += timedelta(seconds=9)
    click_through(page, ".answer >> nth=0")
    yield "too late", page
    page.goto(f"/practice/{drill}/1?again=1")
    yield "first answer stands", page
    click_through(page, ".answer-next")
    for number in range(2, 11):
        house.clock.ahead += timedelta(seconds=number % 2 * 9)
        click_through(page, ".answer >> nth=0")
        click_through(page, ".answer-next")
    yield "summary", page
    page.goto(f"/practice/{house.start(nadia, help=Help.GUIDED)}")
    yield "guided", page
    click_through(page, "text=Give me a hint")
    yield "hint", page
    page.goto(f"/practice/{house.start(nadia, help=Help.WATCH)}")
    yield "watch", page
    for exercise in (Exercise.COUPS, Exercise.PAIRS, Exercise.FAULTS):
        page.goto(f"/practice/{house.start(nadia, ruleset='chemin-de-fer', exercise=exercise, length=5)}")
        yield exercise, page
        click_through(page, ".answer >> nth=0")
        yield f"{exercise} verdict", page


GROUPS = (signed_out, of_a_trainee, new_and_reading, of_teachers, kinds_of_questions, states_of_a_drill)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_g1_axe_finds_nothing_and_nothing_scrolls_sideways(house, visit, group):
    """Is every page in every state readable by machines, at every width, in light and dark?"""
    found = {}
    for name, page in group(house, visit):
        found[name] = look(page) + (look_in_the_dark(page) if name in WIDE_AND_DARK else [])
    assert {name: problems for name, problems in found.items() if problems} == {}
