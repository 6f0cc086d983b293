"""Text documents as text: what goldens of views and comparisons of their words need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from generator.diagnostics import Span
from generator.layout.frame import Frame
from generator.views.blocks import Document


def outline(document: Document) -> str:
    """A document as lines of text: a head line a part, then a block a line, each with what differs from the defaults."""
    lines = []
    for part in document.parts:
        lines += [_line(part, skip=("blocks",)), *(f"  {_line(block)}" for block in part.blocks)]
    return "\n".join([_line(document, skip=("parts",)), *lines]) + "\n"


def said(value: Any) -> Iterator[str]:
    """Every text in a view but those in frames and ids."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple) and not isinstance(value, Frame | Span):
        yield from (text for part in value for text in said(part))
    elif is_dataclass(value):
        yield from (text for field in fields(value) if field.name not in ("owner", "id") for text in said(getattr(value, field.name)))


def _line(value: Any, skip: tuple[str, ...] = ()) -> str:
    named = ((field, getattr(value, field.name)) for field in fields(value) if field.name not in skip)
    told = (f"{field.name}={_told(one)}" for field, one in named if field.default is MISSING or one != field.default)
    return f"{type(value).__name__}({', '.join(told)})"


def _told(value: Any) -> str:
    if isinstance(value, Frame):
        return value.name
    if isinstance(value, Span):
        return f"{value.file.rpartition('/')[2]}:{value.line}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_told, value))}]"
    return _line(value) if is_dataclass(value) else repr(value)
