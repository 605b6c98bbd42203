"""The pages of a drill: a question, its verdict, the summary."""

from collections.abc import Mapping
from typing import Any, Final

from flask import render_template

from training.quiz.explanations import answer_sentence, deciding_cell
from training.quiz.foci import EVERYTHING, focus_of
from training.quiz.grading import Result, remarks
from training.quiz.misconceptions import MISCONCEPTIONS
from training.quiz.questions import Question
from training.quiz.rounds import WHOLE_SHOE, Exercise, offer_of, offers
from training.quiz.subjects import Kind
from training.quiz.wording import language_of
from training.records import drills
from training.records.answers import Answer
from training.records.disputes import disputed, withdrawn
from training.records.drills import Drill
from training.records.plans import Help
from training.rules.ruleset import Ruleset
from training.rules.tableau import Provenance
from training.web.access import person
from training.web.context import bank, get_db, now, rulesets
from training.web.shoe_shown import beside_the_shoe
from training.web.shown import Cell, beside_the_hands, hands, said_shown, wagers_shown

NO_LIMIT: Final = "none"
WORDS: Final = {Result.RIGHT: "Right.", Result.WRONG: "Not right.", Result.TIMEOUT: "Too late."}
HELPED_BY_COUNTS: Final = (Kind.ACTION, Kind.NATURAL)
"""Where the counts are a help; elsewhere they would be the answer."""
LONG: Final = 28
"""Options with more letters than that stand one below the other."""
KEYS: Final = {"draw": "D", "stand": "S", "yes": "Y", "no": "N"}
FIRST_STANDS: Final = "This question was answered before; the first answer stands."
EXERCISES: Final = {
    Exercise.QUESTIONS: ("Single questions", "One decision at a time, dealt to show just that rule."),
    Exercise.COUPS: ("Whole coups", "From the first call to the last, step by step, out of one shoe."),
    Exercise.PAIRS: ("Contrast pairs", "Two hands that look alike, one after the other."),
    Exercise.FAULTS: ("Find the fault", "A coup as it was called, with one mistake in it."),
    Exercise.KNOWLEDGE: ("Who, what and why", "Questions that no table answers, out of the question bank."),
}
ROUNDS: Final = {Exercise.COUPS: "Coup", Exercise.PAIRS: "Pair", Exercise.FAULTS: "Transcript"}


def open_drills(most: int) -> list[Drill]:
    """One's drills that can be gone on with; not those of rules, or of a part of them, that are gone or withdrawn."""
    gone = withdrawn(get_db())
    mine = drills.unfinished(get_db(), person_id=person().id, most=12)
    return [drill for drill in mine if _is_there(drill, gone)][:most]


def _is_there(drill: Drill, gone: frozenset[str]) -> bool:
    ruleset = rulesets().find(drill.plan.ruleset)
    return ruleset is not None and drill.plan.focus in offers(ruleset, drill.plan.exercise, bank(), gone)


def about_drill(drill: Drill) -> dict[str, Any]:
    """What every page says of a drill: what is practised, how far one is."""
    ruleset, plan = rulesets()[drill.plan.ruleset], drill.plan
    return {
        "id": drill.public_id,
        "ruleset_id": ruleset.id,
        "ruleset_title": ruleset.title,
        "title": _title(ruleset, plan.exercise, plan.focus),
        "exercise": str(plan.exercise),
        "position": _position(drill),
        "rounds": None if plan.length == WHOLE_SHOE else plan.length,
        "rounds_done": _rounds_done(drill),
        "cards_left": drill.cards_left,
        "limit": plan.limit,
        "right": drill.right,
        "watch": plan.help is Help.WATCH,
    }


def _rounds_done(drill: Drill) -> float:
    """How many rounds are over; one of many questions counts half from its first to its last, so that none are told."""
    if drill.done and not drill.rest:
        return drill.round
    return drill.round - 1 + (0.5 if drill.plan.exercise in ROUNDS else 0)


def _title(ruleset: Ruleset, exercise: Exercise, focus: str) -> str:
    if exercise is Exercise.QUESTIONS:
        return focus_of(ruleset, focus).title  # at hand; `offer_of` counts every part, on each page
    if focus == EVERYTHING:
        return EXERCISES[exercise][0]
    return offer_of(ruleset, exercise, focus, bank()).title


def _title_at_table(drill: Drill) -> str:
    """The drill's title; of an irregularity the number alone, since what has to be found out must not stand above."""
    plan = drill.plan
    title = _title(rulesets()[plan.ruleset], plan.exercise, plan.focus)
    return title.partition(":")[0] if plan.focus.startswith("irregularity/") else title


def _position(drill: Drill) -> str:
    length = drill.plan.length
    if drill.plan.exercise in (Exercise.QUESTIONS, Exercise.KNOWLEDGE):
        return f"{drill.number} of {length}"
    # How many questions a coup still has would tell whether a natural ends it.
    return f"{ROUNDS[drill.plan.exercise]} {drill.round}" + ("" if length == WHOLE_SHOE else f" of {length}")


