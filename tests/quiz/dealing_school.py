"""A dealer who knows the rules by heart and tells a coup from its cards: what is asked, and what is called and done.

Nothing of the product is used: cards are text, counts are added up here, tables and words are written out once more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
NAMES = "ace two three four five six seven eight nine ten jack queen king".split()
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
PACK = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
WORDS = "zero one two three four five six seven eight nine".split()

# Third card 0 to 9, then no third card; D draws, s stands, o may do either.
CLASSICAL = (
    "DDDDDDDDDD D",
    "DDDDDDDDDD D",
    "DDDDDDDDDD D",
    "DDDDDDDDsD D",
    "ssDDDDDDss D",
    "ssssDDDDss D",
    "ssssssDDss s",
    "ssssssssss s",
)
TABLE_3 = (
    "DDDDDDDDDD D",
    "DDDDDDDDDD D",
    "DDDDDDDDDD D",
    "DDDDDDDDso D",
    "ssDDDDDDss D",
    "ssssoDDDss D",
    "ssssssDDss o",
    "ssssssssss s",
)
MAY = {"D": frozenset({"Draw"}), "s": frozenset({"Stand"}), "o": frozenset({"Draw", "Stand"})}
OPENING = "The first four cards are dealt"
HEAR = {"Draw": "Card", "Stand": "Stay"}


@dataclass(frozen=True)
class Game:
    """What differs between the rulesets: decks, table, and who says what."""

    decks: int
    table: tuple[str, ...] = CLASSICAL
    timing: bool = False
    script: bool = False
    patrons: bool = False


GAMES = {
    "punto-banco": Game(8, script=True),
    "nj-minibaccarat": Game(8),
    "nz-mini-1994": Game(8, timing=True),
    "chemin-de-fer": Game(6, TABLE_3, patrons=True),
}


def count(cards) -> int:
    return sum((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)[RANKS.index(card[0]) + 1] for card in cards) % 10


def player_may(game: Game, player: int) -> frozenset[str]:
    if game.patrons and player == 5:
        return MAY["o"]
    return MAY["D" if player < 6 else "s"]


def banker_may(game: Game, banker: int, third: int | None) -> frozenset[str]:
    return MAY[game.table[banker][11 if third is None else third]]


def dealt(name: str, card: str) -> str:
    return f"{name}’s hand is dealt the {NAMES[RANKS.index(card[0])]} of {SUITS[card[1]]}"


@dataclass(frozen=True)
class Ask:
    """One thing to ask: the path of its skill, the texts of the right answers, and what lies there and was said."""

    path: str
    right: frozenset[str]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    said: tuple[tuple[str, str], ...]


@dataclass
class Told:
    """A coup as it is told: the questions in order, the lines of its transcript, and how it ended."""

    game: Game
    player: list[str]
    banker: list[str]
    asked: list[Ask] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)
    outcome: str = ""

    def ask(self, path: str, right, *, cards: bool = True) -> None:
        right = frozenset({right} if isinstance(right, str) else right)
        lie = (tuple(self.player), tuple(self.banker)) if cards else ((), ())
        self.asked.append(Ask(path, right, *lie, tuple(self.said)))

    def say(self, who: str, words: str, verb: str = "says") -> None:
        self.said.append((who, words))
        self.lines.append(f"The {who} {verb} “{words}”")

    def call(self, name: str, words: str, *, cards: bool = True) -> None:
        """The dealer's own call: asked, then said."""
        self.ask(f"call/{name}", words, cards=cards)
        self.say("dealer", words)

    def announce(self, who: str, words: str, right, count: int, *, asked: bool = True) -> None:
        """A patron's announcement, which the dealer repeats."""
        if asked:
            self.ask(f"call/{who.replace(' ', '-')}/{count}", right)
        self.say(who, words)
        if asked:
            self.ask(f"call/dealer/{words.lower().replace(' ', '-')}", words)
        self.say("dealer", words, "repeats")


def tell(ruleset: str, cards: list[str], on_five: str = "Draw", option: str = "Draw") -> Told:
    """Deal the cards in order; the five and the free cell go as the two choices say."""
    game = GAMES[ruleset]
    told = Told(game, [cards[0], cards[2]], [cards[1], cards[3]])
    rest = iter(cards[4:])
    if game.timing:
        told.call("no-more-bets", "No more bets", cards=False)
    told.lines.append(OPENING)
    (_patrons if game.patrons else _open_cards)(told, rest, on_five, option)
    player, banker = count(told.player), count(told.banker)
    told.outcome = "Tie" if player == banker else "Player" if player > banker else "Banker"
    told.ask("outcome", told.outcome)
    if game.script and told.outcome == "Tie":
        told.call("tie", "égalité – tie bets win")
    elif game.script:
        high, low = WORDS[max(player, banker)], WORDS[min(player, banker)]
        told.call(f"{told.outcome.lower()}-wins", f"{told.outcome} wins, {high} over {low}")
    return told


def _open_cards(told: Told, rest: Iterator[str], _: str, __: str) -> None:
    """The dealer counts, checks for a natural, and moves both hands."""
    player, banker = count(told.player), count(told.banker)
    told.ask("count", str(player))
    told.ask("count", str(banker))
    if told.game.script:
        told.call("initial-counts", f"Player {WORDS[player]}, Banker {WORDS[banker]}")
    natural = player >= 8 or banker >= 8
    told.ask("natural", "Yes, both hands stop" if natural else "No, the coup goes on")
    if not natural:
        (right,) = player_may(told.game, player)
        told.ask(f"player/{player}", right)
        _move(told, "Player", right, rest)
        _banker(told, rest, "")


def _patrons(told: Told, rest: Iterator[str], on_five: str, option: str) -> None:
    """The dominant player speaks, the banker looks and speaks, the dealer repeats; then the banker deals."""
    player, banker = count(told.player), count(told.banker)
    if player >= 8:
        told.announce("dominant player", "Natural", "Natural", player)
        return
    may = player_may(told.game, player)
    does = on_five if len(may) > 1 else min(may)
    told.announce("dominant player", HEAR[does], {HEAR[one] for one in may}, player)
    if banker >= 8:
        told.announce("banker", "Natural", "Natural", banker)
        return
    told.announce("banker", "Under 8", "Under 8", banker, asked=does == "Draw")
    if does == "Draw":
        _move(told, "Player", does, rest)
    _banker(told, rest, option)


def _banker(told: Told, rest: Iterator[str], option: str) -> None:
    banker, third = count(told.banker), count(told.player[2:]) if len(told.player) > 2 else None
    may = banker_may(told.game, banker, third)
    told.ask(f"banker/{banker}/{'none' if third is None else third}", may)
    _move(told, "Banker", option if len(may) > 1 else min(may), rest)


def _move(told: Told, name: str, does: str, rest: Iterator[str]) -> None:
    """A hand draws or stands; where the house has a script, the dealer says so first."""
    if told.game.script:
        end, words = ("draws", f"Card for {name}") if does == "Draw" else ("stands", f"{name} stands")
        told.call(f"{name.lower()}-{end}", words)
    if does == "Draw":
        card = next(rest)
        (told.player if name == "Player" else told.banker).append(card)
        told.lines.append(dealt(name, card))
    elif not told.game.script:
        told.lines.append(f"{name}’s hand stands")
