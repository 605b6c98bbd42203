"""Reading the bank: a broken one tells every error of every file, with file and line."""

from random import Random

import pytest

from training.quiz.bank import TOPICS, ask_authored
from training.quiz.bank_files import BrokenBank, load_bank
from training.quiz.grading import Result, judge

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


UNSEEN = 'provenance = "unseen"\n'
GLOSSARY = '[[term]]\nterm = "coup"\nmeaning = "A round."\nprovenance = "unseen"\n'


@pytest.fixture
def load(tmp_path, rulesets):
    """Write files (`b_c` is b-c.toml) and load them as a bank."""

    def load_files(**files):
        usual = {"glossary": GLOSSARY} if set(files) - {"glossary"} else {"a": bank_file(written())}
        for name, text in (usual | files).items():
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
    ({"provenance": None}, 3, "provenance: missing; expected one of text, reconstructed, unseen, house"),
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
    (problem,) = problems(a=bank_file(written(), written(id='"other"', prompt='"Other?"'), written(prompt='"Third?"')))
    assert problem == "a.toml:24: id: 'a-question' is taken by another question; expected a new id"


def test_an_id_is_taken_in_all_files(problems):
    """Is the same id in another file told, there?"""
    (problem,) = problems(a=bank_file(written()), b=bank_file("", written(prompt='"Other?"')))
    assert problem == "b.toml:5: id: 'a-question' is taken by another question; expected a new id"


def test_toml_that_is_none_is_told_with_its_line(problems):
    """Are the other files read all the same?"""
    told = problems(a='ruleset = "punto-banco"\n[[question]]\nid = \n', b=bank_file(written(key=None)))
    assert told == ["a.toml:3: Invalid value", "b.toml:3: key: missing; expected a text or a list of texts"]


@pytest.mark.parametrize("head", ['ruleset = "roulette"', "ruleset = 7", "", "ruleset = ['punto-banco']"])
def test_a_file_names_its_ruleset(problems, head):
    """Is a ruleset that is not there, or none at all, told with those there are?"""
    (problem,) = problems(a=f"{head}\n{written()}")
    assert problem.startswith("a.toml:1: ruleset: ")
    assert problem.endswith("expected one of chemin-de-fer, nj-minibaccarat, nz-mini-1994, punto-banco")


def test_another_table_is_told(problems):
    """Is a misspelt [[questions]] no empty file?"""
    (problem,) = problems(a='ruleset = "punto-banco"\n[[questions]]\nid = "x"\n')
    assert problem == "a.toml:2: questions: unknown; expected [[question]] tables"


def test_the_glossary_is_checked_too(problems):
    """Are a missing meaning, a missing word and an unknown field told?"""
    terms = ('term = "coup"', 'meaning = "x."', 'term = "a"\nmeaning = ""\nsee = "b"')
    text = "\n".join(f"[[term]]\n{term}\n{UNSEEN}" for term in terms)
    assert problems(glossary=text) == [
        "glossary.toml:1: meaning: missing; expected some text",
        "glossary.toml:5: term: missing; expected some text",
        "glossary.toml:12: see: unknown field; expected term, also, meaning, source, provenance",
        "glossary.toml:11: meaning: ''; expected some text",
    ]


def test_all_errors_of_all_files_are_told_at_once(problems):
    """Is a bank mended in one go?"""
    told = problems(
        a=bank_file(written(key=None, source=None), written(id='"b"', skill='"x"', prompt='"Other?"', extra="1")),
        b=bank_file(
            written(id='"c"', options='["This", "this"]', source='"hearsay 1"', provenance='"rumour"'),
            ruleset="nj-minibaccarat",
        ),
        c="nonsense\n",
        glossary=f'[[term]]\nterm = "coup"\n{UNSEEN}',
    )
    assert [line.split(": ")[0] + " " + line.split(": ")[1] for line in told] == [
        "a.toml:3 source",
        "a.toml:3 key",
        "a.toml:20 extra",
        "a.toml:13 skill",
        *("b.toml:7 options", "b.toml:11 provenance", "b.toml:10 source"),
        "c.toml:1 Expected '=' after a key in a key/value pair",
        "glossary.toml:1 meaning",
    ]


ODD = {
    "bytes": b'ruleset = "punto-banco"\n# \xe9\n',
    "a list of texts": b'ruleset = "punto-banco"\nquestion = ["x"]\n',
    "a text": b'ruleset = "punto-banco"\nquestion = "x"\n',
    "no file at all": b"",
}


