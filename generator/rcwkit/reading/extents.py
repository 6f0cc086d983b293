"""Where the keys and values of a document stand in its text, to the character."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rcwkit.reading.source import LOADER, Node, parse

__all__ = ["Entry", "Extent", "extent_of"]


@dataclass(frozen=True, slots=True)
class Extent:
    """The characters of a value: from `start` up to, but not including, `end`.

    `style` is `'`, `"`, `|`, `>` or '' for scalars, `flow` or `block` for lists and mappings. A block ends with its
    last value, before blank lines and comments. `inside` says whether it stands between brackets or braces. `entries`
    are those of a list or mapping.
    """

    start: int
    end: int
    style: str
    inside: bool
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a mapping, with the characters of its key; or an item of a list, without its dash."""

    name: Any
    key: Extent | None
    value: Extent

    @property
    def start(self) -> int:
        """The first character."""
        return self.value.start if self.key is None else self.key.start

    @property
    def end(self) -> int:
        """The character after the last one; the colon of a key without a value is not part of it."""
        return self.value.end if self.key is None else max(self.key.end, self.value.end)


def extent_of(text: str) -> Extent:
    """Return the extent of a document's value. Raises InputError as `parse` does."""
    root = parse(text, "")
    follow: Callable[[], Any] = LOADER(text).get_event
    follow(), follow()  # the starts of stream and document
    return _extent(text, root, False, follow(), follow)


def _extent(text: str, node: Node, inside: bool, event: Any, follow: Callable[[], Any]) -> Extent:
    start, end = event.start_mark.index, event.end_mark.index
    if not isinstance(node.value, dict | tuple):
        # The parser ends a block text after the blank lines that follow it.
        return Extent(start, start + len(text[start:end].rstrip()), event.style or "", inside)
    entries: list[Entry] = []
    flow = inside or event.flow_style
    if isinstance(node.value, dict):
        for name, (key, value) in node.value.items():
            extent = _extent(text, key, flow, follow(), follow)
            entries.append(Entry(name, extent, _extent(text, value, flow, follow(), follow)))
    else:
        entries = [Entry(at, None, _extent(text, item, flow, follow(), follow)) for at, item in enumerate(node.value)]
    closing = follow().end_mark.index
    if event.flow_style:
        return Extent(start, closing, "flow", inside, tuple(entries))
    return Extent(start, max(entry.end for entry in entries), "block", inside, tuple(entries))
