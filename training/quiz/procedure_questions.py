"""Questions about the procedure of the shoe [004]: cut, cutting card, burning, shuffling, the order of the deal."""

from collections.abc import Callable, Mapping
from random import Random

from training.quiz.options import made_options, option_id
from training.quiz.questions import Asked, Facts, Option
from training.quiz.subjects import ProcedureRule
from training.rules.cards import NUMBER_WORDS, PACK, Card
from training.rules.errors import Illegal
from training.rules.ruleset import Ruleset
from training.rules.shoe import DECK, Procedure, burn_value, may_cut, may_place_cutting_card

_ORDINALS = ("first", "second", "third", "fourth")
_SUPERVISOR = "A casino supervisor cuts"
Draft = tuple[Facts, str, tuple[Option, ...], str, str, str]
"""Facts, prompt, options, the right option's id, explanation, hint."""


def procedure(ruleset: Ruleset, subject: ProcedureRule, rng: Random) -> Asked:
    """One question about one rule of the procedure, its numbers and circumstances left to chance."""
    if ruleset.procedure is None:
        raise Illegal(f"{ruleset.id} has no procedure of the shoe")
    reference = ruleset.procedures[subject.name]
    facts, prompt, options, right, explanation, hint = _DRAFTS[subject.name](ruleset, ruleset.procedure, rng)
    return Asked(facts, prompt, options, (right,), reference.citation, reference.provenance, explanation, hint)


def _chosen(rng: Random, right: str, *wrong: str) -> tuple[tuple[Option, ...], str]:
    """Options in random order, and the id of the right one."""
    return made_options(rng, (right, *wrong), 1 + len(wrong)), option_id(right)


def _burn(_: Ruleset, __: Procedure, rng: Random) -> Draft:
    first = rng.choice(PACK)
    more = burn_value(first)
    rule = f"The {first.words} takes {more} more with it: face value, ten for a ten or court card, one for an ace."
    hint = "What is the face value of the first card? And may anybody see the others?"
    facts = Facts(shown=(first,))
    asked = rng.choice(("more", "in all", "how", "where"))
    if asked in ("more", "in all"):
        right = more if asked == "more" else more + 1
        options, expected = _numbers(rng, right, {first.value, first.value + 1, more, more + 1, 10, 11})
        many = "How many more cards are burnt" if asked == "more" else "How many cards leave the shoe in all"
        return facts, f"The first card of the new shoe is the {first.words}. {many}?", options, expected, rule, hint
    if asked == "how":
        shown = f"The {first.words} is the first card of the new shoe."
        options, expected = _chosen(
            rng,
            "The first face up, the others face down",
            "The first face down, the others face up",
            "All of them face up",
            "All of them face down",
        )
        return facts, f"{shown} How do the burnt cards lie?", options, expected, _BURNT, hint
    options, expected = _chosen(
        rng,
        "All of them into the discard rack",
        "The first into the shoe, the others into the discard rack",
        "All of them to the back of the stack in the shoe",
        "The first beside the shoe, the others into the discard rack",
    )
    return facts, f"The {first.words} was the first card. Where do the burnt cards go?", options, expected, _BURNT, hint


_BURNT = "The first card is drawn face up, the others face down; all of them go into the discard rack."


def _numbers(rng: Random, right: int, others: set[int]) -> tuple[tuple[Option, ...], str]:
    """Four numbers in order of size, the right one among them at any place."""
    wrong = [number for number in others if number != right and number >= 0]
    near = [number for number in range(max(0, right - 4), right + 5) if number not in (right, *wrong)]
    numbers = sorted([right, *rng.sample(wrong + near, 3)])
    return tuple(Option(str(number), str(number)) for number in numbers), str(right)


def _cut(_: Ruleset, __: Procedure, rng: Random) -> Draft:
    seats = sorted(rng.sample(range(1, 8), rng.randrange(3, 6)))
    hint = "Who begins, which way round does it go, and who is left when nobody wants to?"
    rule = (
        "The cut is offered to the lowest-numbered seat first, then clockwise until a player accepts; "
        "if nobody does, a casino supervisor cuts."
    )
    if rng.random() < 0.2:
        prompt = "The dealer offers the stack for the cut. How does he hold it?"
        options, expected = _chosen(
            rng,
            "With the backs away from himself",
            "With the backs towards himself",
            "Flat, with the faces up",
            "With the edges towards himself",
        )
        return (
            Facts(),
            prompt,
            options,
            expected,
            "The stack is offered with the backs facing away from the dealer.",
            hint,
        )
    declined = rng.randrange(len(seats) + 1)
    players = f"Clockwise round the table, players sit at seats {', '.join(map(str, seats))}."
    told, ask = "Nobody has been asked yet.", "Who is next?" if declined else "Who is asked first?"
    if declined:
        names = ", ".join(str(seat) for seat in seats[: declined - 1])
        names = f"{names} and {seats[declined - 1]}" if names else str(seats[0])
        told = f"Seat{'s' if declined > 1 else ''} {names} declined the cut."
        if declined == len(seats):
            told = "All of them declined the cut."
    right = f"Seat {seats[declined]}" if declined < len(seats) else _SUPERVISOR
    others = [f"Seat {seat}" for seat in seats if f"Seat {seat}" != right]
    wrong = rng.sample(others, min(2, len(others))) + ([_SUPERVISOR] if right != _SUPERVISOR else ["The dealer cuts"])
    options, expected = _chosen(rng, right, *wrong)
    return Facts(), f"{players} {told} {ask}", options, expected, rule, hint


