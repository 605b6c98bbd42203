"""Amounts as they are typed: one written rule; whatever else is typed is asked again, never graded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.quiz.amounts import parse_amount
from training.quiz.grading import Result, judge
from training.quiz.questions import Facts, Form, Question
from training.quiz.subjects import Kind
from training.rules.errors import Illegal
from training.rules.payment import format_amount
from training.rules.tableau import Provenance

READ = [
    ("0", 0),
    ("0.00", 0),
    ("0,00", 0),
    ("00", 0),
    ("19", 1900),
    ("19.00", 1900),
    ("19,00", 1900),
    (" 19 ", 1900),
    ("\t19\n", 1900),
    ("\u00a019", 1900),
    ("019", 1900),
    ("23.75", 2375),
    ("23,75", 2375),
    ("0.05", 5),
    ("142.50", 14250),
    ("1000", 100000),
    ("999999999", 99999999900),
    (" 7 ", 700),
]
ASKED_AGAIN = [
    # acceptance A27
    *("٣", "７", "+7", "-0", "1_0", "1e0", "9" * 30, "NaN", "95.0"),
    # and more of the same sort
    *(
        "",
        " ",
        ".",
        ",",
        "19.",
        "19,",
        ".50",
        ",50",
        "19.0",
        "19.000",
        "19.5",
        "1.000",
        "1,000",
        "1,000.00",
        "1.000,00",
    ),
    *("1 000", "1'000", "1\u202f000", "19.00.00", "19,00,00", "19.,00", "-19", "−19", "19-", "+0", "±1", "0x13", "0b1"),
    *("1e3", "1E3", "inf", "Infinity", "nan", "None", "null", "true", "nineteen", "dix-neuf", "19 euro", "19€", "$19"),
    *(
        "19%",
        "19/1",
        "19:20",
        "(19)",
        "'19'",
        '"19"',
        "19;",
        "19\x00",
        "1\n9",
        "¹⁹",
        "⑲",
        "十九",
        "１９",
        "19.٠٠",
        "٣.00",
    ),
    *("1\u200b9", "𝟙𝟡", "১৯", "१९", "Ⅸ", "½", "zero", "O", "l9", "1" * 10, "0" * 10, "👍", "19 19", "19\u066b00"),
]


@pytest.mark.parametrize(("text", "minor"), READ)
def test_figures_with_or_without_two_decimals_are_an_amount(text, minor):
    """Are point and comma, empty cents and blanks around it all one and the same?"""
    assert parse_amount(text) == minor


@pytest.mark.parametrize("text", ASKED_AGAIN, ids=ascii)
def test_a27_any_other_spelling_is_asked_again(text):
    """Is it refused with what was typed and with an example, and graded in no way?"""
    with pytest.raises(Illegal, match="is no amount: type it in figures, for instance 19 or 23.75") as caught:
        parse_amount(text)
    assert text.strip()[:40] in str(caught.value)
    assert len(str(caught.value)) < 140


def question(expected):
    return Question(
        ruleset="punto-banco",
        fingerprint="f" * 64,
        skill="punto-banco/payment/player",
        kind=Kind.PAYMENT,
        facts=Facts(),
        prompt="How much?",
        options=(),
        expected=(expected,),
        citation="a source",
        provenance=Provenance.TEXT,
        explanation="So much.",
        hint="Count.",
        form=Form.AMOUNT,
    )


@pytest.mark.parametrize("text", ASKED_AGAIN, ids=ascii)
@pytest.mark.parametrize("expected", ["0", "19"])
def test_a27_no_odd_spelling_is_ever_graded(rulesets, expected, text):
    """Not even where the value meant might be right?"""
    with pytest.raises(Illegal):
        judge(rulesets["punto-banco"], question(expected), text)


@pytest.mark.parametrize(
    ("expected", "given", "result"),
    [
        ("0", "0", "right"),
        ("0", "0.00", "right"),
        ("0", "0,00", "right"),
        ("0", "1", "wrong"),
        ("19", "0", "wrong"),
        ("19", "19", "right"),
        ("19", "19.00", "right"),
        ("19", "19,00", "right"),
        ("19", "19.01", "wrong"),
        ("19", "1900", "wrong"),
        ("142.50", "142,50", "right"),
        ("142.50", "142", "wrong"),
    ],
)
def test_a26_zero_is_an_answer_like_any_other(rulesets, expected, given, result):
    """Is 0 right where nothing is paid, and wrong where something is?"""
    assert judge(rulesets["punto-banco"], question(expected), given).result is Result(result)


@given(st.integers(0, 99_999_999_999))
def test_an_amount_as_we_write_it_is_read_back(minor):
    """Is what the verdict shows something one may type?"""
    assert parse_amount(format_amount(minor)) == minor


@given(st.text(max_size=30))
def test_no_text_at_all_does_worse_than_to_be_asked_again(text):
    """Is the outcome always an amount of ASCII figures, or `Illegal`?"""
    try:
        minor = parse_amount(text)
    except Illegal:
        return
    assert minor >= 0
    assert set(text.strip()) <= set("0123456789.,")
