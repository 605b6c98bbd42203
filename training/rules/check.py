"""Proving rulesets: each is complete, and where it claims a reference tableau, equal to it in all 88 cells.

The reference is written down here a second time on purpose: it is what the data files are checked against.
"""

from collections.abc import Iterator, Mapping

from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.tableau import Action, column_name

_CLASSICAL = """
0 D DDDDDDDDDD
1 D DDDDDDDDDD
2 D DDDDDDDDDD
3 D DDDDDDDDSD
4 D SSDDDDDDSS
5 D SSSSDDDDSS
6 S SSSSSSDDSS
7 S SSSSSSSSSS
"""
"""Banker's count, then no third card, then third cards 0–9. N.J.A.C. 13:69F-7.9 as told by [003]; 58 Pa. Code
§ 631a.11; the rows of [002]."""

REFERENCES: Mapping[str, tuple[str, ...]] = {
    "classical": tuple("".join(line.split()[1:]) for line in _CLASSICAL.strip().splitlines())
}
_PLAYER = "DDDDDDSSNN"
"""The Player's rule at 0–9 [002, 003]."""
_LETTERS = {"D": Action.DRAW, "S": Action.STAND, "N": Action.NATURAL}


def check_rulesets(rulesets: Mapping[str, Ruleset]) -> None:
    """Raise `Illegal` with a line for each cell that is not what its ruleset claims.

    Loading has already proved that no cell, rule or source is missing.
    """
    differences = [line for ruleset in rulesets.values() for line in differences_of(ruleset)]
    if differences:
        raise Illegal("\n".join(differences))


def differences_of(ruleset: Ruleset) -> list[str]:
    """Name every rule of a loaded ruleset that differs from the tableau it claims.

    One that came along with a base of the same claim is told of the base alone, where it has to be mended.
    """
    claims = ruleset.claims
    if claims is None:
        return []
    if claims not in REFERENCES:
        return [f"{ruleset.id}: claims: no reference tableau {claims!r}; there is {', '.join(REFERENCES)}"]
    base = ruleset.base if ruleset.base and ruleset.base.claims == claims else None
    told_of_base = set(_differing(base)) if base else set()
    return [f"{ruleset.id}: {line}" for line in _differing(ruleset) if line not in told_of_base]


def _differing(ruleset: Ruleset) -> Iterator[str]:
    for count, (rule, letter) in enumerate(zip(ruleset.player, _PLAYER, strict=True)):
        if rule.action is not _LETTERS[letter]:
            yield f"Player {count} is {rule.action}, the reference has {_LETTERS[letter]}"
    reference = "".join(REFERENCES[str(ruleset.claims)])
    for (banker, third, rule), letter in zip(ruleset.tableau.cells(), reference, strict=True):
        if rule.action is not _LETTERS[letter]:
            column = column_name(third)
            yield (
                f"cell {banker}/{column} (Banker {banker}, third card {column}) is {rule.action}, "
                f"the {ruleset.claims} tableau has {_LETTERS[letter]}"
            )


def only_typed(ruleset: Ruleset) -> tuple[str, ...]:
    """The words of the calls that nobody can be given a choice of: no wrong words, and no other call in the script."""
    return tuple(call.words for call in ruleset.calls if not call.wrong and "{player}" not in call.words)
