"""Drawings as text: what goldens hold."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.frame import Field, Frame, Group, Item, Sheet

__all__ = ["describe"]

_FIRST = {
    "rect": ("x", "y", "width", "height"),
    "circle": ("x", "y", "radius"),
    "line": ("x1", "y1", "x2", "y2"),
    "polygon": ("points",),
    "path": ("subpaths",),
    "gradient": ("x", "y", "width", "height"),
    "text": ("x", "y", "text"),
    "picture": ("x", "y", "width", "height"),
    "field": ("x", "y", "width", "height"),
    "frame": ("width", "height"),
    "sheet": ("width", "height"),
}
"""Fields that come first in a line, without their names."""


def describe(drawn: Sheet | Frame) -> str:
    """Return what is drawn as text: a head line, a line per item (indented within groups) and per form field."""
    fields = drawn.fields if isinstance(drawn, Sheet) else ()
    return "\n".join([_line(drawn), *_lines(drawn.items, "  "), *(f"  {_line(field)}" for field in fields)]) + "\n"


def _lines(items: tuple[Item, ...], indent: str) -> Iterator[str]:
    for item in items:
        yield indent + _line(item)
        if isinstance(item, Group):
            yield from _lines(item.items, indent + "  ")


def _line(thing: Item | Frame | Sheet | Field) -> str:
    """A line such as `rect 0 0 10 20 fill=#B3201F`: the position, then what differs from the defaults."""
    kind = type(thing).__name__.lower()
    first = _FIRST.get(kind, ())
    words = [kind, *(_value(getattr(thing, name)) for name in first)]
    for name, value in thing._asdict().items():
        usual = name in thing._field_defaults and value == thing._field_defaults[name]
        if not usual and name not in (*first, "items", "fields", "cuts", "pieces"):
            words.append(f"{name}={_value(value)}")
    return " ".join(words)


def _value(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, float | int):
        text = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    if isinstance(value, tuple):
        return "(" + " ".join(_value(part) for part in value) + ")"
    text = str(value)
    return repr(text) if " " in text or not text else text
