"""Asking for a call from memory: who says it, and the words."""

from dataclasses import replace
from random import Random

from training.quiz.call_questions import facts_leading_to, line_facts
from training.quiz.questions import Asked, Facts, Form
from training.quiz.subjects import TypedCall
from training.quiz.typed_calls import CallKey, fold, key_of
from training.quiz.wording import quoted
from training.rules.calls import LOOKS, Call, Moment
from training.rules.cards import point_count
from training.rules.ruleset import Ruleset

_PROMPTS = {
    Moment.BEFORE_DEAL: "All wagers are on the table and the round is about to begin.",
    Moment.INITIAL_COUNTS: "The first four cards are dealt.",
    Moment.PLAYER_LOOKS: "The Player’s two cards have been looked at.",
    Moment.BANKER_LOOKS: "The Banker’s two cards have been looked at.",
    Moment.PLAYER_ACTS: "It is the Player’s turn.",
    Moment.BANKER_ACTS: "It is the Banker’s turn.",
    Moment.RESULT: "The coup is over.",
}


def typed_call(ruleset: Ruleset, subject: TypedCall, rng: Random) -> Asked:
    """The situation before a call; where the dealer repeats it, half the time the one after it."""
    call = subject.call
    facts = _settled_facts(ruleset, call, rng) if call.at in LOOKS else line_facts(ruleset, call, rng)
    who, citation, prompt = str(call.who), call.citation, _PROMPTS[call.at]
    if call.at in LOOKS:
        repeated = call.repeated_by is not None and rng.random() < 0.5
        if repeated:
            who, citation = str(call.repeated_by), call.repeat_citation
            prompt = f"The {call.who} has said “{call.words}”."
        else:
            facts = replace(facts, said=facts.said[:-1])
    number = len(fold(call.words))
    ask = "Who speaks now, and what are the words?" if len(ruleset.speakers) > 1 else "What are the words?"
    player, banker = point_count(facts.player), point_count(facts.banker)
    key = key_of(call, who, player, banker, ruleset.calls)
    return Asked(
        facts=facts,
        prompt=f"{prompt} {ask}",
        options=(),
        expected=(expected_text(key),),
        citation=citation,
        provenance=call.provenance,
        explanation=f"The {key.who} says {quoted(call, player, banker)}.",
        hint="The call has one word." if number == 1 else f"The call has {number} words.",
        form=Form.CALL,
        call_key=key,
    )


def _settled_facts(ruleset: Ruleset, call: Call, rng: Random) -> Facts:
    """A deal after which only this call can come: a free choice might lead to another."""
    facts = facts_leading_to(ruleset, call, rng)
    while call.at is Moment.PLAYER_LOOKS and len(ruleset.player[point_count(facts.player)].right) > 1:
        facts = facts_leading_to(ruleset, call, rng)
    return facts


def expected_text(key: CallKey) -> str:
    """The right answer as it would be given: `dealer: Card for Player`."""
    return f"{key.who}: {key.words}"
