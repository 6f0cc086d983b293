"""Addresses in a document's HTML, found before any engine sees it: no document of ours needs one."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

__all__ = ["addresses"]

# Every attribute that HTML or SVG reads as an address; `content` is one where it tells a page to go elsewhere.
_ATTRIBUTES = {"action", "archive", "background", "cite", "classid", "codebase", "content", "data", "dynsrc", "formaction", "href", "icon"}
_ATTRIBUTES |= {"longdesc", "lowsrc", "manifest", "ping", "poster", "profile", "src", "srcdoc", "srcset", "usemap"}
_ATTRIBUTES |= {"xlink:href", "{http://www.w3.org/1999/xlink}href"}
_CALL = re.compile(r"@import|(?<![\w-])(?:url|src|image|image-set|cross-fade)\s*\(", re.I)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.I | re.S)


def addresses(root: Any, own: Container[str]) -> Iterator[str]:
    """What is written where HTML, SVG and CSS allow an address, in a tree of elements; places in the document itself and `own` are none."""
    for element in root.iter():
        if not isinstance(element.tag, str):  # a comment
            continue
        if element.tag.rpartition("}")[2] == "style":
            yield from _styled("".join(element.itertext()))
        drawing = element.tag.startswith("{http://www.w3.org/2000/svg}")
        for name, value in element.items():
            if name in _ATTRIBUTES:
                if not (value.startswith("#") or value in own or (name == "content" and "url" not in value.lower())):
                    yield value
            elif name == "style" or drawing:
                yield from _styled(value)


def _styled(css: str) -> Iterator[str]:
    """Calls for addresses in a style sheet or a declaration, however they are escaped."""
    plain = _ESCAPE.sub(lambda found: found[2] or _character(int(found[1], 16)), css) if "\\" in css else css
    for found in _CALL.finditer(plain):
        if not plain[found.end() :].lstrip(" \t\n\f\"'").startswith("#"):
            yield plain[found.start() : found.start() + 80]


def _character(code: int) -> str:
    return chr(code) if code < 0x110000 else "\ufffd"
