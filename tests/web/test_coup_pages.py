"""The pages of a coup: does nothing on them tell how it goes on, and how long, before it does?"""

import json
import re

import pytest

from tests.web.drill_support import Trainee, execute, good, open_question, open_row
from training.rules.cards import parse_card

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
    assert re.search(r"\d{3} cards left", text)


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
        pages.add(re.sub(r"\d+ cards left", "… cards left", text))  # as many as were not burnt
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
        for words in {parse_card(card).words for card in coming}:
            assert (words in text) is (words in lie)
        for question in queue:
            assert question["explanation"] not in text
            assert question["citation"] not in text
        nadia.give(drill, good(now), number)
        nadia.go_on(drill, number)
        number += 1
