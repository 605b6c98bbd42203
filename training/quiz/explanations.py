"""Saying a rule in one sentence. Every sentence is made from the ruleset's own cells: the rule is never typed twice."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from training.quiz.questions import Form, Question
from training.quiz.skills import skills_by_id
from training.quiz.subjects import BankerCell, Kind
from training.rules.cards import Card, Hand, point_count
from training.rules.irregularities import Event
from training.rules.ruleset import Ruleset
from training.rules.tableau import POINT_COUNTS, Action, Rule

NATURAL_RULE = "An 8 or 9 on the first two cards of either hand is a natural."
COUNT_RULE = "Ten and court cards count zero, an ace one; only the last digit of the sum counts."
OUTCOME_RULE = "Count both hands; the higher count wins, equal counts are a tie."


def ranges(numbers: Iterable[int], conjunction: str = "or") -> str:
    """Numbers as people say them: `2–7`, `8 or 9`, `0, 1 or 9`."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ]
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def _counts(rules: Sequence[Rule], action: Action) -> list[int]:
    return [count for count in POINT_COUNTS if rules[count].action is action]


def player_sentence(ruleset: Ruleset) -> str:
    """The Player's rule: `Player draws on 0–5 and stands on 6 or 7.`"""
    sentence = f"Player draws on {ranges(_counts(ruleset.player, Action.DRAW))}"
    if optional := _counts(ruleset.player, Action.OPTIONAL):
        sentence += f", may do either on {ranges(optional)},"
    return f"{sentence} and stands on {ranges(_counts(ruleset.player, Action.STAND))}."


def row_sentence(ruleset: Ruleset, banker: int) -> str:
    """One row when the Player has drawn: `With 3, Banker draws on every third card except 8.`"""
    rules = [ruleset.tableau.cell(banker, third) for third in POINT_COUNTS]
    draws, optional = _counts(rules, Action.DRAW), _counts(rules, Action.OPTIONAL)
    stands = _counts(rules, Action.STAND)
    if len(draws) == 10:
        return f"With {banker}, Banker draws whatever the Player’s third card is."
    if len(stands) == 10:
        return f"With {banker}, Banker stands whatever the Player’s third card is."
    if len(draws) > 5 and len(stands) < 3 and not optional:
        sentence = f"With {banker}, Banker draws on every third card except {ranges(stands)}"
    elif draws:
        sentence = f"With {banker}, Banker draws when the Player’s third card is {ranges(draws)}"
    else:
        sentence = f"With {banker}, Banker never has to draw"
    if optional:
        sentence += f", may do either on {ranges(optional)}" + (f", and stands on {ranges(stands)}" if stands else "")
    elif draws and len(stands) >= 3:
        sentence += f" and stands on {ranges(stands)}"
    return f"{sentence}."


def none_sentence(ruleset: Ruleset) -> str:
    """The column of no third card: `When the Player has no third card, Banker draws on 0–5 and stands on 6 or 7.`"""
    column = [row[0] for row in ruleset.tableau.rows]
    by_action = {
        action: [count for count, rule in enumerate(column) if rule.action is action]
        for action in (Action.DRAW, Action.OPTIONAL, Action.STAND)
    }
    sentence = f"When the Player has no third card, Banker draws on {ranges(by_action[Action.DRAW])}"
    if by_action[Action.OPTIONAL]:
        sentence += f", may do either on {ranges(by_action[Action.OPTIONAL])},"
    return f"{sentence} and stands on {ranges(by_action[Action.STAND])}."


def rule_sentence(ruleset: Ruleset, banker: int, third: int | None) -> str:
    """The sentence that decides one cell."""
    return none_sentence(ruleset) if third is None else row_sentence(ruleset, banker)


def cell_sentence(ruleset: Ruleset, banker: int, third: int | None) -> str:
    """The sentence that decides one cell, with what misleads there."""
    rule = ruleset.tableau.cell(banker, third)
    sentence = rule_sentence(ruleset, banker, third)
    if rule.action is Action.OPTIONAL:
        sentence += " Here the choice is free: both answers are right."
    zero, none = ruleset.tableau.cell(banker, 0), ruleset.tableau.cell(banker, None)
    if third in (None, 0) and zero.action is not none.action:
        sentence += " A third card worth zero is not the same as no third card."
    return sentence


def count_sentence(hand: Hand) -> str:
    """How a hand is counted: `7 + 8 = 15, and the last digit counts: 5.`"""
    total = sum(card.value for card in hand.cards)
    sums = " + ".join(_value(card) for card in hand.cards)
    if total < 10:
        return f"{sums} = {total}."
    return f"{sums} = {total}, and only the last digit counts: {hand.count}."


def both_counts_sentence(player: Sequence[Card], banker: Sequence[Card]) -> str:
    """How both hands on the table are counted: `Player: 4 + 5 = 9. Banker: 0 + 0 = 0.`"""
    return f"Player: {count_sentence(Hand(tuple(player)))} Banker: {count_sentence(Hand(tuple(banker)))}"


def _value(card: Card) -> str:
    return str(card.value)


def natural_sentence(player: int, banker: int) -> str:
    """Whether a hand stops the coup, with both counts."""
    naturals = [f"{name} has {count}" for name, count in (("Player", player), ("Banker", banker)) if count >= 8]
    if naturals:
        return f"{' and '.join(naturals)}: a natural 8 or 9 in either hand stops both hands; no more cards are dealt."
    return f"Player has {player} and Banker {banker}: without an 8 or 9 on the first two cards the coup goes on."


def deciding_cell(ruleset: Ruleset, question: Question) -> tuple[int, int | None] | None:
    """The cell of the tableau that an explanation goes by: Banker's count and third card; None where none decides."""
    skill = skills_by_id(ruleset).get(question.skill)
    if skill is not None and isinstance(skill.subject, BankerCell):
        return skill.subject.banker, skill.subject.third
    wrong = question.facts.irregular
    if wrong is None:
        return None
    count = point_count(question.facts.banker)
    if wrong.event is Event.CARD_AFTER_STAY:
        return count, None
    if wrong.event is Event.BANKER_DREW_FOR_HIMSELF:
        cell = count, wrong.extra[0].value
        return cell if ruleset.tableau.cell(*cell).citation in question.citation else None
    return None


_DOES = {"draw": "draws", "stand": "stands"}


def answer_sentence(question: Question) -> str:
    """The right answer as a sentence: `Banker stands.`"""
    if "/fault/" in question.skill:
        if all(option.id.isdigit() for option in question.options):
            return f"The fault is at line {' or '.join(question.expected)}."
        return f"{question.text_of(question.expected[0])}."
    if question.kind is Kind.ACTION:
        hand = str(question.facts.hand).capitalize()
        return f"{hand} may draw or stand." if len(question.expected) > 1 else f"{hand} {_DOES[question.expected[0]]}."
    texts = [question.text_of(option) for option in question.expected]
    if question.call_key is not None:
        return f"The {question.call_key.who} says “{question.call_key.words}”."
    if question.form is Form.AMOUNT:
        return "Nothing is paid." if texts[0] == "0" else f"{texts[0]} is paid."
    if question.kind is Kind.COUNT:
        return f"The count is {texts[0]}."
    if question.kind is Kind.OUTCOME:
        return "It is a tie." if question.expected == ("tie",) else f"{texts[0]} wins."
    if question.kind is Kind.CALL and "/call/who/" not in question.skill:
        return f"{' or '.join(f'“{text}”' for text in texts)}."
    return f"{' or '.join(texts)}."
