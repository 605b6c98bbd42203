"""The shoe: nothing is lost, nothing comes back."""

from collections import Counter
from random import Random

import pytest

from training.rules.cards import PACK, format_cards
from training.rules.errors import Illegal
from training.rules.shoe import Shoe


@pytest.mark.parametrize("decks", range(1, 13))
def test_when_a_shoe_is_drawn_to_its_end_then_each_card_came_as_often_as_there_are_decks(decks):
    """Are no cards lost or doubled?"""
    shoe = Shoe(decks, Random(decks))
    assert len(shoe) == 52 * decks
    assert Counter(shoe.draw(52 * decks)) == Counter(list(PACK) * decks)
    assert len(shoe) == 0


def test_when_cards_are_drawn_bit_by_bit_then_the_shoe_shrinks_by_as_many():
    """Is every draw without replacement?"""
    shoe, drawn = Shoe(2, Random(1)), []
    for number in (0, 1, 4, 6, 50, 43):
        before = len(shoe)
        cards = shoe.draw(number)
        assert (len(cards), len(shoe)) == (number, before - number)
        drawn += cards
    assert Counter(drawn) == Counter(list(PACK) * 2)


def test_when_no_number_is_given_then_one_card_is_drawn():
    """Is one card the usual draw?"""
    assert len(Shoe(1, Random(1)).draw()) == 1


def test_when_the_generator_is_the_same_then_the_shoe_is_and_another_seed_gives_another():
    """Can a shoe be dealt again from its seed?"""
    first, again, other = (format_cards(Shoe(8, Random(seed)).draw(416)) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_when_a_shoe_is_made_then_the_pack_stays_in_order():
    """Does shuffling leave the pack of the module alone?"""
    before = PACK
    Shoe(1, Random(3)).draw(52)
    assert before == PACK
    assert format_cards(PACK[:3]) == "As 2s 3s"


@pytest.mark.parametrize("decks", [0, 13, -1])
def test_when_the_number_of_decks_is_out_of_range_then_the_error_names_it(decks):
    """Is an impossible shoe refused?"""
    with pytest.raises(Illegal, match=f"1 to 12 decks, not {decks}"):
        Shoe(decks, Random(1))


@pytest.mark.parametrize("number", [53, 1000, -1])
def test_when_more_cards_are_asked_for_than_are_left_then_nothing_is_drawn(number):
    """Is the shoe whole after a draw that was refused?"""
    shoe = Shoe(1, Random(1))
    with pytest.raises(Illegal, match=f"{number} cards asked for, 52 are left"):
        shoe.draw(number)
    assert len(shoe) == 52


def test_when_the_first_card_of_many_shoes_is_counted_then_every_card_comes_about_as_often():
    """Is the shuffle fair to each of the 52 cards? (χ², 51 degrees of freedom, p > 0.001)"""
    rng = Random(2026)
    times = Counter(Shoe(1, rng).draw()[0] for _ in range(5200))
    chi_squared = sum((times[card] - 100) ** 2 / 100 for card in PACK)
    assert chi_squared < 87.97
