"""Disputes as pages: raised by whoever answered, seen and decided by managers alone."""

import json
import subprocess

import pytest

from tests.serving import PATIENCE
from tests.web.drill_support import (
    BANKER_FOUR,
    PLAN,
    Trainee,
    answers,
    bad,
    buttons,
    database_hash,
    execute,
    good,
    open_question,
    open_row,
    put_question,
    select,
)
from tests.web.html import read
from tests.web.support import Visitor
from tests.web.test_readiness import BIN
from training.records.people import Role

SUBJECT = "punto-banco/banker/4/none"


@pytest.fixture
def boss(app):
    return Trainee(app, "boss", Role.MANAGER, team=None)


@pytest.fixture
def answered(nadia, drill):
    """A drill of nadia's whose first question she answered wrongly."""
    assert nadia.give(drill, bad(BANKER_FOUR)).status_code == 303
    return drill


@pytest.fixture
def disputed(app, nadia, answered):
    """The id of a dispute about it."""
    disagree(nadia, answered)
    return select(app, "SELECT public_id FROM disputes")[0]["public_id"]


def disagree(trainee, drill, reason="The rule says otherwise.", number=1):
    return trainee.post(f"/practice/{drill}/{number}/dispute", {"reason": reason})


def test_a_dispute_is_sent_from_the_verdict(app, nadia, answered):
    """Is the form there after the answer, and afterwards the words that it was sent?"""
    page = read(nadia.shown(f"/practice/{answered}/1"))
    (form,) = page.one("details", _class="dispute").all("form")
    assert (form.attributes["method"], form.attributes["action"]) == ("post", f"/practice/{answered}/1/dispute")
    assert page.one("label", for_="reason").text == "What is wrong with this question?"
    assert disagree(nadia, answered).headers["Location"] == f"/practice/{answered}/1"
    page = read(nadia.shown(f"/practice/{answered}/1"))
    assert not page.all("details", _class="dispute")
    assert "You disagreed with this question; a manager will look at it." in page.text
    assert select(app, "SELECT reason, decision FROM disputes") == [
        {"reason": "The rule says otherwise.", "decision": None}
    ]


def test_an_open_question_offers_no_dispute(nadia, drill):
    """Before the answer, and only watched?"""
    assert "I disagree" not in nadia.shown(f"/practice/{drill}")
    assert "I disagree" not in nadia.shown(f"/practice/{nadia.start(help='watch')}")


def test_a_double_click_is_one_dispute(app, nadia, answered):
    """Is the second one told that it was sent before?"""
    assert disagree(nadia, answered).status_code == disagree(nadia, answered, "Again").status_code == 303
    assert "It was sent before; a manager will look at it." in nadia.shown(f"/practice/{answered}/1")
    assert len(select(app, "SELECT * FROM disputes")) == 1


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * 2001])
def test_a_reason_that_cannot_be_is_refused(app, nadia, answered, reason):
    """With a page that says how long it may be, and nothing written?"""
    before = database_hash(app)
    answer = disagree(nadia, answered, reason)
    assert answer.status_code == 400
    assert "Say what is wrong, in at most 2,000 characters." in answer.text
    assert database_hash(app) == before


def test_a_reason_that_is_too_long_is_not_lost(nadia, answered):
    """Can it be shortened, and not only typed anew?"""
    assert "x" * 2001 in disagree(nadia, answered, "x" * 2001).text


def test_what_fits_into_the_box_fits_into_the_record(nadia, answered):
    """Are 2,000 letters with new lines among them, as the field allows, taken?"""
    typed = ("x" * 99 + "\n") * 19 + "x" * 100
    assert len(typed) == 2000
    assert disagree(nadia, answered, typed.replace("\n", "\r\n")).status_code == 303


def test_only_ones_own_answers(app, nadia, answered):
    """Is another's drill, an unanswered question and one that is not there 404?"""
    omar = Trainee(app, "omar")
    before = select(app, "SELECT * FROM disputes")
    assert disagree(omar, answered).status_code == 404
    for number in (2, 0, 9999, 10**6, 10**30):
        assert disagree(nadia, answered, number=number).status_code in (404, 413), number
    assert nadia.post(f"/practice/{answered}/x/dispute", {"reason": "x"}).status_code == 404
    assert nadia.get(f"/practice/{answered}/1/dispute").status_code == 405
    assert select(app, "SELECT * FROM disputes") == before


