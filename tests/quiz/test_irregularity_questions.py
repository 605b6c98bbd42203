"""Questions about irregularities: every answer worked out again from the facts alone, over 10,000 seeds.

Nothing of the product decides here: hands are counted, Table 3 is read and the eleven subregulations of source 001 are
written out once more.
"""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tests.quiz.coups import length_of_right
from tests.quiz.dealing_school import PACK, TABLE_3, count
from training.quiz.asking import make_question
from training.quiz.irregularity_words import rule_of
from training.quiz.pairs import Contrast, contrasts_of, make_pair
from training.quiz.questions import Question
from training.quiz.situations import from_one_shoe
from training.quiz.skills import skills_by_id, skills_of
from training.rules.cards import parse_card, parse_cards
from training.rules.rulesets import BrokenRulesets, load_rulesets

RULES = load_rulesets()["chemin-de-fer"]
DECKS = 6
SUBS = range(1, 12)
SEEDS = 10_000
NAMES = {"D": "draw", "s": "stand", "o": "optional"}
FIELDS = {
    *("player", "banker", "hand", "event", "extra", "said", "dealer_said", "banker_action"),
    *("cutting_card", "last_hand", "short_of_cards"),
}
RULINGS = {"hand-annulled", "banker-card", "player-card", "discard", "next-hand", "hand-void"}
RULINGS |= {f"count-{number}" for number in range(10)}


def sub_of(question: dict) -> int:
    return int(question["skill"].removeprefix("chemin-de-fer/irregularity/"))


@cache
def questions() -> tuple[dict, ...]:
    """The questions of 10,000 seeds, the eleven skills in turn, as they are stored and printed."""
    made = []
    for seed in range(SEEDS):
        skill = skills_by_id(RULES)[f"chemin-de-fer/irregularity/{seed % 11 + 1}"]
        made.append(make_question(RULES, skill, Random(seed)).as_dict())
    return tuple(made)


@cache
def by_sub() -> dict[int, list[dict]]:
    found = defaultdict(list)
    for question in questions():
        found[sub_of(question)].append(question)
    return found


def asked(question: dict) -> str:
    """The last sentence of the prompt."""
    return question["prompt"].rpartition(". ")[2]


def story(question: dict) -> str:
    return question["prompt"].removesuffix(asked(question)).strip()


# A second referee, who has the facts and the question only.


def cell(banker: list[str], third: str | None) -> str:
    return NAMES[TABLE_3[count(banker)][11 if third is None else count([third])]]


def decides(facts: dict) -> set[int]:
    """The subregulations that these facts could be a case of."""
    said = [(one["who"], one["call"]) for one in facts["said"]]
    extra, action = len(facts["extra"]), facts["banker_action"]
    if said == [("dominant player", "Card"), ("dealer", "Card")]:
        return {10}
    if said == [("dominant player", "Stay"), ("dealer", "Stay")]:
        return {5} if action in ("draw", "optional") else {6}
    if said == [("dominant player", "Stay"), ("dealer", "Card")]:
        return {7} if action == "draw" else {8}
    if ("banker", "Under 8") in said:
        return {4}
    assert said == []
    if facts["last_hand"] or facts["short_of_cards"]:
        return {11}
    return {0: {1}, 1: {2, 3, 9, 11}, 2: {2}}[extra]


def lowest(facts: dict) -> int:
    """By any two of the four cards, and by the first two with either one taken: asked only where both agree."""
    banker, extra = facts["banker"], facts["extra"]
    any_two = min(count(pair) for pair in combinations((*banker, *extra), 2))
    assert any_two == min(count((*banker, one)) for one in extra)
    return any_two


def highest(facts: dict) -> int:
    cards = (*facts["player"], *facts["extra"])
    return max(count(some) for size in (2, 3) for some in combinations(cards, size))


def ruling(sub: int, facts: dict) -> str:
    """What is ruled, in the words that are documented for `expected`."""
    if sub in (5, 7):
        return "banker-card"
    if sub in (6, 8):
        return "discard"
    if sub == 11:
        return "hand-void" if facts["last_hand"] or facts["short_of_cards"] else "discard"
    counts = {2: lambda: 0, 3: lambda: highest(facts), 4: lambda: lowest(facts)}
    if sub in counts:
        return f"count-{counts[sub]()}"
    return {1: "hand-annulled", 9: "next-hand", 10: "player-card"}[sub]


