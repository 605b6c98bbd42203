"""Playing a coup: worked examples, step by step, and everything against a rule written a second time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.rules.cards import Rank, Suit, format_cards, parse_cards
from training.rules.coup import Act, ChoiceMissing, Choices, Coup, Outcome, Step, outcome_of, play
from training.rules.errors import Illegal
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action

RULESETS = load_rulesets()
CLASSICAL = ("punto-banco", "nj-minibaccarat", "nz-mini-1994")
ALL = (*CLASSICAL, "chemin-de-fer")


def deal(ruleset: str, cards: str, on_five: str | None = None, option: str | None = None) -> Coup:
    """Play a coup from texts."""
    choices = Choices(
        on_five=None if on_five is None else Action(on_five), option=None if option is None else Action(option)
    )
    return play(RULESETS[ruleset], parse_cards(cards), choices)


def steps_of(coup: Coup) -> list[tuple[str, str, str | None]]:
    return [(str(step.who), str(step.act), step.call) for step in coup.steps]


# Source 003's three worked examples, and others whose result is plain.


@pytest.mark.parametrize("ruleset", CLASSICAL)
@pytest.mark.parametrize(
    ("cards", "player", "banker", "counts", "outcome"),
    [
        pytest.param("2h Ks 3d 3c 8s 9d", "2h 3d 8s", "Ks 3c", (3, 3), "tie", id="[003] P5 draws 8, B3 stands: tie"),
        pytest.param(
            "4h Ts Kd 4c 2s 5d", "4h Kd 2s", "Ts 4c 5d", (6, 9), "banker", id="[003] P4 draws 2, B4 draws 5: banker"
        ),
        pytest.param("7h 6s Kd Jc", "7h Kd", "6s Jc", (7, 6), "player", id="[003] P7 v B6, both stand: player"),
        pytest.param("8h 9s Kd Jc 2s 2d", "8h Kd", "9s Jc", (8, 9), "banker", id="natural against natural"),
        pytest.param("9h 2s Kd 2c 2h 2d", "9h Kd", "2s 2c", (9, 4), "player", id="[002] natural stops the Banker"),
        pytest.param("2h 9s Kd Jc 2d 2c", "2h Kd", "9s Jc", (2, 9), "banker", id="[002] natural stops the Player"),
        pytest.param("9h 4s 9d 5c", "9h 9d", "4s 5c", (8, 9), "banker", id="two nines are a natural eight"),
        pytest.param("6h 5s Kd Kc 4c", "6h Kd", "5s Kc 4c", (6, 9), "banker", id="[002] P6 stands, B5 draws"),
        pytest.param(
            "Th 2s Jd 2c Ks Qd", "Th Jd Ks", "2s 2c", (0, 4), "banker", id="[003] a third ten is zero: B4 stands"
        ),
        pytest.param("Th 2s 6d 2c 9d", "Th 6d", "2s 2c 9d", (6, 3), "player", id="[003] no third card: B4 draws"),
        pytest.param("Th Ks Jd Qc Kh Kd", "Th Jd Kh", "Ks Qc Kd", (0, 0), "tie", id="zero against zero"),
        pytest.param("2h 3s 2d 4c 4h", "2h 2d 4h", "3s 4c", (8, 7), "player", id="[002] B7 stands"),
        pytest.param(
            "Ah 3s 2d 3c 6h 3d", "Ah 2d 6h", "3s 3c 3d", (9, 9), "tie", id="three-card nine stops nobody: B6 v 6 draws"
        ),
    ],
)
def test_when_a_coup_is_dealt_then_hands_counts_and_outcome_are_those_of_the_example(
    ruleset, cards, player, banker, counts, outcome
):
    """Does the engine deal what the sources' own examples deal?"""
    coup = deal(ruleset, cards)
    assert (format_cards(coup.player.cards), format_cards(coup.banker.cards)) == (player, banker)
    assert (coup.player.count, coup.banker.count) == counts
    assert coup.outcome == outcome
    assert coup.cards_used == len(player.split()) + len(banker.split())