@pytest.mark.parametrize("role", [Role.TRAINEE, Role.SUPERVISOR])
def test_disputes_are_for_managers(app, nadia, disputed, role):
    """Do others get 403 for list, page and decision, and no link to them?"""
    visitor = Trainee(app, f"a-{role}", role)
    assert visitor.get("/disputes").status_code == 403
    assert visitor.get(f"/disputes/{disputed}").status_code == 403
    assert visitor.post(f"/disputes/{disputed}", {"decision": "upheld"}).status_code == 403
    assert select(app, "SELECT decision FROM disputes") == [{"decision": None}]
    assert 'href="/disputes"' not in visitor.get("/").text


def test_signed_out_there_are_none(visitor: Visitor, disputed):
    """Is whoever is not signed in led to the sign-in?"""
    for path in ("/disputes", f"/disputes/{disputed}"):
        assert visitor.get(path).headers["Location"].startswith("/sign-in")


def test_the_list_tells_state_question_person_and_time(boss, nadia, disputed):
    """Is it linked from the bar, and each one linked to its page?"""
    assert 'href="/disputes"' in boss.get("/").text
    page = read(boss.shown("/disputes"))
    assert page.rows() == [["Open", BANKER_FOUR.prompt, "Nadia Tester", "2 Nov 2026, 12:00"]]
    assert page.one("tbody").one("a").attributes["href"] == f"/disputes/{disputed}"


def test_an_empty_list_says_so(boss):
    """Is there no empty table?"""
    page = boss.shown("/disputes")
    assert "Nothing is disputed" in page
    assert "<table" not in page


def test_the_page_has_all_a_manager_needs(boss, nadia, disputed):
    """Reason, table, both answers, explanation, source, subject, rules and the touched answers?"""
    page = read(boss.shown(f"/disputes/{disputed}"))
    text = page.text
    for words in (
        *("The rule says otherwise.", "Raised by Nadia Tester on 2 Nov 2026, 12:00"),
        *(BANKER_FOUR.explanation, BANKER_FOUR.citation, SUBJECT, BANKER_FOUR.fingerprint),
        *("Answers it touches: 1", "Withdraw the skill", "The question is right"),
    ):
        assert words in text
    answers_shown = [one.text for one in page.one("dl", _class="sources").all("dd")][:2]
    assert answers_shown == [BANKER_FOUR.text_of(bad(BANKER_FOUR)), BANKER_FOUR.text_of(good(BANKER_FOUR))]
    assert len(page.one("section", _class="felt").all("svg")) == 4


def test_what_is_typed_is_escaped(boss, nadia, answered, app):
    """Is a reason never a tag?"""
    disagree(nadia, answered, "<script>alert(1)</script> & more")
    (row,) = select(app, "SELECT public_id FROM disputes")
    text = boss.get(f"/disputes/{row['public_id']}").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in text


@pytest.mark.parametrize(
    ("decision", "told"),
    [("upheld", "The question stands."), ("withdrawn", "The question will not be asked any more.")],
)
def test_a_decision_is_told_and_final(app, boss, nadia, disputed, decision, told):
    """Are the buttons gone, is the decision on the page, and is a second one 409?"""
    answer = boss.post(f"/disputes/{disputed}", {"decision": decision})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/disputes/{disputed}")
    page = read(boss.shown(f"/disputes/{disputed}"))
    assert told in page.text
    assert f"{decision.capitalize()} by Boss Tester on 2 Nov 2026, 12:00" in page.text
    assert not page.all("button", name="decision")
    before = select(app, "SELECT * FROM disputes")
    assert boss.post(f"/disputes/{disputed}", {"decision": "upheld"}).status_code == 409
    assert select(app, "SELECT * FROM disputes") == before
    assert read(boss.shown("/disputes")).rows()[0][0] == decision.capitalize()


@pytest.mark.parametrize("decision", ["", "maybe", "UPHELD", None])
def test_a_decision_is_one_of_two(app, boss, disputed, decision):
    """Is anything else 400, and nothing decided?"""
    fields = {} if decision is None else {"decision": decision}
    assert boss.post(f"/disputes/{disputed}", fields).status_code == 400
    assert select(app, "SELECT decision FROM disputes") == [{"decision": None}]


