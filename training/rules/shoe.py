"""A shoe: decks shuffled by the generator it is given, drawn without replacement.

Where the ruleset has a procedure [004], the stack is cut, the cutting card is put in, the first card is burnt with as
many more as it is worth, and the cutting card decides which round is the last. Every card is always in one place: in
the shoe, in the discard rack, or dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from training.rules.cards import PACK, Card, format_cards, parse_cards
from training.rules.errors import Illegal

MOST_DECKS = 12
DECK = len(PACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """How a stack becomes a shoe: the least cards between a cut and either end, and behind the cutting card."""

    cut_from_either_end: int
    cutting_card_from_back: int


def may_cut(procedure: Procedure, stack: int, from_front: int) -> bool:
    """Whether a stack of so many cards may be cut so many cards from its front [004 7.3]."""
    return min(from_front, stack - from_front) >= procedure.cut_from_either_end


def may_place_cutting_card(procedure: Procedure, from_back: int) -> bool:
    """Whether the dealer may put the cutting card in with so many cards behind it [004 7.3]."""
    return from_back >= procedure.cutting_card_from_back


def burn_value(card: Card) -> int:
    """How many more cards go with the first one: its face value, ten for court cards, one for an ace [004 7.5]."""
    return card.value or 10


class Shoe:
    """Cards in the order they will leave, the cutting card among them, and the discard rack.

    `behind`: how many cards lie behind the cutting card (0: there is none); `last_round`: the next round is the last;
    `over`: no further round is dealt.
    """

    def __init__(self, decks: int, rng: Random) -> None:
        """Shuffle some decks; no cutting card, nothing burnt."""
        self._set(shuffled(decks, rng))

    @classmethod
    def of(cls, cards: Sequence[Card], *, behind: int = 0, rack: Sequence[Card] = ()) -> Self:
        """A shoe in which these cards are left, the next one first."""
        if not 0 <= behind <= len(cards):
            raise Illegal(f"{behind} cards behind the cutting card, but {len(cards)} are in the shoe")
        shoe = cls.__new__(cls)
        shoe._set(cards, behind, rack)
        return shoe

    def _set(self, cards: Sequence[Card], behind: int = 0, rack: Sequence[Card] = ()) -> None:
        self._cards = list(reversed(cards))
        self.rack = list(rack)
        self.behind = behind
        self.last_round = self.over = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are left, the next one first."""
        return tuple(reversed(self._cards))

    def __len__(self) -> int:
        return len(self._cards)

    def draw(self, number: int = 1) -> tuple[Card, ...]:
        """Take the next cards; raise `Illegal` when fewer are left."""
        if not 0 <= number <= len(self._cards):
            raise Illegal(f"{number} cards asked for, {len(self._cards)} are left in the shoe")
        return tuple(self._cards.pop() for _ in range(number))

    def burn(self) -> tuple[Card, ...]:
        """Put the first card, and as many more as it is worth, into the discard rack [004 7.4]; return them."""
        first = self.draw()
        burnt = first + self.draw(burn_value(first[0]))
        self.rack += burnt
        return burnt

    def play_round(self, number: int) -> tuple[Card, ...]:
        """Take a round's cards, which go to the rack in the end, and note what the cutting card says.

        Met within a round it makes the following round the last [004 (c)]; met as the first card of a round it ends
        the shoe with that round, which is reconstructed: the rule for it was not seen.
        """
        if self.over:
            raise Illegal("the shoe is over; no further round is dealt from it")
        before = len(self)
        cards = self.draw(number)
        self.rack += cards
        self.over = self.last_round or 0 < before == self.behind
        self.last_round = not self.over and len(self) < self.behind <= before
        return cards

    def as_text(self) -> str:
        """The shoe in one line, for keeping; `from_text` reads it back."""
        state = f"{self.behind} {int(self.last_round)} {int(self.over)}"
        return f"{state}|{format_cards(self.cards)}|{format_cards(self.rack)}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read back what `as_text` wrote."""
        state, cards, rack = text.split("|")
        behind, last_round, over = map(int, state.split())
        shoe = cls.__new__(cls)
        shoe._set(parse_cards(cards), behind, parse_cards(rack))
        shoe.last_round, shoe.over = bool(last_round), bool(over)
        return shoe


def shuffled(decks: int, rng: Random) -> tuple[Card, ...]:
    """A stack of some decks in random order."""
    if not 1 <= decks <= MOST_DECKS:
        raise Illegal(f"a shoe holds 1 to {MOST_DECKS} decks, not {decks}")
    stack = list(PACK) * decks
    rng.shuffle(stack)
    return tuple(stack)


def prepare(decks: int, procedure: Procedure | None, rng: Random) -> Shoe:
    """A shoe ready for the first round: cut, with its cutting card, burnt; without a procedure simply shuffled."""
    if procedure is None:
        return Shoe(decks, rng)
    stack = shuffled(decks, rng)
    at = rng.randrange(procedure.cut_from_either_end, len(stack) - procedure.cut_from_either_end + 1)
    shoe = Shoe.of((*stack[at:], *stack[:at]), behind=procedure.cutting_card_from_back)
    shoe.burn()
    return shoe
