"""The pages of irregularities and of the shoe: does the table show what happened, and never what nobody saw?"""

import json
import re

import pytest

from tests.web.drill_support import Trainee, answers, bad, good, make, open_question, put_question
from tests.web.html import Element, read
from training.rules.cards import parse_card, point_count

CHEMIN_DE_FER = {"ruleset": "chemin-de-fer", "focus": "irregularity"}
NEW_ZEALAND = {"ruleset": "nz-mini-1994", "focus": "procedure"}
SUBS = range(1, 12)
PROCEDURES = ("burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets")


@pytest.fixture
def nadia(app):
    return Trainee(app)


def irregular(sub, accept=lambda question: True):
    return make("chemin-de-fer", f"chemin-de-fer/irregularity/{sub}", accept)


def procedure(name, accept=lambda question: True):
    return make("nz-mini-1994", f"nz-mini-1994/{name}", accept)


def ask(app, nadia, question, plan=CHEMIN_DE_FER, **changes):
    """A drill that asks just this question."""
    drill = nadia.start(**plan | changes)
    put_question(app, drill, question)
    return drill


def shown(nadia, drill, number=None) -> Element:
    return read(nadia.shown(f"/practice/{drill}" if number is None else f"/practice/{drill}/{number}"))


def cards_in(element: Element) -> list[str]:
    """The cards drawn in it, as they are read aloud."""
    labels = [one.attributes["aria-label"] for one in element.all("svg", role="img")]
    return [label.partition(",")[0] for label in labels]


def close(text: str) -> str:
    """Without spaces, so that it does not matter which words are explained by a link."""
    return "".join(text.split())


def words(cards) -> list[str]:
    return [card.words for card in cards]


def hand(page: Element, name: str) -> Element:
    (found,) = (one for one in page.all("div", role="group") if one.attributes["aria-label"].startswith(f"{name}’s"))
    return found


def beside(page: Element) -> dict[str, Element]:
    """What lies besides the hands, by its name."""
    return {one.one("span", class_="beside-name").text: one for one in page.one("ul", class_="beside").all("li")}


def with_third(question):
    return len(question.facts.player) == 3


# Irregularities: what lies where.


@pytest.mark.parametrize(
    ("sub", "accept", "lies_with"),
    [
        (2, None, "Banker"),
        (3, None, "Player"),
        (4, with_third, "Banker"),
        (4, lambda question: not with_third(question), "Banker"),
        (5, None, "Player"),
        (6, None, "Player"),
        (7, None, "Player"),
        (8, None, "Player"),
        (10, None, "Banker"),
    ],
)
def test_the_card_too_many_lies_where_it_was_dealt(app, nadia, sub, accept, lies_with):
    """Is it set apart in its hand (unless nobody can tell which it is), before and after, the other hand as it was?"""
    question = irregular(sub, accept or (lambda question: True))
    facts = question.facts
    drill = ask(app, nadia, question)
    for answered in (False, True):
        if answered:
            assert nadia.give(drill, good(question)).status_code == 303
        page = shown(nadia, drill, 1 if answered else None)
        for name, cards in (("Player", facts.player), ("Banker", facts.banker)):
            extra = facts.irregular.extra if name == lies_with else ()
            assert cards_in(hand(page, name)) == words((*cards, *extra))
            apart = [cards_in(one) for one in hand(page, name).all("div", aria_label="Dealt in error")]
            assert apart == ([words(extra)] if extra and sub != 3 else [])
            sideways = [one for one in hand(page, name).all("svg") if "card-third" in one.attributes["class"]]
            assert len(sideways) == len(cards) - 2  # one of three of the initial deal looks like the others


@pytest.mark.parametrize("sub", [1, 11])
def test_when_no_hand_has_a_card_too_many_then_none_is_set_apart(app, nadia, sub):
    """Are both hands two cards and nothing else?"""
    question = irregular(sub)
    page = shown(nadia, ask(app, nadia, question))
    assert cards_in(hand(page, "Player")) == words(question.facts.player)
    assert cards_in(hand(page, "Banker")) == words(question.facts.banker)
    assert page.all("div", class_="extra-cards") == []


def test_cutting_card_and_discard_bucket_are_on_the_table(app, nadia):
    """Is it said where the cutting card is, and is there a bucket to discard into?"""
    places = {"in-shoe": "in the shoe", "exposed": "exposed in the shoe", "drawn": "drawn"}
    for sub in SUBS:
        question = irregular(sub)
        table = beside(shown(nadia, ask(app, nadia, question)))
        told = table["Cutting card"].one("span", class_="beside-state").text
        assert told == places[question.facts.irregular.cutting_card]
        assert "Discard bucket" in table


