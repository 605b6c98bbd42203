"""Cards: reading, writing, values, counts, equal cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.rules.cards import (
    NUMBER_WORDS,
    PACK,
    Card,
    Hand,
    Rank,
    Suit,
    check_equal_cards,
    format_cards,
    parse_card,
    parse_cards,
    point_count,
)
from training.rules.errors import Illegal, ThirdCardError, Unreadable

ALL_52 = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]


def test_a_pack_holds_each_of_the_52_cards_once():
    """Is the pack whole?"""
    assert sorted(map(str, PACK)) == sorted(ALL_52)


@pytest.mark.parametrize("text", ALL_52)
def test_when_a_card_is_read_and_written_then_it_is_the_same_text(text):
    """Is the text form a fixed point?"""
    assert str(parse_card(text)) == text


@given(st.lists(st.sampled_from(ALL_52)))
def test_when_a_line_of_cards_is_read_and_written_then_it_is_the_same_line(cards):
    """Does the one-line form parse back to itself, for any hand and for none?"""
    line = " ".join(cards)
    assert format_cards(parse_cards(line)) == line


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10d", "Td"),
        ("10D", "Td"),
        ("td", "Td"),
        ("TD", "Td"),
        ("tD", "Td"),
        ("aS", "As"),
        ("qH", "Qh"),
        (" 5h ", "5h"),
        ("5H\n", "5h"),
    ],
)
def test_when_a_card_is_written_another_way_then_it_is_still_that_card(text, card):
    """Are ten as 10, either case and spaces around understood?"""
    assert str(parse_card(text)) == card


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("5h 3c Td", "5h 3c Td"),
        ("5h,3c,10d", "5h 3c Td"),
        ("5h, 3c,  Td\t2s\n8c", "5h 3c Td 2s 8c"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_when_cards_are_divided_by_spaces_or_commas_then_all_are_read_in_order(text, line):
    """May cards be typed with any spaces and commas?"""
    assert format_cards(parse_cards(text)) == line


GARBAGE = [
    *("", " ", "5", "h", "1h", "0h", "5x", "hh", "55", "5hh", "5h3c", "11h", "100h", "10", "10x", "110d", "T", "h5"),
    *("٥h", "５h", "5ｈ", "5♥", "\u212ah", "5ſ", "²h", "-5h", "5 h", "5.h", "joker", "None", "5h\x00", "🂵", "10١"),
]


@pytest.mark.parametrize("text", GARBAGE, ids=ascii)
def test_when_a_text_is_no_card_then_the_error_names_it_and_says_what_one_looks_like(text):
    """Is nothing guessed, and the person told what to write?"""
    with pytest.raises(Unreadable) as caught:
        parse_card(text)
    assert str(caught.value).startswith(f"{text!r} is no card")
    assert "A 2–9 T J Q K" in str(caught.value)


@pytest.mark.parametrize("line", ["5h 3c xx 2s", "5h;3c", "5h 1h", "5h3c"])
def test_when_one_of_many_is_no_card_then_the_whole_line_is_refused(line):
    """Is a line with one slip not read as fewer cards?"""
    with pytest.raises(Unreadable):
        parse_cards(line)


@given(st.text(max_size=4))
def test_whatever_is_typed_it_is_a_card_or_an_error_of_ours(text):
    """Can any text break the reader?"""
    try:
        card = parse_card(text)
    except Unreadable:
        return
    assert str(card).lower() == text.strip().lower().replace("10", "t")


@pytest.mark.parametrize(
    ("rank", "value"),
    list(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True)),
)
@pytest.mark.parametrize("suit", "shdc")
def test_a_card_adds_its_pips_an_ace_one_and_ten_and_courts_nothing(rank, suit, value):
    """What is each of the 52 cards worth?"""
    assert parse_card(rank + suit).value == value


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ("", 0),
        ("Kh", 0),
        ("9s Ah", 0),
        ("5h 5d", 0),
        ("Td Js Qc", 0),
        ("7h 8d", 5),
        ("9s 9d 9h", 7),
        ("4h 4d", 8),
        ("9c Ts", 9),
        ("2h 3d 4c", 9),
        ("6h 7d 8c", 1),
    ],
)
def test_a_count_is_the_last_digit_of_the_sum(cards, count):
    """Are sums beyond nine cut, and zero a count like any other?"""
    assert point_count(parse_cards(cards)) == count


@pytest.mark.parametrize(
    ("cards", "first_count", "count", "natural", "third"),
    [
        ("5h 3d", 8, 8, True, None),
        ("Ks 9d", 9, 9, True, None),
        ("4h 3d", 7, 7, False, None),
        ("2h 2d 4c", 4, 8, False, "4c"),
        ("2h 2d 5c", 4, 9, False, "5c"),
        ("5h 5d Ts", 0, 0, False, "Ts"),
        ("Kh Qd", 0, 0, False, None),
    ],
)
def test_a_hand_has_two_counts_and_is_natural_on_its_first_two_cards_only(cards, first_count, count, natural, third):
    """Is a three-card eight or nine no natural?"""
    hand = Hand(parse_cards(cards))
    assert (hand.first_count, hand.count, hand.natural) == (first_count, count, natural)
    assert hand.third == (None if third is None else parse_card(third))


@pytest.mark.parametrize(
    ("text", "words"),
    [("Qh", "queen of hearts"), ("As", "ace of spades"), ("Td", "ten of diamonds"), ("2c", "two of clubs")],
)
def test_a_card_can_be_said(text, words):
    """What does a screen reader say?"""
    assert parse_card(text).words == words


def test_counts_can_be_said():
    """Are the ten counts spoken from zero to nine?"""
    assert NUMBER_WORDS == ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def test_equal_cards_are_equal_and_can_be_kept_in_sets():
    """Is a card its rank and suit and nothing else?"""
    assert Card(Rank.FIVE, Suit.HEARTS) == parse_card("5h") == parse_card("5H")
    assert len({*PACK, parse_card("10d")}) == 52
    assert parse_card("5h") != parse_card("5d")


@pytest.mark.parametrize(
    ("cards", "decks"),
    [
        ("", 1),
        ("5h 5d 5c 5s", 1),
        ("5h 5h", 2),
        ("5h 5h 5h 5h 5h 5h", 6),
        (" ".join(["5h"] * 8), 8),
        (" ".join(ALL_52), 1),
        (" ".join(ALL_52 * 3), 3),
    ],
)
def test_when_cards_come_no_more_often_than_there_are_decks_then_they_are_legal(cards, decks):
    """May equal cards lie on one table?"""
    check_equal_cards(parse_cards(cards), decks)


@pytest.mark.parametrize(
    ("cards", "decks", "card", "times"),
    [
        ("5h 3c 5h", 1, "5h", 2),
        ("5h 5h 5h", 2, "5h", 3),
        ("Ks " + " ".join(["10d"] * 7), 6, "Td", 7),
        (" ".join([*ALL_52, "2c"]), 1, "2c", 2),
    ],
)
def test_when_a_card_comes_more_often_than_there_are_decks_then_the_error_names_it(cards, decks, card, times):
    """Is an impossible shoe refused?"""
    with pytest.raises(Illegal, match=f"{card} comes {times} times, but {decks} decks? "):
        check_equal_cards(parse_cards(cards), decks)


def test_every_error_of_the_house_has_one_root():
    """Can a caller catch all that can go wrong with one name?"""
    assert issubclass(Unreadable, ThirdCardError)
    assert issubclass(Illegal, ThirdCardError)
