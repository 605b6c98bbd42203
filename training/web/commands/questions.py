"""`flask questions …`: questions out of the engine, without database or secret."""

import secrets
from random import Random

import click

from training.quiz.asking import make_question
from training.quiz.questions import Question
from training.quiz.skills import matching_skills
from training.rules.payment import format_amount
from training.web.commands import HouseGroup, Whole, json_option, print_json
from training.web.context import bank, rulesets

commands = HouseGroup("questions", help="Questions that the engine makes.")

FIELDS = ("skill", "kind", "facts", "prompt", "options", "expected", "citation", "explanation")


@commands.command()
@click.argument("ruleset")
@click.option("--skill", default="", metavar="PREFIX", help="Only skills whose id begins so; all of them without it.")
@click.option("--count", default=1, type=Whole(1, 10_000), help="How many questions a skill.")
@click.option("--seed", type=Whole(0), help="Start of the random generator: the same seed, the same questions.")
@json_option
def make(ruleset: str, skill: str, count: int, seed: int | None, as_json: bool) -> None:
    """Make questions with their keys."""
    rules = rulesets()[ruleset]
    rng = Random(secrets.randbits(64) if seed is None else seed)
    questions = [make_question(rules, one, rng) for one in matching_skills(rules, skill) for _ in range(count)]
    if as_json:
        facts = [question.as_dict() for question in questions]
        print_json([{name: one[name] for name in FIELDS} for one in facts])
        return
    click.echo("\n\n".join(map(_readable, questions)))


@commands.command()
@json_option
def check(as_json: bool) -> None:
    """Check the question bank: every error of every file, with file and line."""
    found = bank()
    per = {ruleset.id: len(found.of(ruleset)) for ruleset in rulesets().values()}
    if as_json:
        print_json({"questions": len(found.questions), "terms": len(found.glossary), "asked": per})
        return
    click.echo(f"{len(found.questions)} questions and {len(found.glossary)} terms are in order:")
    for ruleset_id, number in per.items():
        click.echo(f"{ruleset_id:<18} {number}")


def _readable(question: Question) -> str:
    facts = question.facts
    lines = [f"{question.skill} ({question.kind})"]
    lines += [
        f"{name} {' '.join(map(str, cards))}"
        for name, cards in (("Player", facts.player), ("Banker", facts.banker))
        if cards
    ]
    if facts.shown:
        lines.append(f"Shown  {' '.join(map(str, facts.shown))}")
    if facts.irregular:
        extra = " ".join(map(str, facts.irregular.extra)) or "none"
        lines.append(f"In error {extra}; cutting card {facts.irregular.cutting_card}")
    lines += [f"Seat {wager.seat}: {format_amount(wager.stake)} on {wager.on}" for wager in facts.wagers]
    lines += [f"{said.who}: “{said.call}”" for said in facts.said]
    lines.append(question.prompt)
    lines += [f"  {'*' if option.id in question.expected else ' '} {option.text}" for option in question.options]
    return "\n".join([*lines, question.explanation, f"[{question.citation}]"])
