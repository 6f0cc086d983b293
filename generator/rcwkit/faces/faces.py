"""Draw faces by layouts: `Faces.face` takes a `Pose`; texts near the edge are reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rcwkit.art.colours import contrast
from rcwkit.art.hatching import Rectangle, framed
from rcwkit.art.theme import LEGIBLE
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.compiling import Compiled, CompiledLayout, LayoutCompiler, Pose, Refused, base_scope, loop, values_at
from rcwkit.faces.contents import Contents
from rcwkit.faces.evaluation import Paint, Scope, Unfit, Value, listed
from rcwkit.faces.inherited import layout_of
from rcwkit.frame import MM, Frame, Group, Item, Point, Shape, Text, encloses, pictured
from rcwkit.game.game import Game
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter

SAFE = 2 * MM
"""How far texts keep from the edge, for cuts that are not straight; on pieces with less bleed, as far as this."""
LEAST = 0.1
"""How far a text's box may reach beyond its face, in points."""


def beyond(place: Rectangle, size: tuple[float, float]) -> str:
    """Return how far a box reaches beyond a face, in mm as messages say it; empty if it does not."""
    x, y, width, height = place
    excess = max(-x, -y, x + width - size[0], y + height - size[1])
    return f"{max(excess / MM, 0.1):.1f} mm" if excess > LEAST else ""


def crowded(place: Rectangle, items: Sequence[Item], size: tuple[float, float], book: FontBook, safe: float) -> bool:
    """Return whether a text in a box at a place is nearer than `safe` points to the edges of a face."""
    x, y, width, height = place
    if min(x, y, size[0] - x - width, size[1] - y - height) >= safe - LEAST:
        return False
    return any(_is_near(item, size, book, safe) for item in items)


def _is_near(item: Item, size: tuple[float, float], book: FontBook, safe: float) -> bool:
    if isinstance(item, Group):
        still = not (item.x or item.y or item.rotate) and item.scale == 1
        return still and any(_is_near(inner, size, book, safe) for inner in item.items)
    if not isinstance(item, Text):
        return False
    end = item.x + book.width(item.text, item.font, item.size, item.spacing)
    least = min(item.x, size[0] - end, item.y - 0.7 * item.size, size[1] - item.y)
    return least < safe - LEAST


MOST = 2000
"""Maximum number of boxes drawn on one face."""
DEEPEST = 6
"""Maximum depth of layouts within layouts."""
JUDGED = 3
"""Faces of one layout and owner whose texts are compared with their grounds."""
LARGE = 3.0
"""Minimum contrast of large text (WCAG AA)."""
_INKED = frozenset(("text", "sections", "mark", "symbol"))
_MIXED = frozenset(("image", "gradient", "motif", "halo", "shadow", "opacity", "hatch"))
"""Keys of boxes whose colours are not one, or not the box's own."""
KEPT = 64
"""Maximum number of compiled layouts."""
KNOWN = 4096
"""Maximum number of drawings and values kept of one layout at one size."""


class FaceBox(NamedTuple):
    """A box of a layout on one face: where it stands in points, or None if that cannot be told, and its values.

    Of a repeated box, it is the first one. `scope` has the names that its values use.
    """

    box: Compiled
    place: Rectangle | None
    drawn: bool
    scope: Scope


class InkContrast(NamedTuple):
    """The ink of a box, the colour under its middle, and their contrast; it is `sure` if no picture is between."""

    ink: str
    ground: str
    ratio: float
    sure: bool


class _Ground(NamedTuple):
    """What a box lays under others: a colour, or None for what has several; it has `corners` if it is a polygon."""

    place: Rectangle
    corners: list[Point]
    colour: str | None

    def holds(self, point: Point) -> bool:
        """Return whether a point lies on it."""
        (x, y), (left, top, width, height) = point, self.place
        if not self.corners:
            return left <= x <= left + width and top <= y <= top + height
        return encloses(self.corners, x, y)


