"""Cards, their values, and the point count of a hand.

Text form: rank and suit, `5h 3c Td`; it parses back to itself.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from functools import cached_property

from training.rules.errors import Illegal, Unreadable

NATURAL = 8
"""The least two-card count that stops the coup [002, 003]."""
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@unique
class Suit(StrEnum):
    """The four suits by the letter used in a card's text form."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


@unique
class Rank(StrEnum):
    """The thirteen ranks by the letter used in a card's text form; ten is `T`."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


_VALUES = {rank: (place if place < 10 else 0) for place, rank in enumerate(Rank, start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card; `value` is what it adds to a count: pips, ace one, ten and court cards zero [002]."""

    rank: Rank
    suit: Suit
    value: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _VALUES[self.rank])

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    @property
    def words(self) -> str:
        """The card as a screen reader says it: `queen of hearts`."""
        return f"{self.rank.name} of {self.suit.name}".lower()


PACK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
_BY_TEXT = {str(card): card for card in PACK}


def parse_card(text: str) -> Card:
    """Read one card, `5h`, `Td` or `10d`, in either case; raise `Unreadable` with the text that is none."""
    folded = text.strip()
    if folded.startswith("10"):
        folded = "T" + folded[2:]
    card = _BY_TEXT.get(folded[:1].upper() + folded[1:].lower())
    if card is None:
        raise Unreadable(f"{text!r} is no card: write a rank A 2–9 T J Q K and a suit s h d c, for instance 5h or Td")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards divided by spaces or commas, in order."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """The one-line form that `parse_cards` reads back."""
    return " ".join(map(str, cards))


def point_count(cards: Iterable[Card]) -> int:
    """The last digit of the sum of the values, 0 to 9 [002]."""
    return sum(card.value for card in cards) % 10


def check_equal_cards(cards: Sequence[Card], decks: int) -> None:
    """Raise `Illegal` when a card comes more often than a shoe of so many decks holds it."""
    if len(cards) > decks:
        card, times = Counter(cards).most_common(1)[0]
        if times > decks:
            shoe = "1 deck holds" if decks == 1 else f"{decks} decks hold"
            raise Illegal(f"{card} comes {times} times, but {shoe} it {decks} times")


@dataclass(frozen=True)
class Hand:
    """A hand at the end of a coup: two or three cards in the order dealt."""

    cards: tuple[Card, ...]

    @cached_property
    def first_count(self) -> int:
        """The count of the first two cards."""
        return point_count(self.cards[:2])

    @cached_property
    def count(self) -> int:
        """The count of all cards."""
        return point_count(self.cards)

    @property
    def natural(self) -> bool:
        """Whether the first two cards make 8 or 9; a three-card 8 or 9 is no natural [003]."""
        return self.first_count >= NATURAL

    @property
    def third(self) -> Card | None:
        """The third card, None where none was taken."""
        return self.cards[2] if len(self.cards) > 2 else None
