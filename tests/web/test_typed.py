"""Typed answers as pages: the form, what is asked again, what is kept, and what the verdict says."""

import pytest

from tests.web.drill_support import (
    Trainee,
    answers,
    database_hash,
    make,
    open_question,
    open_row,
    put_question,
)
from tests.web.html import read

BANKER_19 = make("punto-banco", "punto-banco/payment/banker", lambda one: one.expected == ("19",))
NOTHING = {
    box: make("punto-banco", f"punto-banco/payment/{box}", lambda one: one.expected == ("0",))
    for box in ("player", "banker", "tie")
}
CARD = make("punto-banco", "punto-banco/typed/player-draws")
REPEAT = make("chemin-de-fer", "chemin-de-fer/typed/dominant-player-card", lambda one: one.call_key.who == "dealer")
A27 = ["٣", "７", "+7", "-0", "1_0", "1e0", "9" * 30, "NaN", "95.0"]
MORE = [
    "",
    " ",
    "19.",
    "19.0",
    ".5",
    "1.000,00",
    "1 000",
    "nineteen",
    "19€",
    "−19",
    "1" * 200,
    "1" * 5000,
    "👍",
    "½",
    "\x00",
]


@pytest.fixture
def payment(app, nadia):
    """A drill of nadia's that asks how much 20 on a winning Banker is paid."""
    drill = nadia.start(focus="payment")
    put_question(app, drill, BANKER_19)
    return drill


@pytest.fixture
def call(app, nadia):
    """A drill of nadia's that asks for `Card for Player`."""
    drill = nadia.start(focus="typed")
    put_question(app, drill, CARD)
    return drill


def test_an_amount_is_asked_for_in_a_plain_form(nadia, payment):
    """Is there a labelled field, one button, a token, and no script needed?"""
    page = read(nadia.get(f"/practice/{payment}").text)
    (form,) = [one for one in page.all("form") if one.attributes["action"] == f"/practice/{payment}"]
    field = form.one("input", name="answer")
    assert (field.attributes["type"], field.attributes["inputmode"], field.attributes["value"]) == (
        "text",
        "decimal",
        "",
    )
    assert page.one("label", for_="answer").text == "The amount"
    assert form.one("button", type="submit").text == "Answer"
    assert form.all("input", name="csrf_token")
    assert not form.all("input", name="who")


def test_a_call_is_asked_for_with_its_speaker(nadia, call):
    """At punto banco only the dealer speaks: is he not asked for, but sent along?"""
    page = read(nadia.get(f"/practice/{call}").text)
    (speaker,) = page.all("input", name="who")
    assert (speaker.attributes["type"], speaker.attributes["value"]) == ("hidden", "dealer")
    assert page.one("label", for_="answer").text == "The words"
    assert "inputmode" not in page.one("input", name="answer").attributes


def test_the_key_is_nowhere_in_the_question(app, nadia):
    """Neither the words nor the amount, in page, cookie or header?"""
    for question in (BANKER_19, CARD):
        drill = nadia.start(focus="payment")
        put_question(app, drill, question)
        answer = nadia.get(f"/practice/{drill}")
        whole = answer.text + str(answer.headers)
        assert question.explanation not in whole
        assert question.citation not in whole
        assert "Card for Player" not in whole
        assert not [one for one in read(answer.text).all("input") if one.attributes.get("value") in question.expected]


@pytest.mark.parametrize("given", ["19", "19.00", "19,00", " 19 ", "019"])
def test_one_amount_in_many_spellings_is_right(app, nadia, payment, given):
    """Is each kept as it was typed?"""
    assert nadia.give(payment, given).headers["Location"] == f"/practice/{payment}/1"
    assert [(one["given"], one["outcome"]) for one in answers(app)] == [(given, "right")]
    assert "Right. 19 is paid." in nadia.shown(f"/practice/{payment}/1")