def _cutting_card(ruleset: Ruleset, shoe: Procedure, rng: Random) -> Draft:
    stack = ruleset.decks * DECK
    hint = "One distance is measured in decks, from either end; the other in cards, from the back."
    far, back = shoe.cut_from_either_end, shoe.cutting_card_from_back
    if rng.random() < 0.2:
        prompt = "The stack was cut. What becomes of the cards in front of the cutting card?"
        options, expected = _chosen(
            rng, "They go to the back", "They stay in front", "They are burnt", "They are shuffled again"
        )
        rule = "The cards in front of the cutting card go to the back; then the dealer puts the cutting card in."
        return Facts(), prompt, options, expected, rule, hint
    if rng.random() < 0.5:
        near = rng.choice((rng.randrange(max(0, far - 12), far), rng.randrange(far, far + 12)))
        front = near if rng.random() < 0.5 else stack - near
        where = f"{near} cards from the {'front' if front == near else 'back'}"
        options = (
            Option("yes", "Yes, far enough from both ends"),
            Option("no", "No, too near to one end"),
        )
        right = "yes" if may_cut(shoe, stack, front) else "no"
        least = f"one deck, {far} cards," if far == DECK else f"{far} cards"
        rule = f"A cut lies at least {least} from either end."
        return (
            Facts(),
            f"The stack has {stack} cards. A player puts the cutting card in {where}. Is that allowed?",
            options,
            right,
            rule,
            hint,
        )
    behind = rng.choice((rng.randrange(max(0, back - 10), back), rng.randrange(back, back + 10)))
    options = (Option("yes", "Yes, enough cards lie behind it"), Option("no", "No, too few cards lie behind it"))
    right = "yes" if may_place_cutting_card(shoe, behind) else "no"
    prompt = f"After the cut the dealer puts the cutting card in with {behind} cards behind it. Is that allowed?"
    return (
        Facts(),
        prompt,
        options,
        right,
        f"At least {NUMBERS.get(back, back)} cards lie behind the cutting card.",
        hint,
    )


NUMBERS = {20: "twenty"}


def _shuffle(_: Ruleset, __: Procedure, rng: Random) -> Draft:
    hint = "Think of the cutting card, of an empty table, and of who may order new cards."
    asked = rng.choice(("cutting card", "vacant", "order"))
    if asked == "cutting card":
        number = rng.randrange(30, 75)
        prompt = f"The cutting card comes out in the middle of round {number}. When are the cards shuffled?"
        options, expected = _chosen(
            rng,
            f"After round {number + 1}",
            f"At once, within round {number}",
            f"After round {number}",
            f"After round {number + 2}",
        )
        rule = "The shuffle comes after the round that follows the one in which the cutting card appeared."
    elif asked == "vacant":
        prompt = "The table was vacant; now players sit down and play is to begin again. What comes first?"
        options, expected = _chosen(
            rng,
            "The cards are shuffled",
            "A round is dealt without wagers",
            "One card is burnt",
            "The shoe is played on",
        )
        rule = "When play begins again at a table that was vacant, the cards are shuffled first."
    else:
        prompt = "Who may order, after any round, that the cards at the table are replaced?"
        options, expected = _chosen(
            rng,
            "The casino or the shift manager",
            "The dealer of the table alone",
            "The casino supervisor who cut",
            "The players at the table together",
        )
        rule = "The casino manager or the shift manager may order new cards after any round; they are shuffled and cut."
    return Facts(), prompt, options, expected, rule, hint


def _deal_order(_: Ruleset, __: Procedure, rng: Random) -> Draft:
    place = rng.randrange(4)
    rule = "The first and third cards make one hand, the second and fourth the other; the Player’s comes first."
    prompt = f"The first cards of a round are being dealt. Whose is the {_ORDINALS[place]}?"
    options = (Option("player", "The Player’s"), Option("banker", "The Banker’s"))
    shown: tuple[Card, ...] = tuple(rng.sample(PACK, place + 1))
    return Facts(shown=shown), prompt, options, options[place % 2].id, rule, "The cards go to the two hands in turn."


def _no_more_bets(_: Ruleset, __: Procedure, rng: Random) -> Draft:
    options, expected = _chosen(
        rng,
        "When all wagers are on the table, just before the deal",
        "When the first card is dealt, just before the second",
        "When the first wager is on the table, before the others",
        "When four cards are dealt, just before the third card",
    )
    round_number = NUMBER_WORDS[rng.randrange(1, 10)]
    prompt = f"Round {round_number} of the shoe is about to begin. When is “No more bets” said?"
    rule = "“No more bets” is said after all wagers are on the table, immediately before the round is dealt."
    return Facts(), prompt, options, expected, rule, "Nobody may wager once the cards are coming."


_DRAFTS: Mapping[str, Callable[[Ruleset, Procedure, Random], Draft]] = {
    "burn": _burn,
    "cut": _cut,
    "cutting-card": _cutting_card,
    "shuffle": _shuffle,
    "deal-order": _deal_order,
    "no-more-bets": _no_more_bets,
}
