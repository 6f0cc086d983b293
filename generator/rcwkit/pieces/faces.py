"""Draw faces by layouts: `Faces.face` takes a layout's name and the values that it shows, and returns a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rcwkit.diagnostics import BOX, Diagnostic, Span, relate
from rcwkit.look.art import placed
from rcwkit.look.evaluation import Scope, Unfit, Value, listed
from rcwkit.look.fonts import styled
from rcwkit.look.frame import MM, Frame, Group, Item
from rcwkit.look.hatching import disc, hatched
from rcwkit.look.paint import Paint
from rcwkit.look.symbols import MARKS, mark, symbol
from rcwkit.look.text import Block, Box, Setter, paragraphs
from rcwkit.models.cards import Section, Strip
from rcwkit.models.symbols import wrong_symbol
from rcwkit.pieces.compiling import Compiled, Refused, Run, Sheet, Source, compile_layout, loop
from rcwkit.pieces.edges import SAFE, beyond, crowded
from rcwkit.pieces.parts import Heading, heading, poster, relative, sections, strip
from rcwkit.pieces.posters import MOTIFS
from rcwkit.pieces.shapes import Rectangle, bled, framed, middle, outline, shape
from rcwkit.reading.game import Game
from rcwkit.reading.layouts import layout_of
from rcwkit.reading.scopes import Spans, base_scope

__all__ = ["Faces"]

MOST = 2000
"""Maximum number of boxes drawn on one face."""
DEEPEST = 6
"""Maximum depth of layouts within layouts."""
KEPT = 64
"""Maximum number of compiled layouts."""
PITCH = 2.6
"""Distance of the lines of a hatch, in points."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "baseline": 1.0}