def test_a_card_face_up_in_the_shoe_lies_at_the_shoe(app, nadia):
    """Is it there for all to see? [001 (11)]"""
    question = irregular(11, lambda question: question.facts.irregular.extra)
    table = beside(shown(nadia, ask(app, nadia, question)))
    assert cards_in(table["Face up at the shoe"]) == words(question.facts.irregular.extra)


def test_when_cards_run_out_then_no_card_lies_at_the_shoe(app, nadia):
    """Only the cutting card, which is drawn, and the bucket? [001 (11)]"""
    question = irregular(11, lambda question: question.facts.irregular.short_of_cards)
    assert set(beside(shown(nadia, ask(app, nadia, question)))) == {"Cutting card", "Discard bucket"}


SAID = {
    4: [("dominant player", "Card"), ("dealer", "Card"), ("banker", "Under 8"), ("dealer", "Under 8")],
    5: [("dominant player", "Stay"), ("dealer", "Stay")],
    6: [("dominant player", "Stay"), ("dealer", "Stay")],
    7: [("dominant player", "Stay"), ("dealer", "Card")],
    8: [("dominant player", "Stay"), ("dealer", "Card")],
    10: [("dominant player", "Card"), ("dealer", "Card")],
}


def asked_for_a_card(question):
    """Of (4), only where the banker drew two after “Card”, not after “Stay”."""
    return not question.skill.endswith("irregularity/4") or len(question.facts.player) == 3


def test_what_was_said_is_shown_as_speech(app, nadia):
    """Who said what, in order; and nothing where it does not matter?"""
    for sub in SUBS:
        page = shown(nadia, ask(app, nadia, irregular(sub, asked_for_a_card)))
        found = [
            (line.one("span", class_="said-who").text, line.one("q").text)
            for said in page.all("ol", class_="said")
            for line in said.all("li")
        ]
        assert found == SAID.get(sub, []), sub


# A card nobody saw.


def unseen(question):
    """A card that lies in neither hand as well, so that its name on a page could only be its own."""
    (card,) = question.facts.irregular.extra
    return card not in (*question.facts.player, *question.facts.banker)


@pytest.mark.parametrize(
    ("give", "plan"), [(good, {}), (bad, {}), (good, {"help": "guided"}), (bad, {"counts": "yes"})]
)
def test_a_card_nobody_saw_is_never_shown(app, nadia, give, plan):
    """Is its face in no page, header or cookie: before the answer, after it, with a hint, in the summary? [001 (9)]"""
    question = irregular(9, unseen)
    (card,) = question.facts.irregular.extra
    drill = nadia.start(**CHEMIN_DE_FER | plan)
    pages = []
    for number in range(1, 11):  # the same question to the end, so that the summary speaks of no other
        put_question(app, drill, question)
        if "help" in plan:
            pages.append(nadia.post(f"/practice/{drill}/hint", {"number": number}))
        before = nadia.get(f"/practice/{drill}")
        given = nadia.give(drill, give(question), number)
        after = nadia.get(f"/practice/{drill}/{number}")
        for page in (before, after):
            assert cards_in(beside(read(page.text))["Face down beside the shoe"]) == ["a card"]
        nadia.go_on(drill, number)
        pages += [before, given, after]
    pages += [nadia.get(f"/practice/{drill}"), nadia.get("/progress?ruleset=chemin-de-fer")]
    assert close(question.prompt) in close(read(pages[-2].text).text) or give is good  # what was missed
    for page in pages:
        assert page.status_code in (200, 303)
        assert card.words not in page.text + str(page.headers)
        assert not re.search(rf"\b{card}\b", page.text)


def test_a_card_nobody_saw_is_not_shown_to_one_who_only_watches(app, nadia):
    """Where everything is explained, does the card still lie face down?"""
    question = irregular(9, unseen)
    drill = ask(app, nadia, question, help="watch")
    text = nadia.shown(f"/practice/{drill}")
    assert close(question.explanation) in close(read(text).text)
    assert question.facts.irregular.extra[0].words not in text


def test_two_cards_nobody_saw_give_the_same_page(app, nadia):
    """A14: does the page depend on the hidden card at all?"""
    question = irregular(9, unseen)
    stored = question.as_dict()
    pages = set()
    for card in ("As", "7d", "Kc"):
        hidden = question.from_dict(stored | {"facts": stored["facts"] | {"extra": [card]}})
        drill = ask(app, nadia, hidden)
        pages.add(nadia.shown(f"/practice/{drill}").replace(drill, "…"))
    assert len(pages) == 1


# From the question to the verdict.


def of_every_rule():
    """A ruling and a consequence of each subregulation, and one question of each part of the procedure."""
    for sub in SUBS:
        for kind in ("ruling", "consequence"):
            yield irregular(sub, lambda question, kind=kind: question.kind == kind), CHEMIN_DE_FER
    for name in PROCEDURES:
        yield procedure(name), NEW_ZEALAND