def test_what_was_typed_is_shown_with_a_right_answer_too(app, nadia, call):
    """Is it there to compare with the words of the script, and not the key beside it?"""
    assert nadia.give(call, "A card, please, for the Player", who="dealer").status_code == 303
    page = read(nadia.shown(f"/practice/{call}/1"))
    shown = [one.text for one in page.one("dl", _class="verdict-answers").all("dd")]
    assert shown == ["dealer: A card, please, for the Player"]


@pytest.mark.parametrize("box", NOTHING)
@pytest.mark.parametrize("given", ["0", "0.00", "0,00"])
def test_a26_zero_is_answered_like_any_amount(app, nadia, payment, box, given):
    """From the form to the verdict, is 0 right where nothing is paid?"""
    put_question(app, payment, NOTHING[box])
    assert nadia.give(payment, given).status_code == 303
    assert answers(app)[0]["outcome"] == "right"
    assert "Right." in nadia.shown(f"/practice/{payment}/1")


@pytest.mark.parametrize("given", ["20", "0", "1900", "18.99", "999999999"])
def test_another_amount_is_wrong(app, nadia, payment, given):
    """And does the verdict show what was given, and why?"""
    assert nadia.give(payment, given).status_code == 303
    assert answers(app)[0]["outcome"] == "wrong"
    page = read(nadia.shown(f"/practice/{payment}/1"))
    assert page.one("h2", id="verdict-headline").text == "Not right. 19 is paid."
    assert [one.text for one in page.one("dl", _class="verdict-answers").all("dd")] == [given, "19"]


@pytest.mark.parametrize("given", A27 + MORE, ids=ascii)
@pytest.mark.parametrize("question", [BANKER_19, NOTHING["tie"]], ids=["19", "0"])
def test_a27_an_odd_spelling_is_asked_again_and_nothing_is_written(app, nadia, payment, question, given):
    """Is it never wrong, is the question still open, and does the field keep what was typed?"""
    put_question(app, payment, question)
    before = database_hash(app)
    answer = nadia.give(payment, given)
    assert answer.status_code == 400
    page = read(answer.text)
    told = "is no amount: type it in figures" if given.strip() else "Type an amount in figures"
    assert f"{told}, for instance 19 or 23.75." in page.one("p", role="alert").text
    assert page.one("h1").text == question.prompt
    if given.isprintable():
        assert page.one("input", name="answer").attributes["value"] == given
    assert database_hash(app) == before
    assert answers(app) == []
    assert nadia.give(payment, question.expected[0]).status_code == 303
    assert answers(app)[0]["outcome"] == "right"


def test_a28_an_amount_sent_twice_is_not_taken(app, nadia, payment):
    """Is neither of two fields the answer?"""
    before = database_hash(app)
    data = [("csrf_token", nadia.token()), ("number", "1"), ("answer", "19"), ("answer", "0")]
    assert nadia.send(f"/practice/{payment}", "&".join(f"{name}={value}" for name, value in data),
                      content_type="application/x-www-form-urlencoded").status_code == 400  # fmt: skip
    assert database_hash(app) == before


@pytest.mark.parametrize(
    "given", ["Card for Player", "CARD FOR PLAYER!", "a card, please, for the Player", "Ｃａｒｄ ｆｏｒ Ｐｌａｙｅｒ"]
)
def test_a_call_in_many_spellings_is_right(app, nadia, call, given):
    """Is it kept with its speaker?"""
    assert nadia.give(call, given, who="dealer").status_code == 303
    assert [(one["given"], one["outcome"]) for one in answers(app)] == [(f"dealer: {given}", "right")]
    assert "Right. The dealer says “Card for Player”." in nadia.shown(f"/practice/{call}/1")


