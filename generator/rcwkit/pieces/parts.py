"""Parts of faces that layouts place as a whole: sections of text over ruled lines, a row of a track, a poster."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Circle, Group, Item, Line, Rect
from rcwkit.look.hatching import corners, hatched
from rcwkit.look.text import CAP, Block, Box, Setter, Where, paragraphs
from rcwkit.models.layouts import CardSection, Strip, Valign
from rcwkit.pieces.posters import MOTIFS, back_art
from rcwkit.pieces.shapes import Rectangle
from rcwkit.reading.game import Game

_SPACES = re.compile(r"[ \t\r\n]+")

__all__ = ["Heading", "heading", "poster", "relative", "sections", "strip"]

HEM = 1.2 * MM
"""Height of the hatched edge of a track's box that is not tinted."""
PITCH = (5.5 * MM, 8 * MM)
"""Minimum and maximum distance of ruled lines."""


class Heading(NamedTuple):
    """How a heading is set: in how many lines at most, and where; the others are relative to the size of its type.

    A `pitch` is the distance of its lines in points, instead of the leading.
    """

    lines: int
    align: float
    valign: Valign
    leading: float
    rise: float
    spacing: float
    sign: float
    pitch: float = 0.0


def relative(size: float) -> float:
    """Return a leading or the size of a sign, neither too small nor too large to set."""
    return min(8.0, max(0.1, size))


def heading(
    words: str,
    box: Box,
    style: Heading,
    font: str,
    sizes: Sequence[float],
    ink: str,
    setter: Setter,
    where: Where,
) -> Iterator[Item]:
    """Set a line that shrinks to the width of a box, or two. `sizes` are the largest, that of two lines, the least.

    What does not fit in the game's own font is set in that of the house.
    """
    words, most, least = _SPACES.sub(" ", words), sizes[0], sizes[-1]
    font = _fitting(words, style, font, least, box.width, setter)
    lines: tuple[str, ...] = (words,)
    spacing, sign = style.spacing, style.sign
    if style.lines == 2:
        second = sizes[1] if len(sizes) > 2 else max(least, 0.75 * most)
        lines, size = setter.title(
            words, font, most, second, least, box.width, where, box.name, spacing=spacing, sign=sign
        )
    else:
        size = setter.size(words, font, most, least, box.width, where, box.name, spacing=spacing, sign=sign)
    pitch = style.pitch or size * style.leading
    rest = (len(lines) - 1) * pitch
    if style.valign == "top":
        first = box.y + 0.8 * size
    elif style.valign == "middle":
        first = box.y + box.height / 2 - rest / 2 + CAP / 2 * size
    else:
        first = box.y + box.height - rest - (0.2 * size if style.valign == "bottom" else 0.0)
    first -= style.rise * size
    x, align, spacing, sign = box.x + style.align * box.width, style.align, style.spacing, style.sign
    for row, line in enumerate(lines):
        yield setter.line(line, x, first + row * pitch, font, size, ink, align=align, spacing=spacing, sign=sign)


def _fitting(words: str, style: Heading, font: str, least: float, width: float, setter: Setter) -> str:
    """Return a font, or that of the house which it replaces if only this can be as narrow as `width`."""
    instead = setter.book.replaced(font)
    if not instead or setter.book.missing(words, instead):
        return font
    lines = setter.halves(words, font) if style.lines == 2 else (words,)
    widest = max(setter.width(line, font, least, style.spacing, style.sign) for line in lines)
    return font if widest <= width else instead


def sections(
    texts: Sequence[Block],
    listed: Sequence[CardSection],
    lines: int,
    box: Box,
    sizes: Sequence[float],
    setter: Setter,
    where: Where,
    sign: float = 1.0,
) -> list[Item]:
    """Set texts and sections into a box, above a number of lines to write on. Reports E310.

    The paths of sections begin with their index, that of the lines is `ruled`.
    """
    most, least, bottom = sizes[0], sizes[-1], box.y + box.height
    items: list[Item] = []
    blocks = [*texts, *_blocks(listed, box, most, setter, sign, run_in=False)]
    if not setter.fits(blocks, box, most) and not setter.fits(blocks, box, least):
        blocks = [*texts, *_blocks(listed, box, most, setter, sign, run_in=True)]
    if lines:
        text = setter.height(blocks, box.width, most, box.leading)
        pitch = max(PITCH[0], min(PITCH[1], (box.height - text) / lines))
        box = box._replace(height=box.height - pitch * lines, name=f"{box.name} above its ruled lines")
        if box.height < 0:
            message = f"{lines} ruled lines need {-box.height / MM:.1f} mm more than the box has"
            setter.found.append(Diagnostic("E310", message, where("ruled"), "fewer lines, or a larger card"))
        heights = [bottom - pitch * row for row in reversed(range(lines))]
        items += [Line(box.x, y, box.x + box.width, y, setter.theme.hairline, 0.5) for y in heights]
    return [*items, *setter.fit(blocks, box, most, least, where, loose=2.2)]


