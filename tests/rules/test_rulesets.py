"""Loading rulesets: what a file may say, and that everything wrong with it is told at once."""

import re

import pytest

from training.quiz.skills import skills_of
from training.rules.check import only_typed
from training.rules.errors import NotFound, ThirdCardError
from training.rules.rulesets import BrokenRulesets, load_rulesets

HOUSE = 'id = "house"\nextends = "punto-banco"\ntitle = "House rules"\nversion = "1"\n'


def test_the_product_brings_four_rulesets(rulesets):
    """What can be practised without any file of a house?"""
    assert {r.id: (r.game, r.decks, str(r.dealt_by)) for r in rulesets.values()} == {
        "punto-banco": ("punto banco", 8, "dealer"),
        "nj-minibaccarat": ("mini baccarat", 8, "dealer"),
        "nz-mini-1994": ("mini baccarat", 8, "dealer"),
        "chemin-de-fer": ("chemin de fer", 6, "banker"),
    }
    assert len(rulesets) == 4
    assert all(ruleset_id == ruleset.id for ruleset_id, ruleset in rulesets.items())


@pytest.mark.parametrize("ruleset_id", ["punto_banco", "Punto-Banco", "", "baccarat", "../punto-banco"])
def test_when_a_ruleset_does_not_exist_then_the_error_names_it_and_those_there_are(rulesets, ruleset_id):
    """Does a slip in a name tell which names are right?"""
    with pytest.raises(NotFound, match=re.escape(f"there is no ruleset '{ruleset_id}'; there are ")) as caught:
        rulesets[ruleset_id]
    assert "punto-banco" in str(caught.value)
    assert ruleset_id not in rulesets
    with pytest.raises(ThirdCardError):
        rulesets.get(ruleset_id + "!") or rulesets[ruleset_id]


def test_when_a_ruleset_takes_only_the_drawing_rule_then_it_has_no_calls_but_its_own(rulesets):
    """Do New Jersey and New Zealand borrow no announcements? (rules.md section 7)"""
    assert rulesets["nj-minibaccarat"].calls == ()
    assert [(call.words, str(call.who), str(call.provenance)) for call in rulesets["nz-mini-1994"].calls] == [
        ("No more bets", "dealer", "text")
    ]


def test_when_a_call_is_cited_then_its_mark_is_that_of_its_source(rulesets):
    """Is a house's custom shown as such, and the regulation's words as text? (rules.md sections 3 and 6)"""
    punto_banco = {call.words: str(call.provenance) for call in rulesets["punto-banco"].calls}
    assert punto_banco.pop("égalité – tie bets win") == "text"
    assert set(punto_banco.values()) == {"house"}
    assert {str(call.provenance) for call in rulesets["chemin-de-fer"].calls} == {"text"}


@pytest.mark.parametrize(
    ("who", "at", "when", "words", "asked"),
    [
        ("dominant player", "player-looks", "draw", "Card", True),
        ("dominant player", "player-looks", "stand", "Stay", True),
        ("dominant player", "player-looks", "natural", "Natural", True),
        ("banker", "banker-looks", "natural", "Natural", True),
        ("banker", "banker-looks", "draw", "Under 8", True),
        ("banker", "banker-looks", "stand", "Under 8", False),
    ],
)
def test_chemin_de_fer_has_these_announcements_and_the_dealer_repeats_each(rulesets, who, at, when, words, asked):
    """Is the script of the regulation whole, and "Under 8" after "Stay" said but never asked for?"""
    calls = [c for c in rulesets["chemin-de-fer"].calls if (c.who, c.at, c.when) == (who, at, when)]
    assert [(call.words, call.asked, call.repeated_by) for call in calls] == [(words, asked, "dealer")]
    assert calls[0].repeat_citation == "Regulation on play at baccarat-chemin de fer, (10)"
    assert len(rulesets["chemin-de-fer"].calls) == 6


