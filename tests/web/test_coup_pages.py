"""The pages of a coup: does nothing on them tell how it goes on, and how long, before it does?"""

import json
import re

import pytest

from tests.web.drill_support import Trainee, execute, good, open_question, open_row, words
from tests.web.html import read
from training.rules.cards import parse_card, parse_cards
from training.rules.shoe import Shoe

STATUS = re.compile(r'<div class="drill-status">(.*?)</div>', re.DOTALL)


@pytest.fixture
def nadia(app):
    return Trainee(app)


def start(nadia, ruleset, **changes):
    plan = {"ruleset": ruleset, "exercise": "coups", "focus": "everything", "length": "5"}
    return nadia.start(**plan | changes)


def status(text):
    """What the page says of where one is, but for the answers that were right so far."""
    found = STATUS.search(text)
    assert found, text
    return re.sub(r"\d+ right", "… right", found[1])


@pytest.mark.parametrize("ruleset", ["punto-banco", "nz-mini-1994", "chemin-de-fer"])
def test_where_one_is_says_the_same_until_the_coup_is_over(app, nadia, ruleset):
    """Are coup, cards left and progress alike on every question and verdict of a coup, but on its last verdict?"""
    drill = start(nadia, ruleset)
    seen = set()
    while True:
        row = open_row(app, drill)
        seen.add(status(nadia.shown(f"/practice/{drill}")))
        assert nadia.give(drill, good(open_question(app, drill)), row["number"]).status_code == 303
        if not json.loads(row["queue"]):
            break
        seen.add(status(nadia.shown(f"/practice/{drill}/{row['number']}")))
        nadia.go_on(drill, row["number"])
    assert len(seen) == 1
    (text,) = seen
    assert "Coup 1 of 5" in text
    assert re.search(r"\d{3} cards left at its start", text)
    assert 'value="0.5"' in text


@pytest.mark.parametrize("limit", ["none", "20"])
def test_a14_the_first_question_is_the_same_page_whatever_the_coup_will_be(app, nadia, limit):
    """Before the first card, do a coup with a natural and one with six cards give the same page to the byte?"""
    pages, lengths = set(), set()
    first = None
    for _ in range(25):
        drill = start(nadia, "nz-mini-1994", limit=limit)
        row = open_row(app, drill)
        first = first or row["question"]
        execute(app, "UPDATE drills SET question = ? WHERE public_id = ?", first, drill)  # the same order of options
        lengths.add(len(json.loads(row["queue"])))
        text = nadia.shown(f"/practice/{drill}").replace(drill, "…")
        text = re.sub(r"\d+ cards left", "… cards left", text)  # as many as were not burnt
        pages.add(re.sub(r'<ul class="beside".*?</ul>', "", text, flags=re.DOTALL))  # and what was burnt
    assert len(lengths) > 1
    assert len(pages) == 1


def test_no_page_of_a_coup_holds_what_is_still_to_come(app, nadia):
    """Are the next questions, their cards and the rest of the shoe nowhere in page, header or cookie?"""
    drill = start(nadia, "chemin-de-fer")
    number = 1
    while queue := json.loads(open_row(app, drill)["queue"]):
        answer = nadia.get(f"/practice/{drill}")
        text = answer.text + str(answer.headers)
        now = open_question(app, drill)
        coming = {card for question in queue for hand in ("player", "banker") for card in question["facts"][hand]}
        lie = {card.words for card in (*now.facts.player, *now.facts.banker)}
        for name in {parse_card(card).words for card in coming}:
            assert (name in text) is (name in lie)
        for question in queue:
            assert question["explanation"] not in text
            assert question["citation"] not in text
        nadia.give(drill, good(now), number)
        nadia.go_on(drill, number)
        number += 1


BESIDE = re.compile(r'<ul class="beside".*?</ul>', re.DOTALL)


def told_of_the_shoe(text):
    """What lies beside the hands, in words."""
    found = BESIDE.search(text)
    return words(re.sub(r"<svg.*?</svg>", "", found[0], flags=re.DOTALL)) if found else ""


def through_a_coup(app, nadia, drill):
    """What is told of the shoe at each question of the coup, and at its last verdict; then on to the next page."""
    open_pages = []
    while True:
        row = open_row(app, drill)
        open_pages.append(told_of_the_shoe(nadia.shown(f"/practice/{drill}")))
        nadia.give(drill, good(open_question(app, drill)), row["number"])
        if not json.loads(row["queue"]):
            last = told_of_the_shoe(nadia.shown(f"/practice/{drill}/{row['number']}"))
            return set(open_pages), last, nadia.go_on(drill, row["number"])
        nadia.go_on(drill, row["number"])


