"""PDF pages as readable text: every operator on a line, with texts in place of the codes of glyphs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf

Known = dict[str, str]


def readable(pdf: bytes) -> str:
    """Return the operators of all pages, then the forms and pictures that they draw, each once, and the fields."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        named: Known = {}
        waiting: list[tuple[str, Any]] = []
        lines: list[str] = []
        for number, page in enumerate(document.pages, 1):
            lines += [f"page {number}: {' '.join(map(str, page.mediabox))}"]
            lines += _operators(page.obj, page.obj.Resources, named, waiting)
            lines += [f"  field {_field(one)}" for one in page.obj.get("/Annots", ()) if one.Subtype == "/Widget"]
        while waiting:
            name, found = waiting.pop(0)
            if found.Subtype == "/Image":
                mask = next((key[1:].lower() for key in ("/SMask", "/Mask") if key in found), "no mask")
                lines.append(f"{name}: {found.Width} × {found.Height}, {found.get('/ColorSpace')}, {mask}")
            else:
                lines.append(f"{name}: {' '.join(map(str, found.BBox))}")
                resources = found.get("/Resources") or document.pages[0].obj.Resources
                lines += _operators(found, resources, named, waiting)
        return "\n".join(lines) + "\n"


def _operators(held: Any, resources: Any, named: Known, waiting: list[tuple[str, Any]]) -> Iterator[str]:
    """Yield the operators of a page or form; what they draw is named in order, and waits if it is new."""
    letters: dict[int, str] = {}
    deep = 1
    for instruction in pikepdf.parse_content_stream(held):
        operands, word = instruction.operands, str(instruction.operator)
        said = [_said(one) for one in operands]
        if word == "Tf":
            font = resources.Font[operands[0]]
            letters = _letters(font)
            said[0] = str(font.BaseFont).partition("+")[2]
        elif word in ("Tj", "'"):
            said = ["".join(letters.get(code, "?") for code in bytes(operands[0]))]
        elif word == "TJ":
            parts = operands[0]
            said = [
                "".join(letters.get(code, "?") for code in bytes(one)) if isinstance(one, pikepdf.String) else str(one)
                for one in parts
            ]
        elif word == "Do":
            name, found = str(operands[0]), resources.XObject[operands[0]]
            if name not in named:
                kind = "picture" if found.Subtype == "/Image" else "form"
                named[name] = f"{kind} {sum(one.startswith(kind) for one in named.values()) + 1}"
                waiting.append((named[name], found))
            said = [named[name]]
        deep -= word in ("Q", "ET", "EMC")
        yield f"{'  ' * deep}{' '.join([*said, word])}"
        deep += word in ("q", "BT", "BDC", "BMC")


def _said(value: Any) -> str:
    if isinstance(value, pikepdf.Dictionary):
        return "<<" + " ".join(f"{key} {_said(one)}" for key, one in sorted(value.items())) + ">>"
    return str(value)


def _field(one: Any) -> str:
    return f"{one.FT} {one.get('/TU', '')!s} {' '.join(f'{float(part):.3f}' for part in one.Rect)}"


def _letters(font: Any) -> dict[int, str]:
    """Return the texts of a font's codes."""
    table = font.ToUnicode.read_bytes().decode("ascii")
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.S):
        for code, text in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.S):
        for first, last, texts in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.S):
            for code, text in zip(range(int(first, 16), int(last, 16) + 1), re.findall(r"<(\w+)>", texts), strict=True):
                found[code] = bytes.fromhex(text).decode("utf-16-be")
    return found