@pytest.mark.parametrize(
    ("player", "banker", "outcome"),
    [(9, 8, "player"), (0, 1, "banker"), (0, 0, "tie"), (9, 9, "tie"), (1, 0, "player"), (8, 9, "banker")],
)
def test_the_higher_count_wins_and_equal_counts_are_a_tie(player, banker, outcome):
    """Who wins?"""
    assert outcome_of(player, banker) == outcome


def test_the_issue_example_of_punto_banco_is_dealt_step_by_step():
    """What happens and is said, in order, when Player's five meets Banker's five?"""
    coup = deal("punto-banco", "5h 3c Td 2s 8c 9d")
    assert steps_of(coup) == [
        ("dealer", "announce", "Player five, Banker five"),
        ("dealer", "deal", "Card for Player"),
        ("dealer", "stand", "Banker stands"),
        ("dealer", "announce", "Banker wins, five over three"),
    ]
    assert (coup.player.first_count, coup.player.count, coup.banker.count) == (5, 3, 5)
    assert (coup.outcome, coup.cards_used) == ("banker", 5)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "7h 5s Kd Jc 4d",
            [
                ("dealer", "announce", "Player seven, Banker five"),
                ("dealer", "stand", "Player stands"),
                ("dealer", "deal", "Card for Banker"),
                ("dealer", "announce", "Banker wins, nine over seven"),
            ],
        ),
        (
            "9h 2s Kd 2c",
            [
                ("dealer", "announce", "Player nine, Banker four"),
                ("dealer", "announce", "Player wins, nine over four"),
            ],
        ),
        (
            "7h 7s Kd Jc",
            [
                ("dealer", "announce", "Player seven, Banker seven"),
                ("dealer", "stand", "Player stands"),
                ("dealer", "stand", "Banker stands"),
                ("dealer", "announce", "égalité – tie bets win"),
            ],
        ),
        (
            "Kh Ts Kd Jc 5d 5c",
            [
                ("dealer", "announce", "Player zero, Banker zero"),
                ("dealer", "deal", "Card for Player"),
                ("dealer", "deal", "Card for Banker"),
                ("dealer", "announce", "égalité – tie bets win"),
            ],
        ),
    ],
)
def test_when_punto_banco_is_dealt_then_the_dealer_calls_each_step(cards, expected):
    """Is every call in its place, with the counts of that moment?"""
    assert steps_of(deal("punto-banco", cards)) == expected


def test_when_a_step_is_taken_then_it_cites_its_own_rule():
    """Does each step name the cell or the line of the script it follows, and both where a card comes with a call?"""
    sources = [step.source for step in deal("punto-banco", "5h 3c Td 2s 8c 9d").steps]
    tableau = "Wikipedia, “Baccarat”, Tableau of drawing rules"
    assert sources[0].startswith("House custom")
    assert sources[1] == f"{tableau}, Player’s rule; House custom, Player’s third card"
    assert sources[2] == f"{tableau}, Banker’s rule, row 5, third card 8; House custom, Banker’s third card"
    assert sources[3].startswith("House custom")


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("nj-minibaccarat", [("dealer", "deal", None), ("dealer", "stand", None)]),
        ("nz-mini-1994", [("dealer", "announce", "No more bets"), ("dealer", "deal", None), ("dealer", "stand", None)]),
    ],
)
def test_when_a_ruleset_takes_only_the_drawing_rule_then_no_call_of_another_source_is_said(ruleset, expected):
    """Do New Jersey and New Zealand 1994 say nothing but what their own sources have?"""
    assert steps_of(deal(ruleset, "5h 3c Td 2s 8c 9d")) == expected


# Chemin de fer: looks, announcements, repeats, and two choices.

CARD = [("dominant player", "announce", "Card"), ("dealer", "repeat", "Card")]
STAY = [("dominant player", "announce", "Stay"), ("dealer", "repeat", "Stay")]
PLAYER_NATURAL = [("dominant player", "announce", "Natural"), ("dealer", "repeat", "Natural")]
BANKER_NATURAL = [("banker", "announce", "Natural"), ("dealer", "repeat", "Natural")]
UNDER_8 = [("banker", "announce", "Under 8"), ("dealer", "repeat", "Under 8")]
DEAL = [("banker", "deal", None)]
STAND = [("banker", "stand", None)]


