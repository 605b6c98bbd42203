"""Options that were made for one question: their ids come from their words, their order is left to chance."""

import re
from collections.abc import Iterable
from functools import cache
from random import Random
from unicodedata import combining, normalize

from training.quiz.questions import Option


@cache
def option_id(text: str) -> str:
    """Words folded to an id: `égalité – tie bets win` is `egalite-tie-bets-win`."""
    plain = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return re.sub(r"[\W_]+", "-", plain).strip("-")


def made_options(rng: Random, texts: Iterable[str], most: int) -> tuple[Option, ...]:
    """The first options of `texts`, in random order; of texts that fold to the same only the first is kept."""
    by_id: dict[str, Option] = {}
    for text in texts:
        by_id.setdefault(option_id(text), Option(option_id(text), text))
    options = list(by_id.values())[:most]
    rng.shuffle(options)
    return tuple(options)
