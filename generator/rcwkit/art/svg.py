"""Read SVG drawings: shapes in plain colours become paths, and everything else is refused with its line.

Nothing outside the file is ever read. Opacity is flattened on white. In figures, shapes stay what they are, and
colours are roles.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform

from rcwkit.art.artwork import CURRENT, GRID, Art
from rcwkit.art.colours import mix
from rcwkit.art.figures import Figure
from rcwkit.art.svg_tree import EFFECTS, SIZE, SVG, Element, NotDrawn, Shapes, number, parsed
from rcwkit.frame import Circle, Group, Item, Line, Path, Polygon, Rect

__all__ = ["drawing", "figure"]

_USES = 20_000
"""Maximum number of elements drawn, those of each `use` counted again."""
_READ = SIZE
"""Maximum length of the attributes drawn, those of each `use` counted again."""
_NESTED = 64
"""Maximum depth of elements, those of `use` included."""
_SILENT = frozenset({"title", "desc", "metadata", "defs", "symbol", "style"})
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
EVEN = 0.01
"""How far an outline may be skewed or stretched, as a share of its width."""
_MIDDLE = "xMidYMid"
_LONGEST = 2000
"""Maximum length of a transformation."""
_UNITS = {"": 0.75, "px": 0.75, "pt": 1.0, "pc": 12.0, "mm": 72 / 25.4, "cm": 720 / 25.4, "in": 72.0}
"""Points in a unit."""
_LENGTH = re.compile(r"\s*([-+.\deE]+?)\s*(px|pt|pc|mm|cm|in|)\s*")
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_HEX = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?")
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*\)")
_NUMBERS = {"circle": ("cx", "cy", "r"), "line": ("x1", "y1", "x2", "y2"), "rect": ("x", "y", "width", "height", "rx")}
_VARIABLE = re.compile(r"var\(\s*--([a-z]+)\s*(?:,[^()]*)?\)")
_BLACK, _WHITE = frozenset({"black", "#000", "#000000"}), frozenset({"white", "#fff", "#ffffff"})


class _State(NamedTuple):
    """What elements inherit: the way to the grid, and paint."""

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


def drawing(data: bytes, key: str = "") -> Art:
    """Return an SVG file as art. Raises NotDrawn."""
    root = _root(data)
    left, top, width, height = _view(root)
    scale = GRID / max(width, height)
    reader = _DrawingReader(root, (width * scale, height * scale), (width, height))
    state = _styled(root, _State(Transform(scale, 0, 0, scale, -left * scale, -top * scale)))
    items = tuple(reader.children(root, state, 0))
    natural = _natural(root, width, height)
    tinted = any(isinstance(item, Path) and CURRENT in (item.fill, item.stroke) for item in items)
    return Art(*natural, items, None, key, tinted)


def figure(data: bytes, roles: tuple[str, ...]) -> Figure:
    """Return an SVG file as a figure: black and `currentColor` are the first role, white the last. Raises NotDrawn."""
    root = _root(data)
    left, top, width, height = _view(root)
    reader = _DrawingReader(root, (width, height), (width, height))
    state = _styled(root, _State(Transform(), roles[0], colour=roles[0], roles=roles))
    items = tuple(reader.children(root, state, 0))
    return Figure(left, top, width, height, items, root.attributes.get("class", ""))


def _root(data: bytes) -> Element:
    root = parsed(data)
    if root.name != "svg":
        hint = f"its first element is <svg xmlns='{SVG}'>"
        raise NotDrawn(root.line, f"<{root.name}> is not an SVG drawing", hint, "E269")
    return root


class _DrawingReader:
    """Walks the elements of one drawing of a size on the grid, and of a `view` in its own units."""

    def __init__(self, root: Element, size: tuple[float, float], view: tuple[float, float]) -> None:
        self.size, self.view = size, view
        self.named = {element.attributes["id"]: element for element in root.all() if "id" in element.attributes}
        self.shapes = Shapes()
        self.count = self.read = 0

    def children(self, element: Element, state: _State, depth: int) -> Iterator[Item]:
        """Yield what an element's children draw."""
        for child in element.children:
            yield from self.element(child, state, depth + 1)

    def element(self, element: Element, state: _State, depth: int) -> Iterator[Item]:
        """Yield what an element draws."""
        self.count += 1
        self.read += sum(map(len, element.attributes.values()))
        limit = f"nested deeper than {_NESTED}" if depth > _NESTED else ""
        limit = f"more than {_USES:,} elements" if self.count > _USES else limit
        limit = "repeated too often" if self.read > _READ else limit
        if limit:
            raise NotDrawn(element.line, limit, "simplify it", "E269")
        name = element.name
        if name in _SILENT:
            return
        state = _styled(element, state)
        if name == "g":
            yield from self.children(element, state, depth)
        elif name == "use":
            yield from self.used(element, state, depth)
        elif name in _SHAPES:
            yield from self.shape(element, state)
        elif name == "text" and (not (state.shown and state.alpha) or self.aside(element, state)):
            return
        else:
            raise NotDrawn(element.line, f"<{name}> is not printed", _HINTS.get(name, "draw it as shapes"))

    def aside(self, element: Element, state: _State) -> bool:
        """Return whether a text is a note to oneself: it begins more than the drawing's own size outside of it."""
        place = state.matrix.transformPoint((number(element, "x"), number(element, "y")))
        return not all(-size <= at <= 2 * size for at, size in zip(place, self.size, strict=True))

    def used(self, element: Element, state: _State, depth: int) -> Iterator[Item]:
        """Yield what a `use` repeats."""
        name = element.attributes.get("href", "")
        target = self.named.get(name.removeprefix("#")) if name.startswith("#") else None
        if target is None:
            raise NotDrawn(
                element.line, f"<use> of '{name}', which is not in the drawing", "put the shape in its place"
            )
        x, y = (number(element, key) for key in ("x", "y"))
        state = state._replace(matrix=state.matrix.translate(x, y))
        if target.name == "symbol":
            yield from self.symbol(element, target, state, depth)
        elif target.name == "svg":
            raise NotDrawn(element.line, "<use> of an <svg> is not printed", "make it a group")
        else:
            yield from self.element(target, state, depth + 1)

    def symbol(self, element: Element, symbol: Element, state: _State, depth: int) -> Iterator[Item]:
        """Yield a symbol, in the middle of the room that a `use` gives it. Raises NotDrawn if it is cut off there."""
        wide, high = (number(element, name, of) for name, of in zip(("width", "height"), self.view, strict=True))
        if min(wide, high) <= 0:
            return
        matrix = state.matrix
        if "viewBox" in symbol.attributes:
            left, top, width, height = _view(symbol)
            if symbol.attributes.get("preserveAspectRatio", _MIDDLE).split() not in ([_MIDDLE], [_MIDDLE, "meet"]):
                raise NotDrawn(symbol.line, "'preserveAspectRatio' of a <symbol> is not printed", "leave it out")
            scale = min(wide / width, high / height)
            matrix = matrix.translate((wide - width * scale) / 2, (high - height * scale) / 2)
            matrix = matrix.scale(scale).translate(-left, -top)
        flat = state.matrix[0] * state.matrix[3] == state.matrix[1] * state.matrix[2]
        back = None if flat or symbol.style.get("overflow") == "visible" else state.matrix.inverse()
        for item in self.children(symbol, _styled(symbol, state._replace(matrix=matrix)), depth + 1):
            assert isinstance(item, Path)  # what drawings consist of
            if back is not None and not _is_in(item, back, wide, high):
                hint = "make the symbol a group, or its viewBox larger"
                raise NotDrawn(symbol.line, "a <symbol> that reaches beyond its viewBox is not printed", hint)
            yield item

    def shape(self, element: Element, state: _State) -> Iterator[Item]:
        """Yield a shape, if it shows."""
        if not state.shown:
            return
        fill = _flat(state.fill, state.alpha * state.fill_alpha)
        size = math.sqrt(abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]))
        line = state.width * size
        stroke = _flat(state.stroke, state.alpha * state.stroke_alpha) if line > 0 else None
        if element.name == "line":
            fill = None
        if not (fill or stroke):
            return
        if stroke and not _is_even(state.matrix):
            hint = "make the outline a shape (in Inkscape: Path, Stroke to Path)"
            raise NotDrawn(element.line, "an outline that is skewed or stretched is not printed", hint)
        if state.roles and (kept := self.kept(element, state, fill, stroke)):
            yield kept
        elif subpaths := self.shapes.of(element, state.matrix):
            ends: tuple[Any, ...] = (state.cap, state.join, state.miter)
            path = Path(subpaths, fill, stroke, line if stroke else 0.0, state.even_odd, *ends)
            if fill and stroke and state.stroke_first:
                yield from (path._replace(fill=None), path._replace(stroke=None, line=0.0))
            else:
                yield path

    def kept(self, element: Element, state: _State, fill: str | None, stroke: str | None) -> Item | None:
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


