"""Questions of every skill, against an oracle that sees the facts alone and knows the rules by itself."""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from random import Random

import pytest

from tests.quiz.coups import length_of_right
from training.quiz.asking import make_question
from training.quiz.grading import Result, judge
from training.quiz.questions import Facts, Option, Question
from training.quiz.skills import Kind, Skill, matching_skills, skills_by_id, skills_of
from training.rules.errors import Unreadable
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Provenance

RULESETS = load_rulesets()
ALL = ("punto-banco", "nj-minibaccarat", "nz-mini-1994", "chemin-de-fer")
COUP = ("natural", "player", "banker", "count", "call", "outcome")
"""The parts of a coup; irregularities and procedure are tested beside their own modules."""


def skills_of_a_coup(ruleset: str) -> list[Skill]:
    return [skill for skill in skills_of(RULESETS[ruleset]) if skill.path.split("/")[0] in COUP]


EVERY_SKILL = [(ruleset, skill.id) for ruleset in ALL for skill in skills_of_a_coup(ruleset)]
OWN_SKILLS = [(ruleset, skill) for ruleset, skill in EVERY_SKILL if skill.startswith(f"{ruleset}/")]
SEEDS = 30

# The oracle: cards as text, counts by hand, the rules once more.

VALUES = {rank: place if place < 10 else 0 for place, rank in enumerate("A23456789TJQK", start=1)}
PACK = {f"{rank}{suit}" for rank in VALUES for suit in "shdc"}
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CARD = [("dominant player", "Card"), ("dealer", "Card")]
STAY = [("dominant player", "Stay"), ("dealer", "Stay")]
UNDER_8 = [("banker", "Under 8"), ("dealer", "Under 8")]


def count(cards) -> int:
    return sum(VALUES[str(card)[0]] for card in cards) % 10


def player_may(ruleset: str, player: int) -> set[str]:
    if ruleset == "chemin-de-fer" and player == 5:
        return {"draw", "stand"}
    return {"draw"} if player <= 5 else {"stand"}


def banker_may(ruleset: str, banker: int, third: int | None) -> set[str]:
    if ruleset == "chemin-de-fer" and (banker, third) in {(3, 9), (5, 4), (6, None)}:
        return {"draw", "stand"}
    if third is None:
        return {"draw"} if banker <= 5 else {"stand"}
    low, high = [(0, 9), (0, 9), (0, 9), (0, 9), (2, 7), (4, 7), (6, 7), (10, 9)][banker]
    return {"draw"} if low <= third <= high and (banker, third) != (3, 8) else {"stand"}


def assert_possible(ruleset: str, facts: Facts, *, over: bool) -> None:
    """Nothing lies on the table that the rules could not have brought there."""
    player, banker = count(facts.player[:2]), count(facts.banker[:2])
    cards = [*facts.player, *facts.banker]
    decks = 6 if ruleset == "chemin-de-fer" else 8
    assert max(Counter(cards).values()) <= decks
    assert len(facts.player) in (2, 3)
    assert len(facts.banker) in (2, 3)
    if player >= 8 or banker >= 8:
        assert len(cards) == 4
        return
    if len(facts.player) == 3:
        assert "draw" in player_may(ruleset, player)
    elif over or len(facts.banker) == 3:
        assert "stand" in player_may(ruleset, player)
    if over:
        third = VALUES[str(facts.player[2])[0]] if len(facts.player) == 3 else None
        assert ("draw" if len(facts.banker) == 3 else "stand") in banker_may(ruleset, banker, third)


def patron_says(ruleset: str, who: str, hand: int) -> set[str]:
    if hand >= 8:
        return {"Natural"}
    if who == "banker":
        return {"Under 8"}
    return {{"draw": "Card", "stand": "Stay"}[action] for action in player_may(ruleset, hand)}


def dealer_says(line: str, player: int, banker: int) -> str:
    high, low = NUMBERS[max(player, banker)], NUMBERS[min(player, banker)]
    return {
        "no-more-bets": "No more bets",
        "initial-counts": f"Player {NUMBERS[player]}, Banker {NUMBERS[banker]}",
        "player-draws": "Card for Player",
        "player-stands": "Player stands",
        "banker-draws": "Card for Banker",
        "banker-stands": "Banker stands",
        "player-wins": f"Player wins, {high} over {low}",
        "banker-wins": f"Banker wins, {high} over {low}",
        "tie": "égalité – tie bets win",
    }[line]


def said_in(facts: Facts) -> list[tuple[str, str]]:
    return [(said.who, said.call) for said in facts.said]


