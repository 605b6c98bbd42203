"""Questions about irregularities at chemin de fer: what is ruled, and what follows from it.

The ruling is the engine's. What the text leaves open is dealt again, so that it is never asked.
"""

from collections.abc import Mapping
from random import Random

from training.quiz.card_questions import COUNTS, DRAW_OR_STAND
from training.quiz.cases import deal_case
from training.quiz.explanations import rule_sentence
from training.quiz.questions import Asked, Facts, Irregular, Option, Said
from training.quiz.situations import request_words
from training.quiz.subjects import Irregularity, Kind
from training.rules.cards import point_count
from training.rules.errors import Illegal
from training.rules.irregularities import Case, Decision, Event, Ruling, banker_action, cards_after, rule_on
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action, Provenance

_TEXTS = {
    Decision.HAND_ANNULLED: "The hand is annulled",
    Decision.BANKER_CARD: "The card is the banker’s",
    Decision.PLAYER_CARD: "The card goes to the dominant player",
    Decision.DISCARD: "The card goes to the discard bucket",
    Decision.NEXT_HAND: "The card is the first of the next hand",
    Decision.HAND_VOID: "The hand is void",
}
_OTHERS: Mapping[Event, tuple[Decision, ...]] = {
    Event.CARD_AFTER_STAY: (Decision.BANKER_CARD, Decision.PLAYER_CARD, Decision.DISCARD, Decision.NEXT_HAND),
    Event.EXCESS_UNDISCLOSED: (Decision.NEXT_HAND, Decision.DISCARD, Decision.BANKER_CARD, Decision.HAND_ANNULLED),
    Event.BANKER_DREW_FOR_HIMSELF: (
        Decision.PLAYER_CARD,
        Decision.BANKER_CARD,
        Decision.DISCARD,
        Decision.HAND_ANNULLED,
    ),
    Event.CARD_FACE_UP: (Decision.DISCARD, Decision.HAND_VOID, Decision.NEXT_HAND, Decision.BANKER_CARD),
}
_WRONG_ORDER = (
    Option(str(Decision.HAND_ANNULLED), _TEXTS[Decision.HAND_ANNULLED]),
    Option("stands", "The cards stand as they lie"),
    Option("count-0", "The Banker’s count is 0"),
    Option("exchanged", "The two hands are exchanged"),
)
_TOO_FEW = (
    Option(str(Decision.HAND_VOID), _TEXTS[Decision.HAND_VOID]),
    Option("counts-decide", "The counts as they lie decide"),
    Option("bucket", "Cards from the bucket finish it"),
    Option("next-shoe", "The next shoe finishes it"),
)
_LAST_HAND = (Decision.HAND_VOID, Decision.NEXT_HAND, Decision.BANKER_CARD, Decision.PLAYER_CARD)
_STANDS = (Option("yes", "Yes"), Option("no", "No"))
_BANK = (
    Option("may-pass-counter-clockwise", "It may pass counter-clockwise to the next numbered place"),
    Option("may-pass-clockwise", "It may pass clockwise to the next numbered place"),
    Option("must-pass-counter-clockwise", "It must pass counter-clockwise to the next numbered place"),
    Option("must-pass-clockwise", "It must pass clockwise to the next numbered place"),
)
_PENALTY = (
    Option("none", "No, there is none"),
    Option("annulled", "Yes, the hand is annulled"),
    Option("zero", "Yes, the banker counts zero"),
    Option("bank-passes", "Yes, the Bank passes on"),
)
_BACK = (Option("yes", "Yes, it may"), Option("no", "No, never"))
_WHO = (
    Option("banker", "The banker"),
    Option("dominant-player", "The dominant player"),
    Option("nobody", "Nobody: it is discarded"),
)


_THEN = "The card is given to the dominant player. What does the banker do then?"
Consequence = tuple[str, tuple[Option, ...], str]
"""Prompt, options, the right option's id."""


def irregularity(ruleset: Ruleset, subject: Irregularity, rng: Random) -> Asked:
    """A case that this subregulation decides; its ruling or its consequence, half and half."""
    while True:
        case = deal_case(ruleset, subject.sub, rng)
        try:
            ruling = rule_on(ruleset, case)
        except Illegal:
            continue
        if ruling.sub == subject.sub:
            ask = ask_ruling if rng.random() < 0.5 else ask_consequence
            return ask(ruleset, case, ruling, rng)


