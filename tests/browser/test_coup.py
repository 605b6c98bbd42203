"""A whole coup as a person deals it: by keyboard and by touch, with a hint, watched, and with a fault to find."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.checks import PHONE, look
from tests.browser.moves import click_through, press_through
from tests.web.drill_support import bad, execute, good, select
from training.quiz.coup_questions import questions_of
from training.quiz.faults import make_fault
from training.quiz.rounds import Exercise
from training.records.drills import Help
from training.rules.cards import parse_cards
from training.rules.coup import Choices, play
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action

pytestmark = pytest.mark.browser

RULESETS = load_rulesets()
SIX_CARDS = "2s Kh 3h 3c 9c 2d"
CHOICES = Choices(on_five=Action.DRAW, option=Action.DRAW)
LONGEST = {"punto-banco": 11, "chemin-de-fer": 6}
"""How many questions a coup of six cards has."""


@pytest.fixture
def nadia(house):
    return house.newcomer()


def put_round(house, address, questions):
    """Make these the questions of the open round."""
    first, *queue = (json.dumps(question.as_dict()) for question in questions)
    sql = "UPDATE drills SET question = ?, queue = ? WHERE public_id = ?"
    execute(house.app, sql, first, f"[{','.join(queue)}]", address.rpartition("/")[2])


def start_coup(house, nadia, ruleset, **changes):
    """A drill of one coup of six cards, the longest there is, and its questions."""
    drill = house.start(nadia, ruleset=ruleset, exercise=Exercise.COUPS, length=1, **changes)
    coup = play(RULESETS[ruleset], parse_cards(SIX_CARDS), CHOICES)
    questions = questions_of(RULESETS[ruleset], coup, Random(4))
    assert len(questions) == LONGEST[ruleset]
    put_round(house, f"/practice/{drill}", questions)
    return f"/practice/{drill}", questions


def start_fault(house, nadia, ruleset, kind):
    """A drill whose first transcript has a fault of this kind."""
    drill = house.start(nadia, ruleset=ruleset, exercise=Exercise.FAULTS, length=5)
    pairs = (make_fault(RULESETS[ruleset], Random(seed)) for seed in range(1000))
    questions = next(pair for pair in pairs if pair[0].skill.endswith(f"/{kind}"))
    put_round(house, f"/practice/{drill}", questions)
    return f"/practice/{drill}", questions


def outcomes(house, nadia):
    sql = "SELECT outcome, hinted FROM answers WHERE person_id = ? ORDER BY id"
    return [tuple(row.values()) for row in select(house.app, sql, nadia.id)]


@pytest.mark.parametrize("ruleset", LONGEST)
def test_g2_a_whole_coup_by_keyboard(house, visit, nadia, ruleset):
    """Does each button's key answer, and Enter go on, from the first question to the summary?"""
    page = visit(nadia)
    address, questions = start_coup(house, nadia, ruleset)
    page.goto(address)
    for question in questions:
        expect(page.locator("h1")).to_have_text(question.prompt)
        expect(page.locator(".drill-numbers")).to_contain_text("Coup 1 of 1")
        assert [said.call for said in question.facts.said] == page.locator(".said-call").all_inner_texts()
        if question.options:
            press_through(page, page.locator(f".answer[value='{good(question)}']").get_attribute("data-key"))
        else:
            page.keyboard.type(good(question))
            press_through(page, "Enter")
        expect(page.locator(".verdict-headline")).to_contain_text("Right.")
        expect(page.locator(".answer-next")).to_be_focused()
        press_through(page, "Enter")
    expect(page.locator("h1")).to_have_text(f"{LONGEST[ruleset]} of {LONGEST[ruleset]} right")
    assert outcomes(house, nadia) == [("right", 0)] * LONGEST[ruleset]


