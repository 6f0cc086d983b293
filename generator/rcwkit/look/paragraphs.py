"""Paragraphs, and boxes to set them in."""

from typing import Any, NamedTuple

__all__ = ["Block", "Box", "paragraphs"]


class Box(NamedTuple):
    """A box for text, in points; messages call it `name`.

    `align` 0 sets lines at its left, 0.5 in its middle, 1 at its right; `valign` likewise sets all of them. `leading`
    is the distance of lines in sizes of the type; 0 for that of the theme, which gives way in a full box.
    """

    x: float
    y: float
    width: float
    height: float
    name: str
    align: float = 0.0
    valign: float = 0.0
    leading: float = 0.0


class Block(NamedTuple):
    """A paragraph. `scale` is relative to the body size; `before`, `indent` and `spacing` are in ems of its own size.

    `bullet` is set in the indent, `head` is a run-in head of another colour, and `path` leads to the text in the data.
    Signs are `sign` times as large as usual.
    """

    text: str
    fill: str
    path: tuple[Any, ...] = ()
    font: str = "sans"
    bold: str = "sans-bold"
    scale: float = 1.0
    before: float = 0.0
    indent: float = 0.0
    spacing: float = 0.0
    bullet: str = ""
    head: str = ""
    head_fill: str = ""
    sign: float = 1.0


def paragraphs(text: str) -> list[str]:
    """Split running text into its non-empty lines."""
    return [text] if "\n" not in text else [line.strip() for line in text.split("\n") if line.strip()]
