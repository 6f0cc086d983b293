"""Overlays: documents laid over a game's own, by kind and id, before validation.

An overlay with the kind and id of a base document adds or replaces entries, one level deep: mappings such as `cards:`,
`counters:` and `tables:` entry by entry, any other key as a whole. With another id it is a new document. Nodes keep
their origin, so that errors name the overlay's file. The base is never changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.reading.source import Node

__all__ = ["Source", "lay_over"]

Source = tuple[str, Node]
"""The name of a file, as messages show it, and its parsed document."""


def lay_over(base: Iterable[Source], overlays: Iterable[Source]) -> list[Source]:
    """Return the base with all overlays applied. Raises InputError if two overlay files give the same entry."""
    merged = list(base)
    positions = {_identity(node): index for index, (_, node) in enumerate(merged)}
    owners: dict[tuple[object, ...], Span] = {}
    found: list[Diagnostic] = []
    for file, node in overlays:
        identity = _identity(node)
        found += _conflicts(identity, node, owners)
        if identity is None or identity not in positions:
            merged.append((file, node))
        else:
            name, below = merged[positions[identity]]
            merged[positions[identity]] = (name, _joined(below, node))
    if found:
        raise InputError(found)
    return merged


def _identity(node: Node) -> tuple[object, object] | None:
    """Return kind and id of a document, without the id of a game: a folder has only one."""
    if not isinstance(node.value, dict) or "kind" not in node.value:
        return None
    kind = node.value["kind"][1].value
    name = None if kind == "game" else node.value["id"][1].value if "id" in node.value else {}
    # Validation refuses a kind or id that is a list or mapping.
    return None if isinstance(kind, (dict, tuple)) or isinstance(name, (dict, tuple)) else (kind, name)


def _joined(below: Node, above: Node) -> Node:
    entries = dict(below.value)
    for key, (key_node, value) in above.value.items():
        under = entries[key][1] if key in entries else None
        if under is not None and isinstance(under.value, dict) and isinstance(value.value, dict):
            value = Node({**under.value, **value.value}, value.span)
        entries[key] = (key_node, value)
    return Node(entries, below.span)


def _conflicts(
    identity: tuple[object, object] | None, node: Node, owners: dict[tuple[object, ...], Span]
) -> list[Diagnostic]:
    """Return the entries that an earlier overlay gives too."""
    if identity is None:
        return []
    found = []
    for key, (key_node, value) in node.value.items():
        if key in ("kind", "id"):
            continue
        places: list[tuple[tuple[object, ...], Span]] = [((*identity, key), key_node.span)]
        if isinstance(value.value, dict):
            places = [((*identity, key, name), entry.span) for name, (entry, _) in value.value.items()]
        for place, span in places:
            if place in owners:
                message = f"two overlays give '{place[-1]}' of {identity[0]} '{identity[1] or ''}'"
                found.append(Diagnostic("E205", message, span, "keep one", (("first here", owners[place]),)))
            owners.setdefault(place, span)
    return found
