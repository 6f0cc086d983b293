"""A game's own pictures: found by name, checked once, placed on a face, and refused if too coarse for print."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from rcwkit.art.figures import Figure
from rcwkit.art.hatching import line_art
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.frame import MM, Frame, Gradient, Group, Item, Path, Picture, Sheet, Subpath
from rcwkit.memo import Memo
from rcwkit.source.project import OpenedFile, Read

if TYPE_CHECKING:
    from rcwkit.art.svg_tree import NotDrawn

Crop = Literal["fit", "fill", "stretch"]
"""Whole within its box; or filling it, cut off at the longer sides; or distorted to the shape of the box."""


class PictureView(NamedTuple):
    """What is shown of art in a box that it fills: a region (x, y, width and height, as shares of it).

    The region is `zoom` times as large as to fill the box, with its point `focus` (shares) as near to the middle of the
    box as its edges allow. `flip` mirrors it left to right (across) or top to bottom (down).
    """

    region: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    focus: tuple[float, float] = (0.5, 0.5)
    zoom: float = 1.0
    flip: Literal["", "across", "down"] = ""


WHOLE = PictureView()
GRID = 1000.0
"""Length of an art's longer side in the coordinates of its items: renderers round to 0.01."""
CURRENT = "currentColor"
"""In place of a colour: the ink of the text around the art."""