@pytest.mark.parametrize(
    ("cards", "on_five", "option", "expected", "used"),
    [
        pytest.param("2h 3c 2d 2s 8c 9d", None, None, CARD + UNDER_8 + DEAL + STAND, 5, id="the issue's example"),
        pytest.param("2h 2c 2d 2s 7c 9d", None, None, CARD + UNDER_8 + DEAL + DEAL, 6, id="both hands draw"),
        pytest.param("6h 3c Kd 2s 8c 9d", None, None, STAY + UNDER_8 + DEAL, 5, id="stay, banker draws"),
        pytest.param("7h 3c Kd 4s 8c 9d", None, None, STAY + UNDER_8 + STAND, 4, id="stay, banker stands"),
        pytest.param("9h 3c Kd 2s 8c 9d", None, None, PLAYER_NATURAL, 4, id="natural of the player"),
        pytest.param("8h 9c Kd Ts", None, None, PLAYER_NATURAL, 4, id="natural of both: the first one ends it"),
        pytest.param("2h 9c Kd Ts 8c 9d", None, None, CARD + BANKER_NATURAL, 4, id="natural of the banker after Card"),
        pytest.param("6h 8c Kd Ts 8c 9d", None, None, STAY + BANKER_NATURAL, 4, id="natural of the banker after Stay"),
        pytest.param("5h 8c Kd Ts", "draw", None, CARD + BANKER_NATURAL, 4, id="five asks, banker's natural: no card"),
        pytest.param("5h 8c Kd Ts", "stand", None, STAY + BANKER_NATURAL, 4, id="five stays, banker's natural"),
        pytest.param("5h 3c Kd 2s 8c", "draw", None, CARD + UNDER_8 + DEAL + STAND, 5, id="five draws"),
        pytest.param("5h 3c Kd 2s 8c", "stand", None, STAY + UNDER_8 + DEAL, 5, id="five stays"),
        pytest.param("2h 3c Kd Ks 9c 9d", None, "draw", CARD + UNDER_8 + DEAL + DEAL, 6, id="op. 3/9 drawn"),
        pytest.param("2h 3c Kd Ks 9c 9d", None, "stand", CARD + UNDER_8 + DEAL + STAND, 5, id="op. 3/9 stood"),
        pytest.param("2h 3c Kd 2s 4c 9d", None, "draw", CARD + UNDER_8 + DEAL + DEAL, 6, id="op. 5/4 drawn"),
        pytest.param("2h 3c Kd 2s 4c 9d", None, "stand", CARD + UNDER_8 + DEAL + STAND, 5, id="op. 5/4 stood"),
        pytest.param("7h 3c Kd 3s 4c", None, "draw", STAY + UNDER_8 + DEAL, 5, id="op. 6/none drawn"),
        pytest.param("7h 3c Kd 3s 4c", None, "stand", STAY + UNDER_8 + STAND, 4, id="op. 6/none stood"),
        pytest.param("5h 3c Kd 3s 4c", "stand", "stand", STAY + UNDER_8 + STAND, 4, id="both choices: stay, stand"),
        pytest.param("5h 3c Kd 3s 4c", "stand", "draw", STAY + UNDER_8 + DEAL, 5, id="both choices: stay, draw"),
        pytest.param("5h 3c Kd 2s 4c 2h", "draw", "draw", CARD + UNDER_8 + DEAL + DEAL, 6, id="both choices: draw"),
    ],
)
def test_when_chemin_de_fer_is_dealt_then_looks_announcements_and_repeats_come_in_order(
    cards, on_five, option, expected, used
):
    """Who says and does what, in which order, and is every announcement repeated at once? [000]"""
    coup = deal("chemin-de-fer", cards, on_five, option)
    assert steps_of(coup) == expected
    assert coup.cards_used == used


