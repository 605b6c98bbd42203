"""What those who teach see: their own team, or all teams, and nothing of anybody else's."""

import re

import pytest

from tests.records.support import NOON
from tests.web.drill_support import (
    Trainee,
    bad,
    database_hash,
    execute,
    good,
    open_question,
    put_question,
    select,
    without_tokens,
)
from tests.web.drill_support import make as make_question
from tests.web.html import read
from tests.web.support import add_person, open_db
from training.records import people
from training.records.people import Role

HOSTILE = "<img src=x onerror=alert(1)>\"'{{7*7}}"


@pytest.fixture
def house(app):
    """Two teams with a supervisor each, trainees in both and one without a team, and a manager."""
    return {
        "early": Trainee(app, "early", Role.SUPERVISOR, team="Early shift"),
        "late": Trainee(app, "late", Role.SUPERVISOR, team="Late shift"),
        "ann": Trainee(app, "ann", team="Early shift"),
        "ben": Trainee(app, "ben", team="Early shift"),
        "cas": Trainee(app, "cas", team="Late shift"),
        "boss": Trainee(app, "boss", Role.MANAGER, team=None),
        "free": Trainee(app, "free", Role.SUPERVISOR, team=None),
    }


def names(page):
    """The trainees listed, by the heading of their team."""
    return {
        section.all("h2")[0].text: [row[0] for table in section.all("table") for row in table.rows()]
        for section in page.all("section")
        if section.all("table")
    }


def test_e2_a_supervisor_sees_the_own_team(house):
    """Is the other team not even named?"""
    text = house["early"].shown("/team")
    assert names(read(text)) == {"Early shift": ["Ann Tester", "Ben Tester"]}
    assert "Late" not in text
    assert "Cas" not in text
    assert names(read(house["late"].shown("/team"))) == {"Late shift": ["Cas Tester"]}


def test_a_manager_sees_all_teams(house):
    """Are both teams there, with their trainees?"""
    assert names(read(house["boss"].shown("/team"))) == {
        "Early shift": ["Ann Tester", "Ben Tester"],
        "Late shift": ["Cas Tester"],
    }


def test_a_supervisor_without_a_team_is_told_what_to_do(house):
    """Is nothing to see a page that says why?"""
    text = house["free"].shown("/team")
    assert "No team yet" in text
    assert "Tester</a>" not in text


SEES = {
    "ann": set(),
    "ben": set(),
    "cas": set(),
    "early": {"ann", "ben"},
    "late": {"cas"},
    "free": set(),
    "boss": {"ann", "ben", "cas"},
}


def test_e1_e2_each_trainee_is_seen_by_those_who_teach_them(house):
    """Who may open whose page? Supervisors and managers are nobody's trainees."""
    for viewer, sees in SEES.items():
        codes = {name: house[viewer].get(f"/team/{seen.person.public_id}").status_code for name, seen in house.items()}
        refused = 403 if house[viewer].person.role is Role.TRAINEE else 404
        assert codes == {name: 200 if name in sees else refused for name in house}, viewer
        assert house[viewer].get("/team").status_code == (403 if refused == 403 else 200)


def test_e1_a_hidden_trainee_looks_like_none_at_all(house):
    """Is a trainee of another team told apart from nobody by nothing?"""
    seen = [house["early"].get(f"/team/{id}") for id in (house["cas"].person.public_id, "x" * 22)]
    assert [answer.status_code for answer in seen] == [404, 404]
    assert len({re.sub(r"<code>\w+</code>", "", without_tokens(answer.text)) for answer in seen}) == 1
    assert "Cas" not in seen[0].text


def test_e1_who_asks_for_a_trainee_of_another_team_is_written_down(app, house):
    """Is there one entry for the trainee who exists, and none for one's own team or for nobody?"""
    early = house["early"]
    for id in (house["cas"].person.public_id, house["ann"].person.public_id, early.person.public_id, "x" * 22):
        early.get(f"/team/{id}")
    written = select(app, "SELECT actor, detail ->> 'endpoint' AS e FROM audit WHERE event = 'access-refused'")
    assert written == [{"actor": early.person.public_id, "e": "team.trainee"}]


def test_an_id_that_is_none_is_not_found(house):
    """Can nobody be found by counting?"""
    for id in ("1", "0", "-1", "' OR 1=1 --", "%00", "9" * 400):
        assert house["boss"].get(f"/team/{id}").status_code == 404, id


def test_the_numbers_of_a_trainee_are_those_of_the_records(app, house):
    """Do per cent, weakest rule with its rules and last day stand in the list as they stand in the answers?"""
    ann = house["ann"]
    drill = ann.start(focus="banker/4")
    for number, answer in enumerate((good, bad, good), start=1):
        put_question(app, drill, make_question("punto-banco", f"punto-banco/banker/4/{number}"))
        ann.give(drill, answer(open_question(app, drill)), number)
        ann.go_on(drill, number)
    (other, row) = read(house["early"].shown("/team")).one("table").rows()
    weakest = "Banker 4, third card 2 1 of 1 wrong, Punto banco"
    known = "0 of 88 Punto banco"
    assert row == ["Ann Tester", "Learning", "66 % of 3", known, weakest, "–", "2 Nov 2026, 12:00"]
    assert other == ["Ben Tester", "Not started", "–", "–", "–", "–", "never"]
    link = read(house["early"].shown("/team")).one("tbody").all("a")[1].attributes["href"]
    page = read(house["early"].shown(link))
    assert page.one("h1").text == "Progress of Ann Tester"
    assert "1 of 1 wrong" in page.text


