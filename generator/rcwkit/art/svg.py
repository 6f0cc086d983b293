"""Read SVG drawings: what can be shapes becomes paths, and anything else is refused with its line.

Nothing outside the file is ever read. In figures, shapes stay what they are, and colours are roles.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform

from rcwkit.art.artwork import CURRENT, GRID, Art
from rcwkit.art.figures import Figure
from rcwkit.art.svg_tree import (
    EFFECTS,
    SIZE,
    SVG,
    Element,
    NotDrawn,
    Shapes,
    check_unit,
    colour_of,
    flat,
    fraction,
    is_even,
    length,
    natural,
    number,
    parsed,
    transformed,
    view_of,
)
from rcwkit.frame import Circle, Gradient, Group, Item, Line, Path, Polygon, Rect, Subpath

_USES = 20_000
"""Maximum number of elements drawn, those of each `use` counted again."""
_READ = SIZE
"""Maximum length of the attributes drawn, those of each `use` counted again."""
_NESTED = 64
"""Maximum depth of elements, those of `use` included."""
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_GROUPS = frozenset({"g", "a", "svg", "use", "switch"})
_OTHERS = frozenset({"text", "image", "foreignObject"})
"""What browsers show, too; they show nothing of elements that they do not know."""
SHORTEST = 0.2
"""Least length of a dash with its space, on the grid."""
_NUMBERS = {"circle": ("cx", "cy", "r"), "line": ("x1", "y1", "x2", "y2"), "rect": ("x", "y", "width", "height", "rx")}
_LINK = re.compile(r"url\(\s*['\"]?#([^)'\"]+?)\s*['\"]?\s*\)\s*(.*)", re.DOTALL)
_ALIGNED = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_VARIABLE = re.compile(r"var\(\s*--([a-z]+)\s*(?:,[^()]*)?\)")
_BLACK, _WHITE = frozenset({"black", "#000", "#000000"}), frozenset({"white", "#fff", "#ffffff"})


class State(NamedTuple):
    """What elements inherit: the way to the grid, and paint.

    A paint is `#rrggbb`, `#rrggbbaa`, CURRENT, `url(…)` with what takes its place, or None for none. The opacity of an
    element as a whole is `alpha`; figures, whose colours are `roles`, have none.
    """

    matrix: Transform
    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    even_odd: bool = False
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    stroke_first: bool = False
    colour: str = CURRENT
    alpha: float = 1.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    shown: bool = True
    roles: tuple[str, ...] = ()
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    clip_even_odd: bool = False
    scaling: bool = True


def styled(element: Element, state: State, view: tuple[float, float]) -> State:
    """Return the state within an element: its attributes, and its `style`, which comes first. Raises NotDrawn."""
    given = element.style
    _check_effects(element, given)
    if "transform" in element.attributes:
        state = state._replace(matrix=transformed(element, "transform", state.matrix))
    if "color" in given:
        state = state._replace(colour=_paint(element, given["color"], state, state.colour) or state.colour)
    if "fill" in given:
        state = state._replace(fill=_paint(element, given["fill"], state, state.fill))
    if "stroke" in given:
        state = state._replace(stroke=_paint(element, given["stroke"], state, state.stroke))
    if given.get("fill-rule") in ("evenodd", "nonzero"):
        state = state._replace(even_odd=given["fill-rule"] == "evenodd")
    if given.get("clip-rule") in ("evenodd", "nonzero"):
        state = state._replace(clip_even_odd=given["clip-rule"] == "evenodd")
    state = _lined(given, state, math.hypot(*view) / math.sqrt(2))
    if given.get("visibility", "inherit") in ("visible", "hidden", "collapse"):
        state = state._replace(shown=given["visibility"] == "visible")
    return state._replace(
        alpha=fraction(given.get("opacity", ""), 1.0),
        fill_alpha=fraction(given.get("fill-opacity", ""), state.fill_alpha),
        stroke_alpha=fraction(given.get("stroke-opacity", ""), state.stroke_alpha),
    )


def _check_effects(element: Element, given: Mapping[str, str]) -> None:
    """Raise NotDrawn for masks, filters and the like."""
    for name in EFFECTS:
        if given.get(name, "none") not in ("none", "", "inherit"):
            raise NotDrawn(element.line, f"'{name}' is not printed", "draw its result as shapes")
    if given.get("mix-blend-mode", "normal") != "normal":
        raise NotDrawn(element.line, "'mix-blend-mode' is not printed", "use plain colours")
    if "transform-origin" in element.attributes or given.get("transform-origin"):
        raise NotDrawn(element.line, "'transform-origin' is not printed", "move, turn, and move back")
    for name in ("stroke-width", "stroke-dasharray", "stroke-dashoffset"):
        check_unit(element, given.get(name, ""))
    if given.get("transform", "none") != "none":
        raise NotDrawn(element.line, "'transform' in a style is not printed", "write it as an attribute")


def _lined(given: Mapping[str, str], state: State, whole: float) -> State:
    """Return the state with the properties of lines; percentages are of a `whole`."""
    wide = length(given.get("stroke-width", ""), whole)
    if wide >= 0:
        state = state._replace(width=wide)
    if given.get("stroke-linecap") in ("butt", "round", "square"):
        state = state._replace(cap=given["stroke-linecap"])
    if given.get("stroke-linejoin") in ("miter", "round", "bevel"):
        state = state._replace(join=given["stroke-linejoin"])
    limit = given.get("stroke-miterlimit", "")
    if limit.strip()[-1:] in {*"0123456789."} and length(limit) >= 1:
        state = state._replace(miter=length(limit))
    if given.get("paint-order", "inherit") != "inherit":
        order = given["paint-order"].split()
        state = state._replace(stroke_first="stroke" in order and "fill" not in order[: order.index("stroke")])
    if given.get("stroke-dasharray", "inherit") != "inherit":
        parts = [length(part, whole) for part in given["stroke-dasharray"].replace(",", " ").split()]
        sound = all(part >= 0 for part in parts) and sum(parts) > 0
        state = state._replace(dash=tuple(parts * (1 + len(parts) % 2)) if sound else ())
    phase = length(given.get("stroke-dashoffset", ""), whole)
    if not math.isnan(phase):
        state = state._replace(phase=phase)
    if given.get("vector-effect", "inherit") != "inherit":
        state = state._replace(scaling=given["vector-effect"] != "non-scaling-stroke")
    return state


def _paint(element: Element, value: str, state: State, above: str | None) -> str | None:
    """Return a paint; that above if it is none that is known. Raises NotDrawn for colours that figures have not."""
    lower = value.strip().lower()
    if lower in ("none", "transparent"):
        return None
    if lower == "currentcolor":
        return state.colour
    if lower.startswith("context-"):
        raise NotDrawn(element.line, f"'{lower}' is not printed", "write the colour")
    if lower == "inherit":
        return above
    if state.roles:
        return _role(element, value, state.roles)
    if lower.startswith("url("):
        return value.strip()
    return colour_of(lower) or above


def _role(element: Element, value: str, roles: tuple[str, ...]) -> str:
    """Return the role that a colour of a figure stands for."""
    lower = value.strip().lower()
    match = _VARIABLE.fullmatch(lower)
    if match and match[1] in roles:
        return match[1]
    if lower in _BLACK or lower in _WHITE:
        return roles[0 if lower in _BLACK else -1]
    names = [f"black for {roles[0]}", *(f"var(--{role}) for {role}" for role in roles[1:-1]), f"white for {roles[-1]}"]
    raise NotDrawn(element.line, f"'{value[:40]}' is no colour of such a drawing", f"write {', '.join(names)}")


def drawing(data: bytes, key: str = "") -> Art:
    """Return an SVG file as art. Raises NotDrawn."""
    root = _root(data)
    left, top, width, height = view_of(root)
    scale = GRID / max(width, height)
    reader = _DrawingReader(root, (width * scale, height * scale), (width, height), scale)
    state = State(Transform(scale, 0, 0, scale, -left * scale, -top * scale))
    items = tuple(reader.whole(root, state))
    return Art(*natural(root, width, height), items, None, key, any(map(_is_tinted, items)))


def figure(data: bytes, roles: tuple[str, ...]) -> Figure:
    """Return an SVG file as a figure: black and `currentColor` are the first role, white the last. Raises NotDrawn."""
    root = _root(data)
    left, top, width, height = view_of(root)
    reader = _DrawingReader(root, (width, height), (width, height), 1.0)
    items = tuple(reader.whole(root, State(Transform(), roles[0], colour=roles[0], roles=roles)))
    return Figure(left, top, width, height, items, root.attributes.get("class", ""))


def _root(data: bytes) -> Element:
    root = parsed(data)
    if root.name != "svg":
        hint = f"its first element is <svg xmlns='{SVG}'>"
        raise NotDrawn(root.line, f"<{root.name}> is not an SVG drawing", hint, "E269")
    return root


def _is_tinted(item: Item) -> bool:
    """Return whether an item has parts in the colour of its surroundings."""
    if isinstance(item, Group):
        return any(map(_is_tinted, item.items))
    return isinstance(item, Path) and CURRENT in (item.fill, item.stroke)


class _DrawingReader:
    """Walks the elements of one drawing of a size on the grid, and of a `view` in its own units, `scale` times that."""

    def __init__(self, root: Element, size: tuple[float, float], view: tuple[float, float], scale: float) -> None:
        self.size, self.view, self.scale = size, view, scale
        self.named: dict[str, Element] = {}
        for element in root.all():
            self.named.setdefault(element.attributes.get("id", ""), element)
        self.shapes = Shapes(view)
        self.count = self.read = 0

    def whole(self, root: Element, state: State) -> Iterator[Item]:
        """Yield what the drawing shows."""
        state = styled(root, state, self.view)
        yield from self.laid(root, state, self.children(root, state, 0))

    def children(self, element: Element, state: State, depth: int) -> Iterator[Item]:
        """Yield what an element's children draw; of a switch, the first that any browser understands."""
        for child in element.children:
            if element.name == "switch":
                if child.name == "foreignObject" or not child.understood:
                    continue
                yield from self.element(child, state, depth + 1)
                return
            yield from self.element(child, state, depth + 1)

    def element(self, element: Element, state: State, depth: int) -> Iterator[Item]:
        """Yield what an element draws."""
        self.count += 1
        self.read += sum(map(len, element.attributes.values()))
        limit = f"nested deeper than {_NESTED}" if depth > _NESTED else ""
        limit = f"more than {_USES:,} elements" if self.count > _USES else limit
        limit = "repeated too often" if self.read > _READ else limit
        if limit:
            raise NotDrawn(element.line, limit, "simplify it", "E269")
        name = element.name
        drawn = name in _SHAPES or name in _GROUPS or name in _OTHERS
        if not drawn or not element.understood or element.style.get("display") == "none":
            return
        if fraction(element.style.get("opacity", ""), 1.0) == 0:
            return
        state = styled(element, state, self.view)
        if name in _SHAPES:
            yield from self.laid(element, state, self.shape(element, state))
        elif name == "use":
            yield from self.laid(element, state, self.used(element, state, depth))
        elif name == "svg":
            x, y = (number(element, key, 0.0, of) for key, of in zip(("x", "y"), self.view, strict=True))
            yield from self.laid(element, state, self.viewport(element, element, (x, y), state, depth))
        elif name in _GROUPS:
            yield from self.laid(element, state, self.children(element, state, depth))
        elif state.shown and not (name == "text" and self.aside(element, state)):
            raise NotDrawn(element.line, f"<{name}> is not printed", _HINTS[name])

    def laid(self, element: Element, state: State, items: Iterator[Item]) -> Iterator[Item]:
        """Yield what an element draws with its clip path and opacity."""
        clip = element.style.get("clip-path", "none")
        if state.roles:
            if clip not in ("none", ""):
                raise NotDrawn(element.line, "'clip-path' is not printed", "draw its result as shapes")
            yield from items
            return
        found, within = tuple(items), self.clip(element, clip, state) if clip not in ("none", "") else None
        if within is None and state.alpha == 1:
            yield from found
        elif found and (within is None or within.subpaths):
            yield Group(found, within=within or (), opacity=state.alpha)

    def aside(self, element: Element, state: State) -> bool:
        """Return whether a text is a note to oneself: it begins more than the drawing's own size outside of it."""
        place = state.matrix.transformPoint((number(element, "x"), number(element, "y")))
        return not all(-size <= at <= 2 * size for at, size in zip(place, self.size, strict=True))

    def used(self, element: Element, state: State, depth: int) -> Iterator[Item]:
        """Yield what a `use` repeats; nothing of what is not in the drawing, as browsers do."""
        name = element.attributes.get("href", "").strip()
        target = self.named.get(name.removeprefix("#")) if name.startswith("#") else None
        if target is None:
            return
        x, y = (number(element, key, 0.0, of) for key, of in zip(("x", "y"), self.view, strict=True))
        if target.name in ("symbol", "svg"):
            if target.name == "svg":
                x, y = x + number(target, "x", 0.0, self.view[0]), y + number(target, "y", 0.0, self.view[1])
            below = styled(target, state, self.view)
            yield from self.laid(target, below, self.viewport(element, target, (x, y), below, depth))
        else:
            yield from self.element(target, state._replace(matrix=state.matrix.translate(x, y)), depth + 1)

    def viewport(
        self, element: Element, target: Element, at: tuple[float, float], state: State, depth: int
    ) -> Iterator[Item]:
        """Yield a symbol or an inner drawing in the room that an element gives it, clipped to that."""
        wide, high = (
            number(element, name, number(target, name, of, of), of)
            for name, of in zip(("width", "height"), self.view, strict=True)
        )
        if min(wide, high) <= 0:
            return
        room = state.matrix.translate(*at)
        matrix = room
        if "viewBox" in target.attributes:
            left, top, width, height = view_of(target)
            across, down = wide / width, high / height
            aligned = _ALIGNED.fullmatch(target.attributes.get("preserveAspectRatio", "xMidYMid").strip())
            if aligned is None or aligned[1] != "none":
                across = down = max(across, down) if aligned and aligned[4] == "slice" else min(across, down)
                shares = (_SHARES[aligned[2]], _SHARES[aligned[3]]) if aligned else (0.5, 0.5)
                matrix = matrix.translate(shares[0] * (wide - width * across), shares[1] * (high - height * down))
            matrix = matrix.scale(across, down).translate(-left, -top)
        outer, inner = self.view, view_of(target)[2:] if "viewBox" in target.attributes else (wide, high)
        self.view = self.shapes.view = inner
        items = tuple(self.children(target, state._replace(matrix=matrix), depth + 1))
        self.view = self.shapes.view = outer
        flat_ = room[0] * room[3] == room[1] * room[2]
        if flat_ or target.style.get("overflow") in ("visible", "auto"):
            yield from items
            return
        back = room.inverse()
        if all(_is_in(item, back, wide, high) for item in items):
            yield from items
        elif state.roles:
            hint = "make the symbol a group, or its viewBox larger"
            raise NotDrawn(target.line, "a <symbol> that reaches beyond its viewBox is not printed", hint)
        else:
            corners = [room.transformPoint(point) for point in ((0, 0), (wide, 0), (wide, high), (0, high))]
            yield Group(items, within=Path((Subpath(corners[0], tuple(corners[1:]), closed=True),)))

    def shape(self, element: Element, state: State) -> Iterator[Item]:
        """Yield a shape, if it shows."""
        if not state.shown:
            return
        (fill, clear), (stroke, thin) = flat(state.fill, state.fill_alpha), flat(state.stroke, state.stroke_alpha)
        size = math.sqrt(abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]))
        size = size if state.scaling else self.scale
        line = state.width * size
        stroke = stroke if line > 0 else None
        if element.name == "line":
            fill = None
        if stroke and stroke.startswith("url("):
            stroke = self.link(element, stroke, "stroke", state)
        if not (fill or stroke):
            return
        if stroke and state.scaling and not is_even(state.matrix):
            hint = "make the outline a shape (in Inkscape: Path, Stroke to Path)"
            raise NotDrawn(element.line, "an outline that is skewed or stretched is not printed", hint)
        if state.roles and (kept := self.kept(element, state, fill, stroke)):
            yield kept
            return
        subpaths = self.shapes.of(element, state.matrix, from_right=bool(state.dash))
        if not subpaths:
            return
        path = Path(subpaths, None, None, 0.0, state.even_odd)
        ends: dict[str, Any] = {"cap": state.cap, "join": state.join, "miter": state.miter}
        lined = path._replace(stroke=stroke, line=line, **ends, **self.dashed(element, state, size))
        if state.roles or (fill and not fill.startswith("url(") and stroke and clear == thin == 1):
            both = lined._replace(fill=fill) if stroke else path._replace(fill=fill)
            if fill and stroke and state.stroke_first:
                yield from (both._replace(fill=None), path._replace(fill=fill))
            else:
                yield both
            return
        parts = [self.filled(element, state, path, fill, clear)] if fill else []
        parts += [_faded(lined, thin)] if stroke else []
        yield from filter(None, reversed(parts) if state.stroke_first else parts)

    def dashed(self, element: Element, state: State, size: float) -> dict[str, Any]:
        """Return the dashes of a line on the grid. Raises NotDrawn for too many."""
        if not state.dash or not state.stroke:
            return {}
        if state.roles or sum(state.dash) * size < SHORTEST:
            raise NotDrawn(element.line, "'stroke-dasharray' is not printed", "draw its result as shapes")
        dash = tuple(round(part * size, 3) for part in state.dash)
        return {"dash": dash, "phase": round(state.phase * size % sum(dash), 3)}

    def filled(self, element: Element, state: State, path: Path, fill: str, alpha: float) -> Item | None:
        """Return a shape that is filled with a colour or gradient."""
        if not fill.startswith("url("):
            return _faded(path._replace(fill=fill), alpha)
        if found := self.link(element, fill, "fill", state):
            return _faded(path._replace(fill=found), alpha)
        match = _LINK.match(fill)
        target = match and self.named.get(match[1])
        return self.gradient(element, state, path, target, alpha) if target else None

    def link(self, element: Element, paint: str, name: str, state: State) -> str | None:
        """Return the colour in place of a link; None for a gradient that can be drawn. Raises NotDrawn for others."""
        match = _LINK.match(paint)
        target = self.named.get(match[1]) if match else None
        if target is None:
            rest = (match[2] if match else paint.partition(")")[2]).strip()
            return state.colour if rest.lower() == "currentcolor" else colour_of(rest)
        if target.name not in _GRADIENTS or name == "stroke":
            raise NotDrawn(element.line, f"a {name} of <{target.name}> is not printed", "use plain colours")
        return None

    def gradient(self, element: Element, state: State, path: Path, target: Element, alpha: float) -> Item | None:
        """Return a shape filled with a gradient. Raises NotDrawn for one that repeats."""
        chain = [target]
        while (above := self.named.get(chain[-1].attributes.get("href", "#").strip()[1:])) and len(chain) < 9:
            if above.name not in _GRADIENTS:
                break
            chain.append(above)
        given: dict[str, str] = {}
        for one in reversed(chain):
            given |= one.attributes
        stops = next((found for one in chain if (found := _stops(one, state, alpha))), ())
        if not stops:
            return None
        if len(stops) == 1:
            return _faded(path._replace(fill=stops[0][1]), stops[0][2])
        if given.get("spreadMethod", "pad") != "pad":
            raise NotDrawn(target.line, "a gradient that repeats is not printed", "use plain colours")
        merged = Element(target.name, target.line, given, None)
        boxed = given.get("gradientUnits") != "userSpaceOnUse"
        matrix, view = state.matrix, self.view
        if boxed:
            left, top, right, bottom = self.bounds(element)
            if right <= left or bottom <= top:
                return None
            matrix, view = matrix.transform((right - left, 0, 0, bottom - top, left, top)), (1.0, 1.0)
        matrix = transformed(merged, "gradientTransform", matrix)
        axis = _axis(merged, view)
        edge = axis[2] != axis[5] or axis[:2] != axis[3:5] if len(axis) == 6 else axis[:2] != axis[2:]
        if matrix[0] * matrix[3] == matrix[1] * matrix[2]:
            return None
        if len(axis) == 6 and axis[2]:
            raise NotDrawn(target.line, "a gradient between two circles is not printed", "use plain colours")
        if not edge:
            return _faded(path._replace(fill=stops[-1][1]), stops[-1][2])
        if len(axis) == 6 and math.dist(axis[:2], axis[3:5]) + axis[2] > axis[5]:
            raise NotDrawn(target.line, "a gradient from outside of its circle is not printed", "use plain colours")
        x, y, right, bottom = _extent(path.subpaths)
        paint = Gradient(x, y, right - x, bottom - y, axis, stops, tuple(matrix))
        return Group((paint,), within=path)

    def bounds(self, element: Element) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of a shape in its own units."""
        return _extent(self.shapes.of(element, Transform()))

    def clip(self, element: Element, value: str, state: State) -> Path | None:
        """Return what a clip path shows of an element; None for all of it. Raises NotDrawn."""
        match = _LINK.match(value)
        target = self.named.get(match[1]) if match else None
        if match and target is None:
            return None
        if target is None or target.name != "clipPath" or target.style.get("clip-path", "none") != "none":
            raise NotDrawn(element.line, f"'clip-path: {value[:40]}' is not printed", "use a clipPath of shapes")
        matrix = state.matrix
        if target.attributes.get("clipPathUnits") == "objectBoundingBox":
            if element.name not in _SHAPES:
                raise NotDrawn(target.line, "a clipPath in units of a group is not printed", "use userSpaceOnUse")
            left, top, right, bottom = self.bounds(element)
            matrix = matrix.transform((right - left, 0, 0, bottom - top, left, top))
        base = styled(target, State(matrix), self.view)
        shown = [path for child in target.children if (path := self.clipping(child, base))]
        return shown[0] if len(shown) == 1 else _joined(shown, target.line)

    def clipping(self, element: Element, state: State) -> Path | None:
        """Return a shape of a clip path; None for one that shows nothing."""
        self.count += 1
        if element.style.get("display") == "none" or element.name in ("title", "desc", "metadata"):
            return None
        state = styled(element, state, self.view)
        if element.name == "use":
            x, y = number(element, "x"), number(element, "y")
            element = self.named.get(element.attributes.get("href", "").removeprefix("#"), element)
            state = styled(element, state._replace(matrix=state.matrix.translate(x, y)), self.view)
        if element.name not in _SHAPES or element.style.get("clip-path", "none") != "none" or self.count > _USES:
            raise NotDrawn(element.line, f"<{element.name}> in a clipPath is not printed", "use shapes")
        return Path(self.shapes.of(element, state.matrix), even_odd=state.clip_even_odd) if state.shown else None

    def kept(self, element: Element, state: State, fill: str | None, stroke: str | None) -> Item | None:
        """Return a shape as it is, in a group if it is moved, turned or enlarged; None if it has to be a path."""
        a, b, c, d, x, y = state.matrix
        ends = (state.cap, state.join, state.miter, state.even_odd, state.stroke_first)
        if not math.isclose(a, d) or not math.isclose(b, -c) or ends != ("butt", "miter", 4.0, False, False):
            return None
        shape = self.plain(element, fill, stroke, state.width if stroke else 0.0)
        if shape is None or state.matrix == Transform():
            return shape
        return Group((shape,), x, y, math.degrees(math.atan2(b, a)), scale=math.hypot(a, b))

    def plain(self, element: Element, fill: str | None, stroke: str | None, line: float) -> Item | None:
        """Return a shape in its own coordinates; None if it is a path, empty, or too large."""
        if "points" in element.attributes:
            points = self.shapes.corners(element)
            closed = element.name == "polygon"
            return Polygon(points, fill, stroke, line, closed) if points and (closed or fill is None) else None
        names = _NUMBERS.get(element.name, ())
        numbers = [number(element, name) for name in names]
        if not numbers or max(map(abs, numbers)) > GRID:
            return None
        match element.name:
            case "line":
                x1, y1, x2, y2 = numbers
                return Line(x1, y1, x2, y2, stroke, line) if stroke else None
            case "circle":
                x, y, radius = numbers
                return Circle(x, y, radius, fill, stroke, line) if radius > 0 else None
        x, y, width, height, radius = numbers
        whole = min(width, height) > 0 and radius >= 0 and "ry" not in element.attributes
        return Rect(x, y, width, height, fill, stroke, line, radius) if whole else None


def _faded(path: Path, alpha: float) -> Item:
    return path if alpha == 1 else Group((path,), opacity=alpha)


def _stops(gradient: Element, state: State, alpha: float) -> tuple[tuple[float, str, float], ...]:
    """Return the colours of a gradient, each no nearer than the one before it."""
    stops: list[tuple[float, str, float]] = []
    for stop in gradient.children:
        if stop.name != "stop":
            continue
        at = max(stops[-1][0] if stops else 0.0, fraction(stop.attributes.get("offset", ""), 0.0))
        given = stop.style.get("stop-color", "black").strip()
        colour = state.colour if given.lower() == "currentcolor" else colour_of(given) or "#000000"
        if colour == CURRENT:
            raise NotDrawn(stop.line, "a gradient of the colour around it is not printed", "use plain colours")
        plain, clear = flat(colour, 1.0)
        assert plain is not None
        stops.append((at, plain, round(alpha * clear * fraction(stop.style.get("stop-opacity", ""), 1.0), 4)))
    return tuple(stops)


def _axis(gradient: Element, view: tuple[float, float]) -> tuple[float, ...]:
    """Return the axis of a gradient in its own units; percentages are of a view."""

    def of(name: str, share: float) -> float:
        whole = math.hypot(*view) / math.sqrt(2) if "r" in name else view["y" in name]
        return number(gradient, name, share * whole, whole)

    if gradient.name == "linearGradient":
        return of("x1", 0.0), of("y1", 0.0), of("x2", 1.0), of("y2", 0.0)
    x, y, radius = of("cx", 0.5), of("cy", 0.5), of("r", 0.5)
    focus = number(gradient, "fx", x, view[0]), number(gradient, "fy", y, view[1])
    return *focus, of("fr", 0.0), x, y, radius


def _extent(subpaths: Sequence[Subpath]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of paths."""
    points: list[Sequence[float]] = []
    for start, steps, _ in subpaths:
        last: Sequence[float] = start
        points.append(start)
        for step in steps:
            if len(step) == 6:
                from fontTools.misc.bezierTools import calcCubicBounds

                left, top, right, bottom = calcCubicBounds(last, step[:2], step[2:4], step[4:])
                points += (left, top), (right, bottom)
            else:
                points.append(step)
            last = step[-2:]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    return min(across), min(down), max(across), max(down)


