"""Write plain data as YAML that people edit: short mappings on one line, texts without quotes where they need none."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.reading.source import parse

__all__ = ["WIDTH", "block_lines", "flow", "scalar", "yaml_of"]

WIDTH = 120
"""The longest line that is written where it can be broken."""


def yaml_of(data: Mapping[Any, Any]) -> str:
    """Return a mapping as YAML; `parse` reads it back as it was. It has no empty mappings and no nulls."""
    return "".join(f"{line}\n" for line in _block(data, 0, nested=2))


def block_lines(data: Mapping[Any, Any] | list[Any], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping or list, each entry on a line if it fits there."""
    if isinstance(data, list):
        for item in data:
            yield from _item(item, indent)
    else:
        yield from _block(data, indent, nested=1)


def _block(data: Mapping[Any, Any], indent: int, nested: int) -> Iterator[str]:
    """Yield a mapping line by line; its mappings are on lines of their own for `nested` levels."""
    space = " " * indent
    for key, value in data.items():
        head = f"{space}{flow(key)}:"
        line = f"{head} {flow(value)}"
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
    line = f"{' ' * indent}- {flow(item)}"
    if not isinstance(item, Mapping) or len(line) <= WIDTH:
        yield line
        return
    first, *rest = _block(item, indent + 2, 0)
    yield f"{' ' * indent}- {first.lstrip()}"
    yield from rest


def _wrapped(head: str, text: str, indent: int) -> list[str]:
    """Return a text behind its key, over several lines if it is long."""
    line = f"{head} {scalar(text, inside=len(head) + len(text) < WIDTH)}"
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
        values = parse("\n".join(line[indent:] for line in lines) + "\n", "").plain().values()
    except InputError:
        return False
    return list(values) == [text]


def _is_large(value: Any) -> bool:
    return isinstance(value, Mapping)


def flow(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        return scalar(value)
    return json.dumps(value)


def scalar(text: str, *, inside: bool = True) -> str:
    """Return a text as it stands if it is read as itself behind a key, also inside braces; or else in quotes."""
    forms = ("a: %s\n", "{a: %s}\n") if inside else ("a: %s\n",)
    plain = "\n" not in text and all(_reads([form.replace("%s", text)], 0, text) for form in forms)
    return text if plain else json.dumps(text, ensure_ascii=False)
