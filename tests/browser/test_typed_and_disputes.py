"""Typed answers, disputes and the glossary as a person meets them: keys, without JavaScript, and for machines."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.checks import PHONE, look, look_in_the_dark
from tests.browser.moves import click_through, press_through
from tests.web.drill_support import BANKER_FOUR, bad, execute, make, put_question, select
from training.records.people import Role

pytestmark = pytest.mark.browser

AMOUNT = make("punto-banco", "punto-banco/payment/banker", lambda one: one.expected == ("19",))
CALL = make("punto-banco", "punto-banco/typed/player-draws")


@pytest.fixture
def nadia(house):
    return house.newcomer()


@pytest.fixture
def ask(house, nadia):
    """Open a drill of nadia's with this question, and tell its address."""

    def start(question, **changes):
        drill = house.start(nadia, **changes)
        put_question(house.app, drill, question)
        return f"/practice/{drill}"

    return start


def kept(house, person):
    sql = "SELECT given, outcome FROM answers WHERE person_id = ? ORDER BY id"
    return [tuple(row.values()) for row in select(house.app, sql, person.id)]


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_an_amount_is_typed_asked_again_and_answered(house, visit, nadia, ask, scripts):
    """Typed, Enter: is an odd one asked again with what was typed, and the next one judged?"""
    page = visit(nadia, java_script_enabled=scripts)
    page.goto(ask(AMOUNT))
    field = page.get_by_label("The amount")
    expect(field).to_be_focused()
    page.keyboard.type("19.0")
    press_through(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("“19.0” is no amount")
    expect(field).to_have_value("19.0")
    assert kept(house, nadia) == []
    field.fill("19,00")
    press_through(page, "Enter")
    expect(page.locator(".verdict-headline")).to_contain_text("Right. 19 is paid.")
    assert kept(house, nadia) == [("19,00", "right")]


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_a_call_is_typed_asked_again_and_answered(house, visit, nadia, ask, scripts):
    """Without a speaker, are the words kept; with one, are the remarks shown?"""
    page = visit(nadia, java_script_enabled=scripts)
    page.goto(ask(replace(CALL, ruleset="chemin-de-fer")))
    page.get_by_label("The words", exact=True).fill("Card for Banker")
    press_through(page, "Enter")
    expect(page.get_by_role("alert")).to_have_text("Choose who says it.")
    expect(page.get_by_label("The words", exact=True)).to_have_value("Card for Banker")
    page.get_by_text("dealer", exact=True).click()
    click_through(page, page.get_by_role("button", name="Answer"))
    expect(page.locator(".remarks li")).to_have_text(["Missing: “Player”.", "Must not be said here: “Banker”."])
    assert kept(house, nadia) == [("dealer: Card for Banker", "wrong")]
    click_through(page, page.get_by_role("button", name="Next"))
    expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")


def test_keys_are_letters_while_somebody_types(house, visit, nadia, ask):
    """Do D, S, digits and Space go into the field, and does nothing else happen?"""
    page = visit(nadia)
    address = ask(CALL)
    page.goto(address)
    field = page.get_by_label("The words", exact=True)
    field.focus()
    page.keyboard.type("d s 1 y n ?")
    expect(field).to_have_value("d s 1 y n ?")
    assert page.url.endswith(address)
    assert kept(house, nadia) == []


def test_keys_do_nothing_on_the_choice_of_the_speaker(house, visit, nadia, ask):
    """With a radio button in focus, do D and S answer nothing, and do arrows choose?"""
    page = visit(nadia)
    address = ask(replace(CALL, ruleset="chemin-de-fer"))
    page.goto(address)
    page.locator("[name=who]").first.focus()
    page.keyboard.press("Space")
    for key in ("d", "s", "1"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=who][value='dominant player']")).to_be_checked()
    assert page.url.endswith(address)
    assert kept(house, nadia) == []


def test_enter_in_the_dispute_is_a_new_line(house, visit, nadia, ask):
    """Neither sends nor goes on to the next question; and keys are letters there as well?"""
    page = visit(nadia)
    address = ask(BANKER_FOUR)
    page.goto(address)
    click_through(page, f".answer[value='{bad(BANKER_FOUR)}']")
    page.locator(".dispute summary").focus()
    page.keyboard.press("Enter")
    box = page.get_by_label("What is wrong with this question?")
    expect(box).to_be_visible()
    box.focus()
    page.keyboard.type("d s")
    page.keyboard.press("Enter")
    page.keyboard.type("more")
    expect(box).to_have_value("d s\nmore")
    assert page.url.endswith(f"{address}/1")
    page.get_by_role("button", name="Send it to a manager").focus()
    press_through(page, "Enter")
    expect(page.get_by_text("You disagreed with this question")).to_be_visible()
    sql = "SELECT reason FROM disputes WHERE person_id = ?"
    assert [row["reason"].replace("\r\n", "\n") for row in select(house.app, sql, nadia.id)] == ["d s\nmore"]
    assert page.url.endswith(f"{address}/1")


def test_a_dispute_without_a_reason_is_not_sent(house, visit, nadia, ask):
    """Does the browser ask for it, and the page stay?"""
    page = visit(nadia)
    address = ask(BANKER_FOUR)
    page.goto(address)
    click_through(page, f".answer[value='{bad(BANKER_FOUR)}']")
    page.click(".dispute summary")
    page.get_by_role("button", name="Send it to a manager").click()
    expect(page.get_by_label("What is wrong with this question?")).to_be_focused()
    assert select(house.app, "SELECT * FROM disputes WHERE person_id = ?", nadia.id) == []


def test_a_manager_decides_without_javascript(house, visit, nadia, ask):
    """From the list to the decision, by links and buttons alone?"""
    trainee = visit(nadia, java_script_enabled=False)
    trainee.goto(ask(BANKER_FOUR))
    click_through(trainee, f".answer[value='{bad(BANKER_FOUR)}']")
    trainee.click(".dispute summary")
    trainee.get_by_label("What is wrong with this question?").fill("By our house rule it is not so.")
    click_through(trainee, trainee.get_by_role("button", name="Send it to a manager"))
    page = visit(house.newcomer(Role.MANAGER, team=None), java_script_enabled=False)
    page.goto("/")
    click_through(page, page.get_by_role("link", name="Disputes").first)
    click_through(page, page.locator("tbody tr", has_text=nadia.name).get_by_role("link"))
    expect(page.locator("blockquote")).to_contain_text("By our house rule it is not so.")
    click_through(page, page.get_by_role("button", name="The question is right"))
    expect(page.get_by_text("The question stands.")).to_be_visible()
    expect(page.get_by_role("button", name="The question is right")).to_have_count(0)


def test_a_word_of_the_trade_leads_to_its_meaning(visit, nadia, ask):
    """From the verdict to the term itself?"""
    page = visit(nadia)
    page.goto(ask(BANKER_FOUR))
    click_through(page, f".answer[value='{bad(BANKER_FOUR)}']")
    link = page.locator("a.term").first
    anchor = link.get_attribute("href").partition("#")[2]
    click_through(page, link)
    expect(page.locator("h1")).to_have_text("Glossary")
    expect(page.locator(f"dt[id='{anchor}']")).to_be_in_viewport()


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(AMOUNT, id="amount"),
        pytest.param(CALL, id="call"),
    ],
)
def test_on_a_phone_the_field_is_seen_with_its_question(visit, nadia, ask, question):
    """Are prompt, field and button in the window at once, and none over the other?"""
    page = visit(nadia, width=PHONE, has_touch=True)
    page.goto(ask(question))
    for place in ("h1", "#answer", ".typed .answer"):
        expect(page.locator(place)).to_be_in_viewport(ratio=0.99)
    prompt, bar = page.locator("h1").bounding_box(), page.locator(".drill-bar").bounding_box()
    assert prompt["y"] + prompt["height"] <= bar["y"]