def answers(ruleset: str, question: Question) -> set[str]:
    """What is right, from the facts alone: ids of draw, stand, yes, no, counts and hands, texts for calls."""
    facts = question.facts
    part, *path = question.skill.split("/")[1:]
    first_player, first_banker = count(facts.player[:2]), count(facts.banker[:2])
    final_player, final_banker = count(facts.player), count(facts.banker)
    if part == "natural":
        assert (len(facts.player), len(facts.banker)) == (2, 2)
        return {"yes" if first_player >= 8 or first_banker >= 8 else "no"}
    if part == "player":
        assert (len(facts.player), len(facts.banker), facts.hand) == (2, 2, "player")
        assert (first_player, first_banker < 8) == (int(path[0]), True)
        return player_may(ruleset, first_player)
    if part == "banker":
        assert (len(facts.banker), facts.hand) == (2, "banker")
        third = VALUES[str(facts.player[2])[0]] if len(facts.player) == 3 else None
        assert (str(first_banker), "none" if third is None else str(third)) == tuple(path)
        assert first_player < 8
        wanted = "draw" if len(facts.player) == 3 else "stand"
        assert wanted in player_may(ruleset, first_player)
        if ruleset == "chemin-de-fer":
            assert said_in(facts) == (CARD if wanted == "draw" else STAY) + UNDER_8
        else:
            assert facts.said == ()
        return banker_may(ruleset, first_banker, third)
    if part == "count":
        assert_possible(ruleset, facts, over=True)
        assert facts.hand in ("player", "banker")
        return {str(final_player if facts.hand == "player" else final_banker)}
    if part == "outcome":
        assert_possible(ruleset, facts, over=True)
        return {"tie" if final_player == final_banker else "player" if final_player > final_banker else "banker"}
    return call_answers(ruleset, question, *path)


def before(speaker: str, banker: int) -> list[list[tuple[str, str]]]:
    """What may have been said before a patron speaks: after "Stay" the banker is only heard with a natural."""
    if speaker == "dominant player":
        return [[]]
    return [CARD, STAY] if banker >= 8 else [CARD]


def call_answers(ruleset: str, question: Question, who: str, what: str = "") -> set[str]:
    facts = question.facts
    player, banker = count(facts.player), count(facts.banker)
    said = said_in(facts)
    if what and ruleset == "chemin-de-fer":
        assert (len(facts.player), len(facts.banker)) == (2, 2)
        if said:  # the dominant player has told the truth about his hand
            assert said[0][1] in patron_says(ruleset, "dominant player", player)
    if who == "dominant-player":
        assert (said, player, facts.hand) == ([], int(what), "player")
        return patron_says(ruleset, "dominant player", player)
    if who == "banker":
        assert (banker, facts.hand) == (int(what), "banker")
        assert said == CARD or (said == STAY and banker >= 8)
        return patron_says(ruleset, "banker", banker)
    if who == "dealer":
        speaker, words = said[-1]
        assert said[:-1] in before(speaker, banker)
        assert words in patron_says(ruleset, speaker, player if speaker == "dominant player" else banker)
        assert words.lower().replace(" ", "-") == what
        assert f"The {speaker} has said “{words}”" in question.prompt
        return {words}
    if who == "who":
        if what == "first":
            assert said == []
            return {"Dominant player"}
        if what == "answer":
            assert said in before("banker", banker)
            return {"Banker"}
        assert said[-1][0] != "dealer"
        assert said[:-1] in before(said[-1][0], banker)
        return {"Dealer"}
    assert said == []
    assert_on_the_table_at(ruleset, who, facts)
    return {dealer_says(who, player, banker)}


def assert_on_the_table_at(ruleset: str, line: str, facts: Facts) -> None:
    """The cards of the moment lie there, no more and no fewer, and they lead to this line."""
    lengths = (len(facts.player), len(facts.banker))
    player, banker = count(facts.player[:2]), count(facts.banker[:2])
    if line == "no-more-bets":
        assert lengths == (0, 0)
    elif line == "initial-counts":
        assert lengths == (2, 2)
    elif line.startswith("player-") and line != "player-wins":
        assert lengths == (2, 2)
        assert max(player, banker) < 8
        assert player_may(ruleset, player) == {{"player-draws": "draw", "player-stands": "stand"}[line]}
    elif line.startswith("banker-") and line != "banker-wins":
        assert lengths[1] == 2
        assert_possible(ruleset, facts, over=False)
        assert max(player, banker) < 8
        third = VALUES[str(facts.player[2])[0]] if lengths[0] == 3 else None
        assert (third is None) == (player > 5)
        assert banker_may(ruleset, banker, third) == {{"banker-draws": "draw", "banker-stands": "stand"}[line]}
    else:
        assert_possible(ruleset, facts, over=True)
        difference = count(facts.player) - count(facts.banker)
        assert line == ("tie" if difference == 0 else "player-wins" if difference > 0 else "banker-wins")


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter))))


