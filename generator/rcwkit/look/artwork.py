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

__all__ = ["DPI", "Artwork", "Opened", "Read"]

DPI = 300
"""Pixels per inch at which a raster picture has its natural size, and is sharp in print."""
PEN = 0.5
"""Line width in points of drawings in outline."""
_PLAIN, _PALE = "-plain", "-pale"
"""What is added to the digest of a picture that is converted before it is printed."""


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

    Files are not kept in memory, but `known` keeps art by its digest, for several files of a kit. `shown` maps the name
    of every picture asked for to the SHA-256 of its file.
    """

    def __init__(self, read: Read = _nothing, known: dict[str, Art] | None = None) -> None:
        self._read, self._known = read, {} if known is None else known
        self.shown: dict[str, str] = {}
        self._found: dict[tuple[str, bool], Art | None] = {}
        self._places: dict[str, tuple[str, Span, tuple[int, int]]] = {}

    def find(self, name: str, where: Callable[[], Span], found: list[Diagnostic], theme: Theme | None) -> Art | None:
        """Return a picture as a theme prints it, or as it is; None if it is refused, with the reason in `found`."""
        key = name, bool(theme and theme.outlined)
        if key not in self._found:
            try:
                art = self._opened(name, where())
                self._found[key] = self._sparing(art, theme) if theme and theme.outlined else art
            except InputError as error:
                self._found[key] = None
                found += error.diagnostics
        return self._found[key]

    def place(self, digest: str) -> tuple[str, Span, tuple[int, int]]:
        """Return the name of a raster picture, where a document names it, and its pixels. Raises KeyError."""
        return self._places[digest]

    @property
    def pixels(self) -> int:
        """The number of pixels of all raster pictures."""
        return sum(wide * tall for _, _, (wide, tall) in self._places.values())

    def _opened(self, name: str, span: Span) -> Art:
        shown, data = self._read(name, span)
        digest = self.shown[name] = hashlib.sha256(data).hexdigest()
        art = self._known.get(digest)
        if art is None:
            drawn = _vector(data, digest, name, shown, span) if name.lower().endswith(".svg") else None
            art = self._known[digest] = drawn or _raster(data, digest, name, span)
        if art.pixels:
            (picture,) = art.items
            assert isinstance(picture, Picture)
            self._places[picture.digest] = name, span, art.pixels
        return art

    def _sparing(self, art: Art, theme: Theme) -> Art:
        """Return art for little ink: drawings in outline, others in light greys."""
        if art.pixels is None:
            items = tuple(line_art(art.items, theme.ink, theme.page, GRID))
            return art._replace(items=items, tinted=False, pen=PEN)
        (picture,) = art.items
        assert isinstance(picture, Picture)
        pale = picture.digest.removesuffix(_PLAIN) + _PALE
        self._places[pale] = self._places[picture.digest]
        return art._replace(items=(picture._replace(digest=pale),))

    def __getitem__(self, digest: str) -> bytes:
        """Read a raster picture's file again. Raises KeyError if it is none of these or was changed meanwhile."""
        from rcwkit.look.images import paled, plain

        name, span, _ = self._places[digest]
        data = self._read(name, span).data
        source, _, how = digest.partition("-")
        if hashlib.sha256(data).hexdigest() != source:
            raise KeyError(digest)
        return paled(data) if f"-{how}" == _PALE else plain(data) if how else data

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
        place, related = Span(shown, error.line), ((f"'{name}' is named here", span),)
        raise InputError([Diagnostic(error.code, error.message, place, error.hint, related)]) from error


def _raster(data: bytes, digest: str, name: str, span: Span) -> Art:
    from rcwkit.look.images import measured

    try:
        wide, tall, plain = measured(data)
    except ValueError as error:
        hint = "save it as PNG, JPEG or SVG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{name}': {error}", span, hint) from error
    width, height = wide * 72 / DPI, tall * 72 / DPI
    picture = Picture(0.0, 0.0, *on_grid(width, height), digest if plain else digest + _PLAIN)
    return Art(width, height, (picture,), (wide, tall), f"art-{digest[:16]}")
