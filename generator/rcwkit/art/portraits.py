"""Portraits: a head and shoulders in three tones, composed of parts in `templates/art/portraits/`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from rcwkit.art.colours import mix
from rcwkit.art.figures import Colours, Figure, Figures, Placing, Shown, place
from rcwkit.art.hatching import areas, hatched
from rcwkit.art.theme import Theme
from rcwkit.frame import Circle, Group, Item, Line, Path, Polygon, Rect
from rcwkit.source.info import Portrait

__all__ = ["SIDE", "portrait"]

SIDE = 100.0
"""Width and height that parts are drawn for; their numbers are in this unit."""
OUTLINE, PITCH, HATCH = 1.5, 5.0, 0.5
"""Line width of outlines, and distance and width of the lines of a hatch."""
COLLAR = 0.25
"""How much darker than the owner's colour a collar is."""
ROLES = ("key", "dark", "lit", "accent", "gold", "crown", "band", "light")
_SAME: Colours = {None: None, **{role: role for role in ROLES}}
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
    scale = min(width, height) / SIDE
    items, key = _composed(parts, overlay, tones, theme.figures)
    return Group(items, x + (width - SIDE * scale) / 2, y + height - SIDE * scale, key=key, scale=scale)


@lru_cache(maxsize=256)
def _composed(parts: Portrait, overlay: str, tones: _Tones, figures: Figures) -> tuple[tuple[Item, ...], str]:
    """Return the items of a portrait, from the back to the front, and a key for them."""
    items = tuple(_layers(_Parts(parts, tones, figures), overlay))
    return items, f"portrait-{sha256(repr(items).encode()).hexdigest()[:16]}"


class _Parts(NamedTuple):
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
        yield _painted(shape, self.fill(fill), stroke, line)
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


def _painted(
    shape: Rect | Circle | Polygon | Path, fill: str | None, stroke: str | None, line: float
) -> Rect | Circle | Polygon | Path:
    return shape._replace(fill=fill, stroke=stroke, line=line if stroke else 0.0)


def _layers(draw: _Parts, overlay: str) -> Iterator[Item]:
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
