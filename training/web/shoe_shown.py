"""What a page tells of the shoe that coups are dealt from: the burn, the cutting card, and why it is over."""

from typing import Any

from training.quiz.rounds import MOST_CARDS, another_coup
from training.records.drills import Drill
from training.rules.cards import NUMBER_WORDS
from training.rules.ruleset import Ruleset
from training.rules.shoe import burn_value


def beside_the_shoe(ruleset: Ruleset, drill: Drill) -> dict[str, Any] | None:
    """The cutting card, and at the first coup what was burnt; None where the shoe has no procedure."""
    if drill.shoe is None or ruleset.procedure is None:
        return None
    burnt = drill.shoe.rack[:1] if drill.round == 1 else []
    return {
        "name": f"Burnt, with {burn_value(burnt[0])} more face down" if burnt else None,
        "cards": [str(card) for card in burnt],
        "face_down": 0,
        "cutting_card": _cutting_card(drill),
        "bucket": False,
    }


def _cutting_card(drill: Drill) -> str | None:
    """Where it is as far as this coup has been told: that it comes out is seen when the coup is over."""
    shoe, began_with = drill.shoe, drill.cards_left
    if shoe is None or began_with is None or not shoe.behind:
        return None
    if began_with <= shoe.behind:
        return f"{'came first' if _came_first(drill) else 'out'}: this is the last round"
    if shoe.last_round and drill.done and not drill.queue:
        return "out: one more round"
    return "in the shoe"


def _came_first(drill: Drill) -> bool:
    return drill.shoe is not None and drill.cards_left == drill.shoe.behind


def end_of_shoe(drill: Drill) -> str | None:
    """Why a finished drill could not have gone on with another coup; None where it could."""
    if drill.shoe is None or not drill.finished or another_coup(drill.shoe):
        return None
    if not drill.shoe.over:
        return f"The shoe is over: fewer than the {NUMBER_WORDS[MOST_CARDS]} cards are left that a coup may take."
    if _came_first(drill):
        return "The shoe is over: the cutting card was the first card of the last round."
    return "The shoe is over: the cutting card came out in the round before the last."