@pytest.mark.parametrize(("give", "outcome"), [(good, "right"), (bad, "wrong")])
def test_every_rule_is_asked_answered_and_explained(app, nadia, give, outcome):
    """Prompt and options before; verdict, reason, source and mark after, and the answer is kept?"""
    asked = 0
    for question, plan in of_every_rule():
        drill = ask(app, nadia, question, plan)
        page = shown(nadia, drill)
        assert page.one("h1").text == question.prompt
        buttons = page.all("button", name="answer")
        assert [one.attributes["value"] for one in buttons] == [option.id for option in question.options]
        for button, option in zip(buttons, question.options, strict=True):
            assert button.text.startswith(option.text)
        for text in (question.explanation, question.citation):
            assert close(text) not in close(page.text)
        assert nadia.give(drill, give(question)).status_code == 303
        verdict = shown(nadia, drill, 1).one("section", class_="verdict")
        assert f"verdict-{outcome}" in verdict.attributes["class"]
        assert close(question.explanation) in close(verdict.text)
        assert verdict.one("cite").text == question.citation
        marks = [one.text for one in verdict.all("span", class_="mark")]
        assert marks == ([] if question.provenance == "text" else [str(question.provenance)])
        if outcome == "wrong":
            assert question.text_of(question.expected[0]) in verdict.one("dl").text
        asked += 1
    assert [one["outcome"] for one in answers(app)] == [outcome] * asked


def lit(page: Element) -> list[str]:
    """Column and row of the cell that is lit."""
    return [one.text.split()[0] for one in page.all("th", class_="lit-head")]


@pytest.mark.parametrize("sub", [5, 6, 7, 8])
def test_the_cell_that_decides_is_marked_and_lit_after_the_answer(app, nadia, sub):
    """Is it said that the cell is reconstructed, and shown in the column of no third card?"""
    question = irregular(sub)
    drill = ask(app, nadia, question)
    assert shown(nadia, drill).all("span", class_="mark") == shown(nadia, drill).all("table") == []
    nadia.give(drill, good(question))
    page = shown(nadia, drill, 1)
    assert page.one("p", class_="citation").one("span", class_="mark").text == "reconstructed"
    assert lit(page) == ["–", str(point_count(question.facts.banker))]


def test_the_cell_is_lit_where_the_banker_goes_by_the_table_and_not_where_the_text_rules(app, nadia):
    """After the card was given to the dominant player, is it his third? [001 (10)]"""

    def lit_after(question):
        drill = ask(app, nadia, question)
        nadia.give(drill, good(question))
        return lit(shown(nadia, drill, 1))

    then = irregular(10, lambda question: question.options[0].id == "draw")
    (card,) = then.facts.irregular.extra
    assert lit_after(then) == [str(card.value), str(point_count(then.facts.banker))]
    assert lit_after(irregular(10, lambda question: question.expected == ("player-card",))) == []
    assert lit_after(irregular(3)) == []


@pytest.mark.parametrize("name", ["burn", "deal-order"])
def test_a_card_of_the_procedure_lies_face_up_at_the_shoe(app, nadia, name):
    """Is the card that is asked about there, and neither cutting card nor bucket?"""
    question = procedure(name)
    page = shown(nadia, ask(app, nadia, question, NEW_ZEALAND))
    assert set(beside(page)) == {"Face up at the shoe"}
    assert cards_in(beside(page)["Face up at the shoe"]) == words(question.facts.shown)
    assert cards_in(hand(page, "Player")) == cards_in(hand(page, "Banker")) == []


@pytest.mark.parametrize("name", ["cut", "cutting-card", "shuffle", "no-more-bets"])
def test_where_no_card_is_asked_about_nothing_lies_beside_the_hands(app, nadia, name):
    page = shown(nadia, ask(app, nadia, procedure(name), NEW_ZEALAND))
    assert page.all("ul", class_="beside") == []


@pytest.mark.parametrize("sub", SUBS)
def test_what_has_to_be_found_out_does_not_stand_above_the_question(app, nadia, sub):
    """Is a drill of one irregularity headed by its number alone, and by all of it when it is over?"""
    plan = CHEMIN_DE_FER | {"focus": f"irregularity/{sub}"}
    drill = nadia.start(**plan)
    assert shown(nadia, drill).one("p", class_="drill-what").one("b").text == f"Irregularity ({sub})"
    nadia.finish(drill)
    assert f"Irregularity ({sub}): " in nadia.shown(f"/practice/{drill}")


