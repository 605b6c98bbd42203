"""The commands whose shapes other programs rely on: `flask rules …` and `flask questions make`."""

import json

import click
import pytest

from tests.rules.conftest import HOUSE
from training.web import create_app
from training.web.commands import rules as rules_commands

FACTS = {"player", "banker", "said"}
KINDS = {"natural", "action", "count", "call", "outcome", "ruling", "consequence", "procedure", "payment"}
EIGHT_DECKS = {
    "decks": 8,
    "player": 2230518282592256,
    "banker": 2292252566437888,
    "tie": 475627426473216,
    "total": 4998398275503360,
    "natural": 1714696016515584,
    "cards": {"4": 1893735611458560, "5": 1516734808780800, "6": 1587927855264000},
}
"""rules.md section 8."""


@pytest.fixture(scope="module")
def call():
    """Run a `flask` command of a program without database and secret."""
    with click.Context(click.Command("any")):
        runner = create_app().test_cli_runner()
    return lambda *words, **options: runner.invoke(args=list(words), **options)


@pytest.fixture(scope="module")
def facts(call):
    """What a command prints as JSON."""

    def read(*words):
        result = call(*words, "--json")
        assert (result.exit_code, result.stderr) == (0, ""), result.output
        return json.loads(result.stdout)

    return read


def test_the_rulesets_are_listed(facts):
    """Are id, title, game, version and fingerprint there, and nothing else?"""
    listed = facts("rules", "list")
    assert {one["id"]: one["game"] for one in listed} == {
        "punto-banco": "punto banco",
        "nj-minibaccarat": "mini baccarat",
        "nz-mini-1994": "mini baccarat",
        "chemin-de-fer": "chemin de fer",
    }
    assert {frozenset(one) for one in listed} == {frozenset(("id", "title", "game", "version", "fingerprint"))}


def test_a_tableau_has_its_three_parts_in_one_shape(facts):
    """Has every cell an action and a provenance, and the Player's rule ten counts?"""
    told = facts("rules", "tableau", "chemin-de-fer")
    assert list(told) == ["ruleset", "fingerprint", "player", "banker", "provenance"]
    assert told["player"] == dict.fromkeys("01234", "draw") | {"5": "optional"} | dict.fromkeys(
        "67", "stand"
    ) | dict.fromkeys("89", "natural")
    columns = ["none", *map(str, range(10))]
    for part in ("banker", "provenance"):
        assert {row: list(cells) for row, cells in told[part].items()} == dict.fromkeys(map(str, range(8)), columns)
    assert told["banker"]["3"]["9"] == told["banker"]["6"]["none"] == "optional"
    assert {mark for row in told["provenance"].values() for mark in row.values()} == {"reconstructed"}


def test_a_tableau_for_people_names_its_sources_and_what_was_not_seen(call):
    """Does the reader learn that Table 3 was reconstructed?"""
    lines = call("rules", "tableau", "chemin-de-fer").stdout.splitlines()
    assert "Table 3: Reconstructed; the regulation’s Table 3 was not seen." in map(str.strip, lines)


