"""Calls typed from memory: comparing what was typed with a script's line, and telling what is wrong with it.

Compared after Unicode NFKC, case folding, accent folding and removal of punctuation; a numeral is the same as its
English, French or Chinese word, or as the house's. Extra words are let pass unless the script forbids them, they are
numbers, they negate, or they tell of another call of the same script. A call may be said more than once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from unicodedata import category, combining, decimal, normalize

from training.rules.calls import SPOKEN, Call, Condition, Moment

_UNDIVIDED = r"\u3007\u3400-\u9fff"
"""Characters of Chinese, where words are not divided by spaces."""
_ORDINAL = r"\d+(?i:st|nd|rd|th|er|e|ère|ème)\b"
_WORD = re.compile(rf"[^\W\d_]*n['’]t\b|[{_UNDIVIDED}]|{_ORDINAL}|\d+|−(?=\d)|[^\W\d_{_UNDIVIDED}]+")
"""A word, a number, or a minus before one; in Chinese, a character."""
_APOSTROPHES = str.maketrans(dict.fromkeys("´`‘‛ʼ′＇｀", "'"))
"""Typed for an apostrophe; NFKC makes a space of some."""
_ACCENT_APART = re.compile(r"(?i)(?<=[aeiou])[´`]")
_OTHER_SPELLINGS = {"une": "1", "〇": "0", "两": "2", "兩": "2", "十": "10", "vingt": "20"} | dict.fromkeys(
    ("hundred", "thousand", "cent", "mille", "百", "千"), "100"
)
_FROM_TEN = (
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "dix onze douze treize quatorze quinze seize",
)
"""No hand counts so many, but “four hundred” is not “four”."""
_NEGATIONS = {
    "en": "no not never none nor neither nobody nothing without cannot false untrue wrong hardly barely minus −",
    "fr": "ne pas non sans jamais aucun aucune ni nul nulle rien faux guere",
    "de": "nicht kein keine keinen keinem keiner keines ohne nie niemals nichts nein weder falsch kaum",
    "es": "no nunca jamas sin ningun ninguno ninguna nada",
    "it": "non mai senza nessun nessuno nessuna niente",
    "pt": "nao nunca sem nenhum nenhuma",
    "zh": "不 没 沒 無 无 未 别 別 非 勿 莫",
}
"""Words that turn a call into its opposite, as they are folded, by language."""
_NEGATING = frozenset(word for words in _NEGATIONS.values() for word in words.split())
"""All of them count in every script: a slip may be in another language."""
_CONTRACTION = re.compile(
    r"\w*n't|(ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|sha|should|was|were|wo|would)nt"
)
_ACTS = (
    "card cards draw draws drew drawn drawing carte cartes tire tirent tirer karte karten zieht ziehen",
    "stand stands stood standing stay stays stayed staying reste restent rester steht stehen bleibt bleiben",
    "natural naturals naturel naturels",
    "win wins won winning gagne gagnent gagner gagnant gewinnt gewinnen gewonnen",
    "lose loses lost losing perd perdent perdre perdu verliert verlieren verloren",
    "tie ties tied egalite unentschieden gleichstand",
)
"""The words, as they are folded, that tell of one thing in English, French and German."""
_ACT = {word: act for act, words in enumerate(_ACTS) for word in words.split()}


def fold(text: str, numbers: Sequence[str] = ()) -> tuple[str, ...]:
    """The words of a call as they are compared: `Égalité – 7!` is `egalite`, `7`; `numbers` are words for 0 to 9."""
    return tuple(folded for folded, _ in _words(text, numbers))


def _words(text: str, numbers: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The words of a text, each folded and as it was written."""
    own = {_plain(word): str(count) for count, word in enumerate(numbers)}
    found = ((_plain(word), word) for word in _WORD.findall(_visible(text)))
    return [(own.get(plain) or _NUMBERS.get(plain, plain), word) for plain, word in found]


def _visible(text: str) -> str:
    plain = normalize("NFKC", _ACCENT_APART.sub("", text).translate(_APOSTROPHES))
    return "".join(letter for letter in plain if category(letter) != "Cf" and not combining(letter))


