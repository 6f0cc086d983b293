"""Pages and faces as pictures: PDFs read with PDFium, proofs, ink coverage, and PNG from the same pages."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pypdfium2

from rcwkit.art.colours import Vision
from rcwkit.art.images import PIXELS, as_seen, cut_out, framed, ink, png, reduced, tiled
from rcwkit.frame import MM, Frame, Gradient, Group, Item, Picture, Sheet
from rcwkit.sheets.marks import cut_line
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.source.patterns import CARDS
from rcwkit.type.fonts import FontBook
from rcwkit.workers import pooled

INK_DPI = 216.0
"""Three pixels per point: PDFium draws no line thinner than a pixel, and our thinnest measure 0.4 pt."""

MARK = "rcwkit proof"
"""Software entry in the pictures' metadata."""


class Bookmark(NamedTuple):
    """An entry of a PDF's outline: its level, its title, and its page; both count from 0."""

    level: int
    title: str
    page: int


def proof(pdf: bytes, dpi: float = 100.0, vision: Vision | None = None) -> Iterator[bytes]:
    """Yield every page as PNG, in colour or as `vision` sees it. Raises ValueError for bytes that are not a PDF."""
    for page in pages(pdf, dpi):
        yield png(as_seen(page, vision) if vision else page, dpi, MARK)


def pages(pdf: bytes, dpi: float) -> Iterator[Any]:
    """Yield every page as a PIL image. Raises ValueError for bytes that are not a PDF."""
    yield from _rendered_pages(pdf, lambda page: page.render(scale=dpi / 72, rev_byteorder=True).to_pil())


class Words(NamedTuple):
    """Words on a page, and their box in mm from its top left: x, y, width, height."""

    said: str
    box: tuple[float, float, float, float]


def words(pdf: bytes) -> Iterator[tuple[Words, ...]]:
    """Yield the words of every page, run by run. Raises ValueError for bytes that are not a PDF."""
    yield from _rendered_pages(pdf, lambda page: tuple(_words(page)))


def _words(page: Any) -> Iterator[Words]:
    """Yield runs of characters that stand beside one another."""
    text, high = page.get_textpage(), page.get_height()
    said, box = "", (0.0, 0.0, 0.0, 0.0)
    for number, letter in enumerate(text.get_text_range()):
        left, bottom, right, top = text.get_charbox(number)
        if letter.isspace() or right <= left:
            said += " "
            continue
        tall = max(top - bottom, box[3] - box[1])
        beside = -0.1 * tall < left - box[2] < 0.8 * tall and bottom < box[3] and top > box[1]
        if said.strip() and not beside:
            yield _boxed(said, box, high)
            said = ""
        fresh = not said.strip()
        box = (left, bottom, right, top) if fresh else (box[0], min(box[1], bottom), right, max(box[3], top))
        said += letter
    if said.strip():
        yield _boxed(said, box, high)
    text.close()


def _boxed(said: str, box: tuple[float, float, float, float], high: float) -> Words:
    left, bottom, right, top = box
    x, y, wide, tall = (round(one / MM, 2) for one in (left, high - top, right - left, top - bottom))
    return Words(" ".join(said.split()), (x, y, wide, tall))


def bookmarks(pdf: bytes) -> list[Bookmark]:
    """Return the outline of a PDF, from its first page on. Raises ValueError for bytes that are not a PDF."""
    found = []
    with _opened(pdf) as document:
        for mark in document.get_toc():
            target = mark.get_dest()
            if target is not None:
                found.append(Bookmark(mark.level, mark.get_title(), target.get_index()))
    return found


def has_fields(path: Path) -> bool:
    """Return whether a PDF file has fields to fill in; of one that cannot be opened, whether it seems to."""
    try:
        with path.open("rb") as stream, pypdfium2.PdfDocument(stream) as document:
            return bool(document.get_formtype())
    except pypdfium2.PdfiumError:
        return b"/AcroForm" in path.read_bytes()
    except OSError:
        return True


def coverage(pdf: bytes) -> list[float]:
    """Return the ink coverage of each page in per cent. Raises ValueError for bytes that are not a PDF."""
    grey = _rendered_pages(pdf, lambda page: page.render(scale=INK_DPI / 72, grayscale=True).to_pil())
    return [100 * ink(picture) for picture in grey]


def _rendered_pages(pdf: bytes, render: Callable[[Any], Any]) -> Iterator[Any]:
    with _opened(pdf) as document:
        for page in document:
            yield render(page)


@contextmanager
def _opened(pdf: bytes) -> Iterator[Any]:
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise ValueError(f"not a PDF: {error}") from error
    try:
        yield document
    finally:
        document.close()


