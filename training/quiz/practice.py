"""What to ask next in a drill, and how well a skill stands: pure functions over what was answered."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum, unique
from random import Random

from training.quiz.grading import Result
from training.quiz.owned import Skill
from training.quiz.subjects import Kind
from training.rules.errors import Illegal


class NothingLeft(Illegal):
    """Nothing is left to ask: the drill is at its end, or all of it was withdrawn."""


SURE_AFTER = 3
"""After so many right answers in a row a skill counts as known (Rawson & Dunlosky 2011)."""


@unique
class Standing(StrEnum):
    """How a skill stands, judged by its last answers."""

    UNSEEN = "unseen"
    WEAK = "weak"
    LEARNING = "learning"
    SURE = "sure"


def standing(results: Sequence[Result]) -> Standing:
    """Judge all answers to one skill, oldest first: weak when the last one failed, sure after three right running."""
    if not results:
        return Standing.UNSEEN
    if results[-1] is not Result.RIGHT:
        return Standing.WEAK
    last = results[-SURE_AFTER:]
    return Standing.SURE if len(last) == SURE_AFTER and set(last) == {Result.RIGHT} else Standing.LEARNING


def part_of(skill: Skill) -> str:
    """The part of the game a skill belongs to: `natural`, `player`, `banker/4`, `count`, `call`, `procedure`, …"""
    if skill.kind is Kind.PROCEDURE:
        return "procedure"
    steps = skill.path.split("/")
    return "/".join(steps[:2]) if steps[0] == "banker" else steps[0]


def choose_skill(
    skills: Sequence[Skill], asked: Mapping[str, int], right: Mapping[str, int], last: str | None, rng: Random
) -> Skill:
    """The skill to ask next: of a part asked least often so far, one with the fewest right answers.

    `asked` and `right` count the answers of this drill by skill id. Ties are broken by chance, among parts first: a
    part is a row or a topic, so that 88 cells do not crowd out the rest. The parts take turns whatever is answered, so
    that nobody lingers in one they cannot do; within a part, what went wrong comes again soon, but the last skill does
    not come twice running where there is another.
    """
    others = [skill for skill in skills if skill.id != last] or list(skills)
    if not others:
        raise NothingLeft("everything that could be asked here was withdrawn")
    parts: dict[str, list[Skill]] = {}
    for skill in others:
        parts.setdefault(part_of(skill), []).append(skill)
    asked_in: Counter[str] = Counter()
    for skill in skills:
        asked_in[part_of(skill)] += asked.get(skill.id, 0)
    fewest = min(asked_in[part] for part in parts)
    chosen = parts[rng.choice([part for part in parts if asked_in[part] == fewest])]
    fewest = min(right.get(skill.id, 0) for skill in chosen)
    return rng.choice([skill for skill in chosen if right.get(skill.id, 0) == fewest])
