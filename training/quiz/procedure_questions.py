"""Questions about the procedure of the shoe [004]: cut, cutting card, burning, shuffling, the order of the deal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from training.quiz import procedure_words as words
from training.quiz.options import made_options, option_id
from training.quiz.questions import Asked, Facts, Option
from training.quiz.subjects import ProcedureRule
from training.rules.cards import NUMBER_WORDS, PACK, Card
from training.rules.errors import Illegal
from training.rules.ruleset import Reference, Ruleset
from training.rules.shoe import DECK, Procedure, burn_value, may_cut, may_place_cutting_card

_ORDINALS = ("first", "second", "third", "fourth")
_SUPERVISOR, _DEALER = "A casino supervisor cuts", "The dealer of the table cuts"
_CUT_ALLOWED = (Option("yes", "Yes, far enough from both ends"), Option("no", "No, too near to one end"))
_CARD_ALLOWED = (Option("yes", "Yes, enough cards lie behind it"), Option("no", "No, too few cards lie behind it"))
_HANDS = (Option("player", "The Player’s"), Option("banker", "The Banker’s"))
_HINTS = {
    "burn": "What is the face value of the first card? And may anybody see the others?",
    "cut": "Who begins, which way round does it go, and who is left when nobody wants to?",
    "cutting-card": "One distance is measured in decks, from either end; the other in cards, from the back.",
    "shuffle": "Think of the cutting card, of an empty table, and of who may order new cards.",
    "deal-order": "The cards go to the two hands in turn.",
    "no-more-bets": "Nobody may wager once the cards are coming.",
}


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question being made: by which procedure, where the rule stands, and chance."""

    stack: int
    shoe: Procedure
    reference: Reference
    hint: str
    rng: Random

    def choice(self, prompt: str, why: str, right: str, *wrong: str, shown: tuple[Card, ...] = ()) -> Asked:
        """Options in random order."""
        return self.fixed(prompt, why, made_options(self.rng, (right, *wrong), 4), option_id(right), shown)

    def fixed(
        self, prompt: str, why: str, options: tuple[Option, ...], right: str, shown: tuple[Card, ...] = ()
    ) -> Asked:
        """Options in an order of their own."""
        cited = self.reference
        return Asked(Facts(shown=shown), prompt, options, (right,), cited.citation, cited.provenance, why, self.hint)


def procedure(ruleset: Ruleset, subject: ProcedureRule, rng: Random) -> Asked:
    """One question about one rule of the procedure, its numbers and circumstances left to chance."""
    if ruleset.procedure is None:
        raise Illegal(f"{ruleset.id} has no procedure of the shoe")
    reference = ruleset.procedures[subject.name]
    asking = _Asking(ruleset.decks * DECK, ruleset.procedure, reference, _HINTS[subject.name], rng)
    return rng.choice(_QUESTIONS[subject.name])(asking)


def _burnt_more(asking: _Asking) -> Asked:
    return _number_burnt(asking, "How many more cards are burnt?", 0)


def _burnt_in_all(asking: _Asking) -> Asked:
    return _number_burnt(asking, "How many cards leave the shoe in all?", 1)


def _number_burnt(asking: _Asking, ask: str, with_first: int) -> Asked:
    """Four numbers in order of size; the place of the right one comes first, then a card that allows it."""
    place = asking.rng.randrange(4)
    first = asking.rng.choice([card for card in PACK if burn_value(card) + with_first >= place])
    more = burn_value(first)
    right = more + with_first
    in_all = f"; so {with_first} + {more} = {right} leave the shoe" if with_first else ""
    near = {first.value, first.value + 1, more, more + 1, 10, 11, *range(max(0, right - 4), right + 5)}
    below = asking.rng.sample(sorted(number for number in near if number < right), place)
    above = asking.rng.sample(sorted(number for number in near if number > right), 3 - place)
    return asking.fixed(
        f"The first card of the new shoe is the {first.words}. {ask}",
        f"The {first.words} takes {more} more with it: {words.FACE_VALUE}{in_all}.",
        tuple(Option(str(number), str(number)) for number in sorted((right, *below, *above))),
        str(right),
        (first,),
    )


def _how_burnt(asking: _Asking) -> Asked:
    first = asking.rng.choice(PACK)
    return asking.choice(
        f"The {first.words} is the first card of the new shoe. How do the burnt cards lie?",
        words.BURNT,
        "The first face up, the others face down",
        "The first face down, the others face up",
        "All of them face up",
        "All of them face down",
        shown=(first,),
    )


def _where_burnt(asking: _Asking) -> Asked:
    first = asking.rng.choice(PACK)
    return asking.choice(
        f"The {first.words} was the first card. Where do the burnt cards go?",
        words.BURNT,
        "All of them into the discard rack",
        "The first into the shoe, the others into the discard rack",
        "All of them back into the shoe",
        "The first beside the shoe, the others into the discard rack",
        shown=(first,),
    )