def _is_even(matrix: Transform) -> bool:
    """Return whether a transformation keeps the shape of all that it moves, so that lines are as wide everywhere."""
    a, b, c, d = matrix[:4]
    across, down = math.hypot(a, b), math.hypot(c, d)
    return abs(across - down) <= EVEN * max(across, down) and abs(a * c + b * d) <= EVEN * across * down


def _is_in(path: Path, back: Transform, wide: float, high: float) -> bool:
    """Return whether a path, moved back from the grid, lies within a box; half of its line may lie outside."""
    spare = 1e-3 * max(wide, high) + path.line * math.hypot(back[0], back[1]) / 2
    points = [
        (one[at], one[at + 1])
        for start, steps, _ in path.subpaths
        for one in (start, *steps)
        for at in range(0, len(one), 2)
    ]
    places = map(back.transformPoint, points)
    return all(-spare <= x <= wide + spare and -spare <= y <= high + spare for x, y in places)


_HINTS = {
    "text": "convert texts to paths (in Inkscape: Path, Object to Path)",
    "tspan": "convert texts to paths",
    "image": "name the picture itself instead, as PNG or JPEG",
    "svg": "make the inner <svg> a group",
    "a": "leave out the link",
    "switch": "leave out the switch",
}


def _styled(element: Element, state: _State) -> _State:
    """Return the state within an element: its attributes, and its `style`, which comes first."""
    given = element.style
    _check_effects(element.line, given)
    if "transform" in element.attributes:
        state = state._replace(matrix=_transformed(element, state.matrix))
    if "color" in given:
        state = state._replace(colour=_paint(element, given["color"], state) or state.colour)
    if "fill" in given:
        state = state._replace(fill=_paint(element, given["fill"], state, state.fill))
    if "stroke" in given:
        state = state._replace(stroke=_paint(element, given["stroke"], state, state.stroke))
    if "stroke-width" in given and given["stroke-width"] != "inherit":
        state = state._replace(width=_length(element, "stroke-width", given["stroke-width"]) / _UNITS["px"])
    if given.get("fill-rule") in ("evenodd", "nonzero"):
        state = state._replace(even_odd=given["fill-rule"] == "evenodd")
    if given.get("stroke-linecap") in ("butt", "round", "square"):
        state = state._replace(cap=given["stroke-linecap"])
    if given.get("stroke-linejoin") in ("miter", "round", "bevel"):
        state = state._replace(join=given["stroke-linejoin"])
    if given.get("stroke-miterlimit", "inherit") != "inherit":
        state = state._replace(miter=_limit(element, given["stroke-miterlimit"]))
    if given.get("paint-order", "inherit") != "inherit":
        order = given["paint-order"].split()
        state = state._replace(stroke_first="stroke" in order and "fill" not in order[: order.index("stroke")])
    return _faded(element, given, state)


