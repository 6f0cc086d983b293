"""Titles and feet of pages, abstract motifs for their corners, and posters for the backs of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import ceil, cos, pi, sin

from rcwkit.art.colours import mix
from rcwkit.art.figures import SHIPPED, Figures, Placing, Shown, place
from rcwkit.art.hatching import areas, hatched
from rcwkit.art.symbols import mark, shipped, symbol
from rcwkit.art.theme import Plate, Poster, Theme
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Path, Polygon, Rect
from rcwkit.source.info import Motif, Owner
from rcwkit.source.markup import Sign

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


def scene(name: str, theme: Theme, width: float, height: float = 0.0) -> Frame:
    """Return a scene of a width in points, or as large as fits a width and height; in outline but for what is in ink.

    Raises KeyError.
    """
    figure = theme.figures.find("scenes", name)
    unit = min(width / figure.width, height / figure.height) if height else width / figure.width
    sky = theme.shade(theme.second, 0.25)
    full = {"accent": theme.accent, "second": theme.second, "gold": theme.gold, "sky": sky, "light": theme.paper}
    fills: dict[str | None, str | None] = {name: theme.page if theme.outlined else full[name] for name in full}
    fills |= {"ink": theme.ink, None: None}
    to = Placing(-figure.left * unit, -figure.top * unit, unit, unit, unit)
    size = figure.width * unit, figure.height * unit
    made = place(figure.items, to, fills)
    shapes = (_edged(shape, theme) for shape in made) if theme.outlined else made
    return Frame(*size, (Group(tuple(shapes), clip=(0.0, 0.0, *size)),), name=name)


def _edged(shape: Shown, theme: Theme) -> Shown:
    """Return a shape of a scene in outline, with an edge where it has none."""
    if isinstance(shape, Line) or shape.fill != theme.page or shape.stroke:
        return shape
    return shape._replace(stroke=theme.ink, line=0.5)


BLOCK, SIGN = 42 * MM, 13 * MM
"""Width of the second block of a title, and the largest size of the sign in it."""
SCENE, TALLEST = 30 * MM, 24 * MM
"""Half the greatest width of a scene in a title, and its greatest height."""
LONG = 74 * MM
"""Length of the wedge in the corner of a title."""
RISE = 3.4 * MM
"""How far the edge of a slanted title rises from the left to the right of a page."""
PICTURED = {"rules": 1.9 * MM, "slant": RISE + 0.6 * MM, "blocks": 0.0}
"""The titles that may have a scene, and how far it stands above their lower edge."""
CELL, COLUMNS = 4.4 * MM, 6
"""Radius of the hexes of a title, and how many of them stand side by side."""


def title_art(theme: Theme, width: float, low: float, *, numbered: bool = False, picture: str = "") -> Iterator[Item]:
    """Yield what stands behind the title of a page, from the upper edge of the paper down to `low` (pt).

    In a `numbered` page, the sign, or the `picture` or the look's scene in its place, makes room for its number. An
    outlined theme has lines instead of bands. Raises KeyError for an unknown scene.
    """
    left = width - (20.5 if numbered else 8) * MM
    if (picture := picture or theme.scene) and theme.title in PICTURED:
        plain = title_art(theme._replace(sign="none", scene=""), width, low, numbered=numbered)
        foot = low - PICTURED[theme.title]
        shown = scene(picture, theme, 2 * SCENE, min(foot - 2 * MM, TALLEST))
        yield from (*plain, Group(shown.items, left - shown.width, foot - shown.height))
        return
    match theme.title:
        case "wedge":
            yield from _wedge(theme, width, low - RISE - 2.0 * MM)
            yield Polygon(_slanted(width, low - (0.7 if theme.outlined else 2.0) * MM, low), theme.ink)
        case "rules":
            yield from _band(theme, width, low - 1.9 * MM)
            yield Rect(0, low - 1.3 * MM, width, 0.7 * MM, theme.ink)
            yield Rect(0, low - 0.25 * MM, width, 0.25 * MM, theme.ink)
            yield from _sign(theme, left - SIGN, (low - 1.9 * MM) / 2, theme.title_plate.text)
        case "slant":
            if not theme.outlined:
                edge = low - 1.0 * MM
                yield Polygon(((0, 0), (width, 0), (width, edge - RISE), (0, edge)), theme.title_plate.ground)
            yield Polygon(_slanted(width, low - (0.7 if theme.outlined else 1.7) * MM, low), theme.ink)
            light = theme.accent if theme.outlined else theme.gold
            yield from _sign(theme, left - SIGN, (low - RISE) / 2, light)
        case "hexes":
            yield from _hexes(theme, width, low - 1.2 * MM)
            yield Rect(0, low - 0.7 * MM, width, 0.7 * MM, theme.ink)
        case "blocks":
            second, edge = theme.ground(theme.second), width - BLOCK - (7 * MM if numbered else 0)
            if theme.outlined:
                yield Rect(0, low - 0.8 * MM, edge - 1 * MM, 0.8 * MM, theme.ink)
                yield Rect(edge, low - 0.8 * MM, width - edge, 0.8 * MM, second)
            else:
                yield Rect(0, 0, edge, low, theme.title_plate.ground)
                yield Rect(edge, 0, width - edge, low, second)
            light = second if theme.outlined else theme.on(second)
            yield from _sign(theme, edge + 6 * MM, low / 2, light, 1.4)


def _slanted(width: float, top: float, low: float) -> tuple[tuple[float, float], ...]:
    return (0, top), (width, top - RISE), (width, low - RISE), (0, low)


def _wedge(theme: Theme, width: float, low: float) -> Iterator[Item]:
    """Yield a wedge driven into the right corner, down to `low`, with a dark one over it and a bar under it."""
    deep = low - 1.2 * MM
    left, slope = width - LONG, deep / LONG
    red = ((left, 0.0), (width, 0.0), (width, deep))
    dark = ((width - 0.4 * LONG, 0.0), (width, 0.0), (width, 0.5 * deep))
    first, last = left + 0.35 * LONG, left + 0.78 * LONG
    over = [slope * (x - left) + 2.2 * MM for x in (first, last)]
    bar = ((first, over[0]), (last, over[1]), (last, over[1] + 1.1 * MM), (first, over[0] + 1.1 * MM))
    if theme.outlined:
        plate = theme.plate(theme.accent)
        yield Polygon(red, None, plate.edge, 0.8)
        yield from hatched(red, plate.hatch or "grid", plate.edge, 3.2, 0.5)
    else:
        yield Polygon(red, theme.accent)
        yield Polygon(dark, theme.ink)
    yield Polygon(bar, theme.ink)


def panel_wedge(box: tuple[float, float, float, float], theme: Theme) -> Iterator[Item]:
    """Yield a slanted wedge along the top of a panel."""
    x, y, wide, high = box
    points = ((x, y), (x + wide, y), (x + wide, y + 0.12 * high), (x, y + 0.34 * high))
    if theme.outlined:
        yield Polygon(points, theme.page, theme.ink, 0.8)
    else:
        yield Polygon(points, theme.accent)
    if theme.slant(1.0):
        yield Polygon(((x, y), (x + 0.45 * wide, y), (x, y + 0.18 * high)), theme.ink)
        yield Circle(
            x + 0.86 * wide, y + 0.31 * high, 0.11 * high, None if theme.outlined else theme.ink, theme.ink, 0.8
        )


def _band(theme: Theme, width: float, low: float) -> Iterator[Item]:
    """Yield a band from the upper edge of the paper; a rule in outlined themes."""
    if theme.outlined:
        yield Rect(0, low - 0.25 * MM, width, 0.25 * MM, theme.ink)
    else:
        yield Rect(0, 0, width, low, theme.title_plate.ground)


def _sign(theme: Theme, x: float, y: float, ink: str, share: float = 1.0) -> Iterator[Item]:
    """Yield the sign of a title, its middle at a height: the look's, or three chevrons, a star or a flag."""
    size = min(SIGN, 1.5 * y)
    if theme.sign == "none":
        return
    if theme.sign:
        wide = share * size
        yield from _pictured(theme, (x, y - size / 2, wide, size), ink)
    elif theme.title == "rules":
        for step in range(3):
            top, half, thick = y - 0.42 * size + 0.27 * size * step, 0.36 * size, 0.17 * size
            middle, drop = x + size / 2, 0.26 * size
            outer = (middle - half, top), (middle, top + drop), (middle + half, top)
            inner = (middle + half, top + thick), (middle, top + drop + thick), (middle - half, top + thick)
            yield Polygon((*outer, *inner), ink)
    elif theme.title == "slant":
        yield from mark("star", x + size / 2, y, size, ink, theme.title_plate.ground)
    else:
        yield from symbol("flag", x, y - size / 2, size, size, ink, theme.title_plate.ground, theme.figures)