def test_a_dispute_that_is_not_there_is_404(boss):
    """For reading and deciding?"""
    assert boss.get("/disputes/" + "x" * 22).status_code == 404
    assert boss.post("/disputes/" + "x" * 22, {"decision": "upheld"}).status_code == 404


def test_nobody_decides_their_own(app, boss):
    """Has the manager who disagrees no buttons, and is the form refused?"""
    drill = boss.start()
    put_question(app, drill, BANKER_FOUR)
    boss.give(drill, good(BANKER_FOUR))
    disagree(boss, drill)
    (row,) = select(app, "SELECT public_id FROM disputes")
    page = read(boss.shown(f"/disputes/{row['public_id']}"))
    assert "Nobody decides their own dispute; ask another manager." in page.text
    assert not page.all("button", name="decision")
    assert boss.post(f"/disputes/{row['public_id']}", {"decision": "upheld"}).status_code == 403
    assert select(app, "SELECT decision FROM disputes") == [{"decision": None}]


def test_a_decision_needs_the_token(app, boss, disputed):
    """Is a forged form refused?"""
    assert boss.send(f"/disputes/{disputed}", {"decision": "upheld"}).status_code == 400
    assert select(app, "SELECT decision FROM disputes") == [{"decision": None}]


def test_a_withdrawn_skill_is_not_asked_any_more(app, boss, nadia, disputed):
    """In ten new drills of its row, by anybody?"""
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    assert all(open_question(app, nadia.start()).skill != SUBJECT for _ in range(10))


def test_a_withdrawn_question_of_the_bank_is_not_asked_any_more(app, boss, nadia):
    """By its own id, which the page shows?"""
    drill = nadia.start(exercise="knowledge", focus="everything", ruleset="nj-minibaccarat")
    question = open_question(app, drill)
    nadia.give(drill, bad(question))
    disagree(nadia, drill)
    (row,) = select(app, "SELECT public_id FROM disputes")
    page = read(boss.shown(f"/disputes/{row['public_id']}"))
    assert "Withdraw the question" in page.text
    assert question.authored in page.text
    boss.post(f"/disputes/{row['public_id']}", {"decision": "withdrawn"})
    assert select(app, "SELECT subject FROM withdrawals") == [{"subject": question.authored}]
    plan = {"exercise": "knowledge", "focus": "everything", "ruleset": "nj-minibaccarat"}
    asked = {open_question(app, nadia.start(**plan)).authored for _ in range(40)}
    assert question.authored not in asked
    assert len(asked) > 5


def test_the_answers_it_touches_are_listed_with_whose_they_are(app, boss, nadia, disputed):
    """And is another's answer to another question not among them?"""
    omar = Trainee(app, "omar")
    drill = omar.start()
    put_question(app, drill, BANKER_FOUR)
    omar.give(drill, good(BANKER_FOUR))
    page = read(boss.shown(f"/disputes/{disputed}"))
    assert [row[1] for row in page.rows()] == ["Omar Tester", "Nadia Tester"]
    assert "Answers it touches: 2" in page.text
    assert len(answers(app)) == 2


def test_the_page_shows_all_the_facts(app, boss, nadia):
    """Wagers, what was said and a transcript: can the manager judge without them?"""
    drill = nadia.start(focus="payment")
    question = open_question(app, drill)
    nadia.give(drill, question.expected[0])
    disagree(nadia, drill)
    (row,) = select(app, "SELECT public_id FROM disputes")
    page = read(boss.shown(f"/disputes/{row['public_id']}"))
    assert page.all("ul", _class="wagers")


def test_who_was_right_to_disagree_is_told(boss, nadia, answered, disputed):
    """Does the verdict say what came of it?"""
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    page = nadia.shown(f"/practice/{answered}/1")
    assert "a manager will look at it" not in page


def test_a_drill_that_cannot_go_on_says_so_without_a_trace(app, nadia, boss, drill):
    """Where everything of its focus was withdrawn, is it no 500?"""
    nadia.give(drill, bad(BANKER_FOUR))
    disagree(nadia, drill)
    for third in ("none", *range(10)):
        sql = "INSERT INTO withdrawals VALUES (?, 1, '2026-11-02T12:00:00.000000+00:00')"
        execute(app, sql, f"punto-banco/banker/4/{third}")
    assert nadia.go_on(drill, 1).status_code == 303
    assert "Missed" in nadia.get(f"/practice/{drill}").text
    assert nadia.post("/practice", PLAN).status_code == 400


