"""What pages show of cards and rules. Cards and tableaus are drawn once and kept: they depend on nothing else."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup

from training.quiz.explanations import none_sentence, row_sentence
from training.quiz.questions import Facts
from training.quiz.skills import cell_title
from training.quiz.wording import counts_at, line_said
from training.rules.cards import NUMBER_WORDS, Card, parse_card, point_count
from training.rules.irregularities import CuttingCard, Event
from training.rules.payment import format_amount
from training.rules.ruleset import Ruleset
from training.rules.tableau import BANKER_COUNTS, THIRDS, Action, Provenance, Rule, column_words

LETTERS = {Action.DRAW: "D", Action.STAND: "S", Action.OPTIONAL: "Op"}
COLUMNS = [{"text": "–" if third is None else str(third), "label": column_words(third)} for third in THIRDS]
DEFAULT_RULESET = "punto-banco"
"""The ruleset that pages open with."""
KEPT_TABLEAUS = 512
"""More than the cells of all rulesets, each lit once."""

Cell = tuple[int, int | None]


def configure_drawing(app: Flask) -> None:
    """Let templates draw cards and lit tableaus out of the store."""
    app.jinja_env.globals.update(drawn_card=drawn_card, drawn_tableau=drawn_tableau)


@cache
def drawn_card(text: str, third: bool) -> Markup:
    """One card as SVG."""
    card = parse_card(text)
    shown = {"rank": str(card.rank), "suit": str(card.suit), "label": card_label(card)}
    return _macro("components/card.html", "card")(shown, third=third)


@lru_cache(maxsize=KEPT_TABLEAUS)
def drawn_tableau(ruleset: Ruleset, lit: Cell | None) -> Markup:
    """The 88 cells of a ruleset, one of them lit."""
    return _macro("components/tableau.html", "tableau")(rule_grid(ruleset, lit))


def _macro(template: str, name: str) -> Callable[..., Markup]:
    macro: Callable[..., Markup] = getattr(current_app.jinja_env.get_template(template).module, name)
    return macro


def card_label(card: Card) -> str:
    """A card as it is read aloud: `queen of hearts, counts zero`."""
    return f"{card.words}, counts {NUMBER_WORDS[card.value]}"


def hands(facts: Facts, *, show_counts: bool) -> list[dict[str, Any]]:
    """Both hands; the count of the cards that lie there only when it is wanted; cards in excess where they lie."""
    where = _LIES_WITH.get(facts.irregular.event) if facts.irregular else None
    return [
        {
            "name": name,
            "cards": [str(card) for card in (*cards, *_in_line(facts, name))],
            "upright": bool(_in_line(facts, name)),
            "count": point_count(cards) if show_counts and cards else None,
            "asked": facts.hand == name.lower(),
            "extra": [str(card) for card in facts.irregular.extra] if facts.irregular and where == name else [],
        }
        for name, cards in (("Player", facts.player), ("Banker", facts.banker))
    ]


_LIES_WITH = {
    Event.BANKER_TOO_MANY: "Banker",
    Event.BANKER_DREW_TWO: "Banker",
    Event.BANKER_DREW_FOR_HIMSELF: "Banker",
    Event.CARD_AFTER_STAY: "Player",
}


def _in_line(facts: Facts, name: str) -> tuple[Card, ...]:
    """A third card of the initial deal lies beside the others: nobody can tell which one is too many."""
    three = facts.irregular is not None and facts.irregular.event is Event.PLAYER_THREE and name == "Player"
    return facts.irregular.extra if facts.irregular and three else ()


_CUTTING_CARD = {
    CuttingCard.IN_SHOE: "in the shoe",
    CuttingCard.EXPOSED: "exposed in the shoe",
    CuttingCard.DRAWN: "drawn",
}


def beside_the_hands(facts: Facts) -> dict[str, Any] | None:
    """What else lies on the table: cards at the shoe, face up or down, the cutting card, the discard bucket."""
    if facts.shown:
        return {
            "name": "Face up at the shoe",
            "cards": [str(card) for card in facts.shown],
            "face_down": 0,
            "cutting_card": None,
            "bucket": False,
        }
    wrong = facts.irregular
    if wrong is None:
        return None
    undisclosed = wrong.event is Event.EXCESS_UNDISCLOSED
    return {
        "name": "Face down beside the shoe" if undisclosed else "Face up at the shoe",
        "cards": [str(card) for card in wrong.extra] if wrong.event is Event.CARD_FACE_UP else [],
        "face_down": len(wrong.extra) if undisclosed else 0,
        "cutting_card": _CUTTING_CARD[wrong.cutting_card],
        "bucket": True,
    }


def said_shown(ruleset: Ruleset | None, facts: Facts) -> list[dict[str, Any]]:
    """What was said, with its language and meaning where it is a line of the script."""
    shown = []
    for said in facts.said:
        call = line_said(ruleset, facts, said.call) if ruleset else None
        spoken = {"lang": call.language, "gloss": call.glossed(*counts_at(call.at, facts))} if call else {}
        shown.append({"who": said.who, "call": said.call, **spoken})
    return shown


def wagers_shown(facts: Facts) -> list[dict[str, Any]]:
    """What lies on the boxes, seat by seat, the one that is asked about marked."""
    return [
        {
            "seat": wager.seat,
            "on": wager.on.capitalize(),
            "stake": format_amount(wager.stake),
            "asked": wager.seat == facts.seat and facts.on in (wager.on, None),
        }
        for wager in facts.wagers
    ]


def rule_grid(ruleset: Ruleset, lit: Cell | None = None) -> dict[str, Any]:
    """The tableau as the reference and the verdict show it."""
    return _grid(
        ruleset,
        f"{ruleset.title}: what the Banker does",
        lambda cell, rule: {
            "tone": str(rule.action),
            "lit": cell == lit,
            "label": f"{cell_title(*cell)}: {rule.action}",
            "mark": "r" if rule.provenance is Provenance.RECONSTRUCTED else "",
            "href": None,
        },
        lit_row=lit[0] if lit else None,
    )


def heat_grid(ruleset: Ruleset, caption: str, shown: Mapping[Cell, dict[str, Any]]) -> dict[str, Any]:
    """The tableau as a map of what somebody knows; `shown` has tone, label and link of each cell."""
    return _grid(ruleset, caption, lambda cell, _: {"lit": False, "mark": "", **shown[cell]}, lit_row=None)


def _grid(
    ruleset: Ruleset, caption: str, show: Callable[[Cell, Rule], dict[str, Any]], *, lit_row: int | None
) -> dict[str, Any]:
    def cell(banker: int, third: int | None) -> dict[str, Any]:
        rule = ruleset.tableau.cell(banker, third)
        return {"text": LETTERS[rule.action], **show((banker, third), rule)}

    rows = [
        {"banker": banker, "lit": banker == lit_row, "cells": [cell(banker, third) for third in THIRDS]}
        for banker in BANKER_COUNTS
    ]
    return {"caption": caption, "columns": COLUMNS, "rows": rows}


def marks(ruleset: Ruleset) -> str | None:
    """What a reader must know about how well the rules are founded; None when all cells stand in a text."""
    reconstructed = sum(rule.provenance is Provenance.RECONSTRUCTED for _, _, rule in ruleset.tableau.cells())
    if not reconstructed:
        return None
    if reconstructed == len(BANKER_COUNTS) * len(THIRDS):
        return "The whole tableau is reconstructed; its text was not seen."
    return f"{reconstructed} of 88 cells are reconstructed; their text was not seen."


def ruleset_tabs(rulesets: Sequence[Ruleset]) -> list[dict[str, Any]]:
    """The rulesets to choose from, the usual one first."""
    return [
        {"id": one.id, "title": one.title, "version": one.version, "game": one.game, "marks": marks(one)}
        for one in sorted(rulesets, key=lambda one: one.id != DEFAULT_RULESET)
    ]


def row_sentences(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The tableau in words: a sentence each row, and the column of no third card; every source that a cell names."""
    column = [rule.citation.rpartition(", row ")[0] for rule in (row[0] for row in ruleset.tableau.rows)]
    none = {"banker": "–", "sentence": none_sentence(ruleset), "citation": _each_once(column, ", no third card")}
    return [none] + [
        {
            "banker": banker,
            "sentence": row_sentence(ruleset, banker),
            "citation": _each_once(
                [rule.citation.rpartition(", ")[0] for rule in ruleset.tableau.rows[banker][1:]], ""
            ),
        }
        for banker in BANKER_COUNTS
    ]


def _each_once(citations: list[str], place: str) -> str:
    return "; ".join(f"{citation}{place}" for citation in dict.fromkeys(citations))
