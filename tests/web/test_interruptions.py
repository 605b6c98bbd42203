"""Time, other people, signing out, busy databases and changed rules in the middle of a drill."""

import re
import sqlite3

from tests.web.drill_support import (
    BANKER_FOUR,
    Trainee,
    answers,
    bad,
    database_hash,
    form_in,
    good,
    open_question,
    put_question,
    select,
    without_tokens,
    words,
)
from tests.web.support import wait_shortly
from training.records.people import Role

# --- time


def test_the_time_left_is_counted_from_when_the_question_was_asked(nadia, clock):
    """Does a reload not give the time again (B6)?"""
    drill = nadia.start(limit="20")
    left = []
    for _ in range(4):
        left += re.findall(r'data-deadline-ms="(\d+)"', nadia.shown(f"/practice/{drill}"))
        clock.pass_time(seconds=8)
    assert left == ["20000", "12000", "4000", "0"]


def test_without_a_limit_no_time_is_shown(nadia, drill):
    """Is a drill without a limit without a clock?"""
    text = nadia.shown(f"/practice/{drill}")
    assert "data-deadline-ms" not in text
    assert "data-timer" not in text


LATE = (
    (4.9, "draw", "Right."),
    (6.4, "draw", "Right."),
    (6.6, "draw", "Too late."),
    (6.6, "stand", "Too late."),
    (6.6, None, "Too late."),
    (5.1, None, "Too late."),
    (3600, None, "Too late."),
)


def test_b2_a_late_answer_is_too_late_and_told_so(app, nadia, clock):
    """What does the server say round the limit of 5 s, with an answer and with the timer's empty form?"""
    for seconds, given, headline in LATE:
        drill = nadia.start(limit="5")
        put_question(app, drill, BANKER_FOUR)
        clock.pass_time(seconds=seconds)
        assert nadia.give(drill, given).status_code == 303, seconds
        text = nadia.shown(f"/practice/{drill}/1")
        assert f"{headline} Banker draws." in text, seconds
        assert BANKER_FOUR.explanation in words(text)


def test_too_late_is_counted_apart_in_the_summary(app, nadia, clock):
    """Are right, wrong and too late three numbers that add up?"""
    drill = nadia.start(limit="5", focus="banker/4")
    for number in range(1, 11):
        question = open_question(app, drill)
        clock.pass_time(seconds=9 if number <= 2 else 1)
        nadia.give(drill, bad(question) if number == 3 else good(question), number)
        nadia.go_on(drill, number)
    text = nadia.shown(f"/practice/{drill}")
    assert re.findall(r"<b>(\d+)</b> (right|wrong|too late)", text) == [
        ("7", "right"),
        ("1", "wrong"),
        ("2", "too late"),
    ]
    assert "no answer" not in text


# --- whose drill


def test_a21_somebody_elses_drill_is_not_there(app, nadia, drill):
    """Do others get the page of a drill that never was, and the audit the four requests for one that is?"""
    open_page = nadia.shown(f"/practice/{drill}")
    for username, role in (("other", Role.TRAINEE), ("super", Role.SUPERVISOR), ("boss", Role.MANAGER)):
        stranger = Trainee(app, username, role)
        told = {}
        for wanted in (drill, "x" * 24):
            before = refusals(app)
            got = [
                stranger.get(f"/practice/{wanted}"),
                stranger.get(f"/practice/{wanted}/1"),
                stranger.give(wanted, "draw"),
                stranger.post(f"/practice/{wanted}/hint", {"number": 1}),
                stranger.post(f"/practice/{wanted}/1/dispute", {"reason": "why?"}),
                stranger.go_on(wanted, 1),
            ]
            assert [answer.status_code for answer in got] == [404] * 6
            assert all("There is no such drill among yours." in answer.text for answer in got)
            told[wanted] = [REFERENCE.sub("", without_tokens(answer.text)) for answer in got]
            names = ("show", "verdict", "answer", "hint", "dispute", "next_question")
            written = [(stranger.person.public_id, f"practice.{name}") for name in names]
            assert refusals(app) == before + (written if wanted == drill else [])
        assert told[drill] == told["x" * 24]
    assert answers(app) == []
    assert nadia.shown(f"/practice/{drill}") == open_page


REFERENCE = re.compile(r"<code>[0-9a-f]{8}</code>")


def refusals(app):
    found = select(
        app, "SELECT actor, detail ->> 'endpoint' AS e FROM audit WHERE event = 'access-refused' ORDER BY seq"
    )
    return [(row["actor"], row["e"]) for row in found]


def test_a_question_that_was_never_asked_is_not_found(nadia, drill):
    """Is any number that is no question of the drill a page that says so, however large, and what is no number, too?"""
    wrong = ("0", "2", "11", "999", "9" * 18, "9" * 19, "9" * 40, "-1", "one", "1.5", "1/2")
    found = {number: nadia.get(f"/practice/{drill}/{number}").status_code for number in wrong}
    assert found == dict.fromkeys(wrong, 404)
    assert nadia.post(f"/practice/{drill}/{'9' * 30}/dispute", {"reason": "why?"}).status_code == 404


# --- signed out in the middle


