"""Questions about cards: naturals, what a hand does, counts, and who wins.

Each comes in two halves: dealing a situation that shows the skill, and asking about a situation, which a coup that is
played step by step uses as well.
"""

from functools import cache
from random import Random

from training.quiz.explanations import (
    COUNT_RULE,
    NATURAL_RULE,
    OUTCOME_RULE,
    cell_sentence,
    count_sentence,
    natural_sentence,
    player_sentence,
    rule_sentence,
)
from training.quiz.questions import Asked, Facts, Option, Said
from training.quiz.situations import (
    BELOW_NATURAL,
    NATURALS,
    card_of_value,
    coup_where,
    from_one_shoe,
    two_cards,
    what_patrons_said,
    whole_coup,
)
from training.quiz.subjects import BankerCell, CountHand, NaturalCheck, OutcomeOf, PlayerRule
from training.rules.calls import Condition, Moment
from training.rules.cards import NATURAL, Card, Hand
from training.rules.coup import outcome_of
from training.rules.ruleset import Ruleset
from training.rules.tableau import POINT_COUNTS, Action, Rule

DRAW_OR_STAND = (Option("draw", "Draw"), Option("stand", "Stand"))
YES_OR_NO = (Option("yes", "Yes, both hands stop"), Option("no", "No, the coup goes on"))
COUNTS = tuple(Option(str(count), str(count)) for count in range(10))
HANDS = (Option("player", "Player"), Option("banker", "Banker"), Option("tie", "Tie"))
FREE_CHOICE = " Here the choice is free: both answers are right."


def natural(ruleset: Ruleset, _: NaturalCheck, rng: Random) -> Asked:
    """As often yes as no; a natural lies with the Player, the Banker or both."""
    sides = rng.choice(((NATURALS, BELOW_NATURAL), (BELOW_NATURAL, NATURALS), (NATURALS, NATURALS)))
    counts = sides if rng.random() < 0.5 else (BELOW_NATURAL, BELOW_NATURAL)
    player, banker = from_one_shoe(ruleset, lambda: (two_cards(rng, counts[0]), two_cards(rng, counts[1])))
    return ask_natural(ruleset, player, banker)


def ask_natural(ruleset: Ruleset, player: Hand, banker: Hand, said: tuple[Said, ...] = ()) -> Asked:
    """Does either hand, of two cards each, stop the coup?"""
    stops = player.natural or banker.natural
    return Asked(
        Facts(player.cards, banker.cards, said),
        "Does either hand stop the coup?",
        YES_OR_NO,
        ("yes",) if stops else ("no",),
        natural_citation(ruleset, player, banker),
        ruleset.player[NATURAL].provenance,
        natural_sentence(player.first_count, banker.first_count),
        NATURAL_RULE,
    )


def natural_citation(ruleset: Ruleset, player: Hand, banker: Hand) -> str:
    """Where it is written that a natural stops the coup; only the Banker's may stand elsewhere, with his call."""
    spoken = ruleset.lines(Moment.BANKER_LOOKS, Condition.NATURAL)
    if banker.natural and not player.natural and spoken:
        return spoken[0].citation
    return ruleset.player[player.first_count if player.natural else NATURAL].citation


def player_action(ruleset: Ruleset, subject: PlayerRule, rng: Random) -> Asked:
    """The Player's hand at one count, the Banker's being no natural."""
    hands = from_one_shoe(ruleset, lambda: (two_cards(rng, (subject.count,)), two_cards(rng, BELOW_NATURAL)))
    return ask_player(ruleset, *hands)


def ask_player(ruleset: Ruleset, player: Hand, banker: Hand, said: tuple[Said, ...] = ()) -> Asked:
    """Does the Player's hand of two cards draw?"""
    rule = ruleset.player[player.first_count]
    sentence = player_sentence(ruleset)
    return Asked(
        Facts(player.cards, banker.cards, said, "player"),
        "Player’s hand: draw or stand?",
        DRAW_OR_STAND,
        _right(rule),
        rule.citation,
        rule.provenance,
        sentence + (FREE_CHOICE if rule.action is Action.OPTIONAL else ""),
        sentence,
    )


