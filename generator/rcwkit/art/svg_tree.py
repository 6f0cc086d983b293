"""The elements of an SVG file, parsed without entities or anything outside the file, and its shapes as paths."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from xml.parsers import expat

from fontTools.misc.transform import Transform

from rcwkit.art.artwork import GRID
from rcwkit.frame import Subpath

__all__ = [
    "EFFECTS",
    "Element",
    "LEFT_OUT",
    "NotDrawn",
    "SIZE",
    "STEPS",
    "SVG",
    "Shapes",
    "check_entity",
    "length",
    "number",
    "parsed",
]

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
SIZE = 2 * 2**20
"""Maximum size of a drawing, in bytes."""
ELEMENTS = 50_000
"""Maximum number of elements."""
DEPTH = 64
"""Maximum depth of elements."""
CLASSES = 300
"""Maximum number of classes of a style sheet."""
EFFECTS = ("mask", "filter", "marker", "marker-start", "marker-mid", "marker-end")
"""Properties that are not printed."""
PROPERTIES = frozenset(
    {
        *EFFECTS,
        *(f"fill{part}" for part in ("", "-rule", "-opacity")),
        *(f"stroke{part}" for part in ("", "-width", "-opacity", "-linecap", "-linejoin", "-miterlimit")),
        *("stroke-dasharray", "stroke-dashoffset", "clip-path", "clip-rule", "stop-color", "stop-opacity", "transform"),
        *("color", "opacity", "display", "visibility", "overflow", "mix-blend-mode", "paint-order", "vector-effect"),
    }
)
"""Properties that are read."""
LEFT_OUT = frozenset(
    {"script", "handler", "animate", "animateTransform", "animateMotion", "animateColor", "set", "mpath", "discard"}
)
"""Elements that do nothing in print: they are left out with all that is in them."""
ENTITY, ENTITIES = 1000, 100
"""Maximum length of an entity, and number of entities."""
_RULE = re.compile(r"\s*([^{}@<>]{1,2000})\{([^{}@]*)\}\s*")
_SELECTOR = re.compile(r"([\w-]*|\*)((?:[.#][\w-]+)*)")
_IDLE = re.compile(r"@(?:import|charset|namespace)[^;{}]*;|@font-face\s*\{[^{}]*\}|<!--|-->")
"""What does nothing in print: files are not fetched, and texts are not set."""
_IMPORTANT = re.compile(r"!\s*important\s*$", re.IGNORECASE)
_NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)

Declared = dict[tuple[str, bool], str]
"""Values by the names of their properties, and whether they are important."""


class Rule(NamedTuple):
    """What a style sheet declares for elements that have a tag (any if empty), classes and an id (any if empty)."""

    tag: str
    classes: frozenset[str]
    id: str
    declared: Declared
    order: int

    @property
    def rank(self) -> tuple[bool, int, bool, int]:
        """What takes precedence."""
        return bool(self.id), len(self.classes), bool(self.tag), self.order


Rules = dict[str, list[Rule]]
"""Rules by an id (`#a`), class (`.a`), tag or `*` that their elements have."""


class NotDrawn(ValueError):
    """A drawing is refused, at a line: for what it has (E268), or because it is no sound drawing (E269)."""

    def __init__(self, line: int, message: str, hint: str = "", code: str = "E268") -> None:
        super().__init__(message)
        self.line, self.message, self.hint, self.code = line, message, hint, code


@dataclass(eq=False)
class Element:
    """An SVG element: its name and attributes without namespaces, its children, and its line in the file."""

    name: str
    line: int
    attributes: dict[str, str]
    rules: Rules
    children: list[Element] = field(default_factory=list)

    @cached_property
    def style(self) -> dict[str, str]:
        """Its presentation attributes; those of a style sheet, and then of its `style`, take precedence.

        What is important takes precedence over what is not.
        """
        names = frozenset(self.attributes.get("class", "").split())
        own = self.attributes.get("id", "")
        keys = (*(f".{name}" for name in names), f"#{own}", self.name, "*") if self.rules else ()
        ruled = [
            rule
            for key in keys
            for rule in self.rules.get(key, ())
            if rule.classes <= names and rule.id in ("", own) and rule.tag in ("", self.name)
        ]
        every = [
            *(rule.declared for rule in sorted(ruled, key=lambda rule: rule.rank)),
            _declared(self.attributes.get("style", "")),
        ]
        found = {name: value for name, value in self.attributes.items() if name in PROPERTIES and name != "transform"}
        for important in (False, True):
            for declared in every:
                found |= {name: value for (name, urgent), value in declared.items() if urgent == important}
        return found

    def all(self) -> Iterator[Element]:
        """Yield this element and all below it."""
        yield self
        for child in self.children:
            yield from child.all()


def parsed(data: bytes) -> Element:
    """Parse a file. Raises NotDrawn."""
    if len(data) > SIZE:
        raise NotDrawn(1, f"a drawing of more than {SIZE // 2**20} MiB", "simplify it", "E269")
    builder = _Builder(data)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise NotDrawn(error.lineno, f"not XML: {expat.ErrorString(error.code)}", "", "E269") from error
    except (ValueError, LookupError) as error:
        if isinstance(error, NotDrawn):
            raise
        raise NotDrawn(1, f"not XML: {error}", "save it as UTF-8", "E269") from error
    assert builder.root is not None  # else expat has found no element
    return builder.root


def check_entity(name: str, parameter: int, value: str | None, data: bytes, count: int) -> None:
    """Raise ValueError for an entity that may not be expanded: of another file, long, many, or one with another."""
    if parameter or value is None:
        raise ValueError(f"the entity '{name[:40]}' is of another file")
    if count > ENTITIES or len(value) > ENTITY or "&" in value or data.count(b"&") * len(value) > SIZE:
        raise ValueError(f"the entity '{name[:40]}' is one of many, too long, used too often, or has others in it")


UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0}
"""Pixels of CSS in a unit."""
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|%|)\s*")


def length(text: str, whole: float = math.nan) -> float:
    """Return a length in pixels of CSS, or as a share of a whole; not a number if it is none, or too large."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return math.nan
    value = float(match[1]) * (whole / 100 if match[2] == "%" else UNITS[match[2]])
    return value if abs(value) <= 1e9 else math.nan


