"""Drawings that cannot be printed as shapes, rendered as pictures by resvg: cleaned, and in a process of their own.

What is cleaned has no scripts, no entities and no links out of the file. Texts are set in the house's fonts.
"""

from __future__ import annotations

import math
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from rcwkit.art.svg_tree import LEFT_OUT, UNITS, check_entity
from rcwkit.bundled import bundled
from rcwkit.workers import apart

SIZE = 8 * 2**20
"""Maximum size of a drawing, in bytes, before and after its entities are expanded."""
LEAST, MOST = 64, 5000
"""Pixels on the longer side of a picture, at least and at most: 42 cm at 300 dpi."""
SECONDS, TRIAL, MEMORY = 8, 2, 2**30
"""Limits on the processor time in seconds, for print and for a small trial, and on the memory in bytes."""
ELEMENTS, DEPTH = 100_000, 200
"""Maximum number of elements, and depth."""
USUAL = (300.0, 150.0)
"""Size of a drawing that gives none, as in browsers."""
_LEFT_OUT = LEFT_OUT | {"foreignObject"}
_FAMILY = re.compile(r"(font-family\s*:\s*)([^;{}]+)")
_LIKE = (
    (re.compile(r"narrow|condensed", re.IGNORECASE), "PT Sans Narrow"),
    (
        re.compile(r"times|georgia|garamond|palatino|baskerville|cambria|(?<!sans)(?<!sans[ -])serif", re.IGNORECASE),
        "PT Serif",
    ),
    (re.compile(r"arial|helvetica|liberation sans|nimbus sans", re.IGNORECASE), "Arimo"),
)
"""What the name of a font says of it → the font of the house that is most like it, the first that does."""
_KEYWORDS = frozenset({"fill", "stroke", "stop-color", "color"})
_LENGTH = re.compile(r"\s*(\+?[.\d]+(?:[eE][-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|)\s*")
_PROGRAM = """
import resvg_py
fonts, sans, serif = sys.argv[2:5]
how = dict(font_dirs=[fonts], font_family=sans, sans_serif_family=sans, serif_family=serif) if fonts else {}
confine()
said = resvg_py.svg_to_bytes(svg_string=given.decode(), skip_system_fonts=True, languages=["en"], **how)
sys.stdout.buffer.write(said)
"""


class Cleaned(NamedTuple):
    """A drawing without its outermost tag: its natural size in pixels of CSS, and what is in it."""

    width: float
    height: float
    view: str
    head: str
    rest: str
    worded: bool


def cleaned(data: bytes) -> Cleaned:
    """Return a drawing with nothing in it that could run, grow or reach out of it. Raises ValueError."""
    if len(data) > SIZE:
        raise ValueError(f"a drawing of more than {SIZE // 2**20} MiB")
    cleaner = _Cleaner(data)
    try:
        cleaner.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"not XML: {expat.ErrorString(error.code)}") from error
    except LookupError as error:
        raise ValueError(f"not XML: {error}") from error
    rest = "".join(cleaner.out)
    if len(rest) > SIZE:
        raise ValueError(f"a drawing of more than {SIZE // 2**20} MiB")
    width, height, view = _sized(cleaner.root)
    own = {name: value for name, value in cleaner.root.items() if name not in ("width", "height", "viewBox", "x", "y")}
    head = cleaner.tag + "".join(f" {name}={quoteattr(value)}" for name, value in own.items())
    return Cleaned(width, height, view, head, rest, cleaner.worded)


def tried(data: bytes) -> tuple[float, float]:
    """Return the natural size of a drawing in points, once it has been rendered small. Raises ValueError."""
    found = cleaned(data)
    _rendered(found, LEAST, TRIAL)
    return found.width * 0.75, found.height * 0.75