def _check_effects(line: int, given: Mapping[str, str]) -> None:
    """Raise NotDrawn for masks, filters and the like."""
    for name in EFFECTS:
        if given.get(name, "none") not in ("none", ""):
            raise NotDrawn(line, f"'{name}' is not printed", "draw its result as shapes")
    if given.get("vector-effect", "none") not in ("none", "inherit", ""):
        raise NotDrawn(line, "'vector-effect' is not printed", "give the line its width in the drawing")
    if given.get("mix-blend-mode", "normal") != "normal":
        raise NotDrawn(line, "'mix-blend-mode' is not printed", "use plain colours")


def _faded(element: Element, given: Mapping[str, str], state: _State) -> _State:
    """Return the state within an element with its opacity, and whether it is shown at all."""
    alpha = state.alpha * _share(element, given.get("opacity", "1"))
    if given.get("display") == "none":
        alpha = 0.0
    if given.get("visibility", "inherit") != "inherit":
        state = state._replace(shown=given["visibility"] == "visible")
    if "fill-opacity" in given:
        state = state._replace(fill_alpha=_share(element, given["fill-opacity"]))
    if "stroke-opacity" in given:
        state = state._replace(stroke_alpha=_share(element, given["stroke-opacity"]))
    return state._replace(alpha=alpha)


