"""The shoe by the procedure of source 004: cut, cutting card, burn, last round – and never a card lost or doubled."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.quiz.rounds import another_coup
from training.rules.cards import PACK, parse_card, parse_cards
from training.rules.errors import Illegal
from training.rules.rulesets import load_rulesets
from training.rules.shoe import Procedure, Shoe, burn_value, may_cut, may_place_cutting_card, prepare, shuffled

GAZETTE = Procedure(cut_from_either_end=52, cutting_card_from_back=20)
NEW_ZEALAND = load_rulesets()["nz-mini-1994"]

seeds = st.integers(min_value=0, max_value=2**32)
some_decks = st.integers(min_value=2, max_value=12)
rounds_of_cards = st.lists(st.integers(min_value=4, max_value=6), min_size=1, max_size=160)


# What the text says, as numbers.


@pytest.mark.parametrize(
    ("card", "more"),
    [
        *((f"{pips}h", pips) for pips in range(2, 10)),
        ("As", 1),
        ("Td", 10),
        ("Jc", 10),
        ("Qs", 10),
        ("Kh", 10),
    ],
    ids=lambda value: f"004 7.5 {value}",
)
def test_so_many_cards_go_with_the_first(card, more):
    """Ten for a ten or court card, one for an ace, else the pips: not what they count in a hand?"""
    assert burn_value(parse_card(card)) == more


@pytest.mark.parametrize(
    ("stack", "from_front", "allowed"),
    [
        (416, 0, False),
        (416, 51, False),
        (416, 52, True),
        (416, 208, True),
        (416, 364, True),
        (416, 365, False),
        (416, 416, False),
        (104, 51, False),
        (104, 52, True),
        (104, 53, False),
        (52, 26, False),
    ],
    ids=lambda value: f"004 7.3 {value}",
)
def test_a_cut_lies_at_least_one_deck_from_either_end(stack, from_front, allowed):
    assert may_cut(GAZETTE, stack, from_front) is allowed


@pytest.mark.parametrize(("behind", "allowed"), [(0, False), (1, False), (19, False), (20, True), (21, True)])
def test_at_least_twenty_cards_lie_behind_the_cutting_card(behind, allowed):
    """Is twenty enough and nineteen too few? [004 7.3]"""
    assert may_place_cutting_card(GAZETTE, behind) is allowed


def test_only_new_zealand_has_a_procedure_and_only_chemin_de_fer_has_irregularities(rulesets):
    """Has each what its sources say, and no other?"""
    assert {name: rules.procedure for name, rules in rulesets.items()} == {
        "punto-banco": None,
        "nj-minibaccarat": None,
        "nz-mini-1994": GAZETTE,
        "chemin-de-fer": None,
    }
    names = ["burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets"]
    assert [list(rules.procedures) for rules in rulesets.values() if rules.procedure] == [names]
    assert {name: list(rules.irregularities) for name, rules in rulesets.items() if rules.irregularities} == {
        "chemin-de-fer": list(range(1, 12))
    }
    for sub, reference in rulesets["chemin-de-fer"].irregularities.items():
        expected = f"Regulation on irregularities at baccarat-chemin de fer, ({sub})"
        assert (reference.citation, reference.provenance) == (expected, "text")


# A shoe that was made ready.


def all_cards(shoe: Shoe) -> Counter:
    return Counter(shoe.cards) + Counter(shoe.rack)


def whole(decks: int) -> Counter:
    return Counter(PACK * decks)


@given(decks=some_decks, seed=seeds)
def test_a_prepared_shoe_is_the_stack_cut_and_burnt_and_nothing_is_lost(decks, seed):
    """Does the cut lie a deck from either end, does the first card burn its value, are twenty cards behind?"""
    stack = shuffled(decks, Random(seed))
    shoe = prepare(decks, GAZETTE, Random(seed))
    order = (*shoe.rack, *shoe.cards)
    places = [at for at in range(len(stack)) if order[0] is stack[at] and order == (*stack[at:], *stack[:at])]
    assert places
    assert all(52 <= at <= 52 * decks - 52 for at in places)
    assert len(shoe.rack) == 1 + burn_value(shoe.rack[0])
    assert 2 <= len(shoe.rack) <= 11
    assert (shoe.behind, shoe.last_round, shoe.over) == (20, False, False)
    assert all_cards(shoe) == whole(decks)


def test_a_cut_may_lie_anywhere_between():
    """Are the places next to both limits and the middle cut as well?"""
    places = []
    for seed in range(300):
        stack, shoe = shuffled(3, Random(seed)), prepare(3, GAZETTE, Random(seed))
        order = (*shoe.rack, *shoe.cards)
        places += [at for at in range(len(stack)) if order == (*stack[at:], *stack[:at])]
    assert (min(places), max(places)) == (52, 104)
    assert len(set(places)) == 53


@given(seed=seeds)
def test_each_number_of_burnt_cards_is_that_of_the_first_card(seed):
    """Do burnt cards come off the top, in order, the first one deciding?"""
    stack = shuffled(2, Random(seed))
    shoe = Shoe.of(stack)
    burnt = shoe.burn()
    number = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(stack[0].rank.value) or int(stack[0].rank)
    assert burnt == stack[: number + 1]
    assert (tuple(shoe.rack), shoe.cards) == (burnt, stack[number + 1 :])


@given(decks=st.integers(min_value=1, max_value=12), seed=seeds)
def test_without_a_procedure_nothing_is_burnt_and_no_round_is_the_last(decks, seed):
    """Is the shoe only shuffled, and dealt to its end?"""
    shoe = prepare(decks, None, Random(seed))
    assert shoe.cards == shuffled(decks, Random(seed))
    assert (shoe.rack, shoe.behind) == ([], 0)
    while len(shoe) >= 6:
        shoe.play_round(6)
        assert not shoe.last_round
        assert not shoe.over
    shoe.play_round(len(shoe))
    assert not shoe.over
    assert all_cards(shoe) == whole(decks)


# Round after round.

CUT = "the cutting card"


class Dealer:
    """Deals from a row in which the cutting card lies, and notes by hand what it means."""

    def __init__(self, number_of_cards: int, behind: int) -> None:
        self.row = [*["card"] * (number_of_cards - behind), CUT, *["card"] * behind]
        self.last, self.over = False, False

    def deal(self, cards: int) -> None:
        was_last, self.last = self.last, False
        comes_first, met, dealt = self.row[0] == CUT, False, 0
        while dealt < cards:
            drawn = self.row.pop(0)
            met = met or drawn == CUT
            dealt += drawn != CUT
        self.last = met and not comes_first
        self.over = was_last or comes_first


@given(decks=some_decks, seed=seeds, rounds=rounds_of_cards)
def test_the_cutting_card_decides_which_round_is_the_last(decks, seed, rounds):
    """Met within a round, does one more follow; met as its first card, none – and is every card always somewhere?"""
    shoe = prepare(decks, GAZETTE, Random(seed))
    dealer = Dealer(len(shoe), 20)
    for cards in rounds:
        if shoe.over:
            break
        rest = shoe.cards
        assert shoe.play_round(cards) == rest[:cards]
        assert shoe.cards == rest[cards:]
        dealer.deal(cards)
        assert (shoe.over, shoe.last_round and not shoe.over) == (dealer.over, dealer.last and not dealer.over)
        assert all_cards(shoe) == whole(decks)
        again = Shoe.from_text(shoe.as_text())
        assert again.as_text() == shoe.as_text()
        assert (again.cards, again.rack, again.behind) == (shoe.cards, shoe.rack, shoe.behind)
        assert (again.last_round, again.over) == (shoe.last_round, shoe.over)


@pytest.mark.parametrize(
    ("before", "rounds", "over"),
    [
        (22, [4], [False]),
        (22, [4, 5], [False, True]),
        (22, [6, 6], [False, True]),
        (26, [6, 4], [False, True]),  # the last card before it ends a round: it is the next round's first
        (20, [5], [True]),  # it is the first card: what follows was not seen, and is reconstructed
        (26, [5, 4, 6], [False, False, True]),
    ],
)
def test_after_the_cutting_card_one_round_is_dealt_or_none(before, rounds, over):
    """With so many cards left, twenty of them behind the cutting card: is the shoe over after each round? [004 (c)]"""
    shoe = Shoe.of(PACK[:before], behind=20)
    found = []
    for cards in rounds:
        shoe.play_round(cards)
        found.append(shoe.over)
    assert found == over
    assert another_coup(shoe) is not over[-1]


@given(seed=seeds)
def test_a_shoe_is_dealt_until_it_is_over_and_no_coup_is_begun_then(seed):
    """Does every shoe end by its cutting card, with enough cards for its last round, and is nothing dealt after it?"""
    rng = Random(seed)
    shoe = prepare(NEW_ZEALAND.decks, NEW_ZEALAND.procedure, rng)
    rounds = 0
    while another_coup(shoe):
        assert not shoe.over
        shoe.play_round(rng.choice((4, 5, 6)))
        rounds += 1
    assert shoe.over
    assert 8 <= len(shoe) <= 20  # twenty were behind; at the most twelve of them were dealt
    assert 60 < rounds < 105
    assert all_cards(shoe) == whole(8)


def test_a_shoe_that_is_over_deals_no_further_round():
    """Does the shoe itself refuse?"""
    shoe = Shoe.of(PACK[:20], behind=20)
    shoe.play_round(4)
    assert shoe.over
    with pytest.raises(Illegal):
        shoe.play_round(4)


def test_when_a_round_asks_for_more_cards_than_there_are_then_nothing_changes():
    """Is the shoe whole after a round that was refused?"""
    shoe = Shoe.of(PACK[:5], behind=2)
    before = shoe.as_text()
    with pytest.raises(Illegal, match="6 cards asked for, 5 are left in the shoe"):
        shoe.play_round(6)
    assert shoe.as_text() == before


@pytest.mark.parametrize("behind", [-1, 53, 400])
def test_a_cutting_card_that_lies_outside_the_shoe_is_refused(behind):
    with pytest.raises(Illegal, match=f"{behind} cards behind the cutting card, but 52 are in the shoe"):
        Shoe.of(PACK, behind=behind)


@pytest.mark.parametrize(
    "text",
    ["0 0 0||", "20 0 0|5h 3c Td|", "20 1 0|5h|As Kd", "1 0 1||2s 2s", "0 0 0|5h 5h 5h 5h 5h 5h 5h 5h|"],
)
def test_the_text_form_reads_back_to_itself(text):
    """Is a shoe kept in one line exactly as it was, to the cards in its rack?"""
    shoe = Shoe.from_text(text)
    assert shoe.as_text() == text
    state, cards, rack = text.split("|")
    assert (shoe.cards, tuple(shoe.rack)) == (parse_cards(cards), parse_cards(rack))
    assert [shoe.behind, int(shoe.last_round), int(shoe.over)] == [int(word) for word in state.split()]


# Files of a house.

PROCEDURE = """
[procedure]
cut_from_either_end = 40
cutting_card_from_back = 30
"""
RULES = ("burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets")
WHOLE_PROCEDURE = PROCEDURE + "".join(f'{rule} = {{ source = "house book", provenance = "house" }}\n' for rule in RULES)
OF_HOUSE = '{ source = "house book", provenance = "house" }'


def test_a_house_may_have_a_procedure_of_its_own(house):
    """Are its two distances, and the place of each rule, read?"""
    rules = house(WHOLE_PROCEDURE)
    assert rules.procedure == Procedure(cut_from_either_end=40, cutting_card_from_back=30)
    assert {reference.citation for reference in rules.procedures.values()} == {"House custom, book"}
    shoe = prepare(rules.decks, rules.procedure, Random(1))
    assert shoe.behind == 30


def test_a_house_may_change_one_distance_and_inherit_the_rest(house):
    rules = house("procedure.cutting_card_from_back = 30\n", base="nz-mini-1994")
    assert rules.procedure == Procedure(cut_from_either_end=52, cutting_card_from_back=30)
    assert rules.procedures == NEW_ZEALAND.procedures


@pytest.mark.parametrize(
    ("base", "lines", "problem"),
    [
        (
            "nz-mini-1994",
            "procedure.cut_from_either_end = 0",
            "procedure.cut_from_either_end: 0; expected a whole number",
        ),
        (
            "nz-mini-1994",
            "procedure.cut_from_either_end = 53",
            "procedure.cut_from_either_end: 53; expected a whole number",
        ),
        (
            "nz-mini-1994",
            "procedure.cut_from_either_end = -1",
            "procedure.cut_from_either_end: -1; expected a whole number",
        ),
        (
            "nz-mini-1994",
            "procedure.cutting_card_from_back = 20.0",
            "procedure.cutting_card_from_back: 20.0; expected ",
        ),
        (
            "nz-mini-1994",
            'procedure.cutting_card_from_back = "20"',
            "procedure.cutting_card_from_back: '20'; expected ",
        ),
        (
            "nz-mini-1994",
            "procedure.cut_from_either_end = true",
            "procedure.cut_from_either_end: True; expected a whole",
        ),
        ("nz-mini-1994", "procedure.wash = 3", "procedure.wash: unknown field; expected one of cut_from_either_end, "),
        ("nz-mini-1994", 'procedure.burn = "7.4"', "procedure.burn: '7.4'; expected a table"),
        ("nz-mini-1994", 'procedure.burn.page = "7"', "procedure.burn.page: unknown field; expected one of source, "),
        (
            *("nz-mini-1994", 'procedure.burn.source = "nowhere rule 7.4"'),
            "procedure.burn.source: 'nowhere rule 7.4'; expected the id of a source (",
        ),
        (
            *("nz-mini-1994", 'procedure.cut.provenance = "rumour"'),
            "procedure.cut.provenance: 'rumour'; expected one of text, reconstructed, unseen, house",
        ),
        (
            *("punto-banco", "[procedure]\ncut_from_either_end = 52"),
            "procedure.cutting_card_from_back: missing; expected a whole number, 1 to 52",
        ),
        (
            *("punto-banco", WHOLE_PROCEDURE.replace("cut_from_either_end = 40\n", "")),
            "procedure.cut_from_either_end: missing; expected a whole number, 1 to 52",
        ),
        *(
            (
                "punto-banco",
                WHOLE_PROCEDURE.replace(f"\n{rule} = {OF_HOUSE}", ""),
                f"procedure.{rule}: missing; expected a table",
            )
            for rule in RULES
        ),
        (
            *("chemin-de-fer", f"irregularity.12 = {OF_HOUSE}"),
            "irregularity.12: unknown field; expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11",
        ),
        ("chemin-de-fer", f"irregularity.0 = {OF_HOUSE}", "irregularity.0: unknown field; expected one of 1, 2, 3, "),
        ("chemin-de-fer", 'irregularity.4 = "text"', "irregularity.4: 'text'; expected a table"),
        (
            *("chemin-de-fer", 'irregularity.4.source = "book (4)"'),
            "irregularity.4.source: 'book (4)'; expected the id of a source (",
        ),
        (
            *("chemin-de-fer", 'irregularity.4.provenance = "sure"'),
            "irregularity.4.provenance: 'sure'; expected one of text, reconstructed, unseen, house",
        ),
        ("punto-banco", f"[irregularity]\n1 = {OF_HOUSE}", "irregularity.2: missing; expected a table"),
        ("punto-banco", f"[irregularity]\n1 = {OF_HOUSE}", "irregularity.11: missing; expected a table"),
    ],
)
def test_when_a_file_is_wrong_about_the_shoe_or_irregularities_then_file_key_and_expectation_are_told(
    house_problems, base, lines, problem
):
    """Is each fault told in one line that a person can mend it by?"""
    told = house_problems(lines + "\n", base)
    assert [line for line in told if line.startswith(f"house.toml: {problem}")], told


def test_when_one_distance_is_wrong_then_nothing_else_is_complained_of(house_problems):
    """Is one fault one line?"""
    told = house_problems("procedure.cut_from_either_end = 99\n", "nz-mini-1994")
    assert told == ["house.toml: procedure.cut_from_either_end: 99; expected a whole number, 1 to 52"]


@pytest.mark.parametrize("value", ["5", '"text"', "[]", "true"])
@pytest.mark.parametrize(
    ("section", "base"), [("procedure", "nz-mini-1994"), ("irregularity", "chemin-de-fer"), ("payment", "punto-banco")]
)
def test_when_a_section_is_no_table_then_that_is_told(house_problems, section, base, value):
    """Does a slip for a whole section not stop the reader?"""
    told = house_problems(f"{section} = {value}\n", base)
    assert [line for line in told if line.startswith(f"house.toml: {section}: ")], told


def test_when_the_decks_are_too_few_for_the_cut_then_that_is_told(house_problems):
    """One deck, and one deck from either end: is that found when the file is read?"""
    assert house_problems("decks = 1\n", "nz-mini-1994")
