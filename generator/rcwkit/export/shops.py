"""Files for print shops, in their sizes, with what they would refuse or spoil; and lines for cutting machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self, get_args

from pydantic import Field, model_validator

from rcwkit.art.artwork import coarse
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.export.csv import as_csv
from rcwkit.export.make import Exported
from rcwkit.frame import MM, Frame, Gradient, Group, Item, Picture, Point, Shape, Sheet, Text, cross, sides
from rcwkit.game.game import Game
from rcwkit.kinds.kind import Cut, files_of, sheets_of
from rcwkit.kit.build import LICENCE, PROGRAM, laid_out, licence, opened, stop
from rcwkit.kit.options import Options
from rcwkit.kit.publish import publish, withdraw
from rcwkit.sheets.imposition import CutPiece, runs
from rcwkit.sheets.marks import corners_of
from rcwkit.sheets.operators import PressCondition
from rcwkit.sheets.paper import PAPERS
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import Target, flattened, pictures
from rcwkit.source.base import Id, Model, Name, Seq, Shelf, optional
from rcwkit.source.base import Text as Words
from rcwkit.source.patterns import AnySize, Length, Size
from rcwkit.source.project import Project
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import parse
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter

INCH = 25.4

Side = Annotated[int, Field(ge=30, le=12_000)]


class Source(Model):
    """Where figures come from, and when they were read."""

    says: Words
    at: Name
    read: Name


class Product(Model):
    """A size that a shop cuts: that of its pictures with their bleed, or that of the trimmed piece."""

    pixels: Annotated[tuple[Side, Side], Field(strict=False)] | None = optional(
        "Width and height of a picture, bleed included."
    )
    trim: AnySize | None = optional("Size of the piece; that of the picture without its bleed.")
    shape: Shape = "square"

    @model_validator(mode="after")
    def _has_a_size(self) -> Self:
        if self.pixels is None and self.trim is None:
            raise ValueError("a product has `pixels` or a `trim`")
        return self


class Separation(Model):
    """What a press needs: a PDF is PDF/X-1a:2003, in cyan, magenta, yellow and black alone."""

    condition: Name = Field(description="Registered name of the printing condition, such as CGATS TR 001.")
    ink: Annotated[int, Field(ge=100, le=400)] = Field(description="Most ink in per cent, all four together.")


class Shop(Model):
    """A print shop. Without `products`, it cuts any size."""

    title: Name
    delivers: Literal["pictures", "pdf"]
    dpi: Annotated[int, Field(ge=72, le=1200)]
    bleed: Length
    safe: Length = Field(description="Distance from the cut within which it wants no text.")
    separation: Separation | None = optional("For PDFs in CMYK; left out, they are in RGB.")
    first: Literal["face", "back"] = Field("face", description="Which page of a card comes first in a PDF.")
    backs: Literal["needed", "optional"]
    copies: Literal["once", "each"] = Field(description="A file for each different card, or for each copy of it.")
    least: Annotated[int, Field(ge=1)] = Field(1, description="Fewest cards of a deck.")
    most: Annotated[int, Field(ge=1)] | None = optional("Most cards of a deck.")
    asks: Seq[Words] = Field((), description="What it asks for that this export does not do.")
    sources: Annotated[tuple[Source, ...], Field(strict=False, min_length=1)]
    products: Mapping[Id, Product] = Field({})

    def trim(self, product: Product) -> Size:
        """Return the size of a product's pieces in mm."""
        if product.trim is not None:
            return product.trim
        assert product.pixels is not None
        width, height = (side / self.dpi * INCH - 2 * self.bleed for side in product.pixels)
        return Size(width, height)

    def pixels(self, product: Product | None, trim: tuple[float, float]) -> tuple[int, int]:
        """Return the width and height of the pictures of a product, or of a piece of this trim in mm."""
        if product is not None and product.pixels is not None:
            return product.pixels
        width, height = (round((side + 2 * self.bleed) / INCH * self.dpi) for side in trim)
        return width, height


