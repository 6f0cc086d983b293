"""Tiles, figures and dice to cut and fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.faces.layouts import Layout
from rcwkit.kinds.kind import NUMBERS, OUTLINE, Cut, File, Kind, Usage, made_from
from rcwkit.kinds.pieces.model import Form, Pieces
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
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


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.pieces import check

    for function in (check.outlines, check.fields, check.shown):
        yield from function(game)


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.pieces import draw as cutouts
        from rcwkit.sheets.imposition import CutPiece
        from rcwkit.sheets.tiling import tiled

        drawing, item = Faces(game, setter), game[Pieces][name]
        document = item.value
        if document.form == "tile":
            butted = document.cuts == "shared" and document.outline is None and document.shape != "round"
            made = cutouts.tiles(drawing, item)
            return Cut(tuple(CutPiece(front, back, one.copies, butted, one.title) for one, front, back in made))
        if document.form == "mat":
            copies = [piece.copies for piece in document.pieces.values()]
            mats = zip(cutouts.mats(drawing, item), copies, strict=True)
            return Cut(boards=tuple(page for mat, count in mats for page in tiled(mat, paper, setter) * count))
        frames = cutouts.nets(drawing, item)
        return Cut(boards=tuple(cutouts.boards(frames, paper, setter.say(NETS[document.form]), setter, item)))

    reads = made_from("layouts", "pieces", NUMBERS)

    def file(name: str, one: Pieces) -> File:
        count, spread = len(one.pieces) if one.form == "tile" else 0, one.form == "mat"
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
