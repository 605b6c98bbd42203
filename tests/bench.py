"""Speed, as ratios within one run; `make bench` runs it. Exit code 1 when a bar is missed.

Every number is the best of several repeats, so that a busy machine changes little; only what runs in this very process
on this very machine is compared.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from tests import bench_web
from training.quiz.asking import make_question
from training.quiz.grading import Result, judge
from training.quiz.skills import skills_of
from training.rules.cards import parse_cards
from training.rules.coup import play
from training.rules.odds import exact_odds
from training.rules.rulesets import load_rulesets
from training.rules.shoe import Shoe

REPEATS = 5
ODDS_AT_MOST = 3.0  # × the straight-line loops below
QUESTIONS_AT_LEAST = 10_000  # made and graded a second
COUPS = 20_000
SEED = 2026

Bar = tuple[str, bool | None]
"""A line to print, and whether its bar was held; None where there is none."""


def best_of(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The least time `work` took, in seconds."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


# 1. Exact odds.

DRAWS = [
    set(range(10)),
    set(range(10)),
    set(range(10)),
    set(range(10)) - {8},
    set(range(2, 8)),
    set(range(4, 8)),
    {6, 7},
]


def straight_line_odds(decks: int) -> tuple[int, int, int]:
    """Player, Banker and tie by loops over the ten values, one card after the other, with the rule written out."""
    shoe = [16 * decks] + [4 * decks] * 9
    left = 52 * decks - 4
    player_wins = banker_wins = ties = 0
    for p1 in range(10):
        for b1 in range(10):
            for p2 in range(10):
                for b2 in range(10):
                    n = shoe.copy()
                    ways = n[p1]
                    n[p1] -= 1
                    ways *= n[b1]
                    n[b1] -= 1
                    ways *= n[p2]
                    n[p2] -= 1
                    ways *= n[b2]
                    n[b2] -= 1
                    p, b = (p1 + p2) % 10, (b1 + b2) % 10
                    if p > 7 or b > 7 or (p > 5 and b > 5):
                        ways *= left * (left - 1)
                        if p > b:
                            player_wins += ways
                        elif p < b:
                            banker_wins += ways
                        else:
                            ties += ways
                        continue
                    for third in range(10):
                        dealt = ways * n[third]
                        if p > 5:
                            final_p, final_b, draws = p, (b + third) % 10, False
                        else:
                            final_p, final_b, draws = (p + third) % 10, b, b < 7 and third in DRAWS[b]
                        if not draws:
                            dealt *= left - 1
                            if final_p > final_b:
                                player_wins += dealt
                            elif final_p < final_b:
                                banker_wins += dealt
                            else:
                                ties += dealt
                            continue
                        n[third] -= 1
                        for last in range(10):
                            more = dealt * n[last]
                            last_b = (b + last) % 10
                            if final_p > last_b:
                                player_wins += more
                            elif final_p < last_b:
                                banker_wins += more
                            else:
                                ties += more
                        n[third] += 1
    return player_wins, banker_wins, ties


def odds() -> Iterator[Bar]:
    """Exact odds for eight decks beside the straight-line loops."""
    ruleset = load_rulesets()["punto-banco"]
    ours = exact_odds(ruleset, 8)
    if (ours.player, ours.banker, ours.tie) != straight_line_odds(8):
        sys.exit("the exact odds and the straight-line loops do not agree: nothing to measure")
    engine, plain = best_of(lambda: exact_odds(ruleset, 8)), best_of(lambda: straight_line_odds(8))
    ratio = engine / plain
    yield (
        f"exact odds, 8 decks: {engine * 1000:.1f} ms, straight-line loops {plain * 1000:.1f} ms: "
        f"{ratio:.2f} × (at most {ODDS_AT_MOST:.0f} ×)",
        ratio <= ODDS_AT_MOST,
    )


# 2. Coups.


def bare_coup(values: list[int]) -> tuple[int, int, int]:
    """The same rule with nothing told: final counts and cards used."""
    p, b = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    if p > 7 or b > 7 or (p > 5 and b > 5):
        return p, b, 4
    if p > 5:
        return p, (b + values[4]) % 10, 5
    third = values[4]
    if b == 7 or third not in DRAWS[b]:
        return (p + third) % 10, b, 5
    return (p + third) % 10, (b + values[5]) % 10, 6


def coups() -> Iterator[Bar]:
    """Coups played with their steps, beside a bare function with the same rule; for the eye, no bar."""
    ruleset, rng = load_rulesets()["punto-banco"], Random(SEED)
    hands = [Shoe(8, rng).draw(6) for _ in range(100)] + [parse_cards("Kh Kd Ks Kc Th Td")]
    values = [[card.value for card in hand] for hand in hands]
    for hand, six in zip(hands, values, strict=True):
        coup = play(ruleset, hand)
        if (coup.player.count, coup.banker.count, coup.cards_used) != bare_coup(six):
            sys.exit(f"the engine and the bare rule do not agree on {hand}: nothing to measure")
    rounds = COUPS // len(hands)

    def engine() -> None:
        for _ in range(rounds):
            for hand in hands:
                play(ruleset, hand)

    def bare() -> None:
        for _ in range(rounds):
            for six in values:
                bare_coup(six)

    played = rounds * len(hands)
    ours, plain = played / best_of(engine), played / best_of(bare)
    yield f"coups with their steps: {ours:,.0f} a second, a bare function {plain:,.0f}: {ours / plain:.3f} of it", None


# 3. Questions.


def questions() -> Iterator[Bar]:
    """Every skill of every ruleset asked and answered, without the web."""
    work = [(ruleset, skill) for ruleset in load_rulesets().values() for skill in skills_of(ruleset)]
    each = 10

    def ask() -> None:
        rng = Random(SEED)
        for ruleset, skill in work:
            for _ in range(each):
                question = make_question(ruleset, skill, rng)
                if judge(ruleset, question, question.expected[0]).result is not Result.RIGHT:
                    sys.exit(f"the key of {skill.id} is not right: nothing to measure")
                judge(ruleset, question, question.options[-1].id if question.options else "0")

    a_second = len(work) * each / best_of(ask)
    yield (
        f"questions made and graded, all {len(work)} skills: {a_second:,.0f} a second "
        f"(at least {QUESTIONS_AT_LEAST:,})",
        a_second >= QUESTIONS_AT_LEAST,
    )


# 4. The web pair.


def answers_over_the_web() -> Iterator[Bar]:
    """An answer sent, the redirect, the verdict's page, beside a bare Flask and SQLite app."""
    speed = bench_web.measure()
    yield str(speed), speed.ratio >= bench_web.AT_LEAST


PARTS = (odds, coups, questions, answers_over_the_web)


def main() -> int:
    """Run all parts; 1 when a bar was missed."""
    missed = 0
    for part in PARTS:
        for line, held in part():
            print({None: "     ", True: "ok   ", False: "MISS "}[held] + line, flush=True)
            missed += held is False
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
