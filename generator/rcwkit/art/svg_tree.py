"""The elements of an SVG file, parsed without anything outside the file; their values, and their shapes as paths."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from xml.parsers import expat

from fontTools.misc.transform import Transform

from rcwkit.art.artwork import GRID
from rcwkit.frame import Point, Subpath

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
SIZE = 2 * 2**20
"""Maximum size of a drawing, in bytes."""
ELEMENTS = 50_000
"""Maximum number of elements."""
DEPTH = 64
"""Maximum depth of elements."""
CLASSES, TRIED = 300, 300_000
"""Maximum number of rules of style sheets, and of times that one is looked at."""
EFFECTS = ("mask", "filter", "marker", "marker-start", "marker-mid", "marker-end")
"""Properties that are not printed."""
PROPERTIES = frozenset(
    {
        *EFFECTS,
        *(f"fill{part}" for part in ("", "-rule", "-opacity")),
        *(f"stroke{part}" for part in ("", "-width", "-opacity", "-linecap", "-linejoin", "-miterlimit")),
        *(
            "stroke-dasharray",
            "stroke-dashoffset",
            "clip-path",
            "clip-rule",
            "stop-color",
            "stop-opacity",
            "transform",
            "transform-origin",
        ),
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

    def fits(self, tag: str, own: str, classes: Collection[str]) -> bool:
        """Return whether it is for such elements."""
        return self.tag in ("", tag) and self.id in ("", own) and all(name in classes for name in self.classes)

    @property
    def rank(self) -> tuple[bool, int, bool, int]:
        """What takes precedence."""
        return bool(self.id), len(self.classes), bool(self.tag), self.order


class Rules:
    """The rules of a file's style sheets, by an id (`#a`), class (`.a`), tag or `*` that their elements have."""

    def __init__(self) -> None:
        self.by: dict[str, list[Rule]] = {}
        self.count = self.tried = 0
        self._known: dict[tuple[str, ...], dict[bool, dict[str, str]]] = {}

    def add(self, key: str, rule: Rule) -> None:
        """Add a rule."""
        self.by.setdefault(key, []).append(rule)
        self.count = rule.order
        self._known.clear()

    def of(self, element: Element) -> dict[bool, dict[str, str]]:
        """Return what is declared for an element, and what is declared as important. Raises NotDrawn for too many."""
        names = sorted({name for name in element.attributes.get("class", "").split() if f".{name}" in self.by})
        own = element.attributes.get("id", "") if "#" + element.attributes.get("id", "") in self.by else ""
        key = element.name, own, *names
        if key not in self._known:
            rules = [
                rule
                for one in (*(f".{name}" for name in names), f"#{own}", key[0], "*")
                for rule in self.by.get(one, ())
            ]
            self.tried += len(rules)
            if self.tried > TRIED:
                raise NotDrawn(element.line, "too many rules for too many elements", "simplify the style sheet", "E269")
            fit = [rule for rule in rules if rule.fits(element.name, own, names)]
            found: dict[bool, dict[str, str]] = {False: {}, True: {}}
            for rule in sorted(fit, key=lambda rule: rule.rank):
                for (name, urgent), value in rule.declared.items():
                    found[urgent][name] = value
            self._known[key] = found
        return self._known[key]


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
    rules: Rules | None
    children: list[Element] = field(default_factory=list)

    @cached_property
    def style(self) -> dict[str, str]:
        """Its presentation attributes; those of a style sheet, and then of its `style`, take precedence.

        What is important takes precedence over what is not.
        """
        found = {
            name: value for name, value in self.attributes.items() if name in PROPERTIES and "transform" not in name
        }
        ruled = self.rules.of(self) if self.rules and self.rules.by else {}
        given = _declared(self.attributes.get("style", ""))
        for important in (False, True):
            found |= ruled.get(important, {})
            found |= {name: value for (name, urgent), value in given.items() if urgent == important}
        return found

    @property
    def understood(self) -> bool:
        """Whether it is for all who read English, without extensions."""
        languages = self.attributes.get("systemLanguage", "en").split(",")
        plain = not self.attributes.get("requiredExtensions")
        return plain and any(one.strip().partition("-")[0].lower() == "en" for one in languages)

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


_OTHER_UNIT = re.compile(r"\d(em|rem|ex|ch|ic|lh|rlh|cap|q|v[wh]|v[ib]|vmin|vmax)\s*(?:$|[,\s])", re.IGNORECASE)