def consequence(sub: int, facts: dict, ask: str) -> str:
    """What follows, by the question that was asked."""
    ruled = ruling(sub, facts)
    if ask == "Does the hand go on?":
        return "no" if ruled in ("hand-annulled", "hand-void") else "yes"
    if ask == "Who gets the card?":
        return {"banker-card": "banker", "discard": "nobody"}[ruled]
    if ask == "What does the banker do then?":
        assert sub == 10
        return cell(facts["banker"], facts["extra"][0])
    if ask == "What is the Player’s count then?":
        assert sub == 10
        return str(count((*facts["player"], *facts["extra"])))
    if ask == "What is the Player’s count after the ruling?":
        assert sub == 3
        return str(highest(facts))
    if ask == "What is the Banker’s count after the ruling?":
        if sub == 4:
            return str(lowest(facts))
        return str(count((*facts["banker"], *(facts["extra"] if ruled == "banker-card" else ()))))
    return {
        "What becomes of the Bank?": "may-pass-counter-clockwise",  # 001 (1)
        "Is there a penalty?": "none",  # 001 (9)
        "May the card go back into the shoe?": "no",  # 001 (9)
        "Which card is the first of the next hand?": "drawn",  # 001 (9)
    }[ask]


ASKED = {
    1: {"What is the ruling?", "Does the hand go on?", "What becomes of the Bank?"},
    2: {"What is the ruling?", "Does the hand go on?"},
    3: {"What is the ruling?", "What is the Player’s count after the ruling?"},
    4: {"What is the ruling?", "What is the Banker’s count after the ruling?"},
    5: {"What is the ruling?", "Who gets the card?", "What is the Banker’s count after the ruling?"},
    6: {"What is the ruling?", "Who gets the card?", "What is the Banker’s count after the ruling?"},
    7: {"What is the ruling?", "Who gets the card?", "What is the Banker’s count after the ruling?"},
    8: {"What is the ruling?", "Who gets the card?", "What is the Banker’s count after the ruling?"},
    9: {
        *("What is the ruling?", "Is there a penalty?", "May the card go back into the shoe?"),
        "Which card is the first of the next hand?",
    },
    10: {"What is the ruling?", "What is the Player’s count then?", "What does the banker do then?"},
    11: {"What is the ruling?", "Does the hand go on?"},
}
"""Everything that the text settles; what it leaves open is in no set."""


def test_every_answer_follows_from_the_facts():
    """For 10,000 seeds: does a referee who has only the facts and the question come to the same answer?"""
    for question in questions():
        sub, ask, facts = sub_of(question), asked(question), question["facts"]
        right = ruling(sub, facts) if question["kind"] == "ruling" else consequence(sub, facts, ask)
        assert question["expected"] == [right], (sub, ask, facts)


def test_a_ruling_expects_exactly_one_of_the_documented_words():
    """And is the question about the ruling asked in the same words everywhere?"""
    for question in questions():
        assert (question["kind"] == "ruling") is (asked(question) == "What is the ruling?")
        assert question["kind"] in ("ruling", "consequence")
        assert len(question["expected"]) == 1
        if question["kind"] == "ruling":
            assert question["expected"][0] in RULINGS


def test_every_subregulation_decides_its_own_skill():
    """Do the facts of a question fit its own subregulation, and of (5) to (8) no other?"""
    for question in questions():
        fitting = decides(question["facts"])
        assert sub_of(question) in fitting, question["facts"]
        assert fitting & {5, 6, 7, 8} in (set(), fitting)


@pytest.mark.parametrize(
    ("sub", "words"),
    [
        (1, {"wrong order", "initial deal", "cannot be put right"}),
        (2, {"for himself", "initial deal", "cannot be put right"}),
        (3, {"given three cards", "initial deal"}),
        (4, {"two cards instead of one", "After the initial deal", "cannot be put right"}),
        (5, {"“Stay”", "repeated"}),
        (6, {"“Stay”", "repeated"}),
        (7, {"“Stay”", "“Card” by mistake"}),
        (8, {"“Stay”", "“Card” by mistake"}),
        (9, {"Nobody has seen", "cutting card"}),
        (10, {"“Card”", "repeated"}),
    ],
)
def test_the_prompt_tells_what_the_ruling_hangs_on(sub, words):
    """Does it name every condition of the text, so that nobody has to guess at it?"""
    for question in by_sub()[sub]:
        assert {word for word in words if word in story(question)} == words, question["prompt"]


