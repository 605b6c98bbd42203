"""Options made for one question: can each be told from the others, and does their order tell nothing?"""

from collections import Counter
from random import Random

import pytest

from training.quiz.options import made_options, option_id


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("égalité – tie bets win", "egalite-tie-bets-win"),
        ("Égalité — tie bets win!", "egalite-tie-bets-win"),
        ("Player wins, nine over six", "player-wins-nine-over-six"),
        ("Under 8", "under-8"),
        ("Player’s hand stands", "player-s-hand-stands"),
        ("  Card  ", "card"),
    ],
)
def test_words_are_folded_to_an_id(text, folded):
    """Do case, accents, dashes and punctuation make no difference?"""
    assert option_id(text) == folded


@pytest.mark.parametrize("texts", [("闲家停牌", "闲家补牌", "庄家停牌"), ("Карта", "Стоп"), ("カード", "スタンド")])
def test_calls_in_any_writing_keep_their_ids_apart(texts):
    """Does a house that calls in Chinese, Russian or Japanese have options at all?"""
    options = made_options(Random(1), texts, 4)
    assert {option.text for option in options} == set(texts)
    assert len({option.id for option in options}) == len(texts)
    assert all(option.id for option in options)


def test_of_texts_that_fold_alike_the_first_is_kept():
    """Is the right answer, which comes first, never displaced by a look-alike?"""
    options = made_options(Random(1), ["Player stands", "player stands!", "Banker stands"], 4)
    assert {option.text for option in options} == {"Player stands", "Banker stands"}


def test_the_first_texts_are_kept_and_no_more_than_wanted():
    """Is the right answer, which comes first, always among the options?"""
    for seed in range(50):
        options = made_options(Random(seed), ["one", "two", "three", "four", "five"], 3)
        assert {option.text for option in options} == {"one", "two", "three"}


def test_a15_every_order_is_as_likely():
    """Is the right answer anywhere as often?"""
    orders = Counter(tuple(option.id for option in made_options(Random(seed), "abc", 3)) for seed in range(3000))
    assert len(orders) == 6
    assert sum((times - 500) ** 2 / 500 for times in orders.values()) < 20.5  # chi squared, 5 degrees, p = 0.001


def test_the_same_seed_gives_the_same_order():
    assert made_options(Random(3), "abcd", 4) == made_options(Random(3), "abcd", 4)
