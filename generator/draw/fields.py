"""Boxes to tick and to write in as form fields: what the on-screen edition of a document has in the places of its printed boxes.

A template marks a box with what it is for: `data-tick` one to tick, `data-write` one for a word, `data-lines` one for several lines.
Lines to write on, which texts make of `____`, become fields as well.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from itertools import count
from typing import Any

__all__ = ["field_name", "put_fields"]

FIELDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "data-tick": ("input", {"type": "checkbox"}),
    "data-write": ("input", {"type": "text"}),
    "data-lines": ("textarea", {}),
}
LINE = re.compile(r"(_{3,})")
UNSEEN = frozenset({"head", "title", "style"})
LONGEST = 120
"""The most characters of a name."""


def put_fields(root: Any) -> None:
    """Put a form field into every marked box of an HTML tree, and over every line to write on.

    A field is named after what it is for, so that it keeps its name whatever changes elsewhere; equal names are numbered.
    """
    _mark_lines(root)
    used: set[str] = set()
    for element in list(root.iter()):
        for mark, (tag, given) in FIELDS.items():
            said = element.get(mark)
            if said:
                name = field_name(said, used)
                used.add(name)
                field = element.makeelement(tag, {**given, "name": name, "title": said.replace("**", "")})
                if tag == "input":
                    field.tail, element.text = element.text, None
                element.insert(0 if tag == "input" else len(element), field)


def _mark_lines(root: Any) -> None:
    """Make boxes of the lines in texts; each is for what the words before it say, or all around it."""
    for parent in [element for element in root.iter() if element.tag not in UNSEEN]:
        around = " ".join(LINE.sub("…", "".join(parent.itertext())).split())
        for at, child in reversed(list(enumerate(parent, 1))):
            child.tail, parent[at:at] = _boxes(parent, child.tail, around)
        parent.text, parent[0:0] = _boxes(parent, parent.text, around)


def _boxes(parent: Any, text: str | None, around: str) -> tuple[str | None, list[Any]]:
    """A text up to its first line, and its lines as boxes, each with the text behind it as its tail."""
    if not text or "___" not in text:
        return text, []
    first, *rest = LINE.split(text)
    boxes = []
    for before, line, after in zip([first, *rest[1::2]], rest[::2], rest[1::2], strict=False):
        boxes.append(parent.makeelement("span", {"class": "line-to-fill", "data-write": before.strip(" :\n") or around}))
        boxes[-1].text, boxes[-1].tail = line, after
    return first, boxes


def field_name(text: str, used: Container[str]) -> str:
    """Small letters and digits with hyphens; no full stop, which in a field's name would part it from one that it stands in."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST].strip("-") or "field"
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in used)
