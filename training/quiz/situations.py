"""Dealing the situation that shows a skill: built for it, from a real shoe, with everything else left to chance.

A pair of ranks is drawn from all pairs with the wanted count, which is how a shoe deals them given that count; suits
follow; a card beyond the number of decks is dealt again.
"""

from collections.abc import Callable, Sequence
from random import Random

from training.rules.calls import Condition, Moment
from training.rules.cards import NATURAL, PACK, Card, Hand, Rank, Suit, check_equal_cards
from training.rules.coup import Choices, Coup, play
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.tableau import DECISIONS, POINT_COUNTS

_CARDS = {(card.rank, card.suit): card for card in PACK}
_SUITS = tuple(Suit)
_OF_RANK = {rank: tuple(_CARDS[rank, suit] for suit in _SUITS) for rank in Rank}
_OF_VALUE = {value: tuple(card for card in PACK if card.value == value) for value in POINT_COUNTS}
_PAIRS = {
    count: tuple(
        (first, second)
        for first in Rank
        for second in Rank
        if (_OF_RANK[first][0].value + _OF_RANK[second][0].value) % 10 == count
    )
    for count in POINT_COUNTS
}
BELOW_NATURAL = tuple(count for count in POINT_COUNTS if count < NATURAL)
NATURALS = tuple(count for count in POINT_COUNTS if count >= NATURAL)
_MOST_COUPS = 10_000
_WORTH_CHECKING = 7  # the most cards that ever lie on a table: fewer decks than that can run out of a card


def two_cards(rng: Random, counts: Sequence[int]) -> tuple[Card, Card]:
    """Two cards whose count is one of `counts`, each as likely as the next."""
    first, second = rng.choice(_PAIRS[rng.choice(counts)])
    return rng.choice(_OF_RANK[first]), rng.choice(_OF_RANK[second])


def card_of_value(rng: Random, value: int) -> Card:
    """A card of this value; zero is a ten or a court card."""
    return rng.choice(_OF_VALUE[value])


def from_one_shoe(ruleset: Ruleset, deal: Callable[[], tuple[tuple[Card, ...], tuple[Card, ...]]]) -> tuple[Hand, Hand]:
    """Deal (Player's cards, Banker's cards) until the shoe holds them all: no card beyond the number of decks."""
    while True:
        player, banker = deal()
        if ruleset.decks >= _WORTH_CHECKING or _holds(ruleset, (*player, *banker)):
            return Hand(player), Hand(banker)


def _holds(ruleset: Ruleset, cards: Sequence[Card]) -> bool:
    try:
        check_equal_cards(cards, ruleset.decks)
    except Illegal:
        return False
    return True


def whole_coup(ruleset: Ruleset, rng: Random) -> Coup:
    """Six cards of a full shoe, played; the choices the ruleset leaves are made by chance."""
    places: dict[int, Card] = {}
    while len(places) < 6:  # distinct places in the shoe: cards drawn without replacement
        place = rng.randrange(52 * ruleset.decks)
        places[place] = PACK[place % 52]
    choices = Choices(on_five=rng.choice(DECISIONS), option=rng.choice(DECISIONS))
    return play(ruleset, tuple(places.values()), choices)


def coup_where(ruleset: Ruleset, rng: Random, wanted: Callable[[Coup], bool]) -> Coup:
    """Whole coups until one is as it is wanted; `Illegal` where none is, since these rules never lead to it."""
    for _ in range(_MOST_COUPS):
        coup = whole_coup(ruleset, rng)
        if wanted(coup):
            return coup
    raise Illegal(f"{ruleset.title}: what is asked about does not come in {_MOST_COUPS:,} coups")


def request_words(ruleset: Ruleset) -> dict[str, str]:
    """The words with which the Player's side asks for a `card` or does without, `stay`; a script may have none."""
    asks = {"card": Condition.DRAW, "stay": Condition.STAND}
    return {name: call.words for name, when in asks.items() for call in ruleset.lines(Moment.PLAYER_LOOKS, when)[:1]}


def what_patrons_said(ruleset: Ruleset, request: Condition) -> list[tuple[str, str]]:
    """What was said aloud, as (who, words), before the Banker's hand acts, given what the Player's hand asked for."""
    said = []
    for moment in (Moment.PLAYER_LOOKS, Moment.BANKER_LOOKS):
        for call in ruleset.lines(moment, request):
            said.append((str(call.who), call.words))
            if call.repeated_by is not None:
                said.append((str(call.repeated_by), call.words))
    return said
