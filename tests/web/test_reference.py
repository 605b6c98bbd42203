"""The rules to read: everything that questions are graded by stands there, and comes from the ruleset."""

import re
from random import Random

import pytest

from tests.web.drill_support import Trainee, put_question
from tests.web.html import read
from tests.web.support import as_role
from training.quiz.coup_questions import questions_of
from training.quiz.skills import PROCEDURES
from training.records.people import Role
from training.rules.cards import parse_cards
from training.rules.coup import play
from training.rules.rulesets import load_rulesets

RULESETS = list(load_rulesets().values())
LETTERS = {"draw": "D", "stand": "S", "optional": "Op"}
TAIL = re.compile(r", (row [0-7], )?(no third card|third card [0-9])$")
HOUSE = """
id = "house"
extends = "punto-banco"
title = "Rules <b>& more</b>"
version = "<i>3</i>"
"""


@pytest.fixture(scope="module", params=RULESETS, ids=lambda ruleset: ruleset.id)
def ruleset(request):
    return request.param


@pytest.fixture(scope="module")
def kept():
    """Each page is opened once: nothing below changes it."""
    return {}


@pytest.fixture
def shown(kept, request, ruleset):
    if ruleset.id not in kept:
        answer = as_role(request.getfixturevalue("app"), Role.TRAINEE).get(f"/reference/{ruleset.id}")
        assert answer.status_code == 200
        kept[ruleset.id] = read(answer.text)
    return kept[ruleset.id]


def test_each_of_the_88_cells_is_there_with_its_action(shown, ruleset):
    """Does the table printed say what the engine grades by, in a letter and in words?"""
    table = shown.one("table", class_="tableau")
    body = table.one("tbody").all("tr")
    assert [row.all("th")[0].text for row in body] == [str(banker) for banker in range(8)]
    cells = [cell for row in body for cell in row.all("td")]
    assert len(cells) == 88
    for cell, (banker, third, rule) in zip(cells, ruleset.tableau.cells(), strict=True):
        words = "no third card" if third is None else f"third card {third}"
        assert f"tone-{rule.action}" in cell.attributes["class"].split()
        assert cell.all("span", aria_hidden="true")[0].text == LETTERS[rule.action]
        assert cell.one("span", class_="visually-hidden").text == f"Banker {banker}, {words}: {rule.action}"
        assert "lit" not in cell.attributes["class"].split()
    heads = [head.text for head in table.one("thead").all("tr")[1].all("th")]
    assert heads[:3] == ["Banker", "– no third card", "0 third card 0"]
    assert heads[-1] == "9 third card 9"


def test_every_citation_is_there(shown, ruleset):
    """Can a reader find the source of each cell, of the Player's rule and of every call?"""
    text = shown.text
    rules = [*ruleset.player, *(rule for _, _, rule in ruleset.tableau.cells()), *ruleset.calls]
    assert {cited for rule in rules if (cited := TAIL.sub("", rule.citation)) not in text} == set()


def test_every_source_that_is_listed_is_cited(shown, ruleset):
    """Does a ruleset that extends another not list what it does not use?"""
    rules = [*ruleset.player, *(rule for _, _, rule in ruleset.tableau.cells()), *ruleset.calls]
    cited = " ".join([*(rule.citation for rule in rules), ruleset.counting.citation, ruleset.outcome.citation])
    cited += " ".join(call.repeat_citation for call in ruleset.calls)
    assert [source.text for source in shown.one("dl", class_="sources").all("dt") if source.text not in cited] == []


def test_the_calls_are_those_of_the_script(shown, ruleset):
    """Is each announcement listed with who says it and who repeats it, and none where the game has none?"""
    found = [row for section in shown.all("section", aria_labelledby="calls") for row in section.one("table").rows()]
    said = [(str(call.who), re.sub(r"\{\w+\}", "…", call.words)) for call in ruleset.calls]
    assert [(row[0], row[2]) for row in found] == said
    for row, call in zip(found, ruleset.calls, strict=True):
        assert call.citation in row[-1]
        assert str(call.repeated_by or call.who) in row


def test_the_players_rule_and_the_naturals_are_there(shown, ruleset):
    """Are all ten counts covered, once each?"""
    counts = []
    section = shown.one("section", aria_labelledby="player")
    for first, action in zip(
        [one.text for one in section.all("dt")], [one.text for one in section.all("dd")], strict=True
    ):
        low, _, high = first.replace(" or ", "–").partition("–")
        counts += [(count, action.split()[0]) for count in range(int(low), int(high or low) + 1)]
    verbs = {"draw": "draws", "stand": "stands", "optional": "draws", "natural": "natural:"}
    assert counts == [(count, verbs[rule.action]) for count, rule in enumerate(ruleset.player)]


def test_what_is_reconstructed_says_so(shown, ruleset):
    """Are the marks of cells that stand in no text seen above the table and in it, and absent where there are none?"""
    marked = sum(rule.provenance == "reconstructed" for _, _, rule in ruleset.tableau.cells())
    assert len(shown.all("p", class_="notice")) == bool(marked)
    if 0 < marked < 88:
        assert len(shown.one("table", class_="tableau").all("sup")) == marked


