"""Rounds: what each exercise asks at a time, and a whole shoe that loses no card."""

from collections import Counter
from random import Random

import pytest

from tests.quiz.coups import as_dealt, asked_of, told_of
from tests.quiz.dealing_school import GAMES, PACK
from training.quiz.bank_files import load_bank
from training.quiz.foci import EVERYTHING
from training.quiz.pairs import contrasts_of
from training.quiz.rounds import (
    LENGTHS,
    MOST_CARDS,
    WHOLE_SHOE,
    Exercise,
    another_coup,
    make_round,
    offer_of,
    offers,
)
from training.rules.errors import NotFound
from training.rules.rulesets import load_rulesets
from training.rules.shoe import Shoe

RULESETS = load_rulesets()
BANK = load_bank(RULESETS)
ALL = tuple(GAMES)
DEALT = (Exercise.QUESTIONS, Exercise.COUPS, Exercise.PAIRS, Exercise.FAULTS)


def deal_shoe(ruleset: str, rng: Random):
    """Every coup of a shoe: what the shoe held before, the round, what it holds after."""
    full = Counter(PACK * GAMES[ruleset].decks)
    shoe = None
    while another_coup(shoe):
        before = None if shoe is None else tuple(map(str, shoe.cards))
        made = make_round(RULESETS[ruleset], Exercise.COUPS, EVERYTHING, rng, bank=BANK, shoe=shoe)
        shoe = made.shoe
        assert Counter(map(str, (*shoe.cards, *shoe.rack))) == full
        yield before, made, tuple(map(str, shoe.cards))


@pytest.mark.parametrize("ruleset", ALL)
def test_a_whole_shoe_keeps_every_card_and_its_order(ruleset):
    """Dealt and left, is it the full shoe at every moment, each coup made of the next cards, the rest untouched?"""
    sizes = Counter()
    for seed in range(3):
        coups, left = 0, None
        for before, made, after in deal_shoe(ruleset, Random(seed)):
            cards = as_dealt(made.questions[-1].facts)
            used = len(cards)
            assert list(map(str, made.shoe.rack[-used:])) == cards
            if before is not None:
                assert before == left
                assert (list(before[:used]), before[used:]) == (cards, after)
            coups, left = coups + 1, after
            sizes[used] += 1
        assert coups < WHOLE_SHOE
        assert coups > 52 * GAMES[ruleset].decks / MOST_CARDS - 10
        assert len(left) < MOST_CARDS or made.shoe.over
    assert set(sizes) == {4, 5, 6}


@pytest.mark.parametrize("ruleset", ALL)
def test_a_coup_of_a_round_is_the_coup_of_its_cards(ruleset):
    """Are the questions those of the cards that lay on top, and both choices made by chance?"""
    choices = Counter()
    for _, made, _ in deal_shoe(ruleset, Random(8)):
        told = told_of(ruleset, made.questions[-1].facts)
        assert asked_of(made.questions) == told.asked
        for question in made.questions:
            if len(question.expected) > 1:
                choices[question.explanation.rpartition("This ")[2]] += 1
    assert bool(choices) is (ruleset == "chemin-de-fer")


def test_fives_and_free_cells_are_decided_both_ways():
    """Does a drill show the dominant player and the banker using their choice either way?"""
    seen = set()
    for seed in range(400):
        made = make_round(RULESETS["chemin-de-fer"], Exercise.COUPS, EVERYTHING, Random(seed), bank=BANK)
        seen |= {
            question.explanation.rpartition("This ")[2] for question in made.questions if len(question.expected) > 1
        }
    assert seen == {"dominant player says “Card”.", "dominant player says “Stay”.", "banker draws.", "banker stands."}


def test_with_too_few_cards_no_coup_is_begun():
    """Is a coup begun with six cards left, and with five not?"""
    cards = Shoe(1, Random(1)).cards
    assert another_coup(None)
    assert another_coup(Shoe.of(cards[:MOST_CARDS]))
    assert not another_coup(Shoe.of(cards[: MOST_CARDS - 1]))


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(("exercise", "questions"), [("questions", 1), ("pairs", 2), ("faults", 2)])
def test_a_round_has_the_questions_that_belong_together(ruleset, exercise, questions):
    """One question, two of a pair, two of a fault; no shoe is needed for them?"""
    for seed in range(30):
        made = make_round(RULESETS[ruleset], Exercise(exercise), EVERYTHING, Random(seed), bank=BANK)
        assert len(made.questions) == questions
        assert made.shoe is None


