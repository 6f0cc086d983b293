"""Tiles, figures and dice to cut and fold; and what is checked of them: outlines, fields, names in layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Diagnostic
from rcwkit.faces.checks import base, declared, names, values
from rcwkit.faces.compiling import RESERVED, TAKEN
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layout
from rcwkit.kinds.kind import NUMBERS, OUTLINE, Cut, File, Kind, Usage, made_from
from rcwkit.kinds.pieces.model import Form, Pieces
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.game.game import Document, Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


NETS: Mapping[Form, str] = {
    "figure": word(
        "Cut along solid lines, score dashed lines and fold them backwards; glue the hatched tab under the foot."
    ),
    "die": word(
        "Print on card. Cut along solid lines, score dashed ones and fold them back; glue the hatched tabs inside."
    ),
}
"""What to do with the nets of each form."""


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
    from rcwkit.kinds.pieces.draw import piece_scope

    for name, item in game[Pieces].items():
        seen: set[str] = set()
        for key, piece in item.value.pieces.items():
            for side, layout in (("layout", item.value.layout_of(piece)), ("back", item.value.back_of(piece))):
                if layout is not None and layout not in seen and layout in known(game):
                    seen.add(layout)
                    scope = {**base(game), **piece_scope(game, item, key, 1 if piece.sides else None)}
                    path = ("pieces", key, side) if getattr(piece, side) else (side,)
                    yield from names(game, layout, scope, f"on pieces of '{name}'", item.document.at(*path))


def _check(game: Game) -> Iterator[Diagnostic]:
    for function in (outlines, fields, shown):
        yield from function(game)


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.pieces import draw as cutouts
        from rcwkit.sheets.imposition import CutPiece
        from rcwkit.sheets.tiling import spread, tiled

        drawing, item = Faces(game, setter), game[Pieces][name]
        document = item.value
        if document.form == "tile":
            butted = document.cuts == "shared" and document.outline is None and document.shape != "round"
            made = cutouts.tiles(drawing, item)
            return Cut(tuple(CutPiece(front, back, one.copies, butted, one.title) for one, front, back in made))
        if document.form == "mat":
            copies = [piece.copies for piece in document.pieces.values()]
            mats = zip(cutouts.mats(drawing, item), copies, strict=True)
            own, larger = document.paper, "a smaller mat, or a larger paper"
            put = partial(tiled, paper=paper, setter=setter)
            if own != "usual":
                put = partial(spread, own=own, paper=paper, title=document.title, setter=setter, larger=larger)
            return Cut(boards=tuple(page for mat, count in mats for page in put(mat) * count))
        frames = cutouts.nets(drawing, item)
        return Cut(boards=tuple(cutouts.boards(frames, paper, setter.say(NETS[document.form]), setter, item)))

    reads = made_from("layouts", "pieces", NUMBERS)

    def file(name: str, one: Pieces) -> File:
        count, spread = len(one.pieces) if one.form == "tile" else 0, one.form == "mat" and one.paper == "usual"
        contents, stem = partial(lay_out, name), f"pieces-{name}"
        return File(stem, one.title, contents, reads, cut=True, pieces=count, shelf=one.shelf, spread=spread)

    return [file(name, item.value) for name, item in game[Pieces].items()]


def _layouts(game: Game) -> Iterator[str]:
    for item in game[Pieces].values():
        for piece in item.value.pieces.values():
            yield from filter(None, (item.value.layout_of(piece), item.value.back_of(piece)))


def _holds(game: Game) -> dict[str, int]:
    return {"other pieces": sum(one.copies for item in game[Pieces].values() for one in item.value.pieces.values())}


def _shapes(game: Game) -> Iterator[str]:
    tiles = [item.value for item in game[Pieces].values() if item.value.form == "tile"]
    return (OUTLINE if tile.outline else tile.shape for tile in tiles)


def _drawn(game: Game, document: Document) -> Iterator[tuple[str, str]]:
    sheet: Pieces = document.model
    return (("pieces", name) for name, piece in sheet.pieces.items() if sheet.layout_of(piece) in game[Layout])


KIND = Kind(
    Pieces,
    _check,
    _files,
    whole="document of pieces",
    layouts=_layouts,
    drawn=_drawn,
    holds=_holds,
    shapes=_shapes,
    use=Usage(lies="left"),
)