def test_odds_are_exactly_those_integers(facts):
    """Are the counts and the shape those of the contract?"""
    assert facts("rules", "odds", "punto-banco", "--decks", "8") == EIGHT_DECKS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "punto-banco 5h3cTd2s8c9d".split(),
            "'5h3cTd2s8c9d' is no card: write a rank A 2–9 T J Q K and a suit s h d c, for instance 5h or Td",
        ),
        (["punto-banco", "5h 3c"], "the coup needs 4 cards, 2 are given: 5h 3c"),
        (["punto-banco", ""], "the coup needs 4 cards, 0 are given: none"),
        (["chemin-de-fer", "2h 3c 3d 2s 8c 9d"], "--on-five is missing: Player 5 may draw or stand\n"),
        (["chemin-de-fer", "2h 3c 2d Ks 9c 9d"], "--option is missing: Banker 3 with third card 9 may draw or stand\n"),
    ],
)
def test_a_coup_that_cannot_be_dealt_is_one_line(call, words, told):
    """Is nothing printed but what was wrong, with exit code 2?"""
    result = call("rules", "deal", *words, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {told}")
    assert len(result.stderr.splitlines()) == 1


def test_a_coup_has_hands_steps_outcome_and_its_number_of_cards(facts):
    """Is the example of chemin de fer dealt step by step, the dealer's repeats in their places?"""
    told = facts("rules", "deal", "chemin-de-fer", "2h 3c 2d 2s 8c 9d")
    assert told["player"] == {"cards": ["2h", "2d", "8c"], "first_count": 4, "count": 2, "natural": False}
    assert told["banker"] == {"cards": ["3c", "2s"], "first_count": 5, "count": 5, "natural": False}
    assert [(step["who"], step["act"], step["call"]) for step in told["steps"]] == [
        ("dominant player", "announce", "Card"),
        ("dealer", "repeat", "Card"),
        ("banker", "announce", "Under 8"),
        ("dealer", "repeat", "Under 8"),
        ("banker", "deal", None),
        ("banker", "stand", None),
    ]
    assert all(set(step) == {"who", "act", "call", "source"} for step in told["steps"])
    assert (told["outcome"], told["cards_used"]) == ("banker", 5)


def test_coups_are_read_line_by_line_and_answered_in_their_places(call):
    """Are empty lines skipped, errors put where they belong, and the end told by the exit code?"""
    result = call("rules", "deal", "punto-banco", "-", input="9h 2c Ks 3d\n\nxx\n2h 3c\n9h 2c Ks 3d 4c\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["player", "error", "error", "player"]
    assert [answer.get("outcome") for answer in answers] == ["player", None, None, "player"]
    assert (result.exit_code, result.stderr) == (2, "Error: 2 of 4 coups could not be dealt\n")
    good = call("rules", "deal", "punto-banco", "-", input="9h 2c Ks 3d\n")
    assert (good.exit_code, good.stderr, len(good.stdout.splitlines())) == (0, "", 1)


@pytest.mark.parametrize("ruleset", ["punto-banco", "nj-minibaccarat", "nz-mini-1994", "chemin-de-fer"])
def test_questions_have_the_fixed_shape(facts, ruleset):
    """Has each its fields and facts, a known kind, and answers among its options?"""
    for question in facts("questions", "make", ruleset, "--count", "3", "--seed", "11"):
        assert list(question) == [
            "skill", "kind", "facts", "prompt", "options", "expected", "citation", "explanation",
        ]  # fmt: skip
        assert question["kind"] in KINDS
        assert set(question["facts"]) >= FACTS
        assert all(set(said) == {"who", "call"} for said in question["facts"]["said"])
        ids = [option["id"] for option in question["options"]]
        assert all(set(option) == {"id", "text"} for option in question["options"])
        if question["kind"] == "action":
            assert ids == ["draw", "stand"]
        if question["kind"] != "payment":  # amounts are typed
            assert set(question["expected"]) <= set(ids)
        assert question["expected"]
        assert question["citation"]
        assert question["explanation"]


def test_the_same_seed_makes_the_same_questions(call):
    """And another one others?"""
    words = ("questions", "make", "punto-banco", "--count", "2", "--json", "--seed")
    assert call(*words, "5").stdout == call(*words, "5").stdout != call(*words, "6").stdout


@pytest.mark.parametrize(
    ("ruleset", "prefix", "first", "number"),
    [
        ("punto-banco", "punto-banco/banker", "punto-banco/banker/0/none", 88),
        ("punto-banco", "banker/4", "punto-banco/banker/4/none", 11),
        ("nj-minibaccarat", "nj-minibaccarat/banker/4/none", "punto-banco/banker/4/none", 1),
        ("nz-mini-1994", "nz-mini-1994/", "nz-mini-1994/call/no-more-bets", 7),
        ("chemin-de-fer", "chemin-de-fer/irregularity/1", "chemin-de-fer/irregularity/1", 3),
    ],
)
def test_a_prefix_narrows_the_skills(facts, ruleset, prefix, first, number):
    """Do the ids begin with it, or, where none does, what follows the ruleset's name?"""
    skills = [question["skill"] for question in facts("questions", "make", ruleset, "--skill", prefix, "--seed", "1")]
    assert (skills[0], len(skills)) == (first, number)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("rules tableau no-such", "no-such"),
        ("rules odds no-such", "no-such"),
        ("rules odds chemin-de-fer", "chemin-de-fer"),
        ("rules odds punto-banco --decks 13", "13"),
        ("rules odds punto-banco --decks ٨", "٨"),
        ("rules odds punto-banco --decks 1_0", "1_0"),
        ("rules odds punto-banco --decks +8", "+8"),
        ("rules deal no-such 2h", "no-such"),
        ("rules deal chemin-de-fer 2h --on-five perhaps", "perhaps"),
        ("questions make no-such", "no-such"),
        ("questions make punto-banco --skill no-such", "no-such"),
        ("questions make punto-banco --count 0", "0"),
        ("questions make punto-banco --count 10001", "10001"),
        ("questions make punto-banco --seed -7", "-7"),
        ("questions make punto-banco --seed x", "x"),
    ],
)
def test_a_wrong_value_is_named_in_the_last_line(call, words, value):
    """Is standard output empty, the exit code 2, and the value told?"""
    result = call(*words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert value in result.stderr.splitlines()[-1]


def test_a_value_with_a_line_break_stays_in_the_last_line(call):
    """Can a value not push itself out of sight?"""
    result = call("questions", "make", "punto-banco", "--skill", "x\ny")
    assert result.stderr == "Error: no skill of punto-banco begins with 'x\\ny'\n"


def test_the_check_names_what_it_proved(facts):
    """Are cells, calls and claims told of each ruleset?"""
    assert {one["id"]: (one["claims"], one["cells"]) for one in facts("rules", "check")} == {
        "punto-banco": ("classical", 88),
        "nj-minibaccarat": ("classical", 88),
        "nz-mini-1994": ("classical", 88),
        "chemin-de-fer": (None, 88),
    }


def test_the_check_fails_with_file_and_key(tmp_path):
    """Is a house's slip of the pen found by the command?"""
    (tmp_path / "house.toml").write_text(HOUSE.format(base="punto-banco") + '[banker.4]\n9 = "hit"\n')
    with click.Context(click.Command("any")):
        runner = create_app({"RULESETS": tmp_path}).test_cli_runner()
    result = runner.invoke(args=["rules", "check"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("house.toml: banker.4.9: 'hit'; expected one of draw, stand, optional\n")


def test_when_there_is_no_standard_input_then_it_says_so(call, monkeypatch):
    """Is a closed input no traceback?"""
    monkeypatch.setattr(rules_commands, "sys", type("Closed", (), {"stdin": None}))
    result = call("rules", "deal", "punto-banco", "-")
    assert result.stderr == "Error: there is no standard input to read coups from\n"