@pytest.mark.parametrize("ruleset", LONGEST)
def test_a_whole_coup_by_touch(house, visit, nadia, ruleset):
    """On a phone, does a finger do everything, and does a wrong step lead on to the right state?"""
    page = visit(nadia, width=PHONE, has_touch=True)
    address, questions = start_coup(house, nadia, ruleset)
    page.goto(address)
    wrong = 0
    for number, question in enumerate(questions, start=1):
        expect(page.locator("h1")).to_have_text(question.prompt)
        cards = len(question.facts.player) + len(question.facts.banker)
        assert page.locator(".felt svg.card").count() == cards
        slip = number % 3 == 0 and len(question.expected) < len(question.options)
        if question.options:
            pressed = f".answer[value='{(bad if slip else good)(question)}']"
        else:
            page.fill("#answer", good(question))
            pressed = ".typed .answer"
        with page.expect_navigation():
            page.tap(pressed)
        expect(page.locator(".verdict-headline")).to_contain_text("Not right." if slip else "Right.")
        wrong += slip
        with page.expect_navigation():
            page.tap(".answer-next")
    expect(page.locator("h1")).to_have_text(f"{LONGEST[ruleset] - wrong} of {LONGEST[ruleset]} right")
    assert wrong >= 2
    assert page.locator(".missed li").count() == wrong


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param("punto-banco"),
        "chemin-de-fer",
    ],
)
def test_the_last_question_of_a_coup_is_seen(house, visit, nadia, ruleset):
    """On a phone, do all that was said and the buttons leave the question itself in sight?"""
    page = visit(nadia, width=PHONE, has_touch=True)
    address, questions = start_coup(house, nadia, ruleset)
    put_round(house, address, questions[-1:])
    page.goto(address)
    prompt, bar = page.locator("h1").bounding_box(), page.locator(".drill-bar").bounding_box()
    assert prompt["y"] + prompt["height"] <= bar["y"]


def test_a_hint_is_asked_for_shown_and_recorded(house, visit, nadia):
    """By keyboard: is the hint there on request only, for one question only, and told in the summary?"""
    page = visit(nadia)
    address, questions = start_coup(house, nadia, "chemin-de-fer", help=Help.GUIDED)
    put_round(house, address, questions := questions[-2:])
    page.goto(address)
    hint = questions[0].hint
    expect(page.get_by_text(hint)).to_have_count(0)
    page.get_by_role("button", name="Give me a hint").focus()
    press_through(page, "Enter")
    expect(page.locator(".hint")).to_contain_text(hint)
    expect(page.get_by_role("button", name="Give me a hint")).to_have_count(0)
    for question in questions:
        press_through(page, page.locator(f".answer[value='{good(question)}']").get_attribute("data-key"))
        expect(page.locator(".answer-next")).to_be_focused()
        press_through(page, "Enter")
        expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator(".facts")).to_contain_text("1 with a hint, not counted as known")
    assert [hinted for _, hinted in outcomes(house, nadia)] == [1, 0]


def test_a_coup_is_watched(house, visit, nadia):
    """Is every step told with its reason, by Enter alone, and nothing asked or kept?"""
    page = visit(nadia)
    address, questions = start_coup(house, nadia, "chemin-de-fer", help=Help.WATCH)
    page.goto(address)
    for question in questions:
        expect(page.locator("h1")).to_have_text(question.prompt)
        expect(page.locator(".verdict")).to_contain_text(question.explanation)
        assert page.locator("[name=answer]").count() == 0
        press_through(page, "Enter")
    expect(page.locator("h1")).to_have_text("Watched to the end")
    assert outcomes(house, nadia) == []


@pytest.mark.parametrize(("ruleset", "kind"), [("punto-banco", "wrong-count"), ("chemin-de-fer", "missing-repeat")])
def test_a_fault_is_found_and_put_right(house, visit, nadia, ruleset, kind):
    """Is the line named by its digit, is the transcript still there for the second question, and are both kept?"""
    page = visit(nadia)
    address, questions = start_fault(house, nadia, ruleset, kind)
    page.goto(address)
    first, second = questions
    press_through(page, first.expected[0])
    expect(page.locator(".verdict-headline")).to_contain_text("Right.")
    expect(page.locator(".verdict")).to_contain_text(first.explanation)
    press_through(page, "Enter")
    expect(page.locator("h1")).to_have_text(second.prompt)
    assert page.locator(".transcript li").all_inner_texts() == [option.text for option in first.options]
    press_through(page, page.locator(f".answer[value='{good(second)}']").get_attribute("data-key"))
    expect(page.locator(".verdict-headline")).to_contain_text("Right.")
    assert outcomes(house, nadia) == [("right", 0)] * 2


def test_g1_axe_finds_nothing_late_in_a_coup(house, visit, nadia):
    """With all cards dealt, everything said and a transcript on the page: readable by machines, at every width?"""
    page, found = visit(nadia), {}
    for ruleset in LONGEST:
        address, questions = start_coup(house, nadia, ruleset)
        put_round(house, address, questions[-1:])
        page.goto(address)
        found[f"{ruleset}, last question"] = look(page)
        if questions[-1].options:
            click_through(page, f".answer[value='{bad(questions[-1])}']")
        else:
            page.fill("#answer", bad(questions[-1]))
            click_through(page, ".typed .answer")
        found[f"{ruleset}, last verdict"] = look(page)
    address, _ = start_fault(house, nadia, "punto-banco", "wrong-order")
    page.goto(address)
    click_through(page, ".answer >> nth=0")
    click_through(page, ".answer-next")
    found["what is right there"] = look(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
