"""Where things lie: the table stays put, the verdict is seen, print, and colours of the system."""

from random import Random

import pytest

from tests.browser.moves import click_through
from tests.web.drill_support import make, put_question
from training.quiz.coup_questions import questions_of
from training.quiz.faults import make_fault
from training.rules.cards import parse_cards
from training.rules.coup import Choices, play
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action

pytestmark = pytest.mark.browser

QUESTIONS = {
    "natural": ("punto-banco", "punto-banco/natural"),
    "no third card": ("punto-banco", "punto-banco/banker/4/none"),
    "third card and calls": ("chemin-de-fer", "chemin-de-fer/banker/4/8"),
    "count": ("punto-banco", "punto-banco/count"),
    "call": ("chemin-de-fer", "chemin-de-fer/call/dealer/card"),
}


def box_of_the_table(page):
    """Where the table lies on the page, wherever it is scrolled to."""
    return page.evaluate(
        """() => {
          const box = document.querySelector(".felt").getBoundingClientRect();
          return [box.left + scrollX, box.top + scrollY, box.width, box.height].map((one) => Math.round(one * 4) / 4);
        }"""
    )


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("counts", [False, True], ids=["", "counts"])
def test_the_table_stays_where_it_is(house, visit, width, counts):
    """Has the felt the same place and size before and after the verdict, for each kind of question?"""
    nadia = house.newcomer()
    page = visit(nadia, width=width)
    moved = {}
    for name, (ruleset, skill) in QUESTIONS.items():
        drill = house.start(nadia, ruleset=ruleset, limit=20, show_counts=counts)
        put_question(house.app, drill, make(ruleset, skill))
        page.goto(f"/practice/{drill}")
        before = box_of_the_table(page)
        click_through(page, ".answer >> nth=0")
        after, scrolled = box_of_the_table(page), page.evaluate("scrollY")
        if before != after or scrolled:
            moved[name] = (before, after, scrolled)
    assert moved == {}


@pytest.mark.parametrize("width", [1280, 390])
def test_the_answers_are_seen_without_scrolling(house, visit, width):
    """Are cards, question and buttons on the first screen, and the verdict with the next button as well?"""
    nadia = house.newcomer()
    page = visit(nadia, width=width)
    drill = house.start(nadia, "banker/4")
    page.goto(f"/practice/{drill}")
    for selector in (".felt", "h1", ".answer >> nth=1"):
        assert in_the_window(page, selector), selector
    click_through(page, ".answer >> nth=0")
    for selector in (".felt", ".verdict-headline", ".answer-next"):
        assert in_the_window(page, selector), selector


def last_of_a_coup(ruleset):
    """The last question of a coup of six cards: nothing more can lie on the table, or have been said."""
    rules = load_rulesets()[ruleset]
    coup = play(rules, parse_cards("2s Kh 3h 3c 9c 2d"), Choices(on_five=Action.DRAW, option=Action.DRAW))
    return questions_of(rules, coup, Random(4))[-1]


def fault():
    """Which line of a transcript is wrong, and what is right there."""
    return make_fault(load_rulesets()["chemin-de-fer"], Random(3))


