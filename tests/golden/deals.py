"""The ten coups of each golden file: what each shows, its cards in the order they leave the shoe, and the choices."""

from dataclasses import dataclass

from training.rules.coup import Choices
from training.rules.tableau import Action


@dataclass(frozen=True)
class Deal:
    """One coup to play: 1st and 3rd card are the Player's, 2nd and 4th the Banker's, then come the third cards."""

    title: str
    cards: str
    on_five: Action | None = None
    option: Action | None = None

    @property
    def choices(self) -> Choices:
        """The decisions that the rules leave to persons; None where the coup has none."""
        return Choices(on_five=self.on_five, option=self.option)


OPEN_CARDS = (
    Deal("The Player’s natural 9 stops a Banker of 0", "4h Kd 5c Qs"),
    Deal("The Banker’s natural 8 stops a Player of 2", "As 3d Ah 5h"),
    Deal("Naturals in both hands, 8 and 8: a tie", "8d 6s Tc 2c"),
    Deal("The Player stands on 7: Banker 4 draws against no third card", "3s Jh 4d 4c 5d"),
    Deal("The Player draws a king: Banker 4 stands, for a zero is a third card", "2h Ac 3c 3h Kd"),
    Deal("The Player stands on 6: Banker 5 draws against no third card", "9d 2s 7c 3d 9h"),
    Deal("The Player draws a ten: Banker 5 stands, for a zero is a third card", "Jc 2d Qd 3s Th"),
    Deal("Player 5 draws an eight: Banker 3 stands, a tie of 3", "2s Kh 3h 3c 8c"),
    Deal("The Player’s three-card 9 is no natural: Banker 6 draws against a six", "As 6c 2d Ks 6h 4s"),
    Deal("Player 7 and Banker 6 both stand", "7s 6h Kc Qd"),
)
PATRONS = (
    Deal("The dominant player’s natural: the banker says nothing", "4h Kd 5c 3s"),
    Deal("Naturals in both hands: only the first is called", "8d 6s Tc 3c"),
    Deal("“Card” was said, then the banker has a natural: no card is dealt", "As 3d Ah 5h"),
    Deal(
        "A five that asks for a card; 3 against 9, and the banker draws", "2s Kh 3h 3c 9c 2d", Action.DRAW, Action.DRAW
    ),
    Deal("A five that stays: Banker 4 draws against no third card", "2h Jh 3d 4c 5d", Action.STAND),
    Deal("3 against 9 once more, and the banker stands", "As 2c Ad Ah 9s", option=Action.STAND),
    Deal("5 against 4, and the banker draws", "Jc 2d Qd 3s 4h 7c", option=Action.DRAW),
    Deal("The Player stays on 7, and a banker of 6 draws", "7s 6h Kc Qd Ac", option=Action.DRAW),
    Deal("The Player stays on 6, and a banker of 6 stands: a tie", "9d 2s 7c 4d", option=Action.STAND),
    Deal("The Player is dealt a king: Banker 4 stands, for a zero is a third card", "2h Ac 2c 3h Kd"),
)
DEALS = {
    "chemin-de-fer": PATRONS,
    "nj-minibaccarat": OPEN_CARDS,
    "nz-mini-1994": OPEN_CARDS,
    "punto-banco": OPEN_CARDS,
}