class Art(NamedTuple):
    """A drawing or picture: its natural size in points, and its items, which are `GRID` long on the longer side.

    `pixels` are the width and height of a raster picture, None for a drawing. `key` names the art in one file.
    `tinted` art has parts in the colour `CURRENT`; a `pen` is the most width, in points, that its lines have in print.
    A drawing that is a picture, of as many pixels as its place needs, tells `why`, and the line of the file.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    pixels: tuple[int, int] | None = None
    key: str = ""
    tinted: bool = False
    pen: float | None = None
    why: tuple[str, int] | None = None


def on_grid(width: float, height: float) -> tuple[float, float]:
    """Return a size scaled to the grid."""
    unit = GRID / max(width, height)
    return width * unit, height * unit


def placed(
    art: Art,
    x: float,
    y: float,
    width: float,
    height: float,
    crop: Crop = "fit",
    ink: str = "#000000",
    view: PictureView = WHOLE,
) -> Group:
    """Place art in a box, in its middle; `ink` takes the place of `CURRENT`. Drawings are stored once per file.

    A `view` is that of art that fills the box; all may be flipped.
    """
    across, down = on_grid(art.width, art.height)
    wide, tall = width / across, height / down
    items, key, scale = art.items, art.key, min(wide, tall)
    if crop == "fill":
        scale = max(wide / view.region[2], tall / view.region[3]) * view.zoom
    if art.tinted:
        items, key = _inked(items, ink), f"{key}-{ink}"
    if art.pen is not None:
        items, key = _penned(items, round(art.pen / scale, 2)), f"{key}-{art.pen / scale:.2f}"
    if art.why:
        items = _rendered(items, GRID * scale)
    if crop == "stretch":
        ratio = wide / scale, tall / scale
        items, key = _stretched(items, *ratio), f"{key}-{ratio[0]:.4f}x{ratio[1]:.4f}"
        across, down = across * ratio[0], down * ratio[1]
    box = None if art.pixels else (0.0, 0.0, across, down)
    left, top = (width - across * scale) / 2, (height - down * scale) / 2
    key = "" if art.pixels else key
    if crop == "fill":
        sides = zip((across, down), (width, height), view.region[:2], view.region[2:], view.focus, strict=True)
        left, top = (_beginning(side * scale, room, *shares) for side, room, *shares in sides)
    inner = Group(items, left, top, key=key, clip=box, scale=scale)
    if view.flip:
        inner = Group((inner,), width, 0.0 if view.flip == "across" else height, mirror=True)
        inner = inner if view.flip == "across" else inner._replace(x=0.0, rotate=180.0)
    if crop == "fill":
        return Group((inner,), x, y, clip=(0.0, 0.0, width, height))
    return Group((inner,), x, y) if view.flip else inner._replace(x=x + left, y=y + top)


def _beginning(side: float, room: float, start: float, share: float, focus: float) -> float:
    """Return where art as long as `side` begins in a room, so that the focus of a share of it is near the middle."""
    first, last = start * side, (start + share) * side
    return -max(first, min(last - room, (start + focus * share) * side - room / 2))


def _rendered(items: tuple[Item, ...], side: float) -> tuple[Item, ...]:
    """Return a drawing that is a picture with pixels enough for a length in points of its longer side."""
    from rcwkit.art.rendering import LEAST, MOST

    (picture,) = items
    assert isinstance(picture, Picture)
    pixels = min(MOST, max(1, math.ceil(side * DPI / 72 / LEAST)) * LEAST)
    return (picture._replace(digest=f"{picture.digest}-{pixels}{_PIXELS}"),)


def mapped(items: Iterable[Item], change: Callable[[Path], Path]) -> tuple[Item, ...]:
    """Return the items of a drawing with every path changed, those in groups, too."""
    return tuple(
        change(item)
        if isinstance(item, Path)
        else item._replace(items=mapped(item.items, change))
        if isinstance(item, Group)
        else item
        for item in items
    )


@lru_cache(maxsize=256)
def _inked(items: tuple[Item, ...], ink: str) -> tuple[Item, ...]:
    def inked(item: Path) -> Path:
        fill, stroke = (ink if colour == CURRENT else colour for colour in (item.fill, item.stroke))
        return item._replace(fill=fill, stroke=stroke)

    return mapped(items, inked)


@lru_cache(maxsize=256)
def _penned(items: tuple[Item, ...], line: float) -> tuple[Item, ...]:
    return mapped(items, lambda item: item._replace(line=min(item.line, line)))


@lru_cache(maxsize=64)
def _stretched(items: tuple[Item, ...], across: float, down: float) -> tuple[Item, ...]:
    def path(item: Path) -> Path:
        subpaths = (
            Subpath((start[0] * across, start[1] * down), tuple(_step(step, across, down) for step in steps), closed)
            for start, steps, closed in item.subpaths
        )
        return item._replace(subpaths=tuple(subpaths), line=item.line * math.sqrt(across * down))

    def stretched(item: Item) -> Item:
        match item:
            case Picture():
                return item._replace(width=item.width * across, height=item.height * down)
            case Gradient(x, y, width, height):
                a, b, c, d, e, f = item.matrix
                moved = (a * across, b * down, c * across, d * down, e * across, f * down)
                return Gradient(x * across, y * down, width * across, height * down, item.axis, item.stops, moved)
            case Group():  # in its place: one that a drawing clips or fades
                within = path(item.within) if isinstance(item.within, Path) else item.within
                return item._replace(items=tuple(map(stretched, item.items)), within=within)
        assert isinstance(item, Path)  # what drawings consist of besides
        return path(item)

    return tuple(map(stretched, items))


def _step(step: tuple[float, ...], across: float, down: float) -> tuple[float, ...]:
    return tuple(number * (down if index % 2 else across) for index, number in enumerate(step))


DPI = 300
"""Pixels per inch at which a raster picture has its natural size, and is sharp in print."""
PEN = 0.5
"""Line width in points of drawings in outline."""
_PLAIN, _PALE, _PIXELS = "-plain", "-pale", "px"
"""What is added to the digest of a picture that is converted or, to so many pixels, drawn before it is printed."""


_EDGE = ((0.0, 0.0), ((GRID, 0.0), (GRID, GRID), (0.0, GRID)), True)
_CROSS = (((0.0, 0.0), ((GRID, GRID),)), ((0.0, GRID), ((GRID, 0.0),)))
BOX = Art(
    72.0,
    72.0,
    (Path((Subpath(*_EDGE), *(Subpath(*line) for line in _CROSS)), "#EEEEEE", "#D40000", 12.0),),
    key="art-missing",
)
"""What a draft shows in place of a picture."""


def _nothing(name: str, span: Span) -> OpenedFile:
    raise InputError.of("E103", f"'{name}' cannot be read: there is no folder", span)


class Artwork(Mapping[str, bytes]):
    """Pictures by name, with `read` to open them; as a mapping, the files of raster pictures by digest.

    A digest is that of the file, followed by what is done to it. Files are not kept in memory, but `memo` keeps art by
    its digest, for several files of a kit, and drawings that became pictures. `shown` maps the name of every picture
    asked for to the SHA-256 of its file. If it is `lenient`, a crossed box takes the place of one that is refused.
    """

    def __init__(self, read: Read = _nothing, memo: Memo | None = None) -> None:
        self._read, self._memo = read, Memo(0) if memo is None else memo
        self.lenient = False
        self.shown: dict[str, str] = {}
        self._found: dict[tuple[str, bool], Art | None] = {}
        self._places: dict[str, tuple[str, Span, tuple[int, int]]] = {}
        self._figures: dict[tuple[str, tuple[str, ...]], Figure] = {}

    def follow(self, before: Artwork) -> None:
        """Take over what was shown before: what was drawn with it is used again."""
        self.shown |= before.shown
        self._places |= before._places

    def find(self, name: str, where: Callable[[], Span], found: list[Diagnostic], theme: Theme | None) -> Art | None:
        """Return a picture as a theme prints it, or as it is; None if it is refused, with the reason in `found`."""
        key = name, bool(theme and theme.outlined)
        if key not in self._found:
            try:
                art = self._opened(name, where(), found)
                self._found[key] = self._sparing(art, theme) if theme and theme.outlined else art
            except InputError as error:
                self._found[key] = BOX if self.lenient else None
                found += error.diagnostics
        return self._found[key]

    def figure(self, name: str, span: Span, roles: tuple[str, ...]) -> Figure:
        """Return a drawing whose colours are roles. Raises InputError."""
        if (name, roles) not in self._figures:
            shown, data = self._read(name, span)
            self.shown[name] = hashlib.sha256(data).hexdigest()
            self._figures[name, roles] = _drawn(data, name, shown, span, roles)
        return self._figures[name, roles]

    def contents(self, name: str, span: Span) -> bytes:
        """Return the bytes of a file that is no picture, noted as one. Raises InputError."""
        _, data = self._read(name, span)
        self.shown[name] = hashlib.sha256(data).hexdigest()
        return data

    def place(self, digest: str) -> tuple[str, Span, tuple[int, int]]:
        """Return the name of a raster picture, where a document names it, and its pixels. Raises KeyError."""
        return self._places[digest.partition("-")[0]]

    @property
    def pixels(self) -> int:
        """The number of pixels of all raster pictures."""
        return sum(wide * tall for _, _, (wide, tall) in self._places.values())

    def _opened(self, name: str, span: Span, found: list[Diagnostic]) -> Art:
        shown, data = self._read(name, span)
        digest = hashlib.sha256(data).hexdigest()
        known, self.shown[name] = self.shown.get(name), digest
        art: Art | None = self._memo.find(("art", digest))
        if art is None:
            drawn = name.lower().endswith(".svg")
            art = drawing_of(data, digest, name, shown, span) if drawn else _raster(data, digest, name, span)
            self._memo.keep(("art", digest), art, 1000 if art.pixels else 10 * len(data))
        if art.why and known is None:
            message, line = art.why
            found.append(Diagnostic("N272", f"'{name}' is printed as a picture: {message}", Span(shown, line)))
        if art.pixels:
            self._places[digest] = name, span, art.pixels
        return art

    def _sparing(self, art: Art, theme: Theme) -> Art:
        """Return art for little ink: drawings in outline, others in light greys."""
        if art.pixels is None:
            items = tuple(line_art(art.items, theme.ink, theme.page, GRID))
            return art._replace(items=items, tinted=False, pen=PEN)
        (picture,) = art.items
        assert isinstance(picture, Picture)
        return art._replace(items=(picture._replace(digest=picture.digest.removesuffix(_PLAIN) + _PALE),))

    def __getitem__(self, digest: str) -> bytes:
        """Read a raster picture's file again. Raises KeyError if it is none of these or was changed meanwhile."""
        source, *how = digest.split("-")
        name, span, _ = self._places[source]
        data = self._read(name, span).data
        if hashlib.sha256(data).hexdigest() != source:
            raise KeyError(digest)
        if not how:
            return data
        if (made := self._memo.find(("picture", digest))) is not None:
            return made  # type: ignore[no-any-return]
        from rcwkit.art.images import paled, plain

        drawn = how[-1].endswith(_PIXELS)
        if drawn:
            from rcwkit.art.rendering import rendered

            data = rendered(data, int(how.pop().removesuffix(_PIXELS)))
        for step in how:
            data = paled(data) if f"-{step}" == _PALE else plain(data)
        return self._memo.keep(("picture", digest), data, len(data)) if drawn else data

    def __contains__(self, digest: object) -> bool:
        return isinstance(digest, str) and digest.partition("-")[0] in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def drawing_of(data: bytes, digest: str, name: str, shown: str, span: Span) -> Art:
    """Return a drawing as shapes or else, if it can be rendered, as a picture. Raises InputError."""
    from rcwkit.art.svg import drawing
    from rcwkit.art.svg_tree import NotDrawn

    key = f"art-{digest[:16]}"
    with _placed(name, shown, span):
        try:
            return drawing(data, key)
        except NotDrawn as error:
            return _pictured(data, digest, key, error)


