"""Which names are taken, and which could pass for another one."""

import pytest

from training.records.names import clean_name, clean_username, name_key
from training.rules.errors import Illegal


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("nadia", "nadia"),
        ("  nadia ", "nadia"),
        ("Nadia.Fournier-2", "Nadia.Fournier-2"),
        ("jose\u0301", "josé"),
        ("o'leary", "o'leary"),
        ("nadia@house", "nadia@house"),
        ("ｎａｄｉａ", "nadia"),
        ("陈伟", "陈伟"),
        ("はなカナ花", "はなカナ花"),
        ("نادية", "نادية"),
        ("иван", "иван"),
        ("x" * 64, "x" * 64),
    ],
)
def test_f9_a_user_name_is_taken_in_one_normal_form(typed, shown):
    """Are names of any one script taken, and shown alike however they were typed?"""
    assert clean_username(typed) == shown


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "2 to 64 characters"),
        ("x", "2 to 64 characters"),
        ("x" * 65, "2 to 64 characters"),
        ("nad\u0456a", "mixes Cyrillic and Latin"),
        ("n\u043edia", "mixes Cyrillic and Latin"),
        ("αdmin", "mixes Greek and Latin"),
        ("nadia\u200d", r"U\+200D zero width joiner"),
        ("na\u202edia", r"U\+202E right-to-left override"),
        ("na\ndia", r"U\+000A \(a control character\)"),
        ("na dia", r"U\+0020 space"),
        ("nadia<b>", r"U\+003C less-than sign"),
        ("nadia🂡", "U\\+1F0A1"),
    ],
)
def test_f9_a_user_name_that_could_deceive_is_refused(typed, reason):
    """Is the reason named, without printing what is invisible?"""
    with pytest.raises(Illegal, match=reason) as refused:
        clean_username(typed)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("one", "other"),
    [("José", "jose\u0301"), ("NADIA", "nadia"), ("ﬁona", "fiona"), ("Straße", "STRASSE"), ("ｎａｄｉａ", "Nadia")],
)
def test_f9_spellings_of_one_name_are_one_account(one, other):
    """Does case or a compatible form make no second account?"""
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("José  Ñ 李 00123", "José Ñ 李 00123"),
        ("Jose\u0301", "José"),
        ("George O’Leary", "George O’Leary"),
        ("<img src=x onerror=…>\"'{{7*7}}", "<img src=x onerror=…>\"'{{7*7}}"),
        ("نادية", "نادية"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 200, "x" * 200),
    ],
)
def test_f9_a_full_name_is_any_visible_text(typed, shown):
    """Can people write their name as it is?"""
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "x" * 201, "a\tb", "a\u202eb", "a\u2066b", "a\u2028b", "a\x00b", "a\x1b[31mb"]
)
def test_f9_a_full_name_has_nothing_that_acts(typed):
    """Are empty, endless and invisible names refused?"""
    with pytest.raises(Illegal):
        clean_name(typed)
