"""Paying wagers: every box, outcome and rounding as literals, and what holds of any stake."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.rules.coup import Outcome
from training.rules.errors import Illegal
from training.rules.payment import Box, Fate, Settlement, Wager, commission_on, format_amount, settle
from training.rules.ruleset import PayTable, Reference, Rounding
from training.rules.tableau import Provenance

USUAL = {"player": (1, 1), "banker": (1, 1), "tie": (8, 1)}


def table(rounding="exact", chip=100, percent=5, **prices):
    return PayTable(
        prices=USUAL | prices,
        commission_percent=percent,
        rounding=Rounding(rounding),
        smallest_chip=chip,
        reference=Reference("a house", Provenance.HOUSE),
    )


# 25 units (2,500 cents) on a box; the smallest chip is one unit
SETTLED = [
    # box, outcome, rounding, what becomes of it, paid, commission
    ("player", "player", "exact", "paid", 2500, 0),
    ("player", "player", "up-to-chip", "paid", 2500, 0),
    ("player", "player", "payment-up", "paid", 2500, 0),
    ("player", "banker", "exact", "taken", 0, 0),
    ("player", "banker", "up-to-chip", "taken", 0, 0),
    ("player", "banker", "payment-up", "taken", 0, 0),
    ("player", "tie", "exact", "pushed", 0, 0),
    ("player", "tie", "up-to-chip", "pushed", 0, 0),
    ("player", "tie", "payment-up", "pushed", 0, 0),
    ("banker", "player", "exact", "taken", 0, 0),
    ("banker", "player", "up-to-chip", "taken", 0, 0),
    ("banker", "player", "payment-up", "taken", 0, 0),
    ("banker", "banker", "exact", "paid", 2375, 125),
    ("banker", "banker", "up-to-chip", "paid", 2300, 200),
    ("banker", "banker", "payment-up", "paid", 2400, 100),
    ("banker", "tie", "exact", "pushed", 0, 0),
    ("banker", "tie", "up-to-chip", "pushed", 0, 0),
    ("banker", "tie", "payment-up", "pushed", 0, 0),
    ("tie", "player", "exact", "taken", 0, 0),
    ("tie", "player", "up-to-chip", "taken", 0, 0),
    ("tie", "player", "payment-up", "taken", 0, 0),
    ("tie", "banker", "exact", "taken", 0, 0),
    ("tie", "banker", "up-to-chip", "taken", 0, 0),
    ("tie", "banker", "payment-up", "taken", 0, 0),
    ("tie", "tie", "exact", "paid", 20000, 0),
    ("tie", "tie", "up-to-chip", "paid", 20000, 0),
    ("tie", "tie", "payment-up", "paid", 20000, 0),
]


@pytest.mark.parametrize(("box", "outcome", "rounding", "fate", "paid", "commission"), SETTLED)
def test_what_becomes_of_25_on_each_box(box, outcome, rounding, fate, paid, commission):
    """Is each wager paid, pushed or taken as the table says, to the cent?"""
    wager = Wager(3, Box(box), 2500)
    settled = settle(table(rounding), Outcome(outcome), wager)
    assert settled == Settlement(wager=wager, fate=Fate(fate), paid=paid, commission=commission)


def test_every_box_outcome_and_rounding_is_in_the_table():
    """Is none of the 27 left out?"""
    assert {row[:3] for row in SETTLED} == {(box, end, how) for box in Box for end in Outcome for how in Rounding}


COMMISSIONS = [
    # stake on Banker, rounding, smallest chip, commission, paid (19:20 of it, rounded once)
    (2000, "exact", 100, 100, 1900),
    (20, "exact", 100, 1, 19),
    (500, "exact", 100, 25, 475),
    (1000000, "exact", 100, 50000, 950000),
    (2000, "up-to-chip", 100, 100, 1900),
    (2100, "up-to-chip", 100, 200, 1900),
    (3900, "up-to-chip", 100, 200, 3700),
    (4000, "up-to-chip", 100, 200, 3800),
    (4000, "up-to-chip", 50, 200, 3800),
    (4100, "up-to-chip", 50, 250, 3850),
    (500, "up-to-chip", 1, 25, 475),
    (501, "up-to-chip", 1, 26, 475),
    (100, "up-to-chip", 500, 100, 0),
    (2000, "payment-up", 100, 100, 1900),
    (2100, "payment-up", 100, 100, 2000),
    (3900, "payment-up", 100, 100, 3800),
    (1900, "payment-up", 100, 0, 1900),
    (100, "payment-up", 100, 0, 100),
    (500, "payment-up", 250, 0, 500),
    (5100, "payment-up", 250, 100, 5000),
    (501, "payment-up", 1, 25, 476),
]


@pytest.mark.parametrize(("stake", "rounding", "chip", "commission", "paid"), COMMISSIONS)
def test_the_commission_is_rounded_once_by_the_rule_of_the_house(stake, rounding, chip, commission, paid):
    """Is it exact, up to the smallest chip, or what is left when the payment goes up to the next payable one?"""
    settled = settle(table(rounding, chip), Outcome.BANKER, Wager(1, Box.BANKER, stake))
    assert (settled.commission, settled.paid) == (commission, paid)


@pytest.mark.parametrize("stake", [1, 10, 19, 21, 2510, 99999])
def test_exact_refuses_a_fraction_of_a_cent_and_names_the_stake(stake):
    """Where 5 % is no whole number of cents, is nothing rounded in secret?"""
    with pytest.raises(Illegal, match=rf"\b{stake}\b"):
        settle(table(), Outcome.BANKER, Wager(1, Box.BANKER, stake))


def test_a_price_that_leaves_a_fraction_names_stake_and_box():
    """Does 3 at 1:2 not pay 1 or 2?"""
    with pytest.raises(Illegal, match="a stake of 3 minor units on player"):
        settle(table(player=(1, 2)), Outcome.PLAYER, Wager(1, Box.PLAYER, 3))


@pytest.mark.parametrize("stake", [0, -1, -2500])
def test_a_wager_of_nothing_is_none(stake):
    """Is a stake of zero or less refused and named?"""
    with pytest.raises(Illegal, match=f"{stake} minor units"):
        Wager(1, Box.TIE, stake)


def test_no_commission_is_a_rate_of_zero():
    """Does a house without commission pay even money, whatever its chips?"""
    for rounding in Rounding:
        settled = settle(table(rounding, percent=0), Outcome.BANKER, Wager(1, Box.BANKER, 2500))
        assert (settled.paid, settled.commission) == (2500, 0)


@pytest.mark.parametrize(
    ("minor", "text"),
    [(0, "0"), (1, "0.01"), (10, "0.10"), (100, "1"), (1900, "19"), (2375, "23.75"), (14250, "142.50")],
)
def test_amounts_are_written_without_empty_cents(minor, text):
    """Is a whole amount a whole number, and is 50 cents never `.5`?"""
    assert format_amount(minor) == text


stakes = st.integers(1, 10_000_000)
chips = st.sampled_from([1, 5, 25, 50, 100, 250, 500, 2500])
rates = st.integers(0, 25)
roundings = st.sampled_from(list(Rounding))
outcomes = st.sampled_from(list(Outcome))
wagers = st.builds(Wager, st.integers(1, 14), st.sampled_from(list(Box)), st.integers(1, 100_000).map(lambda n: n * 20))


@given(win=stakes, rounding=roundings, chip=chips, rate=rates)
def test_the_commission_is_the_rate_of_the_win_and_less_than_a_chip_beside_it(win, rounding, chip, rate):
    """Is it a whole number of cents, never more than win × rate plus one chip, and never more than the win?"""
    exact = Fraction(win * rate, 100)
    try:
        commission = commission_on(table(rounding, chip, rate), win)
    except Illegal:
        assert rounding is Rounding.EXACT
        assert exact.denominator > 1
        return
    assert type(commission) is int
    assert 0 <= commission <= win
    if rounding is Rounding.EXACT:
        assert commission == exact
    elif rounding is Rounding.UP_TO_CHIP:
        assert exact <= commission < exact + chip or commission == win
        assert commission % chip == 0 or commission == win
    else:
        assert exact - chip < commission <= exact
        assert (win - commission) % chip == 0 or commission == 0


@given(laid=st.lists(wagers, max_size=12), outcome=outcomes, rounding=roundings, chip=chips)
def test_what_is_paid_and_what_is_taken_balances(laid, outcome, rounding, chip):
    """Stakes in = stakes out + what the house has won, counted wager by wager in another way?"""
    house, out = 0, 0
    for settled in (settle(table(rounding, chip), outcome, wager) for wager in laid):
        assert (settled.fate is Fate.PAID) or (settled.paid, settled.commission) == (0, 0)
        assert type(settled.paid) is type(settled.commission) is int
        out += {Fate.PAID: settled.wager.stake + settled.paid, Fate.PUSHED: settled.wager.stake, Fate.TAKEN: 0}[
            settled.fate
        ]
        lost = settled.wager.on.value != outcome.value and (outcome is not Outcome.TIE)
        won = settled.wager.on.value == outcome.value
        odds = 8 if settled.wager.on is Box.TIE else 1
        house += settled.wager.stake if lost else settled.commission - odds * settled.wager.stake if won else 0
    assert sum(wager.stake for wager in laid) == out + house


@given(stake=stakes, rounding=roundings, chip=chips, rate=rates)
def test_a_player_or_tie_win_never_pays_commission(stake, rounding, chip, rate):
    """Is commission kept from Banker wins alone?"""
    for box, odds in ((Box.PLAYER, 1), (Box.TIE, 8)):
        settled = settle(table(rounding, chip, rate), Outcome(box.value), Wager(1, box, stake))
        assert (settled.paid, settled.commission) == (odds * stake, 0)


@given(stake=stakes, rounding=roundings, chip=chips, rate=rates, box=st.sampled_from([Box.PLAYER, Box.BANKER]))
def test_on_a_tie_player_and_banker_push(stake, rounding, chip, rate, box):
    """Does a tie move nothing, whatever the stake and the house?"""
    wager = Wager(1, box, stake)
    assert settle(table(rounding, chip, rate), Outcome.TIE, wager) == Settlement(wager=wager, fate=Fate.PUSHED)


def test_the_shipped_rules_pay_as_their_source_says(rulesets):
    """Has punto banco 1:1, 19:20 and 8:1 of the source, and has no other ruleset any payment?"""
    paid = rulesets["punto-banco"].payment
    assert (paid.prices, paid.commission_percent, paid.rounding) == (USUAL, 5, Rounding.EXACT)
    assert paid.reference.provenance is Provenance.TEXT
    assert {one.id for one in rulesets.values() if one.payment} == {"punto-banco"}


WHOLE = """
[payment]
player = "1:1"
banker = "1:1"
tie = "9:1"
commission_percent = 4
rounding = "up-to-chip"
smallest_chip = 50
source = "house payment"
provenance = "house"
"""


def test_a_house_pays_by_its_own_table(house):
    """Do price, rate, rounding and chip come from the file?"""
    paid = house(WHOLE).payment
    assert (paid.prices["tie"], paid.commission_percent, paid.rounding) == ((9, 1), 4, Rounding.UP_TO_CHIP)
    assert settle(paid, Outcome.BANKER, Wager(1, Box.BANKER, 1000)).commission == 50
    assert paid.reference == Reference("House custom, payment", Provenance.HOUSE)


PRICE = "expected a price such as 8:1"
BROKEN = [
    ('tie = "8"', f"payment.tie: '8'; {PRICE}"),
    ("tie = 8", f"payment.tie: 8; {PRICE}"),
    ('tie = "0:1"', f"payment.tie: '0:1'; {PRICE}"),
    ('tie = "8:0"', f"payment.tie: '8:0'; {PRICE}"),
    ('tie = "-8:1"', f"payment.tie: '-8:1'; {PRICE}"),
    ('tie = "８:1"', f"payment.tie: '８:1'; {PRICE}"),
    ('tie = "8:1:1"', f"payment.tie: '8:1:1'; {PRICE}"),
    ('banker = "0.95:1"', f"payment.banker: '0.95:1'; {PRICE}"),
    ("player = true", f"payment.player: True; {PRICE}"),
    ("commission_percent = 26", "payment.commission_percent: 26; expected a whole number, 0 to 25"),
    ("commission_percent = -1", "payment.commission_percent: -1; expected a whole number, 0 to 25"),
    ("commission_percent = 5.0", "payment.commission_percent: 5.0; expected a whole number, 0 to 25"),
    ("commission_percent = true", "payment.commission_percent: True; expected a whole number, 0 to 25"),
    ('rounding = "down"', "payment.rounding: 'down'; expected one of exact, up-to-chip, payment-up"),
    ("smallest_chip = 0", "payment.smallest_chip: 0; expected a whole number, 1 to 1000000"),
    ('smallest_chip = "1"', "payment.smallest_chip: '1'; expected a whole number, 1 to 1000000"),
    ('dragon = "40:1"', "payment.dragon: unknown field; expected one of player, banker, tie, commission_percent,"),
    ('source = "nowhere 1"', "payment.source: 'nowhere 1'; expected the id of a source"),
    ('provenance = "hearsay"', "payment.provenance: 'hearsay'; expected one of text, reconstructed, unseen, house"),
]


@pytest.mark.parametrize(("line", "told"), BROKEN)
def test_an_error_of_payment_names_file_key_and_what_was_expected(house_problems, line, told):
    """Is the one thing that is wrong told in one line?"""
    (problem,) = house_problems(f"[payment]\n{line}\n")
    assert problem.startswith(f"house.toml: {told}")


def test_all_errors_of_payment_are_told_at_once(house_problems):
    """Is a file mended in one go?"""
    problems = house_problems('[payment]\ntie = "8"\nrounding = "down"\nsmallest_chip = 0\n')
    assert [line.split(": ")[1] for line in problems] == ["payment.tie", "payment.rounding", "payment.smallest_chip"]


def test_a_payment_without_its_fields_names_each(problems):
    """Where nothing is inherited, is every field that is missing told?"""
    head = 'id = "house"\nextends = "punto-banco"\ninherits = ["player", "banker", "counting", "outcome"]\n'
    told = problems(house=f'{head}title = "House"\nversion = "1"\n[payment]\n')
    assert {line.split(": ")[1] for line in told} == {
        *("payment.player", "payment.banker", "payment.tie", "payment.commission_percent", "payment.rounding"),
        *("payment.smallest_chip", "payment.source", "payment.provenance"),
    }


@pytest.mark.parametrize("section", ["payment", "procedure", "irregularity"])
def test_a_section_that_is_no_table_is_told(problems, section):
    """Is `payment = 5` an error of the file like any other?"""
    head = f'id = "house"\nextends = "punto-banco"\ntitle = "House"\nversion = "1"\n{section} = 5\n'
    assert f"house.toml: {section}: 5; expected a table" in problems(house=head)


def test_what_a_house_changes_is_not_cited_from_the_text_that_says_otherwise(house):
    """With 4 % by the house, is Wikipedia's 5 % not named as the source of it?"""
    assert house("[payment]\ncommission_percent = 4\n").payment.reference.provenance is Provenance.HOUSE
