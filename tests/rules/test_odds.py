"""Exact odds: the whole engine in a few numbers, to the last digit (rules.md section 8)."""

from fractions import Fraction
from math import perm

import pytest

from training.rules.errors import Illegal
from training.rules.odds import exact_odds

EIGHT_DECKS = {
    "player": 2_230_518_282_592_256,
    "banker": 2_292_252_566_437_888,
    "tie": 475_627_426_473_216,
    "total": 4_998_398_275_503_360,
    "natural": 1_714_696_016_515_584,
}
EIGHT_DECKS_BY_CARDS = {4: 1_893_735_611_458_560, 5: 1_516_734_808_780_800, 6: 1_587_927_855_264_000}
SIX_DECKS = {
    "player": 392_220_492_728_832,
    "banker": 403_095_751_234_560,
    "tie": 83_552_962_932_288,
    "total": 878_869_206_895_680,
}
WITHOUT_OPTIONS = ("punto-banco", "nj-minibaccarat", "nz-mini-1994")


@pytest.mark.parametrize("ruleset", WITHOUT_OPTIONS)
@pytest.mark.parametrize(("what", "number"), EIGHT_DECKS.items())
def test_when_all_draws_from_eight_decks_are_counted_then_the_published_numbers_come_out(
    rulesets, ruleset, what, number
):
    """Is every coup of every possible deal decided as the table of record says?"""
    assert getattr(exact_odds(rulesets[ruleset], 8), what) == number


def test_when_eight_decks_are_counted_by_cards_then_coups_of_four_five_and_six_add_up(rulesets):
    """How often does a coup take four, five or six cards?"""
    assert exact_odds(rulesets["punto-banco"], 8).cards == EIGHT_DECKS_BY_CARDS


@pytest.mark.parametrize(("what", "number"), SIX_DECKS.items())
def test_when_all_draws_from_six_decks_are_counted_then_the_published_numbers_come_out(rulesets, what, number):
    """Does the number of decks matter exactly as it should?"""
    assert getattr(exact_odds(rulesets["punto-banco"], 6), what) == number


def test_when_eight_decks_are_paid_as_usual_then_the_house_edge_is_the_published_one(rulesets):
    """Are the shares those from which every casino text has its percentages?"""
    odds = exact_odds(rulesets["punto-banco"], 8)
    player, banker, tie = (Fraction(number, odds.total) for number in (odds.player, odds.banker, odds.tie))
    assert round(float(banker - player) * 100, 6) == 1.235081
    assert round(float(player - banker * Fraction(95, 100)) * 100, 6) == 1.057906
    assert round(float(1 - 9 * tie) * 100, 6) == 14.359629


def test_when_eight_decks_are_counted_then_a_natural_ends_the_known_share_of_coups(rulesets):
    """Are 34.3 % of coups over after four cards because of a natural?"""
    odds = exact_odds(rulesets["punto-banco"], 8)
    assert round(100 * odds.natural / odds.total, 1) == 34.3


@pytest.mark.parametrize("decks", range(1, 13))
def test_when_any_number_of_decks_is_counted_then_everything_adds_up_to_all_ordered_draws(rulesets, decks):
    """Is each of the ordered six-card draws counted once, in every way of sorting them?"""
    odds = exact_odds(rulesets["punto-banco"], decks)
    assert odds.decks == decks
    assert odds.total == perm(52 * decks, 6)
    assert odds.player + odds.banker + odds.tie == odds.total
    assert sorted(odds.cards) == [4, 5, 6]
    assert sum(odds.cards.values()) == odds.total
    assert 0 < odds.natural < odds.cards[4]