def test_a_supervisor_gets_no_links_into_a_trainees_drills(app, house):
    """Does the page offer to practise nothing in somebody else's name?"""
    ann = house["ann"]
    drill = ann.start()
    ann.give(drill, bad(open_question(app, drill)))
    page = read(house["early"].shown(f"/team/{ann.person.public_id}"))
    assert [link for link in page.one("main").all("a") if "/practice" in link.attributes["href"]] == []
    assert [link for link in read(ann.shown("/progress")).all("a") if f"/practice/{drill}/1" == link.attributes["href"]]


def test_a_trainee_without_answers_is_an_empty_page_not_an_error(house):
    """Does F5 hold for those who look, too?"""
    text = house["early"].shown(f"/team/{house['ben'].person.public_id}")
    assert "No answers yet" in text
    assert "NaN" not in text


def test_f8_who_has_left_is_not_in_the_list_and_the_page_still_opens(app, house):
    """Are the records of a closed account still to be read by those who could?"""
    db = open_db(app)
    people.disable(db, house["ben"].person, now=NOON)
    db.close()
    assert names(read(house["early"].shown("/team"))) == {"Early shift": ["Ann Tester"]}
    assert house["early"].get(f"/team/{house['ben'].person.public_id}").status_code == 200


def test_e3_who_is_moved_to_another_team_is_seen_by_the_other_at_once(app, house):
    """Does the team of this moment decide?"""
    execute(app, "UPDATE people SET team_id = ? WHERE id = ?", house["late"].person.team_id, house["ann"].person.id)
    path = f"/team/{house['ann'].person.public_id}"
    assert (house["early"].get(path).status_code, house["late"].get(path).status_code) == (404, 200)


def test_e20_names_are_text(app, house):
    """Is markup in the name of a trainee or a team shown, not obeyed?"""
    execute(app, "UPDATE people SET name = ? WHERE id = ?", HOSTILE, house["ann"].person.id)
    execute(app, "UPDATE teams SET name = ?", HOSTILE)
    for path in ("/team", f"/team/{house['ann'].person.public_id}"):
        text = house["early"].shown(path)
        assert "<img src=x" not in text
        assert "&lt;img src=x onerror=alert(1)&gt;&#34;&#39;{{7*7}}" in text
    for path in ("/", "/practice", "/progress", "/reference", "/account", "/nowhere"):
        assert "<img src=x" not in house["ann"].get(path).text


def test_e9_looking_at_the_team_changes_nothing(app, house):
    """Is the file the same afterwards?"""
    before = database_hash(app)
    for path in (
        "/team",
        f"/team/{house['ann'].person.public_id}",
        f"/team/{house['ann'].person.public_id}?ruleset=chemin-de-fer",
    ):
        house["boss"].shown(path)
    assert database_hash(app) == before


def test_a_trainee_who_was_given_no_team_is_seen_by_the_manager(app, house):
    """Can nobody practise unseen by everyone?"""
    lost = add_person(app, "lost", team=None)
    assert house["boss"].get(f"/team/{lost.public_id}").status_code == 200
    assert "Lost Tester" in house["boss"].shown("/team")


def answer(app, trainee, skill, *given, ruleset="punto-banco", hinted=False):
    """Answer questions of one skill, each in a drill of its own."""
    for one in given:
        drill = trainee.start(ruleset=ruleset, focus="everything", help="guided")
        put_question(app, drill, make_question(ruleset, skill))
        if hinted:
            trainee.post(f"/practice/{drill}/hint", {"number": 1})
        trainee.give(drill, one(open_question(app, drill)))


def listed(page):
    return [row[0] for row in page.one("table").rows()]


def test_who_is_stuck_comes_first_with_the_rule_and_its_ruleset(app, house):
    """Does the page answer who is stuck, on which rule of which game, though it is not the usual game?"""
    answer(app, house["ann"], "punto-banco/natural", good)
    answer(app, house["ben"], "chemin-de-fer/banker/4/0", bad, bad, bad, ruleset="chemin-de-fer")
    row = read(house["early"].shown("/team")).one("table").rows()[0]
    assert row[:2] == ["Ben Tester", "Stuck"]
    assert row[3] == "0 of 88 Baccarat-chemin de fer"
    assert row[4] == "Banker 4, third card 0 3 of 3 wrong, Baccarat-chemin de fer"
    text = read(house["early"].shown("/team")).one("dl", class_="meanings").text
    assert "failed the same rule 3 times running" in text