LIMIT = 2**17
"""Maximum size of a file, in bytes."""


def named() -> dict[str, Path]:
    """Return the files that ship with the tool, by name."""
    return {path.stem: path for path in sorted((bundled("templates") / "shops").glob("*.yaml"))}


def shop(name: str) -> tuple[str, Shop]:
    """Return a shop by name, or by the path of a YAML file, and the name of its folder. Raises InputError."""
    known = named()
    if name in known:
        return name, modelled(Shop, parse(known[name].read_text(encoding="utf-8"), f"templates/shops/{name}.yaml"))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        hint = nearest(name, known) or f"one of: {', '.join(known)}; or a YAML file"
        raise InputError.of("E371", f"unknown print shop '{name}'", Span("--shop", 0), hint)
    if not path.is_file():
        raise InputError.of("E371", f"there is no file '{name}'", Span("--shop", 0), f"or one of: {', '.join(known)}")
    try:
        with path.open("rb") as stream:
            data = stream.read(LIMIT + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError.of("E371", f"cannot read '{name}': {reason}", Span("--shop", 0)) from error
    if len(data) > LIMIT:
        raise InputError.of("E371", f"'{name}' has more than {LIMIT // 1024} KiB", Span("--shop", 0))
    return path.stem, modelled(Shop, parse(text, path.as_posix()))


ASCENT, DESCENT = 0.72, 0.2
"""Height of letters above and below their baseline, in ems."""

Move = Callable[[float, float], Point]


class Batch(NamedTuple):
    """Pieces of one size that a shop makes as one product of a `trim` in mm; `name` is that of their folder."""

    name: str
    product: str
    trim: tuple[float, float]
    pieces: tuple[CutPiece, ...]

    @property
    def copies(self) -> int:
        """All copies of all pieces."""
        return sum(piece.copies for piece in self.pieces)


def refused(batch: Batch, shop: Shop, fonts: FontBook) -> Iterator[Diagnostic]:
    """Yield what the shop would refuse: texts in the unsafe zone (W372), the number of cards (W374), backs (W375)."""
    count = batch.copies
    if count < shop.least or (shop.most is not None and count > shop.most):
        bound = f"at most {shop.most}" if count >= shop.least else f"at least {shop.least}"
        message = f"'{batch.name}' has {count} cards, and {shop.title} takes {bound}"
        yield Diagnostic("W374", message, batch.pieces[0].front.span)
    bare = [piece for piece in batch.pieces if piece.back is None]
    if bare and shop.backs == "needed":
        message = f"{_several(bare)} no back, and {shop.title} wants one"
        yield Diagnostic("W375", message, bare[0].front.span, "give them a back, or order without")
    size = inset(batch, shop, fonts)
    near = [(clearance(face, batch.trim, fonts, size), piece, face) for piece in batch.pieces for face in piece.faces]
    unsafe = sorted((one for one in near if one[0] < shop.safe - 0.05), key=lambda one: one[0])
    if unsafe:
        least, _, face = unsafe[0]
        names = list({id(piece): piece for _, piece, _ in unsafe}.values())
        where = f"{least:.1f} mm from the cut" if least >= 0 else "beyond the cut"
        message = f"{_several(names)} text in the unsafe zone, at worst {where}"
        hint = f"{shop.title} wants {shop.safe:.1f} mm free of text"
        yield Diagnostic("W372", message, face.span, hint)


SHRINKS = 2.0
"""Most millimetres by which the contents of a piece are drawn in from the cut for a shop."""


def inset(batch: Batch, shop: Shop, fonts: FontBook) -> float:
    """Return the scale at which the texts of all pieces lie in the safe zone; 1 if they do, or are far from it."""
    least = min(clearance(face, batch.trim, fonts) for piece in batch.pieces for face in piece.faces)
    half = min(batch.trim) / 2
    return (half - shop.safe) / (half - least) if shop.safe - SHRINKS <= least < shop.safe else 1.0


def for_press(face: Frame, size: float = 1.0) -> Frame:
    """Return a face without hairlines; one of a `size` below 1 is drawn smaller over itself, which fills the bleed."""
    wide, high, bleed = face.width, face.height, face.bleed
    items = face.items
    if size < 1:
        clip = -bleed, -bleed, wide + 2 * bleed, high + 2 * bleed
        smaller = Group(items, wide * (1 - size) / 2, high * (1 - size) / 2, scale=size, clip=clip)
        items = Group(items), smaller
    return face._replace(items=_thickened(items))


THINNEST = 0.25
"""Points of the thinnest line: presses break finer ones up, or lose them."""


def _thickened(items: Sequence[Item], scale: float = 1.0) -> tuple[Item, ...]:
    """Return a drawing at a scale with no line thinner than that."""
    return tuple(_thick(item, scale) for item in items)


def _thick(item: Item, scale: float) -> Item:
    if isinstance(item, Group):
        items = _thickened(item.items, scale * item.scale)
        # What is drawn at several scales has lines of its own at each.
        return item if items == item.items else item._replace(items=items, key="")
    if isinstance(item, Text | Picture | Gradient) or not 0 < item.line * scale < THINNEST:
        return item
    return item._replace(line=THINNEST / scale)


def clearance(face: Frame, trim: tuple[float, float], fonts: FontBook, size: float = 1.0) -> float:
    """Return the least distance in mm of a text from the cut of a piece of this trim; infinite without any text.

    The face is drawn at a `size` about its middle.
    """
    width, height = face.width / MM, face.height / MM
    scale = max(trim[0] / width, trim[1] / height) * size
    cut = corners_of(face.shape, (-trim[0] / 2, -trim[1] / 2, trim[0] / 2, trim[1] / 2))

    def at(x: float, y: float) -> Point:
        return (x / MM - width / 2) * scale, (y / MM - height / 2) * scale

    return min((_inside(point, cut) for point in _corners(face.items, fonts, at)), default=float("inf"))


def _corners(items: Sequence[Item], fonts: FontBook, at: Move) -> Iterator[Point]:
    for item in items:
        if isinstance(item, Text) and item.text.strip():
            wide = fonts.width(item.text, item.font, item.size, item.spacing)
            for x in (item.x, item.x + wide):
                for y in (item.y - ASCENT * item.size, item.y + DESCENT * item.size):
                    yield at(x, y)
        elif isinstance(item, Group):
            yield from _corners(item.items, fonts, _moved(item, at))


def _moved(group: Group, outer: Move) -> Move:
    turn, size = radians(group.rotate), group.scale
    across, down = cos(turn) * size, sin(turn) * size

    def at(x: float, y: float) -> Point:
        return outer(group.x + x * across - y * down, group.y + x * down + y * across)

    return at


def _inside(point: Point, cut: Sequence[Point]) -> float:
    """Return how far a point lies inside a convex outline; negative outside of it."""
    return min(cross(a, b, point) / hypot(b[0] - a[0], b[1] - a[1]) for a, b in sides(cut))


def _several(pieces: Sequence[CutPiece]) -> str:
    """Return `'Smoke' has`, or `'Smoke' and 11 more have`."""
    name = f"'{pieces[0].title or pieces[0].front.name}'"
    return f"{name} has" if len(pieces) == 1 else f"{name} and {len(pieces) - 1} more have"


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
    others = _on_other_shelves(game, shop, shelves)
    if not batches:
        nothing = [Diagnostic("E373", f"{game.info.id} has nothing to cut", Span(game.info.id))]
        raise InputError(
            [one._replace(hint=f"{one.hint}; {others}" if others else one.hint) for one in left or nothing]
        )
    found += [one for one in left if one.code != "E373"]
    found += [Diagnostic("N373", others, Span(game.info.id))] if others else []
    faces = [face for batch in batches for piece in batch.pieces for face in piece.faces]
    found += coarse(faces, setter.artwork)
    found += [one for batch in batches for one in refused(batch, shop, setter.book)]
    found += [Diagnostic("W376", text, Span(game.info.id)) for text in shop.asks]
    folder, rows = out / game.info.id / f"shop-{name}", list[Sequence[object]]()
    folders: dict[str, dict[str, bytes]] = {"": {}}
    for batch in batches:
        made, part = (_pictured, batch.name) if shop.delivers == "pictures" else (_bound, "")
        size = inset(batch, shop, setter.book)
        if round(size, 3) < 1:
            message = f"'{batch.name}' is drawn at {100 * size:.1f} %, for texts to be {shop.safe:.1f} mm from the cut"
            found.append(Diagnostic("N372", message, batch.pieces[0].front.span))
        pressed = [
            piece._replace(front=for_press(piece.front, size), back=piece.back and for_press(piece.back, size))
            for piece in batch.pieces
        ]
        batch = batch._replace(pieces=tuple(pressed))
        rows += made(batch, shop, setter, folders.setdefault(part, {}))
    folders[""] |= {ORDER: as_csv(COLUMNS, rows).encode("utf-8-sig"), LICENCE: licence(game)}
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


def _on_other_shelves(game: Game, shop: Shop, shelves: Sequence[Shelf]) -> str:
    """Say what the shop would make besides, and the option that adds it; empty if nothing."""
    said = []
    for shelf in (one for one in get_args(Shelf) if one not in shelves):
        names = [batch.name for batch in _batches(game, game.setter(), shop, [shelf])[0]]
        if names:
            said.append(f"--with {shelf} adds {', '.join(names)}")
    return "; ".join(said)


def _batches(game: Game, setter: Setter, shop: Shop, shelves: Sequence[Shelf]) -> tuple[list[Batch], list[Diagnostic]]:
    """Return what the shop makes, and errors (E373) or warnings (W373) for pieces of other sizes."""
    batches, left = list[Batch](), list[Diagnostic]()
    for file in files_of(game):
        contents = file.lay_out(setter, PAPERS["a4"]) if file.pieces and file.shelf in shelves else None
        if not isinstance(contents, Cut):
            continue
        pieces = contents.pieces
        groups = runs([piece._replace(copies=1) for piece in pieces])
        for number, group in enumerate(groups, 1):
            copies = {piece.front.name: piece.copies for piece in pieces}
            whole = [piece._replace(copies=copies[piece.front.name]) for piece in group]
            # Pieces that share sheets with boards are counters.
            stem = "counters" if contents.boards else file.stem.removeprefix("cards-").removeprefix("pieces-")
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


def _batch(name: str, pieces: Sequence[CutPiece], shop: Shop) -> Batch | None:
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
    faces = list(dict.fromkeys(face.nameless for piece in batch.pieces for face in piece.faces))
    drawn = pictures(faces, setter.book, dpi=shop.dpi, bleed=target, images=setter.artwork)
    made = dict(zip(faces, drawn, strict=True))
    backs = {piece.back and piece.back.nameless for piece in batch.pieces}
    number = 0
    for piece in batch.pieces:
        for _ in range(piece.copies if shop.copies == "each" else 1):
            number += 1
            stem = f"{number:03}-{piece.front.name.rpartition('/')[2]}"
            files[f"{stem}-face.png"] = made[piece.front.nameless]
            back = ""
            if piece.back:
                back = "back.png" if len(backs) == 1 else f"{stem}-back.png"
                files[back] = made[piece.back.nameless]
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
    press = PressCondition(shop.separation.condition, shop.separation.ink) if shop.separation else None
    made, images = flattened(sheets, setter.book, setter.artwork) if press else (sheets, setter.artwork)
    files[name] = draw(made, Imprint(batch.name, "rcwkit", ""), setter.book, images, press)


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


COLOURS = {"cut": ("#FF0000", 1), "mark": ("#0000FF", 5)}
"""The layers of a file for a cutting machine, each with its colour, and that colour's number in DXF."""
LEG = 10.0
"""Length of the marks at the corners of the paper, in mm."""
HAIR = 0.1
"""Width of lines in SVG, in mm."""


def export_cut(project: Project, out: Path, options: Options) -> Exported:
    """Export the lines along which pieces are cut as `out/<game>/cut/`, an SVG and a DXF for each sheet with pieces.

    They are named by the PDF and its page, as a build with these options makes it. Raises InputError (E572 if there is
    nothing to cut), with nothing written.
    """
    game, found = opened(project)
    files: dict[str, bytes] = {}
    for file in sheets_of(game):
        if file.pieces and options.wants(file):
            sheets, said = laid_out(game, file, options.of(file))
            found += stop(said)
            for number, sheet in enumerate(sheets, 1):
                if sheet.cuts:
                    files[f"{file.stem}-page-{number}.svg"] = _cut_svg(sheet)
                    files[f"{file.stem}-page-{number}.dxf"] = _cut_dxf(sheet)
    if not files:
        raise InputError.of("E572", f"{game.info.id} has no pieces to cut", Span(game.info.id))
    folder = out / game.kit / "cut"
    facts = {"tool": PROGRAM, "game": game.info.id, "export": "cut", "options": options.as_json()}
    files[LICENCE] = licence(game)
    publish(folder, files, facts)
    sizes = {name: len(data) for name, data in sorted(files.items())}
    return Exported(game.info.id, "cut", folder, sizes, tuple(found))


def _cut_lines(sheet: Sheet) -> Iterator[tuple[str, tuple[Point, ...], bool]]:
    """Yield the layer of each line, its points in mm from the upper left, and whether it is closed.

    The marks are the corners of the paper, which need no ink.
    """
    wide, high = sheet.width / MM, sheet.height / MM
    for x, right in ((0.0, LEG), (wide, wide - LEG)):
        for y, down in ((0.0, LEG), (high, high - LEG)):
            yield "mark", ((right, y), (x, y), (x, down)), False
    for line in sheet.cut_as(lambda x, y: (x / MM, y / MM)):
        yield "cut", line, True


def _cut_svg(sheet: Sheet) -> bytes:
    """Return the lines of a sheet as an SVG in mm, a group for each layer."""
    wide, high = (f"{side / MM:.3f}" for side in (sheet.width, sheet.height))
    made = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">']
    lines = [*_cut_lines(sheet)]
    for layer, (colour, _) in COLOURS.items():
        made.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIR}">')
        for _, points, closed in (line for line in lines if line[0] == layer):
            path = " L".join(f"{x:.3f} {y:.3f}" for x, y in points)
            made.append(f'<path d="M{path}{" Z" if closed else ""}"/>')
        made.append("</g>")
    return "\n".join([*made, "</svg>", ""]).encode()