def _pictured(theme: Theme, box: tuple[float, float, float, float], ink: str) -> Iterator[Item]:
    """Yield the look's sign, a symbol or else a sign of texts, as large as fits and centred in the box."""
    x, y, wide, high = box
    try:
        yield from symbol(theme.sign, x, y, wide, high, ink, theme.title_plate.ground, theme.figures)
    except KeyError:
        side = min(wide, high)
        glyph = shipped(Sign("sign", theme.sign), side, ink, theme.title_plate.ground, theme, {})
        if glyph:
            yield Group(glyph.items, x + (wide - glyph.width) / 2, y + (high - side) / 2)


def _hexes(theme: Theme, width: float, low: float) -> Iterator[Item]:
    """Yield a grid of hexes in the right corner, two of them filled, one in the accent; both are whole."""
    cell = min(CELL, low / 4)
    across, down = cell * 3**0.5, 1.5 * cell
    left = width - COLUMNS * across
    plain: list[Item] = []
    strong: list[Item] = []
    for row in range(int((low + cell) / down) + 1):
        y = row * down
        for column in range(COLUMNS + 1 + row % 2):
            x = left + column * across - (across / 2 if row % 2 else 0)
            corners = tuple((x + cell * sin(turn * pi / 3), y + cell * cos(turn * pi / 3)) for turn in range(6))
            fill = {(1, 2): theme.ink, (2, 2): theme.accent}.get((row, column))
            if fill:
                strong.append(Polygon(corners, None if theme.outlined else fill, fill, 0.7 * MM))
            else:
                plain.append(Polygon(corners, None, theme.hairline, 0.2 * MM))
    yield Group((*plain, *strong), clip=(0.0, 0.0, width, low))


