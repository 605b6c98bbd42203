"""Find the fault: a transcript of a coup with exactly one error, made from a right one.

First the line is named, then what is right there. A swap or a missing repeat touches two lines: naming either is right.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from training.quiz import broken_rules
from training.quiz.asking import as_question
from training.quiz.broken_rules import Broken
from training.quiz.call_questions import on_the_table
from training.quiz.options import made_options, option_id
from training.quiz.questions import Asked, Facts, Option, Question
from training.quiz.situations import whole_coup
from training.quiz.skills import skill_in_fault
from training.quiz.subjects import Fault
from training.rules.calls import Call, Condition, Moment, Who
from training.rules.cards import PACK, Card, point_count
from training.rules.coup import Act, Coup, Step
from training.rules.ruleset import Ruleset

WORDS = {
    Fault.WRONG_COUNT: "A count was announced wrong.",
    Fault.WRONG_CALL: "The wrong words were announced.",
    Fault.WRONG_ORDER: "Two lines came in the wrong order.",
    Fault.MISSING_REPEAT: "The dealer did not repeat an announcement.",
    Fault.WRONG_REPEAT: "The dealer repeated something that was not said.",
    Fault.WRONG_ACT: "The wrong thing was done.",
    Fault.CALL_AFTER_NATURAL: "A card was called for after a natural.",
    Fault.CARD_AFTER_NATURAL: "A third card was dealt against a natural.",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript and the step it tells of; the deal of the first four cards is no step."""

    text: str
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Faulty:
    """A spoilt transcript: the places (from 0) that are wrong, what is right there, what else one might think, why."""

    texts: tuple[str, ...]
    wrong: tuple[int, ...]
    right: str
    others: tuple[str, ...]
    broken: Broken


_OPENING = Line("The first four cards are dealt")
_OVER = "Nothing: the coup is over"
_DRAWS, _STANDS = "{}’s hand is dealt a third card", "{}’s hand stands"


def make_fault(ruleset: Ruleset, rng: Random) -> tuple[Question, Question]:
    """Deal coups until one can be spoilt in a way drawn by chance; ask for the line, then for what is right there."""
    while True:
        coup = whole_coup(ruleset, rng)
        fault = rng.choice(tuple(Fault))
        found = list(spoilt(ruleset, coup, fault, rng))
        if found:
            return _questions(ruleset, coup, fault, rng.choice(found), rng)


def transcript(coup: Coup) -> tuple[Line, ...]:
    """The coup as lines: what is said before the deal, the deal, then every step; a call comes before its card."""
    early = [step for step in coup.steps if step.moment is Moment.BEFORE_DEAL]
    return (*_lines(coup, early), _OPENING, *_lines(coup, coup.steps[len(early) :]))


def spoilt(ruleset: Ruleset, coup: Coup, fault: Fault, rng: Random) -> Iterator[Faulty]:
    """Every way in which this fault can be made in this coup; none where it cannot."""
    return _SPOILERS[fault](ruleset, coup, rng)


def _lines(coup: Coup, steps: Sequence[Step]) -> Iterator[Line]:
    for step in steps:
        if step.call is not None:
            yield Line(_says(step, step.call), step)
        if step.act is Act.DEAL:
            hand = coup.player if step.moment is Moment.PLAYER_ACTS else coup.banker
            yield Line(_dealt(_name(step), hand.cards[2]), step)
        elif step.act is Act.STAND and step.call is None:
            yield Line(_STANDS.format(_name(step)), step)


def _says(step: Step, words: str) -> str:
    return f"The {step.who} {'repeats' if step.act is Act.REPEAT else 'says'} “{words}”"


def _dealt(name: str, card: Card) -> str:
    return f"{name}’s hand is dealt the {card.words}"


def _name(step: Step) -> str:
    return "Player" if step.moment is Moment.PLAYER_ACTS else "Banker"


def _texts(coup: Coup) -> tuple[str, ...]:
    return tuple(line.text for line in transcript(coup))


def _replaced(coup: Coup, place: int, text: str, others: Sequence[str], broken: Broken, right: str = "") -> Faulty:
    """One line replaced; what was there is right unless it is put otherwise."""
    texts = _texts(coup)
    spoilt_texts = (*texts[:place], text, *texts[place + 1 :])
    return Faulty(spoilt_texts, (place,), right or texts[place], tuple(others), broken)


