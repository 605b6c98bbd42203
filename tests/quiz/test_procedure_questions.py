"""Questions about the shoe: every answer worked out again from the prompt, by source 004 written out once more."""

import re
from collections import Counter, defaultdict
from functools import cache
from random import Random

import pytest

from tests.quiz.coups import length_of_right
from training.quiz.asking import make_question
from training.quiz.procedure_questions import procedure
from training.quiz.questions import Question
from training.quiz.skills import skills_by_id, skills_of
from training.quiz.subjects import Kind, ProcedureRule
from training.rules.errors import Illegal
from training.rules.rulesets import load_rulesets

RULES = load_rulesets()["nz-mini-1994"]
NAMES = ("burn", "cut", "cutting-card", "shuffle", "deal-order", "no-more-bets")
SEEDS = 1500
BURNT = dict(zip("ace two three four five six seven eight nine".split(), range(1, 10), strict=True))
BURNT |= dict.fromkeys(("ten", "jack", "queen", "king"), 10)
RANKS = dict(zip("A23456789TJQK", (*BURNT,), strict=True))
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
STACK, DECK, BEHIND = 416, 52, 20
CUT_AT = re.compile(
    r"The stack has (\d+) cards\. A player cuts (\d+) cards from the (?:front|back)\. "
    r"Is that allowed\?"
)
MIDDLE_OF = re.compile(r"The cutting card comes out in the middle of round (\d+)\. When are the cards shuffled\?")
FIRST_CARDS = r"The first cards of a round are being dealt\. Whose is the (\w+)\?"


@cache
def questions(name: str) -> tuple[dict, ...]:
    skill = skills_by_id(RULES)[f"nz-mini-1994/{name}"]
    return tuple(make_question(RULES, skill, Random(f"{name} {seed}")).as_dict() for seed in range(SEEDS))


def all_questions():
    return [question for name in NAMES for question in questions(name)]


def asked(question: dict) -> str:
    """The last sentence of the prompt."""
    return question["prompt"].rpartition(". ")[2]


def right_text(question: dict) -> str:
    return next(one["text"] for one in question["options"] if [one["id"]] == question["expected"])


