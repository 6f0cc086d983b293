"""`kind: pieces`: what is cut out besides cards and counters: tiles, figures that stand, dice, and mats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from rcwkit.diagnostics import Diagnostic
from rcwkit.faces.checks import base, declared, lost, names, shown_by, values
from rcwkit.faces.compiling import RESERVED, TAKEN
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layout
from rcwkit.frame import Point, Shape, area_of, cross
from rcwkit.kinds.kind import NUMBERS, OUTLINE, Cut, File, Kind, Markup, Usage, made_from
from rcwkit.source.base import (
    Entries,
    Entry,
    FieldSpec,
    FieldValue,
    FreePaper,
    Given,
    Id,
    Idle,
    LayoutId,
    Model,
    Name,
    OwnerId,
    PictureFile,
    Seq,
    Shelf,
    Text,
    VariableName,
    optional,
    spec,
)
from rcwkit.source.language import word
from rcwkit.source.patterns import AnySize, Corner, Length, malformed

if TYPE_CHECKING:
    from rcwkit.game.game import Document, Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


Form = Literal["tile", "figure", "die", "mat"]


def _pair(value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise malformed("a corner has two coordinates", "write [x, y]")
    return value


OutlinePoint = Annotated[tuple[Corner, Corner], BeforeValidator(_pair), Field(strict=False)]

DICE = (4, 6, 8, 12, 20)
"""Sides of the dice that can be folded from one net."""
MOST = 200
"""Most corners of an outline."""
LARGEST: Mapping[Form, float] = {"tile": 260.0, "figure": 200.0, "die": 60.0, "mat": 2000.0}
"""Longest side (mm) of each form."""


class Piece(Entry):
    """One piece, or `copies` identical ones."""

    owner: OwnerId | None = optional("Owner whose colour it takes.")
    text: Text | None = optional("Running text.")
    art: PictureFile | None = optional("A picture in the game's folder.")
    sides: Seq[Text] = Field(
        (),
        description="What the sides of a die show: 4, 6, 8, 12 or 20 texts.",
        examples=[["1", "2", ":skull:", "4", "5", "6"]],
    )
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    fields: Mapping[VariableName, FieldValue] = Field(
        {}, description="Field of the document → its value here.", examples=[{"cost": 3}]
    )
    layout: LayoutId | None = optional("Layout of this piece instead of the document's.")
    back: LayoutId | None = optional("Layout of its back instead of the document's.")


class Pieces(Model):
    """Pieces of one form and size."""

    kind: Literal["pieces"]
    id: Id
    title: Name
    source: Name
    form: Form = Field(
        "tile",
        description="tile: flat, of any shape; figure: folded to stand; die: a net to fold and glue; mat: as large as "
        "you like, over several sheets.",
    )
    size: AnySize | None = optional(
        "Width x height of a tile, of the front of a figure, or of a mat; length of a side; edge of a die.",
        examples=["40mm", "60x20mm", "16mm"],
    )
    shape: Shape = Field("square", description="Of a tile. The size of a hex, if one length, is that across its flats.")
    outline: Annotated[tuple[OutlinePoint, ...], Field(strict=False)] | None = optional(
        "Corners of a tile of another shape, x and y in mm, in order; instead of `size` and `shape`.",
        examples=[[[0, 0], [30, 0], [30, 15], [15, 30], [0, 30]]],
    )
    depth: Length | None = optional("Depth of a figure's foot; 0.45 of its height if left out.", examples=["14mm"])
    paper: FreePaper = Field(
        "usual",
        description="Of mats: the kit's paper, over several sheets if need be; or another, on which each is whole.",
    )
    cuts: Literal["shared", "apart"] = Field(
        "shared",
        description="shared: rectangles and hexes touch, and one cut serves two; apart: each has bleed of its own.",
    )
    shelf: Shelf = Field("table", description="table, proxies or study.")
    fields: Mapping[VariableName, Given] = Field(
        {}, description="Field → its type: what pieces hold besides, for their layout.", examples=[{"moves": "number"}]
    )
    layout: LayoutId | None = optional("Layout of its pieces; that of their form if left out.")
    back: LayoutId | None = optional("Layout of the backs of tiles and figures; if left out, tiles have none.")
    pieces: Entries[Id, Piece] = Field(description="Piece id → piece, in printed order.")

    @model_validator(mode="after")
    def _has_what_its_form_needs(self) -> Self:
        if (self.size is None) == (self.outline is None):
            raise ValueError("pieces have a `size`, or an `outline` instead")
        if self.outline is not None and not 3 <= len(self.outline) <= MOST:
            raise ValueError(f"an outline has 3 to {MOST} corners, and this one has {len(self.outline)}")
        if self.form != "tile" and (self.outline is not None or self.shape != "square"):
            raise ValueError(f"only tiles have a shape: a {self.form} has a size")
        if self.depth is not None and self.form != "figure":
            raise ValueError(f"only figures have a depth, and this is a {self.form}")
        if self.paper != "usual" and self.form != "mat":
            raise ValueError(f"only mats have paper of their own, and this is a {self.form}")
        if self.back is not None and self.form in ("die", "mat"):
            raise ValueError(f"a {self.form} has no back")
        if self.size is not None and max(self.size) > LARGEST[self.form]:
            raise ValueError(f"a {self.form} of more than {LARGEST[self.form]:g} mm is too large")
        if self.form == "die" and self.size is not None and self.size.width != self.size.height:
            raise ValueError("the size of a die is the length of its edge")
        for name, piece in self.pieces.items():
            if (len(piece.sides) in DICE) != (self.form == "die") or (piece.sides and self.form != "die"):
                is_die, none = self.form == "die", f"only dice have sides, and '{name}' is none"
                raise ValueError(f"'{name}' needs 4, 6, 8, 12 or 20 sides" if is_die else none)
            if piece.back is not None and self.form in ("die", "mat"):
                raise ValueError(f"a {self.form} has no back, and '{name}' gives one")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield texts of dice, whose sides have their own."""
        for name, piece in self.pieces.items() if self.form == "die" else ():
            if piece.gives("text"):
                yield ("pieces", name, "text"), "on a die, whose `sides` have texts"

    @cached_property
    def specs(self) -> Mapping[str, FieldSpec]:
        """The fields of its pieces."""
        return {name: spec(given) for name, given in self.fields.items()}

    def layout_of(self, piece: Piece) -> str:
        """Return the layout of a piece's front."""
        return piece.layout or self.layout or self.form

    def back_of(self, piece: Piece) -> str | None:
        """Return the layout of a piece's back, or None if it has none."""
        return piece.back or self.back or (self.layout_of(piece) if self.form == "figure" else None)


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
            if count and (area := abs(area_of(points))) < SMALLEST:
                message = f"the outline encloses only {area:.3g} mm²"
                yield Diagnostic(
                    "E370", message, document.at("outline"), "make it larger, or list its corners in order"
                )


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
    found = cross(a, b, c)
    return 0.0 if abs(found) < 1e-9 else found


