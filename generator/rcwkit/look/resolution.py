"""Raster pictures that are too coarse for the size at which they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.artwork import DPI, Artwork
from rcwkit.look.frame import MM, Frame, Group, Item, Picture, Sheet

__all__ = ["coarse"]


def coarse(drawn: Iterable[Frame | Sheet], artwork: Artwork) -> list[Diagnostic]:
    """Return a warning (W270) for each picture with less than 300 dpi where it is largest."""
    if not artwork:
        return []
    largest: dict[str, tuple[float, float]] = {}
    pieces: dict[str, str] = {}
    for one in {id(one.items): one for one in drawn}.values():  # many cards have the same back
        own: dict[str, tuple[float, float]] = {}
        _measure(one.items, 1.0, own)
        for digest, (width, height) in own.items():
            known = largest.get(digest, (0.0, 0.0))
            size = max(known[0], width), max(known[1], height)
            if size != known:
                largest[digest] = size
                pieces[digest] = one.name if isinstance(one, Frame) else ""
    return [
        found for digest, size in largest.items() for found in _judged(artwork, digest, *size, piece=pieces[digest])
    ]


def _judged(artwork: Artwork, digest: str, width: float, height: float, piece: str) -> Iterator[Diagnostic]:
    """Judge a picture of a size in points, which it has on a piece."""
    name, span, (wide, tall) = artwork.place(digest)
    dpi = round(min(wide / width, tall / height) * 72)
    if dpi < DPI:
        message = f"'{name}' has only {dpi} dpi at {width / MM:.1f} × {height / MM:.1f} mm"
        message += f", on {piece}" if piece else ""
        wanted = f"{round(width * DPI / 72)} × {round(height * DPI / 72)}"
        hint = f"{DPI} dpi are sharp: {wanted} pixels, not {wide} × {tall}"
        yield Diagnostic("W270", message, span, hint)


def _measure(items: Iterable[Item], scale: float, largest: dict[str, tuple[float, float]]) -> None:
    for item in items:
        if type(item) is Group:
            _measure(item.items, scale * item.scale, largest)
        elif type(item) is Picture:
            width, height = largest.get(item.digest, (0.0, 0.0))
            largest[item.digest] = max(width, item.width * scale), max(height, item.height * scale)
