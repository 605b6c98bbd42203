"""Calls typed from memory: comparing what was typed with a script's line, and telling what is wrong with it.

Compared after Unicode NFKC, case folding, accent folding and removal of punctuation; a numeral is the same as its
English or French word. Extra words are let pass unless the script forbids them or they are numbers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from unicodedata import category, combining, normalize

from training.rules.calls import SPOKEN, Call

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
"""A word; in Chinese, where words are not divided, a character."""
_TEN = (("ten", "dix", "十"), "10")


def fold(text: str) -> tuple[str, ...]:
    """The words of a call as they are compared: `Égalité – 7!` is `egalite`, `7`."""
    return tuple(folded for folded, _ in _words(text))


def _words(text: str) -> list[tuple[str, str]]:
    """The words of a text, each folded and as it was written."""
    composed = normalize("NFKC", text)
    visible = "".join(letter for letter in composed if category(letter) != "Cf" and not combining(letter))
    return [(_fold(word), word) for word in _WORD.findall(visible)]


def _fold(word: str) -> str:
    plain = "".join(letter for letter in normalize("NFD", word.casefold()) if not combining(letter))
    return _NUMBERS.get(plain, plain)


_NUMBERS: dict[str, str] = {}
_NUMBERS.update({_fold(word): _TEN[1] for word in _TEN[0]})
_NUMBERS.update({_fold(word): str(count) for spoken in SPOKEN.values() for count, word in enumerate(spoken)})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKey:
    """What a typed call is compared with: who says it, its words, what must be in it and what must not."""

    who: str
    words: str
    variants: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The form that is stored."""
        lists = {name: list(getattr(self, name)) for name in ("variants", "required", "forbidden")}
        return {"who": self.who, "words": self.words, **lists}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `as_dict` gave."""
        lists = {name: tuple(data[name]) for name in ("variants", "required", "forbidden")}
        return cls(who=data["who"], words=data["words"], **lists)


def key_of(call: Call, who: str, player: int, banker: int) -> CallKey:
    """The key of a script's line, the counts of the moment filled in; what is wrong there is forbidden unless told."""

    def filled(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(call.filled(text, player, banker) for text in texts)

    return CallKey(
        who=who,
        words=call.filled(call.words, player, banker),
        variants=filled(call.variants),
        required=filled(call.required),
        forbidden=call.forbidden or tuple(words for words in call.wrong if "{" not in words),
    )


def remarks_on(key: CallKey, who: str, text: str) -> tuple[str, ...]:
    """What is wrong with a typed call, a sentence each (who, missing, wrong, forbidden, order); empty when right."""
    remarks = [] if who == key.who else [f"It is the {key.who} who says it, not the {who}."]
    given = fold(text)
    if given in [fold(accepted) for accepted in (key.words, *key.variants)]:
        return tuple(remarks)
    required = fold(" ".join(key.required) or key.words)
    missing = list((Counter(required) - Counter(given)).elements())
    if missing:
        written = dict(_words(" ".join((key.words, *key.required))))
        remarks.append(f"Missing: {_listed(written[word] for word in missing)}.")
    numbers = list((Counter(filter(str.isdigit, given)) - Counter(filter(str.isdigit, fold(key.words)))).elements())
    if numbers:
        typed = dict(_words(text))
        remarks.append(f"Wrong: {_listed(typed[number] for number in numbers)}.")
    forbidden = [words for words in key.forbidden if _holds(given, fold(words)) and not _holds(required, fold(words))]
    if forbidden:
        remarks.append(f"Must not be said here: {_listed(forbidden)}.")
    if not missing and not _in_order(given, required):
        remarks.append(f"The words are in the wrong order: {key.words}.")
    return tuple(remarks)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _in_order(given: Sequence[str], required: Sequence[str]) -> bool:
    """Whether the required words come one after another in what was given, whatever stands between them."""
    left = iter(given)
    return all(word in left for word in required)


def _holds(given: Sequence[str], words: Sequence[str]) -> bool:
    return any(tuple(given[at : at + len(words)]) == tuple(words) for at in range(len(given) - len(words) + 1))
