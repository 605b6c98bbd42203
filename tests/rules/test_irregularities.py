"""Irregularities at chemin de fer: does the engine rule as the eleven subregulations of source 001 say, and no further?

Each ruling is a row of literals that names its subregulation in the test's id.
"""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from training.rules.cards import parse_cards
from training.rules.errors import Illegal
from training.rules.irregularities import (
    Case,
    CuttingCard,
    Decision,
    Event,
    Ruling,
    banker_action,
    cards_after,
    rule_on,
)
from training.rules.tableau import Action

VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)  # ace to king
BANKER = ("Kh Qs", "Kh As", "Kh 2s", "Kh 3s", "Kh 4s", "Kh 5s", "Kh 6s", "Kh 7s")  # by count


@pytest.fixture
def rules(rulesets):
    return rulesets["chemin-de-fer"]


def case(event: Event, player: str, banker: str, extra: str = "", **more) -> Case:
    return Case(event=event, player=parse_cards(player), banker=parse_cards(banker), extra=parse_cards(extra), **more)


SAID = {"Card": Action.DRAW, "Stay": Action.STAND}


def after_stay(banker: str, said: str, extra: str = "9d", player: str = "3h 4c") -> Case:
    return case(Event.CARD_AFTER_STAY, player, banker, extra, dealer_said=SAID[said])


RULED = [
    ("001 (1) wrong order", case(Event.WRONG_ORDER, "2h 3c", "4d 2s"), 1, "hand-annulled", False),
    ("001 (2) three cards", case(Event.BANKER_TOO_MANY, "2h 3c", "4d 2s", "9c"), 2, "count-0", True),
    ("001 (2) four cards", case(Event.BANKER_TOO_MANY, "2h 3c", "4d 2s", "9c 9h"), 2, "count-0", True),
    ("001 (3) two of three, 4 + 5", case(Event.PLAYER_THREE, "4h 3c", "4d 2s", "5d"), 3, "count-9", True),
    ("001 (3) all three, 2 + 2 + 3", case(Event.PLAYER_THREE, "2h 2c", "4d 2s", "3d"), 3, "count-7", True),
    ("001 (3) two of three, 9 + 9", case(Event.PLAYER_THREE, "9h 9c", "4d 2s", "9d"), 3, "count-8", True),
    ("001 (3) two of three, 8 + king", case(Event.PLAYER_THREE, "8h 8c", "4d 2s", "Kd"), 3, "count-8", True),
    ("001 (3) all three tens", case(Event.PLAYER_THREE, "Kh Qc", "4d 2s", "Td"), 3, "count-0", True),
    ("001 (3) all three, ace + ace", case(Event.PLAYER_THREE, "Ah Kc", "4d 2s", "Ad"), 3, "count-2", True),
    ("001 (4) 5 + king, took 5 and 9", case(Event.BANKER_DREW_TWO, "2h 3c", "Kd 5s", "5d 9c"), 4, "count-0", True),
    ("001 (4) 2 + 2, took 7 and 9", case(Event.BANKER_DREW_TWO, "2h 3c", "2d 2s", "7d 9c"), 4, "count-1", True),
    ("001 (4) four tens", case(Event.BANKER_DREW_TWO, "2h 3c", "Kd Qs", "Jd Tc"), 4, "count-0", True),
    ("001 (4) 2 + king, took tens", case(Event.BANKER_DREW_TWO, "2h 3c", "Ad As", "Kd Tc"), 4, None, None),
    ("001 (5) must draw", after_stay(BANKER[5], "Stay"), 5, "banker-card", True),
    ("001 (5) may draw", after_stay(BANKER[6], "Stay"), 5, "banker-card", True),
    ("001 (6) must stay", after_stay(BANKER[7], "Stay"), 6, "discard", True),
    ("001 (7) must draw", after_stay(BANKER[5], "Card"), 7, "banker-card", True),
    ("001 (8) may draw", after_stay(BANKER[6], "Card"), 8, "discard", True),
    ("001 (8) must stay", after_stay(BANKER[7], "Card"), 8, "discard", True),
    ("001 (9) undisclosed", case(Event.EXCESS_UNDISCLOSED, "2h 3c", "4d 2s", "9c"), 9, "next-hand", True),
    (
        "001 (10) the banker drew",
        case(Event.BANKER_DREW_FOR_HIMSELF, "2h 2c", "4d 2s", "9c", dealer_said=Action.DRAW),
        10,
        "player-card",
        True,
    ),
    ("001 (11) in the middle", case(Event.CARD_FACE_UP, "2h 3c", "4d 2s", "9c"), 11, "discard", True),
    (
        "001 (11) cutting card out, another hand to come",
        case(Event.CARD_FACE_UP, "2h 3c", "4d 2s", "9c", cutting_card=CuttingCard.DRAWN),
        11,
        "discard",
        True,
    ),
    (
        "001 (11) in the last hand",
        case(Event.CARD_FACE_UP, "2h 3c", "4d 2s", "9c", cutting_card=CuttingCard.DRAWN, last_hand=True),
        11,
        "hand-void",
        False,
    ),
    (
        "001 (11) too few cards",
        case(
            *(Event.TOO_FEW_CARDS, "2h 3c", "4d 2s"),
            cutting_card=CuttingCard.DRAWN,
            last_hand=True,
            short_of_cards=True,
        ),
        11,
        "hand-void",
        False,
    ),
]
OPEN = [row for row in RULED if row[3] is None]
RULED = [row for row in RULED if row[3] is not None]