def banker_action(ruleset: Ruleset, subject: BankerCell, rng: Random) -> Asked:
    """One cell of the tableau; the Player's first two cards are ones with which he may have drawn, or stood."""
    third = subject.third
    counts = ruleset.player_counts_without_third if third is None else ruleset.player_counts_with_third

    def deal() -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        player: tuple[Card, ...] = two_cards(rng, counts)
        if third is not None:
            player = (*player, card_of_value(rng, third))
        return player, two_cards(rng, (subject.banker,))

    player, banker = from_one_shoe(ruleset, deal)
    return ask_banker(ruleset, player, banker, said_before_banker(ruleset, drew=third is not None))


def ask_banker(ruleset: Ruleset, player: Hand, banker: Hand, said: tuple[Said, ...] = ()) -> Asked:
    """Does the Banker's hand of two cards draw, the Player's being finished?"""
    third = None if player.third is None else player.third.value
    rule = ruleset.tableau.cell(banker.first_count, third)
    return Asked(
        Facts(player.cards, banker.cards, said, "banker"),
        "Banker’s hand: draw or stand?",
        DRAW_OR_STAND,
        _right(rule),
        rule.citation,
        rule.provenance,
        _cell_sentence(ruleset, banker.first_count, third),
        _hint(ruleset, banker.first_count, third),
    )


def count(ruleset: Ruleset, _: CountHand, rng: Random) -> Asked:
    """Either hand at the end of a coup, two cards or three."""
    coup = whole_coup(ruleset, rng)
    return ask_count(ruleset, coup.player, coup.banker, rng.choice(("player", "banker")))


def ask_count(ruleset: Ruleset, player: Hand, banker: Hand, name: str, said: tuple[Said, ...] = ()) -> Asked:
    """What is the count of one of the hands, `player` or `banker`?"""
    hand = player if name == "player" else banker
    return Asked(
        Facts(player.cards, banker.cards, said, name),
        f"What is the {name.capitalize()}’s count?",
        COUNTS,
        (str(hand.count),),
        ruleset.counting.citation,
        ruleset.counting.provenance,
        count_sentence(hand),
        COUNT_RULE,
    )


def outcome(ruleset: Ruleset, _: OutcomeOf, rng: Random) -> Asked:
    """A finished coup, each outcome as often as the others."""
    wanted = rng.choice(HANDS).id
    coup = coup_where(ruleset, rng, lambda coup: coup.outcome == wanted)
    return ask_outcome(ruleset, coup.player, coup.banker)


def ask_outcome(ruleset: Ruleset, player: Hand, banker: Hand, said: tuple[Said, ...] = ()) -> Asked:
    """Which hand wins, both being finished?"""
    winner = outcome_of(player.count, banker.count)
    why = "equal counts are a tie" if player.count == banker.count else f"the higher count wins: {winner.capitalize()}"
    return Asked(
        Facts(player.cards, banker.cards, said),
        "The coup is over. Which hand wins?",
        HANDS,
        (str(winner),),
        ruleset.outcome.citation,
        ruleset.outcome.provenance,
        f"Player has {player.count}, Banker {banker.count}; {why}.",
        OUTCOME_RULE,
    )


_cell_sentence = cache(cell_sentence)


@cache
def said_before_banker(ruleset: Ruleset, *, drew: bool) -> tuple[Said, ...]:
    """What the patrons have said, and the dealer repeated, when the Banker's hand is to act."""
    request = Condition.DRAW if drew else Condition.STAND
    return tuple(Said(who, call) for who, call in what_patrons_said(ruleset, request))


@cache
def _hint(ruleset: Ruleset, banker: int, third: int | None) -> str:
    """The rule, unless the rule of that row is the answer itself."""
    if third is not None and len({ruleset.tableau.cell(banker, value).action for value in POINT_COUNTS}) == 1:
        return "In this row the third card changes nothing."
    return rule_sentence(ruleset, banker, third)


def _right(rule: Rule) -> tuple[str, ...]:
    return tuple(str(action) for action in rule.right)
