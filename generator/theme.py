"""The theme: palette, type sizes and floors, and every decision about colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from generator.models.game import GameInfo

__all__ = ["HOUSE", "LEGIBLE", "Plate", "Poster", "Theme", "contrast", "css_variables", "luminance", "mix", "tint"]

LEGIBLE = 4.5
"""The least contrast that text may have against its ground."""


@dataclass(frozen=True, slots=True)
class Plate:
    """The colours of a counter, chip or band: its ground, the text and marks on it, and its frame (the ground's colour where there is none)."""

    ground: str
    text: str
    edge: str


@dataclass(frozen=True, slots=True)
class Poster:
    """The three colours of a card's back: its ground, what is light on it, and what is strong on both."""

    ground: str
    light: str
    strong: str


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as `#rrggbb`, sizes in points. Below its floor a text is a warning, below `least` an error."""

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
    large_print: float = 12.0
    least: float = 5.0
    leading: float = 1.22
    tight: float = 1.1

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
        """A full side: filled with its owner's colour."""
        ground = self.ground(colour)
        return Plate(ground, self.on(ground), ground)

    def reduced(self, colour: str) -> Plate:
        """A reduced side: paper, framed in the owner's colour."""
        return Plate(self.paper, self.legible(colour, self.paper), self.ground(colour))

    def poster(self, colour: str) -> Poster:
        """A back in a colour: strong on ink, or, where the colour is too dark for that, the ground itself."""
        if contrast(colour, self.ink) >= 2.2:
            return Poster(self.ink, self.paper, colour)
        return Poster(colour, self.paper, self.gold)

    def stripe(self, colour: str) -> str:
        """What stands out beside a band of a colour: ink, or gold beside what is nearly ink."""
        return self.ink if contrast(colour, self.ink) >= 1.5 else self.gold

    def washed(self, colour: str, amount: float = 0.12) -> str:
        """A little of a colour over the paper."""
        return tint(colour, amount, self.paper)


HOUSE = Theme()
"""The house palette."""


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, from 0 (black) to 1 (white), as WCAG defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in _rgb(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(a: str, b: str, amount: float) -> str:
    """`amount` of the way (0 to 1) from one colour to another."""
    parts = (round(x + (y - x) * amount) for x, y in zip(_rgb(a), _rgb(b), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*parts)


def tint(colour: str, amount: float, ground: str = "#FFFFFF") -> str:
    """`amount` (0 to 1) of a colour laid over a ground."""
    return mix(ground, colour, amount)


def css_variables(theme: Theme, info: GameInfo) -> str:
    """A `:root` rule: `--ink` and the other roles, and for every owner `--owner-red` with `-ground`, `-on`, `-text` and `-tint`."""
    roles = ("ink", "paper", "page", "quiet", "hairline", "gold", "accent")
    variables = {role: getattr(theme, role) for role in roles}
    variables["gold-tint"] = tint(theme.gold, 0.22)
    for name, owner in {**info.sides, **info.factions}.items():
        plate, key = theme.plate(owner.colour), "owner-" + name.replace("_", "-").replace(".", "-")
        variables |= {
            key: owner.colour,
            f"{key}-ground": plate.ground,
            f"{key}-on": plate.text,
            f"{key}-text": theme.legible(owner.colour, theme.page),
            f"{key}-tint": tint(owner.colour, 0.18),
        }
    return ":root {\n" + "".join(f"  --{name}: {value};\n" for name, value in variables.items()) + "}\n"


@lru_cache(maxsize=1024)
def _darkened(colour: str, against: str, ink: str) -> str:
    """Mixed with ink in small steps until it stands out against the other colour."""
    steps = (mix(colour, ink, step / 20) for step in range(21))
    return next((shade for shade in steps if contrast(shade, against) >= LEGIBLE), ink)


@lru_cache(maxsize=1024)
def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
