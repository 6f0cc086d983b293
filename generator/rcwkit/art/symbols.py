"""Unit symbols with the marks of their size, owners' marks, portraits, and signs as they stand in a line of text.

A unit box is composed of a frame and branches, after APP-6 as wargames use it; a portrait, a head and shoulders in
three tones, of parts in `templates/art/portraits/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from rcwkit.art.artwork import CURRENT, GRID, PEN, Art, mapped, placed
from rcwkit.art.colours import contrast, mix
from rcwkit.art.figures import SHIPPED as OF_THE_HOUSE
from rcwkit.art.figures import Colours, Figure, Figures, Placing, Shown, place
from rcwkit.art.hatching import areas, hatched, line_art
from rcwkit.art.theme import LEGIBLE, Theme
from rcwkit.bundled import bundled
from rcwkit.frame import Circle, Group, Item, Line, Rect
from rcwkit.source.info import Owner, Portrait
from rcwkit.source.markup import FACES, SHIPPED, Sign
from rcwkit.source.symbols import ECHELONS, OwnSign, is_unit_box

Box = tuple[float, float, float, float]
"""Where a symbol has to fit: x, y, width and height in points."""


def echelon_width(mark: str, high: float) -> float:
    """Return the width of an echelon's mark at a height."""
    return sum(_STEP[sign] for sign in mark) * high - (_STEP[mark[-1]] - _WIDE[mark[-1]]) * high


def echelon(mark: str, x: float, y: float, high: float, ink: str) -> tuple[Item, ...]:
    """Draw an echelon's mark, such as XX or •••, centred on x with its top at y. Raises KeyError."""
    line, left = 0.16 * high, x - echelon_width(mark, high) / 2
    items: list[Item] = []
    for sign in mark:
        wide = _WIDE[sign] * high
        middle, foot = left + wide / 2, y + high
        if sign == "X":
            items += [Line(left, y, left + wide, foot, ink, line), Line(left + wide, y, left, foot, ink, line)]
        elif sign == "I":
            items.append(Line(middle, y, middle, foot, ink, line * 1.15))
        elif sign == "+":
            items += [
                Line(left, y + high / 2, left + wide, y + high / 2, ink, line),
                Line(middle, y + high / 2 - wide / 2, middle, y + high / 2 + wide / 2, ink, line),
            ]
        elif sign == "Ø":
            items += [
                Circle(middle, y + high / 2, 0.34 * high, None, ink, line),
                Line(left, foot, left + wide, y, ink, line),
            ]
        else:
            items.append(Circle(middle, y + high / 2, wide / 2, ink))
        left += _STEP[sign] * high
    return tuple(items)


_WIDE = {"X": 0.82, "I": 0.18, "•": 0.62, "Ø": 0.9, "+": 0.8}
"""Width of a sign of an echelon, in its height."""
_STEP = {"X": 1.02, "I": 0.5, "•": 0.86, "Ø": 1.1, "+": 1.05}
"""Distance to the next sign."""


def symbol(
    name: str, x: float, y: float, width: float, height: float, ink: str, ground: str, figures: Figures = OF_THE_HOUSE
) -> tuple[Item, ...]:
    """Return a unit symbol, as large as fits and centred in the box. Raises KeyError."""
    return _fitted(name, (x, y, width, height), ink, ground, figures)


@lru_cache(maxsize=4096)
def _fitted(name: str, box: Box, ink: str, ground: str, figures: Figures) -> tuple[Item, ...]:
    x, y, width, height = box
    tall = proportion(name, figures)
    fitted = min(width, height * 100 / tall)
    left, top = x + (width - fitted) / 2, y + (height - fitted * tall / 100) / 2
    if name in ECHELONS:
        mark = ECHELONS[name]
        return echelon(mark, left + fitted / 2, top, fitted / echelon_width(mark, 1.0), ink)
    return _whole(_figure(name, figures), left, top, fitted, ink, ground)