DPI = 300
"""Pixels per inch that print shops ask for."""
Bleed = Literal["none", "own", "shop"]
"""The extent of a picture: the trimmed face, the face with its own bleed, or a print shop's size and bleed."""
LEAST = 50
"""Pictures from which on several processes are worth it."""
BESIDES = 75_000
"""Pixels that take as long as all else that a picture needs."""
SHOP_BLEED = 25.4 / 8
"""Bleed of print shops in mm: an eighth of an inch."""
SHOP: Mapping[tuple[float, float], tuple[float, float]] = {
    CARDS["poker"]: (63.5, 88.9),
    CARDS["tarot"]: (69.85, 120.65),
}
"""Card sizes in mm that print shops cut in quarters of an inch: 2.5 × 3.5 and 2.75 × 4.75."""


class Target(NamedTuple):
    """The picture of a product that a print shop cuts: its size in pixels, and the trim (mm) in its middle."""

    pixels: tuple[int, int]
    trim: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _FacePixels:
    """A face in pixels: its scale, the part that is drawn, and the edge added around that."""

    scale: float
    drawn: tuple[int, int]
    edge: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the finished picture."""
        return self.drawn[0] + 2 * self.edge[0], self.drawn[1] + 2 * self.edge[1]


def pixels(frame: Frame, *, dpi: float = DPI, bleed: Bleed = "none") -> tuple[int, int]:
    """Return width and height of a frame's picture; a poker card for a shop has 825 × 1125 at 300 dpi."""
    return _plan(frame, dpi, bleed).size


def picture(
    frame: Frame, fonts: FontBook, *, dpi: float = DPI, bleed: Bleed = "none", images: Mapping[str, bytes] | None = None
) -> bytes:
    """Return one face of a piece as PNG; `images` maps digests of pictures to the bytes of their files.

    The same frame gives the same bytes; `pictures` is faster for many. Raises KeyError for a missing font or picture.
    """
    return next(pictures([frame], fonts, dpi=dpi, bleed=bleed, images=images))


def pictures(
    frames: Iterable[Frame],
    fonts: FontBook,
    *,
    dpi: float = DPI,
    bleed: Bleed | Target = "none",
    images: Mapping[str, bytes] | None = None,
    jobs: int = 1,
) -> Iterator[bytes]:
    """Yield the PNG of each face in order, drawn by that many processes.

    Like `picture`, but fonts and repeated art are stored once in each process.
    """
    listed = list(frames)
    if jobs <= 1 or len(listed) < LEAST:
        yield from (png(drawn, dpi) for drawn in _rendered(listed, fonts, dpi, bleed, images or {}))
        return
    drawn = partial(_drawn, fonts=fonts, dpi=dpi, bleed=bleed, images=images or {})
    yield from chain.from_iterable(pooled(drawn, _shares(listed, dpi, bleed, jobs), jobs))


def _shares(frames: Sequence[Frame], dpi: float, bleed: Bleed | Target, count: int) -> list[list[Frame]]:
    """Divide faces into runs that take about as long to draw."""
    sizes = (_plan(frame, dpi, bleed).size for frame in frames)
    costs = [BESIDES + across * down for across, down in sizes]
    whole = sum(costs)
    shares: list[list[Frame]] = [[] for _ in range(count)]
    for frame, cost, end in zip(frames, costs, accumulate(costs), strict=True):
        shares[int((end - cost / 2) / whole * count)].append(frame)
    return shares


def _drawn(
    frames: Sequence[Frame], fonts: FontBook, dpi: float, bleed: Bleed | Target, images: Mapping[str, bytes]
) -> list[bytes]:
    return list(pictures(frames, fonts, dpi=dpi, bleed=bleed, images=images))


