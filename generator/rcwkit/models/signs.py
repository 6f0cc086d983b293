"""Signs within texts: `:port:`, `{die 4 5}`, `{mark red}`, `{boxes red- white!}`, `{box}`, `{ruling its_id}`."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

__all__ = ["FACES", "KINDS", "SHIPPED", "Kind", "Sign", "TrackBox"]

Kind = Literal["box", "boxes", "die", "flag", "mark", "ruling", "sign"]
KINDS: tuple[Kind, ...] = ("boxes", "box", "die", "flag", "mark", "ruling")
"""Kinds of signs that are written in braces; the longer of two that begin alike comes first."""

SHIPPED: Mapping[str, str] = {
    "arrow": "leads to",
    "arrow_down": "down",
    "arrow_left": "to the left",
    "arrow_right": "to the right",
    "arrow_up": "up",
    "arrows": "to either side",
    "bolt": "energy",
    "bomb": "bomb",
    "book": "book",
    "bow": "bow",
    "bridge": "bridge",
    "card": "card",
    "cards": "cards",
    "chosen": "card chosen",
    "clock": "time",
    "cloud": "cloud",
    "coin": "coin",
    "crown": "crown",
    "d10": "ten-sided die",
    "d12": "twelve-sided die",
    "d20": "twenty-sided die",
    "d4": "four-sided die",
    "d6": "six-sided die",
    "d8": "eight-sided die",
    "die1": "1",
    "die2": "2",
    "die3": "3",
    "die4": "4",
    "die5": "5",
    "die6": "6",
    "discard": "discard",
    "drawn": "card drawn at random",
    "drop": "water",
    "eye": "eye",
    "factory": "factory",
    "fire": "fire",
    "flag": "flag",
    "flame": "flame",
    "food": "food",
    "forest": "forest",
    "fort": "fort",
    "gate": "gate",
    "gear": "work",
    "gem": "gem",
    "gun": "gun",
    "hand": "hand",
    "heart": "heart",
    "horse": "cavalry",
    "hourglass": "turn",
    "infinity": "unlimited",
    "iron": "iron",
    "key": "key",
    "leader": "leader",
    "lock": "lock",
    "loss": "loss",
    "minus": "minus",
    "mountain": "mountain",
    "move": "move",
    "mud": "mud",
    "night": "night",
    "oil": "oil",
    "plane": "aircraft",
    "plus": "plus",
    "port": "port",
    "potion": "potion",
    "rail": "railway",
    "rain": "rain",
    "reduced": "reduced",
    "reshuffle": "reshuffle",
    "resource": "resource",
    "scroll": "event",
    "shield": "shield",
    "ship": "ship",
    "skull": "killed",
    "snow": "snow",
    "spot": "spot",
    "star": "star",
    "start": "start",
    "stone": "stone",
    "storm": "storm",
    "sun": "sun",
    "sword": "sword",
    "swords": "combat",
    "tank": "tank",
    "tap": "turn sideways",
    "top": "top of the deck",
    "town": "town",
    "victory": "victory point",
    "wind": "wind",
    "wood": "wood",
    "worker": "worker",
    "yes": "yes",
}
"""The pictures that every game may name, as in `:port:`, and what is read in their place."""


FACES = frozenset(f"die{face}" for face in range(1, 7))
"""The pictures of dice, which are a little larger than others."""


class TrackBox(NamedTuple):
    """A box in a row of boxes: its owner, whether it is in full colour, and whether it is the start."""

    owner: str
    full: bool = True
    start: bool = False


class Sign(NamedTuple):
    """A sign in a text: its kind and what it shows (faces, an owner, a picture, a ruling's id or number)."""

    kind: Kind
    value: str = ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of dice."""
        return tuple(int(face) for face in self.value.split() if face in "123456" and len(face) == 1)

    @property
    def boxes(self) -> tuple[TrackBox, ...]:
        """The boxes of a row: `red` in full colour, `red-` in outline, `red!` with the start."""
        return tuple(TrackBox(word.rstrip("-!"), "-" not in word, "!" in word) for word in self.value.split())

    def spoken(self, said: Mapping[str, str]) -> str:
        """The words in place of the sign, where it is not drawn; `said` has those for pictures by name."""
        if self.kind == "sign":
            return said.get(self.value) or SHIPPED.get(self.value) or self.value.replace("_", " ")
        if self.kind in ("die", "mark"):
            return self.value.replace("_", " ")
        return ""
