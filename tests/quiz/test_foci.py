"""What can be practised: everything, a topic, a row, a cell."""

import re
from collections import Counter

import pytest

from training.quiz.foci import foci_of, focus_of
from training.quiz.skills import BankerCell, skills_of
from training.rules.errors import NotFound
from training.rules.rulesets import load_rulesets

RULESETS = load_rulesets()


@pytest.fixture(params=list(RULESETS))
def ruleset(request):
    return RULESETS[request.param]


def test_the_foci_are_offered_in_their_groups(ruleset):
    """Is there everything, then topics, eight rows, single rules where there are any, and 88 cells?"""
    groups = Counter(focus.group for focus in foci_of(ruleset).values())
    assert [group for group in groups if group != "One rule"] == ["All of it", "Topics", "One row", "One cell"]
    assert (groups["All of it"], groups["One row"], groups["One cell"]) == (1, 8, 88)
    assert groups["Topics"] >= 6


def test_every_focus_has_something_to_ask(ruleset):
    """Can no drill be begun that has no questions (A33)?"""
    assert [focus.id for focus in foci_of(ruleset).values() if not focus.skills] == []


def test_ids_and_titles_are_told_apart(ruleset):
    """Can each choice stand in an address and be told from the others?"""
    foci = foci_of(ruleset)
    assert [id for id, focus in foci.items() if id != focus.id or not re.fullmatch(r"[a-z0-9/-]+", id)] == []
    assert len({(focus.group, focus.title) for focus in foci.values()}) == len(foci)


def test_everything_is_everything(ruleset):
    """Does the widest focus leave nothing out, and do the topics together?"""
    foci = foci_of(ruleset)
    assert foci["everything"].skills == skills_of(ruleset)
    topics = [focus for focus in foci.values() if focus.group == "Topics"]
    assert {skill for focus in topics for skill in focus.skills} >= set(skills_of(ruleset))


def test_a_row_has_eleven_cells_and_a_cell_is_one(ruleset):
    """Does each row hold its own cells and no others?"""
    foci = foci_of(ruleset)
    assert len(foci["banker"].skills) == 88
    for banker in range(8):
        cells = [skill.subject for skill in foci[f"banker/{banker}"].skills]
        assert cells == [BankerCell(banker, third) for third in (None, *range(10))]
    assert foci["banker/4/none"].skills[0].subject == BankerCell(4, None)
    assert foci["banker/4/0"].skills[0].subject == BankerCell(4, 0)
    assert foci["banker/4/none"].title == "Banker 4, no third card"


def test_the_hard_forty_are_forty(ruleset):
    """Are they the cells of Banker 3 to 6 where the Player drew?"""
    cells = {(skill.subject.banker, skill.subject.third) for skill in foci_of(ruleset)["hard-cells"].skills}
    assert cells == {(banker, third) for banker in (3, 4, 5, 6) for third in range(10)}


def test_a_ruleset_that_extends_another_is_practised_under_the_same_names():
    """Does `banker/4` in New Jersey ask the cells that belong to punto banco?"""
    skills = focus_of(RULESETS["nj-minibaccarat"], "banker/4").skills
    assert skills[0].id == "punto-banco/banker/4/none"
    assert len(skills) == 11


@pytest.mark.parametrize(
    "wrong", ["", "bank", "banker/", "banker/8", "banker/4/10", "Banker", "punto-banco/banker/4", "banker/4/none ", "✗"]
)
def test_an_unknown_focus_is_not_found(wrong):
    """Is a name that was not offered named back, and never read as the beginning of another?"""
    with pytest.raises(NotFound, match=f"'{wrong}' in Punto banco"):
        focus_of(RULESETS["punto-banco"], wrong)
