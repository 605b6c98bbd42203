"""Counts that are ruled on or follow from a ruling: the wrong ones to offer, and how the right one is made."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

from training.quiz.explanations import count_sentence
from training.rules.cards import Card, Hand, point_count
from training.rules.irregularities import Case, Decision, Event, Ruling, cards_after

_OFFERED_WRONG = 2


def wrong_counts(case: Case, right: int, rng: Random) -> list[int]:
    """Two counts, first of all those that a mistaken dealer would say; by size the right one is anywhere among them.

    A zero is always the lowest, a nine the highest.
    """
    mistaken = list(dict.fromkeys(_mistaken(case)))
    rng.shuffle(mistaken)
    others = [*mistaken, *rng.sample(range(10), 10)]
    below = list(dict.fromkeys(count for count in others if count < right))
    above = list(dict.fromkeys(count for count in others if count > right))
    fewest, most = max(0, _OFFERED_WRONG - len(above)), min(_OFFERED_WRONG, len(below))
    lower = rng.randint(fewest, most)
    return below[:lower] + above[: _OFFERED_WRONG - lower]


def _mistaken(case: Case) -> Iterable[int]:
    """What is counted wrong: all of the cards, the first two alone, the highest or the lowest instead of the other."""
    own = case.player if case.event is Event.PLAYER_THREE else case.banker
    cards = (*own, *case.extra)
    yield point_count(cards)
    yield point_count(own)
    pairs = [point_count(two) for two in combinations(cards, 2)]
    if case.event is Event.PLAYER_THREE:
        yield min(pairs)
    elif case.event is Event.BANKER_DREW_TWO:
        yield max(pairs)


def made_by(case: Case, ruling: Ruling) -> str:
    """Which cards make the highest or the lowest count that was ruled."""
    own = case.player if case.event is Event.PLAYER_THREE else case.banker
    found = (some for size in (2, 3) for some in combinations((*own, *case.extra), size))
    cards = next(some for some in found if point_count(some) == ruling.count)
    *first, last = (f"the {card.words}" for card in cards)
    return f"Here {', '.join(first)} and {last} make it: {count_sentence(Hand(cards))}"


def count_after(case: Case, ruling: Ruling) -> str:
    """How the hand counts that is asked about after the ruling."""
    player, banker = cards_after(case, ruling)
    if ruling.decision is Decision.PLAYER_CARD:
        return f"The Player’s count: {count_sentence(_hand(player))}"
    return f"The Banker’s count: {count_sentence(_hand(banker))}"


def _hand(cards: Iterable[Card]) -> Hand:
    return Hand(tuple(cards))
