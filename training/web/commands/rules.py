"""`flask rules …`: what the engine knows and does, without database or secret."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from training.quiz.explanations import none_sentence, player_sentence, row_sentence
from training.rules.calls import Call
from training.rules.cards import Hand, format_cards, parse_cards
from training.rules.check import check_rulesets, only_typed
from training.rules.coup import ChoiceMissing, Choices, Coup, play
from training.rules.errors import Illegal, ThirdCardError, Unreadable
from training.rules.odds import exact_odds
from training.rules.ruleset import Ruleset
from training.rules.shoe import MOST_DECKS
from training.rules.tableau import BANKER_COUNTS, DECISIONS, THIRDS, Action, Rule, column_name
from training.web.commands import CommandFailed, HouseGroup, Whole, json_option, json_text, print_json
from training.web.context import rulesets

commands = HouseGroup("rules", help="The rules engine: tableaus, odds, coups.")

LETTERS = {Action.DRAW: "D", Action.STAND: "S", Action.OPTIONAL: "Op", Action.NATURAL: "N"}


@commands.command("list")
@json_option
def list_rulesets(as_json: bool) -> None:
    """List the rulesets."""
    loaded = rulesets().values()
    if as_json:
        print_json(
            [{key: getattr(one, key) for key in ("id", "title", "game", "version", "fingerprint")} for one in loaded]
        )
        return
    for one in loaded:
        click.echo(f"{one.id:<18} {one.title:<30} {one.version}  {one.fingerprint[:12]}")


@commands.command()
@click.argument("ruleset")
@json_option
def tableau(ruleset: str, as_json: bool) -> None:
    """Show when Player and Banker draw."""
    rules = rulesets()[ruleset]
    if as_json:
        print_json(
            {
                "ruleset": rules.id,
                "fingerprint": rules.fingerprint,
                "player": {str(count): str(rule.action) for count, rule in enumerate(rules.player)},
                "banker": _by_cell(rules, lambda rule: str(rule.action)),
                "provenance": _by_cell(rules, lambda rule: str(rule.provenance)),
            }
        )
        return
    click.echo("\n".join(_tableau_lines(rules)))


def _by_cell(rules: Ruleset, value: Callable[[Rule], str]) -> dict[str, dict[str, str]]:
    return {
        str(banker): {column_name(third): value(rules.tableau.cell(banker, third)) for third in THIRDS}
        for banker in BANKER_COUNTS
    }


def _tableau_lines(rules: Ruleset) -> Iterator[str]:
    yield f"{rules.title} ({rules.id}, version {rules.version})"
    yield ""
    yield player_sentence(rules)
    yield ""
    yield "Banker | none" + "".join(f"{value:>4}" for value in range(10)) + "   Player’s third card"
    for banker in BANKER_COUNTS:
        letters = [LETTERS[rules.tableau.cell(banker, third).action] for third in THIRDS]
        yield f"{banker:>6} | {letters[0]:>4}" + "".join(f"{letter:>4}" for letter in letters[1:])
    yield ""
    yield "D draw, S stand, Op the choice is free"
    yield ""
    yield from (row_sentence(rules, banker) for banker in BANKER_COUNTS)
    yield none_sentence(rules)
    yield ""
    yield "Sources"
    citations = [(rule.citation.partition(", row ")[0], rule.provenance) for _, _, rule in rules.tableau.cells()]
    citations += [(rule.citation, rule.provenance) for rule in rules.player]
    yield from (f"- {citation} ({provenance})" for citation, provenance in dict.fromkeys(citations))
    yield from (f"  {source.title}: {source.note}" for source in rules.sources)


@commands.command()
@click.argument("ruleset")
@click.option("--decks", type=Whole(1, MOST_DECKS), help="Number of decks, 1 to 12; the ruleset's own without it.")
@json_option
def odds(ruleset: str, decks: int | None, as_json: bool) -> None:
    """Count exactly how often each thing happens."""
    rules = rulesets()[ruleset]
    exact = exact_odds(rules, rules.decks if decks is None else decks)
    names = ("player", "banker", "tie")
    if as_json:
        counted = {name: getattr(exact, name) for name in (*names, "total", "natural")}
        print_json(
            {"decks": exact.decks, **counted, "cards": {str(cards): ways for cards, ways in exact.cards.items()}}
        )
        return
    click.echo(f"{rules.title}, {exact.decks} decks: ordered six-card draws, unused cards counted")
    lines = [(name, getattr(exact, name)) for name in (*names, "natural", "total")]
    lines += [(f"{cards} cards", ways) for cards, ways in exact.cards.items()]
    for name, ways in lines:
        click.echo(f"{name:<8} {ways:>32,}  {100 * ways / exact.total:9.5f} %")


_choice = click.Choice([str(action) for action in DECISIONS])


@commands.command()
@click.argument("ruleset")
@click.argument("cards")
@click.option("--on-five", type=_choice, help="What the Player's hand does where its count leaves the choice.")
@click.option("--option", type=_choice, help="What the Banker's hand does in an optional cell.")
@json_option
def deal(ruleset: str, cards: str, on_five: str | None, option: str | None, as_json: bool) -> None:
    """Play a coup with CARDS in the order they leave the shoe; - reads one coup a line and answers in JSON lines."""
    rules = rulesets()[ruleset]
    choices = Choices(*(Action(choice) if choice else None for choice in (on_five, option)))
    if cards == "-":
        _deal_lines(rules, choices)
        return
    coup = _play(rules, cards, choices)
    if as_json:
        print_json(_coup_facts(coup))
        return
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        click.echo(f"{name} {format_cards(hand.cards):<9} count {hand.count}{' (natural)' if hand.natural else ''}")
    for step in coup.steps:
        said = f" “{step.call}”" if step.call else ""
        click.echo(f"  {step.who} {step.act}{said}  [{step.source}]")
    click.echo(f"Outcome: {coup.outcome}")


def _deal_lines(rules: Ruleset, choices: Choices) -> None:
    if sys.stdin is None:
        raise Unreadable("there is no standard input to read coups from")
    failed = total = 0
    for raw in sys.stdin.buffer:
        line = raw.decode(errors="replace")
        if not line.strip():
            continue
        total += 1
        try:
            answer = _coup_facts(_play(rules, line, choices))
        except ThirdCardError as error:
            answer, failed = {"error": str(error)}, failed + 1
        click.echo(json_text(answer))
    if failed:
        raise CommandFailed(f"{failed} of {total} coups could not be dealt")


def _play(rules: Ruleset, text: str, choices: Choices) -> Coup:
    try:
        return play(rules, parse_cards(text), choices)
    except ChoiceMissing as error:
        raise Illegal(f"--{error.choice} is missing: {error.where} may draw or stand") from error


def _coup_facts(coup: Coup) -> dict[str, Any]:
    return {
        "player": _hand_facts(coup.player),
        "banker": _hand_facts(coup.banker),
        "steps": [{"who": str(s.who), "act": str(s.act), "call": s.call, "source": s.source} for s in coup.steps],
        "outcome": str(coup.outcome),
        "cards_used": coup.cards_used,
    }


def _hand_facts(hand: Hand) -> dict[str, Any]:
    cards = [str(card) for card in hand.cards]
    return {"cards": cards, "first_count": hand.first_count, "count": hand.count, "natural": hand.natural}


@commands.command()
@json_option
def check(as_json: bool) -> None:
    """Prove every ruleset complete and, where it claims one, equal to the reference tableau."""
    loaded = rulesets()
    check_rulesets(loaded)
    if as_json:
        print_json(
            [{"id": one.id, "claims": one.claims, "cells": 88, "calls": len(one.calls)} for one in loaded.values()]
        )
        return
    for one in loaded.values():
        claim = f"equal to the {one.claims} tableau" if one.claims else "claims no reference tableau"
        click.echo(f"{one.id:<18} complete: 88 cells, {_calls(one.calls)}; {claim}")
        for words in only_typed(one):
            click.echo(f"{'':<18} “{words}” is only asked typed: there are no wrong words to choose from")


def _calls(calls: tuple[Call, ...]) -> str:
    return "1 call" if len(calls) == 1 else f"{len(calls)} calls"