@pytest.mark.parametrize("ruleset", ALL)
def test_pairs_can_be_narrowed_to_one_contrast_and_everything_has_them_all(ruleset):
    """Is each contrast offered with its words, and does everything mix them?"""
    rules = RULESETS[ruleset]
    titles = offers(rules, Exercise.PAIRS, BANK)
    assert list(titles) == ["everything", *map(str, contrasts_of(rules))]
    assert titles["none-or-zero"].title == "No third card, or one worth zero"
    for focus in titles:
        assert len(make_round(rules, Exercise.PAIRS, focus, Random(1), bank=BANK).questions) == 2
    rows = {
        made.questions[0].skill.split("/")[-2]
        for made in (make_round(rules, Exercise.PAIRS, EVERYTHING, Random(seed), bank=BANK) for seed in range(100))
    }
    assert rows >= {"3", "4", "5", "6"}


@pytest.mark.parametrize("exercise", Exercise)
@pytest.mark.parametrize("focus", ["", "banker/8", "none-or-nine", "../banker", "Everything"])
def test_an_unknown_focus_is_not_found(exercise, focus):
    """Is nothing made, and the focus named?"""
    rules = RULESETS["punto-banco"]
    with pytest.raises(NotFound, match=f"'{focus}'"):
        offer_of(rules, exercise, focus, BANK)
    with pytest.raises(NotFound, match=f"'{focus}'"):
        make_round(rules, exercise, focus, Random(1), bank=BANK)


@pytest.mark.parametrize(
    ("exercise", "focus"), [("coups", "banker"), ("faults", "natural"), ("questions", "none-or-zero")]
)
def test_a_focus_of_another_exercise_is_not_found(exercise, focus):
    """Can only pairs be narrowed to a contrast, and only single questions to a topic?"""
    with pytest.raises(NotFound):
        offer_of(RULESETS["punto-banco"], Exercise(exercise), focus, BANK)


def test_the_lengths_to_choose_from():
    """One coup to a whole shoe; single questions as many as the tableau has cells?"""
    assert {str(exercise): LENGTHS[exercise] for exercise in DEALT} == {
        "questions": (10, 20, 40, 88),
        "coups": (1, 5, 10, WHOLE_SHOE),
        "pairs": (5, 10, 20),
        "faults": (5, 10, 20),
    }
    assert WHOLE_SHOE > 12 * 52 / 4  # no shoe has so many coups, even of the most decks there may be


@pytest.mark.parametrize("exercise", DEALT)
def test_the_same_seed_makes_the_same_round(exercise):
    rules = RULESETS["chemin-de-fer"]
    one, same = (make_round(rules, exercise, EVERYTHING, Random(4), bank=BANK) for _ in range(2))
    assert one.questions == same.questions
    assert (one.shoe and one.shoe.cards) == (same.shoe and same.shoe.cards)


def test_what_there_is_nothing_of_is_not_offered_and_not_found(tmp_path):
    """Where a house always draws, are contrast pairs no exercise, and a forged form no crash?"""
    cells = "".join(
        f"[banker.{banker}]\n" + "".join(f'{third} = "draw"\n' for third in ("none", *range(10))) for banker in range(8)
    )
    head = 'id = "house"\nextends = "punto-banco"\ntitle = "House"\ngame = "g"\njurisdiction = "j"\nversion = "1"\n'
    (tmp_path / "house.toml").write_text(head + cells, encoding="utf-8")
    house = load_rulesets(tmp_path)["house"]
    assert contrasts_of(house) == ()
    assert [str(exercise) for exercise in Exercise if offers(house, exercise, BANK)] == [
        *("questions", "coups", "faults", "knowledge"),
    ]
    with pytest.raises(NotFound, match="House has nothing to ask among the pairs"):
        make_round(house, Exercise.PAIRS, EVERYTHING, Random(1), bank=BANK)


def test_what_was_withdrawn_is_not_offered():
    """Is a cell that is gone no choice, its row one smaller, and a topic without a question left none?"""
    rules = RULESETS["punto-banco"]
    payment = {one.id for one in BANK.of(rules) if one.topic == "payment"}
    gone = frozenset({"punto-banco/banker/4/none", *payment})
    found = offers(rules, Exercise.QUESTIONS, BANK, gone)
    assert "banker/4/none" not in found
    assert (found["banker/4"].size, found["banker/5"].size) == (10, 11)
    assert "payment" in offers(rules, Exercise.KNOWLEDGE, BANK)
    assert "payment" not in offers(rules, Exercise.KNOWLEDGE, BANK, gone)
