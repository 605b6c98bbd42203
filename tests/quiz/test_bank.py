"""The question bank: the shipped one is in order, a broken one tells every error, and a drill goes round it fairly."""

import tomllib
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from training.quiz.bank import (
    FOLDER,
    TOPICS,
    Bank,
    BrokenBank,
    ask_authored,
    choose_authored,
    knowledge_skills,
    load_bank,
)
from training.quiz.grading import Result, judge
from training.quiz.options import option_id
from training.quiz.practice import NothingLeft
from training.quiz.questions import Question
from training.quiz.rounds import Exercise, make_round
from training.quiz.skills import skills_by_id
from training.rules.errors import NotFound


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


def test_every_glossary_source_is_a_text_of_a_ruleset(rulesets):
    """Is `punto-banco tableau payment` a ruleset and a source of it?"""
    terms = tomllib.loads((FOLDER / "glossary.toml").read_text(encoding="utf-8"))["term"]
    for source in (term["source"] for term in terms if "source" in term):
        ruleset, text = source.split(" ")[:2]
        assert text in {one.id for one in rulesets[ruleset].sources}, source


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


GOOD = {
    "id": '"a-question"',
    "skill": '"punto-banco/knowledge/shoe"',
    "prompt": '"Which?"',
    "options": '["This", "That", "Another"]',
    "key": '"This"',
    "explanation": '"This it is."',
    "source": '"tableau a place"',
    "provenance": '"text"',
}


def written(**changes):
    """A question as it stands in a file: the lines of GOOD with changes; None leaves a line out."""
    fields = GOOD | {name: value for name, value in changes.items() if value is not None}
    lines = [f"{name} = {value}" for name, value in fields.items() if changes.get(name, "") is not None]
    return "\n".join(["[[question]]", *lines, ""])


def bank_file(*questions, ruleset="punto-banco"):
    return "\n".join([f'ruleset = "{ruleset}"', "", *questions])


@pytest.fixture
def load(tmp_path, rulesets):
    """Write files (`b_c` is b-c.toml) and load them as a bank."""

    def load_files(**files):
        for name, text in files.items():
            (tmp_path / f"{name.replace('_', '-')}.toml").write_text(text, encoding="utf-8")
        return load_bank(rulesets, tmp_path)

    return load_files


@pytest.fixture
def problems(load):
    """What loading a broken bank says, a line a problem."""

    def tell(**files):
        with pytest.raises(BrokenBank) as caught:
            load(**files)
        return str(caught.value).splitlines()

    return tell


def test_a_whole_question_is_read(load, rulesets):
    """Are the fields of the file those of the question?"""
    bank = load(a=bank_file(written()))
    (authored,) = bank.of(rulesets["punto-banco"])
    assert (authored.id, authored.prompt, authored.key) == ("a-question", "Which?", ("This",))
    assert authored.citation == "Wikipedia, “Baccarat”, Tableau of drawing rules, a place"


def test_more_than_one_answer_may_be_right(load, rulesets):
    """Is a key of two taken, and is either one right?"""
    bank = load(a=bank_file(written(key='["This", "That"]')))
    question = ask_authored(rulesets["punto-banco"], bank.questions["a-question"], Random(1))
    results = {option.id: judge(rulesets["punto-banco"], question, option.id).result for option in question.options}
    assert results == {"this": Result.RIGHT, "that": Result.RIGHT, "another": Result.WRONG}


