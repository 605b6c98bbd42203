"""Is every observable of the golden playthroughs what people have read and found right?"""

from difflib import unified_diff

import pytest

from tests.golden.deals import DEALS
from tests.golden.make import FOLDER, golden, path_of
from training.rules.cards import parse_cards
from training.rules.coup import Coup, play
from training.rules.rulesets import load_rulesets

RULESETS = load_rulesets()
MOST_LINES = 60


def coups(ruleset_id: str) -> list[Coup]:
    return [play(RULESETS[ruleset_id], parse_cards(deal.cards), deal.choices) for deal in DEALS[ruleset_id]]


@pytest.mark.parametrize("ruleset_id", DEALS)
def test_ten_coups_run_as_they_were_read(ruleset_id):
    """Is every card, step and question of the ten coups as it stands in the file?"""
    kept = path_of(ruleset_id).read_text(encoding="utf-8").splitlines()
    names = (f"{ruleset_id}.txt as it was read", f"{ruleset_id} as it is now")
    changes = list(unified_diff(kept, golden(ruleset_id).splitlines(), *names, lineterm="", n=8))
    if changes:
        left_out = [f"… and {len(changes) - MOST_LINES} lines more"] if len(changes) > MOST_LINES else []
        advice = "If the change is meant: `make golden`, then read the whole difference as a dealer would."
        pytest.fail("\n".join([*changes[:MOST_LINES], *left_out, "", advice]), pytrace=False)


def test_every_ruleset_of_ours_has_its_file_and_no_file_is_left_over():
    """Does a new ruleset need its ten coups too?"""
    assert set(DEALS) == set(RULESETS)
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(ruleset_id).name for ruleset_id in RULESETS}
    assert all(len(deals) == 10 for deals in DEALS.values())


@pytest.mark.parametrize("ruleset_id", DEALS)
def test_the_ten_coups_show_what_a_dealer_must_have_seen(ruleset_id):
    """Do naturals of each kind, standing and drawing, no card and a zero, ties, and 4, 5 and 6 cards all occur?"""
    played = coups(ruleset_id)
    naturals = {(coup.player.natural, coup.banker.natural) for coup in played}
    assert naturals == {(False, False), (True, False), (False, True), (True, True)}
    assert {coup.cards_used for coup in played} == {4, 5, 6}
    assert {coup.outcome.value for coup in played} == {"player", "banker", "tie"}
    assert any(coup.outcome == "tie" and not coup.player.natural for coup in played)
    seen = {
        (coup.banker.first_count, None if coup.player.third is None else coup.player.third.value)
        for coup in played
        if not (coup.player.natural or coup.banker.natural)
    }
    assert seen >= {(4, None), (4, 0)}
    if ruleset_id == "chemin-de-fer":
        assert seen >= {(3, 9), (5, 4), (6, None)}
    else:
        assert seen >= {(5, None), (5, 0), (3, 8), (6, 6), (6, None)}


def test_the_free_choices_of_chemin_de_fer_are_taken_both_ways():
    """Does a five ask for a card and stay, and does the banker draw and stand where both are free?"""
    taken = {(coup.player.first_count, coup.player.third is not None) for coup in coups("chemin-de-fer")}
    assert taken >= {(5, True), (5, False)}
    cells = {
        (coup.banker.first_count, coup.player.third and coup.player.third.value, coup.banker.third is not None)
        for coup in coups("chemin-de-fer")
    }
    assert cells >= {(3, 9, True), (3, 9, False), (6, None, True), (6, None, False)}