def with_shoe(app, drill, left, behind):
    """Put so many cards into the shoe, as they are when the next coup begins."""
    cards = parse_cards(" ".join(["3h 4d 3s 4c"] * 12))[:left]  # four cards a coup: the Banker has a natural
    execute(app, "UPDATE drills SET shoe = ? WHERE public_id = ?", Shoe.of(cards, behind=behind).as_text(), drill)


def test_when_a_shoe_is_new_then_the_burn_is_shown_at_the_first_coup_only(app, nadia):
    """Is it seen why some cards are gone before the first round?"""
    drill = start(nadia, "nz-mini-1994", length="200")
    shoe = Shoe.from_text(open_row(app, drill)["shoe"])
    first = shoe.rack[0]
    first_page = nadia.shown(f"/practice/{drill}")
    assert f"Burnt, with {first.value or 10} more face down" in told_of_the_shoe(first_page)
    assert first.words in BESIDE.search(first_page)[0]
    through_a_coup(app, nadia, drill)
    assert told_of_the_shoe(nadia.shown(f"/practice/{drill}")) == "Cutting card in the shoe"


def test_when_the_cutting_card_comes_out_then_it_is_said_and_the_end_has_its_reason(app, nadia):
    """One more round, the last round, the end: is each told when it is known and not before? [004 (c)]"""
    drill = start(nadia, "nz-mini-1994", length="200")
    with_shoe(app, drill, left=22, behind=20)
    through_a_coup(app, nadia, drill)
    pages, last, _ = through_a_coup(app, nadia, drill)
    assert (pages, last) == ({"Cutting card in the shoe"}, "Cutting card out: one more round")
    pages, last, gone_on = through_a_coup(app, nadia, drill)
    assert (pages, last) == ({"Cutting card out: this is the last round"}, "Cutting card out: this is the last round")
    end = words(nadia.shown(gone_on.headers["Location"]))
    assert "The shoe is over: the cutting card came out in the round before the last." in end


def test_when_the_cutting_card_comes_first_then_that_round_is_the_last(app, nadia):
    drill = start(nadia, "nz-mini-1994", length="200")
    with_shoe(app, drill, left=20, behind=20)
    through_a_coup(app, nadia, drill)
    pages, _, gone_on = through_a_coup(app, nadia, drill)
    assert pages == {"Cutting card came first: this is the last round"}
    end = words(nadia.shown(gone_on.headers["Location"]))
    assert "The shoe is over: the cutting card was the first card of the last round." in end


def test_when_a_shoe_without_cutting_card_runs_out_then_the_end_says_so(app, nadia):
    drill = start(nadia, "punto-banco", length="200")
    with_shoe(app, drill, left=8, behind=0)
    through_a_coup(app, nadia, drill)
    pages, _, gone_on = through_a_coup(app, nadia, drill)
    assert pages == {""}
    end = words(nadia.shown(gone_on.headers["Location"]))
    assert "The shoe is over: fewer than the six cards are left that a coup may take." in end


def test_when_a_drill_ends_before_its_shoe_then_nothing_is_said_of_an_end(app, nadia):
    drill = start(nadia, "nz-mini-1994", length="1")
    _, _, gone_on = through_a_coup(app, nadia, drill)
    assert "The shoe is over" not in nadia.shown(gone_on.headers["Location"])


def test_when_a_fault_was_not_found_then_its_line_is_called_the_fault_not_the_right_answer(app, nadia):
    """Does nobody read what was done wrongly as what is right?"""
    drill = start(nadia, "chemin-de-fer", exercise="faults")
    question = open_question(app, drill)
    nadia.give(drill, next(option.id for option in question.options if option.id not in question.expected))
    verdict = read(nadia.shown(f"/practice/{drill}/1")).one("section", _class="verdict")
    assert f"Not right. The fault is at line {' or '.join(question.expected)}." in verdict.text
    assert [term.text for term in verdict.all("dt")] == ["Your answer", "The fault is at"]
    line = question.expected[0]
    assert f"{line}. {question.text_of(line)}" in verdict.all("dd")[1].text
