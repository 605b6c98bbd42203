"""The question bank: the shipped one is in order, a drill goes round it fairly, a house is asked what is its own."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from training.quiz.bank import Bank, ask_authored, choose_authored, knowledge_skills
from training.quiz.bank_files import load_bank
from training.quiz.grading import Result, judge
from training.quiz.options import option_id
from training.quiz.practice import NothingLeft
from training.quiz.questions import Question
from training.quiz.rounds import Exercise, make_round
from training.quiz.skills import skills_by_id
from training.rules.errors import NotFound
from training.rules.rulesets import load_rulesets


@pytest.fixture(scope="module")
def shipped(rulesets) -> Bank:
    return load_bank(rulesets)


def test_the_shipped_bank_is_large_enough(shipped, rulesets):
    """Are there at least 60 questions and 40 terms, and has every ruleset some?"""
    assert len(shipped.questions) >= 60
    assert len(shipped.glossary) >= 40
    assert all(len(shipped.of(ruleset)) >= 10 for ruleset in rulesets.values())
    assert sum(len(shipped.of(ruleset)) for ruleset in rulesets.values()) == len(shipped.questions)


def test_every_question_has_its_source_and_its_mark(shipped, rulesets):
    """Is each cited from a text of its ruleset with the place in it, marked, explained and of a known skill?"""
    for authored in shipped.questions.values():
        ruleset = rulesets[authored.ruleset]
        (title,) = [one.title for one in ruleset.sources if authored.citation.startswith(f"{one.title}, ")]
        assert len(authored.citation) > len(title) + 3, authored.id
        assert authored.skill.id in knowledge_skills(ruleset) | skills_by_id(ruleset)
        assert authored.explanation.endswith((".", "”", "?")), authored.id
        assert authored.prompt.endswith(("?", ".")), authored.id
        house = authored.citation.startswith("House custom")
        assert (authored.provenance == "house") is house, authored.id


def test_the_options_of_a_question_are_fair(shipped):
    """Three or more, none twice, not all of them right, and the right one not always the longest?"""
    longest = 0
    for authored in shipped.questions.values():
        assert len(authored.options) >= 3, authored.id
        assert len({option_id(option) for option in authored.options}) == len(authored.options)
        assert 0 < len(set(authored.key)) == len(authored.key) < len(authored.options), authored.id
        longest += len(authored.key[0]) == max(map(len, authored.options))
    assert longest < len(shipped.questions) * 0.6


def test_every_prompt_is_asked_once(shipped):
    """Are there no two questions of one ruleset with the same words?"""
    prompts = Counter((one.ruleset, option_id(one.prompt)) for one in shipped.questions.values())
    assert set(prompts.values()) == {1}


def test_the_glossary_explains_each_word_once(shipped):
    """Has each form one meaning, and is the list in order?"""
    forms = [form.casefold() for term in shipped.glossary for form in term.forms]
    assert len(set(forms)) == len(forms)
    names = [term.term.casefold() for term in shipped.glossary]
    assert names == sorted(names)
    assert all(term.meaning.endswith(".") for term in shipped.glossary)
    assert len({option_id(name) for name in names}) == len(names)


def test_every_word_has_a_source_or_a_mark_that_says_that_there_is_none(shipped, rulesets):
    """Is a term cited from a text of a ruleset, or marked as unseen or the house's?"""
    titles = {one.title for ruleset in rulesets.values() for one in ruleset.sources}
    for term in shipped.glossary:
        if term.citation is None:
            assert term.provenance in ("unseen", "house"), term.term
        else:
            assert any(term.citation.startswith(f"{title}, ") for title in titles), term.term


def test_a_hint_says_where_to_read_and_not_the_answer(shipped, rulesets):
    """Is it of use, and of each question its own?"""
    for authored in shipped.questions.values():
        hint = ask_authored(rulesets[authored.ruleset], authored, Random(1)).hint
        assert hint == f"{authored.skill.title}: read {authored.citation}."
        assert not any(right.casefold() in hint.casefold() for right in authored.key), authored.id