def following_art(theme: Theme, width: float) -> Iterator[Item]:
    """Yield what stands at the upper edge of a page on which a part continues."""
    if theme.outlined:
        return
    ground = theme.title_plate.ground
    match theme.title:
        case "emblem" | "wedge":
            yield Polygon(((width - 30 * MM, 0), (width, 0), (width, 9 * MM)), theme.accent)
        case "rules":
            yield Rect(0, 0, width, 6.2 * MM, ground)
            yield Rect(0, 6.8 * MM, width, 0.5 * MM, theme.ink)
        case "slant":
            yield Polygon(((0, 0), (width, 0), (width, 4.6 * MM), (0, 8 * MM)), ground)
            yield Polygon(((0, 7.4 * MM), (width, 4 * MM), (width, 5 * MM), (0, 8.4 * MM)), theme.ink)
        case "hexes":
            yield from _hexes(theme, width, 9 * MM)
        case "blocks":
            yield Rect(0, 0, width - BLOCK, 6 * MM, ground)
            yield Rect(width - BLOCK, 0, BLOCK, 6 * MM, theme.ground(theme.second))


def node(radius: float, plate: Plate, theme: Theme) -> Circle | Polygon:
    """Return what holds the number of a step, from (0, 0): a circle, or a shape that goes with the look's titles."""
    edge = plate.edge if plate.hatch else None
    match theme.title:
        case "hexes":
            turns = (turn * pi / 3 for turn in range(6))
            corners = tuple((radius + radius * cos(turn), radius + radius * sin(turn)) for turn in turns)
        case "slant":
            corners = uneven(0.1 * radius, 0.1 * radius, 1.8 * radius, 1.8 * radius)
        case "blocks":
            corners = ((0, 0), (2 * radius, 0), (2 * radius, 2 * radius), (0, 2 * radius))
        case _:
            return Circle(radius, radius, radius, plate.ground, edge, 0.8)
    return Polygon(corners, plate.ground, edge, 0.8)


