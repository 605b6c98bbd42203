"""Questions about announcements: what a patron says, what the dealer says and repeats, and who speaks next."""

import re
from random import Random

from training.quiz.explanations import OUTCOME_RULE, both_counts_sentence, player_sentence, rule_sentence
from training.quiz.options import made_options, option_id
from training.quiz.questions import Asked, Facts, Said
from training.quiz.situations import BELOW_NATURAL, NATURALS, coup_where, from_one_shoe, two_cards
from training.quiz.subjects import Announcement, Line, Repeat, Speaker, Turn
from training.quiz.wording import quoted
from training.rules.calls import ACTS, LOOKS, Call, Condition, Moment, Who
from training.rules.cards import NATURAL, Card, Hand, point_count
from training.rules.coup import Coup, announced_by
from training.rules.ruleset import Ruleset
from training.rules.tableau import POINT_COUNTS, Action

_NOTHING = "Nothing"
_OTHER_COUNT = {"{high}": "{low}", "{low}": "{high}", "{player}": "{banker}", "{banker}": "{player}"}
_PROMPTS = {
    Moment.BEFORE_DEAL: "All wagers are on the table and the round is about to begin. What does the dealer announce?",
    Moment.INITIAL_COUNTS: "The first four cards are dealt. What does the dealer announce?",
    Moment.PLAYER_ACTS: "It is the Player’s turn. What does the dealer announce?",
    Moment.BANKER_ACTS: "It is the Banker’s turn. What does the dealer announce?",
    Moment.RESULT: "The coup is over. What does the dealer announce?",
}
_HINTS = {
    Moment.BEFORE_DEAL: "Nobody may wager once the cards are coming.",
    Moment.INITIAL_COUNTS: "What do the two hands count?",
    Moment.RESULT: OUTCOME_RULE,
}
_AT = {
    Moment.BEFORE_DEAL: "Before the first card of a round",
    Moment.INITIAL_COUNTS: "After the first four cards",
    Moment.PLAYER_ACTS: "At the Player’s turn",
    Moment.BANKER_ACTS: "At the Banker’s turn",
    Moment.RESULT: "At the end of the coup",
}


def announcement(ruleset: Ruleset, subject: Announcement, rng: Random) -> Asked:
    """A patron has looked at a hand of one count; what must be announced? A free choice has two right answers."""
    said: tuple[Said, ...] = ()
    player_counts: tuple[int, ...] = (subject.count,)
    banker_counts: tuple[int, ...] = tuple(POINT_COUNTS)
    if subject.moment is Moment.BANKER_LOOKS:
        request = _asked_before(ruleset, rng, natural=subject.count >= NATURAL)
        player_counts, banker_counts = _counts_that(ruleset, request), (subject.count,)
        said = tuple(line for call in ruleset.lines(Moment.PLAYER_LOOKS, request) for line in with_repeat(call))
    hands = from_one_shoe(ruleset, lambda: (two_cards(rng, player_counts), two_cards(rng, banker_counts)))
    return ask_announcement(ruleset, subject, *hands, said, rng)


def ask_announcement(
    ruleset: Ruleset, subject: Announcement, player: Hand, banker: Hand, said: tuple[Said, ...], rng: Random
) -> Asked:
    """What does the patron announce who holds this hand? The Banker is only asked after a card was asked for."""
    if subject.moment is Moment.PLAYER_LOOKS:
        hand, actions = "player", ruleset.player[subject.count].right
        hint = f"{player_sentence(ruleset)} An 8 or 9 is a natural."
    else:
        hand, actions = "banker", (Action.NATURAL,) if subject.count >= NATURAL else (Action.DRAW,)
        natural, below = (ruleset.lines(subject.moment, Condition(one))[0].words for one in ("natural", "draw"))
        hint = f"An 8 or 9 is “{natural}”, everything below it “{below}”."
    calls = [call for action in actions for call in ruleset.lines(subject.moment, Condition(action))]
    words = list(dict.fromkeys(call.words for call in calls))
    counts = player.first_count, banker.first_count
    said_of_it = " or ".join(dict.fromkeys(quoted(call, *counts) for call in calls))
    ending = ": the choice is free, both answers are right." if len(words) > 1 else "."
    return Asked(
        Facts(player.cards, banker.cards, said, hand),
        f"The {subject.who} has looked at the {hand.capitalize()}’s hand. What does the {subject.who} announce?",
        made_options(rng, (*words, *calls[0].wrong), 4),
        tuple(map(option_id, words)),
        announced_by(ruleset.player[subject.count], calls[0]) if hand == "player" else calls[0].citation,
        calls[0].provenance,
        f"With {subject.count} the {subject.who} says {said_of_it}{ending}",
        hint,
    )