def words(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


# What is right, by the text.


def burn(question: dict) -> str:
    """The card lies there and is named; it goes face up, its value face down, all to the rack. [004 7.4, 7.5]"""
    (card,) = question["facts"]["shown"]
    assert f"The {words(card)} " in question["prompt"] or f"the {words(card)}." in question["prompt"]
    more = BURNT[RANKS[card[0]]]
    return {
        "How many more cards are burnt?": str(more),
        "How many cards leave the shoe in all?": str(more + 1),
        "How do the burnt cards lie?": "The first face up, the others face down",
        "Where do the burnt cards go?": "All of them into the discard rack",
    }[asked(question)]


def cut(question: dict) -> str:
    """The lowest seat first, then clockwise; at the end of the round of refusals, a supervisor. [004 7.2]"""
    if "hold" in question["prompt"]:
        return "With the backs away from himself"
    seats, told, ask = re.fullmatch(
        r"Clockwise round the table, players sit at seats ([\d, ]+)\. (.*\.) (Who is next\?|Who is asked first\?)",
        question["prompt"],
    ).groups()
    sitting = [int(seat) for seat in seats.split(", ")]
    assert sitting == sorted(set(sitting))
    assert set(sitting) <= set(range(1, 8))  # as many seats as the table has
    assert (ask == "Who is asked first?") is (told == "Nobody has been asked yet.")
    if told == "Nobody has been asked yet.":
        return f"Seat {min(sitting)}"
    if told == "All of them declined the cut.":
        return "A casino supervisor cuts"
    declined = [int(seat) for seat in re.findall(r"\d", told)]
    assert re.fullmatch(r"Seats? (?:(?:\d, )*\d and )?\d declined the cut\.", told)
    assert told.startswith("Seats ") is (len(declined) > 1)
    assert declined == sitting[: len(declined)]  # nobody is passed over
    return f"Seat {sitting[len(declined)]}"


def cutting_card(question: dict) -> str:
    """One deck from either end for the cut; twenty cards from the back for the cutting card. [004 7.3]"""
    if "in front of the cutting card" in question["prompt"]:
        return "They go to the back"
    if found := CUT_AT.search(question["prompt"]):
        stack, near = map(int, found.groups())
        assert stack == STACK
        return "Yes, far enough from both ends" if DECK <= near <= stack - DECK else "No, too near to one end"
    behind = int(re.search(r"with (\d+) cards behind it\. Is that allowed\?", question["prompt"])[1])
    return "Yes, enough cards lie behind it" if behind >= BEHIND else "No, too few cards lie behind it"


def shuffle(question: dict) -> str:
    """After the round that follows; when a vacant table starts again; who may order it. [004 (c), (d), 7.6]"""
    if "cutting card" in question["prompt"]:
        number = int(MIDDLE_OF.match(question["prompt"])[1])
        return f"After round {number + 1}"
    if "vacant" in question["prompt"]:
        return "The cards are shuffled"
    assert "order" in question["prompt"]
    return "The casino manager or the shift manager"


def deal_order(question: dict) -> str:
    """First and third are one hand, second and fourth the other; the Player's comes first. [004 8.3, unseen]"""
    place = re.fullmatch(FIRST_CARDS, question["prompt"])[1]
    number = ("first", "second", "third", "fourth").index(place)
    assert len(question["facts"]["shown"]) == number + 1
    return ("The Player’s", "The Banker’s")[number % 2]


def no_more_bets(_: dict) -> str:
    """After all wagers, immediately before the round. [004 8.2]"""
    return "When all wagers are on the table, just before the deal"


RIGHT = {
    "burn": burn,
    "cut": cut,
    "cutting-card": cutting_card,
    "shuffle": shuffle,
    "deal-order": deal_order,
    "no-more-bets": no_more_bets,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_follows_from_the_question(name):
    """Does a dealer who knows the Gazette and reads only the prompt come to the same answer?"""
    for question in questions(name):
        assert right_text(question) == RIGHT[name](question), question["prompt"]


def test_every_question_is_one_about_the_procedure():
    """One right answer, no hands, nothing said, the source named?"""
    for question in all_questions():
        facts = question["facts"]
        assert question["kind"] == "procedure"
        assert len(question["expected"]) == 1
        assert question["explanation"]
        assert question["hint"]
        assert (facts["player"], facts["banker"], facts["said"], facts["hand"]) == ([], [], [], None)
        assert set(facts) - {"shown"} == {"player", "banker", "said", "hand"}
        assert Question.from_dict(question).as_dict() == question


GAZETTE = "New Zealand Gazette 1994, No. 112, p. 3256, "


@pytest.mark.parametrize(
    ("name", "citation", "mark"),
    [
        ("burn", "rules 7.4 and 7.5", "text"),
        ("cut", "rule 7.2", "text"),
        ("cutting-card", "rule 7.3", "text"),
        ("shuffle", "rules (c) and (d) before 7.2, and 7.6", "text"),
        ("deal-order", "rule 8.3; that the first and third card are the Player’s is common practice", "unseen"),
        ("no-more-bets", "rule 8.2", "text"),
    ],
)
def test_each_question_is_cited_and_marked(name, citation, mark):
    """Is what stands in no text we saw told apart from what does?"""
    for question in questions(name):
        assert (question["citation"], question["provenance"]) == (GAZETTE + citation, mark)


# Numbers and circumstances.


def test_every_first_card_is_burnt_and_asked_about_in_four_ways():
    """All 52 cards, and each question about them?"""
    assert {card for question in questions("burn") for card in question["facts"]["shown"]} == {
        f"{rank}{suit}" for rank in RANKS for suit in SUITS
    }
    ways = Counter(asked(question) for question in questions("burn"))
    assert len(ways) == 4
    assert min(ways.values()) > SEEDS / 5
    expected = {question["expected"][0] for question in questions("burn") if asked(question).startswith("How many")}
    assert expected == {str(number) for number in range(1, 12)}


def test_seats_and_refusals_vary():
    """Any seat, nobody asked, some declined, all declined: is each to be met?"""
    right = Counter(right_text(question) for question in questions("cut"))
    assert {f"Seat {seat}" for seat in range(1, 8)} == {one for one in right if one.startswith("Seat ")}
    assert SEEDS / 10 < right["A casino supervisor cuts"] < SEEDS / 3
    told = [question["prompt"] for question in questions("cut")]
    assert sum("Nobody has been asked yet" in one for one in told) > SEEDS / 10
    assert sum(" declined the cut" in one and "All of them" not in one for one in told) > SEEDS / 4


def test_a_cut_is_asked_about_on_both_sides_of_the_limit():
    """51 and 52 cards, from the front and from the back; allowed as often as not?"""
    found = [
        (int(near), end, right_text(question).startswith("Yes"))
        for question in questions("cutting-card")
        for near, end in re.findall(r"(\d+) cards from the (front|back)", question["prompt"])
    ]
    assert {(near, end) for near, end, _ in found} == {
        (near, end) for near in range(40, 64) for end in ("front", "back")
    }
    assert abs(sum(allowed for _, _, allowed in found) - len(found) / 2) < 3.3 * (len(found) / 4) ** 0.5


def test_the_cutting_card_is_asked_about_on_both_sides_of_the_limit():
    """19 and 20 cards behind it; allowed as often as not?"""
    found = [
        (int(behind), right_text(question).startswith("Yes"))
        for question in questions("cutting-card")
        for behind in re.findall(r"with (\d+) cards behind", question["prompt"])
    ]
    assert {behind for behind, _ in found} == set(range(10, 30))
    assert abs(sum(allowed for _, allowed in found) - len(found) / 2) < 3.3 * (len(found) / 4) ** 0.5


def test_rounds_and_reasons_to_shuffle_vary():
    """The cutting card in any of many rounds, the vacant table, the manager's order?"""
    numbers = {match[1] for one in questions("shuffle") if (match := MIDDLE_OF.match(one["prompt"]))}
    assert len(numbers) > 40
    right = Counter(re.sub(r"\d+", "N", right_text(question)) for question in questions("shuffle"))
    assert set(right) == {"After round N", "The cards are shuffled", "The casino manager or the shift manager"}
    assert min(right.values()) > SEEDS / 4


def test_what_happens_when_the_cutting_card_comes_first_is_not_asked():
    """Rule 9.8 was not seen: is it left out?"""
    for question in questions("shuffle"):
        assert "first" not in question["prompt"].replace("What comes first?", "")
        assert ("cutting card" in question["prompt"]) is bool(MIDDLE_OF.fullmatch(question["prompt"]))


def test_each_of_the_four_cards_is_asked_about():
    """As often, and with the cards that lie there by then?"""
    places = Counter(len(question["facts"]["shown"]) for question in questions("deal-order"))
    assert set(places) == {1, 2, 3, 4}
    assert min(places.values()) > SEEDS / 5
    for question in questions("deal-order"):
        assert len(set(question["facts"]["shown"])) == len(question["facts"]["shown"])


# Options.


def test_options_are_unique():
    for question in all_questions():
        ids, texts = ([option[name] for option in question["options"]] for name in ("id", "text"))
        assert len(set(ids)) == len(ids) == len(set(texts))
        assert len(ids) in (2, 4)


def numeric(question: dict) -> bool:
    return question["options"][0]["id"].isdigit()


def even(places: Counter) -> bool:
    """As often at each of four places, by chi squared with three degrees, p = 0.001?"""
    fair = places.total() / 4
    assert fair > 20
    return sum((places[place] - fair) ** 2 / fair for place in range(4)) < 16.3


def test_a15_numbers_are_four_in_order_and_the_right_one_is_anywhere():
    """Counts keep their order: is the right one as often at every place in it?"""
    places = Counter()
    for question in questions("burn"):
        if numeric(question):
            numbers = [int(option["id"]) for option in question["options"]]
            assert numbers == sorted(numbers)
            assert len(numbers) == 4
            assert min(numbers) >= 0
            assert [option["text"] for option in question["options"]] == list(map(str, numbers))
            places[numbers.index(int(question["expected"][0]))] += 1
    assert even(places)


KEPT = ({"yes", "no"}, {"player", "banker"})


@pytest.mark.parametrize("name", ["burn", "cut", "cutting-card", "shuffle", "no-more-bets"])
def test_a15_the_right_option_is_in_any_place_as_often(name):
    """Where options were made for the question, is its place left to chance?"""
    places = Counter()
    for question in questions(name):
        ids = [option["id"] for option in question["options"]]
        if not numeric(question) and set(ids) not in KEPT:
            places[ids.index(question["expected"][0])] += 1
    assert even(places)


def test_a15_the_length_of_an_option_tells_nothing():
    """Asked in the same words, is the right one neither always the shortest nor always the longest?"""
    ends = defaultdict(Counter)
    for question in all_questions():
        if not numeric(question) and {option["id"] for option in question["options"]} not in KEPT:
            prompt = asked(question) if question["skill"].endswith(("burn", "cut")) else question["prompt"]
            prompt = "all declined" if "All of them declined" in question["prompt"] else re.sub(r"\d+", "N", prompt)
            prompt = re.sub(r"Round \w+", "Round N", prompt)
            ends[prompt][length_of_right(question)] += 1
    assert len(ends) > 8
    for prompt, found in ends.items():
        assert found["shortest"] < found.total(), prompt
        assert found["longest"] < found.total(), prompt


def test_a15_whether_the_dealer_may_cut_is_offered_tells_nothing():
    """Is the dealer a wrong option also where a seat is next?"""
    dealer = "The dealer of the table cuts"
    seats = [one for one in questions("cut") if right_text(one).startswith("Seat ")]
    assert sum(dealer in [option["text"] for option in one["options"]] for one in seats) > len(seats) / 4
    none = [one for one in questions("cut") if right_text(one) == "A casino supervisor cuts"]
    assert any(dealer not in [option["text"] for option in one["options"]] for one in none)


def test_where_all_burnt_cards_are_counted_the_explanation_comes_to_that_number():
    """Does “10 more” not leave the eleventh to be guessed? [004 7.4]"""
    for question in questions("burn"):
        if asked(question) == "How many cards leave the shoe in all?":
            (right,) = question["expected"]
            assert question["explanation"].endswith(f"; so 1 + {int(right) - 1} = {right} leave the shoe.")


def test_yes_and_no_and_the_two_hands_keep_their_order():
    for question in all_questions():
        ids = [option["id"] for option in question["options"]]
        if set(ids) in KEPT:
            assert ids in (["yes", "no"], ["player", "banker"])


def test_neither_hint_nor_prompt_names_the_answer():
    """Is the right option's text nowhere before the answer?"""
    for question in all_questions():
        right = right_text(question)
        if not right.startswith(("Seat ", "The Player’s", "The Banker’s")) and not right.isdigit():
            assert right.casefold() not in (question["prompt"] + question["hint"]).casefold()


def test_a15_who_may_order_new_cards_is_not_found_by_rank():
    """Is another of the house's superiors offered beside the two managers? [004 7.6]"""
    for question in questions("shuffle"):
        if right_text(question) == "The casino manager or the shift manager":
            others = [one["text"] for one in question["options"] if [one["id"]] != question["expected"]]
            assert [text for text in others if "supervisor" in text or "manager" in text]


# Other houses.


@pytest.mark.parametrize("ruleset", ["punto-banco", "nj-minibaccarat", "chemin-de-fer"])
def test_a_ruleset_without_a_procedure_has_no_such_skill(rulesets, ruleset):
    """And is one that is asked for all the same refused?"""
    assert [skill for skill in skills_of(rulesets[ruleset]) if skill.kind is Kind.PROCEDURE] == []
    with pytest.raises(Illegal, match=f"{ruleset} has no procedure of the shoe"):
        procedure(rulesets[ruleset], ProcedureRule("burn"), Random(1))


def test_new_zealand_has_the_six_skills():
    assert [skill.id for skill in skills_of(RULES) if skill.kind is Kind.PROCEDURE] == [
        f"nz-mini-1994/{name}" for name in NAMES
    ]


def test_a_house_is_asked_by_its_own_distances(house):
    """Forty cards from either end of six decks, thirty from the back: do prompts, answers and reasons go by them?"""
    lines = "decks = 6\nprocedure.cut_from_either_end = 40\nprocedure.cutting_card_from_back = 30\n"
    rules = house(lines, base="nz-mini-1994")
    (skill,) = (one for one in skills_of(rules) if one.path == "cutting-card")
    asked_about = Counter()
    for seed in range(400):
        question = make_question(rules, skill, Random(seed)).as_dict()
        allowed = right_text(question).startswith("Yes")
        if found := CUT_AT.search(question["prompt"]):
            assert int(found[1]) == 312
            assert allowed is (int(found[2]) >= 40)
            assert question["explanation"] == "A cut lies at least 40 cards from either end."
            asked_about["cut"] += 1
        elif found := re.search(r"with (\d+) cards behind", question["prompt"]):
            assert allowed is (int(found[1]) >= 30)
            assert question["explanation"] == "At least 30 cards lie behind the cutting card."
            asked_about["cutting card"] += 1
    assert min(asked_about["cut"], asked_about["cutting card"]) > 80


def test_no_place_in_the_stack_is_a_number_below_zero(house):
    """Five cards from either end, three from the back: are the places asked about in the stack at all?"""
    lines = "procedure.cut_from_either_end = 5\nprocedure.cutting_card_from_back = 3\n"
    rules = house(lines, base="nz-mini-1994")
    (skill,) = (one for one in skills_of(rules) if one.path == "cutting-card")
    for seed in range(100):
        assert not re.search(r"[-–−]\d", make_question(rules, skill, Random(seed)).prompt)


def test_a_distance_of_forty_cards_is_not_called_a_deck(house):
    """Is the reason given true of a house that cuts elsewhere?"""
    rules = house("procedure.cut_from_either_end = 40\n", base="nz-mini-1994")
    (skill,) = (one for one in skills_of(rules) if one.path == "cutting-card")
    for seed in range(100):
        question = make_question(rules, skill, Random(seed))
        assert "one deck" not in question.explanation


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_makes_the_same_question(name):
    skill = skills_by_id(RULES)[f"nz-mini-1994/{name}"]
    assert make_question(RULES, skill, Random(7)) == make_question(RULES, skill, Random(7))