@pytest.mark.parametrize(
    ("who", "given", "remarks"),
    [
        ("dealer", "Card", ["Missing: “for”, “Player”."]),
        ("dealer", "Card for Player, not Banker", ["Must not be said here: “Banker”, “not”."]),
        ("dealer", "Card for Player 5", ["Wrong: “5”."]),
        ("dealer", "Player, Card for", ["The words are in the wrong order: Card for Player."]),
        ("banker", "Card for Player", ["It is the dealer who says it, not the banker."]),
        ("banker", "<b>", ["It is the dealer who says it, not the banker.", "Missing: “Card”, “for”, “Player”."]),
        ("dealer", "x" * 200, ["Missing: “Card”, “for”, “Player”."]),
    ],
)
def test_the_verdict_names_what_was_wrong(app, nadia, call, who, given, remarks):
    """Missing, wrong, forbidden, order, speaker: a line each, escaped?"""
    assert nadia.give(call, given, who=who).status_code == 303
    assert answers(app)[0]["outcome"] == "wrong"
    page = read(nadia.shown(f"/practice/{call}/1"))
    assert [one.text for one in page.one("ul", _class="remarks").all("li")] == remarks
    assert [one.text for one in page.one("dl", _class="verdict-answers").all("dd")] == [
        f"{who}: {given}",
        "dealer: Card for Player",
    ]
    assert not page.all("b", title="x")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"answer": "Card for Player"}, "Choose who says it."),
        ({"answer": "Card for Player", "who": ""}, "Choose who says it."),
        ({"answer": "Card for Player", "who": "croupier"}, "Choose who says it."),
        ({"answer": "", "who": "dealer"}, "Choose who says it, and type the words."),
        ({"answer": "…", "who": "dealer"}, "Type the words of the call."),
        ({"answer": "👍👍", "who": "banker"}, "Type the words of the call."),
        ({}, "Choose who says it, and type the words."),
        ({"who": "dealer"}, "Choose who says it, and type the words."),
    ],
)
def test_half_a_call_is_asked_again_and_keeps_the_other_half(app, nadia, call, fields, message):
    """Are speaker and words still there, and is nothing written?"""
    before = database_hash(app)
    answer = nadia.post(f"/practice/{call}", {"number": 1} | fields)
    assert answer.status_code == 400
    page = read(answer.text)
    assert page.one("p", role="alert").text == message
    assert page.one("input", name="answer").attributes["value"] == fields.get("answer", "")
    assert page.one("input", name="who").attributes["value"] == "dealer"
    assert database_hash(app) == before


def test_what_was_typed_comes_back_escaped(nadia, payment):
    """Is a script in the field only text in the field?"""
    answer = nadia.give(payment, '"><script>alert(1)</script>')
    assert "<script>alert" not in answer.text
    assert read(answer.text).one("input", name="answer").attributes["value"] == '"><script>alert(1)</script>'


def test_a_typed_answer_stays(app, nadia, call):
    """Does a second one change nothing, and is that said?"""
    nadia.give(call, "Card for Player", who="dealer")
    again = nadia.give(call, "Player stands", who="dealer")
    assert again.headers["Location"] == f"/practice/{call}/1?again=1"
    assert len(answers(app)) == 1


def test_who_repeats_it_is_the_dealer(app, nadia):
    """At chemin de fer, is the dominant player's own word wrong after he has said it?"""
    drill = nadia.start(ruleset="chemin-de-fer", focus="typed")
    put_question(app, drill, REPEAT)
    nadia.give(drill, "Card", who="dominant player")
    assert "It is the dealer who says it, not the dominant player." in nadia.shown(f"/practice/{drill}/1")


def test_the_table_shows_the_wagers_and_marks_the_one_asked_about(nadia, payment):
    """Three seats, one of them marked in words too?"""
    wagers = read(nadia.shown(f"/practice/{payment}")).one("ul", _class="wagers").all("li")
    assert len(wagers) == len(BANKER_19.facts.wagers) >= 3
    (marked,) = [one for one in wagers if "wager-asked" in one.attributes.get("class", "")]
    assert "20 on Banker , the wager you are asked about" in marked.text


