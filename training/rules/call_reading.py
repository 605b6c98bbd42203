"""Reading the script of announcements out of a ruleset's document."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import Formatter
from typing import Any

from training.rules.calls import (
    ACTS,
    CONDITIONS,
    COUNT_FIELDS,
    FIGURES,
    LOOKS,
    SPOKEN,
    Call,
    Condition,
    Moment,
    Who,
)
from training.rules.reader import RULE_FIELDS, Reader, listed
from training.rules.tableau import Provenance

WORDING = ("wrong", "variants", "required", "forbidden", "gloss")
"""What goes with the words of a call, and has no sense with others."""
_FIELDS = ("who", "at", "when", "words", "language", *WORDING, "repeated_by", "repeat_source", "asked", *RULE_FIELDS)

_WRONG_WORDS = 3


def read_calls(reader: Reader, dealt_by: Who) -> tuple[Call, ...]:
    """The script of a ruleset, in the order of the moments."""
    spoken = {**SPOKEN, **_numbers(reader)}
    section = reader.document.get("call", {})
    if not isinstance(section, dict):
        reader.wrong("call", section, "a table of calls by id")
        return ()
    calls = [_call(reader, key, reader.table(section, "call.", key), dealt_by, spoken) for key in section]
    _complete_looks(reader, calls)
    acts = [(call.at, call.when) for call in calls if call.at in ACTS]
    for at, when in sorted(set(acts)):
        if acts.count((at, when)) > 1:
            reader.problems.append(
                f"call: {acts.count((at, when))} calls at {at} when {when}; expected one at the most"
            )
    calls = [_with_wrong_words(call, calls) for call in calls]
    return tuple(sorted(calls, key=lambda call: list(Moment).index(call.at)))


def _with_wrong_words(call: Call, script: Sequence[Call]) -> Call:
    """Where no wrong words are given, those of other calls are: first of the same part of the coup, then of any."""
    if call.wrong or "{player}" in call.words:
        return call
    others = [one for one in script if (one.at, one.when) != (call.at, call.when)]
    near = [one.words for one in others if _part(one.at) == _part(call.at)]
    far = [one.words for one in others if _part(one.at) != _part(call.at) and "{" not in one.words]
    words = [one for one in dict.fromkeys((*near, *far)) if one != call.words]
    return replace(call, wrong=tuple(words[:_WRONG_WORDS]))


def _part(moment: Moment) -> tuple[Moment, ...]:
    return next((part for part in (LOOKS, ACTS) if moment in part), (moment,))


def _numbers(reader: Reader) -> dict[str, tuple[str, ...]]:
    """The words of a house for 0 to 9, by the language of its calls."""
    if "numbers" not in reader.document:
        return {}
    section = reader.table(reader.document, "", "numbers")
    found = {}
    for language in section:
        words = section[language]
        texts = isinstance(words, list) and all(isinstance(word, str) and word.isalpha() for word in words)
        if texts and len(words) == len(set(words)) == len(FIGURES):
            found[language] = tuple(words)
        else:
            reader.wrong(f"numbers.{language}", words, "ten different words, for 0 to 9")
    return found


def _complete_looks(reader: Reader, calls: Sequence[Call]) -> None:
    """Where a patron speaks on looking at a hand, he has words for everything he may see there."""
    for at in LOOKS:
        spoken = {call.when for call in calls if call.at is at}
        for when in CONDITIONS[at]:
            if spoken and when not in spoken:
                reader.problems.append(f"call: nothing is said at {at} when {when}; expected a call for each condition")


def _call(reader: Reader, key: str, table: dict[str, Any], dealt_by: Who, spoken: Mapping[str, Sequence[str]]) -> Call:
    path = f"call.{key}."
    reader.unknown_fields(path, table, _FIELDS)
    who = reader.word(table, path, "who", Who)
    at = reader.word(table, path, "at", Moment)
    when = reader.word({"when": Condition.ALWAYS, **table}, path, "when", Condition)
    if when not in CONDITIONS[at]:
        reader.wrong(f"{path}when", str(when), f"one of {listed(CONDITIONS[at])} at the moment {at}")
    if at in LOOKS and who is Who.DEALER:
        reader.wrong(f"{path}who", str(who), f"a patron, who looks at his hand, at the moment {at}")
    if at in ACTS and who is not dealt_by:
        reader.wrong(f"{path}who", str(who), f"'{dealt_by}', who deals, at the moment {at}")
    repeated_by = reader.word(table, path, "repeated_by", Who) if "repeated_by" in table else None
    wrong, variants = reader.texts(table, path, "wrong"), reader.texts(table, path, "variants")
    asked = table.get("asked", True)
    if not isinstance(asked, bool):
        reader.wrong(f"{path}asked", asked, "true or false")
    words, required = reader.text(table, path, "words"), reader.texts(table, path, "required")
    gloss = reader.text(table, path, "gloss") if "gloss" in table else None
    for template in (words, *wrong, *variants, *required):
        _fields(reader, f"{path}words", template)
    _fields(reader, f"{path}gloss", gloss or "")
    language = reader.text(table, path, "language") if "language" in table else "en"
    citation = reader.citation(table.get("source"), path)
    return Call(
        id=key,
        who=who,
        at=at,
        when=when,
        words=words,
        wrong=wrong,
        variants=variants,
        required=required,
        forbidden=reader.texts(table, path, "forbidden"),
        gloss=gloss,
        language=language,
        numbers=tuple(spoken.get(language, FIGURES)),
        repeated_by=repeated_by,
        asked=bool(asked),
        citation=citation,
        repeat_citation=reader.citation(table["repeat_source"], path) if "repeat_source" in table else citation,
        provenance=reader.word(table, path, "provenance", Provenance),
    )


def _fields(reader: Reader, key: str, template: str) -> None:
    try:
        parts = Formatter().parse(template)
        names = {f"{name}{spec}{conversion or ''}" for _, name, spec, conversion in parts if name is not None}
    except ValueError:
        names = {template}
    if not names <= set(COUNT_FIELDS):
        reader.wrong(key, template, f"no braces but {', '.join(COUNT_FIELDS)}")