def _who_cuts(asking: _Asking) -> Asked:
    """Some seats are taken, some of their players have declined: whose turn is it?"""
    seats = sorted(asking.rng.sample(range(1, 8), asking.rng.randrange(3, 6)))
    declined = asking.rng.randrange(len(seats) + 1)
    right = f"Seat {seats[declined]}" if declined < len(seats) else _SUPERVISOR
    others = [f"Seat {seat}" for seat in seats if f"Seat {seat}" != right]
    return asking.choice(
        f"Clockwise round the table, players sit at seats {', '.join(map(str, seats))}. {_declined(seats, declined)} "
        f"{'Who is next?' if declined else 'Who is asked first?'}",
        words.OFFERED,
        right,
        *asking.rng.sample([one for one in (*others, _SUPERVISOR, _DEALER) if one != right], 3),
    )


def _declined(seats: list[int], number: int) -> str:
    if number == 0:
        return "Nobody has been asked yet."
    if number == len(seats):
        return "All of them declined the cut."
    if number == 1:
        return f"Seat {seats[0]} declined the cut."
    return f"Seats {', '.join(map(str, seats[: number - 1]))} and {seats[number - 1]} declined the cut."


def _how_offered(asking: _Asking) -> Asked:
    return asking.choice(
        "The dealer offers the stack for the cut. How does he hold it?",
        words.HELD,
        "With the backs away from himself",
        "With the backs towards himself",
        "Flat, with the faces up",
        "On edge, with a short side towards himself",
    )


def _cut_allowed(asking: _Asking) -> Asked:
    """A cut near the limit, at either end; allowed as often as not."""
    far, rng = asking.shoe.cut_from_either_end, asking.rng
    near = rng.choice((rng.randrange(max(0, far - 12), far), rng.randrange(far, far + 12)))
    return asking.fixed(
        f"The stack has {asking.stack} cards. A player cuts {near} cards from the {rng.choice(('front', 'back'))}. "
        "Is that allowed?",
        words.far_enough(asking.shoe),
        _CUT_ALLOWED,
        "yes" if may_cut(asking.shoe, asking.stack, near) else "no",
    )


def _cutting_card_allowed(asking: _Asking) -> Asked:
    """The cutting card near its limit; allowed as often as not."""
    back, rng = asking.shoe.cutting_card_from_back, asking.rng
    behind = rng.choice((rng.randrange(max(0, back - 10), back), rng.randrange(back, back + 10)))
    return asking.fixed(
        f"After the cut the dealer puts the cutting card in with {behind} cards behind it. Is that allowed?",
        words.enough_behind(asking.shoe),
        _CARD_ALLOWED,
        "yes" if may_place_cutting_card(asking.shoe, behind) else "no",
    )


def _front_after_cut(asking: _Asking) -> Asked:
    return asking.choice(
        "The stack was cut. What becomes of the cards in front of the cutting card?",
        words.TO_THE_BACK,
        "They go to the back",
        "They stay in front",
        "They are burnt",
        "They are shuffled again",
    )


def _after_cutting_card(asking: _Asking) -> Asked:
    number = asking.rng.randrange(30, 75)
    return asking.choice(
        f"The cutting card comes out in the middle of round {number}. When are the cards shuffled?",
        words.LAST_ROUND,
        f"After round {number + 1}",
        f"At once, within round {number}",
        f"After round {number}",
        f"After round {number + 2}",
    )


def _vacant_table(asking: _Asking) -> Asked:
    return asking.choice(
        "The table was vacant; now players sit down and play is to begin again. What comes first?",
        words.VACANT,
        "The cards are shuffled",
        "A round is dealt without wagers",
        "One card is burnt",
        "The shoe is played on",
    )


def _who_orders_cards(asking: _Asking) -> Asked:
    return asking.choice(
        "Who may order, after any round, that the cards at the table are replaced?",
        words.NEW_CARDS,
        "The casino manager or the shift manager",
        "The dealer of the table alone",
        "The casino supervisor, together with the dealer",
        "The players at the table together",
    )


def _whose_card(asking: _Asking) -> Asked:
    place = asking.rng.randrange(4)
    return asking.fixed(
        f"The first cards of a round are being dealt. Whose is the {_ORDINALS[place]}?",
        words.IN_TURN,
        _HANDS,
        _HANDS[place % 2].id,
        tuple(asking.rng.sample(PACK, place + 1)),
    )


def _no_more_bets(asking: _Asking) -> Asked:
    number = NUMBER_WORDS[asking.rng.randrange(1, 10)]
    return asking.choice(
        f"Round {number} of the shoe is about to begin. When is “No more bets” said?",
        words.NO_MORE_BETS,
        "When all wagers are on the table, just before the deal",
        "When the first card is dealt, just before the second",
        "When the first wager is on the table, before the others",
        "When four cards are dealt, just before the third card",
    )


# What is asked more often stands there more than once.
_QUESTIONS: Mapping[str, tuple[Callable[[_Asking], Asked], ...]] = {
    "burn": (_burnt_more, _burnt_in_all, _how_burnt, _where_burnt),
    "cut": (_who_cuts, _who_cuts, _who_cuts, _who_cuts, _how_offered),
    "cutting-card": (_cut_allowed, _cut_allowed, _cutting_card_allowed, _cutting_card_allowed, _front_after_cut),
    "shuffle": (_after_cutting_card, _vacant_table, _who_orders_cards),
    "deal-order": (_whose_card,),
    "no-more-bets": (_no_more_bets,),
}
