"""What the procedure of the shoe says [004], in our own sentences: the reference page’s, and why an answer is right."""

from collections.abc import Callable, Mapping

from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.shoe import DECK, Procedure

FACE_VALUE = "face value, ten for a ten or court card, one for an ace"
BURNT = "The first card is drawn face up, the others face down; all of them go into the discard rack."
HELD = "The stack is offered with the backs facing away from the dealer."
OFFERED = (
    "The cut is offered to the lowest-numbered seat first, then clockwise until a player accepts; "
    "if nobody does, a casino supervisor cuts."
)
TO_THE_BACK = "The cards in front of the cutting card go to the back; then the dealer puts the cutting card in."
LAST_ROUND = "The shuffle comes after the round that follows the one in which the cutting card appeared."
VACANT = "When play begins again at a table that was vacant, the cards are shuffled first."
NEW_CARDS = "The casino manager or the shift manager may order new cards after any round; they are shuffled and cut."
IN_TURN = "The first and third cards make one hand, the second and fourth the other; the Player’s comes first."
NO_MORE_BETS = "“No more bets” is said after all wagers are on the table, immediately before the round is dealt."


def far_enough(shoe: Procedure) -> str:
    """How near to an end a cut may lie."""
    far = shoe.cut_from_either_end
    least = f"one deck, {far} cards," if far == DECK else f"{far} cards"
    return f"A cut lies at least {least} from either end."


def enough_behind(shoe: Procedure) -> str:
    """How near to the back the cutting card may lie."""
    return f"At least {shoe.cutting_card_from_back} cards lie behind the cutting card."


_SENTENCES: Mapping[str, Callable[[Procedure], tuple[str, ...]]] = {
    "burn": lambda _: (BURNT, f"The first takes as many more with it as its {FACE_VALUE}."),
    "cut": lambda _: (HELD, OFFERED),
    "cutting-card": lambda shoe: (far_enough(shoe), TO_THE_BACK, enough_behind(shoe)),
    "shuffle": lambda _: (LAST_ROUND, VACANT, NEW_CARDS),
    "deal-order": lambda _: (IN_TURN,),
    "no-more-bets": lambda _: (NO_MORE_BETS,),
}


def rule_of_procedure(ruleset: Ruleset, name: str) -> str:
    """All that a rule of the procedure says; a question explains one sentence of it."""
    if ruleset.procedure is None:
        raise Illegal(f"{ruleset.id} has no procedure of the shoe")
    return " ".join(_SENTENCES[name](ruleset.procedure))
