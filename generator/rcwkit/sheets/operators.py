"""Turn items into PDF operators for a page or form, with y downwards, and colours into RGB or four inks."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple, Protocol

from rcwkit.frame import Circle, Gradient, Group, Item, Line, Path, Picture, Polygon, Rect, Text
from rcwkit.type.scripts import NOTHING, Laid

Colours = Callable[[str], tuple[str, str]]
"""Turns `#rrggbb` into the operators that fill and stroke with it."""
BLACK, NEUTRAL = 51, 26
"""The strongest part of a colour that is printed as solid black, and the most that its parts may differ.

Black ink alone is about #231F20 on paper. Text in several inks would have coloured edges.
"""


class PressCondition(NamedTuple):
    """A press that a PDF/X-1a is made for: its registered condition, and the most ink in per cent, of all four."""

    condition: str
    ink: int


@lru_cache(maxsize=1024)
def rgb(colour: str) -> tuple[str, str]:
    """Return a colour's operators in RGB."""
    numbers = " ".join(f"{part / 255:.3f}" for part in _parts(colour))
    return f"{numbers} rg", f"{numbers} RG"


@cache
def inks(press: PressCondition) -> Colours:
    """Return what separates colours for a press."""

    @lru_cache(maxsize=1024)
    def operators(colour: str) -> tuple[str, str]:
        parts = _parts(colour)
        black = max(parts) <= BLACK and max(parts) - min(parts) <= NEUTRAL
        # Cut off, not rounded: the sum stays below the limit.
        found = (0, 0, 0, 255) if black else separated(*parts, press.ink)
        numbers = " ".join(f"{part * 1000 // 255 / 1000:.3f}" for part in found)
        return f"{numbers} k", f"{numbers} K"

    return operators


