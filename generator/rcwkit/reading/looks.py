"""Looks that ship with the tool: their keys, laid under those of a game before validation."""

from __future__ import annotations

from functools import cache, lru_cache

from rcwkit.bundled import bundled
from rcwkit.reading.source import Node, parse

__all__ = ["liked"]


@lru_cache(maxsize=64)
def liked(node: Node) -> Node:
    """Return a document of `kind: game` with the keys of the look that it is `like`, where it gives none of its own.

    Every other document is returned as it is. A name that is not known is left to validation.
    """
    look = _inside(node, "look")
    like = _inside(look, "like") if look else None
    below = _shipped().get(like.value) if like and isinstance(like.value, str) else None
    if look is None or below is None or not _is_game(node):
        return node
    entries = dict(node.value)
    entries["look"] = (node.value["look"][0], _over(below, look))
    return Node(entries, node.span)


def _is_game(node: Node) -> bool:
    kind = _inside(node, "kind")
    return kind is not None and kind.value == "game"


def _inside(node: Node, key: str) -> Node | None:
    return node.value[key][1] if isinstance(node.value, dict) and key in node.value else None


def _over(below: Node, above: Node) -> Node:
    """Lay a mapping over another, and mappings within it."""
    entries = dict(below.value)
    for key, (name, value) in above.value.items():
        under = entries[key][1] if key in entries else None
        both = under is not None and isinstance(under.value, dict) and isinstance(value.value, dict)
        entries[key] = (name, _over(under, value) if under is not None and both else value)
    return Node(entries, above.span)


@cache
def _shipped() -> dict[str, Node]:
    """Return the looks by name."""
    folder = bundled("templates") / "looks"
    return {
        path.stem: parse(path.read_text(encoding="utf-8"), f"templates/looks/{path.name}")
        for path in sorted(folder.glob("*.yaml"))
    }
