"""A whole coup, asked as it happens: exactly what the rules decide, in order, and nothing before it happens."""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from random import Random

import pytest

from tests.quiz.coups import as_asked, asked_of
from tests.quiz.dealing_school import GAMES, PACK, Told, banker_may, count, player_may, tell
from training.quiz.amounts import parse_amount
from training.quiz.coup_questions import questions_of
from training.quiz.questions import Form, Question
from training.rules.cards import parse_cards
from training.rules.coup import Choices, Coup, play
from training.rules.rulesets import load_rulesets
from training.rules.tableau import Action

RULESETS = load_rulesets()
ALL = tuple(GAMES)
ACTIONS = {"Draw": Action.DRAW, "Stand": Action.STAND}
OF_COUNT = [["Ks", "Qh"], ["As", "Td"], ["2s", "Jc"], ["9h", "4d"], ["2c", "2h"]]
OF_COUNT += [["8s", "7s"], ["As", "5c"], ["Tc", "7d"], ["Kd", "8c"], ["4h", "5d"]]
OF_VALUE = ["Kc", "Ad", "2d", "3h", "4s", "5s", "6c", "7h", "8d", "9c"]


def play_it(ruleset: str, cards: list[str], on_five: str, option: str, seed: int) -> tuple[Coup, tuple[Question, ...]]:
    choices = Choices(on_five=ACTIONS[on_five], option=ACTIONS[option])
    coup = play(RULESETS[ruleset], parse_cards(" ".join(cards)), choices)
    return coup, questions_of(RULESETS[ruleset], coup, Random(seed))


def every_decision(ruleset: str):
    """A coup for each pair of counts, each third card and each way to use a free choice; cards, choices."""
    for player in range(10):
        for banker in range(10):
            (one, three), (two, four) = OF_COUNT[player], OF_COUNT[banker]
            five_ways = ("Draw", "Stand") if len(player_may(GAMES[ruleset], player)) > 1 else ("Draw",)
            for third in range(10):
                for on_five in five_ways:
                    for option in ("Draw", "Stand") if ruleset == "chemin-de-fer" else ("Draw",):
                        yield [one, two, three, four, OF_VALUE[third], "6d"], on_five, option


def by_chance(ruleset: str, coups: int):
    """Coups out of a full shoe."""
    rng = Random(f"{ruleset}, a coup")
    for _ in range(coups):
        yield rng.sample(PACK * GAMES[ruleset].decks, 6), rng.choice(("Draw", "Stand")), rng.choice(("Draw", "Stand"))


def all_coups(ruleset: str):
    yield from every_decision(ruleset)
    yield from by_chance(ruleset, 300)


@pytest.mark.parametrize("ruleset", ALL)
def test_a_coup_asks_exactly_what_its_steps_decide(ruleset):
    """Order, right answers, cards on the table, words said before: does all agree with a dealer who knows the rules?

    Since every question must show exactly the cards and the words of its moment, none shows a card too early.
    """
    paths = set()
    for seed, (cards, on_five, option) in enumerate(all_coups(ruleset)):
        told = tell(ruleset, cards, on_five, option)
        coup, questions = play_it(ruleset, cards, on_five, option, seed)
        assert asked_of(questions) == told.asked, (cards, on_five, option)
        assert list(map(str, coup.player.cards)) == told.player
        assert list(map(str, coup.banker.cards)) == told.banker
        assert coup.outcome == told.outcome.lower()
        paths |= {ask.path for ask in told.asked}
    banker = {f"banker/{row}/{third}" for row in range(8) for third in ("none", *range(10))}
    assert {path for path in paths if path.startswith("banker/")} == banker
    assert len(paths) == len(banker) + {"punto-banco": 19, "nj-minibaccarat": 11, "nz-mini-1994": 12}.get(ruleset, 25)


def test_the_order_of_an_open_coup():
    """Timing, counts, initial call, natural, Player, his call, Banker, his call, outcome, result: in that order?"""
    _, questions = play_it("punto-banco", ["2s", "Kh", "3h", "4c", "6c", "2d"], "Draw", "Draw", 1)
    assert [question.skill for question in questions[:-1]] == [
        "punto-banco/count",
        "punto-banco/count",
        "punto-banco/call/initial-counts",
        "punto-banco/natural",
        "punto-banco/player/5",
        "punto-banco/call/player-draws",
        "punto-banco/banker/4/6",
        "punto-banco/call/banker-draws",
        "punto-banco/outcome",
        "punto-banco/call/banker-wins",
    ]
    assert questions[-1].kind == "payment"
    _, questions = play_it("nz-mini-1994", ["2s", "Kh", "3h", "4c", "6c", "2d"], "Draw", "Draw", 1)
    assert [question.skill for question in questions][:2] == ["nz-mini-1994/call/no-more-bets", "punto-banco/count"]
    assert [question.facts.hand for question in questions][1:3] == ["player", "banker"]


