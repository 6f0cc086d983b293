"""Draw faces by layouts: `Faces.face` takes a layout's name and the values that it shows, and returns a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.look.art import placed
from rcwkit.look.evaluation import Scope, Unfit, listed
from rcwkit.look.fonts import styled
from rcwkit.look.frame import MM, Frame, Group, Item
from rcwkit.look.paint import Paint
from rcwkit.look.symbols import MARKS, mark, symbol
from rcwkit.look.text import CAP, Block, Box, Setter, paragraphs
from rcwkit.models.symbols import wrong_symbol
from rcwkit.pieces.compiling import Compiled, Refused, Run, Sheet, Source, compile_layout
from rcwkit.pieces.shapes import Rectangle, shape
from rcwkit.reading.game import Game
from rcwkit.reading.layouts import layout_of
from rcwkit.reading.scopes import Spans, game_scope

__all__ = ["Faces"]

MOST = 2000
"""Maximum number of boxes drawn on one face."""
DEEPEST = 6
"""Maximum depth of layouts within layouts."""
KEPT = 64
"""Maximum number of compiled layouts."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "baseline": 1.0}


class Faces:
    """The faces of one file: layouts compiled once for each size, in the colours of a setter, which collects errors."""

    def __init__(self, game: Game, setter: Setter) -> None:
        self.game, self.setter = game, setter
        self.paint = Paint(setter, {name: owner.colour for name, owner in game.owners.items()})
        self.base = {"game": game_scope(game), "low_ink": setter.theme.outlined}
        self._sheets: dict[tuple[str, float, float], Sheet] = {}

    def face(
        self,
        layout: str,
        scope: Mapping[str, Any],
        size: tuple[float, float],
        *,
        bleed: float,
        name: str,
        at: Span,
        spans: Spans = lambda path: None,
    ) -> Frame:
        """Return a face of a width and height in points, drawn by a layout.

        `scope` has the values that its expressions name: plain data or models. An `owner` in it is a mapping with an
        `id`. `spans` tells where a value comes from, so that a text that does not fit is reported there. Errors go to
        the setter's `found`: E251 for an expression that does not fit its values, E254 for unknown colours, fonts,
        symbols and marks, E255 for too many boxes, E310 for texts that do not fit. Raises KeyError for an unknown
        layout.
        """
        press = _Press(self, spans, bleed, at)
        items = press.laid(layout, scope, size, 0)
        if press.beyond:
            box = (-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed)
            items = (Group(items, clip=box),)
        return Frame(*size, items, bleed, name, at.place)

    def sheet(self, layout: str, size: tuple[float, float]) -> Sheet:
        """Return a layout compiled for a size."""
        key = layout, round(size[0], 3), round(size[1], 3)
        found = self._sheets.get(key)
        if found is None:
            if len(self._sheets) >= KEPT:
                self._sheets.clear()
            found = compile_layout(layout_of(self.game, layout), *size, self.paint, self.setter.found)
            self._sheets[key] = found
        return found