def enumerate_plainly(decks: int) -> dict[str, int]:
    """Six nested draws by value with the rule in words; slow, and written without a look at the engine."""
    counts = {"player": 0, "banker": 0, "tie": 0, "natural": 0, 4: 0, 5: 0, 6: 0}
    shoe = {value: 4 * decks if value else 16 * decks for value in range(10)}
    left = 52 * decks

    def add(ways: int, player: int, banker: int, used: int) -> None:
        for unseen in range(used, 6):
            ways *= left - unseen
        counts["tie" if player == banker else "player" if player > banker else "banker"] += ways
        counts[used] += ways
        if used == 4 and max(player, banker) >= 8:
            counts["natural"] += ways

    def draw(ways: int):
        for value in range(10):
            if shoe[value]:
                shoe[value] -= 1
                yield value, ways * (shoe[value] + 1)
                shoe[value] += 1

    for p1, ways_1 in draw(1):
        for b1, ways_2 in draw(ways_1):
            for p2, ways_3 in draw(ways_2):
                for b2, ways_4 in draw(ways_3):
                    p, b = (p1 + p2) % 10, (b1 + b2) % 10
                    if p > 7 or b > 7 or (p > 5 and b > 5):
                        add(ways_4, p, b, 4)
                    elif p > 5:
                        for third, ways_5 in draw(ways_4):
                            add(ways_5, p, (b + third) % 10, 5)
                    else:
                        for third, ways_5 in draw(ways_4):
                            most = {3: 9, 4: 7, 5: 7, 6: 7}.get(b, 9)
                            least = {3: 0, 4: 2, 5: 4, 6: 6}.get(b, 0)
                            if b == 7 or not least <= third <= most or (b, third) == (3, 8):
                                add(ways_5, (p + third) % 10, b, 5)
                                continue
                            for last, ways_6 in draw(ways_5):
                                add(ways_6, (p + third) % 10, (b + last) % 10, 6)
    return counts


@pytest.mark.parametrize("decks", [1, 3])
def test_when_few_decks_are_counted_then_a_plain_enumeration_gives_the_same(rulesets, decks):
    """Does a second, slow way of counting agree, so that no shortcut of the first one is wrong?"""
    odds, plain = exact_odds(rulesets["punto-banco"], decks), enumerate_plainly(decks)
    assert (odds.player, odds.banker, odds.tie) == (plain["player"], plain["banker"], plain["tie"])
    assert odds.natural == plain["natural"]
    assert odds.cards == {4: plain[4], 5: plain[5], 6: plain[6]}


def test_when_a_ruleset_leaves_choices_then_the_error_says_which(rulesets):
    """Is chemin de fer refused with a reason, since its odds depend on persons?"""
    with pytest.raises(Illegal) as caught:
        exact_odds(rulesets["chemin-de-fer"], 8)
    message = str(caught.value)
    assert message.startswith("chemin-de-fer leaves choices (")
    for place in (
        "Player 5",
        "Banker 3 with third card 9",
        "Banker 5 with third card 4",
        "Banker 6 with no third card",
    ):
        assert place in message


def test_when_a_house_decides_all_options_then_its_odds_can_be_counted(house, rulesets):
    """Is it the options that are refused, and not the game?"""
    ruleset = house(
        '[player]\n5 = "draw"\n[banker.3]\n9 = "draw"\n[banker.5]\n4 = "draw"\n[banker.6]\nnone = "stand"\n',
        base="chemin-de-fer",
    )
    assert exact_odds(ruleset, 8) == exact_odds(rulesets["punto-banco"], 8)


@pytest.mark.parametrize("decks", [0, 13, -1, 1_000_000])
def test_when_the_number_of_decks_is_out_of_range_then_the_error_names_it(rulesets, decks):
    """Is a wrong number refused rather than counted?"""
    with pytest.raises(Illegal, match=rf"decks: {decks}; .* 1 to 12"):
        exact_odds(rulesets["punto-banco"], decks)


@pytest.mark.parametrize("decks", [0, 13])
def test_when_both_decks_and_ruleset_are_wrong_then_there_is_an_error_all_the_same(rulesets, decks):
    """Can a bad number slip past with a ruleset that is refused anyway?"""
    with pytest.raises(Illegal):
        exact_odds(rulesets["chemin-de-fer"], decks)