@pytest.mark.parametrize("ruleset_id", ["punto-banco", "nj-minibaccarat", "nz-mini-1994", "chemin-de-fer"])
def test_when_a_rule_cites_a_source_then_the_ruleset_lists_that_source(rulesets, ruleset_id):
    """Can a reader look up every citation in the list of sources?"""
    ruleset = rulesets[ruleset_id]
    titles = tuple(source.title for source in ruleset.sources)
    cited = [rule.citation for rule in ruleset.player]
    cited += [rule.citation for _, _, rule in ruleset.tableau.cells()]
    cited += [citation for call in ruleset.calls for citation in (call.citation, call.repeat_citation)]
    cited += [ruleset.counting.citation, ruleset.outcome.citation]
    assert [citation for citation in cited if not citation.startswith(titles)] == []
    assert all(source.title and source.note for source in ruleset.sources)


# Broken files.


def test_when_a_file_has_many_faults_then_all_are_told_at_once_with_file_key_and_what_was_expected(house_problems):
    """Can a file be mended in one go?"""
    lines = """
decks = 0
claims = 5
colour = "green"
[player]
5 = "hit"
10 = "draw"
8 = "stand"
[banker.4]
10 = "draw"
0 = "optional?"
0 = "stand"
[banker.8]
none = "stand"
[banker.5.4]
action = "draw"
provenance = "rumour"
source = "nowhere page 7"
page = 7
[call.hello]
who = "nobody"
at = "lunch"
words = "{everything}"
[counting]
source = "nowhere"
"""
    told = house_problems(lines)
    for expected in [
        "house.toml:17: duplicate key, '0 = \"stand\"'; expected once",
        "house.toml: colour: unknown field; expected one of id, title, ",
        "house.toml: decks: 0; expected a whole number, 1 to 12",
        "house.toml: claims: 5; expected some text",
        "house.toml: player.5: 'hit'; expected one of draw, stand, optional",
        "house.toml: player.10: no such key; expected a point count, 0 to 9",
        "house.toml: player.8: 'stand'; expected one of natural",
        "house.toml: banker.4.10: no such key; expected none or the value of a third card, 0 to 9",
        "house.toml: banker.4.0: 'optional?'; expected one of draw, stand, optional",
        "house.toml: banker.8: no such key; expected a two-card count, 0 to 7",
        "house.toml: banker.5.4.page: unknown field; expected one of action, source, provenance",
        "house.toml: banker.5.4.provenance: 'rumour'; expected one of text, reconstructed, unseen, house",
        "house.toml: banker.5.4.source: 'nowhere page 7'; expected the id of a source (",
        "house.toml: call.hello.who: 'nobody'; expected one of dealer, dominant player, banker",
        "house.toml: call.hello.at: 'lunch'; expected one of before-deal, initial-counts, player-looks, ",
        "house.toml: call.hello.words: '{everything}'; expected no braces but player, banker, high, low",
        "house.toml: call.hello.source: missing; expected the id of a source (",
        "house.toml: call.hello.provenance: missing; expected one of text, reconstructed, unseen, house",
        "house.toml: counting.source: 'nowhere'; expected the id of a source (",
    ]:
        assert [line for line in told if line.startswith(expected)], expected
    assert len(set(told)) == 19


def test_when_two_files_are_broken_then_both_are_reported(problems):
    """Are the errors of all files told at once?"""
    told = problems(first=HOUSE.replace('"house"', '"first"') + "decks = 99", second="decks = 'many'")
    assert "first.toml: decks: 99; expected a whole number, 1 to 12" in told
    assert "second.toml: decks: 'many'; expected a whole number, 1 to 12" in told


def whole_file(name: str = "house") -> str:
    """A complete ruleset that extends nothing, with a cell of its own."""
    rows = {banker: "\n".join(f'{third} = "draw"' for third in ("none", *map(str, range(10)))) for banker in range(8)}
    tables = "".join(f"[banker.{banker}]\n{row}\n" for banker, row in rows.items())
    counts = "\n".join(f'{count} = "{"draw" if count < 6 else "stand"}"' for count in range(8))
    return f"""
id = "{name}"
title = "Everybody draws"
game = "a game"
jurisdiction = "none"
version = "1"
decks = 8
dealt_by = "dealer"
[source.book]
title = "The book"
note = "Seen."
[counting]
source = "book page 1"
provenance = "text"
[outcome]
source = "book page 2"
provenance = "text"
[player]
source = "book page 3"
provenance = "text"
{counts}
8 = "natural"
9 = "natural"
[banker]
source = "book page 4"
provenance = "text"
{tables}
"""