def make(ruleset: str, skill: str, seed: int = 0) -> Question:
    return make_question(RULESETS[ruleset], skills_by_id(RULESETS[ruleset])[skill], Random(seed))


def questions(ruleset: str, skill: str, number: int, seed: int = 0):
    """Many questions of one skill from one generator."""
    rules, rng = RULESETS[ruleset], Random(seed)
    subject = skills_by_id(rules)[skill]
    for _ in range(number):
        yield make_question(rules, subject, rng)


# Every skill of every ruleset.


@pytest.mark.parametrize(("ruleset", "skill"), EVERY_SKILL)
def test_when_a_skill_is_asked_then_the_facts_show_it_and_alone_give_the_expected_answer(ruleset, skill):
    """Does each question show exactly its skill, is the deal possible, and is the key what the rules say?"""
    for question in questions(ruleset, skill, SEEDS):
        right = answers(ruleset, question)
        if question.kind is Kind.CALL:
            assert {question.text_of(option) for option in question.expected} == right
        else:
            assert set(question.expected) == right
        assert (question.skill, question.ruleset) == (skill, ruleset)
        assert question.fingerprint == RULESETS[ruleset].fingerprint
        assert len(question.expected) == len(set(question.expected))


@pytest.mark.parametrize(("ruleset", "skill"), EVERY_SKILL)
def test_when_a_question_is_made_then_it_is_whole_and_no_two_answers_are_equal(ruleset, skill):
    """Are prompt, citation and explanation there, and do the options differ once case and accents are folded?"""
    for question in questions(ruleset, skill, SEEDS, seed=1):
        texts = [option.text for option in question.options]
        assert len({fold(text) for text in texts}) == len(texts) >= 2
        assert len({option.id for option in question.options}) == len(texts)
        for text in (question.prompt, question.citation, question.explanation, *texts):
            assert text.strip() == text != ""
            assert not set("{}") & set(text)
        assert question.prompt.endswith("?")
        assert question.explanation.endswith(".")


@pytest.mark.parametrize(("ruleset", "skill"), EVERY_SKILL)
def test_when_the_seed_is_the_same_then_the_question_is_and_it_can_be_stored_and_read_back(ruleset, skill):
    """Is a question a value that survives JSON, and its seed all that is needed to ask it again?"""
    for seed in (0, 1, 2):
        question = make(ruleset, skill, seed)
        assert make(ruleset, skill, seed) == question
        stored = json.loads(json.dumps(question.as_dict()))
        assert Question.from_dict(stored) == question
        assert Question.from_dict(stored).as_dict() == question.as_dict()


@pytest.mark.parametrize(("ruleset", "skill"), EVERY_SKILL)
def test_when_the_seed_is_another_then_the_question_is_seldom_the_same(ruleset, skill):
    """Does everything vary that the skill leaves open?"""
    different = {json.dumps(question.as_dict()) for question in questions(ruleset, skill, 20)}
    assert len(different) >= (15 if skill != "nz-mini-1994/call/no-more-bets" else 5)


WHOLE = [(ruleset, skill) for ruleset, skill in OWN_SKILLS if skill != "nz-mini-1994/call/no-more-bets"]


@pytest.mark.parametrize(("ruleset", "skill"), WHOLE)
def test_when_a_skill_is_asked_often_then_every_card_that_it_allows_appears(ruleset, skill):
    """Do all ranks and suits come in both hands, and every card of the third card's value?"""
    first: dict[str, set] = {"player": set(), "banker": set()}
    thirds = set()
    for question in questions(ruleset, skill, 600, seed=2):
        first["player"].update(question.facts.player[:2])
        first["banker"].update(question.facts.banker[:2])
        thirds.update(question.facts.player[2:])
    assert {str(card) for card in first["player"]} == PACK
    assert {str(card) for card in first["banker"]} == PACK
    part, *path = skill.split("/")[1:]
    if part == "banker":
        wanted = set() if path[1] == "none" else {card for card in PACK if VALUES[card[0]] == int(path[1])}
        assert {str(card) for card in thirds} == wanted


