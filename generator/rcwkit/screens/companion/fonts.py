"""The fonts of a page, subset to its characters and embedded in CSS rules."""

from __future__ import annotations

import base64
from io import BytesIO
from pathlib import Path

from rcwkit.look.fonts import FACES, FontBook

__all__ = ["embedded"]

USED = ("sans", "sans-bold", "narrow", "narrow-bold")
"""Faces that the style sheets use."""


def embedded(text: str, book: FontBook) -> str:
    """Return a `@font-face` rule per face with the text's characters, as WOFF2."""
    return "".join(_rule(name, text, book) for name in USED)


def _rule(name: str, text: str, book: FontBook) -> str:
    face = FACES[name]
    data = base64.b64encode(_cut(book.folder / face.file, text)).decode()
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; font-style: {face.style};'
        f' src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
    )


def _cut(path: Path, text: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(layout_features=["kern", "liga"], hinting=False, notdef_outline=True, recalc_timestamp=False)
    with TTFont(path, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        # Style sheets turn text into capitals, and rolls may add any ASCII character.
        subsetter.populate(text="".join(sorted({*text, *text.upper()} | {chr(code) for code in range(32, 127)})))
        subsetter.subset(font)
        font.flavor = "woff2"
        out = BytesIO()
        font.save(out)
    return out.getvalue()
