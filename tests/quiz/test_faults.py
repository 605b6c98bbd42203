"""Find the fault: is exactly one thing wrong, can it be named, and is what is said to be right there right?"""

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.quiz.dealing_school import GAMES, tell
from tests.quiz.transcripts import STAY, is_right, one_change_away, possible_lines
from training.quiz.faults import WORDS, make_fault, spoilt, transcript
from training.quiz.questions import Facts, Question
from training.quiz.skills import skill_in_fault
from training.quiz.subjects import Fault
from training.rules.cards import format_cards, parse_cards
from training.rules.coup import Choices, play
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action

RULESETS = load_rulesets()
ALL = tuple(GAMES)
SEEDS = 2000
KINDS = {
    "punto-banco": {"wrong-count", "wrong-call", "wrong-order", "call-after-natural", "card-after-natural"},
    "nj-minibaccarat": {"wrong-order", "wrong-act", "card-after-natural"},
    "nz-mini-1994": {"wrong-call", "wrong-order", "wrong-act", "card-after-natural"},
    "chemin-de-fer": {
        *("wrong-order", "missing-repeat", "wrong-repeat", "wrong-act"),
        *("call-after-natural", "card-after-natural"),
    },
}
OVER = "Nothing: the coup is over"
A_CARD = {name: f"{name}’s hand is dealt a third card" for name in ("Player", "Banker")}


class Puzzle:
    """The two questions of a fault, taken apart."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.ruleset, self.seed = ruleset, seed
        self.first, self.second = make_fault(RULESETS[ruleset], Random(seed))
        self.kind = Fault(self.first.skill.rpartition("/")[2])
        self.lines = tuple(option.text for option in self.first.options)
        self.marked = [int(number) - 1 for number in self.first.expected]
        (answer,) = self.second.expected
        self.right = self.second.text_of(answer)
        self.hands = (format_cards(self.first.facts.player), format_cards(self.first.facts.banker))

    def is_right(self, lines: tuple[str, ...]) -> bool:
        return is_right(self.ruleset, *self.hands, lines)

    def repaired(self) -> list[tuple[str, ...]]:
        """The transcript with the second question's answer put in place; the card that was not dealt may be any."""
        at, lines = self.marked[0], self.lines
        if self.kind is Fault.WRONG_ORDER:
            assert self.right == lines[at + 1]
            return [(*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :])]
        if self.kind is Fault.MISSING_REPEAT:
            return [(*lines[: at + 1], self.right, *lines[at + 1 :])]
        if self.kind in (Fault.CALL_AFTER_NATURAL, Fault.CARD_AFTER_NATURAL):
            assert self.right == (lines[at + 1] if at + 1 < len(lines) else OVER)
            return [(*lines[:at], *lines[at + 1 :])]
        cards = [text for text in possible_lines() if text.startswith(self.right.removesuffix("a third card"))]
        texts = cards if self.right in A_CARD.values() else [self.right]
        return [(*lines[:at], text, *lines[at + 1 :]) for text in texts]


@cache
def puzzles_of(ruleset: str) -> list[Puzzle]:
    return [Puzzle(ruleset, seed) for seed in range(SEEDS)]


def each_ruleset(known: str = "", *faulty: str) -> pytest.MarkDecorator:
    """Run for every ruleset; `known` says what is wrong with `faulty` ones until it is mended."""
    mark = pytest.mark.xfail(strict=True, reason=known)
    return pytest.mark.parametrize("ruleset", [pytest.param(one, marks=mark) if one in faulty else one for one in ALL])


@each_ruleset()
def test_a_faulty_transcript_is_wrong_and_its_answer_puts_it_right(ruleset):
    """Does a checker of its own find the transcript wrong, and right once the second answer is in its place?"""
    for puzzle in puzzles_of(ruleset):
        assert not puzzle.is_right(puzzle.lines), puzzle.seed
        assert [lines for lines in puzzle.repaired() if puzzle.is_right(lines)], (puzzle.seed, puzzle.lines)


@each_ruleset()
def test_there_is_one_fault_and_it_is_where_the_key_says(ruleset):
    """Of all changes of one thing that put the transcript right, does each touch the lines of the key only?"""
    for puzzle in puzzles_of(ruleset)[:300]:
        texts = possible_lines() | set(puzzle.lines) | {option.text for option in puzzle.second.options}
        cures = [places for places, lines in one_change_away(puzzle.lines, texts) if puzzle.is_right(lines)]
        assert cures, puzzle.seed
        for places in cures:
            assert places == set(puzzle.marked), (puzzle.seed, puzzle.lines, puzzle.marked, places)