def test_a_complete_file_that_extends_nothing_is_loaded(load):
    """Can a house write a ruleset of its own from nothing?"""
    ruleset = load(house=whole_file())["house"]
    assert (ruleset.base, ruleset.claims, ruleset.calls) == (None, None, ())
    assert ruleset.tableau.cell(7, None).citation == "The book, page 4, row 7, no third card"
    assert ruleset.counting.citation == "The book, page 1"


def test_when_a_file_has_another_id_than_its_name_then_both_are_told(problems):
    """Can a file copied under another name be taken for the first one?"""
    told = problems(house=whole_file("other"))
    assert told == ["house.toml: id: 'other'; expected 'house', the name of the file"]


MISSING = [
    *[(f"{name} = ", f"{name}: missing; expected some text") for name in ("title", "game", "jurisdiction", "version")],
    ("id = ", "id: missing; expected 'house', the name of the file"),
    ("decks = ", "decks: missing; expected a whole number, 1 to 12"),
    ("dealt_by = ", "dealt_by: missing; expected one of dealer, dominant player, banker"),
    ('5 = "draw"', "player.5: missing; expected one of draw, stand, optional"),
    ('9 = "natural"', "player.9: missing; expected one of natural"),
]


@pytest.mark.parametrize(("line", "problem"), MISSING)
def test_when_a_line_of_a_complete_file_is_missing_then_exactly_that_is_told(problems, line, problem):
    """Is each part needed, and its absence named and nothing else?"""
    text = re.sub(rf"(?m)^{re.escape(line)}.*\n", "", whole_file(), count=1)
    assert problems(house=text) == [f"house.toml: {problem}"]


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", ["none", *map(str, range(10))])
def test_when_any_one_cell_is_missing_then_exactly_that_cell_is_named(problems, banker, third):
    """Is none of the 88 cells ever filled in by itself?"""
    head, row, tail = re.split(rf"(?s)(\[banker\.{banker}\]\n.*?)(?=\[banker|\Z)", whole_file(), maxsplit=1)
    assert row.count(f'{third} = "draw"\n') == 1
    text = head + row.replace(f'{third} = "draw"\n', "") + tail
    assert problems(house=text) == [
        f"house.toml: banker.{banker}.{third}: missing; expected one of draw, stand, optional"
    ]


@pytest.mark.parametrize(("counts", "action", "missing"), [(range(6, 8), "draw", "stand"), (range(6), "stand", "draw")])
def test_when_the_player_never_draws_or_never_stands_then_it_is_told(house_problems, counts, action, missing):
    """Is a game refused in which half of the questions could never come up?"""
    lines = "[player]\n" + "".join(f'{count} = "{action}"\n' for count in counts)
    expected = "expected at least one to draw on and one to stand on"
    assert house_problems(lines) == [f"house.toml: player: no count has {missing}; {expected}"]


