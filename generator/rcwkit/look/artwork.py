"""A game's own pictures, as one file of a kit shows them: found by name, checked once, and recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.look.art import GRID, Art, on_grid
from rcwkit.look.frame import Picture
from rcwkit.look.hatching import line_art
from rcwkit.look.theme import Theme

__all__ = ["Artwork", "Opened", "Read"]

DPI = 300
"""Pixels per inch at which a raster picture has its natural size."""
PEN = 0.5
"""Line width in points of drawings in outline, in their natural size."""


class Opened(NamedTuple):
    """A file: its name as messages show it, and its bytes."""

    shown: str
    data: bytes


Read = Callable[[str, Span], Opened]
"""Opens a file that a document names, at a place. Raises InputError."""


def _nothing(name: str, span: Span) -> Opened:
    raise InputError.of("E103", f"'{name}' cannot be read: there is no folder", span)


class Artwork(Mapping[str, bytes]):
    """Pictures by name, with `read` to open them; as a mapping, the files of raster pictures by digest.

    Files are not kept in memory. `shown` maps the name of every picture asked for to its SHA-256.
    """

    def __init__(self, read: Read = _nothing) -> None:
        self._read = read
        self.shown: dict[str, str] = {}
        self._found: dict[tuple[str, Theme | None], Art | None] = {}
        self._places: dict[str, tuple[str, Span]] = {}

    def find(self, name: str, where: Callable[[], Span], found: list[Diagnostic], theme: Theme | None) -> Art | None:
        """Return a picture as the theme prints it, if any is given; what is wrong with it is added to `found`."""
        key = name, theme if theme and theme.outlined else None
        if key not in self._found:
            try:
                self._found[key] = self._opened(name, where(), theme)
            except InputError as error:
                self._found[key] = None
                found += error.diagnostics
        return self._found[key]

    def _opened(self, name: str, span: Span, theme: Theme | None) -> Art:
        shown, data = self._read(name, span)
        digest = self.shown[name] = hashlib.sha256(data).hexdigest()
        if not name.lower().endswith(".svg"):
            art = _raster(data, digest, name, span)
            self._places[digest] = name, span
            return art
        art = _vector(data, digest, name, shown, span)
        if theme and theme.outlined:
            items = tuple(line_art(art.items, theme.ink, theme.page, PEN * GRID / max(art.width, art.height)))
            return art._replace(items=items, tinted=False)
        return art

    def __getitem__(self, digest: str) -> bytes:
        """Read a raster picture's file again. Raises KeyError if it is none of these or was changed meanwhile."""
        name, span = self._places[digest]
        data = self._read(name, span).data
        if hashlib.sha256(data).hexdigest() != digest:
            raise KeyError(digest)
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _vector(data: bytes, digest: str, name: str, shown: str, span: Span) -> Art:
    from rcwkit.look.vector import drawing
    from rcwkit.look.vector_tree import NotDrawn

    try:
        return drawing(data, f"art-{digest[:16]}")
    except NotDrawn as error:
        place = Span(shown, error.line, 1)
        raise InputError(
            [Diagnostic(error.code, error.message, place, error.hint, ((f"'{name}' is named here", span),))]
        ) from error


def _raster(data: bytes, digest: str, name: str, span: Span) -> Art:
    from rcwkit.look.images import measured

    try:
        pixels = measured(data)
    except ValueError as error:
        hint = "save it as PNG, JPEG or SVG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{name}': {error}", span, hint) from error
    width, height = (side * 72 / DPI for side in pixels)
    return Art(width, height, (Picture(0.0, 0.0, *on_grid(width, height), digest),), pixels, f"art-{digest[:16]}")
