"""The drawing rules, cell by cell, typed here a second time from the sources."""

import dataclasses

import pytest

from training.rules.check import check_rulesets, differences_of
from training.rules.errors import Illegal
from training.rules.odds import exact_odds
from training.rules.rulesets import OWN_FOLDER, load_rulesets
from training.rules.tableau import Action, Provenance, Rule, Tableau, cited_together, column_name

CLASSICAL = """
      none  0 1 2 3 4 5 6 7 8 9
  0    D    D D D D D D D D D D
  1    D    D D D D D D D D D D
  2    D    D D D D D D D D D D
  3    D    D D D D D D D D S D
  4    D    S S D D D D D D S S
  5    D    S S S S D D D D S S
  6    S    S S S S S S D D S S
  7    S    S S S S S S S S S S
"""
TABLE_3 = """
      none  0 1 2 3 4 5 6 7 8 9
  0    D    D D D D D D D D D D
  1    D    D D D D D D D D D D
  2    D    D D D D D D D D D D
  3    D    D D D D D D D D S O
  4    D    S S D D D D D D S S
  5    D    S S S S O D D D S S
  6    O    S S S S S S D D S S
  7    S    S S S S S S S S S S
"""
WORDS = {"D": "draw", "S": "stand", "O": "optional", "N": "natural"}
TABLEAUS = {
    "punto-banco": CLASSICAL,
    "nj-minibaccarat": CLASSICAL,
    "nz-mini-1994": CLASSICAL,
    "chemin-de-fer": TABLE_3,
}
#                              0123456789
PLAYERS = {
    "punto-banco": "DDDDDDSSNN",
    "nj-minibaccarat": "DDDDDDSSNN",
    "nz-mini-1994": "DDDDDDSSNN",
    "chemin-de-fer": "DDDDDOSSNN",
}
CITED = {
    "punto-banco": "[002]",
    "nj-minibaccarat": "[003] N.J.A.C. 13:69F-7.9",
    "nz-mini-1994": "[004] by necessity",
    "chemin-de-fer": "[000] (5) Table 3",
}
"""Where rules.md has each tableau from; it is the name of the test."""
TITLES = {
    "punto-banco": "Wikipedia, “Baccarat”, Tableau of drawing rules",
    "nj-minibaccarat": "N.J.A.C. 13:69F-7.9",
    "nz-mini-1994": "New Zealand Gazette 1994, No. 112, p. 3256",
    "chemin-de-fer": "Table 3",
}
"""How the citation that a trainee reads begins."""
MARKS = {
    "punto-banco": "text",
    "nj-minibaccarat": "text",
    "nz-mini-1994": "reconstructed",
    "chemin-de-fer": "reconstructed",
}
AFTER_STAY = ("chemin-de-fer", 6, None)
"""The one cell whose option stands in another text: [001] (5)."""


def cells_of(table: str) -> dict[tuple[int, int | None], str]:
    """A table of letters as a dictionary: (banker's count, third card's value or None) → action."""
    header, *rows = (line.split() for line in table.strip().splitlines())
    columns = [None if name == "none" else int(name) for name in header]
    return {
        (int(count), third): WORDS[letter]
        for count, *letters in rows
        for third, letter in zip(columns, letters, strict=True)
    }


CELLS = [
    pytest.param(
        *(ruleset, banker, third, action),
        id=f"{ruleset} {banker}/{'none' if third is None else third} {action} {CITED[ruleset]}",
    )
    for ruleset, table in TABLEAUS.items()
    for (banker, third), action in cells_of(table).items()
]


def test_the_literals_of_this_file_are_the_table_that_was_meant():
    """Do the two tables typed above have the numbers of cells that are known of them?"""
    classical, table_3 = cells_of(CLASSICAL), cells_of(TABLE_3)
    assert (len(classical), len(table_3)) == (88, 88)
    assert list(classical.values()).count("draw") == 57
    assert list(classical.values()).count("stand") == 31
    hard = [action for (banker, third), action in classical.items() if banker in (3, 4, 5, 6) and third is not None]
    assert (hard.count("draw"), hard.count("stand")) == (21, 19)
    assert [cell for cell in classical if classical[cell] != table_3[cell]] == [(3, 9), (5, 4), (6, None)]


@pytest.mark.parametrize(("ruleset", "banker", "third", "action"), CELLS)
def test_when_the_banker_has_a_count_then_the_cell_says_what_he_does(rulesets, ruleset, banker, third, action):
    """Is each of the 88 cells of each ruleset what its source says, and cited and marked by it?"""
    rule = rulesets[ruleset].tableau.cell(banker, third)
    assert rule.action == action
    assert rule.provenance == MARKS[ruleset]
    place = "no third card" if third is None else f"third card {third}"
    title = TITLES[ruleset]
    if (ruleset, banker, third) == AFTER_STAY:
        title = "Regulation on irregularities at baccarat-chemin de fer, (5)"
    assert rule.citation.startswith(title)
    assert rule.citation.endswith(f", row {banker}, {place}")