FOLD, BAR, HEAVY, STRIPE = 2.4 * MM, 1.1 * MM, 0.8 * MM, 1.3 * MM
"""Of boxes: the folded corner, the bar at the left, the outline cut by hand, and the stripes of a caution."""
UNEVEN = 0.45 * MM
"""How far the corners of an outline cut by hand are off."""


def box_art(theme: Theme, x: float, width: float, high: float, edge: str) -> Iterator[Item]:
    """Yield the ground and frame of a box with text in the look's style, other than plain, from (x, 0)."""
    ground = None if theme.outlined else theme.paper
    match theme.box:
        case "bar":
            yield Rect(x, 0, width, high, ground, theme.hairline if theme.outlined else None, 0.2 * MM)
            yield Rect(x, 0, BAR, high, edge)
            right = x + width
            yield Polygon(((right - FOLD, high), (right, high - FOLD), (right, high)), theme.accent)
        case "caution":
            yield Rect(x, 0, width, high, theme.page if theme.sheet else None, edge, 0.35 * MM)
        case "handcut":
            yield Polygon(uneven(x, 0, width, high), theme.page if theme.sheet else None, edge, HEAVY)
        case "label":
            yield Rect(x, 0, width, high, None, edge, 0.3 * MM)
        case "split":
            shown = None if theme.outlined else theme.washed(theme.second, 0.1)
            yield Rect(x, 0, width, high, shown, edge if theme.outlined else None, 0.3 * MM)


FOLDED = 3.6 * MM
"""Side of the folded corner of a slip."""
TAPE = (-2.0, -1.7), (11.0, -3.1), (11.6, 0.3), (-1.4, 1.9)
"""Corners of the tape on a slip, in mm from its upper left corner."""


def slip_art(theme: Theme, x: float, width: float, high: float) -> Iterator[Item]:
    """Yield a slip of paper on tape from (x, 0), its upper right corner folded."""
    fold, right = FOLDED, x + width
    left = uneven(x, 0, width, high)
    ground, light = (theme.page, theme.page) if theme.outlined else (theme.gold, theme.paper)
    yield Polygon((left[0], (right - fold, 0), (right, fold), left[2], left[3]), ground, theme.ink, 0.7 * MM)
    yield Polygon(((right - fold, 0), (right - fold + 0.5 * MM, fold), (right, fold)), light, theme.ink, 0.45 * MM)
    yield Polygon(tuple((x + a * MM, b * MM) for a, b in TAPE), light, theme.ink, 0.3 * MM)