def test_a9_an_answer_sent_while_signed_out_is_not_counted_and_the_question_is_offered_again(app, nadia, drill, clock):
    """After signing in, is the same question open, and nothing recorded as blank?"""
    question_page = nadia.shown(f"/practice/{drill}")
    clock.pass_time(hours=4)
    before = database_hash(app)
    answer = nadia.give(drill, "draw")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/sign-in?")
    assert database_hash(app) == before
    page = nadia.get(answer.headers["Location"])
    assert "it was not counted" in page.text
    del nadia.kept_token
    back = nadia.post(answer.headers["Location"], {"username": "nadia", "password": "bamodu-kelino-tafise"})
    assert (back.status_code, back.headers["Location"]) == (303, f"/practice/{drill}")
    assert nadia.shown(f"/practice/{drill}") == question_page
    assert answers(app) == []
    assert nadia.give(drill, "draw").status_code == 303
    assert [row["outcome"] for row in answers(app)] == ["right"]


def test_a8_what_was_answered_before_the_sign_in_ended_is_kept(app, nadia, drill, clock):
    """Does a drill go on after a lunch break with its answers?"""
    nadia.give(drill, "draw")
    clock.pass_time(hours=4)
    answer = nadia.go_on(drill, 1)
    assert answer.headers["Location"].startswith("/sign-in?")
    del nadia.kept_token
    back = nadia.post(answer.headers["Location"], {"username": "nadia", "password": "bamodu-kelino-tafise"})
    assert back.status_code == 303
    assert back.headers["Location"] == f"/practice/{drill}"
    assert nadia.get(f"/practice/{drill}").headers["Location"] == f"/practice/{drill}/1"
    assert len(answers(app)) == 1


def test_a10_who_signs_out_finds_the_drill_again(nadia, drill):
    """Is an accidental sign-out no loss?"""
    question_page = nadia.shown(f"/practice/{drill}")
    nadia.post("/sign-out")
    assert nadia.get(f"/practice/{drill}").status_code == 303
    del nadia.kept_token
    nadia.sign_in("nadia")
    assert nadia.shown(f"/practice/{drill}") == question_page


# --- the house around it


def test_e9_looking_changes_nothing(app, nadia):
    """Is the database the same file after every page of an open, an answered and a finished drill was opened?"""
    opened, answered, finished = nadia.start(), nadia.start(limit="5"), nadia.start()
    nadia.give(answered, good(open_question(app, answered)))
    nadia.finish(finished, wrong=lambda number: number == 2)
    before = database_hash(app)
    for method in ("GET", "HEAD"):
        for path in (
            *("/", "/practice", "/practice?ruleset=chemin-de-fer", "/progress", "/progress?ruleset=nz-mini-1994"),
            *("/reference", "/reference/punto-banco", "/account"),
            *(
                f"/practice/{drill}{part}"
                for drill in (opened, answered, finished)
                for part in ("", "/1", "/1?again=1")
            ),
            f"/practice/{finished}/10",
            f"/practice/{opened}/next",
        ):
            assert nadia.client.open(path, method=method).status_code in (200, 303, 405), path
    assert database_hash(app) == before


def test_c3_an_answer_that_meets_a_busy_database_can_be_sent_again(app, nadia, drill, database, monkeypatch):
    """Is it told that nothing was written, and does the same form work a moment later?"""
    wait_shortly(app, monkeypatch)
    held = sqlite3.connect(database, isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    answer = nadia.give(drill, "draw")
    assert answer.status_code == 503
    assert "nothing was written, please try again" in answer.text
    assert f'href="/practice/{drill}"' in answer.text
    held.execute("COMMIT")
    held.close()
    assert answers(app) == []
    assert nadia.send(*form_in(answer.text)).headers["Location"] == f"/practice/{drill}/1"


HOUSE = 'id = "house"\nextends = "punto-banco"\ntitle = "{title}"\nversion = "{version}"\n'


def test_a_drill_outlives_a_change_of_the_rules_it_was_asked_by(make_app, tmp_path):
    """Does a changed ruleset leave open questions answerable and old verdicts readable, without a false tableau?"""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.toml").write_text(HOUSE.format(title="House", version="1"))
    app = make_app(RULESETS=folder)
    nadia = Trainee(app)
    drill = nadia.start(ruleset="house", focus="banker/4/none")
    nadia.give(drill, "draw")
    assert "lit" in nadia.shown(f"/practice/{drill}/1")
    (tmp_path / "changed").mkdir()
    (tmp_path / "changed" / "house.toml").write_text(HOUSE.format(title="House <b>new</b>", version="2"))
    later = make_app(RULESETS=tmp_path / "changed")
    nadia.client, nadia.app = later.test_client(), later
    del nadia.kept_token
    nadia.sign_in("nadia")
    text = nadia.shown(f"/practice/{drill}/1")
    assert "Right. Banker draws." in text
    assert "House &lt;b&gt;new&lt;/b&gt;" in text
    assert 'class="tableau"' not in text
    nadia.go_on(drill, 1)
    assert nadia.give(drill, "draw", 2).status_code == 303


def test_home_and_practice_open_when_the_rules_of_a_drill_are_gone(make_app, tmp_path):
    """Does a house ruleset that was taken away not close the start page to who has an open drill in it?"""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.toml").write_text(HOUSE.format(title="House", version="1"))
    nadia = Trainee(make_app(RULESETS=folder))
    drill = nadia.start(ruleset="house")
    nadia.give(drill, "draw")
    later = make_app()
    nadia.client = later.test_client()
    del nadia.kept_token
    nadia.sign_in("nadia")
    assert {path: nadia.get(path).status_code for path in ("/", "/practice", "/progress")} == {
        "/": 200,
        "/practice": 200,
        "/progress": 200,
    }
