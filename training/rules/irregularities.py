"""Irregularities at chemin de fer [001]: what the text rules, computed; what it leaves open is not ruled on here.

A case is what happened; the ruling names the subregulation, what is ruled and what follows from it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import combinations

from training.rules.cards import NATURAL, Card, point_count
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action


@unique
class Event(StrEnum):
    """What went wrong."""

    WRONG_ORDER = "wrong-order"
    BANKER_TOO_MANY = "banker-too-many"
    PLAYER_THREE = "player-three"
    BANKER_DREW_TWO = "banker-drew-two"
    CARD_AFTER_STAY = "card-after-stay"
    EXCESS_UNDISCLOSED = "excess-undisclosed"
    BANKER_DREW_FOR_HIMSELF = "banker-drew-for-himself"
    CARD_FACE_UP = "card-face-up"
    TOO_FEW_CARDS = "too-few-cards"


AFTER_STAY = {
    5: (Action.DRAW, Action.OPTIONAL),
    6: (Action.STAND,),
    7: (Action.DRAW,),
    8: (Action.STAND, Action.OPTIONAL),
}
"""What the table says for the Banker, with no third card, where a card dealt after “Stay” is ruled on by (5) to (8)."""


@unique
class CuttingCard(StrEnum):
    """Where the cutting card is."""

    IN_SHOE = "in-shoe"
    EXPOSED = "exposed"
    DRAWN = "drawn"


@unique
class Decision(StrEnum):
    """What is ruled; a count is ruled together with its number."""

    HAND_ANNULLED = "hand-annulled"
    COUNT = "count"
    BANKER_CARD = "banker-card"
    PLAYER_CARD = "player-card"
    DISCARD = "discard"
    NEXT_HAND = "next-hand"
    HAND_VOID = "hand-void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What happened: both hands as they should be, the cards too many, what was said, how the shoe stands.

    `extra` are the cards in excess or out of place. `dealer_said` is what the dealer said after the dominant player,
    as what it asks for,
    `draw` or `stand`; None where that does not matter. `short_of_cards`: the shoe cannot complete the hand.
    """

    event: Event
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    dealer_said: Action | None = None
    cutting_card: CuttingCard = CuttingCard.IN_SHOE
    last_hand: bool = False
    short_of_cards: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The subregulation that decides, what it rules, and the count where it rules one.

    `hand_stands` tells whether the hand is played on, `banker_count` the Banker's count after it where that is settled.
    """

    sub: int
    decision: Decision
    count: int | None = None
    hand_stands: bool = True
    banker_count: int | None = None

    @property
    def code(self) -> str:
        """The ruling in one word: `count-4`, `banker-card`."""
        return f"count-{self.count}" if self.decision is Decision.COUNT else str(self.decision)


def bankers_cell(case: Case) -> tuple[int, int | None]:
    """Where the Banker is in the table when it is his turn: his count and the third card; 8 and 9 never come here.

    A card that he drew for himself is the Player's third card by then.
    """
    count = point_count(case.banker[:2])
    if count >= NATURAL:
        raise Illegal(f"a banker with {count} has a natural; no irregularity is ruled on")
    third = case.player[2].value if len(case.player) > 2 else None
    if case.event is Event.BANKER_DREW_FOR_HIMSELF:
        third = case.extra[0].value
    return count, third


def banker_action(ruleset: Ruleset, case: Case) -> Action:
    """What the table says for the Banker when it is his turn."""
    return ruleset.tableau.cell(*bankers_cell(case)).action


def rule_on(ruleset: Ruleset, case: Case) -> Ruling:
    """Rule on a case by the text; raise `Illegal` where the text leaves the case open."""
    return _RULES[case.event](ruleset, case)


def _annulled(_: Ruleset, __: Case) -> Ruling:
    return Ruling(sub=1, decision=Decision.HAND_ANNULLED, hand_stands=False)


def _banker_zero(_: Ruleset, __: Case) -> Ruling:
    return Ruling(sub=2, decision=Decision.COUNT, count=0, banker_count=0)


def _highest(_: Ruleset, case: Case) -> Ruling:
    cards = (*case.player, *case.extra)
    counts = [point_count(some) for size in (2, 3) for some in combinations(cards, size)]
    return Ruling(sub=3, decision=Decision.COUNT, count=max(counts))


def _lowest(_: Ruleset, case: Case) -> Ruling:
    any_two = min(point_count(two) for two in combinations((*case.banker, *case.extra), 2))
    either_taken = min(point_count((*case.banker, one)) for one in case.extra)
    if any_two != either_taken:
        raise Illegal("the text can be read in two ways here, and they give different counts")
    return Ruling(sub=4, decision=Decision.COUNT, count=any_two, banker_count=any_two)


def _after_stay(ruleset: Ruleset, case: Case) -> Ruling:
    """After “Stay” only the column of no third card counts; the dealer's mistake takes the option away."""
    action = banker_action(ruleset, case)
    mistaken = case.dealer_said is Action.DRAW
    if action is Action.DRAW or (action is Action.OPTIONAL and not mistaken):
        count = point_count((*case.banker, *case.extra))
        return Ruling(sub=7 if mistaken else 5, decision=Decision.BANKER_CARD, banker_count=count)
    stands = point_count(case.banker) if action is Action.STAND else None  # whether he may still draw is not said
    return Ruling(sub=8 if mistaken else 6, decision=Decision.DISCARD, banker_count=stands)


def _undisclosed(_: Ruleset, case: Case) -> Ruling:
    if case.cutting_card is not CuttingCard.IN_SHOE:
        raise Illegal("what becomes of the card once the cutting card is exposed or drawn is not said")
    return Ruling(sub=9, decision=Decision.NEXT_HAND)


def _to_player(_: Ruleset, __: Case) -> Ruling:
    return Ruling(sub=10, decision=Decision.PLAYER_CARD)


def _face_up(_: Ruleset, case: Case) -> Ruling:
    decision = Decision.HAND_VOID if case.last_hand else Decision.DISCARD
    return Ruling(sub=11, decision=decision, hand_stands=not case.last_hand)


def _too_few(_: Ruleset, case: Case) -> Ruling:
    if case.cutting_card is not CuttingCard.DRAWN:
        raise Illegal("too few cards are only ruled on once the cutting card is drawn")
    return Ruling(sub=11, decision=Decision.HAND_VOID, hand_stands=False)


_RULES: Mapping[Event, Callable[[Ruleset, Case], Ruling]] = {
    Event.WRONG_ORDER: _annulled,
    Event.BANKER_TOO_MANY: _banker_zero,
    Event.PLAYER_THREE: _highest,
    Event.BANKER_DREW_TWO: _lowest,
    Event.CARD_AFTER_STAY: _after_stay,
    Event.EXCESS_UNDISCLOSED: _undisclosed,
    Event.BANKER_DREW_FOR_HIMSELF: _to_player,
    Event.CARD_FACE_UP: _face_up,
    Event.TOO_FEW_CARDS: _too_few,
}


def cards_after(case: Case, ruling: Ruling) -> tuple[Sequence[Card], Sequence[Card]]:
    """Both hands after a card was ruled to one of them."""
    if ruling.decision is Decision.BANKER_CARD:
        return case.player, (*case.banker, *case.extra)
    if ruling.decision is Decision.PLAYER_CARD:
        return (*case.player, *case.extra), case.banker
    return case.player, case.banker