@pytest.mark.parametrize(("happened", "sub", "code", "stands"), [row[1:] for row in RULED], ids=[r[0] for r in RULED])
def test_each_subregulation_rules_as_it_is_written(rules, happened, sub, code, stands):
    """Which subregulation decides, what does it rule, and is the hand played on?"""
    ruling = rule_on(rules, happened)
    assert (ruling.sub, ruling.code, ruling.hand_stands) == (sub, code, stands)


def test_all_eleven_subregulations_are_in_the_table():
    assert {row[2] for row in RULED} == set(range(1, 12))
    assert {row[1].event for row in RULED} == set(Event)
    assert {row[3] for row in RULED if not row[3].startswith("count")} == set(Decision) - {Decision.COUNT}


# (5) and (6) against (7) and (8): a card dealt after “Stay”, which the dealer repeated or mistook for “Card”.
# Banker's two cards, then (subregulation, ruling, Banker's count with a nine dealt) after “Stay” and after “Card”.
AFTER_STAY = [
    (0, (5, "banker-card", 9), (7, "banker-card", 9)),
    (1, (5, "banker-card", 0), (7, "banker-card", 0)),
    (2, (5, "banker-card", 1), (7, "banker-card", 1)),
    (3, (5, "banker-card", 2), (7, "banker-card", 2)),
    (4, (5, "banker-card", 3), (7, "banker-card", 3)),
    (5, (5, "banker-card", 4), (7, "banker-card", 4)),
    (6, (5, "banker-card", 5), (8, "discard", None)),  # the option: whether he may draw another is not said
    (7, (6, "discard", 7), (8, "discard", 7)),
]


@pytest.mark.parametrize(
    ("banker", "repeated", "mistaken"), AFTER_STAY, ids=[f"001 (5)-(8) Banker {row[0]}" for row in AFTER_STAY]
)
def test_after_stay_the_dealers_word_decides_only_where_the_banker_may_draw(rules, banker, repeated, mistaken):
    """Do “Stay” and a mistaken “Card” come to different rulings for the banker's 6 and for no other count?"""
    found = []
    for said in ("Stay", "Card"):
        ruling = rule_on(rules, after_stay(BANKER[banker], said))
        assert ruling.hand_stands
        found.append((ruling.sub, ruling.code, ruling.banker_count))
    assert found == [repeated, mistaken]
    assert (found[0][1] != found[1][1]) is (banker == 6)


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("said", ["Stay", "Card"])
def test_after_stay_neither_the_card_nor_the_players_count_decides(rules, banker, said):
    """Does only the column of no third card count, whatever was dealt and with whatever the Player stayed?"""
    rulings = {
        (ruling.sub, ruling.code)
        for player in ("2h 3c", "Kh 6c", "3h 4c")
        for extra in ("Kd", "Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d")
        for ruling in [rule_on(rules, after_stay(BANKER[banker], said, extra, player))]
    }
    assert len(rulings) == 1


