"""Skills: which there are, what they are called, and whose they are."""

import re

import pytest

from training.quiz.skills import Kind, Skill, cell_title, matching_skills, skills_by_id, skills_of
from training.rules.errors import NotFound

ALL = ("punto-banco", "nj-minibaccarat", "nz-mini-1994", "chemin-de-fer")
COLUMNS = ("none", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
DRAWING = [
    "natural",
    *(f"player/{count}" for count in range(8)),
    *(f"banker/{banker}/{third}" for banker in range(8) for third in COLUMNS),
    "count",
]
CALLS = {
    "punto-banco": [
        "initial-counts",
        "player-draws",
        "player-stands",
        "banker-draws",
        "banker-stands",
        "player-wins",
        "banker-wins",
        "tie",
    ],
    "nj-minibaccarat": [],
    "nz-mini-1994": ["no-more-bets"],
    "chemin-de-fer": [
        *(f"dominant-player/{count}" for count in range(10)),
        *(f"banker/{count}" for count in range(10)),
        "dealer/card",
        "dealer/stay",
        "dealer/natural",
        "dealer/under-8",
        "who/first",
        "who/repeat",
        "who/answer",
    ],
}
COUP = ("natural", "player", "banker", "count", "call", "outcome")
"""The parts of a coup; irregularities and procedure are tested beside their own modules."""


def skills_of_a_coup(ruleset) -> list[Skill]:
    return [skill for skill in skills_of(ruleset) if skill.path.split("/")[0] in COUP]


OWNERS = {
    "punto-banco": ("punto-banco", "punto-banco"),
    "nj-minibaccarat": ("punto-banco", "nj-minibaccarat"),
    "nz-mini-1994": ("punto-banco", "nz-mini-1994"),
    "chemin-de-fer": ("chemin-de-fer", "chemin-de-fer"),
}
"""Whose the drawing rules are, and whose the calls."""


@pytest.mark.parametrize("ruleset", ALL)
def test_a_ruleset_has_these_skills_in_the_order_of_a_coup(rulesets, ruleset):
    """What can be known of each ruleset, under which ids?"""
    drawing, calls = OWNERS[ruleset]
    assert [skill.id for skill in skills_of_a_coup(rulesets[ruleset])] == [
        *(f"{drawing}/{path}" for path in DRAWING),
        *(f"{calls}/call/{path}" for path in CALLS[ruleset]),
        f"{drawing}/outcome",
    ]


@pytest.mark.parametrize(
    ("ruleset", "number"),
    [("punto-banco", 107), ("nj-minibaccarat", 99), ("nz-mini-1994", 100), ("chemin-de-fer", 126)],
)
def test_a_ruleset_has_so_many_skills_and_no_id_or_title_twice(rulesets, ruleset, number):
    """Is each skill one thing, told apart from all others?"""
    skills = skills_of_a_coup(rulesets[ruleset])
    assert len(skills) == number
    assert len({skill.id for skill in skills}) == number
    assert len({skill.title for skill in skills}) == number
    assert {skill.id: skill for skill in skills}.items() <= skills_by_id(rulesets[ruleset]).items()


@pytest.mark.parametrize("ruleset", ALL)
def test_the_kind_of_a_skill_follows_from_its_path(rulesets, ruleset):
    """Does each skill want the sort of answer its name promises?"""
    kinds = {
        "natural": Kind.NATURAL,
        "player": Kind.ACTION,
        "banker": Kind.ACTION,
        "count": Kind.COUNT,
        "call": Kind.CALL,
        "outcome": Kind.OUTCOME,
    }
    for skill in skills_of_a_coup(rulesets[ruleset]):
        assert skill.kind is kinds[skill.path.split("/")[0]]
        assert skill.id.endswith(f"/{skill.path}")


@pytest.mark.parametrize("ruleset", ALL)
def test_skill_ids_can_stand_in_addresses(rulesets, ruleset):
    """Is every id made of plain letters, digits, dashes and slashes?"""
    assert [s.id for s in skills_of(rulesets[ruleset]) if not re.fullmatch(r"[a-z0-9-]+(/[a-z0-9-]+)+", s.id)] == []


@pytest.mark.parametrize(
    ("banker", "third", "title"),
    [(4, None, "Banker 4, no third card"), (4, 0, "Banker 4, third card 0"), (3, 8, "Banker 3, third card 8")],
)
def test_a_cell_has_a_name_for_people(banker, third, title):
    """Is a card worth zero named apart from no card?"""
    assert cell_title(banker, third) == title


@pytest.mark.parametrize(
    ("ruleset", "prefix", "number"),
    [
        ("punto-banco", "", 107),
        ("punto-banco", "punto-banco/", 107),
        ("punto-banco", "punto-banco/banker", 88),
        ("punto-banco", "banker/4/", 11),
        ("punto-banco", "banker/4/none", 1),
        ("punto-banco", "punto-banco/banker/4/0", 1),
        ("punto-banco", "player", 8),
        ("punto-banco", "call", 8),
        ("punto-banco", "natural", 1),
        ("nj-minibaccarat", "nj-minibaccarat/banker/4", 11),
        ("nj-minibaccarat", "punto-banco/banker/4", 11),
        ("nz-mini-1994", "nz-mini-1994/call", 1),
        ("nz-mini-1994", "call", 1),
        ("chemin-de-fer", "chemin-de-fer/call/dealer", 4),
        ("chemin-de-fer", "call/who", 3),
    ],
)
def test_when_skills_are_asked_for_by_their_beginning_then_so_many_are_found(rulesets, ruleset, prefix, number):
    """Can skills be named by the owner of the rule, by the ruleset asked for, or without either?"""
    found = {skill.path for skill in matching_skills(rulesets[ruleset], prefix)}
    assert len(found & {skill.path for skill in skills_of_a_coup(rulesets[ruleset])}) == number


@pytest.mark.parametrize(
    ("ruleset", "prefix"),
    [
        ("punto-banco", "banker/8"),
        ("punto-banco", "chemin-de-fer/banker"),
        ("punto-banco", "anker"),
        ("punto-banco", "banker/4/none/"),
        ("punto-banco", "Banker"),
        ("nj-minibaccarat", "call"),
        ("chemin-de-fer", "punto-banco"),
    ],
)
def test_when_no_skill_begins_so_then_the_error_names_what_was_asked(rulesets, ruleset, prefix):
    """Is a slip in a prefix told, rather than answered with nothing?"""
    with pytest.raises(NotFound, match=f"no skill of {ruleset} begins with '{prefix}'"):
        matching_skills(rulesets[ruleset], prefix)


def own_skills(ruleset) -> set[str]:
    return {skill.path for skill in skills_of_a_coup(ruleset) if skill.id.startswith("house/")}


@pytest.mark.parametrize(
    ("base", "lines", "own"),
    [
        ("punto-banco", "", set()),
        ("punto-banco", "decks = 6", set()),
        ("punto-banco", 'player.source = "house our book"', set()),
        ("punto-banco", 'banker.6.none = "draw"', {"banker/6/none"}),
        ("punto-banco", 'banker.6 = {0 = "draw", 9 = "optional"}', {"banker/6/0", "banker/6/9"}),
        ("punto-banco", 'player.5 = "optional"', {"player/5"}),
        ("punto-banco", 'call.tie.words = "A tie"', {"call/tie"}),
        ("punto-banco", 'call.player-wins.words = "Player wins with {player}"', {"call/player-wins"}),
        ("nj-minibaccarat", 'banker.3.8 = "draw"', {"banker/3/8"}),
        ("chemin-de-fer", 'banker.3.9 = "draw"', {"banker/3/9"}),
        ("chemin-de-fer", 'banker.6.none = "stand"', {"banker/6/none"}),
        pytest.param(
            "chemin-de-fer",
            'player.5 = "draw"',
            {"player/5", "call/dominant-player/5"},
        ),
        pytest.param(
            "chemin-de-fer",
            'call.dominant-player-stay.words = "No card"',
            {"call/dominant-player/5", "call/dominant-player/6", "call/dominant-player/7", "call/dealer/no-card"},
        ),
    ],
)
def test_when_a_house_changes_a_rule_then_only_the_skills_of_that_rule_are_its_own(house, base, lines, own):
    """Is what was known before a change still known after it, wherever nothing changed?"""
    assert own_skills(house(f"{lines}\n", base)) == own


def test_when_a_house_adds_a_call_then_it_is_a_skill_of_its_own(house):
    """Does a line of the script bring its question with it?"""
    ruleset = house(
        '[call.faites-vos-jeux]\nwho = "dealer"\nat = "before-deal"\nwords = "Faites vos jeux"\n'
        'wrong = ["Rien ne va plus"]\nsource = "house our book"\nprovenance = "house"\n'
    )
    assert own_skills(ruleset) == {"call/faites-vos-jeux"}
    assert skills_by_id(ruleset)["house/call/faites-vos-jeux"].title == "The dealer’s call: faites vos jeux"


def test_when_a_call_is_not_settled_by_its_source_then_no_skill_asks_for_it(rulesets, house):
    """Is "Under 8" after "Stay" said by the engine and asked by no skill? (rules.md section 3)"""
    titles = [skill.title for skill in skills_of(rulesets["chemin-de-fer"])]
    assert [title for title in titles if "after-stay" in title or "after stay" in title] == []
    silent = house("[call.tie]\nasked = false\n")
    assert "house/call/tie" not in skills_by_id(silent)
    assert "punto-banco/call/tie" not in skills_by_id(silent)


def test_when_a_houses_banker_never_draws_then_no_second_card_is_asked_about(house):
    """Is a case that can never come left out, where dealing it would go on for ever?"""
    lines = "".join(f'banker.{count}.none = "stand"\n' for count in range(8))
    ruleset = house(lines, "chemin-de-fer")
    paths = {skill.path for skill in skills_of(ruleset)}
    assert "irregularity/4" not in paths
    assert {"irregularity/1", "irregularity/6", "irregularity/10"} <= paths