def repeat(ruleset: Ruleset, subject: Repeat, rng: Random) -> Asked:
    """Something was announced; the dealer repeats it at once."""
    call = rng.choice(subject.calls)
    return ask_repeat(ruleset, call, facts_leading_to(ruleset, call, rng), rng)


def ask_repeat(ruleset: Ruleset, call: Call, facts: Facts, rng: Random) -> Asked:
    """What does the dealer say to a call that was the last thing said?"""
    rule = repeat_rule(ruleset).rstrip(".")
    return Asked(
        facts,
        f"The {call.who} has said “{call.words}”. What does the dealer say now?",
        made_options(rng, (call.words, _NOTHING, *rng.sample(call.wrong, len(call.wrong))), 4),
        (option_id(call.words),),
        call.repeat_citation,
        call.provenance,
        f"{rule}; here {quoted(call, point_count(facts.player), point_count(facts.banker))}.",
        f"{rule}.",
    )


def speaker(ruleset: Ruleset, subject: Speaker, rng: Random) -> Asked:
    """Who speaks next, given what was said so far."""
    asks_for_card = ruleset.lines(Moment.PLAYER_LOOKS, Condition.DRAW)[0]
    if subject.turn is Turn.FIRST:
        player, banker = from_one_shoe(ruleset, lambda: (two_cards(rng, POINT_COUNTS), two_cards(rng, POINT_COUNTS)))
        facts, who = Facts(player.cards, banker.cards), asks_for_card.who
        citation = announced_by(ruleset.player[player.first_count], asks_for_card)
        why = f"The {who} looks at his cards first and makes his announcement."
    elif subject.turn is Turn.REPEAT:
        call = rng.choice(
            [call for call in ruleset.calls if call.repeated_by is not None and call.asked and call.at in LOOKS]
        )
        facts, who, citation = facts_leading_to(ruleset, call, rng), Who.DEALER, call.repeat_citation
        why = repeat_rule(ruleset)
    else:
        natural = rng.random() < 0.5
        answers = ruleset.lines(Moment.BANKER_LOOKS, Condition.NATURAL if natural else Condition.DRAW)[0]
        facts, who, citation = facts_leading_to(ruleset, answers, rng, spoken=False), answers.who, answers.citation
        then = "no card is dealt" if natural else "only then is the card dealt that was asked for"
        why = f"With {point_count(facts.banker)} the {who} says “{answers.words}”: {then}."
    return Asked(
        facts,
        "Who speaks first?" if subject.turn is Turn.FIRST else "Who speaks next?",
        made_options(rng, [person.capitalize() for person in Who], len(Who)),
        (option_id(who),),
        citation,
        asks_for_card.provenance,
        why,
        "Every announcement is repeated at once, and the Player’s side speaks before the Banker’s.",
    )


def line(ruleset: Ruleset, subject: Line, rng: Random) -> Asked:
    """The dealer's own announcement at one moment of a coup that leads to it."""
    return ask_line(ruleset, subject.call, line_facts(ruleset, subject.call, rng), rng)


def line_facts(ruleset: Ruleset, call: Call, rng: Random) -> Facts:
    """What lies on the table when the dealer has to say this line of his own."""
    if call.at is Moment.BEFORE_DEAL:
        return Facts()
    coup = coup_where(ruleset, rng, lambda coup: _leads_to(coup, call))
    return Facts(*on_the_table(coup, call.at))


def ask_line(ruleset: Ruleset, call: Call, facts: Facts, rng: Random) -> Asked:
    """What does the dealer announce, these cards lying on the table?"""
    player, banker = point_count(facts.player), point_count(facts.banker)
    right, hint = call.filled(call.words, player, banker), line_reason(ruleset, call, facts)
    if call.at is Moment.RESULT:
        wrong = _wrong_results(rng, call, player, banker)
    else:
        wrong = [call.filled(words, player, banker) for words in call.wrong]
    if "{player}" in call.words:
        wrong += _near(rng, call, player, banker)
    if call.at in ACTS:
        why = f" {hint}"
    else:
        why = f" {both_counts_sentence(facts.player, facts.banker)}" if facts.player else ""
    return Asked(
        facts,
        _PROMPTS[call.at],
        made_options(rng, (right, *wrong), 4),
        (option_id(right),),
        call.citation,
        call.provenance,
        f"{_AT[call.at]} the dealer says {quoted(call, player, banker)}.{why}",
        hint,
    )


def line_reason(ruleset: Ruleset, call: Call, facts: Facts) -> str:
    """What leads to a line of the dealer's: the rule of the hand whose turn it is, or what matters at that moment."""
    if call.at is Moment.PLAYER_ACTS:
        return player_sentence(ruleset)
    if call.at is Moment.BANKER_ACTS:
        third = facts.player[2].value if len(facts.player) > 2 else None
        return rule_sentence(ruleset, point_count(facts.banker[:2]), third)
    return _HINTS[call.at]


