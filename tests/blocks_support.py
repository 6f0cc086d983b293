"""Write blocks as text for goldens: one line per block, with the fields that differ from their defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Cell, TextDocument
from rcwkit.frame import Frame

__all__ = ["said", "told"]


def told(document: TextDocument) -> str:
    """Return a document as text: its head, then each part with its blocks."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: TextDocument) -> Iterator[str]:
    yield _line(document, skip=("parts",))
    for part in document.parts:
        yield ""
        yield _line(part, skip=("blocks",))
        for block in part.blocks:
            yield f"  {_line(block)}"


def _line(thing: Any, skip: tuple[str, ...] = ()) -> str:
    """Return a value like `Step(number='1', text='Stop.')`, without fields at their defaults."""
    said = []
    for name, default in _fields(thing).items():
        value = getattr(thing, name)
        if name not in skip and not (default is not MISSING and value == default):
            said.append(f"{name}={_value(value)}")
    return f"{type(thing).__name__}({', '.join(said)})"


def _fields(thing: Any) -> dict[str, Any]:
    """Return the fields of a dataclass or named tuple with their defaults."""
    if isinstance(thing, tuple):
        return {name: thing._field_defaults.get(name, MISSING) for name in thing._fields}  # type: ignore[attr-defined]
    return {one.name: one.default for one in fields(thing)}


def _value(value: Any) -> str:
    if isinstance(value, Span):
        return f"{value.file}:{value.line}"
    if isinstance(value, Frame):
        return f"[{value.name}]"
    if isinstance(value, Cell) and value == Cell(value.text):
        return repr(value.text)
    if is_dataclass(value) or hasattr(value, "_fields"):
        return _line(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(_value, value))})"
    return repr(value)


def said(value: Any) -> Iterator[str]:
    """Yield every text in blocks, except those in frames and ids."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple) and not isinstance(value, Frame | Span):
        names = getattr(value, "_fields", ("",) * len(value))
        yield from (text for name, part in zip(names, value, strict=True) if name != "owner" for text in said(part))
    elif is_dataclass(value):
        yield from (
            text
            for field in fields(value)
            if field.name not in ("owner", "id")
            for text in said(getattr(value, field.name))
        )
