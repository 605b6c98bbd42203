"""One answer a question, whatever arrives; and nothing tells the key before it."""

import re
import threading
from dataclasses import replace

from flask import session

from tests.web.drill_support import (
    BANKER_FOUR,
    FIRST_STANDS,
    answers,
    buttons,
    database_hash,
    make,
    open_question,
    open_row,
    put_question,
    select,
    without_tokens,
)
from tests.web.support import Visitor
from training.quiz.questions import Option
from training.web.config import ROOT

# --- one answer a question


def test_a1_a_double_click_is_one_answer_and_the_same_page(app, nadia, drill):
    """Does the second of two equal posts land on the verdict, too?"""
    first, second = nadia.give(drill, "draw"), nadia.give(drill, "draw")
    assert (first.status_code, second.status_code) == (303, 303)
    assert second.headers["Location"].partition("?")[0] == first.headers["Location"]
    assert len(answers(app)) == 1
    plain, noted = nadia.shown(first.headers["Location"]), nadia.shown(second.headers["Location"])
    assert FIRST_STANDS not in plain
    assert FIRST_STANDS in noted


def test_a1_eight_browsers_with_one_form_leave_one_answer(app, nadia):
    """Do eight requests at the same moment all get an answer, never an error, and leave one row each round?"""
    rounds, clients = 9, 8
    drill = nadia.start(focus="banker")
    cookie = nadia.cookie(app)
    barrier, statuses = threading.Barrier(clients, timeout=60), []

    def send():
        visitor = Visitor(app)
        visitor.client.set_cookie(app.config["SESSION_COOKIE_NAME"], cookie)
        for number in range(1, rounds + 1):
            fields = {"csrf_token": nadia.kept_token, "number": number, "answer": "draw"}
            barrier.wait()
            statuses.append(visitor.send(f"/practice/{drill}", fields).status_code)
            if barrier.wait() == 0:
                nadia.go_on(drill, number)
            barrier.wait()

    threads = [threading.Thread(target=send) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [303] * rounds * clients
    assert [(row["number"], row["given"]) for row in answers(app)] == [(n, "draw") for n in range(1, rounds + 1)]


def test_a4_the_first_answer_stands_and_the_page_says_so(app, nadia, drill):
    """Does going Back after the verdict and answering better change nothing?"""
    nadia.give(drill, "stand")
    again = nadia.give(drill, "draw")
    text = nadia.get(again.headers["Location"]).text
    assert FIRST_STANDS in text
    assert "Not right." in text
    assert [row["given"] for row in answers(app)] == ["stand"]
    nadia.go_on(drill, 1)
    later = nadia.give(drill, "draw", 1)
    assert later.headers["Location"] == f"/practice/{drill}/1?again=1"
    assert [row["given"] for row in answers(app)] == ["stand"]
    assert "2 of 10" in nadia.shown(f"/practice/{drill}")


def test_a5_a_question_that_is_not_open_is_a_conflict(app, nadia, drill):
    """Is nothing written, and the question that is open shown with its answers?"""
    before = database_hash(app)
    for number in ("2", "3", "10", "11", "999"):
        answer = nadia.give(drill, "draw", number)
        assert answer.status_code == 409
        assert f"Question {number} is not open; question 1 is." in answer.text
        assert buttons(answer.text) == ["draw", "stand"]
    assert database_hash(app) == before
    nadia.give(drill, "draw")
    answer = nadia.give(drill, "draw", 2)
    assert answer.status_code == 409
    assert buttons(answer.text) == []
    assert f'href="/practice/{drill}"' in answer.text


def test_a6_a_page_from_before_does_not_answer_the_open_question(app, nadia, drill):
    """Does a page kept in a second tab lead to its own verdict and leave the open question open?"""
    nadia.give(drill, "draw")
    nadia.go_on(drill, 1)
    before = database_hash(app)
    answer = nadia.give(drill, "stand", 1)
    assert answer.headers["Location"] == f"/practice/{drill}/1?again=1"
    assert database_hash(app) == before


def test_going_on_twice_or_too_early_changes_nothing(app, nadia, drill):
    """Does Next without an answer show the open question, and Next twice the same second one?"""
    before = database_hash(app)
    assert nadia.go_on(drill, 1).headers["Location"] == f"/practice/{drill}"
    assert database_hash(app) == before
    nadia.give(drill, "draw")
    nadia.go_on(drill, 1)
    second = nadia.shown(f"/practice/{drill}")
    for number in (1, 1, 2, 5, 999):
        assert nadia.go_on(drill, number).status_code == 303
    assert nadia.shown(f"/practice/{drill}") == second


def test_a11_thirty_looks_show_the_same_question(nadia, drill):
    """Is the page byte for byte the same, but for the token of its forms?"""
    assert len({nadia.shown(f"/practice/{drill}") for _ in range(30)}) == 1


def test_an_answered_question_leads_to_its_verdict(nadia, drill):
    """Does opening the drill again not ask what was answered, nor the verdict's address tell before the answer?"""
    early = nadia.get(f"/practice/{drill}/1")
    assert (early.status_code, early.headers["Location"]) == (303, f"/practice/{drill}")
    nadia.give(drill, "draw")
    answer = nadia.get(f"/practice/{drill}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/practice/{drill}/1")


def test_a_finished_drill_takes_nothing_more(app, nadia, drill):
    """Do replayed answers and nexts after the end leave everything as it was (A20)?"""
    nadia.finish(drill)
    before = database_hash(app)
    for number in range(1, 11):
        assert nadia.give(drill, "stand", number).headers["Location"] == f"/practice/{drill}/{number}?again=1"
        assert nadia.go_on(drill, number).headers["Location"] == f"/practice/{drill}"
    assert nadia.give(drill, "draw", 11).status_code == 409
    assert nadia.give(drill, "maybe", 10).status_code in (303, 400)
    assert database_hash(app) == before
    assert "10 of 10 right" in nadia.shown(f"/practice/{drill}")


# --- what is no answer


NO_ANSWERS = (None, "", "maybe", "Draw", "draw ", " draw", "DRAW", "0", "draw;stand", "dräw", "x" * 9000)


def test_a29_no_answer_and_unknown_answers_are_asked_again(app, nadia, drill):
    """Is what is none of the options never graded, and the same question still open?"""
    question_page = nadia.shown(f"/practice/{drill}")
    before = database_hash(app)
    for given in NO_ANSWERS:
        answer = nadia.give(drill, given)
        assert answer.status_code == 400, given
        assert "Choose one of the answers." in answer.text
        assert buttons(answer.text) == ["draw", "stand"]
    assert database_hash(app) == before
    assert nadia.shown(f"/practice/{drill}") == question_page
    assert nadia.give(drill, "draw").status_code == 303


ODD_NUMBERS = (
    *("", "٣", "７", "１", "+1", "-0", "-1", "1_0", "1e0", " 1 ", "1 ", "\t1"),
    *("9" * 30, "NaN", "1.0", "0x1", "one", "1,2", "¹", None),
)


def test_a27_odd_spellings_of_a_number_are_asked_again(app, nadia, drill):
    """Are only a few plain digits a number, the rest neither an answer nor an error of ours?"""
    before = database_hash(app)
    for number in ODD_NUMBERS:
        fields = {} if number is None else {"number": number}
        answer = nadia.post(f"/practice/{drill}", {"answer": "draw"} | fields)
        assert answer.status_code == 400, number
        assert nadia.post(f"/practice/{drill}/next", fields).status_code == 400, number
    assert database_hash(app) == before


def test_question_zero_is_not_found(app, nadia, drill):
    """Is a number before the first question nothing that was answered?"""
    before = database_hash(app)
    for number in ("0", "00", "000"):
        answer = nadia.give(drill, "draw", number)
        if answer.status_code == 303:
            answer = nadia.get(answer.headers["Location"])
        assert answer.status_code in (400, 404, 409)
    assert database_hash(app) == before


def test_a27_a_count_is_one_of_the_buttons(app, nadia):
    """Is another spelling of the right count asked again, not told wrong?"""
    drill = nadia.start(focus="count")
    put_question(app, drill, make("punto-banco", "punto-banco/count", lambda made: made.expected == ("4",)))
    for spelt in ("٤", "４", "+4", "04", "4 ", "4.0", "four", "4_", "1e0"):
        assert nadia.give(drill, spelt).status_code == 400, spelt
    assert answers(app) == []
    nadia.give(drill, "4")
    assert answers(app)[0]["outcome"] == "right"


TWICE = (
    "answer=draw&answer=stand&number=1",
    "answer=stand&answer=draw&number=1",
    "answer=draw&number=1&number=1",
    "answer=draw&number=1&number=2",
    "answer=draw&answer=draw&number=1",
)


def test_a28_a_field_sent_twice_is_refused(app, nadia, drill):
    """Does the first of two values not win silently?"""
    before = database_hash(app)
    for body in TWICE:
        answer = nadia.client.post(
            f"/practice/{drill}",
            data=f"csrf_token={nadia.kept_token}&{body}",
            content_type="application/x-www-form-urlencoded",
            headers={"Referer": "http://localhost/"},
        )
        assert answer.status_code == 400, body
    assert database_hash(app) == before
    assert nadia.give(drill, "draw").status_code == 303


def test_a13_what_a_browser_adds_is_ignored(app, nadia, drill):
    """Do a score, a key, a time or another person in the form change nothing?"""
    extra = {
        "score": 100,
        "passed": 1,
        "correct": "stand",
        "expected": "stand",
        "outcome": "right",
        "right": 99,
        "latency_ms": 1,
        "answered_at": "2020-01-01T00:00:00+00:00",
        "person_id": 99,
        "drill_id": 99,
        "question": "{}",
        "mode": "exam",
        "length": 1,
    }
    nadia.give(drill, "stand", **extra)
    nadia.post(f"/practice/{drill}/next", {"number": 1, "question": "{}", "skill": "punto-banco/natural", "length": 1})
    (row,) = select(app, "SELECT * FROM answers")
    assert (row["person_id"], row["outcome"], row["given"], row["mode"]) == (
        nadia.person.id,
        "wrong",
        "stand",
        "questions",
    )
    assert row["answered_at"] == "2026-11-02T12:00:00.000000+00:00"
    assert open_row(app, drill)["length"] == 10
    assert open_question(app, drill).skill.startswith("punto-banco/banker/4/")
    started = nadia.start(person_id="99", number="9", show_counts="1", finished_at="x", public_id="mine")
    assert open_row(app, started)["person_id"] == nadia.person.id


# --- the key


def test_a14_nothing_tells_the_key_before_the_answer(app, nadia, drill):
    """Do questions that differ in nothing but their keys, and all that explains them, give equal pages and headers?"""
    words = ("abc", "bcd", "cde", "def")
    seen = set()
    for expected in words:
        question = replace(
            BANKER_FOUR,
            options=tuple(Option(word, f"Words of {word}") for word in words),
            expected=(expected,),
            skill=f"punto-banco/banker/4/{words.index(expected)}",
            citation=f"Citation of {expected}",
            explanation=f"Because of {expected}",
            hint=f"Hint of {expected}",
            fingerprint=expected * 8,
        )
        put_question(app, drill, question)
        asked, refused = nadia.get(f"/practice/{drill}"), nadia.give(drill, "none of them")
        headers = [
            sorted(set(answer.headers) - {("Set-Cookie", cookie) for cookie in answer.headers.getlist("Set-Cookie")})
            for answer in (asked, refused)
        ]
        seen.add((without_tokens(asked.text), without_tokens(refused.text), str(headers)))
        for secret in ("Because of", "Citation of", "Hint of", "expected", expected * 8, question.skill):
            assert secret not in asked.text
            assert secret not in refused.text
    assert len(seen) == 1


def test_a14_the_cookie_holds_no_question(app, nadia, drill):
    """Is the signed, readable cookie free of everything about the drill?"""
    nadia.get(f"/practice/{drill}")
    cookie = f"{app.config['SESSION_COOKIE_NAME']}={nadia.cookie(app)}"
    with app.test_request_context(headers={"Cookie": cookie}):
        assert set(session) == {"_user_id", "_fresh", "_id", "_permanent", "csrf_token", "renewed"}


def test_a14_no_script_that_is_served_knows_the_rules():
    """Is nothing of the drawing rule in what the browser runs?"""
    for path in (ROOT / "static" / "js").iterdir():
        assert not re.search(r"stand|natural|banker|tableau|expected", path.read_text(), re.IGNORECASE), path