def test_when_chemin_de_fer_speaks_then_each_announcement_and_repeat_cites_its_subregulation():
    """Is (10) cited for the dealer, and (3) and (4) for the banker?"""
    regulation = "Regulation on play at baccarat-chemin de fer, "
    steps = deal("chemin-de-fer", "2h 3c 2d 2s 8c 9d").steps
    assert [step.source.removeprefix(regulation) for step in steps[1:4]] == ["(10)", "(4)", "(10)"]
    assert steps[0].source.startswith(f"{regulation}(1)(a)")
    assert steps[-1].source == "Table 3, row 5, third card 8"
    natural = deal("chemin-de-fer", "2h 9c Kd Ts").steps
    assert [step.source.removeprefix(regulation) for step in natural[2:]] == ["(3)", "(10)"]
    own = deal("chemin-de-fer", "9h 2c Kd Ts").steps
    assert [step.source.removeprefix(regulation) for step in own] == ["(1)(d)", "(10)"]


@pytest.mark.parametrize(
    ("player", "choice", "words", "cited"),
    [
        *((count, None, "Card", "(1)(a)") for count in range(5)),
        (5, Action.DRAW, "Card", "(1)(b)"),
        (5, Action.STAND, "Stay", "(1)(b)"),
        (6, None, "Stay", "(1)(c)"),
        (7, None, "Stay", "(1)(c)"),
        (8, None, "Natural", "(1)(d)"),
        (9, None, "Natural", "(1)(d)"),
    ],
)
def test_when_the_dominant_player_announces_then_the_rule_of_his_count_is_cited(rulesets, player, choice, words, cited):
    """Is a five told from what must be asked for? (rules.md section 3, step 1)"""
    first = f"{player}h" if player > 1 else "TA"[player] + "h"
    cards = parse_cards(f"{first} 4c Kd Ts 8c 9d")
    step = play(rulesets["chemin-de-fer"], cards, Choices(on_five=choice)).steps[0]
    assert (step.call, step.source) == (words, f"Regulation on play at baccarat-chemin de fer, {cited}")


def test_when_a_house_has_its_own_words_for_a_request_then_both_its_rule_and_the_house_are_cited(house):
    """Are a house's words founded on no text that has others?"""
    rules = house('[call.dominant-player-card]\nwords = "Carte"\n', base="chemin-de-fer")
    step = play(rules, parse_cards("2h 3c 2d 2s 8c 9d")).steps[0]
    rule, own = step.source.split("; ")
    assert (step.call, rule) == ("Carte", "Regulation on play at baccarat-chemin de fer, (1)(a)")
    assert own.endswith("the house’s own rule")


def test_when_the_banker_deals_the_players_card_then_subregulation_4_is_cited():
    """Is the act of the banker founded on the banker's own rule? (rules.md section 3, step 4)"""
    deals = [step for step in deal("chemin-de-fer", "2h 3c 2d 2s 8c 9d").steps if step.act is Act.DEAL]
    assert [step.source for step in deals] == ["Regulation on play at baccarat-chemin de fer, (4)"]


@pytest.mark.parametrize(
    ("cards", "choices", "option", "where"),
    [
        ("5h 3c Kd 2s 8c", Choices(), "on-five", "Player 5"),
        ("5h 8c Kd Ts", Choices(option=Action.DRAW), "on-five", "Player 5"),
        ("2h 3c Kd Ks 9c 9d", Choices(on_five=Action.DRAW), "option", "Banker 3 with third card 9"),
        ("2h 3c Kd 2s 4c 9d", Choices(), "option", "Banker 5 with third card 4"),
        ("7h 3c Kd 3s 4c", Choices(), "option", "Banker 6 with no third card"),
        ("5h 3c Kd 3s 4c", Choices(on_five=Action.STAND), "option", "Banker 6 with no third card"),
    ],
)
def test_when_a_choice_is_reached_and_not_made_then_the_error_names_the_option(cards, choices, option, where):
    """Is nothing decided for the persons at the table?"""
    with pytest.raises(ChoiceMissing) as caught:
        play(RULESETS["chemin-de-fer"], parse_cards(cards), choices)
    assert caught.value.choice == option
    assert str(caught.value).startswith(where)
    assert option in str(caught.value)


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_when_a_game_has_no_choices_then_those_given_change_nothing(ruleset):
    """Are choices without meaning left alone?"""
    for cards in ("5h 3c Kd 3s 4c 9d", "2h 3c Kd Ks 9c 9d", "7h 3c Kd 3s 4c"):
        assert deal(ruleset, cards) == deal(ruleset, cards, "stand", "stand") == deal(ruleset, cards, "draw", "draw")


