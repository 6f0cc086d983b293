"""The theme: palette, type sizes and floors, and every decision about colour and how it is printed: filled, or as outlines and hatches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from rcwkit.look.colours import contrast, hue, mix, tint
from rcwkit.models.game import GameInfo

__all__ = [
    "HOUSE",
    "LEGIBLE",
    "LOW_INK",
    "THEMES",
    "Hatch",
    "Ink",
    "Plate",
    "Poster",
    "Theme",
    "css_variables",
    "hatch",
]

Ink = Literal["full", "low"]
Hatch = Literal["vertical", "horizontal", "falling", "rising", "lattice", "grid", "dots"]
"""How a colour is hatched where it is not filled."""

LEGIBLE = 4.5
"""The least contrast that text may have against its ground."""

_HATCHES: tuple[tuple[float, Hatch], ...] = (
    (15, "vertical"),
    (42, "lattice"),
    (72, "dots"),
    (170, "falling"),
    (250, "horizontal"),
    (345, "rising"),
    (360, "vertical"),
)
"""Up to which hue (red, brown, gold, green, blue, purple, red again) a colour has which hatch."""


class Plate(NamedTuple):
    """The colours of a counter, chip or band: its ground, the text and marks on it, and its frame (the ground's colour where there is none).

    A plate with a `hatch` is not filled with its colour: it is outlined in its edge's, and hatched where no text stands.
    """

    ground: str
    text: str
    edge: str
    hatch: Hatch | None = None


class Poster(NamedTuple):
    """The three colours of a card's back: its ground, what is light on it, and what is strong on both; outlined, its lines and hatches."""

    ground: str
    light: str
    strong: str
    hatch: Hatch | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as `#rrggbb`, sizes in points. Below its floor a text is a warning, below `least` an error; `reading` is running text of aids.

    An `outlined` theme prints lines and hatches instead of fills. `edition` is what the feet of its sheets say.
    """

    ink: str = "#1B1A18"
    paper: str = "#F4ECDD"
    page: str = "#FFFFFF"
    quiet: str = "#6B655A"
    hairline: str = "#B7AE9E"
    gold: str = "#C9A227"
    accent: str = "#B3201F"
    card_body: float = 7.0
    card_floor: float = 6.5
    counter_floor: float = 6.0
    aid_floor: float = 7.0
    reading: float = 9.0
    large_print: float = 12.0
    least: float = 5.0
    leading: float = 1.22
    tight: float = 1.1
    outlined: bool = False
    edition: str = ""

    @property
    def enlarges(self) -> bool:
        """Whether this is large print."""
        return self.reading >= self.large_print

    @property
    def enlarged(self) -> Theme:
        """The theme for large print: running text and everything smaller at `large_print`, headings as much larger."""
        return replace(self, reading=self.large_print, edition=" · ".join(filter(None, (self.edition, "large print"))))

    def grown(self, usual: float) -> float:
        """A size of type that is meant for usual print: larger in large print, and there not below its running text."""
        return max(usual * self.reading / HOUSE.reading, self.reading) if self.enlarges else usual

    def on(self, ground: str) -> str:
        """Paper or ink, whichever reads better on a ground."""
        return self.paper if contrast(self.paper, ground) >= contrast(self.ink, ground) else self.ink

    def ground(self, colour: str) -> str:
        """The colour as a ground for text: darkened just as far as paper text needs where neither paper nor ink would read on it."""
        return _darkened(colour, self.paper, self.ink) if contrast(self.on(colour), colour) < LEGIBLE else colour

    def legible(self, colour: str, ground: str) -> str:
        """The colour as text on a light ground: darkened just as far as it needs."""
        return _darkened(colour, ground, self.ink)

    def plate(self, colour: str) -> Plate:
        """A full side or a bar: filled with its owner's colour."""
        if self.outlined:
            line = self.legible(colour, self.page)
            return Plate(self.page, line, line, hatch(colour))
        ground = self.ground(colour)
        return Plate(ground, self.on(ground), ground)

    def reduced(self, colour: str) -> Plate:
        """A reduced side: paper, framed in the owner's colour."""
        if self.outlined:
            return self.plate(colour)
        return Plate(self.paper, self.legible(colour, self.paper), self.ground(colour))

    def poster(self, colour: str) -> Poster:
        """A back in a colour: strong on ink, or, where the colour is too dark for that, the ground itself."""
        if self.outlined:
            return Poster(self.page, self.ink, self.legible(colour, self.page), hatch(colour))
        if contrast(colour, self.ink) >= 2.2:
            return Poster(self.ink, self.paper, colour)
        return Poster(colour, self.paper, self.gold)

    def stripe(self, colour: str) -> str:
        """What stands out beside a band of a colour: ink, or gold beside what is nearly ink."""
        return self.ink if contrast(colour, self.ink) >= 1.5 else self.gold

    def washed(self, colour: str, amount: float = 0.12) -> str:
        """A little of a colour over the paper."""
        return tint(colour, amount, self.paper)

    def shade(self, colour: str, amount: float) -> str:
        """A little of a colour over the page; an outlined theme has none."""
        return self.page if self.outlined else tint(colour, amount, self.page)


HOUSE = Theme()
"""The house palette."""
LOW_INK = Theme(paper="#FFFFFF", outlined=True, edition="low ink")
"""The house palette in outlines and hatches."""
THEMES: Mapping[Ink, Theme] = {"full": HOUSE, "low": LOW_INK}


def hatch(colour: str) -> Hatch:
    """The hatch that stands for a colour, as engravers of arms have drawn them since Silvester Petra Sancta (1638).

    Red is upright, blue level, green falls, purple rises, gold is dotted; brown is crossed aslant, black and grey crossed straight.
    """
    angle = hue(colour)
    return "grid" if angle is None else next(name for most, name in _HATCHES if angle <= most)


def css_variables(theme: Theme, info: GameInfo) -> str:
    """A `:root` rule: `--ink` and the other roles, and for every owner `--owner-red` with `-ground`, `-on`, `-text` and `-tint`.

    What is of class `owner-red` has the same as `--own`, `--own-ground` and so on.
    """
    roles = ("ink", "paper", "page", "quiet", "hairline", "gold", "accent")
    variables = {role: getattr(theme, role) for role in roles}
    variables["gold-tint"] = tint(theme.gold, 0.22)
    classes = []
    for name, owner in {**info.sides, **info.factions}.items():
        plate, key = theme.plate(owner.colour), "owner-" + name.replace("_", "-").replace(".", "-")
        own = {
            "": owner.colour,
            "-ground": plate.ground,
            "-on": plate.text,
            "-text": theme.legible(owner.colour, theme.page),
            "-tint": tint(owner.colour, 0.18),
        }
        variables |= {key + part: value for part, value in own.items()}
        classes.append(f".{key} {{ " + " ".join(f"--own{part}: {value};" for part, value in own.items()) + " }\n")
    return (
        ":root {\n" + "".join(f"  --{name}: {value};\n" for name, value in variables.items()) + "}\n" + "".join(classes)
    )


@lru_cache(maxsize=1024)
def _darkened(colour: str, against: str, ink: str) -> str:
    """Mixed with ink in small steps until it stands out against the other colour."""
    steps = (mix(colour, ink, step / 20) for step in range(21))
    return next((shade for shade in steps if contrast(shade, against) >= LEGIBLE), ink)
