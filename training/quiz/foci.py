"""What a trainee may choose to practise: everything, a topic, one row of the tableau, one cell."""

from dataclasses import dataclass
from functools import cache

from training.quiz.call_skills import typed_skills
from training.quiz.owned import Skill
from training.quiz.practice import part_of
from training.quiz.skills import cell_title, skills_of
from training.quiz.subjects import BankerCell, Irregularity, Kind, ProcedureRule
from training.rules.errors import NotFound
from training.rules.ruleset import Ruleset
from training.rules.tableau import BANKER_COUNTS

EVERYTHING = "everything"
HARD_CELLS = "hard-cells"
TYPED = "typed"
COMMISSION = "commission"
HARD_ROWS = range(3, 7)
_TOPICS = {
    "natural": "Naturals",
    "player": "Player’s rule",
    "banker": "Banker’s rule, all 88 cells",
    "count": "Counting hands",
    "call": "Calls",
    "outcome": "Who wins",
    "irregularity": "Irregularities",
    "payment": "Payment",
}


@dataclass(frozen=True, slots=True)
class Focus:
    """One choice: `id` is kept with a drill, `group` is where it is offered, `skills` are what may be asked."""

    id: str
    title: str
    group: str
    skills: tuple[Skill, ...]


@cache
def foci_of(ruleset: Ruleset) -> dict[str, Focus]:
    """Every focus of a ruleset by its id, in the order in which they are offered."""
    skills = skills_of(ruleset)
    cells = [(skill, skill.subject) for skill in skills if isinstance(skill.subject, BankerCell)]
    hard = tuple(skill for skill, cell in cells if cell.banker in HARD_ROWS and cell.third is not None)
    foci = [Focus(EVERYTHING, "Everything", "All of it", skills)]
    topics = {path: tuple(one for one in skills if one.path.split("/")[0] == path) for path in _TOPICS}
    foci += [Focus(path, _TOPICS[path], "Topics", found) for path, found in topics.items() if found]
    typed = typed_skills(ruleset)
    if typed:
        foci.append(Focus(TYPED, "Calls, typed from memory", "Topics", typed))
    if ruleset.payment is not None and ruleset.payment.commission_percent:
        banker = tuple(one for one in skills if one.path == "payment/banker")
        foci.append(Focus(COMMISSION, f"The {ruleset.payment.commission_percent} % drill", "Topics", banker))
    procedure = tuple(one for one in skills if one.kind is Kind.PROCEDURE)
    if procedure:
        foci.append(Focus("procedure", "The procedure of the shoe", "Topics", procedure))
    foci.append(Focus(HARD_CELLS, "The hard forty: Banker 3–6, Player drew", "Topics", hard))
    rows = {f"banker/{banker}": f"Banker {banker}" for banker in BANKER_COUNTS}
    foci += [
        Focus(row, name, "One row", tuple(one for one in skills if part_of(one) == row)) for row, name in rows.items()
    ]
    special = [one for one in skills if isinstance(one.subject, Irregularity | ProcedureRule)]
    foci += [Focus(one.path, one.title, "One rule", (one,)) for one in special]
    foci += [Focus(one.path, cell_title(cell.banker, cell.third), "One cell", (one,)) for one, cell in cells]
    return {focus.id: focus for focus in foci}


def focus_of(ruleset: Ruleset, focus_id: str) -> Focus:
    """The focus of this id; `NotFound` when the ruleset has none such."""
    foci = foci_of(ruleset)
    if focus_id not in foci:
        raise NotFound(f"there is nothing to practise called {focus_id!r} in {ruleset.title}")
    return foci[focus_id]
