"""From a TOML document to a `Ruleset`: every field checked, every problem kept, so that a file is mended in one go."""

import re
from collections.abc import Sequence
from typing import Any

from training.rules.call_reading import read_calls
from training.rules.calls import Condition, Moment, Who
from training.rules.cards import NATURAL
from training.rules.reader import RULE_FIELDS, Reader
from training.rules.ruleset import PayTable, Reference, Rounding, Ruleset
from training.rules.shoe import DECK, MOST_DECKS, Procedure
from training.rules.tableau import (
    BANKER_COUNTS,
    DECISIONS,
    POINT_COUNTS,
    THIRDS,
    Action,
    Provenance,
    Rule,
    Tableau,
    column_name,
    column_words,
)

SECTIONS = ("player", "banker", "call", "counting", "outcome", "procedure", "irregularity", "payment")
PROCEDURES = ("burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets")
SUBREGULATIONS = range(1, 12)
_FACTS = ("title", "game", "jurisdiction", "version")
_FIELDS = ("id", *_FACTS, "decks", "dealt_by", "claims", "extends", "inherits", "source", "numbers", *SECTIONS)
_PRICE = re.compile("([1-9][0-9]{0,3}):([1-9][0-9]{0,3})")
_NATURALS = [str(count) for count in POINT_COUNTS if count >= NATURAL]


def read_ruleset(
    ruleset_id: str,
    document: dict[str, Any],
    *,
    own: dict[str, Any],
    base: Ruleset | None,
    fingerprint: str,
    whole: bool = True,
) -> tuple[Ruleset | None, list[str]]:
    """Make a ruleset of a merged document (`own` is the file's part of it), or tell all that is wrong with it.

    Of a document that is not `whole`, since what it extends cannot be read, nothing is told to be missing.
    """
    reader = Reader(document, whole=whole)
    reader.unknown_fields("", own, _FIELDS)
    if own.get("id") != ruleset_id:
        reader.wrong("id", own.get("id"), f"'{ruleset_id}', the name of the file")
    facts = {name: reader.text(document, "", name) for name in _FACTS}
    decks = reader.number(document, "", "decks", 1, MOST_DECKS)
    dealt_by = reader.word(document, "", "dealt_by", Who)
    claims = reader.text(document, "", "claims") if "claims" in document else None
    sources = reader.sources()
    player = _player(reader)
    rows = _banker(reader)
    calls = read_calls(reader, dealt_by)
    procedure, procedures = _procedure(reader)
    if procedure and 2 * procedure.cut_from_either_end > decks * DECK:
        expected = f"half of {decks * DECK} cards at the most"
        reader.wrong("procedure.cut_from_either_end", procedure.cut_from_either_end, expected)
    irregularities = _irregularities(reader)
    asked_for = {call.when for call in calls if call.at is Moment.PLAYER_LOOKS}
    if irregularities and not asked_for >= {Condition.DRAW, Condition.STAND}:
        reader.problems.append(
            "irregularity: turns on what is said; expected calls at player-looks when draw and stand as well"
        )
    payment = _payment(reader)
    counting, outcome = (reader.reference(key, document) for key in ("counting", "outcome"))
    if reader.problems or not whole:
        return None, reader.problems
    ruleset = Ruleset(
        id=ruleset_id,
        **facts,
        decks=decks,
        dealt_by=dealt_by,
        sources=sources,
        player=player,
        tableau=Tableau(rows),
        calls=calls,
        counting=counting,
        procedure=procedure,
        procedures=procedures,
        irregularities=irregularities,
        payment=payment,
        outcome=outcome,
        claims=claims,
        base=base,
        fingerprint=fingerprint,
    )
    return ruleset, []