def story(ruleset: Ruleset, case: Case) -> str:
    """What happened, as it is told to a dealer."""
    told = _STORIES[case.event]
    if case.event is Event.CARD_AFTER_STAY and case.dealer_said is Action.DRAW:
        told = _MISTAKEN_CARD
    elif case.event is Event.CARD_FACE_UP and case.last_hand:
        told = "It is the last hand of the shoe. A card of this hand is found face up in the shoe."
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
    Event.CARD_AFTER_STAY: "The dominant player said “{stay}” and the dealer repeated it. Still the dominant player "
    "was dealt a card, face up.",
    Event.EXCESS_UNDISCLOSED: "A card too many was drawn from the shoe. Nobody has seen its face, and the cutting card "
    "is still in the shoe.",
    Event.BANKER_DREW_FOR_HIMSELF: "The dominant player said “{card}” and the dealer repeated it. Then the banker drew "
    "a card for his own hand.",
    Event.CARD_FACE_UP: "A card is found face up in the shoe. It is not the last hand.",
    Event.TOO_FEW_CARDS: "The cutting card is drawn. Too few cards are left in the shoe to finish this hand.",
}


def ask_ruling(ruleset: Ruleset, case: Case, ruling: Ruling, rng: Random) -> Asked:
    """What is ruled?"""
    if case.event is Event.WRONG_ORDER:
        offered: tuple[Option, ...] = _WRONG_ORDER
    elif case.event is Event.TOO_FEW_CARDS:
        offered = _TOO_FEW
    elif ruling.decision is Decision.COUNT:
        offered = _count_rulings(case, ruling, rng)
    else:
        offered = _decisions(case)
    options = tuple(rng.sample(offered, len(offered)))
    return _asked(ruleset, case, ruling, "What is ruled?", options, ruling.code, Kind.RULING)


def _decisions(case: Case) -> tuple[Option, ...]:
    decisions = _LAST_HAND if case.last_hand else _OTHERS[case.event]
    return tuple(Option(str(decision), _TEXTS[decision]) for decision in decisions)


def _count_rulings(case: Case, ruling: Ruling, rng: Random) -> tuple[Option, ...]:
    """The right count, one lower and one higher where there are such, and annulling the hand."""
    name, right = ("Player" if case.event is Event.PLAYER_THREE else "Banker"), int(ruling.count or 0)
    lower, higher = [*range(right)], [*range(right + 1, 10)]
    wrong = [rng.choice(side) for side in (lower, higher) if side]
    if len(wrong) < 2 or rng.random() < 0.5:
        side = rng.choice([side for side in (lower, higher) if len(side) > 1])
        wrong = rng.sample(side, 2)
    found = [Option(f"count-{count}", f"The {name}’s count is {count}") for count in (right, *wrong)]
    return (*found, Option(str(Decision.HAND_ANNULLED), _TEXTS[Decision.HAND_ANNULLED]))


def ask_consequence(ruleset: Ruleset, case: Case, ruling: Ruling, rng: Random) -> Asked:
    """What follows from the ruling: whether the hand stands, a count, who gets the card, what the banker does."""
    prompt, options, expected = rng.choice(_consequences(ruleset, case, ruling))
    if options in (_BANK, _PENALTY):
        options = tuple(rng.sample(options, len(options)))
    return _asked(ruleset, case, ruling, prompt, options, expected, Kind.CONSEQUENCE)


