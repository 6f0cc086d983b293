"""The fonts of a page, subset to its characters and embedded in CSS rules."""

from __future__ import annotations

import base64
from io import BytesIO

from rcwkit.look.fonts import Face, Font, FontBook

__all__ = ["embedded"]

USED = ("sans", "sans-bold", "narrow", "narrow-bold")
"""Faces that the style sheets use."""
ITALIC = ("sans-italic", "sans-bold-italic")
"""Faces of a page that has italic words."""


def embedded(text: str, book: FontBook) -> str:
    """Return a `@font-face` rule per face with the text's characters, as WOFF2."""
    # Style sheets turn text into capitals, and rolls may add any ASCII character.
    wanted = {*text, *text.upper()} | {chr(code) for code in range(32, 127)}
    rules: dict[Face, str] = {}
    for name in (*USED, *(ITALIC if "<i>" in text else ())):
        font: Font | None = book[name]
        left = wanted
        while font:
            if font.face not in rules:
                rules[font.face] = _rule(font, left)
            left = {character for character in left if ord(character) not in font.glyphs}
            font = font.spare if left else None
    return "".join(rules.values())


def _rule(font: Font, characters: set[str]) -> str:
    data = base64.b64encode(_cut(font.data, "".join(sorted(characters)))).decode()
    family, weight, style = font.face[2:]
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style};'
        f' src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
    )


def _cut(data: bytes, text: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(layout_features=["kern", "liga"], hinting=False, notdef_outline=True, recalc_timestamp=False)
    with TTFont(BytesIO(data), recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=text)
        subsetter.subset(font)
        font.flavor = "woff2"
        out = BytesIO()
        font.save(out)
    return out.getvalue()