def _procedure(reader: Reader) -> tuple[Procedure | None, dict[str, Reference]]:
    """The shoe's procedure: its two distances, and where each of its rules stands."""
    if "procedure" not in reader.document:
        return None, {}
    section = reader.table(reader.document, "", "procedure")
    distances = ("cut_from_either_end", "cutting_card_from_back")
    reader.unknown_fields("procedure.", section, (*distances, *PROCEDURES))
    cards = {name: reader.number(section, "procedure.", name, 1, DECK) for name in distances}
    references = {name: reader.reference(name, section, "procedure.") for name in PROCEDURES}
    return Procedure(**cards), references


def _irregularities(reader: Reader) -> dict[int, Reference]:
    """Where each subregulation on irregularities stands, all of them or none."""
    if "irregularity" not in reader.document:
        return {}
    section = reader.table(reader.document, "", "irregularity")
    subs = [str(sub) for sub in SUBREGULATIONS]
    reader.unknown_fields("irregularity.", section, subs)
    return {int(sub): reader.reference(sub, section, "irregularity.") for sub in subs}


def _player(reader: Reader) -> tuple[Rule, ...]:
    section = reader.table(reader.document, "", "player")
    counts = [str(count) for count in POINT_COUNTS]
    _no_other(reader, "player.", section, counts, "a point count, 0 to 9")
    rules = tuple(reader.rule(section, "player.", count, _actions(natural=count in _NATURALS), "") for count in counts)
    for action in DECISIONS:
        if reader.whole and action not in [rule.action for rule in rules]:
            reader.problems.append(
                f"player: no count has {action}; expected at least one to draw on and one to stand on"
            )
    return rules


def _banker(reader: Reader) -> tuple[tuple[Rule, ...], ...]:
    section = reader.table(reader.document, "", "banker")
    _no_other(reader, "banker.", section, [str(count) for count in BANKER_COUNTS], "a two-card count, 0 to 7")
    return tuple(_row(reader, section, count) for count in BANKER_COUNTS)


def _row(reader: Reader, section: dict[str, Any], count: int) -> tuple[Rule, ...]:
    path = f"banker.{count}."
    row = reader.table(section, "banker.", str(count))
    columns = {third: column_name(third) for third in THIRDS}
    _no_other(reader, path, row, list(columns.values()), "none or the value of a third card, 0 to 9")
    defaults = {key: section[key] for key in RULE_FIELDS if key in section}
    return tuple(
        reader.rule({**defaults, **row}, path, column, _actions(natural=False), f", row {count}, {column_words(third)}")
        for third, column in columns.items()
    )


def _no_other(reader: Reader, path: str, table: dict[str, Any], keys: Sequence[str], expected: str) -> None:
    for key in table:
        if key not in keys and key not in RULE_FIELDS:
            reader.problems.append(f"{path}{key}: no such key; expected {expected}")


def _payment(reader: Reader) -> PayTable | None:
    """What wagers are paid; a ruleset whose sources say nothing of it has no payment."""
    if "payment" not in reader.document:
        return None
    section = reader.table(reader.document, "", "payment")
    boxes = ("player", "banker", "tie")
    reader.unknown_fields(
        "payment.", section, (*boxes, "commission_percent", "rounding", "smallest_chip", *RULE_FIELDS)
    )
    return PayTable(
        prices={box: _price(reader, section, box) for box in boxes},
        commission_percent=reader.number(section, "payment.", "commission_percent", 0, 25),
        rounding=reader.word(section, "payment.", "rounding", Rounding),
        smallest_chip=reader.number(section, "payment.", "smallest_chip", 1, 1_000_000),
        reference=Reference(
            reader.citation(section.get("source"), "payment."),
            reader.word(section, "payment.", "provenance", Provenance),
        ),
    )


def _price(reader: Reader, section: dict[str, Any], box: str) -> tuple[int, int]:
    """`8:1` as (win, stake)."""
    if found := _PRICE.fullmatch(str(section.get(box, ""))):
        return int(found[1]), int(found[2])
    reader.wrong(f"payment.{box}", section.get(box), "a price such as 8:1")
    return 1, 1


def _actions(*, natural: bool) -> tuple[Action, ...]:
    return (Action.NATURAL,) if natural else (Action.DRAW, Action.STAND, Action.OPTIONAL)