def test_whatever_is_asked_besides_the_cards_is_told_there(shown, ruleset):
    """Has each irregularity and each rule of the procedure a sentence under its heading, its numbers the ruleset's?"""
    sections = shown.all("section", aria_labelledby="irregularities") + shown.all("section", aria_labelledby="others")
    told = {
        title.text: text.text
        for section in sections
        for title, text in zip(section.all("dt"), section.all("dd"), strict=True)
    }
    expected = [f"({sub})" for sub in ruleset.irregularities] + [PROCEDURES[name] for name in ruleset.procedures]
    assert list(told) == expected + (["What is paid"] if ruleset.payment else [])
    for title, text in told.items():
        assert "." in text.split("Gazette")[0], title
    if ruleset.procedure:
        assert f"{ruleset.procedure.cut_from_either_end} cards" in told["Placing the cutting card"]
        assert "ten for a ten or court card" in told["Burning the first cards"]


def test_a_source_that_all_lines_share_is_named_once(shown):
    """Is the page not longer by the same line under each row of the tableau?"""
    below = [one.text for one in shown.all("span", class_="source")]
    assert [line for line in below if below.count(line) > 2] == []


def test_the_fingerprint_names_the_rules(shown, ruleset):
    """Can a printed page be matched with the answers graded by it?"""
    assert shown.one("code").text == ruleset.fingerprint
    assert len(ruleset.fingerprint) == 64


def test_all_rulesets_are_listed_the_usual_one_first(app):
    """Does the index lead to each page?"""
    page = read(as_role(app, Role.TRAINEE).get("/reference").text)
    pages = {f"/reference/{ruleset.id}" for ruleset in RULESETS}
    links = [link.attributes["href"] for link in page.one("main").all("a") if link.attributes["href"] in pages]
    assert links[0] == "/reference/punto-banco"
    assert sorted(links) == sorted(pages)


def test_an_unknown_ruleset_is_not_found(app):
    """Is there a page that says which ones there are?"""
    nadia = as_role(app, Role.TRAINEE)
    for ruleset_id in ("bridge", "Punto-banco", "punto-banco.toml", "..%2Fpunto-banco", "%00", "x" * 3000):
        assert nadia.get(f"/reference/{ruleset_id}").status_code == 404, ruleset_id


def test_e20_a_house_ruleset_is_shown_as_text(make_app, tmp_path):
    """Is markup in what a training department writes shown, not obeyed?"""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.toml").write_text(HOUSE)
    nadia = Trainee(make_app(RULESETS=folder))
    for path in ("/reference", "/reference/house", "/practice?ruleset=house", "/progress?ruleset=house"):
        text = nadia.shown(path)
        assert "<b>& more" not in text
        assert "<i>3" not in text
        assert "Rules &lt;b&gt;&amp; more&lt;/b&gt;" in text


def test_every_source_that_a_section_cites_is_listed(make_app, tmp_path):
    """Is the book named from which a house takes nothing but what it pays?"""
    folder = tmp_path / "rules"
    folder.mkdir()
    book = '[source.book]\ntitle = "Our dealing book"\nnote = "Kept in the pit."\n[payment]\nsource = "book page 3"\n'
    (folder / "house.toml").write_text('id = "house"\nextends = "punto-banco"\ntitle = "H"\nversion = "1"\n' + book)
    sources = read(Trainee(make_app(RULESETS=folder)).shown("/reference/house")).one(
        "section", aria_labelledby="sources"
    )
    assert "Our dealing book" in sources.text
    assert "Kept in the pit." in sources.text


SPEAKS_GERMAN = """
id = "house"
extends = "punto-banco"
title = "German house"
version = "1"

[call.initial-counts]
words = "Spieler {player}, Bank {banker}"
language = "de"
gloss = "Player {player}, Banker {banker}"

[call.player-draws]
words = "Karte <für> Spieler"
language = "de"
gloss = "a card for the Player"

[call.player-stands]
words = "Spieler steht"
language = "de"
gloss = "the Player stands"
"""


def test_foreign_words_are_marked_and_explained_wherever_they_stand(make_app, tmp_path):
    """On the reference page, in a chosen answer, its verdict and on the table: are language and meaning told?"""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.toml").write_text(SPEAKS_GERMAN, encoding="utf-8")
    app = make_app(RULESETS=folder)
    house = load_rulesets(folder)["house"]
    nadia = Trainee(app)
    calls = read(nadia.shown("/reference/house")).one("section", aria_labelledby="calls").one("table")
    assert "Spieler …, Bank … (Player …, Banker …)" in calls.text.replace("“", "").replace("”", "")
    (quote,) = [one for one in calls.all("q") if one.text == "Karte <für> Spieler"]
    assert (quote.attributes["lang"], quote.attributes["dir"]) == ("de", "auto")

    coup = play(house, parse_cards("2s Kh 3h 4c 6c 2d"))
    questions = questions_of(house, coup, Random(1))
    asked = next(one for one in questions if one.skill == "house/call/player-draws")
    drill = nadia.start(ruleset="house", focus="everything")
    put_question(app, drill, asked)
    page = read(nadia.shown(f"/practice/{drill}"))
    said = page.one("ol", class_="said")
    assert said.one("q").attributes["lang"] == "de"
    assert "(Player five, Banker four)" in said.text
    options = [one.one("span") for one in page.all("button", name="answer")]
    assert {(one.attributes["lang"], one.attributes["dir"]) for one in options} == {("de", "auto")}
    assert "a card for the Player" not in page.text
    nadia.give(drill, asked.expected[0])
    verdict = read(nadia.shown(f"/practice/{drill}/1")).one("section", _class="verdict")
    assert "“Karte <für> Spieler” (a card for the Player)." in verdict.text


def test_english_words_need_no_explanation(app):
    """Is nothing put in brackets behind “Card for Player”?"""
    calls = read(as_role(app, Role.TRAINEE).get("/reference/punto-banco").text).one("section", aria_labelledby="calls")
    assert "(" not in "".join(row[2] for row in calls.one("table").rows())