def _blocks(
    listed: Sequence[CardSection], box: Box, size: float, setter: Setter, sign: float, *, run_in: bool
) -> list[Block]:
    """Return the texts of sections. Heads run in for those of one line, or with `run_in`, of one paragraph."""
    theme = setter.theme
    ink, red = theme.ink, theme.legible(theme.accent, theme.paper)
    blocks: list[Block] = []
    for index, section in enumerate(listed):
        path = (index,)
        texts = paragraphs(section.text) if section.text else []
        if len(texts) == 1 and not section.items:
            short = Block(
                texts[0], ink, (*path, "text"), before=0.4, head=section.head.upper(), head_fill=red, sign=sign
            )
            if run_in or setter.single(short, box.width, size):
                blocks.append(short)
                continue
        blocks.append(
            Block(section.head.upper(), red, (*path, "head"), "narrow-bold", "narrow-bold", before=0.5, spacing=0.05)
        )
        blocks += [Block(text, ink, (*path, "text"), sign=sign) for text in texts]
        blocks += [
            Block(text, ink, (*path, "items", row), before=0.04, indent=0.95, bullet="•", sign=sign)
            for row, text in enumerate(section.items)
        ]
    return blocks


def strip(game: Game, shown: Strip, place: Rectangle, setter: Setter, where: Where) -> list[Item]:
    """Draw a track's boxes in miniature, with a disc on the box where the row's marker starts."""
    theme, floor, font = setter.theme, setter.theme.card_floor, "narrow-bold"
    x, y, width, tall = place
    track = game.tracks[shown.track].value
    row = track.rows.get(shown.row)
    start = row.start if row else track.start
    left, wide, middle = x, width / len(track.boxes), (len(track.boxes) - 1) / 2
    labels = {name: setter.halves(box.title, font) for name, box in track.boxes.items()}
    longest = max(
        (line for label in labels.values() for line in label), key=lambda line: setter.book.width(line, font, 1.0)
    )
    size = setter.size(longest, font, floor, floor, wide - 1 * MM, where, "box strip")
    items: list[Item] = []
    marked: list[Item] = []
    for index, (name, box) in enumerate(track.boxes.items()):
        x = left + index * wide
        owner = game.owners.get(box.colour or "")
        # The farther from the middle, the stronger the colour.
        strength = abs(index - middle) / (middle or 1)
        fill = theme.shade(owner.colour, 0.2 + 0.2 * strength) if owner else theme.page
        items.append(Rect(x, y, wide, tall, fill, theme.ink, 0.7))
        label = labels[name]
        plate = theme.plate(owner.colour if owner else theme.ink)
        hem = HEM if plate.hatch else 0.0
        if plate.hatch and owner:
            items += hatched(corners(x, y, wide, hem), plate.hatch, plate.edge, 1.9 - 0.7 * strength)
        first = y + hem + (tall - hem) / 2 + 0.35 * size - (len(label) - 1) * 0.5 * size
        items += [
            setter.line(line, x + wide / 2, first + place * size, font, size, theme.ink, align=0.5)
            for place, line in enumerate(label)
        ]
        if name == start:
            marked.append(Rect(x, y, wide, tall, None, theme.ink, 1.8))
            marked += [
                Circle(x + wide / 2, y - 0.5 * MM, 1.35 * MM, theme.ink),
                Circle(x + wide / 2, y - 0.5 * MM, 0.5 * MM, theme.paper),
            ]
    return [*items, *marked]


def poster(motif: str, place: Rectangle, bleed: float, colour: str, setter: Setter) -> tuple[Item, ...]:
    """Return the poster of a motif in a colour, or what the look has on its backs. Raises KeyError."""
    x, y, width, height = place
    named: Any = next(name for name in MOTIFS if name == motif) if motif else None
    theme = setter.theme
    colours = theme.pale(colour) if theme.backs == "plain" and named is None else theme.poster(colour)
    items = back_art(named, theme, width, height, bleed, colours)
    return (Group(items, x, y),) if x or y else items
