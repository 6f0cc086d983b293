"""Abstract motifs for the corners of titles, and posters for the backs of cards, in flat shapes or lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rcwkit.art.figures import SHIPPED, Figures, Placing, Shown, place
from rcwkit.art.hatching import areas, hatched
from rcwkit.art.theme import Poster, Theme
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.source.info import Motif

__all__ = ["HEIGHT", "WIDTH", "back_art", "motif", "motif_disc"]

WIDTH, HEIGHT = 74.0, 38.0
"""Millimetres."""


def motif(name: str, theme: Theme) -> Frame:
    """Return a motif for the upper right corner of a page; nothing is drawn for `none`. Raises KeyError."""
    items = () if name == "none" else theme.figures.find("motifs", name).items
    return Frame(WIDTH * MM, HEIGHT * MM, tuple(_emblem(items, theme)), name="ornament")


def motif_disc(name: str, figures: Figures = SHIPPED) -> tuple[float, float, float]:
    """Return the middle and radius in points of a motif's pale disc, which may hold the number of a page."""
    items = () if name == "none" else figures.find("motifs", name).items
    pale = (item for item in items if isinstance(item, Circle) and item.fill == "paper")
    disc = next(pale, Circle(63, 13, 8.2))
    return disc.x * MM, disc.y * MM, disc.radius * MM


def _emblem(items: tuple[Item, ...], theme: Theme) -> Iterator[Item]:
    """Yield the shapes of a motif in a theme's colours; in an outlined one, in outline and with the accent hatched."""
    to = Placing(0, 0, MM, MM, MM, digits=6)
    for shape in place(items, to, {None: None, "ink": theme.ink, "accent": theme.accent, "paper": theme.paper}):
        if not theme.outlined or isinstance(shape, Line) or shape.fill is None:
            yield shape
            continue
        plate = theme.plate(shape.fill)
        edge = theme.ink if shape.fill == theme.paper else plate.edge
        yield shape._replace(fill=theme.page, stroke=edge, line=0.8)
        if plate.hatch and shape.fill == theme.accent and not isinstance(shape, Circle):
            for area in areas(shape):
                yield from hatched(area, plate.hatch, plate.edge, 3.2, 0.5)


THIN, BROAD, PITCH = 0.8, 2.6, 3.4
"""For posters in lines, in points: line width, minimum breadth of outlined shapes, and pitch of hatches."""
CARD = 63.0, 88.0
"""Width and height in mm of the card that posters are drawn for. They stretch with others; shapes in groups do not."""


def back_art(
    motif: Motif | None, theme: Theme, width: float, height: float, bleed: float, colours: Poster
) -> tuple[Item, ...]:
    """Return the ground of a back, its size in points: the poster of its motif, or what the look has instead."""
    if motif or theme.backs == "poster" and theme.motif != "none":
        return poster(motif or theme.motif or "wedge", width, height, bleed, colours, theme.figures)
    if theme.backs == "frame":
        return tuple(_framed(width, height, bleed, colours))
    return poster("plain", width, height, bleed, colours)


@lru_cache(maxsize=64)
def poster(
    motif: str, width: float, height: float, bleed: float, colours: Poster, figures: Figures = SHIPPED
) -> tuple[Item, ...]:
    """Return the shapes of a poster for a card of a size in points. They may extend beyond the bleed: clip them."""
    across, down = width / CARD[0], height / CARD[1]
    to = Placing(0, 0, across, down, min(across, down), digits=2)
    paint = {None: None, "ground": colours.ground, "strong": colours.strong, "light": colours.light}
    items = list(_ground(width, height, bleed, colours))
    for figure in figures.find("posters", motif).items:
        bar = figure.items[0] if isinstance(figure, Group) else None
        slight = isinstance(bar, Rect) and min(bar.width, bar.height) * to.unit < BROAD
        for shape in place((figure,), to, paint):
            if isinstance(shape, Circle) and bar is None:
                shape = shape._replace(x=round(shape.x, 2), y=round(shape.y, 2))
            items += [shape] if slight else _drawn(shape, colours)
    return tuple(items)


def _ground(width: float, height: float, bleed: float, colours: Poster) -> Iterator[Item]:
    if not colours.hatch:
        yield Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, colours.ground)


def _drawn(shape: Shown, colours: Poster) -> Iterator[Item]:
    """Yield a shape; in a poster of lines, as an opaque outline, hatched if strong, and a broad ring as two edges."""
    if not colours.hatch or isinstance(shape, Line) or shape.fill == colours.ground:
        yield shape
    elif isinstance(shape, Circle) and shape.stroke:
        rings = (shape.line / 2, -shape.line / 2) if shape.line >= BROAD else (0.0,)
        inside = colours.ground if len(rings) > 1 else None  # which is drawn after it
        for half in rings:
            yield shape._replace(radius=shape.radius + half, fill=inside, line=THIN)
    elif shape.fill:
        yield shape._replace(fill=colours.ground, stroke=shape.fill, line=THIN)
        if shape.fill == colours.strong:
            for area in areas(shape):
                yield from hatched(area, colours.hatch, colours.strong, PITCH, 0.5)
    else:
        yield shape._replace(line=THIN)


def _framed(width: float, height: float, bleed: float, colours: Poster) -> Iterator[Item]:
    """Yield rules along the edges, and a lozenge in the middle."""
    yield from _ground(width, height, bleed, colours)
    unit = min(width / CARD[0], height / CARD[1])
    for inset, line in ((2.6, 0.9), (4.0, 0.25)):
        away = inset * unit
        yield Rect(away, away, width - 2 * away, height - 2 * away, None, colours.light, line * unit)
    x, y = width / 2, height * 0.42
    fills = colours.light, colours.ground, colours.strong, colours.light, colours.ground
    for high, fill in zip((26.0, 24.4, 22.6, 8.6, 7.2), fills, strict=True):
        tall = high * unit
        points = ((x, y - tall), (x + 0.62 * tall, y), (x, y + tall), (x - 0.62 * tall, y))
        yield from _drawn(Polygon(tuple((round(a, 2), round(b, 2)) for a, b in points), fill), colours)
