"""Checks of pieces: outlines that can be cut, fields, and the names in their layouts; these names with their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.checks import base, declared, names, values
from rcwkit.faces.compiling import RESERVED, TAKEN, Spans, owner_scope
from rcwkit.faces.inherited import known
from rcwkit.game.game import Game, Item
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.pieces.model import Pieces

SMALLEST = 25.0
"""Least area of an outline, in mm²."""

Point = tuple[float, float]


def fields(game: Game) -> Iterator[Diagnostic]:
    """Check the fields of documents of pieces, and their values."""
    for document, sheet in game.all(Pieces):
        yield from declared(document, sheet.specs, (*RESERVED, *TAKEN))
        for name, piece in sheet.pieces.items():
            yield from values(document, sheet.specs, ("pieces", name), piece.fields, "piece")


def outlines(game: Game) -> Iterator[Diagnostic]:
    """Check that outlines enclose something and do not cross or touch themselves (E370)."""
    for document, one in game.all(Pieces):
        points = one.outline or ()
        count = len(points)
        for index in range(count):
            crossed = next((other for other in range(index) if _meet(points, index, other)), None)
            if crossed is not None:
                message = f"the edge from corner {index + 1} meets the one from corner {crossed + 1}"
                hint = "list the corners in order around the piece, each once"
                yield Diagnostic("E370", message, document.at("outline", index), hint)
                break
        else:
            if count and (area := abs(_area(points))) < SMALLEST:
                message = f"the outline encloses only {area:.3g} mm²"
                yield Diagnostic(
                    "E370", message, document.at("outline"), "make it larger, or list its corners in order"
                )


def _area(points: Sequence[Point]) -> float:
    """Return the area of a polygon, negative if its corners go the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True)) / 2


def _meet(points: Sequence[Point], one: int, other: int) -> bool:
    """Return whether two edges meet, besides in the corner that adjoining ones share."""
    count = len(points)
    a, b = points[one], points[(one + 1) % count]
    c, d = points[other], points[(other + 1) % count]
    if a == b or c == d:
        return True
    if b == c or a == d:
        # Neighbours meet only if one lies back along the other.
        start, middle, end = (a, b, d) if b == c else (c, d, b)
        back = (start[0] - middle[0]) * (end[0] - middle[0]) + (start[1] - middle[1]) * (end[1] - middle[1])
        return _side(start, middle, end) == 0 and back > 0
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _between(*end) for side, end in zip(sides, ends, strict=True))


def _side(a: Point, b: Point, c: Point) -> float:
    """Return on which side of the line through a and b a point lies; 0 on it."""
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0.0 if abs(cross) < 1e-9 else cross


def _between(a: Point, b: Point, c: Point) -> bool:
    """Return whether a point of the line through a and b lies between them."""
    return all(min(p, q) <= r <= max(p, q) for p, q, r in zip(a, b, c, strict=True))


def shown(game: Game) -> Iterator[Diagnostic]:
    """Check that the expressions of a layout name only what the pieces that it shows have."""
    for name, item in game[Pieces].items():
        seen: set[str] = set()
        for key, piece in item.value.pieces.items():
            for side, layout in (("layout", item.value.layout_of(piece)), ("back", item.value.back_of(piece))):
                if layout is not None and layout not in seen and layout in known(game):
                    seen.add(layout)
                    scope = {**base(game), **piece_scope(game, item, key, 1 if piece.sides else None)}
                    path = ("pieces", key, side) if getattr(piece, side) else (side,)
                    yield from names(game, layout, scope, f"on pieces of '{name}'", item.document.at(*path))


def piece_scope(game: Game, item: Item[Pieces], name: str, side: int | None = None) -> dict[str, Any]:
    """Return the names of one face of a piece; `side` counts those of a die from 1."""
    document, piece = item.value, item.value.pieces[name]
    shown = {
        "id": name,
        "rulings": [ruling_numbers(game)[one] for one in piece.rulings if one in ruling_numbers(game)],
        "side": side or 0,
        "sides": len(piece.sides),
        **{key: getattr(piece, key) for key in ("title", "rule", "note", "text", "art", "copies")},
    }
    if side is not None:
        shown["text"] = piece.sides[side - 1]
    fields = {field: spec.of(piece.fields.get(field)) for field, spec in document.specs.items()}
    whole = {"id": item.id, "title": document.title, "source": document.source}
    return {"piece": shown, "owner": owner_scope(game, piece.owner), "set": whole, **fields}


def piece_spans_of(item: Item[Pieces], name: str, side: int | None = None) -> Spans:
    """Return where the values of a piece come from."""
    root, piece = (*item.path, "pieces", name), item.value.pieces[name]

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "piece" and rest == ["text"] and side is not None:
            return item.document.at(*root, "sides", side - 1)
        if first == "piece" and rest and rest[0] in piece.model_fields_set:
            return item.document.at(*root, *rest)
        return item.document.at(*root, "fields", *path) if first in piece.fields else None

    return place
