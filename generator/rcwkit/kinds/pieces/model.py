"""`kind: pieces`: what is cut out besides cards and counters: tiles, figures that stand, dice, and mats."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from rcwkit.frame import Shape
from rcwkit.source.base import (
    Entries,
    Entry,
    FieldSpec,
    FieldValue,
    FreePaper,
    Given,
    Id,
    LayoutId,
    Model,
    Name,
    OwnerId,
    PictureFile,
    Seq,
    Shelf,
    Text,
    VariableName,
    spec,
)
from rcwkit.source.patterns import AnySize, Corner, Length, malformed

Form = Literal["tile", "figure", "die", "mat"]


def _pair(value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise malformed("a corner has two coordinates", "write [x, y]")
    return value


Point = Annotated[tuple[Corner, Corner], BeforeValidator(_pair), Field(strict=False)]

DICE = (4, 6, 8, 12, 20)
"""Sides of the dice that can be folded from one net."""
MOST = 200
"""Most corners of an outline."""
LARGEST: Mapping[Form, float] = {"tile": 260.0, "figure": 200.0, "die": 60.0, "mat": 2000.0}
"""Longest side (mm) of each form."""


class Piece(Entry):
    """One piece, or `copies` identical ones."""

    owner: OwnerId | None = Field(None, description="Owner whose colour it takes.")
    text: Text | None = Field(None, description="Running text.")
    art: PictureFile | None = Field(None, description="A picture in the game's folder.")
    sides: Seq[Text] = Field(
        (),
        description="What the sides of a die show: 4, 6, 8, 12 or 20 texts.",
        examples=[["1", "2", ":skull:", "4", "5", "6"]],
    )
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    fields: Mapping[VariableName, FieldValue] = Field(
        {}, description="Field of the document → its value here.", examples=[{"cost": 3}]
    )
    layout: LayoutId | None = Field(None, description="Layout of this piece instead of the document's.")
    back: LayoutId | None = Field(None, description="Layout of its back instead of the document's.")


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
    size: AnySize | None = Field(
        None,
        description="Width x height of a tile, of the front of a figure, or of a mat; length of a side; edge of a die.",
        examples=["40mm", "60x20mm", "16mm"],
    )
    shape: Shape = Field("square", description="Of a tile. The size of a hex, if one length, is that across its flats.")
    outline: Annotated[tuple[Point, ...], Field(strict=False)] | None = Field(
        None,
        description="Corners of a tile of another shape, x and y in mm, in order; instead of `size` and `shape`.",
        examples=[[[0, 0], [30, 0], [30, 15], [15, 30], [0, 30]]],
    )
    depth: Length | None = Field(
        None, description="Depth of a figure's foot; 0.45 of its height if left out.", examples=["14mm"]
    )
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
    layout: LayoutId | None = Field(None, description="Layout of its pieces; that of their form if left out.")
    back: LayoutId | None = Field(
        None, description="Layout of the backs of tiles and figures; if left out, tiles have none."
    )
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