def test_the_prompt_tells_which_case_of_the_last_subregulation_it_is():
    """In the middle, in the last hand, or too few cards: is it told, and do the facts say the same? [001 (11)]"""
    cases = Counter()
    for question in by_sub()[11]:
        facts, told = question["facts"], story(question)
        assert (len(facts["extra"]) == 1) is ("face up in the shoe" in told)
        assert facts["short_of_cards"] is ("Too few cards" in told)
        assert facts["last_hand"] is ("the last hand of the shoe" in told or "Too few cards" in told)
        assert (facts["cutting_card"] == "drawn") is facts["last_hand"]
        cases[facts["last_hand"], facts["short_of_cards"]] += 1
    assert set(cases) == {(False, False), (True, False), (True, True)}
    assert min(cases.values()) > len(by_sub()[11]) / 4


def test_the_number_of_cards_too_many_is_told_as_it_lies():
    """Three cards or four for himself: do prompt and table agree? [001 (2)]"""
    told = {1: "three cards", 2: "four cards"}
    found = Counter()
    for question in by_sub()[2]:
        assert told[len(question["facts"]["extra"])] in story(question)
        found[len(question["facts"]["extra"])] += 1
    assert min(found.values()) > len(by_sub()[2]) / 3


# Facts.


def test_facts_are_complete_and_of_the_right_types():
    """Can another program rule by them without guessing?"""
    for question in questions():
        facts = question["facts"]
        assert set(facts) == FIELDS
        assert facts["hand"] is None
        for hand, lengths in (("player", (2, 3)), ("banker", (2,)), ("extra", (0, 1, 2))):
            assert type(facts[hand]) is list
            assert len(facts[hand]) in lengths
            assert set(facts[hand]) <= set(PACK)
        assert all(set(one) == {"who", "call"} for one in facts["said"])
        assert facts["banker_action"] in ("draw", "optional", "stand")
        assert facts["cutting_card"] in ("in-shoe", "exposed", "drawn")
        assert type(facts["last_hand"]) is bool
        assert type(facts["short_of_cards"]) is bool
        assert facts["dealer_said"] in ("Stay", "Card", None)
        assert facts["dealer_said"] == next((one["call"] for one in facts["said"] if one["who"] == "dealer"), None)


def test_what_the_banker_does_is_what_table_3_says():
    """By the column of no third card, or by the third card where the Player has one?"""
    for question in questions():
        if sub_of(question) != 10:
            facts = question["facts"]
            third = facts["player"][2] if len(facts["player"]) == 3 else None
            assert facts["banker_action"] == cell(facts["banker"], third)


def test_what_the_banker_does_after_he_gave_the_card_is_what_table_3_says():
    """By the card that he must give to the dominant player? [001 (10)]"""
    for question in by_sub()[10]:
        facts = question["facts"]
        assert facts["banker_action"] == cell(facts["banker"], facts["extra"][0])


def test_the_hands_could_have_been_dealt_so():
    """No natural, no count at which the dominant player could not have spoken so, no card more often than decks?"""
    for question in questions():
        sub, facts = sub_of(question), question["facts"]
        player, banker = count(facts["player"][:2]), count(facts["banker"])
        assert player < 8
        assert banker < 8
        if sub in (5, 6, 7, 8):
            assert player in (5, 6, 7)
        if sub == 10:
            assert player < 6
        if sub == 4:
            assert player in (range(6) if len(facts["player"]) == 3 else (5, 6, 7))
            assert facts["banker_action"] != "stand"  # he was to take one
        else:
            assert len(facts["player"]) == 2
        cards = Counter((*facts["player"], *facts["banker"], *facts["extra"]))
        assert max(cards.values()) <= DECKS


def test_seven_equal_cards_do_not_come_out_of_six_decks():
    """Is the deal of (4), of up to seven cards, dealt again when it holds a card too often?"""
    five, other = parse_cards("5h 2c")
    deals = iter([((five,) * 3, (five,) * 4), ((five,) * 3, (five,) * 3 + (other,))])
    player, banker = from_one_shoe(RULES, lambda: next(deals))
    assert Counter((*player.cards, *banker.cards))[five] <= DECKS