TOPIC_IDS = ", ".join(f"punto-banco/knowledge/{topic}" for topic in TOPICS)
BROKEN = [
    # what is changed, the line (the ruleset is line 1, the question begins in line 3), what is told
    ({"skill": '"punto-banco/knowledge/magic"'}, 5, "skill: unknown skill 'punto-banco/knowledge/magic'; expected one"),
    ({"skill": '"chemin-de-fer/knowledge/shoe"'}, 5, "skill: unknown skill 'chemin-de-fer/knowledge/shoe'; expected"),
    ({"skill": None}, 3, "skill: missing; expected some text"),
    ({"id": None}, 3, "id: missing; expected some text"),
    ({"id": '""'}, 4, "id: ''; expected some text"),
    ({"id": '"Käse 1"'}, 4, "id: 'Käse 1'; expected lower-case letters, digits and hyphens"),
    ({"id": "7"}, 4, "id: 7; expected some text"),
    ({"key": None}, 3, "key: missing; expected a text or a list of texts"),
    ({"key": "[]"}, 8, "key: []; expected a text or a list of texts"),
    ({"key": '""'}, 8, "key: ''; expected a text or a list of texts"),
    ({"key": '"Neither"'}, 8, "key: 'Neither' is not among the options; expected one of them"),
    ({"key": '["This", "Neither"]'}, 8, "key: 'Neither' is not among the options; expected one of them"),
    ({"key": '"this"'}, 8, "key: 'this' is not among the options; expected one of them"),
    ({"source": None}, 3, "source: missing; expected some text"),
    (
        {"source": '"hearsay 3"'},
        10,
        "source: 'hearsay 3'; expected one of tableau, house, article, then the place in it",
    ),
    ({"provenance": None}, 3, "provenance: None; expected one of text, reconstructed, unseen, house"),
    ({"provenance": '"rumour"'}, 11, "provenance: 'rumour'; expected one of text, reconstructed, unseen, house"),
    ({"options": None}, 3, "options: missing; expected a text or a list of texts"),
    ({"options": '["This", "This"]'}, 7, "options: two of them are equal after folding; expected different ones"),
    ({"options": '["This", "THIS!"]'}, 7, "options: two of them are equal after folding; expected different ones"),
    ({"options": '["This", "Thís"]'}, 7, "options: two of them are equal after folding; expected different ones"),
    ({"options": '["This", "Ｔｈｉｓ"]'}, 7, "options: two of them are equal after folding; expected different ones"),
    ({"options": '["This"]'}, 7, "options: there is one; expected two or more"),
    ({"options": '["This", 2]'}, 7, "options: ['This', 2]; expected a text or a list of texts"),
    ({"prompt": '"  "'}, 6, "prompt: '  '; expected some text"),
    ({"explanation": None}, 3, "explanation: missing; expected some text"),
    ({"colour": '"red"'}, 12, "colour: unknown field; expected id, skill, prompt, options, key, explanation, source,"),
]


@pytest.mark.parametrize(("changes", "line", "told"), BROKEN)
def test_an_error_is_told_with_file_line_and_field(problems, changes, line, told):
    """Is the one thing that is wrong one line, and the line the right one?"""
    (problem,) = problems(a_file=bank_file(written(**changes)))
    assert problem.startswith(f"a-file.toml:{line}: {told}"), problem


def test_an_unknown_skill_names_those_there_are(problems):
    """Are the topics listed?"""
    (problem,) = problems(a=bank_file(written(skill='"x"')))
    assert problem.endswith(f"expected one of punto-banco, or of {TOPIC_IDS}")


def test_a_skill_of_the_ruleset_will_do(load):
    """May an authored question belong to a skill that the engine asks too?"""
    bank = load(a=bank_file(written(skill='"punto-banco/count"')))
    assert bank.questions["a-question"].skill.id == "punto-banco/count"


def test_an_id_is_taken_once(problems):
    """Is the second of two in one file told, with its line?"""
    (problem,) = problems(a=bank_file(written(), written(id='"other"'), written()))
    assert problem == "a.toml:24: id: 'a-question' is taken by another question; expected a new id"


def test_an_id_is_taken_in_all_files(problems):
    """Is the same id in another file told, there?"""
    (problem,) = problems(a=bank_file(written()), b=bank_file("", written()))
    assert problem == "b.toml:5: id: 'a-question' is taken by another question; expected a new id"


def test_toml_that_is_none_is_told_with_its_line(problems):
    """Are the other files read all the same?"""
    told = problems(a='ruleset = "punto-banco"\n[[question]]\nid = \n', b=bank_file(written(key=None)))
    assert told[0].startswith("a.toml: ")
    assert "line 3" in told[0]
    assert told[1:] == ["b.toml:3: key: missing; expected a text or a list of texts"]


@pytest.mark.parametrize("head", ['ruleset = "roulette"', "ruleset = 7", "", "ruleset = ['punto-banco']"])
def test_a_file_names_its_ruleset(problems, head):
    """Is a ruleset that is not there, or none at all, told with those there are?"""
    (problem,) = problems(a=f"{head}\n{written()}")
    assert problem.startswith("a.toml:1: ruleset: ")
    assert problem.endswith("expected one of chemin-de-fer, nj-minibaccarat, nz-mini-1994, punto-banco")


def test_another_table_is_told(problems):
    """Is a misspelt [[questions]] no empty file?"""
    (problem,) = problems(a='ruleset = "punto-banco"\n[[questions]]\nid = "x"\n')
    assert problem == "a.toml:1: questions: unknown; expected [[question]] tables"


def test_the_glossary_is_checked_too(problems):
    """Are a missing meaning, a missing word and an unknown field told?"""
    text = '[[term]]\nterm = "coup"\n\n[[term]]\nmeaning = "x."\n\n[[term]]\nterm = "a"\nmeaning = ""\nsee = "b"\n'
    assert problems(glossary=text) == [
        "glossary.toml:1: meaning: missing; expected some text",
        "glossary.toml:4: term: missing; expected some text",
        "glossary.toml:10: see: unknown field; expected term, also, meaning, source",
        "glossary.toml:9: meaning: ''; expected some text",
    ]


