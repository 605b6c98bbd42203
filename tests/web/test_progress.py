"""One's own progress: each number on the page is one that can be counted in the answers."""

import re
from collections import Counter
from datetime import timedelta

from tests.records.support import NOON
from tests.web.drill_support import PLAN, Trainee, bad, execute, good, make, open_question, put_question, select
from tests.web.html import read
from tests.web.support import Visitor
from training.quiz.foci import foci_of
from training.quiz.skills import skills_of
from training.records.database import stamp
from training.records.people import Role
from training.rules.rulesets import load_rulesets

CELLS = [
    f"Banker {banker}, {third}"
    for banker in range(8)
    for third in ("no third card", *(f"third card {n}" for n in range(10)))
]


def answer_skill(app, nadia, skill, answer, ruleset="punto-banco"):
    """Answer one question of a skill, in a drill of its own."""
    drill = nadia.start(ruleset=ruleset, focus="everything")
    put_question(app, drill, make(ruleset, skill))
    nadia.give(drill, answer(open_question(app, drill)))
    return drill


def cells(page):
    """The label of each cell of the heat map, and its tone."""
    found = page.one("table", class_="tableau").one("tbody").all("td")
    return {
        (cell.all("a") or [cell])[0].attributes.get("aria-label")
        or cell.one("span", class_="visually-hidden").text: cell.attributes["class"]
        for cell in found
    }


def test_f5_without_answers_the_page_says_what_to_do(nadia):
    """Is an empty page no error, no NaN, and a way to begin?"""
    for ruleset in load_rulesets():
        page = read(nadia.shown(f"/progress?ruleset={ruleset}"))
        assert "No answers yet" in page.text
        assert not re.search(r"\bNaN\b|\bNone\b|\bnan\b|0 %", page.text)
        assert list(cells(page)) == [f"{cell}: not asked yet" for cell in CELLS]
        assert set(cells(page).values()) == {"tone-unseen"}
        assert page.one("p", class_="empty-title").text == "No answers yet"
        assert len(page.all("table")) == 1


def test_each_cell_tells_how_it_stands(app, nadia):
    """Do unseen, weak, learning and sure stand in words, with the sums behind them?"""
    for skill, history in {
        "punto-banco/banker/4/none": (bad,),
        "punto-banco/banker/4/0": (bad, good),
        "punto-banco/banker/5/4": (bad, good, good, good),
        "punto-banco/banker/6/6": (good, bad),
    }.items():
        for answer in history:
            answer_skill(app, nadia, skill, answer)
    found = cells(read(nadia.shown("/progress")))
    assert len(found) == 88
    told = {label: tone for label, tone in found.items() if "not asked yet" not in label}
    assert told == {
        "Banker 4, no third card: weak, 0 of 1 right": "tone-weak",
        "Banker 4, third card 0: learning, 1 of 2 right": "tone-learning",
        "Banker 5, third card 4: sure, 3 of 4 right": "tone-sure",
        "Banker 6, third card 6: weak, 1 of 2 right": "tone-weak",
    }


def test_f4_the_sums_are_those_of_the_answers(app, nadia, clock):
    """After a drill of everything, does each number on the page equal a count by another query?"""
    drill = nadia.start(focus="everything", length="40")
    for number in range(1, 41):
        question = open_question(app, drill)
        nadia.give(drill, bad(question) if number % 3 == 0 else good(question), number)
        nadia.go_on(drill, number)
        if number == 25:
            clock.pass_time(hours=2)
    page = read(nadia.shown("/progress"))
    kept = select(app, "SELECT json_extract(question, '$.skill') AS skill, outcome FROM answers")
    asked, right = Counter(), Counter()
    for row in kept:
        asked[row["skill"]] += 1
        right[row["skill"]] += row["outcome"] == "right"
    facts = [item.text for item in page.one("ul", class_="facts").all("li")]
    assert facts == ["40 answers", "27 right", "1 day of practice", "last on 2 Nov 2026, 14:00"]
    titles = {skill.title: skill.id for skill in skills_of(load_rulesets()["punto-banco"])}
    numbers = page.one("details").one("table").rows()
    assert [row[0] for row in numbers] == [title for title, id in titles.items() if asked[id] and "/banker/" in id]
    for title, times, well, wrong in numbers:
        assert (int(times), int(well), int(wrong)) == (
            asked[titles[title]],
            right[titles[title]],
            asked[titles[title]] - right[titles[title]],
        )
    topics = {focus.title: focus for focus in foci_of(load_rulesets()["punto-banco"]).values()}
    for item in page.one("ul", class_="meters").all("li"):
        mine = [skill.id for skill in topics[item.all("span")[0].text].skills if asked[skill.id]]
        if mine:
            assert f"{sum(right[skill] for skill in mine)} of {sum(asked[skill] for skill in mine)} right" in item.text
        else:
            assert "not asked yet" in item.text
    sums = [tuple(map(int, found)) for label in cells(page) for found in re.findall(r", (\d+) of (\d+) right", label)]
    banker = [skill for skill in asked if "/banker/" in skill]
    assert (sum(one for one, _ in sums), sum(all for _, all in sums)) == (
        sum(right[s] for s in banker),
        sum(asked[s] for s in banker),
    )


