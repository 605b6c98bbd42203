"""Write the golden playthroughs, one file a ruleset: everything that can be observed in ten coups, for people to read.

Run it by `make golden` after a change that is meant, and read the difference as a dealer would before it is kept.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.golden.deals import DEALS, Deal
from training.quiz.coup_questions import questions_of
from training.quiz.questions import Facts, Question
from training.rules.cards import Card, Hand, format_cards, parse_cards
from training.rules.coup import Coup, Step, play
from training.rules.payment import Wager, format_amount
from training.rules.rulesets import load_rulesets

FOLDER = Path(__file__).parent


def path_of(ruleset_id: str) -> Path:
    """The golden file of a ruleset."""
    return FOLDER / f"{ruleset_id}.txt"


def golden(ruleset_id: str) -> str:
    """The whole text of a golden file; the same on every machine."""
    ruleset = load_rulesets()[ruleset_id]
    lines = [f"{ruleset.title}, version {ruleset.version}"]
    for number, deal in enumerate(DEALS[ruleset_id], start=1):
        coup = play(ruleset, parse_cards(deal.cards), deal.choices)
        lines += ["", "", f"==== Coup {number}: {deal.title} ====", ""]
        lines += _table(deal, coup)
        lines += ["", "  Steps"]
        lines += [f"  {place:>2}  {_step(step)}" for place, step in enumerate(coup.steps, start=1)] or ["      none"]
        for place, question in enumerate(questions_of(ruleset, coup, Random(number)), start=1):
            lines += ["", *_question(place, question)]
    return "\n".join(lines) + "\n"


def _table(deal: Deal, coup: Coup) -> Iterator[str]:
    yield f"  Cards    {deal.cards}"
    yield f"  Player   {_hand(coup.player)}"
    yield f"  Banker   {_hand(coup.banker)}"
    choices = (("on five", deal.on_five), ("the banker’s option", deal.option))
    yield f"  Choices  {', '.join(f'{name}: {choice}' for name, choice in choices if choice) or 'none'}"
    yield f"  Outcome  {coup.outcome}, Player {coup.player.count}, Banker {coup.banker.count}"


def _hand(hand: Hand) -> str:
    third = "" if hand.third is None else f", draws {hand.third} and has {hand.count}"
    return f"{format_cards(hand.cards[:2])}: {hand.first_count}{third}"


def _step(step: Step) -> str:
    said = "" if step.call is None else f" “{step.call}”"
    return f"{step.who}: {step.act}{said}   [{step.source}]"


def _question(place: int, question: Question) -> Iterator[str]:
    yield f"  Question {place}  {question.prompt}"
    yield f"    skill    {question.skill} ({question.kind})"
    yield f"    table    {_facts(question.facts)}"
    said = ", ".join(f"{said.who} “{said.call}”" for said in question.facts.said)
    yield f"    said     {said or 'nothing'}"
    if question.facts.wagers:
        yield f"    wagers   {', '.join(map(_wager, question.facts.wagers))}"
    yield f"    options  {' / '.join(option.text for option in question.options) or 'typed'}"
    yield f"    right    {' or '.join(question.text_of(option) for option in question.expected)}"
    yield f"    why      {question.explanation}"
    yield f"    hint     {question.hint}"
    yield f"    source   {question.citation} ({question.provenance})"


def _wager(wager: Wager) -> str:
    return f"seat {wager.seat} {format_amount(wager.stake)} on {wager.on}"


def _facts(facts: Facts) -> str:
    if not facts.player and not facts.banker:
        return "no cards"
    asked = "" if facts.hand is None else f", about the {facts.hand.capitalize()}’s hand"
    return f"Player {_cards(facts.player)}, Banker {_cards(facts.banker)}{asked}"


def _cards(cards: tuple[Card, ...]) -> str:
    return format_cards(cards) or "none"


if __name__ == "__main__":
    for ruleset_id in DEALS:
        path_of(ruleset_id).write_text(golden(ruleset_id), encoding="utf-8")
        print(f"wrote {path_of(ruleset_id).name}")