def _spoken(coup: Coup, *, repeats: bool) -> Iterator[tuple[int, str, Step, Call]]:
    """The spoken lines that the sources settle, with place, text, step and script line; repeats, or the others."""
    for place, line in enumerate(transcript(coup)):
        step = line.step
        if step is None or step.call is None or step.line is None or line.text != _says(step, step.call):
            continue
        if step.line.asked and (step.act is Act.REPEAT) is repeats:
            yield place, line.text, step, step.line


def _wrong_count(ruleset: Ruleset, coup: Coup, rng: Random) -> Iterator[Faulty]:
    for place, text, step, call in _spoken(coup, repeats=False):
        if "{" not in call.words:
            continue
        player, banker = (point_count(cards) for cards in on_the_table(coup, step.moment))
        near = [((player + by) % 10, banker) for by in (1, 9)] + [(player, (banker + by) % 10) for by in (1, 9)]
        # “seven over seven” is wrong at first sight
        near = [pair for pair in near if step.moment is not Moment.RESULT or pair[0] != pair[1]]
        wrong = list(dict.fromkeys(_says(step, call.filled(call.words, *pair)) for pair in near))
        wrong = rng.sample([one for one in wrong if one != text], k=len(wrong) - (text in wrong))
        yield _replaced(coup, place, wrong[0], wrong[1:], broken_rules.counting(ruleset, coup, step.moment))


def _wrong_call(ruleset: Ruleset, coup: Coup, rng: Random) -> Iterator[Faulty]:
    """Only the dealer's own words: a patron's would make the repeat of them look wrong as well."""
    for place, _, step, call in _spoken(coup, repeats=False):
        player, banker = (point_count(cards) for cards in on_the_table(coup, step.moment))
        other = banker if banker != player else (banker + 1) % 10
        wrong = [_says(step, call.filled(words, player, other)) for words in call.wrong]
        if call.who is Who.DEALER and "{" not in call.words and len(wrong) > 1:
            rng.shuffle(wrong)
            yield _replaced(coup, place, wrong[0], wrong[1:], broken_rules.words(ruleset, coup, call))


def _wrong_order(ruleset: Ruleset, coup: Coup, __: Random) -> Iterator[Faulty]:
    lines, texts = transcript(coup), _texts(coup)
    for place in range(len(lines) - 1):
        first, second = lines[place].step, lines[place + 1].step
        if first is None or not all(_settled(line) for line in lines[place : place + 2]):
            continue
        swapped = (*texts[:place], texts[place + 1], texts[place], *texts[place + 2 :])
        broken = broken_rules.order(ruleset, coup, first, second)
        yield Faulty(swapped, (place, place + 1), texts[place], (texts[place + 1],), broken)


def _settled(line: Line) -> bool:
    """Whether the sources settle that this line comes; what is asked by no question is no fault either."""
    return line.step is None or line.step.line is None or line.step.line.asked


def _missing_repeat(ruleset: Ruleset, coup: Coup, __: Random) -> Iterator[Faulty]:
    texts, lines = _texts(coup), transcript(coup)
    for place, text, step, call in _spoken(coup, repeats=True):
        if place + 1 < len(texts) and _settled(lines[place + 1]):
            others = tuple(_says(step, words) for words in call.wrong)
            broken = broken_rules.repeats(ruleset, call)
            yield Faulty((*texts[:place], *texts[place + 1 :]), (place - 1, place), text, others, broken)


def _wrong_repeat(ruleset: Ruleset, coup: Coup, rng: Random) -> Iterator[Faulty]:
    for place, _, step, call in _spoken(coup, repeats=True):
        wrong = rng.sample([_says(step, words) for words in call.wrong], k=len(call.wrong))
        yield _replaced(coup, place, wrong[0], wrong[1:], broken_rules.repeats(ruleset, call))


def _wrong_act(ruleset: Ruleset, coup: Coup, rng: Random) -> Iterator[Faulty]:
    """The Banker's act, where it is the last line and neither a call nor a free choice goes with it."""
    lines = transcript(coup)
    last = lines[-1].step
    if last is None or last.moment is not Moment.BANKER_ACTS or last.call is not None:
        return
    third = None if coup.player.third is None else coup.player.third.value
    if len(ruleset.tableau.cell(coup.banker.first_count, third).right) > 1:
        return
    right, wrong = _STANDS.format("Banker"), _dealt("Banker", rng.choice(PACK))
    if last.act is Act.DEAL:
        right, wrong = _DRAWS.format("Banker"), right
    others = tuple(form.format(name) for form in (_STANDS, _DRAWS) for name in ("Banker", "Player"))
    yield _replaced(coup, len(lines) - 1, wrong, others, broken_rules.banker_act(ruleset, coup), right)