@pytest.mark.parametrize(
    ("action", "repeated", "mistaken"),
    [
        ("stand", (6, "discard", 6), (8, "discard", 6)),
        ("draw", (5, "banker-card", 5), (7, "banker-card", 5)),
        ("optional", (5, "banker-card", 5), (8, "discard", None)),
    ],
)
def test_a_house_with_its_own_table_is_ruled_on_by_its_own(house, action, repeated, mistaken):
    """Is there no difference left where a house's banker must stay, or must draw, on 6?"""
    rules = house(f'banker.6.none = "{action}"\n', base="chemin-de-fer")
    rulings = [rule_on(rules, after_stay(BANKER[6], said)) for said in ("Stay", "Card")]
    assert [(one.sub, one.code, one.banker_count) for one in rulings] == [repeated, mistaken]


@pytest.mark.parametrize("banker", ["8h Ks", "9h Ks", "4h 4s", "3h 6s"])
@pytest.mark.parametrize("said", ["Stay", "Card"])
def test_a_banker_with_a_natural_is_not_ruled_on(rules, banker, said):
    """Is a case that cannot arise refused, with the count named?"""
    with pytest.raises(Illegal, match="a banker with [89] has a natural; no irregularity is ruled on"):
        rule_on(rules, after_stay(banker, said))


# (3): the highest of any two or all three.


def highest(values: tuple[int, ...]) -> int:
    one, two, three = values
    return max((one + two) % 10, (one + three) % 10, (two + three) % 10, (one + two + three) % 10)


def test_three_cards_of_the_player_count_as_high_as_they_can(rules):
    """For any three values, in any place, is it the best of the four sums? [001 (3)]"""
    card = dict(zip(range(10), parse_cards("Kh Ah 2h 3h 4h 5h 6h 7h 8h 9h"), strict=True))
    for values in [(one, two, three) for one in range(10) for two in range(10) for three in range(10)]:
        first, second, third = (card[value] for value in values)
        ruling = rule_on(rules, Case(event=Event.PLAYER_THREE, player=(first, second), extra=(third,)))
        assert ruling == Ruling(sub=3, decision=Decision.COUNT, count=highest(values)), values


# (4): the lowest of two cards, by any reading.


def readings(values: tuple[int, ...]) -> tuple[int, int]:
    """Any two of his four cards; his first two with either card taken."""
    first, second, one, two = values
    return min(sum(pair) % 10 for pair in combinations(values, 2)), min(
        (first + second + one) % 10, (first + second + two) % 10
    )


def test_two_cards_drawn_count_as_low_as_they_can_where_all_readings_agree(rules):
    """Is the count ruled exactly where both readings give it, which is about a quarter of deals? [001 (4)]"""
    rng, deals, ruled = Random(4), 4000, 0
    pack = [parse_cards(f"{rank}s")[0] for rank in "A23456789TJQK"]
    for _ in range(deals):
        places = rng.choices(range(13), k=4)
        any_two, either = readings(tuple(VALUES[place] for place in places))
        cards = [pack[place] for place in places]
        happened = Case(event=Event.BANKER_DREW_TWO, banker=tuple(cards[:2]), extra=tuple(cards[2:]))
        if any_two == either:
            ruling = rule_on(rules, happened)
            assert (ruling.sub, ruling.count, ruling.banker_count) == (4, any_two, any_two), cards
            ruled += 1
        else:
            with pytest.raises(Illegal, match="read in two ways"):
                rule_on(rules, happened)
    assert 0.2 < ruled / deals < 0.3


