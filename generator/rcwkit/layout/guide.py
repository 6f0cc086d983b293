"""Blocks of the print guide as slabs: the bar to measure, and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.blocks.vocabulary import Measure, Picture
from rcwkit.layout.diagrams import bar, diagram
from rcwkit.layout.look import Look, Slab
from rcwkit.look.frame import MM, Group, Item, Line, Rect
from rcwkit.models.markup import capitals

__all__ = ["measure", "picture"]


def measure(block: Measure, look: Look, width: float) -> Iterator[Slab]:
    """Yield the bar of 100 mm in a frame, and what to do with it."""
    theme, true = look.theme, bar(look.theme, look.setter.book, look.say)
    edge, left = 3.4 * MM, true.width + 9.4 * MM
    room = width - true.width - 13.4 * MM
    head = look.copy((capitals(block.head), look.letters(12, font="narrow-bold"))).set(
        room, leading=1.22, where=block.at
    )
    said = look.copy((block.text, look.letters(9.5, 9, 8.7))).set(room, leading=1.22, where=block.at)
    high = max(head.height + said.height, true.height) + 3.2 * MM
    items: tuple[Item, ...] = (
        Rect(0, 0, width, high, theme.paper),
        Rect(0, 0, true.width + 5.4 * MM, high, theme.page, theme.ink, 0.3 * MM),
        Rect(0, 0, edge, high, theme.accent),
    )
    if theme.outlined:
        items = (items[1], Line(1.2 * MM, 0, 1.2 * MM, high, theme.ink, 0.3 * MM))
    figure = Group(true.items, edge + 1 * MM, (high - true.height) / 2, role="Figure", alt=true.name)
    words = (*head.items, Group(said.items, 0, head.height))
    text = Group(words, left, (high - head.height - said.height) / 2, role="P")
    yield Slab(high + 1 * MM, (*items, figure, text))


def picture(block: Picture, look: Look, width: float) -> Iterator[Slab]:
    """Yield a small picture with its name as alternative text."""
    drawn, space = diagram(block.name, look.theme, look.setter.book, look.say), look.of(1, 0.67, 0.47)
    yield Slab(drawn.height + 2.6 * MM * space, (Group(drawn.items, 0, 2 * MM * space, role="Figure", alt=drawn.name),))
