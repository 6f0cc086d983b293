"""Draw faces by layouts: `Faces.face` takes a layout's name and the values that it shows, and returns a frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.look.evaluation import Scope, Unfit, Value, listed
from rcwkit.look.frame import MM, Frame, Group, Item
from rcwkit.look.paint import Paint
from rcwkit.look.text import Setter
from rcwkit.models.shapes import Shape
from rcwkit.pieces.compiled import Compiled, Refused, Run, Sheet, loop
from rcwkit.pieces.compiling import FEW, compile_layout
from rcwkit.pieces.contents import Contents
from rcwkit.pieces.edges import SAFE, beyond, crowded
from rcwkit.pieces.shapes import Rectangle, framed
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
KNOWN = 256
"""Maximum number of drawings of the same boxes."""


class Faces:
    """The faces of one file: layouts compiled once for each size, in the colours of a setter, which collects errors."""

    def __init__(self, game: Game, setter: Setter) -> None:
        self.game, self.setter = game, setter
        self.paint = Paint(setter)
        self.base = base_scope(game, setter.theme)
        self.backs: dict[str, Frame] = {}
        self.shared: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._sheets: dict[tuple[str, float, float, Shape], Sheet] = {}

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
        shape: Shape = "square",
    ) -> Frame:
        """Return a face of a width and height in points, drawn by a layout.

        `scope` has the values that its expressions name: plain data or models. An `owner` in it is a mapping with an
        `id`. `spans` tells where a value comes from, so that a text that does not fit is reported there. Errors go to
        the setter's `found`: E251 for an expression that does not fit its values, E254 for unknown colours, fonts,
        symbols and marks, E255 for too many boxes, E310 for texts that do not fit. Raises KeyError for an unknown
        layout.
        """
        press = _Press(self, spans, bleed, at, shape)
        items = press.laid(layout, scope, size, 0)
        if press.beyond:
            items = (Group(items, clip=framed(size, bleed)),)
        return Frame(*size, items, bleed, name, at.place, shape)

    def sheet(self, layout: str, size: tuple[float, float], shape: Shape) -> Sheet:
        """Return a layout compiled for a size and a shape."""
        key = layout, round(size[0], 3), round(size[1], 3), shape
        found = self._sheets.get(key)
        if found is None:
            if len(self._sheets) >= KEPT:
                self._sheets.clear()
                self.shared.clear()
            found = compile_layout(layout_of(self.game, layout), size, shape, self.paint, self.base, self.setter.found)
            self._sheets[key] = found
        return found


class _Press(Contents):
    """Draws one face, counting its boxes."""

    def __init__(self, faces: Faces, spans: Spans, bleed: float, at: Span, shape: Shape) -> None:
        super().__init__(faces.game, faces.paint, spans, bleed)
        self.faces, self.at, self.shape = faces, at, shape
        self.count = 0

    def laid(self, layout: str, scope: Scope, size: tuple[float, float], depth: int) -> tuple[Item, ...]:
        """Return the items of a layout at a size."""
        if depth > DEEPEST:
            self.report("E255", f"layouts within layouts, deeper than {DEEPEST}", self.at)
            return ()
        sheet = self.faces.sheet(layout, size, self.shape)
        values = {**scope, **sheet.constants}
        if sheet.shared:
            key = (id(sheet), *(_told(name, scope) for name in FEW if name in scope))
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
            elif run.alone and run.is_left_out(values):
                continue
            elif run.repeats and (same := run.key(values)) is not None:
                self._known(run, (self.bleed, depth, *same), values, depth, items)
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
        ids = sorted({_told(name, scope) for name in run.uses if name in scope})
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

    def _known(self, run: Run, key: tuple[Any, ...], scope: Scope, depth: int, items: list[Item]) -> None:
        """Draw boxes, or take what was drawn for the same values; what is wrong with them is told every time."""
        self.count += len(run.boxes)
        if key not in run.known:
            count, found, before = self.count, len(self.setter.found), self.beyond
            drawn: list[Item] = []
            self.beyond = False
            for box in run.boxes:
                self._boxes(box, scope, depth, drawn)
            self.count = count
            items += drawn
            reaches, self.beyond = self.beyond, self.beyond or before
            if len(self.setter.found) == found:
                if len(run.known) >= KNOWN:
                    run.known.clear()
                run.known[key] = drawn, reaches
            return
        known, reaches = run.known[key]
        items += known
        self.beyond = self.beyond or reaches

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
            raise self.refused("E255", error.message, box, "repeat") from error
        if given is None or given == "":
            return []
        raise self.refused("E251", "this is neither a list nor a number", box, "repeat")

    def _box(self, box: Compiled, scope: Scope, depth: int, index: int, items: list[Item]) -> None:
        """Draw a box once; `index` is the number of its repetition, or -1."""
        self.count += 1
        if self.count > MOST:
            if self.count == MOST + 1:
                self.report("E255", f"more than {MOST:,} boxes on one face", box.placed.at("repeat"))
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
            self.contents(box, place, scope, depth, index, items)
            near = self.bleed >= SAFE and not depth and crowded(place, items[known:], self.size, self.setter.book)
            if near and self.is_own(box):
                message = (
                    f"the {box.placed.name} stands nearer than {SAFE / MM:g} mm to the edge, where a cut may reach it"
                )
                self.report("W292", message, box.placed.at("at"), "move the box, or make it smaller")
            return
        x, y, width, height = place
        wide, tall = (height, width) if turn % 180 == 90 else (width, height)
        self.beyond = True
        inner: list[Item] = []
        self.contents(box, (-wide / 2, -tall / 2, wide, tall), scope, depth, index, inner)
        items.append(Group(tuple(inner), x + width / 2, y + height / 2, turn))

    def _check_within(self, box: Compiled, place: Rectangle, scope: Scope, index: int) -> None:
        """Report the text of a box that reaches beyond the face."""
        excess = beyond(place, self.size)
        if excess and (box.worded or box.value("text", scope, "").strip()):
            key = "sections" if box.worded else "text"
            message = f"text does not fit: the {box.placed.name} reaches {excess} beyond the face"
            self.report("E310", message, self.where(box, key, index)(), "shorten it, or change where its box stands")


def _told(name: str, scope: Scope) -> str:
    """Return what tells the values of a shared name apart: the value itself, its id, or for a back its deck's."""
    value = scope[name]
    if isinstance(value, bool):
        return f"{name} {value}"
    return f"deck {scope['deck']['id']}" if name == "back" else f"{name} {value['id']}"