EXERCISES = {
    "cell": lambda: make("punto-banco", "punto-banco/banker/4/none"),
    "outcome": lambda: make("punto-banco", "punto-banco/outcome"),
    "count": lambda: make("punto-banco", "punto-banco/count"),
    "end of a coup": lambda: last_of_a_coup("punto-banco"),
    "end of a coup, repeated calls": lambda: last_of_a_coup("chemin-de-fer"),
    "payment": lambda: make("punto-banco", "punto-banco/payment/banker"),
    "typed call": lambda: make("chemin-de-fer", "chemin-de-fer/typed/dominant-player-card"),
    "procedure": lambda: make("nz-mini-1994", "nz-mini-1994/burn"),
    "irregularity": lambda: make("chemin-de-fer", "chemin-de-fer/irregularity/4"),
    "fault": lambda: fault()[0],
    "what is right there": lambda: fault()[1],
}
PHONES = [(390, 664), (360, 640), (390, 844), (320, 568)]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_when_answered_on_a_phone_then_verdict_and_next_are_seen(house, visit, exercise):
    """Without scrolling, are the verdict's headline and Next in the window, neither over the other, Next one size?"""
    nadia = house.newcomer()
    page = visit(nadia, width=390, has_touch=True)
    question = EXERCISES[exercise]()
    drill = house.start(nadia, ruleset=question.ruleset)
    put_question(house.app, drill, question)
    page.goto(f"/practice/{drill}")
    if page.locator("#answer").count():
        page.fill("#answer", "7")
        for who in page.locator("[name=who][type=radio]").all()[:1]:
            who.check()
    click_through(page, page.locator(".answer").last)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url)
        headline = page.locator(".verdict-headline").bounding_box()
        bar, button = page.locator(".drill-bar").bounding_box(), page.locator(".answer-next").bounding_box()
        assert headline["y"] >= 0
        assert headline["y"] + headline["height"] <= bar["y"]
        assert button["y"] + button["height"] <= height
        assert 52 <= button["height"] <= 56


def test_without_javascript_the_verdict_follows_the_table(house, visit):
    """On a phone, does the verdict come right after the question, and Next stay in the window?"""
    nadia = house.newcomer()
    page = visit(nadia, width=390, java_script_enabled=False)
    drill = house.start(nadia, "banker/4")
    page.goto(f"/practice/{drill}")
    click_through(page, ".answer >> nth=0")
    prompt, verdict = page.locator("h1").bounding_box(), page.locator(".verdict").bounding_box()
    assert 0 < verdict["y"] - (prompt["y"] + prompt["height"]) <= 20
    assert in_the_window(page, ".answer-next")


