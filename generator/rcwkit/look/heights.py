"""The heights of lines: of those with large signs in them, and of texts that their box has no room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rcwkit.look.breaking import Hand, Line
from rcwkit.look.frame import MM
from rcwkit.look.paragraphs import Block, Box
from rcwkit.models.signs import Sign

__all__ = ["CLOSE", "cure", "heights", "overflow"]

CLOSE = 0.5
"""How far the gaps between blocks may shrink before the type does."""
APART = 0.12
"""Space between lines with large signs, in ems."""


def heights(lines: Sequence[Line], high: Callable[[Sign, float], float]) -> list[float]:
    """Return the height of each line in ems that its signs need; 0 without signs.

    `high` returns that of a sign which is so many times as large as usual.
    """
    tall = [
        [high(hand.sign, hand.large) + APART for hand, _, _ in runs if isinstance(hand, Hand) and hand.sign]
        for runs, _ in lines
    ]
    return [max(needed, default=0.0) for needed in tall]


def overflow(
    blocks: Sequence[Block], broken: Sequence[Sequence[Line]], box: Box, size: float, least: float, above: float
) -> tuple[Block, str, str]:
    """Return the first block that overflows a box, and message and hint; `least` is the leading.

    Large signs take the height `above`, in points.
    """
    height, first = above, None
    for block, lines in zip(blocks, broken, strict=True):
        gap = block.before * CLOSE * (block is not blocks[0])
        height += (gap + len(lines) * least) * size * block.scale
        if first is None and height > box.height + 0.01:
            first = block
    excess = max((height - box.height) / MM, 0.1)
    room = f"the {box.name} ({box.width / MM:.1f} × {box.height / MM:.1f} mm)"
    message = f"text does not fit: {excess:.1f} mm too long for {room} at {size:g} pt"
    hint = "shorten the texts of this piece, or use a larger size"
    if len(broken) == 1 and len(broken[0]) == 1:
        message = f"text does not fit: a line at {size:g} pt is {excess:.1f} mm higher than {room}"
        hint = "make the box higher, or the type smaller"
    return first or blocks[-1], message, hint


def cure(text: str) -> str:
    """Return the hint for a line that is too wide for its place; figures cannot be shortened."""
    if any(letter.isalpha() for letter in text):
        return "shorten it"
    return "use a narrower font, or more room for it, as on larger counters"