def _pictured(data: bytes, digest: str, key: str, why: NotDrawn) -> Art:
    """Return a drawing as a picture. Raises NotDrawn if it cannot be rendered."""
    from rcwkit.art.rendering import MOST, tried

    try:
        width, height = tried(data)
    except ValueError as error:
        if why.code == "E268":
            why.message += f", nor can it be a picture: {error}"
        raise why from error
    pixels = min(MOST, round(width * DPI / 72)), min(MOST, round(height * DPI / 72))
    picture = Picture(0.0, 0.0, *on_grid(width, height), digest)
    return Art(width, height, (picture,), pixels, key, why=(why.message, why.line))


def _drawn(data: bytes, name: str, shown: str, span: Span, roles: tuple[str, ...]) -> Figure:
    from rcwkit.art.svg import figure

    with _placed(name, shown, span):
        return figure(data, roles)


@contextmanager
def _placed(name: str, shown: str, span: Span) -> Iterator[None]:
    """Tell where a drawing that is refused is wrong, and where it is named. Raises InputError."""
    from rcwkit.art.svg_tree import NotDrawn

    try:
        yield
    except NotDrawn as error:
        place, related = Span(shown, error.line), ((f"'{name}' is named here", span),)
        raise InputError([Diagnostic(error.code, error.message, place, error.hint, related)]) from error


