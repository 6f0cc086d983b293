"""Draw what the boxes of a layout hold: shapes, pictures, symbols, posters, and texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, relate
from rcwkit.look.art import placed
from rcwkit.look.evaluation import Scope, Unfit
from rcwkit.look.fonts import styled
from rcwkit.look.frame import Group, Item
from rcwkit.look.hatching import disc, hatched, line_art
from rcwkit.look.paint import Paint
from rcwkit.look.symbols import MARKS, mark, symbol
from rcwkit.look.text import Block, Box, Setter, paragraphs
from rcwkit.models.layouts import CardSection, Strip
from rcwkit.models.symbols import ECHELONS, is_unit_box, wrong_symbol
from rcwkit.pieces.compiled import Compiled, Refused, Source
from rcwkit.pieces.parts import Heading, heading, poster, relative, sections, strip
from rcwkit.pieces.posters import MOTIFS
from rcwkit.pieces.shapes import Points, Rectangle, bled, dashes, edge_of, middle, outline, shape
from rcwkit.reading.game import Game
from rcwkit.reading.scopes import Spans

__all__ = ["Contents"]

PITCH = 2.6
"""Usual distance of the lines of a hatch, in points."""
HATCH = 0.45
"""Usual width of the lines of a hatch, in points."""
CLOSEST = 1.0
"""Least distance of the lines of a hatch, in points."""
MOST = 1000
"""Maximum number of lines of a hatch."""
BOX_LINE, LINE = 0.6, 0.45
"""Width in points of the lines of unit boxes and other symbols in outline."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "baseline": 1.0}