def separated(red: int, green: int, blue: int, most: int) -> tuple[int, int, int, int]:
    """Return a colour in cyan, magenta, yellow and black, from 0 to 255, with at most so much ink in per cent.

    Black takes all that the three have in common; they are thinned in proportion where the sum would be too much.
    """
    light = max(red, green, blue)
    three = [(light - part) * 255 // max(light, 1) for part in (red, green, blue)]
    total = sum(three)
    room = min(total, most * 255 // 100 - (255 - light))
    cyan, magenta, yellow = (part * room // max(total, 1) for part in three)
    return cyan, magenta, yellow, 255 - light


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


KAPPA = 0.5522847498
"""Length of the handles of a Bézier quarter circle, in radii."""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_STEPS = {2: "%.2f %.2f l", 6: "%.2f %.2f %.2f %.2f %.2f %.2f c"}
"""Steps of a path, by the count of their numbers."""


def _steps(item: Path) -> str:
    """Return the operators of a path, without paint."""
    steps = []
    for (x, y), parts, closed in item.subpaths:
        steps.append(f"{x:.2f} {y:.2f} m")
        steps += [_STEPS[len(part)] % part for part in parts]
        if closed:
            steps.append("h")
    return "\n".join(steps)


def unfaded(group: Group) -> tuple[Item, ...]:
    """Return what a form has of a group that is drawn with an opacity: its items, or the form with these."""
    return (Group(group.items, key=group.key),) if group.key else group.items


def shading(gradient: Gradient, colours: Colours | None) -> str:
    """Return the dictionary of a gradient's colours or, without `colours`, of its opacity as greys."""
    first, last = gradient.stops[0], gradient.stops[-1]
    # Beyond its ends a gradient goes on in its outer colours, also if another begins there: both move inwards.
    low, high = (0.0045 if gradient.stops[1][0] == 0 else 0.0), (0.9955 if gradient.stops[-2][0] == 1 else 1.0)
    inner = [(min(max(at, low), high), colour, alpha) for at, colour, alpha in gradient.stops]
    stops = [(0.0, *first[1:]), *inner, (1.0, *last[1:])]
    parts = [" ".join(colours(colour)[0].split()[:-1]) if colours else f"{alpha:.3f}" for _, colour, alpha in stops]
    pairs = [at for at in range(1, len(stops)) if stops[at][0] > stops[at - 1][0]]
    steps = [f"<</FunctionType 2 /Domain [0 1] /N 1 /C0 [{parts[at - 1]}] /C1 [{parts[at]}]>>" for at in pairs]
    bounds = " ".join(f"{stops[at][0]:.4f}" for at in pairs[:-1])
    function = f"<</FunctionType 3 /Domain [0 1] /Bounds [{bounds}] /Encode [{'0 1 ' * len(steps)}] /Functions ["
    space = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}[len(parts[0].split())]
    kind, axis = 2 if len(gradient.axis) == 4 else 3, " ".join(f"{number:.3f}" for number in gradient.axis)
    return (
        f"<</ShadingType {kind} /ColorSpace /{space} /Coords [{axis}] /Extend [true true]"
        f" /Function {function}{' '.join(steps)}]>>>>"
    )


MOST = 20_000
"""Limit on numbers kept as text."""


class Numbers(dict[float, str]):
    """Numbers as pages have them, to two decimals. The same ones come again and again, and formatting takes long."""

    def __missing__(self, number: float) -> str:
        if len(self) >= MOST:
            self.clear()
        text = f"{number:.2f}"
        self[number] = text = "0.00" if text == "-0.00" else text  # the dictionary does not tell these apart
        return text


class Codes(dict[int, str]):
    """Map code points to characters of a page's strings, for one font: to themselves, unless `__missing__` differs.

    `resource` is the font's name on the page. Characters in `far` lie outside its first 256 codes and need `runs`.
    """

    resource = ""
    plain = True
    units = 1000

    def laid(self, text: str) -> Laid:
        """Return a text as it lies on the page if that is not one character after the other; here, nothing."""
        return NOTHING

    def __init__(self) -> None:
        super().__init__()
        self.far: set[str] = set()

    def runs(self, text: str) -> Iterable[tuple[str, str]]:
        """Yield (font resource, string) for each stretch of a text within one subset; here, the whole text."""
        yield self.resource, text


class Store(Protocol):
    """What pages share: fonts, forms and pictures, each stored once and named as on the page, and numbers as text.

    `faces` are to be compared: the identity of their items → what is drawn on them, told as soon as it is drawn.
    """

    numbers: Numbers
    faces: dict[int, str]

    def codes(self, font: str) -> Codes:
        """Return the codes of a font."""

    def form(self, item: Group | Gradient) -> tuple[str, str]:
        """Return the form with a gradient, or a keyed or faded group, and a name that depends on nothing else."""

    def picture(self, digest: str) -> str:
        """Return a picture."""


def content_name(drawn: bytes) -> str:
    """Return a name for what is drawn that depends on nothing else: a hash."""
    return hashlib.sha256(drawn).hexdigest()[:32]


def literal(code: int) -> str:
    """Write one byte of a PDF string in ASCII."""
    character = chr(code)
    if character in "()\\":
        return "\\" + character
    return character if 32 <= code < 127 else f"\\{code:03o}"


@dataclass(slots=True, eq=False, repr=False)
class Tag:
    """A tagged part of a page: its role, alternative text, and its number on the page or, for a row, its cells."""

    role: str
    alt: str
    number: int
    parts: list[Tag] = field(default_factory=list)


class Stream:
    """The operators of one page or form; `used` lists the forms and pictures named, `marks` the tagged parts."""

    def __init__(self, store: Store, colours: Colours = rgb) -> None:
        self.store = store
        self._colours, self._numbers = colours, store.numbers
        self._codes: dict[str, Codes] = {}
        self.used: list[str] = []
        self.marks: list[Tag] = []
        self._marked = 0
        self._out: list[str] = []
        self._fill = self._stroke = ""
        self._line = -1.0
        self._font: tuple[str, float] = ("", 0.0)
        # A form inherits the character spacing of its page, so the initial value is unknown.
        self._spacing: float | None = None
        self._in_text = False
        # The operators that name things of the file, as they are told in a face; None for those that are left out.
        self._tells, self._told = bool(store.faces), dict[int, str | None]()
        self._told_font: tuple[str, float] = ("", 0.0)

    def paint(self, items: Iterable[Item]) -> None:
        """Add items, from bottom to top."""
        for item in items:
            if type(item) is Text:
                self._text(item)
            else:
                self._end_text()
                self._painters[type(item)](self, item)

    def close(self) -> str:
        """Return all operators as ASCII text."""
        self._end_text()
        return "\n".join(self._out)

    def told(self, first: int = 0) -> str:
        """Return the operators from one on, without names that only this file knows."""
        self._end_text()
        lines: list[str | None] = [*self._out[first:]]
        for at, line in self._told.items():
            lines[at - first] = line
        return "\n".join([line for line in lines if line is not None])

    def _end_text(self) -> None:
        if self._in_text:
            self._out.append("ET")
            self._in_text = False

    def _text(self, item: Text) -> None:
        if not item.outline:
            self._letters(item)
            return
        self._pen(item.fill, item.outline)
        self._out.append("1 j 2 Tr")
        self._letters(item._replace(fill=item.inside))
        self._out.append("0 Tr 0 j")

    def _letters(self, item: Text) -> None:
        """Add a text: as it is, or piece by piece, with what it says if that is not seen."""
        name = item.font
        codes = self._codes.get(name)
        if codes is None:
            codes = self._codes[name] = self.store.codes(name)
        laid, scale = codes.laid(item.text), item.size / codes.units
        if not laid.pieces:
            self._string(item, codes)
        if laid.tells:
            self._out.append(f"/Span <</ActualText <feff{item.text.encode('utf-16-be').hex()}>>> BDC")
        for x, y, text in laid.pieces:
            self._string(item._replace(x=item.x + x * scale, y=item.y - y * scale, text=text, spacing=0.0), codes)
        if laid.tells:
            self._out.append("EMC")

    def _string(self, item: Text, codes: Codes) -> None:
        x, y, text, name, size, fill, spacing = item[:7]
        out = self._out
        if not self._in_text:
            out.append("BT")
            self._in_text = True
        if fill != self._fill:
            out.append(self._colours(fill)[0])
            self._fill = fill
        if spacing != self._spacing:
            out.append(f"{spacing:.3f} Tc")
            self._spacing = spacing
        string = text if codes.plain else text.translate(codes)
        numbers, font = self._numbers, (name, size)
        # The matrix flips text upright again, as y points downwards.
        matrix = f"1 0 0 -1 {numbers[x]} {numbers[y]} Tm"
        far = codes.far and not codes.far.isdisjoint(text)
        if font != self._font and not far:
            self._add(f"{codes.resource} {numbers[size]} Tf", None)
            self._font = font
        changed = f"{name} {numbers[size]} Tf\n" if font != self._told_font else ""
        told, self._told_font = f"{changed}{matrix}({text})Tj", font
        if not far:
            self._add(f"{matrix}({string})Tj", told)
            return
        self._add(matrix, told)
        for resource, part in codes.runs(text):
            self._add(f"{resource} {numbers[size]} Tf({part})Tj", None)
        self._font = ("", 0.0)

    def _add(self, operators: str, told: str | None) -> None:
        """Add operators that name things of the file, and what tells the same in a face, if it is not told already."""
        if self._tells:
            self._told[len(self._out)] = told
        self._out.append(operators)

    def _rect(self, item: Rect) -> None:
        if not item.radius:
            self._path(item, f"{self._row(item[:4])} re")
            return
        radius = min(item.radius, item.width / 2, item.height / 2)
        left, top, right, bottom = item.x, item.y, item.x + item.width, item.y + item.height
        pull = radius * (1 - KAPPA)
        corners = (
            (right - radius, top, right - pull, top, right, top + pull, right, top + radius),
            (right, bottom - radius, right, bottom - pull, right - pull, bottom, right - radius, bottom),
            (left + radius, bottom, left + pull, bottom, left, bottom - pull, left, bottom - radius),
            (left, top + radius, left, top + pull, left + pull, top, left + radius, top),
        )
        steps = [f"{self._row(corner[:2])} l {self._row(corner[2:])} c" for corner in corners]
        self._path(item, f"{self._row((left + radius, top))} m\n" + "\n".join(steps) + "\nh")

    def _circle(self, item: Circle) -> None:
        numbers, pull = self._numbers, item.radius * KAPPA
        offsets = -item.radius, -pull, 0.0, pull, item.radius
        left, near_left, x, near_right, right = [numbers[item.x + offset] for offset in offsets]
        top, near_top, y, near_bottom, bottom = [numbers[item.y + offset] for offset in offsets]
        quarters = (
            f"{right} {y} m",
            f"{right} {near_bottom} {near_right} {bottom} {x} {bottom} c",
            f"{near_left} {bottom} {left} {near_bottom} {left} {y} c",
            f"{left} {near_top} {near_left} {top} {x} {top} c",
            f"{near_right} {top} {right} {near_top} {right} {y} c",
            "h",
        )
        self._path(item, "\n".join(quarters))

    def _polygon(self, item: Polygon) -> None:
        (x, y), *rest = item.points
        steps = " ".join([f"{x:.2f} {y:.2f} l" for x, y in rest])
        self._path(item, f"{x:.2f} {y:.2f} m {steps}{' h' if item.closed else ''}")

    def _curves(self, item: Path) -> None:
        ends = _CAPS[item.cap], _JOINS[item.join]
        pointed = item.stroke and item.join == "miter" and any(len(parts) > 1 for _, parts, _ in item.subpaths)
        if pointed:
            self._out.append(f"{item.miter:g} M")
        if item.stroke and ends != (0, 0):
            self._out.append("{} J {} j".format(*ends))
        if item.stroke and item.dash:
            self._out.append(f"[{self._row(item.dash)}] {self._numbers[item.phase]} d")
        self._path(item, _steps(item), "*" if item.even_odd else "")
        if item.stroke and item.dash:
            self._out.append("[] 0 d")
        if item.stroke and ends != (0, 0):
            self._out.append("0 J 0 j")
        if pointed:
            self._out.append("10 M")

    def _straight(self, item: Line) -> None:
        self._pen(item.stroke, item.line)
        self._out.append(f"{self._row(item[:2])} m {self._row(item[2:4])} l S")

    def _picture(self, item: Picture) -> None:
        name = self.store.picture(item.digest)
        self.used.append(name)
        x, y, width, height, digest = item
        numbers = self._numbers
        matrix = f"{numbers[width]} 0 0 {numbers[-height]} {numbers[x]} {numbers[y + height]}"
        self._add(f"q {matrix} cm /{name} Do Q", f"q {matrix} cm /{digest} Do Q")

    def _form(self, item: Group | Gradient) -> None:
        name, told = self.store.form(item)
        self.used.append(name)
        self._add(f"/{name} Do", f"/{told} Do")

    def _group(self, item: Group) -> None:
        if item.role == "TR":
            row = Tag(item.role, item.alt, 0)
            self.marks, above = row.parts, [*self.marks, row]
            self._placed(item)
            self.marks = above
        elif item.role:
            self.marks.append(Tag(item.role, item.alt, self._marked))
            self._out.append(f"/{item.role} <</MCID {self._marked}>> BDC")
            self._marked += 1
            self._placed(item)
            self._out.append("EMC")
        elif item.alt:  # a sign among words
            said = f"\ufeff{item.alt}".encode("utf-16-be").hex()
            self._out.append(f"/Span <</ActualText <{said}>>> BDC")
            self._placed(item)
            self._out.append("EMC")
        else:
            self._placed(item)

    def _placed(self, item: Group) -> None:
        state = self._fill, self._stroke, self._line, self._font, self._spacing, self._told_font
        self._out.append("q")
        if item.rotate or item.x or item.y or item.scale != 1.0 or item.mirror:
            self._out.append(self._matrix(item))
        if item.clip:
            self._out.append(f"{self._row(item.clip)} re W n")
        if isinstance(item.within, Path):
            self._out.append(f"{_steps(item.within)} W{'*' if item.within.even_odd else ''} n")
        elif item.within:
            steps = (f"{x:.2f} {y:.2f} {'l' if number else 'm'}" for number, (x, y) in enumerate(item.within))
            self._out.append(" ".join((*steps, "h W n")))
        if item.opacity < 1.0 or item.key:
            self._form(item)
        elif id(item.items) in self.store.faces:
            self._face(item.items)
        else:
            self.paint(item.items)
            self._end_text()
        self._out.append("Q")
        self._fill, self._stroke, self._line, self._font, self._spacing, self._told_font = state

    def _face(self, items: tuple[Item, ...]) -> None:
        """Draw a face, and tell it: it sets all that it needs itself."""
        first = len(self._out)
        self._told.clear()
        self._fill = self._stroke = ""
        self._line, self._spacing = -1.0, None
        self._font = self._told_font = "", 0.0
        self.paint(items)
        self.store.faces[id(items)] = self.told(first)

    def _path(self, item: Rect | Circle | Polygon | Path, path: str, rule: str = "") -> None:
        if item.fill and item.fill != self._fill:
            self._out.append(self._colours(item.fill)[0])
            self._fill = item.fill
        if item.stroke:
            self._pen(item.stroke, item.line)
            self._out.append(path + (f" B{rule}" if item.fill else " S"))
        elif item.fill:
            self._out.append(f"{path} f{rule}")

    def _pen(self, colour: str, line: float) -> None:
        if colour != self._stroke:
            self._out.append(self._colours(colour)[1])
            self._stroke = colour
        if line != self._line:
            self._out.append(f"{line:.3f} w")
            self._line = line

    def _matrix(self, group: Group) -> str:
        """A group's translation, rotation and scale; clockwise is positive, as y points downwards."""
        place = f"{self._numbers[group.x]} {self._numbers[group.y]} cm"
        if not group.rotate and not group.mirror:
            if group.scale == 1.0:
                return f"1 0 0 1 {place}"
            return f"{group.scale:.6f} 0.000000 -0.000000 {group.scale:.6f} {place}"
        angle = math.radians(group.rotate)
        cos, sin = math.cos(angle) * group.scale, math.sin(angle) * group.scale
        if group.mirror:
            return f"{-cos:.6f} {-sin:.6f} {-sin:.6f} {cos:.6f} {place}"
        return f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} {place}"

    def _row(self, numbers: Iterable[float]) -> str:
        return " ".join(map(self._numbers.__getitem__, numbers))

    _painters: ClassVar[Mapping[type, Callable[[Stream, Any], None]]] = {
        Rect: _rect,
        Circle: _circle,
        Line: _straight,
        Polygon: _polygon,
        Path: _curves,
        Gradient: _form,
        Picture: _picture,
        Group: _group,
    }
