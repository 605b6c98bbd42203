"""A drill as a trainee does it: choosing, answering, verdict, summary."""

import re
from html import unescape

import pytest

from tests.web.drill_support import (
    BANKER_FOUR,
    PLAN,
    Trainee,
    answers,
    bad,
    buttons,
    good,
    make,
    open_question,
    open_row,
    put_question,
    select,
    words,
)
from tests.web.html import read
from training.quiz.foci import foci_of
from training.quiz.skills import skills_of
from training.rules.rulesets import load_rulesets

# --- the way through


def test_a_trainee_answers_sees_the_verdict_and_goes_on(app, nadia):
    """Does the way lead from the choice over question, verdict and next question?"""
    drill = nadia.start(focus="banker/6")
    question = open_question(app, drill)
    text = nadia.shown(f"/practice/{drill}")
    assert "1 of 10" in text
    assert "Banker’s hand: draw or stand?" in text
    assert buttons(text) == ["draw", "stand"]
    assert "Banker 6" in text
    assert question.explanation not in unescape(text)
    answer = nadia.give(drill, good(question))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/practice/{drill}/1")
    text = unescape(nadia.shown(f"/practice/{drill}/1"))
    assert "Right. Banker " in text
    assert question.explanation in words(text)
    assert question.citation in text
    assert text.count('class="tone-draw lit"') + text.count('class="tone-stand lit"') == 1
    assert buttons(text) == []
    answer = nadia.go_on(drill, 1)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/practice/{drill}")
    assert "2 of 10" in nadia.shown(f"/practice/{drill}")


def test_a_wrong_answer_is_told_why(app, nadia, drill):
    """Are the answer given, the right one, the rule and the belief behind the mistake on the page?"""
    nadia.give(drill, "stand")
    text = unescape(nadia.shown(f"/practice/{drill}/1"))
    assert "Not right. Banker draws." in text
    assert re.search(r"Your answer</dt>\s*<dd>\s*Stand\s*</dd>", text)
    assert re.search(r"Right answer</dt>\s*<dd>\s*<b>Draw</b>\s*</dd>", text)
    assert BANKER_FOUR.explanation in words(text)
    assert "A third card worth zero is not the same as no third card." in text
    assert "“No third card” is taken for zero" in text
    assert "answered in 0.0 s" in text


def test_a_drill_ends_with_a_summary_of_what_was_missed(app, nadia):
    """Are the sums right, each miss listed with its verdict's page, and the same drill offered again?"""
    drill = nadia.start(focus="hard-cells", limit="20", counts="yes")
    nadia.finish(drill, wrong=lambda number: number in (3, 7))
    text = unescape(nadia.shown(f"/practice/{drill}"))
    assert "8 of 10 right" in text
    assert re.findall(r'<a href="(/practice/[^"]+/\d+)">', text) == [f"/practice/{drill}/3", f"/practice/{drill}/7"]
    for number in (3, 7):
        assert "Not right." in nadia.shown(f"/practice/{drill}/{number}")
    again = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))
    assert again.pop("csrf_token")
    assert again == {
        "ruleset": "punto-banco",
        "exercise": "questions",
        "focus": "hard-cells",
        "length": "10",
        "limit": "20",
        "help": "alone",
        "counts": "yes",
    }
    answer = nadia.post("/practice", again)
    assert answer.status_code == 303
    row = open_row(app, answer.headers["Location"].rpartition("/")[2])
    assert (row["focus"], row["length"], row["limit_seconds"], row["show_counts"]) == ("hard-cells", 10, 20, 1)


def test_a_drill_without_a_miss_says_so(nadia):
    """Is a perfect drill told as one, without an empty list?"""
    drill = nadia.start(focus="outcome")
    nadia.finish(drill)
    text = nadia.shown(f"/practice/{drill}")
    assert "10 of 10 right" in text
    assert "Nothing missed" in text


def test_what_mistakes_have_in_common_is_named_when_it_comes_twice(app, nadia):
    """Does the summary tell a pattern from a slip?"""
    drill = nadia.start(focus="banker/4/none")
    nadia.finish(drill, wrong=lambda number: number < 4)
    text = unescape(nadia.shown(f"/practice/{drill}"))
    assert "What your mistakes have in common" in text
    assert re.search(r"“No third card” is taken for zero\s*<span class=\"badge\">3×</span>", text)


SKILLS = [
    (ruleset.id, next(skill.id for skill in skills_of(ruleset) if skill.subject.__class__ is subject))
    for ruleset in load_rulesets().values()
    for subject in dict.fromkeys(skill.subject.__class__ for skill in skills_of(ruleset))
]


