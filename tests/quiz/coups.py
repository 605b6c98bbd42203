"""Questions of a coup put into the words of the dealing school, so that the two can be compared."""

from collections.abc import Sequence

from tests.quiz.dealing_school import Ask, Told, tell
from training.quiz.questions import Facts, Question


def as_asked(question: Question) -> Ask:
    """One question."""
    facts = question.facts
    return Ask(
        question.skill.partition("/")[2],
        frozenset(question.text_of(option) for option in question.expected),
        tuple(map(str, facts.player)),
        tuple(map(str, facts.banker)),
        tuple((said.who, said.call) for said in facts.said),
    )


def asked_of(questions: Sequence[Question]) -> list[Ask]:
    """The questions of a whole coup, without the payment at its end: the school deals and knows no wagers."""
    return [as_asked(question) for question in questions if question.kind != "payment"]


def as_dealt(facts: Facts) -> list[str]:
    """The cards of a finished coup in the order in which they left the shoe."""
    player, banker = list(map(str, facts.player)), list(map(str, facts.banker))
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


def told_of(ruleset: str, over: Facts) -> Told:
    """The whole coup, told anew from how it ended: free choices went as the cards and the words show."""
    asked_for_card = any(said.call == "Card" for said in over.said)
    on_five, option = ("Draw" if yes else "Stand" for yes in (asked_for_card, len(over.banker) == 3))
    return tell(ruleset, as_dealt(over), on_five, option)


def length_of_right(question: dict) -> str:
    """Whether the right option's text is the `shortest` of all, the `longest`, or neither."""
    right = next(len(one["text"]) for one in question["options"] if [one["id"]] == question["expected"])
    others = [len(one["text"]) for one in question["options"] if [one["id"]] != question["expected"]]
    return "shortest" if right < min(others) else "longest" if right > max(others) else "neither"