def test_a_coup_ends_with_the_payment_of_a_wager_on_it():
    """Is the last question, and no other, about a wager on this coup, and is its key what that pays?"""
    seen = Counter()
    for seed, (cards, on_five, option) in enumerate(all_coups("punto-banco")):
        coup, (*before, last) = play_it("punto-banco", cards, on_five, option, seed)
        assert not [question for question in before if question.kind == "payment" or question.facts.wagers]
        assert (last.facts.player, last.facts.banker) == (coup.player.cards, coup.banker.cards)
        assert last.facts.said[-1].call == coup.steps[-1].call
        (wager,) = [one for one in last.facts.wagers if (one.seat, one.on) == (last.facts.seat, last.facts.on)]
        won = wager.on == coup.outcome
        tie = coup.outcome == "tie"
        if last.form is Form.AMOUNT:
            assert last.skill == f"punto-banco/payment/{wager.on}"
            price = {"player": 100, "banker": 95, "tie": 800}[wager.on]
            assert parse_amount(last.expected[0]) == (wager.stake * price // 100 if won else 0)
        else:
            assert last.skill == "punto-banco/payment/push"
            assert last.expected == ("paid" if won else "pushed" if tie else "taken",)
        seen[last.skill, last.expected == ("0",)] += 1
    assert len(seen) == 7
    assert sum(times for (_, nothing), times in seen.items() if not nothing) > 0.7 * sum(seen.values())


@pytest.mark.parametrize("ruleset", ["chemin-de-fer", "nj-minibaccarat", "nz-mini-1994"])
def test_where_the_sources_say_nothing_of_payment_a_coup_has_none(ruleset):
    """Does a coup end there with its result?"""
    _, questions = play_it(ruleset, ["2s", "Kh", "3h", "4c", "6c", "2d"], "Draw", "Draw", 1)
    assert "payment" not in {question.kind for question in questions}


def test_the_order_at_chemin_de_fer():
    """Announcement, repeat, announcement, repeat, the banker's draw, the outcome: in that order?"""
    _, questions = play_it("chemin-de-fer", ["2s", "Kh", "3h", "4c", "6c", "2d"], "Draw", "Draw", 1)
    assert [question.skill.removeprefix("chemin-de-fer/") for question in questions] == [
        "call/dominant-player/5",
        "call/dealer/card",
        "call/banker/4",
        "call/dealer/under-8",
        "banker/4/6",
        "outcome",
    ]


@pytest.mark.parametrize("ruleset", ALL)
def test_what_was_said_before_never_is_the_answer(ruleset):
    """Does a question about a count, an act, the outcome or a call come before that call, and not after it?"""
    too_soon = {
        "count": "Player |Banker ",
        "call/initial-counts": "Player |Banker ",
        "player": "Card for Player|Player stands",
        "call/player": "Card for|stands|wins",
        "banker": "Card for Banker|Banker stands",
        "call/banker": "Card for Banker|Banker stands|wins|Natural|Under 8",
        "outcome": ".* wins,|égalité",
        "call/tie": ".* wins,|égalité",
        "call/dominant-player": ".*",
        "call/no-more-bets": ".*",
    }
    for cards, on_five, option in all_coups(ruleset):
        _, questions = play_it(ruleset, cards, on_five, option, 1)
        for question in questions:
            path = question.skill.partition("/")[2]
            for part, words in too_soon.items():
                if path.startswith(part) and not path.endswith("-wins"):
                    assert not [said for said in question.facts.said if re.match(words, said.call)], (cards, path)
            if path.startswith("call/dealer/"):  # the repeat: said once, by somebody else
                *_, last = question.facts.said
                assert last.who != "dealer"
                assert (("dealer", last.call)) not in [(said.who, said.call) for said in question.facts.said]


def test_after_stay_nothing_is_asked_about_under_8():
    """Sub (4) leaves it open whether the words are said after “Stay”: does no question ask for them then?"""
    stayed = Counter()
    for cards, on_five, option in all_coups("chemin-de-fer"):
        _, questions = play_it("chemin-de-fer", cards, on_five, option, 1)
        after = [one for one in questions if ("dominant player", "Stay") in [(s.who, s.call) for s in one.facts.said]]
        for question in after:
            stayed[question.skill.split("/")[1]] += 1
            assert "Under 8" not in question.prompt + question.explanation
            assert "Under 8" not in [question.text_of(option) for option in question.expected]
    assert set(stayed) == {"call", "banker", "outcome"}


def test_where_the_choice_is_free_both_are_right_and_the_coup_goes_on_as_it_was_told():
    """Five and the three free cells: does the explanation name what this coup does, and does that happen?"""
    seen = Counter()
    for cards, on_five, option in every_decision("chemin-de-fer"):
        coup, questions = play_it("chemin-de-fer", cards, on_five, option, 1)
        for question, following in pairwise(questions):
            if len(question.expected) == 1:
                assert "This" not in question.explanation
                continue
            path = question.skill.partition("/")[2]
            assert "both answers are right" in question.explanation
            if path == "call/dominant-player/5":
                words = {"Draw": "Card", "Stand": "Stay"}[on_five]
                assert question.explanation.endswith(f" This dominant player says “{words}”.")
                assert (following.facts.said[0].who, following.facts.said[0].call) == ("dominant player", words)
                assert len(coup.player.cards) == (3 if on_five == "Draw" and not coup.banker.natural else 2)
                seen[path, on_five] += 1
            else:
                assert path in ("banker/3/9", "banker/5/4", "banker/6/none")
                assert question.explanation.endswith(f" This banker {option.lower()}s.")
                assert len(following.facts.banker) == len(coup.banker.cards) == {"Draw": 3, "Stand": 2}[option]
                seen[path, option] += 1
    assert len(seen) == 8
    assert min(seen.values()) >= 2


@pytest.mark.parametrize("ruleset", ALL)
def test_every_question_offers_a_choice_and_names_its_source(ruleset):
    """Are there two options at least, all different to read, and is nothing empty?"""
    for cards, on_five, option in all_coups(ruleset):
        for question in play_it(ruleset, cards, on_five, option, 2)[1]:
            texts = [one.text for one in question.options]
            if question.form is Form.AMOUNT:
                assert texts == []
                texts = [*question.expected, "another"]
            assert len(texts) == len({text.casefold() for text in texts}) >= 2
            assert len(question.expected) < len(texts) or question.skill.startswith("chemin-de-fer/banker/")
            for text in (*texts, question.prompt, question.explanation, question.hint, question.citation):
                assert text.strip() == text
                assert text
                assert "{" not in text
            assert RULESETS[ruleset].fingerprint == question.fingerprint


@pytest.mark.parametrize("ruleset", ALL)
def test_chance_only_orders_the_options(ruleset):
    """Are two askings of one coup the same but for the order and choice of what else one might answer?"""
    orders = defaultdict(set)
    cards = ["2s", "Kh", "3h", "4c", "6c", "2d"]
    for seed in range(40):
        _, questions = play_it(ruleset, cards, "Draw", "Draw", seed)
        for place, question in enumerate(one for one in questions if one.kind != "payment"):
            fixed = question.kind in ("action", "count", "natural", "outcome")
            orders[place, fixed].add(tuple(one.id for one in question.options))
            assert as_asked(question) == tell(ruleset, cards).asked[place]
    assert all((len(found) == 1) is fixed for (_, fixed), found in orders.items())
    _, one = play_it(ruleset, cards, "Draw", "Draw", 7)
    _, same = play_it(ruleset, cards, "Draw", "Draw", 7)
    assert one == same


def test_the_school_itself_knows_the_worked_examples():
    """Is the dealer of these tests right about the sources' examples, so that agreeing with him means something?"""
    for cards, player, banker, outcome in (
        ("2s Kh 3h 3c 8c", 3, 3, "Tie"),
        ("4s Ah Kh 3c 2c 5d", 6, 9, "Banker"),
        ("7s 6h Kh Tc", 7, 6, "Player"),
    ):
        told: Told = tell("punto-banco", cards.split())
        assert (count(told.player), count(told.banker), told.outcome) == (player, banker, outcome)
    assert (
        sum(banker_may(GAMES["punto-banco"], row, third) == {"Draw"} for row in range(8) for third in range(10)) == 51
    )
    assert sum(banker_may(GAMES["punto-banco"], row, None) == {"Draw"} for row in range(8)) == 6


@pytest.mark.parametrize(
    "lines",
    [
        '[call.timing]\nwho = "dealer"\nat = "before-deal"\nwords = "No more bets"\nwrong = ["Bets, please"]\n'
        'source = "house x"\nprovenance = "house"',
        '[call.second]\nwho = "dealer"\nat = "result"\nwhen = "tie"\nwords = "Égalité"\nwrong = ["Tie"]\n'
        'source = "house x"\nprovenance = "house"',
        "[call.player-draws]\nasked = false",
    ],
    ids=["a call of its own before the deal", "two calls at the result", "a call that is not asked"],
)
def test_a_house_of_its_own_script_is_asked_by_it(house, lines):
    """Do the ruleset's lines decide, without a word of the game in the code?"""
    ruleset = house(lines)
    cards = "8d 6s Tc 2c" if "result" in lines else "2s Kh 3h 4c 6c 2d"
    coup = play(ruleset, parse_cards(cards))
    asked = [question for question in questions_of(ruleset, coup, Random(1)) if "/call/" in question.skill]
    lines_of_dealer = [step.line.id for step in coup.steps if step.line is not None and step.line.asked]
    assert [question.skill.rpartition("/")[2] for question in asked] == lines_of_dealer