def test_the_weakest_come_first(app, nadia):
    """Is what failed last before what failed once, and what is sure no longer there?"""
    for skill, history in {
        "punto-banco/banker/3/8": (bad, bad),
        "punto-banco/banker/5/4": (good, bad),
        "punto-banco/banker/6/6": (bad, good),
        "punto-banco/banker/4/1": (bad, good, good, good),
        "punto-banco/natural": (bad,),
    }.items():
        for answer in history:
            answer_skill(app, nadia, skill, answer)
    items = read(nadia.shown("/progress")).one("ul", class_="weakest").all("li")
    labels = [(item.all("b")[0].text, item.all("span", class_="quiet")[0].text) for item in items]
    assert set(labels[:2]) == {
        ("Banker 3, third card 8", "2 of 2 wrong"),
        ("A natural stops both hands", "1 of 1 wrong"),
    }
    assert labels[2:] == [("Banker 5, third card 4", "1 of 2 wrong"), ("Banker 6, third card 6", "1 of 2 wrong")]
    three = next(item for item in items if "third card 8" in item.text)
    assert "With 3, Banker draws on every third card except 8." in three.text


def test_every_weak_skill_can_be_practised_by_its_link(app, nadia):
    """Does the link choose what it names among its look-alikes, for cells, Player's counts and calls alike?"""
    for skill in ("punto-banco/banker/3/8", "punto-banco/banker/4/none", "punto-banco/player/5", "punto-banco/natural"):
        answer_skill(app, nadia, skill, bad)
    answer_skill(app, nadia, "chemin-de-fer/call/banker/9", bad, "chemin-de-fer")
    chosen = {}
    for ruleset in ("punto-banco", "chemin-de-fer"):
        for link in read(nadia.shown(f"/progress?ruleset={ruleset}")).one("ul", class_="weakest").all("a"):
            page = read(nadia.shown(link.attributes["href"]))
            checked = [
                one.attributes["value"] for one in page.all("input", name="focus") if "checked" in one.attributes
            ]
            chosen[link.text] = checked
    assert chosen["Banker 3, third card 8"] == ["banker/3"]
    assert chosen["Banker 4, no third card"] == ["none-or-zero"]
    assert chosen["A natural stops both hands"] == ["natural"]
    assert chosen["Player 5"] == ["player"]
    assert chosen["What the banker announces with 9"] == ["call"]


def test_the_latest_answers_are_listed_with_their_verdicts(app, nadia, clock):
    """Are the last twenty there, newest first under their day, each leading to its verdict?"""
    for number in range(22):
        drill = answer_skill(app, nadia, "punto-banco/banker/4/none", bad if number == 20 else good)
        clock.pass_time(minutes=1)
    page = read(nadia.shown("/progress"))
    section = page.one("section", aria_labelledby="recent")
    day, *listed = [item.text for item in section.all("li")]
    assert day == section.one("h3").text == "2 Nov 2026"
    assert len(listed) == 20
    assert listed[0] == "Right Banker 4, no third card Draw · 12:21"
    assert listed[1] == "Wrong Banker 4, no third card Stand · 12:20"
    assert section.all("a")[0].attributes["href"] == f"/practice/{drill}/1"
    assert "Right. Banker draws." in nadia.shown(f"/practice/{drill}/1")


def test_what_is_the_same_rule_is_known_in_both_games(app, nadia):
    """Does an answer in one ruleset count where the other has the rule from it, and nowhere else?"""
    answer_skill(app, nadia, "punto-banco/banker/4/none", good, "nj-minibaccarat")
    answer_skill(app, nadia, "chemin-de-fer/banker/4/0", bad, "chemin-de-fer")
    for ruleset, label in {
        "punto-banco": "Banker 4, no third card: learning, 1 of 1 right",
        "nj-minibaccarat": "Banker 4, no third card: learning, 1 of 1 right",
        "chemin-de-fer": "Banker 4, third card 0: weak, 0 of 1 right",
    }.items():
        found = [cell for cell in cells(read(nadia.shown(f"/progress?ruleset={ruleset}"))) if "not asked" not in cell]
        assert found == [label]


