"""Which passwords are taken and how they are kept."""

import hashlib
import unicodedata

import pytest
import zxcvbn.frequency_lists

from training.records import passwords
from training.rules.errors import Illegal


def check(password):
    return passwords.check(password, username="nadia.fournier", name="Nadia Fournier")


@pytest.mark.parametrize(
    "password",
    [
        "bamodu-kelino-tafise",
        "correct horse battery staple",
        "the dealer reads the dragon tiger board",
        "Fünf Äpfel im Schnee",
        "红色的苹果在雪地里慢慢地变成了白色",
        "зелёный чайник спит",
        "liberty property tulip",
        "9" + "kdlwe0f" * 20,
        "p" + "q7dkw " * 170,
    ],
)
def test_e16_long_passwords_of_any_letters_are_taken(password):
    """Are all characters allowed, spaces included, with no rule of composition?"""
    assert check(password) == password


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("", "at least 15"),
        ("Xk9$mQ2!vB7&pL", "at least 15"),
        ("Ключ9мой", "at least 15"),
        ("красныйчайник", "at least 15"),
        ("红色的苹果在雪地里", "at least 15"),
        ("e\u0301" * 14, "at least 15"),
        ("x7" * 513, "at most 1024"),
        ("ж" * 513, "at most 1024 bytes"),
        ("aaaaaaaaaaaaaaa", "easily guessed"),
        ("123456789012345", "easily guessed"),
        ("qwertyuiopasdfgh", "easily guessed"),
        ("azertyuiopqsdfgh", "easily guessed"),
        ("AzertyAzerty2026", "easily guessed"),
        ("poiuytrezamlkjhg", "easily guessed"),
        ("qwertzuiopasdfgh", "easily guessed"),
        ("йцукенгшщзхъфыва", "easily guessed"),
        ("йцукенйцукен2026", "easily guessed"),
        ("фывапролджэячсмит", "easily guessed"),
        ("парольпароль2026", "easily guessed"),
        ("motdepasse motdepasse", "easily guessed"),
        ("MeinPasswort12345", "easily guessed"),
        ("contraseña123456", "easily guessed"),
        ("密码密码密码密码密码123456", "easily guessed"),
        ("passwordpassword1", "easily guessed"),
        ("iloveyouiloveyou", "easily guessed"),
        ("nadia.fournier.2026", "easily guessed"),
        ("NADIA FOURNIER!!", "easily guessed"),
        ("thirdcard-thirdcard", "easily guessed"),
        ("Third Card Baccarat 1", "easily guessed"),
    ],
)
def test_e16_short_long_and_easily_guessed_passwords_are_refused(password, reason):
    """Is the reason told?"""
    with pytest.raises(Illegal, match=reason):
        check(password)


def test_e16_the_block_list_is_long_enough():
    """Are far more than the 3,000 most common passwords blocked?"""
    assert len(zxcvbn.frequency_lists.FREQUENCY_LISTS["passwords"]) >= 3000


def test_e16_common_passwords_of_full_length_are_blocked():
    """Is each listed password that is long enough refused, and each short one when it is merely repeated?"""
    listed = zxcvbn.frequency_lists.FREQUENCY_LISTS["passwords"]
    tried = [word for word in listed if len(word) >= 15] + [word * 4 for word in listed[:100] if len(word) >= 4]
    taken = []
    for word in tried:
        try:
            taken.append(check(word))
        except Illegal:
            continue
    assert taken == []


def test_e16_the_whole_password_is_checked_in_one_normal_form():
    """Do the last character and nothing but the letters count?"""
    nfc = unicodedata.normalize("NFC", "Fünf Äpfel im Schnee" + "x" * 200)
    stored = passwords.hash_password(passwords.normal(nfc))
    assert passwords.verify(nfc, stored)
    assert passwords.verify(unicodedata.normalize("NFD", nfc), stored)
    assert not passwords.verify(nfc[:-1], stored)
    assert not passwords.verify(nfc.swapcase(), stored)


def test_a_stored_password_is_salted_scrypt():
    """Is the same password stored in another form each time, at the cost that is written beside it?"""
    first, second = (passwords.hash_password("bamodu-kelino-tafise") for _ in range(2))
    assert first != second
    method, salt, digest = first.split("$")
    assert method == "scrypt:16:8:1"
    assert len(bytes.fromhex(salt)) == 16
    expected = hashlib.scrypt(b"bamodu-kelino-tafise", salt=bytes.fromhex(salt), n=16, r=8, p=1)
    assert bytes.fromhex(digest) == expected


def test_e17_the_cost_of_a_real_password_is_not_small():
    """Does one guess cost 32 MiB, as OWASP and Werkzeug have it?"""
    assert passwords.Cost() == passwords.Cost(n=32768, r=8, p=1)


def test_e17_a_password_of_another_cost_is_noticed(monkeypatch):
    """Will a password stored at yesterday's cost be stored anew?"""
    stored = passwords.hash_password("bamodu-kelino-tafise")
    assert not passwords.is_outdated(stored)
    monkeypatch.setattr(passwords, "COST", passwords.Cost(n=32))
    assert passwords.is_outdated(stored)
    assert passwords.verify("bamodu-kelino-tafise", stored)


def test_nobody_without_a_password_can_be_signed_in():
    """Is no password the right one where none is stored?"""
    assert not passwords.verify("", None)


def test_a_code_can_be_read_out():
    """Has a code four groups of letters that cannot be mistaken, and is it the same however it is typed?"""
    codes = {passwords.new_code() for _ in range(200)}
    assert len(codes) == 200
    for code in codes:
        assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
        assert set(code) - {"-"} <= set("ABCDEFGHJKMNPQRSTVWXYZ23456789")
    code = codes.pop()
    assert passwords.hash_code(code) == passwords.hash_code(f" {code.lower().replace('-', ' ')} ")