def needs_a_card(facts: dict) -> bool:
    """Whether the coup goes on after the four cards: the dominant player may ask for a card, or the banker draw one."""
    return count(facts["player"]) < 6 or cell(facts["banker"], None) != "stand"


def test_where_a_card_is_missing_or_cannot_be_dealt_the_hand_needs_one():
    """Too few cards, or one of the hand's own face up: is there a card still to come? [001 (11)]"""
    for question in by_sub()[11]:
        assert needs_a_card(question["facts"]), question["facts"]


def test_from_one_deck_no_card_comes_twice(house):
    """Do the cards too many come out of the same shoe as the hands?"""
    rules = house("decks = 1\n", base="chemin-de-fer")
    for skill in skills_of(rules):
        if skill.path.startswith("irregularity/"):
            for seed in range(100):
                facts = make_question(rules, skill, Random(seed)).as_dict()["facts"]
                cards = (*facts["player"], *facts["banker"], *facts["extra"])
                assert len(set(cards)) == len(cards)


def test_all_ranks_and_suits_and_counts_come():
    """Is everything that a subregulation leaves to chance left to it?"""
    for sub, found in by_sub().items():
        seen = {
            card for question in found for hand in ("player", "banker", "extra") for card in question["facts"][hand]
        }
        assert len(seen) == 52, sub
        counts = {count(question["facts"]["banker"]) for question in found}
        possible = {4: set(range(7)), 5: set(range(7)), 6: {7}, 7: set(range(6)), 8: {6, 7}}
        assert counts == possible.get(sub, set(range(8)))


# What is asked, how often, and with what mark.


def test_nothing_that_the_text_leaves_open_is_asked():
    """Is each question one of those that the text settles, and is each of these asked?"""
    for sub, found in by_sub().items():
        assert {asked(question) for question in found} == ASKED[sub]


def test_what_the_banker_may_still_do_after_a_discard_is_not_asked():
    """With the option of 6, a discarded card and a mistaken “Card”: no count, no draw? [001 (8)]"""
    free = [one for one in by_sub()[8] if one["facts"]["banker_action"] == "optional"]
    assert {asked(question) for question in free} == {"What is the ruling?", "Who gets the card?"}


def test_a_card_nobody_saw_is_asked_about_only_with_the_cutting_card_in_the_shoe():
    """And with one such card? [001 (9)]"""
    assert {one["facts"]["cutting_card"] for one in by_sub()[9]} == {"in-shoe"}
    assert {len(one["facts"]["extra"]) for one in by_sub()[9]} == {1}


def test_no_optional_cell_is_asked_where_it_would_have_two_answers():
    """Does the banker who has given up his card always have a rule to follow? [001 (10)]"""
    assert {cell(one["facts"]["banker"], one["facts"]["extra"][0]) for one in by_sub()[10]} == {"draw", "stand"}


@pytest.mark.parametrize("sub", SUBS)
def test_rulings_and_consequences_come_half_and_half(sub):
    kinds = Counter(question["kind"] for question in by_sub()[sub])
    total = sum(kinds.values())
    assert abs(kinds["ruling"] - total / 2) < 3.3 * (total / 4) ** 0.5  # p = 0.001


BY_THE_TABLE = "What does the banker do then?"
"""Asked under (10): the card is ruled on by the text, what the banker does by Table 3, which was not seen."""


def test_what_table_3_decides_is_asked_with_its_cell_and_its_mark():
    """Does the source name both the subregulation and the cell? [001 (10)]"""
    asked_about = set()
    for question in by_sub()[10]:
        if asked(question) == BY_THE_TABLE:
            row, column = count(question["facts"]["banker"]), count(question["facts"]["extra"])
            given = "Regulation on irregularities at baccarat-chemin de fer, (10)"
            assert question["citation"] == f"{given}; Table 3, row {row}, third card {column}"
            assert question["provenance"] == "reconstructed"
            asked_about.add((row, column))
    assert len(asked_about) > 60  # of 78: eight rows of ten columns without the two options


def test_where_a_house_has_a_table_nobody_saw_then_what_it_decides_bears_that_mark(house):
    """Is a cell that stands in no text we saw never passed off as text? [001 (10)]"""
    rules = house('[banker]\nprovenance = "unseen"\n', base="chemin-de-fer")
    (skill,) = (one for one in skills_of(rules) if one.path == "irregularity/10")
    made = [make_question(rules, skill, Random(seed)).as_dict() for seed in range(100)]
    marks = {(asked(question) == BY_THE_TABLE, question["provenance"]) for question in made}
    assert marks == {(True, "unseen"), (False, "text")}


