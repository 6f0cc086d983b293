"""Colours as layouts name them, and the filters that derive colours and measure texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rcwkit.diagnostics import nearest
from rcwkit.look.colours import contrast
from rcwkit.look.evaluation import Filter, Unfit, Value, compiled, number, text
from rcwkit.look.filters import FILTERS, TESTS
from rcwkit.look.fonts import FACES, styled
from rcwkit.look.frame import MM
from rcwkit.look.text import Block, Setter, paragraphs
from rcwkit.models.expressions import Template
from rcwkit.models.forms import COLOUR

__all__ = ["Paint"]

ROLES = ("ink", "paper", "page", "quiet", "hairline", "gold", "accent")
"""Colours of the theme, by name."""
_HEX = re.compile(COLOUR)
_PALE = 1.25
"""Contrast with the page below which a fill is left out of a theme in outlines."""


@dataclass(eq=False, repr=False)
class Paint:
    """Colours and fonts of one setter: those of the house, and those of its game by name."""

    setter: Setter
    filters: Mapping[str, Filter] = field(init=False)
    _known: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plate, theme = self.setter.theme.plate, self.setter.theme
        own = {
            "ground": Filter(lambda value: plate(self.named(value)).ground),
            "on": Filter(lambda value: plate(self.named(value)).text),
            "edge": Filter(lambda value: plate(self.named(value)).edge),
            "stripe": Filter(lambda value: theme.stripe(plate(self.named(value)).ground)),
            "tint": Filter(lambda value, amount=0.12: theme.washed(self.named(value), _share(amount)), 0, 1),
            "shade": Filter(lambda value, amount: theme.shade(self.named(value), _share(amount)), 1, 1),
            "legible": Filter(lambda value, ground="paper": theme.legible(self.named(value), self.named(ground)), 0, 1),
            "width": Filter(self._width, 2, 3),
            "height": Filter(self._height, 3, 3),
        }
        self.filters = {**FILTERS, **own}

    def read(self, template: Template, *, located: bool = False, say: Callable[[str], str] = str) -> Value:
        """Compile a template, whose words `say` translates. Raises Unfit for unknown filters and tests."""
        return compiled(template, self.filters, TESTS, located=located, say=say)

    def behind(self, ink: str, fill: str | None, owner: Mapping[str, Any] | None) -> str:
        """Return the ground of a symbol: its box's fill, or paper, or its owner's colour if paper would hide it."""
        theme = self.setter.theme
        if theme.outlined:
            return theme.page
        hidden = owner is not None and contrast(ink, theme.paper) < 2
        return fill or (str(owner["colour"]) if owner is not None and hidden else theme.paper)

    def colour(self, value: Any) -> str | None:
        """Return a colour as #rrggbb, or None for none. Raises Unfit for an unknown name."""
        if value is None or value == "" or value == "none":
            return None
        if isinstance(value, str) and (found := self._known.get(value) or self._found(value)):
            self._known[value] = found
            return found
        known = dict.fromkeys((*ROLES, *self.setter.theme.colours))
        raise Unfit(
            f"unknown colour '{value}'", nearest(str(value), known) or f"#RRGGBB, or one of: {', '.join(known)}"
        )

    def _found(self, value: str) -> str | None:
        if _HEX.match(value):
            return value
        theme = self.setter.theme
        return str(getattr(theme, value)) if value in ROLES else theme.colours.get(value)

    def named(self, value: Any) -> str:
        """Return a colour that must be one; ink for none. Raises Unfit."""
        return self.colour(value) or self.setter.theme.ink

    def font(self, value: str) -> str:
        """Return the name of a font. Raises Unfit for an unknown one."""
        if value not in FACES and value not in self.setter.book.own:
            known = [*FACES, *self.setter.book.own]
            raise Unfit(f"unknown font '{value}'", nearest(value, known) or f"one of: {', '.join(known)}")
        return value

    def laid(self, fill: str | None, stroke: str | None, line: float) -> tuple[str | None, str | None, float]:
        """Return a shape's colours as they print: in a theme in outlines, strong fills become outlines."""
        theme = self.setter.theme
        if not theme.outlined:
            return fill, stroke, line
        if stroke is not None:
            stroke = theme.legible(stroke, theme.page)
        elif fill is not None and contrast(fill, theme.page) >= _PALE:
            stroke, line = theme.legible(fill, theme.page), 0.8
        return (None if fill is None else theme.page), stroke, line

    def ink(self, colour: str) -> str:
        """Return the colour of a text as it prints."""
        theme = self.setter.theme
        if not theme.outlined:
            return colour
        return theme.legible(colour, theme.page) if contrast(colour, theme.page) >= _PALE else theme.ink

    def _width(self, value: Any, font: Any, size: Any, spacing: Any = 0) -> float:
        """Return the width of a line of text in mm."""
        points = number(size)
        return self.setter.width(text(value), self.font(text(font)), points, number(spacing)) / MM

    def _height(self, value: Any, width: Any, font: Any, size: Any) -> float:
        """Return the height in mm of running text in a width."""
        name = self.font(text(font))
        blocks = [Block(line, "", (), name, styled(name, bold=True)) for line in paragraphs(text(value))]
        return self.setter.height(blocks, number(width) * MM, number(size)) / MM


def _share(amount: Any) -> float:
    return min(1.0, max(0.0, number(amount)))