def test_times_and_days_are_those_of_the_site(make_app, clock):
    """Does a house in Macau read its own clock, and count its own days?"""
    app = make_app(TIMEZONE="Asia/Macau")
    app.config["NOW"] = clock
    clock.pass_time(hours=3, minutes=59)  # 15:59 UTC is 23:59 in Macau
    nadia = Trainee(app)
    answer_skill(app, nadia, "punto-banco/natural", good)
    clock.pass_time(minutes=2)
    answer_skill(app, nadia, "punto-banco/natural", good)
    facts = [item.text for item in read(nadia.shown("/progress")).one("ul", class_="facts").all("li")]
    assert facts == ["2 answers", "2 right", "2 days of practice", "last on 3 Nov 2026, 00:01"]


GREETINGS = {0: "evening", 4: "evening", 5: "morning", 11: "morning", 12: "afternoon", 17: "afternoon", 18: "evening"}


def test_home_greets_by_the_clock_of_the_site(nadia, clock):
    """What does the first line say at each hour?"""
    sunrise = NOON.replace(hour=0) + timedelta(days=1)
    nadia.client.get("/")
    told = {}
    for hour in GREETINGS:
        clock.at = sunrise.replace(hour=hour)
        visitor = Visitor(nadia.app)
        visitor.sign_in("nadia")
        told[hour] = read(visitor.get("/").text).one("h1").text
    assert told == {hour: f"Good {time}, Nadia Tester" for hour, time in GREETINGS.items()}


def tasks(page):
    return [item.all("h3")[0].text for item in page.all("li", class_="task")]


def test_home_says_what_to_do_now(app, nadia):
    """Is it the first drill for who is new, then what was begun, what is weak and what was never asked?"""
    assert tasks(read(nadia.shown("/"))) == ["Your first drill", "The whole tableau"]
    answer_skill(app, nadia, "punto-banco/banker/3/8", bad)
    page = read(nadia.shown("/"))
    assert tasks(page) == ["Go on: Everything", "Banker 3", "The whole tableau", "A bit of everything"]
    assert "Punto banco. Banker 3, third card 8: 1 of 1 wrong." in page.text
    assert "87 of 88 cells not asked yet." in page.text
    assert len(page.all("li", class_="task-first")) == 1


def test_an_old_drill_is_not_the_first_thing_to_do(app, nadia):
    """Is what was left days ago offered after the first advice, and no more once it is ended?"""
    answer_skill(app, nadia, "punto-banco/banker/3/8", bad)
    execute(app, "UPDATE drills SET started_at = ?, asked_at = ?", *[stamp(NOON - timedelta(hours=25))] * 2)
    expected = ["Banker 3", "Go on: Everything", "The whole tableau", "A bit of everything"]
    assert tasks(read(nadia.shown("/"))) == expected
    form = read(nadia.shown("/practice")).one("section", aria_labelledby="open-drills").one("form")
    for _ in range(2):
        answer = nadia.post(form.attributes["action"], {})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/practice")
    assert "The drill is ended" in nadia.shown("/practice")
    assert tasks(read(nadia.shown("/"))) == ["Banker 3", "The whole tableau", "A bit of everything"]


def test_nobody_ends_somebody_elses_drill(app, nadia):
    """Is it not found, and still there to go on with?"""
    drill = nadia.start()
    assert Trainee(app, "other").post(f"/practice/{drill}/end", {}).status_code == 404
    assert tasks(read(nadia.shown("/")))[0] == "Go on: Banker 4"


def test_pages_open_with_the_rules_that_were_practised_last(app, nadia):
    """Does whoever deals chemin de fer see chemin de fer, and where another game's answers come from?"""
    answer_skill(app, nadia, "punto-banco/natural", good)
    answer_skill(app, nadia, "chemin-de-fer/banker/4/0", bad, "chemin-de-fer")
    home, page = read(nadia.shown("/")), read(nadia.shown("/progress"))
    assert "Baccarat-chemin de fer. Banker 4, third card 0: 1 of 1 wrong." in home.text
    for shown in (home, page):
        assert shown.one("caption").text == "Baccarat-chemin de fer: how each cell stands"
    (tab,) = [
        one
        for one in read(nadia.shown("/practice")).one("nav", class_="tabs").all("a")
        if "aria-current" in one.attributes
    ]
    assert tab.text == "Baccarat-chemin de fer"
    newest, other = [item.text for item in page.one("section", aria_labelledby="recent").all("li")][-2:]
    assert "Baccarat" not in newest
    assert "Punto banco" in other


