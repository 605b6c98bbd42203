"""The skills of a script: what patrons announce, the dealer's lines and repeats, who speaks next, typed calls."""

from functools import cache

from training.quiz.owned import Rule, Skill, owned_skill
from training.quiz.situations import request_words
from training.quiz.subjects import Announcement, Kind, Line, Repeat, Speaker, Turn, TypedCall
from training.rules.calls import LOOKS, Call, Condition, Moment, Who
from training.rules.cards import NATURAL
from training.rules.ruleset import Ruleset
from training.rules.tableau import POINT_COUNTS, Action


def call_skills(ruleset: Ruleset) -> list[Skill]:
    """What patrons announce by count, the dealer's own lines, the dealer's repeats, and whose word is next."""
    skills = [
        owned_skill(
            ruleset,
            f"call/{who.slug}/{count}",
            Kind.CALL,
            f"What the {who} announces with {count}",
            Announcement(who, moment, count),
            _announced(moment, count),
        )
        for moment, who in _patrons(ruleset)
        for count in POINT_COUNTS
    ]
    skills += [
        owned_skill(
            ruleset,
            f"call/{call.id}",
            Kind.CALL,
            f"The dealer’s call: {call.id.replace('-', ' ')}",
            Line(call),
            _spoken(call.id),
        )
        for call in ruleset.calls
        if call.who is Who.DEALER and call.asked and _is_said(ruleset, call) and _has_wrong_words(call)
    ]
    repeats = _repeats(ruleset)
    skills += [
        owned_skill(
            ruleset,
            f"call/dealer/{words.lower().replace(' ', '-')}",
            Kind.CALL,
            f"The dealer repeats “{words}”",
            Repeat(calls),
            _repeated(words),
        )
        for words, calls in repeats.items()
    ]
    if repeats:
        requests = " or ".join(f"“{words}”" for words in request_words(ruleset).values())
        titles = {
            Turn.FIRST: "Who speaks first",
            Turn.REPEAT: "Who repeats an announcement",
            Turn.ANSWER: f"Who speaks after {requests} was repeated",
        }
        skills += [
            owned_skill(
                ruleset, f"call/who/{turn}", Kind.CALL, title, Speaker(turn), lambda rules: bool(_repeats(rules))
            )
            for turn, title in titles.items()
        ]
    return skills


def _patrons(ruleset: Ruleset) -> list[tuple[Moment, Who]]:
    """The moments at which somebody other than the dealer looks at a hand and speaks."""
    speakers = {call.at: call.who for call in ruleset.calls if call.at in LOOKS and call.who is not Who.DEALER}
    return [(moment, speakers[moment]) for moment in LOOKS if moment in speakers]


def _announced(moment: Moment, count: int) -> Rule:
    """The words for what is decided at this count; at the Banker's, only whether it is a natural."""
    of_banker = (Action.NATURAL if count >= NATURAL else Action.DRAW,)

    def words(rules: Ruleset) -> object:
        actions = of_banker if moment is Moment.BANKER_LOOKS else rules.player[count].right
        lines = {action: rules.lines(moment, Condition(action)) for action in actions}
        return {action: [(call.who, call.words) for call in calls] for action, calls in lines.items()}

    return words


def _spoken(call_id: str) -> Rule:
    return lambda rules: [(call.who, call.at, call.when, call.words) for call in rules.calls if call.id == call_id]


def _repeated(words: str) -> Rule:
    return lambda rules: [(call.id, call.repeated_by) for call in _repeats(rules).get(words, ())]


def _repeats(ruleset: Ruleset) -> dict[str, tuple[Call, ...]]:
    """The patrons' calls that the dealer repeats, by their words."""
    repeats: dict[str, tuple[Call, ...]] = {}
    for call in ruleset.calls:
        if call.repeated_by is Who.DEALER and call.asked and call.at in LOOKS and _is_said(ruleset, call):
            repeats[call.words] = (*repeats.get(call.words, ()), call)
    return repeats


@cache
def typed_skills(ruleset: Ruleset) -> tuple[Skill, ...]:
    """The calls as they are typed from memory; asked for only where a trainee chooses to type."""
    return tuple(
        owned_skill(
            ruleset, f"typed/{call.id}", Kind.CALL, f"Typed: {call.id.replace('-', ' ')}", TypedCall(call), rule
        )
        for call, rule in ((call, _spoken(call.id)) for call in ruleset.calls)
        if call.asked and _is_said(ruleset, call)
    )


def repeat_of(ruleset: Ruleset, call: Call) -> Repeat:
    """The subject under which the dealer's repeat of this call is known."""
    return Repeat(_repeats(ruleset)[call.words])


def occurs(ruleset: Ruleset, third: int | None) -> bool:
    """Whether the Player's rule lets this column happen at all."""
    return bool(ruleset.player_counts_without_third if third is None else ruleset.player_counts_with_third)


def _is_said(ruleset: Ruleset, call: Call) -> bool:
    """Whether the rules ever lead to this call; a script may have words for what never happens."""
    if call.when not in (Condition.DRAW, Condition.STAND):
        return True
    action = Action(call.when)
    if call.at is Moment.BANKER_ACTS:
        cells = ruleset.tableau.cells()
        return any(action in rule.right for _, third, rule in cells if occurs(ruleset, third))
    return any(action in rule.right for rule in ruleset.player)


def _has_wrong_words(call: Call) -> bool:
    """Whether there is something to choose from besides the right words."""
    return bool(call.wrong) or "{player}" in call.words