def proportion(name: str, figures: Figures = OF_THE_HOUSE) -> float:
    """Return the height of a symbol at a width of 100. Raises KeyError."""
    if name in ECHELONS:
        return 100 / echelon_width(ECHELONS[name], 1.0)
    figure = _figure(name, figures)
    return figure.height * 100 / figure.width


def _figure(name: str, figures: Figures) -> Figure:
    return _unit_box(name, figures.of("branches")) if is_unit_box(name) else figures.find("symbols", name)


def _whole(figure: Figure, x: float, y: float, width: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Place a figure of a width in points with its upper left corner at (x, y)."""
    unit = width / figure.width
    placing = Placing(x - figure.left * unit, y - figure.top * unit, unit, unit, unit)
    return tuple(place(figure.items, placing, {"ink": ink, "ground": ground, None: None}))


@lru_cache(maxsize=4096)
def mark(name: str, x: float, y: float, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return an owner's mark centred on (x, y); `ground` is the colour behind it. Raises KeyError."""
    return _whole(OF_THE_HOUSE.find("marks", name), x - size / 2, y - size / 2, size, ink, ground)


def sign(name: str, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return a shipped sign in two colours, `size` points high, from its upper left corner. Raises KeyError."""
    return _whole(OF_THE_HOUSE.find("signs", name), 0.0, 0.0, size, ink, ground)


class _Room(NamedTuple):
    """The inside of a frame: its middle, half its width and height, the scale of icons, and the frame's foot."""

    x: float
    y: float
    a: float
    b: float
    s: float
    foot: float


_ROOMS: Mapping[str, _Room] = {
    "friendly": _Room(50, 31, 47, 28, 1.0, 62),
    "hostile": _Room(50, 50, 27.5, 18.5, 0.66, 88),
    "neutral": _Room(50, 36, 33, 33, 0.9, 72),
    "unknown": _Room(50, 50, 33, 22, 0.78, 98),
}
_USUAL = _ROOMS["friendly"]
"""The room that branches are drawn for."""
_DRAWN = (
    *("infantry", "cavalry", "recon", "anti_tank", "anti_air", "signals", "medical", "motorised", "supply", "fortress"),
    *("coastal", "armour", "mechanised", "self_propelled", "artillery", "engineers", "bridging", "machine_gun"),
    *("mortar", "rocket", "transport", "maintenance", "chemical", "aviation", "headquarters", "mountain", "airborne"),
    *("marine", "wheeled", "bicycle", "ski", "railway", "militia", "partisan", "security", "police", "guards"),
    *("light", "heavy"),
)
_ORDER = {part: number for number, part in enumerate(_DRAWN)}
"""Branches in the order of drawing: some hide what is under them. A game's own come last."""
_UNDER = 17.0
"""Height of what hangs below a box: wheels, rails, skis, a staff."""
_LINE = 4.0
"""Width of a staff, as of the frame."""
_EXACT = 9
"""Digits of corners within a unit box, which are rounded once it is placed."""


@lru_cache(maxsize=256)
def _unit_box(name: str, figures: Figures) -> Figure:
    """Return a unit box: its frame, and then its branches. Raises KeyError for an unknown part."""
    parts = name.split("+")
    frame = next((part for part in parts if part in _ROOMS), "friendly")
    room, branches = _ROOMS[frame], [part for part in parts if part not in _ROOMS]
    around = figures.find("frames", frame)
    items, high = list[Item](around.items), around.height
    for part in sorted(branches, key=lambda part: _ORDER.get(part, len(_ORDER))):
        if part == "headquarters" and len(branches) > 1:
            left, high = 4 if room.foot < 80 else room.x, around.height + _UNDER
            items.append(Line(left, room.foot - 2, left, room.foot + _UNDER, "ink", _LINE))
            continue
        figure = _branch(part, frame, figures)
        if figure.fit == "letters":
            placing = _beside(figure, room, [other for other in branches if other != part])
        else:
            placing = Placing(*_fit(figure.fit, room), 1.0, digits=_EXACT)
        items += place(figure.items, placing, {"ink": "ink", "ground": "ground", None: None})
        high = around.height + _UNDER if figure.fit == "below" else high
    return around._replace(height=high, items=tuple(items))


def _branch(part: str, frame: str, figures: Figures) -> Figure:
    """Return the drawing of a branch, of which some frames have one of their own."""
    try:
        return figures.find("branches", f"{part}-{frame}")
    except KeyError:
        return figures.find("branches", part)


def _fit(fit: str, room: _Room) -> tuple[float, float, float, float]:
    """Return the origin of a branch, the middle of the usual frame, and how much it is enlarged across and down."""
    match fit:
        case "across":
            return room.x, room.y, room.a / _USUAL.a, room.b / _USUAL.b
        case "foot":
            return room.x, room.y + room.b - _USUAL.b * room.s, room.s, room.s
        case "below":
            return room.x, room.foot - (_USUAL.foot - _USUAL.y), 1, 1
    return room.x, room.y, room.s, room.s


def _beside(figure: Figure, room: _Room, beside: Sequence[str]) -> Placing:
    """Return the place of letters in the middle, or that of small ones clear of the other branches."""
    high, line = (19 * room.s, 3.6) if beside else (30 * room.s, 5.0)
    x, y = room.x, room.y - high / 2
    if "infantry" in beside:
        y = room.y + room.b - high - 3.5 * room.s
    elif "artillery" in beside:
        x += 0.58 * room.a
    elif "cavalry" in beside or "recon" in beside:
        x, y = room.x + 0.55 * room.a, room.y + room.b - high - 5 * room.s
    across, down = high / figure.height, (high - line) / figure.height
    return Placing(x - figure.width * across / 2, y + line / 2, across, down, line / 5, digits=_EXACT)


_PIPS = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}


def die(face: int, x: float, y: float, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return a six-sided die with its top left corner at (x, y). Raises KeyError for a face not from 1 to 6."""
    unit = size / 100
    box = Rect(x + 3 * unit, y + 3 * unit, 94 * unit, 94 * unit, ground, ink, 6 * unit, 16 * unit)
    return box, *(Circle(x + across * unit, y + down * unit, 9.5 * unit, ink) for across, down in _PIPS[face])


PORTRAIT = 100.0
"""Width and height that parts are drawn for; their numbers are in this unit."""
OUTLINE, PITCH, HATCH = 1.5, 5.0, 0.5
"""Line width of outlines, and distance and width of the lines of a hatch."""
COLLAR = 0.25
"""How much darker than the owner's colour a collar is."""
_PORTRAIT_ROLES = ("key", "dark", "lit", "accent", "gold", "crown", "band", "light")
_SAME: Colours = {None: None, **{role: role for role in _PORTRAIT_ROLES}}
_WHOLE = Placing(0, 0, 1, 1, 1)


class _Tones(NamedTuple):
    """The colours of roles; in outline, what is dark is hatched and all but what is `key` is white."""

    ink: str
    light: str
    accent: str
    gold: str
    outlined: bool


def portrait(
    parts: Portrait, x: float, y: float, width: float, height: float, accent: str, theme: Theme, overlay: str = ""
) -> Group:
    """Return a portrait, as large as fits and in the middle of a box, with its shoulders on the foot of the box.

    `accent` is the owner's colour. An `overlay` shows a state: a bandage, bars. Portraits are stored once per file.
    """
    light, dark = (theme.page, accent) if theme.outlined else (theme.paper, mix(accent, "#000000", COLLAR))
    tones = _Tones(theme.ink, light, dark, theme.gold, theme.outlined)
    scale = min(width, height) / PORTRAIT
    items, key = _composed(parts, overlay, tones, theme.figures.of("portraits"))
    return Group(items, x + (width - PORTRAIT * scale) / 2, y + height - PORTRAIT * scale, key=key, scale=scale)


@lru_cache(maxsize=256)
def _composed(parts: Portrait, overlay: str, tones: _Tones, figures: Figures) -> tuple[tuple[Item, ...], str]:
    """Return the items of a portrait, from the back to the front, and a key for them."""
    items = tuple(_layers(_PortraitParts(parts, tones, figures), overlay))
    return items, f"portrait-{sha256(repr(items).encode()).hexdigest()[:16]}"


class _PortraitParts(NamedTuple):
    """What parts are drawn with."""

    parts: Portrait
    tones: _Tones
    figures: Figures

    def figure(self, slot: str, name: str) -> Figure:
        """Return the drawing of a part."""
        return self.figures.find("portraits", f"{slot}_{name}")

    def drawn(self, slot: str, name: str | None, *, grey: bool = False) -> Iterator[Item]:
        """Yield the shapes of a part, if there is one."""
        return self.toned(self.figure(slot, name).items, grey=grey) if name else iter(())

    def toned(self, items: tuple[Item, ...], *, grey: bool = False) -> Iterator[Item]:
        """Yield shapes in their tones; `grey` ones are light with an outline."""
        for shape in place(items, _WHOLE, _SAME):
            yield from self.shape(shape, grey=grey)

    def shape(self, shape: Shown, *, grey: bool) -> Iterator[Item]:
        """Yield a shape in its tones: one that is dark is hatched in outline."""
        if isinstance(shape, Line):
            yield shape._replace(stroke=self.stroke(shape.stroke, grey=grey) or self.tones.ink)
            return
        fill, line = self.role(shape.fill), shape.line
        stroke = self.stroke(shape.stroke, grey=grey)
        if grey and fill in ("dark", "key"):
            fill, stroke, line = "light", self.tones.ink, OUTLINE
        elif self.tones.outlined and fill not in ("key", "lit", "light", None):
            stroke, line = self.tones.ink, line or OUTLINE
        yield shape._replace(fill=self.fill(fill), stroke=stroke, line=line if stroke else 0.0)
        if self.tones.outlined and fill == "dark":
            for area in areas(shape):
                yield from hatched(area, "rising", self.tones.ink, PITCH, HATCH)

    def role(self, fill: str | None) -> str | None:
        """Return the role of a fill: a cap without a colour of its own is dark."""
        return "dark" if fill in ("crown", "band") and not getattr(self.parts, fill) else fill

    def fill(self, role: str | None) -> str | None:
        """Return the colour of a fill."""
        tones = self.tones
        if role is None or role == "key":
            return role and tones.ink
        if tones.outlined:
            return tones.ink if role == "lit" else tones.light
        own = {"dark": tones.ink, "accent": tones.accent, "gold": tones.gold}
        own |= {"crown": self.parts.crown or tones.ink, "band": self.parts.band or tones.ink}
        return own.get(role, tones.light)

    def stroke(self, role: str | None, *, grey: bool) -> str | None:
        """Return the colour of a stroke: light ones within dark areas are dark on light ones."""
        if role == "lit":
            return self.tones.ink if grey or self.tones.outlined else self.tones.light
        return role and (self.tones.light if role == "light" else self.tones.ink)


def _layers(draw: _PortraitParts, overlay: str) -> Iterator[Item]:
    """Yield the parts of a portrait from the back to the front."""
    parts = draw.parts
    hair = draw.figure("hair", parts.hair) if parts.hair else None
    behind = hair is not None and hair.fit == "behind"
    details = [(name, draw.figure("detail", name).fit == "face") for name in parts.details]
    if hair and behind:
        yield from draw.toned(hair.items, grey=parts.grey)
    yield from draw.drawn("coat", parts.coat)
    for name, inside in details:
        if not inside:
            yield from draw.drawn("detail", name)
    head = draw.figure("head", parts.head).items
    yield from draw.toned(head[-1:] if behind else head)  # ears are under such hair
    face = [*draw.drawn("nose", parts.nose)]
    for name, inside in details:
        face += draw.drawn("detail", name) if inside else ()
    yield Group(tuple(face), within=_outline(head[-1]))
    yield from draw.drawn("beard", parts.beard, grey=parts.grey)
    yield from draw.drawn("moustache", parts.moustache, grey=parts.grey)
    yield from draw.drawn("mouth", None if parts.moustache else "plain")
    yield from draw.drawn("eyes", parts.eyes)
    yield from draw.drawn("brow", parts.brow)
    if hair and not behind:
        yield from draw.drawn("hair", "temples" if parts.cap else parts.hair, grey=parts.grey)
    yield from draw.drawn("eyewear", parts.eyewear)
    yield from draw.drawn("cap", parts.cap)
    yield from draw.drawn("badge", parts.badge)
    yield from draw.drawn("overlay", overlay)


def _outline(head: Item) -> tuple[tuple[float, float], ...]:
    """Return the outline of a head as a polygon."""
    (shape,) = place((head,), _WHOLE, _SAME)
    assert not isinstance(shape, Line)
    return tuple(next(areas(shape)))


SIGNS = (
    *("arrow", "arrow_left", "arrow_right", "arrows", "card", "chosen", "drawn", "fire", "flag", "gate", "leader"),
    *("lock", "loss", "move", "port", "reduced", "resource", "spot", "start", "victory"),
)
"""Signs in two colours, with a ground that is cut out."""

_SIDES: Mapping[str, float] = {"die": 1.12, "mark": 1.1, "sign": 0.88, "box": 1.0}
_CARDS = {"card": 1.3, "chosen": 1.3, "drawn": 1.3}
"""The same of signs that stand for cards, which are told apart by what is on them."""
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
    return 1.0 if one.value in FACES else _CARDS.get(one.value, _SIDES[one.kind])


def ground(ink: str, light: str, theme: Theme) -> str:
    """Return the colour that is cut out of a sign: the light one, or ink where the sign itself is light."""
    return light if contrast(ink, light) >= LEGIBLE else theme.ink


DISPLAYED = 12.0
"""Size of type from which a sign of the game's own is a picture, in outline with low ink."""


def own(art: Art, size: float, ink: str, sign: OwnSign, page: str = "") -> Glyph:
    """Return a sign of the game's own for text of a size in points; a `tint` puts it in ink.

    A large one is in outline if the `page` under it is given, as for low ink.
    """
    if page and size >= DISPLAYED:
        art = _outlined(art, page)
    high = OWN * size
    width = high * art.width / art.height
    if sign.width and width > sign.width * size:
        width = sign.width * size
        high = width * art.height / art.width
    drawn = placed(_tinted(art) if sign.tint and not art.tinted else art, 0, 0, width, high, ink=ink)
    return widened(Glyph((drawn,), width, high), size, sign)


def widened(glyph: Glyph, size: float, sign: OwnSign) -> Glyph:
    """Return a sign in the middle of the width that it has in texts of a size, if it is given one."""
    room = (sign.width or 0.0) * size - glyph.width
    if room <= 0:
        return glyph
    return Glyph((Group(glyph.items, room / 2),), glyph.width + room, glyph.height)


@lru_cache(maxsize=64)
def _outlined(art: Art, page: str) -> Art:
    """Return a drawing in outline, in the colour of the text; a raster picture stays as it is."""
    if art.pixels:
        return art
    items = tuple(line_art(art.items, CURRENT, page, GRID))
    return art._replace(items=items, key=f"{art.key}-outline", tinted=True, pen=PEN)


@lru_cache(maxsize=64)
def _tinted(art: Art) -> Art:
    """Return a drawing whose colours, but for white, are that of the text; a raster picture stays as it is."""

    def inked(colour: str | None) -> str | None:
        return colour if colour is None or colour.lower() == "#ffffff" else CURRENT

    if art.pixels:
        return art
    items = mapped(art.items, lambda item: item._replace(fill=inked(item.fill), stroke=inked(item.stroke)))
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