@pytest.mark.parametrize("sub", [6, 8])
def test_a_count_that_is_asked_for_is_not_shown(app, nadia, sub):
    """With counts switched on: does the Banker's count not stand beside the question for it?"""
    question = irregular(sub, lambda question: "Banker’s count" in question.prompt)
    page = shown(nadia, ask(app, nadia, question, counts="yes"))
    assert hand(page, "Banker").one("p", class_="hand-count").text == ""


def test_each_answer_has_a_key_of_its_own(app, nadia):
    """Can no key press two buttons?"""
    for sub in SUBS:
        page = shown(nadia, ask(app, nadia, irregular(sub)))
        keys = [one.attributes["data-key"] for one in page.all("button", name="answer")]
        assert len(set(keys)) == len(keys)


def test_a_number_of_two_digits_can_be_given_by_a_key(app, nadia):
    """Is each key one that a keyboard has?"""
    question = procedure("burn", lambda question: any(option.id == "10" for option in question.options))
    page = shown(nadia, ask(app, nadia, question, NEW_ZEALAND))
    keys = [one.attributes["data-key"] for one in page.all("button", name="answer")]
    assert [key for key in keys if len(key) > 1] == []


@pytest.mark.parametrize(
    ("plan", "skills"),
    [
        (CHEMIN_DE_FER, {f"chemin-de-fer/irregularity/{sub}" for sub in SUBS}),
        (NEW_ZEALAND, {f"nz-mini-1994/{name}" for name in PROCEDURES}),
    ],
)
def test_a_whole_drill_of_them_is_asked_and_summed_up(app, nadia, plan, skills):
    """From the first question to the summary, without a fault, and with every rule in turn?"""
    drill = nadia.start(**plan, length="20")
    seen = set()
    for number in range(1, 21):
        nadia.shown(f"/practice/{drill}")
        question = open_question(app, drill)
        seen.add(question.skill)
        nadia.give(drill, good(question), number)
        nadia.shown(f"/practice/{drill}/{number}")
        nadia.go_on(drill, number)
    assert seen == skills
    assert [one["outcome"] for one in answers(app)] == ["right"] * 20
    assert read(nadia.shown(f"/practice/{drill}")).one("h1")


# The command.

DOCUMENTED = {"skill", "kind", "facts", "prompt", "options", "expected", "citation", "explanation"}


def made(app, *arguments):
    result = app.test_cli_runner().invoke(args=["questions", "make", *arguments, "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_irregularities_are_made_by_command(app):
    """Twenty of each subregulation, in the documented shape, the same for the same seed?"""
    arguments = ("chemin-de-fer", "--skill", "chemin-de-fer/irregularity", "--count", "20", "--seed", "1")
    questions = made(app, *arguments)
    assert questions == made(app, *arguments)
    assert [question["skill"] for question in questions] == [
        f"chemin-de-fer/irregularity/{sub}" for sub in SUBS for _ in range(20)
    ]
    for question in questions:
        assert set(question) == DOCUMENTED
        assert question["kind"] in ("ruling", "consequence")
        facts = question["facts"]
        assert {
            *("player", "banker", "extra", "said", "dealer_said", "banker_action"),
            *("cutting_card", "last_hand", "short_of_cards"),
        } <= set(facts)
        for card in (*facts["player"], *facts["banker"], *facts["extra"]):
            assert str(parse_card(card)) == card
        assert all(set(one) == {"who", "call"} for one in facts["said"])
        assert facts["banker_action"] in ("draw", "optional", "stand")
        assert facts["cutting_card"] in ("in-shoe", "exposed", "drawn")
        assert {type(facts["last_hand"]), type(facts["short_of_cards"])} == {bool}
        assert all(set(option) == {"id", "text"} for option in question["options"])
        assert len(question["expected"]) == 1
        assert question["expected"][0] in [option["id"] for option in question["options"]]


def test_the_burn_is_asked_by_command(app):
    """One question, its card among the facts?"""
    (question,) = made(app, "nz-mini-1994", "--skill", "nz-mini-1994/burn", "--seed", "1")
    assert set(question) == DOCUMENTED
    assert (question["skill"], question["kind"]) == ("nz-mini-1994/burn", "procedure")
    (card,) = question["facts"]["shown"]
    assert parse_card(card).words in question["prompt"]
    assert question["facts"]["player"] == question["facts"]["banker"] == question["facts"]["said"] == []


def test_without_json_the_cards_too_many_are_told_too(app):
    """Can a person at a terminal answer the question from what is printed? [001 (3)]"""
    arguments = ["questions", "make", "chemin-de-fer", "--skill", "chemin-de-fer/irregularity/3", "--seed", "1"]
    printed = app.test_cli_runner().invoke(args=arguments).stdout
    (question,) = made(app, *arguments[2:])
    assert question["facts"]["extra"][0] in printed