def _after_natural(ruleset: Ruleset, coup: Coup, text: str, others: Sequence[str]) -> Iterator[Faulty]:
    """A line too many after a natural has ended the coup, before the result if that is announced."""
    if not (coup.player.natural or coup.banker.natural):
        return
    lines, texts = transcript(coup), _texts(coup)
    place = next((at for at, line in enumerate(lines) if line.step and line.step.moment is Moment.RESULT), len(lines))
    right = texts[place] if place < len(texts) else _OVER
    spoilt_texts = (*texts[:place], text, *texts[place:])
    yield Faulty(spoilt_texts, (place,), right, tuple(others), broken_rules.naturals(ruleset, coup))


def _call_after_natural(ruleset: Ruleset, coup: Coup, _: Random) -> Iterator[Faulty]:
    script = [*ruleset.lines(Moment.PLAYER_LOOKS, Condition.DRAW)]
    script += ruleset.lines(Moment.PLAYER_ACTS, Condition.DRAW)
    for call in script:
        others = [f"The dealer says “{words}”" for words in call.wrong if "{" not in words]
        yield from _after_natural(ruleset, coup, f"The dealer says “{call.words}”", others)


def _card_after_natural(ruleset: Ruleset, coup: Coup, rng: Random) -> Iterator[Faulty]:
    lower = "Player" if coup.player.first_count <= coup.banker.first_count else "Banker"
    others = [_DRAWS.format("Player"), _DRAWS.format("Banker"), "Both hands are dealt a third card"]
    yield from _after_natural(ruleset, coup, _dealt(lower, rng.choice(PACK)), others)


_SPOILERS: dict[Fault, Callable[[Ruleset, Coup, Random], Iterator[Faulty]]] = {
    Fault.WRONG_COUNT: _wrong_count,
    Fault.WRONG_CALL: _wrong_call,
    Fault.WRONG_ORDER: _wrong_order,
    Fault.MISSING_REPEAT: _missing_repeat,
    Fault.WRONG_REPEAT: _wrong_repeat,
    Fault.WRONG_ACT: _wrong_act,
    Fault.CALL_AFTER_NATURAL: _call_after_natural,
    Fault.CARD_AFTER_NATURAL: _card_after_natural,
}
_RULE_OF_HINT = "Deal the coup in your head, line by line: what must be said, by whom, and what is done?"
_SECOND = {
    Fault.WRONG_ORDER: "Lines {0} and {1} came in the wrong order. Which comes first?",
    Fault.MISSING_REPEAT: "Something is missing after line {0}. What?",
}


def _questions(ruleset: Ruleset, coup: Coup, fault: Fault, faulty: Faulty, rng: Random) -> tuple[Question, Question]:
    first = Asked(
        Facts(coup.player.cards[:2], coup.banker.cards[:2], transcript=faulty.texts),
        "Which line is wrong, or stands next to a line that is missing?",
        tuple(Option(str(number), text) for number, text in enumerate(faulty.texts, start=1)),
        tuple(str(place + 1) for place in faulty.wrong),
        faulty.broken.citation,
        faulty.broken.provenance,
        WORDS[fault],
        _RULE_OF_HINT,
    )
    prompt = _SECOND.get(fault, "Line {0} is wrong. What is right there?")
    called_wrong = () if fault in _SECOND else [faulty.texts[place] for place in faulty.wrong]
    second = first._replace(
        prompt=prompt.format(faulty.wrong[0] + 1, faulty.wrong[-1] + 1),
        options=made_options(rng, (faulty.right, *(text for text in faulty.others if text not in called_wrong)), 4),
        expected=(option_id(faulty.right),),
        explanation=f"{WORDS[fault]} Right is: {faulty.right}. {faulty.broken.sentence}",
        hint=WORDS[fault],
    )
    skill = skill_in_fault(ruleset)[fault]
    return as_question(ruleset, skill, first), as_question(ruleset, skill, second)