@pytest.mark.parametrize(
    ("ruleset", "skill", "players", "bankers"),
    [
        ("punto-banco", "banker/4/none", {6, 7}, {4}),
        ("punto-banco", "banker/4/0", {0, 1, 2, 3, 4, 5}, {4}),
        ("punto-banco", "player/5", {5}, {0, 1, 2, 3, 4, 5, 6, 7}),
        ("punto-banco", "natural", set(range(10)), set(range(10))),
        ("punto-banco", "count", set(range(10)), set(range(10))),
        ("punto-banco", "outcome", set(range(10)), set(range(10))),
        ("punto-banco", "call/initial-counts", set(range(10)), set(range(10))),
        ("punto-banco", "call/player-draws", {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5, 6, 7}),
        ("punto-banco", "call/player-stands", {6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}),
        ("punto-banco", "call/banker-draws", {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6}),
        ("punto-banco", "call/banker-stands", {0, 1, 2, 3, 4, 5, 6, 7}, {3, 4, 5, 6, 7}),
        ("chemin-de-fer", "banker/6/none", {5, 6, 7}, {6}),
        ("chemin-de-fer", "banker/3/9", {0, 1, 2, 3, 4, 5}, {3}),
        ("chemin-de-fer", "call/dominant-player/5", {5}, set(range(10))),
        ("chemin-de-fer", "call/banker/3", {0, 1, 2, 3, 4, 5}, {3}),
        ("chemin-de-fer", "call/banker/9", {0, 1, 2, 3, 4, 5, 6, 7}, {9}),
        ("chemin-de-fer", "call/dealer/stay", {5, 6, 7}, set(range(10))),
        ("chemin-de-fer", "call/dealer/under-8", {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5, 6, 7}),
        ("chemin-de-fer", "call/dealer/natural", set(range(10)), set(range(10))),
        ("chemin-de-fer", "call/who/first", set(range(10)), set(range(10))),
        ("chemin-de-fer", "call/who/repeat", set(range(10)), set(range(10))),
        ("chemin-de-fer", "call/who/answer", {0, 1, 2, 3, 4, 5, 6, 7}, set(range(10))),
    ],
)
def test_when_a_skill_is_asked_often_then_all_counts_appear_that_are_possible_with_it(ruleset, skill, players, bankers):
    """Are the Player's first two cards always possible ones, and all of those?"""
    seen = [
        (count(q.facts.player[:2]), count(q.facts.banker[:2])) for q in questions(ruleset, f"{ruleset}/{skill}", 900)
    ]
    assert {player for player, _ in seen} == players
    assert {banker for _, banker in seen} == bankers


@pytest.mark.parametrize("base", ["punto-banco", "chemin-de-fer"])
@pytest.mark.parametrize("decks", [1, 2])
def test_when_a_house_deals_from_few_decks_then_no_card_comes_more_often(house, base, decks):
    """Could every situation lie on that house's table?"""
    ruleset, rng = house(f"decks = {decks}\n", base), Random(3)
    for skill in skills_of(ruleset):
        for _ in range(25):
            facts = make_question(ruleset, skill, rng).facts
            assert max(Counter([*facts.player, *facts.banker]).values(), default=0) <= decks


def test_when_a_house_deals_whole_coups_from_one_deck_then_every_card_of_it_appears(house):
    """Is no card left out of a small shoe?"""
    ruleset, rng = house("decks = 1\n"), Random(3)
    skill = skills_by_id(ruleset)["punto-banco/count"]
    facts = [make_question(ruleset, skill, rng).facts for _ in range(500)]
    assert {str(card) for one in facts for card in (*one.player, *one.banker)} == PACK


CALL = '[call.x]\nsource = "house our book"\nprovenance = "house"\nwords = "Attention"\n'


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(CALL + 'who = "dealer"\nat = "before-deal"\n', id="a line more"),
        pytest.param("decks = 1\n", id="one deck"),
        pytest.param('[player]\n5 = "optional"\n', id="an option"),
        pytest.param(CALL + 'who = "dealer"\nat = "player-looks"\nwhen = "draw"\n', id="dealer at player-looks"),
        pytest.param(
            CALL + 'who = "dealer"\nat = "banker-looks"\nwhen = "natural"\n',
            id="dealer at banker-looks",
        ),
        pytest.param(CALL + 'who = "dominant player"\nat = "player-looks"\nwhen = "draw"\n', id="half a script"),
        pytest.param(
            CALL + 'who = "banker"\nat = "result"\nwhen = "tie"\nrepeated_by = "dealer"\n',
            id="a repeat and nothing else",
        ),
        pytest.param('[player]\n6 = "draw"\n7 = "draw"\n', id="a Player who never stands"),
    ],
)
def test_when_a_house_file_is_accepted_then_every_skill_of_it_can_be_asked(house, lines):
    """Is what cannot be asked refused when the file is read, and not when a trainee wants to practise?"""
    try:
        ruleset = house(lines)
    except Unreadable:
        return
    for skill in skills_of(ruleset):
        for seed in range(5):
            make_question(ruleset, skill, Random(seed))