@pytest.mark.parametrize("name", ODD)
def test_whatever_a_file_holds_the_bank_says_so(rulesets, tmp_path, name):
    """Bytes that are no text, questions that are no tables, an empty file: named?"""
    (tmp_path / "glossary.toml").write_text(GLOSSARY, encoding="utf-8")
    (tmp_path / "a.toml").write_bytes(ODD[name])
    with pytest.raises(BrokenBank, match=r"^a\.toml"):
        load_bank(rulesets, tmp_path)


@pytest.mark.parametrize("also", ["3", '"coups"', "[1]"])
def test_other_forms_of_a_term_are_a_list_of_texts(problems, also):
    """Is `also` checked?"""
    (problem,) = problems(glossary=f'[[term]]\nterm = "coup"\nmeaning = "x."\n{UNSEEN}also = {also}\n')
    assert problem.startswith("glossary.toml:5: also: ")


def test_a_word_is_explained_once(problems):
    """Is a term that comes twice an error?"""
    text = f'[[term]]\nterm = "coup"\nmeaning = "x."\n{UNSEEN}\n[[term]]\nterm = "Coup"\nmeaning = "y."\n{UNSEEN}'
    (problem,) = problems(glossary=text)
    assert problem.startswith("glossary.toml:7: term: ")


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
    (problem,) = problems(
        a=text + "\n".join(written(key=None).splitlines()[1:]) + "\n\n" + written(id='"b"', prompt='"Other?"')
    )
    assert problem.startswith("a.toml:3: ")


# --- what a file may be besides wrong


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            b'ruleset = "punto-banco"\n# K\xe4se\n',
            "a.toml:2: cannot be read: it is no UTF-8, ",
        ),
        (b"x = " + b"[" * 3000 + b"]" * 3000, "a.toml:1: cannot be read: its tables or lists are nested too deeply"),
        (b'ruleset = "punto-banco"\n', "a.toml:1: there are no [[question]] tables"),
        (b"", "a.toml:1: there are no [[question]] tables"),
    ],
)
def test_a_file_that_holds_no_questions_is_named(problems, tmp_path, content, told):
    """Latin-1, thousands of brackets, a ruleset alone, nothing: one line with the file, and the others read as well?"""
    (tmp_path / "a.toml").write_bytes(content)
    first, second = problems(b=bank_file(written(key=None)))
    assert first.startswith(told)
    assert second == "b.toml:3: key: missing; expected a text or a list of texts"


def test_a_folder_named_like_a_file_is_told(problems, tmp_path):
    """Is it no traceback?"""
    (tmp_path / "x.toml").mkdir()
    assert problems(b=bank_file(written())) == ["x.toml:1: cannot be read: Is a directory"]


def test_a_bank_without_a_glossary_is_told(rulesets, tmp_path):
    """Is a glossary that was lost missed?"""
    (tmp_path / "a.toml").write_text(bank_file(written()), encoding="utf-8")
    with pytest.raises(BrokenBank, match=r"glossary\.toml: there is no glossary$"):
        load_bank(rulesets, tmp_path)


def test_the_mark_that_windows_puts_before_a_text_does_no_harm(load, rulesets):
    """Is a byte order mark passed over, and are the lines those one sees?"""
    assert load(a="\ufeff" + bank_file(written())).of(rulesets["punto-banco"])


def test_a_key_given_twice_hides_nothing(problems):
    """Is it told, and everything else of the file, too?"""
    text = bank_file(written() + 'id = "again"\n' + written(id='"b"', prompt='"Other?"', key=None))
    assert problems(a=text) == [
        "a.toml:12: duplicate key, 'id = \"again\"'; expected once",
        "a.toml:13: key: missing; expected a text or a list of texts",
    ]


def test_an_unknown_ruleset_hides_nothing_else(problems):
    """Is the rest of the file checked as far as it can be?"""
    told = problems(a=bank_file(written(key=None), written(options='["This"]'), ruleset="roulette"))
    assert [line.partition(";")[0] for line in told] == [
        "a.toml:1: ruleset: 'roulette'",
        "a.toml:3: key: missing",
        "a.toml:13: id: 'a-question' is taken by another question",
        "a.toml:16: options: there is one",
    ]


