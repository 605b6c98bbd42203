"""What a question can be about, and what sort of answer it wants."""

from dataclasses import dataclass
from enum import StrEnum, unique

from training.rules.calls import Call, Moment, Who


@unique
class Fault(StrEnum):
    """What can be wrong with a transcript."""

    WRONG_COUNT = "wrong-count"
    WRONG_CALL = "wrong-call"
    WRONG_ORDER = "wrong-order"
    MISSING_REPEAT = "missing-repeat"
    WRONG_REPEAT = "wrong-repeat"
    WRONG_ACT = "wrong-act"
    CALL_AFTER_NATURAL = "call-after-natural"
    CARD_AFTER_NATURAL = "card-after-natural"


@unique
class Kind(StrEnum):
    """What sort of answer a question wants."""

    NATURAL = "natural"
    ACTION = "action"
    COUNT = "count"
    CALL = "call"
    OUTCOME = "outcome"
    RULING = "ruling"
    CONSEQUENCE = "consequence"
    PROCEDURE = "procedure"
    PAYMENT = "payment"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class NaturalCheck:
    """Does a hand of 8 or 9 stop the coup?"""


@dataclass(frozen=True, slots=True)
class PlayerRule:
    """Does the Player's hand draw at this count (0–7)?"""

    count: int


@dataclass(frozen=True, slots=True)
class BankerCell:
    """Does the Banker's hand draw at this count (0–7), the Player's third card being this value (None: no card)?"""

    banker: int
    third: int | None


@dataclass(frozen=True, slots=True)
class CountHand:
    """What is the point count of a hand?"""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What does a patron announce who looks at a hand of this count (0–9)?"""

    who: Who
    moment: Moment
    count: int


@dataclass(frozen=True, slots=True)
class Line:
    """What does the dealer announce, of his own, at the moment of this call?"""

    call: Call


@dataclass(frozen=True, slots=True)
class Repeat:
    """What does the dealer say after one of these calls (they share their words)?"""

    calls: tuple[Call, ...]


@unique
class Turn(StrEnum):
    """Who speaks next: at the start, after an announcement, after what the Player's hand asked for was repeated."""

    FIRST = "first"
    REPEAT = "repeat"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks next?"""

    turn: Turn


@dataclass(frozen=True, slots=True)
class OutcomeOf:
    """Which hand wins?"""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What is ruled, and what follows, under this subregulation (1–11)?"""

    sub: int


@dataclass(frozen=True, slots=True)
class ProcedureRule:
    """How is the shoe made ready and dealt from: `burn`, `cut`, `cutting-card`, `shuffle`, `deal-order`, …?"""

    name: str


@dataclass(frozen=True, slots=True)
class Payment:
    """What is paid on a winning `player`, `banker` or `tie` wager; what becomes of one, `push`?"""

    what: str


@dataclass(frozen=True, slots=True)
class TypedCall:
    """Who says this call, and with which words, from memory?"""

    call: Call


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What no computation asks: an authored question on this topic."""

    topic: str


@dataclass(frozen=True, slots=True)
class FaultIn:
    """Where is a transcript of a coup wrong, in this way?"""

    fault: Fault


Subject = (
    NaturalCheck
    | PlayerRule
    | BankerCell
    | CountHand
    | Announcement
    | Line
    | Repeat
    | Speaker
    | OutcomeOf
    | Irregularity
    | ProcedureRule
    | Payment
    | TypedCall
    | Knowledge
    | FaultIn
)
