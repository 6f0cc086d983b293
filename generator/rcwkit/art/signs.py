"""Signs as they stand in a line of text: dice, marks of owners, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rcwkit.art.artwork import CURRENT, Art, placed
from rcwkit.art.colours import contrast
from rcwkit.art.symbols import die, mark, sign
from rcwkit.art.theme import LEGIBLE, Theme
from rcwkit.bundled import bundled
from rcwkit.frame import Group, Item, Path, Rect
from rcwkit.source.info import Owner
from rcwkit.source.markup import FACES, SHIPPED, Sign
from rcwkit.source.symbols import OwnSign

__all__ = ["BEARING", "DIE", "Glyph", "SIGNS", "ground", "own", "shipped", "side", "widened"]


SIGNS = (
    *("arrow", "arrow_left", "arrow_right", "arrows", "card", "chosen", "drawn", "fire", "flag", "gate", "leader"),
    *("lock", "loss", "move", "port", "reduced", "resource", "spot", "start", "victory"),
)
"""Signs in two colours, with a ground that is cut out."""

_SIDES: Mapping[str, float] = {"die": 1.12, "mark": 1.1, "sign": 0.88, "box": 1.0}
DIE = _SIDES["die"]
"""Height of a die, in ems."""
BETWEEN, BEARING = 0.14, 0.1
"""Space between two dice, and beside any other sign, in ems."""


OWN = 1.0
"""Height of a game's own signs, in ems."""


class Glyph(NamedTuple):
    """A sign from its upper left corner: its items, and its width and height in points."""

    items: tuple[Item, ...]
    width: float
    height: float


def side(one: Sign) -> float:
    """Return the height of a sign, in ems of the text around it."""
    return 1.0 if one.value in FACES else _SIDES[one.kind]


def ground(ink: str, light: str, theme: Theme) -> str:
    """Return the colour that is cut out of a sign: the light one, or ink where the sign itself is light."""
    return light if contrast(ink, light) >= LEGIBLE else theme.ink


def own(art: Art, size: float, ink: str, sign: OwnSign) -> Glyph:
    """Return a sign of the game's own for text of a size in points; a `tint` puts it in ink."""
    high = OWN * size
    width = high * art.width / art.height
    if sign.width and width > sign.width * size:
        width = sign.width * size
        high = width * art.height / art.width
    drawn = placed(_tinted(art) if sign.tint else art, 0, 0, width, high, ink=ink)
    return widened(Glyph((drawn,), width, high), size, sign)


def widened(glyph: Glyph, size: float, sign: OwnSign) -> Glyph:
    """Return a sign in the middle of the width that it has in texts of a size, if it is given one."""
    room = (sign.width or 0.0) * size - glyph.width
    if room <= 0:
        return glyph
    return Glyph((Group(glyph.items, room / 2),), glyph.width + room, glyph.height)


@lru_cache(maxsize=64)
def _tinted(art: Art) -> Art:
    """Return a drawing whose colours, but for white, are that of the text; a raster picture stays as it is."""

    def inked(colour: str | None) -> str | None:
        return colour if colour is None or colour.lower() == "#ffffff" else CURRENT

    if art.pixels:
        return art
    paths = (item for item in art.items if isinstance(item, Path))  # what drawings consist of
    items = tuple(item._replace(fill=inked(item.fill), stroke=inked(item.stroke)) for item in paths)
    return art._replace(items=items, key=f"{art.key}-tint", tinted=True)


def shipped(one: Sign, high: float, ink: str, light: str, theme: Theme, owners: Mapping[str, Owner]) -> Glyph | None:
    """Return dice, a mark, a box to tick or a shipped picture, `high` points high; None for any other sign."""
    cut = ground(ink, light, theme)
    if one.kind == "die" and one.faces:
        step = high * (1 + BETWEEN / _SIDES["die"])
        dice = tuple(Group(die(face, 0, 0, high, ink, cut), at * step) for at, face in enumerate(one.faces))
        return Glyph(dice, len(dice) * step - (step - high), high)
    if one.kind == "mark" and one.value in owners:
        plate = theme.plate(owners[one.value].colour)
        edge, line = (plate.edge, 0.4) if plate.hatch else (None, 0.0)
        base = Rect(0, 0, high, high, plate.ground, edge, line, 1.0)
        shape = mark(owners[one.value].mark, high / 2, high / 2, 0.68 * high, plate.text, plate.ground)
        return Glyph((base, *shape), high, high)
    if one.kind == "box":
        return Glyph((Rect(0.08 * high, 0.08 * high, 0.84 * high, 0.84 * high, None, ink, 0.7),), high, high)
    if one.kind == "sign" and one.value in SIGNS:
        return Glyph(sign(one.value, high, ink, cut), high, high)
    if one.value in FACES:
        return Glyph(die(int(one.value[-1]), 0, 0, high, ink, cut), high, high)
    if one.kind == "sign" and one.value in SHIPPED:
        return Glyph((placed(_drawing(one.value), 0, 0, high, high, ink=ink),), high, high)
    return None


@lru_cache(maxsize=128)
def _drawing(name: str) -> Art:
    """Return a picture of `templates/signs/`."""
    from rcwkit.art.svg import drawing

    return drawing((bundled("templates") / "signs" / f"{name}.svg").read_bytes(), f"sign-{name}")