def _plain(word: str) -> str:
    if word.isdecimal():
        return "".join(str(decimal(digit)) for digit in word).lstrip("0") or "0"
    return "".join(letter for letter in normalize("NFD", word.casefold().replace("’", "'")) if not combining(letter))


_NUMBERS = (
    _OTHER_SPELLINGS
    | {word: str(count) for words in _FROM_TEN for count, word in enumerate(words.split(), 10)}
    | {_plain(word): str(count) for spoken in SPOKEN.values() for count, word in enumerate(spoken)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKey:
    """What a typed call is compared with: who says it, its words, what must be in it and what must not.

    `others` are the words of the other calls of the script, `numbers` the house's words for 0 to 9, `counts` what may
    be said along, in figures: the count of the hand that the call is about.
    """

    who: str
    words: str
    variants: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The form that is stored."""
        return {"who": self.who, "words": self.words, **{name: list(getattr(self, name)) for name in _LISTS}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `as_dict` gave; questions of earlier versions have fewer lists."""
        return cls(who=data["who"], words=data["words"], **{name: tuple(data.get(name, ())) for name in _LISTS})


_LISTS = ("variants", "required", "forbidden", "others", "numbers", "counts")


def key_of(call: Call, who: str, player: int, banker: int, script: Iterable[Call]) -> CallKey:
    """The key of a script's line, the counts of the moment filled in; what is wrong there is forbidden unless told."""

    def filled(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(call.filled(text, player, banker) for text in texts)

    others = [words for other in script if other.words != call.words for words in (other.words, *other.variants)]
    return CallKey(
        who=who,
        words=call.filled(call.words, player, banker),
        variants=filled(call.variants),
        required=filled(call.required),
        forbidden=call.forbidden or tuple(words for words in call.wrong if "{" not in words),
        others=filled(dict.fromkeys(others)),
        numbers=call.numbers,
        counts=_counts(call, player, banker),
    )


def _counts(call: Call, player: int, banker: int) -> tuple[str, ...]:
    if call.at in (Moment.PLAYER_LOOKS, Moment.PLAYER_ACTS) or call.when is Condition.PLAYER:
        return (str(player),)
    if call.at in (Moment.BANKER_LOOKS, Moment.BANKER_ACTS) or call.when in (Condition.BANKER, Condition.TIE):
        return (str(banker),)
    return ()


def remarks_on(key: CallKey, who: str, text: str) -> tuple[str, ...]:
    """What is wrong with a typed call, a sentence each (who, words, numbers, forbidden, order); empty when right."""
    remarks = [] if who == key.who else [f"It is the {key.who} who says it, not the {who}."]
    typed = _words(text, key.numbers)
    given = tuple(folded for folded, _ in typed)
    accepted = [fold(words, key.numbers) for words in (key.words, *key.variants)]
    if given and any(words and given == words * (len(given) // len(words)) for words in accepted):
        return tuple(remarks)
    runs = [run for words in key.required or (key.words,) for run in _runs(words, key.numbers)]
    missing = list((Counter(word for run in runs for word in run) - Counter(given)).elements())
    if missing:
        written = dict(_words(" ".join((key.words, *key.required)), key.numbers))
        remarks.append(f"Missing: {_listed(written[word] for word in missing)}.")
    expected = Counter(filter(str.isdigit, accepted[0]))
    if numbers := _wrong_numbers(key, expected, typed):
        remarks.append(f"Wrong: {_listed(numbers)}.")
    if not missing and (surplus := _surplus(expected, given, runs)):
        written = dict(typed)
        remarks.append(f"Said too often: {_listed(written[number] for number in surplus)}.")
    forbidden = _forbidden(key, accepted, given)
    forbidden += _other_acts(key, accepted, typed, told=fold(" ".join(forbidden), key.numbers))
    if not missing:  # what is another call altogether is no call turned round
        forbidden += _negations(accepted, typed, told=fold(" ".join(forbidden), key.numbers))
    if forbidden:
        remarks.append(f"Must not be said here: {_listed(forbidden)}.")
    if not missing and not all(_after(given, run, 0) for run in runs):
        remarks.append(f"Nothing may stand between the words that belong together: {key.words}.")
    elif not missing and not _in_order(given, runs):
        remarks.append(f"The words are in the wrong order: {key.words}.")
    return tuple(remarks)


def _wrong_numbers(key: CallKey, expected: Counter[str], typed: Sequence[tuple[str, str]]) -> list[str]:
    """The numbers that are typed and not the call’s; where it has none, “one card” and the hand’s count pass."""
    counted = expected.keys() - {"1"}
    passed = expected.keys() if counted else expected.keys() | set(key.counts)
    return [
        word
        for one, word in typed
        if one.isdigit() and one not in passed and (counted or one != "1" or word.isdecimal())
    ]


def _surplus(expected: Counter[str], given: Sequence[str], runs: list[tuple[str, ...]]) -> list[str]:
    """The call's own numbers that are said more often than the whole call is: “Player four, Banker four, three”."""
    if not expected.keys() - {"1"}:
        return []
    times = max(1, sum(_in_order(given, runs * count) for count in range(1, len(given) + 1)))
    return [number for number, count in expected.items() if given.count(number) > count * times]


def _forbidden(key: CallKey, accepted: Sequence[tuple[str, ...]], given: tuple[str, ...]) -> list[str]:
    """The forbidden words that are said; where there are none, the other calls of the script that are."""
    own = [fold(" ".join(key.required), key.numbers), *accepted]
    found = []
    for text in key.forbidden:
        words = fold(text, key.numbers)
        if _after(given, words, 0) and not any(_after(one, words, 0) for one in own):
            found.append(text)
    return found or [text for text in key.others if _makes(key, given, text, accepted)]


def _makes(key: CallKey, given: tuple[str, ...], text: str, accepted: Sequence[tuple[str, ...]]) -> bool:
    """Whether what was given makes this other call as well, which the right words alone do not."""
    runs = _runs(text, key.numbers)
    return bool(runs) and _in_order(given, runs) and not any(_in_order(words, runs) for words in accepted)


def _other_acts(
    key: CallKey, accepted: Sequence[tuple[str, ...]], typed: Sequence[tuple[str, str]], told: tuple[str, ...]
) -> list[str]:
    """The words, as they were typed, that tell in any inflection what other lines of the script tell, and not this."""
    forbidden = (text for text in key.forbidden if len(fold(text)) == 1)  # a phrase is forbidden only whole
    other = {_ACT.get(word) for text in (*key.others, *forbidden) for word in fold(text)}
    own = {_ACT.get(word) for words in (fold(" ".join(key.required)), *accepted) for word in words} | {None}
    found = {one: word for one, word in typed if _ACT.get(one) in other - own and one not in told}
    return list(found.values())


def _negations(
    accepted: Sequence[tuple[str, ...]], typed: Sequence[tuple[str, str]], told: tuple[str, ...]
) -> list[str]:
    """The words that negate, as they were typed; not those of the call itself, nor those that were `told` already."""
    own = {*told, *(word for words in accepted for word in words)}
    return list({one: word for one, word in typed if _negates(one) and one not in own}.values())


def _negates(word: str) -> bool:
    return word in _NEGATING or bool(_CONTRACTION.fullmatch(word))


def _runs(text: str, numbers: Sequence[str]) -> list[tuple[str, ...]]:
    """The words of a text in the groups that must not be broken up.

    Each word stands alone, but for Chinese, where spaces do not divide words, and for a text that negates: “no more
    bets” is not “no problem, more bets”.
    """
    words = fold(text, numbers)
    if any(map(_negates, words)):
        return [words]
    runs: list[tuple[str, ...]] = []
    for piece in re.split(r"[\W_]+", _visible(text)):
        folded = fold(piece, numbers)
        runs += [folded] if re.search(f"[{_UNDIVIDED}]", piece) else [(word,) for word in folded]
    return runs


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _in_order(given: Sequence[str], runs: Iterable[Sequence[str]]) -> bool:
    """Whether the runs come one after another in what was given, whatever stands between them."""
    end: int | None = 0
    for run in runs:
        end = None if end is None else _after(given, run, end)
    return end is not None


def _after(given: Sequence[str], run: Sequence[str], start: int) -> int | None:
    """The place after the first occurrence of `run`, unbroken, from `start` on; None where there is none."""
    size = len(run)
    places = range(start, len(given) - size + 1)
    return next((at + size for at in places if tuple(given[at : at + size]) == tuple(run)), None)