def _raster(data: bytes, digest: str, name: str, span: Span) -> Art:
    from rcwkit.art.images import measured

    try:
        wide, tall, plain = measured(data)
    except ValueError as error:
        hint = "save it as PNG, JPEG or SVG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{name}': {error}", span, hint) from error
    width, height = wide * 72 / DPI, tall * 72 / DPI
    picture = Picture(0.0, 0.0, *on_grid(width, height), digest if plain else digest + _PLAIN)
    return Art(width, height, (picture,), (wide, tall), f"art-{digest[:16]}")


SEVERAL = 12
"""Most pictures that are named one by one for being coarse."""


def coarse(drawn: Iterable[Frame | Sheet], artwork: Artwork) -> list[Diagnostic]:
    """Return a warning (W270) for each picture with less than 300 dpi where it is largest."""
    if not artwork:
        return []
    largest: dict[str, tuple[float, float]] = {}
    pieces: dict[str, str] = {}
    for one in {id(one.items): one for one in drawn}.values():  # many cards have the same back
        own: dict[str, tuple[float, float]] = {}
        _measure(one.items, 1.0, own)
        for digest, (width, height) in own.items():
            known = largest.get(digest, (0.0, 0.0))
            size = max(known[0], width), max(known[1], height)
            if size != known:
                largest[digest] = size
                pieces[digest] = one.name if isinstance(one, Frame) else ""
    found = [one for digest, size in largest.items() for one in _judged(artwork, digest, *size, piece=pieces[digest])]
    if len(found) <= SEVERAL:
        return found
    more = f"{len(found) - 1} more pictures have fewer than {DPI} dpi, too"
    return [found[0]._replace(message=f"{found[0].message}; {more}")]


def _judged(artwork: Artwork, digest: str, width: float, height: float, piece: str) -> Iterator[Diagnostic]:
    """Judge a picture of a size in points, which it has on a piece."""
    if digest.endswith(_PIXELS):
        return
    name, span, (wide, tall) = artwork.place(digest)
    dpi = round(min(wide / width, tall / height) * 72)
    if dpi < DPI:
        message = f"'{name}' has only {dpi} dpi at {width / MM:.1f} × {height / MM:.1f} mm"
        message += f", on {piece}" if piece else ""
        wanted = f"{round(width * DPI / 72)} × {round(height * DPI / 72)}"
        hint = f"{DPI} dpi are sharp: {wanted} pixels, not {wide} × {tall}"
        yield Diagnostic("W270", message, span, hint)


def _measure(items: Iterable[Item], scale: float, largest: dict[str, tuple[float, float]]) -> None:
    for item in items:
        if type(item) is Group:
            _measure(item.items, scale * item.scale, largest)
        elif type(item) is Picture:
            width, height = largest.get(item.digest, (0.0, 0.0))
            largest[item.digest] = max(width, item.width * scale), max(height, item.height * scale)