class _Drawn(NamedTuple):
    """A face as it was drawn, of what, what was wrong with it, and which texts are hard to read, if that was asked."""

    pose: Pose
    frame: Frame
    found: tuple[Diagnostic, ...]
    pale: tuple[Diagnostic, ...] | None = None

    def again(self, pose: Pose) -> _Drawn | None:
        """Return it for a pose of the same values; if that has moved, only without findings and pictures."""
        placed = self.found or self.pale or pictured(self.frame.items)
        if self.pose.scope != pose.scope or (self.pose.at != pose.at and placed):
            return None
        return self._replace(pose=pose, frame=self.frame._replace(at=pose.at.place))


class Faces:
    """The faces of one file: layouts compiled once for each size, in the colours of a setter, which collects errors.

    A setter that keeps faces has one drawn only when its values are others than before. What it does not want is blank.
    """

    def __init__(self, game: Game, setter: Setter) -> None:
        self.game, self.setter = game, setter
        self.paint = Paint(setter)
        self.base = base_scope(game, setter.theme)
        self.backs: dict[str, Frame] = {}
        self._sheets: dict[tuple[str, float, float, Shape], CompiledLayout] = {}
        self._judged = Counter[tuple[str, str]]()
        self._pale: set[Span] = set()

    def face(self, pose: Pose) -> Frame:
        """Return a face drawn by its layout.

        Errors go to the setter's `found`: E251 for an expression that does not fit its values, E254 for unknown
        colours, fonts, symbols and marks, E255 for too many boxes, E310 for texts that do not fit. Raises KeyError for
        an unknown layout.
        """
        if self.setter.wanted is not None and pose.name not in self.setter.wanted:
            return Frame(*pose.size, (), pose.bleed, pose.name, pose.at.place, pose.shape)
        drawn = self._drawn(pose)
        key = pose.layout, str((pose.scope.get("owner") or {}).get("id"))
        if self._judged[key] < JUDGED and not drawn.found:
            self._judged[key] += 1
            drawn = drawn if drawn.pale is not None else drawn._replace(pale=tuple(self._judge(pose)))
            for one in drawn.pale or ():
                if one.span not in self._pale:
                    self._pale.add(one.span)
                    self.setter.found.append(one)
        if self.setter.faces is not None:
            self.setter.faces[_key(pose)] = drawn
        return drawn.frame

    def _drawn(self, pose: Pose) -> _Drawn:
        """Draw a face, or take it as it was drawn before."""
        found, kept = len(self.setter.found), self.setter.faces
        before: _Drawn | None = kept.get(_key(pose)) if kept is not None else None
        if before is not None and (again := before.again(pose)) is not None:
            self.setter.found += again.found
            return again
        press = _Press(self, pose)
        items = press.laid(pose.layout, pose.scope, pose.size, 0)
        if press.beyond:
            items = (Group(items, clip=framed(pose.size, pose.bleed)),)
        frame = Frame(*pose.size, items, pose.bleed, pose.name, pose.at.place, pose.shape)
        return _Drawn(pose, frame, tuple(self.setter.found[found:]))

    def boxes(self, pose: Pose) -> list[FaceBox]:
        """Return the boxes of the layout of a face from the bottom up, but for those that are on no face.

        Raises KeyError for an unknown layout.
        """
        press, sheet = _Press(self, pose), self.sheet(pose.layout, pose.size, pose.shape)
        values = press.named(sheet, pose.scope)
        return [press.placed(box, values) for run in sheet.runs for box in run.boxes]

    def contrasts(self, pose: Pose) -> list[tuple[FaceBox, InkContrast | None]]:
        """Return the boxes of a face as `boxes` does, each with the contrast of its ink if it has any."""
        theme, grounds, found = self.setter.theme, list[_Ground](), list[tuple[FaceBox, InkContrast | None]]()
        for one in self.boxes(pose):
            (box, place, drawn, scope), fill, made = one, self._colour(one, "fill"), None
            if place is not None and drawn and not _INKED.isdisjoint(box.values):
                middle = place[0] + place[2] / 2, place[1] + place[3] / 2
                below = [theme.page, *(ground.colour for ground in grounds if ground.holds(middle))][-1]
                under = self.paint.laid(fill, None, 0.0)[0] if fill else below
                ink = self.paint.ink(self._colour(one, "ink") or (theme.on(fill) if fill else theme.ink))
                sure = under is not None and _MIXED.isdisjoint(box.values)
                made = InkContrast(ink, under or theme.page, contrast(ink, under or theme.page), sure)
            found.append((one, made))
            mixed = not _MIXED.isdisjoint(box.values) or box.placed.box.layout is not None
            if place is not None and drawn and (fill or mixed):
                try:
                    inner = {**scope, "": place}
                    corners = [(x(inner), y(inner)) for x, y in box.points]
                except Refused:
                    corners = []
                grounds.append(_Ground(place, corners, None if mixed else self.paint.laid(fill, None, 0.0)[0]))
        return found

    def _colour(self, one: FaceBox, key: str) -> str | None:
        try:
            return self.paint.colour(one.box.value(key, one.scope))
        except (Refused, Unfit):
            return None

    def _judge(self, pose: Pose) -> Iterator[Diagnostic]:
        """Warn of texts in layouts of the game's own that are hard to read on their grounds."""
        for (box, _, _, scope), one in self.contrasts(pose):
            placed, own = box.placed, any(box.placed.own[0] is document for document in self.game.documents)
            if one is None or not one.sure or not own or "text" not in box.values or one.ratio >= LEGIBLE:
                continue
            try:
                large = max(box.value("size", scope) or [0.0])
                least = LARGE if large >= 18 or large >= 14 and "bold" in box.value("font", scope, "") else LEGIBLE
                if one.ratio >= least or not box.values["text"](scope).strip():
                    continue
            except Refused:
                continue
            span = placed.at("ink" if "ink" in placed.places else "text")
            message = f"the {placed.name} in {one.ink} on {one.ground} has a contrast of {one.ratio:.1f}"
            hint, related = f"text of this size needs {least:g}", (("on this piece", pose.at),)
            yield Diagnostic("W293", message, span, hint, related)

    def sheet(self, layout: str, size: tuple[float, float], shape: Shape) -> CompiledLayout:
        """Return a layout compiled for a size and a shape."""
        key = layout, round(size[0], 3), round(size[1], 3), shape
        found = self._sheets.get(key)
        if found is None:
            if len(self._sheets) >= KEPT:
                self._sheets.clear()
            drawn, setter = layout_of(self.game, layout), self.setter
            found = LayoutCompiler(drawn, size, shape, self.paint, self.base, setter.found).sheet()
            self._sheets[key] = found
        return found