class Contents(ABC):
    """Draws the contents of boxes of a face of a `size` in points.

    `beyond` becomes true if something is drawn outside of the bleed. Values that cannot be used raise Refused; texts
    that do not fit are added to the setter's `found`.
    """

    def __init__(self, game: Game, paint: Paint, spans: Spans, bleed: float) -> None:
        self.game, self.paint, self.spans, self.bleed = game, paint, spans, bleed
        self.setter: Setter = paint.setter
        self.size = (0.0, 0.0)
        self.beyond = False

    @abstractmethod
    def laid(self, layout: str, scope: Scope, size: tuple[float, float], depth: int) -> tuple[Item, ...]:
        """Return the items of a layout at a size."""

    def contents(
        self, box: Compiled, place: Rectangle, scope: Scope, depth: int, index: int, items: list[Item]
    ) -> None:
        """Draw shape, picture, symbols, inner layout, and text of a box, in this order."""
        values, theme = box.values, self.setter.theme
        fill = self._colour(box, "fill", scope) if "fill" in values else None
        if box.drawn:
            self._drawing(box, place, fill, scope, depth, index, items)
        words = values["text"](scope).strip() if "text" in values else ""
        if not words and not box.worded:
            return
        ink = self._colour(box, "ink", scope) if "ink" in values else None
        ink = self.paint.ink(ink or (theme.on(fill) if fill else theme.ink))
        known = len(self.setter.found)
        if box.worded:
            items += self._sections(box, words, place, ink, scope, index)
        else:
            items += self._text(box, words, place, ink, scope, index)
        if len(self.setter.found) > known and self.is_own(box):
            relate(self.setter.found, known, box.placed.at("at"))

    def is_own(self, box: Compiled) -> bool:
        """Return whether a box is in a layout of the game's own."""
        return any(box.placed.own[0] is one for one in self.game.documents)

    def _drawing(
        self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope, depth: int, index: int, items: list[Item]
    ) -> None:
        """Draw what a box has under its text."""
        values, given, theme = box.values, box.placed.box, self.setter.theme
        edges = bled(place, self.size, self.bleed) if given.over == "bleed" else place
        if "motif" in values:
            items += self._poster(box, edges, scope)
        if "fill" in values or "stroke" in values or "hatch" in values:
            items += self._shape(box, edges, fill, scope)
        ink = self.paint.ink(self._colour(box, "ink", scope) or (theme.on(fill) if fill else theme.ink))
        ground = self.paint.behind(ink, self._colour(box, "ground", scope) or fill, scope.get("owner"))
        if name := box.value("image", scope):
            items += self._image(box, name, edges, ink, scope, self.where(box, "image", index))
        x, y, width, height = place
        if name := box.value("symbol", scope):
            if wrong := wrong_symbol(name):
                raise self.refused("E254", wrong[0], box, "symbol", wrong[1])
            drawn = symbol(name, x, y, width, height, ink, ground)
            lined = theme.outlined and name not in ECHELONS
            items += line_art(drawn, ink, ground, BOX_LINE if is_unit_box(name) else LINE) if lined else drawn
        if name := box.value("mark", scope):
            if name not in MARKS:
                raise self.refused("E254", f"unknown mark '{name}'", box, "mark", f"one of: {', '.join(MARKS)}")
            items += mark(name, x + width / 2, y + height / 2, min(width, height), ink, ground)
        if given.layout is not None:
            inner = self.laid(given.layout, scope, (width, height), depth + 1)
            items += [Group(inner, x, y)] if x or y else inner
        if isinstance(shown := box.value("strip", scope), Strip):
            items += strip(self.game, shown, place, self.setter, self.where(box, "strip", index))
        if "flags" in values:
            numbers = box.value("flags", scope) or ()
            if not isinstance(numbers, (list, tuple)) or not all(type(one) is int for one in numbers):
                raise self.refused("E251", "these are not the numbers of rulings", box, "flags")
            items += self.setter.rulings(numbers, x + width, y, theme.card_floor)

    def _shape(self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope) -> Iterator[Item]:
        given, values = box.placed.box, box.values
        stroke = self._colour(box, "stroke", scope)
        fill, stroke, line = self.paint.laid(fill, stroke, box.value("line", scope))
        hatch = self._colour(box, "hatch", scope) if self.setter.theme.outlined else None
        if fill is None and stroke is None and hatch is None:
            return
        kind, points = self._area(box, place, scope)
        sweep = box.value("sweep", scope, (0, 360))
        self._bound(points or ((place[0], place[1]), (place[0] + place[2], place[1] + place[3])))
        if hatch is not None:
            plate = self.setter.theme.plate(hatch)
            area = points or (disc(*middle(place)) if kind == "disc" else outline(kind, place))
            thin = HATCH if given.line is None or stroke is not None else box.value("line", scope)
            yield from hatched(area, plate.hatch or "grid", plate.edge, self._pitch(box, scope, place), thin)
        if stroke is None or "dash" not in values:
            if fill is not None or stroke is not None:
                yield shape(kind, place, points, sweep, box.value("corner", scope), fill, stroke, line)
            return
        if fill is not None and kind != "line":
            yield shape(kind, place, points, sweep, box.value("corner", scope), fill, None, line)
        yield from dashes(kind, place, points, sweep, stroke, line, values["dash"](scope))

    def _pitch(self, box: Compiled, scope: Scope, place: Rectangle) -> float:
        """Return the distance of the lines of a hatch, which are not too many to print."""
        return float(max(box.value("pitch", scope, PITCH), CLOSEST, (place[2] + place[3]) / MOST))

    def _bound(self, points: tuple[tuple[float, float], ...]) -> None:
        """Note points outside of the bleed."""
        least, (width, height) = -self.bleed - 0.01, self.size
        if not all(least <= x <= width - least and least <= y <= height - least for x, y in points):
            self.beyond = True

    def _image(
        self, box: Compiled, name: str, place: Rectangle, ink: str, scope: Scope, where: Callable[[], Span]
    ) -> Iterator[Item]:
        """Place a picture, cut off at the edge of the box's shape."""
        art, given = self.setter.picture(name, where), box.placed.box
        if art is None:
            return
        picture = placed(art, *place, given.crop or "fit", ink)
        kind, points = self._area(box, place, scope)
        corner, sweep = box.value("corner", scope), box.value("sweep", scope, (0, 360))
        edge = edge_of(kind, place, points, sweep, corner)
        yield Group((picture,), within=edge) if edge else picture

    def _area(self, box: Compiled, place: Rectangle, scope: Scope) -> tuple[str, Points]:
        """Return the shape of a box, and its points if it has some of its own."""
        inner = {**scope, "": place} if box.points else scope
        points = tuple((x(inner), y(inner)) for x, y in box.points)
        return box.placed.box.shape or ("polygon" if points else "rect"), points

    def _poster(self, box: Compiled, place: Rectangle, scope: Scope) -> tuple[Item, ...]:
        motif = box.value("motif", scope)
        if motif and motif not in MOTIFS:
            raise self.refused("E254", f"unknown motif '{motif}'", box, "motif", f"one of: {', '.join(MOTIFS)}")
        self.beyond = True
        bleed = self.bleed if box.placed.box.over == "bleed" else 0.0
        x, y, width, height = place
        inner = (x + bleed, y + bleed, width - 2 * bleed, height - 2 * bleed)
        return poster(motif, inner, bleed, self._colour(box, "ink", scope) or self.setter.theme.accent, self.setter)

    def _sizes(self, box: Compiled, scope: Scope) -> list[float]:
        """Return the type sizes of a box, the largest first."""
        sizes: list[float] = box.value("size", scope) or [self.setter.theme.card_body, self.setter.theme.card_floor]
        return sizes

    def where(self, box: Compiled, key: str, index: int) -> Callable[..., Span]:
        """Return where a value of a box comes from: from the data, or else its place in the layout."""

        def found(*path: Any) -> Span:
            own, more = (path[0], path[1:]) if path and path[0] in box.sources else (key, path)
            return self._source(box, own, more, index) or box.placed.at(own)

        return found

    def _blocks(self, box: Compiled, words: str, ink: str, scope: Scope) -> list[Block]:
        font = self._font(box, box.value("font", scope, "sans"))
        bold, sign = styled(font, bold=True), relative(box.value("sign", scope, 1.0))
        return [Block(line, ink, ("text",), font, bold, sign=sign) for line in paragraphs(words)]

    def _text(self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int) -> Iterator[Item]:
        given, sizes, where = box.placed.box, self._sizes(box, scope), self.where(box, "text", index)
        if given.lines or len(sizes) > 2:
            style = Heading(
                given.lines or 1,
                _ALIGN[given.align or "left"],
                given.valign or "top",
                box.value("leading", scope, 1.0),
                box.value("rise", scope, 0.0),
                box.value("spacing", scope, 0.0),
                relative(box.value("sign", scope, 1.0)),
                box.value("pitch", scope, 0.0),
            )
            font = self._font(box, box.value("font", scope, "sans"))
            yield from heading(words, Box(*place, box.placed.name), style, font, sizes, ink, self.setter, where)
            return
        align, valign = _ALIGN[given.align or "left"], _VALIGN[given.valign or "top"]
        room = Box(*place, box.placed.name, align, valign, self._leading(box, scope))
        yield from self.setter.fit(self._blocks(box, words, ink, scope), room, sizes[0], sizes[-1], where)

    def _sections(
        self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int
    ) -> Iterator[Item]:
        """Set text and sections above ruled lines."""
        listed = box.value("sections", scope) or ()
        if not isinstance(listed, (list, tuple)) or not all(isinstance(one, CardSection) for one in listed):
            raise self.refused("E251", "these are not the sections of a card", box, "sections")
        lines = int(min(20, max(0, box.value("ruled", scope, 0))))
        texts = self._blocks(box, words, ink, scope) if words else []
        room, where = (
            Box(*place, box.placed.name, leading=self._leading(box, scope)),
            self.where(box, "sections", index),
        )
        sizes, sign = self._sizes(box, scope), relative(box.value("sign", scope, 1.0))
        yield from sections(texts, listed, lines, room, sizes, self.setter, where, sign)

    def _leading(self, box: Compiled, scope: Scope) -> float:
        """Return the leading of running text, 0 for that of the theme."""
        return relative(box.value("leading", scope)) if "leading" in box.values else 0.0

    def _source(self, box: Compiled, key: str, more: tuple[Any, ...], index: int) -> Span | None:
        """Return the place in the data of a value of a box, or of something within it."""
        for source in box.sources.get(key, ()):
            path: Source = (*source, *more)
            if path[0] == "item" and box.listed is not None:
                path = (*box.listed, index, *path[1:])
            if (span := self.spans(path)) is not None:
                return span
        return None

    def _colour(self, box: Compiled, key: str, scope: Scope) -> str | None:
        value = box.value(key, scope)
        try:
            return self.paint.colour(value)
        except Unfit as error:
            raise self.refused("E254", error.message, box, key, error.hint) from error

    def _font(self, box: Compiled, name: str) -> str:
        try:
            return self.paint.font(name)
        except Unfit as error:
            raise self.refused("E254", error.message, box, "font", error.hint) from error

    def refused(self, code: str, message: str, box: Compiled, key: str, hint: str = "") -> Refused:
        """Return a refusal of the value of a key."""
        return Refused(Diagnostic(code, message, box.placed.at(key), hint))

    def report(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add an error or warning."""
        self.setter.found.append(Diagnostic(code, message, span, hint))
