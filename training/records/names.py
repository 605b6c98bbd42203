"""Which names people may have: user names that cannot be confused, full names in any script."""

import re
import unicodedata

from training.rules.errors import Illegal

USERNAME_LENGTH = range(2, 65)
NAME_LENGTH = range(1, 201)
PUNCTUATION = frozenset("._-'@+")
JOINERS = frozenset("\u200c\u200d")
"""Persian and Indic names need them; every other invisible character is refused."""
WRITTEN_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: case and compatible forms folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def clean_username(username: str) -> str:
    """Return a new user name as it will be shown; `Illegal` when it could pass for another one."""
    shown = unicodedata.normalize("NFKC", username.strip())
    if len(shown) not in USERNAME_LENGTH:
        raise Illegal(f"A user name has 2 to 64 characters; {_quoted(shown)} has {len(shown)}.")
    for character in shown:
        if (
            character not in PUNCTUATION
            and unicodedata.category(character)[0] not in "LM"
            and not character.isdecimal()
        ):
            raise Illegal(
                f"A user name has letters, digits and . _ - ' @ + only; {_quoted(shown)} has {_described(character)}."
            )
    scripts = {_script(character) for character in shown if character.isalpha()}
    if len(scripts) > 1 and not scripts <= WRITTEN_TOGETHER:
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise Illegal(f"A user name is written in one script; {_quoted(shown)} mixes {mixed}.")
    return shown


def clean_name(name: str, what: str = "name") -> str:
    """Return a full name (or a team's) in NFC with single spaces; `Illegal` when it is empty, long or has controls."""
    shown = re.sub(r" +", " ", unicodedata.normalize("NFC", name).strip())
    if len(shown) not in NAME_LENGTH:
        raise Illegal(f"A {what} has 1 to 200 characters; {_quoted(shown[:20])} has {len(shown)}.")
    for character in shown:
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} and character not in JOINERS:
            raise Illegal(f"A {what} is visible text; {_quoted(shown)} has {_described(character)}.")
    return shown


def _script(character: str) -> str:
    return unicodedata.name(character, "UNNAMED").split()[0]


def _described(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '(a control character)').lower()}"


def _quoted(text: str) -> str:
    """Return the text so that it can stand in a log or on a terminal: nothing invisible acts there."""
    return repr(text) if text.isprintable() else ascii(text)