@pytest.mark.parametrize("ruleset_id", list(load_rulesets()))
def test_every_kind_of_question_can_be_asked_answered_and_explained(app, nadia, ruleset_id):
    """Do question, right verdict, wrong verdict and summary come out whole for each kind in the game?"""
    skills = [skill for ruleset, skill in SKILLS if ruleset == ruleset_id]
    for skill in skills:
        drill = nadia.start(ruleset=ruleset_id, focus="everything")
        for number, choose in ((1, bad), (2, good)):
            question = make(ruleset_id, skill)
            put_question(app, drill, question)
            text = unescape(nadia.shown(f"/practice/{drill}"))
            assert question.prompt in words(text)
            assert [one for one in buttons(text) if one] == [option.id for option in question.options]
            assert len(re.findall('<svg class="card ', text)) >= len((*question.facts.player, *question.facts.banker))
            for said in question.facts.said:
                assert f'<q class="said-call" lang="en" dir="auto">{said.call}</q>' in text
            assert nadia.give(drill, choose(question), number).status_code == 303
            text = unescape(nadia.shown(f"/practice/{drill}/{number}"))
            assert ("Not right." if choose is bad else "Right.") in text, skill
            assert question.explanation in words(text)
            assert question.citation in text
            nadia.go_on(drill, number)
    assert [row["outcome"] for row in answers(app)] == ["wrong", "right"] * len(skills)


def test_both_answers_are_right_where_the_choice_is_free(app, nadia):
    """Is it said that the choice was free, whichever was taken?"""
    question = make("chemin-de-fer", "chemin-de-fer/banker/3/9")
    for given in ("draw", "stand"):
        drill = nadia.start(ruleset="chemin-de-fer", focus="banker/3/9")
        put_question(app, drill, question)
        nadia.give(drill, given)
        text = nadia.shown(f"/practice/{drill}/1")
        assert "Right. Banker may draw or stand." in text
        assert "both answers are right" in text
        assert "reconstructed" in text


def test_a26_a_count_of_zero_is_an_answer(app, nadia):
    """Is 0 a button, an answer and right?"""
    drill = nadia.start(focus="count")
    put_question(app, drill, make("punto-banco", "punto-banco/count", lambda made: made.expected == ("0",)))
    assert buttons(nadia.shown(f"/practice/{drill}")) == list("0123456789")
    nadia.give(drill, "0")
    assert "Right. The count is 0." in nadia.shown(f"/practice/{drill}/1")
    assert answers(app)[0] | {"latency_ms": 0} == {"number": 1, "given": "0", "outcome": "right", "latency_ms": 0}


@pytest.mark.parametrize(
    ("counts", "focus", "shown"), [("yes", "banker/4", 2), ("no", "banker/4", 0), ("yes", "count", 0)]
)
def test_point_counts_are_shown_only_when_wanted_and_not_where_they_are_asked(nadia, counts, focus, shown):
    """Is the help a help, and no key to the question?"""
    drill = nadia.start(counts=counts, focus=focus)
    assert nadia.shown(f"/practice/{drill}").count("Count <b>") == shown


def test_an_open_drill_is_offered_again(nadia, drill):
    """Does who comes back find the drill where it was?"""
    assert f'href="/practice/{drill}"' in nadia.shown("/practice")
    assert f'href="/practice/{drill}"' in nadia.shown("/")
    nadia.finish(drill)
    assert f'href="/practice/{drill}"' not in nadia.shown("/practice")
    assert f'href="/practice/{drill}"' not in nadia.shown("/")


# --- choosing


@pytest.mark.parametrize("ruleset_id", list(load_rulesets()))
def test_everything_that_is_offered_can_be_started(app, nadia, ruleset_id):
    """Does each radio button of the page lead to a drill?"""
    text = nadia.shown(f"/practice?ruleset={ruleset_id}")
    offered = {name: re.findall(rf'name="{name}"\s+value="([^"]*)"', text) for name in ("focus", "length", "limit")}
    assert offered["focus"] == list(foci_of(load_rulesets()[ruleset_id]))
    assert offered["length"] == ["10", "20", "40", "88"]
    assert offered["limit"] == ["none", "20", "10", "5"]
    for focus in offered["focus"][::20]:
        nadia.start(ruleset=ruleset_id, focus=focus)
    for length in offered["length"]:
        nadia.start(length=length)
    for limit in offered["limit"]:
        nadia.start(limit=limit)
    kept = select(app, "SELECT DISTINCT length, limit_seconds FROM drills ORDER BY 1, 2")
    assert {row["length"] for row in kept} == {10, 20, 40, 88}
    assert {row["limit_seconds"] for row in kept} == {None, 20, 10, 5}


MISTAKES = [
    ({"focus": "banker/9"}, "focus", "“banker/9” cannot be practised with these rules"),
    ({"focus": ""}, "focus", "Choose what to practise."),
    ({"focus": None}, "focus", "Choose what to practise."),
    ({"length": "15"}, "length", "Choose how many: 10, 20, 40, 88."),
    ({"length": ""}, "length", "Choose how many"),
    ({"length": None}, "length", "Choose how many"),
    ({"length": "1e1"}, "length", "Choose how many"),
    ({"length": " 10"}, "length", "Choose how many"),
    ({"length": "٢٠"}, "length", "Choose how many"),
    ({"length": "9" * 40}, "length", "Choose how many"),
    ({"limit": "7"}, "limit", "Choose the time for each question."),
    ({"limit": "0"}, "limit", "Choose the time for each question."),
    ({"limit": "-5"}, "limit", "Choose the time for each question."),
    ({"limit": None}, "limit", "Choose the time for each question."),
]


