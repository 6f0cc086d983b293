"""Terrain as it is drawn: figures in a hex and across its sides, patterns and tiles. Lengths are in points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import ceil, cos, floor, hypot, pi, sin
from random import Random
from typing import NamedTuple

from rcwkit.art.artwork import placed
from rcwkit.art.colours import contrast, mix
from rcwkit.art.hatching import areas, hatched_together
from rcwkit.art.symbols import shipped
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Span
from rcwkit.frame import MM, Circle, Group, Item, Path, Point, Polygon, Rect, Subpath
from rcwkit.kinds.maps.model import Drawing, Pattern, Terrain
from rcwkit.kinds.maps.survey import drawing_of, is_over
from rcwkit.source.markup import Sign
from rcwkit.type.text import Setter

VARIANTS = 3
"""How many ways each drawing is arranged, so that neighbours differ."""
SIGN, LEAST = 4.0, 8.0
"""Height in mm of the signs of a pattern, and least distance of two in hundredths of a hex."""
DARK = 4.0
"""Contrast with ink below which a ground is drawn on in lighter shades."""
CELL, MOST = 14.0, 60_000
"""Width in mm of tiles, and of figures with their ground, in areas; most of them on all areas of a map."""
FRAME = 0.7
"""What is cut off a tile in low ink, where its ground has a line around it."""
Places = Sequence[Point]


@lru_cache(maxsize=512)
def terrain_drawn(
    drawing: Drawing, variant: int, ground: str, ink: str, page: str, *, outlined: bool
) -> tuple[Item, ...]:
    """Return a drawing for a hex 100 units from flat to flat, in shades of its ground; `outlined` is without fills."""
    if drawing == "clear":
        return ()
    hues = _Hues(ground, ink, page, outlined)
    if drawing in _BUILT:
        return tuple(_BUILT[drawing](hues))
    draw, places, by = _DRAWN[drawing]
    # The same variant of a drawing is always arranged in the same way.
    rolls = Random(f"{drawing} {variant}")
    return tuple(draw(rolls, _scattered(rolls, places, by), hues))


@lru_cache(maxsize=512)
def joined(
    drawing: Drawing, variant: int, places: Places, ground: str, ink: str, page: str, *, outlined: bool
) -> tuple[Item, ...]:
    """Return what of a drawing stands around the middle of a side, or of a corner, that hexes with it share."""
    hues = _Hues(ground, ink, page, outlined)
    if drawing in ("town", "city"):
        return tuple(_houses(hues, [(x - 6, y - 5, 12, 10) for x, y in places]))
    if drawing not in _DRAWN:
        return ()
    rolls = Random(f"{drawing} {variant} {places}")
    return tuple(_DRAWN[drawing][0](rolls, _scattered(rolls, places, 3), hues))


class _Hues:
    """The colours of a drawing."""

    def __init__(self, ground: str, ink: str, page: str, outlined: bool) -> None:
        self.outlined, self.ink, self.page = outlined, ink, page
        self.ground = page if outlined else ground
        self.dim = contrast(self.ground, ink) < DARK

    def dark(self, amount: float, toward: str = "") -> str:
        """A shade of the ground, of dark grounds a lighter one; in outlines, ink on the page."""
        return mix(self.page, self.ink, 0.62) if self.outlined else self._mixed(amount, toward)

    def fill(self, amount: float, toward: str = "") -> str:
        """A shade to fill with; in outlines, the page."""
        return self.page if self.outlined else self._mixed(amount, toward)

    def _mixed(self, amount: float, toward: str) -> str:
        return mix(self.ground, self.page if self.dim else toward or self.ink, amount)


def _scattered(rolls: Random, places: Places, by: float) -> list[Point]:
    """Return places moved a little, from the farthest back to the nearest."""
    moved = [(x + rolls.uniform(-by, by), y + rolls.uniform(-by, by)) for x, y in places]
    return sorted(((round(x, 1), round(y, 1)) for x, y in moved), key=lambda point: point[1])


_SPREAD: Places = (
    (-33, -12),
    (-2, -15),
    (28, -10),
    (-18, 6),
    (13, 4),
    (40, 8),
    (-37, 12),
    (-4, 24),
    (25, 22),
    (-22, 31),
    (7, 37),
)
"""Places all over a hex, below its number."""
_ROWS = tuple(
    ((column - (count - 1) / 2) * 19, -14 + row * 17)
    for row, count in enumerate((4, 5, 4, 3))
    for column in range(count)
)
"""Places in rows."""


def _woods(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    crown, edge = hues.fill(0.42, "#4C6B2F"), hues.dark(0.75, "#3B5425")
    for x, y in places:
        r = rolls.uniform(6.6, 8.2)
        bumps = tuple(_bump(x, y, r, pi * (step / 3 - 0.5), pi * ((step + 1) / 3 - 0.5)) for step in range(6))
        start = (round(x, 2), round(y - r * 0.86, 2))
        yield Path((Subpath(start, bumps, closed=True),), crown, edge, 1.3, join="round")


def _bump(x: float, y: float, r: float, start: float, end: float) -> tuple[float, ...]:
    """Return a curve that bulges out between two angles on a circle."""
    out, flat = 1.42 * r, 0.86
    points = (
        (x + out * cos(start + 0.18), y + out * flat * sin(start + 0.18)),
        (x + out * cos(end - 0.18), y + out * flat * sin(end - 0.18)),
        (x + r * cos(end), y + r * flat * sin(end)),
    )
    return tuple(round(value, 2) for point in points for value in point)


def _orchard(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    crown, edge = hues.fill(0.45, "#5E7A35"), hues.dark(0.7, "#46602A")
    yield from (Circle(x, y, 4.6, crown, edge, 1.2) for x, y in places)


def _fields(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    line = hues.dark(0.45, "#A58A3C")
    steps = []
    turned = rolls.choice((0, 1))
    for index, (x, y) in enumerate(places):
        wide, high = (32, 22) if len(places) > 2 else (20, 15)
        left, top = x - wide / 2, y - high / 2
        for at in range(5):
            part = at / 4
            if (index + turned) % 2:
                steps.append(Subpath((left, _near(top + part * high)), ((left + wide, _near(top + part * high - 3)),)))
            else:
                steps.append(Subpath((_near(left + part * wide), top), ((_near(left + part * wide + 3), top + high),)))
    yield Path(tuple(steps), None, line, 1.1, cap="round")


def _near(value: float) -> float:
    return round(value, 1)


def _rough(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    stone, edge = hues.fill(0.3, "#7A6A4C"), hues.dark(0.72, "#5D4F36")
    for x, y in places:
        w, h = rolls.uniform(7, 10), rolls.uniform(6, 9)
        points = (
            (x - w, y + h / 2),
            (x - w * 0.6, y - h * 0.4),
            (x, y - h * 0.75),
            (x + w * 0.7, y - h * 0.2),
            (x + w, y + h / 2),
        )
        yield Polygon(tuple((round(a, 1), round(b, 1)) for a, b in points), stone, edge, 1.3)


def _hills(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    line, fill = hues.dark(0.6, "#8A6A35"), hues.fill(0.16, "#8A6A35")
    steps = []
    for x, y in places:
        wide = rolls.uniform(22.5, 25.5) if len(places) > 2 else rolls.uniform(15, 18)
        high = wide * 0.62
        crest = (x - wide * 0.55, y - high * 1.2, x + wide * 0.45, y - high * 1.3, x + wide, y)
        yield Path((Subpath((_near(x - wide), y), (_round(crest),)),), fill, line, 1.6, cap="round")
        for part in (0.25, 0.5, 0.75):
            a = x - wide + 2 * wide * part
            top = y - high * (0.95 - 1.1 * abs(part - 0.5))
            steps.append(
                Subpath((round(a, 1), round(top + 3, 1)), ((round(a - 2 + 5 * part, 1), round(top + 8.5, 1)),))
            )
    yield Path(tuple(steps), None, line, 1.1, cap="round")


def _round(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) for value in values)


def _mountain(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    lit, dark, edge = hues.fill(0.35, "#FFFFFF"), hues.fill(0.5, "#5C4A33"), hues.dark(0.8, "#453725")
    for x, y in places:
        few = len(places) < 3
        wide, high = _near(rolls.uniform(14, 17) if few else rolls.uniform(23, 26)), _near(24 if few else 41 - y / 4)
        peak = (x - 1, y - high)
        yield Polygon(((x - wide, y), peak, (x + wide, y)), lit, None)
        ridge = ((x + 4, y - high * 0.62), (x - 2, y - high * 0.4), (x + 5, y - high * 0.18), (x + 1, y))
        yield Polygon((peak, *ridge, (x + wide, y)), dark, None)
        yield Polygon(((x - wide, y), peak, (x + wide, y)), None, edge, 1.4, closed=False)
        if hues.outlined:
            yield Polygon((peak, *ridge), None, edge, 1.0, closed=False)


def _marsh(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    reed, water = hues.dark(0.62, "#44603A"), hues.dark(0.55, "#3F7F9E")
    tufts, lines = [], []
    for x, y in places:
        for lean in (-5, -2, 0, 2, 5):
            tufts.append(Subpath((x, y), ((x + lean, y - 9 + abs(lean)),)))
        lines.append(Subpath((x - 9, y + 1.5), ((x + 9, y + 1.5),)))
    yield Path(tuple(lines), None, water, 1.3, cap="round")
    yield Path(tuple(tufts), None, reed, 1.1, cap="round")


def _dunes(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    line, fill = hues.dark(0.55, "#A37B28"), hues.fill(0.22, "#B98F3A")
    for x, y in places:
        outer = (x - 6, y - 10, x + 7, y - 10, x + 13, y + 3)
        inner = (x + 6, y - 3, x - 4, y - 4, x - 13, y + 3)
        yield Path(
            (Subpath((x - 13, y + 3), (_round(outer), _round(inner)), closed=True),), fill, line, 1.2, join="round"
        )


def _water(rolls: Random, places: Places, hues: _Hues) -> Iterator[Item]:
    line = hues.dark(0.4, "#2F6F92")
    steps = []
    for x, y in places:
        first = _round((x - 8, y - 4, x - 4, y - 4, x, y))
        second = _round((x + 4, y + 4, x + 8, y + 4, x + 12, y))
        steps.append(Subpath((round(x - 12, 1), y), (first, second)))
    yield Path(tuple(steps), None, line, 1.2, cap="round")


def _houses(hues: _Hues, blocks: list[tuple[float, float, float, float]]) -> Iterator[Item]:
    fill, edge = hues.fill(0.72, "#4A4036"), hues.dark(0.9, "#2E2721")
    for x, y, wide, high in blocks:
        yield Rect(x, y, wide, high, fill, edge, 1.2)


def _village(hues: _Hues) -> Iterator[Item]:
    yield from _houses(hues, [(-15, 2, 12, 9), (2, -4, 10, 12), (-4, 15, 14, 9)])


def _town(hues: _Hues) -> Iterator[Item]:
    rows = [(-24, -12, 14, 10), (-7, -14, 18, 12), (14, -11, 12, 16), (-26, 1, 12, 17), (-10, 2, 20, 9)]
    yield from _houses(hues, [*rows, (-10, 14, 9, 12), (2, 14, 12, 14), (17, 9, 10, 12)])


def _city(hues: _Hues) -> Iterator[Item]:
    for row, y in enumerate((-25, -11, 3, 17)):
        shift = (-3, 2, -1, 3)[row]
        widths = ((13, 19, 15), (16, 13, 18, 12), (12, 20, 14, 14), (16, 13, 14))[row]
        x = float(shift) - sum(widths) / 2 - 2 * len(widths)
        for index, wide in enumerate(widths):
            high = 11 + (index * 2 + row) % 3
            yield from _houses(hues, [(round(x, 1), y, wide, high)])
            x += wide + 4


def _fort(hues: _Hues) -> Iterator[Item]:
    points = []
    for step in range(10):
        r, angle = (24, 11)[step % 2], pi * (step / 5 - 0.5)
        points.append((round(r * cos(angle), 1), round(6 + r * sin(angle), 1)))
    yield Polygon(tuple(points), hues.fill(0.55, "#5B4A3A"), hues.dark(0.9, "#2E2721"), 1.8)
    yield Circle(0, 6, 5, hues.page, hues.dark(0.9, "#2E2721"), 1.2)


def _port(hues: _Hues) -> Iterator[Item]:
    ink = hues.dark(0.85, "#1F4A66")
    yield Circle(0, -10, 4.5, None, ink, 3)
    arms = Subpath((-18, 16), (_round((-14, 32, 14, 32, 18, 16)),))
    shaft = Subpath((0, -5), ((0, 28),))
    yield Path((shaft, Subpath((-11, 2), ((11, 2),)), arms), None, ink, 3.2, cap="round")


def _airfield(hues: _Hues) -> Iterator[Item]:
    ink = hues.dark(0.8, "#2E2721")
    yield Circle(0, 6, 22, hues.page, ink, 2)
    strips = (Subpath((-16, 12), ((16, 0),)), Subpath((-7, -8), ((8, 20),)))
    yield Path(strips, None, ink, 4.5)


_DRAWN: Mapping[Drawing, tuple[Callable[[Random, Places, _Hues], Iterator[Item]], Places, float]] = {
    "fields": (_fields, ((-19, -3), (21, -4), (-7, 25), (27, 26)), 0),
    "orchard": (_orchard, _ROWS, 0),
    "woods": (_woods, _SPREAD, 4),
    "rough": (_rough, (*_SPREAD[::2], (-30, 26), (30, -2)), 5),
    "hills": (_hills, ((-20, 2), (20, 12), (-10, 31)), 3),
    "mountain": (_mountain, ((18, 12), (-20, 20), (8, 38)), 2),
    "marsh": (_marsh, _SPREAD[1:], 3),
    "dunes": (_dunes, _SPREAD[::2], 4),
    "water": (_water, (*_SPREAD[::2], (-28, 24)), 4),
}
"""Drawings of land: what draws them at places, these places in a hex, and how far each may be moved."""
_BUILT: Mapping[Drawing, Callable[[_Hues], Iterator[Item]]] = {
    "village": _village,
    "town": _town,
    "city": _city,
    "fort": _fort,
    "port": _port,
    "airfield": _airfield,
}
_EDGES: Mapping[Drawing, str] = {"woods": "#3B5425", "orchard": "#46602A", "water": "#2F6F92", "marsh": "#3F7F9E"}
"""What the edges of drawings are shaded to; others, to a brown."""


class Edges(NamedTuple):
    """How the edge of an area is drawn: its line, and bands within it, the widest first, in hundredths of a hex."""

    line: str
    bands: tuple[tuple[float, str], ...]


def edges_of(name: str, terrain: Terrain, ground: str, theme: Theme) -> Edges:
    """Return how an area of a terrain is edged; in low ink, only water has more than a line."""
    drawing = drawing_of(name, terrain)
    hues = _Hues(ground, theme.ink, theme.page, theme.outlined)
    toward = _EDGES.get(drawing, "#6B5A3C") if drawing else "#6B5A3C"
    if drawing == "water" and theme.outlined:
        return Edges(theme.ink, ((8.0, hues.dark(0.5)), (7.2, theme.page), (4.0, hues.dark(0.5)), (3.2, theme.page)))
    if drawing == "water":
        return Edges(hues.dark(0.75, toward), ((11.0, hues.dark(0.12, toward)), (5.5, hues.dark(0.26, toward))))
    return Edges(hues.dark(0.5, toward), () if theme.outlined else ((5.0, hues.fill(0.16, toward)),))


Where = Callable[..., Span]
"""Where the data name something, by the keys below a terrain."""
SIDE, APART = 57.7, 40.0
"""Length of a hexside in the units of drawings, and about how far apart figures stand along it."""


def figures(
    name: str,
    terrain: Terrain,
    variant: int,
    ground: str,
    setter: Setter,
    size: float,
    where: Where,
    places: Places = (),
    *,
    apart: bool = True,
) -> tuple[Item, ...]:
    """Return what stands in a hex with a terrain, 100 units from flat to flat, which are `size` mm.

    With `places`, what stands there on a side or a corner that hexes with this terrain share; if it is not drawn
    hex by hex, but `apart`, it stays away from the sides.
    """
    theme, drawing = setter.theme, drawing_of(name, terrain)
    if terrain.art:
        if places or not is_over(name, terrain):
            return ()
        found = setter.picture(terrain.art, partial(where, "art"))
        return (placed(found, -40, -40, 80, 80, "fit", theme.ink),) if found else ()
    if terrain.pattern:
        return _signs(terrain.pattern, variant, ground, theme, size, places, apart=apart)
    if drawing is None:
        return ()
    draw = partial(joined, drawing, variant, places) if places else partial(terrain_drawn, drawing, variant)
    return draw(ground, theme.ink, theme.page, outlined=theme.outlined)


def _signs(
    pattern: Pattern, variant: int, ground: str, theme: Theme, size: float, places: Places, *, apart: bool
) -> tuple[Item, ...]:
    """Return the signs of a pattern at places, or all over a hex."""
    if pattern.sign is None:
        return ()
    unit = 100 / size
    high, every = min(80.0, (pattern.size or SIGN) * unit), max(pattern.every * unit, LEAST)
    rolls = Random(f"{pattern.sign} {variant} {places}")
    ink = pattern.colour or mix(ground, theme.ink, 0.5)
    if theme.outlined:
        ink = mix(theme.page, ink, 0.6)
    glyph = shipped(Sign("sign", pattern.sign), high, ink, theme.page if theme.outlined else ground, theme, {})
    assert glyph is not None  # the model refuses unknown signs
    reach = max(0.0, 47 - high / 2 if apart else 50 - 0.45 * every)
    rows = ceil(reach / (0.87 * every))
    spots = places or [
        ((column + row % 2 / 2) * every, 0.87 * row * every)
        for row in range(-rows, rows + 1)
        for column in range(-rows - 1, rows + 1)
        if hypot((column + row % 2 / 2) * every, 0.87 * row * every) <= reach
    ]
    key = f"{pattern.sign} {high:.2f} {ink} {ground}"
    around = _scattered(rolls, spots, 0.12 * every)
    return tuple(Group(glyph.items, _near(x - glyph.width / 2), _near(y - high / 2), key=key) for x, y in around)


def along(top: str, turn: float, name: str, terrain: Terrain, size: float) -> Places:
    """Return places for figures along a side of a hex around its middle; `turn` is its direction in radians."""
    large = drawing_of(name, terrain) in ("hills", "mountain", "fields") and not terrain.pattern
    length = 100.0 if top == "square" else SIDE
    count = max(1, round(length * size / 100 / terrain.pattern.every if terrain.pattern else length / APART))
    if count == 1 and not large and top == "flat" and abs(sin(turn)) < 0.1:
        count = 2  # the number of a hex with a flat top is below the middle of its side
    steps = [((at + 0.5) / count - 0.5) * length for at in range(count)]
    return tuple((_near(cos(turn) * step * 1.2), _near(sin(turn) * step)) for step in steps)


def textured(terrain: Terrain, area: Path, size: float, setter: Setter, where: Where, ground: str) -> Iterator[Item]:
    """Yield the tile or the hatch of a terrain within an area; tiles that do not say how wide they are have a `size`.

    Where more than MOST would be needed, none is drawn.
    """
    ends = [end for subpath in area.subpaths for end in (subpath.start, *(step[-2:] for step in subpath.steps))]
    theme, within, pattern = setter.theme, area._replace(fill=setter.theme.ink, stroke=None), terrain.pattern
    if terrain.art and ends and (found := setter.picture(terrain.art, partial(where, "art"))):
        size = terrain.tile * MM if terrain.tile else size
        high = size * found.height / found.width
        key = f"tile {terrain.art} {size:.3f} {theme.outlined}"
        edge = FRAME if theme.outlined else 0.0
        clip = (edge, edge, size - 2 * edge, high - 2 * edge)
        tile = Group((placed(found, 0, 0, size, high, "stretch", theme.ink),), key=key, clip=clip)
        columns = range(floor(min(x for x, _ in ends) / size), ceil(max(x for x, _ in ends) / size))
        rows = range(floor(min(y for _, y in ends) / high), ceil(max(y for _, y in ends) / high))
        if len(columns) * len(rows) <= MOST:
            tiles = (tile._replace(x=round(x * size, 2), y=round(y * high, 2)) for y in rows for x in columns)
            yield Group(tuple(tiles), within=within)
    if pattern and pattern.hatch and ends:
        ink = pattern.colour or mix(ground, theme.ink, 0.45)
        width = (pattern.size or 0.2) * MM
        yield Group((hatched_together([*areas(area)], pattern.hatch, ink, pattern.every * MM, width),), within=within)


def covered(
    name: str,
    terrain: Terrain,
    area: Path,
    setter: Setter,
    where: Where,
    ground: str,
    most: int,
    *,
    plain: bool = False,
) -> Iterator[Item]:
    """Yield what is drawn of a terrain all over an area: its tile, lines, signs or, unless `plain`, its drawing.

    Of terrain that lies over other terrain, it stands once in the middle. Where more than `most` would be drawn,
    nothing is.
    """
    corners = [point for ring in areas(area) for point in ring]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    every = MM * (terrain.pattern.every if terrain.pattern else terrain.tile or CELL)
    lines = bool(terrain.pattern and terrain.pattern.hatch)
    if (wide + high) / every > most or not lines and wide * high / every**2 > most:
        return
    draw = partial(figures, name, terrain, ground=ground, setter=setter, size=CELL, where=where)
    scale = round(CELL * MM / 100, 4)
    if is_over(name, terrain):
        yield Group(draw(0), left + wide / 2, top + high / 2, scale=scale)
        return
    yield from textured(terrain, area, CELL * MM, setter, where, ground)
    if terrain.art or lines or plain and not terrain.pattern:
        return
    step, down, places = (every, 0.87 * every, ((0.0, 0.0),)) if terrain.pattern else (0.95 * every, 0.6 * every, ())
    across, rows = ceil(wide / 2 / step) + 1, ceil(high / 2 / down) + 1
    found = []
    for row in range(-rows, rows + 1):
        for column in range(-across, across + 1):
            variant, x = (column * 7 + row * 3) % VARIANTS, left + wide / 2 + (column + row % 2 / 2) * step
            key = f"area {name} {terrain.pattern or drawing_of(name, terrain)} {variant} {ground}"
            y = top + high / 2 + row * down
            found.append(Group(draw(variant, places=places), round(x, 2), round(y, 2), key=key, scale=scale))
    if any(one.items for one in found):
        yield Group(tuple(found), within=area._replace(fill=setter.theme.ink, stroke=None))