def _between(a: Point, b: Point, c: Point) -> bool:
    """Return whether a point of the line through a and b lies between them."""
    return all(min(p, q) <= r <= max(p, q) for p, q, r in zip(a, b, c, strict=True))


def shown(game: Game) -> Iterator[Diagnostic]:
    """Check that the expressions of a layout name only what the pieces that it shows have."""
    from rcwkit.kinds.pieces.draw import piece_scope

    shows = cache(partial(shown_by, game))
    for name, item in game[Pieces].items():
        seen: set[str] = set()
        for key, piece in item.value.pieces.items():
            sides = (("layout", item.value.layout_of(piece)), ("back", item.value.back_of(piece)))
            layouts = [layout for _, layout in sides if layout is not None and layout in known(game)]
            given = [one for one in ("text", "art", "note") if piece.gives(one)]
            said = frozenset().union(*map(shows, layouts)) if given else frozenset()
            by = "layout " + " or ".join(f"'{one}'" for one in dict.fromkeys(layouts))
            yield from lost("piece", key, given, said, partial(item.document.at, "pieces", key, key=True), by)
            for side, layout in sides:
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
            return Cut(
                tuple(
                    CutPiece(front, back, one.copies, butted, one.title, of=document.title) for one, front, back in made
                )
            )
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
    markup=Markup(("fields", "note", "sides", "text"), laid=True),
)