def _consequences(ruleset: Ruleset, case: Case, ruling: Ruling) -> list[Consequence]:
    """Everything that the text settles after this ruling, as (prompt, options, right option)."""
    stands = ("Is the hand played on?", _STANDS, "yes" if ruling.hand_stands else "no")
    if case.event is Event.WRONG_ORDER:
        return [stands, ("What may happen to the Bank?", _BANK, "may-pass-counter-clockwise")]
    if case.event in (Event.BANKER_TOO_MANY, Event.CARD_FACE_UP, Event.TOO_FEW_CARDS):
        return [stands]
    if case.event in (Event.PLAYER_THREE, Event.BANKER_DREW_TWO):
        name = "Player" if case.event is Event.PLAYER_THREE else "Banker"
        return [(f"What is the {name}’s count after the ruling?", COUNTS, str(ruling.count))]
    if case.event is Event.EXCESS_UNDISCLOSED:
        back = ("May the card go back into the shoe?", _BACK, "no")
        return [("Is there a penalty?", _PENALTY, "none"), back]
    if case.event is Event.BANKER_DREW_FOR_HIMSELF:
        player, banker = cards_after(case, ruling)
        action = ruleset.tableau.cell(point_count(banker), case.extra[0].value).action
        then = (_THEN, DRAW_OR_STAND, str(action))
        return [
            then,
            (
                "The card is given to the dominant player. What is the Player’s count then?",
                COUNTS,
                str(point_count(player)),
            ),
        ]
    who = "banker" if ruling.decision is Decision.BANKER_CARD else "nobody"
    settled: list[Consequence] = [("Who gets the card?", _WHO, who)]
    if ruling.banker_count is not None:
        settled.append(("What is the Banker’s count after the ruling?", COUNTS, str(ruling.banker_count)))
    return settled


def _asked(
    ruleset: Ruleset, case: Case, ruling: Ruling, ask: str, options: tuple[Option, ...], expected: str, kind: Kind
) -> Asked:
    reference = ruleset.irregularities[ruling.sub]
    citation, provenance = reference.citation, reference.provenance
    if case.event is Event.CARD_AFTER_STAY and banker_action(ruleset, case) is Action.OPTIONAL:
        provenance = Provenance.RECONSTRUCTED
    if ask == _THEN:  # here the table decides, which was not seen
        cell = ruleset.tableau.cell(point_count(case.banker), case.extra[0].value)
        citation, provenance = f"{citation}; {cell.citation}", cell.provenance
    return Asked(
        facts=Facts(case.player, case.banker, _said(ruleset, case), irregular=irregular_of(ruleset, case)),
        prompt=f"{story(ruleset, case)} {ask}",
        options=options,
        expected=(expected,),
        citation=citation,
        provenance=provenance,
        explanation=_explanation(ruleset, case, ruling),
        hint=_HINTS[case.event],
        kind=kind,
    )


def _said(ruleset: Ruleset, case: Case) -> tuple[Said, ...]:
    words = request_words(ruleset)
    if case.event is Event.CARD_AFTER_STAY:
        return Said("dominant player", words["stay"]), Said("dealer", str(_dealer_said(ruleset, case)))
    if case.event is Event.BANKER_DREW_FOR_HIMSELF:
        return Said("dominant player", words["card"]), Said("dealer", words["card"])
    return ()


def _dealer_said(ruleset: Ruleset, case: Case) -> str | None:
    words = request_words(ruleset)
    return case.dealer_said and words["card" if case.dealer_said is Action.DRAW else "stay"]


def irregular_of(ruleset: Ruleset, case: Case) -> Irregular:
    """The case as it is kept with a question."""
    return Irregular(
        event=case.event,
        extra=case.extra,
        dealer_said=_dealer_said(ruleset, case),
        banker_action=banker_action(ruleset, case),
        cutting_card=case.cutting_card,
        last_hand=case.last_hand,
        short_of_cards=case.short_of_cards,
    )


_HINTS = {
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


def _explanation(ruleset: Ruleset, case: Case, ruling: Ruling) -> str:
    """Why, in our own words, with the counts of this case."""
    if ruling.sub in (5, 6, 7, 8):
        must = {Action.DRAW: "must draw", Action.OPTIONAL: "may draw", Action.STAND: "must stay"}
        count = point_count(case.banker)
        return f"{rule_of(ruleset, ruling.sub)} With {count} and no third card he {must[banker_action(ruleset, case)]}."
    sentence = _RULES[ruling.sub]
    if ruling.decision is Decision.COUNT and ruling.sub != 2:
        sentence += f" Here that is {ruling.count}."
    if ruling.sub == 10:
        sentence += f" {rule_sentence(ruleset, point_count(case.banker), case.extra[0].value)}"
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
    2: "A banker who has taken more than two cards counts zero, and the hand is played on.",
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