def test_a_choice_that_is_not_offered_is_told_at_its_field(app, nadia):
    """Does a mistaken or forged choice come back with the rest of it kept, and start nothing?"""
    for changes, field, told in MISTAKES:
        fields = {name: value for name, value in (PLAN | {"length": "40"} | changes).items() if value is not None}
        answer = nadia.post("/practice", fields)
        assert answer.status_code == 400, changes
        text = unescape(answer.text)
        assert text.count(told) == 2, changes
        assert f'<a href="#{field}">' in text
        assert re.search(rf'<fieldset [^>]*id="{field}"', text)
        assert "<title>Error: " in answer.text
        for kept in {"focus", "length", "limit"} - {field}:
            assert re.search(rf'name="{kept}"\s+value="{re.escape(fields[kept])}"\s+checked', text), (changes, kept)
    assert select(app, "SELECT * FROM drills") == []


def test_unknown_rules_are_not_found(app, nadia):
    """Is a ruleset that is not there a page that says so, wherever it is named?"""
    for ruleset_id in ("bridge", "Punto-Banco", "../punto-banco", "<script>alert", "x" * 5000):
        assert nadia.post("/practice", PLAN | {"ruleset": ruleset_id}).status_code == 404
        for path in ("/practice", "/progress"):
            answer = nadia.client.get(path, query_string={"ruleset": ruleset_id})
            assert answer.status_code == 404
            assert "<script>alert" not in answer.text
    assert select(app, "SELECT * FROM drills") == []


def test_an_unknown_focus_in_a_link_chooses_everything(nadia):
    """Does an old link to the choice still open it?"""
    text = nadia.shown("/practice?focus=gone")
    assert re.search(r'value="everything"\s+checked', text)
    assert re.search(r'value="banker/4/none"\s+checked', nadia.shown("/practice?focus=banker/4/none"))


def test_e20_what_was_typed_is_text(nadia):
    """Is markup in a refused choice shown, not obeyed?"""
    hostile = "<img src=x onerror=alert(1)>\"'{{7*7}}"
    answer = nadia.post("/practice", PLAN | {"focus": hostile, "length": hostile, "limit": hostile})
    assert answer.status_code == 400
    assert "<img src=x" not in answer.text
    assert "&lt;img src=x onerror=alert(1)&gt;" in answer.text
    assert "{{7*7}}" in answer.text


HOUSE = 'id = "house"\nextends = "chemin-de-fer"\ntitle = "House"\ngame = "g"\njurisdiction = "j"\nversion = "1"\n'
ALL_DRAW = "".join(
    f"[banker.{banker}]\n" + "".join(f'{third} = "draw"\n' for third in ("none", *range(10))) for banker in range(8)
)


def test_an_exercise_of_which_there_is_nothing_is_not_offered(make_app, tmp_path):
    """Where a house always draws, are there no contrast pairs, and is a forged form told so?"""
    (tmp_path / "house.toml").write_text(HOUSE + ALL_DRAW, encoding="utf-8")
    nadia = Trainee(make_app(RULESETS=tmp_path))
    for query in ("", "&exercise=pairs"):
        page = read(nadia.shown(f"/practice?ruleset=house{query}"))
        titles = [one.one("b").text for one in page.all("a", class_="exercise")]
        assert titles == ["Single questions", "Whole coups", "Find the fault", "Who, what and why"]
        assert page.one("input", name="exercise").attributes["value"] == "questions"
    plan = {"ruleset": "house", "exercise": "pairs", "focus": "everything", "length": "10"}
    answer = nadia.post("/practice", PLAN | plan)
    assert answer.status_code == 400
    assert "“everything” cannot be practised with these rules" in answer.text


def test_the_bank_is_practised_by_topic(app, nadia):
    """Are the topics choices, with how many questions each has, and is nothing else asked?"""
    page = read(nadia.shown("/practice?exercise=knowledge"))
    values = [one.attributes["value"] for one in page.all("input", name="focus")]
    assert values == ["everything", "people", "drawing", "calls", "payment"]
    drill = nadia.start(exercise="knowledge", focus="payment")
    assert open_question(app, drill).skill == "punto-banco/knowledge/payment"
    assert "About payment" in nadia.shown(f"/practice/{drill}")


def test_after_a_clean_drill_something_else_is_next(nadia):
    """Does one more press of Enter not repeat what is known, but what was missed?"""
    focused = {}
    for name, wrong in {"clean": lambda number: False, "missed": lambda number: number == 3}.items():
        drill = nadia.start()
        nadia.finish(drill, wrong)
        actions = read(nadia.shown(f"/practice/{drill}")).one("div", class_="actions")
        focused[name] = [one.text for one in actions.walk() if "autofocus" in one.attributes]
    assert focused == {"clean": ["Something else"], "missed": ["The same again"]}
