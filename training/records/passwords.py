"""Passwords and one-time codes: what is accepted, how they are kept. Scrypt from the standard library.

The rules are NIST SP 800-63B-4's for a single factor: at least 15 characters, no rule of composition, no forced
change, nothing easily guessed, the whole of it counts, Unicode in one normal form.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from zxcvbn import zxcvbn

from training.rules.errors import Illegal

MIN_LENGTH = 15
"""Characters of the normal form, whatever the script."""
MAX_BYTES = 1024
MIN_GUESSES_LOG10 = 8.0
ESTIMATED_LENGTH = 72
"""The estimate takes time that grows with the square of the length; a longer password is judged by its beginning."""
HOUSE_WORDS = ("thirdcard", "third", "card", "baccarat", "dealer", "password")
# The estimate knows English words and the American keyboard only.
FOREIGN_WORDS = (
    *("motdepasse", "bonjour", "jetaime", "passwort", "ichliebedich", "hallo", "contraseña", "contrasena", "tequiero"),
    *("senha", "parola", "hasło", "haslo", "wachtwoord", "salasana", "lozinka", "jelszo", "şifre", "sifre", "mima"),
    *("пароль", "привет", "любовь", "密码", "密碼"),
)
KEY_ROWS = (
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertzuiopü", "asdfghjklöä"),
    *("yxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
)
KEY_RUN = 5
"""So many keys in a row, either way, are a pattern; four of them are in “property” and “liberty”."""

CODE_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
CODE_GROUPS, CODE_GROUP_LENGTH = 4, 4


@dataclass(frozen=True, slots=True)
class Cost:
    """How hard one guess is: scrypt's n, r and p. The default takes 32 MiB and about a tenth of a second."""

    n: int = 2**15
    r: int = 8
    p: int = 1


COST = Cost()


def normal(password: str) -> str:
    """Return the one form of a password in which all spellings of its letters are equal."""
    return unicodedata.normalize("NFKC", password)


def check(password: str, *, username: str, name: str) -> str:
    """Return a new password in its normal form, or raise `Illegal` with the reason it is not taken."""
    password = normal(password)
    if len(password) < MIN_LENGTH:
        raise Illegal(f"A password has at least {MIN_LENGTH} characters; a few words in a row are good.")
    if len(password.encode()) > MAX_BYTES:
        raise Illegal(f"A password has at most {MAX_BYTES} bytes.")
    own = {word for word in re.split(r"[\W_]+", f"{username} {name}".casefold()) if len(word) >= 3}
    known = sorted({*own, *HOUSE_WORDS, *FOREIGN_WORDS, *_key_runs()}, key=len, reverse=True)
    rest = re.sub("|".join(map(re.escape, known)), "", password.casefold())
    for guessed in (rest, password):
        if not guessed or zxcvbn(guessed[:ESTIMATED_LENGTH])["guesses_log10"] < MIN_GUESSES_LOG10:
            raise Illegal("This password is easily guessed: it is made of common words, names or rows of keys.")
    return password


def _key_runs() -> Iterator[str]:
    """Yield what lies on neighbouring keys of one row, to the right and to the left."""
    for row in KEY_ROWS:
        for start in range(len(row)):
            for stop in range(start + KEY_RUN, len(row) + 1):
                yield row[start:stop]
                yield row[start:stop][::-1]


def too_long(password: str) -> bool:
    """Whether a password is so long that it is not even looked at."""
    return len(password) > MAX_BYTES or len(normal(password).encode()) > MAX_BYTES


def hash_password(password: str) -> str:
    """Return the stored form of a password in its normal form."""
    salt = secrets.token_bytes(16)
    return f"scrypt:{COST.n}:{COST.r}:{COST.p}${salt.hex()}${_scrypt(password, salt, COST).hex()}"


def verify(password: str, stored: str | None) -> bool:
    """Whether the password is the stored one. Without a stored one it takes the same time and is False."""
    cost, salt, digest = _parts(stored or f"scrypt:{COST.n}:{COST.r}:{COST.p}${'00' * 16}${'00' * 64}")
    right = hmac.compare_digest(_scrypt(normal(password), salt, cost), digest)
    return right and stored is not None


def is_outdated(stored: str) -> bool:
    """Whether a password was stored at another cost than today's, so that it should be stored anew."""
    return _parts(stored)[0] != COST


def _scrypt(password: str, salt: bytes, cost: Cost) -> bytes:
    memory = 132 * cost.n * cost.r * cost.p + 2**20  # a limit, not a need: 128 n r p and a little more
    return hashlib.scrypt(password.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=memory, dklen=64)


def _parts(stored: str) -> tuple[Cost, bytes, bytes]:
    method, salt, digest = stored.split("$")
    _, n, r, p = method.split(":")
    return Cost(int(n), int(r), int(p)), bytes.fromhex(salt), bytes.fromhex(digest)


def new_code() -> str:
    """Return a one-time code that can be read out: four groups of four, 78 bits, no letter that looks like another."""
    return "-".join(
        "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_GROUP_LENGTH)) for _ in range(CODE_GROUPS)
    )


def hash_code(code: str) -> str:
    """Return the stored form of a code, however it is typed. A plain hash: nobody can go through 78 bits."""
    return hashlib.sha256(re.sub(r"[\s-]", "", normal(code)).upper().encode()).hexdigest()