def length(text: str, whole: float = math.nan) -> float:
    """Return a length in pixels of CSS, or as a share of a whole; not a number if it is none, or too large."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return math.nan
    value = float(match[1]) * (whole / 100 if match[2] == "%" else UNITS[match[2]])
    return value if abs(value) <= 1e9 else math.nan


def check_unit(element: Element, text: str) -> None:
    """Raise NotDrawn for a length in the unit of a font or window."""
    if match := _OTHER_UNIT.search(text):
        raise NotDrawn(element.line, f"a length in '{match[1]}' is not printed", "write it without a unit")


def number(element: Element, name: str, default: float = 0.0, whole: float = math.nan) -> float:
    """Return an attribute as a number in user units; a default, as in browsers, if it is no length."""
    text = element.attributes.get(name, "")
    check_unit(element, text)
    value = length(text, whole)
    return default if math.isnan(value) else value


def _declared(text: str) -> Declared:
    """Return the declarations that count, so that long lists of others take no memory."""
    parts = (part.partition(":") for part in _NOTE.sub("", text).split(";"))
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
        self.data, self.entities = data, 0
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.entity
        self.parser.buffer_text = True
        self.root: Element | None = None
        self.open: list[Element] = []
        self.rules = Rules()
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
            sheet = "".join(self.sheet) if element.attributes.get("type", "text/css") in ("", "text/css") else ""
            for key, rule in _ruled(sheet, element.line, self.rules.count):
                self.rules.add(key, rule)
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


_LONGEST = 2000
"""Maximum length of a transformation."""
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_PART = r"\s*([-+]?(?:\d+\.?\d*|\.\d+)%?)\s*"
_RGB = re.compile(rf"rgba?\({_PART}[,\s]{_PART}[,\s]{_PART}(?:[,/]{_PART})?\)")
_HSL = re.compile(rf"hsla?\({_PART.replace('%?', '(?:deg)?')}[,\s]{_PART}[,\s]{_PART}(?:[,/]{_PART})?\)")


def colour_of(text: str) -> str | None:
    """Return a colour as `#RRGGBB`, or with its opacity `#RRGGBBAA`; None if it is none."""
    text = text.strip().lower()
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > 5 else "".join(2 * digit for digit in text[1:])
        return f"#{digits.upper().removesuffix('FF') if len(digits) == 8 else digits.upper()}"
    if match := _RGB.fullmatch(text):
        given = match.groups()[:3]
        if len({part.endswith("%") for part in given}) > 1:
            return None
        return _with_alpha([float(part[:-1]) * 2.55 if part.endswith("%") else float(part) for part in given], match[4])
    if match := _HSL.fullmatch(text):
        parts = [float(part.removesuffix("deg").removesuffix("%")) for part in match.groups()[:3]]
        rgb = hls_to_rgb(parts[0] / 360 % 1, min(1.0, max(0.0, parts[2] / 100)), min(1.0, max(0.0, parts[1] / 100)))
        return _with_alpha([255 * part for part in rgb], match[4])
    from PIL.ImageColor import colormap, getrgb

    return "#" + "".join(f"{part:02X}" for part in getrgb(text)[:3]) if text in colormap else None


def _with_alpha(parts: Sequence[float], alpha: str | None) -> str:
    """Return a colour from numbers up to 255, and its opacity."""
    colour = "#" + "".join(f"{round(min(255.0, max(0.0, part))):02X}" for part in parts)
    share = fraction(alpha or "1", 1.0)
    return colour if share == 1 else f"{colour}{round(255 * share):02X}"


def flat(colour: str | None, alpha: float) -> tuple[str | None, float]:
    """Return a plain colour, None for none, and its opacity."""
    if colour is None or alpha <= 0:
        return None, 0.0
    if colour.startswith("#") and len(colour) == 9:
        return colour[:7], alpha * int(colour[7:], 16) / 255
    return colour, alpha


def fraction(text: str, default: float) -> float:
    """Return an opacity or a share from 0 to 1; a default if it is none."""
    value = length(text, 1.0) if text.strip()[-1:] in {*"0123456789.%"} else math.nan
    return default if math.isnan(value) else min(1.0, max(0.0, value))


def transformed(element: Element, name: str, matrix: Transform) -> Transform:
    """Return a matrix with the transformation of an attribute before it. Raises NotDrawn."""
    text, at = element.attributes.get(name, "").strip(), 0
    if len(text) > _LONGEST:
        raise NotDrawn(element.line, f"a transformation of {len(text):,} characters", "multiply it out", "E269")
    if text == "none":
        return matrix
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        try:
            matrix = _turned(matrix, match[1], [float(part) for part in match[2].replace(",", " ").split()])  # type: ignore[index]
        except (TypeError, ValueError, IndexError):
            raise NotDrawn(element.line, f"{name}='{text[:40]}' is not a transformation", "write it out") from None
        assert match is not None
        at = match.end()
    if not all(math.isfinite(value) for value in matrix):
        raise NotDrawn(element.line, f"{name}='{text[:40]}' is out of range", "use smaller numbers", "E269")
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


def view_of(root: Element) -> tuple[float, float, float, float]:
    """Return the part of the plane that the drawing shows: x, y, width, height."""
    text = root.attributes.get("viewBox")
    try:
        if text is not None:
            view = [float(part) for part in text.replace(",", " ").split()]
        else:
            view = [0.0, 0.0, *(length(root.attributes[name]) for name in ("width", "height"))]
        left, top, width, height = view
        if text is None and math.isnan(width + height):
            raise ValueError
    except (ValueError, KeyError):
        message = "the drawing has no size" if text is None else f"viewBox='{text[:40]}' is not four numbers"
        raise NotDrawn(root.line, message, "give it a viewBox: '0 0 WIDTH HEIGHT'", "E269") from None
    sound = all(abs(value) <= 1e7 for value in view) and min(width, height) >= 1e-3  # no comparison holds for NaN
    if not sound or max(width, height) / min(width, height) > 1000:
        raise NotDrawn(root.line, f"a drawing of {width:g} × {height:g} is too large or too small", "", "E269")
    return left, top, width, height


def natural(root: Element, width: float, height: float) -> tuple[float, float]:
    """Return the natural size in points: that given, in the shape of the part shown."""
    wide = 0.75 * length(root.attributes.get("width", ""))
    return (wide, wide * height / width) if 0 < wide < 1e6 else (width * 0.75, height * 0.75)


EVEN = 0.01
"""How far an outline may be skewed or stretched, as a share of its width."""


def is_even(matrix: Transform) -> bool:
    """Return whether a transformation keeps the shape of all that it moves, so that lines are as wide everywhere."""
    a, b, c, d = matrix[:4]
    across, down = math.hypot(a, b), math.hypot(c, d)
    return abs(across - down) <= EVEN * max(across, down) and abs(a * c + b * d) <= EVEN * across * down


STEPS = 50_000
"""Maximum number of lines and curves of a drawing."""
_FAR = 100 * GRID
"""How far a drawing may extend beyond the part that it shows."""
_DATA = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-., \t\r\n]*")
_POINTS = re.compile(r"[-+.\deE,\s]*")
_POINT_ALONE = re.compile(r"(?<=\d)\.(?!\d)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Shapes:
    """Turns the shapes of one drawing into paths, and counts their steps."""

    def __init__(self, view: tuple[float, float]) -> None:
        self.view, self.steps = view, 0

    def of(self, element: Element, matrix: Transform, *, from_right: bool = False) -> tuple[Subpath, ...]:
        """Return a shape on the grid, empty for an empty one; circles begin at the left, or right. Raises NotDrawn."""
        from fontTools.svgLib.path import parse_path

        data = _data(element, self.view, from_right)
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


def _data(element: Element, view: tuple[float, float], from_right: bool) -> str:
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
            return _ellipse(x, y, radius, radius, from_right)
        case "ellipse":
            x, y = of("cx", "cy")
            rx, ry = (number(element, name, -1.0, _whole(name, view)) for name in ("rx", "ry"))
            return _ellipse(x, y, ry if rx < 0 else rx, rx if ry < 0 else ry, from_right)
        case "line":
            return "M{} {}L{} {}".format(*of("x1", "y1", "x2", "y2"))
    pairs = [f"{x} {y}" for x, y in _pairs(element)]
    return f"M{'L'.join(pairs)}{'Z' if element.name == 'polygon' else ''}" if len(pairs) > 1 else ""


def _pairs(element: Element) -> list[tuple[str, str]]:
    points = _NUMBER.findall(_POINTS.match(element.attributes.get("points", ""))[0])  # type: ignore[index]
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


def _ellipse(x: float, y: float, rx: float, ry: float, from_right: bool) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    if from_right:  # where dashes begin
        return f"M{x + rx} {y}a{rx} {ry} 0 1 1 {-2 * rx} 0a{rx} {ry} 0 1 1 {2 * rx} 0z"
    return f"M{x - rx} {y}a{rx} {ry} 0 1 1 {2 * rx} 0a{rx} {ry} 0 1 1 {-2 * rx} 0z"