@pytest.mark.parametrize("section", ["counting", "outcome", "player", "banker", "source"])
def test_when_a_section_is_no_table_then_it_is_named(house_problems, section):
    """Is a value where a table belongs an error of its own, not a crash?"""
    assert f"house.toml: {section}: 7; expected a table" in house_problems(f"{section} = 7\n")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("decks = 13", "decks: 13; expected a whole number, 1 to 12"),
        ("decks = true", "decks: True; expected a whole number, 1 to 12"),
        ("decks = 6.0", "decks: 6.0; expected a whole number, 1 to 12"),
        ('decks = "8"', "decks: '8'; expected a whole number, 1 to 12"),
        ('claims = ["classical"]', "claims: ['classical']; expected some text"),
        ('claims = ""', "claims: ''; expected some text"),
        ('jurisdiction = "  "', "jurisdiction: '  '; expected some text"),
        ('dealt_by = "croupier"', "dealt_by: 'croupier'; expected one of dealer, dominant player, banker"),
        ("inherits = 5", "inherits: 5; expected a list of player, banker, call, counting, outcome"),
        ('inherits = ["players"]', "inherits: ['players']; expected a list of player, banker, call, "),
        ("call = [1]", "call: [1]; expected a table of calls by id"),
        ('call.x = "hello"', "call.x: 'hello'; expected a table"),
        ('source.x = "A book"', "source.x: 'A book'; expected a table with title and note"),
        ('source.x.title = "A book"', "source.x.note: missing; expected some text"),
        ('source.x = {title = "A", note = "B", page = 1}', "source.x.page: unknown field; expected one of title, note"),
        ('counting.page = "7"', "counting.page: unknown field; expected one of source, provenance"),
        ('outcome.provenance = "guess"', "outcome.provenance: 'guess'; expected one of text, reconstructed, unseen, "),
        ('player.5 = ["draw"]', "player.5: ['draw']; expected one of draw, stand, optional"),
        ("player.5 = 1", "player.5: 1; expected one of draw, stand, optional"),
        ('player.5 = "natural"', "player.5: 'natural'; expected one of draw, stand, optional"),
        ('player.five = "draw"', "player.five: no such key; expected a point count, 0 to 9"),
        ('banker.5 = "draw"', "banker.5: 'draw'; expected a table"),
        ('banker.5.4 = "natural"', "banker.5.4: 'natural'; expected one of draw, stand, optional"),
        ('banker.5.4 = "Draw"', "banker.5.4: 'Draw'; expected one of draw, stand, optional"),
        ('banker.05.4 = "draw"', "banker.05: no such key; expected a two-card count, 0 to 7"),
        ('banker.5.04 = "draw"', "banker.5.04: no such key; expected none or the value of a third card, 0 to 9"),
    ],
)
def test_when_one_value_is_wrong_then_its_key_the_value_and_what_was_expected_are_told(house_problems, lines, problem):
    """Is each kind of fault told in one line, with the name of the file?"""
    told = house_problems(lines)
    assert [line for line in told if line.startswith(f"house.toml: {problem}")], told


CALL = {
    "who": '"dealer"',
    "at": '"result"',
    "when": '"tie"',
    "words": '"A tie"',
    "source": '"house custom"',
    "provenance": '"house"',
}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"at": '"never"'}, "call.x.at: 'never'; expected one of before-deal, initial-counts, "),
        ({"when": '"draw"'}, "call.x.when: 'draw'; expected one of player, banker, tie at the moment result"),
        ({"when": '"often"'}, "call.x.when: 'often'; expected one of always, draw, stand, natural, player, "),
        ({"words": '""'}, "call.x.words: ''; expected some text"),
        ({"words": '"{count}"'}, "call.x.words: '{count}'; expected no braces but player, banker, high, low"),
        ({"words": '"{"'}, "call.x.words: '{'; expected no braces but player, banker, high, low"),
        ({"words": '"{}"'}, "call.x.words: '{}'; expected no braces but player, banker, high, low"),
        ({"words": '"{0}"'}, "call.x.words: '{0}'; expected no braces but player, banker, high, low"),
        ({"words": '"{high.__class__}"'}, "call.x.words: '{high.__class__}'; expected no braces but player, "),
        ({"words": '"{high:d}"'}, "call.x.words: '{high:d}'; expected no braces but player, banker, high, low"),
        ({"words": '"{high!x}"'}, "call.x.words: '{high!x}'; expected no braces but player, banker, high, low"),
        ({"wrong": '["{high!x}"]'}, "call.x.words: '{high!x}'; expected no braces but player, banker, high, low"),
        ({"wrong": "5"}, "call.x.wrong: 5; expected a list of texts"),
        ({"wrong": '"No tie"'}, "call.x.wrong: 'No tie'; expected a list of texts"),
        ({"wrong": "[1, 2]"}, "call.x.wrong: [1, 2]; expected a list of texts"),
        ({"asked": '"yes"'}, "call.x.asked: 'yes'; expected true or false"),
        ({"repeated_by": '"croupier"'}, "call.x.repeated_by: 'croupier'; expected one of dealer, dominant player, "),
        ({"repeat_source": '"book"'}, "call.x.source: 'book'; expected the id of a source ("),
        ({"source": '"book 7"'}, "call.x.source: 'book 7'; expected the id of a source ("),
        ({"pitch": '"high"'}, "call.x.pitch: unknown field; expected one of who, at, when, words, "),
        (
            {"at": '"player-acts"', "when": '"draw"', "who": '"banker"'},
            "call.x.who: 'banker'; expected 'dealer', who deals, at the moment player-acts",
        ),
        (
            {"at": '"player-acts"', "when": '"draw"'},
            "call: 2 calls at player-acts when draw; expected one at the most",
        ),
    ],
)
def test_when_a_call_is_wrong_then_its_key_the_value_and_what_was_expected_are_told(house_problems, changes, problem):
    """Is a script checked as closely as the tableau?"""
    fields = "\n".join(f"{key} = {value}" for key, value in {**CALL, **changes}.items())
    told = house_problems(f"[call.x]\n{fields}\n")
    assert [line for line in told if line.startswith(f"house.toml: {problem}")], told