class Faces:
    """The faces of one file: layouts compiled once for each size, in the colours of a setter, which collects errors."""

    def __init__(self, game: Game, setter: Setter) -> None:
        self.game, self.setter = game, setter
        self.paint = Paint(setter)
        self.base = base_scope(game, setter.theme)
        self.backs: dict[str, Frame] = {}
        self.shared: dict[tuple[Any, ...], dict[str, Any]] = {}
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
            items = (Group(items, clip=framed(size, bleed)),)
        return Frame(*size, items, bleed, name, at.place)

    def sheet(self, layout: str, size: tuple[float, float]) -> Sheet:
        """Return a layout compiled for a size."""
        key = layout, round(size[0], 3), round(size[1], 3)
        found = self._sheets.get(key)
        if found is None:
            if len(self._sheets) >= KEPT:
                self._sheets.clear()
                self.shared.clear()
            found = compile_layout(layout_of(self.game, layout), size, self.paint, self.base, self.setter.found)
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
        values = {**scope, **sheet.constants}
        if sheet.shared:
            key = (id(sheet), *(scope[name]["id"] for name in ("owner", "deck") if name in scope))
            known = self.faces.shared.get(key)
            if known is None:
                known = self.faces.shared[key] = self._values(sheet.shared, dict(values))
            values |= known
        self._values(sheet.let, values)
        outer, self.size = self.size, size
        items: list[Item] = []
        for index, run in enumerate(sheet.runs):
            if run.shared:
                items += self._shared(f"{layout}-{index}", run, values, depth)
            else:
                for box in run.boxes:
                    self._boxes(box, values, depth, items)
        self.size = outer
        return tuple(items)

    def _values(self, let: list[tuple[str, Value]], values: dict[str, Any]) -> dict[str, Any]:
        """Add values by name to those that they use, and return the new ones."""
        found = {}
        for name, work in let:
            try:
                found[name] = values[name] = work(values)
            except Refused as error:
                self.setter.found.append(error.found)
                found[name] = values[name] = None
        return found

    def _shared(self, key: str, run: Run, scope: Scope, depth: int) -> tuple[Item, ...]:
        """Draw boxes that are the same on many faces, once."""
        names = ["deck" if name == "back" else name for name in run.uses if name in scope]
        ids = sorted({f"{name} {scope[name]['id']}" for name in names})
        key = " ".join([key, f"{self.size[0]:g}x{self.size[1]:g}", *ids])
        beyond, self.beyond = self.beyond, False
        art = self.setter.art
        if key not in art:
            items: list[Item] = []
            for box in run.boxes:
                self._boxes(box, scope, depth, items)
            if len(items) > 1 or self.beyond:
                items = [Group(tuple(items), key=key, clip=framed(self.size, self.bleed) if self.beyond else None)]
            art[key] = tuple(items)
        self.beyond = beyond
        return art[key]

    def _boxes(self, box: Compiled, scope: Scope, depth: int, items: list[Item]) -> None:
        """Draw a box once, or for each value of its list."""
        try:
            if "repeat" not in box.values:
                self._box(box, scope, depth, -1, items)
                return
            values = self._listed(box, box.value("repeat", scope))
            count = len(values)
            for index, item in enumerate(values):
                self._box(box, {**scope, "item": item, "loop": loop(index, count)}, depth, index, items)
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

    def _box(self, box: Compiled, scope: Scope, depth: int, index: int, items: list[Item]) -> None:
        """Draw a box once; `index` is the number of its repetition, or -1."""
        self.count += 1
        if self.count > MOST:
            if self.count == MOST + 1:
                self._report("E255", f"more than {MOST:,} boxes on one face", box.placed.at("repeat"))
            return
        if "when" in box.values and not box.values["when"](scope):
            return
        place = box.rectangle(scope)
        if box.step is not None and index > 0:
            (right, down), (x, y, width, height) = box.step(scope), place
            place = x + right * index, y + down * index, width, height
        self._check_within(box, place, scope, index)
        turn = box.values["turn"](scope) if "turn" in box.values else 0
        if not turn:
            known = len(items)
            self._contents(box, place, scope, depth, index, items)
            near = self.bleed >= SAFE and not depth and crowded(place, items[known:], self.size, self.setter.book)
            if near and self._is_own(box):
                message = (
                    f"the {box.placed.name} stands nearer than {SAFE / MM:g} mm to the edge, where a cut may reach it"
                )
                self._report("W292", message, box.placed.at("at"), "move the box, or make it smaller")
            return
        x, y, width, height = place
        wide, tall = (height, width) if turn % 180 == 90 else (width, height)
        self.beyond = True
        inner: list[Item] = []
        self._contents(box, (-wide / 2, -tall / 2, wide, tall), scope, depth, index, inner)
        items.append(Group(tuple(inner), x + width / 2, y + height / 2, turn))

    def _check_within(self, box: Compiled, place: Rectangle, scope: Scope, index: int) -> None:
        """Report the text of a box that reaches beyond the face."""
        excess = beyond(place, self.size)
        if excess and (box.worded or box.value("text", scope, "").strip()):
            key = "sections" if box.worded else "text"
            message = f"text does not fit: the {box.placed.name} reaches {excess} beyond the face"
            self._report("E310", message, self._where(box, key, index)(), "shorten it, or change where its box stands")

    def _contents(
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
        if len(self.setter.found) > known and self._is_own(box):
            relate(self.setter.found, known, BOX, box.placed.at("at"))

    def _is_own(self, box: Compiled) -> bool:
        """Return whether a box is in a layout of the game's own."""
        return any(box.placed.own[0] is one for one in self.faces.game.documents)

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
        ground = self.paint.behind(ink, fill, scope.get("owner"))
        if "image" in values and (name := box.value("image", scope)):
            items += self._image(box, name, edges, ink, self._where(box, "image", index))
        x, y, width, height = place
        if "symbol" in values and (name := box.value("symbol", scope)) and name != "none":
            if wrong := wrong_symbol(name):
                raise self._refused("E254", wrong[0], box, "symbol", wrong[1])
            items += symbol(name, x, y, width, height, ink, ground)
        if "mark" in values and (name := box.value("mark", scope)):
            if name not in MARKS:
                raise self._refused("E254", f"unknown mark '{name}'", box, "mark", f"one of: {', '.join(MARKS)}")
            items += mark(name, x + width / 2, y + height / 2, min(width, height), ink, ground)
        if given.layout is not None:
            items.append(Group(self.laid(given.layout, scope, (width, height), depth + 1), x, y))
        if "strip" in values and isinstance(shown := box.value("strip", scope), Strip):
            items += strip(self.faces.game, shown, place, self.setter, self._where(box, "strip", -1))
        if "flags" in values:
            numbers = box.value("flags", scope) or ()
            items += self.setter.rulings(numbers, x + width, y, theme.card_floor)

    def _shape(self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope) -> Iterator[Item]:
        given = box.placed.box
        stroke = self._colour(box, "stroke", scope)
        fill, stroke, line = self.paint.laid(fill, stroke, box.value("line", scope))
        hatch = self._colour(box, "hatch", scope) if self.setter.theme.outlined else None
        if fill is None and stroke is None and hatch is None:
            return
        inner = {**scope, "": place} if box.points else scope
        points = tuple((x(inner), y(inner)) for x, y in box.points)
        kind = given.shape or ("polygon" if points else "rect")
        sweep = box.value("sweep", scope, (0, 360))
        self._bound(points or ((place[0], place[1]), (place[0] + place[2], place[1] + place[3])))
        if hatch is not None:
            plate = self.setter.theme.plate(hatch)
            area = points or (disc(*middle(place)) if kind == "disc" else outline(kind, place))
            yield from hatched(area, plate.hatch or "grid", plate.edge, PITCH, 0.45)
        if fill is not None or stroke is not None:
            yield shape(kind, place, points, sweep, box.value("corner", scope), fill, stroke, line)

    def _bound(self, points: tuple[tuple[float, float], ...]) -> None:
        """Note points outside of the bleed."""
        least, (width, height) = -self.bleed - 0.01, self.size
        if not all(least <= x <= width - least and least <= y <= height - least for x, y in points):
            self.beyond = True

    def _image(self, box: Compiled, name: str, place: Rectangle, ink: str, where: Callable[[], Span]) -> Iterator[Item]:
        art = self.setter.picture(name, where)
        if art is not None:
            yield placed(art, *place, box.placed.box.crop or "fit", ink)

    def _poster(self, box: Compiled, place: Rectangle, scope: Scope) -> tuple[Item, ...]:
        motif = box.value("motif", scope)
        if motif and motif not in MOTIFS:
            raise self._refused("E254", f"unknown motif '{motif}'", box, "motif", f"one of: {', '.join(MOTIFS)}")
        self.beyond = True
        bleed = self.bleed if box.placed.box.over == "bleed" else 0.0
        x, y, width, height = place
        inner = (x + bleed, y + bleed, width - 2 * bleed, height - 2 * bleed)
        return poster(motif, inner, bleed, self._colour(box, "ink", scope) or self.setter.theme.accent, self.setter)

    def _sizes(self, box: Compiled, scope: Scope) -> list[float]:
        """Return the type sizes of a box, the largest first."""
        sizes: list[float] = box.value("size", scope) or [self.setter.theme.card_body, self.setter.theme.card_floor]
        return sizes

    def _where(self, box: Compiled, key: str, index: int) -> Callable[..., Span]:
        """Return where a value of a box comes from: from the data, or else its place in the layout."""

        def where(*path: Any) -> Span:
            own, more = (path[0], path[1:]) if path and path[0] in box.sources else (key, path)
            return self._source(box, own, more, index) or box.placed.at(own)

        return where

    def _blocks(self, box: Compiled, words: str, ink: str, scope: Scope) -> list[Block]:
        font = self._font(box, box.value("font", scope, "sans"))
        bold, sign = styled(font, bold=True), relative(box.value("sign", scope, 1.0))
        return [Block(line, ink, ("text",), font, bold, sign=sign) for line in paragraphs(words)]

    def _text(self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int) -> Iterator[Item]:
        given, sizes, where = box.placed.box, self._sizes(box, scope), self._where(box, "text", index)
        if given.lines or len(sizes) > 2:
            style = Heading(
                given.lines or 1,
                _ALIGN[given.align or "left"],
                given.valign or "top",
                box.value("leading", scope, 1.0),
                box.value("rise", scope, 0.0),
                box.value("spacing", scope, 0.0),
                relative(box.value("sign", scope, 1.0)),
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
        if not all(isinstance(one, Section) for one in listed):
            raise self._refused("E251", "these are not the sections of a card", box, "sections")
        lines = int(min(20, max(0, box.value("ruled", scope, 0))))
        texts = self._blocks(box, words, ink, scope) if words else []
        room, where = (
            Box(*place, box.placed.name, leading=self._leading(box, scope)),
            self._where(box, "sections", index),
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

    def _refused(self, code: str, message: str, box: Compiled, key: str, hint: str = "") -> Refused:
        return Refused(Diagnostic(code, message, box.placed.at(key), hint))

    def _report(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.setter.found.append(Diagnostic(code, message, span, hint))
