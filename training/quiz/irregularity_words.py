"""What a dealer is told of an irregularity: what happened, a hint, the rule, and why it leads where it does."""

from training.quiz.irregularity_counts import made_by
from training.quiz.situations import request_words
from training.rules.cards import point_count
from training.rules.irregularities import Case, Decision, Event, Ruling, banker_action
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action


def story(ruleset: Ruleset, case: Case) -> str:
    """What happened, as it is told to a dealer."""
    told = _STORIES[case.event]
    if case.event is Event.CARD_AFTER_STAY and case.dealer_said is Action.DRAW:
        told = _MISTAKEN_CARD
    elif case.event is Event.CARD_FACE_UP and case.last_hand:
        told = "It is the last hand of the shoe. A card is found lying face up in the shoe."
    return told.format(many={1: "three", 2: "four"}.get(len(case.extra)), **request_words(ruleset))


_MISTAKEN_CARD = (
    "The dominant player said “{stay}”. The dealer said “{card}” by mistake, and the dominant player was dealt a card, "
    "face up."
)
_STORIES = {
    Event.WRONG_ORDER: "In the initial deal the banker took his cards in the wrong order. It cannot be put right.",
    Event.BANKER_TOO_MANY: "In the initial deal the banker took {many} cards for himself. It cannot be put right.",
    Event.PLAYER_THREE: "In the initial deal the dominant player was given three cards. Nobody can tell which one "
    "is too many.",
    Event.BANKER_DREW_TWO: "After the initial deal the banker took two cards instead of one. It cannot be put right.",
    Event.CARD_AFTER_STAY: "The dominant player said “{stay}” and the dealer repeated it. All the same, the dominant "
    "player was dealt a card, face up.",
    Event.EXCESS_UNDISCLOSED: "One card too many was drawn from the shoe. Nobody has seen its face, and the cutting "
    "card is still in the shoe.",
    Event.BANKER_DREW_FOR_HIMSELF: "The dominant player said “{card}” and the dealer repeated it. Then the banker drew "
    "a card for his own hand.",
    Event.CARD_FACE_UP: "A card is found lying face up in the shoe. It is not the last hand.",
    Event.TOO_FEW_CARDS: "The cutting card is drawn. Too few cards are left in the shoe to finish this hand.",
}
HINTS = {
    Event.WRONG_ORDER: "What the banker did in the initial deal cannot be undone.",
    Event.BANKER_TOO_MANY: "The banker pays for the mistake.",
    Event.PLAYER_THREE: "The mistake was the banker’s; the dominant player does not suffer from it.",
    Event.BANKER_DREW_TWO: "The mistake was the banker’s; he gains nothing by it.",
    Event.CARD_AFTER_STAY: "Look at the column of no third card: must the banker draw, may he, must he stay? And what "
    "did the dealer say?",
    Event.EXCESS_UNDISCLOSED: "Has anybody learnt anything from that card?",
    Event.BANKER_DREW_FOR_HIMSELF: "Who had asked for that card?",
    Event.CARD_FACE_UP: "A card that has been seen is not dealt. And is this hand the last?",
    Event.TOO_FEW_CARDS: "A hand that cannot be finished cannot be won.",
}


def explanation(ruleset: Ruleset, case: Case, ruling: Ruling) -> str:
    """Why, in our own words, with the counts of this case."""
    if ruling.sub in (5, 6, 7, 8):
        must = {Action.DRAW: "must draw", Action.OPTIONAL: "may draw", Action.STAND: "must stay"}
        count = point_count(case.banker)
        return f"{rule_of(ruleset, ruling.sub)} With {count} and no third card he {must[banker_action(ruleset, case)]}."
    sentence = _RULES[ruling.sub]
    if ruling.decision is Decision.COUNT and ruling.sub != 2:
        sentence += f" {made_by(case, ruling)}"
    return sentence


_AFTER_STAY_RULES = {
    5: "After a repeated “{stay}” the card is the banker’s if the table says that he must or may draw.",
    6: "After a repeated “{stay}” the card is discarded if the table says that the banker must stay.",
    7: "After a mistaken “{card}” the card is the banker’s only if the table says that he must draw.",
    8: "After a mistaken “{card}” the card is discarded unless the table says that the banker must draw.",
}
_RULES = {
    1: "An initial deal in the wrong order that cannot be put right annuls the hand, and the Bank may pass on "
    "counter-clockwise to the next participant at a numbered place.",
    2: "A banker who has taken more than two cards counts zero, and the hand goes on.",
    3: "The Player’s count is the highest that any two or all three of the cards make.",
    4: "The Banker’s count is the lowest that two of the cards make.",
    9: "A card that nobody has seen brings no penalty: it is the first card of the next hand. A card once drawn never "
    "goes back into the shoe.",
    10: "The card was the dominant player’s to have, so the banker gives it to him and then goes by the table.",
    11: "A card face up in the shoe is discarded. The hand is void if it is the last of the shoe, or if the cutting "
    "card is drawn and too few cards are left to finish it.",
}


def rule_of(ruleset: Ruleset, sub: int) -> str:
    """What a subregulation rules, in one sentence of our own."""
    return (_AFTER_STAY_RULES.get(sub) or _RULES[sub]).format(**request_words(ruleset))