@pytest.mark.parametrize("end", ["\n", "", '\n1 = "stand"\n'])
def test_when_keys_are_given_twice_then_each_is_told_with_its_line_and_the_rest_is_read_too(house_problems, end):
    """Is a second line for a cell an error even where it ends the file?"""
    lines = '[banker.4]\n9 = "hit"\n0 = "stand"\n0 = "draw"\n0 = "stand"'
    assert house_problems(lines + end) == [
        "house.toml:9: duplicate key, '0 = \"draw\"'; expected once",
        "house.toml:10: duplicate key, '0 = \"stand\"'; expected once",
        "house.toml: banker.4.9: 'hit'; expected one of draw, stand, optional",
    ]


@pytest.mark.parametrize(
    ("lines", "problem", "line"),
    [
        ("inherits = ['player'", "Unclosed array (at end of document)", 6),
        ("decks = \n", "Invalid value", 6),
        ("decks 8\n", "Expected '=' after a key in a key/value pair", 6),
    ],
)
def test_when_a_file_is_no_toml_then_the_reader_says_where(house_problems, lines, problem, line):
    """Does a file that cannot be read at all say so in one line?"""
    assert house_problems(lines) == [f"house.toml:{line}: {problem}"]


@pytest.mark.parametrize(
    ("lines", "duplicate"),
    [
        ('[banker.4]\n0 = "stand"\n[banker.4]\n1 = "hit"\n', "8: duplicate key, '[banker.4]'"),
        ('player.5 = {action = "draw", action = "stand"}\n', "6: duplicate key, 'player.5 = {action"),
        ('[call.x]\nwrong = [\n"a",\n"b",\n]\nwrong = [\n"c",\n]\n', "11: duplicate key, 'wrong = ['"),
        ('[source.x]\nnote = """\na\n"""\nnote = """\nb\n"""\n', '10: duplicate key, \'note = """\''),
    ],
)
def test_when_a_table_or_a_long_value_is_given_twice_then_the_rest_is_read_too(house_problems, lines, duplicate):
    """Is every form in which TOML can repeat a key told at its first line, with the other errors of the file?"""
    told = house_problems(lines + '[banker.3]\n8 = "hit"\n')
    assert told[0].startswith(f"house.toml:{duplicate}")
    assert told[0].endswith("; expected once")
    assert "house.toml: banker.3.8: 'hit'; expected one of draw, stand, optional" in told


def test_when_brackets_are_nested_too_deep_then_that_is_told(house_problems):
    """Is a hostile file no traceback?"""
    told = house_problems("x = " + 5000 * "[")
    assert told == ["house.toml:1: cannot be read: its tables or lists are nested too deeply"]