def number(element: Element, name: str, default: float = 0.0, whole: float = math.nan) -> float:
    """Return an attribute as a number in user units; a default, as in browsers, if it is no length."""
    text = element.attributes.get(name)
    value = math.nan if text is None else length(text, whole)
    return default if math.isnan(value) else value


def _declared(text: str) -> Declared:
    """Return the declarations that count, so that long lists of others take no memory."""
    parts = (part.partition(":") for part in text.split(";"))
    named = ((name.strip().lower(), value) for name, _, value in parts)
    return {
        (name, _IMPORTANT.search(value) is not None): _IMPORTANT.sub("", value).strip()
        for name, value in named
        if name in PROPERTIES
    }


def _ruled(text: str, line: int, known: int) -> Iterator[tuple[str, Rule]]:
    """Yield the rules of a style sheet after those known, by what their elements have. Raises NotDrawn for others."""
    text, at, count = _IDLE.sub("", _NOTE.sub("", text)).strip(), 0, known
    while at < len(text):
        match = _RULE.match(text, at)
        count += 1
        if match is None or count > CLASSES:
            hint = "write colours into each shape: fill='#B3201F'"
            raise NotDrawn(line, "<style> with more than rules for tags, classes and ids is not printed", hint)
        declared = _declared(match[2])
        for selector in match[1].split(","):
            parts = _SELECTOR.fullmatch(selector.strip())
            if parts is None or not parts[0]:
                raise NotDrawn(line, f"<style> with '{selector.strip()[:40]}' is not printed", "give shapes a class")
            tag, more = parts[1].removeprefix("*"), parts[2]
            classes = frozenset(part[1:] for part in re.findall(r"\.[\w-]+", more))
            own = next((part[1:] for part in re.findall(r"#[\w-]+", more)), "")
            key = f"#{own}" if own else f".{min(classes)}" if classes else tag or "*"
            yield key, Rule(tag, classes, own, declared, count)
        at = match.end()


