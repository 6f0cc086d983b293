"""The pictures of signs, and signs as they stand in a line of text: dice, marks of owners, pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rcwkit.art.artwork import CURRENT, Art, placed
from rcwkit.art.colours import contrast
from rcwkit.art.symbols import die, mark, star
from rcwkit.art.theme import LEGIBLE, Theme
from rcwkit.art.unit_boxes import Pen
from rcwkit.bundled import bundled
from rcwkit.frame import Group, Item, Path, Rect
from rcwkit.source.info import Owner
from rcwkit.source.markup import FACES, SHIPPED, Sign

__all__ = ["BEARING", "Glyph", "SIGNS", "ground", "own", "shipped", "side", "sign"]


def sign(name: str, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """A picture of `size` points from its upper left corner. Raises KeyError for an unknown name."""
    pen = Pen(0, 0, size, ink, ground)
    SIGNS[name](pen)
    return tuple(pen.items)


def _arrow(pen: Pen) -> None:
    pen.rect(4, 42, 58, 16, pen.ink)
    pen.polygon([(56, 20), (98, 50), (56, 80)], pen.ink)


def _arrow_left(pen: Pen) -> None:
    pen.polygon([(84, 6), (12, 50), (84, 94)], pen.ink)


def _arrow_right(pen: Pen) -> None:
    pen.polygon([(16, 6), (88, 50), (16, 94)], pen.ink)


def _arrows(pen: Pen) -> None:
    pen.polygon([(44, 10), (44, 90), (2, 50)], pen.ground, pen.ink, 8)
    pen.polygon([(56, 10), (56, 90), (98, 50)], pen.ink, pen.ink, 8)


def _card(pen: Pen) -> None:
    pen.rect(20, 3, 60, 94, pen.ground, pen.ink, 7, 12)


def _chosen(pen: Pen) -> None:
    pen.rect(18, 1, 64, 98, pen.ink, None, 0, 12)
    pen.polygon(star(50, 50, 27), pen.ground)


def _drawn(pen: Pen) -> None:
    _card(pen)
    pen.rect(32, 32, 36, 36, pen.ink, None, 0, 7)
    for x, y in ((41, 41), (50, 50), (59, 59)):
        pen.circle(x, y, 4.5, pen.ground)


def _fire(pen: Pen) -> None:
    pen.circle(50, 50, 30, None, pen.ink, 9)
    pen.circle(50, 50, 8, pen.ink)
    for points in ((50, 4, 50, 30), (50, 70, 50, 96), (4, 50, 30, 50), (70, 50, 96, 50)):
        pen.line(*points, pen.ink, 9)


def _flag(pen: Pen) -> None:
    pen.rect(16, 4, 9, 92, pen.ink)
    pen.polygon([(25, 8), (90, 8), (72, 32), (90, 56), (25, 56)], pen.ink)


def _gate(pen: Pen) -> None:
    for x in (10, 74):
        pen.rect(x, 8, 16, 84, pen.ink)
    for y in (28, 58):
        pen.rect(10, y, 80, 13, pen.ink)


def _leader(pen: Pen) -> None:
    pen.circle(50, 28, 23, pen.ink)
    pen.polygon([(8, 98), (14, 68), (34, 54), (66, 54), (86, 68), (92, 98)], pen.ink)


def _lock(pen: Pen) -> None:
    pen.circle(50, 36, 22, None, pen.ink, 12)
    pen.rect(14, 42, 72, 54, pen.ink, None, 0, 8)
    pen.circle(50, 64, 8, pen.ground)
    pen.rect(46, 64, 8, 18, pen.ground)


def _loss(pen: Pen) -> None:
    pen.polygon(
        [
            (18, 4),
            (50, 36),
            (82, 4),
            (96, 18),
            (64, 50),
            (96, 82),
            (82, 96),
            (50, 64),
            (18, 96),
            (4, 82),
            (36, 50),
            (4, 18),
        ],
        pen.ink,
    )


def _port(pen: Pen) -> None:
    pen.circle(50, 15, 10, None, pen.ink, 8)
    pen.rect(45, 24, 10, 66, pen.ink)
    pen.rect(26, 34, 48, 10, pen.ink)
    pen.polygon(
        [(4, 58), (22, 52), (26, 70), (50, 84), (74, 70), (78, 52), (96, 58), (88, 82), (50, 99), (12, 82)], pen.ink
    )


def _reduced(pen: Pen) -> None:
    pen.rect(8, 8, 84, 84, pen.ground, pen.ink, 9)
    pen.line(12, 88, 88, 12, pen.ink, 9)


def _resource(pen: Pen) -> None:
    pen.polygon([(50, 6), (94, 38), (94, 96), (6, 96), (6, 38)], pen.ink)
    pen.rect(40, 60, 20, 36, pen.ground)


def _spot(pen: Pen) -> None:
    pen.polygon([(2, 50), (26, 26), (50, 19), (74, 26), (98, 50), (74, 74), (50, 81), (26, 74)], pen.ink)
    pen.circle(50, 50, 19, pen.ground)
    pen.circle(50, 50, 10, pen.ink)


def _start(pen: Pen) -> None:
    pen.circle(50, 50, 44, pen.ground, pen.ink, 11)
    pen.circle(50, 50, 17, pen.ink)


def _victory(pen: Pen) -> None:
    pen.circle(50, 50, 48, pen.ink)
    pen.polygon(star(50, 52, 36), pen.ground)


SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "arrow": _arrow,
    "arrow_left": _arrow_left,
    "arrow_right": _arrow_right,
    "arrows": _arrows,
    "card": _card,
    "chosen": _chosen,
    "drawn": _drawn,
    "fire": _fire,
    "flag": _flag,
    "gate": _gate,
    "leader": _leader,
    "lock": _lock,
    "loss": _loss,
    "move": _arrow,
    "port": _port,
    "reduced": _reduced,
    "resource": _resource,
    "spot": _spot,
    "start": _start,
    "victory": _victory,
}
"""Sign name → how it is drawn."""

_SIDES: Mapping[str, float] = {"die": 1.12, "mark": 1.1, "sign": 0.88}
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


def own(art: Art, size: float, ink: str, *, tint: bool) -> Glyph:
    """Return a sign of the game's own for text of a size in points; a `tint` puts it in ink."""
    high = OWN * size
    width = high * art.width / art.height
    return Glyph((placed(_tinted(art) if tint else art, 0, 0, width, high, ink=ink),), width, high)


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
    """Return dice, the mark of an owner or a shipped picture, `high` points high; None for any other sign."""
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