def test_when_a_file_is_empty_then_everything_is_missing(problems):
    """Is an empty file no ruleset?"""
    told = problems(house="")
    assert "house.toml: id: missing; expected 'house', the name of the file" in told
    assert "house.toml: banker: missing; expected a table" in told


def test_when_a_file_is_no_text_then_it_is_named(tmp_path):
    """Can a stray picture with the wrong ending stop the reader?"""
    (tmp_path / "house.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BrokenRulesets, match=r"house\.toml:1: cannot be read: "):
        load_rulesets(tmp_path)


def test_when_the_house_folder_does_not_exist_then_the_error_names_it(tmp_path):
    """Is a mistyped folder not the same as an empty one?"""
    with pytest.raises(BrokenRulesets, match="nowhere: no such folder of rulesets"):
        load_rulesets(tmp_path / "nowhere")


def test_when_the_house_folder_is_empty_then_the_products_own_rulesets_are_there(tmp_path, rulesets):
    """May a house have nothing of its own?"""
    assert list(load_rulesets(tmp_path)) == list(rulesets)


def test_when_a_house_takes_the_name_of_one_of_ours_then_it_is_refused(problems):
    """Can the reference rules be replaced behind a trainee's back?"""
    told = problems(**{"punto-banco": HOUSE.replace('"house"', '"punto-banco"')})
    assert len(told) == 1
    assert "punto-banco" in told[0]


# Extending.


@pytest.mark.parametrize(
    ("extends", "problem"),
    [
        ('"nowhere"', "extends: there is no ruleset 'nowhere'; expected one of chemin-de-fer, "),
        ("5", "extends: there is no ruleset 5; expected one of chemin-de-fer, "),
        ('["punto-banco"]', "extends: there is no ruleset ['punto-banco']; expected one of chemin-de-fer, "),
        ('""', "extends: there is no ruleset ''; expected one of chemin-de-fer, "),
        ('"house"', "extends: a circle, house extends house"),
    ],
)
def test_when_a_ruleset_extends_nothing_there_is_then_the_error_says_so(problems, extends, problem):
    """Is a base that is not there named, with those that are?"""
    told = problems(house=HOUSE.replace('"punto-banco"', extends))
    assert len(told) == 1
    assert told[0].startswith(f"house.toml: {problem}")


def test_when_rulesets_extend_each_other_in_a_circle_then_the_circle_is_told(problems):
    """Is a circle found, however long, and also by one who only leads into it?"""

    def file(name: str, base: str) -> str:
        return HOUSE.replace('"house"', f'"{name}"').replace('"punto-banco"', f'"{base}"')

    told = problems(a=file("a", "b"), b=file("b", "c"), c=file("c", "a"), d=file("d", "a"))
    assert told == ["c.toml: extends: a circle, a extends b extends c extends a"]


def test_when_the_base_is_broken_then_only_its_own_faults_are_told(problems):
    """Is one fault not told again for every ruleset built on it?"""
    base = HOUSE.replace('"house"', '"base"') + "decks = 0\n"
    assert problems(base=base, house=HOUSE.replace('"punto-banco"', '"base"')) == [
        "base.toml: decks: 0; expected a whole number, 1 to 12"
    ]


FAULTS = """
wibble = 1
[player]
8 = "hit"
10 = "draw"
[banker.3]
5 = "draw"
5 = "stand"
7 = "maybe"
"""


@pytest.mark.parametrize("extends", ["house", "nowhere", "broken", "no-toml"])
def test_when_the_base_cannot_be_had_then_all_else_that_is_wrong_is_told_too(problems, extends):
    """Does a circle, or a base that is missing or broken itself, hide nothing, and is nothing told to be missing?"""
    told = problems(
        house=HOUSE.replace('"punto-banco"', f'"{extends}"') + FAULTS,
        broken=HOUSE.replace('"house"', '"broken"') + "decks = 0\n",
        **{"no-toml": "decks"},
    )
    own = [line.removeprefix("house.toml:").strip() for line in told if line.startswith("house.toml:")]
    assert [line.split(":")[0] for line in own if not line.startswith("extends")] == [
        "12", "wibble", "player.10", "player.8", "banker.3.7",
    ]  # fmt: skip
    assert ("extends" in [line.split(":")[0] for line in own]) is (extends in ("house", "nowhere"))


def test_when_a_house_extends_a_house_then_the_chain_is_followed(load):
    """May a chain be longer than one?"""
    middle = HOUSE.replace('"house"', '"middle"') + "decks = 6\n[banker.6]\nnone = 'draw'\n"
    loaded = load(middle=middle, house=HOUSE.replace('"punto-banco"', '"middle"') + "[banker.3]\n8 = 'draw'\n")
    house = loaded["house"]
    assert (house.base.id, house.base.base.id, house.decks) == ("middle", "punto-banco", 6)
    assert (house.tableau.cell(6, None).action, house.tableau.cell(3, 8).action) == ("draw", "draw")
    assert loaded["middle"].tableau.cell(3, 8).action == "stand"
    ids = {skill.id for skill in skills_of(house) if not skill.id.startswith("punto-banco/")}
    assert ids == {"middle/banker/6/none", "house/banker/3/8"}


def test_when_a_house_changes_nothing_then_all_skills_keep_their_ids(house, rulesets):
    """Is what was learned under the base known under the house's own name?"""
    own = house('decks = 6\n[banker]\nsource = "house our own book"\nprovenance = "house"\n')
    assert [s.id for s in skills_of(own)] == [s.id for s in skills_of(rulesets["punto-banco"])]
    assert own.tableau.cell(4, 0).citation == "House custom, our own book, row 4, third card 0"
    assert own.tableau.cell(4, 0).provenance == "house"


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", ["none", "0", "8", "9"])
def test_when_a_house_changes_one_cell_then_only_that_skill_is_its_own(house, rulesets, banker, third):
    """Does everything else carry over, id by id?"""
    own = house(f'[banker.{banker}]\n{third} = "optional"\n')
    before = [skill.id for skill in skills_of(rulesets["punto-banco"])]
    changed = f"punto-banco/banker/{banker}/{third}"
    assert changed in before
    assert [skill.id for skill in skills_of(own)] == [
        f"house/banker/{banker}/{third}" if skill_id == changed else skill_id for skill_id in before
    ]


def test_when_a_house_inherits_only_some_sections_then_the_rest_is_its_own(load):
    """Can a house take the drawing rule and leave the announcements?"""
    own = load(house=HOUSE + 'inherits = ["player", "banker", "counting", "outcome"]\n')["house"]
    assert own.calls == ()
    assert own.tableau.cell(3, 8).action == "stand"


@pytest.mark.parametrize(
    ("lines", "changed"),
    [
        ('[banker.6]\nnone = "draw"\n', lambda rules: rules.tableau.cell(6, None)),
        ('[player]\n5 = "stand"\n', lambda rules: rules.player[5]),
        ('[call.tie]\nwords = "A tie"\n', lambda rules: next(call for call in rules.calls if call.id == "tie")),
    ],
)
def test_when_a_house_changes_a_rule_without_a_source_then_the_old_source_is_not_cited_for_it(house, lines, changed):
    """Is a trainee never told that a text says what it does not say?"""
    try:
        rule = changed(house(lines))
    except BrokenRulesets:
        return
    assert not rule.citation.startswith("Wikipedia")
    assert rule.provenance == "house"


# Fingerprints.


def test_when_a_house_gives_a_call_other_words_then_what_went_with_the_old_ones_is_gone(house):
    """Are wrong words those of the house's other calls, the nearest first, and is nothing else inherited with it?"""
    changed = {call.id: call for call in house('[call.tie]\nwords = "Remis"\n[call.player-wins]\nasked = true\n').calls}
    tie = changed["tie"]
    assert tie.wrong == ("Player wins, {high} over {low}", "Banker wins, {high} over {low}", "Card for Player")
    assert (tie.variants, tie.required, tie.forbidden, tie.gloss) == ((), (), (), None)
    assert changed["player-wins"].forbidden == ("Banker", "tie")


def test_when_a_house_writes_the_same_words_again_then_nothing_is_lost(house, rulesets):
    """Is restating no change?"""
    changed = house('[call.tie]\nwords = "égalité – tie bets win"\n')
    assert changed.calls == rulesets["punto-banco"].calls


def test_when_nothing_is_left_to_choose_from_then_the_check_tells_it(house, rulesets):
    """Has a script of one call, with other words, nothing to offer beside them?"""
    lines = '[call.no-more-bets]\nwords = "Faites vos jeux"\n'
    assert only_typed(house(lines, base="nz-mini-1994")) == ("Faites vos jeux",)
    assert [only_typed(ruleset) for ruleset in rulesets.values()] == [()] * 4


def test_a_fingerprint_is_a_sha_256_and_differs_between_rulesets(rulesets):
    """Does a fingerprint name exactly one set of rules?"""
    prints = {ruleset.fingerprint for ruleset in rulesets.values()}
    assert len(prints) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", fingerprint) for fingerprint in prints)


def test_when_a_file_is_loaded_twice_or_written_in_another_order_then_the_fingerprint_stays(tmp_path):
    """Is the fingerprint one of the content and not of the text?"""
    texts = [
        HOUSE + '[banker.6]\nnone = "draw"\n7 = "stand"\n',
        HOUSE + '# A remark.\n[banker.6]\n7 = "stand" # another\nnone = "draw"\n',
        'version = "1"\ntitle = "House rules"\n' + HOUSE.splitlines()[0] + '\nextends = "punto-banco"\n'
        '[banker]\n6.none = "draw"\n6.7 = "stand"\n',
    ]
    prints = set()
    for number, text in enumerate([*texts, texts[0]]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "house.toml").write_text(text, encoding="utf-8")
        prints.add(load_rulesets(folder)["house"].fingerprint)
    assert len(prints) == 1


@pytest.mark.parametrize(
    "change",
    [
        'jurisdiction = "elsewhere"',
        'game = "another"',
        "decks = 6",
        'claims = "classical"',
        'banker.6.none = "draw"',
        'banker.6.none = {action = "stand", provenance = "house"}',
        'player.5 = "stand"',
        'player.source = "house our own"',
        'counting.provenance = "text"',
        'call.tie.words = "A tie"',
        "call.tie.asked = false",
        'call.tie.wrong = ["A draw"]',
        'call.tie.repeated_by = "dealer"',
        'source.house.note = "Our own."',
        'source.more = {title = "More", note = "Seen."}',
    ],
)
def test_when_any_value_changes_then_the_fingerprint_changes(house, tmp_path, change):
    """Would an answer graded by other rules be told apart?"""
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "house.toml").write_text(f"\n{HOUSE}", encoding="utf-8")
    assert house(change).fingerprint != load_rulesets(plain)["house"].fingerprint


