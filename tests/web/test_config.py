"""Which settings are taken."""

import os
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.web.support import SECRET
from training.rules.errors import Illegal, Refused, Unreadable
from training.web.config import ROOT, as_texts, read_settings, real_secret


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    for name in list(os.environ):
        if name.startswith("THIRD_CARD_"):
            monkeypatch.delenv(name)


def test_without_any_setting_the_program_is_set_for_real_use():
    """Is https on, the demo off, and no header of a proxy believed?"""
    settings = read_settings()
    assert settings.instance == ROOT / "instance"
    assert settings.database == ROOT / "instance" / "third-card.db"
    assert (settings.https, settings.demo, settings.proxies, settings.rulesets) == (True, False, 0, None)
    assert settings.timezone is UTC
    assert settings.secret is None


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("HTTPS", "off", "https", False),
        ("HTTPS", "0", "https", False),
        ("HTTPS", "On", "https", True),
        ("DEMO", "true", "demo", True),
        ("PROXIES", "2", "proxies", 2),
        ("DATABASE", "/srv/house.db", "database", Path("/srv/house.db")),
        ("INSTANCE", "/srv/house", "database", Path("/srv/house/third-card.db")),
        ("RULESETS", "/srv/rules", "rulesets", Path("/srv/rules")),
        ("RULESETS", "", "rulesets", None),
        ("TIMEZONE", "Asia/Macau", "timezone", ZoneInfo("Asia/Macau")),
        ("SECRET", "abc", "secret", "abc"),
    ],
)
def test_a_setting_is_read_from_the_environment_or_given(monkeypatch, name, text, field, value):
    """Does each setting arrive, from either side, and does what is given win?"""
    assert getattr(read_settings({name: text}), field) == value
    monkeypatch.setenv(f"THIRD_CARD_{name}", text)
    assert getattr(read_settings(), field) == value
    assert getattr(read_settings({name: None}), field) == value


@pytest.mark.parametrize(
    ("name", "text", "error", "told"),
    [
        ("HTTPS", "maybe", Unreadable, "THIRD_CARD_HTTPS is 'maybe'; it is on or off"),
        ("HTTPS", "", Unreadable, "on or off"),
        ("PROXIES", "-1", Unreadable, "THIRD_CARD_PROXIES is '-1'; it is a number"),
        ("PROXIES", "٣", Unreadable, "it is a number"),
        ("TIMEZONE", "Mars/Olympus", Unreadable, "THIRD_CARD_TIMEZONE is 'Mars/Olympus'"),
        ("TIMEZONE", "../etc/passwd", Unreadable, "THIRD_CARD_TIMEZONE"),
        ("DATABSE", "x", Illegal, "There is no setting THIRD_CARD_DATABSE"),
    ],
)
def test_a_bad_setting_is_named(monkeypatch, name, text, error, told):
    """Does a mistyped setting stop the program, in one sentence with the value?"""
    monkeypatch.setenv(f"THIRD_CARD_{name}", text)
    with pytest.raises(error, match=told):
        read_settings()


@pytest.mark.parametrize(
    "secret",
    [
        None,
        "",
        "change-me",
        "dev",
        "x" * 31,
        "x" * 64,
        "ab" * 32,
        "changeme-" * 5,
        "please-change-me-0123456789-0123456789",
    ],
)
def test_d8_a_missing_short_or_well_known_secret_is_refused(secret):
    """Is there no way to run with a secret that can be guessed?"""
    with pytest.raises(Refused, match="secret"):
        real_secret(read_settings({"SECRET": secret}))


def test_a_secret_comes_from_the_environment_or_a_file(tmp_path):
    """Is a secret in a file of one's own taken, without its line end?"""
    assert real_secret(read_settings({"SECRET": SECRET})) == SECRET
    file = tmp_path / "secret"
    file.write_text(f"{SECRET}\n")
    file.chmod(0o600)
    assert real_secret(read_settings({"SECRET_FILE": file})) == SECRET


@pytest.mark.parametrize(("mode", "told"), [(0o604, "everybody"), (0o644, "everybody"), (None, "cannot be read")])
def test_e23_a_secret_that_lies_open_or_nowhere_is_refused(tmp_path, mode, told):
    """Is a file that all can read as bad as none?"""
    file = tmp_path / "secret"
    if mode is not None:
        file.write_text(SECRET)
        file.chmod(mode)
    with pytest.raises(Refused, match=told):
        real_secret(read_settings({"SECRET_FILE": file}))


def test_settings_can_be_handed_on_as_texts():
    """Does the server's process read exactly the settings that the command had?"""
    given = {"SECRET": SECRET, "HTTPS": False, "DEMO": True, "PROXIES": 1, "TIMEZONE": "Asia/Macau", "INSTANCE": "/srv"}
    settings = read_settings(given)
    assert read_settings(as_texts(settings)) == settings


def test_settings_do_not_show_the_secret():
    """Could settings be printed in a log?"""
    assert SECRET not in repr(read_settings({"SECRET": SECRET}))