def test_the_team_is_sorted_by_the_address(app, house):
    """Does each head sort by its column, keep the ruleset that is shown, and say which one it is?"""
    answer(app, house["ann"], "punto-banco/natural", bad, bad, bad)
    shown = {}
    for sort in ("name", "status", "right", "known", "weakest", "misconception", "last", "nonsense"):
        page = read(house["early"].shown(f"/team?sort={sort}&ruleset=punto-banco"))
        shown[sort] = listed(page)
        heads = page.one("thead").all("th")
        (sorted_by,) = [head.text for head in heads if "aria-sort" in head.attributes]
        assert all("&ruleset=punto-banco" in head.one("a").attributes["href"] for head in heads)
        assert sorted_by == {"name": "Trainee", "status": "Status", "nonsense": "Status"}.get(sort, sorted_by)
    ann, ben = "Ann Tester", "Ben Tester"
    assert shown == {
        "name": [ann, ben],
        "status": [ann, ben],
        "right": [ben, ann],
        "known": [ben, ann],
        "weakest": [ann, ben],
        "misconception": [ann, ben],
        "last": [ben, ann],
        "nonsense": [ann, ben],
    }


def test_the_team_is_shown_by_the_rules_of_one_ruleset(app, house):
    """Does the filter judge by that ruleset's rules alone, those it shares with another wherever they were met?"""
    answer(app, house["ann"], "chemin-de-fer/banker/4/0", bad, bad, bad, ruleset="chemin-de-fer")
    answer(app, house["ben"], "punto-banco/banker/4/none", good)
    of = {name: read(house["early"].shown(f"/team?ruleset={name}")).one("table").rows() for name in TABLES}
    found = {name: {row[0]: row[1:5] for row in rows} for name, rows in of.items()}
    assert found == {
        "punto-banco": {
            "Ann Tester": ["Not started", "–", "–", "–"],
            "Ben Tester": ["Learning", "100 % of 1", "0 of 88", "–"],
        },
        "nj-minibaccarat": {
            "Ann Tester": ["Not started", "–", "–", "–"],
            "Ben Tester": ["Learning", "100 % of 1", "0 of 88", "–"],
        },
        "chemin-de-fer": {
            "Ann Tester": ["Stuck", "0 % of 3", "0 of 88", "Banker 4, third card 0 3 of 3 wrong"],
            "Ben Tester": ["Not started", "–", "–", "–"],
        },
    }
    assert house["early"].get("/team?ruleset=nonsense").status_code == 404


TABLES = ("punto-banco", "nj-minibaccarat", "chemin-de-fer")


def test_whoever_always_asks_for_a_hint_is_not_at_100_per_cent(app, house):
    """Does the list say so, instead of counting what the hint knew?"""
    answer(app, house["ann"], "punto-banco/natural", good, good, hinted=True)
    row = next(row for row in read(house["early"].shown("/team")).one("table").rows() if row[0] == "Ann Tester")
    assert row[1:3] == ["Not started", "2 with a hint"]
    answer(app, house["ann"], "punto-banco/natural", bad)
    row = next(row for row in read(house["early"].shown("/team")).one("table").rows() if row[0] == "Ann Tester")
    assert row[1:3] == ["Learning", "0 % of 1 and 2 with a hint"]


def test_a_trainees_page_leads_back_to_the_team_and_names_beliefs(app, house):
    """Is there a way back, and what the mistakes have in common?"""
    answer(app, house["ann"], "punto-banco/banker/4/none", bad, bad, bad)
    page = read(house["early"].shown(f"/team/{house['ann'].person.public_id}"))
    assert page.one("p", class_="eyebrow").one("a").attributes["href"] == "/team"
    assert "“No third card” is taken for zero 3×" in page.one("section", aria_labelledby="patterns").text


def test_the_home_of_those_who_only_teach_shows_who_needs_them(app, house):
    """Is the team there in place of a map without an answer, to a supervisor and to a manager?"""
    answer(app, house["ann"], "punto-banco/natural", bad, bad, bad)
    for teacher, last in (("early", "Ben Tester"), ("boss", "Cas Tester")):
        page = read(house[teacher].shown("/"))
        items = [item.text for item in page.one("section", aria_labelledby="team").all("li")]
        assert items[0] == "Stuck Ann Tester A natural stops both hands: 3 of 3 wrong, Punto banco"
        assert items[-1] == f"Not started {last}"
        assert not page.all("table")
    answer(app, house["early"], "punto-banco/natural", good)
    assert len(read(house["early"].shown("/")).all("table")) == 1


def test_the_home_of_a_manager_tells_of_disputes_to_decide(app, house):
    """Is what waits for a decision the first thing to do, and nothing said where nothing waits?"""
    assert "to decide" not in house["boss"].shown("/")
    drill = house["ann"].start()
    house["ann"].give(drill, bad(open_question(app, drill)))
    house["ann"].post(f"/practice/{drill}/1/dispute", {"reason": "No."})
    page = read(house["boss"].shown("/"))
    assert page.all("li", class_="task")[0].one("h3").text == "1 dispute to decide"
    assert page.all("li", class_="task")[0].one("a").attributes["href"] == "/disputes"
    assert "to decide" not in house["early"].shown("/")