def test_when_two_calls_change_places_then_the_fingerprint_changes(house, tmp_path):
    """Is the order in which calls are said a part of the rules?"""
    calls = [f"[call.{name}]\n" + "\n".join(f"{key} = {value}" for key, value in CALL.items()) for name in ("x", "y")]
    there, back = ("\n".join(calls), "\n".join(reversed(calls)))
    assert [call.id for call in house(there).calls][-2:] == ["x", "y"]
    (tmp_path / "back").mkdir()
    (tmp_path / "back" / "house.toml").write_text(HOUSE + "\n" + back, encoding="utf-8")
    assert load_rulesets(tmp_path / "back")["house"].fingerprint != house(there).fingerprint


def test_when_a_base_changes_then_the_fingerprint_of_what_extends_it_changes(tmp_path):
    """Does a fingerprint cover what is inherited?"""
    prints = []
    for decks in (6, 8):
        folder = tmp_path / str(decks)
        folder.mkdir()
        (folder / "base.toml").write_text(HOUSE.replace('"house"', '"base"') + f"decks = {decks}\n", encoding="utf-8")
        (folder / "house.toml").write_text(HOUSE.replace('"punto-banco"', '"base"'), encoding="utf-8")
        prints.append(load_rulesets(folder)["house"].fingerprint)
    assert prints[0] != prints[1]
