"""Payment questions: each key recomputed from the cards and the wagers alone."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from training.quiz.asking import make_question
from training.quiz.foci import foci_of
from training.quiz.grading import Result, judge
from training.quiz.payment_questions import SEATS, STAKES, payment_rule
from training.quiz.questions import Form, Question
from training.quiz.skills import skills_by_id

VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(value): value for value in range(2, 10)}
ODDS = {"player": Fraction(1), "banker": Fraction(19, 20), "tie": Fraction(8)}
BOXES = ("player", "banker", "tie", "push")
SEEDS = 2000


def count(cards):
    return sum(VALUES[str(card)[0]] for card in cards) % 10


def outcome(facts):
    player, banker = count(facts.player), count(facts.banker)
    return "tie" if player == banker else "player" if player > banker else "banker"


def asked_wager(facts):
    (wager,) = [wager for wager in facts.wagers if (wager.seat, wager.on) == (facts.seat, facts.on)]
    return wager


def fate(facts):
    won, on = outcome(facts), asked_wager(facts).on.value
    return "paid" if on == won else "pushed" if won == "tie" else "taken"


def written(amount):
    """Cents as a person writes them."""
    units, cents = divmod(amount, 100)
    return f"{units}.{cents:02}" if cents else f"{units}"


def made(ruleset, what, seeds=SEEDS):
    skill = skills_by_id(ruleset)[f"{ruleset.id}/payment/{what}"]
    return [make_question(ruleset, skill, Random(seed)) for seed in range(seeds)]


@pytest.mark.parametrize("what", ["player", "banker", "tie"])
def test_every_amount_follows_from_cards_and_wager(rulesets, what):
    """Over 2,000 seeds, is the key the stake at the odds of the source, 0 where the wager does not win?"""
    for question in made(rulesets["punto-banco"], what):
        facts = question.facts
        wager = asked_wager(facts)
        paid = wager.stake * ODDS[what] if fate(facts) == "paid" else Fraction(0)
        assert wager.on.value == what
        assert paid.denominator == 1
        assert question.expected == (written(int(paid)),)
        assert (question.form, question.options) == (Form.AMOUNT, ())
        lying = [f"{written(one.stake)} on {one.on.capitalize()}" for one in facts.wagers if one.seat == wager.seat]
        it = "it" if len(lying) == 1 else f"the wager on {what.capitalize()}"
        told = f"Seat {wager.seat} has {' and '.join(lying)}."
        assert question.prompt == f"{told} How much is paid on {it}, besides the stake?"


def test_what_becomes_of_a_wager_follows_from_the_cards(rulesets):
    """Paid, pushed or taken: is the key right, and is none of the three rare?"""
    keys = Counter()
    for question in made(rulesets["punto-banco"], "push"):
        assert question.expected == (fate(question.facts),)
        assert [option.id for option in question.options] == ["paid", "pushed", "taken"]
        keys[question.expected[0]] += 1
    assert all(400 < keys[key] < 1000 for key in ("paid", "pushed", "taken"))


@pytest.mark.parametrize("what", ["player", "banker", "tie"])
def test_a26_nothing_is_an_amount_that_is_asked_for(rulesets, what):
    """Do keys of 0 come up, about one in five, and is "0" right for each of them and only for them?"""
    questions = made(rulesets["punto-banco"], what)
    zeros = [question for question in questions if question.expected == ("0",)]
    assert 300 < len(zeros) < 500
    for question in questions:
        verdict = judge(rulesets["punto-banco"], question, "0")
        assert (verdict.result is Result.RIGHT) is (question.expected == ("0",))
    reasons = {outcome(question.facts) for question in zeros}
    assert reasons == {"player", "banker", "tie"} - {what}


@pytest.mark.parametrize("what", BOXES)
def test_three_seats_have_usual_stakes(rulesets, what):
    """Are seats, boxes and stakes such as lie on a table, and is one of them on the box that is asked about?"""
    seen, both = set(), Counter()
    for question in made(rulesets["punto-banco"], what, 300):
        wagers = question.facts.wagers
        seats = [wager.seat for wager in wagers]
        assert len(set(seats)) == 3
        assert seats == sorted(seats)
        assert set(seats) <= set(SEATS)
        assert {wager.stake for wager in wagers} <= set(STAKES)
        seen |= {wager.stake for wager in wagers}
        for seat in set(seats):
            boxes = [wager.on.value for wager in wagers if wager.seat == seat]
            assert len(boxes) == 1 or boxes in (["player", "tie"], ["banker", "tie"])
            both[len(boxes)] += 1
    assert seen == set(STAKES)
    assert 0.1 < both[2] / sum(both.values()) < 0.3


@pytest.mark.parametrize("what", BOXES)
def test_a_payment_question_is_stored_and_read_back(rulesets, what):
    """Is nothing of it lost?"""
    for question in made(rulesets["punto-banco"], what, 50):
        assert Question.from_dict(question.as_dict()) == question


ROUNDED = [
    # rounding, chip, what 25, 75 and 150 on a winning Banker are paid
    ("exact", 100, {2500: "23.75", 7500: "71.25", 15000: "142.50"}),
    ("up-to-chip", 100, {2500: "23", 7500: "71", 15000: "142"}),
    ("payment-up", 100, {2500: "24", 7500: "72", 15000: "143"}),
    ("up-to-chip", 50, {2500: "23.50", 7500: "71", 15000: "142.50"}),
    ("payment-up", 50, {2500: "24", 7500: "71.50", 15000: "142.50"}),
]


@pytest.mark.parametrize(("rounding", "chip", "paid"), ROUNDED)
def test_the_key_is_rounded_as_the_house_rounds(house, rounding, chip, paid):
    """Does a question of the house ask for the amount of the house?"""
    ruleset = house(f'[payment]\nrounding = "{rounding}"\nsmallest_chip = {chip}\n')
    owner = "punto-banco" if (rounding, chip) == ("exact", 100) else "house"
    skill = skills_by_id(ruleset)[f"{owner}/payment/banker"]
    seen = {}
    for seed in range(600):
        question = make_question(ruleset, skill, Random(seed))
        stake = asked_wager(question.facts).stake
        if outcome(question.facts) == "banker" and stake in paid:
            seen[stake] = question.expected[0]
    assert seen == paid


def test_the_explanation_tells_price_commission_and_amount(rulesets):
    """Is a Banker win explained with what was kept?"""
    wins = [one for one in made(rulesets["punto-banco"], "banker", 100) if one.expected == ("142.50",)]
    assert wins
    for question in wins:
        assert question.explanation.startswith("Banker wins: Banker pays 1:1, less 5 % of the win (7.50)")
        assert "142.50" in question.explanation
        assert "142.50" not in question.hint


EXPLAINED = [
    # rounding, chip, what a stake of 150 or 5 on a winning Banker is explained with
    ("up-to-chip", 500, 15000, ", less commission (5 % of the win is 7.50, rounded up to 10), which makes 140."),
    (
        "up-to-chip",
        500,
        500,
        ", less commission (5 % of the win is 0.25, rounded up to 5, the whole win), which makes 0.",
    ),
    ("up-to-chip", 500, 20000, ", less 5 % of the win (10), which makes 190."),
    ("payment-up", 500, 15000, ", less 5 % of the win (7.50); the payment of 142.50 is rounded up, which makes 145."),
    (
        "payment-up",
        500,
        500,
        ", less 5 % of the win (0.25); the payment of 4.75 is rounded up to no more than the win, which makes 5.",
    ),
    ("payment-up", 500, 20000, ", less 5 % of the win (10), which makes 190."),
]


@pytest.mark.parametrize(("rounding", "chip", "stake", "explanation"), EXPLAINED)
def test_rounding_is_told_before_and_after_the_answer(house, rounding, chip, stake, explanation):
    """Can a trainee know how the house rounds, and is the exact commission explained, then the rounding?"""
    ruleset = house(f'[payment]\nrounding = "{rounding}"\nsmallest_chip = {chip}\n')
    what = {"up-to-chip": "commission", "payment-up": "payment"}[rounding]
    rule = f"The {what} is rounded up to a multiple of 5, the smallest chip."
    explained = set()
    for question in made(ruleset, "banker", 600):
        assert rule in question.prompt
        assert rule in question.hint
        assert "on the wager on Banker, besides" in question.prompt
        if outcome(question.facts) == "banker" and asked_wager(question.facts).stake == stake:
            explained.add(question.explanation)
    assert explained == {f"Banker wins: Banker pays 1:1{explanation}"}
    assert rule in payment_rule(ruleset.payment)


def test_an_exact_commission_may_be_finer_than_what_is_paid(house):
    """Is 3 % of 0.50 told as 0.015?"""
    ruleset = house('[payment]\nrounding = "up-to-chip"\nsmallest_chip = 1\ncommission_percent = 3\nbanker = "1:10"\n')
    told = {question.explanation for question in made(ruleset, "banker", 300)}
    assert "Banker wins: Banker pays 1:10, less commission (3 % of the win is 0.015, rounded up to 0.02)" in str(told)


def test_without_commission_nothing_is_said_of_it(house):
    """Is there no 0 % anywhere, and no drill of it?"""
    ruleset = house("[payment]\ncommission_percent = 0\n")
    questions = made(ruleset, "banker", 50)
    texts = [question.prompt + question.explanation + question.hint for question in questions]
    assert not [text for text in (*texts, payment_rule(ruleset.payment)) if "%" in text or "commission" in text]
    assert "commission" not in foci_of(ruleset)
    assert skills_by_id(ruleset)["house/payment/banker"].title == "Paying Banker"


def test_a_push_neither_pays_nor_takes_this_wager(rulesets):
    """At a tie Tie wagers are paid: is it said of the one wager alone that nothing becomes of it?"""
    pushed = [one for one in made(rulesets["punto-banco"], "push", 200) if one.expected == ("pushed",)]
    for question in pushed:
        on = asked_wager(question.facts).on.capitalize()
        assert question.explanation == f"The coup is a tie: the wager on {on} stays; it is neither paid nor taken."


def test_a_question_of_before_two_wagers_at_a_seat_is_read(rulesets):
    """Does a question that is open since yesterday, without a box of its own, go on?"""
    question = made(rulesets["punto-banco"], "player", 1)[0].as_dict()
    del question["facts"]["on"]
    assert Question.from_dict(question).facts.on is None


def test_the_hint_does_not_name_the_answer(rulesets):
    """Does it tell prices and rate, the same for every question?"""
    hints = {question.hint for question in made(rulesets["punto-banco"], "banker", 100)}
    assert len(hints) == 1
    assert "5 % of a Banker win is kept" in hints.pop()


def test_there_is_a_drill_of_the_commission_alone(rulesets):
    """Is it named by the rate, and are all its questions about Banker?"""
    foci = foci_of(rulesets["punto-banco"])
    assert foci["commission"].title == "The 5 % drill"
    assert [skill.id for skill in foci["commission"].skills] == ["punto-banco/payment/banker"]


@pytest.mark.parametrize("other", ["chemin-de-fer", "nj-minibaccarat", "nz-mini-1994"])
def test_where_the_sources_say_nothing_of_payment_none_is_asked(rulesets, other):
    """Has no other ruleset a payment skill or focus?"""
    ruleset = rulesets[other]
    assert not [skill for skill in skills_by_id(ruleset) if "/payment/" in skill]
    assert not {"payment", "commission"} & set(foci_of(ruleset))


def test_a_house_whose_prices_do_not_divide_is_told_before_anybody_is_asked(house):
    """Can every payment skill of a ruleset that loads be asked?"""
    ruleset = house('[payment]\nplayer = "2:3"\n')
    for seed in range(50):
        make_question(ruleset, skills_by_id(ruleset)["house/payment/player"], Random(seed))