@pytest.mark.parametrize("spelling", ['"a-question" # mine', "'a-question'", '"""a-question"""', '"a-\\u0071uestion"'])
def test_however_an_id_is_written_the_second_one_is_told_in_its_line(problems, spelling):
    """Also where three are equal, and one of them has another error?"""
    second = written(id=spelling, prompt='"Other?"', key=None)
    told = problems(a=bank_file(written(), second, written(id=spelling, prompt='"Third?"')))
    assert told == [
        "a.toml:13: key: missing; expected a text or a list of texts",
        "a.toml:14: id: 'a-question' is taken by another question; expected a new id",
        "a.toml:23: id: 'a-question' is taken by another question; expected a new id",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (bank_file(written(key='"x"')).replace("[[question]]", "[[ question ]]"), 8),
        (bank_file(written(key='"x"')).replace("[[question]]", '  [["question"]]'), 8),
        (bank_file(written(key='"x"', prompt='"""\n[[question]]\nkey = 1\n"""')), 11),
        (bank_file(written(key='"x"', options='[\n  "This",  # one\n\n  "That",\n]')), 12),
        (bank_file(written(key='[\n  "x",\n]')), 8),
        ("\n\nquestion = [{" + ", ".join(written(key='"x"').splitlines()[1:]) + '}]\nruleset = "punto-banco"\n', 3),
    ],
)
def test_the_line_is_found_however_the_file_is_written(problems, text, line):
    """Heads with spaces or quotes, heads inside a text, lists over several lines, an array of tables?"""
    (problem,) = problems(a=text)
    assert problem == f"a.toml:{line}: key: 'x' is not among the options; expected one of them"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"source": '"house a place"'}, "a.toml:11: provenance: 'text'; expected house, as the source is"),
        (
            {"key": '["This", "That", "Another"]'},
            "a.toml:8: key: all the options are right; expected a wrong one among them",
        ),
        ({"prompt": '"\u200b\u2060"'}, "a.toml:6: prompt: '\\u200b\\u2060'; expected some text"),
        (
            {"options": '["This", "\u200b"]'},
            "a.toml:7: options: ['This', '\\u200b']; expected a text",
        ),
        (
            {"options": '["Nine cards", "9 cards", "This"]'},
            "a.toml:7: options: two of them are equal after folding; expected different ones",
        ),
        (
            {"options": '["Neuf !", "nine", "This"]'},
            "a.toml:7: options: two of them are equal after folding; expected different ones",
        ),
    ],
)
def test_a_question_that_nobody_could_answer_is_told(problems, changes, told):
    """A custom that passes for a text, no wrong answer, nothing to be seen, two answers that say the same?"""
    (problem,) = problems(a=bank_file(written(**changes)))
    assert problem.startswith(told)


def test_a_prompt_is_asked_once_for_each_ruleset(problems, load):
    """Are the same words, differently written, an error, and for other rules none?"""
    other = written(id='"other"', prompt='"WHICH …"')
    (problem,) = problems(a=bank_file(written(), other))
    assert problem == "a.toml:16: prompt: 'WHICH …' is asked by another question; expected other words"
    other = written(id='"other"', skill='"nj-minibaccarat/knowledge/people"', source='"njac a place"')
    assert len(load(a=bank_file(written()), b=bank_file(other, ruleset="nj-minibaccarat")).questions) == 2


def test_a_house_names_a_topic_as_its_own(load):
    """Where what a topic is about is its base's, does the skill keep the base's id, however it is named in the file?"""
    for name in ("nj-minibaccarat/knowledge/shoe", "punto-banco/knowledge/shoe"):
        question = written(skill=f'"{name}"', source='"njac a place"')
        bank = load(a=bank_file(question, ruleset="nj-minibaccarat"))
        assert bank.questions["a-question"].skill.id == "punto-banco/knowledge/shoe"


TERM = '[[term]]\nterm = "coup"\nmeaning = "A round."\n'


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", ["1: provenance: missing; expected one of text, reconstructed, unseen, house"]),
        ('provenance = "text"', ["1: source: missing; expected some text"]),
        (
            'provenance = "text"\nsource = "roulette book 1"',
            ["5: source: 'roulette book 1'; expected a ruleset"],
        ),
        (
            'provenance = "text"\nsource = "punto-banco"',
            ["5: source: 'punto-banco'; expected punto-banco"],
        ),
        (
            'provenance = "text"\nsource = "punto-banco gazette 1"',
            ["5: source: 'punto-banco gazette 1'; expected"],
        ),
        (
            'provenance = "text"\nsource = "punto-banco tableau"',
            ["5: source: 'punto-banco tableau'; expected"],
        ),
        (
            'provenance = "text"\nsource = "punto-banco house x"',
            ["4: provenance: 'text'; expected house"],
        ),
    ],
)
def test_a_word_has_a_source_or_says_that_it_has_none(problems, lines, told):
    """Is the source of a term checked like a question's?"""
    found = problems(glossary=f"{TERM}{lines}\n")
    assert len(found) == len(told)
    for problem, start in zip(found, told, strict=True):
        assert problem.startswith(f"glossary.toml:{start}")