def test_when_calls_are_in_another_script_then_the_answers_are_still_different(house):
    """Can a house in Macau write its calls as they are said?"""
    ruleset = house(
        '[call.no-more]\nwho = "dealer"\nat = "before-deal"\nwords = "不再下注"\nwrong = ["请下注", "开牌"]\n'
        'source = "house our book"\nprovenance = "house"\n'
    )
    question = make_question(ruleset, skills_by_id(ruleset)["house/call/no-more"], Random(1))
    assert sorted(option.text for option in question.options) == sorted(["不再下注", "请下注", "开牌"])
    assert all(option.id for option in question.options)


@pytest.mark.parametrize("path", ["call/dealer/natural", "call/who/repeat", "call/who/answer"])
def test_when_the_banker_has_a_natural_then_it_is_met_after_either_request(path):
    """Is a banker's natural after “Stay” dealt as well? [000 (3)]"""
    heard = Counter(
        said_in(question.facts)[0][1]
        for question in questions("chemin-de-fer", f"chemin-de-fer/{path}", 300)
        if ("banker", "Natural") in said_in(question.facts) or count(question.facts.banker) >= 8
        if len(question.facts.said) > 1
    )
    assert set(heard) == {"Card", "Stay"}
    assert min(heard.values()) > heard.total() / 3


@pytest.mark.parametrize("path", ["call/initial-counts", "call/player-wins", "call/banker-wins", "call/tie"])
def test_when_a_call_hangs_on_the_counts_then_the_explanation_adds_up_both_hands(path):
    """Does it say more than the call once more?"""
    for question in questions("punto-banco", f"punto-banco/{path}", 50):
        sums = [
            f"{name}: {' + '.join(str(VALUES[str(card)[0]]) for card in cards)} = "
            for name, cards in (("Player", question.facts.player), ("Banker", question.facts.banker))
        ]
        assert all(one in question.explanation for one in sums)


# Nothing gives the answer away.


RESULT = re.compile(r"(Player|Banker) wins, (\w+) over (\w+)")


def results_offered(question: Question) -> dict[str, tuple[str, str, str]]:
    """The announced winners, by option, with the higher and the lower count."""
    return {option.id: found.groups() for option in question.options if (found := RESULT.fullmatch(option.text))}


def test_a15_when_a_hand_wins_then_neither_winner_nor_count_is_commoner_among_the_options():
    """Is the right one as often the odd one out, and are wrong counts and a wrong order among the others?"""
    shared, wrong_order, wrong_count, number = Counter(), 0, 0, 0
    for path in ("player-wins", "banker-wins"):
        for question in questions("punto-banco", f"punto-banco/call/{path}", 400):
            offered, (key,) = results_offered(question), question.expected
            winner, high, low = offered[key]
            wrong_order += any((one, other) == (low, high) for _, one, other in offered.values())
            wrong_count += any({one, other} != {low, high} for _, one, other in offered.values())
            number += 1
            if len(offered) == 3:
                shared[
                    sum(one == winner for one, *_ in offered.values()),
                    sum(tuple(counts) == (high, low) for _, *counts in offered.values()),
                ] += 1
            else:
                assert len(offered) == 2
    assert wrong_order > number / 10
    assert wrong_count > number / 4
    assert set(shared) == {(2, 2), (2, 1), (1, 2)}
    fair = shared.total() / 3
    assert sum((times - fair) ** 2 / fair for times in shared.values()) < 13.9  # chi squared, 2 degrees, p = 0.001


def test_a15_when_it_is_a_tie_then_the_invented_counts_are_any():
    """Does no difference between the two counts tell a tie?"""
    pairs = Counter()
    for question in questions("punto-banco", "punto-banco/call/tie", 600):
        assert question.text_of(question.expected[0]) == "égalité – tie bets win"
        for _, high, low in results_offered(question).values():
            assert high != low
            pairs[abs(NUMBERS.index(high) - NUMBERS.index(low))] += 1
    assert set(pairs) == set(range(1, 10))
    assert pairs[1] < pairs.total() / 2


@pytest.mark.parametrize("ruleset", ["punto-banco", "nz-mini-1994", "chemin-de-fer"])
def test_a15_when_a_call_is_asked_for_then_the_length_of_an_option_tells_nothing(ruleset):
    """Asked in the same words, is the right call neither always the shortest nor always the longest?"""
    ends = defaultdict(Counter)
    for skill in skills_of(RULESETS[ruleset]):
        if skill.id.startswith(f"{ruleset}/call/") and not skill.path.startswith("call/who/"):
            for question in questions(ruleset, skill.id, 60):
                if len(question.expected) == 1:
                    ends[question.prompt][length_of_right(question.as_dict())] += 1
    assert ends
    for prompt, found in ends.items():
        assert found["shortest"] < found.total(), prompt
        assert found["longest"] < found.total(), prompt


