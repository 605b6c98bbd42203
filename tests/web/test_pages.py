"""What holds on every page in every state: one heading, a title, whole HTML, nothing inline, no dead link."""

import re

import pytest

from tests.records.support import PASSWORD
from tests.web.drill_support import PLAN, Trainee, bad, good, make, open_question, put_question
from tests.web.html import read
from tests.web.support import Visitor
from training.quiz.skills import skills_of
from training.records.people import Role
from training.rules.rulesets import load_rulesets

REASON = {"reason": "<why>", "typed": "reason"}


def states(app, clock):
    """Every page in every state, by name."""
    visitor, nadia = Visitor(app), Trainee(app)
    teacher, boss = Trainee(app, "early", Role.SUPERVISOR), Trainee(app, "boss", Role.MANAGER)
    lonely = Trainee(app, "lonely", Role.SUPERVISOR, team=None)
    yield "sign-in", visitor.get("/sign-in")
    yield "sign-in unsent", visitor.get("/sign-in?unsent=1&next=/practice")
    yield "sign-in empty", visitor.post("/sign-in", {})
    yield "sign-in wrong", visitor.sign_in("nadia", "wrong")
    yield "signed in already", nadia.get("/sign-in")
    yield "signed in as somebody else", nadia.sign_in("early")
    yield "answer of nobody", visitor.post("/practice/x", {"answer": "draw", "number": "1", "typed": "answer"})
    yield (
        "answer from before",
        nadia.send("/practice/x", {"csrf_token": "old", "answer": "draw", "number": "1", "typed": "answer"}),
    )
    back = {"username": "lonely", "password": PASSWORD, "sent": "/practice/x/1/dispute"} | REASON
    yield "send again", Visitor(app).post("/sign-in", back)
    yield "home new", nadia.get("/")
    yield "progress empty", nadia.get("/progress")
    yield "trainee empty", teacher.get(f"/team/{nadia.person.public_id}")
    yield "team", teacher.get("/team")
    yield "team none", lonely.get("/team")
    for ruleset in load_rulesets():
        yield f"choose {ruleset}", nadia.get(f"/practice?ruleset={ruleset}")
        for exercise in ("coups", "pairs", "faults"):
            yield f"choose {ruleset} {exercise}", nadia.get(f"/practice?ruleset={ruleset}&exercise={exercise}")
    yield "choose wrong", nadia.post("/practice", {"ruleset": "punto-banco"})
    yield from drill_states(app, nadia, clock)
    for help in ("guided", "watch"):
        drill = nadia.start(help=help)
        yield help, nadia.get(f"/practice/{drill}")
        nadia.post(f"/practice/{drill}/hint", {"number": 1})
        yield f"{help} hinted", nadia.get(f"/practice/{drill}")
    for exercise in ("coups", "pairs", "faults"):
        drill = nadia.start(exercise=exercise, focus="everything", length="5")
        yield exercise, nadia.get(f"/practice/{drill}")
        nadia.give(drill, bad(open_question(app, drill)))
        yield f"{exercise} verdict", nadia.get(f"/practice/{drill}/1")
    for ruleset in load_rulesets():
        yield f"progress {ruleset}", nadia.get(f"/progress?ruleset={ruleset}")
        yield f"reference {ruleset}", nadia.get(f"/reference/{ruleset}")
    yield "home", nadia.get("/")
    yield "home of a teacher", teacher.get("/")
    yield "teams", boss.get("/team")
    yield "trainee", boss.get(f"/team/{nadia.person.public_id}")
    yield "reference", nadia.get("/reference")
    yield "account", nadia.get("/account")
    yield "account wrong", nadia.post("/account", {"current": "x", "new": "short", "again": "other"})
    yield "not found", nadia.get("/nowhere")
    yield "not found, signed out", visitor.get("/nowhere")
    yield "forbidden", nadia.get("/team")
    yield "forged", nadia.send("/practice", PLAN)
    yield "wrong method", nadia.post("/reference")


def drill_states(app, nadia, clock):
    for ruleset in load_rulesets().values():
        subjects = dict.fromkeys(skill.subject.__class__ for skill in skills_of(ruleset))
        drill = nadia.start(ruleset=ruleset.id, focus="everything", limit="20", length="20")
        for number, subject in enumerate(subjects, start=1):
            skill = next(skill.id for skill in skills_of(ruleset) if skill.subject.__class__ is subject)
            put_question(app, drill, make(ruleset.id, skill))
            yield f"question {skill}", nadia.get(f"/practice/{drill}")
            question = open_question(app, drill)
            nadia.give(drill, (good if number % 2 else bad)(question), number)
            yield f"verdict {skill}", nadia.get(f"/practice/{drill}/{number}?again=1")
            nadia.go_on(drill, number)
        yield "asked again", nadia.give(drill, "", len(subjects) + 1)
        yield "conflict", nadia.give(drill, "draw", 20)
        clock.pass_time(minutes=1)
        nadia.give(drill, None, len(subjects) + 1)
        yield "too late", nadia.get(f"/practice/{drill}/{len(subjects) + 1}")
        nadia.go_on(drill, len(subjects) + 1)
    nadia.finish(drill, wrong=lambda number: number % 2)
    yield "summary", nadia.get(f"/practice/{drill}")


@pytest.fixture(scope="module")
def kept():
    """Made once: nothing below changes a page."""
    return {}


