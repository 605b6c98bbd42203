"""Playing a coup is one function: cards and choices in, everything that happens out, step by step.

There is no state machine: a drill reveals the steps of a coup that is already played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from training.rules.calls import Call, Condition, Moment, Who
from training.rules.cards import NATURAL, Card, Hand, check_equal_cards, format_cards, point_count
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.tableau import DECISIONS, Action, Rule, cited_together, column_words


@unique
class Act(StrEnum):
    """What somebody does in a step."""

    ANNOUNCE = "announce"
    REPEAT = "repeat"
    DEAL = "deal"
    STAND = "stand"


@unique
class Outcome(StrEnum):
    """Which hand wins."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


def outcome_of(player: int, banker: int) -> Outcome:
    """The higher final count wins; equal counts are a tie [002]."""
    if player == banker:
        return Outcome.TIE
    return Outcome.PLAYER if player > banker else Outcome.BANKER


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody acts, perhaps speaking; `call` is None where nothing is said, `source` cites the rule.

    `moment` is when in the coup it happens, `line` the line of the script that is spoken.
    """

    who: Who
    act: Act
    call: str | None
    source: str
    moment: Moment
    line: Call | None


@dataclass(frozen=True, slots=True)
class Choices:
    """The decisions a ruleset leaves to persons: the Player's optional count and the Banker's optional cell."""

    on_five: Action | None = None
    option: Action | None = None

    def __post_init__(self) -> None:
        for name, choice in (("on-five", self.on_five), ("option", self.option)):
            if choice is not None and not (isinstance(choice, Action) and choice in DECISIONS):
                raise Illegal(f"{name} is draw or stand, not '{choice}'")


class ChoiceMissing(Illegal):
    """The cards lead to an option and nobody said which way; `choice` is `on-five` or `option`."""

    def __init__(self, choice: str, where: str) -> None:
        super().__init__(f"{where} may draw or stand: say which with {choice} (draw or stand)")
        self.choice, self.where = choice, where


@dataclass(frozen=True, slots=True)
class Coup:
    """A finished coup: both hands, the steps after the first four cards, and who won."""

    player: Hand
    banker: Hand
    steps: tuple[Step, ...]
    outcome: Outcome

    @property
    def cards_used(self) -> int:
        """How many cards left the shoe: 4, 5 or 6."""
        return len(self.player.cards) + len(self.banker.cards)


NO_CHOICES = Choices()


def play(ruleset: Ruleset, cards: Sequence[Card], choices: Choices = NO_CHOICES) -> Coup:
    """Play one coup with `cards` in the order they leave the shoe; surplus cards are ignored.

    First and third card are the Player's, second and fourth the Banker's. A natural stops both hands. Raises `Illegal`
    for too few cards or more equal cards than decks, `ChoiceMissing` where an option is reached without its choice.
    """
    check_equal_cards(cards, ruleset.decks)
    table = _Table(ruleset, cards)
    player, banker = table.first_counts
    rule = ruleset.player[player]
    table.say(Moment.BEFORE_DEAL, Condition.ALWAYS)
    table.say(Moment.INITIAL_COUNTS, Condition.ALWAYS)
    request = _decide(rule, choices.on_five, "on-five", f"Player {player}")
    spoken = table.say(Moment.PLAYER_LOOKS, Condition(request), rule)
    if request is not Action.NATURAL and banker >= NATURAL:
        table.say(Moment.BANKER_LOOKS, Condition.NATURAL)
    elif request is not Action.NATURAL:
        table.say(Moment.BANKER_LOOKS, Condition(request))
        third = None
        if request is Action.DRAW:
            third = table.deal(Moment.PLAYER_ACTS, table.player, table.answered(rule.citation)).value
        elif not spoken:  # whoever has said "Stay" has stood; nothing more happens
            table.stand(Moment.PLAYER_ACTS, rule.citation)
        cell = ruleset.tableau.cell(banker, third)
        where = f"Banker {banker} with {column_words(third)}"
        if _decide(cell, choices.option, "option", where) is Action.DRAW:
            table.deal(Moment.BANKER_ACTS, table.banker, cell.citation)
        else:
            table.stand(Moment.BANKER_ACTS, cell.citation)
    return table.finish()


def announced_by(rule: Rule, call: Call) -> str:
    """Where it stands that this count is announced so: its own rule, and a house's words where they are its own."""
    return rule.citation if call.provenance is rule.provenance else cited_together(rule.citation, call.citation)


def _decide(rule: Rule, choice: Action | None, name: str, where: str) -> Action:
    if rule.action is not Action.OPTIONAL:
        return rule.action
    if choice is None:
        raise ChoiceMissing(name, where)
    return choice


class _Table:
    """What lies on the table while a coup is played, and what has happened so far."""

    def __init__(self, ruleset: Ruleset, cards: Sequence[Card]) -> None:
        self.ruleset, self.cards, self.used = ruleset, cards, 4
        self._require(4)
        self.player, self.banker = [cards[0], cards[2]], [cards[1], cards[3]]
        self.first_counts = point_count(self.player), point_count(self.banker)
        self.steps: list[Step] = []

    def say(self, moment: Moment, condition: Condition, rule: Rule | None = None) -> bool:
        """Announce what the script has for this moment, with the repeats; tell whether anything was said.

        `rule` is what a patron who has looked at his hand goes by.
        """
        lines = self.ruleset.lines(moment, condition)
        for call in lines:
            words = self._words(call)
            source = announced_by(rule, call) if rule else call.citation
            self.steps.append(Step(call.who, Act.ANNOUNCE, words, source, moment, call))
            if call.repeated_by is not None:
                self.steps.append(Step(call.repeated_by, Act.REPEAT, words, call.repeat_citation, moment, call))
        return bool(lines)

    def deal(self, moment: Moment, hand: list[Card], source: str) -> Card:
        """Deal the next card to a hand."""
        self._require(self.used + 1)
        card = self.cards[self.used]
        self._act(Act.DEAL, moment, Condition.DRAW, source)
        hand.append(card)
        self.used += 1
        return card

    def answered(self, source: str) -> str:
        """Where a card that was asked for aloud is dealt, the rule is the one by which the banker answers."""
        lines = self.ruleset.lines(Moment.BANKER_LOOKS, Condition.DRAW)
        return lines[0].citation if lines else source

    def stand(self, moment: Moment, source: str) -> None:
        """Let a hand stand."""
        self._act(Act.STAND, moment, Condition.STAND, source)

    def finish(self) -> Coup:
        """Compare the counts and announce the result."""
        player, banker = Hand(tuple(self.player)), Hand(tuple(self.banker))
        outcome = outcome_of(player.count, banker.count)
        self.say(Moment.RESULT, Condition(outcome))
        return Coup(player, banker, tuple(self.steps), outcome)

    def _act(self, act: Act, moment: Moment, condition: Condition, source: str) -> None:
        lines = self.ruleset.lines(moment, condition)
        line = lines[0] if lines else None  # the loader allows one call to go with an act
        words = self._words(line) if line else None
        source = cited_together(source, line.citation) if line else source
        self.steps.append(Step(self.ruleset.dealt_by, act, words, source, moment, line))

    def _words(self, call: Call) -> str:
        return call.spoken(point_count(self.player), point_count(self.banker))

    def _require(self, number: int) -> None:
        if len(self.cards) < number:
            raise Illegal(
                f"the coup needs {number} cards, {len(self.cards)} are given: {format_cards(self.cards) or 'none'}"
            )