def in_the_window(page, selector):
    box = page.locator(selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= 800 + 1


def test_the_reference_prints_in_black_and_white(house, visit):
    """Is the page on paper the rules alone, dark on white, every table whole?"""
    page = visit(house.person("amelie"))
    for ruleset in load_rulesets():
        page.goto(f"/reference/{ruleset}")
        page.emulate_media(media="print", color_scheme="dark")
        printed = page.evaluate(
            """() => {
              const style = (selector) => getComputedStyle(document.querySelector(selector));
              const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).every((one) => one >= 250);
              const dark = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).every((one) => one <= 60);
              const all = (selector) => [...document.querySelectorAll(selector)];
              const shown = (selector) => all(selector).filter((one) => one.checkVisibility()).length;
              const clear = (colour) => /, 0\\)$/.test(colour);
              return {
                navigation: shown(".site-nav, .site-account, .skip"),
                cells: shown(".tableau tbody td"),
                calls: shown("section[aria-labelledby=calls] tbody tr"),
                paper: light(style("html").backgroundColor) || clear(style("html").backgroundColor),
                sheet: light(style("body").backgroundColor) || clear(style("body").backgroundColor),
                ink: dark(style("h1").color) && dark(style(".tableau tbody td").color),
                wide: document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth,
              };
            }"""
        )
        calls = len(load_rulesets()[ruleset].calls)
        expected = {"navigation": 0, "cells": 88, "calls": calls, "paper": True, "sheet": True, "ink": True, "wide": 0}
        assert printed == expected, ruleset
        assert page.pdf(format="A4").count(b"/Type /Page\n") <= 2
        page.emulate_media(media="screen", color_scheme="light")


def test_on_a_phone_deal_is_in_sight_from_the_first_choice(house, visit):
    """Need nobody scroll past what has a good default, and is that told and opened where it was changed?"""
    page = visit(house.newcomer(), width=390)
    page.goto("/practice")
    assert in_the_window(page, ".deal")
    assert page.get_by_text("Guided").is_visible() is False
    page.get_by_text("Time and help").click()
    page.get_by_text("Guided").click()
    page.evaluate("document.querySelectorAll('[name=focus]').forEach((one) => (one.checked = false))")
    click_through(page, ".deal")
    assert page.get_by_text("Guided").is_visible()


def test_on_a_phone_no_table_is_cut_off(house, visit):
    """Is each row a card that fits the window, and still a row with its cells for who reads by ear?"""
    page = visit(house.person("sofia"), width=320)
    for path in ("/team", *(f"/reference/{ruleset}" for ruleset in load_rulesets())):
        page.goto(path)
        wider = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"
        assert page.evaluate(wider) == 0, path
    page.goto("/team")
    trainee = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    assert trainee.count() == page.locator(".list tbody tr").count() >= 5
    assert [one.get_by_role("cell").count() for one in trainee.all()] == [6] * trainee.count()


def test_forced_colours_keep_every_border(house, visit):
    """With the system's own colours, can buttons, cells, cards and the lit cell still be told apart?"""
    nadia = house.newcomer()
    page = visit(nadia, forced_colors="active")
    drill = house.start(nadia, "banker/4")
    page.goto(f"/practice/{drill}")
    assert bordered(page, ".answer") == bordered(page, ".felt") == []
    click_through(page, ".answer >> nth=0")
    assert bordered(page, ".tableau tbody td") == bordered(page, ".answer-next") == []
    different = """() => {
      const style = (selector) => getComputedStyle(document.querySelector(`.tableau tbody ${selector}`));
      const lit = style("td.lit"), other = style("td:not(.lit)");
      return ["outlineStyle", "borderTopWidth", "borderTopStyle"].some((one) => lit[one] !== other[one]);
    }"""
    assert page.evaluate(different)


def bordered(page, selector):
    """The elements that have neither border nor outline."""
    return page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
          const style = getComputedStyle(one);
          const border = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
          return !border && style.outlineStyle === "none";
        }).map((one) => one.outerHTML.slice(0, 80))""",
        selector,
    )


def test_nothing_moves_for_who_wants_no_motion(house, visit):
    """Is every transition and animation off when the system asks for it?"""
    nadia = house.newcomer()
    page = visit(nadia, reduced_motion="reduce")
    page.goto(f"/practice/{house.start(nadia, 'banker/4')}")
    click_through(page, ".answer >> nth=0")
    moving = """() => [...document.querySelectorAll("*")].filter((one) => {
      const style = getComputedStyle(one), seconds = (times) => Math.max(...times.split(",").map(parseFloat));
      const animated = style.animationName !== "none" && seconds(style.animationDuration) > 0.01;
      return animated || seconds(style.transitionDuration) > 0.01;
    }).map((one) => one.outerHTML.slice(0, 80))"""
    assert page.evaluate(moving) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_g3_cards_can_be_read(house, visit, scheme):
    """Have the suits 4.5:1 on the card, in two and in four colours? (axe cannot judge SVG.)"""
    page = visit(house.person("amelie"), color_scheme=scheme)
    page.goto("/account")
    ratios = page.evaluate(
        """() => {
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
              .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ratio = (one, other) => {
            const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
          };
          return [...document.querySelectorAll(".card")].map((card) => {
            const index = card.querySelector(".card-index");
            return ratio(getComputedStyle(index).fill, getComputedStyle(card).backgroundColor);
          });
        }"""
    )
    assert len(ratios) == 8
    assert min(ratios) >= 4.5


def test_the_four_colour_deck_is_kept(house, visit):
    """Does the choice change the cards of the next question?"""
    nadia = house.newcomer()
    page = visit(nadia)
    page.goto("/account")
    page.check("[name=four_colour][value=yes]")
    click_through(page, "text=Use this deck")
    page.goto(f"/practice/{house.start(nadia)}")
    assert "four-colour" in page.locator("body").get_attribute("class")
