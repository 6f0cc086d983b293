"""Files for a print shop: pictures by deck, or a PDF of each, in its sizes; and what it would refuse."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.draw.inks import Press
from rcwkit.draw.pictures import Target, pictures
from rcwkit.draw.sheets import Imprint, draw
from rcwkit.kit.build import files_of, opened, stop
from rcwkit.kit.kinds import Cut
from rcwkit.kit.paperwork import LICENCE, PROGRAM, licence
from rcwkit.kit.publish import publish, withdraw
from rcwkit.layout.imposition import Piece, runs
from rcwkit.look.frame import MM, Frame, Group, Sheet
from rcwkit.look.grids import PAPERS
from rcwkit.look.resolution import coarse
from rcwkit.look.text import Setter
from rcwkit.models.base import Shelf
from rcwkit.models.lengths import Size
from rcwkit.models.shops import Shop
from rcwkit.reading.game import Game
from rcwkit.reading.project import Project
from rcwkit.screens.export.make import Exported
from rcwkit.screens.export.safety import Batch, refused

__all__ = ["ALIKE", "ORDER", "export_shop"]

ALIKE = 1.5
"""Greatest difference (mm) of a piece's side from a product's: it is scaled to that."""
ORDER = "order.csv"
"""The list of files, with the number of copies to order."""
COLUMNS = ("folder", "product", "file", "back", "id", "title", "copies")


def export_shop(project: Project, out: Path, name: str, shop: Shop, shelves: Sequence[Shelf]) -> Exported:
    """Export cards, counters and tiles as `out/<game>/shop-<name>/`, a folder or a PDF for each deck, with a list.

    Diagnostics tell what the shop would refuse (W270, W372 to W375), and asks for besides (W376). Raises InputError
    (E373 if it makes nothing of these sizes) or Surroundings, with nothing written.
    """
    game, found = opened(project)
    setter = game.setter()
    batches, left = _batches(game, setter, shop, shelves)
    found += stop(setter.found)
    if not batches:
        raise InputError(left or [Diagnostic("E373", f"{game.info.id} has nothing to cut", Span(game.info.id))])
    found += [one for one in left if one.code != "E373"]
    faces = [face for batch in batches for piece in batch.pieces for face in piece.faces]
    found += coarse(faces, setter.artwork)
    found += [one for batch in batches for one in refused(batch, shop, setter.book)]
    found += [Diagnostic("W376", text, Span(game.info.id)) for text in shop.asks]
    folder, rows = out / game.info.id / f"shop-{name}", list[Sequence[object]]()
    folders: dict[str, dict[str, bytes]] = {"": {}}
    for batch in batches:
        made, part = (_pictured, batch.name) if shop.delivers == "pictures" else (_bound, "")
        rows += made(batch, shop, setter, folders.setdefault(part, {}))
    folders[""] |= {ORDER: _listed(rows), LICENCE: licence(game)}
    facts = {"tool": PROGRAM, "game": game.info.id, "export": f"shop-{name}"}
    for part, files in folders.items():
        publish(folder / part if part else folder, files, facts)
    for other in sorted(folder.iterdir()):
        if other.is_dir() and other.name not in folders:
            withdraw(other)
    sizes = {
        f"{part}/{file}" if part else file: len(data) for part, files in folders.items() for file, data in files.items()
    }
    return Exported(game.info.id, f"shop-{name}", folder, sizes, tuple(found))


def _batches(game: Game, setter: Setter, shop: Shop, shelves: Sequence[Shelf]) -> tuple[list[Batch], list[Diagnostic]]:
    """Return what the shop makes, and errors (E373) or warnings (W373) for pieces of other sizes."""
    batches, left = list[Batch](), list[Diagnostic]()
    for file in files_of(game):
        contents = file.lay_out(setter, PAPERS["a4"]) if file.pieces and file.shelf in shelves else None
        pieces = contents.pieces if isinstance(contents, Cut) else ()
        groups = runs([piece._replace(copies=1) for piece in pieces])
        for number, group in enumerate(groups, 1):
            copies = {piece.front.name: piece.copies for piece in pieces}
            whole = [piece._replace(copies=copies[piece.front.name]) for piece in group]
            stem = file.stem.removeprefix("cards-").removeprefix("pieces-")
            stem = stem if len(groups) == 1 else f"{stem}-{number}"
            made = _batch(stem, whole, shop)
            if made is not None:
                batches.append(made)
                continue
            front = group[0].front
            size = f"{front.width / MM:.4g} × {front.height / MM:.4g} mm"
            message = f"{shop.title} makes nothing of the size and shape of '{stem}' ({size})"
            left.append(Diagnostic("W373", message, front.span, _hint(shop, front)))
    if not batches:
        left = [Diagnostic("E373", one.message, one.span, one.hint) for one in left]
    return batches, left


def _batch(name: str, pieces: Sequence[Piece], shop: Shop) -> Batch | None:
    """Return pieces as the product that is nearest in size, turned if that fits better; None if none is near."""
    front = pieces[0].front
    if not shop.products:
        return Batch(name, "", (front.width / MM, front.height / MM), tuple(pieces))
    turned = [piece._replace(front=_turned(piece.front), back=piece.back and _turned(piece.back)) for piece in pieces]
    for way in (pieces, turned):
        near = _nearest(shop, way[0].front)
        if near is not None and _off(way[0].front, near[1]) <= ALIKE:
            return Batch(name, *near, tuple(way))
    return None


def _products(shop: Shop, front: Frame) -> Iterator[tuple[str, Size]]:
    """Yield the products of the shape of a piece, with their trim. An outline of its own is no product."""
    for name, product in shop.products.items():
        if product.shape == front.shape and not front.outline:
            yield name, shop.trim(product)


def _off(front: Frame, trim: Size) -> float:
    return max(abs(front.width / MM - trim.width), abs(front.height / MM - trim.height))


def _nearest(shop: Shop, front: Frame) -> tuple[str, Size] | None:
    """Return the product that is nearest in size; None if the shop makes none of this shape."""
    return min(_products(shop, front), key=lambda one: _off(front, one[1]), default=None)


def _hint(shop: Shop, front: Frame) -> str:
    """Return what the shop makes instead."""
    near = _nearest(shop, front)
    if near is None:
        return f"it makes none that are {front.shape}" if not front.outline else "it makes no outlines of one's own"
    return f"the nearest is {near[0]}, {near[1].width:.4g} × {near[1].height:.4g} mm"


def _turned(face: Frame) -> Frame:
    """Return a face turned by 90 degrees."""
    items = (Group(face.items, face.height, 0.0, rotate=90),)
    return face._replace(width=face.height, height=face.width, items=items)


def _pictured(batch: Batch, shop: Shop, setter: Setter, files: dict[str, bytes]) -> Iterator[Sequence[object]]:
    """Add the pictures of a batch to `files`, and yield its rows of the list."""
    target = Target(shop.pixels(shop.products.get(batch.product), batch.trim), batch.trim)
    faces = list(dict.fromkeys(_plain(face) for piece in batch.pieces for face in piece.faces))
    drawn = pictures(faces, setter.book, dpi=shop.dpi, bleed=target, images=setter.artwork)
    made = dict(zip(faces, drawn, strict=True))
    backs = {_plain(piece.back) if piece.back else None for piece in batch.pieces}
    number = 0
    for piece in batch.pieces:
        for _ in range(piece.copies if shop.copies == "each" else 1):
            number += 1
            stem = f"{number:03}-{piece.front.name.rpartition('/')[2]}"
            files[f"{stem}-face.png"] = made[_plain(piece.front)]
            back = ""
            if piece.back:
                back = "back.png" if len(backs) == 1 else f"{stem}-back.png"
                files[back] = made[_plain(piece.back)]
            copies = 1 if shop.copies == "each" else piece.copies
            yield batch.name, batch.product, f"{stem}-face.png", back, piece.front.name, piece.title, copies


def _bound(batch: Batch, shop: Shop, setter: Setter, files: dict[str, bytes]) -> Iterator[Sequence[object]]:
    """Add the PDF of a batch to `files`, a page for each face of each copy, and yield its rows of the list."""
    sheets: list[Sheet] = []
    name = f"{batch.name}.pdf"
    number = 0
    for piece in batch.pieces:
        sides = [("face", piece.front), *([("back", piece.back)] if piece.back else [])]
        for _ in range(piece.copies if shop.copies == "each" else 1):
            number += 1
            for said, face in sides if shop.first == "face" else reversed(sides):
                sheets.append(_page(face, batch.trim, shop.bleed, f"card {number}, {said}"))
        yield batch.name, batch.product, name, "", piece.front.name, piece.title, piece.copies
    press = Press(shop.separation.condition, shop.separation.ink) if shop.separation else None
    files[name] = draw(sheets, Imprint(batch.name, "rcwkit", ""), setter.book, setter.artwork, press)


def _page(face: Frame, trim: tuple[float, float], bleed: float, label: str) -> Sheet:
    """Return a page with a face in the middle, on one of the same, large enough to fill the bleed."""
    width, height = (trim[0] + 2 * bleed) * MM, (trim[1] + 2 * bleed) * MM
    scale = max(trim[0] * MM / face.width, trim[1] * MM / face.height)
    filling = max(width / (face.width + 2 * face.bleed), height / (face.height + 2 * face.bleed))
    clip = -face.bleed, -face.bleed, face.width + 2 * face.bleed, face.height + 2 * face.bleed
    items = [
        Group(face.items, (width - face.width * size) / 2, (height - face.height * size) / 2, scale=size, clip=clip)
        for size in ((filling, scale) if filling > scale else (scale,))
    ]
    box = bleed * MM, bleed * MM, trim[0] * MM, trim[1] * MM
    return Sheet(width, height, tuple(items), label, box, (), bleed * MM)


def _plain(face: Frame) -> Frame:
    """Return a face without its name and place, so that identical drawings compare equal."""
    return face._replace(name="", at="")


def _listed(rows: Sequence[Sequence[object]]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return target.getvalue().encode("utf-8-sig")