@pytest.fixture
def pages(kept, request):
    if not kept:
        app, clock = request.getfixturevalue("app"), request.getfixturevalue("clock")
        kept.update({name: (answer.status_code, answer.text) for name, answer in states(app, clock)})
    return kept


def faults(page, text):
    """What is wrong with one page."""
    ids = [one.attributes["id"] for one in page.walk() if "id" in one.attributes]
    if len(page.all("h1")) != 1 or not page.one("h1").text:
        yield f"{len(page.all('h1'))} h1"
    title = page.one("title").text
    if not re.search(r"\w.* · Third Card$", title):
        yield f"title {title!r}"
    if page.one("html").attributes.get("lang") != "en":
        yield "no language"
    if len(page.all("main")) != 1:
        yield "main"
    yield from (f"id twice: {id}" for id in sorted({id for id in ids if ids.count(id) > 1}))
    for one in page.walk():
        for name in one.attributes:
            if name == "style" or name.startswith("on"):
                yield f"<{one.tag} {name}>"
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            yield from (f"{name}={id}" for id in one.attributes.get(name, "").split() if id not in ids)
        href = one.attributes.get("href", "")
        if one.tag == "a" and (not href or (href.startswith("#") and href[1:] not in ids) or "://" in href):
            yield f"link {href!r}"
        if one.tag in ("a", "button") and not (one.text or one.attributes.get("aria-label")):
            yield f"<{one.tag}> without words"
        if one.tag == "form" and one.attributes.get("method") == "post" and not one.all("input", name="csrf_token"):
            yield "form without a token"
        if one.tag == "svg" and not (one.attributes.get("aria-label") or one.attributes.get("aria-hidden")):
            yield "svg without words"
        if one.tag in ("script", "link") and not one.attributes.get("src", one.attributes.get("href", "")).startswith(
            "/static/"
        ):
            yield f"<{one.tag}> from elsewhere"
        if one.tag in ("style", "iframe", "object", "embed") or (one.tag == "script" and one.text):
            yield f"<{one.tag}>"
        if one.tag == "input" and one.attributes.get("type") not in ("hidden", "submit") and not labelled(page, one):
            yield f"input {one.attributes.get('name')} without a label"
    words = page.one("body").text
    yield from (
        f"says {word}" for word in re.findall(r"\bNone\b|\bundefined\b|\bNaN\b|\{\{|\{%|<[A-Z]\w+\.|Ruleset\(", words)
    )
    if re.search(r"\w\{(player|banker|high|low)\}", text):
        yield "an unfilled call"


def labelled(page, field):
    by_id = page.all("label", for_=field.attributes.get("id", "?"))
    around = [label for label in page.all("label") if any(one is field for one in label.walk())]
    return bool(by_id or around or field.attributes.get("aria-label"))


def test_every_page_is_whole(pages):
    """Is each page well-formed, with one heading, a title of its own, words for everything, and nothing inline?"""
    found = {name: problems for name, (_, text) in pages.items() if (problems := list(faults(read(text), text)))}
    assert found == {}


def test_the_states_are_those_that_were_meant(pages):
    """Does each state come with the status that it should?"""
    wrong = {
        "sign-in empty": 400,
        "sign-in wrong": 403,
        "signed in as somebody else": 409,
        "answer of nobody": 403,
        "answer from before": 400,
        "choose wrong": 400,
        "asked again": 400,
        "conflict": 409,
        "account wrong": 400,
        "not found": 404,
        "not found, signed out": 404,
        "forbidden": 403,
        "forged": 400,
        "wrong method": 405,
    }
    assert {name: code for name, (code, _) in pages.items() if code != wrong.get(name, 200)} == {}
    assert len(pages) > 80


def test_every_page_has_a_title_that_tells_it_from_the_others(pages):
    """Can a person find the right one of several tabs?"""
    titles = {}
    for name, (code, text) in pages.items():
        if code == 200 and not name.startswith(("question", "verdict", "choose", "progress", "home", "sign-in")):
            titles.setdefault(read(text).one("title").text, []).append(name)
    again = {title: names for title, names in titles.items() if len(names) > 1}
    assert {title for title, names in again.items() if len({name.split()[0] for name in names}) > 3} == set()


def test_a_page_with_errors_says_so_in_its_title_and_leads_to_the_field(pages):
    """Does a screen reader hear at once that something is wrong, and where (G7)?"""
    for name in ("sign-in empty", "choose wrong", "account wrong"):
        page = read(pages[name][1])
        assert page.one("title").text.startswith("Error: "), name
        summary = page.one("div", class_="error-summary")
        assert summary.attributes["role"] == "alert"
        assert summary.all("a"), name


def test_the_reader_sees_what_is_wrong():
    """Would the checks above find each kind of fault?"""
    page = (
        '<html lang="en"><head><title>X · Third Card</title></head><body><main><h1>A</h1><h1>B</h1><p id="a" style="x">'
        '</p><p id="a" onclick="x"></p><a href="#gone">x</a><a href="/x"></a><form method="post"></form><svg></svg>'
        '<input name="q" type="text"><script>x</script><p>None</p></main></body></html>'
    )
    assert list(faults(read(page), page)) == [
        "2 h1",
        "id twice: a",
        "<p style>",
        "<p onclick>",
        "link '#gone'",
        "<a> without words",
        "form without a token",
        "svg without words",
        "input q without a label",
        "<script> from elsewhere",
        "<script>",
        "says None",
    ]
    with pytest.raises(AssertionError, match="</p> closes <b>"):
        read("<p><b></p>")