def test_a15_when_a_coup_is_over_then_the_same_kinds_of_options_are_offered_however_it_ended():
    """Two or three winners with counts, as often at a tie as at a win?"""
    for path in ("player-wins", "banker-wins", "tie"):
        offered = Counter(
            len(results_offered(question)) for question in questions("punto-banco", f"punto-banco/call/{path}", 400)
        )
        assert set(offered) == {2, 3}
        assert abs(offered[2] - 200) < 3.3 * 10


def test_a15_when_options_were_made_for_a_question_then_the_right_one_has_no_favourite_place():
    """Is the right answer as often first as last? (χ² over 2,600 questions, p > 0.001)"""
    places: dict[int, Counter] = defaultdict(Counter)
    for number, (ruleset, skill) in enumerate(OWN_SKILLS):
        if "/call/" not in skill:
            continue
        for question in questions(ruleset, skill, 75, seed=number):
            if len(question.expected) == 1:
                ids = [option.id for option in question.options]
                places[len(ids)][ids.index(question.expected[0])] += 1
    assert sum(sum(counter.values()) for counter in places.values()) > 2600
    limits = {3: 13.82, 4: 16.27}  # two and three degrees of freedom
    assert set(places) == set(limits)
    for number, counter in places.items():
        even = sum(counter.values()) / number
        assert sum((counter[place] - even) ** 2 / even for place in range(number)) < limits[number]


@pytest.mark.parametrize("ruleset", ALL)
def test_a15_when_answers_are_always_the_same_then_they_keep_one_order(ruleset):
    """Can keys be learned for draw and stand, yes and no, counts and hands?"""
    orders = defaultdict(set)
    for skill in skills_of_a_coup(ruleset):
        for question in questions(ruleset, skill.id, 5):
            orders[question.kind].add(tuple(option.id for option in question.options))
    assert orders[Kind.ACTION] == {("draw", "stand")}
    assert orders[Kind.NATURAL] == {("yes", "no")}
    assert orders[Kind.COUNT] == {("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")}
    assert orders[Kind.OUTCOME] == {("player", "banker", "tie")}


def blind_score(skills: list[str]) -> float:
    """How often somebody is right who sees prompt and answers but no card, having seen many such questions.

    He notes which wording was right for each set of wordings; the higher count reads H, the lower L, equal ones E.
    """
    notes: dict[tuple, Counter] = defaultdict(Counter)
    for skill in skills:
        for question in questions("punto-banco", skill, 200, seed=5):

            def wording(text: str, question: Question = question) -> str:
                numbers = [NUMBERS.index(word) for word in re.findall("|".join(NUMBERS), text)]
                if len(numbers) == 2:
                    marks = iter("EE" if numbers[0] == numbers[1] else "HL" if numbers[0] > numbers[1] else "LH")
                    text = re.sub("|".join(NUMBERS), lambda _: next(marks), text)
                return fold(re.sub("|".join(NUMBERS), "N", text))

            seen = tuple(sorted(wording(option.text) for option in question.options))
            notes[question.prompt, seen][wording(question.text_of(question.expected[0]))] += 1
    asked = sum(sum(counter.values()) for counter in notes.values())
    return sum(max(counter.values()) for counter in notes.values()) / asked


@pytest.mark.parametrize(
    ("calls", "most"),
    [
        pytest.param(["player-draws", "player-stands"], 0.6),
        pytest.param(["banker-draws", "banker-stands"], 0.6),
        pytest.param(["player-wins", "banker-wins", "tie"], 0.45),
    ],
)
def test_when_the_cards_are_not_seen_then_the_wording_of_the_answers_does_not_tell_the_call(calls, most):
    """Can the dealer's call be told from the answers on offer alone?"""
    assert blind_score([f"punto-banco/call/{call}" for call in calls]) <= most


def test_when_counts_are_offered_then_the_right_pair_is_not_the_one_most_like_the_others():
    """Can the initial counts be told by picking the answer in the middle?"""
    hits = 0.0
    for question in questions("punto-banco", "punto-banco/call/initial-counts", 600, seed=6):
        pairs = {option.id: re.findall("|".join(NUMBERS), option.text) for option in question.options}
        alike = {
            one: sum((mine[0] == theirs[0]) + (mine[1] == theirs[1]) for theirs in pairs.values())
            for one, mine in pairs.items()
        }
        best = [one for one, shared in alike.items() if shared == max(alike.values())]
        hits += (question.expected[0] in best) / len(best)
    assert hits / 600 <= 0.32