def tiles(
    frames: Sequence[Frame | None],
    columns: int,
    rows: int,
    fonts: FontBook,
    *,
    dpi: float = DPI,
    images: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return faces of one size as one PNG, row by row without gaps; cells of None, and those left over, stay white."""
    shown = [frame for frame in frames if frame]
    drawn = _rendered(shown, fonts, dpi, "none", images or {})
    cells = [next(drawn) if frame else None for frame in frames]
    return png(tiled(cells, columns, rows, pixels(shown[0], dpi=dpi)), dpi)


def pictures_and_tiles(
    frames: Sequence[Frame],
    columns: int,
    rows: int,
    fonts: FontBook,
    *,
    dpi: float = DPI,
    bleed: Bleed = "none",
    tile_dpi: float,
    images: Mapping[str, bytes] | None = None,
) -> tuple[list[bytes], bytes]:
    """Return each face as PNG, like `pictures`, and all of them as one PNG of `tile_dpi`, like `tiles`.

    Fine pictures without bleed are drawn once, and made smaller for the tiles.
    """
    if bleed != "none" or dpi < 2 * tile_dpi:
        single = list(pictures(frames, fonts, dpi=dpi, bleed=bleed, images=images))
        return single, tiles(frames, columns, rows, fonts, dpi=tile_dpi, images=images)
    size = pixels(frames[0], dpi=tile_dpi)
    single, small = [], []
    for drawn in _rendered(frames, fonts, dpi, bleed, images or {}):
        single.append(png(drawn, dpi))
        small.append(reduced(drawn, size))
    return single, png(tiled(small, columns, rows, size), tile_dpi)


def _rendered(
    frames: Iterable[Frame], fonts: FontBook, dpi: float, bleed: Bleed | Target, images: Mapping[str, bytes]
) -> Iterator[Any]:
    """Render each face as a PIL image."""
    planned = [(frame, _plan(frame, dpi, bleed)) for frame in frames]
    if not planned:
        return
    pdf = draw([_page(frame, plan, dpi) for frame, plan in planned], Imprint("", "", ""), fonts, images)
    for (frame, plan), drawn in zip(planned, pages(pdf, dpi), strict=True):
        whole = framed(drawn, *plan.edge)
        if bleed == "none" and (line := cut_line(frame)):
            across, down = whole.width / frame.width, whole.height / frame.height
            whole = cut_out(whole, [(x * across, y * down) for x, y in line])
        yield whole


FLAT = 600
"""Pixels per inch of what is flattened: letters may lie under it."""


def flattened(
    sheets: Sequence[Sheet], fonts: FontBook, images: Mapping[str, bytes]
) -> tuple[list[Sheet], Mapping[str, bytes]]:
    """Return sheets without transparency, and their pictures: what is translucent, and all below it, becomes a picture.

    What lies above stays as it is.
    """
    made: dict[tuple[float, float, tuple[Item, ...]], tuple[str, bytes]] = {}
    flat: list[Sheet] = []
    for sheet in sheets:
        under, over = _divided(sheet.items)
        if not under:
            flat.append(sheet)
            continue
        key = sheet.width, sheet.height, under
        if key not in made:
            dpi = min(FLAT, 72 * (PIXELS / (sheet.width * sheet.height)) ** 0.5)
            page = Sheet(sheet.width, sheet.height, under, sheet.label)
            (drawn,) = pages(draw([page], Imprint("", "", ""), fonts, images), dpi)
            data = png(drawn.convert("RGB"), dpi)
            made[key] = sha256(data).hexdigest(), data
        items = (Picture(0.0, 0.0, sheet.width, sheet.height, made[key][0]), *over)
        flat.append(sheet._replace(items=items))
    return flat, ChainMap(dict(made.values()), images)  # type: ignore[arg-type]  # nothing is added to either


def _divided(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Divide items into those up to the last that is translucent, and those above; groups, too, where they can be."""
    last = next((at for at in reversed(range(len(items))) if _is_clear(items[at])), None)
    if last is None:
        return (), items
    top = items[last]
    if not isinstance(top, Group) or top.opacity < 1:
        return items[: last + 1], items[last + 1 :]
    under, over = _divided(top.items)
    above = (top._replace(items=over, key=""),) if over else ()
    return (*items[:last], top._replace(items=under, key="")), (*above, *items[last + 1 :])


def _is_clear(item: Item) -> bool:
    if isinstance(item, Group):
        return item.opacity < 1 or any(map(_is_clear, item.items))
    return isinstance(item, Gradient) and any(alpha < 1 for _, _, alpha in item.stops)


def _plan(frame: Frame, dpi: float, bleed: Bleed | Target) -> _FacePixels:
    across, down = frame.width / MM, frame.height / MM
    if isinstance(bleed, Target):
        return _filled(frame, dpi, max(bleed.trim[0] / across, bleed.trim[1] / down), bleed.pixels)
    wanted, scale, edge = (across, down), 1.0, frame.bleed / MM if bleed == "own" else 0.0
    if bleed == "shop":
        alike = (size for ours, size in SHOP.items() if abs(ours[0] - across) < 0.06 and abs(ours[1] - down) < 0.06)
        wanted = next(alike, wanted)
        # Rather too large than too small: the art must reach every edge of the shop's card.
        scale, edge = max(wanted[0] / across, wanted[1] / down), SHOP_BLEED
    return _filled(frame, dpi, scale, (_pixels(wanted[0] + 2 * edge, dpi), _pixels(wanted[1] + 2 * edge, dpi)))


def _filled(frame: Frame, dpi: float, scale: float, whole: tuple[int, int]) -> _FacePixels:
    """Return the plan of a picture of a size in pixels."""
    # Where the art ends short of the picture's edge, its last pixels are extended.
    most = tuple(int((side + 2 * frame.bleed) * scale / 72 * dpi) for side in (frame.width, frame.height))
    missing = tuple(max(0, (part - size + 1) // 2) for size, part in zip(most, whole, strict=True))
    return _FacePixels(scale, (whole[0] - 2 * missing[0], whole[1] - 2 * missing[1]), (missing[0], missing[1]))


def _page(frame: Frame, plan: _FacePixels, dpi: float) -> Sheet:
    """A page with the face in the middle, as large as the part drawn less 0.01 pixel, so that rounding adds none."""
    width, height = ((side - 0.01) * 72 / dpi for side in plan.drawn)
    x, y = (width - frame.width * plan.scale) / 2, (height - frame.height * plan.scale) / 2
    return Sheet(width, height, (Group(frame.items, x, y, scale=plan.scale),), frame.name)


def _pixels(millimetres: float, dpi: float) -> int:
    return max(1, round(millimetres / 25.4 * dpi))
