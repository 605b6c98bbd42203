"""Questions about irregularities at chemin de fer: what is ruled, and what follows from it.

The ruling is the engine's. What the text leaves open is dealt again, so that it is never asked.
"""

from collections.abc import Mapping
from random import Random

from training.quiz.card_questions import COUNTS, DRAW_OR_STAND
from training.quiz.cases import deal_case
from training.quiz.explanations import rule_sentence
from training.quiz.irregularity_counts import count_after, wrong_counts
from training.quiz.irregularity_words import HINTS, story
from training.quiz.irregularity_words import explanation as why
from training.quiz.questions import Asked, Facts, Irregular, Option, Said
from training.quiz.situations import request_words, what_patrons_said
from training.quiz.subjects import Irregularity, Kind
from training.rules.calls import Condition
from training.rules.cards import point_count
from training.rules.errors import Illegal
from training.rules.irregularities import (
    Case,
    Decision,
    Event,
    Ruling,
    banker_action,
    bankers_cell,
    cards_after,
    rule_on,
)
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action, cited_together

_TEXTS = {
    Decision.HAND_ANNULLED: "The hand is annulled",
    Decision.BANKER_CARD: "The card is the banker’s",
    Decision.PLAYER_CARD: "The card goes to the dominant player",
    Decision.DISCARD: "The card goes to the discard bucket",
    Decision.NEXT_HAND: "The card is the first of the next hand",
    Decision.HAND_VOID: "The hand is void",
}
_ANNULLED, _BANKER_CARD, _PLAYER_CARD, _DISCARD, _NEXT_HAND, _VOID = (
    Option(str(decision), text) for decision, text in _TEXTS.items()
)
_TIE = Option("tie", "It is a tie")
# Every set has options shorter and longer than the right one: its length tells nothing.
_OFFERED: Mapping[Event, tuple[Option, ...]] = {
    Event.WRONG_ORDER: (
        _ANNULLED,
        Option("stands", "The cards stand"),
        Option("count-0", "The Banker’s count is 0"),
        Option("exchanged", "The two hands are exchanged"),
    ),
    Event.CARD_AFTER_STAY: (_BANKER_CARD, _PLAYER_CARD, _DISCARD, _ANNULLED),
    Event.EXCESS_UNDISCLOSED: (
        _NEXT_HAND,
        _DISCARD,
        _BANKER_CARD,
        Option("back", "The card goes back to its place in the shoe"),
    ),
    Event.BANKER_DREW_FOR_HIMSELF: (_PLAYER_CARD, _BANKER_CARD, _NEXT_HAND, _ANNULLED),
    Event.CARD_FACE_UP: (_DISCARD, _VOID, _NEXT_HAND, _BANKER_CARD),
    Event.TOO_FEW_CARDS: (
        _VOID,
        _TIE,
        Option("counts-decide", "The counts as they lie decide"),
        Option("bucket", "Cards from the bucket finish it"),
    ),
}
_LAST_HAND = (_VOID, _TIE, _NEXT_HAND, _BANKER_CARD)
_YES_NO = (Option("yes", "Yes"), Option("no", "No"))
_BANK = (
    Option("may-pass-counter-clockwise", "It may pass counter-clockwise to the next numbered place"),
    Option("may-pass-clockwise", "It may pass clockwise to the next numbered place"),
    Option("must-pass-counter-clockwise", "It must pass counter-clockwise to the next numbered place"),
    Option("must-pass-clockwise", "It must pass clockwise to the next numbered place"),
)
_PENALTY = (
    Option("none", "No, there is none for anybody"),
    Option("dealt-again", "No, but the hand is dealt once more"),
    Option("zero", "Yes, the banker counts zero"),
    Option("bank-passes", "Yes, the Bank passes on"),
)
_OPENING = (
    Option("drawn", "The one that was drawn"),
    Option("next", "The next in the shoe"),
    Option("after-burning", "The next one, after one is burnt"),
    Option("after-cutting-card", "The first one behind the cutting card"),
)
_WHO = (
    Option("banker", "The banker, for his hand"),
    Option("dominant-player", "The dominant player"),
    Option("nobody", "Nobody: it is discarded"),
    Option("next-hand", "Nobody: it opens the next hand"),
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


def ask_ruling(ruleset: Ruleset, case: Case, ruling: Ruling, rng: Random) -> Asked:
    """What is the ruling?"""
    if ruling.decision is Decision.COUNT:
        offered = _count_rulings(case, ruling, rng)
    else:
        offered = _LAST_HAND if case.event is Event.CARD_FACE_UP and case.last_hand else _OFFERED[case.event]
    options = tuple(rng.sample(offered, len(offered)))
    return _asked(ruleset, case, ruling, "What is the ruling?", options, ruling.code, Kind.RULING)


def _count_rulings(case: Case, ruling: Ruling, rng: Random) -> tuple[Option, ...]:
    """The right count, two that a mistaken dealer might say, and annulling the hand."""
    name, right = ("Player" if case.event is Event.PLAYER_THREE else "Banker"), int(ruling.count or 0)
    counts = (right, *wrong_counts(case, right, rng))
    found = [Option(f"count-{count}", f"The {name}’s count is {count}") for count in counts]
    return (*found, _ANNULLED)


def ask_consequence(ruleset: Ruleset, case: Case, ruling: Ruling, rng: Random) -> Asked:
    """What follows from the ruling: whether the hand stands, a count, who gets the card, what the banker does."""
    prompt, options, expected = rng.choice(_consequences(ruleset, case, ruling))
    if options in (_BANK, _PENALTY, _OPENING, _WHO):
        options = tuple(rng.sample(options, len(options)))
    return _asked(ruleset, case, ruling, prompt, options, expected, Kind.CONSEQUENCE)


def _consequences(ruleset: Ruleset, case: Case, ruling: Ruling) -> list[Consequence]:
    """Everything that the text settles after this ruling, as (prompt, options, right option)."""
    stands = ("Does the hand go on?", _YES_NO, "yes" if ruling.hand_stands else "no")
    if case.event is Event.WRONG_ORDER:
        return [stands, ("What becomes of the Bank?", _BANK, "may-pass-counter-clockwise")]
    if case.event in (Event.BANKER_TOO_MANY, Event.CARD_FACE_UP, Event.TOO_FEW_CARDS):
        return [stands]
    if case.event in (Event.PLAYER_THREE, Event.BANKER_DREW_TWO):
        name = "Player" if case.event is Event.PLAYER_THREE else "Banker"
        return [(f"What is the {name}’s count after the ruling?", COUNTS, str(ruling.count))]
    if case.event is Event.EXCESS_UNDISCLOSED:
        back = ("May the card go back into the shoe?", _YES_NO, "no")
        opening = ("Which card is the first of the next hand?", _OPENING, "drawn")
        return [("Is there a penalty?", _PENALTY, "none"), back, opening]
    if case.event is Event.BANKER_DREW_FOR_HIMSELF:
        player, _ = cards_after(case, ruling)
        action = ruleset.tableau.cell(*bankers_cell(case)).action
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
    if case.event is Event.CARD_AFTER_STAY or ask == _THEN:  # here the table decides as well, which was not seen
        cell = ruleset.tableau.cell(*bankers_cell(case))
        citation, provenance = cited_together(citation, cell.citation), cell.provenance
    explanation = why(ruleset, case, ruling)
    if ask == _THEN:
        explanation += f" {rule_sentence(ruleset, *bankers_cell(case))}"
    elif options == COUNTS and case.event in (Event.CARD_AFTER_STAY, Event.BANKER_DREW_FOR_HIMSELF):
        explanation += f" {count_after(case, ruling)}"
    return Asked(
        facts=Facts(case.player, case.banker, _said(ruleset, case), irregular=irregular_of(ruleset, case)),
        prompt=f"{story(ruleset, case)} {ask}",
        options=options,
        expected=(expected,),
        citation=citation,
        provenance=provenance,
        explanation=explanation,
        hint=HINTS[case.event],
        kind=kind,
    )


def _said(ruleset: Ruleset, case: Case) -> tuple[Said, ...]:
    words = request_words(ruleset)
    if case.event is Event.BANKER_DREW_TWO:
        request = Condition.STAND if case.dealer_said is Action.STAND else Condition.DRAW
        return tuple(Said(*line) for line in what_patrons_said(ruleset, request))
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