@pytest.mark.parametrize("choice", [Action.NATURAL, Action.OPTIONAL, "draw", "stand", "hit", 0, False])
@pytest.mark.parametrize("name", ["on_five", "option"])
def test_when_a_choice_is_none_of_the_two_actions_then_it_is_refused_at_once(name, choice):
    """Can a mistyped choice, or a bare text, be played as if it were the other one?"""
    with pytest.raises(Illegal, match=f"{name.replace('_', '-')} is draw or stand, not '{choice}'"):
        Choices(**{name: choice})


def test_when_stay_was_said_then_the_banker_says_the_line_that_the_script_has_for_it(house):
    """Does the Banker's announcement follow what was asked for, where a house's script makes a difference?"""
    ruleset = house('[call.banker-under-8-after-stay]\nwords = "Below eight"\n', "chemin-de-fer")
    after_stay = play(ruleset, parse_cards("7h 3c Kd 4s"))
    after_card = play(ruleset, parse_cards("2h 3c 2d 2s 8c"))
    assert [step.call for step in after_stay.steps] == ["Stay", "Stay", "Below eight", "Below eight", None]
    assert [step.call for step in after_card.steps][:4] == ["Card", "Card", "Under 8", "Under 8"]


# Cards that cannot be a coup.


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(
    ("cards", "needed", "given"),
    [
        ("", 4, 0),
        ("5h 3c Td", 4, 3),
        ("2h 3c 2d 2s", 5, 4),
        ("2h 2c 2d 2s 7c", 6, 5),
        ("6h 3c Kd 2s", 5, 4),
    ],
)
def test_when_cards_run_out_then_the_error_says_how_many_are_needed(ruleset, cards, needed, given):
    """Is a coup never finished with cards that were not dealt?"""
    with pytest.raises(Illegal) as caught:
        deal(ruleset, cards)
    assert str(caught.value).startswith(f"the coup needs {needed} cards, {given} are given")
    assert str(caught.value).endswith(cards)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("surplus", ["2h", "2h 3h 4h 5h 6h 7h", "9s 9s"])
@pytest.mark.parametrize("cards", ["7h 6s Kd Ac", "2h 3c 2d 2s 8c", "2h 2c 2d 2s 7c 9d"])
def test_when_more_cards_are_given_than_the_coup_takes_then_the_rest_is_ignored(ruleset, cards, surplus):
    """Does the rest of the shoe not matter?"""
    assert deal(ruleset, f"{cards} {surplus}") == deal(ruleset, cards)


@pytest.mark.parametrize(("ruleset", "decks"), [("punto-banco", 8), ("chemin-de-fer", 6)])
def test_when_equal_cards_are_dealt_then_as_many_as_there_are_decks_are_legal(ruleset, decks):
    """Are six equal cards possible, and one more than the shoe holds not?"""
    coup = deal(ruleset, " ".join(["Kh"] * decks))
    assert (coup.player.count, coup.banker.count, coup.cards_used) == (0, 0, 6)
    with pytest.raises(Illegal, match=f"Kh comes {decks + 1} times"):
        deal(ruleset, " ".join(["Kh"] * (decks + 1)))


def test_when_a_house_deals_from_one_deck_then_a_card_cannot_come_twice(house):
    """Is the number of decks the ruleset's own?"""
    one_deck = house("decks = 1\n")
    assert play(one_deck, parse_cards("5h 5d Kd Ks 8c")).cards_used == 5
    with pytest.raises(Illegal, match="5h comes 2 times"):
        play(one_deck, parse_cards("5h 5h Kd Ks 8c"))


# Everything at once, against a rule that was written without a look at the engine.


def plain_rule(values: list[int], on_five: str, option: str, chemin: bool) -> tuple[int, int, int]:
    """Counts of Player and Banker and the number of cards, for six values in dealt order."""
    p, b, rest = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10, values[4:]
    if p in (8, 9) or b in (8, 9):
        return p, b, 4
    third = None
    if p < 5 or (p == 5 and (not chemin or on_five == "draw")):
        third = rest.pop(0)
        p = (p + third) % 10
    first_to_last = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
    draws = b < 6 if third is None else str(third) in first_to_last.get(b, "0123456789")
    if chemin and (b, third) in ((3, 9), (5, 4), (6, None)):
        draws = option == "draw"
    if draws:
        b = (b + rest.pop(0)) % 10
    return p, b, 6 - len(rest)