class _Builder:
    """Builds the tree of one file; elements of other namespaces, such as editors' notes, are left out."""

    def __init__(self, data: bytes) -> None:
        self.data, self.entities, self.ruled = data, 0, 0
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.entity
        self.parser.buffer_text = True
        self.root: Element | None = None
        self.open: list[Element] = []
        self.rules: Rules = {}
        self.sheet: list[str] = []
        self.count = self.foreign = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        self.count += 1
        line = self.parser.CurrentLineNumber
        if self.count > ELEMENTS or len(self.open) + self.foreign >= DEPTH:
            limit = f"more than {ELEMENTS:,} elements" if self.count > ELEMENTS else f"nested deeper than {DEPTH}"
            raise NotDrawn(line, limit, "simplify it", "E269")
        if space not in ("", SVG) or name in LEFT_OUT or self.foreign:
            self.foreign += 1
            return
        self.parser.CharacterDataHandler = self.sheet.append if name == "style" else None
        element = Element(name, line, _own(attributes), self.rules)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _: str) -> None:
        if self.foreign:
            self.foreign -= 1
            return
        element = self.open.pop()
        if element.name == "style":
            self.parser.CharacterDataHandler = None
            for key, rule in _ruled("".join(self.sheet), element.line, self.ruled):
                self.ruled = rule.order
                self.rules.setdefault(key, []).append(rule)
            self.sheet.clear()

    def entity(self, name: str, parameter: int, value: str | None, *_: object) -> None:
        self.entities += 1
        try:
            check_entity(name, parameter, value, self.data, self.entities)
        except ValueError as error:
            raise NotDrawn(self.parser.CurrentLineNumber, str(error), "leave it out", "E269") from error


def _own(attributes: dict[str, str]) -> dict[str, str]:
    """Return SVG's attributes, with links of old as `href`, and without those that would run a script."""
    own: dict[str, str] = {}
    for tag, value in attributes.items():
        space, _, name = tag.rpartition(" ")
        if not name.lower().startswith("on") and (not space or (space == _XLINK and name == "href")):
            own.setdefault(name, value)
    return own


