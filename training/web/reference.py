"""The rules to read and to print, out of the same rulesets that questions are asked and graded by."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template

from training.quiz.explanations import ranges
from training.quiz.irregularity_words import rule_of
from training.quiz.payment_questions import payment_rule
from training.quiz.procedure_words import rule_of_procedure
from training.quiz.skills import PROCEDURES
from training.rules.calls import Call, Condition, Moment
from training.rules.ruleset import PayTable, Reference, Ruleset
from training.rules.tableau import Action, Provenance
from training.web.access import signed_in
from training.web.context import bank, rulesets
from training.web.glossed import term_id
from training.web.shown import marks, row_sentences, ruleset_tabs

blueprint = Blueprint("reference", __name__, url_prefix="/reference")

ACTIONS = {
    Action.DRAW: "draws a third card",
    Action.STAND: "stands",
    Action.OPTIONAL: "draws or stands, as the one who holds the hand chooses",
    Action.NATURAL: "natural: both hands stop",
}
MOMENTS = {
    Moment.BEFORE_DEAL: "just before the first card",
    Moment.INITIAL_COUNTS: "after the first four cards",
    Moment.PLAYER_LOOKS: "on looking at the Player’s hand",
    Moment.BANKER_LOOKS: "on looking at the Banker’s hand",
    Moment.PLAYER_ACTS: "at the Player’s turn",
    Moment.BANKER_ACTS: "at the Banker’s turn",
    Moment.RESULT: "at the end",
}
CONDITIONS = {
    Condition.DRAW: "the Player’s hand draws",
    Condition.STAND: "the Player’s hand stands",
    Condition.NATURAL: "an 8 or 9",
    Condition.PLAYER: "Player wins",
    Condition.BANKER: "Banker wins",
    Condition.TIE: "a tie",
}
_COUNTS = re.compile(r"\{\w+\}")
PLACE = re.compile(r", (row [0-7]|no third card|\(\d+\))$")
"""The end of a citation that says no more than the line it stands under."""
BANKER_CONDITIONS = {Condition.DRAW: "the Banker’s hand draws", Condition.STAND: "the Banker’s hand stands"}


@blueprint.get("")
@signed_in
def index() -> str:
    """List the rulesets."""
    return render_template("reference/index.html", rulesets=ruleset_tabs(list(rulesets().values())))


@blueprint.get("/glossary")
@signed_in
def glossary() -> str:
    """Explain the words of the trade."""
    letters = groupby(bank().glossary, lambda term: term.term[0].upper())
    terms = {letter: [(term_id(term), term) for term in some] for letter, some in letters}
    return render_template("reference/glossary.html", terms=terms)


@blueprint.get("/<ruleset>")
@signed_in
def ruleset(ruleset: str) -> str:
    """Show one ruleset: when hands draw, what is called, where it is written."""
    rules = rulesets()[ruleset]
    irregularities = [_special(f"({sub})", rule_of(rules, sub), each) for sub, each in rules.irregularities.items()]
    return render_template(
        "reference/page.html",
        ruleset=rules,
        sources=_sources(rules),
        player=_source_once(list(_player(rules))),
        marks=marks(rules),
        rows=_source_once(row_sentences(rules)),
        calls=[_call(call) for call in rules.calls],
        irregularities=_source_once(irregularities),
        others=[
            *(_procedure(rules, name) for name in rules.procedures),
            *_paid(rules.payment),
        ],
    )


def _player(rules: Ruleset) -> Iterator[dict[str, str]]:
    """The Player's rule, counts of one action and source together."""
    for (action, citation), run in groupby(enumerate(rules.player), lambda pair: (pair[1].action, pair[1].citation)):
        yield {"counts": ranges(count for count, _ in run), "action": ACTIONS[action], "citation": citation}


def _sources(rules: Ruleset) -> list[dict[str, str]]:
    """The texts that this ruleset cites; one that extends another may not need all of the other's."""
    cited = [rule.citation for rule in rules.player] + [rule.citation for _, _, rule in rules.tableau.cells()]
    cited += [citation for call in rules.calls for citation in (call.citation, call.repeat_citation)]
    references = [rules.counting, rules.outcome, *rules.procedures.values(), *rules.irregularities.values()]
    references += [rules.payment.reference] if rules.payment else []
    cited += [reference.citation for reference in references]
    return [
        {"id": source.id, "title": source.title, "text": source.note}
        for source in rules.sources
        if any(citation.startswith(source.title) for citation in cited)
    ]


def _source_once(rules: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The rules, and the source that most of them share; it is not repeated under each."""
    sources = [PLACE.sub("", rule["citation"]) for rule in rules]
    shared, times = Counter(sources).most_common(1)[0] if rules else ("", 0)
    if times < 2:
        return {"source": None, "rules": rules}
    own = [None if source == shared else rule["citation"] for rule, source in zip(rules, sources, strict=True)]
    return {"source": shared, "rules": [rule | {"citation": each} for rule, each in zip(rules, own, strict=True)]}


def _procedure(rules: Ruleset, name: str) -> dict[str, str | None]:
    return _special(PROCEDURES[name], rule_of_procedure(rules, name), rules.procedures[name])


def _special(name: str, sentence: str, reference: Reference) -> dict[str, str | None]:
    mark = None if reference.provenance is Provenance.TEXT else str(reference.provenance)
    return {"name": name, "sentence": sentence, "citation": reference.citation, "mark": mark}


def _paid(table: PayTable | None) -> list[dict[str, str | None]]:
    return [] if table is None else [_special("What is paid", payment_rule(table), table.reference)]


def _call(call: Call) -> dict[str, str | None]:
    conditions = CONDITIONS | (BANKER_CONDITIONS if call.at is Moment.BANKER_ACTS else {})
    when = MOMENTS[call.at] if call.when is Condition.ALWAYS else f"{MOMENTS[call.at]}: {conditions[call.when]}"
    return {
        "who": str(call.who),
        "when": when,
        "words": _COUNTS.sub("…", call.words),
        "gloss": call.gloss and _COUNTS.sub("…", call.gloss),
        "language": call.language,
        "citation": call.citation,
        "mark": None if call.provenance is Provenance.TEXT else str(call.provenance),
        "repeated_by": call.repeated_by and str(call.repeated_by),
    }