def _cut_dxf(sheet: Sheet) -> bytes:
    """Return the lines of a sheet as a DXF of AutoCAD release 12: in mm from the lower left, upwards."""
    wide, high = sheet.width / MM, sheet.height / MM
    made: list[object] = [999, "millimetres", 0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009"]
    made += [9, "$EXTMIN", 10, 0.0, 20, 0.0, 9, "$EXTMAX", 10, f"{wide:.3f}", 20, f"{high:.3f}", 0, "ENDSEC"]
    made += [0, "SECTION", 2, "TABLES", 0, "TABLE", 2, "LAYER", 70, len(COLOURS)]
    for layer, (_, number) in COLOURS.items():
        made += [0, "LAYER", 2, layer, 70, 0, 62, number, 6, "CONTINUOUS"]
    made += [0, "ENDTAB", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"]
    for layer, points, closed in _cut_lines(sheet):
        made += [0, "POLYLINE", 8, layer, 66, 1, 10, 0.0, 20, 0.0, 30, 0.0, 70, int(closed)]
        for x, y in points:
            made += [0, "VERTEX", 8, layer, 10, f"{x:.3f}", 20, f"{high - y:.3f}", 30, 0.0]
        made += [0, "SEQEND", 8, layer]
    made += [0, "ENDSEC", 0, "EOF", ""]
    return "\r\n".join(map(str, made)).encode("ascii")
