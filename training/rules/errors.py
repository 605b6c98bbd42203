"""What can go wrong, in words a person can act on. Only `training.web` knows what any of it means in HTTP."""


class ThirdCardError(Exception):
    """The root of every error of the house; the message is one sentence for a person and names the bad value."""


class Unreadable(ThirdCardError):
    """The text cannot be read as what it should be: a card, a ruleset, a number."""


class Illegal(ThirdCardError):
    """Readable, but not allowed: too few cards, more equal cards than decks, an unknown choice."""


class NotFound(ThirdCardError):
    """There is no such ruleset, skill, person or drill, or it is not yours to see."""


class Refused(ThirdCardError):
    """The person may not do this."""


class Conflict(ThirdCardError):
    """The state has moved on since the page was made; what came first stands."""


class Busy(ThirdCardError):
    """The database is locked by somebody else; nothing was written, try again."""