def test_what_follows_once_the_card_is_given_is_asked_with_that_ruling():
    """Does nobody have to guess whether the card was given to the dominant player? [001 (10)]"""
    for question in by_sub()[10]:
        given = "The card is given to the dominant player." in question["prompt"]
        assert given is (question["kind"] == "consequence")


def by_the_table(sub: int, question: dict) -> bool:
    """Whether the answer is read off the table, which was not seen."""
    return sub in (5, 6, 7, 8) or asked(question) == BY_THE_TABLE


REGULATION = "Regulation on irregularities at baccarat-chemin de fer, "


def test_what_the_table_decides_is_cited_from_it_and_marked():
    """Is the cell named and called reconstructed wherever it decides, and nowhere else? [rules.md section 3]"""
    rows = {str(row): rule.citation for row, third, rule in RULES.tableau.cells() if third is None}
    for question in questions():
        sub, facts = sub_of(question), question["facts"]
        given = f"{REGULATION}({sub})"
        assert question["provenance"] == ("reconstructed" if by_the_table(sub, question) else "text")
        if sub in (5, 6, 7, 8):
            row = rows[str(count(facts["banker"]))]
            if facts["banker_action"] == "optional":  # the option stands in (5) itself
                assert question["citation"] == {5: row, 8: f"{given}; {row.removeprefix(REGULATION)}"}[sub]
            else:
                assert question["citation"] == f"{given}; {row}"
            assert question["citation"].count(REGULATION) == 1
        elif not by_the_table(sub, question):
            assert question["citation"] == given
            assert "Table" not in question["explanation"]


def test_the_option_of_six_is_asked_under_five_and_eight_only():
    """Is it a third of their questions at the least?"""
    free = Counter()
    for question in questions():
        if sub_of(question) in (5, 6, 7, 8) and question["facts"]["banker_action"] == "optional":
            assert count(question["facts"]["banker"]) == 6
            free[sub_of(question)] += 1
    assert set(free) == {5, 8}
    assert all(free[sub] > len(by_sub()[sub]) / 3 for sub in (5, 8))


@pytest.mark.parametrize(("action", "subs"), [("stand", {6, 8}), ("draw", {5, 7})])
def test_where_a_houses_banker_has_no_option_none_is_asked(house, action, subs):
    """Does the house's own table decide, without a free cell?"""
    rules = house(f'banker.6.none = "{action}"\n', base="chemin-de-fer")
    with_six = set()
    for skill in skills_of(rules):
        if skill.path.startswith("irregularity/"):
            for seed in range(150):
                question = make_question(rules, skill, Random(seed)).as_dict()
                facts, sub = question["facts"], int(skill.path.partition("/")[2])
                assert question["provenance"] == ("reconstructed" if by_the_table(sub, question) else "text")
                if sub in (5, 6, 7, 8):
                    assert facts["banker_action"] != "optional"
                    with_six |= {sub} if count(facts["banker"]) == 6 else set()
    assert with_six == subs


@pytest.mark.parametrize("action", ["draw", "optional"])
def test_where_a_house_never_lets_the_banker_stay_its_questions_are_still_made(house, action):
    """Is a skill that has no case left out, and no other?"""
    rules = house(f'banker.7.none = "{action}"\n', base="chemin-de-fer")
    paths = [skill.path for skill in skills_of(rules) if skill.path.startswith("irregularity/")]
    assert paths == [f"irregularity/{sub}" for sub in SUBS if sub != 6]
    for skill in skills_of(rules):
        make_question(rules, skill, Random(1))


def test_where_the_banker_drew_two_all_that_was_said_is_shown():
    """The request, the banker's call and both repeats: does the table show how it came to his draw? [001 (4)]"""
    for question in by_sub()[4]:
        facts = question["facts"]
        request = "Card" if len(facts["player"]) == 3 else "Stay"
        assert [(one["who"], one["call"]) for one in facts["said"]] == [
            *(("dominant player", request), ("dealer", request)),
            *(("banker", "Under 8"), ("dealer", "Under 8")),
        ]


# Options.


