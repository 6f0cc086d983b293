"""Capital letters of strokes, for symbols that have letters in them; texts are set in fonts."""

from __future__ import annotations

from collections.abc import Mapping

from rcwkit.look.pen import Pen

__all__ = ["letters"]

_STROKES: Mapping[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "G": (
        (
            (1, 0.2),
            (0.8, 0.04),
            (0.5, 0),
            (0.2, 0.06),
            (0, 0.35),
            (0, 0.65),
            (0.2, 0.94),
            (0.5, 1),
            (0.8, 0.96),
            (1, 0.8),
            (1, 0.55),
            (0.55, 0.55),
        ),
    ),
    "H": (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    "L": (((0, 0), (0, 1), (0.9, 1)),),
    "M": (((0, 1), (0, 0), (0.5, 0.62), (1, 0), (1, 1)),),
    "P": (((0, 1), (0, 0), (0.65, 0), (0.95, 0.12), (1, 0.3), (0.95, 0.48), (0.65, 0.58), (0, 0.58)),),
    "Q": (
        (
            (0.5, 0),
            (0.2, 0.06),
            (0, 0.35),
            (0, 0.65),
            (0.2, 0.94),
            (0.5, 1),
            (0.8, 0.94),
            (1, 0.65),
            (1, 0.35),
            (0.8, 0.06),
            (0.5, 0),
        ),
        ((0.62, 0.72), (1.04, 1.06)),
    ),
    "S": (
        (
            (0.97, 0.16),
            (0.75, 0.02),
            (0.4, 0),
            (0.08, 0.1),
            (0.03, 0.3),
            (0.2, 0.44),
            (0.8, 0.56),
            (0.97, 0.72),
            (0.92, 0.9),
            (0.6, 1),
            (0.25, 0.98),
            (0.02, 0.84),
        ),
    ),
}
"""Letter → strokes in a unit square."""
_WIDE = {"M": 0.82, "H": 0.66, "Q": 0.78, "G": 0.74, "L": 0.56, "P": 0.6, "S": 0.62}
_GAP = 0.32


def letters(pen: Pen, text: str, x: float, y: float, high: float, line: float) -> None:
    """Draw letters `high` units tall, centred on x, with their top at y. Raises KeyError for a letter not listed."""
    wide = sum(_WIDE[letter] for letter in text) * high + (len(text) - 1) * _GAP * high
    left, inset = x - wide / 2, line / 2
    for letter in text:
        for stroke in _STROKES[letter]:
            points = [(left + p * _WIDE[letter] * high, y + inset + q * (high - line)) for p, q in stroke]
            pen.polygon(points, None, pen.ink, line, closed=False)
        left += (_WIDE[letter] + _GAP) * high