@pytest.mark.parametrize("happened", [row[1] for row in OPEN], ids=[row[0] for row in OPEN])
def test_where_the_readings_differ_nothing_is_ruled(rules, happened):
    """Ace and ace with two tens: 0 by any two of the four cards, 2 by his own two with one more."""
    with pytest.raises(Illegal, match="read in two ways"):
        rule_on(rules, happened)


# (9) to (11).


@pytest.mark.parametrize("where", [CuttingCard.EXPOSED, CuttingCard.DRAWN])
def test_a_card_nobody_saw_is_ruled_on_only_while_the_cutting_card_is_in_the_shoe(rules, where):
    """Is what the text does not say refused? [001 (9)]"""
    with pytest.raises(Illegal, match="is not said"):
        rule_on(rules, case(Event.EXCESS_UNDISCLOSED, "2h 3c", "4d 2s", "9c", cutting_card=where))


@pytest.mark.parametrize("where", [CuttingCard.IN_SHOE, CuttingCard.EXPOSED])
def test_too_few_cards_void_the_hand_only_when_the_cutting_card_is_drawn(rules, where):
    """Is what the text does not say refused? [001 (11)]"""
    with pytest.raises(Illegal, match="once the cutting card is drawn"):
        rule_on(rules, case(Event.TOO_FEW_CARDS, "2h 3c", "4d 2s", cutting_card=where, short_of_cards=True))


@pytest.mark.parametrize(
    ("happened", "player", "banker"),
    [
        (case(Event.BANKER_DREW_FOR_HIMSELF, "2h 2c", "4d 2s", "9c"), "2h 2c 9c", "4d 2s"),
        (after_stay(BANKER[4], "Stay"), "3h 4c", "Kh 4s 9d"),
        (after_stay(BANKER[6], "Card"), "3h 4c", "Kh 6s"),
        (case(Event.CARD_FACE_UP, "2h 3c", "4d 2s", "9c"), "2h 3c", "4d 2s"),
        (case(Event.EXCESS_UNDISCLOSED, "2h 3c", "4d 2s", "9c"), "2h 3c", "4d 2s"),
    ],
    ids=["001 (10)", "001 (5)", "001 (8)", "001 (11)", "001 (9)"],
)
def test_the_card_lies_where_it_was_ruled_to(rules, happened, player, banker):
    """Does it come last in the hand it goes to, and in neither hand where it goes elsewhere?"""
    hands = cards_after(happened, rule_on(rules, happened))
    assert tuple(map(tuple, hands)) == (parse_cards(player), parse_cards(banker))


@pytest.mark.parametrize(
    ("player", "banker", "action"),
    [
        ("3h 4c", BANKER[5], "draw"),
        ("3h 4c", BANKER[6], "optional"),
        ("3h 4c", BANKER[7], "stand"),
        ("2h 2c Kc", BANKER[5], "stand"),
        ("2h 2c 6c", BANKER[6], "draw"),
        ("2h 2c 9c", BANKER[3], "optional"),
    ],
)
def test_what_the_banker_does_is_read_off_the_table(rules, player, banker, action):
    """By the column of no third card when the Player has two cards, else by the third card's value?"""
    assert banker_action(rules, case(Event.BANKER_DREW_TWO, player, banker)) == action


def test_who_speaks_and_how_the_shoe_stands_change_no_other_ruling(rules):
    """Do the circumstances that a subregulation does not name leave its ruling alone?"""
    changes = {"dealer_said": Action.DRAW, "cutting_card": CuttingCard.EXPOSED, "last_hand": True}
    for event in (Event.WRONG_ORDER, Event.BANKER_TOO_MANY, Event.PLAYER_THREE, Event.BANKER_DREW_FOR_HIMSELF):
        happened = case(event, "2h 3c", "4d 2s", "9c")
        assert rule_on(rules, replace(happened, **changes)) == rule_on(rules, happened)