def rendered(data: bytes, pixels: int) -> bytes:
    """Return a drawing as a PNG with that many pixels on its longer side; fewer if they take too much.

    Raises ValueError.
    """
    found = cleaned(data)
    while True:
        try:
            return _rendered(found, pixels, SECONDS)
        except ValueError:
            if pixels <= 4 * LEAST:
                raise
            pixels = max(4 * LEAST, pixels // 4)


def _rendered(found: Cleaned, pixels: int, seconds: int) -> bytes:
    scale = pixels / max(found.width, found.height)
    wide, high = (max(1, round(side * scale)) for side in (found.width, found.height))
    shape = f' width="{wide}" height="{high}" viewBox="{found.view}"'
    text = f"<{found.head}{shape}>{found.rest}"
    fonts = (str(bundled("fonts")), "PT Sans", "PT Serif") if found.worded else ("", "", "")
    return apart(_PROGRAM, text.encode(), (_library(), *fonts), seconds, MEMORY, files=found.worded)


@cache
def _library() -> str:
    """Return the folder that resvg is in."""
    found = find_spec("resvg_py")
    assert found is not None and found.origin is not None
    return str(Path(found.origin).parent.parent)


class _Cleaner:
    """Writes a drawing anew as its parser goes through it."""

    def __init__(self, data: bytes) -> None:
        self.parser: Any = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity
        self.parser.buffer_text = True
        self.data, self.out = data, list[str]()
        self.root: dict[str, str] = {}
        self.tag = ""
        self.worded = False
        self.count = self.depth = self.hidden = self.entities = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self.count += 1
        self.depth += 1
        if self.count > ELEMENTS or self.depth > DEPTH:
            raise ValueError("it has too many elements, or they are nested too deeply")
        if self.hidden or name in _LEFT_OUT:
            self.hidden += 1
            return
        kept = {key: _known(key, value) for key, value in attributes.items() if _kept(key, value)}
        self.worded = self.worded or name == "text"
        if self.tag:
            self.out.append(f"<{tag}" + "".join(f" {key}={quoteattr(value)}" for key, value in kept.items()) + ">")
            return
        if name != "svg":
            raise ValueError(f"<{name}> is not an SVG drawing")
        self.tag, self.root = tag, kept

    def end(self, tag: str) -> None:
        self.depth -= 1
        if self.hidden:
            self.hidden -= 1
        else:
            self.out.append(f"</{tag}>")

    def text(self, text: str) -> None:
        if not self.hidden:
            self.out.append(escape(_FAMILY.sub(_families, text) if "font-family" in text else text))

    def entity(self, name: str, parameter: int, value: str | None, *_: object) -> None:
        self.entities += 1
        check_entity(name, parameter, value, self.data, self.entities)


def _kept(key: str, value: str) -> bool:
    """Return whether an attribute neither runs anything nor leads out of the file."""
    name = key.rpartition(":")[2].lower()
    if name in ("href", "src"):
        return value.lstrip().startswith(("#", "data:"))
    return not name.startswith("on") and name != "base"


def _known(key: str, value: str) -> str:
    """Return an attribute as resvg knows it: keywords in small letters, and a font of the house behind others."""
    if key == "font-family":
        return value + _instead(value)
    if key == "style":
        return _FAMILY.sub(_families, value)
    return value.lower() if key in _KEYWORDS and value.isalpha() else value


def _families(found: re.Match[str]) -> str:
    return found[0] + _instead(found[2])


def _instead(families: str) -> str:
    """Return the font of the house that is most like some, as the end of their list; resvg would take a serif."""
    if families.strip() in ("inherit", "initial", "unset"):
        return ""
    return ", " + next((house for name, house in _LIKE if name.search(families)), "PT Sans")


def _sized(root: dict[str, str]) -> tuple[float, float, str]:
    """Return the natural size of a drawing in pixels of CSS, and its viewBox. Raises ValueError."""
    given = [_length(root.get(name, "")) for name in ("width", "height")]
    text = root.get("viewBox", "").replace(",", " ")
    try:
        left, top, across, down = map(float, text.split())
        sound = all(map(math.isfinite, (left, top, across, down))) and min(across, down) > 0
    except ValueError:
        sound = False
    if not sound:
        left = top = 0.0
        across, down = (own or usual for own, usual in zip(given, USUAL, strict=True))
    width = given[0] or (given[1] * across / down if given[1] else across)
    height = width * down / across
    if not (min(width, height) >= 1e-3 and max(width, height) <= 1e7 and max(across / down, down / across) <= 1000):
        raise ValueError(f"a drawing of {width:g} × {height:g} is too large or too small")
    return width, height, f"{left:.6g} {top:.6g} {across:.6g} {down:.6g}"


def _length(text: str) -> float:
    """Return an absolute length in pixels; 0 if there is none."""
    match = _LENGTH.fullmatch(text)
    try:
        value = float(match[1]) * UNITS[match[2]] if match else 0.0
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0
