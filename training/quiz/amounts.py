"""Amounts of money as they are typed: `19`, `19.00` and `19,00` are the same; anything else is asked again."""

import re

from training.rules.errors import Illegal
from training.rules.payment import MINOR

_AMOUNT = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{2}))?", re.ASCII)


def parse_amount(text: str) -> int:
    """Read an amount in minor units; `Illegal`, to be asked again, for any other spelling."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Illegal(f"“{text.strip()[:40]}” is no amount: type it in figures, for instance 19 or 23.75")
    return int(match[1]) * MINOR + int(match[2] or 0)