def _joined(paths: Sequence[Path], line: int) -> Path:
    """Return one path that shows what any of several do: all run the same way round. Raises NotDrawn."""
    simple = all(len(path.subpaths) <= 1 and not path.even_odd for path in paths)
    boxes = [_extent(path.subpaths) for path in paths]
    apart = all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for at, one in enumerate(boxes)
        for other in boxes[:at][:200]
    )
    if not paths or (apart and len({path.even_odd for path in paths}) == 1):
        return Path(tuple(one for path in paths for one in path.subpaths), even_odd=bool(paths) and paths[0].even_odd)
    if not simple or len(paths) > 200:
        raise NotDrawn(line, "a clipPath of shapes with holes that overlap is not printed", "unite its shapes")
    return Path(tuple(_clockwise(one) for path in paths for one in path.subpaths))


def _clockwise(one: Subpath) -> Subpath:
    """Return a subpath in the direction in which its area is positive."""
    points = [one.start, *(step[at : at + 2] for step in one.steps for at in range(0, len(step), 2))]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    if area >= 0:
        return one
    ends = [one.start, *(step[-2:] for step in one.steps)]
    steps = [
        (*step[2:4], *step[:2], *end) if len(step) == 6 else (*end,)
        for step, end in zip(reversed(one.steps), reversed(ends[:-1]), strict=True)
    ]
    return Subpath((ends[-1][0], ends[-1][1]), tuple(steps), one.closed)


def _is_in(item: Item, back: Transform, wide: float, high: float) -> bool:
    """Return whether a path, moved back from the grid, lies within a box; half of its line may lie outside."""
    if not isinstance(item, Path):
        return isinstance(item, Group) and all(_is_in(inner, back, wide, high) for inner in item.items)
    spare = 1e-3 * max(wide, high) + item.line * math.hypot(back[0], back[1]) / 2
    points = [
        (one[at], one[at + 1])
        for start, steps, _ in item.subpaths
        for one in (start, *steps)
        for at in range(0, len(one), 2)
    ]
    places = map(back.transformPoint, points)
    return all(-spare <= x <= wide + spare and -spare <= y <= high + spare for x, y in places)


_HINTS = {
    "text": "convert texts to paths (in Inkscape: Path, Object to Path)",
    "image": "name the picture itself instead, as PNG or JPEG",
    "foreignObject": "draw it as shapes",
}