def question_page(drill: Drill, message: str | None = None, typed: Mapping[str, str] | None = None) -> str:
    """The open question, with what was `typed` when it is asked again; when only watching, with everything said.

    One that was withdrawn is only told of, whoever looks.
    """
    left, verdict, grid = None, None, None
    if drill.withdrawn:
        pass
    elif drill.plan.help is Help.WATCH:
        verdict, grid = _shown(drill.question, "shown", answer_sentence(drill.question)), _lit(drill.question)
    elif drill.plan.limit is not None:
        left = max(0, round(drill.plan.limit * 1000 - (now() - drill.asked_at).total_seconds() * 1000))
    guided = drill.plan.help is Help.GUIDED and not drill.withdrawn
    return _page(
        drill,
        drill.number,
        drill.question,
        verdict=verdict,
        grid=grid,
        deadline_ms=left,
        message=message,
        hint=drill.question.hint if drill.hinted else None,
        withdrawn=drill.withdrawn,
        offers_hint=guided and not drill.hinted,
        typed={name: (typed or {}).get(name, "") for name in ("who", "answer")},
        dispute=None,
    )


def verdict_page(drill: Drill, given: Answer, *, again: bool, reason: str = "", message: str | None = None) -> str:
    """What became of an answer, the rule behind it, and the cell where it stands.

    `reason` and `message`: why it is disputed, and what is wrong with that when it is asked again.
    """
    headline = f"{WORDS[given.verdict.result]} {answer_sentence(given.question)}"
    verdict = _shown(given.question, str(given.verdict.result), headline) | {
        "misconceptions": [misconception_shown(one) for one in given.verdict.misconceptions],
        "note": FIRST_STANDS if again else None,
        "seconds": f"{given.latency_ms / 1000:.1f} s",
        "given": given.verdict.given,
        "remarks": remarks(given.question, given.verdict.given),
    }
    return _page(
        drill,
        given.number,
        given.question,
        verdict=verdict,
        grid=_lit(given.question),
        deadline_ms=None,
        message=message,
        hint=given.question.hint if given.hinted else None,
        withdrawn=False,
        offers_hint=False,
        typed=None,
        dispute={"state": disputed(get_db(), drill.id, given.number) or "open", "reason": reason},
    )


def _shown(question: Question, outcome: str, headline: str) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "headline": headline,
        "explanation": question.explanation,
        "misconceptions": [],
        "citation": question.citation,
        "mark": None if question.provenance is Provenance.TEXT else str(question.provenance),
        "remarks": (),
        "note": None,
        "seconds": None,
        "given": None,
        "expected": list(question.expected),
    }


def _page(drill: Drill, number: int, question: Question, **shown: Any) -> str:
    digits = all(option.id.isdigit() and len(option.id) == 1 for option in question.options)
    options = [
        {"id": option.id, "text": option.text, "key": _key(option.id, place, digits=digits)}
        for place, option in enumerate(question.options, start=1)
    ]
    # which line is wrong: before the verdict the lines are the answers
    is_line = bool(question.facts.transcript) and question.options[0].id == "1"
    ruleset = rulesets().find(question.ruleset)
    language = language_of(ruleset, question) if ruleset else None
    open_again = number != drill.number and not drill.finished
    return render_template(
        "practice/question.html",
        drill=about_drill(drill) | {"title": _title_at_table(drill)} | _when_asked(drill, number),
        hands=hands(question.facts, show_counts=drill.plan.show_counts and question.kind in HELPED_BY_COUNTS),
        said=said_shown(ruleset, question.facts),
        beside=beside_the_hands(question.facts) or _shoe(drill, number),
        wagers=wagers_shown(question.facts),
        table=question.kind is not Kind.KNOWLEDGE,
        transcript=() if is_line and shown["verdict"] is None and not shown["withdrawn"] else question.facts.transcript,
        marked=[int(line) for line in question.expected] if is_line and shown["verdict"] else [],
        question={
            "prompt": question.prompt,
            "options": options,
            "form": str(question.form),
            "lang": language,
            "expected": question.expected,
            "people": [str(who) for who in ruleset.speakers] if ruleset else [],
            "numbered": is_line,
            "lines": is_line or any(len(option.text) > LONG for option in question.options),
        },
        last=drill.finished or (drill.last and not open_again),
        **shown,
    )


def _when_asked(drill: Drill, number: int) -> dict[str, Any]:
    """Of an earlier question: its own number, and nothing of what is on the table now."""
    if number == drill.number:
        return {"number": number}
    return {"number": number, "position": f"Question {number}", "cards_left": None}


def _shoe(drill: Drill, number: int) -> dict[str, Any] | None:
    return beside_the_shoe(rulesets()[drill.plan.ruleset], drill) if number == drill.number else None


def _key(option_id: str, place: int, *, digits: bool) -> str:
    """The key for an answer: its letter, its digit where all answers are digits, else its place."""
    return KEYS.get(option_id) or (option_id if digits else str(place))


def _lit(question: Question) -> tuple[Ruleset, Cell] | None:
    """The tableau to show with a verdict and the cell in it, unless the rules have changed since it was asked."""
    ruleset = rulesets().find(question.ruleset)
    if ruleset is None or ruleset.fingerprint != question.fingerprint:
        return None
    cell = deciding_cell(ruleset, question)
    return None if cell is None else (ruleset, cell)


def misconception_shown(misconception_id: str) -> dict[str, str]:
    """A misconception as a page names it."""
    misconception = MISCONCEPTIONS[misconception_id]
    return {"title": misconception.title, "text": misconception.text}