def test_an_authored_question_is_stored_and_read_back(shipped, rulesets):
    """Is it graded by its key, and is nothing lost on the way to the database?"""
    for authored in shipped.questions.values():
        question = ask_authored(rulesets[authored.ruleset], authored, Random(1))
        assert Question.from_dict(question.as_dict()) == question
        assert question.authored == authored.id
        for option in question.options:
            right = option.text in authored.key
            verdict = judge(rulesets[authored.ruleset], question, option.id)
            assert verdict.result is (Result.RIGHT if right else Result.WRONG)


def drill(bank, ruleset, answer, length, seed=1):
    """The ids that a drill of `length` asks; `answer(id, times)` tells whether an answer is right."""
    rng, right, asked = Random(seed), Counter(), []
    for _ in range(length):
        authored = choose_authored(bank, ruleset, "everything", right, asked[-1] if asked else None, frozenset(), rng)
        asked.append(authored.id)
        right[authored.id] += answer(authored.id, asked.count(authored.id))
    return asked


@pytest.mark.parametrize("ruleset", ["chemin-de-fer", "nj-minibaccarat", "nz-mini-1994", "punto-banco"])
def test_each_question_is_asked_before_any_comes_again(shipped, rulesets, ruleset):
    """Round after round, when all is answered rightly?"""
    ids = {one.id for one in shipped.of(rulesets[ruleset])}
    for seed in range(20):
        asked = drill(shipped, rulesets[ruleset], lambda *_: True, 3 * len(ids), seed)
        for turn in range(3):
            assert set(asked[turn * len(ids) : (turn + 1) * len(ids)]) == ids
        assert all(one != other for one, other in pairwise(asked))


def test_what_was_wrong_comes_again(shipped, rulesets):
    """Is a missed question asked again before any that was right, and not at once where there are others?"""
    ids = {one.id for one in shipped.of(rulesets["nj-minibaccarat"])}
    missed = sorted(ids)[0]
    for seed in range(50):
        asked = drill(shipped, rulesets["nj-minibaccarat"], lambda one, n: one != missed or n > 1, len(ids) + 2, seed)
        late = asked[len(ids) - 1] == missed and asked.index(missed) == len(ids) - 1
        assert asked[: len(ids) + 1].count(missed) == (1 if late else 2)
        assert asked[-1] == missed or not late
        assert not any(one == other for one, other in pairwise(asked))


def test_the_order_is_left_to_chance(shipped, rulesets):
    """Do two drills seldom begin alike?"""
    first = Counter(drill(shipped, rulesets["nj-minibaccarat"], lambda *_: True, 1, seed)[0] for seed in range(2000))
    assert len(first) == 10
    assert all(130 < times < 270 for times in first.values())


def test_the_key_stands_anywhere(shipped, rulesets):
    """Over many shuffles, is the right answer at each place equally often, for every question?"""
    for authored in shipped.questions.values():
        places, number = Counter(), len(authored.options)
        for seed in range(400):
            question = ask_authored(rulesets[authored.ruleset], authored, Random(seed))
            places[[option.id for option in question.options].index(question.expected[0])] += 1
        assert len(places) == number
        chi = sum((places[place] - 400 / number) ** 2 for place in range(number)) / (400 / number)
        assert chi < 25, (authored.id, places)


def test_what_is_withdrawn_is_not_asked(shipped, rulesets):
    """Is everything else asked, and is the withdrawn one never?"""
    ruleset = rulesets["nj-minibaccarat"]
    gone = frozenset({shipped.of(ruleset)[0].id})
    asked = {
        make_round(ruleset, Exercise.KNOWLEDGE, "everything", Random(seed), bank=shipped, withdrawn=gone)
        .questions[0]
        .authored
        for seed in range(300)
    }
    assert asked == {one.id for one in shipped.of(ruleset)} - gone