class _Press:
    """Draws one face, counting its boxes; `beyond` says that something is drawn outside of the bleed."""

    def __init__(self, faces: Faces, spans: Spans, bleed: float, at: Span) -> None:
        self.faces, self.spans, self.bleed, self.at = faces, spans, bleed, at
        self.setter, self.paint = faces.setter, faces.paint
        self.count = 0
        self.beyond = False
        self.size = (0.0, 0.0)

    def laid(self, layout: str, scope: Scope, size: tuple[float, float], depth: int) -> tuple[Item, ...]:
        """Return the items of a layout at a size."""
        if depth > DEEPEST:
            self._report("E255", f"layouts within layouts, deeper than {DEEPEST}", self.at)
            return ()
        sheet = self.faces.sheet(layout, size)
        values = {**self.faces.base, **scope, "face": {"width": size[0] / MM, "height": size[1] / MM}}
        for name, work in sheet.let:
            try:
                values[name] = work(values)
            except Refused as error:
                self.setter.found.append(error.found)
                values[name] = None
        outer, self.size = self.size, size
        items: list[Item] = []
        for index, run in enumerate(sheet.runs):
            if run.shared:
                items += self._shared(f"{layout}-{index}", run, values, depth)
            else:
                for box in run.boxes:
                    items += self._boxes(box, values, depth)
        self.size = outer
        return tuple(items)

    def _shared(self, key: str, run: Run, scope: Scope, depth: int) -> tuple[Item, ...]:
        """Draw boxes that are the same on many faces, once."""
        names = [key, f"{self.size[0]:g}x{self.size[1]:g}"]
        names += [str(scope[name]["id"]) for name in ("deck", "owner") if name in run.uses and name in scope]
        if "back" in run.uses and "deck" not in run.uses:
            names.append(str(scope["deck"]["id"]))
        key, beyond, self.beyond = " ".join(names), self.beyond, False
        art = self.setter.art
        if key not in art:
            items = tuple(item for box in run.boxes for item in self._boxes(box, scope, depth))
            items = (Group(items, key=key),) if len(items) > 1 else items
            art[key] = (Group(items, key="beyond"),) if self.beyond else items
        found = art[key]
        if found and isinstance(found[0], Group) and found[0].key == "beyond":
            self.beyond, found = True, found[0].items
        self.beyond = self.beyond or beyond
        return found

    def _boxes(self, box: Compiled, scope: Scope, depth: int) -> Iterator[Item]:
        """Draw a box once, or for each value of its list."""
        try:
            if "repeat" not in box.values:
                yield from self._box(box, scope, depth, (0.0, 0.0), -1)
                return
            given = box.value("repeat", scope)
            values = self._listed(box, given)
            for index, item in enumerate(values):
                count = len(values)
                loop = {
                    "index": index + 1,
                    "index0": index,
                    "first": index == 0,
                    "last": index == count - 1,
                    "length": count,
                }
                inner = {**scope, "item": item, "loop": loop}
                right, down = box.step(inner) if box.step else (0.0, 0.0)
                yield from self._box(box, inner, depth, (right * index, down * index), index)
        except Refused as error:
            self.setter.found.append(error.found)

    def _listed(self, box: Compiled, given: Any) -> list[Any]:
        try:
            if isinstance(given, (int, float)) and not isinstance(given, bool):
                return [*listed(range(1, 1 + max(0, int(given))))]
            if isinstance(given, (list, tuple, Mapping)):
                return [*listed(given)]
        except Unfit as error:
            raise self._refused("E255", error.message, box, "repeat") from error
        if given is None or given == "":
            return []
        raise self._refused("E251", "this is neither a list nor a number", box, "repeat")

    def _box(self, box: Compiled, scope: Scope, depth: int, moved: tuple[float, float], index: int) -> Iterator[Item]:
        """Draw a box once."""
        self.count += 1
        if self.count > MOST:
            if self.count == MOST + 1:
                self._report("E255", f"more than {MOST:,} boxes on one face", box.placed.at("repeat"))
            return
        if "when" in box.values and not box.value("when", scope):
            return
        x, y, width, height = box.rectangle(scope)
        rectangle = (x + moved[0], y + moved[1], width, height)
        turn = box.value("turn", scope, 0)
        if not turn:
            yield from self._contents(box, rectangle, scope, depth, index)
            return
        x, y = rectangle[:2]
        wide, tall = (height, width) if turn % 180 == 90 else (width, height)
        self.beyond = True
        items = tuple(self._contents(box, (-wide / 2, -tall / 2, wide, tall), scope, depth, index))
        yield Group(items, x + width / 2, y + height / 2, turn)

    def _contents(self, box: Compiled, place: Rectangle, scope: Scope, depth: int, index: int) -> Iterator[Item]:
        """Draw shape, picture, symbols, inner layout and text of a box, in this order."""
        values, given = box.values, box.placed.box
        edges = self._bled(place) if given.over == "bleed" else place
        fill = self._colour(box, "fill", scope)
        if "fill" in values or "stroke" in values:
            yield from self._shape(box, edges, fill, scope)
        theme = self.setter.theme
        ink = self.paint.ink(self._colour(box, "ink", scope) or (theme.on(fill) if fill else theme.ink))
        ground = theme.page if theme.outlined else fill or theme.paper
        if "image" in values and (name := box.value("image", scope)):
            yield from self._image(box, name, edges, ink)
        x, y, width, height = place
        if "symbol" in values and (name := box.value("symbol", scope)) and name != "none":
            if wrong := wrong_symbol(name):
                raise self._refused("E254", wrong[0], box, "symbol", wrong[1])
            yield from symbol(name, x, y, width, height, ink, ground)
        if "mark" in values and (name := box.value("mark", scope)):
            self._known(box, "mark", name, [*MARKS])
            yield from mark(name, x + width / 2, y + height / 2, min(width, height), ink, ground)
        if given.layout is not None:
            yield Group(self.laid(given.layout, scope, (width, height), depth + 1), x, y)
        if "text" in values:
            words = box.value("text", scope).strip()
            if words:
                yield from self._text(box, words, place, ink, scope, index)

    def _shape(self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope) -> Iterator[Item]:
        given = box.placed.box
        stroke = self._colour(box, "stroke", scope)
        fill, stroke, line = self.paint.laid(fill, stroke, box.value("line", scope))
        if fill is None and stroke is None:
            return
        inner = {**scope, "": place} if box.points else scope
        points = tuple((x(inner), y(inner)) for x, y in box.points)
        kind = given.shape or ("polygon" if points else "rect")
        sweep = box.value("sweep", scope, (0, 360))
        self._bound(points or ((place[0], place[1]), (place[0] + place[2], place[1] + place[3])))
        yield shape(kind, place, points, sweep, box.value("corner", scope), fill, stroke, line)

    def _bound(self, points: tuple[tuple[float, float], ...]) -> None:
        """Note points outside of the bleed."""
        least, (width, height) = -self.bleed - 0.01, self.size
        if not all(least <= x <= width - least and least <= y <= height - least for x, y in points):
            self.beyond = True

    def _bled(self, place: Rectangle) -> Rectangle:
        """Return a box that goes on to the bleed at the edges of the face that it touches."""
        x, y, width, height = place
        right, bottom = x + width, y + height
        x, y = (value - self.bleed if value <= 0.01 else value for value in (x, y))
        right, bottom = (
            value + self.bleed if value >= whole - 0.01 else value
            for value, whole in zip((right, bottom), self.size, strict=True)
        )
        return x, y, right - x, bottom - y

    def _image(self, box: Compiled, name: str, place: Rectangle, ink: str) -> Iterator[Item]:
        art = self.setter.picture(name, lambda: box.placed.at("image"))
        if art is not None:
            yield placed(art, *place, box.placed.box.crop or "fit", ink)

    def _text(self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int) -> Iterator[Item]:
        given = box.placed.box
        font = self._font(box, box.value("font", scope, "sans"))
        sizes = [*box.value("size", scope, ())] or [
            self.setter.theme.card_body,
            self.setter.theme.card_floor,
        ]
        sizes = [min(400.0, max(1.0, one)) for one in sizes]

        def where(*_: Any) -> Span:
            return self._source(box, index) or box.placed.at("text")

        if given.lines or len(sizes) > 2:
            yield from self._heading(box, words, place, font, sizes, ink, where)
            return
        x, y, width, height = place
        blocks = [Block(line, ink, (), font, styled(font, bold=True)) for line in paragraphs(words)]
        align, valign = _ALIGN[given.align or "left"], _VALIGN[given.valign or "top"]
        room = Box(x, y, width, height, box.placed.name, align, valign)
        yield from self.setter.fit(blocks, room, sizes[0], sizes[-1], where)

    def _heading(
        self,
        box: Compiled,
        words: str,
        place: Rectangle,
        font: str,
        sizes: list[float],
        ink: str,
        where: Callable[..., Span],
    ) -> Iterator[Item]:
        """Set a line that shrinks to its room, or two."""
        given, name, (x, y, width, height) = box.placed.box, box.placed.name, place
        spacing, words = given.spacing or 0.0, " ".join(words.split())
        most, least = sizes[0], sizes[-1]
        lines: tuple[str, ...] = (words,)
        if given.lines == 2:
            second = sizes[1] if len(sizes) > 2 else max(least, 0.75 * most)
            lines, size = self.setter.title(words, font, most, second, least, width, where, name)
        else:
            size = self.setter.size(words, font, most, least, width, where, name, spacing=spacing)
        pitch = size * (given.leading or 1.0)
        valign = given.valign or "top"
        rest = (len(lines) - 1) * pitch
        first = {
            "top": y + 0.8 * size,
            "middle": y + height / 2 - rest / 2 + CAP / 2 * size,
            "bottom": y + height - rest - 0.2 * size,
            "baseline": y + height - rest,
        }[valign] - (given.rise or 0.0) * size
        align = _ALIGN[given.align or "left"]
        for row, line in enumerate(lines):
            yield self.setter.line(
                line, x + align * width, first + row * pitch, font, size, ink, align=align, spacing=spacing
            )

    def _source(self, box: Compiled, index: int) -> Span | None:
        """Return where the text of a box comes from, if it is from the data."""
        for source in box.sources:
            path: Source = source
            if path[0] == "item" and box.listed is not None and index >= 0:
                path = (*box.listed, index, *path[1:])
            if (span := self.spans(path)) is not None:
                return span
        return None

    def _colour(self, box: Compiled, key: str, scope: Scope) -> str | None:
        value = box.value(key, scope)
        try:
            return self.paint.colour(value)
        except Unfit as error:
            raise self._refused("E254", error.message, box, key, error.hint) from error

    def _font(self, box: Compiled, name: str) -> str:
        try:
            return self.paint.font(name)
        except Unfit as error:
            raise self._refused("E254", error.message, box, "font", error.hint) from error

    def _known(self, box: Compiled, key: str, name: str, known: list[str]) -> None:
        if name not in known:
            raise self._refused("E254", f"unknown {key} '{name}'", box, key, f"one of: {', '.join(known)}")

    def _refused(self, code: str, message: str, box: Compiled, key: str, hint: str = "") -> Refused:
        return Refused(Diagnostic(code, message, box.placed.at(key), hint))

    def _report(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.setter.found.append(Diagnostic(code, message, span, hint))