def test_options_are_unique_and_hold_the_answer():
    for question in questions():
        ids, texts = ([option[name] for option in question["options"]] for name in ("id", "text"))
        assert len(set(ids)) == len(ids) == len(set(texts))
        assert set(question["expected"]) <= set(ids)


FIXED = {
    "Does the hand go on?": ["yes", "no"],
    "What does the banker do then?": ["draw", "stand"],
    "What is the Player’s count then?": list("0123456789"),
    "What is the Player’s count after the ruling?": list("0123456789"),
    "What is the Banker’s count after the ruling?": list("0123456789"),
    "May the card go back into the shoe?": ["yes", "no"],
}


def test_yes_and_no_draw_and_stand_and_counts_keep_their_order():
    """A15: does a key always mean the same?"""
    assert FIXED.keys() <= {asked(question) for question in questions()}
    for question in questions():
        if asked(question) in FIXED:
            assert [option["id"] for option in question["options"]] == FIXED[asked(question)]


@pytest.mark.parametrize("sub", SUBS)
def test_a15_the_right_option_is_in_any_place_as_often(sub):
    """Where options were made for the question, is its place left to chance?"""
    places = defaultdict(Counter)
    for question in by_sub()[sub]:
        if asked(question) not in FIXED:
            ids = [option["id"] for option in question["options"]]
            places[asked(question)][ids.index(question["expected"][0])] += 1
    assert places
    for found in places.values():
        fair = sum(found.values()) / 4
        assert sum((found[place] - fair) ** 2 / fair for place in range(4)) < 16.3  # chi squared, 3 degrees, p = 0.001


def test_a15_the_length_of_an_option_tells_nothing():
    """Asked in the same words under one subregulation, is the right one neither always shortest nor always longest?"""
    ends = defaultdict(Counter)
    for question in questions():
        if asked(question) not in FIXED:
            ends[sub_of(question), asked(question), story(question)][length_of_right(question)] += 1
    assert len(ends) > 20
    for prompt, found in ends.items():
        assert found["shortest"] < found.total(), prompt
        assert found["longest"] < found.total(), prompt


def test_a15_no_question_words_give_the_answer_away():
    """Where the Bank may pass on, does the prompt not say “may” itself? [001 (1)]"""
    for question in questions():
        if "Bank?" in asked(question):
            assert "may" not in asked(question)
        if asked(question) == "Is there a penalty?":
            assert sum(option["text"].startswith("No") for option in question["options"]) == 2


def test_a15_after_stay_the_options_are_the_same_whatever_is_right():
    """The same words under (5), (6), (7) and (8): do they tell nothing?"""
    for ask in ("What is the ruling?", "Who gets the card?"):
        offered = {
            frozenset(option["id"] for option in question["options"])
            for sub in (5, 6, 7, 8)
            for question in by_sub()[sub]
            if asked(question) == ask
        }
        assert len(offered) == 1


def counts_offered(question: dict) -> list[int]:
    ids = [option["id"] for option in question["options"]]
    return [int(one.removeprefix("count-")) for one in ids if one.startswith("count-")]


def test_a_ruled_count_is_offered_among_others_and_an_annulled_hand():
    """Three counts of the hand that is ruled on, and the other thing one might rule? [001 (2)-(4)]"""
    for sub, hand in ((2, "Banker"), (3, "Player"), (4, "Banker")):
        for question in by_sub()[sub]:
            if question["kind"] == "ruling":
                assert len(counts_offered(question)) == 3
                texts = {option["text"] for option in question["options"]}
                assert {f"The {hand}’s count is {number}" for number in counts_offered(question)} < texts
                assert "The hand is annulled" in texts


@pytest.mark.parametrize("sub", [3, 4])
def test_a15_the_right_count_is_not_found_by_its_size(sub):
    """Among the three that are offered, is one from 2 to 7 as often the lowest as the highest? [001 (3), (4)]"""
    places = Counter()
    for question in by_sub()[sub]:
        right = question["expected"][0]
        if question["kind"] == "ruling" and 2 <= int(right.removeprefix("count-")) <= 7:
            places[sorted(counts_offered(question)).index(int(right.removeprefix("count-")))] += 1
    fair = places.total() / 3
    assert fair > 20
    assert sum((places[place] - fair) ** 2 / fair for place in range(3)) < 13.9  # chi squared, 2 degrees, p = 0.001