def test_when_a_natural_is_asked_about_then_yes_and_no_are_as_often_right():
    """Is neither answer the better guess, and do all three ways of having a natural come?"""
    right = Counter()
    ways = Counter()
    for question in questions("punto-banco", "punto-banco/natural", 2000, seed=7):
        right[question.expected] += 1
        ways[count(question.facts.player) >= 8, count(question.facts.banker) >= 8] += 1
    assert 900 < right["yes",] < 1100
    assert all(ways[way] > 250 for way in [(True, False), (False, True), (True, True)])


def test_when_an_outcome_is_asked_then_each_of_the_three_is_as_often_right():
    """Is a tie asked for as often as a win?"""
    right = Counter(question.expected[0] for question in questions("punto-banco", "punto-banco/outcome", 1500, seed=8))
    assert all(430 < right[outcome] < 570 for outcome in ("player", "banker", "tie"))


# Points of the rules.


@pytest.mark.parametrize("ruleset", ALL)
def test_a26_when_the_right_answer_is_zero_then_it_is_offered_and_right(ruleset):
    """Is zero a count like any other, in the key, in the answers and in the verdict?"""
    rules = RULESETS[ruleset]
    skill = matching_skills(rules, "count")[0].id
    zeros = [question for question in questions(ruleset, skill, 300) if question.expected == ("0",)]
    assert len(zeros) > 5
    for question in zeros:
        assert question.text_of("0") == "0"
        assert judge(rules, question, "0").result is Result.RIGHT
        assert judge(rules, question, "1").result is Result.WRONG
        assert judge(rules, Question.from_dict(question.as_dict()), "0").given == "0"


@pytest.mark.parametrize("ruleset", ALL)
def test_a26_when_hands_or_third_cards_count_zero_then_their_skills_are_asked_like_others(ruleset):
    """Is a count of zero never taken for a missing one?"""
    rules = RULESETS[ruleset]
    for path in ("player/0", "banker/0/0", "banker/0/none", "banker/4/0", "banker/5/0"):
        skill = matching_skills(rules, path)[0].id
        for question in questions(ruleset, skill, 20):
            assert set(question.expected) == answers(ruleset, question)


def test_when_stay_was_said_then_no_question_asks_for_under_8_and_leaving_it_out_is_never_wrong():
    """Is what the regulation does not settle never asked? (rules.md section 3)"""
    after_stay = 0
    for skill in skills_of_a_coup("chemin-de-fer"):
        for question in questions("chemin-de-fer", skill.id, 60, seed=9):
            if ("dealer", "Stay") not in said_in(question.facts):
                continue
            after_stay += 1
            right = {question.text_of(option) for option in question.expected}
            assert "Under 8" not in right
            if "/call/who/" in question.skill:  # and the banker who speaks then has one
                assert count(question.facts.banker[:2]) >= 8
            elif question.kind is Kind.CALL:  # after Stay only a natural is asked for
                assert right == {"Natural"}
    assert after_stay > 100


@pytest.mark.parametrize(
    ("ruleset", "path", "mark"),
    [
        ("punto-banco", "banker/4/0", "text"),
        ("nj-minibaccarat", "banker/4/0", "text"),
        ("nz-mini-1994", "banker/4/0", "reconstructed"),
        ("chemin-de-fer", "banker/4/0", "reconstructed"),
        ("chemin-de-fer", "banker/6/none", "reconstructed"),
        ("chemin-de-fer", "player/5", "text"),
        ("chemin-de-fer", "call/dealer/under-8", "text"),
        ("punto-banco", "call/player-draws", "house"),
        ("punto-banco", "call/tie", "text"),
        ("nz-mini-1994", "call/no-more-bets", "text"),
        ("nz-mini-1994", "outcome", "reconstructed"),
        ("chemin-de-fer", "outcome", "unseen"),
        ("punto-banco", "count", "unseen"),
    ],
)
def test_when_a_question_is_made_then_it_carries_the_mark_of_its_rule(ruleset, path, mark):
    """Does the reader learn how well the rule is founded?"""
    skill = matching_skills(RULESETS[ruleset], path)[0].id
    assert make(ruleset, skill).provenance is Provenance(mark)