CARDS = st.lists(st.sampled_from([f"{rank}{suit}" for rank in Rank for suit in Suit]), min_size=6, max_size=8)
DECISION = st.sampled_from(["draw", "stand"])
VALUE = {rank: place if place < 10 else 0 for place, rank in enumerate("A23456789TJQK", start=1)}
WELL_FORMED = {
    "who": {"dealer", "dominant player", "banker"},
    "act": {"announce", "repeat", "deal", "stand"},
}


def assert_well_formed(coup: Coup) -> None:
    """Every step says who does what by which rule, calls are spoken words, repeats follow what they repeat."""
    before: Step | None = None
    for step in coup.steps:
        assert step.who in WELL_FORMED["who"]
        assert step.act in WELL_FORMED["act"]
        assert step.call is None or (step.call.strip() and not set("{}") & set(step.call))
        assert step.source.strip(", ") == step.source != ""
        if step.act in (Act.ANNOUNCE, Act.REPEAT):
            assert step.call is not None
        if step.act is Act.REPEAT:
            assert before is not None
            assert (before.act, before.call) == (Act.ANNOUNCE, step.call)
            assert before.who != step.who
        before = step
    assert [step.act for step in coup.steps].count(Act.DEAL) == coup.cards_used - 4


@settings(max_examples=300)
@given(ruleset=st.sampled_from(ALL), cards=CARDS, on_five=DECISION, option=DECISION)
def test_whatever_the_shoe_gives_the_coup_is_the_one_of_the_plain_rule(ruleset, cards, on_five, option):
    """Is there any shoe, ruleset or choice for which the engine and a plain rule differ?"""
    if len(cards) > 6 and max(map(cards.count, cards)) > RULESETS[ruleset].decks:
        return
    coup = deal(ruleset, " ".join(cards), on_five, option)
    values = [VALUE[card[0]] for card in cards[:6]]
    player, banker, used = plain_rule(values, on_five, option, ruleset == "chemin-de-fer")
    assert (coup.player.count, coup.banker.count, coup.cards_used) == (player, banker, used)
    assert coup.outcome == ("tie" if player == banker else "player" if player > banker else "banker")
    assert format_cards(coup.player.cards[:2]) == f"{cards[0]} {cards[2]}"
    assert format_cards(coup.banker.cards[:2]) == f"{cards[1]} {cards[3]}"
    third_cards = [str(card) for card in (*coup.player.cards[2:], *coup.banker.cards[2:])]
    assert third_cards == cards[4:used]
    assert coup.player.natural == (coup.player.first_count > 7)
    assert_well_formed(coup)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("option", ["draw", "stand"])
@pytest.mark.parametrize("on_five", ["draw", "stand"])
def test_when_all_values_of_hands_and_third_cards_are_dealt_then_each_coup_is_the_one_of_the_plain_rule(
    ruleset, option, on_five
):
    """Is every one of the 100 pairs of counts right with every third card and a last one?"""
    rank = "TA23456789"
    choices = Choices(on_five=Action(on_five), option=Action(option))
    for player in range(10):
        for banker in range(10):
            for third in range(10):
                values = [0, 0, player, banker, third, 3]
                cards = parse_cards(" ".join(f"{rank[value]}h" for value in values))
                coup = play(RULESETS[ruleset], cards, choices)
                got = (coup.player.count, coup.banker.count, coup.cards_used)
                assert got == plain_rule(values, on_five, option, ruleset == "chemin-de-fer"), values
                assert_well_formed(coup)


def test_when_a_coup_is_played_twice_then_it_is_the_same_and_the_cards_are_left_alone():
    """Is playing a function of its arguments and nothing else?"""
    cards = list(parse_cards("5h 3c Td 2s 8c 9d"))
    first, second = (play(RULESETS["punto-banco"], cards) for _ in range(2))
    assert first == second
    assert format_cards(cards) == "5h 3c Td 2s 8c 9d"
    assert first.outcome is Outcome.BANKER
