"""Write plain data as YAML that people edit: short mappings on one line, texts without quotes where they need none."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.reading.source import parse

__all__ = ["yaml_of"]

WIDTH = 120


def yaml_of(data: Mapping[Any, Any]) -> str:
    """Return a mapping as YAML; `parse` reads it back as it was. It has no empty mappings and no nulls."""
    return "".join(f"{line}\n" for line in _block(data, 0, nested=2))


def _block(data: Mapping[Any, Any], indent: int, nested: int) -> Iterator[str]:
    """Yield a mapping line by line; its mappings are on lines of their own for `nested` levels."""
    space = " " * indent
    for key, value in data.items():
        head = f"{space}{_flow(key)}:"
        line = f"{head} {_flow(value)}"
        if isinstance(value, str):
            yield from _wrapped(head, value, indent)
        elif isinstance(value, Mapping) and (len(line) > WIDTH or nested > 1 and any(map(_is_large, value.values()))):
            yield head
            yield from _block(value, indent + 2, nested - 1)
        elif isinstance(value, list | tuple) and len(line) > WIDTH:
            yield head
            for item in value:
                yield from _item(item, indent + 2)
        else:
            yield line


def _item(item: Any, indent: int) -> Iterator[str]:
    """Yield an item of a list, behind its dash."""
    line = f"{' ' * indent}- {_flow(item)}"
    if not isinstance(item, Mapping) or len(line) <= WIDTH:
        yield line
        return
    first, *rest = _block(item, indent + 2, 0)
    yield f"{' ' * indent}- {first.lstrip()}"
    yield from rest


def _wrapped(head: str, text: str, indent: int) -> list[str]:
    """Return a text behind its key, over several lines if it is long."""
    line = f"{head} {_scalar(text, within='{a: %s}' if len(head) + len(text) < WIDTH else 'a: %s')}"
    if "\n" in text:
        lines = [f"{head} |-", *(f"{' ' * (indent + 2)}{one}" if one else "" for one in text.split("\n"))]
        return lines if _reads(lines, indent, text) else [line]
    if len(line) <= WIDTH:
        return [line]
    space = " " * (indent + 2)
    lines = [head, *textwrap.wrap(text, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)]
    return lines if _reads(lines, indent, text) else [line]


def _reads(lines: list[str], indent: int, text: str) -> bool:
    """Return whether lines with a key and its text are read as that text."""
    try:
        (value,) = parse("\n".join(line[indent:] for line in lines) + "\n", "").plain().values()
    except InputError:
        return False
    return bool(value == text)


def _is_large(value: Any) -> bool:
    return isinstance(value, Mapping)


def _flow(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return _scalar(value, within="{a: %s}")
    return json.dumps(value)


def _scalar(text: str, within: str) -> str:
    """Return a text as it stands if it is read as itself where it stands, or else in quotes."""
    try:
        plain = parse(within.replace("%s", text) + "\n", "").plain()
    except InputError:
        plain = None
    return text if plain == {"a": text} and "\n" not in text else json.dumps(text, ensure_ascii=False)