@each_ruleset()
def test_only_the_marked_lines_differ_from_the_coup_as_it_was(ruleset):
    """Is every spoilt transcript the true one but for the marked lines, for every fault in every way?"""
    rng = Random(f"{ruleset}, spoilt")
    for _ in range(150):
        cards = rng.sample(parse_cards(" ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc")), 6)
        ways = [rng.choice(("Draw", "Stand")) for _ in range(2)]
        choices = Choices(*(Action(way.lower()) for way in ways))
        coup = play(RULESETS[ruleset], cards, choices)
        true = tuple(tell(ruleset, list(map(str, cards)), *ways).lines)
        assert tuple(line.text for line in transcript(coup)) == true
        for fault in Fault:
            for faulty in spoilt(RULESETS[ruleset], coup, fault, rng):
                texts, places = faulty.texts, faulty.wrong
                at, more = places[0], len(texts) - len(true)
                kept = {place for place in range(len(texts)) if place not in places}
                assert more == {Fault.MISSING_REPEAT: -1, Fault.CALL_AFTER_NATURAL: 1, Fault.CARD_AFTER_NATURAL: 1}.get(
                    fault, 0
                )
                for place in kept:
                    assert texts[place] == true[place if place <= at else place - more], (fault, cards)
                assert texts != true
                wanted = at + 1 if fault is Fault.MISSING_REPEAT else at
                if faulty.right not in (*A_CARD.values(), OVER):
                    assert faulty.right == true[wanted]


@each_ruleset()
def test_every_fault_that_a_game_can_have_comes_and_no_other(ruleset):
    """Are all kinds asked, none so seldom that a trainee never meets it?"""
    kinds = Counter(puzzle.kind.value for puzzle in puzzles_of(ruleset))
    assert set(kinds) == KINDS[ruleset]
    assert min(kinds.values()) > SEEDS / 40


@each_ruleset()
def test_the_questions_are_whole(ruleset):
    """Two lines at least, one digit a line, every key among the options, no two options alike, one skill for both?"""
    for puzzle in puzzles_of(ruleset):
        first, second = puzzle.first, puzzle.second
        assert 2 <= len(puzzle.lines) <= 9
        assert [option.id for option in first.options] == [str(place + 1) for place in range(len(puzzle.lines))]
        assert len(puzzle.marked) == (2 if puzzle.kind in (Fault.WRONG_ORDER, Fault.MISSING_REPEAT) else 1)
        assert len({option.text for option in second.options}) == len(second.options) <= 4
        assert first.skill == second.skill == skill_in_fault(RULESETS[puzzle.ruleset])[puzzle.kind].id
        assert first.facts == second.facts
        assert second.facts == Facts(*map(parse_cards, puzzle.hands), transcript=puzzle.lines)
        assert len(first.facts.player) == len(first.facts.banker) == 2
        for question in (first, second):
            assert Question.from_dict(question.as_dict()) == question
            assert question.citation


@each_ruleset()
def test_the_second_question_names_the_lines_of_the_first(ruleset):
    """Does the prompt say where, so that who missed the line can still tell what is right there?"""
    for puzzle in puzzles_of(ruleset):
        one, last = (place + 1 for place in (puzzle.marked[0], puzzle.marked[-1]))
        prompts = {
            Fault.WRONG_ORDER: f"Lines {one} and {last} came in the wrong order. Which comes first?",
            Fault.MISSING_REPEAT: f"Something is missing after line {one}. What?",
        }
        assert puzzle.second.prompt == prompts.get(puzzle.kind, f"Line {one} is wrong. What is right there?")


@each_ruleset()
def test_nothing_before_the_first_answer_tells_the_line(ruleset):
    """Do prompt and hint of the first question say the same whatever is wrong?"""
    assert len({(puzzle.first.prompt, puzzle.first.hint) for puzzle in puzzles_of(ruleset)}) == 1


@each_ruleset()
def test_the_first_verdict_names_the_kind_of_fault_and_not_what_is_right(ruleset):
    """Can the second question not be answered by reading out the explanation or the citation of the first?"""
    for puzzle in puzzles_of(ruleset):
        assert puzzle.first.explanation == WORDS[puzzle.kind]
        told = puzzle.first.explanation + puzzle.first.citation
        assert puzzle.right not in told
        assert puzzle.right.partition("“")[2].rstrip("”") not in told or "“" not in puzzle.right
        assert puzzle.right in puzzle.second.explanation


@each_ruleset()
def test_the_place_of_the_right_answer_tells_nothing(ruleset):
    """Is the right option of the second question anywhere alike?"""
    places = Counter()
    for puzzle in puzzles_of(ruleset):
        if len(puzzle.second.options) == 3:
            places[[option.id for option in puzzle.second.options].index(puzzle.second.expected[0])] += 1
    total = places.total()
    assert sum((places[place] - total / 3) ** 2 / (total / 3) for place in range(3)) < 13.8  # chi squared, p = 0.001


@each_ruleset()
def test_the_same_seed_makes_the_same_fault(ruleset):
    assert make_fault(RULESETS[ruleset], Random(5)) == make_fault(RULESETS[ruleset], Random(5))


@each_ruleset()
def test_the_second_question_offers_a_choice(ruleset):
    """Are there always two answers to choose from at the least?"""
    assert [puzzle.seed for puzzle in puzzles_of(ruleset) if len(puzzle.second.options) < 2] == []