def uneven(x: float, y: float, width: float, high: float, most: float = UNEVEN) -> tuple[tuple[float, float], ...]:
    """Return a box as if cut by hand: its corners are off by its place and size, so that each build is the same."""
    seed = int(7 * x + 13 * width + 29 * high)
    off = [most * ((seed // 5**step % 5) - 2) / 2 for step in range(8)]
    right, low = x + width, y + high
    return (
        (x + off[0], y + off[1]),
        (right + off[2], y + off[3]),
        (right + off[4], low + off[5]),
        (x + off[6], low + off[7]),
    )


def striped(x: float, width: float, high: float, ink: str) -> Group:
    """Return the slanted stripes of a caution, cut at the edges of a box from (x, 0)."""
    stripes = []
    for number in range(-ceil(high / (2 * STRIPE)), ceil(width / (2 * STRIPE))):
        low = x + 2 * STRIPE * number
        up = low + high
        stripes.append(Polygon(((low, high), (up, 0), (up + STRIPE, 0), (low + STRIPE, high)), ink))
    return Group(tuple(stripes), clip=(x, 0.0, width, high))


HEX = 1.9 * MM
"""Radius of the hexes of an owner's pattern."""


def patterned(owner: Owner, wide: float, tall: float, theme: Theme) -> Iterator[Item]:
    """Yield the hexes in lines, or the stripes, of an owner's counters, from (0, 0); hexes reach over the edges."""
    if owner.pattern == "stripes":
        yield striped(0.0, wide, tall, theme.legible(owner.colour, theme.page))
        return
    for row, column in product(range(int(tall / HEX / 1.5) + 2), range(int(wide / HEX / 1.7) + 2)):
        x, y = (column + row % 2 / 2) * HEX * 3**0.5, row * 1.5 * HEX
        corners = ((x + HEX * sin(turn * pi / 3), y + HEX * cos(turn * pi / 3)) for turn in range(6))
        yield Polygon(tuple(corners), None, theme.hairline, 0.2 * MM)


def foot_art(theme: Theme, x: float, width: float, y: float) -> Iterator[Item]:
    """Yield what stands over the foot of a page, on a line of a width from (x, y)."""
    match theme.foot:
        case "rules":
            yield Rect(x, y - 0.75 * MM, width, 0.45 * MM, theme.ink)
            yield Rect(x, y - 0.12 * MM, width, 0.12 * MM, theme.ink)
        case "slant":
            yield Polygon(((x, y), (x, y - 0.9 * MM), (x + width, y - 0.2 * MM), (x + width, y)), theme.accent)
        case "blocks":
            yield Rect(x, y - 0.7 * MM, 0.25 * width, 0.7 * MM, theme.accent)
            yield Rect(x + 0.25 * width, y - 0.7 * MM, 0.75 * width, 0.7 * MM, theme.ground(theme.second))


THIN, BOLD, BROAD, PITCH = 0.8, 1.9, 2.6, 3.4
"""For posters in lines, in points: widths of lines of colour and of ink, least breadth of shapes, pitch of hatches."""
GAP = 4 * MM
"""Between a scene and the edges of its band."""
SHADE = 0.4
"""How much of the ground is in the shade of textures and fine lines, the rest of which is the strong colour."""
CARD = 63.0, 88.0
"""Width and height in mm of the card that posters are drawn for. They stretch with others; shapes in groups do not."""


def back_art(
    motif: Motif | None, theme: Theme, width: float, height: float, bleed: float, colours: Poster
) -> tuple[Item, ...]:
    """Return the ground of a back, its size in points: the poster of its motif, or what the look has instead."""
    if motif or theme.backs in ("poster", "pale") and theme.motif != "none":
        return poster(motif or theme.motif or "wedge", width, height, bleed, colours, theme.figures)
    if theme.backs == "frame":
        return tuple(_framed(width, height, bleed, colours))
    return poster("plain", width, height, bleed, colours)


NAMED = 70.7
"""From which height in mm a poster has the place for the name of its cards, which a board has not."""
PRINT = 0.5
"""Share of the back of a board that its cards' poster takes, as a print hung in its middle."""


def cover(theme: Theme, x: float, y: float, width: float, height: float) -> Iterator[Group]:
    """Yield what stands on the back of a board: the look's scene, or else what its cards have on their middle."""
    if theme.scene:
        shown = scene(theme.scene, theme, 0.8 * width, height)
        top, band = height - shown.height, theme.title_plate.ground
        ground = () if theme.outlined else (Rect(0, top - GAP, width, height - top + GAP, band),)
        yield Group((*ground, Group(shown.items, (width - shown.width) / 2, top)), x, y)
        return
    wide = min(PRINT * width, PRINT * height * CARD[0] / CARD[1])
    tall = wide * CARD[1] / CARD[0]
    deep = tall * NAMED / CARD[1]
    drawn = back_art(None, theme, wide, tall, 0.0, theme.pale(theme.accent))
    yield Group(tuple(drawn), x + (width - wide) / 2, y + (height - deep) / 2, clip=(0.0, 0.0, wide, deep))


@lru_cache(maxsize=64)
def poster(
    motif: str, width: float, height: float, bleed: float, colours: Poster, figures: Figures = SHIPPED
) -> tuple[Item, ...]:
    """Return the shapes of a poster for a card of a size in points. They may extend beyond the bleed: clip them."""
    across, down = width / CARD[0], height / CARD[1]
    to = Placing(0, 0, across, down, min(across, down), digits=2)
    shade = colours.strong if colours.hatch else mix(colours.strong, colours.ground, SHADE)
    paint = {None: None, "ground": colours.ground, "strong": colours.strong, "shade": shade, "light": colours.light}
    paint["sky"] = colours.ground if colours.hatch else colours.sky or colours.light
    items = list(_ground(width, height, bleed, colours))
    for figure in figures.find("posters", motif).items:
        if colours.hatch and isinstance(figure, Path) and figure.fill == "shade":
            continue  # a texture is ink alone
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
        line = THIN if shape.fill == colours.strong else BOLD
        yield shape._replace(fill=colours.ground, stroke=shape.fill, line=line)
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