def mistaken(sub: int, facts: dict) -> set[int]:
    """What is said by who takes all cards, or the first two, or the wrong end of the pairs."""
    cards = [*facts["player" if sub == 3 else "banker"], *facts["extra"]]
    pairs = [count(two) for two in combinations(cards, 2)]
    return {count(cards), count(cards[:2]), *({3: {min(pairs)}, 4: {max(pairs)}}.get(sub, set()))}


@pytest.mark.parametrize("sub", [2, 3, 4])
def test_a_wrong_count_is_one_that_a_mistaken_dealer_would_say(sub):
    """Is another count offered only where those that one might think of lie on the other side, or are the right one?"""
    for question in by_sub()[sub]:
        if question["kind"] == "ruling":
            right = int(question["expected"][0].removeprefix("count-"))
            wrong, thought = set(counts_offered(question)) - {right}, mistaken(sub, question["facts"]) - {right}
            for made_up in wrong - thought:
                same_side = {one for one in thought if (one < right) is (made_up < right)}
                assert same_side <= wrong
            if sub == 2:
                assert thought <= wrong


def test_no_second_option_is_right_in_the_last_hand():
    """The card goes to the discard bucket **and** the hand is void: is only one of the two offered? [001 (11)]"""
    for question in by_sub()[11]:
        if question["kind"] == "ruling" and question["facts"]["last_hand"] and question["facts"]["extra"]:
            assert "discard" not in [option["id"] for option in question["options"]]


def test_a15_with_too_few_cards_no_option_speaks_of_a_card_that_is_not_there():
    """Is the right one more than the only one that makes sense? [001 (11)]"""
    for question in by_sub()[11]:
        if question["kind"] == "ruling" and question["facts"]["short_of_cards"]:
            assert not [one["text"] for one in question["options"] if one["text"].startswith("The card ")]


def test_neither_hint_nor_prompt_names_the_answer():
    """Is the right option's text nowhere before the answer?"""
    for question in questions():
        (right,) = (one["text"] for one in question["options"] if one["id"] == question["expected"][0])
        if len(right) > len("The dominant player"):  # people, counts, draw and stand are words like others
            assert right.casefold() not in (question["prompt"] + question["hint"]).casefold()


MUST = {"draw": "must draw", "optional": "may draw", "stand": "must stay"}


def summed(cards: list[str]) -> str:
    """`2 + 9 = 11, and only the last digit counts: 1.`"""
    values = [count([card]) for card in cards]
    total = sum(values)
    digit = f", and only the last digit counts: {total % 10}" if total > 9 else ""
    return f"{' + '.join(map(str, values))} = {total}{digit}."


def test_the_explanation_adds_up_the_count_that_was_asked_for():
    """Which cards make the highest and the lowest; what the hand has with or without the card? [001 (3)-(8), (10)]"""
    for question in questions():
        sub, facts, told = sub_of(question), question["facts"], question["explanation"]
        cards = {sub: [], 3: [*facts["player"], *facts["extra"]], 4: [*facts["banker"], *facts["extra"]]}[sub]
        if sub in (3, 4):
            right = highest(facts) if sub == 3 else lowest(facts)
            made = [
                some
                for size in ((2, 3) if sub == 3 else (2,))
                for some in combinations(cards, size)
                if count(some) == right and told.endswith(f" make it: {summed(some)}")
            ]
            assert [some for some in made if all(parse_card(card).words in told for card in some)], told
        asks_count = "count" in asked(question)
        if sub in (5, 6, 7, 8):
            cell_said = f" With {count(facts['banker'])} and no third card he {MUST[facts['banker_action']]}."
            hand = [*facts["banker"], *(facts["extra"] if sub in (5, 7) else ())]
            assert told.endswith(cell_said + (f" The Banker’s count: {summed(hand)}" if asks_count else ""))
        if sub == 10:
            hand = [*facts["player"], *facts["extra"]]
            assert told.endswith(f" The Player’s count: {summed(hand)}") is asks_count
            assert ("With " in told) is (asked(question) == BY_THE_TABLE)


def test_a_question_reads_back_to_itself():
    """Is nothing lost in the form that is stored?"""
    for question in questions()[:1100]:
        assert Question.from_dict(question).as_dict() == question


def test_the_same_seed_makes_the_same_question():
    for sub in SUBS:
        skill = skills_by_id(RULES)[f"chemin-de-fer/irregularity/{sub}"]
        assert make_question(RULES, skill, Random(5)) == make_question(RULES, skill, Random(5))


