"""Passwords and one-time codes: what is accepted, how they are kept. Scrypt from the standard library.

The rules are NIST SP 800-63B-4's for a single factor: at least 15 characters, no rule of composition, no forced
change, nothing easily guessed, the whole of it counts, Unicode in one normal form.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass

from zxcvbn import zxcvbn

from training.rules.errors import Illegal

MIN_BYTES = 15
MAX_BYTES = 1024
MIN_GUESSES_LOG10 = 8.0
ESTIMATED_LENGTH = 72
"""The estimate takes time that grows with the square of the length; a longer password is judged by its beginning."""
HOUSE_WORDS = ("thirdcard", "third", "card", "baccarat", "dealer", "password")

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
    size = len(password.encode())
    if size < MIN_BYTES:
        raise Illegal(f"A password has at least {MIN_BYTES} characters; a few words in a row are good.")
    if size > MAX_BYTES:
        raise Illegal(f"A password has at most {MAX_BYTES} bytes.")
    own = (*re.split(r"[\W_]+", f"{username} {name}".casefold()), *HOUSE_WORDS)
    rest = password.casefold()
    for word in sorted((word for word in own if len(word) >= 3), key=len, reverse=True):
        rest = rest.replace(word, "")
    for guessed in (rest, password):
        if not guessed or zxcvbn(guessed[:ESTIMATED_LENGTH])["guesses_log10"] < MIN_GUESSES_LOG10:
            raise Illegal("This password is easily guessed: it is made of common words, names or rows of keys.")
    return password


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