def test_a_question_withdrawn_while_it_is_open_says_so_and_lets_one_go_on(app, boss, nadia, disputed):
    """By plain forms: is an answer sent late not graded, does the page tell why, and is Next the only way?"""
    omar = Trainee(app, "omar")
    drill = omar.start(limit="20", help="guided")
    put_question(app, drill, BANKER_FOUR)
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    for _ in range(2):
        answer = omar.give(drill, good(BANKER_FOUR))
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/practice/{drill}")
    shown = omar.shown(f"/practice/{drill}")
    assert "A manager has withdrawn this question" in read(shown).text
    assert not buttons(shown)
    assert "data-deadline-ms" not in shown
    assert "Give me a hint" not in shown
    assert len(answers(app)) == 1
    assert omar.get(f"/practice/{drill}/1").headers["Location"] == f"/practice/{drill}"
    assert omar.go_on(drill, 1).headers["Location"] == f"/practice/{drill}"
    assert open_row(app, drill)["number"] == 2
    assert buttons(omar.shown(f"/practice/{drill}"))


def test_a_drill_in_which_nothing_was_asked_says_so(app, nadia, disputed):
    """Where all ten were withdrawn, is the summary no 500, and is nothing said to have been watched?"""
    drill = nadia.start(focus="banker/4/none")
    sql = "INSERT INTO withdrawals VALUES (?, 1, '2026-11-02T12:00:00.000000+00:00')"
    execute(app, sql, SUBJECT)
    nadia.go_on(drill, 1)
    page = nadia.shown(f"/practice/{drill}")
    assert "Nothing was asked" in page
    assert "A manager has withdrawn what was left to ask." in page
    assert "The same again" not in page


def test_a_drill_that_was_ended_early_says_so(nadia):
    """Is one answer of ten not called every answer of a drill?"""
    drill = nadia.start(focus="banker/4")
    nadia.give(drill, "draw")
    nadia.post(f"/practice/{drill}/end")
    page = nadia.shown(f"/practice/{drill}")
    assert "It was ended before all of it was asked." in page
    assert "The same again" in page


def test_asked_again_a_question_that_lies_open_begins_anew(app, boss, nadia, disputed, clock):
    """Is no hint taken while it is withdrawn, and is the time of before not counted?"""
    omar = Trainee(app, "omar")
    drill = omar.start(limit="5", help="guided")
    put_question(app, drill, BANKER_FOUR)
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    omar.post(f"/practice/{drill}/hint", {"number": "1"})
    assert open_row(app, drill)["hinted"] == 0
    clock.pass_time(hours=1)
    boss.post("/disputes/again", {"subject": SUBJECT})
    clock.pass_time(seconds=2)
    omar.give(drill, good(BANKER_FOUR))
    (answer,) = select(app, "SELECT outcome, hinted FROM answers WHERE latency_ms = 2000")
    assert (answer["outcome"], answer["hinted"]) == ("right", 0)


def test_the_button_says_whose_skill_it_is(boss, disputed):
    """Are all rulesets named that share it?"""
    page = read(boss.shown(f"/disputes/{disputed}"))
    (button,) = page.all("button", value="withdrawn")
    assert " ".join(button.text.split()) == (
        "Withdraw the skill from Mini baccarat, New Jersey; Mini baccarat, New Zealand 1994; Punto banco"
    )


def test_a_second_dispute_is_told_of_the_first(app, boss, nadia, answered, disputed):
    """Does its page say that it was withdrawn, and offer only what is then true?"""
    omar = Trainee(app, "omar")
    drill = omar.start()
    put_question(app, drill, BANKER_FOUR)
    omar.give(drill, bad(BANKER_FOUR))
    disagree(omar, drill)
    (second,) = select(app, "SELECT public_id FROM disputes WHERE public_id != ?", disputed)
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    page = read(boss.shown(f"/disputes/{second['public_id']}"))
    assert "Withdrawn by Boss Tester on 2 Nov 2026, 12:00: it is not asked any more." in page.text
    assert [one.attributes["value"] for one in page.all("button", name="decision")] == ["withdrawn"]
    assert boss.post(f"/disputes/{second['public_id']}", {"decision": "upheld"}).status_code == 409


