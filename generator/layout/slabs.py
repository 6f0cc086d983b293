"""What a text document of frames is built of: slabs, such as a title, a heading, a step or a point, each of which stays in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.layout.diagrams import Diagram, bar, diagram
from generator.layout.frame import MM, Field, Group, Item, Line, Rect
from generator.layout.text import CAP, Block, Box, Setter, Where

__all__ = ["AGAIN", "DENSITIES", "Density", "Section", "Slab", "Slabs"]

AGAIN = 5 * MM
"""The height of a heading said again."""
MANY = 20
"""A text of more lines may be divided."""
USUAL = 9.5
"""The size of running text for which measures in millimetres are given."""


class Slab(NamedTuple):
    """What stays in one piece, drawn from its own upper left corner: its height in points, and the form fields in it.

    `keep` holds it to the next one; `again` is a heading said again above it where it begins a column.
    """

    height: float
    items: tuple[Item, ...]
    keep: bool = False
    again: str = ""
    fields: tuple[Field, ...] = ()


class Section(NamedTuple):
    """A heading with a picture, numbered steps, and points to tick off."""

    head: str
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    picture: Diagram | None = None


class Density(NamedTuple):
    """How densely a leaf is set: the size of its texts in usual print, and the factor on the space around them."""

    size: float
    space: float


DENSITIES = (Density(9.5, 1.0), Density(9.0, 0.67), Density(8.7, 0.47))


class Slabs:
    """Makes slabs in one density. Sizes are given as in usual print."""

    def __init__(self, setter: Setter, where: Where, density: Density) -> None:
        self.setter, self.where, self.theme = setter, where, setter.theme
        self.size, self.space = setter.theme.grown(density.size), density.space
        self.ratio = setter.theme.grown(USUAL) / USUAL

    def title(self, title: str, note: str, usual: float, width: float) -> Slab:
        """A title in capitals, and the note below it; a bold one is in the house's red."""
        size, small = self.theme.grown(usual), self.theme.grown(9)
        block = Block(note, self.theme.accent if note.startswith("**") else self.theme.quiet, (note,), bold="narrow-bold")
        top, high = size + 1.6 * MM, self.setter.height([block], width, small)
        text = self.setter.line(title.upper(), 0, (1 + CAP) / 2 * size, "narrow-bold", size, self.theme.ink, spacing=0.01)
        said = self.setter.fit([block], Box(0, top, width, high, "line under the title"), small, small, self.where)
        return Slab(top + high, (Group((text,), role="H1"), Group(said, role="P")))

    def bar(self, head: str, said: str, width: float) -> Slab:
        """The bar of 100 mm in a frame, and what is to be done with it."""
        theme, true = self.theme, bar(self.theme, self.setter.book)
        edge, left, measure = 3.4 * MM, true.width + 9.4 * MM, width - true.width - 13.4 * MM
        blocks = [Block(head.upper(), theme.ink, (head,), "narrow-bold", scale=12 / USUAL), Block(said, theme.ink, (said,))]
        high = self.setter.height(blocks, measure, self.size)
        tall = max(high, true.height) + 3.2 * MM
        words = self.setter.fit(blocks, Box(left, (tall - high) / 2, measure, high, "words beside the bar"), self.size, self.size, self.where)
        items: tuple[Item, ...] = (
            Rect(0, 0, width, tall, theme.paper),
            Rect(0, 0, true.width + 5.4 * MM, tall, theme.page, theme.ink, 0.3 * MM),
            Rect(0, 0, edge, tall, theme.accent),
        )
        if theme.outlined:
            items = (items[1], Line(1.2 * MM, 0, 1.2 * MM, tall, theme.ink, 0.3 * MM))
        figure = Group(true.items, edge + 1 * MM, (tall - true.height) / 2, role="Figure", alt=true.name)
        return Slab(tall + 1 * MM, (*items, figure, Group(words, role="P")))

    def head(self, head: str, width: float) -> Slab:
        """A heading over a rule."""
        size, above = self.theme.grown(11.5), 3.2 * MM * self.space
        low = above + size + 0.9 * MM
        text = self.setter.line(head.upper(), 0, above + (1 + CAP) / 2 * size, "narrow-bold", size, self.theme.accent, spacing=0.02)
        return Slab(low + 0.5 * MM, (Group((text,), role="H2"), Rect(0, low, width, 0.5 * MM, self.theme.ink)), keep=True)

    def again(self, head: str) -> Slab:
        """A heading said again in small print, AGAIN high."""
        size = self.theme.grown(7.5)
        text = self.setter.line(head.upper(), 0, (AGAIN + CAP * size) / 2, "narrow-bold", size, self.theme.quiet, spacing=0.04)
        return Slab(AGAIN, (text,))

    def section(self, section: Section, width: float) -> Iterator[Slab]:
        """A heading with its picture, steps that stay with it, and points, from the second on with the heading to be said again."""
        yield self.head(section.head, width)
        if section.picture:
            picture = diagram(section.picture, self.theme, self.setter.book)
            figure = Group(picture.items, 0, 2 * MM * self.space, role="Figure", alt=picture.name)
            yield Slab(picture.height + 2.6 * MM * self.space, (figure,), keep=True)
        for number, text in enumerate(section.steps, 1):
            mark = self.setter.line(f"{number}", 0, self._base, "narrow-bold", self.theme.grown(11), self.theme.accent)
            yield self._entry(text, 6 * MM * self.ratio, width, mark, keep=number < len(section.steps))
        indent, side = 4 * MM * self.ratio, 1.5 * MM * self.ratio
        square = Rect(0, self._base - 0.25 * self.size - side / 2, side, side, self.theme.accent)
        for number, text in enumerate(section.points):
            for part, said in enumerate(self._divided(text, width - indent)):
                yield self._entry(said, indent, width, *(() if part else (square,)), again=f"{section.head}, continued" if number or part else "")

    @property
    def _pad(self) -> float:
        """What is free above and below a step or a point."""
        return 0.75 * MM * self.space

    @property
    def _base(self) -> float:
        """Where its first line stands."""
        return self._pad + (self.theme.leading + CAP) / 2 * self.size

    def _entry(self, text: str, indent: float, width: float, *mark: Item, keep: bool = False, again: str = "") -> Slab:
        """A text beside its mark."""
        block = Block(text, self.theme.ink, (text,))
        high = self.setter.height([block], width - indent, self.size)
        said = self.setter.fit([block], Box(indent, self._pad, width - indent, high, "column"), self.size, self.size, self.where)
        return Slab(high + 2 * self._pad, (Group((*mark, *said), role="P"),), keep, again)

    def _divided(self, text: str, width: float) -> list[str]:
        """A text in parts of so many lines at most, which may stand in different columns."""
        block = Block(text, self.theme.ink, (text,))
        broken = self.setter.lines(block, width, self.size)
        said = ["".join(f"**{part}**" if font == block.bold else part for font, part, _ in runs) for runs, _ in broken]
        return [" ".join(said[at : at + MANY]) for at in range(0, len(said), MANY)] if len(said) > MANY else [text]