def test_on_a_phone_it_is_seen_why_a_call_is_asked_again(visit, nadia, ask):
    """Is the message not hidden under the form?"""
    page = visit(nadia, width=PHONE, has_touch=True)
    page.goto(ask(replace(CALL, ruleset="chemin-de-fer")))
    click_through(page, page.get_by_role("button", name="Answer"))
    alert = page.get_by_role("alert").bounding_box()
    assert alert["y"] + alert["height"] <= page.locator(".drill-bar").bounding_box()["y"]


def test_a_timer_that_runs_out_over_an_empty_field_ends_in_a_verdict(house, visit, nadia, ask):
    """Once, without the page calling itself again and again?"""
    page = visit(nadia)
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    address = ask(AMOUNT, limit=5)
    asked = "2020-01-01T12:00:00.000000+00:00"
    execute(house.app, "UPDATE drills SET asked_at = ? WHERE public_id = ?", asked, address.rpartition("/")[2])
    with page.expect_navigation(url=f"**{address}/1"):
        page.goto(address, wait_until="commit")
    expect(page.locator(".verdict-headline")).to_contain_text("Too late.")
    page.goto("about:blank")
    assert len(sent) == 1
    assert [outcome for _, outcome in kept(house, nadia)] == ["timeout"]


def states(house, visit, nadia, ask):
    page = visit(nadia)
    for name, question in (("amount", AMOUNT), ("call", replace(CALL, ruleset="chemin-de-fer"))):
        page.goto(ask(question))
        yield f"{name} question", page
        click_through(page, page.get_by_role("button", name="Answer"))
        yield f"{name} asked again", page
        if name == "call":
            page.get_by_text("banker", exact=True).click()
        page.locator("#answer").fill("Player stands 5" if name == "call" else "20")
        click_through(page, page.get_by_role("button", name="Answer"))
        yield f"{name} verdict", page
    page.click(".dispute summary")
    yield "dispute form", page
    page.locator("#reason").fill("It is “Card” alone in our house. " * 8)
    click_through(page, page.get_by_role("button", name="Send it to a manager"))
    yield "dispute sent", page
    page.goto(f"/practice/{house.start(nadia, focus='payment', limit=20)}")
    yield "timed", page
    page.goto("/reference/glossary")
    yield "glossary", page
    boss = visit(house.newcomer(Role.MANAGER, team=None))
    boss.goto("/disputes")
    yield "dispute list", boss
    click_through(boss, "tbody a")
    yield "dispute page", boss
    click_through(boss, boss.get_by_role("button", name="The question is right"))
    yield "dispute decided", boss


def test_g1_axe_finds_nothing_where_answers_are_typed_and_disputed(house, visit, nadia, ask):
    """Typed questions, verdicts with remarks, disputes and glossary: at every width, in light and dark?"""
    found = {name: look(page) + look_in_the_dark(page) for name, page in states(house, visit, nadia, ask)}
    assert len(found) == 13
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_g1_axe_finds_nothing_on_questions_of_the_bank(house, visit, nadia):
    """Long options below each other, and the verdict?"""
    page = visit(nadia)
    page.goto("/practice?exercise=knowledge")
    found = {"choose": look(page)}
    click_through(page, page.get_by_role("button", name="Deal"))
    found["question"] = look(page)
    click_through(page, ".answer")
    found["verdict"] = look(page) + look_in_the_dark(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