def _key(pose: Pose) -> tuple[object, ...]:
    """What a face is kept by."""
    return pose.name, pose.layout, pose.size, pose.bleed, pose.shape


class _Press(Contents):
    """Draws one face, counting its boxes."""

    def __init__(self, faces: Faces, pose: Pose) -> None:
        super().__init__(faces.game, faces.paint, pose.spans, pose.bleed)
        self.faces, self.at, self.shape = faces, pose.at, pose.shape
        self.count, self.full = 0, False

    def laid(self, layout: str, scope: Scope, size: tuple[float, float], depth: int) -> tuple[Item, ...]:
        """Return the items of a layout at a size."""
        if depth > DEEPEST:
            self.report("E255", f"layouts within layouts, deeper than {DEEPEST}", self.at)
            return ()
        sheet = self.faces.sheet(layout, size, self.shape)
        values = self.named(sheet, scope)
        outer, self.size = self.size, size
        items: list[Item] = []
        for index, run in enumerate(sheet.runs):
            if run.paths is None:
                for box in run.boxes:
                    self._boxes(box, values, depth, items)
            elif not run.is_left_out(values):
                items += self._run(sheet, index, layout, values, depth)
        self.size = outer
        return tuple(items)

    def named(self, sheet: CompiledLayout, scope: Scope) -> dict[str, Any]:
        """Return the names of a scope with those of a layout."""
        values = {**scope, **sheet.constants}
        if sheet.shared:
            values |= self._shared(sheet, values)
        self._values(sheet.let, values)
        return values

    def placed(self, box: Compiled, scope: Scope) -> FaceBox:
        """Return where a box stands, the first one if it is repeated."""
        drawn = True
        try:
            if "repeat" in box.values:
                values = self._listed(box, box.value("repeat", scope))
                drawn = bool(values)
                scope = {**scope, "item": values[0] if values else "", "loop": loop(0, max(1, len(values)))}
            drawn = drawn and bool(box.value("when", scope, True))
            return FaceBox(box, box.rectangle(scope), drawn, scope)
        except Refused:
            return FaceBox(box, None, False, scope)

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

    def _shared(self, sheet: CompiledLayout, scope: Scope) -> dict[str, Any]:
        """Return the values that are the same on many faces."""
        same = values_at(sheet.paths, scope)
        key = None if same is None else ("let", *same)
        known: dict[str, Any] | None = sheet.known.get(key)
        if known is None:
            found = len(self.setter.found)
            known = self._values(sheet.shared, dict(scope))
            self._keep(sheet, key, known, found)
        return known

    def _run(self, sheet: CompiledLayout, index: int, layout: str, scope: Scope, depth: int) -> Sequence[Item]:
        """Draw boxes, or take what was drawn for the same values."""
        run, count, found = sheet.runs[index], self.count, len(self.setter.found)
        same = values_at(run.paths or (), scope)
        key = None if same is None else (index, self.bleed, depth, *same)
        known: tuple[list[Item], int, bool] | None = sheet.known.get(key)
        if known is None:
            before, self.beyond = self.beyond, False
            items: list[Item] = []
            for box in run.boxes:
                self._boxes(box, scope, depth, items)
            reaches, self.beyond = self.beyond, before
            if run.shared and key is not None and (len(items) > 1 or reaches):
                width, height = self.size
                about = f"{layout}-{index} {width:g}x{height:g} {self.shape} {self.bleed:g}"
                name = " ".join([about, *map(str, key[3::2])])
                items = [Group(tuple(items), key=name, clip=framed(self.size, self.bleed) if reaches else None)]
                reaches = False
            known = items, self.count - count, reaches
            self._keep(sheet, key, known, found)
        elif self._is_full(known[1], run.boxes[0]):
            return ()
        self.beyond = self.beyond or known[2]
        return known[0]

    def _keep(self, sheet: CompiledLayout, key: tuple[Any, ...] | None, made: Any, found: int) -> None:
        """Keep what was made, unless something is wrong with it, which is reported each time."""
        if key is not None and len(self.setter.found) == found:
            if len(sheet.known) >= KNOWN:
                sheet.known.clear()
            sheet.known[key] = made

    def _is_full(self, more: int, box: Compiled) -> bool:
        """Count boxes, and return whether there are too many for a face."""
        self.count += more
        if self.count > MOST and not self.full:
            self.full = True
            self.report("E255", f"more than {MOST:,} boxes on one face", box.placed.at("repeat"))
        return self.full

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
            self.setter.found.append(error.found._replace(related=(("on this piece", self.at),)))

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
        if self._is_full(1, box):
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
            safe = min(self.bleed, SAFE)
            near = safe and not depth and crowded(place, items[known:], self.size, self.setter.book, safe)
            if near and self.is_own(box):
                message = (
                    f"the {box.placed.name} stands nearer than {safe / MM:.2g} mm to the edge, where a cut may reach it"
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