def _counts_that(ruleset: Ruleset, request: Condition) -> tuple[int, ...]:
    return ruleset.player_counts_with_third if request is Condition.DRAW else ruleset.player_counts_without_third


def with_repeat(call: Call) -> tuple[Said, ...]:
    """A call as it is heard: the words, and the repeat where there is one."""
    own = Said(str(call.who), call.words)
    return (own,) if call.repeated_by is None else (own, Said(str(call.repeated_by), call.words))


def _asked_before(ruleset: Ruleset, rng: Random, *, natural: bool) -> Condition:
    """What was asked for before the Banker's hand is looked at; its natural is announced after either request."""
    may_have_stayed = natural and ruleset.player_counts_without_third and rng.random() < 0.5
    return Condition.STAND if may_have_stayed else Condition.DRAW


def facts_leading_to(ruleset: Ruleset, call: Call, rng: Random, *, spoken: bool = True) -> Facts:
    """A deal in which `call` is the one that comes; what was said before it and, if it was `spoken`, the call."""
    before: tuple[Said, ...] = ()
    if call.at is Moment.PLAYER_LOOKS:
        counts = {Condition.NATURAL: NATURALS}.get(call.when) or _counts_that(ruleset, call.when)
        banker_counts: tuple[int, ...] = tuple(POINT_COUNTS)
    else:
        request = _asked_before(ruleset, rng, natural=call.when is Condition.NATURAL)
        counts = _counts_that(ruleset, request)
        banker_counts = NATURALS if call.when is Condition.NATURAL else BELOW_NATURAL
        before = tuple(line for first in ruleset.lines(Moment.PLAYER_LOOKS, request) for line in with_repeat(first))
    player, banker = from_one_shoe(ruleset, lambda: (two_cards(rng, counts), two_cards(rng, banker_counts)))
    return Facts(player.cards, banker.cards, (*before, *with_repeat(call)[:1]) if spoken else before)


def _leads_to(coup: Coup, call: Call) -> bool:
    if call.at is Moment.RESULT:
        return coup.outcome.value == call.when.value
    if call.at is Moment.INITIAL_COUNTS:
        return True
    hand = coup.player if call.at is Moment.PLAYER_ACTS else coup.banker
    goes_on = not (coup.player.natural or coup.banker.natural)
    return goes_on and (hand.third is not None) is (call.when is Condition.DRAW)


def on_the_table(coup: Coup, moment: Moment) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The Player's and the Banker's cards that lie there when something is said or decided at a moment of a coup."""
    player: tuple[Card, ...] = coup.player.cards
    banker: tuple[Card, ...] = coup.banker.cards
    if moment is Moment.BEFORE_DEAL:
        return (), ()
    if moment is not Moment.RESULT:
        banker = banker[:2]
    if moment not in (Moment.BANKER_ACTS, Moment.RESULT):
        player = player[:2]
    return player, banker


def _wrong_results(rng: Random, call: Call, player: int, banker: int) -> list[str]:
    """Other results: another winner, a wrong count, the counts the wrong way round; a tie has the counts invented.

    No winner and no count is oftener right among them than another, and “five over five” tells no tie by its words.
    """
    if player == banker:
        banker = rng.choice([count for count in range(10) if count != player])
    wrong = rng.choice(("player", "banker", "order"))
    pair = player, banker
    if wrong != "order":
        by = [count for count in range(10) if count not in pair]
        pair = (rng.choice(by), banker) if wrong == "player" else (player, rng.choice(by))
    counted = [words for words in (call.words, *call.wrong) if "{" in words]
    plain = [words for words in call.wrong if "{" not in words]
    as_they_are = [call.filled(words, player, banker) for words in counted]
    spoilt = [call.filled(_turned(words) if wrong == "order" else words, *pair) for words in counted]
    if rng.random() < 0.5:
        return [*as_they_are, *plain]
    others = [words for words in (*as_they_are, *spoilt) if words != call.filled(call.words, player, banker)]
    return [*rng.sample(others, min(len(others), 3 - (call.words in counted))), *plain]


def _turned(words: str) -> str:
    """Words that name the two counts the wrong way round."""
    return re.sub(r"\{\w+\}", lambda found: _OTHER_COUNT[found[0]], words)


def _near(rng: Random, call: Call, player: int, banker: int) -> list[str]:
    """The call with one count wrong, the other, and both: no count is commoner among the options than another."""
    other_player, other_banker = ((count + rng.choice((1, 9))) % 10 for count in (player, banker))
    pairs = ((other_player, banker), (player, other_banker), (other_player, other_banker))
    return [call.filled(call.words, *pair) for pair in pairs]


def repeat_rule(ruleset: Ruleset) -> str:
    """That announcements are repeated, and whose."""
    patrons = " and the ".join(dict.fromkeys(str(call.who) for call in ruleset.calls if call.repeated_by is not None))
    return f"The dealer immediately repeats every announcement of the {patrons}."