# The contrast pair.

PAIRS = 1000


@cache
def pairs() -> tuple[tuple[dict, dict], ...]:
    """Pairs with the repeated “Stay” first and the mistaken “Card” second."""
    made = []
    for seed in range(PAIRS):
        two = [question.as_dict() for question in make_pair(RULES, Contrast.STAY_OR_CARD, Random(seed))]
        made.append(tuple(sorted(two, key=lambda question: question["facts"]["dealer_said"], reverse=True)))
    return tuple(made)


def test_a_pair_changes_the_dealers_word_and_nothing_else():
    """Same cards, same shoe, other word, each under its own subregulation?"""
    for stay, card in pairs():
        one, other = dict(stay["facts"]), dict(card["facts"])
        assert (one.pop("dealer_said"), other.pop("dealer_said")) == ("Stay", "Card")
        assert [said["call"] for said in one.pop("said")] == ["Stay", "Stay"]
        assert [said["call"] for said in other.pop("said")] == ["Stay", "Card"]
        assert one == other
        assert stay["kind"] == card["kind"] == "ruling"
        for question in (stay, card):
            assert decides(question["facts"]) == {sub_of(question)}
            assert question["expected"] == [ruling(sub_of(question), question["facts"])]


def test_a_pair_is_ruled_differently_exactly_in_the_optional_cell():
    """Does the mistake matter where the banker has the option, and nowhere else; is each sort of cell asked?"""
    actions = Counter()
    for stay, card in pairs():
        action = stay["facts"]["banker_action"]
        assert (stay["expected"] != card["expected"]) is (action == "optional")
        actions[action] += 1
    assert min(actions[action] for action in ("draw", "optional", "stand")) > PAIRS / 6


def test_a_pair_comes_in_either_order():
    first = sum(
        make_pair(RULES, Contrast.STAY_OR_CARD, Random(seed))[0].as_dict()["facts"]["dealer_said"] == "Stay"
        for seed in range(PAIRS)
    )
    assert abs(first - PAIRS / 2) < 3.3 * (PAIRS / 4) ** 0.5  # p = 0.001


def test_a_house_without_the_option_has_no_such_pair(house):
    """Is the contrast absent where a house's table has the banker stay on 6? [rules.md section 4]"""
    rules = house('banker.6.none = "stand"\n', base="chemin-de-fer")
    assert Contrast.STAY_OR_CARD not in contrasts_of(rules)


FRENCH = """
[call.dominant-player-card]
words = "Carte"
wrong = ["Reste"]

[call.dominant-player-stay]
words = "Reste"
wrong = ["Carte"]
"""


def test_in_a_house_with_other_words_its_words_are_said(house):
    """Is no “Card” or “Stay” left in any question, title or rule where the house says “Carte” and “Reste”?"""
    rules = house(FRENCH, base="chemin-de-fer")
    texts = [skill.title for skill in skills_of(rules)] + [rule_of(rules, sub) for sub in rules.irregularities]
    texts += [contrast.words(rules) for contrast in contrasts_of(rules)]
    asked = [
        make_question(rules, skill, Random(seed))
        for skill in skills_of(rules)
        if skill.path.startswith("irregularity/")
        for seed in range(20)
    ]
    asked += [one for seed in range(20) for one in make_pair(rules, Contrast.STAY_OR_CARD, Random(seed))]
    texts += [str(question.as_dict() | {"citation": ""}) for question in asked]  # a citation names what is in the text
    assert not [text for text in texts if "“Card”" in text or "“Stay”" in text or "'Card'" in text or "'Stay'" in text]
    said = {(question.facts.irregular.dealer_said, question.skill) for question in asked}
    assert {(words, sub) for words, sub in said if words} == {
        *(("Reste", f"chemin-de-fer/irregularity/{sub}") for sub in (4, 5, 6)),
        *(("Carte", f"chemin-de-fer/irregularity/{sub}") for sub in (4, 7, 8, 10)),
    }


def test_irregularities_without_the_words_they_turn_on_are_refused(house):
    """Is a house told that it inherits rulings on what nobody says there?"""
    sections = ["player", "banker", "counting", "outcome", "irregularity"]
    with pytest.raises(BrokenRulesets, match="irregularity: .*calls at player-looks when draw and stand"):
        house(f"inherits = {sections}\n", base="chemin-de-fer")
