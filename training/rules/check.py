"""Proving rulesets: each is complete, and where it claims a reference tableau, equal to it in all 88 cells.

The reference is written down here a second time on purpose: it is what the data files are checked against.
"""

from collections.abc import Mapping

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


def check_ruleset(ruleset: Ruleset) -> None:
    """Raise `Illegal` naming the first thing that is wrong with a loaded ruleset: the claim, or the cell."""
    if ruleset.claims is None:
        return
    if ruleset.claims not in REFERENCES:
        raise Illegal(
            f"{ruleset.id}: claims: no reference tableau '{ruleset.claims}'; there is {', '.join(REFERENCES)}"
        )
    for count, (rule, letter) in enumerate(zip(ruleset.player, _PLAYER, strict=True)):
        if rule.action is not _LETTERS[letter]:
            raise Illegal(f"{ruleset.id}: Player {count} is {rule.action}, the reference has {_LETTERS[letter]}")
    reference = "".join(REFERENCES[ruleset.claims])
    for (banker, third, rule), letter in zip(ruleset.tableau.cells(), reference, strict=True):
        if rule.action is not _LETTERS[letter]:
            raise Illegal(
                f"{ruleset.id}: cell {banker}/{column_name(third)} (Banker {banker}, third card {column_name(third)}) "
                f"is {rule.action}, the {ruleset.claims} tableau has {_LETTERS[letter]}"
            )


def check_rulesets(rulesets: Mapping[str, Ruleset]) -> None:
    """Check all; loading has already proved that no cell, rule or source is missing."""
    for ruleset in rulesets.values():
        check_ruleset(ruleset)