def test_an_empty_bank_has_nothing_to_ask(rulesets):
    """Is that said with the name of the rules?"""
    with pytest.raises(NotFound, match="Punto banco has nothing to ask among the knowledge"):
        make_round(rulesets["punto-banco"], Exercise.KNOWLEDGE, "everything", Random(1), bank=Bank({}, ()))


def test_when_all_was_withdrawn_that_is_told_apart_from_an_empty_bank(shipped, rulesets):
    """Is it not said that the bank has no questions?"""
    ruleset = rulesets["nj-minibaccarat"]
    gone = frozenset(one.id for one in shipped.of(ruleset))
    with pytest.raises(NothingLeft, match="every question on .* was withdrawn"):
        make_round(ruleset, Exercise.KNOWLEDGE, "everything", Random(1), bank=shipped, withdrawn=gone)


# --- a ruleset that extends another

HOUSE = """
id = "house"
extends = "punto-banco"
title = "Our house"
game = "punto banco"
jurisdiction = "our house"
version = "1"
"""
CHANGES = {
    "nothing": ("", set()),
    "one cell": ('[banker.6]\n6 = "stand"\n', {"people", "drawing", "calls", "irregularities"}),
    "one call": ('[call.tie]\nwords = "Egal"\n', {"people", "calls", "irregularities"}),
    "the prices": ("[payment]\ncommission_percent = 4\n", {"payment"}),
    "no calls": ('inherits = ["player", "banker", "counting", "outcome", "payment"]\n', None),
}


@pytest.fixture
def house(tmp_path):
    """A house's ruleset with some changes."""

    def load(lines=""):
        (tmp_path / "house.toml").write_text(HOUSE + lines, encoding="utf-8")
        return load_rulesets.__wrapped__(tmp_path)["house"]

    return load


@pytest.mark.parametrize("changed", ["nothing", "one cell", "one call", "the prices"])
def test_a_house_is_asked_what_it_has_not_changed(shipped, rulesets, house, changed):
    """Does it get the questions of its base but those on what it has replaced?"""
    lines, gone = CHANGES[changed]
    expected = {one.id for one in shipped.of(rulesets["punto-banco"]) if one.topic not in gone}
    assert {one.id for one in shipped.of(house(lines))} == expected
    assert expected


def test_a_house_is_not_asked_what_it_does_not_inherit(shipped, house):
    """Without calls, is nobody asked about the calls of another house?"""
    asked = {one.topic for one in shipped.of(house(CHANGES["no calls"][0]))}
    assert asked == {"drawing", "payment"}


def test_a_base_is_not_asked_what_a_house_has_written(shipped, rulesets, house):
    """Does a question go down the chain and never up or across?"""
    own = replace(next(iter(shipped.of(rulesets["punto-banco"]))), id="own", ruleset="house")
    bank = Bank({**shipped.questions, "own": own}, ())
    assert "own" in {one.id for one in bank.of(house())}
    assert not any("own" in {one.id for one in bank.of(ruleset)} for ruleset in rulesets.values())


def test_which_rulesets_ask_a_question_or_a_skill(shipped, rulesets, house):
    """Is it known whom a withdrawal reaches?"""
    everywhere = {**rulesets, "house": house()}

    def asked(subject):
        return {name for name, ruleset in everywhere.items() if shipped.asks(ruleset, subject)}

    assert asked("punto-banco/banker/4/none") == {"house", "nj-minibaccarat", "nz-mini-1994", "punto-banco"}
    assert asked("chemin-de-fer/banker/4/none") == {"chemin-de-fer"}
    assert asked("pb-why-19-to-20") == {"house", "punto-banco"}
    assert asked("nobody-knows") == set()


def test_a_topic_is_asked_alone(shipped, rulesets):
    """Narrowed to one topic, is nothing else asked?"""
    ruleset = rulesets["punto-banco"]
    asked = {
        make_round(ruleset, Exercise.KNOWLEDGE, "payment", Random(seed), bank=shipped).questions[0].authored
        for seed in range(100)
    }
    assert asked == {one.id for one in shipped.of(ruleset) if one.topic == "payment"}