def test_an_answer_with_a_hint_says_so_and_counts_for_nothing(app, nadia):
    """In the sums, in the cell, in the topic and among the latest answers?"""
    for skill in ("punto-banco/banker/4/none", "punto-banco/natural"):
        drill = nadia.start(focus="everything", help="guided")
        put_question(app, drill, make("punto-banco", skill))
        nadia.post(f"/practice/{drill}/hint", {"number": 1})
        nadia.give(drill, good(open_question(app, drill)))
    page = read(nadia.shown("/progress"))
    facts = [item.text for item in page.one("ul", class_="facts").all("li")]
    assert facts[:3] == ["2 answers", "0 right", "2 with a hint, not counted as known"]
    assert cells(page)["Banker 4, no third card: asked only with a hint"] == "tone-unseen"
    assert "Naturals asked only with a hint" in page.one("ul", class_="meters").text
    assert "Draw · with a hint" in page.one("section", aria_labelledby="recent").text


def test_every_task_of_home_begins_a_drill(app, nadia):
    """Does each button on the start page do what it says?"""
    answer_skill(app, nadia, "punto-banco/banker/3/8", bad)
    answer_skill(app, nadia, "punto-banco/player/5", bad)
    for form in [one for one in read(nadia.shown("/")).all("form") if one.attributes["action"] == "/practice"]:
        fields = {one.attributes["name"]: one.attributes["value"] for one in form.all("input")}
        answer = nadia.post("/practice", fields | {"csrf_token": nadia.kept_token})
        assert answer.status_code == 303, fields
        assert nadia.get(answer.headers["Location"]).status_code == 200


GONE = "punto-banco/banker/3/8"


def withdraw(app, *subjects):
    """Withdraw something straight away; the answer that was disputed is the first there is."""
    sql = "INSERT OR IGNORE INTO disputes (public_id, answer_id, person_id, reason, raised_at) VALUES (?, 1, 1, 'x', ?)"
    execute(app, sql, "d" * 24, "2026-11-02T12:00:00.000000+00:00")
    for subject in subjects:
        sql = "INSERT INTO withdrawals VALUES (?, (SELECT id FROM disputes), ?)"
        execute(app, sql, subject, "2026-11-02T12:00:00.000000+00:00")


def test_what_was_withdrawn_is_no_advice(app, nadia):
    """Neither as the weakest, nor as never asked, nor as a drill to go on with?"""
    answer_skill(app, nadia, GONE, bad)
    nadia.start(focus="banker/3/8")
    withdraw(app, GONE)
    page = read(nadia.shown("/"))
    assert tasks(page) == ["Go on: Everything", "The whole tableau", "A bit of everything"]
    assert "87 of 87 cells not asked yet." in page.text
    assert "Weakest" not in read(nadia.shown("/progress")).text
    boss = Trainee(app, "boss", Role.MANAGER, team=None)
    assert "Banker 3, third card 8" not in read(boss.shown("/team")).text


def test_a_withdrawn_cell_says_so_in_words_and_leads_nowhere(app, nadia):
    """On the map, for who cannot see it as well, and in the legend?"""
    answer_skill(app, nadia, GONE, bad)
    withdraw(app, GONE)
    page = read(nadia.shown("/progress"))
    label = "Banker 3, third card 8: weak, 0 of 1 right; withdrawn, not asked any more"
    assert cells(page)[label] == "tone-withdrawn"
    assert len(page.one("table", class_="tableau").one("tbody").all("a")) == 87
    assert "withdrawn, not asked any more" in page.one("ul", class_="legend").text


def test_what_was_withdrawn_cannot_be_chosen(app, nadia):
    """Is a cell that is gone no choice of the form, and its row one smaller?"""
    answer_skill(app, nadia, GONE, bad)
    withdraw(app, GONE)
    page = read(nadia.shown("/practice?focus=banker/3/8"))
    values = {one.attributes["value"]: one for one in page.all("input", name="focus")}
    assert "banker/3/8" not in values
    assert "checked" in values["everything"].attributes
    assert nadia.post("/practice", PLAN | {"focus": "banker/3/8"}).status_code == 400