def test_what_is_withdrawn_is_listed_and_asked_again(app, boss, nadia, disputed):
    """By a button of the list, once, and is the dispute's page told?"""
    assert "Ask it again" not in boss.shown("/disputes")
    boss.post(f"/disputes/{disputed}", {"decision": "withdrawn"})
    page = read(boss.shown("/disputes"))
    (form,) = [one for one in page.all("form") if one.attributes["action"] == "/disputes/again"]
    assert "Banker 4, no third card" in page.one("ul", class_="tasks").text
    assert form.one("input", name="subject").attributes["value"] == SUBJECT
    for told in ("It is asked again.", "It is not withdrawn any more."):
        answer = boss.post("/disputes/again", {"subject": SUBJECT})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/disputes")
        assert told in boss.shown("/disputes")
    assert select(app, "SELECT * FROM withdrawals") == []
    assert "it is asked again" in read(boss.shown(f"/disputes/{disputed}")).text
    assert nadia.post("/disputes/again", {"subject": SUBJECT}).status_code == 403


BROKEN = """
[[question]]
id = "no-key"
skill = "punto-banco/knowledge/magic"
prompt = "Which?"
options = ["This", "That"]
explanation = "So it is."
source = "tableau x"
provenance = "text"
"""


@pytest.fixture
def broken(checkout):
    """A checkout whose bank has errors in two files, and the lines of the broken question there."""
    path = checkout / "question_bank" / "punto-banco.toml"
    lines = len(path.read_text(encoding="utf-8").splitlines())
    with path.open("a", encoding="utf-8") as file:
        file.write(BROKEN)
    (checkout / "question_bank" / "zz-more.toml").write_text('ruleset = "roulette"\n', encoding="utf-8")
    return checkout, lines


def test_questions_check_tells_every_error_on_standard_error(broken, terminal):
    """With file and line, nothing on standard output, and exit code 2?"""
    checkout, lines = broken
    ended = subprocess.run(
        [BIN / "flask", "questions", "check"],
        cwd=checkout,
        env=terminal,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    told = ended.stderr.removeprefix("Error: ").splitlines()
    assert [line.partition(";")[0] for line in told] == [
        f"punto-banco.toml:{lines + 2}: key: missing",
        f"punto-banco.toml:{lines + 4}: skill: unknown skill 'punto-banco/knowledge/magic'",
        "zz-more.toml:1: ruleset: 'roulette'",
        "zz-more.toml:1: there are no [[question]] tables",
    ]
    assert "Traceback" not in ended.stderr


def test_no_server_starts_with_a_broken_bank(broken, terminal, database):
    """Is the file named, in words, and the exit code not 0?"""
    checkout, lines = broken
    settings = {"THIRD_CARD_DATABASE": str(database), "THIRD_CARD_INSTANCE": str(database.parent)}
    settings |= {"THIRD_CARD_SECRET": "Vq3mZ0x8pL1sT6rY4wN9bK2hJ7cF5dGa", "THIRD_CARD_HTTPS": "off"}
    for command in ([BIN / "flask", "run", "--port", "1"], [BIN / "python", "-c", "import app; app.create_app()"]):
        ended = subprocess.run(
            command, cwd=checkout, env=terminal | settings, capture_output=True, text=True, timeout=PATIENCE
        )
        assert ended.returncode != 0
        assert f"punto-banco.toml:{lines + 2}: key: missing" in ended.stderr
        assert "Traceback" not in ended.stderr


def test_questions_check_counts_a_bank_that_is_in_order(app):
    """How many there are, for each ruleset, without database or secret?"""
    result = app.test_cli_runner().invoke(args=["questions", "check"])
    assert (result.exit_code, result.stderr) == (0, "")
    first, *per = result.stdout.splitlines()
    numbers = {name: int(number) for name, number in (line.split() for line in per)}
    assert set(numbers) == {"chemin-de-fer", "nj-minibaccarat", "nz-mini-1994", "punto-banco"}
    assert first == f"{sum(numbers.values())} questions and {first.split()[3]} terms are in order:"
    assert int(first.split()[3]) >= 40
    told = json.loads(app.test_cli_runner().invoke(args=["questions", "check", "--json"]).stdout)
    assert told == {"questions": sum(numbers.values()), "terms": int(first.split()[3]), "asked": numbers}