@pytest.mark.parametrize("ruleset", PLAYERS)
@pytest.mark.parametrize("count", range(10))
def test_when_the_player_has_a_count_then_his_rule_says_what_he_does(rulesets, ruleset, count):
    """Does the Player draw, stand, choose or show a natural at each of the ten counts?"""
    rule = rulesets[ruleset].player[count]
    assert rule.action == WORDS[PLAYERS[ruleset][count]]
    assert rule.provenance == ("reconstructed" if ruleset == "nz-mini-1994" else "text")


@pytest.mark.parametrize(
    ("count", "place"), list(enumerate(["(a)", "(a)", "(a)", "(a)", "(a)", "(b)", "(c)", "(c)", "(d)", "(d)"]))
)
def test_when_the_dominant_player_decides_then_the_paragraph_of_the_regulation_is_cited(rulesets, count, place):
    """Does each of the ten counts name its own paragraph of subregulation (1) [000]?"""
    citation = rulesets["chemin-de-fer"].player[count].citation
    assert citation == f"Regulation on play at baccarat-chemin de fer, (1){place}"


@pytest.mark.parametrize("ruleset", ["punto-banco", "nj-minibaccarat", "nz-mini-1994"])
def test_when_a_game_is_played_by_the_table_then_nobody_has_a_choice(rulesets, ruleset):
    """Are the three rulesets without options known to be so?"""
    assert rulesets[ruleset].optional_rules == ()


def test_when_chemin_de_fer_leaves_a_choice_then_it_is_in_these_four_places_only(rulesets):
    """Where are both answers right [000 (1)(b), rules.md section 3]?"""
    assert rulesets["chemin-de-fer"].optional_rules == (
        "Player 5",
        "Banker 3 with third card 9",
        "Banker 5 with third card 4",
        "Banker 6 with no third card",
    )
    free = [(b, t) for b, t, rule in rulesets["chemin-de-fer"].tableau.cells() if rule.right == ("draw", "stand")]
    assert free == [(3, 9), (5, 4), (6, None)]


def test_none_and_zero_differ_in_rows_four_and_five_only(rulesets):
    """Is a card worth zero the same as no card anywhere it matters?"""
    tableau = rulesets["punto-banco"].tableau
    assert [b for b in range(8) if tableau.cell(b, None).action != tableau.cell(b, 0).action] == [4, 5]


def test_cells_come_row_by_row_with_no_card_first(rulesets):
    """In what order does one walk a tableau?"""
    walked = [(banker, third) for banker, third, _ in rulesets["punto-banco"].tableau.cells()]
    assert walked == list(cells_of(CLASSICAL))


@pytest.mark.parametrize(("third", "name"), [(None, "none"), (0, "0"), (9, "9")])
def test_a_column_is_named_none_or_by_its_value(third, name):
    """Is the column of a zero card kept apart from the one of no card?"""
    assert column_name(third) == name


def test_a_rule_accepts_its_action_and_an_optional_one_both():
    """What is right under a rule?"""
    assert Rule(Action.DRAW, "x", Provenance.TEXT).right == (Action.DRAW,)
    assert Rule(Action.STAND, "x", Provenance.TEXT).right == (Action.STAND,)
    assert Rule(Action.OPTIONAL, "x", Provenance.TEXT).right == (Action.DRAW, Action.STAND)


@pytest.mark.parametrize("shape", [[11] * 7, [11] * 9, [11] * 7 + [10], [12] + [11] * 7, []])
def test_when_a_tableau_is_not_eight_by_eleven_then_it_cannot_be_made(shape):
    """Can a tableau with a hole exist?"""
    rule = Rule(Action.DRAW, "x", Provenance.TEXT)
    with pytest.raises(ValueError, match="8 rows of 11 cells"):
        Tableau(tuple((rule,) * width for width in shape))


# An engine with any one cell changed is caught.


def test_the_rulesets_of_the_product_pass_their_own_check(rulesets):
    """Is nothing wrong as the product is delivered?"""
    check_rulesets(rulesets)
    assert [r.id for r in rulesets.values() if r.claims == "classical"] == [
        "nj-minibaccarat",
        "nz-mini-1994",
        "punto-banco",
    ]


def house_with(banker: int, third: int | None, action: str) -> str:
    """A house file that claims the classical tableau and differs from it in one cell."""
    name = f"house-{banker}-{'none' if third is None else third}"
    return f"""
id = "{name}"
extends = "punto-banco"
title = "House with one cell changed"
version = "1"
claims = "classical"
[banker.{banker}]
{"none" if third is None else third} = "{action}"
"""