STEPS = 50_000
"""Maximum number of lines and curves of a drawing."""
_FAR = 100 * GRID
"""How far a drawing may extend beyond the part that it shows."""
_DATA = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-., \t\r\n]*")
_POINT_ALONE = re.compile(r"(?<=\d)\.(?!\d)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

Point = tuple[float, float]


class Shapes:
    """Turns the shapes of one drawing into paths, and counts their steps."""

    def __init__(self, view: tuple[float, float]) -> None:
        self.view, self.steps = view, 0

    def of(self, element: Element, matrix: Transform) -> tuple[Subpath, ...]:
        """Return a shape on the grid; nothing for an empty one. Raises NotDrawn."""
        from fontTools.svgLib.path import parse_path

        data = _data(element, self.view)
        pen = _Pen(matrix, STEPS - self.steps)
        try:
            if len(data) > 40 * (STEPS - self.steps):
                raise _TooLong
            if not _DATA.fullmatch(data):
                raise ValueError
            # The parser takes '6.' for 6 and a stray '.', and knows no other white space.
            parse_path(re.sub(r"\s", " ", _POINT_ALONE.sub("", data)), pen)
        except _TooLong:
            message = f"more than {STEPS:,} lines and curves"
            raise NotDrawn(element.line, message, "simplify it (in Inkscape: Path, Simplify)", "E269") from None
        except (ValueError, IndexError, ArithmeticError):
            raise NotDrawn(element.line, f"the data of this <{element.name}> are not sound", "draw it anew") from None
        self.steps += pen.count
        return tuple(pen.subpaths)

    def corners(self, element: Element) -> tuple[Point, ...]:
        """Return the points of a polygon or an open line; none if there are not two, too many, or too far away."""
        points = tuple((float(x), float(y)) for x, y in _pairs(element))
        if not 1 < len(points) <= STEPS - self.steps or any(abs(x) > GRID or abs(y) > GRID for x, y in points):
            return ()
        self.steps += len(points)
        return points


class _TooLong(Exception):
    pass


class _Pen:
    """Collects subpaths, moved to the grid."""

    def __init__(self, matrix: Transform, most: int) -> None:
        self.matrix, self.most, self.count = matrix, most, 0
        self.subpaths: list[Subpath] = []
        self._start: Point = (0.0, 0.0)
        self._last: Point = (0.0, 0.0)
        self._steps: list[tuple[float, ...]] = []

    def moveTo(self, point: Point) -> None:
        self._start = self._at(point)
        self._last, self._steps = point, []

    def lineTo(self, point: Point) -> None:
        self._steps.append(self._at(point))
        self._last = point
        self._counted()

    def curveTo(self, one: Point, two: Point, end: Point) -> None:
        self._steps.append((*self._at(one), *self._at(two), *self._at(end)))
        self._last = end
        self._counted()

    def qCurveTo(self, one: Point, end: Point) -> None:
        (x, y), (a, b), (p, q) = self._last, one, end
        first, second = (x + 2 / 3 * (a - x), y + 2 / 3 * (b - y)), (p + 2 / 3 * (a - p), q + 2 / 3 * (b - q))
        self.curveTo(first, second, end)

    def closePath(self) -> None:
        self._end(closed=True)

    def endPath(self) -> None:
        self._end(closed=False)

    def _end(self, *, closed: bool) -> None:
        if self._steps or closed:
            self.subpaths.append(Subpath(self._start, tuple(self._steps), closed))
        self._steps = []
        self._counted()

    def _at(self, point: Point) -> Point:
        x, y = self.matrix.transformPoint(point)
        if not (abs(x) <= _FAR and abs(y) <= _FAR):  # nor not a number
            raise ValueError
        return round(x, 3), round(y, 3)

    def _counted(self) -> None:
        self.count += 1
        if self.count > self.most:
            raise _TooLong


def _data(element: Element, view: tuple[float, float]) -> str:
    """Return a shape as path data; empty if it has no extent."""

    def of(*names: str) -> tuple[float, ...]:
        return tuple(number(element, name, 0.0, _whole(name, view)) for name in names)

    match element.name:
        case "path":
            return element.attributes.get("d", "").strip()
        case "rect":
            return _rect(element, view)
        case "circle":
            x, y, radius = of("cx", "cy", "r")
            return _ellipse(x, y, radius, radius)
        case "ellipse":
            return _ellipse(*of("cx", "cy", "rx", "ry"))
        case "line":
            return "M{} {}L{} {}".format(*of("x1", "y1", "x2", "y2"))
    pairs = [f"{x} {y}" for x, y in _pairs(element)]
    return f"M{'L'.join(pairs)}{'Z' if element.name == 'polygon' else ''}" if len(pairs) > 1 else ""


def _pairs(element: Element) -> list[tuple[str, str]]:
    points = _NUMBER.findall(element.attributes.get("points", ""))
    return list(zip(points[::2], points[1::2], strict=False))


def _whole(name: str, view: tuple[float, float]) -> float:
    """Return what a percentage of an attribute is of."""
    if name == "r":
        return math.hypot(*view) / math.sqrt(2)
    return view[name in ("y", "height", "cy", "ry", "y1", "y2")]


def _rect(element: Element, view: tuple[float, float]) -> str:
    names = ("x", "y", "width", "height", "rx", "ry")
    defaults = (0.0, 0.0, 0.0, 0.0, math.nan, math.nan)
    x, y, width, height, rx, ry = (
        number(element, name, default, _whole(name, view)) for name, default in zip(names, defaults, strict=True)
    )
    rx, ry = (ry if math.isnan(rx) else rx), (rx if math.isnan(ry) else ry)
    rx, ry = (0.0, 0.0) if math.isnan(rx) else (min(rx, width / 2), min(ry, height / 2))
    if width <= 0 or height <= 0:
        return ""
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    across, down = width - 2 * rx, height - 2 * ry
    corner = f"a{rx} {ry} 0 0 1"
    return (
        f"M{x + rx} {y}h{across}{corner} {rx} {ry}v{down}{corner} {-rx} {ry}"
        f"h{-across}{corner} {-rx} {-ry}v{-down}{corner} {rx} {-ry}z"
    )


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    return f"M{x - rx} {y}a{rx} {ry} 0 1 1 {2 * rx} 0a{rx} {ry} 0 1 1 {-2 * rx} 0z"
