"""A checker of transcripts that knows nothing of how a fault is made: what could these hands have been called like?"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from tests.quiz.dealing_school import PACK, SUITS, dealt, tell

Lines = tuple[str, ...]
UNDER_8 = ("The banker says “Under 8”", "The dealer repeats “Under 8”")
STAY = "The dominant player says “Stay”"
CARDS = {dealt(name, card): (name, card) for name in ("Player", "Banker") for card in PACK}


@cache
def right_transcripts(ruleset: str, player: str, banker: str, thirds: tuple[str, ...]) -> frozenset[Lines]:
    """Every transcript that is right for these four cards and the third cards as they came, whichever way is chosen.

    After “Stay” the regulation leaves open whether “Under 8” is said: to leave it out is never wrong.
    """
    (one, three), (two, four) = player.split(), banker.split()
    found = set()
    for on_five, option in product(("Draw", "Stand"), repeat=2):
        try:
            lines = tell(ruleset, [one, two, three, four, *thirds], on_five, option).lines
        except StopIteration:  # a card must be dealt and none came
            continue
        found.add(tuple(lines))
        if STAY in lines:
            found.add(tuple(line for line in lines if line not in UNDER_8))
    return frozenset(found)


def is_right(ruleset: str, player: str, banker: str, lines: Lines) -> bool:
    """Whether nothing is wrong with this transcript."""
    thirds = tuple(CARDS[line][1] for line in lines if line in CARDS)
    return lines in right_transcripts(ruleset, player, banker, thirds)


def one_change_away(lines: Lines, texts: set[str]) -> Iterator[tuple[frozenset[int], Lines]]:
    """Every way to change one thing, as (the places that a person would point at, the lines as they are then).

    Which card came is no fault: it is never changed into another card of the same hand.
    """
    for place in range(len(lines)):
        before, after = lines[:place], lines[place + 1 :]
        yield frozenset({place}), (*before, *after)
        hand = CARDS.get(lines[place], ("", ""))[0]
        for text in texts - {lines[place]}:
            if not hand or CARDS.get(text, ("", ""))[0] != hand:
                yield frozenset({place}), (*before, text, *after)
        for text in texts:
            yield frozenset({place - 1, place}), (*before, text, lines[place], *after)
        if after:
            yield frozenset({place, place + 1}), (*before, after[0], lines[place], *after[1:])


def possible_lines() -> set[str]:
    """Lines of every sort, so that a change can try them: all calls of the sources, standing, a card or two."""
    words = ("Card", "Stay", "Natural", "Under 8")
    texts = {f"The dealer repeats “{one}”" for one in words} | {f"The dealer says “{one}”" for one in words}
    texts |= {f"The {who} says “{one}”" for who in ("dominant player", "banker") for one in words}
    dealers = ("Card for Player", "Card for Banker", "Player stands", "Banker stands", "No more bets")
    texts |= {f"The dealer says “{one}”" for one in (*dealers, "égalité – tie bets win")}
    texts |= {"Player’s hand stands", "Banker’s hand stands"}
    return texts | {dealt(name, f"5{suit}") for name in ("Player", "Banker") for suit in SUITS}
