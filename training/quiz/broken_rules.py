"""The rule that a fault in a coup breaks: in one sentence, where it stands, and how well that is founded."""

from typing import NamedTuple

from training.quiz.call_questions import line_reason, on_the_table, repeat_rule
from training.quiz.card_questions import natural_citation
from training.quiz.explanations import cell_sentence, count_sentence, natural_sentence
from training.quiz.questions import Facts
from training.rules.calls import ACTS, Call, Moment
from training.rules.cards import NATURAL, Hand
from training.rules.coup import Act, Coup, Step
from training.rules.ruleset import Ruleset
from training.rules.tableau import Provenance, Rule

_ORDER = {
    Moment.BEFORE_DEAL: "Nobody may wager once the cards are coming.",
    Moment.INITIAL_COUNTS: "The first four cards are counted aloud before anything else is said or dealt.",
    Moment.PLAYER_LOOKS: "The Player’s side speaks before the Banker’s.",
    Moment.BANKER_LOOKS: "No card is dealt before both sides have spoken.",
    Moment.PLAYER_ACTS: "The Banker’s turn comes after the Player’s: it depends on what the Player drew.",
    Moment.BANKER_ACTS: "The result is announced when both hands are finished.",
    Moment.RESULT: "At the end of a coup the lines come in the order of the script.",
}
"""Why what is said or done at a moment comes before what follows it."""


class Broken(NamedTuple):
    """A rule that was broken."""

    sentence: str
    citation: str
    provenance: Provenance


def naturals(ruleset: Ruleset, coup: Coup) -> Broken:
    """A natural ends the coup."""
    sentence = natural_sentence(coup.player.first_count, coup.banker.first_count)
    citation = natural_citation(ruleset, coup.player, coup.banker)
    return Broken(sentence, citation, ruleset.player[NATURAL].provenance)


def counting(ruleset: Ruleset, coup: Coup, moment: Moment) -> Broken:
    """How both hands are counted as they lie at a moment."""
    player, banker = (count_sentence(Hand(cards)) for cards in on_the_table(coup, moment))
    return Broken(f"Player: {player} Banker: {banker}", ruleset.counting.citation, ruleset.counting.provenance)


def repeats(ruleset: Ruleset, call: Call) -> Broken:
    """An announcement is repeated at once."""
    return Broken(repeat_rule(ruleset), call.repeat_citation, call.provenance)


def words(ruleset: Ruleset, coup: Coup, call: Call) -> Broken:
    """What is said at the moment of this call; where a hand draws or stands, the rule that it goes by as well."""
    reason = line_reason(ruleset, call, Facts(*on_the_table(coup, call.at)))
    if call.at in ACTS:
        return Broken(reason, f"{call.citation}; {_rule_of_hand(ruleset, coup, call.at).citation}", call.provenance)
    return Broken(reason, call.citation, call.provenance)


def banker_act(ruleset: Ruleset, coup: Coup) -> Broken:
    """What the Banker's hand does."""
    rule = _rule_of_hand(ruleset, coup, Moment.BANKER_ACTS)
    return Broken(cell_sentence(ruleset, coup.banker.first_count, _third(coup)), rule.citation, rule.provenance)


def order(ruleset: Ruleset, coup: Coup, first: Step, second: Step | None) -> Broken:
    """`first` comes before `second` (None: the first four cards), which follows at once."""
    if second is not None:
        for step in (first, second):
            if step.act is Act.REPEAT and step.line is not None:
                return repeats(ruleset, step.line)
    if first is second and first.line is not None:
        return Broken("The call comes before its card.", first.line.citation, first.line.provenance)
    deciding = second if second is not None and first.moment in ACTS else first
    sentence = _ORDER[Moment.RESULT if second and first.moment is second.moment else first.moment]
    if deciding.act is Act.ANNOUNCE and deciding.line is not None:
        return Broken(sentence, deciding.line.citation, deciding.line.provenance)
    rule = _rule_of_hand(ruleset, coup, deciding.moment)
    return Broken(sentence, rule.citation, rule.provenance)


def _rule_of_hand(ruleset: Ruleset, coup: Coup, moment: Moment) -> Rule:
    if moment is Moment.PLAYER_ACTS:
        return ruleset.player[coup.player.first_count]
    return ruleset.tableau.cell(coup.banker.first_count, _third(coup))


def _third(coup: Coup) -> int | None:
    return None if coup.player.third is None else coup.player.third.value