def _paint(element: Element, value: str, state: _State, above: str | None = None) -> str | None:
    """Return a colour as `#rrggbb` or CURRENT, None for none."""
    lower = value.strip().lower()
    if lower in ("none", "transparent"):
        return None
    if lower == "inherit":
        return above
    if lower == "currentcolor":
        return state.colour
    if state.roles:
        return _role(element, value, state.roles)
    if _HEX.fullmatch(lower):
        return (lower if len(lower) == 7 else "#" + "".join(2 * digit for digit in lower[1:])).upper()
    if match := _RGB.fullmatch(lower):
        return "#" + "".join(f"{min(255, int(part)):02X}" for part in match.groups())
    from PIL.ImageColor import colormap, getrgb

    if lower in colormap:
        return "#" + "".join(f"{part:02X}" for part in getrgb(lower))
    hint = "gradients and patterns are not printed" if lower.startswith("url") else "write it as #rrggbb"
    raise NotDrawn(element.line, f"'{value[:40]}' is not a plain colour", hint)


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


def _flat(colour: str | None, alpha: float) -> str | None:
    """Return a colour as it looks on white; None for none. Only plain colours can fade."""
    if colour is None or alpha <= 0:
        return None
    return mix("#FFFFFF", colour, alpha) if colour.startswith("#") else colour


def _share(element: Element, text: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise NotDrawn(element.line, f"'{text[:40]}' is not an opacity", "write a number from 0 to 1")
    return min(1.0, max(0.0, value))


def _limit(element: Element, text: str) -> float:
    """Return the limit on the length of joins, in line widths."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 1 <= value <= 1e6:
        raise NotDrawn(element.line, f"stroke-miterlimit='{text[:40]}' is not a limit", "write a number from 1")
    return value


def _length(element: Element, name: str, text: str) -> float:
    """Return a length in points."""
    match = _LENGTH.fullmatch(text)
    try:
        value = float(match[1]) * _UNITS[match[2]] if match else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise NotDrawn(element.line, f"{name}='{text[:40]}' is not a length", "write a number")
    return value


def _transformed(element: Element, matrix: Transform) -> Transform:
    text, at = element.attributes["transform"].strip(), 0
    if len(text) > _LONGEST:
        raise NotDrawn(element.line, f"a transformation of {len(text):,} characters", "multiply it out", "E269")
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        try:
            matrix = _turned(matrix, match[1], [float(part) for part in match[2].replace(",", " ").split()])  # type: ignore[index]
        except (TypeError, ValueError, IndexError):
            raise NotDrawn(element.line, f"transform='{text[:40]}' is not a transformation", "write it out") from None
        assert match is not None
        at = match.end()
    if not all(math.isfinite(value) for value in matrix):
        raise NotDrawn(element.line, f"transform='{text[:40]}' is out of range", "use smaller numbers", "E269")
    return matrix


def _turned(matrix: Transform, name: str, values: list[float]) -> Transform:
    """Apply a transformation. Raises ValueError or IndexError for the wrong number of values."""
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return matrix.transform((a, b, c, d, e, f))
        case "translate", [x, *rest] if len(rest) < 2:
            return matrix.translate(x, rest[0] if rest else 0.0)
        case "scale", [x, *rest] if len(rest) < 2:
            return matrix.scale(x, rest[0] if rest else x)
        case "rotate", [angle]:
            return matrix.rotate(math.radians(angle))
        case "rotate", [angle, x, y]:
            return matrix.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
        case "skewX", [angle]:
            return matrix.skew(math.radians(angle), 0)
        case "skewY", [angle]:
            return matrix.skew(0, math.radians(angle))
    raise ValueError(name)


def _view(root: Element) -> tuple[float, float, float, float]:
    """Return the part of the plane that the drawing shows: x, y, width, height."""
    text = root.attributes.get("viewBox")
    try:
        if text is not None:
            view = [float(part) for part in text.replace(",", " ").split()]
        else:
            view = [0.0, 0.0, *(_length(root, name, root.attributes[name]) / 0.75 for name in ("width", "height"))]
        left, top, width, height = view
    except (ValueError, KeyError):
        message = "the drawing has no size" if text is None else f"viewBox='{text[:40]}' is not four numbers"
        raise NotDrawn(root.line, message, "give it a viewBox: '0 0 WIDTH HEIGHT'", "E269") from None
    sound = all(abs(value) <= 1e7 for value in view) and min(width, height) >= 1e-3  # no comparison holds for NaN
    if not sound or max(width, height) / min(width, height) > 1000:
        raise NotDrawn(root.line, f"a drawing of {width:g} × {height:g} is too large or too small", "", "E269")
    return left, top, width, height


def _natural(root: Element, width: float, height: float) -> tuple[float, float]:
    """Return the natural size in points: that given, in the shape of the part shown."""
    given = root.attributes.get("width", "")
    wide = _length(root, "width", given) if given and not given.strip().endswith("%") else width * 0.75
    return (wide, wide * height / width) if 0 < wide < 1e6 else (width * 0.75, height * 0.75)
