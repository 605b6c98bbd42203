"""Exact odds by enumeration: in how many of all ordered six-card draws each thing happens."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import perm

from training.rules.cards import NATURAL
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.shoe import MOST_DECKS
from training.rules.tableau import BANKER_COUNTS, POINT_COUNTS, Action

VALUES = range(10)


@dataclass(frozen=True, slots=True)
class Odds:
    """Numbers of ordered six-card draws, unused cards counted; `cards` is by how many cards the coup takes."""

    decks: int
    player: int
    banker: int
    tie: int
    total: int
    natural: int
    cards: dict[int, int]


def exact_odds(ruleset: Ruleset, decks: int) -> Odds:
    """Count every draw from a full shoe of 1 to 12 decks; the ruleset may leave nobody a choice.

    Raises `Illegal` for other numbers of decks, or naming the options of a ruleset that has them.
    """
    if not 1 <= decks <= MOST_DECKS:
        raise Illegal(f"decks: {decks}; exact odds are for 1 to {MOST_DECKS} decks")
    if ruleset.optional_rules:
        options = "; ".join(ruleset.optional_rules)
        raise Illegal(f"{ruleset.id} leaves choices ({options}): its odds depend on who decides how")
    # The two rules, compiled once: plain lists of booleans that the innermost loop indexes.
    player_draws = [rule.action is Action.DRAW for rule in ruleset.player]
    after_none = [ruleset.tableau.cell(count, None).action is Action.DRAW for count in BANKER_COUNTS]
    after_card = [
        [ruleset.tableau.cell(count, third).action is Action.DRAW for third in VALUES] for count in BANKER_COUNTS
    ]
    left = [16 * decks] + [4 * decks] * 9
    unseen = 52 * decks - 4  # cards in the shoe after the first four
    # `wins[player count][banker count]`, and draws by the number of cards the coup takes
    wins = [[0] * 10 for _ in POINT_COUNTS]
    cards = {4: 0, 5: 0, 6: 0}
    natural = 0
    for player, banker, ways in _first_four(left):
        if player >= NATURAL or banker >= NATURAL:
            ways *= unseen * (unseen - 1)
            wins[player][banker] += ways
            natural += ways
            cards[4] += ways
        elif not player_draws[player]:
            if not after_none[banker]:
                ways *= unseen * (unseen - 1)
                wins[player][banker] += ways
                cards[4] += ways
                continue
            ways *= unseen - 1
            for third in VALUES:
                wins[player][(banker + third) % 10] += ways * left[third]
                cards[5] += ways * left[third]
        else:
            draws = after_card[banker]
            for third in VALUES:
                dealt = ways * left[third]
                row = wins[(player + third) % 10]
                if not draws[third]:
                    row[banker] += dealt * (unseen - 1)
                    cards[5] += dealt * (unseen - 1)
                    continue
                left[third] -= 1
                for last in VALUES:
                    row[(banker + last) % 10] += dealt * left[last]
                left[third] += 1
                cards[6] += dealt * (unseen - 1)
    return Odds(
        decks=decks,
        player=sum(wins[p][b] for p in POINT_COUNTS for b in POINT_COUNTS if p > b),
        banker=sum(wins[p][b] for p in POINT_COUNTS for b in POINT_COUNTS if p < b),
        tie=sum(wins[count][count] for count in POINT_COUNTS),
        total=perm(52 * decks, 6),
        natural=natural,
        cards=cards,
    )


def _first_four(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (Player's count, Banker's count, ordered ways) for every pair of hands by value.

    While a pair is out, `left` holds the cards that remain. Within a hand the order changes nothing, so unequal
    values are met once and count twice.
    """
    for player, ways in _hands(left):
        for banker, more in _hands(left):
            yield player, banker, ways * more


def _hands(left: list[int]) -> Iterator[tuple[int, int]]:
    for first in VALUES:
        for second in range(first, 10):
            ways = left[first]
            left[first] -= 1
            ways *= left[second] * (1 if first == second else 2)
            left[second] -= 1
            yield (first + second) % 10, ways
            left[second] += 1
            left[first] += 1
