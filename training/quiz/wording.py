"""The words of a script as a reader sees them: quoted, with what foreign ones mean; found by what was said."""

from training.quiz.questions import Facts, Question
from training.quiz.subjects import Kind
from training.rules.calls import Call, Moment
from training.rules.cards import point_count
from training.rules.ruleset import Ruleset


def quoted(call: Call, player: int, banker: int) -> str:
    """The words of a call and what they mean: `“Égalité” (a tie)`."""
    gloss = call.glossed(player, banker)
    return f"“{call.spoken(player, banker)}”" + (f" ({gloss})" if gloss else "")


def counts_at(moment: Moment, facts: Facts) -> tuple[int, int]:
    """The counts of Player and Banker as they were when something was said at a moment of the coup."""
    player = facts.player if moment in (Moment.BANKER_ACTS, Moment.RESULT) else facts.player[:2]
    banker = facts.banker if moment is Moment.RESULT else facts.banker[:2]
    return point_count(player), point_count(banker)


def line_said(ruleset: Ruleset, facts: Facts, words: str) -> Call | None:
    """The line of the script that these words are, said in this coup."""
    return next((call for call in ruleset.calls if call.spoken(*counts_at(call.at, facts)) == words), None)


def language_of(ruleset: Ruleset, question: Question) -> str | None:
    """The language that the answers to a question are in; None where they are not the words of a call."""
    if question.kind is not Kind.CALL or "/call/who/" in question.skill:
        return None
    words = question.call_key.words if question.call_key else question.text_of(question.expected[0])
    call = line_said(ruleset, question.facts, words)
    return call.language if call else None
