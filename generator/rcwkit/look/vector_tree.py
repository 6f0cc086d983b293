"""The elements of an SVG file, parsed without entities or anything outside the file, each with its line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from xml.parsers import expat

__all__ = ["EFFECTS", "SIZE", "SVG", "Element", "NotDrawn", "number", "parsed"]

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_STANDARD = "-//W3C//DTD SVG"
SIZE = 2 * 2**20
"""Maximum size of a drawing, in bytes."""
ELEMENTS = 50_000
"""Maximum number of elements."""
DEPTH = 64
"""Maximum depth of elements."""
CLASSES = 300
"""Maximum number of classes of a style sheet."""
EFFECTS = ("clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "stroke-dasharray")
"""Properties that are not printed."""
PROPERTIES = frozenset(
    {
        *EFFECTS,
        *(f"fill{part}" for part in ("", "-rule", "-opacity")),
        *(f"stroke{part}" for part in ("", "-width", "-opacity", "-linecap", "-linejoin", "-miterlimit")),
        *("color", "opacity", "display", "visibility", "overflow", "mix-blend-mode", "paint-order", "vector-effect"),
    }
)
"""Properties that are read."""
_ACTIVE = {
    "script": "leave the script out",
    "foreignObject": "draw it as shapes",
    "handler": "leave the script out",
    "animate": "leave the animation out",
    "animateTransform": "leave the animation out",
    "animateMotion": "leave the animation out",
    "set": "leave the animation out",
}
"""Elements refused wherever they are, even where nothing is drawn."""
_RULE = re.compile(r"\s*(\.[\w-]+(?:\s*,\s*\.[\w-]+)*)\s*\{([^{}@]*)\}\s*")
_IMPORTANT = re.compile(r"!\s*important\s*$", re.IGNORECASE)
_NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)

Declared = dict[tuple[str, bool], str]
"""Values by the names of their properties, and whether they are important."""
Rules = dict[str, Declared]
"""Classes, with what a style sheet declares for them."""


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
        """Its presentation attributes; those of its classes, and then of its `style`, take precedence.

        What is important takes precedence over what is not.
        """
        names = set(self.attributes.get("class", "").split())
        classes = [declared for name, declared in self.rules.items() if name in names]
        every = [*classes, _declared(self.attributes.get("style", ""))]
        found = {name: value for name, value in self.attributes.items() if name in PROPERTIES}
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
    builder = _Builder()
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


def number(element: Element, name: str, default: float = 0.0) -> float:
    """Return an attribute as a number in user units. Raises NotDrawn."""
    text = element.attributes.get(name)
    if text is None:
        return default
    try:
        value = float(text.strip().removesuffix("px"))
    except ValueError:
        value = math.nan
    if not abs(value) <= 1e9:
        raise NotDrawn(element.line, f"{name}='{text[:40]}' is not a length", "write a number without a unit")
    return value


def _declared(text: str) -> Declared:
    """Return the declarations that count, so that long lists of others take no memory."""
    parts = (part.partition(":") for part in text.split(";"))
    named = ((name.strip().lower(), value) for name, _, value in parts)
    return {
        (name, _IMPORTANT.search(value) is not None): _IMPORTANT.sub("", value).strip()
        for name, value in named
        if name in PROPERTIES
    }


def _ruled(text: str, line: int) -> Rules:
    """Return the rules of a style sheet. Raises NotDrawn for anything but declarations for classes."""
    rules: Rules = {}
    text, at = _NOTE.sub("", text).strip(), 0
    while at < len(text):
        match = _RULE.match(text, at)
        if match is None or len(rules) > CLASSES:
            hint = "write colours into each shape: fill='#B3201F'"
            raise NotDrawn(line, "<style> with anything but rules for classes is not printed", hint)
        for name in match[1].split(","):
            rules.setdefault(name.strip()[1:], {}).update(_declared(match[2]))
        at = match.end()
    return rules


class _Builder:
    """Builds the tree of one file; elements of other namespaces, such as editors' notes, are left out."""

    def __init__(self) -> None:
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity
        self.parser.ProcessingInstructionHandler = self.instruction
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
        if space not in ("", SVG) or self.foreign:
            self.foreign += 1
            return
        if name in _ACTIVE:
            raise NotDrawn(line, f"<{name}> is not allowed", _ACTIVE[name])
        self.parser.CharacterDataHandler = self.sheet.append if name == "style" else None
        element = Element(name, line, _own(attributes, line), self.rules)
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
            for name, declared in _ruled("".join(self.sheet), element.line).items():
                self.rules.setdefault(name, {}).update(declared)
            self.sheet.clear()

    def doctype(self, _: str, system: str | None, public: str | None, internal: int) -> None:
        """Refuse document types but SVG's own, which is not fetched."""
        if internal or not (public or "").startswith(_STANDARD):
            raise NotDrawn(self.parser.CurrentLineNumber, "a DOCTYPE is not allowed", "leave it out", "E269")

    def entity(self, *_: object) -> None:
        raise NotDrawn(self.parser.CurrentLineNumber, "entities are not allowed", "leave them out", "E269")

    def instruction(self, target: str, _: str) -> None:
        message = f"an instruction to programs, '{target[:40]}', is not allowed"
        raise NotDrawn(self.parser.CurrentLineNumber, message, "leave it out", "E269")


def _own(attributes: dict[str, str], line: int) -> dict[str, str]:
    """Return SVG's attributes, with links of old as `href`. Raises NotDrawn for scripts."""
    own: dict[str, str] = {}
    for tag, value in attributes.items():
        space, _, name = tag.rpartition(" ")
        if not space and name.lower().startswith("on"):
            raise NotDrawn(line, f"'{name}' would run a script", "leave it out")
        if not space or (space == _XLINK and name == "href"):
            own.setdefault(name, value)
    return own