@pytest.fixture(scope="module")
def one_cell_changed(tmp_path_factory):
    """88 house rulesets, each with another cell turned round, by cell."""
    folder = tmp_path_factory.mktemp("houses")
    turned = {"draw": "stand", "stand": "draw"}
    names = {}
    for (banker, third), action in cells_of(CLASSICAL).items():
        name = f"house-{banker}-{'none' if third is None else third}"
        (folder / f"{name}.toml").write_text(house_with(banker, third, turned[action]))
        names[banker, third] = name
    loaded = load_rulesets(folder)
    return {cell: loaded[name] for cell, name in names.items()}


@pytest.mark.parametrize(("banker", "third"), list(cells_of(CLASSICAL)))
def test_when_any_one_cell_of_a_file_is_changed_then_the_check_names_it(one_cell_changed, banker, third):
    """Would a slip of the pen in one cell of a house's file be found?"""
    right = cells_of(CLASSICAL)[banker, third]
    wrong = {"draw": "stand", "stand": "draw"}[right]
    name = "none" if third is None else str(third)
    (message,) = differences_of(one_cell_changed[banker, third])
    assert message.startswith(f"house-{banker}-{name}: cell {banker}/{name} ")
    assert f"is {wrong}, " in message
    assert message.endswith(f"has {right}")


def test_when_any_one_cell_is_changed_then_the_exact_counts_for_eight_decks_differ(rulesets, one_cell_changed):
    """Would the one number that proves the engine notice each of the 88 slips?"""
    proved = exact_odds(rulesets["punto-banco"], 8)
    unnoticed = []
    for cell, ruleset in one_cell_changed.items():
        odds = exact_odds(ruleset, 8)
        if (odds.player, odds.banker, odds.tie) == (proved.player, proved.banker, proved.tie):
            unnoticed.append(cell)
    assert unnoticed == []


def test_when_any_one_cell_in_memory_is_changed_then_the_check_of_all_rulesets_fails(rulesets):
    """Is the check one of the loaded cells, not of the file's text?"""
    good = rulesets["punto-banco"]
    for banker in range(8):
        for column in range(11):
            rows = [list(row) for row in good.tableau.rows]
            rows[banker][column] = dataclasses.replace(rows[banker][column], action=Action.OPTIONAL)
            bad = dataclasses.replace(good, tableau=Tableau(tuple(map(tuple, rows))))
            with pytest.raises(
                Illegal, match=f"punto-banco: cell {banker}/{column_name(column - 1 if column else None)}"
            ):
                check_rulesets({**rulesets, "punto-banco": bad})


def test_when_a_ruleset_claims_a_tableau_nobody_knows_then_the_check_says_so(rulesets):
    """Can a claim be empty words?"""
    boast = dataclasses.replace(rulesets["punto-banco"], claims="the best one")
    with pytest.raises(Illegal, match="no reference tableau 'the best one'; there is classical"):
        check_rulesets({"boast": boast})


def test_when_a_house_changes_a_cell_without_a_claim_then_the_check_lets_it(house):
    """May a house have its own table, the claim of the one it extends not being its own?"""
    own = house('[banker.6]\nnone = "draw"\n')
    assert differences_of(own) == []
    assert own.claims is None
    assert own.tableau.cell(6, None).action == "draw"


def test_when_several_cells_of_several_files_differ_then_each_is_told_once_and_of_the_file_it_stands_in(tmp_path):
    """Is the whole work told at once, and no heir blamed for what its base says?"""
    text = (OWN_FOLDER / "punto-banco.toml").read_text().replace('id = "punto-banco"', 'id = "base"')
    text = text.replace('[banker.0]\nnone = "draw"', '[banker.0]\nnone = "stand"').replace(
        '8 = "stand"', '8 = "draw"', 1
    )
    (tmp_path / "base.toml").write_text(text)
    heir = house_with(5, None, "stand").replace("punto-banco", "base").replace("house-5-none", "heir")
    (tmp_path / "heir.toml").write_text(heir)
    with pytest.raises(Illegal) as caught:
        check_rulesets(load_rulesets(tmp_path))
    assert [line.split(" (")[0] for line in str(caught.value).splitlines()] == [
        "base: cell 0/none", "base: cell 3/8", "heir: cell 5/none",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("A text, (8)", "Table 3, row 6", "A text, (8); Table 3, row 6"),
        ("A text, (8)", "A text, (5): an option, row 6", "A text, (8); (5): an option, row 6"),
        ("A text, (5)", "A text, (5): an option, row 6", "A text, (5): an option, row 6"),
        ("A text, part B, rule 1", "A text, part B, rule 2", "A text, part B, rule 1; rule 2"),
        ("A text, (1)", "A text, (1)", "A text, (1)"),
    ],
)
def test_when_two_places_are_cited_then_nothing_is_said_twice(first, second, both):
    """Is the title told once, and a place that holds the other alone?"""
    assert cited_together(first, second) == both
