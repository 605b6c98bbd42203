"""A question as a value.

A question holds everything that grading it and explaining it will ever need; it can be stored and read back. Options
that were made for one question come in random order; draw and stand, yes and no, and counts keep theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, NamedTuple, Self

from training.quiz.subjects import Kind
from training.quiz.typed_calls import CallKey
from training.rules.cards import Card, parse_card
from training.rules.irregularities import CuttingCard, Event
from training.rules.payment import Box, Wager
from training.rules.tableau import Action, Provenance


@unique
class Form(StrEnum):
    """How an answer is given: one of some options, an amount that is typed, or a call that is typed."""

    CHOICE = "choice"
    AMOUNT = "amount"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said at the table."""

    who: str
    call: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregular:
    """What went wrong at the table: the cards too many, what the dealer said, how the shoe stands."""

    event: Event
    extra: tuple[Card, ...]
    dealer_said: str | None
    banker_action: Action | None
    cutting_card: CuttingCard
    last_hand: bool
    short_of_cards: bool

    def as_dict(self) -> dict[str, Any]:
        """The form that is stored and printed."""
        return {
            "event": self.event.value,
            "extra": [str(card) for card in self.extra],
            "dealer_said": self.dealer_said,
            "banker_action": self.banker_action and self.banker_action.value,
            "cutting_card": self.cutting_card.value,
            "last_hand": self.last_hand,
            "short_of_cards": self.short_of_cards,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `as_dict` gave."""
        return cls(
            event=Event(data["event"]),
            extra=tuple(map(parse_card, data["extra"])),
            dealer_said=data["dealer_said"],
            banker_action=data["banker_action"] and Action(data["banker_action"]),
            cutting_card=CuttingCard(data["cutting_card"]),
            last_hand=data["last_hand"],
            short_of_cards=data["short_of_cards"],
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """The situation: both hands in dealt order (the third card last), what was said, and which hand is asked about.

    `transcript` holds the lines of a coup that is told rather than shown, `shown` cards that lie by the shoe,
    `irregular` what went wrong, `wagers` what lies on the boxes `seat` and `on` whose wager is asked
    about and where it lies.
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    said: tuple[Said, ...] = ()
    hand: str | None = None
    transcript: tuple[str, ...] = ()
    shown: tuple[Card, ...] = ()
    wagers: tuple[Wager, ...] = ()
    seat: int | None = None
    on: Box | None = None
    irregular: Irregular | None = None

    def as_dict(self) -> dict[str, Any]:
        """The form that is stored and printed."""
        return {
            "player": [str(card) for card in self.player],
            "banker": [str(card) for card in self.banker],
            "said": [{"who": said.who, "call": said.call} for said in self.said],
            "hand": self.hand,
            **({"transcript": list(self.transcript)} if self.transcript else {}),
            **({"shown": [str(card) for card in self.shown]} if self.shown else {}),
            **(
                {"wagers": [_wager(wager) for wager in self.wagers], "seat": self.seat, "on": self.on}
                if self.wagers
                else {}
            ),
            **(self.irregular.as_dict() if self.irregular else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `as_dict` gave."""
        return cls(
            player=tuple(map(parse_card, data["player"])),
            banker=tuple(map(parse_card, data["banker"])),
            said=tuple(Said(said["who"], said["call"]) for said in data["said"]),
            hand=data["hand"],
            transcript=tuple(data.get("transcript", ())),
            shown=tuple(map(parse_card, data.get("shown", ()))),
            wagers=tuple(Wager(one["seat"], Box(one["on"]), one["stake"]) for one in data.get("wagers", ())),
            seat=data.get("seat"),
            on=Box(data["on"]) if data.get("on") else None,
            irregular=Irregular.from_dict(data) if "event" in data else None,
        )


def _wager(wager: Wager) -> dict[str, Any]:
    return {"seat": wager.seat, "on": wager.on.value, "stake": wager.stake}


class Option(NamedTuple):
    """One answer to choose."""

    id: str
    text: str


class Asked(NamedTuple):
    """What a maker gives for one skill: the question without the rules it was made by."""

    facts: Facts
    prompt: str
    options: tuple[Option, ...]
    expected: tuple[str, ...]
    citation: str
    provenance: Provenance
    explanation: str
    hint: str
    kind: Kind | None = None
    """Where it is not the skill's usual kind."""
    form: Form = Form.CHOICE
    call_key: CallKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question with its key; `expected` holds every right option's id, `fingerprint` names the rules.

    `form` is how the answer is given; where it is typed there are no options, `expected` is the right text, and a call
    is compared with `call_key`. `authored` is the id of a question out of the bank.
    `explanation` says why after the answer, `hint` helps before it without naming the answer.
    """

    ruleset: str
    fingerprint: str
    skill: str
    kind: Kind
    facts: Facts
    prompt: str
    options: tuple[Option, ...]
    expected: tuple[str, ...]
    citation: str
    provenance: Provenance
    explanation: str
    hint: str
    form: Form = Form.CHOICE
    call_key: CallKey | None = None
    authored: str | None = None

    def __post_init__(self) -> None:
        if self.form is not Form.CHOICE:
            if self.options or not self.expected:
                raise ValueError(f"{self.skill}: what is typed has an expected answer and no options")
            return
        ids = [option.id for option in self.options]
        if len(set(ids)) != len(ids):
            raise ValueError(f"{self.skill}: two options are equal: {ids}")
        if not self.expected or not set(self.expected) <= set(ids):
            raise ValueError(f"{self.skill}: the key {self.expected} is not among the options {ids}")

    @property
    def subject(self) -> str:
        """What is withdrawn, and counted in a drill: the authored question by its id, a generated one by its skill."""
        return self.authored or self.skill

    def text_of(self, option_id: str) -> str:
        """The words of an option; what was typed is its own words."""
        return next((option.text for option in self.options if option.id == option_id), option_id)

    def as_dict(self) -> dict[str, Any]:
        """The form that is stored and printed."""
        return {
            "ruleset": self.ruleset,
            "fingerprint": self.fingerprint,
            "skill": self.skill,
            "kind": self.kind.value,
            "facts": self.facts.as_dict(),
            "prompt": self.prompt,
            "options": [option._asdict() for option in self.options],
            "expected": list(self.expected),
            "citation": self.citation,
            "provenance": self.provenance.value,
            "explanation": self.explanation,
            "hint": self.hint,
            "form": self.form.value,
            "call_key": self.call_key and self.call_key.as_dict(),
            "authored": self.authored,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `as_dict` gave."""
        return cls(
            ruleset=data["ruleset"],
            fingerprint=data["fingerprint"],
            skill=data["skill"],
            kind=Kind(data["kind"]),
            facts=Facts.from_dict(data["facts"]),
            prompt=data["prompt"],
            options=tuple(Option(option["id"], option["text"]) for option in data["options"]),
            expected=tuple(data["expected"]),
            citation=data["citation"],
            provenance=Provenance(data["provenance"]),
            explanation=data["explanation"],
            hint=data["hint"],
            form=Form(data["form"]),
            call_key=CallKey.from_dict(data["call_key"]) if data["call_key"] else None,
            authored=data["authored"],
        )