@each_ruleset()
def test_after_stay_no_fault_is_about_under_8(ruleset):
    """Sub (4) leaves “Under 8” open after “Stay”: is no line of it ever marked, or right, or wanted first?"""
    about = [
        puzzle.seed
        for puzzle in puzzles_of(ruleset)
        if STAY in puzzle.lines
        and ("Under 8" in puzzle.right or any("Under 8" in puzzle.lines[place] for place in puzzle.marked))
        and puzzle.kind is not Fault.WRONG_REPEAT
    ]
    assert about == []


@each_ruleset()
def test_a_fault_is_as_well_founded_as_the_rule_it_breaks(ruleset):
    """Is a reconstructed cell called reconstructed, here too?"""
    cells = {rule.citation: rule.provenance for _, _, rule in RULESETS[ruleset].tableau.cells()}
    for puzzle in puzzles_of(ruleset):
        if puzzle.kind is Fault.WRONG_ACT:
            assert puzzle.first.provenance is puzzle.second.provenance is cells[puzzle.first.citation]


@each_ruleset()
def test_a_natural_is_cited_where_a_natural_was_missed(ruleset):
    """Does the verdict on a card or call after a natural cite the rule on naturals, and no other fault that rule?"""
    natural = RULESETS[ruleset].player[8].citation
    for puzzle in puzzles_of(ruleset):
        if puzzle.kind not in (Fault.CARD_AFTER_NATURAL, Fault.CALL_AFTER_NATURAL):
            assert puzzle.first.citation != natural or puzzle.kind is Fault.WRONG_ORDER
        elif "The banker says “Natural”" in puzzle.lines:
            assert puzzle.first.citation == "Regulation on play at baccarat-chemin de fer, (3)"
        else:
            assert puzzle.first.citation == natural


@each_ruleset()
def test_the_order_of_deal_and_first_call_is_not_cited_from_the_naturals(ruleset):
    """Is the rule on naturals not given as the reason why the first four cards come first?"""
    for puzzle in puzzles_of(ruleset):
        if puzzle.kind is Fault.WRONG_ORDER and puzzle.right == "The first four cards are dealt":
            assert puzzle.first.citation != RULESETS[ruleset].player[8].citation


@each_ruleset()
def test_one_option_only_is_right(ruleset):
    """Is the line that was just called wrong not offered again, and “nothing” not where nothing more is dealt?"""
    for puzzle in puzzles_of(ruleset):
        offered = [option.text for option in puzzle.second.options]
        if puzzle.kind is not Fault.WRONG_ORDER:
            assert puzzle.lines[puzzle.marked[0]] not in offered or puzzle.kind is Fault.MISSING_REPEAT, puzzle.seed
        if puzzle.kind is Fault.WRONG_ACT and puzzle.right == "Banker’s hand stands":
            assert OVER not in offered, puzzle.seed


REPEATS = "The dealer immediately repeats every announcement of the dominant player and the banker."
RULES = {
    Fault.WRONG_COUNT: "Player: ",
    Fault.WRONG_CALL: ("Player draws on", "With ", "When the Player has no", "Count both hands", "Nobody may wager"),
    Fault.WRONG_ORDER: (
        *("Nobody may wager", "The first four cards are counted", "The Banker’s turn comes after the Player’s"),
        *("The result is announced when", "The call comes before", REPEATS),
    ),
    Fault.MISSING_REPEAT: REPEATS,
    Fault.WRONG_REPEAT: REPEATS,
    Fault.WRONG_ACT: ("With ", "When the Player has no"),
    Fault.CALL_AFTER_NATURAL: ("Player has ", "Banker has "),
    Fault.CARD_AFTER_NATURAL: ("Player has ", "Banker has "),
}


@each_ruleset()
def test_every_kind_of_fault_is_explained_by_a_rule(ruleset):
    """Does the second verdict say the rule that was broken, and not only once more what is right?"""
    for puzzle in puzzles_of(ruleset):
        said = puzzle.second.explanation.removeprefix(f"{WORDS[puzzle.kind]} Right is: {puzzle.right}. ")
        assert said.startswith(RULES[puzzle.kind]), (puzzle.seed, said)


def test_when_the_dealer_spoke_before_the_patron_the_rule_on_repeats_is_cited():
    """A call and its repeat swapped: was (10) broken, not the rule by which the patron spoke?"""
    swapped = [
        puzzle
        for puzzle in puzzles_of("chemin-de-fer")
        if puzzle.kind is Fault.WRONG_ORDER and "repeats" in puzzle.lines[puzzle.marked[0]]
    ]
    assert swapped
    for puzzle in swapped:
        assert puzzle.first.citation == puzzle.second.citation == "Regulation on play at baccarat-chemin de fer, (10)"


def test_a_wrong_count_is_explained_by_the_sum():
    """Are both hands added up as they lay when the count was announced?"""
    cards = parse_cards("7h 2s 8c 4d")  # Player 15, so 5; Banker 6
    coup = play(RULESETS["punto-banco"], [*cards, *parse_cards("2c 9h")])
    first, *_ = spoilt(RULESETS["punto-banco"], coup, Fault.WRONG_COUNT, Random(1))
    assert first.broken.sentence == "Player: 7 + 8 = 15, and only the last digit counts: 5. Banker: 2 + 4 = 6."
    assert first.broken.citation == RULESETS["punto-banco"].counting.citation