def test_of_two_wagers_at_a_seat_one_is_marked(app, nadia, payment):
    """Is it the one on the box that the prompt names?"""
    both = make(
        "punto-banco",
        "punto-banco/payment/tie",
        lambda one: [w.seat for w in one.facts.wagers].count(one.facts.seat) == 2,
    )
    put_question(app, payment, both)
    wagers = read(nadia.shown(f"/practice/{payment}")).one("ul", _class="wagers").all("li")
    (marked,) = [one for one in wagers if "wager-asked" in one.attributes.get("class", "")]
    assert "on Tie , the wager you are asked about" in marked.text
    assert "the wager on Tie" in both.prompt


def test_a_typed_drill_comes_to_its_end(app, nadia):
    """Ten calls, a summary with the words that were right?"""
    drill = nadia.start(focus="typed")
    for number in range(1, 11):
        who, _, words = open_question(app, drill).expected[0].partition(": ")
        given = "nonsense" if number == 3 else words
        assert nadia.give(drill, given, number, who=who).status_code == 303
        nadia.go_on(drill, number)
    page = nadia.shown(f"/practice/{drill}")
    assert "9 of 10 right" in page
    assert "dealer: nonsense" in page


@pytest.mark.parametrize("sent", [{"answer": "19"}, {}])
def test_too_late_is_a_timeout(app, nadia, clock, sent):
    """With an amount, or with the field left out: neither right nor wrong?"""
    drill = nadia.start(focus="payment", limit="5")
    put_question(app, drill, BANKER_19)
    clock.pass_time(seconds=30)
    assert nadia.post(f"/practice/{drill}", {"number": 1} | sent).status_code == 303
    assert answers(app)[0]["outcome"] == "timeout"
    assert open_row(app, drill)["number"] == 1


@pytest.mark.parametrize(
    ("question", "sent"),
    [
        (BANKER_19, {"answer": ""}),
        (BANKER_19, {"answer": "1."}),
        (CARD, {"answer": ""}),
        (CARD, {"answer": "Card fo"}),
        (CARD, {"answer": "", "who": "dealer"}),
    ],
)
def test_a_timer_that_runs_out_over_an_unfinished_field_is_a_timeout(app, nadia, clock, question, sent):
    """Does whoever had typed nothing yet, or half of it, get a verdict?"""
    drill = nadia.start(focus="payment", limit="5")
    put_question(app, drill, question)
    clock.pass_time(seconds=5.1)
    assert nadia.post(f"/practice/{drill}", {"number": 1} | sent).status_code == 303
    assert answers(app)[0]["outcome"] == "timeout"


def test_a_call_of_any_length_is_not_kept(app, nadia, call):
    """Is what no field of ours sends asked again, too?"""
    nadia.give(call, "x" * 60000, who="dealer")
    assert answers(app) == []


def test_a_typed_question_without_its_field_asks_for_what_is_typed(nadia, payment):
    """Is it not “Choose one of the answers” where there is nothing to choose?"""
    page = read(nadia.give(payment, None).text)
    assert "Choose one of the answers" not in page.one("p", role="alert").text


class TestKnowledge:
    def test_questions_out_of_the_bank_are_asked(self, app):
        """Are prompt and options there, the key not, and is the explanation told after the answer?"""
        nadia = Trainee(app)
        drill = nadia.start(exercise="knowledge", focus="everything")
        question = open_question(app, drill)
        page = nadia.shown(f"/practice/{drill}")
        assert question.explanation not in page
        assert read(page).one("h1").text == question.prompt
        assert not read(page).all("section", _class="felt")
        nadia.give(drill, question.expected[0])
        verdict = read(nadia.shown(f"/practice/{drill}/1"))
        words = verdict.one("section", _class="verdict").text
        assert "".join(question.explanation.split()) in "".join(words.split())  # links stand apart in it
        assert question.citation in verdict.one("cite").text