def test_all_errors_of_all_files_are_told_at_once(problems):
    """Is a bank mended in one go?"""
    told = problems(
        a=bank_file(written(key=None, source=None), written(id='"b"', skill='"x"', extra="1")),
        b=bank_file(
            written(options='["This", "this"]', source='"hearsay 1"', provenance='"rumour"'), ruleset="nj-minibaccarat"
        ),
        c="nonsense\n",
        glossary='[[term]]\nterm = "coup"\n',
    )
    assert [line.split(": ")[0] + " " + line.split(": ")[1] for line in told] == [
        "a.toml:3 source",
        "a.toml:3 key",
        "a.toml:20 extra",
        "a.toml:13 skill",
        *("b.toml:7 options", "b.toml:10 source", "b.toml:11 provenance", "b.toml:5 skill"),
        "c.toml Expected '=' after a key in a key/value pair (at line 1, column 9)",
        "glossary.toml:1 meaning",
    ]


def drill(bank, ruleset, answer, length, seed=1):
    """The ids that a drill of `length` asks; `answer(id, times)` tells whether an answer is right."""
    rng, right, asked = Random(seed), Counter(), []
    for _ in range(length):
        authored = choose_authored(bank, ruleset, right, asked[-1] if asked else None, frozenset(), rng)
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
    with pytest.raises(NotFound, match="the bank has no questions on Punto banco"):
        make_round(rulesets["punto-banco"], Exercise.KNOWLEDGE, "everything", Random(1), bank=Bank({}, ()))


def test_when_all_was_withdrawn_that_is_told_apart_from_an_empty_bank(shipped, rulesets):
    """Is it not said that the bank has no questions?"""
    ruleset = rulesets["nj-minibaccarat"]
    gone = frozenset(one.id for one in shipped.of(ruleset))
    with pytest.raises(NothingLeft, match="every question on .* was withdrawn"):
        make_round(ruleset, Exercise.KNOWLEDGE, "everything", Random(1), bank=shipped, withdrawn=gone)


ODD = {
    "bytes": b'ruleset = "punto-banco"\n# \xe9\n',
    "a list of texts": b'ruleset = "punto-banco"\nquestion = ["x"]\n',
    "a text": b'ruleset = "punto-banco"\nquestion = "x"\n',
    "no file at all": b"",
}


@pytest.mark.parametrize("name", ODD)
def test_whatever_a_file_holds_the_bank_says_so(rulesets, tmp_path, name):
    """Bytes that are no text, questions that are no tables, an empty file: named?"""
    (tmp_path / "a.toml").write_bytes(ODD[name])
    with pytest.raises(BrokenBank, match=r"^a\.toml"):
        load_bank(rulesets, tmp_path)


@pytest.mark.parametrize("also", ["3", '"coups"', "[1]"])
def test_other_forms_of_a_term_are_a_list_of_texts(problems, also):
    """Is `also` checked?"""
    (problem,) = problems(glossary=f'[[term]]\nterm = "coup"\nmeaning = "x."\nalso = {also}\n')
    assert problem.startswith("glossary.toml:4: also: ")


def test_a_word_is_explained_once(problems):
    """Is a term that comes twice an error?"""
    text = '[[term]]\nterm = "coup"\nmeaning = "x."\n\n[[term]]\nterm = "Coup"\nmeaning = "y."\n'
    (problem,) = problems(glossary=text)
    assert problem.startswith("glossary.toml:6: term: ")


def test_a_source_has_a_place(problems):
    """Is the id of a source alone no citation?"""
    (problem,) = problems(a=bank_file(written(source='"tableau"')))
    assert problem.startswith("a.toml:10: source: ")


def test_a_key_is_named_once(problems):
    """Is a right answer that is given twice an error?"""
    (problem,) = problems(a=bank_file(written(key='["This", "This"]')))
    assert problem.startswith("a.toml:8: key: ")


def test_a_missing_folder_is_told(rulesets, tmp_path):
    """Does a bank that is nowhere not pass for one in order?"""
    with pytest.raises(BrokenBank, match="nowhere"):
        load_bank(rulesets, tmp_path / "nowhere")


def test_a_remark_behind_a_head_does_not_move_the_lines(problems):
    """Is the error still in the question that has it?"""
    text = 'ruleset = "punto-banco"\n\n[[question]] # the first\n'
    (problem,) = problems(a=text + "\n".join(written(key=None).splitlines()[1:]) + "\n\n" + written(id='"b"'))
    assert problem.startswith("a.toml:3: ")
