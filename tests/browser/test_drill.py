"""A drill as a person does it: by mouse, by keyboard, without JavaScript, in two tabs, twice by mistake, too late."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.moves import click_through, press_through
from tests.records.support import PASSWORD
from tests.web.drill_support import bad, good, make, open_question, put_question, select

pytestmark = pytest.mark.browser

FIRST_STANDS = "This question was answered before; the first answer stands."
BANKER_FOUR = make("punto-banco", "punto-banco/banker/4/none")


@pytest.fixture
def nadia(house):
    return house.newcomer()


@pytest.fixture
def drill(house, nadia):
    """A drill of nadia's with a question open whose answer is draw."""
    started = house.start(nadia, "banker/4")
    put_question(house.app, started, BANKER_FOUR)
    return started


def answers(house, person):
    sql = "SELECT number, given, outcome FROM answers WHERE person_id = ? ORDER BY id"
    return [tuple(row.values()) for row in select(house.app, sql, person.id)]


def right(house, page):
    """The right answer to the question that is open."""
    return good(open_question(house.app, page.url.rpartition("/")[2]))


def test_g2_a_whole_drill_by_keyboard(house, visit, nadia):
    """From signing in to the summary: is a mouse never needed, and is it seen where one is?"""
    page = visit()
    page.goto("/")
    press_until(page, "[name=username]")
    page.keyboard.type(nadia.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    press_through(page, "Enter")
    expect(page.locator("h1")).to_contain_text(nadia.name)
    press_until(page, ".task-first button")
    press_through(page, "Enter")
    for number in range(1, 11):
        expect(page.locator(".drill-numbers")).to_contain_text(f"{number} of 10")
        given = right(house, page)
        button = page.locator(f".answer[value='{given}']")
        if page.locator("#answer").count():
            page.keyboard.type(given)  # the field has the focus
            press_through(page, "Enter")
        elif number % 3:
            press_through(page, button.get_attribute("data-key"))
        else:
            press_until(page, f".answer[value='{given}']")
            press_through(page, "Space")
        expect(page.locator(".verdict-headline")).to_contain_text("Right.")
        expect(page.locator(".answer-next")).to_be_focused()
        press_through(page, "Enter")
    expect(page.locator("h1")).to_have_text("10 of 10 right")
    assert [row[2] for row in answers(house, nadia)] == ["right"] * 10


def press_until(page, selector):
    """Go on with Tab until the element is focused, and see that the focus can be seen at each stop."""
    for _ in range(60):
        page.keyboard.press("Tab")
        seen, there = page.evaluate(
            """(selector) => {
              const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
              const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              const inside = box.width > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
              return [at === document.body || (outlined && inside), at.matches(selector)];
            }""",
            selector,
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")
        if there:
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard")


def test_g8_a_whole_drill_without_javascript(house, visit, nadia):
    """Do plain forms do everything?"""
    page = visit(nadia, java_script_enabled=False)
    page.goto("/practice")
    page.click("text=Naturals")
    page.click("label:has([name=length][value='10'])")
    click_through(page, "button:has-text('Deal')")
    for number in range(1, 11):
        expect(page.locator(".drill-numbers")).to_contain_text(f"{number} of 10")
        click_through(page, f".answer[value='{right(house, page)}']")
        expect(page.locator(".verdict-headline")).to_contain_text("Right.")
        click_through(page, ".answer-next")
    expect(page.locator("h1")).to_have_text("10 of 10 right")
    assert len(answers(house, nadia)) == 10


def test_g8_time_is_kept_by_the_server_without_javascript(house, visit, nadia):
    """Is a late answer too late when no script counts?"""
    page = visit(nadia, java_script_enabled=False)
    page.goto(f"/practice/{house.start(nadia, 'banker/4', limit=5)}")
    expect(page.locator(".timer")).to_contain_text("5 s")
    house.clock.ahead += timedelta(seconds=8)
    click_through(page, ".answer >> nth=0")
    expect(page.locator(".verdict-headline")).to_contain_text("Too late.")


@pytest.mark.parametrize("click", ["dblclick", "impatient"])
def test_a1_a_double_click_is_one_answer(house, visit, nadia, drill, click):
    """Does the second click neither answer again nor press Next on the page that comes?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    if click == "dblclick":
        page.dblclick(".answer[value=draw]")
    else:
        page.evaluate(
            "const one = document.querySelector('.answer[value=draw]'); one.click(); one.click(); one.click()"
        )
    expect(page.locator(".verdict-headline")).to_contain_text("Right.")
    page.wait_for_load_state("networkidle")
    assert page.url.endswith(f"/practice/{drill}/1")
    assert answers(house, nadia) == [(1, "draw", "right")]
    page.dblclick(".answer-next")
    expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")
    page.wait_for_load_state("networkidle")
    assert answers(house, nadia) == [(1, "draw", "right")]


def test_a_key_that_is_held_down_answers_once(house, visit, nadia, drill):
    """Does a key that repeats not answer the next question as well?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    page.keyboard.down("d")
    for _ in range(3):
        page.keyboard.down("d")  # a second down without an up is a repeat
    expect(page.locator(".verdict-headline")).to_contain_text("Right.")
    page.wait_for_load_state()
    page.keyboard.up("d")
    page.keyboard.down("Enter")
    expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")
    assert len(answers(house, nadia)) == 1


def test_keys_with_a_modifier_belong_to_the_browser(house, visit, nadia, drill):
    """Does Ctrl+D not answer draw?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    for keys in ("Control+d", "Alt+d", "Meta+s", "x", "1"):
        page.keyboard.press(keys)
    expect(page.locator(".answer[value=draw]")).to_be_visible()
    assert answers(house, nadia) == []


def test_a4_back_and_another_answer_changes_nothing(house, visit, nadia, drill):
    """After seeing the key, does going Back lead to the verdict again, and an answer sent anew count for nothing?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    form = page.evaluate("Object.fromEntries(new FormData(document.querySelector('[data-drill-answers]')))")
    click_through(page, ".answer[value=stand]")
    expect(page.locator(".verdict-headline")).to_contain_text("Not right.")
    page.go_back()
    expect(page.locator(".verdict-headline")).to_contain_text("Not right.")
    sent_anew = page.request.post(f"/practice/{drill}", form=form | {"answer": "draw"})
    assert FIRST_STANDS in sent_anew.text()
    assert answers(house, nadia) == [(1, "stand", "wrong")]
    click_through(page, ".answer-next")
    expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")
    expect(page.locator(".drill-numbers")).to_contain_text("0 right")


def test_a11_reloading_changes_nothing(house, visit, nadia, drill):
    """Is the question the same, the verdict the same, and nothing sent again?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    before = page.inner_text("main")
    page.reload()
    assert page.inner_text("main") == before
    click_through(page, ".answer[value=draw]")
    verdict = page.inner_text("main")
    for _ in range(2):
        page.reload()
        assert page.inner_text("main") == verdict
    assert FIRST_STANDS not in verdict
    assert answers(house, nadia) == [(1, "draw", "right")]


def test_a6_of_two_tabs_the_first_answer_counts(house, visit, nadia, drill):
    """Does the other tab land on what was answered, and both on the same next question?"""
    one = visit(nadia)
    other = one.context.new_page()
    for page in (one, other):
        page.goto(f"/practice/{drill}")
    click_through(one, ".answer[value=draw]")
    expect(one.locator(".verdict-headline")).to_contain_text("Right.")
    click_through(other, ".answer[value=stand]")
    expect(other.locator(".verdict-note")).to_have_text(FIRST_STANDS)
    expect(other.locator(".verdict-headline")).to_contain_text("Right.")
    for page in (one, other):
        click_through(page, ".answer-next")
        expect(page.locator(".drill-numbers")).to_contain_text("2 of 10")
    assert one.inner_text(".felt") == other.inner_text(".felt")
    assert answers(house, nadia) == [(1, "draw", "right")]


def test_the_timer_runs_out_by_itself(house, visit, nadia):
    """Does a question nobody answers end in "too late", with one request and without a word about answers to choose?"""
    page = visit(nadia)
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.clock.install()
    page.goto(f"/practice/{house.start(nadia, 'banker/4', limit=20)}")
    expect(page.locator("[data-timer]")).to_have_text(re.compile(r"^(20|19) s left$"))
    page.clock.run_for(8000)
    expect(page.locator("[data-timer]")).to_have_text(re.compile(r"^1[12] s left$"))
    house.clock.ahead += timedelta(seconds=20)
    page.clock.run_for(12_500)
    expect(page.locator(".verdict-headline")).to_contain_text("Too late.")
    assert len(sent) == 1
    assert answers(house, nadia) == [(1, None, "timeout")]
    assert "Your answer" in page.inner_text(".verdict")
    assert "none" in page.inner_text(".verdict")


def test_b4_a_timer_that_slept_shows_the_time_that_is_left(house, visit, nadia):
    """Does a tab that was away for ten minutes not go on from where it stopped?"""
    page = visit(nadia)
    page.clock.install()
    page.goto(f"/practice/{house.start(nadia, 'banker/4', limit=20)}")
    house.clock.ahead += timedelta(minutes=10)
    page.clock.fast_forward("10:00")
    expect(page.locator(".verdict-headline")).to_contain_text("Too late.")


def test_g4_a_screen_reader_hears_of_the_time_only_near_its_end(house, visit, nadia):
    """Is the clock no chatter?"""
    page = visit(nadia)
    page.clock.install()
    drill = house.start(nadia, "banker/4", limit=20)
    page.goto(f"/practice/{drill}")
    timer = page.locator("[data-timer]")
    assert timer.get_attribute("role") == "timer"
    assert timer.get_attribute("aria-live") in (None, "off")
    said = set()
    for _ in range(15):
        page.clock.run_for(1000)
        said.add(page.inner_text("[data-timer-announce]", timeout=1000).strip())
    assert len(said - {""}) <= 1


def test_a9_an_answer_while_signed_out_is_asked_for_again(house, visit, nadia, drill):
    """Does the way lead over the sign-in back to the same question, with nothing recorded?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    question = page.inner_text(".felt")
    page.context.clear_cookies()
    click_through(page, ".answer[value=draw]")
    expect(page.locator(".flash-warning")).to_contain_text("it was not counted")
    page.fill("[name=username]", nadia.username)
    page.fill("[name=password]", PASSWORD)
    click_through(page, "button[type=submit]")
    expect(page.locator(".answer[value=draw]")).to_be_visible()
    assert page.inner_text(".felt") == question
    assert answers(house, nadia) == []


def test_e8_after_signing_out_back_shows_nothing(house, visit, nadia):
    """On a shared machine, is a page of the one before not to be seen?"""
    page = visit(nadia)
    page.goto("/progress")
    click_through(page, "text=Sign out")
    expect(page.locator("h1")).to_have_text("Sign in")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Sign in")
    assert nadia.name not in page.inner_text("body")


def test_e20_a_hostile_name_is_text_everywhere(house, visit):
    """Does markup in a name run on no page? (A dialog or an error of a page fails the test.)"""
    hostile = house.newcomer()
    db = house.db()
    db.execute("UPDATE people SET name = ? WHERE id = ?", ["<img src=x onerror=alert(1)>\"'{{7*7}}", hostile.id])
    db.close()
    drill = house.start(hostile)
    page, teacher = visit(hostile), visit(house.person("sofia"))
    for path in ("/", "/practice", f"/practice/{drill}", "/progress", "/account", "/reference", "/nowhere"):
        page.goto(path)
        assert "<img src=x" in page.inner_text("header")
    for path in ("/team", f"/team/{hostile.public_id}"):
        teacher.goto(path)
        assert "<img src=x" in teacher.inner_text("main")
    assert page.locator("img[src=x]").count() == teacher.locator("img[src=x]").count() == 0


def test_a_wrong_answer_lights_the_cell_and_says_why(house, visit, nadia, drill):
    """Are verdict, rule, source and the lit cell on the one page, told not by colour alone (G3)?"""
    page = visit(nadia)
    page.goto(f"/practice/{drill}")
    click_through(page, f".answer[value={bad(BANKER_FOUR)}]")
    verdict = page.locator(".verdict")
    for words in ("Not right. Banker draws.", BANKER_FOUR.explanation, BANKER_FOUR.citation):
        expect(verdict).to_contain_text(words)
    assert verdict.locator("svg.icon-wrong").count() == 1
    lit = page.locator(".tableau td.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Banker 4, no third card: draw")
