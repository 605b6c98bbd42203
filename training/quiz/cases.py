"""Dealing an irregularity at chemin de fer: cards and circumstances of the kind that a subregulation is about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from training.quiz.situations import BELOW_NATURAL, card_of_value, from_one_shoe, two_cards
from training.rules.cards import Card, point_count
from training.rules.irregularities import AFTER_STAY, Case, CuttingCard, Event, banker_action
from training.rules.ruleset import Ruleset
from training.rules.tableau import POINT_COUNTS, Action

_EVENTS = {
    1: Event.WRONG_ORDER,
    2: Event.BANKER_TOO_MANY,
    3: Event.PLAYER_THREE,
    4: Event.BANKER_DREW_TWO,
    5: Event.CARD_AFTER_STAY,
    6: Event.CARD_AFTER_STAY,
    7: Event.CARD_AFTER_STAY,
    8: Event.CARD_AFTER_STAY,
    9: Event.EXCESS_UNDISCLOSED,
    10: Event.BANKER_DREW_FOR_HIMSELF,
    11: Event.CARD_FACE_UP,
}
_MISTAKEN = (7, 8)


def deal_case(ruleset: Ruleset, sub: int, rng: Random) -> Case:
    """Cards and circumstances of the kind that a subregulation is about; whether it decides them is not sure yet."""
    return _DEALS[_EVENTS[sub]](ruleset, sub, rng)


def _hands(
    ruleset: Ruleset, rng: Random, player: Sequence[int], banker: Sequence[int], extra: int, *, third: bool = False
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Both hands by count, and cards in excess, all out of one shoe."""

    def deal() -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        drawn = (card_of_value(rng, rng.choice(POINT_COUNTS)),) if third else ()
        more = tuple(card_of_value(rng, rng.choice(POINT_COUNTS)) for _ in range(extra))
        return (*two_cards(rng, player), *drawn), (*two_cards(rng, banker), *more)

    player_hand, banker_hand = from_one_shoe(ruleset, deal)
    return player_hand.cards, banker_hand.cards[:2], banker_hand.cards[2:]


def _plain(ruleset: Ruleset, sub: int, rng: Random) -> Case:
    """In the initial deal nothing matters but the cards themselves."""
    extra = {1: 0, 2: rng.choice((1, 2)), 3: 1}[sub]
    player, banker, more = _hands(ruleset, rng, BELOW_NATURAL, BELOW_NATURAL, extra)
    return Case(event=_EVENTS[sub], player=player, banker=banker, extra=more)


def _two_drawn(ruleset: Ruleset, _: int, rng: Random) -> Case:
    drew = rng.random() < 0.5
    counts = ruleset.player_counts_with_third if drew else ruleset.player_counts_without_third
    while True:
        player, banker, extra = _hands(ruleset, rng, counts, BELOW_NATURAL, 2, third=drew)
        said = Action.DRAW if drew else Action.STAND
        case = Case(event=Event.BANKER_DREW_TWO, player=player, banker=banker, extra=extra, dealer_said=said)
        if banker_action(ruleset, case) is not Action.STAND:
            return case


def _after_stay(ruleset: Ruleset, sub: int, rng: Random) -> Case:
    column = {count: ruleset.tableau.cell(count, None).action for count in BELOW_NATURAL}
    actions = [action for action in AFTER_STAY[sub] if action in column.values()]
    action = rng.choice(actions)
    counts = [count for count in BELOW_NATURAL if column[count] is action]
    player, banker, extra = _hands(ruleset, rng, ruleset.player_counts_without_third, counts, 1)
    said = Action.DRAW if sub in _MISTAKEN else Action.STAND
    return Case(event=Event.CARD_AFTER_STAY, player=player, banker=banker, extra=extra, dealer_said=said)


def _undisclosed(ruleset: Ruleset, _: int, rng: Random) -> Case:
    player, banker, extra = _hands(ruleset, rng, BELOW_NATURAL, BELOW_NATURAL, 1)
    return Case(event=Event.EXCESS_UNDISCLOSED, player=player, banker=banker, extra=extra)


def _for_himself(ruleset: Ruleset, _: int, rng: Random) -> Case:
    while True:
        player, banker, extra = _hands(ruleset, rng, ruleset.player_counts_with_third, BELOW_NATURAL, 1)
        if ruleset.tableau.cell(point_count(banker), extra[0].value).action is not Action.OPTIONAL:
            return Case(
                event=Event.BANKER_DREW_FOR_HIMSELF,
                player=player,
                banker=banker,
                extra=extra,
                dealer_said=Action.DRAW,
            )


def _face_up(ruleset: Ruleset, _: int, rng: Random) -> Case:
    """In the middle of the shoe or in its last hand; or the same subregulation's other case, too few cards."""
    drew = {Action.DRAW, Action.OPTIONAL}
    while True:
        player, banker, extra = _hands(ruleset, rng, BELOW_NATURAL, BELOW_NATURAL, 1)
        player_draws = ruleset.player[point_count(player)].action in drew
        if player_draws or ruleset.tableau.cell(point_count(banker), None).action in drew:
            break  # the hand needs another card; otherwise nothing about the shoe matters to it
    kind = rng.choice(("middle", "last hand", "too few"))
    case = Case(event=Event.CARD_FACE_UP, player=player, banker=banker, extra=extra)
    if kind == "middle":
        return case
    if kind == "last hand":
        return replace(case, cutting_card=CuttingCard.DRAWN, last_hand=True)
    return replace(
        case, event=Event.TOO_FEW_CARDS, extra=(), cutting_card=CuttingCard.DRAWN, last_hand=True, short_of_cards=True
    )


_DEALS: Mapping[Event, Callable[[Ruleset, int, Random], Case]] = {
    Event.WRONG_ORDER: _plain,
    Event.BANKER_TOO_MANY: _plain,
    Event.PLAYER_THREE: _plain,
    Event.BANKER_DREW_TWO: _two_drawn,
    Event.CARD_AFTER_STAY: _after_stay,
    Event.EXCESS_UNDISCLOSED: _undisclosed,
    Event.BANKER_DREW_FOR_HIMSELF: _for_himself,
    Event.CARD_FACE_UP: _face_up,
}
