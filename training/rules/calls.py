"""Announcements as data: who says what, at which moment of the coup, under which condition.

Houses differ, so the script belongs to a ruleset. The moments are in the order in which they come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from training.rules.cards import NUMBER_WORDS
from training.rules.tableau import Provenance

SPOKEN: Mapping[str, Sequence[str]] = {
    "en": NUMBER_WORDS,
    "fr": ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
    "zh": tuple("零一二三四五六七八九"),
}
"""How counts are spoken in a script, by language; elsewhere they are written as figures unless a ruleset has words."""
FIGURES = tuple("0123456789")


@unique
class Who(StrEnum):
    """The persons at the table; the trainee is the dealer."""

    DEALER = "dealer"
    DOMINANT_PLAYER = "dominant player"
    BANKER = "banker"

    @property
    def slug(self) -> str:
        """The name as it stands in skill ids."""
        return self.value.replace(" ", "-")


@unique
class Moment(StrEnum):
    """When something may be said, in the order of the coup."""

    BEFORE_DEAL = "before-deal"
    INITIAL_COUNTS = "initial-counts"
    PLAYER_LOOKS = "player-looks"
    BANKER_LOOKS = "banker-looks"
    PLAYER_ACTS = "player-acts"
    BANKER_ACTS = "banker-acts"
    RESULT = "result"


@unique
class Condition(StrEnum):
    """Under what condition: what is decided at that moment, or how the coup ends."""

    ALWAYS = "always"
    DRAW = "draw"
    STAND = "stand"
    NATURAL = "natural"
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


_AT_LOOKS = (Condition.DRAW, Condition.STAND, Condition.NATURAL)
_AT_ACTS = (Condition.DRAW, Condition.STAND)
CONDITIONS: Mapping[Moment, tuple[Condition, ...]] = {
    Moment.BEFORE_DEAL: (Condition.ALWAYS,),
    Moment.INITIAL_COUNTS: (Condition.ALWAYS,),
    Moment.PLAYER_LOOKS: _AT_LOOKS,
    Moment.BANKER_LOOKS: _AT_LOOKS,  # natural: the Banker's; draw and stand: what was asked for the Player
    Moment.PLAYER_ACTS: _AT_ACTS,
    Moment.BANKER_ACTS: _AT_ACTS,
    Moment.RESULT: (Condition.PLAYER, Condition.BANKER, Condition.TIE),
}
LOOKS = (Moment.PLAYER_LOOKS, Moment.BANKER_LOOKS)
"""The moments at which a patron who has looked at a hand may speak."""
ACTS = (Moment.PLAYER_ACTS, Moment.BANKER_ACTS)
"""The moments at which a card is dealt or not; a call there goes with the act."""
COUNT_FIELDS = ("player", "banker", "high", "low")
"""What the words of a call may hold in braces: a count, spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One line of a script. `words` may hold counts in braces; `wrong` are words a learner might mistake for them.

    Typed from memory, the words or one of `variants` are right, and so is anything that has the `required` words (all
    of them where none are named) in their order and none of the `forbidden`. `gloss` says what foreign words mean,
    `numbers` how its language speaks 0 to 9.
    `asked` is False where the source does not settle that it must be said, so that no question asks for it.
    """

    id: str
    who: Who
    at: Moment
    when: Condition
    words: str
    wrong: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    gloss: str | None = None
    language: str = "en"
    numbers: tuple[str, ...] = NUMBER_WORDS
    repeated_by: Who | None = None
    asked: bool = True
    citation: str
    repeat_citation: str
    provenance: Provenance

    def spoken(self, player: int, banker: int) -> str:
        """The words with the two counts of that moment filled in."""
        return self.filled(self.words, player, banker)

    def filled(self, words: str, player: int, banker: int) -> str:
        """Any words with the counts in braces filled in as this call's language speaks them."""
        return _filled(words, self.numbers, player, banker)

    def glossed(self, player: int, banker: int) -> str | None:
        """What the words mean, in English, with the counts filled in; None where that needs no telling."""
        return self.gloss and _filled(self.gloss, NUMBER_WORDS, player, banker)


def _filled(words: str, numbers: Sequence[str], player: int, banker: int) -> str:
    if "{" not in words:
        return words
    counts = {"player": player, "banker": banker, "high": max(player, banker), "low": min(player, banker)}
    return words.format(**{name: numbers[count] for name, count in counts.items()})