@pytest.mark.parametrize(
    ("ruleset", "path", "citation"),
    [
        (
            "punto-banco",
            "banker/4/0",
            "Wikipedia, “Baccarat”, Tableau of drawing rules, Banker’s rule, row 4, third card 0",
        ),
        ("chemin-de-fer", "banker/4/none", "Table 3, row 4, no third card"),
        ("chemin-de-fer", "player/6", "Regulation on play at baccarat-chemin de fer, (1)(c)"),
        ("chemin-de-fer", "call/banker/9", "Regulation on play at baccarat-chemin de fer, (3)"),
        ("chemin-de-fer", "call/banker/0", "Regulation on play at baccarat-chemin de fer, (4)"),
        ("chemin-de-fer", "call/dealer/stay", "Regulation on play at baccarat-chemin de fer, (10)"),
        ("chemin-de-fer", "call/who/repeat", "Regulation on play at baccarat-chemin de fer, (10)"),
        ("nz-mini-1994", "call/no-more-bets", "New Zealand Gazette 1994, No. 112, p. 3256, rule 8.2"),
    ],
)
def test_when_a_question_is_made_then_it_cites_its_rule(ruleset, path, citation):
    """Is the place named that decides exactly this question?"""
    skill = matching_skills(RULESETS[ruleset], path)[0].id
    assert {make(ruleset, skill, seed).citation for seed in range(10)} == {citation}


def test_when_only_the_banker_has_a_natural_at_chemin_de_fer_then_subregulation_3_is_cited():
    """Is the banker's natural founded on the banker's own rule? (rules.md section 3, step 4)"""
    cited = {
        question.citation
        for question in questions("chemin-de-fer", "chemin-de-fer/natural", 100)
        if count(question.facts.player) < 8 <= count(question.facts.banker)
    }
    assert cited == {"Regulation on play at baccarat-chemin de fer, (3)"}


@pytest.mark.parametrize("path", ["call/dominant-player/5", "player/5", "banker/3/9", "banker/5/4", "banker/6/none"])
def test_when_a_choice_is_free_then_both_answers_are_right_and_it_is_said(path):
    """Is nobody marked wrong for using his option, and told that it was one?"""
    rules = RULESETS["chemin-de-fer"]
    for question in questions("chemin-de-fer", f"chemin-de-fer/{path}", 20):
        assert len(question.expected) == 2
        assert "choice is free" in question.explanation
        assert "both answers are right" in question.explanation
        for given in question.expected:
            verdict = judge(rules, question, given)
            assert (verdict.result, verdict.expected, verdict.misconceptions) == (Result.RIGHT, question.expected, ())


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"expected": ["hit"]}, "the key"),
        ({"expected": []}, "the key"),
        ({"options": [{"id": "draw", "text": "Draw"}, {"id": "draw", "text": "Draw!"}]}, "two options are equal"),
    ],
)
def test_when_a_stored_question_has_no_sound_key_then_it_cannot_be_read_back(lines, problem):
    """Can a question be asked that nobody could answer right?"""
    stored = make("punto-banco", "punto-banco/banker/4/0").as_dict()
    with pytest.raises(ValueError, match=problem):
        Question.from_dict({**stored, **lines})


def test_an_options_words_are_found_by_its_id():
    """Are answers graded and shown by what they are and not by where they stand?"""
    question = make("punto-banco", "punto-banco/banker/4/0")
    assert question.options == (Option("draw", "Draw"), Option("stand", "Stand"))
    assert [question.text_of(option) for option in ("stand", "draw")] == ["Stand", "Draw"]


ENGLISH = re.compile(r"\b(Card|Stay|Natural|Under|Player|Banker|stands|wins|tie)\b")
FRENCH = {
    "chemin-de-fer": {
        "dominant-player-card": "Carte",
        "dominant-player-stay": "Reste",
        "dominant-player-natural": "Neuf",
        "banker-natural": "Neuf",
        "banker-under-8": "Moins de huit",
        "banker-under-8-after-stay": "Moins de huit",
    },
    "punto-banco": {
        "initial-counts": "Joueur {player}, banque {banker}",
        "player-draws": "Carte au joueur",
        "player-stands": "Joueur reste",
        "banker-draws": "Carte à la banque",
        "banker-stands": "Banque reste",
        "player-wins": "Joueur gagne, {high} à {low}",
        "banker-wins": "Banque gagne, {high} à {low}",
        "tie": "Égalité",
    },
}


@pytest.mark.parametrize(("base", "skills"), [("chemin-de-fer", 24), ("punto-banco", 8)])
def test_when_a_house_speaks_another_language_then_the_options_do_not_give_the_key_away(house, base, skills):
    """Are the wrong options in the language of the right one?"""
    rules = house("".join(f'[call.{name}]\nwords = "{words}"\n' for name, words in FRENCH[base].items()), base)
    asked = [
        make_question(rules, skill, Random(seed))
        for skill in skills_of(rules)
        if "/call/" in skill.id and "/who/" not in skill.id
        for seed in range(20)
    ]
    assert len({question.skill for question in asked}) == skills
    for question in asked:
        assert len(question.options) >= 3
        assert not [option.text for option in question.options if ENGLISH.search(option.text)]
